// Environment: all conditions of a measurement other than the code, as one JSON object, and the placement of threads.
//
// {"row":"environment","cpu":"…","cores":2,…}: its fields are in machine/environment_list.h; a field that this machine does not report is
// null. Fields that are not plain values:
//   cpu_quota  processor time that the cgroup may use, in cores: 1.5      huge_pages  "madvise"         openmp  "201511"
//   caches     [{"level":1,"type":"data","bytes":49152,"count":2},…]      load        [0.1,0.2,0.3]
//   placement  [{"thread":0,"pu":0,"core":0},…]
//   smt        true if cores run two threads     aslr        0 to 2: /proc/sys/kernel/randomize_va_space, 0 if off for this process
//   mitigations     "spectre_v1: …; …": vulnerabilities of the processor
//   kernel_command  parameters of the kernel, except those that name files
//   numa_balancing  0 to 2: /proc/sys/kernel/numa_balancing
//   libraries      {"libgomp.so.1":"libgomp.so.1.0.0 4f9a…"}: file of every shared library, and its build id, or else its hash
//   library_paths  {"libgomp.so.1":"/usr/lib/…/libgomp.so.1.0.0"}: their paths
//   dirty          sources differ from the commit or are not in it; null without git
//   diff           patch from the commit to the sources of the worker; only in the worker's own row, null without differences
//   variables      {"OMP_PROC_BIND":"true"}: OMP_, GOMP_, KMP_, OPENBLAS_ and MKL_ variables of the process except GOMP_SPINCOUNT
//
// cores, pus, packages, caches: of the machine as visible in this cgroup; allowed_pus: processing units that the process may use.
// All fields except load, placement, library_paths and diff are the same for every process of one build on one machine.
#ifndef WEFT_MACHINE_ENVIRONMENT_H
#define WEFT_MACHINE_ENVIRONMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

// The fields of that object and their kinds (machine/environment_list.h).
typedef enum EnvironmentKind {
    ENVIRONMENT_TEXT,
    ENVIRONMENT_COUNT,
    ENVIRONMENT_NUMBER,
    ENVIRONMENT_FLAG,
    ENVIRONMENT_BYTES,
    ENVIRONMENT_CACHES,
    ENVIRONMENT_OTHER,
    ENVIRONMENT_MOMENT,
    ENVIRONMENT_SOURCE
} EnvironmentKind;
typedef struct EnvironmentField {
    const char     *name, *label, *table;
    EnvironmentKind kind;
    bool            hardware;
} EnvironmentField;
const EnvironmentField *environment_fields(void); // ended by a NULL name

// Number of processing units this process may run on (respects cgroup and taskset), at least 1; more threads are rejected. Call it before
// environment_place, which binds the process to the units that it uses.
int environment_pus(void);

// Advice about the variables of a list (ended by NULL) that are set: "unset A and B, ", in a buffer of the caller; "" if none is set.
enum { ENVIRONMENT_ADVICE = 160 };
const char *environment_unset(const char *const *names, char out[ENVIRONMENT_ADVICE]);

// The same for the variables by which OpenMP binds a process before main begins.
const char *environment_unset_binders(char out[ENVIRONMENT_ADVICE]);

// Binds each thread of a team of `threads` to its own core (first one thread per core, then the second hardware threads), through hwloc.
// Cores that another process of weft uses come last. Call it outside any team, before the first team whose size matters; the same or a
// smaller team may be placed again. STATUS_ENVIRONMENT if there are too few PUs or the system refuses.
Status environment_place(int threads) GNU_MUST_CHECK;

// Checks that every thread of the team is still bound as environment_place bound it (libraries start their own teams).
Status environment_verify(int threads) GNU_MUST_CHECK;

// A new reference, or NULL when out of memory. isa, precision: of the calling program (WEFT_ISA, REAL_NAME of math/real.h). threads: team
// size of the placement to report; 0: none. Only in programs with hwloc, BLAS and CHOLMOD; the command line gets it from a worker.
json_t *environment_describe(const char *isa, const char *precision, int threads);

// The same with only the fields of the build; the others are null.
json_t *environment_build(const char *isa, const char *precision);

// An OpenBLAS that is older than the processor does not recognise it and uses its oldest kernels (measured: matrix products 4.5 times
// slower). Then this returns the name of the newest kernels that the processor can run, for OPENBLAS_CORETYPE of a new process; NULL if the
// processor was recognised. Only in programs with BLAS.
const char *environment_blas_core(void);

// 1-minute load average; peak resident bytes of this process. 0 if not reported by the system.
double  environment_load(void);
int64_t environment_peak_bytes(void);

// Bytes of this process that `ulimit -d` counts: private writable memory, used or not; −1 if not reported by the system.
int64_t environment_data_bytes(void);

// Number of processes that the kernel has killed for lack of memory: in the control group (version 2) of this process if the system counts
// them, else on the whole machine; 0 if not reported. root: a folder with proc/ and sys/ of another machine, or "".
int64_t environment_oom_kills(const char *root);

// Involuntary context switches of all threads of this process so far; −1 if not reported by the system.
int64_t environment_involuntary_switches(void);

#endif
