// weft export: a table or view of a database as CSV, JSON or JSON Lines.
#include <stdio.h>

#include "base/file.h"
#include "cli/private/command.h"
#include "cli/private/database.h"
#include "store/export.h"

typedef struct Wanted {
    const char *file, *table;
    int         format;
} Wanted;

static const Flag FLAGS[] = {
    {"format", 'f', "csv|json|jsonl", "the format (csv); jsonl: one JSON object per line", FLAG_CHOICE, .offset = offsetof(Wanted, format),
     .choices = EXPORT_FORMATS},
    {"output", 'o', "FILE", "write to this file instead of standard output", FLAG_PATH, .offset = offsetof(Wanted, file)},
    {"table", 'T', "NAME", "a table or view (case_summary: medians of each case); `dictionary` explains all tables and columns", FLAG_TEXT,
     .offset = offsetof(Wanted, table)},
    {0}};

static Status write_file(Store *store, const Wanted *wanted)
{
    GNU_CLEANUP(file_discard) FileDraft draft = {0};
    TRY(file_begin_given(wanted->file, &draft));
    const Status status = store_export(store, wanted->table, (ExportFormat)wanted->format, draft.stream);
    if (status.code == STATUS_OK)
        return file_commit(&draft);
    return status.code == STATUS_IO ? status_prefix(status, "%s", wanted->file) : status;
}

static Status run(Options *options)
{
    Wanted wanted = {.format = EXPORT_CSV};
    STORE *store = NULL;
    TRY(options_read(options, &wanted, 1, 1));
    TRY(database_open(options_argument(options, 0), wanted.table && store_is_table(wanted.table) ? STORE_READ : STORE_MACHINES, &store));
    TRY(file_keep((FileOutput){wanted.file, NULL}, options_argument(options, 0)));
    return wanted.file ? write_file(store, &wanted) : store_export(store, wanted.table, (ExportFormat)wanted.format, stdout);
}

const Command command_export = {.name = "export",
                                .arguments = "DB [--format csv|json|jsonl] [--table NAME] [-o FILE]",
                                .summary = "write a table of a database as CSV, JSON or JSON Lines",
                                .flags = FLAGS,
                                .exact = true,
                                .run = run};
