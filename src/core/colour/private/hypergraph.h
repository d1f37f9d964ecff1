// Hypergraph: the input of colourings. The vertices are the particles; the hyperedges are the constraints of all sets except groups, in
// memory order: by lowest particle, then by highest, then by number. With this order of ties a row-by-row cloth needs eight colours; other
// orders need a ninth with a few constraints.
#ifndef WEFT_COLOUR_HYPERGRAPH_H
#define WEFT_COLOUR_HYPERGRAPH_H

#include "model/model.h"

typedef struct Hypergraph {
    int32_t  particle_count, count;
    int32_t  offset[CONSTRAINT_KINDS + 1]; // constraints are numbered set by set: those of `kind` from offset[kind]; none of groups
    int      width;                        // largest number of particles of a constraint, at least 1
    int32_t *particle;                     // [count][width]; a narrower constraint repeats its last particle
    int32_t *from;                         // [count] number of the constraint
    int32_t *permutation;                  // [count] set by set, permutation[new] = old index in the set (layout.h); scratch at first
    int      first_kind, last_kind;        // first and last kind with constraints
} Hypergraph;

// The result does not depend on `threads`. STATUS_MEMORY only; hypergraph_destroy also then.
Status hypergraph_create(const Model *model, int threads, Hypergraph *out) GNU_MUST_CHECK;
void   hypergraph_destroy(Hypergraph *graph);

static inline int hypergraph_kind(const Hypergraph *h, int32_t i)
{
    int kind = h->first_kind;
    while (kind < h->last_kind && h->from[i] >= h->offset[kind + 1])
        kind++;
    return kind;
}

static inline const int32_t *hypergraph_at(const Hypergraph *h, int32_t i)
{
    return h->particle + (size_t)i * (size_t)h->width;
}

// True if entry k of a constraint is padding.
static inline bool hypergraph_is_repeat(const int32_t *particle, int k)
{
    return k > 0 && particle[k] == particle[k - 1];
}

// Size of `particle`, which layout_apply reuses for columns: at least two int32_t per constraint.
static inline size_t hypergraph_bytes(const Hypergraph *h)
{
    return (size_t)h->count * (size_t)(h->width > 2 ? h->width : 2) * sizeof(int32_t);
}

Status hypergraph_out_of_memory(const Hypergraph *graph);

// The constraints at a particle, as numbers in memory order: at[start[p] … start[p+1]−1], ascending.
typedef struct ColourIncidence {
    int32_t *start; // [particles + 1]
    int32_t *at;
} ColourIncidence;

Status incidence_create(const Hypergraph *graph,
                        ColourIncidence  *out) GNU_MUST_CHECK; // freed by incidence_destroy, also after a failure
void   incidence_destroy(ColourIncidence *incidence);

#endif
