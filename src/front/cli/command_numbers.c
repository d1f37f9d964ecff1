// weft numbers: the numbers of documents, from stores.
#include <stdio.h>

#include "cli/private/command.h"
#include "report/document.h"

enum { DOCUMENTS_MAX = 64 };

typedef struct Wanted {
    const char *stores;
    bool        check;
} Wanted;

static const Flag FLAGS[] = {
    {"stores", 's', "DIR", "the folder of the databases, NAME.db for the experiment NAME", FLAG_PATH, .offset = offsetof(Wanted, stores)},
    {"check", 'c', NULL, "write nothing; print what differs, and end with exit code 3 if anything does", FLAG_SWITCH,
     .offset = offsetof(Wanted, check)},
    {0}};

static Status run(Options *options)
{
    Wanted      wanted = {0};
    const char *paths[DOCUMENTS_MAX];
    int         count = 0;
    TRY(options_read(options, &wanted, 1, DOCUMENTS_MAX));
    if (!wanted.stores)
        return status_make(STATUS_USAGE, "numbers: --stores is missing; usage: weft numbers %s", options->command->arguments);
    for (; count < DOCUMENTS_MAX && options_argument(options, count); count++)
        paths[count] = options_argument(options, count);
    return documents_renew(wanted.stores, paths, count, wanted.check, stdout);
}

const Command command_numbers = {
    .name = "numbers",
    .arguments = "FILE.md... --stores DIR [--check]",
    .summary = "renew the numbers of Markdown files from databases",
    .flags = FLAGS,
    .details =
        "A number stands between <!-- weft NAME {...} --> and <!-- /weft -->, where NAME is an experiment and the braces say what it\n"
        "is: {claim: text}, {data: ..., value: ..., ...}, {table: name} or {fact: name}. See `man weft`, NUMBERS IN DOCUMENTS.\n",
    .run = run};
