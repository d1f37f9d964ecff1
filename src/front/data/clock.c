#include "data/private/clock.h"

#include <string.h>

#include "data/private/cached_view.h"

bool clock_is_iteration(const DataView *data)
{
    return strcmp(data->name, "convergence") == 0;
}

Status clock_make(sqlite3 *db, const DataView *data)
{
    if (data_view_of_cases(data))
        return cached_view_make(db, "work_process", "work_process", "case_id");
    if (!clock_is_iteration(data))
        return cached_view_make(db, "process_accuracy", "process_accuracy", "case_id, step, iterations_needed");
    TRY(cached_view_make(db, "process_clock", "process_clock", "case_id, step, iteration"));
    return cached_view_make(db, "iteration_clock", "iteration_clock", "case_id, probe, iteration");
}

// Joins a clock table to the iterates `v` of the view convergence, by case and iteration. A case has several clocks, distinguished by
// `column`. A row of a probe uses the clock with column = `probe` if the case has one (the probe was timed).
// Every other row uses the clock with column = `other`, measured over all timed steps.
#define AT_ITERATION(table, column, probe, other) \
    " LEFT JOIN temp." table " AS k ON k.case_id = v.case_id AND k.iteration = v.iteration AND k." column \
    " = CASE WHEN v.probe AND EXISTS" \
    " (SELECT * FROM temp." table " AS p WHERE p.case_id = v.case_id AND p." column " = " probe ") THEN " probe " ELSE " other " END"

// One row per process (processes) or the median over processes. Views: convergence, by iteration; cases, by case; accuracy, by step
// and iteration count. All timed steps are step −1 in process_clock, and probe 0 in iteration_clock.
const char *clock_join(const DataView *data, bool processes)
{
    if (data_view_of_cases(data))
        return " LEFT JOIN temp.cached_work_process AS k ON k.case_id = v.case_id";
    if (!clock_is_iteration(data))
        return " LEFT JOIN temp.cached_process_accuracy AS k ON k.case_id = v.case_id AND k.step = v.step"
               " AND k.iterations_needed = v.iterations_needed";
    return processes ? AT_ITERATION("cached_process_clock", "step", "v.step", "-1")
                     : AT_ITERATION("cached_iteration_clock", "probe", "1", "0");
}
