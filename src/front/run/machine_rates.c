#include "run/machine_rates.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/owned.h"
#include "case/row.h"
#include "machine/spin.h"
#include "run/job.h"

enum { ENVIRONMENT_S = 60 }; // time limit of a worker that reports its environment

static Status listen_row(void *user, json_t *row)
{
    MachineRates *m = (MachineRates *)user;
    const RowKind kind = row_kind(row);
    if (kind == ROW_RATES && !m->rates)
        m->rates = json_incref(row);
    if (kind == ROW_ENVIRONMENT && !m->described)
        m->described = json_incref(row);
    if (kind != ROW_ENVIRONMENT || !m->store)
        return status_ok();
    return store_environment(m->store, row, &m->environment);
}

static Status ask(MachineRates *m, bool measure, SpawnResult *result)
{
    SpawnJob spawn = m->spawn;
    OWNED(char) *text = job_dump(json_pack("{s:s,s:i,s:b}", "job", "rates", "threads", m->spawn.threads, "measure", measure));
    if (!text)
        return status_make(STATUS_MEMORY, "out of memory for the rates of the machine");
    spawn.input = text;
    spawn.row = listen_row;
    spawn.user = m;
    return spawn_run(&spawn, result);
}

Status machine_rates_known(MachineRates *m, bool *known, SpawnResult *result)
{
    *known = false;
    TRY(ask(m, false, result));
    return m->environment ? store_rates_known(m->store, m->environment, m->spawn.threads, known) : status_ok();
}

// Lists the working sets that have no rates.
static void list_omitted(const json_t *rates, char *out, size_t size)
{
    size_t        index = 0, used = 0;
    const json_t *set = NULL;
    json_array_foreach(json_object_get(rates, "sets"), index, set)
    {
        if (used < size && json_is_null(json_object_get(set, "read")))
            used +=
                (size_t)snprintf(out + used, size - used,
                                 used ? ", %lld" : "read bandwidth was below update or triad bandwidth; no rates for working sets of %lld",
                                 (long long)json_integer_value(json_object_get(set, "bytes")));
    }
    if (used && used < size)
        snprintf(out + used, size - used, " bytes; stop other programs and measure again");
}

Status machine_rates_measure(MachineRates *m, SpawnResult *result)
{
    TRY(ask(m, true, result));
    if (result->end != WORKER_DONE || !m->rates)
        return status_ok();
    list_omitted(m->rates, result->message, sizeof result->message);
    return m->environment ? store_rates(m->store, m->environment, m->rates) : status_ok();
}

// *out is NULL if the worker starts but does not report its environment; `why` then has the reason.
static Status describe(const char *program, double timeout_s, int signals, json_t **out, char *why, size_t size)
{
    SpawnResult result;
    *out = NULL;
    GNU_CLEANUP(machine_rates_destroy)
    MachineRates m = {
        .spawn = {.program = program, .threads = 1, .spin = SPIN_DEFAULT, .timeout_s = timeout_s, .signals = signals, .tick_ms = -1}};
    TRY(ask(&m, false, &result));
    if (result.end == WORKER_INTERRUPTED)
        return status_make(STATUS_INTERRUPTED, "stopped by a signal");
    if (result.end == WORKER_DONE && m.described)
        *out = json_incref(m.described);
    else
        snprintf(why, size, "%s: does not report its environment: %.300s", program, result.message);
    return status_ok();
}

Status machine_rates_environment(const char *program, double timeout_s, int signals, json_t **out)
{
    char why[400];
    TRY(describe(program, timeout_s, signals, out, why, sizeof why));
    return *out ? status_ok() : status_make(STATUS_ENVIRONMENT, "%s", why);
}

Status machine_rates_here(Store *store, const char *program, int signals, int64_t *others, char *unknown, size_t size)
{
    bool         any = false;
    json_auto_t *described = NULL;
    *others = 0;
    *unknown = '\0';
    TRY(store_has_repetitions(store, &any));
    if (!any)
        return status_ok();
    char why[400];
    TRY(describe(program, ENVIRONMENT_S, signals, &described, why, sizeof why));
    if (described)
        return store_here(store, described, others);
    snprintf(
        unknown, size,
        "this machine cannot be identified, so repetitions of other machines count as measured here: %s; see `weft doctor`, or use a new "
        "database (-o)",
        why);
    return status_ok();
}

void machine_rates_destroy(MachineRates *m)
{
    json_decref(m->rates);
    json_decref(m->described);
    m->rates = m->described = NULL;
}
