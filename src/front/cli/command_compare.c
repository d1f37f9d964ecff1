// weft compare: two databases, case by case.
#include "cli/private/database.h"
#include "report/compare.h"

#include "cli/private/command.h"

static Status run(Options *options)
{
    TRY(options_read(options, NULL, 2, 2));
    Store *a = NULL, *b = NULL;
    Status status = database_open(options_argument(options, 0), &a);
    if (status.code == STATUS_OK)
        status = database_open(options_argument(options, 1), &b);
    if (status.code == STATUS_OK)
        status = report_compare(a, b, stdout);
    store_close(a);
    store_close(b);
    return status;
}

const Command command_compare = {.name = "compare",
                                 .arguments = "A B",
                                 .summary = "compare two databases case by case: ratio of median times, with an interval",
                                 .run = run};
