// weft status: what a database holds, and what went wrong. Of a folder: status_folder.h.
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

static const Flag FLAGS[] = {{"all", 'a', NULL, "list every case, not only those that went wrong", FLAG_SWITCH, .offset = 0}, {0}};

// Prints the columns of each row with two spaces between, padded to `widths` (0: as they are). Returns how many rows through `rows`.
static Status print_query(Store *store, const char *sql, const int *widths, int *rows)
{
    sqlite3_stmt *query = NULL;
    int           code = SQLITE_OK;
    *rows = 0;
    TRY(sql_prepare(store_handle(store), sql, &query));
    Status status = status_ok();
    for (; status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW; ++*rows) {
        for (int column = 0; status.code == STATUS_OK && column < sqlite3_column_count(query); column++) {
            const char *text = "";
            status = sql_text(query, column, &text);
            printf("%s%-*s", column ? "  " : "", widths[column], text);
        }
        printf("\n");
    }
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(store_handle(store), "cannot be read");
    sqlite3_finalize(query);
    return status;
}

// The statuses that there are, as a table `s` of a query; what no call of `weft run` was to measure, since each had a share only, as
// `away`.
static const char EXPERIMENTS[] =
    "WITH away AS (SELECT p.experiment_id, p.case_id FROM planned_case AS p WHERE p.number = 0"
    " AND EXISTS (SELECT 1 FROM run_call AS r WHERE r.experiment_id = p.experiment_id)"
    " AND NOT EXISTS (SELECT 1 FROM run_call AS r WHERE r.experiment_id = p.experiment_id AND NOT EXISTS (SELECT 1 FROM run_share AS h"
    " WHERE h.run = r.run)) AND NOT EXISTS (SELECT 1 FROM run_call AS r JOIN run_share AS h USING (run)"
    " WHERE r.experiment_id = p.experiment_id AND h.case_id = p.case_id)"
    " AND NOT EXISTS (SELECT 1 FROM case_outcome AS o WHERE o.case_id = p.case_id)), s (name, stage) AS (VALUES (NULL, NULL)"
#define CASE_STATUS(constant, name, stage, retry, meaning) ", ('" name "', '" #stage "')"
#include "store/case_status_list.h"
    ") SELECT e.name, count(*) || CASE count(*) WHEN 1 THEN ' case, ' ELSE ' cases, ' END || count(d.case_id) || ' done'"
    " || CASE count(u.case_id) WHEN 0 THEN '' ELSE ' (' || count(u.case_id) || ' unconverged)' END"
    " || CASE count(a.case_id) WHEN 0 THEN '' ELSE ', ' || count(a.case_id) || ' of other shards' END, e.path, e.created"
    " FROM stored_experiment AS e JOIN planned_case AS p ON p.experiment_id = e.experiment_id AND p.number = 0"
    " LEFT JOIN (SELECT DISTINCT case_id FROM case_outcome WHERE status IN (SELECT name FROM s WHERE stage = 'CASE_WHOLE')) AS d"
    " ON d.case_id = p.case_id LEFT JOIN (SELECT DISTINCT case_id FROM case_outcome WHERE status = 'unconverged') AS u"
    " ON u.case_id = p.case_id LEFT JOIN away AS a ON a.experiment_id = e.experiment_id AND a.case_id = p.case_id"
    " GROUP BY e.experiment_id ORDER BY e.experiment_id";
static const char BUILDS[] =
    "WITH s (name, stage) AS (VALUES (NULL, NULL)"
#include "store/case_status_list.h"
#undef CASE_STATUS
    "), counted AS (SELECT build_id, status, count(*) AS n FROM case_outcome GROUP BY build_id, status)"
    " SELECT substr(b.hash, 1, 8), b.precision, substr(b.\"commit\", 1, 12) || CASE b.dirty WHEN 1 THEN '+' ELSE '' END, b.created,"
    " coalesce((SELECT group_concat(c.n || ' ' || s.name, ', ') FROM s CROSS JOIN counted AS c"
    " WHERE c.status = s.name AND c.build_id = b.build_id) || ', ', '')"
    " || b.repetitions || ' repetitions'"
    " || coalesce(', with ' || (SELECT text FROM temp.of_plugin AS f WHERE f.id = b.build_id), '') FROM worker_build AS b ORDER BY "
    "b.build_id";
#define ENDED \
    "message || CASE WHEN message <> '' AND ended <> '' THEN '; ' ELSE '' END || ended FROM (SELECT *," \
    " CASE WHEN unconverged_steps > 0 THEN unconverged_steps || ' steps ended without convergence' ELSE '' END ||" \
    " CASE WHEN unconverged_steps > 0 AND findings IS NOT NULL THEN '; ' ELSE '' END || coalesce('found: ' || findings, '') AS ended" \
    " FROM case_outcome)"
static const char NOT_DONE[] = "SELECT status, substr(case_key, 1, 8), label, " ENDED " WHERE status <> 'done' OR hashes > 1 OR ended <> ''"
                               " ORDER BY status, case_id";
