// lbfgs: L-BFGS on Φ with the matrix of projective dynamics as its initial Hessian (Liu, Bouaziz, Kavan 2017, doi 10.1145/2990496).
//   d = −H ∇Φ(x),   x ← x + t d,   t = 1, halved until Φ(x + t d) ≤ Φ(x) + c t d·∇Φ
// H is the base, changed by the last pairs of moves and gradient changes (solver/private/lbfgs_history.h). Pairs are dropped at every step,
// since y, pins and therefore Φ change. With base pd, H without pairs is A⁻¹, A = M + h² Σ k AᵀA, and the first iteration is that of pd: x
// − A⁻¹∇Φ(x) is the global step. A majorises Φ, so that t = 1 there, and Φ decreases by at least ½ ∇Φ·A⁻¹∇Φ.
//
// Scaled identities, for comparison: base gamma is γ M⁻¹, γ = a·b / (b·M⁻¹b) of the newest pair, 1 before the first. If all masses are
// equal this is the identity times a·b / b·b. Otherwise the identity would move a light particle as far as a heavy one with the same force.
// gamma_inverse uses 1/γ instead of γ, as in the code released with the paper; M⁻¹ makes that dimensionless.
//
// Iterates, Φ and ∇Φ are in double precision; the base is applied in real. That shortens or turns d a little, and does not move the
// minimum. Below the round-off of Φ its decrease is derived from the slope instead (Hager and Zhang 2005, approximate Wolfe conditions): a
// quadratic falls by c t d·∇Φ or more if d·∇Φ(x + t d) ≤ (2c − 1) d·∇Φ(x).
//
// If no t lowers Φ the pairs are dropped and −z, z = H ∇Φ of the base alone, is tried. If that fails too the step ends: at round-off if the
// remaining decrease is below that of Φ, otherwise unconverged.
//
// Contacts are in Φ, and with base pd the active ones are in P, as in pd (solver/private/pd_contact.h). So the first iteration is pd's with
// contact too, unless it is halved. When the active set changes, so do P and the curvature along old moves: the pairs are dropped.
//
// An iteration costs one solve, one Φ with ∇Φ and another for each halving, and reads 2 · 2 window vectors. On a cloth of 256², with the
// parallel solve, it takes 2.6 to 3 times as long as one of pd (experiment iteration_cost, 2026-11). A third of it is those vectors, and as
// much is Φ and ∇Φ in double precision.
#include "assembly/stencil_matrix.h"
#include "contact/contact_friction.h"
#include "solver/private/exact_contact.h"
#include "solver/private/global_step.h"
#include "solver/private/lbfgs_history.h"
#include "solver/private/linsys_solver.h"
#include "solver/private/pd_contact.h"
#include "solver/solver.h"
#include "step/exact_motion.h"
#include "step/objective.h"
#include "step/team.h"

extern const SolverOps solver_lbfgs; // declared for the table in solver.c

typedef enum LbfgsBase { BASE_PD, BASE_GAMMA, BASE_GAMMA_INVERSE } LbfgsBase;

static const char *const BASES[] = {"pd", "gamma", "gamma_inverse", NULL};

// Outcome of a trial.
typedef enum Verdict { VERDICT_MOVED, VERDICT_UNCLEAR, VERDICT_SHORTER, VERDICT_STUCK } Verdict;

// Shared by the team; written by one thread between barriers.
typedef struct Search {
    double  phi, length, first; // Φ at the iterate, t, and possible decrease by an iteration of the base at the start of the step
    int32_t halvings;           // of this search
    Verdict verdict;
    bool    began, has_last; // a search in this step; has a previous iterate with a valid pair
    bool    followed;        // friction uses the normal forces of an iterate
} Search;

