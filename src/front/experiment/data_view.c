#include "experiment/data_view.h"

#include <string.h>

static const DataColumn STEP_COLUMNS[] = {
    {"step", "step", true},
    {"repetition", "repetition", true},
    {"iterations_done", "iterations per step", true},
    {"step_ms", "time per step (ms)", true},
    {"iteration_ms", "time per iteration (ms)", true},
    {"ns_per_constraint", "ns per constraint and iteration", true},
    {"disturbed", "disturbed samples", true},
    {"switched", "samples with a thread that lost its core", true},
    {"stolen", "samples with time stolen by the hypervisor", true},
    {"slow", "samples at a low frequency", true},
    {"ghz", "frequency (GHz)", true},
    {NULL, NULL, false},
};
static const DataColumn PHASE_COLUMNS[] = {
    {"phase", "phase", false},
    {"step", "step", true},
    {"step_ms", "time per step (ms)", true},
    {"iteration_ms", "time per iteration (ms)", true},
    {"share", "share of the step", true},
    {NULL, NULL, false},
};
static const DataColumn ROOFLINE_COLUMNS[] = {
    {"phase", "phase", false},
    {"step", "step", true},
    {"step_ms", "time per step (ms)", true},
    {"gbytes", "bytes moved in a step (GB)", true},
    {"gflops", "operations of a step (Gflop)", true},
    {"intensity", "intensity (flop/byte)", true},
    {"working_set_bytes", "working set (bytes)", true},
    {"gb_per_s", "bandwidth (GB/s)", true},
    {"read_gb_per_s", "read bandwidth of the machine (GB/s)", true},
    {"machine_gb_per_s", "bandwidth that the machine gives (GB/s)", true},
    {"triad_gb_per_s", "triad bandwidth of the machine (GB/s)", true},
    {"bandwidth_share", "share of the machine's bandwidth", true},
    {"gflop_per_s", "operations (Gflop/s)", true},
    {"peak_gflop_per_s", "peak of the machine (Gflop/s)", true},
    {"flop_share", "share of the peak operations", true},
    {"roof_gflop_per_s", "roof of the machine (Gflop/s)", true},
    {"roof_share", "share of the roof", true},
    {NULL, NULL, false},
};
static const DataColumn COUNTER_COLUMNS[] = {
    {"phase", "phase", false},        {"counter", "counter", false}, {"counted_value", "count", true}, {"per_step", "count per step", true},
    {"per_ns", "count per ns", true}, {NULL, NULL, false},
};
static const DataColumn SETUP_COLUMNS[] = {
    {"phase", "phase", false},
    {"pass", "pass", false},
    {"ms", "set-up time (ms)", true},
    {NULL, NULL, false},
};
static const DataColumn LINSYS_COLUMNS[] = {
    {"ordering_used", "ordering", false},
    {"matrix_order", "order of the matrix", true},
    {"matrix_nonzeros", "nonzeros of the matrix", true},
    {"factor_nonzeros", "nonzeros of the factor", true},
    {"factor_flops", "operations of a factorisation", true},
    {"factor_bytes", "memory of the factor (bytes)", true},
    {"workspace_bytes", "workspace (bytes)", true},
    {"solve_residual", "relative residual of a solve", true},
    {"chosen", "chosen by measuring", false},
    {NULL, NULL, false},
};
static const DataColumn CONVERGENCE_COLUMNS[] = {
    {"iteration", "iteration", true},
    {"time_ms", "time from the start of the step (ms)", true},
    {"error", "relative error", true},
    {"objective", "objective (kg m²)", true},
    {"gradient", "gradient of the objective (kg m)", true},
    {"primal", "primal residual (kg m)", true},
    {"dual", "dual residual (m)", true},
    {"constraint_max", "largest constraint error (m)", true},
    {"constraint_rms", "RMS constraint error (m)", true},
    {"volume_error", "relative volume error", true},
    {"area_error", "relative area error", true},
    {"bending_error", "RMS bending error (rad)", true},
    {"gap", "objective above its minimum (kg m²)", true},
    {"kinetic", "kinetic energy (J)", true},
    {"elastic", "elastic energy (J)", true},
    {"potential", "potential energy (J)", true},
    {"step", "step", true},
    {"probe", "probe step", true},
    {"substep", "substep", true},
    {NULL, NULL, false},
};
static const DataColumn TRAJECTORY_COLUMNS[] = {
    {"step", "step", true},
    {"time_s", "time (s)", true},
    {"last", "last frame", true},
    {"trajectory_error", "relative trajectory error", true},
    {"kinetic", "kinetic energy (J)", true},
    {"elastic", "elastic energy (J)", true},
    {"potential", "potential energy (J)", true},
    {"energy", "energy (J)", true},
    {"momentum", "momentum (kg m/s)", true},
    {"angular", "angular momentum (kg m²/s)", true},
    {"centre_x", "x of the centre of mass (m)", true},
    {"centre_y", "y of the centre of mass (m)", true},
    {"centre_z", "z of the centre of mass (m)", true},
    {"tracked_x", "x of the tracked particle (m)", true},
    {"tracked_y", "y of the tracked particle (m)", true},
    {"tracked_z", "z of the tracked particle (m)", true},
    {"constraint_max", "largest constraint error (m)", true},
    {"constraint_rms", "RMS constraint error (m)", true},
    {"volume_error", "relative volume error", true},
    {"area_error", "relative area error", true},
    {"bending_error", "RMS bending error (rad)", true},
    {"broken", "broken constraints", true},
    {NULL, NULL, false},
};
static const DataColumn FORCE_COLUMNS[] = {
    {"step", "step", true},
    {"time_s", "time (s)", true},
    {"last", "last recorded step", true},
    {"constraint_kind", "kind of constraint", false},
    {"constraint_index", "constraint", true},
    {"force", "force (N)", true},
    {"reference_force", "force of the reference (N)", true},
    {"force_error", "relative error of the force", true},
    {NULL, NULL, false},
};
static const DataColumn CONTACT_COLUMNS[] = {
    {"step", "step", true},
    {"time_s", "time (s)", true},
    {"last", "last step", true},
    {"found", "contacts found", true},
    {"active", "active contacts", true},
    {"missed", "contacts missed by the detection", true},
    {"penetration_max", "deepest penetration (m)", true},
    {"penetration_mean", "mean penetration (m)", true},
    {"friction_work", "work of friction in a step (J)", true},
    {"friction_total", "work of friction (J)", true},
    {"contact_colours", "colours of the contacts", true},
    {NULL, NULL, false},
};
static const DataColumn CONTACT_TIME_COLUMNS[] = {
    {"step", "step", true},
    {"broad_ms", "time of the broad phase (ms)", true},
    {"narrow_ms", "time of the narrow phase (ms)", true},
    {"colour_ms", "time to colour the contacts (ms)", true},
    {"project_ms", "time to project the contacts (ms)", true},
    {"velocity_ms", "time of restitution and friction (ms)", true},
    {"detection_ms", "time of detection per step (ms)", true},
    {"contact_ms", "time of contact per step (ms)", true},
    {"step_ms", "time per step (ms)", true},
    {"contact_share", "share of contact in the step", true},
    {"detection_ns_per_primitive", "ns of detection per primitive", true},
    {NULL, NULL, false},
};
static const DataColumn ACCURACY_COLUMNS[] = {
    {"accuracy_target", "target relative error", true},
    {"reached", "share that reached the target", true},
    {"iterations_needed", "iterations to the target", true},
    {"time_ms", "time to the target (ms)", true},
    {"step", "step", true},
    {NULL, NULL, false},
};
static const DataColumn OUTCOME_COLUMNS[] = {
    {"status", "status", false},
    {"repetitions", "repetitions", true},
    {"hashes", "different final states", true},
    {"peak_bytes", "peak memory (bytes)", true},
    {NULL, NULL, false},
};
static const DataColumn MODEL_COLUMNS[] = {
    {"particles", "particles", true},
    {"pinned", "pinned particles", true},
    {"constraints", "constraints", true},
    {"bytes_model", "memory of the case (bytes)", true},
    {"colours", "colours", true},
    {"smallest_colour", "constraints in the smallest colour", true},
    {"largest_colour", "constraints in the largest colour", true},
    {"balance", "balance of the colours", true},
    {"clusters", "clusters of constraints", true},
    {"barriers", "barriers of a sweep", true},
    {"surface_points", "points of the surface", true},
    {"surface_edges", "edges of the surface", true},
    {"surface_triangles", "triangles of the surface", true},
    {"primitives", "points, edges and triangles of the surface", true},
    {"colliders", "colliders", true},
    {"contact_thickness", "thickness of contact (m)", true},
    {"contact_stiffness", "stiffness of contact (N/m)", true},
    {"bytes_contact", "memory for contacts (bytes)", true},
    {"distance_grids", "colliders that are distance grids", true},
    {"cached_grids", "distance grids read from a file", true},
    {NULL, NULL, false},
};

