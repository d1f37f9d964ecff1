// Subcommands: the table, their flags, and how they are read. A new one: src/front/cli/command_NAME.c with `const Command command_NAME`,
// and a line in command_list.h.
#ifndef WEFT_CLI_COMMAND_H
#define WEFT_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

// What a flag fills: bool, const char *, the same of a file or folder (not empty, and printable), OptionTexts (it may be given several
// times), int, double, double ("2%" is 0.02), int (which of the choices).
typedef enum FlagKind { FLAG_SWITCH, FLAG_TEXT, FLAG_PATH, FLAG_TEXTS, FLAG_INT, FLAG_REAL, FLAG_SHARE, FLAG_CHOICE } FlagKind;

typedef struct Flag {
    const char        *name;   // long name, without the dashes; NULL ends the table
    char               letter; // short name; 0: none
    const char        *value;  // what it takes, for the help text; NULL: nothing
    const char        *summary;
    FlagKind           kind;
    size_t             offset;   // in the struct that options_read fills
    double             min, max; // of a number
    const char *const *choices;  // of FLAG_CHOICE, ended by NULL
} Flag;

// --format of most subcommands.
enum { FORMAT_TEXT, FORMAT_JSON };
extern const char *const FORMAT_NAMES[];
#define FORMAT_FLAG(TYPE, MEMBER, LETTER) \
    { \
        "format", LETTER, "NAME", "text or json (text)", FLAG_CHOICE, .offset = offsetof(TYPE, MEMBER), .choices = FORMAT_NAMES \
    }

typedef struct Command Command;

// What follows the name of a subcommand.
typedef struct Options {
    const Command *command;
    int            count;
    char         **arguments; // [0] is the name of the subcommand; options_read moves flags before the others
    int            rest;      // the first argument that is not a flag, once they are read
} Options;

struct Command {
    const char *name, *arguments, *summary;
    const Flag *flags;   // NULL: none
    const char *details; // more help text, or NULL
    bool        exact;   // what it writes to standard output is data: exact, but on a terminal (printable.h)
    Status (*run)(Options *options);
};

const Command *command_at(int index); // NULL past the last
const Command *command_find(const char *name);
void           command_explain(const Command *command, FILE *out); // its help text

// A list of texts that a flag may be given several times for; fixed room.
enum { OPTION_TEXTS_MAX = 64 };
typedef struct OptionTexts {
    int         count;
    const char *texts[OPTION_TEXTS_MAX];
} OptionTexts;

// Reads the flags into *wanted, where those that are not given keep what is there; `min` to `max` other arguments must be left.
// STATUS_USAGE: an unknown flag (with the nearest one), a missing or wrong value, another number of arguments.
Status options_read(Options *options, void *wanted, int min, int max) GNU_MUST_CHECK;

// An argument that is no flag; NULL where there are not so many.
const char *options_argument(const Options *options, int index);

#endif
