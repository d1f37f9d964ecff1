// Environment: what a measurement depends on besides the code, as one JSON object, and the placement of threads.
//
// {"row":"environment","cpu":"…","cores":2,…}: its fields are in machine/environment_list.h; what this machine does not tell is null. Of
// those that are no plain value:
//   cpu_quota  cores' worth of time that the cgroup may use: 1.5          huge_pages  "madvise"         openmp  "201511"
//   caches     [{"level":1,"type":"data","bytes":49152,"count":2},…]      load        [0.1,0.2,0.3]
//   placement  [{"thread":0,"pu":0,"core":0},…]
//   smt        whether cores run two threads     aslr        0 to 2: /proc/sys/kernel/randomize_va_space, 0 if off for this process
//   mitigations     "spectre_v1: …; …": what the processor is affected by
//   kernel_command  parameters of the kernel, but those that name files
//   numa_balancing  0 to 2: /proc/sys/kernel/numa_balancing
//   libraries      {"libgomp.so.1":"libgomp.so.1.0.0 4f9a…"}: file of every shared library, and its build id, or else its hash
//   library_paths  {"libgomp.so.1":"/usr/lib/…/libgomp.so.1.0.0"}: where they are
//   dirty          sources differ from the commit or are not in it; null without git
//   diff           from the commit to what the worker was built from; of the worker's own row only, null where there is none
//   variables      {"OMP_PROC_BIND":"true"}: OMP_, GOMP_, KMP_, OPENBLAS_ and MKL_ variables of the process but GOMP_SPINCOUNT
//
// cores, pus, packages, caches: of the machine as visible in this cgroup; allowed_pus: those that the process may use.
// All but load, placement, library_paths and diff are the same for every process of one build on one machine.
#ifndef WEFT_MACHINE_ENVIRONMENT_H
#define WEFT_MACHINE_ENVIRONMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

// The fields of that object, and what becomes of each (machine/environment_list.h).
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

// Processing units this process may run on (cgroup and taskset obeyed); threads above it are refused. At least 1. Ask before
// environment_place: after it the process is bound to what it uses.
int environment_pus(void);

// The variables of a list, ended by NULL, that this process has: "unset A and B, ", in a buffer of the caller; "" when it has none.
enum { ENVIRONMENT_ADVICE = 160 };
const char *environment_unset(const char *const *names, char out[ENVIRONMENT_ADVICE]);

// The same of the variables by which OpenMP binds a process before main begins.
const char *environment_unset_binders(char out[ENVIRONMENT_ADVICE]);

// Binds thread t of a team of `threads` to a core of its own (cores first, then their second hardware threads), through hwloc. Those
// that another process of weft has bound its threads to come last.
// Must be called outside any team, before the first one whose size matters; the same or a smaller team may be placed again.
// STATUS_ENVIRONMENT when there are too few PUs or the system refuses.
Status environment_place(int threads) GNU_MUST_CHECK;

// Whether every thread of the team is still bound where environment_place put it (libraries start their own teams).
Status environment_verify(int threads) GNU_MUST_CHECK;

// A new reference, or NULL when out of memory. isa, precision: what the program that asks was compiled for (WEFT_ISA, REAL_NAME of
// math/real.h). threads: of the placement to report, 0: none. In programs with hwloc, BLAS and CHOLMOD only: the command line asks a
// worker.
json_t *environment_describe(const char *isa, const char *precision, int threads);

// The same with the fields of the build alone; the others are null.
json_t *environment_build(const char *isa, const char *precision);

// An OpenBLAS older than the processor does not recognise it and falls back to its oldest kernels (measured: matrix products 4.5 times
// slower). Then this is the name of the newest kernels that the processor can run, for OPENBLAS_CORETYPE of a new process; NULL when the
// processor was recognised. In programs with BLAS only.
const char *environment_blas_core(void);

// 1-minute load average; peak resident bytes of this process. Each is 0 where the system does not tell.
double  environment_load(void);
int64_t environment_peak_bytes(void);

// Bytes of this process that `ulimit -d` counts: writable memory of its own, used or not; −1 where the system does not tell.
int64_t environment_data_bytes(void);

// Processes that the kernel has killed so far for lack of memory: those of the control group (version 2) of this process where the system
// counts them, else those of the whole machine; 0 where it does not tell. root: a folder with proc/ and sys/ of another machine, or "".
int64_t environment_oom_kills(const char *root);

// Involuntary context switches of all threads of this process so far; −1 where the system does not tell.
int64_t environment_involuntary_switches(void);

#endif