static const DataView VIEWS[] = {
    {"step", "timed_step", true, STEP_COLUMNS},
    {"phase", "phase_time", true, PHASE_COLUMNS},
    {"roofline", "roofline", true, ROOFLINE_COLUMNS},
    {"counter", "counter_value", true, COUNTER_COLUMNS},
    {"setup", "setup_time", true, SETUP_COLUMNS},
    {"linsys", "linsys_fact", false, LINSYS_COLUMNS},
    {"convergence", "convergence", false, CONVERGENCE_COLUMNS},
    {"accuracy", "accuracy", false, ACCURACY_COLUMNS},
    {"trajectory", "trajectory", false, TRAJECTORY_COLUMNS},
    {"force", "constraint_force", false, FORCE_COLUMNS},
    {"contact", "contact_step", false, CONTACT_COLUMNS},
    {"contact_time", "contact_time", true, CONTACT_TIME_COLUMNS},
    {"outcome", "case_outcome", false, OUTCOME_COLUMNS},
};
enum { VIEW_COUNT = sizeof VIEWS / sizeof *VIEWS };
_Static_assert((int)VIEW_COUNT <= (int)DATA_VIEWS_MAX, "lists of their names have room for all");

const DataView *data_view_at(int index)
{
    return index >= 0 && index < VIEW_COUNT ? &VIEWS[index] : NULL;
}

const DataColumn *data_model_columns(void)
{
    return MODEL_COLUMNS;
}

static const DataColumn *find_column(const DataColumn *columns, const char *name)
{
    for (; columns->name; columns++)
        if (strcmp(columns->name, name) == 0)
            return columns;
    return NULL;
}

const DataColumn *data_view_column(const DataView *view, const char *name)
{
    const DataColumn *own = find_column(view->columns, name);
    return own ? own : find_column(MODEL_COLUMNS, name);
}