typedef struct Lbfgs {
    LinsysSolver  base;
    const Model  *model;
    int           threads;
    int32_t       iterations, halvings;
    double        armijo, start_phi;
    LbfgsBase     kind;
    ExactMotion   motion; // its x is the iterate
    Objective     objective;
    LbfgsHistory  history;
    StencilMatrix system; // of base pd
    ExactContact  contact;
    PdContact     touching;
    uint8_t      *active;                   // [touching.first[CONTACT_CLASSES]] 1 if C < 0 at the iterate
    double4      *gradient;                 // at the iterate
    double4      *trial, *trial_gradient;   // before a search those of the previous iterate
    real4        *image, *last_image, *rhs; // z at the iterate and at the previous one; gradient of the last trial
    double4      *direction;
    Search        search;
} Lbfgs;

static const char SYSTEM[] = "direction of lbfgs without its pairs, (M + h² Σ k AᵀA) z = ∇Φ(x)\n"
                             "x, y, z of particles in the model's order as three columns, m; rows in kg, a pin's is the identity";

static const Param PARAMS[] = {
    PARAM_INT_ROW("iterations", "", 10, 1, 1e6, "iterations per step, each one solve and, without halvings, one gradient of the objective",
                  .role = PARAM_ROLE_ITERATIONS),
    PARAM_INT_ROW("window", "", 5, 0, LBFGS_WINDOW_MAX, "number of stored pairs of moves and gradient changes; 0: the base alone"),
    PARAM_CHOICE_ROW("base", BASES, BASE_PD,
                     "initial inverse Hessian; pd: that of projective dynamics; gamma: the masses' times a·b/(b·M⁻¹b); gamma_inverse: the "
                     "inverse factor, as in released code"),
    PARAM_REAL_ROW("armijo", "", 1e-4, 0, 0.5, "fraction of the predicted decrease of the objective that a move must reach"),
    PARAM_INT_ROW("halvings", "", 30, 0, 60, "maximum number of halvings of a move before it is given up"),
    PARAM_CHOICE_ROW("contact_matrix", PD_CONTACT_MATRIX_NAMES, PD_CONTACT_REFACTOR,
                     "method that puts the active contacts into the matrix of base pd: a new factorisation, low-rank updates, or the one "
                     "predicted to be faster",
                     .contact_only = true),
    CONTACT_PARAMS,
    PARAM_END,
};

static bool cannot_do(const ConstraintOps *ops)
{
    return !ops->local_step;
}

// ---- set-up ----

static Status alloc_vectors(Lbfgs *s, Arena *arena)
{
    const int32_t n = s->model->particle_count;
    double4     **exact[] = {&s->gradient, &s->trial, &s->trial_gradient, &s->direction};
    real4       **vectors[] = {&s->image, &s->last_image, &s->rhs};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        TRY(ARENA_NEW(arena, n, exact[i]));
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        TRY(ARENA_NEW(arena, n, vectors[i]));
    return status_ok();
}

static Status init_contact(Lbfgs *s, const SolverSetup *setup)
{
    if (setup->contacts && contacts_have_bound(setup->contacts))
        return status_make(STATUS_UNSUPPORTED, "solver lbfgs cannot limit its moves to a bound; use contact_bound=off, or newton or pd");
    TRY(exact_contact_init(&s->contact, setup));
    TRY(pd_contact_init(&s->touching, setup, NULL, s->kind == BASE_PD ? &s->system : NULL));
    return ARENA_NEW(setup->arena, s->touching.first[CONTACT_CLASSES], &s->active);
}

static Status create(const SolverSetup *setup, Solver **out)
{
    static const LbfgsScale SCALES[] = {LBFGS_SCALE_ONE, LBFGS_SCALE_GAMMA, LBFGS_SCALE_GAMMA_INVERSE};
    const Model            *model = setup->model;
    Lbfgs                  *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.base.ops = &solver_lbfgs;
    *out = &s->base.base;
    TRY(solver_refuse(model, &solver_lbfgs, cannot_do));
    s->model = model;
    s->threads = setup->threads;
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    s->halvings = (int32_t)param_int(setup->params, "halvings");
    s->armijo = param_real(setup->params, "armijo");
    s->kind = (LbfgsBase)param_choice(setup->params, "base");
    TRY(alloc_vectors(s, setup->arena));
    TRY(exact_motion_init(&s->motion, model, setup->dt, 1, setup->arena));
    TRY(objective_init(model, setup->contacts, setup->dt, true, setup->arena, &s->objective));
    TRY(lbfgs_history_init(&s->history, setup, SCALES[s->kind], (int)param_int(setup->params, "window")));
    if (s->kind != BASE_PD)
        return init_contact(s, setup);
    TRY(stencil_matrix_init(model, NULL, setup->dt, setup->threads, setup->arena, &s->system));
    TRY(init_contact(s, setup));
    return linsys_solver_init(&s->base, setup, &s->system.matrix, setup->positions, 1);
}

