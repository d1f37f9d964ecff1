// admm: the alternating direction method of multipliers (Narain, Overby, Brown 2016, doi 10.2312/sca.20161219; Overby, Brown, Li, Narain
// 2017, doi 10.1109/TVCG.2017.2730875). The rows D x of each constraint have a copy z, and u holds what the two have differed by so far:
//   local:   q = D x + u,  z = argmin E(z) + ½ w² |q − z|²,  u = q − z           for all constraints in parallel (step/proximal_step.h)
//   global:  (M + h² Σ w² DᵀD) x = M y + h² Σ w² Dᵀ(z − u)                        factorised once, x y z side by side
// with w² = κ k. A step starts at x = y and u = 0.
//
// With κ = 1 this is projective dynamics whose projection looks at D x + u: the first iteration is the same, and all are if u is 0 before
// every local step (`multiplier: reset`). For other κ, and other energies than those of projective dynamics, leaving out u would change
// the problem: its end has the stiffness 2κ/(1+κ) k. Those are refused.
//
// Neither Φ nor the distance to the minimum falls in every iteration. For a mass on a spring q − q∞ is multiplied by
// (κ²s + 1)/((1 + κs)(1 + κ)) in each, s = h²k/m: least at κ = 1/√s. For a convex E it converges with every κ > 0; where E is more concave
// than w², as across a compressed spring, it need not.
//
// Contacts have no copy: their energy is part of the function of x that a global step lowers, whose matrix has those that are active, as in
// pd (solver/private/pd_contact.h). With copies, every contact of a step would have to be in it, and one that is not active would hold back
// what it is on: its z is D x, and the step is pulled there with w².
#include "assembly/stencil_matrix.h"
#include "solver/private/global_step.h"
#include "solver/private/linsys_solver.h"
#include "solver/private/pd_contact.h"
#include "solver/solver.h"
#include "step/motion.h"
#include "step/proximal_step.h"
#include "step/team.h"

extern const SolverOps solver_admm; // declared for the table in solver.c

typedef enum AdmmMultiplier { MULTIPLIER_KEPT, MULTIPLIER_RESET } AdmmMultiplier;

static const char *const MULTIPLIERS[] = {"kept", "reset", NULL};

typedef struct Admm {
    LinsysSolver  base;
    const Model  *model;
    int           threads;
    int32_t       iterations;
    Motion        motion;
    ProximalStep  local;
    real4        *constant; // [particles] part of the right-hand side: M y and terms of pins; x_n for a pin
    real4        *rhs;      // [particles]
    real4        *solved;   // [particles] result of the global step; NULL without contact: it is the iterate
    StencilMatrix system;
    PdContact     contact;
} Admm;

static const char SYSTEM[] = "the global step of ADMM, (M + h² Σ w² DᵀD) x = M y + h² Σ w² Dᵀ(z − u)\n"
                             "positions x, y, z of particles in the model's order as three columns, m; rows in kg, a pin's is the identity";

static const Param PARAMS[] = {
    PARAM_INT_ROW("iterations", "", 10, 1, 1e6, "iterations per step, each a local and a global step", .role = PARAM_ROLE_ITERATIONS),
    PARAM_REAL_ROW("weight", "", 1, 1e-6, 1e6,
                   "kappa = w^2/k of the copies of the constraints' rows; k: the stiffness, of neo-Hookean tetrahedra V (lambda + 2 mu/3), "
                   "Lame's lambda",
                   .role = PARAM_ROLE_MATRIX_WEIGHT),
    PARAM_CHOICE_ROW("multiplier", MULTIPLIERS, MULTIPLIER_KEPT,
                     "u within a step; reset: 0 before every local step, which with weight 1 is projective dynamics"),
    PARAM_CHOICE_ROW("contact_matrix", PD_CONTACT_MATRIX_NAMES, PD_CONTACT_REFACTOR,
                     "the active contacts in the matrix of the global step, by a new factorisation, by low-rank updates, or by whichever "
                     "is predicted to take less time",
                     .contact_only = true),
    CONTACT_PARAMS,
    PARAM_END,
};

// ---- set-up ----

// For the message that names what a reset multiplier cannot do.
static const SolverOps RESET = {
    .name = "admm with multiplier=reset", .takes = TAKES_INEQUALITIES | TAKES_CONTACT, .otherwise = "multiplier=kept"};

static bool has_no_target(const ConstraintOps *ops)
{
    return ops->energy->prox || proximal_step_missing(ops);
}

static Status refuse(const Model *model, double weight, bool reset)
{
    TRY(solver_refuse(model, &solver_admm, proximal_step_missing));
    if (!reset)
        return status_ok();
    if (weight < 1 || weight > 1)
        return status_make(STATUS_UNSUPPORTED,
                           "solver admm with multiplier=reset has weight 1, and %g was asked for: it would minimise another energy; use "
                           "multiplier=kept",
                           weight);
    return solver_refuse(model, &RESET, has_no_target);
}

static Status create(const SolverSetup *setup, Solver **out)
{
    const Model *model = setup->model;
    const double weight = param_real(setup->params, "weight");
    const bool   reset = param_choice(setup->params, "multiplier") == MULTIPLIER_RESET;
    Admm        *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.base.ops = &solver_admm;
    *out = &s->base.base;
    TRY(refuse(model, weight, reset));
    s->model = model;
    s->threads = setup->threads;
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    TRY(motion_init(&s->motion, setup, 1));
    TRY(proximal_step_init(model, setup->dt, weight, reset, setup->arena, &s->local));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &s->constant));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &s->rhs));
    TRY(stencil_matrix_init(model, NULL, sqrt(weight) * setup->dt, setup->threads, setup->arena, &s->system)); // κ h² Σ k DᵀD
    if (setup->contacts)
        TRY(ARENA_NEW(setup->arena, model->particle_count, &s->solved));
    TRY(pd_contact_init(&s->contact, setup, &s->motion, &s->system));
    return linsys_solver_init(&s->base, setup, &s->system.matrix, setup->positions, 1);
}

