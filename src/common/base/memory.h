// Memory for large arrays: on huge pages where the system offers them, so that walking all over an array misses few translations.
#ifndef WEFT_BASE_MEMORY_H
#define WEFT_BASE_MEMORY_H

#include <stddef.h>

// At least `bytes` bytes, contents undefined, aligned to a cache line, and to a huge page when there is one to fill. Never NULL for 0
// bytes. Freed by free. NULL when out of memory.
void *memory_alloc(size_t bytes);

#endif
