// The measured pass of a trajectory from another program: each step is replayed (private/recorded.h) and measured like a solver's step.
// Newton's method takes the same step from the same state as its reference. Costs and times of the other program are unknown, so there are
// no such rows.
#include <string.h>

#include "base/hash.h"
#include "measure/step_outcome.h"
#include "worker/private/passes.h"
#include "worker/private/recorded.h"
#include "worker/private/state_recording.h"

typedef double Vector[3];

typedef struct Replay {
    const Job  *job;
    Setup       setup, newton;
    bool        compares; // with the steps of Newton's method
    Reference   frames;   // a probe per frame: position and velocity
    Convergence convergence;
    StepWatch   watch;
    Recording   recording;
    Vector     *solution, *velocity; // [particles] at the end of Newton's step
    double     *scratch;             // [particles]
    int64_t     step;
    Status      observed;
} Replay;

static void observe(void *user, const Iterate *iterate, const Metrics *metrics)
{
    Replay    *r = user;
    const Cost none = {0};
    if (r->observed.code == STATUS_OK)
        r->observed = rows_write(rows_iterate(r->step, false, iterate, metrics, &none));
}

static double end_of_step(const Replay *r)
{
    return (double)(r->step + 1) * r->setup.dt;
}

// Newton's step from a recorded frame, like the step of a probe. *known: it converged, and r->solution has its end.
static Status compare_step(Replay *r, bool *known)
{
    Setup       *s = &r->newton;
    const Probe *from = &r->frames.probes[r->step];
    StepContext  context = {0};
    *known = false;
    if (!r->compares)
        return status_ok();
    s->state.step = r->step;
    TRY(setup_release(s, NULL));
    state_set(&s->model, &s->state, (const Vector *)from->position, (const Vector *)from->velocity);
    if (s->contacts)
        contacts_forget(s->contacts);
    const Status status = setup_step(s, &context);
    if (status.code != STATUS_OK && status.code != STATUS_NUMERIC)
        return status;
    *known = status.code == STATUS_OK && context.end != STEP_UNCONVERGED && state_is_finite(&s->state);
    state_get(&s->model, &s->state, r->solution, r->velocity);
    return status_ok();
}

static Status write_deviation(Replay *r, const char *name, const Vector *reference)
{
    const Vector   *x = (const Vector *)r->frames.probes[r->step + 1].position;
    const Deviation d = deviation_measure(&r->setup.model, x, reference, r->scratch);
    return rows_write(rows_deviation(r->step, end_of_step(r), name, &d));
}

static Status write_contacts(Replay *r, ContactReport *report)
{
    if (!r->setup.contacts)
        return status_ok();
    TRY(contacts_report(r->setup.contacts, &r->setup.state, report));
    return rows_write(rows_contact(r->step, end_of_step(r), report));
}

static Status replay_step(Replay *r)
{
    Setup        *s = &r->setup;
    const Probe  *to = &r->frames.probes[r->step + 1];
    ContactReport report = {0};
    StepContext   context = {.observer = &r->watch.base};
    bool          known;
    step_watch_reset(&r->watch, true);
    TRY(setup_release(s, NULL));
    TRY(compare_step(r, &known));
    r->convergence.reference = known ? (const Vector *)r->solution : NULL;
    recorded_show(s->solver, (const Vector *)to->position, (const Vector *)to->velocity);
    TRY(setup_step(s, &context));
    s->state.step++;
    TRY(r->observed);
    TRY(write_contacts(r, &report));
    if (known)
        TRY(write_deviation(r, "step", (const Vector *)r->solution));
    if (r->recording.fine.probe_count)
        TRY(write_deviation(r, "trajectory", (const Vector *)r->recording.fine.probes[r->step].solution));
    StepOutcome   outcome;
    const LoadsOf of = setup_loads(s);
    TRY(step_outcome(&r->watch, &context, &of, r->step, false, &outcome));
    outcome.iterations = 0; // unknown for this program
    TRY(rows_write(rows_step_end(&outcome)));
    return recording_step(&r->recording, r->step);
}

static Status make_newton(Replay *r)
{
    const Status status = setup_create_reference(&r->job->c, 1, true, &r->newton);
    return status.code == STATUS_OK ? status
                                    : status_prefix(status, "the steps have no reference (use `%s` to measure without one)",
                                                    reference_without(REFERENCE_PROBES));
}

static Status make(Replay *r)
{
    const Case   *c = &r->job->c;
    Setup        *s = &r->setup;
    const int64_t steps = param_int(&c->params, "steps");
    TRY(setup_create_with(c, &SOLVER_RECORDED, s));
    TRY(recording_check(c, &s->model));
    if (s->model.integrator != INTEGRATOR_EULER)
        return status_make(STATUS_UNSUPPORTED, "a recorded step is measured as a step of implicit Euler; remove `integrator`");
    if (r->compares)
        TRY(make_newton(r));
    TRY(reference_read(r->job->recorded, s->model.particle_count, s->dt, &s->arena, &r->frames));
    if (strcmp(r->frames.key, c->scene_info.hash) != 0)
        return status_make(STATUS_INPUT, "%s: the frames belong to an earlier version of scene `%s`; run again", r->job->recorded,
                           c->scene);
    if (r->frames.probe_count != steps + 1)
        return status_make(STATUS_INPUT, "%s: the file has %d frames, but %lld steps need %lld", r->job->recorded,
                           (int)r->frames.probe_count, (long long)steps, (long long)steps + 1);
    TRY(ARENA_NEW(&s->arena, s->model.particle_count, &r->solution));
    TRY(ARENA_NEW(&s->arena, s->model.particle_count, &r->velocity));
    TRY(ARENA_NEW(&s->arena, s->model.particle_count, &r->scratch));
    TRY(convergence_init(&r->convergence, &s->model, &s->arena, observe, r));
    r->convergence.state = &s->state;
    r->convergence.base.threads = s->threads;
    TRY(step_watch_init(&r->convergence, &SOLVER_RECORDED, 1, 1, &s->arena, &r->watch));
    if (s->contacts)
        TRY(contacts_watch(s->contacts, &s->arena));
    return recording_init(c, r->job->references, s, &r->recording); // the state must still be the start of the scene
}

static Status replay(Replay *r)
{
    const int64_t steps = param_int(&r->job->c.params, "steps");
    char          hash[HASH_TEXT];
    TRY(rows_write(rows_begin(PASS_MEASURED, 0, 0)));
    TRY(make(r));
    TRY(rows_write(rows_model(&r->setup)));
    const Probe *first = &r->frames.probes[0];
    state_set(&r->setup.model, &r->setup.state, (const Vector *)first->position, (const Vector *)first->velocity);
    for (r->step = 0; r->step < steps; r->step++)
        TRY(replay_step(r));
    TRY(state_hash(&r->setup.model, &r->setup.state, hash));
    return rows_write(rows_end_recorded(hash));
}

Status passes_recorded(const Job *job)
{
    if (sizeof(real) != sizeof(double))
        return status_make(STATUS_UNSUPPORTED, "a recorded trajectory must be measured by the f64 worker");
    Replay       r = {.job = job, .compares = param_int(&job->c.params, "probes") > 0, .observed = status_ok()};
    const Status status = replay(&r);
    setup_destroy(&r.setup);
    setup_destroy(&r.newton);
    return status;
}
