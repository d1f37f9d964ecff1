#include "cli/private/sim_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/row.h"
#include "store/sql.h"

// Prints each row of a query as a line. Texts are printed unchanged; a number replaces %N in the name of its column, with N digits. NULL
// values, and lines of NULL values alone, are omitted. ?1: the label.
typedef struct Line {
    const char *label, *sql;
} Line;

#define PHASE(constant, name, setup, what) ", max(median) FILTER (WHERE phase = '" name "') AS [" name " %4 ms]"
static const char PHASES[] = "SELECT NULL"
#include "record/phase_list.h"
                             " FROM sim_time WHERE kind = ?1";
#undef PHASE

#define PER_STEP(name) ", max(per_step) FILTER (WHERE counter = '" name "') AS [" name " %4]"
#define COUNTER(constant, name, group, type, config, kernel, what) PER_STEP(name)
#define PHASE(constant, name, setup, what) name " "
static const char COUNTERS[] = "SELECT printf('%-8s', phase)"
#include "machine/counter_list.h"
    PER_STEP("cpu_ns") PER_STEP("memory_bytes") ", 'per step' FROM counter_value GROUP BY phase ORDER BY instr(' "
#include "record/phase_list.h"
                                                "step ', ' ' || phase || ' ')";
#undef COUNTER
#undef PHASE

#define COST(name, label, what) ", nullif(" #name ", 0) AS [" #name " %15]"
static const char COUNTS[] = "SELECT 'step ' || step"
#include "record/cost_list.h"
                             " FROM sim_cost ORDER BY repetition_id DESC, step DESC LIMIT 1";

static const Line LINES[] = {{"model", "SELECT * FROM sim_model"},
                             {"surface", "SELECT * FROM sim_surface"},
                             {"linsys", "SELECT * FROM sim_linsys"},
                             {"step", "SELECT * FROM sim_step"},
                             {"speed", "SELECT * FROM sim_speed"},
                             {"uncharged", "SELECT * FROM sim_uncharged"},
                             {"set-up", PHASES},
                             {"phases", PHASES},
                             {"counters", COUNTERS},
                             {"not counted", "SELECT counter FROM counter_value WHERE counted_value IS NULL GROUP BY counter"}};

static const Line ENDS[] = {{"contact", "SELECT * FROM sim_touching"},
                            {"bound", "SELECT * FROM sim_bound"},
                            {"state", "SELECT * FROM sim_state"},
                            {"end", "SELECT * FROM sim_end"},
                            {"wall time", "SELECT * FROM wall_line"}};

static const Line FORCES[] = {
    {"forces", "SELECT * FROM sim_force"}, {"carries", "SELECT * FROM sim_carries"}, {"iterations", "SELECT * FROM sim_iterations"}};

// How the steps ended: all of them with the first unconverged one, the last step, and the count of unconverged steps. Residuals that are
// metrics have units.
#define FIELD(row, field, kind)
#define METRIC(field, kind, view, unit, label, sim) " WHEN '" #field "' THEN rtrim(' " unit "')"
static const char STEPS[] =
    "WITH ends AS (SELECT step, ended, 'step ' || step || ', ' || iterations || ' iterations' || iif(residual IS NULL"
    " OR residual_end IS NULL, '', ', ' || residual || printf(' %.3g', residual_end) || iif(residual_begin IS NULL,"
    " '', printf(' of %.3g', residual_begin)) || CASE residual"
#include "record/record_list.h"
    " ELSE '' END) AS text FROM sim_step_end)"
    " SELECT (SELECT group_concat(n || ' ' || ended, ', ') FROM (SELECT ended, count(*) AS n FROM ends GROUP BY ended"
    " ORDER BY instr('done, converged, at round-off, unconverged', ended))) || coalesce(' (first: ' ||"
    " (SELECT text FROM ends WHERE ended = 'unconverged' ORDER BY step LIMIT 1) || ')', ''),"
    " (SELECT text FROM ends ORDER BY step DESC LIMIT 1), count(*) FILTER (WHERE ended = 'unconverged') FROM ends";

static Status print_column(sqlite3_stmt *query, int column)
{
    const char *name = sqlite3_column_name(query, column), *mark = strchr(name, '%'), *text = "";
    char       *rest = NULL;
    if (sqlite3_column_type(query, column) == SQLITE_TEXT) {
        TRY(sql_text(query, column, &text));
        printf("  %s", text);
        return status_ok();
    }
    ASSERT(mark);
    const long digits = strtol(mark + 1, &rest, 10);
    printf("  %.*s%.*g%s", (int)(mark - name), name, (int)digits, sqlite3_column_double(query, column), rest);
    return status_ok();
}

