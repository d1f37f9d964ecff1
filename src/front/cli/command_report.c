// weft report: tables, figures and a page from a database.
#include "cli/private/command.h"
#include "cli/private/database.h"
#include "report/claims.h"
#include "report/report.h"

enum { DATABASES_MAX = 64 };

typedef struct Wanted {
    const char *folder;
    bool        claims, newest;
} Wanted;

static const Flag FLAGS[] = {
    {"output", 'o', "DIR", "the folder of the report; created if missing", FLAG_TEXT, .offset = offsetof(Wanted, folder)},
    {"claims", 'c', NULL, "print the claims of the databases as Markdown instead", FLAG_SWITCH, .offset = offsetof(Wanted, claims)},
    {"newest", 'n', NULL, "of an experiment that was edited and run again, only the newest text", FLAG_SWITCH,
     .offset = offsetof(Wanted, newest)},
    {0}};

static Status print_claims(const Options *options, bool newest)
{
    report_claims_begin(stdout);
    for (int i = 0; options_argument(options, i); i++) {
        Store *store = NULL;
        TRY(database_open(options_argument(options, i), &store));
        const Status status = report_claims(store, newest, stdout);
        store_close(store);
        TRY(status);
    }
    return status_ok();
}

static Status run(Options *options)
{
    Wanted wanted = {0};
    TRY(options_read(options, &wanted, 1, DATABASES_MAX));
    if (wanted.claims && !wanted.folder)
        return print_claims(options, wanted.newest);
    if (!wanted.folder || wanted.claims || options_argument(options, 1))
        return status_make(STATUS_USAGE, "report: give one database and -o DIR, or --claims; usage: weft report %s",
                           options->command->arguments);
    Store *store = NULL;
    TRY(database_open(options_argument(options, 0), &store));
    const Status status = report_write(store, wanted.newest, wanted.folder, stdout);
    store_close(store);
    return status;
}

const Command command_report = {.name = "report",
                                .arguments = "DB -o DIR | DB... --claims [--newest]",
                                .summary = "write tables, figures and an HTML page from a database",
                                .flags = FLAGS,
                                .run = run};
