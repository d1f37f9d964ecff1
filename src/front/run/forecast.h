// Forecast: estimates how long repetitions will take from the repetitions measured so far.
//
// A case with earlier repetitions is expected to take their mean. Any other case is expected to take steps × substeps × iterations times
// the mean time per iteration of the other cases in the store, planned or not. That mean is over repetitions of the same pass where there
// are any, else over all passes. It is exact only if all cases have the same size.
#ifndef WEFT_RUN_FORECAST_H
#define WEFT_RUN_FORECAST_H

#include "experiment/experiment.h"
#include "store/store.h"

// Basis of an estimate, from the worst to the best: none; iterations of other cases; repetitions of the same case.
typedef enum ForecastGround { FORECAST_UNKNOWN, FORECAST_WORK, FORECAST_SAME } ForecastGround;

typedef struct ForecastTimes {
    double seconds;    // of measured repetitions
    double iterations; // steps × substeps × iterations of all of them
} ForecastTimes;

typedef struct ForecastCase {
    int64_t id;                  // case id in the store; 0: not in the store
    double  iterations;          // steps × substeps × iteration limit
    double  seconds[PASS_COUNT]; // sum over its measured repetitions
    int     measured[PASS_COUNT];
} ForecastCase;

typedef struct Forecast {
    int           count;
    ForecastCase *cases;
    ForecastTimes times[PASS_COUNT];
    int           learnt, counted; // repetitions measured since forecast_read: now, and when forecast_is_stale last returned true
} Forecast;

// Allocates `count` cases, which the caller fills with forecast_case. STATUS_MEMORY. forecast_destroy accepts a zeroed Forecast.
Status       forecast_create(int count, Forecast *out) GNU_MUST_CHECK;
void         forecast_destroy(Forecast *forecast);
ForecastCase forecast_case(const Case *setup, int64_t id);

// Creates the forecast of all cases of an experiment and reads the times of the store (NULL: none). After a failure, call
// forecast_destroy as well.
Status forecast_experiment(const Experiment *experiment, Store *store, Forecast *out) GNU_MUST_CHECK;

// Reads the measured times of a store (NULL: none). Call once, after the cases were filled.
Status forecast_read(Store *store, Forecast *forecast) GNU_MUST_CHECK;

void forecast_measured(Forecast *forecast, int index, Pass pass, double seconds);

// True if the number of measured repetitions grew by 1/16 since the last true result: the caller then recomputes its sums over all cases.
bool forecast_is_stale(Forecast *forecast);

// Expected seconds of one repetition; 0 if nothing is known.
double forecast_repetition(const Forecast *forecast, int index, Pass pass, ForecastGround *ground);

// Expected seconds of these repetitions of each pass; *ground is the worst basis among them.
double forecast_repetitions(const Forecast *forecast, int index, const int repetitions[PASS_COUNT], ForecastGround *ground);

#endif
