// weft compare: two databases, case by case.
#include "cli/private/database.h"
#include "report/compare.h"

#include "cli/private/command.h"

static const Flag FLAGS[] = {{0}};

static Status run(int count, char **arguments);

const Command command_compare = {.name = "compare",
                                 .arguments = "A B",
                                 .summary = "compare two databases case by case: ratio of median times, with an interval",
                                 .flags = FLAGS,
                                 .run = run};

static Status run(int count, char **arguments)
{
    Options options = options_init(&command_compare, count, arguments);
    int     letter = 0;
    TRY(options_next(&options, &letter));
    TRY(options_rest(&options, 2, 2));
    Store *a = NULL, *b = NULL;
    Status status = database_open(arguments[options.rest], &a);
    if (status.code == STATUS_OK)
        status = database_open(arguments[options.rest + 1], &b);
    if (status.code == STATUS_OK)
        status = report_compare(a, b, stdout);
    store_close(a);
    store_close(b);
    return status;
}
