// The table of subcommands, and the reading of their flags. A new subcommand needs src/front/cli/command_NAME.c with
// `const Command command_NAME`, and a line in command_list.h.
#ifndef WEFT_CLI_COMMAND_H
#define WEFT_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

// The type that a flag sets: bool, const char *, const char * for a path (not empty, and printable), OptionTexts (may be repeated), int,
// double, double ("2%" is 0.02), int (index of the choice).
typedef enum FlagKind { FLAG_SWITCH, FLAG_TEXT, FLAG_PATH, FLAG_TEXTS, FLAG_INT, FLAG_REAL, FLAG_SHARE, FLAG_CHOICE } FlagKind;

typedef struct Flag {
    const char        *name;   // long name, without the dashes; NULL ends the table
    char               letter; // short name; 0: none
    const char        *value;  // its value, for the help text; NULL: none
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

// The arguments after the name of a subcommand.
typedef struct Options {
    const Command *command;
    int            count;
    char         **arguments; // [0] is the name of the subcommand; options_read moves flags before the others
    int            rest;      // index of the first argument that is not a flag, after reading
} Options;

struct Command {
    const char *name, *arguments, *summary;
    const Flag *flags;   // NULL: none
    const char *details; // more help text, or NULL
    bool        exact;   // standard output is data, unchanged except on a terminal (printable.h)
    Status (*run)(Options *options);
};

const Command *command_at(int index); // NULL past the last
const Command *command_find(const char *name);
void           command_explain(const Command *command, FILE *out); // its help text

// The values of a flag that may be repeated.
enum { OPTION_TEXTS_MAX = 64 };
typedef struct OptionTexts {
    int         count;
    const char *texts[OPTION_TEXTS_MAX];
} OptionTexts;

// Reads the flags into *values, which keeps the values of absent flags. `min` to `max` other arguments must remain.
// STATUS_USAGE: an unknown flag (with the nearest name), a missing or wrong value, or a wrong number of arguments.
Status options_read(Options *options, void *values, int min, int max) GNU_MUST_CHECK;

// An argument that is not a flag; NULL past the last.
const char *options_argument(const Options *options, int index);

#endif
