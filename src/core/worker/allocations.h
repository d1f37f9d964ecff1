// Counts the allocations of the whole process, libraries included: a program that is linked with allocations.c, as the worker programs
// are, has malloc and its kin replaced by counting ones.
// weft allocates nothing inside a step; what CHOLMOD, BLAS and the OpenMP runtime allocate there is counted and recorded.
#ifndef WEFT_WORKER_ALLOCATIONS_H
#define WEFT_WORKER_ALLOCATIONS_H

#include <stdint.h>

// Allocations (malloc, calloc, realloc, aligned_alloc, posix_memalign) so far, by all threads; −1 in a build that cannot count
// (sanitizers bring an allocator of their own).
int64_t allocations_count(void);

#endif
