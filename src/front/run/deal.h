// Deal: the cases of an experiment dealt to shards, calls of `weft run` that measure a share each, on one machine or many.
//
// The deal is a function of the experiment, of the number of shards and of the store of known times that was given, if any: never of what
// has been measured of the shards. So each call finds its own share without asking the others, and finds it again.
//   1. Cases that are compared by their times (experiment/compared.h) are a group, which is not split.
//   2. A group costs what its cases cost: the seconds of the forecast (forecast.h) for all that is wanted of them; without a store, and if
//   it
//      has none of the cases: steps × substeps × iterations × repetitions.
//   3. Groups are dealt from the most costly to the least, of equal ones the first of the plan first, each to the shard that has least so
//      far, of equal ones to the first.
#ifndef WEFT_RUN_DEAL_H
#define WEFT_RUN_DEAL_H

#include "experiment/experiment.h"
#include "store/store.h"

enum { DEAL_SHARDS_MAX = 10000 };

typedef struct Deal {
    int     shards;
    int    *first; // [case_count] experiment_firsts
    int    *shard; // [case_count] from 1
    double *cost;  // [case_count] 0 for a case that an earlier block has
    double *sum;   // [shards] of the costs of each
    bool    timed; // costs are seconds
} Deal;

// times: NULL: none. deal_destroy also takes a zeroed one.
Status deal_create(const Experiment *experiment, Store *times, int shards, Deal *out) GNU_MUST_CHECK;
void   deal_destroy(Deal *deal);

#endif