// ---- the start of a step, outside any team ----

static Status predict(Lbfgs *s, const State *state, StepContext *context)
{
    Start start = exact_motion_start(&s->motion, state, 0);
    team_phase(context, PHASE_PREDICT);
    exact_motion_predict(&s->motion, state, 0);
    lbfgs_history_forget(&s->history);
    s->search = (Search){0};
    if (s->contact.contacts) {
        start.contacts = s->contact.contacts;
        TEAM_COUNT(context, detections, 1);
        TRY(exact_contact_detect(&s->contact, state, &s->motion, context));
        contacts_friction_start(s->contact.contacts, s->motion.x);
    }
    team_begin(context, &start);
    return status_ok();
}

// ---- step: all threads of the team; each function ends with a barrier ----

static void evaluate(Lbfgs *s, StepContext *context, const double4 *x, double4 *gradient)
{
    team_phase(context, PHASE_LOCAL);
    TEAM_COUNT(context, objectives, 1);
    TEAM_COUNT(context, gradients, 1);
    objective_run(&s->objective, x, s->motion.y, gradient, s->rhs);
}

// z = P ∇Φ, from rhs.
static void apply_base(Lbfgs *s, StepContext *context)
{
    team_phase(context, PHASE_SOLVE);
    if (s->kind == BASE_PD) {
        global_step_solve(&s->base, s->rhs, NULL, s->image, context);
        if (pd_contact_has_matrix(&s->touching))
            global_step_show(&s->base, SYSTEM, &s->system, s->rhs, s->image, context);
        return;
    }
#pragma omp for schedule(static)
    for (int32_t i = 0; i < s->model->particle_count; i++) {
        const double w = s->model->inverse_mass[i];
        s->image[i] = (real4){(real)(w * s->gradient[i].x), (real)(w * s->gradient[i].y), (real)(w * s->gradient[i].z), 0};
    }
}

static LbfgsPoint iterate_of(const Lbfgs *s)
{
    return (LbfgsPoint){s->motion.x, s->gradient, s->image};
}

static void find_direction(Lbfgs *s, StepContext *context)
{
    const LbfgsPoint now = iterate_of(s), last = {s->trial, s->trial_gradient, s->last_image};
    apply_base(s, context);
    team_phase(context, PHASE_RHS);
    lbfgs_history_add(&s->history, &now, s->search.has_last ? &last : NULL);
}

// ---- the line search; by one thread ----

static void accept(Lbfgs *s, double phi)
{
    double4 *x = s->motion.x, *g = s->gradient;
    real4   *image = s->image;
    s->motion.x = s->trial;
    s->trial = x;
    s->gradient = s->trial_gradient;
    s->trial_gradient = g;
    s->image = s->last_image;
    s->last_image = image;
    s->search.phi = phi;
    s->search.has_last = true;
    s->search.verdict = VERDICT_MOVED;
}

static void judge_decrease(Lbfgs *s)
{
    const double phi = objective_value(&s->objective), asked = s->armijo * s->search.length * s->history.slope;
    if (phi <= s->search.phi + asked)
        accept(s, phi);
    else
        s->search.verdict = VERDICT_UNCLEAR;
}

static void judge_slope(Lbfgs *s)
{
    const double phi = objective_value(&s->objective), rise = phi - s->search.phi;
    if (rise <= objective_noise(&s->objective) && objective_slope(&s->objective) <= (2 * s->armijo - 1) * s->history.slope) {
        accept(s, phi);
        return;
    }
    s->search.length *= 0.5;
    s->search.verdict = s->search.halvings++ < s->halvings ? VERDICT_SHORTER : VERDICT_STUCK;
}

