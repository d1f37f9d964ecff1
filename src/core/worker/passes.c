#include "worker/private/passes.h"

#include <string.h>

#include "base/hash.h"
#include "machine/disturbance.h"
#include "machine/environment.h"
#include "worker/private/state_recording.h"

// One repetition while it runs.
typedef struct Repetition {
    const Job    *job;
    Pass          pass;
    LinsysChoice *choice;         // of all repetitions
    bool          probes_enabled; // in the last timed and in every measured repetition of the process
    Setup        *setup;          // of the process
    int64_t       steps, iteration_max;
    int64_t      *step_ns;         // [steps]
    int64_t      *uncharged_ns;    // [steps] timed pass; NULL: the solver works in this process
    int64_t      *iteration_ns;    // [steps][iteration_max], clock, later from the start of the step; timed pass
    int32_t      *iteration_count; // [steps]; timed pass
    PhaseClock   *phases;          // [steps]; phased pass
    Cost         *cost;            // [steps]; not in the measured pass
    Counting      counting;        // counted pass
    Disturbance   disturbance;     // timed pass
    Convergence   convergence;     // measured pass
    StepWatch     watch;           // measured pass
    Recording     recording;       // measured pass
    Findings      findings;        // measured pass
    int64_t       observed_step;   // step number in the rows of the observer
    StepContext   watched;         // context of the running step, for these rows
    bool          probing;
    Status        observer_status;
    Conditions    conditions;
    int64_t       allocations;       // inside steps
    int64_t       unconverged;       // steps that ended without meeting their criterion
    char          probes[HASH_TEXT]; // hash of the states at the ends of the probes; "" without probes
    bool          probes_differ;     // between rounds
} Repetition;

// The maximum number of rounds of the timed probes; the first is their warm-up.
enum { PROBE_ROUNDS = 5 };

// Whether the solver runs in another process: it reports its own times, and this process cannot count its memory.
static bool is_elsewhere(const Job *job)
{
    return job->c.solver->origin && job->c.solver->origin->program;
}

// ---- stepping ----

// Fails if the state is not finite, or beyond the limits of the scene.
static Status check_diverged(const Repetition *r)
{
    const ParamSet *params = &r->job->c.params;
    const bool      relaxed = param_of_role(params, PARAM_ROLE_RELAXATION, 1) > 1; // too large an omega diverges at any dt
    const Status    status = state_limit_check(&r->setup->limit, &r->setup->model, &r->setup->state);
    if (status.code == STATUS_OK)
        return status;
    return status_make(status.code, "solver %s diverged: %s after step %lld; use %s%sa smaller dt or more iterations",
                       r->job->c.solver->name, status.text, (long long)r->setup->state.step,
                       relaxed ? params->params[param_index_of(params, PARAM_ROLE_RELAXATION)]->name : "", relaxed ? " nearer to 1, " : "");
}

// Reading the state moves it out of the caches of the other threads and slows down the next step (by 7 % for XPBD on a cloth of 32×32).
// So the timed pass checks every 16th step and the last.
static Status check_step(Repetition *r, StepEnd end)
{
    State *state = &r->setup->state;
    r->unconverged += end == STEP_UNCONVERGED;
    state->step++;
    if (r->pass != PASS_TIMED || state->step % 16 == 0 || state->step >= r->steps)
        TRY(check_diverged(r));
    return r->observer_status;
}

static Status write_frame(const Repetition *r)
{
    const Job    *job = r->job;
    const int64_t step = r->setup->state.step;
    if (!job->frames || step % job->frame_stride != 0)
        return status_ok();
    return scene_write_frame(job->frames, (int)(step / job->frame_stride), &r->setup->model, &r->setup->state,
                             r->setup->state.start + (double)step * r->setup->dt);
}

// Allocations of the process so far; −1 if they are not counted.
static int64_t allocations(const Repetition *r)
{
    return r->job->allocations ? r->job->allocations() : -1;
}

// Only the step lies between the two clock reads; it includes the release of pins.
static Status timed_step(Repetition *r, int64_t index)
{
    StepContext   context = {.iteration_ns = r->iteration_ns + index * r->iteration_max, .iteration_max = (int32_t)r->iteration_max};
    const int64_t start = clock_ns();
    TRY(setup_release(r->setup, NULL));
    const int64_t before = allocations(r);
    const Status  status = setup_step(r->setup, &context);
    r->step_ns[index] = clock_ns() - start - context.uncharged_ns;
    r->allocations += allocations(r) - before;
    if (r->uncharged_ns)
        r->uncharged_ns[index] = context.uncharged_ns;
    disturbance_step(&r->disturbance);
    TRY(status);
    r->cost[index] = context.cost;
    r->iteration_count[index] = context.iteration_count < context.iteration_max ? context.iteration_count : context.iteration_max;
    for (int32_t i = 0; i < r->iteration_count[index]; i++)
        context.iteration_ns[i] -= start;
    return check_step(r, context.end);
}

