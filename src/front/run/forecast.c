#include "run/forecast.h"

#include <stdlib.h>

#include "base/owned.h"

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the times of cases");
}

Status forecast_create(int count, Forecast *out)
{
    *out = (Forecast){.count = count, .cases = calloc((size_t)count + 1, sizeof *out->cases)};
    return out->cases ? status_ok() : no_memory();
}

void forecast_destroy(Forecast *forecast)
{
    free(forecast->cases);
    *forecast = (Forecast){0};
}

ForecastCase forecast_case(const Case *setup, int64_t id)
{
    const ParamSet *params = &setup->params;
    return (ForecastCase){.id = id,
                          .iterations = (double)param_int(params, "steps") * (double)param_of_role(params, PARAM_ROLE_SUBSTEPS, 1) *
                                        (double)param_of_role(params, PARAM_ROLE_ITERATIONS, 1)};
}

// steps × substeps × iterations of a stored case; 0 if its solver is unknown.
static double iterations_of(const json_t *json)
{
    const json_t    *params = json_object_get(json, "params");
    const char      *name = json_string_value(json_object_get(json, "solver"));
    const SolverOps *solver = name ? solver_find(name) : NULL;
    double           iterations = solver ? json_number_value(json_object_get(params, "steps")) : 0;
    for (const Param *param = solver ? solver->params : NULL; param && param->name; param++)
        if (param->role == PARAM_ROLE_SUBSTEPS || param->role == PARAM_ROLE_ITERATIONS)
            iterations *= json_number_value(json_object_get(params, param->name));
    return iterations;
}

// ---- measured times ----

static int compare_ids(const void *a, const void *b)
{
    const StoreCost *x = a, *y = b;
    return (x->case_id > y->case_id) - (x->case_id < y->case_id);
}

// Adds a case outside the plan to the mean time per iteration.
static void take_other(Forecast *forecast, const StoreCost *cost)
{
    const double iterations = iterations_of(cost->json);
    for (int pass = 0; pass < PASS_COUNT; pass++)
        if (cost->seconds[pass] > 0 && iterations > 0) {
            forecast->times[pass].seconds += cost->seconds[pass];
            forecast->times[pass].iterations += iterations;
        }
}

// A case may be planned in two blocks, or for two sides: `planned` marks the stored case once.
Status forecast_read(Store *store, Forecast *forecast)
{
    StoreCost *costs = NULL;
    int        count = 0;
    if (store)
        TRY(store_costs(store, &costs, &count));
    OWNED(bool) *planned = calloc((size_t)count + 1, sizeof *planned);
    for (int i = 0; i < forecast->count && count > 0 && planned; i++) {
        const StoreCost  key = {.case_id = forecast->cases[i].id};
        const StoreCost *cost = bsearch(&key, costs, (size_t)count, sizeof *costs, compare_ids);
        if (cost)
            planned[cost - costs] = true;
        for (int pass = 0; cost && pass < PASS_COUNT; pass++)
            if (cost->seconds[pass] > 0)
                forecast_measured(forecast, i, (Pass)pass, cost->seconds[pass]);
    }
    for (int k = 0; k < count && planned; k++)
        if (!planned[k])
            take_other(forecast, &costs[k]);
    store_costs_free(costs, count);
    if (!planned)
        return no_memory();
    forecast->learnt = 0; // NOLINT(clang-analyzer-unix.Malloc): OWNED frees it
    return status_ok();
}

Status forecast_experiment(const Experiment *e, Store *store, Forecast *out)
{
    TRY(forecast_create(e->case_count, out));
    for (int i = 0; i < e->case_count; i++) {
        int64_t id = 0;
        if (store)
            TRY(store_find_case(store, e->cases[i].setup.key, &id));
        out->cases[i] = forecast_case(&e->cases[i].setup, id);
    }
    return forecast_read(store, out);
}

void forecast_measured(Forecast *forecast, int index, Pass pass, double seconds)
{
    ForecastCase *c = &forecast->cases[index];
    c->seconds[pass] += seconds;
    c->measured[pass]++;
    forecast->times[pass].seconds += seconds;
    forecast->times[pass].iterations += c->iterations;
    forecast->learnt++;
}

bool forecast_is_stale(Forecast *forecast)
{
    if (forecast->learnt - forecast->counted <= forecast->learnt / 16)
        return false;
    forecast->counted = forecast->learnt;
    return true;
}

// ---- forecasts ----

// Times of this pass, or of all passes if this one has none.
static ForecastTimes times_of(const Forecast *forecast, Pass pass)
{
    ForecastTimes all = forecast->times[pass];
    for (int other = 0; other < PASS_COUNT && !(forecast->times[pass].iterations > 0); other++) {
        all.seconds += forecast->times[other].seconds;
        all.iterations += forecast->times[other].iterations;
    }
    return all;
}

double forecast_repetition(const Forecast *forecast, int index, Pass pass, ForecastGround *ground)
{
    const ForecastCase *c = &forecast->cases[index];
    const ForecastTimes times = times_of(forecast, pass);
    *ground = c->measured[pass] ? FORECAST_SAME : times.iterations > 0 ? FORECAST_WORK : FORECAST_UNKNOWN;
    if (*ground == FORECAST_SAME)
        return c->seconds[pass] / c->measured[pass];
    return *ground == FORECAST_WORK ? c->iterations * times.seconds / times.iterations : 0;
}

double forecast_repetitions(const Forecast *forecast, int index, const int repetitions[PASS_COUNT], ForecastGround *ground)
{
    double seconds = 0;
    *ground = FORECAST_SAME;
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        ForecastGround of_pass = FORECAST_SAME;
        if (repetitions[pass] > 0)
            seconds += repetitions[pass] * forecast_repetition(forecast, index, (Pass)pass, &of_pass);
        *ground = of_pass < *ground ? of_pass : *ground;
    }
    return seconds;
}
