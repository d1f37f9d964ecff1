// The symbolic factorisation: an ordering and the supernodes of L, in the arena.
#ifndef WEFT_LINSYS_SYMBOLIC_H
#define WEFT_LINSYS_SYMBOLIC_H

#include "linsys/private/cholmod_ordering.h"
#include "linsys/private/supernodes.h"

typedef struct Symbolic {
    Supernodes      supernodes;
    CholmodOrdering ordering;        // the one used
    double          nonzeros, flops; // of L
} Symbolic;

Status symbolic_analyse(const CholmodQuestion *question, CholmodOrdering ordering, Arena *arena, Symbolic *out) GNU_MUST_CHECK;

#endif
