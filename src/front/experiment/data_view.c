#include "experiment/data_view.h"

#include <stdio.h>
#include <string.h>

// The columns of data views from fields of rows (record/record_list.h), with their labels. The columns of a row follow a heading without a
// name. Flags, names and vectors as JSON are in the store, but figures cannot show them.
#define COLUMN_COUNT(view, unit, label) {view, label, true, unit},
#define COLUMN_COUNT_IF(view, unit, label) {view, label, true, unit},
#define COLUMN_NUMBER(view, unit, label) {view, label, true, unit},
#define COLUMN_NORM(view, unit, label) {view, label, true, unit},
#define COLUMN_TEXT(view, unit, label) {view, label, false, unit},
#define COLUMN_POINT(view, unit, label) \
    {view "_x", "x of " label, true, unit}, {view "_y", "y of " label, true, unit}, {view "_z", "z of " label, true, unit},
#define COLUMN_FLAG(view, unit, label)
#define COLUMN_NAME(view, unit, label)
#define COLUMN_VECTOR(view, unit, label)
static const DataColumn FIELD_COLUMNS[] = {
#define ROW(constant, name, table, place) {NULL, NULL, false, NULL},
#define FIELD(row, field, kind)
#define VIEW(row, field, kind, view, unit, label) COLUMN_##kind(view, unit, label)
#include "record/record_list.h"
    {NULL, NULL, false, NULL},
};

// The positions of the headings.
#define PLACE_COUNT(field) PLACE_##field,
#define PLACE_COUNT_IF(field) PLACE_##field,
#define PLACE_NUMBER(field) PLACE_##field,
#define PLACE_NORM(field) PLACE_##field,
#define PLACE_TEXT(field) PLACE_##field,
#define PLACE_POINT(field) PLACE_X_##field, PLACE_Y_##field, PLACE_Z_##field,
#define PLACE_FLAG(field)
#define PLACE_NAME(field)
#define PLACE_VECTOR(field)
enum {
#define ROW(constant, name, table, place) HEADING_##constant,
#define FIELD(row, field, kind)
#define VIEW(row, field, kind, view, unit, label) PLACE_##kind(row##_##field)
#include "record/record_list.h"
};
#define FIELDS_OF(row) &FIELD_COLUMNS[HEADING_##row + 1]

