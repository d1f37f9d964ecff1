// weft report: tables, figures and a page from a database.
#include "cli/private/database.h"
#include "report/report.h"

#include "cli/private/command.h"

static const Flag FLAGS[] = {{"output", 'o', "DIR", "the folder of the report; created if missing", FLAG_TEXT, .offset = 0}, {0}};

static Status run(Options *options)
{
    const char *folder = NULL;
    TRY(options_read(options, &folder, 1, 1));
    if (!folder)
        return status_make(STATUS_USAGE, "report: -o DIR is missing; usage: weft report %s", options->command->arguments);
    Store *store = NULL;
    TRY(database_open(options_argument(options, 0), &store));
    const Status status = report_write(store, folder, stdout);
    store_close(store);
    return status;
}

const Command command_report = {.name = "report",
                                .arguments = "DB -o DIR",
                                .summary = "write tables, figures and an HTML page from a database",
                                .flags = FLAGS,
                                .run = run};
