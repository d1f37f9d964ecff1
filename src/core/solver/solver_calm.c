// calm: compliant augmented Lagrangian, a primal method for soft and hard constraints. The compliance of a row damps its multiplier, so
// that it converges to p = K C for every penalty. (The joints of rigid bodies in github.com/newton-physics/newton work this way, after
// Giles, Diaz, Yuksel 2025, doi 10.1145/3731195.) For each row
//   ρ = penalty · H,   s = K/(K + ρ),   κ = s ρ;   hard: s = 1, κ = ρ
//   sweep  p̂ = s (p + ρ C) pulls, κ is its stiffness
//   then   p ← s (p + ρ C), 0 where an inequality would push the wrong way
// With one row and an exact sweep the error shrinks by K I/(K I + ρ (I + K)) each time, I the inverse mobility over h². For ρ → ∞ it
// vanishes at once, but then the sweep has to solve rows as stiff as K. private/augmented.h defines which constraints are rows, and H.
//
// If rows are compressed, p ∇²C may make the augmented Lagrangian non-convex although Φ is convex, since κ replaces K. Below a ρ that
// depends on the solution the multipliers then diverge. For a row under a transverse pressure N from others (the sum of their |p|/l), on
// one particle, this is ρ < (N − I)/(1 + I/K). On a cloth on a sphere of 16 × 16 particles the limit is between 10 and 20 H, and the error
// of a step doubled every six sweeps. So ρ is raised when the sweeps diverge (private/augmented_watch.h), and a step that ends diverging is
// unconverged.
//
// A step starts with `keep` times the p of the last one, stored in the State (private/augmented.h); with 0, without memory. The fixed point
// is the same, and at rest keep = 1 is as stiff as K after any number of iterations. But an old force that the sweeps do not correct in
// time drives the motion, which then grows without bound. With one sweep a step and keep = 1 this happens for a hard row below a penalty of
// 1, and for a net of springs of k = 5000/(h² Σ w) for any penalty from 10 to 100 and five sweeps. So the default is 0.
//
// With few iterations a row is softer than K; its dual residual C + αλ/h² measures by how much.
#include "solver/private/augmented.h"

extern const SolverOps solver_calm; // declared for the table in solver.c

typedef struct Calm {
    Augmented base;
    double    kept; // fraction of the last p
} Calm;

// Limit of ρ over H. Above it ρ times the rounding of a position exceeds the forces.
static const double PENALTY_MAX = sizeof(real) < sizeof(double) ? 1e5 : 1e9;

static const Param PARAMS[] = {
    PARAM_INT_ROW("iterations", "", 20, 1, 1e6, "sweeps over all particles in each step, each followed by an update of the multipliers",
                  .role = PARAM_ROLE_ITERATIONS),
    PARAM_REAL_ROW("penalty", "", 10, 1e-6, 1e6,
                   "rho relative to the inertial stiffness of a constraint, 1/(h^2 grad C W grad C^T); large: few multiplier iterations, "
                   "but sweeps as "
                   "stiff as the scene; in single precision at most 1e5"),
    PARAM_REAL_ROW(
        "keep", "", 0, 0, 1,
        "fraction of its force that a constraint keeps for the next step; needs more iterations than 0, otherwise the motion grows"),
    PARAM_REAL_ROW("raise", "", 2, 1, 1e3,
                   "factor on rho for the remainder of a step when the change per sweep exceeds twice its minimum; 1: rho is constant"),
    VERTEX_START_PARAM(AUGMENTED_STARTS),
    CONTACT_PARAMS,
    PARAM_END,
};

// s of a row; *rest: 1 − s, without cancellation.
static double share_of(const AugmentedTerm *term, double *rest)
{
    const double k = term->stiffness, rho = term->row->penalty;
    *rest = isinf(k) ? 0 : rho / (k + rho);
    return isinf(k) ? 1 : k / (k + rho);
}

// Sets ρ, and with it the next sweep's p̂.
static void lay_out(const Augmented *base, const AugmentedTerm *term)
{
    double rest;
    term->row->penalty = base->watch.penalty * base->watch.raised * term->row->scale;
    const double share = share_of(term, &rest);
    *term->sweep = (VertexRow){.slope = share * term->row->penalty, .offset = share * term->row->force};
}

static void start(const Augmented *base, const AugmentedTerm *term)
{
    const Calm *s = (const Calm *)(const void *)base;
    term->row->force = term->memory ? s->kept * *term->memory : 0;
    lay_out(base, term);
}

// The sum of p and its change keeps digits if ρ is small relative to K.
static void update(const Augmented *base, const AugmentedTerm *term)
{
    AugmentedRow *row = term->row;
    const double  old = row->force;
    double        rest;
    bool          bounded;
    share_of(term, &rest);
    row->force = vertex_row_force(term->sweep, term->sense, term->value, &bounded);
    if (!bounded && term->stiffness >= row->penalty)
        row->force = old + (term->sweep->slope * term->value - rest * old);
    row->change = row->force - old;
    lay_out(base, term);
}

static void keep(const Augmented *base, const AugmentedTerm *term)
{
    (void)base;
    *term->memory = term->row->force;
}

static int32_t memory(const Model *model, const ParamSet *params)
{
    return param_real(params, "keep") > 0 ? augmented_components(model) : 0;
}

static Status create(const SolverSetup *setup, Solver **out)
{
    const double penalty = param_real(setup->params, "penalty");
    Calm        *s;
    if (penalty > PENALTY_MAX)
        return status_make(STATUS_INPUT, "penalty=%g: above %g single precision has no digits left for forces; use a lower one, or f64",
                           penalty, PENALTY_MAX);
    TRY(ARENA_NEW(setup->arena, 1, &s));
    *s = (Calm){.base = {.base.ops = &solver_calm,
                         .columns = 1,
                         .start = start,
                         .update = update,
                         .keep = keep,
                         .watch = {.raise = param_real(setup->params, "raise"), .penalty = penalty, .penalty_max = PENALTY_MAX}},
                .kept = param_real(setup->params, "keep")};
    *out = &s->base.base;
    return augmented_init(&s->base, setup);
}

const SolverOps solver_calm = {
    .name = "calm",
    .summary = "compliant augmented Lagrangian on vertex sweeps",
    AUGMENTED_SLOTS,
    .params = PARAMS,
    .memory = memory,
    .create = create,
};