static const DataColumn STEP_COLUMNS[] = {
    {"step", "step", true, NULL},
    {"repetition", "repetition", true, NULL},
    {"iterations_done", "iterations per step", true, NULL},
    {"step_ms", "time per step (ms)", true, NULL},
    {"iteration_ms", "time per iteration (ms)", true, NULL},
    {"ns_per_constraint", "ns per constraint and iteration", true, NULL},
    {"disturbed", "disturbed samples", true, NULL},
    {"switched", "samples with a thread that lost its core", true, NULL},
    {"stolen", "samples with time stolen by the hypervisor", true, NULL},
    {"slow", "samples at a low frequency", true, NULL},
    {"ghz", "frequency (GHz)", true, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn TAIL_COLUMNS[] = {
    {"step_ms", "median time per step (ms)", true, NULL},
    {"p95_ms", "95th percentile of the time per step (ms)", true, NULL},
    {"p99_ms", "99th percentile of the time per step (ms)", true, NULL},
    {"worst_ms", "worst time per step (ms)", true, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn PHASE_COLUMNS[] = {
    {"phase", "phase", false, NULL},
    {"step", "step", true, NULL},
    {"step_ms", "time per step (ms)", true, NULL},
    {"iteration_ms", "time per iteration (ms)", true, NULL},
    {"share", "share of the step", true, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn ROOFLINE_COLUMNS[] = {
    {"phase", "phase", false, NULL},
    {"step", "step", true, NULL},
    {"step_ms", "time per step (ms)", true, NULL},
    {"gbytes", "bytes moved in a step (GB)", true, NULL},
    {"gflops", "operations of a step (Gflop)", true, NULL},
    {"intensity", "intensity (flop/byte)", true, NULL},
    {"working_set_bytes", "working set (bytes)", true, NULL},
    {"gb_per_s", "bandwidth (GB/s)", true, NULL},
    {"read_gb_per_s", "read bandwidth of the machine (GB/s)", true, NULL},
    {"machine_gb_per_s", "bandwidth that the machine gives (GB/s)", true, NULL},
    {"triad_gb_per_s", "triad bandwidth of the machine (GB/s)", true, NULL},
    {"bandwidth_share", "share of the machine's bandwidth", true, NULL},
    {"gflop_per_s", "operations (Gflop/s)", true, NULL},
    {"peak_gflop_per_s", "peak of the machine (Gflop/s)", true, NULL},
    {"flop_share", "share of the peak operations", true, NULL},
    {"roof_gflop_per_s", "roof of the machine (Gflop/s)", true, NULL},
    {"roof_share", "share of the roof", true, NULL},
    {"byte_floor_ms", "floor by bytes (ms)", true, NULL},
    {"flop_floor_ms", "floor by operations (ms)", true, NULL},
    {"no_share", "reason for a missing share", false, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn COUNTER_COLUMNS[] = {
    {"phase", "phase", false, NULL},        {"counter", "counter", false, NULL},
    {"counted_value", "count", true, NULL}, {"per_step", "count per step", true, NULL},
    {"per_ns", "count per ns", true, NULL}, {NULL, NULL, false, NULL},
};
static const DataColumn SETUP_COLUMNS[] = {
    {"phase", "phase", false, NULL},
    {"pass", "pass", false, NULL},
    {"ms", "set-up time (ms)", true, NULL},
    {"gflop_per_s", "operations (Gflop/s)", true, NULL},
    {"flop_share", "share of the peak operations", true, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn CONVERGENCE_COLUMNS[] = {
    {"iteration", "iteration", true, NULL}, {"time_ms", "time from the start of the step (ms)", true, NULL},
    {"step", "step", true, NULL},           {"probe", "probe step", true, NULL},
    {"substep", "substep", true, NULL},     {NULL, NULL, false, NULL},
};
static const DataColumn STEP_END_COLUMNS[] = {
    {"step", "step", true, NULL},
    {"probe", "probe step", true, NULL},
    {"ended", "how the step ended", false, NULL},
    {"unconverged", "share of unconverged steps", true, NULL},
    {"residual_ratio", "final residual / initial residual", true, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn TRAJECTORY_COLUMNS[] = {
    {"step", "step", true, NULL},         {"time_s", "time (s)", true, NULL}, {"last", "last frame", true, NULL},
    {"energy", "energy (J)", true, NULL}, {NULL, NULL, false, NULL},
};
static const DataColumn FORCE_COLUMNS[] = {
    {"step", "step", true, NULL},
    {"time_s", "time (s)", true, NULL},
    {"last", "last recorded step", true, NULL},
    {"constraint_kind", "kind of constraint", false, NULL},
    {"constraint_index", "constraint", true, NULL},
    {"force", "force (N)", true, NULL},
    {"reference_force", "force of the reference (N)", true, NULL},
    {"force_error", "relative error of the force", true, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn LOAD_COLUMNS[] = {
    {"step", "step", true, NULL},
    {"time_s", "time (s)", true, NULL},
    {"last", "last recorded step", true, NULL},
    {"carrier", "carrier of the load", false, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn CONTACT_COLUMNS[] = {
    {"step", "step", true, NULL},      {"time_s", "time (s)", true, NULL},
    {"last", "last step", true, NULL}, {"friction_total", "work of friction (J)", true, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn CONTACT_TIME_COLUMNS[] = {
    {"step", "step", true, NULL},
    {"broad_ms", "time of the broad phase (ms)", true, NULL},
    {"narrow_ms", "time of the narrow phase (ms)", true, NULL},
    {"colour_ms", "time to colour the contacts (ms)", true, NULL},
    {"project_ms", "time to project the contacts (ms)", true, NULL},
    {"velocity_ms", "time of restitution and friction (ms)", true, NULL},
    {"detection_ms", "time of detection per step (ms)", true, NULL},
    {"contact_ms", "time of contact per step (ms)", true, NULL},
    {"step_ms", "time per step (ms)", true, NULL},
    {"contact_share", "share of contact in the step", true, NULL},
    {"detection_ns_per_primitive", "ns of detection per primitive", true, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn ACCURACY_COLUMNS[] = {
    {"accuracy_target", "target, relative to the initial error", true, NULL},
    {"reached", "share that reached the target", true, NULL},
    {"iterations_needed", "iterations to the target", true, NULL},
    {"time_ms", "time to the target (ms)", true, NULL},
    {"cold_ms", "time to the target, with set-up (ms)", true, NULL},
    {"step", "step", true, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn WORK_COLUMNS[] = {
    {"step_ms", "time per step (ms)", true, NULL},
    {"run_ms", "time of the run (ms)", true, NULL},
    {"seconds_per_second", "wall time per simulated time (s/s)", true, NULL},
    {"setup_ms", "set-up time (ms)", true, NULL},
    {"system_ms", "set-up of the linear system (ms)", true, NULL},
    {"cold_ms", "time of the run, with set-up (ms)", true, NULL},
    {"steps_run", "steps", true, NULL},
    {"iterations_run", "iterations of the run", true, NULL},
    {"error", "relative error", true, NULL},
    {"error_of_start", "error, relative to the initial error", true, NULL},
    {"weighted_error", "mass-weighted error, relative to the initial error", true, NULL},
    {"time_s", "simulated time (s)", true, NULL},
    {"energy", "energy (J)", true, NULL},
    {"bytes_per_iteration", "memory traffic per iteration", true, "bytes"},
    {NULL, NULL, false, NULL},
};
static const DataColumn OUTCOME_COLUMNS[] = {
    {"status", "status", false, NULL},
    {"repetitions", "repetitions", true, NULL},
    {"hashes", "different final states", true, NULL},
    {"unconverged_steps", "unconverged steps", true, NULL},
    {"peak_bytes", "peak memory (bytes)", true, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn SURFACE_COLUMNS[] = {
    {"primitives", "points, edges and triangles of the surface", true, NULL},
    {NULL, NULL, false, NULL},
};
static const DataColumn *const MODEL_COLUMNS[] = {FIELDS_OF(MODEL), SURFACE_COLUMNS, FIELDS_OF(SURFACE), NULL};

static const DataView VIEWS[] = {
    {"step",
     "timed_step",
     true,
     REST_TRAJECTORY,
     {STEP_COLUMNS, FIELDS_OF(COST)},
     false,
     {NULL},
     {
         "step",
         "repetition",
         "iterations_done",
#define COST(name, label, what) #name,
#include "record/cost_list.h"
     }},
    {"tail", "repetition_median", true, REST_ALL, {TAIL_COLUMNS}, false, {NULL}, {NULL}},
    {"phase", "phase_time", true, REST_TRAJECTORY, {PHASE_COLUMNS}, false, {NULL}, {"step"}},
    {"roofline",
     "roofline",
     true,
     REST_TRAJECTORY,
     {ROOFLINE_COLUMNS},
     false,
     {NULL},
     {"step", "gbytes", "gflops", "intensity", "working_set_bytes"}},
    {"counter", "counter_value", true, REST_ALL, {COUNTER_COLUMNS}, false, {NULL}, {NULL}},
    {"setup", "setup_time", true, REST_NONE, {SETUP_COLUMNS}, false, {NULL}, {NULL}},
    {"linsys", "linsys_fact", false, REST_NONE, {FIELDS_OF(LINSYS)}, false, {NULL}, {NULL}},
    {"convergence",
     "convergence",
     false,
     REST_OBSERVED,
     {CONVERGENCE_COLUMNS, FIELDS_OF(ITERATE)},
     true,
     {"error", "gap", "error_of_start", "weighted_error"},
     {"time_ms"}},
    {"accuracy",
     "accuracy",
     false,
     REST_PROBE,
     {ACCURACY_COLUMNS},
     true,
     {"reached", "iterations_needed", "time_ms", "cold_ms"},
     {"time_ms", "cold_ms"}},
    {"step_end", "step_outcome", false, REST_NONE, {STEP_END_COLUMNS, FIELDS_OF(STEP_END), FIELDS_OF(COST)}, false, {NULL}, {NULL}},
    {"trajectory",
     "trajectory",
     false,
     REST_TRAJECTORY,
     {TRAJECTORY_COLUMNS, FIELDS_OF(FRAME)},
     true,
     {"trajectory_error", "weighted_trajectory_error"},
     {NULL}},
    {"force", "constraint_force", false, REST_TRAJECTORY, {FORCE_COLUMNS}, true, {"reference_force", "force_error"}, {NULL}},
    {"load", "carried_load", false, REST_TRAJECTORY, {LOAD_COLUMNS, FIELDS_OF(LOAD)}, true, {NULL}, {NULL}},
    {"contact", "contact_step", false, REST_TRAJECTORY, {CONTACT_COLUMNS, FIELDS_OF(CONTACT)}, false, {NULL}, {NULL}},
    {"contact_time", "contact_time", true, REST_TRAJECTORY, {CONTACT_TIME_COLUMNS}, false, {NULL}, {"step"}},
    {"work",
     "case_work",
     false,
     REST_CASE,
     {WORK_COLUMNS, FIELDS_OF(FRAME), FIELDS_OF(COST)},
     true,
     {"trajectory_error", "weighted_trajectory_error", "error", "error_of_start", "weighted_error"},
     {"step_ms", "run_ms", "seconds_per_second", "setup_ms", "system_ms", "cold_ms"}},
    {"outcome", "case_outcome", false, REST_NONE, {OUTCOME_COLUMNS}, false, {NULL}, {NULL}},
};
enum { VIEW_COUNT = sizeof VIEWS / sizeof *VIEWS };
_Static_assert((int)VIEW_COUNT <= (int)DATA_VIEWS_MAX, "lists of their names have room for all");

const DataView *data_view_at(int index)
{
    return index >= 0 && index < VIEW_COUNT ? &VIEWS[index] : NULL;
}

const DataColumn *const *data_model_columns(void)
{
    return MODEL_COLUMNS;
}

static const DataColumn *find_column(const DataColumn *const *lists, const char *name)
{
    for (; *lists; lists++)
        for (const DataColumn *column = *lists; column->name; column++)
            if (strcmp(column->name, name) == 0)
                return column;
    return NULL;
}

const DataColumn *data_view_column(const DataView *view, const char *name)
{
    const DataColumn *own = find_column(view->columns, name);
    return own ? own : find_column(MODEL_COLUMNS, name);
}

const char *data_view_needs(const DataView *view, const char *name)
{
    static const struct {
        const DataColumn *columns;
        const char       *setting;
    } NEEDS[] = {{TRAJECTORY_COLUMNS, "frames"}, {FIELDS_OF(FRAME), "frames"}, {FORCE_COLUMNS, "forces"},
                 {LOAD_COLUMNS, "loads"},        {FIELDS_OF(LOAD), "loads"},   {ACCURACY_COLUMNS, "probes"}};
    for (int i = 0; i < DATA_LISTS_MAX && view->columns[i]; i++)
        for (size_t k = 0; k < sizeof NEEDS / sizeof *NEEDS; k++)
            if (view->columns[i] == NEEDS[k].columns && find_column((const DataColumn *const[]){NEEDS[k].columns, NULL}, name))
                return NEEDS[k].setting;
    return NULL;
}

bool data_view_measures(const DataView *view, const char *name)
{
    bool unlike = false;
    for (int i = 0; i < DATA_UNLIKE_MAX && view->unlike[i]; i++)
        unlike = unlike || strcmp(name, view->unlike[i]) == 0;
    return find_column(view->columns, name) && view->by_repetition != unlike;
}

double data_view_step(const DataView *view, const char *name)
{
    const size_t length = strlen(name);
    const bool   time = length >= 2 && strcmp(name + length - 2, "ms") == 0;
    return time && data_view_measures(view, name) ? CLOCK_STEP_MS : 0;
}
