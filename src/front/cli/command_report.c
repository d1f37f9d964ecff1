// weft report: tables, figures and a page from a database.
#include "cli/private/database.h"
#include "report/report.h"

#include "cli/private/command.h"

static const Flag FLAGS[] = {{"output", 'o', "DIR", "the folder of the report; created if missing"}, {0}};

static Status run(int count, char **arguments);

const Command command_report = {.name = "report",
                                .arguments = "DB -o DIR",
                                .summary = "write tables, figures and an HTML page from a database",
                                .flags = FLAGS,
                                .run = run};

static Status run(int count, char **arguments)
{
    Options     options = options_init(&command_report, count, arguments);
    const char *folder = NULL;
    for (int letter = -1; letter != 0;) {
        TRY(options_next(&options, &letter));
        if (letter == 'o')
            folder = options.value;
    }
    TRY(options_rest(&options, 1, 1));
    if (!folder)
        return status_make(STATUS_USAGE, "report: -o DIR is missing; usage: weft report %s", command_report.arguments);
    Store *store = NULL;
    TRY(database_open(arguments[options.rest], &store));
    const Status status = report_write(store, folder, stdout);
    store_close(store);
    return status;
}