// ---- an iteration ----

// Moves along the direction; false if no length lowers Φ.
static bool search_line(Lbfgs *s, StepContext *context)
{
    const LbfgsPoint now = iterate_of(s);
#pragma omp single
    {
        s->search.length = 1;
        s->search.halvings = 0;
        s->search.first = s->search.began ? s->search.first : 0.5 * s->history.decrement;
        s->search.began = true;
        s->search.verdict = s->history.slope < 0 ? VERDICT_SHORTER : VERDICT_STUCK;
    }
    while (s->search.verdict == VERDICT_SHORTER) {
        TEAM_COUNT(context, line_halvings, s->search.halvings > 0);
        lbfgs_history_direction(&s->history, &now, s->search.length, NULL, s->trial);
        evaluate(s, context, s->trial, s->trial_gradient);
        team_phase(context, PHASE_RHS);
#pragma omp single
        judge_decrease(s);
        if (s->search.verdict != VERDICT_UNCLEAR)
            break;
        lbfgs_history_direction(&s->history, &now, s->search.length, s->direction, s->trial);
        objective_judge(&s->objective, s->trial, s->motion.y, s->trial_gradient, s->direction);
#pragma omp single
        judge_slope(s);
    }
    return s->search.verdict == VERDICT_MOVED;
}

// One iteration; false if no move lowers Φ, or ∇Φ is 0.
static bool descend(Lbfgs *s, StepContext *context)
{
    find_direction(s, context);
    if (search_line(s, context))
        return true;
    if (s->history.count == 0)
        return false;
#pragma omp barrier
#pragma omp single
    {
        lbfgs_history_forget(&s->history);
        lbfgs_history_solve(&s->history);
    }
    return search_line(s, context);
}

static StepEnd end_of(Lbfgs *s, bool stuck, double gain)
{
    if (!stuck)
        return STEP_DONE;
    if (!(s->history.decrement > 0 || s->history.decrement < 0))
        return isnan(s->history.decrement) ? STEP_UNCONVERGED : STEP_CONVERGED;
    return gain <= objective_noise(&s->objective) ? STEP_AT_ROUND_OFF : STEP_UNCONVERGED;
}

// A step that stopped before its last iteration reports the possible decrease by an iteration of the base, relative to Φ at y.
static void report(Lbfgs *s, StepContext *context, bool stuck)
{
    const double gain = 0.5 * s->history.decrement, scale = s->start_phi > 0 ? s->start_phi : 1;
    if (!context)
        return;
    context->end = end_of(s, stuck, gain);
    if (!stuck)
        return;
    context->residual = "decrement relative to the objective at y";
    context->residual_begin = s->search.first / scale;
    context->residual_end = gain / scale;
}

// ---- step ----

// The state before the first iteration.
static void begin(Lbfgs *s, StepContext *context)
{
    const Iterate shown = {.iteration = -1, .exact = s->motion.x};
    team_iterate(context, &shown);
    evaluate(s, context, s->motion.x, s->gradient);
#pragma omp single
    s->search.phi = s->start_phi = objective_value(&s->objective);
}

// Iteration k, unless no move lowers Φ.
static bool iterate(Lbfgs *s, int32_t k, StepContext *context)
{
    if (!descend(s, context))
        return false;
    const Iterate shown = {.iteration = k, .exact = s->motion.x};
    team_iterate(context, &shown);
    return true;
}

static void finish(Lbfgs *s, bool stuck, State *state, StepContext *context)
{
    if (stuck) { // needed for the round-off of Φ
        evaluate(s, context, s->motion.x, s->gradient);
        objective_judge(&s->objective, s->motion.x, s->motion.y, s->gradient, s->direction);
    }
    team_phase(context, PHASE_VELOCITY);
#pragma omp single
    {
        report(s, context, stuck);
        exact_motion_finish(&s->motion, state, 0);
    }
}

