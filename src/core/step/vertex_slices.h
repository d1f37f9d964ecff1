// Vertex slices: particles that may move at the same time, WIDE_LANES in each slice, with the table of their constraints by kind
// (constraint/vertex_ell.h). The caller handles kinds without such a table. A slice is the unit of work of a thread. So the bits depend
// neither on the number of threads nor on the position at which a colour is cut.
#ifndef WEFT_STEP_VERTEX_SLICES_H
#define WEFT_STEP_VERTEX_SLICES_H

#include "constraint/vertex_ell.h"
#include "step/vertex_colours.h"

typedef struct VertexSlices {
    int32_t    slice_count;
    int32_t   *colour_slice; // [colours + 1]
    int32_t   *vertex;       // [slices][WIDE_LANES]; lanes without a particle repeat the first
    int8_t    *lanes;        // [slices] that have a particle
    real      *mass;         // [slices][WIDE_LANES] kg
    VertexRule rule;
    bool       tabled[CONSTRAINT_KINDS];
    VertexEll  ell[CONSTRAINT_KINDS];
} VertexSlices;

// Sets tabled for the kinds with a table under this rule: undamped equalities of kinds that have the functions for it.
void vertex_slices_kinds(const Model *model, VertexRule rule, bool tabled[CONSTRAINT_KINDS]);

// For the kinds in `tabled`. incidence: of vertices or corners, of these kinds at least; h: s, of the substep.
Status vertex_slices_init(const Model *model, const VertexColours *colours, const Incidence *incidence, const bool tabled[CONSTRAINT_KINDS],
                          VertexRule rule, double h, Arena *arena, VertexSlices *out) GNU_MUST_CHECK;

static inline const int32_t *vertex_slice(const VertexSlices *slices, int32_t slice)
{
    return slices->vertex + (size_t)slice * WIDE_LANES;
}

// h² times gradient and block of the constraints in the tables at the particles of a slice, which are at x.
void vertex_slices_sum(const VertexSlices *slices, int32_t slice, const real4 *position, const WideColumns *x, VertexLanes *sum);

// (m I + K)⁻¹ (m (x − y) + gradient). mass: m, a lower limit of every pivot.
WideVector vertex_lanes_solve(const VertexLanes *sum, wide mass, const WideColumns *x, const WideColumns *y);

double vertex_slices_bytes(const VertexSlices *slices); // of the tables, without padding

#endif
