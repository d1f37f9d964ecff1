// Shared by the projections of all kinds: the choice of a kernel's variant, and the arithmetic of damping and inequalities.
//
//   Δλ = (−C − α~λ − γ ∇C·(x − x_n)) / ((1+γ) ∇C W ∇Cᵀ + α~),   Δx = W ∇Cᵀ Δλ,   γ = αβ/h      (XPBD 2016 eq. 18 and 26)
//
// An inequality bounds its λ: at least (C ≥ 0) pushes along ∇C, λ ≥ 0; at most (C ≤ 0) pulls, λ ≤ 0. The accumulated λ is clamped and x
// moves by the remaining Δλ, so that the next iteration corrects an overshoot. PBD, whose λ is 0 before every projection, thus projects a
// violated inequality and ignores a satisfied one.
//
// Damping of an inequality applies to the change of its violation: if x_n was feasible, only to the part beyond C = 0. So it has no effect
// in the feasible region either, and the force is continuous.
//
// Every kind has two forms of a projection. `project` processes WIDE_LANES constraints at once, with 1/√ and 1/ of math/wide.h, and partial
// groups at the ends of a range; its constraints share no particle. `project_plain` processes one after another as in the papers, with a
// square root and a division, and is the reference for `project`.
#ifndef WEFT_CONSTRAINT_PROJECTION_H
#define WEFT_CONSTRAINT_PROJECTION_H

#include <float.h>

#include "constraint/constraint.h"
#include "math/wide.h"

// Compile-time constants of an always-inline kernel: features that a variant lacks cost nothing.
typedef struct Projection {
    bool compliant; // XPBD: compliance and λ
    bool jacobi;    // corrections go to Sweep.correction
    bool traits;    // some constraint of the set is damped, breakable or an inequality
} Projection;

// The smallest |d|² of a nonzero length: below it the squares of d underflow, and d has no direction. Such a constraint, including one of
// length zero, has no effect and no multiplier.
#ifdef WEFT_REAL_F32
#define PROJECTION_LENGTH2_MIN FLT_MIN
#else
#define PROJECTION_LENGTH2_MIN DBL_MIN
#endif

static inline bool projection_has_traits(const ConstraintSet *set, const Sweep *s)
{
    return s->gamma || set->sense || set->limit;
}

// ---- plain ----

// Bounds of λ of a constraint.
typedef struct Traits {
    real gamma, lowest, highest;
} Traits;

static GNU_ALWAYS_INLINE Traits traits_load(const ConstraintSet *set, const Sweep *s, int32_t i)
{
    const int sense = constraint_sense(set, i);
    return (Traits){.gamma = s->gamma ? s->gamma[i] : 0,
                    .lowest = sense == SENSE_GREATER_EQUAL ? 0 : -(real)INFINITY,
                    .highest = sense == SENSE_LESS_EQUAL ? 0 : (real)INFINITY};
}

static inline real real_clamp(real value, real low, real high)
{
    return value < low ? low : value > high ? high : value;
}

// γ times the motion of C since x_n; motion: ∇C·(x − x_n).
static GNU_ALWAYS_INLINE real traits_damping(Traits t, real value, real motion)
{
    return t.gamma * real_clamp(motion, t.lowest + value, t.highest + value);
}

// Δλ after clamping λ. A Δλ that is not clamped is returned unchanged, bit for bit.
static GNU_ALWAYS_INLINE real traits_change(Traits t, real lambda, real change)
{
    return real_clamp(change, t.lowest - lambda, t.highest - lambda);
}

static GNU_ALWAYS_INLINE void projection_load(int vertices, const real4 *position, const int32_t *vertex, real4 *x)
{
    for (int j = 0; j < vertices; j++)
        x[j] = position[vertex[j]];
}

// Moves particle j, at x, of constraint i with this many vertices.
static GNU_ALWAYS_INLINE void projection_move(int vertices, const Sweep *s, Projection v, int32_t i, int j, int32_t particle, real4 x,
                                              real4 move)
{
    if (v.jacobi)
        s->correction[vertices * (ptrdiff_t)i + j] = move;
    else
        s->position[particle] = (real4){x.x + move.x, x.y + move.y, x.z + move.z, x.w};
}

