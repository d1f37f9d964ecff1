// What the projections of all kinds share: which variant of a kernel runs, and the arithmetic of damping and inequalities in it.
//
//   Δλ = (−C − α~λ − γ ∇C·(x − x_n)) / ((1+γ) ∇C W ∇Cᵀ + α~),   Δx = W ∇Cᵀ Δλ,   γ = αβ/h      (XPBD 2016 eq. 18 and 26)
//
// An inequality keeps the sign of its λ: at least (C ≥ 0) pushes along ∇C, λ ≥ 0; at most (C ≤ 0) pulls, λ ≤ 0. It is the accumulated λ
// that is kept there and x moves by the Δλ that is left, so that a constraint that went too far in one iteration gives back in the next.
// PBD, whose λ starts from 0 at every projection, so projects a violated inequality and leaves a satisfied one alone.
//
// Damping of an inequality counts the motion of its violation: where x_n was feasible, only what lies beyond C = 0. Then it too does
// nothing where the constraint is feasible, and the force sets in without a jump.
#ifndef WEFT_MODEL_PROJECTION_H
#define WEFT_MODEL_PROJECTION_H

#include "base/gnu.h"
#include "math/wide.h"
#include "model/constraint.h"

// Compile-time constants of an always-inline kernel: what a variant does not have costs it nothing.
typedef struct Projection {
    bool compliant; // XPBD: compliance and λ
    bool jacobi;    // moves go to Sweep.correction
    bool traits;    // some constraint of the set is damped, breakable or an inequality
} Projection;

static inline bool projection_has_traits(const ConstraintSet *set, const Sweep *s)
{
    return s->gamma || set->sense || set->limit;
}

// The least and the greatest λ of a constraint.
static inline real sense_lowest(int sense)
{
    return sense == SENSE_AT_LEAST ? 0 : -(real)INFINITY;
}

static inline real sense_highest(int sense)
{
    return sense == SENSE_AT_MOST ? 0 : (real)INFINITY;
}

// The traits of one constraint, and of four in a row.
typedef struct Traits {
    real gamma, lowest, highest;
} Traits;

typedef struct Traits4 {
    lanes4 gamma, lowest, highest;
} Traits4;

static GNU_ALWAYS_INLINE Traits traits_load(const ConstraintSet *set, const Sweep *s, int32_t i)
{
    const int sense = set->sense ? set->sense[i] : SENSE_EQUAL;
    return (Traits){s->gamma ? s->gamma[i] : 0, sense_lowest(sense), sense_highest(sense)};
}

static GNU_ALWAYS_INLINE Traits4 traits4_load(const ConstraintSet *set, const Sweep *s, int32_t i)
{
    const Traits t[4] = {traits_load(set, s, i), traits_load(set, s, i + 1), traits_load(set, s, i + 2), traits_load(set, s, i + 3)};
    return (Traits4){{t[0].gamma, t[1].gamma, t[2].gamma, t[3].gamma},
                     {t[0].lowest, t[1].lowest, t[2].lowest, t[3].lowest},
                     {t[0].highest, t[1].highest, t[2].highest, t[3].highest}};
}

static inline real real_clamp(real value, real low, real high)
{
    return value < low ? low : value > high ? high : value;
}

static inline lanes4 lanes4_clamp(lanes4 value, lanes4 low, lanes4 high)
{
    return lanes4_choose(value < low, low, lanes4_choose(value > high, high, value));
}

// γ times the motion of C since x_n; motion: ∇C·(x − x_n).
static GNU_ALWAYS_INLINE real traits_damping(Traits t, real value, real motion)
{
    return t.gamma * real_clamp(motion, t.lowest + value, t.highest + value);
}

static GNU_ALWAYS_INLINE lanes4 traits4_damping(const Traits4 *t, lanes4 value, lanes4 motion)
{
    return t->gamma * lanes4_clamp(motion, t->lowest + value, t->highest + value);
}

// What is left of a change of λ. A change that keeps λ's sign is not rounded anew.
static GNU_ALWAYS_INLINE real traits_change(Traits t, real lambda, real change)
{
    return real_clamp(change, t.lowest - lambda, t.highest - lambda);
}

static GNU_ALWAYS_INLINE lanes4 traits4_change(const Traits4 *t, lanes4 lambda, lanes4 change)
{
    return lanes4_clamp(change, t->lowest - lambda, t->highest - lambda);
}

#endif
