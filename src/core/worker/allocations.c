#include "worker/allocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

#include "base/gnu.h"

#if GNU_SANITIZED

int64_t allocations_count(void)
{
    return -1;
}

#else

// The only mutable global of weft: malloc has no argument that could carry its counter.
static atomic_llong allocation_total;

// glibc's own allocator under its exported names.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
int   posix_memalign(void **out, size_t alignment, size_t size);

static void count_one(void)
{
    atomic_fetch_add_explicit(&allocation_total, 1, memory_order_relaxed);
}

void *malloc(size_t size)
{
    count_one();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    count_one();
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    count_one();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    count_one();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    count_one();
    *out = __libc_memalign(alignment, size);
    return *out ? 0 : ENOMEM;
}

int64_t allocations_count(void)
{
    return (int64_t)atomic_load_explicit(&allocation_total, memory_order_relaxed);
}

#endif
