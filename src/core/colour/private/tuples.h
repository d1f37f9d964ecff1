// Tuples: the constraints of all sets but groups as one list of particle numbers in memory order: by lowest particle, then by
// highest, ties set by set as they lie. A cloth of rows so needs eight colours where another order of ties leaves a ninth with a few. What
// colourings read; the room's own.
#ifndef WEFT_COLOUR_TUPLES_H
#define WEFT_COLOUR_TUPLES_H

#include "model/model.h"

typedef struct Tuples {
    int32_t  particle_count, count;
    int32_t  offset[CONSTRAINT_KINDS + 1]; // constraints are numbered set by set: those of `kind` from offset[kind]; none of groups
    int      width;                        // particles of the widest constraint that there is, at least 1
    int32_t *particle;                     // [count][width]; a narrower constraint has its last particle several times
    int32_t *from;                         // [count] number of the constraint
    int32_t *spare;                        // [count] for whoever owns the tuples
    int      first_kind, last_kind;        // that there are constraints of
} Tuples;

// Whatever the number of threads, the result is the same. Freed by tuples_destroy, also after a failure; STATUS_MEMORY only.
Status tuples_create(const Model *model, int threads, Tuples *out) GNU_MUST_CHECK;
void   tuples_destroy(Tuples *tuples);

static inline int tuples_kind(const Tuples *t, int32_t i)
{
    int kind = t->first_kind;
    while (kind < t->last_kind && t->from[i] >= t->offset[kind + 1])
        kind++;
    return kind;
}

static inline const int32_t *tuples_at(const Tuples *t, int32_t i)
{
    return t->particle + (size_t)i * (size_t)t->width;
}

static inline int32_t tuples_lowest(const Tuples *t, int32_t i)
{
    const int32_t *p = tuples_at(t, i);
    int32_t        lowest = p[0];
    for (int k = 1; k < t->width; k++)
        lowest = p[k] < lowest ? p[k] : lowest;
    return lowest;
}

// Whether particle k of a constraint is there only to fill the width.
static inline bool tuples_is_repeat(const int32_t *particle, int k)
{
    return k > 0 && particle[k] == particle[k - 1];
}

// The memory of `particle`: as much as the particles take, and as a column of numbers.
static inline size_t tuples_bytes(const Tuples *t)
{
    return (size_t)t->count * (size_t)(t->width > 2 ? t->width : 2) * sizeof(int32_t);
}

Status tuples_out_of_memory(const Tuples *tuples);

// Which constraints are at a particle, as numbers in memory order: at[start[p] … start[p+1]−1], ascending.
typedef struct TupleIncidence {
    int32_t *start; // [particles + 1]
    int32_t *at;
} TupleIncidence;

Status tuples_incidence_create(const Tuples   *tuples,
                               TupleIncidence *out) GNU_MUST_CHECK; // freed by tuples_incidence_destroy, also after a failure
void   tuples_incidence_destroy(TupleIncidence *incidence);

#endif
