// VertexEll: the constraints of one kind at each particle, for methods that move particle by particle: sliced ELLPACK (Monakov et al. 2010)
// with slices of WIDE_LANES particles that may move at the same time.
//
//   slice    WIDE_LANES particles of one vertex colour, one in each lane
//   row      one constraint of each of them; the number of rows is the highest degree in the slice
//   padding  a constraint of weight 0 whose other particles are the particle itself, without contribution
//
// A row stores, lane by lane, the other particles of the constraint and the data of the kind, relative to this particle
// (ConstraintOps.vertex_entry). VertexLanes contains their sum (ConstraintOps.vertex_lanes).
#ifndef WEFT_CONSTRAINT_VERTEX_ELL_H
#define WEFT_CONSTRAINT_VERTEX_ELL_H

#include "constraint/constraint.h"
#include "math/wide.h"
#include "math/wide_polar.h"

enum { VERTEX_COLUMNS_MAX = 12 };

struct VertexEll {
    int      others, columns; // V − 1, ConstraintOps.vertex_columns
    int64_t  count;           // entries without padding
    int32_t *start;           // [slices + 1] first row of each slice
    int32_t *other;           // [rows][others][WIDE_LANES]
    real    *value;           // [rows][columns][WIDE_LANES]
};

// h² times gradient and block of the particles of a slice; the block is symmetric.
struct VertexLanes {
    WideVector gradient;
    wide       xx, xy, xz, yy, yz, zz;
};

static inline const int32_t *vertex_ell_other(const VertexEll *ell, int32_t row, int which)
{
    return ell->other + ((size_t)row * (size_t)ell->others + (size_t)which) * WIDE_LANES;
}

static inline const real *vertex_ell_values(const VertexEll *ell, int32_t row)
{
    return ell->value + (size_t)row * (size_t)ell->columns * WIDE_LANES;
}

// Requests the entries of a row 3 to 6 KiB ahead, for wide tables that no cache holds: the processor's own requests end at each
// page. Rows of narrower registers take longer than their entries, and the requests would cost more than they save.
static GNU_ALWAYS_INLINE void vertex_ell_prefetch(const VertexEll *ell, int32_t row, int columns, int others)
{
    enum { LINE = 64, AHEAD = LINE / WIDE_LANES };
    const char *values = (const char *)vertex_ell_values(ell, row + AHEAD), *other = (const char *)vertex_ell_other(ell, row + AHEAD, 0);
    for (int at = 0; WIDE_BYTES == LINE && at < columns * WIDE_BYTES; at += LINE)
        GNU_PREFETCH(values + at);
    for (int at = 0; WIDE_BYTES == LINE && at < others * WIDE_LANES * (int)sizeof(int32_t); at += LINE)
        GNU_PREFETCH(other + at);
}

static GNU_ALWAYS_INLINE wide vertex_ell_value(const real *values, int column)
{
    return wide_load(values + (size_t)column * WIDE_LANES, WIDE_LANES);
}

// The vector from the particles of the slice, at x, to other particle `which` of a row.
static GNU_ALWAYS_INLINE WideVector vertex_ell_edge(const VertexEll *ell, int32_t row, int which, const real4 *position,
                                                    const WideColumns *x)
{
    const WideBlocks  blocks = wide_load_blocks(position, vertex_ell_other(ell, row, which), 1);
    const WideColumns other = wide_columns(&blocks);
    return (WideVector){other.x - x->x, other.y - x->y, other.z - x->z};
}

static GNU_ALWAYS_INLINE void vertex_lanes_add_gradient(VertexLanes *sum, wide scale, WideVector a)
{
    sum->gradient = wide_vector_add(sum->gradient, scale, a);
}

static GNU_ALWAYS_INLINE void vertex_lanes_add_identity(VertexLanes *sum, wide scale)
{
    sum->xx += scale;
    sum->yy += scale;
    sum->zz += scale;
}

static GNU_ALWAYS_INLINE void vertex_lanes_add_outer(VertexLanes *sum, wide scale, WideVector a)
{
    const WideVector s = wide_vector_scale(scale, a);
    sum->xx = wide_fma(s.x, a.x, sum->xx);
    sum->xy = wide_fma(s.x, a.y, sum->xy);
    sum->xz = wide_fma(s.x, a.z, sum->xz);
    sum->yy = wide_fma(s.y, a.y, sum->yy);
    sum->yz = wide_fma(s.y, a.z, sum->yz);
    sum->zz = wide_fma(s.z, a.z, sum->zz);
}

#endif
