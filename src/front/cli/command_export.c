// weft export: a table or view of a database as CSV, JSON or JSON Lines.
#include <stdio.h>

#include "base/file.h"
#include "cli/private/command.h"
#include "cli/private/database.h"
#include "store/export.h"

typedef struct OptionValues {
    const char *file, *table;
    int         format;
} OptionValues;

static const Flag FLAGS[] = {
    {"format", 'f', "csv|json|jsonl", "the format (csv); jsonl: one JSON object per line", FLAG_CHOICE,
     .offset = offsetof(OptionValues, format), .choices = EXPORT_FORMATS},
    {"output", 'o', "FILE", "write to this file instead of standard output", FLAG_PATH, .offset = offsetof(OptionValues, file)},
    {"table", 'T', "NAME", "a table or view (case_summary: medians of each case); `dictionary` explains all tables and columns", FLAG_TEXT,
     .offset = offsetof(OptionValues, table)},
    {0}};

static Status write_file(Store *store, const OptionValues *values)
{
    GNU_CLEANUP(file_discard) FileDraft draft = {0};
    TRY(file_begin_given(values->file, &draft));
    const Status status = store_export(store, values->table, (ExportFormat)values->format, draft.stream);
    if (status.code == STATUS_OK)
        return file_commit(&draft);
    return status.code == STATUS_IO ? status_prefix(status, "%s", values->file) : status;
}

static Status run(Options *options)
{
    OptionValues values = {.format = EXPORT_CSV};
    STORE       *store = NULL;
    TRY(options_read(options, &values, 1, 1));
    TRY(database_open(options_argument(options, 0), values.table && store_is_table(values.table) ? STORE_READ : STORE_MACHINES, &store));
    TRY(file_keep((FileOutput){values.file, NULL}, options_argument(options, 0)));
    return values.file ? write_file(store, &values) : store_export(store, values.table, (ExportFormat)values.format, stdout);
}

const Command command_export = {.name = "export",
                                .arguments = "DB [--format csv|json|jsonl] [--table NAME] [-o FILE]",
                                .summary = "write a table of a database as CSV, JSON or JSON Lines",
                                .flags = FLAGS,
                                .exact = true,
                                .run = run};