// Returns the number of lines through `lines`.
static Status print_line(sqlite3 *db, const char *label, const char *sql, int *lines)
{
    SQL_STATEMENT *query = NULL;
    TRY(sql_prepare(db, sql, &query));
    Status status = strstr(sql, "?1") ? sql_bind(query, "t", label) : status_ok();
    for (*lines = 0; status.code == STATUS_OK && sql_next(query, &status);) {
        bool begun = false;
        for (int c = 0; c < sqlite3_column_count(query); c++) {
            if (sqlite3_column_type(query, c) == SQLITE_NULL)
                continue;
            if (!begun)
                printf("%-12s", label);
            begun = true;
            TRY(print_column(query, c));
        }
        *lines += begun;
        if (begun)
            printf("\n");
    }
    return status;
}

static Status print_lines(sqlite3 *db, const Line *list, size_t count)
{
    int lines = 0;
    for (size_t i = 0; i < count; i++)
        TRY(print_line(db, list[i].label, list[i].sql, &lines));
    return status_ok();
}

// The metrics of the last iterate that exist.
static Status print_residuals(sqlite3 *db)
{
    int          lines = 0;
    sqlite3_str *sql = sqlite3_str_new(db);
    sqlite3_str_appendall(sql, "SELECT 'step ' || step");
    for (const Field *field = row_type(ROW_ITERATE)->fields; field->name; field++)
        if (field->sim)
            sqlite3_str_appendf(sql, ", \"%w\" AS \"%w %%6%s%w\"", field->name, field->sim, *field->unit ? " " : "", field->unit);
    sqlite3_str_appendall(sql, " FROM sim_iterate ORDER BY step DESC LIMIT 1");
    SQL_TEXT *text = sqlite3_str_finish(sql);
    return text ? print_line(db, "residuals", text, &lines) : status_make(STATUS_MEMORY, "out of memory for residuals");
}

static Status print_error(sqlite3 *db, int64_t substeps)
{
    char sql[400];
    int  lines = 0;
    snprintf(sql, sizeof sql,
             "SELECT 'step ' || step, error AS [%%4 of the motion of the step], error_of_start AS [%%4 of the error at its start],"
             " weighted_error AS [%%4 weighted by mass], iif(%lld > 1, 'after the first of its %lld substeps', NULL) FROM final_error",
             (long long)substeps, (long long)substeps);
    TRY(print_line(db, "error", sql, &lines));
    if (!lines)
        printf("%-12s  none: nothing moves in the last step; choose other --steps\n", "error");
    return status_ok();
}

// Prints a line of the table, or a warning if some step did not converge.
static Status print_steps(sqlite3 *db, bool warn)
{
    SQL_STATEMENT *query = NULL;
    const char    *all = "", *last = "";
    TRY(sql_prepare(db, STEPS, &query));
    Status status = status_ok();
    if (!sql_next(query, &status) || sqlite3_column_type(query, 0) != SQLITE_TEXT)
        return status;
    TRY(sql_text(query, 0, &all));
    TRY(sql_text(query, 1, &last));
    if (!warn)
        printf("%-12s  %s; %s\n", "steps", all, last);
    else if (sqlite3_column_int(query, 2) > 0)
        fprintf(stderr,
                "weft: steps: some steps did not converge: %s; use a smaller dt, more iterations or softer "
                "constraints\n",
                all);
    return status_ok();
}

Status sim_print(sqlite3 *db, bool error, int64_t substeps)
{
    int lines = 0;
    TRY(print_lines(db, LINES, sizeof LINES / sizeof *LINES));
    TRY(print_residuals(db));
    TRY(print_line(db, "counts", COUNTS, &lines));
    if (error)
        TRY(print_error(db, substeps));
    TRY(print_steps(db, false));
    return print_lines(db, ENDS, sizeof ENDS / sizeof *ENDS);
}

Status sim_print_forces(sqlite3 *db)
{
    return print_lines(db, FORCES, sizeof FORCES / sizeof *FORCES);
}

Status sim_warn(sqlite3 *db)
{
    SQL_STATEMENT *query = NULL;
    TRY(print_steps(db, true));
    TRY(sql_prepare(db, "SELECT text FROM case_finding", &query));
    Status status = status_ok();
    while (sql_next(query, &status)) {
        const char *text = "";
        TRY(sql_text(query, 0, &text));
        fprintf(stderr, "weft: %s\n", text);
    }
    return status;
}
