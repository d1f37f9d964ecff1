// Forest: disjoint sets of numbers 0 … n−1 as trees (union-find), parent[n]; initially parent[i] = i.
#ifndef WEFT_BASE_FOREST_H
#define WEFT_BASE_FOREST_H

#include <stdint.h>

// The root of the tree of i: the smallest number of its set. Shortens the path to it.
static inline int32_t forest_root(int32_t *parent, int32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

static inline void forest_join(int32_t *parent, int32_t a, int32_t b)
{
    const int32_t p = forest_root(parent, a), q = forest_root(parent, b);
    parent[p > q ? p : q] = p < q ? p : q;
}

#endif
