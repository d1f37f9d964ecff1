// The reference trajectory of a case: the Newton trajectory of the scene, stored at the steps that the case needs.
#include <stdlib.h>
#include <string.h>

#include "measure/reference.h"
#include "worker/private/passes.h"

static void keep_gradient(void *user, const Iterate *iterate, const Metrics *metrics)
{
    (void)iterate;
    *(double *)user = metrics->gradient;
}

// A probe step of the trajectory: its start, its end, and the gradient there.
static Status probe_step(Setup *s, Convergence *convergence, Probe *probe, StepContext *context)
{
    state_get(&s->model, &s->state, probe->position, probe->velocity);
    probe->past_h = setup_uses_past(s) ? s->state.past.h : 0;
    if (probe->past_h > 0)
        state_get_past(&s->model, &s->state, probe->past_position, probe->past_velocity);
    convergence->user = &probe->gradient;
    context->observer = &convergence->base;
    TRY(setup_step(s, context));
    probe->end = context->end;
    probe->bound = context->gradient_bound;
    double(*velocity)[3] = calloc((size_t)s->model.particle_count, sizeof *velocity);
    if (!velocity)
        return status_make(STATUS_MEMORY, "out of memory for the reference trajectory");
    state_get(&s->model, &s->state, probe->solution, velocity);
    free(velocity);
    return status_ok();
}

static Status not_converged(const Setup *s, int64_t step, int64_t parts, const StepContext *context)
{
    return status_make(
        STATUS_NUMERIC,
        "the Newton reference did not converge in step %lld of length dt/%lld: in %d iterations the %s went from %.3g to %.3g; "
        "use a smaller dt or softer constraints%s",
        (long long)step, (long long)parts, context->iteration_count, context->residual, context->residual_begin, context->residual_end,
        s->contacts ? ", or a lower contact stiffness" : "");
}

// Reports the contacts of a step, after following all pairs through it, and adds them to the findings.
static Status look_at_contacts(const Setup *s, int64_t step, ContactReport *report, Findings *findings)
{
    if (!s->contacts)
        return status_ok();
    TRY(contacts_report(s->contacts, &s->state, report));
    findings_contact(findings, step, report);
    return status_ok();
}

static void keep_finding(Findings *findings, Reference *reference)
{
    Finding finding;
    for (int kind = 0; kind < FINDINGS; kind++)
        if (!*reference->finding && findings_get(findings, (FindingKind)kind, &finding)) {
            const char *advice = strrchr(finding.line, ';'); // for the run of a solver
            const int   length = advice && advice - finding.line < 255 ? (int)(advice - finding.line) : 255;
            snprintf(reference->finding, sizeof reference->finding, "%.*s", length, finding.line);
        }
}

static Status follow_trajectory(Setup *s, int64_t parts, Reference *reference)
{
    const int     probes = reference->probe_count;
    const int64_t last = reference->probes[probes - 1].step;
    Findings      findings;
    Convergence   convergence;
    TRY(findings_init(&findings, s->solver->ops->name, &s->model, 0, 1, &s->arena));
    if (s->contacts)
        TRY(contacts_watch(s->contacts, &s->arena));
    TRY(convergence_init(&convergence, &s->model, &s->arena, keep_gradient, NULL));
    convergence.base.threads = s->threads;
    for (int64_t step = 0, p = 0; step <= last; step++) {
        Probe        *probe = p < probes && reference->probes[p].step == step ? &reference->probes[p++] : NULL;
        ContactReport report = {0};
        StepContext   context = {.contact = &report};
        if (step % parts == 0) // pins are released between whole steps of the case
            TRY(setup_release(s, NULL));
        TRY(probe ? probe_step(s, &convergence, probe, &context) : setup_step(s, &context));
        s->state.step++;
        if (context.end == STEP_UNCONVERGED || !state_is_finite(&s->state) || (probe && !probe_is_converged(probe)))
            return not_converged(s, step, parts, &context);
        TRY(look_at_contacts(s, step, &report, &findings));
    }
    keep_finding(&findings, reference);
    return status_ok();
}

// The time at which a constraint breaks depends on the step length, so a limit of short steps does not exist. A probe starts from positions
// and velocities, which do not tell the broken constraints.
static Status refuse_breakable(const Model *model)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (model->sets[kind].limit)
            return status_make(
                STATUS_UNSUPPORTED,
                "a scene with breakable constraints has no reference, and some %s constraints are breakable; change the scene",
                model->sets[kind].ops->name);
    return status_ok();
}

// The trajectory with steps of dt/parts, stored at the steps of the wish; memory from the arena.
static Status make_trajectory(const Case *c, ReferenceWish wish, Setup *s, Arena *arena, Reference *out)
{
    TRY(setup_create_reference(c, wish.parts, wish.limit, s));
    TRY(refuse_breakable(&s->model));
    TRY(reference_alloc(arena, s->model.particle_count, wish.count, s->model.integrator == INTEGRATOR_BDF2, out));
    out->h = param_real(&c->params, "dt") / (double)wish.parts;
    for (int i = 0; i < wish.count; i++)
        out->probes[i].step = case_reference_step(c, &wish, i);
    return follow_trajectory(s, wish.parts, out);
}

Status passes_reference(const Job *job)
{
    if (sizeof(real) != sizeof(double))
        return status_make(STATUS_UNSUPPORTED, "the f32 worker cannot compute a reference; use weft-worker-f64");
    ASSERT(job->write_reference < REFERENCE_USES);
    ReferenceWish wish = case_reference(&job->c, (ReferenceUse)job->write_reference);
    if (!job->references[job->write_reference] || wish.count < 1)
        return status_make(STATUS_INPUT, "job: a reference for `%s` needs a file in `references`, and a case that uses it",
                           reference_name((ReferenceUse)job->write_reference));
    GNU_CLEANUP(arena_destroy) Arena arena = arena_init((size_t)param_int(&job->c.params, "memory") << 20);
    const int                        levels = wish.limit ? REFERENCE_LEVELS : 1;
    Reference                        reference[REFERENCE_LEVELS];
    char                             key[HASH_TEXT];
    case_reference_key(&job->c, &wish, key);
    for (int level = 0; level < levels; level++, wish.parts /= 2) {
        GNU_CLEANUP(setup_destroy) Setup setup = {0};
        TRY(make_trajectory(&job->c, wish, &setup, &arena, &reference[level]));
    }
    if (levels > 1)
        reference_extrapolate(reference, integrator_order((Integrator)param_choice(&job->c.params, "integrator")));
    memcpy(reference->key, key, sizeof key);
    TRY(reference_write(job->references[job->write_reference], reference));
    return rows_reference((ReferenceUse)job->write_reference, reference);
}
