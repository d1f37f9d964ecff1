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
        return status_make(STATUS_MEMORY, "out of memory while a result was written");
    const int failed = json_dumpf(row, stdout, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(row);
    if (failed || putchar('\n') == EOF || fflush(stdout) != 0)
        return status_make(STATUS_IO, "results cannot be written: %s", strerror(errno));
    return status_ok();
}

// ---- structs ----

// A field of a struct, by the name that it has in the row too.
typedef struct Member {
    const char *name;
    FieldKind   kind;
    size_t      offset;
} Member;

#define MEMBER(type, field, kind) {#field, FIELD_##kind, offsetof(type, field)},

typedef struct End {
#define END(field, view, unit, label, kind) RECORD_##kind(field)
#include "base/record_list.h"
} End;
static const Member END_MEMBERS[] = {
#define END(field, view, unit, label, kind) MEMBER(End, field, kind)
#include "base/record_list.h"
};
static const Member LOAD_MEMBERS[] = {
#define LOAD_OF(field, view, unit, label, kind) MEMBER(Load, field, kind)
#define LOAD(field, view, unit, label, kind) MEMBER(Load, field, kind)
#include "base/record_list.h"
};
typedef struct ModelFacts {
#define MODEL(field, view, unit, label, kind) RECORD_##kind(field)
#include "base/record_list.h"
} ModelFacts;
static const Member MODEL_MEMBERS[] = {
#define MODEL(field, view, unit, label, kind) MEMBER(ModelFacts, field, kind)
#include "base/record_list.h"
};
typedef struct SurfaceFacts {
#define SURFACE(field, view, unit, label, kind) RECORD_##kind(field)
#include "base/record_list.h"
} SurfaceFacts;
static const Member SURFACE_MEMBERS[] = {
#define SURFACE(field, view, unit, label, kind) MEMBER(SurfaceFacts, field, kind)
#include "base/record_list.h"
};
typedef struct LinsysFacts {
#define LINSYS(field, view, unit, label, kind) RECORD_##kind(field)
#include "base/record_list.h"
} LinsysFacts;
static const Member LINSYS_MEMBERS[] = {
#define LINSYS(field, view, unit, label, kind) MEMBER(LinsysFacts, field, kind)
#include "base/record_list.h"
};
static const Member CONDITION_MEMBERS[] = {
#define CONDITION_FIELD(field, view, unit, label, kind) MEMBER(Condition, field, kind)
#include "base/record_list.h"
};
static const Member FINDING_MEMBERS[] = {
#define FINDING_FIELD(field, view, unit, label, kind) MEMBER(Finding, field, kind)
#include "base/record_list.h"
};
static const Member SIGN_MEMBERS[] = {
#define SIGN(field, view, unit, label, kind) MEMBER(DisturbanceSigns, field, kind)
#include "base/record_list.h"
};
static const Member METRIC_MEMBERS[] = {
#define METRIC(field, view, unit, label, kind, sim) MEMBER(Metrics, field, kind)
#include "base/record_list.h"
};
static const Member COST_MEMBERS[] = {
#define COST(name, label, what) MEMBER(Cost, name, COUNT)
#include "base/cost_list.h"
};
static const Member STEP_END_MEMBERS[] = {
#define STEP_END(field, view, unit, label, kind) MEMBER(StepOutcome, field, kind)
#define OUTCOME(field, view, unit, label, kind) MEMBER(StepOutcome, field, kind)
#include "base/record_list.h"
};
static const Member SNAPSHOT_MEMBERS[] = {
#define SNAPSHOT(field, view, unit, label, kind) MEMBER(Snapshot, field, kind)
#include "base/record_list.h"
};
static const Member CONTACTS_MEMBERS[] = {
#define CONTACTS(field, view, unit, label, kind) MEMBER(ContactReport, field, kind)
#include "base/record_list.h"
};

static json_t *number(double value) // null when there is none
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

static json_t *row_of(RowKind kind)
{
    return json_pack("{s:s}", "row", row_type(kind)->name);
}

// Adds the fields of a struct to a row, which takes over what is JSON in it. NULL when out of memory, also for a NULL row.
static json_t *add_struct(json_t *row, const Member *members, size_t count, const void *record)
{
    bool failed = !row;
    for (size_t i = 0; i < count && !failed; i++)
        failed = json_object_set_new(row, members[i].name, value_of(members[i].kind, (const char *)record + members[i].offset)) != 0;
    if (!failed)
        return row;
    json_decref(row);
    return NULL;
}

#define ADD_STRUCT(row, members, record) add_struct((row), (members), sizeof(members) / sizeof *(members), (record))

