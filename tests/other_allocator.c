// Preloaded into a program (LD_PRELOAD), an allocator as jemalloc is one: free and realloc end the program on memory that is not of this
// malloc. It hands out one mapping from its start and takes nothing back. The size of a block is before it.
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LEAST = 16 };
static const size_t RESERVED = (size_t)1 << 30;

static _Atomic(char *) start;
static atomic_size_t   used;

void *memalign(size_t alignment, size_t size);

static char *region(void)
{
    char *known = atomic_load(&start);
    if (known)
        return known;
    char *made = mmap(NULL, RESERVED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED)
        abort();
    return atomic_compare_exchange_strong(&start, &known, made) ? made : known;
}

void *memalign(size_t alignment, size_t size)
{
    const size_t step = alignment > LEAST ? alignment : LEAST;
    if (size > RESERVED || atomic_load(&used) > RESERVED - size - 2 * step) {
        errno = ENOMEM;
        return NULL;
    }
    char *from = region() + atomic_fetch_add(&used, (size + 2 * step + LEAST - 1) / LEAST * LEAST);
    char *block = (char *)(((uintptr_t)from + LEAST + step - 1) / step * step);
    memcpy(block - sizeof size, &size, sizeof size);
    return block;
}

static size_t size_of(const void *block)
{
    size_t      size;
    const char *at = block, *first = region();
    if (at < first || at >= first + RESERVED)
        abort();
    memcpy(&size, at - sizeof size, sizeof size);
    return size;
}

void free(void *block)
{
    if (block)
        (void)size_of(block);
}

void *malloc(size_t size)
{
    return memalign(LEAST, size);
}

void *calloc(size_t count, size_t size)
{
    return size && count > SIZE_MAX / size ? NULL : memalign(LEAST, count * size); // the mapping is zeros
}

void *realloc(void *old, size_t size)
{
    void *block = malloc(size);
    if (block && old)
        memcpy(block, old, size_of(old) < size ? size_of(old) : size);
    return block;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    *out = memalign(alignment, size);
    return *out ? 0 : ENOMEM;
}
