// wide_energy of a kind, the slot EnergyOps.wide: the energies of a range, WIDE_LANES at once. Included by the file of a kind, after
// ENERGY_VERTICES, the particles of one constraint, and
//
//   static GNU_ALWAYS_INLINE wide energy_lanes(const ConstraintSet *set, int32_t i, int count, const WideColumns *x);
//
// which returns E/k of the constraints i … i + count − 1 at x. Lanes beyond count are ignored.
#ifndef WEFT_CONSTRAINT_ENERGY_RANGE_H
#define WEFT_CONSTRAINT_ENERGY_RANGE_H

#include "constraint/constraint.h"
#include "math/wide.h"

// k of the constraints i … i + count − 1; 0 for hard ones and in the other lanes.
static inline wide wide_stiffness(const ConstraintSet *set, int32_t i, int count)
{
    real k[WIDE_LANES] = {0};
    for (int lane = 0; lane < count; lane++) {
        const double own = constraint_stiffness(set, i + lane);
        k[lane] = isinf(own) ? 0 : (real)own;
    }
    return wide_load(k, WIDE_LANES);
}

static GNU_ALWAYS_INLINE wide energies_of(const ConstraintSet *set, int32_t i, int count, const int32_t *vertices, const real4 *position)
{
    const wide  k = wide_stiffness(set, i, count);
    WideColumns x[ENERGY_VERTICES];
    for (int j = 0; j < ENERGY_VERTICES; j++) {
        const WideBlocks blocks = wide_load_blocks(position, vertices + j, ENERGY_VERTICES);
        x[j] = wide_columns(&blocks);
    }
    return wide_where(wide_less(wide_all(0), k), k * energy_lanes(set, i, count, x));
}

static GNU_NO_INLINE wide energies_of_rest(const ConstraintSet *set, int32_t i, int count, const real4 *position)
{
    int32_t padded[ENERGY_VERTICES * WIDE_LANES];
    wide_pad_index(set->vertices + ENERGY_VERTICES * (size_t)i, ENERGY_VERTICES, count, padded);
    return energies_of(set, i, count, padded, position);
}

static GNU_UNUSED double wide_energy(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position)
{
    const ConstraintSet copy = *set; // that no store can alias
    wide                lanes = wide_all(0);
    double              sum = 0;
    int32_t             i = begin;
    for (; i + WIDE_LANES <= end; i += WIDE_LANES)
        lanes += energies_of(&copy, i, WIDE_LANES, copy.vertices + ENERGY_VERTICES * (size_t)i, position);
    if (i < end)
        lanes += energies_of_rest(&copy, i, end - i, position);
    for (int lane = 0; lane < WIDE_LANES; lane++)
        sum += (double)lanes[lane];
    return sum;
}

#endif
