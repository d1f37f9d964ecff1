// VertexConstraints: the constraints at each particle, ascending, so that what belongs to a particle (a column of a matrix, say) is made by
// one thread in a fixed order. Constraints are numbered through all sets: number offset[kind] + i is constraint i of set `kind`. Groups
// (V = 0) are numbered, but not listed: what they couple in a Hessian is listed by itself, where it is asked for.
#ifndef WEFT_ASSEMBLY_VERTEX_CONSTRAINTS_H
#define WEFT_ASSEMBLY_VERTEX_CONSTRAINTS_H

#include "contact/contacts.h"

typedef struct VertexConstraints {
    int32_t  offset[CONSTRAINT_KINDS + 1];
    int32_t *start;      // [particles + 1]
    int32_t *constraint; // [start[particles]]

    int32_t *coupled_start; // [particles + 1], NULL: not asked for, or nothing couples any
    int32_t *coupled;       // the higher particles that groups and contacts couple each one to, some of them several times
} VertexConstraints;

// In time proportional to the model, on `threads` threads; the result does not depend on them. STATUS_MEMORY. The caller frees it, also
// after a failure.
Status vertex_constraints_make(const Model *model, int threads, VertexConstraints *out) GNU_MUST_CHECK;

// Lists couplings too: of groups, where `groups` says so, and of contacts as they are now (NULL: none). STATUS_MEMORY.
Status vertex_constraints_couple(const Model *model, bool groups, const Contacts *contacts, VertexConstraints *of) GNU_MUST_CHECK;
void   vertex_constraints_free(VertexConstraints *of);

// The set that a constraint's number lies in, searched from `kind` upwards.
static inline int vertex_constraints_kind(const VertexConstraints *of, int kind, int32_t constraint)
{
    while (constraint >= of->offset[kind + 1])
        kind++;
    return kind;
}

#endif
