// List: a growing array of elements of one size; and helpers of the checks of drafts.
#ifndef WEFT_MODEL_BUILD_LIST_H
#define WEFT_MODEL_BUILD_LIST_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/status.h"

typedef struct List {
    char  *data;
    size_t count, capacity, size; // size: of an element, from the first list_reserve on; 0: elements are only counted
} List;

// Makes room for `more` elements of `size` bytes, always the same; the caller writes them and raises `count`.
static inline Status list_reserve(List *list, size_t more, size_t size)
{
    list->size = size;
    if (list->count + more <= list->capacity)
        return status_ok();
    size_t capacity = list->capacity ? 2 * list->capacity : 64;
    while (capacity < list->count + more)
        capacity *= 2;
    char *data = capacity < INT32_MAX / 2 ? realloc(list->data, capacity * (list->size ? list->size : 1)) : NULL;
    if (!data)
        return status_make(STATUS_MEMORY,
                           "out of memory while reading the scene, after %zu elements; raise `memory` or use a smaller scene", list->count);
    list->data = data;
    list->capacity = capacity;
    return status_ok();
}

static inline bool double3_is_finite(const double v[3])
{
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

static inline void *list_at(const List *list, size_t i)
{
    return list->data + i * list->size;
}

#endif
