#include "base/allocations.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/gnu.h"
#include "base/status.h"

// Ends the process without memory, in any state of a library: flushes no stream and calls nothing that might allocate. Data in a database
// stay there, as after a kill.
_Noreturn static void end(size_t bytes)
{
    char      text[240];
    const int length =
        snprintf(text, sizeof text,
                 "%s: out of memory: %zu more bytes were refused; free some memory, or raise `memory` of the case, ulimit -v or -d\n",
                 program_invocation_short_name, bytes);
    if (write(STDERR_FILENO, text, (size_t)length) != length)
        _exit(status_exit_code(STATUS_MEMORY)); // the exit code reports the failure as well
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

// The only mutable globals of weft: malloc has no argument that could carry them.
static atomic_llong allocation_total;

typedef void *Malloc(size_t size);
typedef void *Calloc(size_t count, size_t size);
typedef void *Realloc(void *old, size_t size);
typedef void *Aligned(size_t alignment, size_t size);
typedef int   Posix(void **out, size_t alignment, size_t size);

Malloc  malloc;
Calloc  calloc;
Realloc realloc;
Aligned aligned_alloc, memalign;
Posix   posix_memalign;

// The next definitions after this file: of a preloaded allocator (jemalloc, a profiler, a sanitizer), else of glibc. free and
// malloc_usable_size are not defined here and come from the same library.
static struct {
    Malloc  *malloc;
    Calloc  *calloc;
    Realloc *realloc;
    Aligned *aligned_alloc, *memalign;
    Posix   *posix_memalign;
} next;

// POSIX lets dlsym give functions as pointers to objects.
#define FIND(function) (*(void **)&next.function = dlsym(RTLD_NEXT, #function))

// Called first, before any second thread exists, since starting a thread allocates. dlsym allocates only if it finds nothing.
static void find_next(void)
{
    if (GNU_LIKELY(next.malloc))
        return;
    FIND(calloc), FIND(realloc), FIND(aligned_alloc), FIND(memalign), FIND(posix_memalign);
    FIND(malloc);
}

static void count_one(void)
{
    find_next();
    atomic_fetch_add_explicit(&allocation_total, 1, memory_order_relaxed);
}

static void *checked(void *memory, size_t bytes)
{
    if (GNU_UNLIKELY(!memory) && bytes > 0 && bytes <= ALLOCATIONS_SMALL)
        end(bytes);
    return memory;
}

void *malloc(size_t size)
{
    count_one();
    return checked(next.malloc(size), size);
}

void *calloc(size_t count, size_t size)
{
    count_one();
    void *memory = next.calloc(count, size);
    return memory || (size && count > SIZE_MAX / size) ? memory : checked(memory, count * size);
}

void *realloc(void *old, size_t size)
{
    count_one();
    return checked(next.realloc(old, size), size); // size 0 frees and returns NULL
}

void *aligned_alloc(size_t alignment, size_t size)
{
    count_one();
    return checked(next.aligned_alloc(alignment, size), size);
}

// Not counted: only libgomp calls it, for its teams.
void *memalign(size_t alignment, size_t size)
{
    find_next();
    return checked(next.memalign(alignment, size), size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    count_one();
    const int error = next.posix_memalign(out, alignment, size);
    if (error == ENOMEM)
        checked(NULL, size);
    return error;
}

int64_t allocations_count(void)
{
    return (int64_t)atomic_load_explicit(&allocation_total, memory_order_relaxed);
}

#endif
