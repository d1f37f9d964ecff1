#include "run/forecast.h"

#include <stdlib.h>
#include <string.h>

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the times of cases");
}

Status forecast_create(int planned, Forecast *out)
{
    *out = (Forecast){.planned = planned, .count = planned, .cases = calloc((size_t)planned + 1, sizeof *out->cases)};
    return out->cases ? status_ok() : no_memory();
}

void forecast_destroy(Forecast *forecast)
{
    free(forecast->cases);
    *forecast = (Forecast){0};
}

// The scene and the values of its parameters, as a hash; "" where there is none.
static void hash_scene(const json_t *json, char out[HASH_TEXT])
{
    json_t *scene = json_pack("{s:O, s:O}", "scene", json_object_get(json, "scene"), "values", json_object_get(json, "scene_values"));
    char   *text = scene ? json_dumps(scene, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17)) : NULL;
    *out = '\0';
    if (text)
        hash_bytes(text, strlen(text), out);
    free(text);
    json_decref(scene);
}

// json: canonical, as the store has it too. solver NULL: one that this weft has not.
static ForecastCase read_case(const json_t *json, int64_t id)
{
    ForecastCase  c = {.id = id};
    const json_t *params = json_object_get(json, "params");
    const char   *solver = json_string_value(json_object_get(json, "solver")), *linsys = json_string_value(json_object_get(json, "linsys")),
               *precision = json_string_value(json_object_get(json, "precision"));
    c.solver = solver ? solver_find(solver) : NULL;
    c.linsys = linsys ? linsys_find(linsys) : NULL;
    c.precision = precision && strcmp(precision, precision_names()[PRECISION_F32]) == 0 ? PRECISION_F32 : PRECISION_F64;
    c.threads = json_integer_value(json_object_get(params, "threads"));
    c.iterations = json_number_value(json_object_get(params, "steps"));
    for (const Param *param = c.solver ? c.solver->params : NULL; param && param->name; param++)
        if (param->role == PARAM_ROLE_SUBSTEPS || param->role == PARAM_ROLE_ITERATIONS)
            c.iterations *= json_number_value(json_object_get(params, param->name));
    hash_scene(json, c.scene);
    return c;
}

ForecastCase forecast_case(const Case *setup, int64_t id)
{
    json_t            *json = case_to_json(setup);
    const ForecastCase c = read_case(json, id);
    json_decref(json);
    return c;
}

// ---- the store ----

static int find_case(const Forecast *forecast, int64_t id)
{
    int i = 0;
    while (i < forecast->count && forecast->cases[i].id != id)
        i++;
    return i;
}

static Status take_cost(Forecast *forecast, const StoreCost *cost)
{
    const int first = find_case(forecast, cost->case_id);
    if (first == forecast->count) {
        ForecastCase *grown = realloc(forecast->cases, ((size_t)forecast->count + 1) * sizeof *grown);
        if (!grown)
            return no_memory();
        forecast->cases = grown;
        json_t *json = json_loads(cost->json, 0, NULL);
        grown[forecast->count++] = read_case(json, cost->case_id);
        json_decref(json);
    }
    for (int i = first; i < forecast->count; i++) { // the same case may be planned in two blocks, or for two sides
        if (forecast->cases[i].id != cost->case_id)
            continue;
        if (cost->constraints > 0)
            forecast_model(forecast, i, cost->constraints);
        for (int pass = 0; pass < PASS_COUNT; pass++)
            if (cost->seconds[pass] > 0)
                forecast_measured(&forecast->cases[i], (Pass)pass, cost->seconds[pass]);
    }
    return status_ok();
}

Status forecast_read(Store *store, Forecast *forecast)
{
    StoreCost *costs = NULL;
    int        count = 0;
    TRY(store_costs(store, &costs, &count));
    Status status = status_ok();
    for (int k = 0; k < count && status.code == STATUS_OK; k++)
        status = take_cost(forecast, &costs[k]);
    store_costs_free(costs, count);
    return status;
}

void forecast_model(Forecast *forecast, int index, double constraints)
{
    ForecastCase *cases = forecast->cases;
    if (cases[index].constraints == constraints)
        return;
    cases[index].constraints = constraints;
    for (int i = 0; i < forecast->planned && *cases[index].scene; i++)
        if (strcmp(cases[i].scene, cases[index].scene) == 0)
            cases[i].constraints = constraints;
}

void forecast_measured(ForecastCase *c, Pass pass, double seconds)
{
    c->seconds[pass] += seconds;
    c->measured[pass]++;
}

// ---- what follows ----

static double work(const ForecastCase *c)
{
    return c->iterations * c->constraints;
}

static double mean(const ForecastCase *c, Pass pass)
{
    return c->seconds[pass] / c->measured[pass];
}

// The measured cases next below and above in work with the same solver and linear system; alike: and precision and threads. NULL: none.
static void find_nearest(const Forecast *forecast, const ForecastCase *c, Pass pass, bool alike, const ForecastCase *nearest[2])
{
    nearest[0] = nearest[1] = NULL;
    for (int i = 0; i < forecast->count; i++) {
        const ForecastCase *other = &forecast->cases[i];
        const bool          same = other->precision == c->precision && other->threads == c->threads;
        if (!other->measured[pass] || !(work(other) > 0) || other->solver != c->solver || other->linsys != c->linsys || (alike && !same))
            continue;
        const int above = work(other) > work(c);
        if (!nearest[above] || (work(other) < work(nearest[above])) == above)
            nearest[above] = other;
    }
}

// By the line through both, or in proportion to one that is not too far away.
static bool by_work(const ForecastCase *c, const ForecastCase *const nearest[2], Pass pass, double *seconds)
{
    const ForecastCase *below = nearest[0], *above = nearest[1], *one = below ? below : above;
    if (below && above) {
        *seconds = mean(below, pass) + (mean(above, pass) - mean(below, pass)) * (work(c) - work(below)) / (work(above) - work(below));
        return true;
    }
    if (!one || work(c) > FORECAST_REACH * work(one) || work(one) > FORECAST_REACH * work(c))
        return false;
    *seconds = mean(one, pass) * work(c) / work(one);
    return true;
}

double forecast_repetition(const Forecast *forecast, int index, Pass pass, ForecastGround *ground)
{
    const ForecastCase *c = &forecast->cases[index], *nearest[2];
    double              seconds = 0;
    *ground = c->measured[pass] ? FORECAST_SAME : FORECAST_UNKNOWN;
    if (c->measured[pass])
        return mean(c, pass);
    for (int alike = 1; alike >= 0 && work(c) > 0 && *ground == FORECAST_UNKNOWN; alike--) {
        find_nearest(forecast, c, pass, alike, nearest);
        *ground = by_work(c, nearest, pass, &seconds) ? FORECAST_WORK : FORECAST_UNKNOWN;
    }
    return seconds;
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
