// Allocations of a whole process, libraries included: a program that is linked with allocations.c, as weft and its workers are, has malloc
// and its kin replaced. Each call goes on to the definition that holds without that file, so that a preloaded allocator serves the process.
//
// They are counted: weft allocates nothing inside a step; what CHOLMOD, BLAS and the OpenMP runtime allocate there is recorded.
//
// They succeed or end the process, with one line on standard error and the exit code of STATUS_MEMORY. Many libraries crash, go on with
// what is not whole or end with another code when a small allocation fails (jansson, hwloc, METIS, libgomp). What is larger than
// ALLOCATIONS_SMALL bytes gives NULL as usual: its size came from a file or a setting, and the caller says from which.
#ifndef WEFT_BASE_ALLOCATIONS_H
#define WEFT_BASE_ALLOCATIONS_H

#include <stddef.h>
#include <stdint.h>

enum { ALLOCATIONS_SMALL = 1 << 20 };

// Allocations (malloc, calloc, realloc, aligned_alloc, posix_memalign) so far, by all threads; −1 in a build that cannot count
// (sanitizers bring an allocator of their own).
int64_t allocations_count(void);

// malloc that ends the process at any size: for libraries that bear no failure at all.
void *allocations_must(size_t bytes);

#endif
