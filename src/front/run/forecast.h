// Forecast: how long repetitions of cases will take, from those that were measured.
//
// A repetition of a case takes what earlier ones of it took on average. Of a case without any, what others of the same solver and linear
// system say, of equal precision and threads where there are such: on the line between the next below and the next above in work, else in
// proportion to the nearest, if its work is within a factor FORECAST_REACH. Work is steps × substeps × iterations (those that it does at
// most) × constraints. That holds as far as time grows with work: caches, factorisations and criteria that end a step early are not in it.
// Nothing is said where there is no such case, or the constraints are not counted since no worker has built the scene yet.
#ifndef WEFT_RUN_FORECAST_H
#define WEFT_RUN_FORECAST_H

#include "experiment/planned_case.h"
#include "store/store.h"

enum { FORECAST_REACH = 10 };

typedef enum ForecastGround { FORECAST_UNKNOWN, FORECAST_WORK, FORECAST_SAME } ForecastGround;

typedef struct ForecastCase {
    int64_t          id; // in the store; 0: it is not there
    const SolverOps *solver;
    const LinsysOps *linsys;
    Precision        precision;
    int64_t          threads;
    char             scene[HASH_TEXT];     // of its name and the values of its parameters
    double           iterations;           // steps × substeps × iterations
    double           constraints;          // 0: not known
    double           seconds[PASS_COUNT];  // of all measured repetitions
    int              measured[PASS_COUNT]; // repetitions
} ForecastCase;

typedef struct Forecast {
    int           planned, count; // count: with those of the store that are not planned, behind the others
    ForecastCase *cases;
    int          *by_scene;      // [planned] the planned ones, sorted by scene
    int *peers[PASS_COUNT][2];   // [peer_count] the measured ones, sorted by what makes them peers and by work: [1] with, [0] without
    int  peer_count[PASS_COUNT]; // precision and threads
    int  learnt, sorted;         // models and repetitions since forecast_read; and by the last forecast_sort
} Forecast;

// Room for `planned` cases, which the caller fills by forecast_case. STATUS_MEMORY. forecast_destroy also takes a zeroed one.
Status       forecast_create(int planned, Forecast *out) GNU_MUST_CHECK;
void         forecast_destroy(Forecast *forecast);
ForecastCase forecast_case(const Case *setup, int64_t id);

// Once, after they were filled: what a store knows of them, and of its other cases. store: NULL: nothing.
Status forecast_read(Store *store, Forecast *forecast) GNU_MUST_CHECK;

// Lets cases learn from others what was said after forecast_read; for a case itself it holds at once. Takes n log n of all that is known:
// forecast_is_stale says when it is worth that, so that all of its calls together take little more than a few.
bool   forecast_is_stale(const Forecast *forecast);
Status forecast_sort(Forecast *forecast) GNU_MUST_CHECK;

// What a worker said of the model of a case: also that of every planned one with the same scene and values.
void forecast_model(Forecast *forecast, int index, double constraints);

void forecast_measured(Forecast *forecast, int index, Pass pass, double seconds);

// Seconds of one repetition; 0 where nothing is known.
double forecast_repetition(const Forecast *forecast, int index, Pass pass, ForecastGround *ground);

// Seconds of so many repetitions of each pass; ground: the worst of them, and only what is known is in the sum.
double forecast_repetitions(const Forecast *forecast, int index, const int repetitions[PASS_COUNT], ForecastGround *ground);

#endif
