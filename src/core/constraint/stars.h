// Stars: for each particle the springs that end at it, its star, laid out for a kernel that takes WIDE_LANES particles at once (sliced
// ELL). The local step and the right-hand side of projective dynamics become one pass over particles: each spring is computed at both of
// its ends, and nothing is written but the right-hand side.
//
//   slice    WIDE_LANES particles in a row, one in each lane
//   row      one spring of each of them; as many rows as its largest star has springs
//   padding  a spring of weight 0 from a particle to itself, which pulls nowhere
//
// A star is ordered by neighbour, so that the loads of a slice walk forward, and summed in that order whatever the lanes. A pin has no
// star: its right-hand side is what it is given.
#ifndef WEFT_CONSTRAINT_STARS_H
#define WEFT_CONSTRAINT_STARS_H

#include "base/arena.h"
#include "constraint/constraint.h"

struct Stars {
    int32_t   particle_count;
    int64_t   spring_count; // of all stars: most springs are in two
    int32_t  *start;        // [slices + 1] first row of each slice
    uint32_t *neighbour;    // [rows][WIDE_LANES] the other end: its distance from the first particle in units of 8 bytes, which an address
                            // multiplies with for nothing
    real *weight;           // [rows][WIDE_LANES] factor · k · l; factor · k where there are inequalities
    real *least, *most;     // [rows][WIDE_LANES] lengths between which a spring is left alone, l and l for an equality; NULL: all are such
};

// Of a set whose constraints have two vertices and the target l (x0 − x1)/|x0 − x1|, l their first rest value. inverse_mass: [particles],
// 0 for a pin.
Status stars_make(const ConstraintSet *set, int32_t particle_count, const double *inverse_mass, double factor, Arena *arena,
                  Stars *out) GNU_MUST_CHECK;

// rhs[i] = base[i] + Σ over the star of i of factor · k · target, for begin … end−1; begin is a multiple of WIDE_LANES. base may be rhs.
// A spring of no length pulls as `local` of its kind says (PROJECTION_LEAST2).
void stars_local_rhs(const Stars *stars, int32_t begin, int32_t end, const real4 *position, const real4 *base, real4 *rhs);

// Bytes of the springs that one pass reads; padding, and where slices start, are not counted.
double stars_bytes(const Stars *stars);

#endif
