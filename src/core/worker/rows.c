#include "worker/private/rows.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "case/row.h"
#include "machine/environment.h"

Status rows_write(json_t *row)
{
    if (!row)
        return status_make(STATUS_MEMORY, "out of memory for a row of results");
    const int failed = json_dumpf(row, stdout, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(row);
    if (failed || putchar('\n') == EOF || fflush(stdout) != 0)
        return status_make(STATUS_IO, "the results cannot be written to standard output: %s", strerror(errno));
    return status_ok();
}

// ---- structs ----

// A struct for each kind of row, with its fields. For some kinds, other structs hold the fields (below).
struct RowNone {
    char none;
// clang-format off
#define ROW(constant, name, table, place) }; struct Row##constant {
// clang-format on
#define FIELD(row, field, kind) RECORD_TYPE_##kind field;
#include "record/record_list.h"
    char none;
};

// The offset of a field in the struct of its row. Does not compile if the struct lacks the member or has another type for it.
#define MEMBER(type, field, kind) \
    ((ptrdiff_t)offsetof(type, field) + 0 * (ptrdiff_t)sizeof(char[_Generic(((type *)NULL)->field, RECORD_TYPE_##kind : 1, default : -1)]))
enum { PACKED = -1 }; // the function that makes the row packs the field

// The location of a field: given by these lines, or, for a row without a line here, in the struct of the row.
#define AT_STEP_END(field, kind) ~, MEMBER(StepOutcome, field, kind)
#define AT_FRAME(field, kind) ~, MEMBER(Snapshot, field, kind)
#define AT_CONTACT(field, kind) ~, MEMBER(ContactReport, field, kind)
#define AT_LOAD(field, kind) ~, MEMBER(Load, field, kind)
#define AT_CONDITION(field, kind) ~, MEMBER(Condition, field, kind)
#define AT_FINDING(field, kind) ~, MEMBER(Finding, field, kind)
#define AT_ITERATE(field, kind) ~, PACKED // except its metrics
#define SECOND_(first, second, ...) second
#define SECOND(...) SECOND_(__VA_ARGS__, ~)
#define AT(row, field, kind) SECOND(AT_##row(field, kind), MEMBER(struct Row##row, field, kind))

static const struct {
    RowKind     row;
    const char *name;
    FieldKind   kind;
    ptrdiff_t   offset;
} MEMBERS[] = {
#define FIELD(row, field, kind) {ROW_##row, #field, FIELD_##kind, AT(row, field, kind)},
#define METRIC(field, kind, view, unit, label, sim) {ROW_ITERATE, #field, FIELD_##kind, MEMBER(Metrics, field, kind)},
#define COUNT(row, field, label)
#include "record/record_list.h"
};

static json_t *number(double value) // null for NaN
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *numbers(int32_t count, const double *values)
{
    json_t *array = json_array();
    for (int32_t i = 0; i < count; i++)
        json_array_append_new(array, number(values[i]));
    return array;
}

static json_t *value_of(FieldKind kind, const void *at)
{
    switch (kind) {
    case FIELD_COUNT:
        return json_integer(*(const int64_t *)at);
    case FIELD_COUNT_IF:
        return *(const int64_t *)at < 0 ? json_null() : json_integer(*(const int64_t *)at);
    case FIELD_FLAG:
        return json_boolean(*(const bool *)at);
    case FIELD_TIME:
    case FIELD_NUMBER:
        return number(*(const double *)at);
    case FIELD_NAME:
    case FIELD_TEXT:
        return *(const char *const *)at ? json_string(*(const char *const *)at) : json_null();
    case FIELD_VECTOR:
    case FIELD_NORM:
    case FIELD_POINT:
        return numbers(3, at);
    case FIELD_LIST:
    case FIELD_LIST_IF:
    case FIELD_MAP:
    case FIELD_JSON:
        return *(json_t *const *)at;
    }
    return NULL;
}

// Adds the fields of the struct of a kind to a row, which takes ownership of JSON members. NULL when out of memory, also for a NULL row.
static json_t *add_struct(json_t *row, RowKind kind, const void *record)
{
    bool failed = !row;
    for (size_t i = 0; i < sizeof MEMBERS / sizeof *MEMBERS && !failed; i++)
        if (MEMBERS[i].row == kind && MEMBERS[i].offset != PACKED)
            failed = json_object_set_new(row, MEMBERS[i].name, value_of(MEMBERS[i].kind, (const char *)record + MEMBERS[i].offset)) != 0;
    if (!failed)
        return row;
    json_decref(row);
    return NULL;
}

static json_t *row_of(RowKind kind, const void *record)
{
    return add_struct(json_pack("{s:s}", "row", row_type(kind)->name), kind, record);
}

static json_t *add_costs(json_t *row, const Cost *cost)
{
    bool failed = !row;
#define COST(name, label, what) failed = failed || json_object_set_new(row, #name, json_integer(cost->name)) != 0;
#include "record/cost_list.h"
    if (!failed)
        return row;
    json_decref(row);
    return NULL;
}

// The contact elements of the scene and the memory of contacts; null for a scene without contact.
static json_t *contact_facts(const Setup *s)
{
    const ContactSurface *surface = s->model.surface;
    const Colliders      *colliders = s->model.colliders;
    if (!surface)
        return json_null();
    const struct RowSURFACE facts = {.points = surface->point_count,
                                     .edges = surface->edge_count,
                                     .triangles = surface->triangle_count,
                                     .colliders = colliders ? colliders->count : 0,
                                     .thickness = surface->rules.thickness,
                                     .stiffness = surface->rules.stiffness,
                                     .bytes = s->contacts ? contacts_bytes(s->contacts) : 0};
    return add_struct(json_object(), ROW_SURFACE, &facts);
}

json_t *rows_model(const Setup *s)
{
    ScheduleInfo info;
    schedule_info(&s->schedule, &info);
    int32_t pinned = 0;
    int     kind = 0;
    int32_t origin = 0;
    for (int32_t i = 0; i < s->model.particle_count; i++)
        pinned += s->model.inverse_mass[i] <= 0;
    const bool            coloured = s->schedule.kind == SCHEDULE_COLOUR;
    const struct RowMODEL facts = {.particles = s->model.particle_count,
                                   .pinned = pinned,
                                   .constraints = s->model.constraint_count,
                                   .hard = model_has_hard(&s->model, &kind, &origin),
                                   .team_threads = s->threads,
                                   .bytes_model = (int64_t)(s->scene_arena.used_bytes + s->arena.used_bytes + s->solver_arena.used_bytes),
                                   .colours = coloured ? info.colours : -1,
                                   .smallest_colour = coloured ? info.smallest : -1,
                                   .largest_colour = coloured ? info.largest : -1,
                                   .balance = coloured ? info.balance : (double)NAN,
                                   .clusters = info.clusters ? info.clusters : -1,
                                   .barriers = coloured ? info.barriers : -1,
                                   .contact = contact_facts(s)};
    return row_of(ROW_MODEL, &facts);
}

json_t *rows_linsys(const Linsys *linsys)
{
    LinsysInfo info;
    linsys->ops->info(linsys, &info);
    const struct RowLINSYS facts = {.name = linsys->ops->name,
                                    .ordering = info.ordering,
                                    .order = info.order,
                                    .matrix_nonzeros = info.matrix_nonzeros,
                                    .factor_nonzeros = info.factor_nonzeros,
                                    .factor_flops = info.factor_flops > 0 ? info.factor_flops : (double)NAN,
                                    .factor_bytes = info.factor_bytes,
                                    .workspace_bytes = info.workspace_bytes,
                                    .residual = linsys->residual > 0 ? linsys->residual : (double)NAN,
                                    .precision = info.solve_precision ? info.solve_precision : "f64",
                                    .library = info.library,
                                    .chosen = info.chosen};
    return row_of(ROW_LINSYS, &facts);
}

json_t *rows_condition(const Condition *condition)
{
    return row_of(ROW_CONDITION, condition);
}

json_t *rows_finding(const Finding *finding)
{
    return row_of(ROW_FINDING, finding);
}

Status rows_reference(ReferenceUse use, const Reference *reference)
{
    Finding finding = {.kind = "reference", .text = finding.line};
    if (!*reference->finding)
        return status_ok();
    snprintf(finding.line, sizeof finding.line,
             "reference: the Newton reference of `%s` (steps of %.6g s) is faulty (%s), and errors are relative to it; use %s, or change "
             "the contact of the scene",
             reference_name(use), reference->h, reference->finding,
             use == REFERENCE_FRAMES ? "a larger `fine`" : "more substeps or a smaller dt");
    return rows_write(rows_finding(&finding));
}

Status rows_origin(const Setup *s)
{
    Condition       condition = {.kind = "state", .value = 1, .bound = 0, .text = condition.line};
    const SceneMark mark = scene_mark(&s->scene, &s->model);
    return scene_mark_differs(&s->state_mark, &mark, condition.line, sizeof condition.line) ? rows_write(rows_condition(&condition))
                                                                                            : status_ok();
}

json_t *rows_traffic(const Traffic *traffic)
{
    json_t *phases = json_object();
    for (int phase = 0; phases && phase < PHASE_COUNT; phase++) {
        const PhaseTraffic *t = &traffic->phases[phase];
        if (t->runs > 0)
            json_object_set_new(phases, phase_name((Phase)phase),
                                json_pack("{s:I,s:f,s:f,s:f,s:f,s:f,s:s}", "runs", (json_int_t)t->runs, "bytes", t->bytes, "working_set",
                                          t->working_set, "updated", t->updated, "updated_set", t->updated_set, "flops", t->flops,
                                          "precision", t->precision ? t->precision : REAL_NAME));
    }
    return json_pack("{s:s,s:o}", "row", "traffic", "phases", phases);
}

json_t *rows_begin(Pass pass, int index, int64_t process)
{
    char         text[32];
    const time_t now = time(NULL);
    struct tm    utc;
    gmtime_r(&now, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return json_pack("{s:s,s:s,s:i,s:s,s:o,s:o}", "row", "begin", "pass", PASS_NAMES[pass], "index", index, "time", text, "load",
                     number(environment_load()), "process", process > 0 ? json_integer(process) : json_null());
}

static json_t *phase_times(const PhaseClock *phases, bool setup)
{
    json_t *times = json_object();
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        if (phase_is_setup((Phase)phase) == setup && phases->ns[phase] > 0)
            json_object_set_new(times, phase_name((Phase)phase), json_integer(phases->ns[phase]));
    return times;
}

json_t *rows_setup(const PhaseClock *phases)
{
    return json_pack("{s:s,s:o}", "row", "setup", "ns", phase_times(phases, true));
}

static json_t *clocks(const int64_t *iteration_ns, int32_t count)
{
    json_t *times = json_array();
    for (int32_t i = 0; i < count; i++)
        json_array_append_new(times, json_integer(iteration_ns[i]));
    return times;
}

json_t *rows_step(int64_t step, int64_t ns, int64_t uncharged_ns, const int64_t *iteration_ns, int32_t count, const DisturbanceSigns *signs)
{
    const struct RowSTEP row = {.step = step,
                                .ns = ns,
                                .iteration_ns = clocks(iteration_ns, count),
                                .uncharged_ns = uncharged_ns,
                                .switches = signs->switches,
                                .waited_share = signs->waited_share,
                                .stolen_ms = signs->stolen_ms,
                                .ghz = signs->ghz};
    return row_of(ROW_STEP, &row);
}

json_t *rows_probe(int64_t step, int round, const int64_t *ns, const int64_t *iteration_ns, int32_t count, const char *hash)
{
    return json_pack("{s:s,s:I,s:i,s:o,s:o,s:s}", "row", "probe", "step", (json_int_t)step, "round", round, "ns",
                     ns ? json_integer(*ns) : json_null(), "iteration_ns", ns ? clocks(iteration_ns, count) : json_null(), "hash", hash);
}

json_t *rows_phases(int64_t step, int64_t ns, const PhaseClock *phases)
{
    return json_pack("{s:s,s:I,s:I,s:o}", "row", "phases", "step", (json_int_t)step, "ns", (json_int_t)ns, "phase_ns",
                     phase_times(phases, false));
}

json_t *rows_counters(const char *phase, const Counting *counting, const CountedPart *part)
{
    json_t *values = json_pack("{s:I}", "wall_ns", (json_int_t)part->wall_ns);
    for (int c = 0; c < COUNTER_COUNT; c++)
        json_object_set_new(values, counter_name((Counter)c), number(counters_value(&counting->counters, &part->sums, (Counter)c)));
    return json_pack("{s:s,s:s,s:I,s:o}", "row", "counters", "phase", phase, "steps", (json_int_t)counting->steps, "values", values);
}

json_t *rows_iterate(int64_t step, bool probe, const Iterate *it, const Metrics *m, const Cost *cost)
{
    json_t *row = json_pack("{s:s,s:I,s:b,s:i,s:i}", "row", "iterate", "step", (json_int_t)step, "probe", probe, "substep", it->substep,
                            "iteration", it->iteration);
    return add_costs(add_struct(row, ROW_ITERATE, m), cost);
}

json_t *rows_cost(int64_t step, bool probe, const Cost *cost)
{
    return add_costs(json_pack("{s:s,s:I,s:b}", "row", "cost", "step", (json_int_t)step, "probe", probe), cost);
}

json_t *rows_step_end(const StepOutcome *outcome)
{
    return row_of(ROW_STEP_END, outcome);
}

json_t *rows_contact(int64_t step, double time_s, const ContactReport *r)
{
    ContactReport row = *r;
    row.step = step;
    row.time_s = time_s;
    return row_of(ROW_CONTACT, &row);
}

json_t *rows_frame(int64_t step, double time_s, const Snapshot *s)
{
    Snapshot row = *s;
    row.step = step;
    row.time_s = time_s;
    return row_of(ROW_FRAME, &row);
}

json_t *rows_force(int64_t step, double time_s, const char *kind, int32_t count, const double *force, const double *reference)
{
    return json_pack("{s:s,s:I,s:f,s:s,s:o,s:o}", "row", "force", "step", (json_int_t)step, "time_s", time_s, "kind", kind, "force",
                     numbers(count, force), "reference", reference ? numbers(count, reference) : json_null());
}

json_t *rows_load(const Load *load)
{
    return row_of(ROW_LOAD, load);
}

json_t *rows_deviation(int64_t step, double time_s, const char *reference, const Deviation *d)
{
    return json_pack("{s:s,s:I,s:f,s:s,s:i,s:f,s:f}", "row", "deviation", "step", (json_int_t)step, "time_s", time_s, "reference",
                     reference, "particle", (int)d->particle, "distance", d->distance, "median", d->median);
}

json_t *rows_end(Pass pass, int index, const char *hash, int64_t peak_bytes, int64_t library_allocations, int64_t unconverged,
                 const Conditions *conditions)
{
    const struct RowEND row = {.pass = json_string(PASS_NAMES[pass]),
                               .index = json_integer(index),
                               .hash = hash,
                               .peak_bytes = peak_bytes,
                               .library_allocations = library_allocations,
                               .unconverged_steps = unconverged,
                               .involuntary_switches = conditions_switches(conditions),
                               .stolen_ms = conditions_stolen_ms(conditions),
                               .placed = conditions->placed,
                               .misplaced = conditions->placed ? NULL : conditions->misplaced};
    return row_of(ROW_END, &row);
}

json_t *rows_end_recorded(const char *hash)
{
    const struct RowEND row = {.pass = json_string(PASS_NAMES[PASS_MEASURED]),
                               .index = json_integer(0),
                               .hash = hash,
                               .peak_bytes = -1,
                               .library_allocations = -1,
                               .unconverged_steps = -1,
                               .involuntary_switches = -1,
                               .stolen_ms = NAN,
                               .placed = true};
    return row_of(ROW_END, &row);
}

json_t *rows_system(const char *path, const Csc *matrix, int columns, bool definite, const SolutionFacts *facts)
{
    return json_pack("{s:s,s:s,s:I,s:I,s:i,s:b,s:o,s:o,s:o,s:o}", "row", "system", "path", path, "order", (json_int_t)matrix->n, "entries",
                     (json_int_t)matrix->column_start[matrix->n], "columns", columns, "definite", definite, "condition",
                     number(facts ? facts->condition : NAN), "pivot", number(facts ? facts->pivot : NAN), "negative",
                     facts ? json_integer(facts->negative) : json_null(), "residual", number(facts ? facts->residual : NAN));
}

json_t *rows_barrier(int threads, double ns)
{
    return json_pack("{s:s,s:i,s:f}", "row", "barrier", "threads", threads, "barrier_ns", ns);
}

json_t *rows_failed(const Status *status)
{
    return json_pack("{s:s,s:s,s:s}", "row", "failed", "status", status_name(status->code), "message", status->text);
}