static Status phased_step(Repetition *r, int64_t index)
{
    StepContext context = {.phases = &r->phases[index]};
    phase_clock_start(context.phases);
    const int64_t start = clock_ns();
    TRY(setup_release(r->setup, context.phases));
    const Status status = setup_step(r->setup, &context);
    r->step_ns[index] = clock_ns() - start - context.uncharged_ns;
    r->cost[index] = context.cost;
    TRY(status);
    return check_step(r, context.end);
}

static Status counted_step(Repetition *r, int64_t index)
{
    PhaseClock  phases;
    StepContext context = {.phases = &phases};
    const bool  warmup = index < (r->steps < 20 ? 1 : r->steps / 10) && r->steps > 1; // the first tenth, at least one step, as in the store
    counting_step_begin(&r->counting, warmup, &phases);
    TRY(setup_release(r->setup, &phases));
    const Status status = setup_step(r->setup, &context);
    counting_step_end(&r->counting);
    r->cost[index] = context.cost;
    TRY(status);
    return check_step(r, context.end);
}

// The report of the contacts of the step that has just ended.
static Status report_contacts(Repetition *r, int64_t index, ContactReport *report)
{
    if (!r->setup->contacts)
        return status_ok();
    TRY(contacts_report(r->setup->contacts, &r->setup->state, report));
    findings_contact(&r->findings, index, report);
    return rows_write(rows_contact(index, (double)(index + 1) * r->setup->dt, report));
}

// A step of the measured pass or a probe. all: observe all iterates, otherwise only the end of the step.
static Status watched_step(Repetition *r, bool all, ContactReport *report)
{
    r->watched = (StepContext){.observer = &r->watch.base, .contact = report};
    step_watch_reset(&r->watch, all);
    TRY(setup_step(r->setup, &r->watched));
    TRY(check_step(r, r->watched.end));
    const LoadsOf of = setup_loads(r->setup);
    StepOutcome   outcome;
    TRY(step_outcome(&r->watch, &r->watched, &of, r->observed_step, r->probing, &outcome));
    if (!r->probing) {
        findings_step(&r->findings, &outcome);
        findings_balance(&r->findings, &r->watch.balance, r->convergence.h);
    }
    TRY(rows_write(rows_cost(r->observed_step, r->probing, &r->watched.cost)));
    return rows_write(rows_step_end(&outcome));
}

static Status measured_step(Repetition *r, int64_t index)
{
    const bool    observed = case_spread_index((int)r->steps, (int)param_int(&r->job->c.params, "observe"), (int)index) >= 0;
    ContactReport report = {0};
    r->observed_step = index;
    TRY(setup_release(r->setup, NULL));
    TRY(watched_step(r, observed, &report));
    TRY(report_contacts(r, index, &report));
    return recording_step(&r->recording, index);
}

static Status write_findings(Findings *findings)
{
    for (int kind = 0; kind < FINDINGS; kind++) {
        Finding finding;
        if (findings_get(findings, (FindingKind)kind, &finding))
            TRY(rows_write(rows_finding(&finding)));
    }
    return status_ok();
}

static Status step_all(Repetition *r)
{
    static Status (*const STEP[PASS_COUNT])(Repetition *, int64_t) = {timed_step, phased_step, counted_step, measured_step};
    TRY(write_frame(r));
    if (r->pass == PASS_TIMED)
        disturbance_begin(&r->disturbance);
    for (int64_t step = 0; step < r->steps; step++) {
        TRY(STEP[r->pass](r, step));
        TRY(write_frame(r));
    }
    if (r->pass == PASS_TIMED)
        disturbance_end(&r->disturbance);
    return r->pass == PASS_MEASURED ? write_findings(&r->findings) : status_ok();
}

// ---- observing ----

static void observe_row(void *user, const Iterate *iterate, const Metrics *metrics)
{
    Repetition *r = user;
    if (r->observer_status.code == STATUS_OK)
        r->observer_status = rows_write(rows_iterate(r->observed_step, r->probing, iterate, metrics, &r->watched.cost));
}

