#include "worker/private/state_recording.h"

#include <string.h>

static int64_t tracked(const Case *c, const Model *model)
{
    const int64_t given = param_int(&c->params, "track");
    if (given == -1 && model->tracked_count > 0)
        return SNAPSHOT_PLACE;
    return given < 0 ? given + model->particle_count : given;
}

Status recording_check(const Case *c, const Model *model)
{
    const int64_t particle = tracked(c, model);
    if (particle == SNAPSHOT_PLACE || (particle >= 0 && particle < model->particle_count))
        return status_ok();
    return status_make(STATUS_INPUT, "`track` is %lld, but the scene has %d particles; give one in %d … %d",
                       (long long)param_int(&c->params, "track"), model->particle_count, -model->particle_count, model->particle_count - 1);
}

// ---- references ----

static Status check_steps(const Case *c, const ReferenceWish *wish, const char *path, const Reference *reference)
{
    bool same = reference->probe_count == wish->count;
    for (int i = 0; same && i < wish->count; i++)
        same = reference->probes[i].step == case_reference_step(c, wish, i);
    if (!same)
        return status_make(STATUS_INPUT, "%s: the reference file has other steps than the case; remove it and run again", path);
    for (int i = 0; i < wish->count; i++)
        if (!probe_is_converged(&reference->probes[i]))
            return status_make(STATUS_NUMERIC,
                               "%s: the reference is not converged in step %lld (gradient %.3g, limit %.3g); use a smaller dt or "
                               "softer constraints",
                               path, (long long)reference->probes[i].step, reference->probes[i].gradient, reference->probes[i].bound);
    return status_ok();
}

static Status check_key(const Case *c, const ReferenceWish *wish, const char *path, const Reference *reference)
{
    char key[HASH_TEXT];
    case_reference_key(c, wish, key);
    return strcmp(reference->key, key) == 0
               ? status_ok()
               : status_make(STATUS_INPUT, "%s: the reference file belongs to another scene or other settings; remove it and run again",
                             path);
}

Status recording_read(const Case *c, ReferenceUse use, const char *path, Setup *setup, Reference *out)
{
    const ReferenceWish wish = case_reference(c, use);
    *out = (Reference){0};
    if (!path || wish.count == 0)
        return status_ok();
    const double h = param_real(&c->params, "dt") / (double)wish.parts;
    TRY(reference_read(path, setup->model.particle_count, h, &setup->arena, out));
    TRY(check_steps(c, &wish, path, out));
    TRY(check_key(c, &wish, path, out));
    return rows_reference(use, out);
}

Status recording_init(const Case *c, const char *const paths[REFERENCE_USES], Setup *setup, Recording *r)
{
    *r = (Recording){.c = c, .setup = setup, .worst_step = -1};
    if (param_int(&c->params, "frames") == 0 && param_int(&c->params, "forces") == 0)
        return status_ok();
    TRY(snapshot_init(&r->taker, &setup->model, &setup->state, (int32_t)tracked(c, &setup->model), &setup->arena));
    TRY(recording_read(c, REFERENCE_FRAMES, paths[REFERENCE_FRAMES], setup, &r->fine));
    return recording_read(c, REFERENCE_FORCES, paths[REFERENCE_FORCES], setup, &r->same);
}

// ---- rows ----

// The positions of the reference at the end of a recorded step; NULL without a reference.
static const double (*solution(const Reference *reference, int index))[3]
{
    return reference->probe_count ? (const double(*)[3])reference->probes[index].solution : NULL;
}

static Status write_forces(Recording *r, int index, int64_t step, double time_s)
{
    const Model *model = &r->setup->model;
    const double h = setup_length(r->setup);
    const double(*reference)[3] = solution(&r->same, index);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        if (model->sets[kind].count == 0)
            continue;
        snapshot_forces(&r->taker, &r->setup->state, r->setup->stepped, h, kind);
        if (reference)
            snapshot_reference_forces(&r->taker, reference, kind);
        TRY(rows_write(rows_force(step, time_s, constraint_ops(kind)->name, model->sets[kind].count, r->taker.force,
                                  reference ? r->taker.reference_force : NULL)));
    }
    return status_ok();
}

static Status write_load(void *user, const Load *load)
{
    (void)user;
    return rows_write(rows_load(load));
}

static Status write_loads(const Setup *setup, int64_t step, double time_s)
{
    const LoadsOf of = setup_loads(setup);
    return loads_measure(&of, step, time_s, write_load, NULL);
}

static void judge_reference(Recording *r, int64_t step, const Snapshot *now)
{
    const double worst = r->worst_step < 0 ? REFERENCE_SHARE : r->worst.reference_error / r->worst.error;
    if (now->reference_error > worst * now->error) { // false for NaN: no reference
        r->worst = *now;
        r->worst_step = step;
    }
}

static Status write_judgement(const Recording *r)
{
    Finding finding = {.kind = "reference", .text = finding.line};
    if (r->worst_step < 0)
        return status_ok();
    snprintf(finding.line, sizeof finding.line,
             "reference: at the end of step %lld the error of the fine-step reference (%.2g) exceeds 10 %% of the measured error (%.2g); "
             "set `fine` above %lld",
             (long long)r->worst_step, r->worst.reference_error, r->worst.error, (long long)param_int(&r->c->params, "fine"));
    return rows_write(rows_finding(&finding));
}

// With midpoint, forces act halfway through a step.
static Status sum_loads(const Setup *setup, Snapshot *s)
{
    const LoadsOf of = setup_loads(setup);
    if (setup->model.integrator != INTEGRATOR_MIDPOINT)
        return loads_sum(&of, s->pin_force, s->contact_force);
    for (int k = 0; k < 3; k++)
        s->pin_force[k] = s->contact_force[k] = NAN;
    return status_ok();
}

static Status write_frame(Recording *r, int frame, int64_t step, double time_s)
{
    const bool   last = frame + 1 == (int)param_int(&r->c->params, "frames");
    const double own_error = r->fine.probe_count ? r->fine.probes[frame].own_error : 0;
    Snapshot     snapshot = snapshot_take(&r->taker, &r->setup->state, solution(&r->fine, frame), own_error);
    TRY(sum_loads(r->setup, &snapshot));
    judge_reference(r, step, &snapshot);
    TRY(rows_write(rows_frame(step, time_s, &snapshot)));
    return last ? write_judgement(r) : status_ok();
}

Status recording_step(Recording *r, int64_t step)
{
    const int    steps = (int)param_int(&r->c->params, "steps");
    const int    frame = case_spread_index(steps, (int)param_int(&r->c->params, "frames"), (int)step);
    const int    force = case_spread_index(steps, (int)param_int(&r->c->params, "forces"), (int)step);
    const int    load = case_spread_index(steps, (int)param_int(&r->c->params, "loads"), (int)step);
    const double time_s = (double)(step + 1) * param_real(&r->c->params, "dt");
    if (force >= 0)
        TRY(write_forces(r, force, step, time_s));
    if (load >= 0)
        TRY(write_loads(r->setup, step, time_s));
    return frame >= 0 ? write_frame(r, frame, step, time_s) : status_ok();
}
