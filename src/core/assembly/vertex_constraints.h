// VertexConstraints: the constraints at each particle, ascending, so that one thread computes the data of a particle (a column of a matrix,
// for example) in a fixed order. Constraints are numbered through all sets: offset[kind] + i is constraint i of set `kind`. Groups (V = 0)
// are numbered but not listed: their couplings in a Hessian are listed separately, on request.
#ifndef WEFT_ASSEMBLY_VERTEX_CONSTRAINTS_H
#define WEFT_ASSEMBLY_VERTEX_CONSTRAINTS_H

#include "contact/contacts.h"

typedef struct VertexConstraints {
    int32_t  offset[CONSTRAINT_KINDS + 1];
    int32_t *start;      // [particles + 1]
    int32_t *constraint; // [start[particles]]

    int32_t *coupled_start; // [particles + 1], NULL: not requested, or no couplings
    int32_t *coupled;       // the higher particles coupled to each one by groups and contacts, with duplicates
} VertexConstraints;

// The time is proportional to the model, on `threads` threads; the result does not depend on them. STATUS_MEMORY. To be destroyed also
// after a failure.
Status vertex_constraints_init(const Model *model, int threads, VertexConstraints *out) GNU_MUST_CHECK;

// Also lists couplings: of groups, if `groups`, and the current ones of contacts (NULL: none). STATUS_MEMORY.
Status vertex_constraints_couple(const Model *model, bool groups, const Contacts *contacts, VertexConstraints *of) GNU_MUST_CHECK;
void   vertex_constraints_destroy(VertexConstraints *of);

// The set of a constraint by its number, searched from `kind` upwards.
static inline int vertex_constraints_kind(const VertexConstraints *of, int kind, int32_t constraint)
{
    while (constraint >= of->offset[kind + 1])
        kind++;
    return kind;
}

#endif
