// Binary search and sorting for arrays whose items begin with an int32_t key.
#ifndef WEFT_BASE_SORTED_H
#define WEFT_BASE_SORTED_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

// Number of items with a key below the limit, in an array sorted by key. It is also the index of the first item at or above the limit.
// size: bytes of an item.
static inline int32_t sorted_below(const void *items, size_t size, int32_t count, int32_t limit)
{
    const char *first = items;
    int32_t     low = 0, high = count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (*(const int32_t *)(const void *)(first + (size_t)middle * size) < limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Sorts as qsort does, by `compare`, which must compare the keys first. Keys must not be negative. Takes linear time if few items share a
// key; allocates a copy of the items. size: bytes of an item. STATUS_MEMORY.
Status sort_by_first(void *items, size_t count, size_t size, int (*compare)(const void *, const void *)) GNU_MUST_CHECK;

// order: [count] 0 … count−1 by key, ties in ascending order. key: [count] from 0 to max. start: [max + 2] output, the first of each key in
// `order`, and count.
void order_by_key(const int32_t *key, int32_t count, int32_t max, int32_t *start, int32_t *order);

// For qsort, by the int32_t at the start of an item.
int compare_int32(const void *a, const void *b);

// Into ascending order; by insertion if there are few, as usual for the columns of a row.
void sort_int32(int32_t *values, int32_t count);

#endif
