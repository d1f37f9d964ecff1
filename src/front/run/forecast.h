// Forecast: how long repetitions of cases will take, from those that were measured.
//
// A repetition of a case takes the mean of its earlier ones. A case without any takes its steps × substeps × iterations times the mean of
// what one of these took in the others, also in those of a store that are not planned, of the same pass where there are any: exact only for
// cases of one size.
#ifndef WEFT_RUN_FORECAST_H
#define WEFT_RUN_FORECAST_H

#include "experiment/experiment.h"
#include "store/store.h"

typedef enum ForecastGround { FORECAST_UNKNOWN, FORECAST_WORK, FORECAST_SAME } ForecastGround;

typedef struct ForecastTimes {
    double seconds;    // of measured repetitions
    double iterations; // steps × substeps × iterations of all of them
} ForecastTimes;

typedef struct ForecastCase {
    int64_t id;                  // in the store; 0: it is not there
    double  iterations;          // steps × substeps × iterations, those that it does at most
    double  seconds[PASS_COUNT]; // of all measured repetitions
    int     measured[PASS_COUNT];
} ForecastCase;

typedef struct Forecast {
    int           count;
    ForecastCase *cases;
    ForecastTimes times[PASS_COUNT];
    int           learnt, counted; // repetitions since forecast_read; and when forecast_is_stale was last true
} Forecast;

// Room for `count` cases, which the caller fills by forecast_case. STATUS_MEMORY. forecast_destroy also takes a zeroed one.
Status       forecast_create(int count, Forecast *out) GNU_MUST_CHECK;
void         forecast_destroy(Forecast *forecast);
ForecastCase forecast_case(const Case *setup, int64_t id);

// Made, filled and read for the cases of an experiment. store: NULL: nothing is known. forecast_destroy takes one that failed.
Status forecast_experiment(const Experiment *experiment, Store *store, Forecast *out) GNU_MUST_CHECK;

// Once, after they were filled: what a store has of them. store: NULL: nothing.
Status forecast_read(Store *store, Forecast *forecast) GNU_MUST_CHECK;

void forecast_measured(Forecast *forecast, int index, Pass pass, double seconds);

// Whether a sixteenth more was learnt since this was last true, so that sums over all cases are made again seldom.
bool forecast_is_stale(Forecast *forecast);

// Seconds of one repetition; 0 where nothing is known.
double forecast_repetition(const Forecast *forecast, int index, Pass pass, ForecastGround *ground);

// Seconds of so many repetitions of each pass; ground: the worst of them.
double forecast_repetitions(const Forecast *forecast, int index, const int repetitions[PASS_COUNT], ForecastGround *ground);

#endif
