#include "base/allocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/gnu.h"
#include "base/status.h"

// Without memory, whatever the library is in the middle of: no stream is flushed, nothing is called that might allocate. What is in a
// database stays there, as it does when a process is killed.
_Noreturn static void end(size_t bytes)
{
    char      text[200];
    const int length = snprintf(text, sizeof text, "%s: out of memory: %zu more bytes cannot be had; free some, or raise ulimit -v\n",
                                program_invocation_short_name, bytes);
    if (write(STDERR_FILENO, text, (size_t)length) != length)
        _exit(status_exit_code(STATUS_MEMORY)); // the exit code says it too
    _exit(status_exit_code(STATUS_MEMORY));
}

void *allocations_must(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory && bytes > 0)
        end(bytes);
    return memory;
}

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
void *memalign(size_t alignment, size_t size);
int   posix_memalign(void **out, size_t alignment, size_t size);

static void *checked(void *memory, size_t bytes)
{
    if (GNU_UNLIKELY(!memory) && bytes > 0 && bytes <= ALLOCATIONS_SMALL)
        end(bytes);
    return memory;
}

static void count_one(void)
{
    atomic_fetch_add_explicit(&allocation_total, 1, memory_order_relaxed);
}

void *malloc(size_t size)
{
    count_one();
    return checked(__libc_malloc(size), size);
}

void *calloc(size_t count, size_t size)
{
    count_one();
    void *memory = __libc_calloc(count, size);
    return memory || (size && count > SIZE_MAX / size) ? memory : checked(memory, count * size);
}

void *realloc(void *old, size_t size)
{
    count_one();
    return checked(__libc_realloc(old, size), size); // of size 0 frees, and gives NULL
}

void *aligned_alloc(size_t alignment, size_t size)
{
    count_one();
    return checked(__libc_memalign(alignment, size), size);
}

// Not counted, as it never was: only libgomp calls it, for the teams that it makes.
void *memalign(size_t alignment, size_t size)
{
    return checked(__libc_memalign(alignment, size), size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    count_one();
    *out = checked(__libc_memalign(alignment, size), size);
    return *out ? 0 : ENOMEM;
}

int64_t allocations_count(void)
{
    return (int64_t)atomic_load_explicit(&allocation_total, memory_order_relaxed);
}

#endif
