#include "cli/private/plan_look.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/owned.h"
#include "cli/private/database.h"
#include "run/machine_rates.h"

static Status open_store(const char *database, PlanKnown *known)
{
    TRY(database_path(database, known->experiment->name, false, known->path, sizeof known->path));
    if (!database && access(known->path, F_OK) != 0)
        return status_ok();
    TRY(store_open(known->path, STORE_READ, &known->store));
    for (int p = 0; p < PRECISION_COUNT; p++)
        TRY(worker_file((Precision)p, &known->workers[p]));
    int64_t others = 0;
    return machine_rates_here(known->store, known->workers[PRECISION_F64].path, -1, &others, known->machine, sizeof known->machine);
}

// The measurements of a case in the store, from the present build.
static Status read_progress(const PlanKnown *known, int64_t id, const Case *setup, CaseStatus *status, int done[PASS_COUNT])
{
    char    hash[HASH_TEXT];
    int64_t build;
    worker_build_hash(&known->workers[setup->precision], setup, hash);
    TRY(store_find_build(known->store, hash, &build));
    return store_case_progress(known->store, id, build, status, done);
}

static Status look_at_case(PlanKnown *known, const Forecast *forecast, int index, bool twin)
{
    const PlannedCase *planned = &known->experiment->cases[index];
    PlanCase          *c = &known->cases[index];
    int                done[PASS_COUNT] = {0};
    *c = (PlanCase){.status = CASE_PENDING, .twin = twin};
    if (forecast->cases[index].id)
        TRY(read_progress(known, forecast->cases[index].id, &planned->setup, &c->status, done));
    c->todo = run_missing(planned, c->status, done, c->left);
    if (c->todo && !c->twin)
        c->seconds = forecast_repetitions(forecast, index, c->left, &c->ground);
    return status_ok();
}

static Status look_at_all(PlanKnown *known, Forecast *forecast, const int *first)
{
    const Experiment *e = known->experiment;
    TRY(forecast_experiment(e, known->store, forecast));
    for (int i = 0; i < e->case_count; i++)
        TRY(look_at_case(known, forecast, i, first[i] != i));
    return status_ok();
}

Status plan_known_create(const char *database, const Experiment *experiment, const Share *share, PlanKnown *out)
{
    GNU_CLEANUP(forecast_destroy) Forecast forecast = {0};
    *out = (PlanKnown){.experiment = experiment, .share = share};
    out->cases = calloc((size_t)experiment->case_count + 1, sizeof *out->cases);
    OWNED(int) *first = experiment_firsts(experiment);
    if (!out->cases || !first)
        return status_make(STATUS_MEMORY, "out of memory for a plan");
    TRY(open_store(database, out));
    TRY(look_at_all(out, &forecast, first));
    return experiment_labels(experiment, &out->labels);
}

void plan_known_end(PlanKnown *known)
{
    store_close(known->store);
    label_set_destroy(&known->labels);
    free(known->cases);
}

bool plan_has(const PlanKnown *known, int index)
{
    return !known->share->has || known->share->has[index];
}

const char *plan_variation(const PlanKnown *known, int index)
{
    const int number = known->experiment->cases[index].variation;
    return number ? known->experiment->variations[number - 1].name : "";
}

PlanShard plan_shard(const PlanKnown *known, int number)
{
    const Deal *deal = &known->share->deal;
    PlanShard   shard = {.cost = deal->sum[number - 1]};
    double      all = 0;
    for (int s = 0; s < deal->shards; s++)
        all += deal->sum[s];
    shard.share = all > 0 ? shard.cost / all : 0;
    for (int i = 0; i < known->experiment->case_count; i++) {
        const PlanCase *c = &known->cases[i];
        if (deal->shard[i] != number)
            continue;
        shard.cases++;
        shard.seconds += c->seconds;
        shard.unknown += c->todo && !c->twin && c->ground == FORECAST_UNKNOWN;
    }
    return shard;
}
