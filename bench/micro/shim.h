// The C interface to Google Benchmark: a kernel is a C function that sets up, runs one iteration per true micro_next, and cleans up. All
// C++ is in shim.cc and table.cc.
//
// Threads are OpenMP threads inside the kernel: each thread count is a separate benchmark and is measured in wall time, because the CPU
// time of one thread does not describe a team.
#ifndef WEFT_MICRO_SHIM_H
#define WEFT_MICRO_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MicroState MicroState;

// The arguments of a kernel, as registered.
typedef struct MicroJob {
    const void *table; // what to measure, for example a row of one of weft's tables; may be NULL
    int64_t     size;  // of the problem, in the unit of the benchmark
    int         threads;
} MicroJob;

typedef void (*MicroRun)(MicroState *state, const MicroJob *job);

// Registers one benchmark. Copies the name; the job's table must stay valid.
void micro_register(const char *name, MicroRun run, MicroJob job);

// while (micro_next(state)) one iteration. Google Benchmark decides how many, and one more follows that is checked and not timed. Only the
// time inside this loop counts.
bool micro_next(MicroState *state);

// Before the loop: the memory that every iteration fills from the same input. The checked iteration finds it full of ones, that is of NaN,
// and must fill half of it at least, with the bytes of the iteration before; a benchmark that does less than its work fails.
void micro_output(MicroState *state, void *memory, size_t bytes);

// After it, where iterations copy their input into the output and move it from there: that input, which must not be what they end with.
void micro_start(MicroState *state, const void *start);

// Before the loop, instead, where the work is on memory of a library: `show` fills the output with something that depends on it, after the
// last timed iteration and after the checked one. Iterations have inputs of different results by turns, and these two must differ.
void micro_output_by(MicroState *state, void (*show)(void *user), void *user, void *memory, size_t bytes);

// Excludes the time between the two calls. Each costs about 100 ns: only for iterations of at least a millisecond.
void micro_pause(MicroState *state);
void micro_resume(MicroState *state);

// After the loop: the work of an iteration, shown as items and bytes per second.
void micro_items(MicroState *state, double items_per_iteration);
void micro_bytes(MicroState *state, double bytes_per_iteration);

// The working set of an iteration, in bytes: its bandwidth is compared with the read bandwidth of the machine for that size. Default:
// micro_bytes.
void micro_working_set(MicroState *state, double bytes);

// How many of the bytes of micro_bytes are updated in place, and the working set of those: machines read and write back concurrently.
void micro_updates(MicroState *state, double bytes_per_iteration, double set);

// Instead of the loop: the benchmark cannot run; it is reported with the reason and counts as failed.
void micro_fail(MicroState *state, const char *message);

// Makes the compiler assume that the memory behind the pointer is read.
void micro_use(const void *pointer);

// Registers every benchmark of micro_list.h (micro.c).
void micro_register_all(void);

// Runs a kernel with its team bound to cores, then restores the binding of the calling thread (micro.c).
void micro_run_placed(MicroState *state, MicroRun run, const MicroJob *job);

// Reports the bandwidth as a share of the machine's (shim.cc). After the kernel, with its team still bound.
void micro_compare(MicroState *state, int threads);

// Bytes moved by an iteration and their working set; of these the bytes updated in place and their working set.
typedef struct MicroTraffic {
    double bytes, working_set, updated, updated_set;
} MicroTraffic;

// Seconds that a bound team of `threads` needs for this traffic at the rates of the machine; 0 when they cannot be measured (micro.c).
double micro_min_time(int threads, const MicroTraffic *traffic);

// Facts about machine and build for the head of the output (micro.c): calls `add` with each.
void micro_describe(void (*add)(const char *key, const char *value));

#ifdef __cplusplus
}
#endif

#endif