// ---- probes: one step each from (x_n, v_n) of the reference ----

// Each thread writes the particles that it owns in a step, as at the end of a step. Otherwise the first iteration would fetch them from the
// caches of another thread.
static Status start_probe(Repetition *r, const Probe *probe)
{
    Setup *s = r->setup;
    r->observed_step = s->state.step = probe->step / case_substeps(&r->job->c);
    TRY(setup_release(s, NULL)); // may also pin again, as probes go back in time
#pragma omp parallel num_threads((int)param_int(&r->job->c.params, "threads")) default(none) shared(s, probe)
    state_set(&s->model, &s->state, (const double(*)[3])probe->position, (const double(*)[3])probe->velocity);
    if (s->contacts)
        contacts_forget(s->contacts);
    s->euler_until = 0;
    s->state.past.h = s->state.past.position ? probe->past_h : 0;
    if (state_knows_past(&s->state))
        state_set_past(&s->model, &s->state, (const double(*)[3])probe->past_position, (const double(*)[3])probe->past_velocity);
    return status_ok();
}

// Compared with x* of the reference.
static Status measured_probe(Repetition *r, const Probe *probe, char hash[HASH_TEXT])
{
    r->convergence.reference = (const double(*)[3])probe->solution;
    TRY(watched_step(r, true, NULL));
    TRY(state_hash(&r->setup->model, &r->setup->state, hash));
    return rows_write(rows_probe(r->observed_step, 0, NULL, NULL, 0, hash));
}

// Times the same iterates that the measured pass compares with the reference.
static Status timed_probe(Repetition *r, int round, char hash[HASH_TEXT])
{
    StepContext   context = {.iteration_ns = r->iteration_ns, .iteration_max = (int32_t)r->iteration_max}; // the rows of steps are written
    const int64_t start = clock_ns();
    const Status  status = setup_step(r->setup, &context);
    const int64_t ns = clock_ns() - start - context.uncharged_ns;
    TRY(status);
    r->setup->state.step++;
    TRY(check_diverged(r));
    TRY(state_hash(&r->setup->model, &r->setup->state, hash));
    const int32_t count = context.iteration_count < context.iteration_max ? context.iteration_count : context.iteration_max;
    for (int32_t i = 0; i < count; i++)
        context.iteration_ns[i] -= start;
    return rows_write(rows_probe(r->observed_step, round, &ns, context.iteration_ns, count, hash));
}

static Status probe_round(Repetition *r, const Reference *reference, int round, Hasher *all)
{
    for (int32_t p = 0; p < reference->probe_count; p++) {
        char hash[HASH_TEXT];
        TRY(start_probe(r, &reference->probes[p]));
        TRY(r->pass == PASS_TIMED ? timed_probe(r, round, hash) : measured_probe(r, &reference->probes[p], hash));
        hasher_add(all, hash, strlen(hash));
    }
    return status_ok();
}

// In the timed pass, rounds of probes take at most half of the time of the steps.
static int64_t probe_rounds(const Repetition *r, int32_t probes)
{
    const int64_t rounds = r->steps / (2 * (int64_t)probes);
    return r->pass != PASS_TIMED || rounds < 1 ? 1 : rounds < PROBE_ROUNDS ? rounds : PROBE_ROUNDS;
}

// All probes of the timed or the measured pass, after the same steps and in the same order.
static Status probe_all(Repetition *r)
{
    Reference reference;
    TRY(recording_read(&r->job->c, REFERENCE_PROBES, r->job->references[REFERENCE_PROBES], r->setup, &reference));
    r->probing = true;
    for (int round = 0; reference.probe_count && round < probe_rounds(r, reference.probe_count); round++) {
        char    hash[HASH_TEXT];
        Hasher *all = hasher_create();
        if (!all)
            return status_make(STATUS_MEMORY, "out of memory for the hash of the probes");
        const Status status = probe_round(r, &reference, round, all);
        hasher_text(all, hash);
        hasher_destroy(all);
        TRY(status);
        r->probes_differ = r->probes_differ || (round && strcmp(hash, r->probes) != 0);
        memcpy(r->probes, hash, sizeof hash);
    }
    return status_ok();
}

// ---- one repetition ----

