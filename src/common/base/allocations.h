// Allocations of a whole process, including libraries: allocations.c replaces malloc and related functions in weft and its workers. Each
// call is forwarded to the next definition, so that a preloaded allocator still serves the process.
//
// Allocations are counted. weft allocates nothing inside a step; allocations there by CHOLMOD, BLAS and the OpenMP runtime are recorded.
//
// Small allocations succeed or end the process, with one line on standard error and the exit code of STATUS_MEMORY. After a failed small
// allocation many libraries (jansson, hwloc, METIS, libgomp) would crash, continue with incomplete data or exit with another code.
// Allocations above ALLOCATIONS_SMALL bytes return NULL as usual: their size comes from a file or a setting, which the caller reports.
#ifndef WEFT_BASE_ALLOCATIONS_H
#define WEFT_BASE_ALLOCATIONS_H

#include <stddef.h>
#include <stdint.h>

enum { ALLOCATIONS_SMALL = 1 << 20 };

// Number of allocations so far (malloc, calloc, realloc, aligned_alloc, posix_memalign), over all threads; −1 in a build that cannot count
// (sanitizers have their own allocator).
int64_t allocations_count(void);

// malloc that ends the process after a failure at any size, for libraries that cannot handle failures.
void *allocations_must(size_t bytes);

#endif
