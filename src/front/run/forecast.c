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
    free(forecast->by_scene);
    for (int pass = 0; pass < PASS_COUNT; pass++)
        for (int alike = 0; alike < 2; alike++)
            free(forecast->peers[pass][alike]);
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

// ---- orders ----

static int compare_integers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

typedef int Compare(const ForecastCase *a, const ForecastCase *b);

static int compare_ids(const ForecastCase *a, const ForecastCase *b)
{
    return compare_integers(a->id, b->id);
}

static int compare_scenes(const ForecastCase *a, const ForecastCase *b)
{
    return strcmp(a->scene, b->scene);
}

static double work(const ForecastCase *c)
{
    return c->iterations * c->constraints;
}

static int compare_work(const ForecastCase *a, const ForecastCase *b)
{
    const int solver = compare_integers((intptr_t)a->solver, (intptr_t)b->solver),
              linsys = compare_integers((intptr_t)a->linsys, (intptr_t)b->linsys);
    return solver ? solver : linsys ? linsys : (work(a) > work(b)) - (work(a) < work(b));
}

static int compare_alike(const ForecastCase *a, const ForecastCase *b)
{
    const int precision = compare_integers(a->precision, b->precision), threads = compare_integers(a->threads, b->threads);
    return precision ? precision : threads ? threads : compare_work(a, b);
}

typedef struct Order {
    const ForecastCase *cases;
    Compare            *compare;
} Order;

static int compare_indices(const void *a, const void *b, void *user)
{
    const Order *order = user;
    const int    i = *(const int *)a, k = *(const int *)b, result = order->compare(&order->cases[i], &order->cases[k]);
    return result ? result : i - k;
}

static void sort_indices(const Forecast *forecast, int *indices, int count, Compare *compare)
{
    Order order = {forecast->cases, compare};
    qsort_r(indices, (size_t)count, sizeof *indices, compare_indices, &order);
}

// The planned ones.
static Status sort_planned(const Forecast *forecast, Compare *compare, int **out)
{
    *out = malloc(((size_t)forecast->planned + 1) * sizeof **out);
    if (!*out)
        return no_memory();
    for (int i = 0; i < forecast->planned; i++)
        (*out)[i] = i;
    sort_indices(forecast, *out, forecast->planned, compare);
    return status_ok();
}

