// MachineRates: bandwidth and peak operations of the machine, measured by a worker for one number of threads and kept in the store.
#ifndef WEFT_RUN_MACHINE_RATES_H
#define WEFT_RUN_MACHINE_RATES_H

#include "run/spawn.h"
#include "store/store.h"

typedef struct MachineRates {
    Store   *store;       // NULL: nothing is stored
    SpawnJob spawn;       // program, threads, timeout_s, signals, tick_ms, tick and tick_user; the others are filled in
    int64_t  environment; // 0 until its row arrived
    json_t  *rates;       // the row of the rates: a reference; NULL until it arrived
    json_t  *described;   // the row of the environment: a reference; NULL until it arrived
} MachineRates;

// Asks the worker for its environment alone; *known: the store has the rates of that machine for this number of threads.
Status machine_rates_known(MachineRates *m, bool *known, SpawnResult *result) GNU_MUST_CHECK;

// Measures and stores all rates or none; result->message of a worker that is done: for which working sets there are none, or "". A worker
// that fails is not an error here: `result` says how it ended.
Status machine_rates_measure(MachineRates *m, SpawnResult *result) GNU_MUST_CHECK;

// The environment that this worker program says of itself: a new reference. STATUS_ENVIRONMENT when it says none.
Status machine_rates_environment(const char *program, double timeout_s, int signals, json_t **out) GNU_MUST_CHECK;

// Tells the store which machine this is (store_here), by that program. A store without repetitions has no need of it, and the program is
// not started. *others: repetitions of other machines in the store. unknown: "", or why the program does not say what machine this is; then
// whatever the store has counts as measured here. STATUS_INTERRUPTED: by one of `signals`.
Status machine_rates_here(Store *store, const char *program, int signals, int64_t *others, char *unknown, size_t size) GNU_MUST_CHECK;

void machine_rates_destroy(MachineRates *m);

#endif
