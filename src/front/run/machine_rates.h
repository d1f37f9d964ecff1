// MachineRates: bandwidth and peak operations of the machine, measured by a worker for one number of threads and kept in the store.
#ifndef WEFT_RUN_MACHINE_RATES_H
#define WEFT_RUN_MACHINE_RATES_H

#include "run/spawn.h"
#include "store/store.h"

typedef struct MachineRates {
    Store   *store;       // NULL: nothing is stored
    SpawnJob spawn;       // the caller sets program, threads, timeout_s, signals, tick_ms, tick and tick_user
    int64_t  environment; // 0 until its row arrived
    json_t  *rates;       // row `rates` (owned reference); NULL until it arrived
    json_t  *described;   // row `environment` (owned reference); NULL until it arrived
} MachineRates;

// Requests only the environment of the worker. *known: the store has the rates of that machine for this number of threads.
Status machine_rates_known(MachineRates *m, bool *known, SpawnResult *result) GNU_MUST_CHECK;

// Measures and stores all rates or none. If the worker succeeds, result->message lists the working sets without rates, or is "". A failure
// of the worker is not an error of this call; it is in *result.
Status machine_rates_measure(MachineRates *m, SpawnResult *result) GNU_MUST_CHECK;

// The environment reported by this worker program: a new reference. STATUS_ENVIRONMENT if it reports none.
Status machine_rates_environment(const char *program, double timeout_s, int signals, json_t **out) GNU_MUST_CHECK;

// Identifies this machine for the store (store_here), with that program. The program is not started for a store without repetitions.
// *others: number of repetitions of other machines in the store. unknown: "", or the reason why the machine cannot be identified; then all
// repetitions of the store count as measured here. STATUS_INTERRUPTED: by one of `signals`.
Status machine_rates_here(Store *store, const char *program, int signals, int64_t *others, char *unknown, size_t size) GNU_MUST_CHECK;

void machine_rates_destroy(MachineRates *m);

#endif
