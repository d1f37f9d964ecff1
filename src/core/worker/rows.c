#include "worker/private/rows.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

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

static json_t *number(double value) // null when there is none
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *count_or_null(int64_t count) // null when it is below zero, not known
{
    return count < 0 ? json_null() : json_integer(count);
}

static json_t *vector(const double v[3])
{
    return json_pack("[o,o,o]", number(v[0]), number(v[1]), number(v[2]));
}

// What can touch, and the memory that touching takes; null for a scene without contact.
static json_t *contact_facts(const Setup *s)
{
    const ContactSurface *surface = s->model.surface;
    const Colliders      *colliders = s->model.colliders;
    if (!surface)
        return json_null();
    return json_pack("{s:i,s:i,s:i,s:i,s:f,s:o,s:I,s:i,s:i}", "points", surface->point_count, "edges", surface->edge_count, "triangles",
                     surface->triangle_count, "colliders", colliders ? colliders->count : 0, "thickness", surface->rules.thickness,
                     "stiffness", number(surface->rules.stiffness), "bytes", (json_int_t)(s->contacts ? contacts_bytes(s->contacts) : 0),
                     "distance_grids", s->scene.distance_grids, "cached_grids", s->scene.cached_grids);
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
    const bool   coloured = s->schedule.kind == SCHEDULE_COLOUR;
    const size_t bytes = s->arena.used_bytes + s->solver_arena.used_bytes;
    return json_pack("{s:s,s:s,s:i,s:i,s:i,s:o,s:b,s:I,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "row", "model", "order",
                     PARTICLE_ORDER_NAMES[s->model.order], "particles", s->model.particle_count, "pinned", pinned, "constraints",
                     s->model.constraint_count, "kinds", kinds, "hard", model_has_hard(&s->model, &kind, &origin), "bytes_model",
                     (json_int_t)bytes, "colours", coloured ? json_integer(info.colours) : json_null(), "smallest_colour",
                     coloured ? json_integer(info.smallest) : json_null(), "largest_colour",
                     coloured ? json_integer(info.largest) : json_null(), "balance", coloured ? number(info.balance) : json_null(),
                     "clusters", info.clusters ? json_integer(info.clusters) : json_null(), "barriers",
                     coloured ? json_integer(info.barriers) : json_null(), "contact", contact_facts(s));
}

