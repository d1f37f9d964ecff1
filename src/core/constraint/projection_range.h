// project and project_plain of a kind: the loops over a range, of `wide` in full groups of WIDE_LANES constraints and partial groups at its
// ends. Included by the file of a kind, after PROJECTION_VERTICES, the particles of one constraint, project_one, and
//
//   static GNU_ALWAYS_INLINE void project_lanes(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
//                                               const int32_t *vertices);
//
// which projects the constraints i … i + count − 1; vertices: of WIDE_LANES constraints; those beyond count are loaded but not stored.
#ifndef WEFT_CONSTRAINT_PROJECTION_RANGE_H
#define WEFT_CONSTRAINT_PROJECTION_RANGE_H

#include "constraint/projection.h"

// Fewer than WIDE_LANES, in one function for every variant.
static GNU_NO_INLINE void project_rest(const ConstraintSet *set, int32_t i, int32_t end, const Sweep *s, Projection v)
{
    int32_t padded[PROJECTION_VERTICES * WIDE_LANES];
    wide_pad_index(set->vertices + PROJECTION_VERTICES * (size_t)i, PROJECTION_VERTICES, end - i, padded);
    project_lanes(set, i, end - i, s, v, padded);
}

static GNU_ALWAYS_INLINE void project_range(const Batch *batch, int32_t begin, int32_t end, const Sweep *sweep, Projection v)
{
    const ConstraintSet set = *batch->set; // copies that no store can alias: the compiler keeps their fields in registers
    const Sweep         s = *sweep;
    int32_t             i = projection_first(begin, end);
    if (i > begin)
        project_rest(&set, begin, i, &s, v);
    for (; i + WIDE_LANES <= end; i += WIDE_LANES)
        project_lanes(&set, i, WIDE_LANES, &s, v, set.vertices + PROJECTION_VERTICES * (size_t)i);
    if (i < end)
        project_rest(&set, i, end, &s, v);
}

static GNU_ALWAYS_INLINE void project_each(const Batch *batch, int32_t begin, int32_t end, const Sweep *s, Projection v)
{
    for (int32_t i = begin; i < end; i++)
        project_one(batch->set, i, s, v);
}

#ifndef PROJECTION_TRAITS // true for a kind whose sets always have traits
#define PROJECTION_TRAITS false
#endif

static void project(const Batch *batch, int32_t begin, int32_t end, const Sweep *s)
{
    PROJECTION_RUN(project_range, batch, begin, end, s, PROJECTION_TRAITS);
}

static void project_plain(const Batch *batch, int32_t begin, int32_t end, const Sweep *s)
{
    PROJECTION_DECIDE(project_each, batch, begin, end, s);
}

#endif
