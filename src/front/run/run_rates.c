#include "run/private/run_rates.h"

#include <stdio.h>

#include "machine/spin.h"
#include "run/machine_rates.h"

// A failure is not fatal: the roofline columns of the cases stay NULL.
static Status measure_rates(Runner *r, Precision precision, int threads, const char *name)
{
    char         label[96];
    bool         known = false;
    SpawnResult  result;
    MachineRates rates = {.store = r->store,
                          .spawn = {.program = r->sides[0].workers[precision].path,
                                    .threads = threads,
                                    .spin = SPIN_DEFAULT,
                                    .timeout_s = r->settings->timeout_s,
                                    .signals = r->signals.fd,
                                    .tick_ms = r->settings->watcher.tick_ms,
                                    .tick = runner_tick,
                                    .tick_user = r}};
    if (signals_pending(&r->signals))
        return runner_interrupted();
    TRY(machine_rates_known(&rates, &known, &result));
    if (known)
        return status_ok();
    snprintf(label, sizeof label, "rates of the machine, %s", name);
    runner_begin(r, -1, label, "");
    const Status status = result.end == WORKER_DONE ? machine_rates_measure(&rates, &result) : status_ok();
    const bool   measured = rates.rates && result.end == WORKER_DONE;
    machine_rates_destroy(&rates);
    if (status.code != STATUS_OK || result.end == WORKER_INTERRUPTED) {
        r->state->label = "";
        return status.code != STATUS_OK ? status : runner_interrupted();
    }
    runner_end(r, measured ? CASE_DONE : CASE_FAILED, result.message);
    return status_ok();
}

// Measures the rates for the precision and threads of a case once; `seen` holds the names of those done.
static Status measure_rates_of(Runner *r, const Case *setup, json_t *seen)
{
    char      name[64];
    const int threads = (int)param_int(&setup->params, "threads");
    snprintf(name, sizeof name, "%d thread%s, %s", threads, threads == 1 ? "" : "s", precision_names()[setup->precision]);
    if (json_object_get(seen, name))
        return status_ok();
    return json_object_set_new(seen, name, json_true()) ? runner_no_memory() : measure_rates(r, setup->precision, threads, name);
}

Status run_rates_measure(Runner *r)
{
    const Experiment *e = r->settings->experiment;
    json_t           *seen = e->rates ? json_object() : NULL;
    Status            status = e->rates && !seen ? runner_no_memory() : status_ok();
    for (int i = 0; i < e->case_count && e->rates && status.code == STATUS_OK; i++)
        status = measure_rates_of(r, &e->cases[i].setup, seen);
    json_decref(seen);
    return status;
}
