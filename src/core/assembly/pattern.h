// The sparsity pattern of a scene: pairs of particles that share a constraint. Lower triangle by column, the diagonal first in each column.
#ifndef WEFT_ASSEMBLY_PATTERN_H
#define WEFT_ASSEMBLY_PATTERN_H

#include "assembly/vertex_constraints.h"
#include "linsys/linsys.h"

// n = particles; values zeroed. The time is proportional to the model (times the logarithm of the longest column), on `threads` threads;
// the result does not depend on them. Outside any team.
Status pattern_init(const Model *model, const VertexConstraints *at, int threads, Arena *arena, Csc *out) GNU_MUST_CHECK;

// Index of entry (row, column), row >= column, which must exist.
int32_t pattern_find(const Csc *pattern, int32_t row, int32_t column);

// True if the entry exists.
bool pattern_has(const Csc *pattern, int32_t row, int32_t column);

#endif
