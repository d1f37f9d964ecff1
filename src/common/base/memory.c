#include "base/memory.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

static const size_t LINE = 64, HUGE_PAGE = (size_t)2 << 20;

void *memory_alloc(size_t bytes)
{
    const size_t alignment = bytes >= HUGE_PAGE ? HUGE_PAGE : LINE;
    if (bytes > SIZE_MAX - alignment)
        return NULL;
    const size_t rounded = bytes == 0 ? alignment : (bytes + alignment - 1) / alignment * alignment;
    void        *memory = aligned_alloc(alignment, rounded);
#ifdef MADV_HUGEPAGE
    if (memory && alignment == HUGE_PAGE)
        (void)madvise(memory, rounded, MADV_HUGEPAGE); // only advice: small pages also work
#endif
    return memory;
}

Status memory_grow(void **array, int count, size_t size)
{
    if (count & (count - 1))
        return status_ok();
    void *grown = count > INT_MAX / 2 ? NULL : realloc(*array, (count ? 2 * (size_t)count : 1) * size);
    if (!grown)
        return status_make(STATUS_MEMORY, "out of memory for an array of %d", count);
    *array = grown;
    return status_ok();
}
