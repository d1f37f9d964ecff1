// The C side of Google Benchmark: a kernel is a C function that sets itself up, runs one iteration for each micro_next that says yes,
// and takes itself down. Everything C++ is in shim.cc.
//
// Threads are OpenMP's, inside the kernel: each thread count is registered as a benchmark of its own and judged by real time, because
// the processor time of one thread says nothing about a team.
#ifndef WEFT_MICRO_SHIM_H
#define WEFT_MICRO_SHIM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MicroState MicroState;

// What a kernel is given: the numbers it was registered with.
typedef struct MicroJob {
    const void *table; // what is to be measured, a row of one of weft's tables; may be NULL
    int64_t     size;  // of the problem; the benchmark says in which unit
    int         threads;
} MicroJob;

typedef void (*MicroRun)(MicroState *state, const MicroJob *job);

// Registers one benchmark. The name is copied; the job's table must live on.
void micro_register(const char *name, MicroRun run, MicroJob job);

// while (micro_next(state)) one iteration: true as often as Google Benchmark wants. Only the time inside this loop counts.
bool micro_next(MicroState *state);

// The time between these two does not count. Each costs about 100 ns: only for iterations of a millisecond and more.
void micro_pause(MicroState *state);
void micro_resume(MicroState *state);

// After the loop: what each iteration worked on; shown as items and bytes per second.
void micro_items(MicroState *state, double items_per_iteration);
void micro_bytes(MicroState *state, double bytes_per_iteration);

// Bytes of the arrays that an iteration goes through, each element once: what it reaches is compared with what the machine reads from a
// working set of that size. Not said: those of micro_bytes.
void micro_working_set(MicroState *state, double bytes);

// Of the bytes of micro_bytes, those of blocks that are read and written back in place time and again, and the size of the set they lie in:
// a machine reads and writes back at once.
void micro_updates(MicroState *state, double bytes_per_iteration, double set);

// Instead of the loop: this benchmark cannot run here; shown with its reason, counted as failed.
void micro_fail(MicroState *state, const char *message);

// Makes the compiler believe that what the pointer leads to is read.
void micro_use(const void *pointer);

// Registers every benchmark of micro_list.h (micro.c).
void micro_register_all(void);

// Runs a kernel with its team on cores of its own, and frees the calling thread again (micro.c).
void micro_run_placed(MicroState *state, MicroRun run, const MicroJob *job);

// Shows how the bytes per second compare with what the machine reads (shim.cc). After the kernel, with its team still on its cores.
void micro_compare(MicroState *state, int threads);

// What an iteration moves, in bytes: all of it through a working set, and of that what is read and written back in place in a set of its
// own.
typedef struct MicroTraffic {
    double bytes, working_set, updated, updated_set;
} MicroTraffic;

// Seconds that a placed team of `threads` takes for so much at the rates of the machine; 0 when they cannot be measured (micro.c).
double micro_least_time(int threads, const MicroTraffic *traffic);

// Facts about machine and build for the head of the output (micro.c): calls `add` with each.
void micro_describe(void (*add)(const char *key, const char *value));

#ifdef __cplusplus
}
#endif

#endif
