// Deal: assigns the cases of an experiment to shards. A shard is a call of `weft run` that measures a share, on one machine or many.
//
// The assignment depends only on the experiment, the number of shards and the given store of known times, if any. It does not depend
// on the progress of the shards, so each call computes its own share, and the same share after a restart.
//   1. Cases whose times are compared (experiment/compared.h) form a group, which is not split.
//   2. The cost of a group is the forecast time of all its repetitions (forecast.h). Without a store with times of the cases, the cost is
//      steps × substeps × iterations × repetitions.
//   3. Groups are assigned in order of decreasing cost (ties: plan order), each to the shard of the lowest total (ties: the first).
#ifndef WEFT_RUN_DEAL_H
#define WEFT_RUN_DEAL_H

#include "experiment/experiment.h"
#include "store/store.h"

enum { DEAL_SHARDS_MAX = 10000 };

typedef struct Deal {
    int     shards;
    int    *first; // [case_count] experiment_firsts
    int    *shard; // [case_count] from 1
    double *cost;  // [case_count] 0 for a case of an earlier block
    double *sum;   // [shards] total cost of each
    bool    timed; // costs are in seconds
} Deal;

// times: store of known times, or NULL. deal_destroy accepts a zeroed Deal.
Status deal_create(const Experiment *experiment, Store *times, int shards, Deal *out) GNU_MUST_CHECK;
void   deal_destroy(Deal *deal);

#endif
