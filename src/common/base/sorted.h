// Binary search in, and sorting of, arrays whose items begin with an int32_t key.
#ifndef WEFT_BASE_SORTED_H
#define WEFT_BASE_SORTED_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

// How many of `count` items are below the limit, by the int32_t that each begins with and that they are sorted by, ascending; so also the
// first that is not. size: bytes of an item.
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

// Sorts as qsort does, by `compare`, which must compare the keys first. Keys are not negative. Takes linear time if few items share a key;
// needs a copy of the items. size: bytes of an item. STATUS_MEMORY.
Status sort_by_first(void *items, size_t count, size_t size, int (*compare)(const void *, const void *)) GNU_MUST_CHECK;

#endif
