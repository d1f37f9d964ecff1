// Incidence: for each particle its slots in a per-constraint array. Results are gathered per particle in a fixed order instead of scattered
// with atomics. Slots of set `kind` start at offset[kind] and have `width` slots per constraint.
#ifndef WEFT_STEP_INCIDENCE_H
#define WEFT_STEP_INCIDENCE_H

#include "model/model.h"

typedef struct Incidence {
    int32_t *start;                        // [particles + 1]
    int32_t *slot;                         // [start[particles]]
    real    *weight;                       // [start[particles]]; NULL: all 1
    int32_t  offset[CONSTRAINT_KINDS + 1]; // first slot of each set; the last entry is the number of slots
} Incidence;

// One slot per constraint and vertex, including groups, all weights 1: corrections of a Jacobi sweep.
Status incidence_of_vertices(const Model *model, Arena *arena, Incidence *out) GNU_MUST_CHECK;

// The same for the selected kinds, without weights.
Status incidence_of_corners(const Model *model, const bool kinds[CONSTRAINT_KINDS], Arena *arena, Incidence *out) GNU_MUST_CHECK;

// One slot per constraint, component and vertex, including groups, all weights 1: gradients in the layout of constraint_evaluate.
Status incidence_of_components(const Model *model, Arena *arena, Incidence *out) GNU_MUST_CHECK;

// One slot per constraint and stencil row of the selected kinds; weight = factor · k · coefficient of the row at the vertex:
// right-hand side of PD.
Status incidence_of_rows(const Model *model, const bool kinds[CONSTRAINT_KINDS], double factor, Arena *arena,
                         Incidence *out) GNU_MUST_CHECK;

#endif
