// weft export: a table or view of a database as CSV or JSON.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/private/command.h"
#include "cli/private/database.h"
#include "store/export.h"

static const Flag FLAGS[] = {{"format", 'f', "csv|json", "the format (csv)"},
                             {"output", 'o', "FILE", "write to this file instead of standard output"},
                             {"table", 'T', "NAME", "a table or view (case_summary: medians of every case)"},
                             {0}};

static Status run(int count, char **arguments);

const Command command_export = {.name = "export",
                                .arguments = "DB [--format csv|json] [--table NAME] [-o FILE]",
                                .summary = "write a table of a database as CSV or JSON",
                                .flags = FLAGS,
                                .run = run};

typedef struct Wanted {
    const char  *database, *file, *table;
    ExportFormat format;
} Wanted;

static Status read_format(const char *text, ExportFormat *out)
{
    *out = strcmp(text, "json") == 0 ? EXPORT_JSON : EXPORT_CSV;
    if (strcmp(text, "json") == 0 || strcmp(text, "csv") == 0)
        return status_ok();
    return status_make(STATUS_USAGE, "export: --format must be csv or json, not `%.60s`", text);
}

static Status write_file(Store *store, const Wanted *wanted)
{
    FileDraft draft;
    TRY(file_begin(wanted->file, &draft));
    const Status status = store_export(store, wanted->table, wanted->format, draft.stream);
    if (status.code == STATUS_OK)
        return file_commit(&draft);
    file_discard(&draft);
    return status.code == STATUS_IO ? status_prefix(status, "%s", wanted->file) : status;
}

static Status run(int count, char **arguments)
{
    Options options = options_init(&command_export, count, arguments);
    Wanted  wanted = {.format = EXPORT_CSV};
    for (int letter = -1; letter != 0;) {
        TRY(options_next(&options, &letter));
        if (letter == 'f')
            TRY(read_format(options.value, &wanted.format));
        else if (letter == 'o')
            wanted.file = options.value;
        else if (letter == 'T')
            wanted.table = options.value;
    }
    TRY(options_rest(&options, 1, 1));
    Store *store = NULL;
    TRY(database_open(arguments[options.rest], &store));
    const Status status = wanted.file ? write_file(store, &wanted) : store_export(store, wanted.table, wanted.format, stdout);
    store_close(store);
    return status;
}
