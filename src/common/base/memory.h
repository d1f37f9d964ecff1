// Memory for large arrays, and for those that grow. Large ones are on huge pages where the system offers them, so that walking all over an
// array misses few translations.
#ifndef WEFT_BASE_MEMORY_H
#define WEFT_BASE_MEMORY_H

#include <stddef.h>

#include "base/status.h"

// At least `bytes` bytes, contents undefined, aligned to a cache line, and to a huge page when there is one to fill. Never NULL for 0
// bytes. Freed by free. NULL when out of memory.
void *memory_alloc(size_t bytes);

// Room for one more element of `size` bytes in an array of `count` (NULL for 0), whose room doubles whenever its count is a power of two.
// STATUS_MEMORY leaves it as it is. Freed by free.
Status memory_grow(void **array, int count, size_t size) GNU_MUST_CHECK;

#endif
