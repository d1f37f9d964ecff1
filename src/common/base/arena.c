#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// A block is zeroed memory with this header in its first ARENA_ALIGNMENT bytes. A large block is mapped: its pages are already zero, and
// the system places each page near the thread that first writes it. Huge pages are not used: they made a sweep over a million particles 5 %
// faster, but doubled the set-up time of a 100 MB factor.
struct ArenaBlock {
    ArenaBlock *previous;
    size_t      capacity, used; // bytes, header excluded
    size_t      mapped;         // mapped bytes; 0: allocated by malloc
};

static const size_t BLOCK_BYTES = (size_t)1 << 20, MAPPED_BYTES = (size_t)4 << 20;

Arena arena_init(size_t limit_bytes)
{
    return (Arena){.limit_bytes = limit_bytes};
}

void arena_destroy(Arena *arena)
{
    if (!arena)
        return;
    for (ArenaBlock *block = arena->last; block;) {
        ArenaBlock *previous = block->previous;
        if (block->mapped)
            (void)munmap(block, block->mapped); // cannot fail: the mapping is ours
        else
            free(block);
        block = previous;
    }
    arena->last = NULL;
    arena->used_bytes = 0;
}

// Inserts the blocks below the current block of `to`.
void arena_adopt(Arena *to, Arena *from)
{
    ArenaBlock **below = to->last ? &to->last->previous : &to->last;
    ArenaBlock  *oldest = from->last;
    if (!oldest)
        return;
    while (oldest->previous)
        oldest = oldest->previous;
    oldest->previous = *below;
    *below = from->last;
    to->used_bytes += from->used_bytes;
    from->last = NULL;
    from->used_bytes = 0;
}

// ARENA_NEW passes "&out->probes[p].position"; messages print `position`.
static const char *readable(const char *what)
{
    if (*what != '&')
        return what;
    for (const char *p = what; *p; p++)
        if (*p == '&' || *p == '.' || *p == '>')
            what = p + 1;
    return what;
}

Status arena_check(const Arena *arena, double bytes, const char *what)
{
    const double required = (double)arena->used_bytes + bytes;
    if (arena->limit_bytes && required > (double)arena->limit_bytes)
        return status_make(STATUS_LIMIT,
                           "%s needs %.1f MiB (%.1f MiB in total), above the memory limit of %.1f MiB; "
                           "raise `memory` or use a smaller scene",
                           readable(what), bytes / 0x1p20, required / 0x1p20, (double)arena->limit_bytes / 0x1p20);
    return status_ok();
}

static ArenaBlock *map_block(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    ArenaBlock *block = memory;
    block->mapped = bytes;
    return block;
}

static ArenaBlock *allocate_block(size_t bytes)
{
    ArenaBlock *block = aligned_alloc(ARENA_ALIGNMENT, bytes);
    if (block)
        memset(block, 0, bytes);
    return block;
}

static Status arena_grow(Arena *arena, size_t bytes, const char *what)
{
    // The size of blocks grows with the bytes in use, so that small arenas stay small and large arenas have few blocks.
    const size_t doubled = arena->used_bytes > BLOCK_BYTES / 16 ? arena->used_bytes : BLOCK_BYTES / 16;
    const size_t min = doubled < BLOCK_BYTES ? doubled / ARENA_ALIGNMENT * ARENA_ALIGNMENT : BLOCK_BYTES;
    const size_t capacity = bytes > min ? bytes : min;
    ArenaBlock  *block = NULL;
    if (capacity <= SIZE_MAX - ARENA_ALIGNMENT)
        block = capacity >= MAPPED_BYTES ? map_block(capacity + ARENA_ALIGNMENT) : allocate_block(capacity + ARENA_ALIGNMENT);
    if (!block)
        return status_make(STATUS_MEMORY, "out of memory: the system refused %.1f MiB for %s; raise `memory`, or use a smaller scene",
                           (double)bytes / 0x1p20, readable(what));
    block->previous = arena->last;
    block->capacity = capacity;
    arena->last = block;
    return status_ok();
}

Status arena_alloc(Arena *arena, size_t count, size_t size, const char *what, void **out)
{
    *out = NULL;
    if (size && count > (SIZE_MAX / 2) / size)
        return status_make(STATUS_LIMIT, "%zu × %zu bytes for %s cannot be addressed", count, size, readable(what));
    size_t bytes = count * size;
    TRY(arena_check(arena, (double)bytes, what));
    bytes = (bytes + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
    if (bytes == 0)
        bytes = ARENA_ALIGNMENT;
    if (!arena->last || arena->last->capacity - arena->last->used < bytes)
        TRY(arena_grow(arena, bytes, what));
    ArenaBlock *block = arena->last;
    char       *memory = (char *)block + ARENA_ALIGNMENT + block->used;
    block->used += bytes;
    arena->used_bytes += bytes;
    *out = memory;
    return status_ok();
}
