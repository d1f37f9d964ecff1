// Items that begin with an int32_t: binary search among them, and sorting.
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

// Sorts as qsort does, by `compare`, which compares what the items begin with first. What they begin with is not negative; where few begin
// alike, the time is that of sorting those few. size: bytes of an item.
Status sort_by_first(void *items, size_t count, size_t size, int (*compare)(const void *, const void *)) GNU_MUST_CHECK;

#endif
