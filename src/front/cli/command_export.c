// weft export: a table or view of a database as CSV or JSON.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/private/command.h"
#include "cli/private/database.h"
#include "store/export.h"

typedef struct Wanted {
    const char *format, *file, *table;
} Wanted;

static const Flag FLAGS[] = {
    {"format", 'f', "csv|json", "the format (csv)", FLAG_TEXT, .offset = offsetof(Wanted, format)},
    {"output", 'o', "FILE", "write to this file instead of standard output", FLAG_TEXT, .offset = offsetof(Wanted, file)},
    {"table", 'T', "NAME", "a table or view (case_summary: medians of every case)", FLAG_TEXT, .offset = offsetof(Wanted, table)},
    {0}};

static Status read_format(const char *text, ExportFormat *out)
{
    *out = strcmp(text, "json") == 0 ? EXPORT_JSON : EXPORT_CSV;
    if (strcmp(text, "json") == 0 || strcmp(text, "csv") == 0)
        return status_ok();
    return status_make(STATUS_USAGE, "export: --format must be csv or json, not `%.60s`", text);
}

static Status write_file(Store *store, const Wanted *wanted, ExportFormat format)
{
    FileDraft draft;
    TRY(file_begin(wanted->file, &draft));
    const Status status = store_export(store, wanted->table, format, draft.stream);
    if (status.code == STATUS_OK)
        return file_commit(&draft);
    file_discard(&draft);
    return status.code == STATUS_IO ? status_prefix(status, "%s", wanted->file) : status;
}

static Status run(Options *options)
{
    Wanted       wanted = {.format = "csv"};
    ExportFormat format;
    Store       *store = NULL;
    TRY(options_read(options, &wanted, 1, 1));
    TRY(read_format(wanted.format, &format));
    TRY(database_open(options_argument(options, 0), &store));
    const Status status = wanted.file ? write_file(store, &wanted, format) : store_export(store, wanted.table, format, stdout);
    store_close(store);
    return status;
}

const Command command_export = {.name = "export",
                                .arguments = "DB [--format csv|json] [--table NAME] [-o FILE]",
                                .summary = "write a table of a database as CSV or JSON",
                                .flags = FLAGS,
                                .run = run};
