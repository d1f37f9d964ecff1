// ExactSprings: ½ k (|x_i − x_j| − l)² and its gradient in double precision, particle by particle. For constraint kinds with two vertices
// and this energy, that is, with `local_rhs`. Each spring is computed at both of its ends, and only the sum is written. ExactPairs: the
// energy alone, spring by spring.
#ifndef WEFT_STEP_EXACT_SPRINGS_H
#define WEFT_STEP_EXACT_SPRINGS_H

#include "base/gnu.h"
#include "step/incidence.h"

enum { EXACT_SPRING_LANES = 4 };
GNU_VECTOR(double, ExactFour, EXACT_SPRING_LANES * sizeof(double)); // one coordinate of four springs, or one block

// EXACT_SPRING_LANES springs of one particle. Padding has length 0 and the particle itself as the other end, and contributes 0.
typedef struct ExactSpring {
    double  length[EXACT_SPRING_LANES]; // m
    int32_t other[EXACT_SPRING_LANES];
} ExactSpring;

typedef struct ExactSprings {
    int32_t     *start;     // [particles + 1]; NULL: no springs
    ExactSpring *spring;    // [start[particles]] of each particle, in the order of the constraints
    double      *stiffness; // N/m, of spring[k] at k * stride; stored once with stride 0 if all are equal
    int32_t      stride;
} ExactSprings;

// EXACT_SPRING_LANES springs of a set, in its order. Padding has length 0 and particle 0 at both ends.
typedef struct ExactPair {
    double  length[EXACT_SPRING_LANES];
    int32_t first[EXACT_SPRING_LANES], second[EXACT_SPRING_LANES];
} ExactPair;

typedef struct ExactPairs {
    int32_t    count;
    ExactPair *pair;
    double    *stiffness; // as in ExactSprings
    int32_t    stride;
} ExactPairs;

// True if a set can be stored this way: equalities with that energy.
static inline bool exact_springs_take(const ConstraintSet *set)
{
    return set->ops->local_step && set->ops->local_step->rhs && !set->sense && !set->limit;
}

// For the set of this kind.
Status exact_springs_init(const Model *model, int kind, Arena *arena, ExactSprings *out) GNU_MUST_CHECK;
Status exact_pairs_init(const ConstraintSet *set, Arena *arena, ExactPairs *out) GNU_MUST_CHECK;

static GNU_ALWAYS_INLINE ExactFour exact_springs_place(double4 at)
{
    return (ExactFour){at.x, at.y, at.z, at.w};
}

static GNU_ALWAYS_INLINE ExactFour exact_springs_lengths(const ExactFour d[EXACT_SPRING_LANES])
{
    const ExactFour xz01 = GNU_SHUFFLE(d[0], d[1], 0, 4, 2, 6), xz23 = GNU_SHUFFLE(d[2], d[3], 0, 4, 2, 6);
    const ExactFour y01 = GNU_SHUFFLE(d[0], d[1], 1, 5, 3, 7), y23 = GNU_SHUFFLE(d[2], d[3], 1, 5, 3, 7);
    const ExactFour x = GNU_SHUFFLE(xz01, xz23, 0, 1, 4, 5), y = GNU_SHUFFLE(y01, y23, 0, 1, 4, 5), z = GNU_SHUFFLE(xz01, xz23, 2, 3, 6, 7);
    ExactFour       length = x * x + y * y + z * z;
    for (int e = 0; e < EXACT_SPRING_LANES; e++) // one instruction for all
        length[e] = sqrt(length[e]);
    return length;
}

static GNU_ALWAYS_INLINE ExactFour exact_springs_load(const double a[EXACT_SPRING_LANES])
{
    return (ExactFour){a[0], a[1], a[2], a[3]};
}

// The energies of pairs begin … end−1. x: [particles].
static GNU_ALWAYS_INLINE double exact_pairs_energy(const ExactPairs *s, int32_t begin, int32_t end, const real4 *x)
{
    ExactFour energy = {0};
    for (int32_t k = begin; k < end; k++) {
        const ExactPair *pair = &s->pair[k];
        ExactFour        d[EXACT_SPRING_LANES];
        for (int e = 0; e < EXACT_SPRING_LANES; e++)
            d[e] = exact_springs_place(double4_from(x[pair->first[e]])) - exact_springs_place(double4_from(x[pair->second[e]]));
        const ExactFour value = exact_springs_lengths(d) - exact_springs_load(pair->length);
        energy += exact_springs_load(s->stiffness + (size_t)k * (size_t)s->stride) * value * value;
    }
    return 0.5 * ((energy[0] + energy[1]) + (energy[2] + energy[3]));
}

// Adds the gradient at particle i and returns half of the energies of its springs; the other end has the other half.
static inline double exact_springs_add(const ExactSprings *s, int32_t i, const double4 *x, double4 *gradient)
{
    static const double NOTHING = 1e-150; // changes only the length 0, for which d is 0
    const ExactFour     at = exact_springs_place(x[i]);
    ExactFour           sum = {0}, energy = {0};
    for (int32_t k = s->start[i]; k < s->start[i + 1]; k++) {
        const ExactSpring *spring = &s->spring[k];
        ExactFour          d[EXACT_SPRING_LANES];
        for (int e = 0; e < EXACT_SPRING_LANES; e++)
            d[e] = at - exact_springs_place(x[spring->other[e]]);
        const ExactFour length = exact_springs_lengths(d), value = length - exact_springs_load(spring->length);
        const ExactFour force = exact_springs_load(s->stiffness + (size_t)k * (size_t)s->stride) * value,
                        scale = force / (length + NOTHING);
        energy += force * value;
        for (int e = 0; e < EXACT_SPRING_LANES; e++)
            sum += scale[e] * d[e];
    }
    double4_add_to(gradient, 1, (double4){sum[0], sum[1], sum[2], 0});
    return 0.25 * ((energy[0] + energy[1]) + (energy[2] + energy[3]));
}

// Σ |force| of the springs at particle i.
static inline double exact_springs_forces(const ExactSprings *s, int32_t i, const double4 *x)
{
    double sum = 0;
    for (int32_t k = s->start[i]; k < s->start[i + 1]; k++)
        for (int e = 0; e < EXACT_SPRING_LANES; e++)
            sum +=
                s->stiffness[k * s->stride + e] * fabs(double4_norm(double4_sub(x[i], x[s->spring[k].other[e]])) - s->spring[k].length[e]);
    return sum;
}

#endif