// What can touch, and the memory that touching takes; null for a scene without contact.
static json_t *contact_facts(const Setup *s)
{
    const ContactSurface *surface = s->model.surface;
    const Colliders      *colliders = s->model.colliders;
    if (!surface)
        return json_null();
    const SurfaceFacts facts = {.points = surface->point_count,
                                .edges = surface->edge_count,
                                .triangles = surface->triangle_count,
                                .colliders = colliders ? colliders->count : 0,
                                .thickness = surface->rules.thickness,
                                .stiffness = surface->rules.stiffness,
                                .bytes = s->contacts ? contacts_bytes(s->contacts) : 0,
                                .distance_grids = s->scene.distance_grids,
                                .cached_grids = s->scene.cached_grids};
    return ADD_STRUCT(json_object(), SURFACE_MEMBERS, &facts);
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
    json_t *kinds = json_object();
    for (int k = 0; k < CONSTRAINT_KINDS; k++)
        if (s->model.sets[k].count)
            json_object_set_new(kinds, constraint_ops(k)->name, json_integer(s->model.sets[k].count));
    const bool       coloured = s->schedule.kind == SCHEDULE_COLOUR;
    const ModelFacts facts = {.order = json_string(PARTICLE_ORDER_NAMES[s->model.order]),
                              .particles = s->model.particle_count,
                              .pinned = pinned,
                              .constraints = s->model.constraint_count,
                              .kinds = kinds,
                              .hard = model_has_hard(&s->model, &kind, &origin),
                              .team_threads = s->threads,
                              .bytes_model = (int64_t)(s->arena.used_bytes + s->solver_arena.used_bytes),
                              .colours = coloured ? info.colours : -1,
                              .smallest_colour = coloured ? info.smallest : -1,
                              .largest_colour = coloured ? info.largest : -1,
                              .balance = coloured ? info.balance : (double)NAN,
                              .clusters = info.clusters ? info.clusters : -1,
                              .barriers = coloured ? info.barriers : -1,
                              .contact = contact_facts(s)};
    return ADD_STRUCT(row_of(ROW_MODEL), MODEL_MEMBERS, &facts);
}