static void iterate_all(Lbfgs *s, State *state, StepContext *context)
{
    bool moved = true;
    begin(s, context);
    for (int32_t k = 0; k < s->iterations && moved; k++)
        moved = iterate(s, k, context);
    finish(s, !moved, state, context);
}

// ---- step with contacts, which change the matrix, outside the team ----

// True if the active set differs from that of the previous iterate.
static bool activate(Lbfgs *s)
{
    const PdContact *c = &s->touching;
    bool             changed = false;
    for (int which = 0; which < CONTACT_CLASSES; which++)
        for (int32_t i = c->first[which]; i < c->first[which] + c->contacts->sets[which].set.count; i++) {
            changed |= s->active[i] != (c->value[i] < 0);
            s->active[i] = c->value[i] < 0;
        }
    return changed;
}

// From here on Φ uses the normal forces of the iterate. The pairs stay; their gradient changes then include that of the forces. Contacts
// that have landed in the first iteration stop their particles.
static void follow_friction(Lbfgs *s, StepContext *context)
{
    const PdContact *c = &s->touching;
    for (int which = 0; which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < c->contacts->sets[which].set.count; i++) {
            const bool fresh = !(c->contacts->sets[which].friction_max[i] > 0);
            contact_friction_follow(c->contacts, (ContactClass)which, i, -c->factor * c->value[c->first[which] + i]);
            if (fresh && !s->search.followed)
                contact_friction_stop(c->contacts, (ContactClass)which, i, s->motion.x);
        }
    s->search.has_last = s->search.has_last && s->search.followed; // the iterate may have moved
    s->search.followed = true;
#pragma omp parallel num_threads(s->threads)
    evaluate(s, context, s->motion.x, s->gradient);
    s->search.phi = objective_value(&s->objective);
}

static Status follow_contacts(Lbfgs *s, const State *state, StepContext *context)
{
    team_phase(context, PHASE_CONTACT);
#pragma omp parallel num_threads(s->threads)
    pd_contact_look(&s->touching, s->motion.x);
    if (s->contact.contacts->rubs && s->search.began)
        follow_friction(s, context);
    if (!activate(s) && s->search.began)
        return status_ok();
    lbfgs_history_forget(&s->history);
    s->search.has_last = false;
    if (s->kind != BASE_PD)
        return status_ok();
    return pd_contact_change(&s->touching, &s->base, state->position, &s->system, context);
}

static Status iterate_touching(Lbfgs *s, State *state, StepContext *context)
{
    bool moved = true;
#pragma omp parallel num_threads(s->threads)
    begin(s, context);
    for (int32_t k = 0; k < s->iterations && moved; k++) {
        TRY(follow_contacts(s, state, context));
#pragma omp parallel num_threads(s->threads) reduction(&& : moved)
        moved = iterate(s, k, context);
    }
#pragma omp parallel num_threads(s->threads)
    finish(s, !moved, state, context);
    exact_contact_finish(&s->contact, s->motion.x, state, context);
    return status_ok();
}

static Status step(Solver *base, State *state, StepContext *context)
{
    Lbfgs *s = (Lbfgs *)base;
    Status status = predict(s, state, context);
    if (status.code == STATUS_OK && s->contact.contacts) {
        status = iterate_touching(s, state, context);
    } else if (status.code == STATUS_OK) {
#pragma omp parallel num_threads(s->threads)
        iterate_all(s, state, context);
    }
    team_phase(context, PHASE_NONE);
    if (status.code == STATUS_OK && s->base.linsys)
        status = linsys_solver_end(&s->base, context);
    return status.code == STATUS_OK ? status : status_prefix(status, "lbfgs, step %lld", (long long)state->step);
}

const SolverOps solver_lbfgs = {
    .name = "lbfgs",
    .summary = "L-BFGS from the matrix of projective dynamics (Liu 2017)",
    .takes = TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION,
    .aim = AIM_OBJECTIVE,
    .params = PARAMS,
    .uses_linsys = LINSYS_LANES,
    .schedule = solver_schedule_memory,
    .create = create,
    .step = step,
    .linsys = linsys_solver_system,
    .destroy = linsys_solver_destroy,
};
