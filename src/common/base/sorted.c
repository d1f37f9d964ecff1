#include "base/sorted.h"

#include <stdlib.h>
#include <string.h>

static size_t first_of(const char *item)
{
    return (size_t) * (const int32_t *)(const void *)item;
}

// A stable counting sort by key, then qsort of each run of equal keys. start: [most + 2] zeros.
static void sort_runs(char *items, char *copy, size_t *start, size_t max, size_t count, size_t size,
                      int (*compare)(const void *, const void *))
{
    memcpy(copy, items, count * size);
    for (size_t i = 0; i < count; i++)
        start[first_of(copy + i * size) + 1]++;
    for (size_t v = 0; v <= max; v++)
        start[v + 1] += start[v];
    for (size_t i = 0; i < count; i++) // start[v] becomes the end of run v
        memcpy(items + start[first_of(copy + i * size)]++ * size, copy + i * size, size);
    for (size_t v = 0, begin = 0; v <= max; begin = start[v++])
        if (start[v] - begin > 1)
            qsort(items + begin * size, start[v] - begin, size, compare);
}

Status sort_by_first(void *items, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    size_t max = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t first = first_of((const char *)items + i * size);
        max = first > max ? first : max;
    }
    if (max > 8 * count) { // sparse keys: counting would cost more than it saves
        qsort(items, count, size, compare);
        return status_ok();
    }
    size_t *start = calloc(max + 2, sizeof *start);
    char   *copy = malloc(count * size + 1);
    if (start && copy)
        sort_runs(items, copy, start, max, count, size, compare);
    free(copy);
    free(start);
    return start && copy ? status_ok() : status_make(STATUS_MEMORY, "out of memory while %zu elements were sorted", count);
}

void order_by_key(const int32_t *key, int32_t count, int32_t max, int32_t *start, int32_t *order)
{
    memset(start, 0, ((size_t)max + 2) * sizeof *start);
    for (int32_t i = 0; i < count; i++)
        start[key[i] + 1]++;
    for (int32_t k = 0; k < max; k++)
        start[k + 1] += start[k];
    for (int32_t i = 0; i < count; i++)
        order[start[key[i]]++] = i;
    memmove(start + 1, start, ((size_t)max + 1) * sizeof *start);
    start[0] = 0;
}

int compare_int32(const void *a, const void *b)
{
    const int32_t p = *(const int32_t *)a, q = *(const int32_t *)b;
    return (p > q) - (p < q);
}

void sort_int32(int32_t *values, int32_t count)
{
    enum { FEW = 32 };
    if (count > FEW) {
        qsort(values, (size_t)count, sizeof *values, compare_int32);
        return;
    }
    for (int32_t i = 1; i < count; i++) {
        const int32_t value = values[i];
        int32_t       at = i;
        for (; at > 0 && values[at - 1] > value; at--)
            values[at] = values[at - 1];
        values[at] = value;
    }
}
