// Environment: what a measurement depends on besides the code, as one JSON object, and the placement of threads.
//
// {"row":"environment","cpu":"…","cores":2,"pus":2,"packages":1,"numa_nodes":1,"memory_bytes":…,
//  "caches":[{"level":1,"type":"data","bytes":49152,"count":2},…],"governor":"performance"|null,"kernel":"Linux 6.1…",
//  "hypervisor":true,"compiler":"GNU 12.2.0","flags":"…","build_type":"Release","openmp":"201511","precision":"f64",
//  "blas":"OpenBLAS 0.3.21 …","blas_core":"SkylakeX","cholmod":"3.0.14","hwloc":"2.9.0","commit":"…","dirty":false,
//  "load":[0.1,0.2,0.3],"placement":[{"thread":0,"pu":0,"core":0},…]}
#ifndef WEFT_MEASURE_ENVIRONMENT_H
#define WEFT_MEASURE_ENVIRONMENT_H

#include <jansson.h>
#include <stdint.h>

#include "base/status.h"

// Processing units this process may run on; threads above it are refused.
int environment_pus(void);

// Binds thread t of a team of `threads` to a core of its own (cores first, then their second hardware threads), through hwloc.
// Must be called outside any team, before the first one whose size matters. STATUS_UNSUPPORTED when there are too few PUs.
Status environment_place(int threads) GNU_MUST_CHECK;

// Whether every thread of the team still sits where environment_place put it (libraries start teams of their own).
Status environment_verify(int threads) GNU_MUST_CHECK;

// A new reference, or NULL when out of memory. threads: of the placement to report, 0: none.
json_t *environment_describe(int threads);

// 1-minute load average; involuntary context switches of this process so far; time stolen from this machine so far, ms; peak resident
// bytes.
double  environment_load(void);
int64_t environment_involuntary_switches(void);
double  environment_stolen_ms(void);
int64_t environment_peak_bytes(void);

#endif