// How many of the sorted ones are before `c`, or with `through` not behind it.
static int count_before(const Forecast *forecast, const int *indices, int count, const ForecastCase *c, bool through, Compare *compare)
{
    int low = 0, high = count;
    while (low < high) {
        const int middle = low + (high - low) / 2, order = compare(&forecast->cases[indices[middle]], c);
        if (order < 0 || (through && order == 0))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static Compare *const PEERS[2] = {compare_work, compare_alike};

bool forecast_is_stale(const Forecast *forecast)
{
    return forecast->learnt - forecast->sorted > forecast->learnt / 16;
}

Status forecast_sort(Forecast *forecast)
{
    forecast->sorted = forecast->learnt;
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        forecast->peer_count[pass] = 0;
        for (int alike = 0; alike < 2; alike++) {
            int *grown = realloc(forecast->peers[pass][alike], ((size_t)forecast->count + 1) * sizeof *grown);
            if (!grown)
                return no_memory();
            forecast->peers[pass][alike] = grown;
        }
        int count = 0;
        for (int i = 0; i < forecast->count; i++)
            if (forecast->cases[i].measured[pass] && work(&forecast->cases[i]) > 0)
                forecast->peers[pass][0][count] = forecast->peers[pass][1][count] = i, count++;
        forecast->peer_count[pass] = count;
        for (int alike = 0; alike < 2; alike++)
            sort_indices(forecast, forecast->peers[pass][alike], count, PEERS[alike]);
    }
    return status_ok();
}

// ---- the store ----

static void take_cost(Forecast *forecast, int index, const StoreCost *cost)
{
    if (cost->constraints > 0)
        forecast_model(forecast, index, cost->constraints);
    for (int pass = 0; pass < PASS_COUNT; pass++)
        if (cost->seconds[pass] > 0)
            forecast_measured(forecast, index, (Pass)pass, cost->seconds[pass]);
}

// The same case may be planned in two blocks, or for two sides. One that is not planned comes behind the others, where there is room.
static void take_costs(Forecast *forecast, const int *by_id, const StoreCost *costs, int count)
{
    for (int k = 0; k < count; k++) {
        const ForecastCase key = {.id = costs[k].case_id};
        int                at = count_before(forecast, by_id, forecast->planned, &key, false, compare_ids);
        if (at == forecast->planned || forecast->cases[by_id[at]].id != costs[k].case_id) {
            json_t *json = json_loads(costs[k].json, 0, NULL);
            forecast->cases[forecast->count] = read_case(json, costs[k].case_id);
            json_decref(json);
            take_cost(forecast, forecast->count++, &costs[k]);
            continue;
        }
        for (; at < forecast->planned && forecast->cases[by_id[at]].id == costs[k].case_id; at++)
            take_cost(forecast, by_id[at], &costs[k]);
    }
}

static Status read_costs(Store *store, Forecast *forecast)
{
    StoreCost *costs = NULL;
    int        count = 0, *by_id = NULL;
    TRY(store_costs(store, &costs, &count));
    ForecastCase *grown = realloc(forecast->cases, ((size_t)forecast->planned + (size_t)count + 1) * sizeof *grown);
    Status        status = grown ? status_ok() : no_memory();
    forecast->cases = grown ? grown : forecast->cases;
    if (status.code == STATUS_OK)
        status = sort_planned(forecast, compare_ids, &by_id);
    if (status.code == STATUS_OK)
        take_costs(forecast, by_id, costs, count);
    free(by_id);
    store_costs_free(costs, count);
    return status;
}

Status forecast_read(Store *store, Forecast *forecast)
{
    free(forecast->by_scene);
    forecast->by_scene = NULL;
    TRY(sort_planned(forecast, compare_scenes, &forecast->by_scene));
    if (store)
        TRY(read_costs(store, forecast));
    forecast->learnt = 0;
    return forecast_sort(forecast);
}

void forecast_model(Forecast *forecast, int index, double constraints)
{
    ForecastCase *cases = forecast->cases;
    const char   *scene = cases[index].scene;
    if (cases[index].constraints == constraints)
        return;
    cases[index].constraints = constraints;
    forecast->learnt++;
    if (!*scene)
        return;
    for (int k = count_before(forecast, forecast->by_scene, forecast->planned, &cases[index], false, compare_scenes);
         k < forecast->planned && strcmp(cases[forecast->by_scene[k]].scene, scene) == 0; k++)
        cases[forecast->by_scene[k]].constraints = constraints;
}

void forecast_measured(Forecast *forecast, int index, Pass pass, double seconds)
{
    forecast->cases[index].seconds[pass] += seconds;
    forecast->cases[index].measured[pass]++;
    forecast->learnt++;
}

// ---- what follows ----

static double mean(const ForecastCase *c, Pass pass)
{
    return c->seconds[pass] / c->measured[pass];
}

// The measured cases next below and above in work with the same solver and linear system; alike: and precision and threads. NULL: none.
static void find_nearest(const Forecast *forecast, const ForecastCase *c, Pass pass, bool alike, const ForecastCase *nearest[2])
{
    const int *peers = forecast->peers[pass][alike], count = forecast->peer_count[pass];
    const int  above = count_before(forecast, peers, count, c, true, PEERS[alike]);
    for (int side = 0; side < 2; side++) {
        const int           at = above - 1 + side;
        const ForecastCase *other = at >= 0 && at < count ? &forecast->cases[peers[at]] : NULL;
        const bool          same = other && other->precision == c->precision && other->threads == c->threads;
        nearest[side] = other && other->solver == c->solver && other->linsys == c->linsys && (same || !alike) ? other : NULL;
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
