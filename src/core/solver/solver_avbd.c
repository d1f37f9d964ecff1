// avbd: augmented vertex block descent (Giles, Diaz, Yuksel 2025, doi 10.1145/3731195), with dimensionless constants. Rows have a stiffness
// κ that grows while they are violated; hard rows also have a multiplier λ:
//   step   λ ← alpha gamma λ, κ ← min(clamp(gamma κ, kappa_min · H, kappa_max · H), K), those of the last step, at first 0
//   sweep  p = κ C* + λ pulls, λ of hard rows only;  C* = C − alpha C(x_n) of hard rows, C of soft ones;  0 where an inequality would push
//          the wrong way. κ ∇C∇Cᵀ and |p| times the lumped curvature are its stiffness, where p is 0 as well
//   then   λ ← p;  κ ← min(κ + beta (H/L) |C*|, kappa_max · H, K), but where an inequality has set p to 0
// For an inequality C(x_n) counts only if violated. private/augmented.h defines which constraints are rows, H and L.
//
// λ and κ of the last step are in the State (private/augmented.h). A soft row is softer than K, and more so with fewer iterations n per
// step: at rest under a load F its stiffness is about min(K, √(n β F/(1 − gamma))), β = beta H/L, since gamma removes in a step the growth
// of κ. With gamma = 0 steps start without memory. C(x_n), of which a hard row keeps the fraction alpha, decays over 1/(1 − alpha) steps;
// recorded errors use C.
#include "solver/private/augmented.h"

extern const SolverOps solver_avbd; // declared for the table in solver.c

typedef struct Avbd {
    Augmented base;
    double    penalty_min, penalty_max, growth, kept, memory; // factors of H, H, H/L, C(x_n), and the last step's κ
} Avbd;

enum { KEPT_PENALTY, KEPT_FORCE, KEPT }; // columns of memory

#define AVBD_MAX_SINGLE 1e5 // above it κ times the rounding of a position exceeds the forces in single precision

static const Param PARAMS[] = {
    PARAM_INT_ROW("iterations", "", 20, 1, 1e6, "sweeps over all particles in each step, each followed by an update of the multipliers",
                  .role = PARAM_ROLE_ITERATIONS),
    PARAM_REAL_ROW("kappa_min", "", 1, 1e-6, 1e6,
                   "initial stiffness in a step, relative to the inertial stiffness of a constraint, 1/(h^2 grad C W grad C^T)"),
    PARAM_REAL_ROW("kappa_max", "", 1e9, 1, 1e12, "largest stiffness relative to the inertial one; limited to 1e5 in single precision"),
    PARAM_REAL_ROW("beta", "", 10, 0, 1e6,
                   "growth of the stiffness relative to the inertial one, per relative violation of the constraint"),
    PARAM_REAL_ROW("alpha", "", 0.95, 0, 1, "fraction of the violation at x_n that a hard constraint keeps in a step"),
    PARAM_REAL_ROW("gamma", "", 0.99, 0, 1,
                   "fraction of its stiffness that a constraint keeps for the next step; for its multiplier times alpha; 0: none"),
    VERTEX_START_PARAM(AUGMENTED_STARTS),
    CONTACT_PARAMS,
    PARAM_END,
};

static double lower(double a, double b)
{
    return a < b ? a : b;
}

// The part of its violation at x_n that a hard row keeps.
static double kept_of(const Avbd *s, const AugmentedTerm *term)
{
    const bool nothing = !isinf(term->stiffness) || sense_is_feasible(term->sense, term->row->before);
    return nothing ? 0 : s->kept * term->row->before;
}

// The next sweep's p from κ and λ.
static void lay_out(const Avbd *s, const AugmentedTerm *term)
{
    const double kappa = term->row->penalty;
    *term->sweep = (VertexRow){.slope = kappa};
    if (isinf(term->stiffness))
        term->sweep->offset = term->row->force - kappa * kept_of(s, term);
}

static void start(const Augmented *base, const AugmentedTerm *term)
{
    const Avbd  *s = (const Avbd *)(const void *)base;
    const double min = s->penalty_min * term->row->scale, max = s->penalty_max * term->row->scale;
    const double before = term->memory ? s->memory * term->memory[KEPT_PENALTY] : 0;
    term->row->penalty = lower(lower(before > min ? before : min, max), term->stiffness);
    if (term->memory && isinf(term->stiffness))
        term->row->force = s->kept * s->memory * term->memory[KEPT_FORCE];
    lay_out(s, term);
}

static void update(const Augmented *base, const AugmentedTerm *term)
{
    const Avbd   *s = (const Avbd *)(const void *)base;
    AugmentedRow *row = term->row;
    bool          bounded;
    row->force = vertex_row_force(term->sweep, term->sense, term->value, &bounded);
    if (!bounded) {
        const double grown = row->penalty + s->growth * row->scale / row->size * fabs(term->value - kept_of(s, term));
        row->penalty = lower(lower(grown, s->penalty_max * row->scale), term->stiffness);
    }
    lay_out(s, term);
}

static void keep(const Augmented *base, const AugmentedTerm *term)
{
    (void)base;
    term->memory[KEPT_PENALTY] = term->row->penalty;
    term->memory[KEPT_FORCE] = isinf(term->stiffness) ? term->row->force : 0;
}

static int32_t memory(const Model *model, const ParamSet *params)
{
    return param_real(params, "gamma") > 0 ? KEPT * augmented_components(model) : 0;
}

static Status create(const SolverSetup *setup, Solver **out)
{
    const ParamSet *params = setup->params;
    const double    max = param_real(params, "kappa_max");
    Avbd           *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    *s = (Avbd){.base = {.base.ops = &solver_avbd,
                         .rows = {.lumped = true, .stiff = true},
                         .columns = KEPT,
                         .stabilised = true,
                         .start = start,
                         .update = update,
                         .keep = keep},
                .penalty_min = param_real(params, "kappa_min"),
                .penalty_max = sizeof(real) < sizeof(double) ? fmin(max, AVBD_MAX_SINGLE) : max,
                .growth = param_real(params, "beta"),
                .kept = param_real(params, "alpha"),
                .memory = param_real(params, "gamma")};
    *out = &s->base.base;
    return augmented_init(&s->base, setup);
}

const SolverOps solver_avbd = {
    .name = "avbd",
    .summary = "augmented vertex block descent (Giles 2025), with dimensionless constants",
    AUGMENTED_SLOTS,
    .params = PARAMS,
    .memory = memory,
    .create = create,
};