static Status allocate(Repetition *r)
{
    Arena       *arena = &r->setup->arena;
    const size_t steps = (size_t)r->steps;
    TRY(ARENA_NEW(arena, steps, &r->step_ns));
    if (r->pass != PASS_MEASURED)
        TRY(ARENA_NEW(arena, steps, &r->cost));
    if (r->pass == PASS_TIMED) {
        TRY(ARENA_NEW(arena, steps * (size_t)r->iteration_max, &r->iteration_ns));
        TRY(ARENA_NEW(arena, steps, &r->iteration_count));
        if (is_elsewhere(r->job))
            TRY(ARENA_NEW(arena, steps, &r->uncharged_ns));
        TRY(disturbance_init(&r->conditions.waiting, &r->conditions.stolen, r->steps, arena, &r->disturbance));
    } else if (r->pass == PASS_PHASED) {
        TRY(ARENA_NEW(arena, steps, &r->phases));
    } else if (r->pass == PASS_COUNTED) {
        TRY(counting_open((int)param_int(&r->job->c.params, "threads"), &r->counting));
    } else {
        TRY(convergence_init(&r->convergence, &r->setup->model, arena, observe_row, r));
        r->convergence.state = &r->setup->state;
        r->convergence.base.threads = r->setup->threads;
        const int32_t substeps = (int32_t)case_substeps(&r->job->c);
        if (r->setup->contacts)
            TRY(contacts_watch(r->setup->contacts, arena));
        TRY(findings_init(&r->findings, r->job->c.solver->name, &r->setup->model, r->steps, substeps, arena));
        TRY(step_watch_init(&r->convergence, r->setup->solver->ops, substeps, (int32_t)r->iteration_max / substeps, arena, &r->watch));
        TRY(recording_init(&r->job->c, r->job->references, r->setup, &r->recording));
    }
    return status_ok();
}

static Status write_counters(const Counting *counting)
{
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        if (counting->phases[phase].entered)
            TRY(rows_write(rows_counters(phase_name((Phase)phase), counting, &counting->phases[phase])));
    return rows_write(rows_counters("step", counting, &counting->step));
}

static Status write_costs(const Repetition *r)
{
    for (int64_t step = 0; step < r->steps && r->pass != PASS_MEASURED; step++)
        TRY(rows_write(rows_cost(step, false, &r->cost[step])));
    return status_ok();
}

static Status write_steps(const Repetition *r)
{
    TRY(write_costs(r));
    if (r->pass == PASS_COUNTED)
        return write_counters(&r->counting);
    for (int64_t step = 0; step < r->steps && r->pass != PASS_MEASURED; step++)
        TRY(rows_write(r->pass == PASS_TIMED
                           ? rows_step(step, r->step_ns[step], r->uncharged_ns ? r->uncharged_ns[step] : -1,
                                       r->iteration_ns + step * r->iteration_max, r->iteration_count[step], &r->disturbance.signs[step])
                           : rows_phases(step, r->step_ns[step], &r->phases[step])));
    return status_ok();
}

static Status write_state(const Repetition *r)
{
    const Job *job = r->job;
    if (job->frames)
        TRY(scene_write_pvd(job->frames, (int)(r->setup->state.step / job->frame_stride) + 1,
                            param_real(&job->c.params, "dt") * job->frame_stride));
    const State    *state = &r->setup->state;
    const double    time = state->start + (double)state->step * param_real(&job->c.params, "dt");
    const SceneMark mark = scene_mark(&r->setup->scene, &r->setup->model);
    return job->state_out ? scene_write_state(job->state_out, &mark, &r->setup->model, state, time) : status_ok();
}

// Writes the conditions that are known before the first step (solver/condition_list.h).
static Status write_conditions(ConditionCase c, Arena *arena)
{
    TRY(condition_prepare(&c, arena));
    for (int kind = 0; kind < CONDITIONS; kind++) {
        bool      holds = true;
        Condition condition;
        TRY(condition_check(&c, (ConditionKind)kind, &holds, &condition));
        if (!holds)
            TRY(rows_write(rows_condition(&condition)));
    }
    return status_ok();
}

static Status check_conditions(const Setup *s, const SolverOps *solver)
{
    Arena        arena = arena_init(0);
    const Status status = write_conditions((ConditionCase){.model = &s->model,
                                                           .state = &s->state,
                                                           .solver = solver,
                                                           .params = &s->params,
                                                           .dt = integrator_length(s->model.integrator, true, s->dt),
                                                           .dt_setting = s->dt,
                                                           .contact = s->contacts != NULL},
                                           &arena);
    arena_destroy(&arena);
    return status;
}

