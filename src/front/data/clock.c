#include "data/private/clock.h"

#include <string.h>

#include "store/sql.h"

bool clock_is_iteration(const DataView *data)
{
    return strcmp(data->name, "convergence") == 0;
}

// The median clock after each iteration. Of a probe, whose iterates are those that the measured pass observed, it is that of the same probe
// in the timed pass; of others, and where probes were not timed, that of all timed steps, as step −1. process_clock has it for each process
// and probe, iteration_clock for each case: over processes and probes, so that errors of all probes have one time. Iteration 0 is the
// start.
#define MEDIAN(keys, from) \
    "SELECT " keys ", iteration, avg(time_ms) AS time_ms FROM" \
    " (SELECT *, row_number() OVER (PARTITION BY " keys ", iteration ORDER BY time_ms) AS rank," \
    "  count(*) OVER (PARTITION BY " keys ", iteration) AS n FROM (" from ")) WHERE rank IN ((n + 1) / 2, n / 2 + 1) GROUP BY " keys \
    ", iteration"
#define OF_CHOSEN(alias) " JOIN temp.chosen AS c ON c.case_id = " alias ".case_id AND c.build_id = " alias ".build_id"
#define TIMED \
    "SELECT i.case_id, coalesce(r.process, -i.case_id) AS process, -1 AS step, i.iteration, i.time_ms FROM timed_iteration AS i" \
    " JOIN measured_repetition AS r ON r.repetition_id = i.repetition_id" OF_CHOSEN( \
        "i") " WHERE NOT i.warmup UNION ALL " \
             "SELECT p.case_id, coalesce(p.process, -p.case_id), p.step, p.iteration, p.time_ms FROM probe_clock AS p" OF_CHOSEN("p")
static Status make_iterations(sqlite3 *db)
{
    return sql_exec(
        db,
        "CREATE TEMP TABLE IF NOT EXISTS process_clock AS"
        " WITH clock AS MATERIALIZED (" MEDIAN(
            "case_id, process, step",
            TIMED) ")"
                   " SELECT * FROM clock UNION ALL SELECT DISTINCT case_id, process, step, 0, 0.0 FROM clock;"
                   "CREATE TEMP TABLE IF NOT EXISTS iteration_clock AS " MEDIAN(
                       "case_id, probe",
                       "SELECT *, step >= 0 AS probe FROM temp.process_clock") ";"
                                                                               "CREATE INDEX IF NOT EXISTS temp.process_clock_key ON "
                                                                               "process_clock (case_id, step, iteration);"
                                                                               "CREATE UNIQUE INDEX IF NOT EXISTS temp.iteration_clock_key "
                                                                               "ON iteration_clock (case_id, probe, iteration)");
}

// The median times to the targets of accuracy in each process.
#define TARGET "a.case_id, a.step, a.iterations_needed, coalesce(a.process, -a.case_id)"
#define MIDDLE(name, rank) "avg(" name ") FILTER (WHERE " rank " IN ((n + 1) / 2, n / 2 + 1)) AS " name
static Status make_accuracy(sqlite3 *db)
{
    return sql_exec(db, "CREATE TEMP TABLE IF NOT EXISTS accuracy_process AS"
                        " SELECT case_id, step, iterations_needed, process, " MIDDLE("time_ms", "warm") ", " MIDDLE("cold_ms", "cold") //
                    " FROM (SELECT " TARGET " AS process, a.time_ms, a.cold_ms, count(*) OVER (PARTITION BY " TARGET ") AS n,"
                    "  row_number() OVER (PARTITION BY " TARGET " ORDER BY a.time_ms) AS warm,"
                    "  row_number() OVER (PARTITION BY " TARGET " ORDER BY a.cold_ms) AS cold"
                    "  FROM accuracy_clock AS a JOIN temp.chosen AS c ON c.case_id = a.case_id AND c.build_id = a.build_id)"
                    " GROUP BY case_id, step, iterations_needed, process;"
                    "CREATE INDEX IF NOT EXISTS temp.accuracy_process_key ON accuracy_process (case_id, step, iterations_needed)");
}

static Status make_work(sqlite3 *db)
{
    TRY(sql_exec(db, "CREATE TEMP TABLE IF NOT EXISTS work_clock AS SELECT w.* FROM work_process AS w" OF_CHOSEN("w")));
    return sql_exec(db, "CREATE INDEX IF NOT EXISTS temp.work_clock_key ON work_clock (case_id)");
}

Status clock_make(sqlite3 *db, const DataView *data)
{
    return clock_is_iteration(data) ? make_iterations(db) : data_view_of_cases(data) ? make_work(db) : make_accuracy(db);
}

Status clock_drop(sqlite3 *db)
{
    return sql_exec(db, "DROP TABLE IF EXISTS temp.process_clock; DROP TABLE IF EXISTS temp.iteration_clock;"
                        "DROP TABLE IF EXISTS temp.accuracy_process; DROP TABLE IF EXISTS temp.work_clock");
}

#define AT_ITERATION(table, place, probe, other) \
    " LEFT JOIN temp." table " AS k ON k.case_id = v.case_id AND k.iteration = v.iteration AND k." place " = CASE WHEN v.probe AND EXISTS" \
    " (SELECT * FROM temp." table " AS p WHERE p.case_id = v.case_id AND p." place " = " probe ") THEN " probe " ELSE " other " END"
const char *clock_join(const DataView *data, bool processes)
{
    if (data_view_of_cases(data))
        return " LEFT JOIN temp.work_clock AS k ON k.case_id = v.case_id";
    if (!clock_is_iteration(data))
        return " LEFT JOIN temp.accuracy_process AS k ON k.case_id = v.case_id AND k.step = v.step"
               " AND k.iterations_needed = v.iterations_needed";
    return processes ? AT_ITERATION("process_clock", "step", "v.step", "-1") : AT_ITERATION("iteration_clock", "probe", "1", "0");
}
