// List: a growing array of elements of one size.
#ifndef WEFT_MODEL_BUILD_LIST_H
#define WEFT_MODEL_BUILD_LIST_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/status.h"

typedef struct List {
    char  *data;
    size_t count, capacity, size; // size 0: elements are only counted
} List;

// Makes room for `more` elements; the caller writes them and raises `count`.
static inline Status list_reserve(List *list, size_t more)
{
    if (list->count + more <= list->capacity)
        return status_ok();
    size_t capacity = list->capacity ? 2 * list->capacity : 64;
    while (capacity < list->count + more)
        capacity *= 2;
    char *data = capacity < INT32_MAX / 2 ? realloc(list->data, capacity * (list->size ? list->size : 1)) : NULL;
    if (!data)
        return status_make(STATUS_MEMORY, "out of memory while the scene was read, at %zu elements; raise `memory` or take a smaller scene",
                           list->count);
    list->data = data;
    list->capacity = capacity;
    return status_ok();
}

// The same for an array whose layout others read: room for `more` elements of `size` bytes behind the `count` there are.
static inline Status draft_reserve(void **data, int32_t *room, int32_t count, int32_t more, size_t size, const char *what)
{
    if (more <= *room - count)
        return status_ok();
    const int64_t wanted = 2 * ((int64_t)count + more) + 8;
    void         *grown = wanted < INT32_MAX / 4 ? realloc(*data, (size_t)wanted * size) : NULL;
    if (!grown)
        return status_make(STATUS_MEMORY, "out of memory for more than %d %s", count, what);
    *data = grown;
    *room = (int32_t)wanted;
    return status_ok();
}

static inline void *list_at(const List *list, size_t i)
{
    return list->data + i * list->size;
}

#endif
