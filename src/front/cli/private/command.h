// Subcommands: the table, their flags, and how they are read. A new one: src/front/cli/command_NAME.c with `const Command command_NAME`,
// and a line in command_list.h.
#ifndef WEFT_CLI_COMMAND_H
#define WEFT_CLI_COMMAND_H

#include <stdbool.h>

#include "base/status.h"

typedef struct Flag {
    const char *name;   // long name, without the dashes
    char        letter; // what options_next gives; also the short name where it is a letter or digit; 0 ends the table
    const char *value;  // what it takes, for the help text; NULL: nothing
    const char *summary;
} Flag;

typedef struct Command {
    const char *name, *arguments, *summary;
    const Flag *flags;                          // ended by {0}
    const char *details;                        // more help text, or NULL
    Status (*run)(int count, char **arguments); // arguments[0] is the name of the subcommand
} Command;

const Command *command_at(int index); // NULL past the last
const Command *command_find(const char *name);

// Reads flags one after the other; other arguments are moved behind them.
typedef struct Options {
    const Command *command;
    int            count;
    char         **arguments;
    const char    *value; // of the flag just read
    int            rest;  // index of the first argument that is not a flag, once options_next has given 0
} Options;

Options options_init(const Command *command, int count, char **arguments);

// The letter of the next flag, 0 when there are no more. STATUS_USAGE: an unknown flag (with the nearest one), a missing value.
Status options_next(Options *options, int *letter) GNU_MUST_CHECK;

// STATUS_USAGE unless between min and max arguments are left.
Status options_rest(const Options *options, int min, int max) GNU_MUST_CHECK;

// Values of flags. STATUS_USAGE naming the flag.
Status options_int(const Options *options, const char *flag, int min, int max, int *out) GNU_MUST_CHECK;
Status options_real(const Options *options, const char *flag, double min, double max, double *out) GNU_MUST_CHECK;

// A list of texts that a flag may be given several times for; fixed room.
enum { OPTION_TEXTS_MAX = 64 };
typedef struct OptionTexts {
    int         count;
    const char *texts[OPTION_TEXTS_MAX];
} OptionTexts;
Status options_collect(const Options *options, const char *flag, OptionTexts *texts) GNU_MUST_CHECK;

#endif