json_t *rows_linsys(const Linsys *linsys)
{
    LinsysInfo info;
    linsys->ops->info(linsys, &info);
    const LinsysFacts facts = {.name = linsys->ops->name,
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
    return ADD_STRUCT(row_of(ROW_LINSYS), LINSYS_MEMBERS, &facts);
}

json_t *rows_condition(const Condition *condition)
{
    return ADD_STRUCT(row_of(ROW_CONDITION), CONDITION_MEMBERS, condition);
}

json_t *rows_finding(const Finding *finding)
{
    return ADD_STRUCT(row_of(ROW_FINDING), FINDING_MEMBERS, finding);
}

Status rows_reference(ReferenceUse use, const Reference *reference)
{
    Finding finding = {.kind = "reference", .text = finding.line};
    if (!*reference->finding)
        return status_ok();
    snprintf(finding.line, sizeof finding.line, "reference: the trajectory for `%s`, in steps of %.6g s, has %s; errors are against it",
             reference_name(use), reference->h, reference->finding);
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
    return ADD_STRUCT(json_pack("{s:s,s:I,s:I,s:o,s:o}", "row", "step", "step", (json_int_t)step, "ns", (json_int_t)ns, "iteration_ns",
                                clocks(iteration_ns, count), "uncharged_ns", uncharged_ns < 0 ? json_null() : json_integer(uncharged_ns)),
                      SIGN_MEMBERS, signs);
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
    return ADD_STRUCT(ADD_STRUCT(row, METRIC_MEMBERS, m), COST_MEMBERS, cost);
}

json_t *rows_cost(int64_t step, bool probe, const Cost *cost)
{
    return ADD_STRUCT(json_pack("{s:s,s:I,s:b}", "row", "cost", "step", (json_int_t)step, "probe", probe), COST_MEMBERS, cost);
}

json_t *rows_step_end(const StepOutcome *outcome)
{
    return ADD_STRUCT(row_of(ROW_STEP_END), STEP_END_MEMBERS, outcome);
}

json_t *rows_contact(int64_t step, double time_s, const ContactReport *r)
{
    return ADD_STRUCT(json_pack("{s:s,s:I,s:f}", "row", "contact", "step", (json_int_t)step, "time_s", time_s), CONTACTS_MEMBERS, r);
}

json_t *rows_frame(int64_t step, double time_s, const Snapshot *s)
{
    return ADD_STRUCT(json_pack("{s:s,s:I,s:f}", "row", "frame", "step", (json_int_t)step, "time_s", time_s), SNAPSHOT_MEMBERS, s);
}

json_t *rows_force(int64_t step, double time_s, const char *kind, int32_t count, const double *force, const double *reference)
{
    return json_pack("{s:s,s:I,s:f,s:s,s:o,s:o}", "row", "force", "step", (json_int_t)step, "time_s", time_s, "kind", kind, "force",
                     numbers(count, force), "reference", reference ? numbers(count, reference) : json_null());
}

json_t *rows_load(const Load *load)
{
    return ADD_STRUCT(row_of(ROW_LOAD), LOAD_MEMBERS, load);
}

json_t *rows_deviation(int64_t step, double time_s, const char *reference, const Deviation *d)
{
    return json_pack("{s:s,s:I,s:f,s:s,s:i,s:f,s:f}", "row", "deviation", "step", (json_int_t)step, "time_s", time_s, "reference",
                     reference, "particle", (int)d->particle, "distance", d->distance, "median", d->median);
}

json_t *rows_end(Pass pass, int index, const char *hash, int64_t peak_bytes, int64_t library_allocations, int64_t unconverged,
                 const Conditions *conditions)
{
    const End row = {.pass = json_string(PASS_NAMES[pass]),
                     .index = json_integer(index),
                     .hash = hash,
                     .peak_bytes = peak_bytes,
                     .library_allocations = library_allocations,
                     .unconverged_steps = unconverged,
                     .involuntary_switches = conditions_switches(conditions),
                     .stolen_ms = conditions_stolen_ms(conditions),
                     .placed = conditions->placed,
                     .misplaced = conditions->placed ? NULL : conditions->misplaced};
    return ADD_STRUCT(row_of(ROW_END), END_MEMBERS, &row);
}

json_t *rows_end_recorded(const char *hash)
{
    const End row = {.pass = json_string(PASS_NAMES[PASS_MEASURED]),
                     .index = json_integer(0),
                     .hash = hash,
                     .peak_bytes = -1,
                     .library_allocations = -1,
                     .unconverged_steps = -1,
                     .involuntary_switches = -1,
                     .stolen_ms = NAN,
                     .placed = true};
    return ADD_STRUCT(row_of(ROW_END), END_MEMBERS, &row);
}

json_t *rows_system(const char *path, const Csc *matrix, int columns, bool definite, const SolutionFacts *facts)
{
    return json_pack("{s:s,s:s,s:I,s:I,s:i,s:b,s:o,s:o,s:o,s:o}", "row", "system", "path", path, "order", (json_int_t)matrix->n, "entries",
                     (json_int_t)matrix->column_start[matrix->n], "columns", columns, "definite", definite, "condition",
                     number(facts ? facts->condition : NAN), "pivot", number(facts ? facts->pivot : NAN), "negative",
                     facts ? json_integer(facts->negative) : json_null(), "residual", number(facts ? facts->residual : NAN));
}

json_t *rows_system_time(const char *linsys, int threads, const SystemTime *time)
{
    return json_pack("{s:s,s:s,s:s,s:i,s:i,s:I,s:f,s:f,s:f}", "row", "system_time", "linsys", linsys, "ordering", time->info.ordering,
                     "threads", threads, "repeats", time->repeats, "factor_entries", (json_int_t)time->info.factor_nonzeros, "analyse_ns",
                     time->analyse_ns, "factor_ns", time->factor_ns, "solve_ns", time->solve_ns);
}

json_t *rows_tasks(const TaskList *list, Phase phase)
{
    json_t *level = json_array(), *parent = json_array(), *down = json_array(), *grains = json_array(), *cost = json_array();
    int32_t first = 0;
    while (first < list->count && list->tasks[first].phase != phase)
        first++;
    for (int32_t i = first; i < list->count && list->tasks[i].phase == phase; i++) {
        const TeamTask *task = &list->tasks[i];
        json_array_append_new(level, json_integer(task->level));
        json_array_append_new(parent, json_integer(task->parent < 0 ? -1 : task->parent - first));
        json_array_append_new(down, json_integer(task->down));
        json_array_append_new(grains, json_integer(task->grains));
        json_array_append_new(cost, json_real(task->cost));
    }
    return json_pack("{s:s,s:s,s:I,s:o,s:o,s:o,s:o,s:o}", "row", "tasks", "phase", phase_name(phase), "runs", (json_int_t)list->runs[phase],
                     "level", level, "parent", parent, "down", down, "grains", grains, "cost", cost);
}

json_t *rows_barrier(int threads, double ns)
{
    return json_pack("{s:s,s:i,s:f}", "row", "barrier", "threads", threads, "barrier_ns", ns);
}

json_t *rows_failed(const Status *status)
{
    return json_pack("{s:s,s:s,s:s}", "row", "failed", "status", status_name(status->code), "message", status->text);
}
