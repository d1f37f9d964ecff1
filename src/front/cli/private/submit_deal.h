// The shards of `weft submit`.
#ifndef WEFT_CLI_SUBMIT_DEAL_H
#define WEFT_CLI_SUBMIT_DEAL_H

#include <jansson.h>

#include "experiment/experiment.h"

// shards: exactly so many; 0: about `about`, but no more than have cases. costs: a database that knows times, or NULL. *out, which the
// caller frees: the keys of the cases of each shard, each key once. STATUS_USAGE: the cases make no such number of shards; STATUS_INPUT:
// the database knows no time of them; what store_open says.
Status submit_deal(const Experiment *experiment, int shards, int about, const char *costs, json_t **out) GNU_MUST_CHECK;

#endif
