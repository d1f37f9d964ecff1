// SlicedEll: the springs at each particle, in the sliced ELLPACK format (SELL; Monakov et al. 2010) with slices of
// WIDE_LANES particles. The local step and the right-hand side of projective dynamics become one pass over particles: each spring is
// computed at both of its ends, and only the right-hand side is written.
//
//   slice    WIDE_LANES consecutive particles, one per lane
//   row      one spring of each of them; the number of rows is the highest degree in the slice
//   padding  a spring of weight 0 from a particle to itself, which exerts no force
//
// The springs of a particle are sorted by neighbour, so that the loads of a slice ascend, and are summed in that order for every number
// of lanes. A pin has no springs: its right-hand side is `base`.
#ifndef WEFT_CONSTRAINT_SLICED_ELL_H
#define WEFT_CONSTRAINT_SLICED_ELL_H

#include "base/arena.h"
#include "constraint/constraint.h"

struct SlicedEll {
    int32_t   particle_count;
    int64_t   spring_count;        // entries without padding: a spring between two free particles counts twice
    int32_t  *start;               // [slices + 1] first row of each slice
    uint32_t *neighbour;           // [rows][WIDE_LANES] the other end: its offset from the first particle in units of 8 bytes, a scale that
                                   // x86 addressing applies at no cost
    real *weight;                  // [rows][WIDE_LANES] factor · k · l; factor · k where there are inequalities
    real *length_min, *length_max; // [rows][WIDE_LANES] range of lengths without a force: [l, l] for an equality; NULL: only equalities
};

// For a set whose constraints have two vertices and the target l (x0 − x1)/|x0 − x1|, with l their first rest value. inverse_mass:
// [particles], 0 for a pin.
Status sliced_ell_init(const ConstraintSet *set, int32_t particle_count, const double *inverse_mass, double factor, Arena *arena,
                       SlicedEll *out) GNU_MUST_CHECK;

// rhs[i] = base[i] + Σ over the springs of i of factor · k · target, for begin … end−1; begin is a multiple of WIDE_LANES. base may be rhs.
// A spring of length 0 is treated as by `local` of its kind (PROJECTION_LENGTH2_MIN).
void sliced_ell_local_rhs(const SlicedEll *ell, int32_t begin, int32_t end, const real4 *position, const real4 *base, real4 *rhs);

// Bytes of springs that one pass reads, without padding and `start`.
double sliced_ell_bytes(const SlicedEll *ell);

#endif
