// weft status: what a database holds, and what went wrong.
#include <sqlite3.h>
#include <stdio.h>

#include "cli/private/command.h"
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
    for (; (code = sqlite3_step(query)) == SQLITE_ROW; ++*rows) {
        for (int column = 0; column < sqlite3_column_count(query); column++) {
            const char *text = (const char *)sqlite3_column_text(query, column);
            printf("%s%-*s", column ? "  " : "", widths[column], text ? text : "");
        }
        printf("\n");
    }
    const Status status = code == SQLITE_DONE ? status_ok() : sql_error(store_handle(store), "cannot be read");
    sqlite3_finalize(query);
    return status;
}

static const char EXPERIMENTS[] =
    "SELECT e.name, count(*) || CASE count(*) WHEN 1 THEN ' case, ' ELSE ' cases, ' END || count(d.case_id) || ' done', e.path, e.created"
    " FROM experiment AS e JOIN plan AS p ON p.experiment_id = e.id"
    " LEFT JOIN (SELECT DISTINCT case_id FROM outcome WHERE status = 'done') AS d ON d.case_id = p.case_id"
    " GROUP BY e.id ORDER BY e.id";
static const char BUILDS[] =
    "SELECT substr(b.hash, 1, 8), b.precision, substr(b.\"commit\", 1, 12) || CASE b.dirty WHEN 1 THEN '+' ELSE '' END, b.created,"
    " (SELECT count(*) FROM outcome AS o WHERE o.build_id = b.id AND o.status = 'done') || ' done, ' ||"
    " (SELECT count(*) FROM outcome AS o WHERE o.build_id = b.id AND o.status IN ('diverged', 'refused')) || ' diverged or refused, ' ||"
    " (SELECT count(*) FROM outcome AS o WHERE o.build_id = b.id AND o.status NOT IN ('done', 'diverged', 'refused')) || ' to try again, '"
    " || (SELECT count(*) FROM repetition AS r WHERE r.build_id = b.id) || ' repetitions' FROM build AS b ORDER BY b.id";
#define ENDED \
    "message || CASE WHEN message <> '' AND ended <> '' THEN '; ' ELSE '' END || ended FROM (SELECT *," \
    " CASE WHEN unconverged_steps > 0 THEN unconverged_steps || ' steps ended without convergence' ELSE '' END ||" \
    " CASE WHEN unconverged_steps > 0 AND findings IS NOT NULL THEN '; ' ELSE '' END || coalesce('found: ' || findings, '') AS ended" \
    " FROM case_outcome)"
static const char NOT_DONE[] = "SELECT status, substr(case_key, 1, 8), label, " ENDED " WHERE status <> 'done' OR hashes > 1 OR ended <> ''"
                               " ORDER BY status, case_id";
static const char ALL[] =
    "SELECT status, substr(case_key, 1, 8), repetitions || ' repetitions', label, " ENDED " ORDER BY case_id, build_id";

static Status print_status(Store *store, bool all)
{
    int rows = 0;
    printf("experiments\n");
    TRY(print_query(store, EXPERIMENTS, (const int[]){16, 18, 0, 0}, &rows));
    printf("builds\n");
    TRY(print_query(store, BUILDS, (const int[]){8, 4, 13, 20, 0}, &rows));
    printf(all ? "cases\n" : "cases that went wrong, did not converge, or whose repetitions differ\n");
    if (all)
        TRY(print_query(store, ALL, (const int[]){9, 8, 14, 0, 0}, &rows));
    else
        TRY(print_query(store, NOT_DONE, (const int[]){9, 8, 0, 0}, &rows));
    if (rows == 0)
        printf("none\n");
    int64_t found = 0;
    TRY(sql_run(store_handle(store), &found, "SELECT count(*) FROM finding", ""));
    if (found)
        printf("`weft export DB --table finding` says in words what was found\n");
    const char *first = NULL;
    const int   old = store_old_keys(store, &first);
    if (old > 0)
        printf("%d case%s from an older weft that no experiment finds any more\n%s%s\n", old, old == 1 ? "" : "s", first,
               old > 1 ? ", and others" : "");
    return status_ok();
}

static Status run(Options *options)
{
    bool   all = false;
    Store *store = NULL;
    TRY(options_read(options, &all, 1, 1));
    TRY(store_open(options_argument(options, 0), STORE_READ, &store));
    const Status status = print_status(store, all);
    store_close(store);
    return status;
}

const Command command_status = {.name = "status",
                                .arguments = "DB [--all]",
                                .summary = "show the progress of a database, and which cases went wrong and why",
                                .flags = FLAGS,
                                .run = run};