// ---- step: all threads of the team ----

static void predict(const Admm *s, State *state, StepContext *context)
{
    Start start = motion_start(&s->motion, state, 0);
    start.contacts = s->contact.contacts;
    team_phase(context, PHASE_PREDICT);
    motion_update_loads(&s->motion, state);
    motion_predict(&s->motion, state, 0);
    global_step_inertia(s->model, state->position, s->constant);
    proximal_step_begin(&s->local);
    pd_contact_linearise(&s->contact, &start, state, context);
#pragma omp barrier
    team_begin(context, &start);
    global_step_add_pins(s->model, &s->system, state->position, s->constant); // read by this thread alone
}

static void iterate_all(const Admm *s, State *state, StepContext *context)
{
    Iterate iterate = {.iteration = -1, .position = state->position};
    predict(s, state, context);
    team_iterate(context, &iterate);
    for (iterate.iteration = 0; iterate.iteration < s->iterations; iterate.iteration++) {
        proximal_step_run(&s->local, state->position, s->constant, s->rhs, context);
        team_phase(context, PHASE_SOLVE);
        global_step_solve(&s->base, s->rhs, state->position, state->position, context);
        global_step_show(&s->base, SYSTEM, &s->system, s->rhs, state->position, context);
        team_iterate(context, &iterate);
    }
    team_phase(context, PHASE_VELOCITY);
    motion_update(&s->motion, state);
#pragma omp barrier
    team_phase(context, PHASE_NONE);
}

// ---- step with contacts, which change the matrix, outside the team ----

static Status find_contacts(Admm *s, State *state, StepContext *context)
{
    const Iterate iterate = {.iteration = -1, .position = state->position};
#pragma omp parallel num_threads(s->threads)
    {
        TEAM_COUNT(context, detections, 1);
        contacts_detect(s->contact.contacts, state, context ? context->phases : NULL);
        if (contacts_failed(s->contact.contacts).code == STATUS_OK) {
            predict(s, state, context);
            team_iterate(context, &iterate);
        }
    }
    return contacts_failed(s->contact.contacts);
}

static Status iterate_touching(Admm *s, State *state, StepContext *context)
{
    TRY(find_contacts(s, state, context));
    for (Iterate iterate = {.position = state->position}; iterate.iteration < s->iterations; iterate.iteration++) {
#pragma omp parallel num_threads(s->threads)
        {
            proximal_step_run(&s->local, state->position, s->constant, s->rhs, context);
            team_phase(context, PHASE_CONTACT);
            pd_contact_evaluate(&s->contact, state->position, s->rhs);
        }
        TRY(pd_contact_change(&s->contact, &s->base, state->position, &s->system, context));
#pragma omp parallel num_threads(s->threads)
        {
            team_phase(context, PHASE_SOLVE);
            global_step_solve(&s->base, s->rhs, state->position, s->solved, context);
            if (pd_contact_has_matrix(&s->contact))
                global_step_show(&s->base, SYSTEM, &s->system, s->rhs, s->solved, context);
            team_phase(context, PHASE_CONTACT);
            pd_contact_search(&s->contact, &s->system.matrix, 1, s->solved, state->position);
            contacts_bound(s->contact.contacts, state->position, iterate.iteration + 1 == s->iterations, context ? context->phases : NULL);
            team_iterate(context, &iterate);
        }
    }
#pragma omp parallel num_threads(s->threads)
    pd_contact_finish(&s->contact, &s->motion, state, context);
    return status_ok();
}

static Status step(Solver *base, State *state, StepContext *context)
{
    Admm  *s = (Admm *)base;
    Status status = status_ok();
    if (s->contact.contacts) {
        status = iterate_touching(s, state, context);
        team_phase(context, PHASE_NONE);
    } else {
#pragma omp parallel num_threads(s->threads)
        iterate_all(s, state, context);
    }
    if (status.code == STATUS_OK)
        status = linsys_solver_end(&s->base, context);
    return status.code == STATUS_OK ? status : status_prefix(status, "admm, step %lld", (long long)state->step);
}

// The prediction, which also begins with u = 0, is not counted; nor are contacts, as in pd.
static Status traffic(const Solver *base, Traffic *out)
{
    const Admm *s = (const Admm *)(const void *)base;
    *out = (Traffic){0};
    proximal_step_traffic(&s->local, s->iterations, out);
    if (!s->contact.contacts)
        out->phases[PHASE_SOLVE] = traffic_of_solve(s->base.linsys, s->model->particle_count, s->iterations);
    out->phases[PHASE_VELOCITY] = motion_update_traffic(&s->motion, 1);
    return status_ok();
}

const SolverOps solver_admm = {
    .name = "admm",
    .summary = "alternating direction method of multipliers (Narain 2016, Overby 2017)",
    .takes = TAKES_INEQUALITIES | TAKES_CONTACT,
    .limits = LIMIT_ROUNDED_MOVES | LIMIT_FIXED_MATRIX,
    .aim = AIM_OBJECTIVE,
    .params = PARAMS,
    .uses_linsys = LINSYS_LANES,
    .schedule = solver_schedule_memory,
    .create = create,
    .step = step,
    .linsys = linsys_solver_system,
    .traffic = traffic,
    .destroy = linsys_solver_destroy,
};