// ---- wide ----

static GNU_ALWAYS_INLINE void wide_projection_load(int vertices, const real4 *position, const int32_t *vertex, WideColumns *x)
{
    for (int j = 0; j < vertices; j++) {
        const WideBlocks blocks = wide_load_blocks(position, vertex + j, vertices);
        x[j] = wide_columns(&blocks);
    }
}

// to: new positions of their particles j, or their corrections for Jacobi.
static GNU_ALWAYS_INLINE void wide_projection_store(int vertices, const Sweep *s, Projection v, int32_t i, int j, const int32_t *vertex,
                                                    const WideColumns *to, int count)
{
    const WideBlocks moved = wide_blocks(to);
    if (v.jacobi)
        wide_store_each(s->correction + vertices * (ptrdiff_t)i + j, vertices, moved, count);
    else
        wide_store_blocks(s->position, vertex + j, vertices, moved, count);
}

// The same for the constraints i … i + count − 1, one per lane.
typedef struct WideTraits {
    wide gamma, lowest, highest;
} WideTraits;

static GNU_ALWAYS_INLINE WideTraits wide_traits_load(const ConstraintSet *set, const Sweep *s, int32_t i, int count)
{
    const wide zero = wide_all(0), infinite = wide_all((real)INFINITY);
    WideTraits t = {.gamma = s->gamma ? wide_load(s->gamma + i, count) : zero, .lowest = -infinite, .highest = infinite};
    if (set->sense) {
        t.lowest = wide_choose(wide_bytes_equal(set->sense + i, count, SENSE_GREATER_EQUAL), zero, -infinite);
        t.highest = wide_choose(wide_bytes_equal(set->sense + i, count, SENSE_LESS_EQUAL), zero, infinite);
    }
    return t;
}

static GNU_ALWAYS_INLINE wide wide_traits_damping(const WideTraits *t, wide value, wide motion)
{
    return t->gamma * wide_clamp(motion, t->lowest + value, t->highest + value);
}

static GNU_ALWAYS_INLINE wide wide_traits_change(const WideTraits *t, wide lambda, wide change)
{
    return wide_clamp(change, t->lowest - lambda, t->highest - lambda);
}

// One kernel for all variants, which decides at run time; for the plain versions, which exist for comparison. range: a function (batch,
// begin, end, sweep, variant). (Macros, since a function passed through two others is not always inlined with its constants.)
#define PROJECTION_DECIDE(range, batch, begin, end, s) \
    range(batch, begin, end, s, \
          (Projection){ \
              .compliant = (s)->lambda != NULL, .jacobi = (s)->correction != NULL, .traits = projection_has_traits((batch)->set, s)})

// Gauss-Seidel sweeps of sets with traits (common is true) or without have separate kernels, with and without compliance. All other
// variants decide at run time: a copy for each of the eight takes four times as long to compile, instrumented copies minutes.
#if GNU_SANITIZED
#define PROJECTION_RUN(range, batch, begin, end, s, common) PROJECTION_DECIDE(range, batch, begin, end, s)
#else
#define PROJECTION_RUN(range, batch, begin, end, s, common) \
    do { \
        if ((s)->correction || projection_has_traits((batch)->set, s) != (common)) \
            PROJECTION_DECIDE(range, batch, begin, end, s); \
        else if ((s)->lambda) \
            range(batch, begin, end, s, (Projection){.compliant = true, .traits = (common)}); \
        else \
            range(batch, begin, end, s, (Projection){.traits = (common)}); \
    } while (0)
#endif

// Begin of the first full group in begin … end−1: groups begin at multiples of WIDE_LANES, so that the columns do not straddle cache lines.
// Before the first and after the last there are partial groups.
static inline int32_t projection_first(int32_t begin, int32_t end)
{
    const int32_t next = (begin + WIDE_LANES - 1) / WIDE_LANES * WIDE_LANES;
    return next < end ? next : end;
}

#endif
