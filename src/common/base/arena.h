// Arena: the memory of one case. Grows by blocks, frees everything at once, never moves an allocation.
// Not thread-safe: allocate during set-up, on one thread. Nothing is allocated from it inside a step.
#ifndef WEFT_BASE_ARENA_H
#define WEFT_BASE_ARENA_H

#include <stddef.h>

#include "base/status.h"

#define ARENA_ALIGNMENT 64 // bytes: a cache line, and the widest vector

typedef struct ArenaBlock ArenaBlock;

typedef struct Arena {
    ArenaBlock *last;
    size_t      used_bytes;  // allocated, alignment included
    size_t      limit_bytes; // allocations above it fail; 0: no limit
} Arena;

// An empty arena; arena_destroy frees all its memory and makes it empty again.
Arena arena_init(size_t limit_bytes);
void  arena_destroy(Arena *arena);

// Moves the ownership of all allocations of `from` to `to`; their addresses stay the same. `from` is then empty.
void arena_adopt(Arena *to, Arena *from);

// count × size bytes, zeroed, aligned to ARENA_ALIGNMENT, never NULL on success (also for count 0).
// STATUS_MEMORY if the system refuses, STATUS_LIMIT above the limit; `what`: name of the array in the message.
Status arena_alloc(Arena *arena, size_t count, size_t size, const char *what, void **out) GNU_MUST_CHECK;

// TRY(ARENA_NEW(arena, count, &pointer)): the element type and the name come from the pointer.
#define ARENA_NEW(arena, count, pointer) arena_alloc((arena), (size_t)(count), sizeof **(pointer), #pointer, (void **)(pointer))

#ifdef __clang_analyzer__ // see status.h: shows the static analyser that *out is not NULL after success
static inline Status arena_analysed(Status status, void **out)
{
    if (status.code == STATUS_OK)
        ASSERT(*out);
    return status;
}
#undef ARENA_NEW
#define ARENA_NEW(arena, count, pointer) \
    arena_analysed(arena_alloc((arena), (size_t)(count), sizeof **(pointer), #pointer, (void **)(pointer)), (void **)(pointer))
#endif

// STATUS_LIMIT, with both sizes in the text, if `bytes` more would exceed the limit.
Status arena_check(const Arena *arena, double bytes, const char *what) GNU_MUST_CHECK;

#endif