json_t *rows_linsys(const Linsys *linsys)
{
    LinsysInfo info;
    linsys->ops->info(linsys, &info);
    return json_pack("{s:s,s:s,s:s,s:i,s:I,s:I,s:o,s:I,s:I,s:o,s:s?}", "row", "linsys", "name", linsys->ops->name, "ordering",
                     info.ordering, "order", info.order, "matrix_nonzeros", (json_int_t)info.matrix_nonzeros, "factor_nonzeros",
                     (json_int_t)info.factor_nonzeros, "factor_flops", number(info.factor_flops), "factor_bytes",
                     (json_int_t)info.factor_bytes, "workspace_bytes", (json_int_t)info.workspace_bytes, "residual",
                     info.residual > 0 ? number(info.residual) : json_null(), "chosen", info.chosen);
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

json_t *rows_begin(Pass pass, int index)
{
    char         text[32];
    const time_t now = time(NULL);
    struct tm    utc;
    gmtime_r(&now, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return json_pack("{s:s,s:s,s:i,s:s,s:o}", "row", "begin", "pass", PASS_NAMES[pass], "index", index, "time", text, "load",
                     number(environment_load()));
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

json_t *rows_step(int64_t step, int64_t ns, const int64_t *iteration_ns, int32_t count, const DisturbanceSigns *signs)
{
    json_t *times = json_array();
    for (int32_t i = 0; i < count; i++)
        json_array_append_new(times, json_integer(iteration_ns[i]));
    return json_pack("{s:s,s:I,s:I,s:o,s:o,s:o,s:o,s:o}", "row", "step", "step", (json_int_t)step, "ns", (json_int_t)ns, "iteration_ns",
                     times, "switches", count_or_null(signs->switches), "waited_share", number(signs->waited_share), "stolen_ms",
                     number(signs->stolen_ms), "ghz", number(signs->ghz));
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

json_t *rows_iterate(int64_t step, bool probe, const Iterate *it, const Metrics *m)
{
    return json_pack("{s:s,s:I,s:b,s:i,s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "row", "iterate", "step",
                     (json_int_t)step, "probe", probe, "substep", it->substep, "iteration", it->iteration, "objective",
                     number(m->objective), "gradient", number(m->gradient), "primal", number(m->primal), "dual", number(m->dual),
                     "constraint_max", number(m->constraint_max), "constraint_rms", number(m->constraint_rms), "volume_error",
                     number(m->volume_error), "area_error", number(m->area_error), "bending_error", number(m->bending_error), "error",
                     number(m->error), "gap", number(m->gap), "kinetic", number(m->kinetic), "elastic", number(m->elastic), "potential",
                     number(m->potential), "momentum", vector(m->momentum), "angular", vector(m->angular));
}

json_t *rows_contact(int64_t step, double time_s, const ContactReport *r)
{
    return json_pack("{s:s,s:I,s:f,s:I,s:I,s:I,s:o,s:o,s:o,s:i}", "row", "contact", "step", (json_int_t)step, "time_s", time_s, "found",
                     (json_int_t)r->found, "active", (json_int_t)r->active, "missed", (json_int_t)r->missed, "penetration_max",
                     number(r->penetration_max), "penetration_mean", number(r->penetration_mean), "friction_work", number(r->friction_work),
                     "colours", r->colours);
}

json_t *rows_frame(int64_t step, double time_s, const Snapshot *s)
{
    return json_pack("{s:s,s:I,s:f,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:I}", "row", "frame", "step", (json_int_t)step,
                     "time_s", time_s, "error", number(s->error), "kinetic", number(s->kinetic), "elastic", number(s->elastic), "potential",
                     number(s->potential), "momentum", vector(s->momentum), "angular", vector(s->angular), "centre", vector(s->centre),
                     "tracked", vector(s->tracked), "constraint_max", number(s->constraint_max), "constraint_rms",
                     number(s->constraint_rms), "volume_error", number(s->volume_error), "area_error", number(s->area_error),
                     "bending_error", number(s->bending_error), "broken", (json_int_t)s->broken);
}

static json_t *numbers(int32_t count, const double *values)
{
    json_t *array = json_array();
    for (int32_t i = 0; i < count; i++)
        json_array_append_new(array, number(values[i]));
    return array;
}

json_t *rows_force(int64_t step, double time_s, const char *kind, int32_t count, const double *force, const double *reference)
{
    return json_pack("{s:s,s:I,s:f,s:s,s:o,s:o}", "row", "force", "step", (json_int_t)step, "time_s", time_s, "kind", kind, "force",
                     numbers(count, force), "reference", reference ? numbers(count, reference) : json_null());
}

json_t *rows_end(Pass pass, int index, const char *hash, int64_t library_allocations, int64_t unconverged, const Conditions *conditions)
{
    return json_pack("{s:s,s:s,s:i,s:s,s:I,s:o,s:I,s:o,s:o,s:b,s:o}", "row", "end", "pass", PASS_NAMES[pass], "index", index, "hash", hash,
                     "peak_bytes", (json_int_t)environment_peak_bytes(), "library_allocations", count_or_null(library_allocations),
                     "unconverged_steps", (json_int_t)unconverged, "involuntary_switches", count_or_null(conditions_switches(conditions)),
                     "stolen_ms", number(conditions_stolen_ms(conditions)), "placed", conditions->placed, "misplaced",
                     conditions->placed ? json_null() : json_string(conditions->misplaced));
}

json_t *rows_failed(const Status *status)
{
    return json_pack("{s:s,s:s,s:s}", "row", "failed", "status", status_name(status->code), "message", status->text);
}