static const char ALL[] =
    "SELECT status, substr(case_key, 1, 8), repetitions || ' repetitions', label, " ENDED " ORDER BY case_id, build_id";

enum { LABEL_MOST = 1000, KEPT = 2 }; // KEPT: columns before the label, without repetitions

// The texts of a column, freed by free_texts.
static Status read_texts(sqlite3_stmt *query, int column, char ***out, int *count)
{
    int code = SQLITE_OK;
    *out = NULL;
    for (*count = 0; (code = sqlite3_step(query)) == SQLITE_ROW; ++*count) {
        const char *text = "";
        TRY(sql_text(query, column, &text));
        TRY(memory_grow((void **)out, *count, sizeof **out));
        (*out)[*count] = strdup(text);
        if (!(*out)[*count])
            return status_make(STATUS_MEMORY, "out of memory for labels");
    }
    return code == SQLITE_DONE ? status_ok() : sql_error(sqlite3_db_handle(query), "cannot be read");
}

static void free_texts(char **texts, int count)
{
    for (int i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

// A case: what stands before its label, the label, and how it ended; that on a line of its own where a terminal has no room for it.
static Status print_row(sqlite3_stmt *query, int label_column, const LabelSet *labels, int index)
{
    static const int WIDTHS[] = {11, 8, 14};
    const int        columns = terminal_columns(stdout);
    const char      *text = "", *end = "";
    char             label[LABEL_MOST];
    int              used = 0;
    for (int c = 0; c < label_column; c++) {
        TRY(sql_text(query, c, &text));
        used += printf("%-*s  ", WIDTHS[c], text);
    }
    TRY(sql_text(query, label_column + 1, &end));
    label_set_text(labels, index, columns ? columns - used : LABEL_MOST, label, sizeof label);
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
    LabelSet labels;
    TRY(label_set_create(texts, count, &labels));
    if (*labels.shared)
        printf("all of them: %s\n", labels.shared);
    Status status = status_ok();
    for (int i = 0; i < count && status.code == STATUS_OK && sqlite3_step(query) == SQLITE_ROW; i++)
        status = print_row(query, label_column, &labels, i);
    label_set_destroy(&labels);
    return status;
}

static Status print_cases(Store *store, bool all, int *rows)
{
    const int     label_column = all ? KEPT + 1 : KEPT;
    sqlite3_stmt *query = NULL;
    char        **texts = NULL;
    TRY(sql_prepare(store_handle(store), all ? ALL : NOT_DONE, &query));
    Status status = read_texts(query, label_column, &texts, rows);
    sqlite3_reset(query);
    if (status.code == STATUS_OK && *rows)
        status = print_rows(query, label_column, (const char *const *)texts, *rows);
    sqlite3_finalize(query);
    free_texts(texts, *rows);
    return status;
}

static const char SHARES[] = "SELECT r.experiment, r.options, count(DISTINCT h.case_id) || CASE count(DISTINCT h.case_id) WHEN 1 THEN"
                             " ' case' ELSE ' cases' END FROM run_call AS r JOIN run_share AS h USING (run)"
                             " GROUP BY r.experiment_id, r.options ORDER BY min(r.run)";

static Status print_shares(Store *store)
{
    int64_t shares = 0;
    int     rows = 0;
    TRY(sql_run(store_handle(store), &shares, "SELECT count(*) FROM run_share", ""));
    if (!shares)
        return status_ok();
    printf("shares that were run\n");
    return print_query(store, SHARES, (const int[8]){16}, &rows);
}

static Status print_status(Store *store, bool all)
{
    int rows = 0;
    printf("experiments\n");
    TRY(print_query(store, EXPERIMENTS, (const int[]){16, 18, 0, 0}, &rows));
    TRY(print_shares(store));
    printf("builds\n");
    TRY(plugin_builds_list(store_handle(store)));
    TRY(print_query(store, BUILDS, (const int[]){8, 4, 13, 20, 0}, &rows));
    printf(all ? "cases\n" : "cases that went wrong, did not converge, or whose repetitions differ\n");
    TRY(print_cases(store, all, &rows));
    if (rows == 0)
        printf("none\n");
    int64_t found = 0;
    TRY(sql_run(store_handle(store), &found, "SELECT count(*) FROM case_finding", ""));
    if (found)
        printf("`weft export DB --table finding` says in words what was found\n");
    return status_ok();
}

static Status run(Options *options)
{
    bool   all = false;
    Store *store = NULL;
    TRY(options_read(options, &all, 1, 1));
    const char *path = options_argument(options, 0);
    struct stat there;
    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode))
        return all ? status_make(STATUS_USAGE, "status: --all is for a database: one of the shards in %s, or its all.db", path)
                   : status_folder_print(path);
    TRY(store_open(path, STORE_GLANCE, &store));
    const Status status = print_status(store, all);
    store_close(store);
    return status;
}

const Command command_status = {.name = "status",
                                .arguments = "DB|DIR [--all]",
                                .summary = "show the progress of a database, or of a folder of `weft submit`, and what went wrong and why",
                                .flags = FLAGS,
                                .run = run};
