// Memory for large arrays and for growing arrays. Large arrays use huge pages if the system offers them, which reduces TLB misses of
// scattered accesses.
#ifndef WEFT_BASE_MEMORY_H
#define WEFT_BASE_MEMORY_H

#include <stddef.h>

#include "base/status.h"

// At least `bytes` bytes, uninitialised, aligned to a cache line, or to a huge page if the array is that large. NULL when out of memory,
// but not for 0 bytes. Freed by free.
void *memory_alloc(size_t bytes);

// Makes room for one more element of `size` bytes in an array of `count` elements (NULL for 0). The capacity doubles whenever the count is
// a power of two. After STATUS_MEMORY the array is unchanged. Freed by free.
Status memory_grow(void **array, int count, size_t size) GNU_MUST_CHECK;

#endif