// The additional traffic of integrators in the prediction and the velocity update is not counted.
static Status write_traffic(const Solver *solver, Integrator integrator)
{
    Traffic traffic;
    TRY(solver->ops->traffic(solver, &traffic));
    if (integrator != INTEGRATOR_EULER)
        traffic.phases[PHASE_PREDICT] = traffic.phases[PHASE_VELOCITY] = (PhaseTraffic){0};
    return rows_write(rows_traffic(&traffic));
}

static Status describe(const Repetition *r)
{
    const Solver *solver = r->setup->solver;
    const Linsys *linsys = solver->ops->linsys ? solver->ops->linsys(solver) : NULL;
    TRY(rows_write(rows_model(r->setup)));
    TRY(rows_origin(r->setup));
    TRY(check_conditions(r->setup, solver->ops));
    if (linsys) // a scene without constraints may have no system
        TRY(rows_write(rows_linsys(linsys)));
    return solver->ops->traffic ? write_traffic(solver, r->setup->model.integrator) : status_ok();
}

// first: the first of the process, which describes the case. more: others follow.
static Status run_repetition(Repetition *r, int index, bool first, bool more, char hash[HASH_TEXT])
{
    TRY(rows_write(rows_begin(r->pass, index, r->job->process)));
    TRY(conditions_open((int)param_int(&r->job->c.params, "threads"), &r->conditions));
    TRY(first ? setup_create(&r->job->c, &r->job->state_in, r->job->frames != NULL, r->choice, r->setup)
              : setup_restart(&r->job->c, &r->job->state_in, r->setup));
    TRY(recording_check(&r->job->c, &r->setup->model));
    if (first)
        TRY(describe(r));
    if (first && more)
        TRY(setup_keep(r->setup));
    TRY(rows_write(rows_setup(&r->setup->phases)));
    conditions_check(&r->conditions, "after set-up");
    TRY(allocate(r));
    TRY(step_all(r));
    conditions_check(&r->conditions, "after the last step"); // steps may refactorise the matrix
    TRY(state_hash(&r->setup->model, &r->setup->state, hash));
    TRY(write_steps(r));
    TRY(write_state(r));
    // Without the reference, which is not part of the timed work; the last timed repetition reads it.
    const int64_t peak_bytes = is_elsewhere(r->job) ? -1 : setup_peak_bytes(r->setup),
                  library_allocations = r->pass == PASS_TIMED && allocations(r) >= 0 && !is_elsewhere(r->job) ? r->allocations : -1;
    if (r->probes_enabled)
        TRY(probe_all(r));
    return rows_write(rows_end(r->pass, index, hash, peak_bytes, library_allocations, r->unconverged, &r->conditions));
}

// Compares the hash of a repetition with that of the first; "" if there is none yet or nothing to compare.
static bool is_same_hash(char first[HASH_TEXT], const char *hash)
{
    if (!first[0])
        memcpy(first, hash, HASH_TEXT);
    return !hash[0] || strcmp(first, hash) == 0;
}

Status passes_run(const Job *job, bool *deterministic)
{
    char                             first_hash[HASH_TEXT] = "", first_probes[HASH_TEXT] = "";
    LinsysChoice                     choice = job->choice;
    int                              done = 0, count = 0;
    GNU_CLEANUP(setup_destroy) Setup setup = {0};
    *deterministic = true;
    for (int pass = 0; pass < PASS_COUNT; pass++)
        count += job->required[pass];
    if (job->required[PASS_COUNTED] && is_elsewhere(job))
        return status_make(STATUS_UNSUPPORTED,
                           "solver %s runs in another process, and counters cover only weft's threads; set `counted: 0`",
                           job->c.solver->name);
    for (int pass = 0; pass < PASS_COUNT; pass++)
        for (int i = 0; i < job->required[pass]; i++) {
            char         hash[HASH_TEXT];
            Repetition   r = {.job = job,
                              .pass = (Pass)pass,
                              .choice = &choice,
                              .setup = &setup,
                              .probes_enabled = pass == PASS_MEASURED || (pass == PASS_TIMED && i + 1 == job->required[pass]),
                              .steps = param_int(&job->c.params, "steps"),
                              .iteration_max = setup_iterations(&job->c),
                              .observer_status = status_ok()};
            const Status status = run_repetition(&r, job->first[pass] + i, done == 0, done + 1 < count, hash);
            counting_close(&r.counting);
            conditions_close(&r.conditions);
            TRY(status);
            done++;
            const bool same = is_same_hash(first_hash, hash), same_probes = is_same_hash(first_probes, r.probes) && !r.probes_differ;
            *deterministic = *deterministic && same && same_probes;
        }
    return status_ok();
}
