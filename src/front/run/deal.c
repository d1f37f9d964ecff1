#include "run/deal.h"

#include <stdlib.h>

#include "base/owned.h"
#include "experiment/compared.h"
#include "run/forecast.h"

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the shards of an experiment");
}

// Cost in seconds; in iterations without a store, or if the store has no times of the cases.
static void cost_cases(const Experiment *e, const Forecast *f, Deal *d)
{
    for (int i = 0; i < e->case_count; i++) {
        ForecastGround ground = FORECAST_UNKNOWN;
        d->cost[i] = forecast_repetitions(f, i, e->cases[i].required, &ground);
        d->timed = d->timed || d->cost[i] > 0;
    }
    for (int i = 0; i < e->case_count && !d->timed; i++)
        for (int pass = 0; pass < PASS_COUNT; pass++)
            d->cost[i] += f->cases[i].iterations * e->cases[i].required[pass];
    for (int i = 0; i < e->case_count; i++)
        if (d->first[i] != i) // a case in two blocks is measured once
            d->cost[i] = 0;
}

static Status read_costs(const Experiment *e, Store *times, Deal *d)
{
    GNU_CLEANUP(forecast_destroy) Forecast f = {0};
    TRY(forecast_experiment(e, times, &f));
    cost_cases(e, &f, d);
    return status_ok();
}

// ---- groups ----

typedef struct GroupCost {
    int    first; // its first case
    double cost;
} GroupCost;

static int compare_costs(const void *a, const void *b)
{
    const GroupCost *mine = a, *other = b;
    return mine->cost != other->cost ? (mine->cost < other->cost) - (mine->cost > other->cost) : mine->first - other->first;
}

// groups: [cases], zeroed; each case is added to the group of its first case.
static void deal_groups(const int *group, int cases, GroupCost *groups, Deal *d)
{
    int count = 0;
    for (int i = 0; i < cases; i++)
        groups[i].first = i;
    for (int i = 0; i < cases; i++)
        groups[group[i]].cost += d->cost[i];
    for (int i = 0; i < cases; i++)
        if (group[i] == i)
            groups[count++] = groups[i];
    qsort(groups, (size_t)count, sizeof *groups, compare_costs);
    for (int k = 0; k < count; k++) {
        int smallest = 0;
        for (int s = 1; s < d->shards; s++)
            smallest = d->sum[s] < d->sum[smallest] ? s : smallest;
        d->sum[smallest] += groups[k].cost;
        d->shard[groups[k].first] = smallest + 1;
    }
    for (int i = 0; i < cases; i++)
        d->shard[i] = d->shard[group[i]];
}

Status deal_create(const Experiment *e, Store *times, int shards, Deal *out)
{
    const size_t room = (size_t)e->case_count + 1;
    OWNED(int) *group = malloc(room * sizeof *group);
    OWNED(GroupCost) *groups = calloc(room, sizeof *groups);
    *out = (Deal){.shards = shards,
                  .first = experiment_firsts(e),
                  .shard = calloc(room, sizeof *out->shard),
                  .cost = calloc(room, sizeof *out->cost),
                  .sum = calloc((size_t)shards, sizeof *out->sum)};
    if (!group || !groups || !out->first || !out->shard || !out->cost || !out->sum)
        return no_memory(); // NOLINT(clang-analyzer-unix.Malloc): OWNED frees it
    TRY(compared_groups(e, out->first, group));
    TRY(read_costs(e, times, out));
    deal_groups(group, e->case_count, groups, out);
    return status_ok();
}

void deal_destroy(Deal *deal)
{
    free(deal->first);
    free(deal->shard);
    free(deal->cost);
    free(deal->sum);
    *deal = (Deal){0};
}
