// weft status: the content of a database, and its failures. For a folder of `weft submit`: status_folder.h.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/label_set.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/private/command.h"
#include "cli/private/status_folder.h"
#include "cli/private/terminal.h"
#include "store/plugin_builds.h"
#include "store/sql.h"
#include "store/store.h"

static const Flag FLAGS[] = {{"all", 'a', NULL, "list all cases, not only failed ones", FLAG_SWITCH, .offset = 0}, {0}};

// Prints the columns of each row with two spaces between, padded to `widths` (0: as they are). Returns how many rows through `rows`.
static Status print_query(Store *store, const char *sql, const int *widths, int *rows)
{
    SQL_STATEMENT *query = NULL;
    *rows = 0;
    TRY(sql_prepare(store_handle(store), sql, &query));
    Status status = status_ok();
    for (; sql_next(query, &status); ++*rows) {
        for (int column = 0; column < sqlite3_column_count(query); column++) {
            const char *text = "";
            TRY(sql_text(query, column, &text));
            printf("%s%-*s", column ? "  " : "", widths[column], text);
        }
        printf("\n");
    }
    return status;
}

enum { LABEL_MAX = 1000, KEPT = 2 }; // KEPT: columns before the label, without repetitions

// The texts of a column, freed by free_texts.
static Status read_texts(sqlite3_stmt *query, int column, char ***out, int *count)
{
    Status status = status_ok();
    *out = NULL;
    for (*count = 0; sql_next(query, &status); ++*count) {
        const char *text = "";
        TRY(sql_text(query, column, &text));
        TRY(memory_grow((void **)out, *count, sizeof **out));
        (*out)[*count] = strdup(text);
        if (!(*out)[*count])
            return status_make(STATUS_MEMORY, "out of memory for labels");
    }
    return status;
}

static void free_texts(char **texts, int count)
{
    for (int i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

// A case: the columns before its label, the label, and how it ended (on its own line where a terminal is too narrow).
static Status print_row(sqlite3_stmt *query, int label_column, const LabelSet *labels, int index)
{
    static const int WIDTHS[] = {11, 8, 14};
    const int        columns = terminal_columns(stdout);
    const char      *text = "", *end = "";
    char             label[LABEL_MAX];
    int              used = 0;
    for (int c = 0; c < label_column; c++) {
        TRY(sql_text(query, c, &text));
        used += printf("%-*s  ", WIDTHS[c], text);
    }
    TRY(sql_text(query, label_column + 1, &end));
    label_set_text(labels, index, columns ? columns - used : LABEL_MAX, label, sizeof label);
    used += (int)text_characters(label) + 2;
    if (columns && *end && used + (int)text_characters(end) > columns) {
        printf("%s\n    ", label);
        text_put_wrapped(end, 4, 4, columns, stdout);
    } else {
        printf("%s%s%s\n", label, *end ? "  " : "", end);
    }
    return status_ok();
}

static Status print_rows(sqlite3_stmt *query, int label_column, const char *const *texts, int count)
{
    GNU_CLEANUP(label_set_destroy) LabelSet labels = {0};
    TRY(label_set_create(texts, count, &labels));
    if (*labels.shared)
        printf("common to all cases: %s\n", labels.shared);
    for (int i = 0; i < count && sqlite3_step(query) == SQLITE_ROW; i++)
        TRY(print_row(query, label_column, &labels, i));
    return status_ok();
}

static Status print_cases(Store *store, bool all, int *rows)
{
    static const char ALL[] = "SELECT status, case_key, repetitions, label, [end] FROM status_case ORDER BY case_id, build_id";
    static const char WRONG[] = "SELECT status, case_key, label, [end] FROM status_case WHERE wrong ORDER BY status, case_id";
    const int         label_column = all ? KEPT + 1 : KEPT;
    SQL_STATEMENT    *query = NULL;
    char            **texts = NULL;
    TRY(sql_prepare(store_handle(store), all ? ALL : WRONG, &query));
    Status status = read_texts(query, label_column, &texts, rows);
    sqlite3_reset(query);
    if (status.code == STATUS_OK && *rows)
        status = print_rows(query, label_column, (const char *const *)texts, *rows);
    free_texts(texts, *rows);
    return status;
}

static Status print_shares(Store *store)
{
    int64_t shares = 0;
    int     rows = 0;
    TRY(sql_run(store_handle(store), &shares, "SELECT count(*) FROM run_share", ""));
    if (!shares)
        return status_ok();
    printf("shards that were run\n");
    return print_query(store, "SELECT * FROM status_share", (const int[8]){16}, &rows);
}

static Status print_status(Store *store, bool all)
{
    int rows = 0;
    printf("experiments\n");
    TRY(print_query(store, "SELECT * FROM status_experiment", (const int[]){16, 18, 0, 0}, &rows));
    TRY(print_shares(store));
    printf("builds\n");
    TRY(plugin_builds_list(store_handle(store)));
    TRY(print_query(store, "SELECT * FROM status_build", (const int[]){8, 4, 13, 20, 0}, &rows));
    TRY(print_query(store, "SELECT 'wall time of workers', line FROM wall_line", (const int[]){0, 0, 0, 0, 0}, &rows));
    printf(all ? "cases\n" : "cases that failed, did not converge, or differ between repetitions\n");
    TRY(print_cases(store, all, &rows));
    if (rows == 0)
        printf("none\n");
    int64_t found = 0;
    TRY(sql_run(store_handle(store), &found, "SELECT count(*) FROM case_finding", ""));
    if (found)
        printf("`weft export DB --table finding` prints the findings in full\n");
    return status_ok();
}

static Status run(Options *options)
{
    bool   all = false;
    STORE *store = NULL;
    TRY(options_read(options, &all, 1, 1));
    const char *path = options_argument(options, 0);
    struct stat there;
    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode))
        return all ? status_make(STATUS_USAGE, "status: --all needs a database, for example a shard in %s, or its all.db", path)
                   : status_folder_print(path);
    TRY(store_open(path, STORE_GLANCE, &store));
    return print_status(store, all);
}

const Command command_status = {.name = "status",
                                .arguments = "DB|DIR [--all]",
                                .summary = "show the progress and the failures of a database or `submit` folder",
                                .flags = FLAGS,
                                .run = run};
