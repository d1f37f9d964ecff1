// The data of weft plan: for each case its measurements in the database, remaining passes, expected time, and shard.
#ifndef WEFT_CLI_PLAN_LOOK_H
#define WEFT_CLI_PLAN_LOOK_H

#include "base/label_set.h"
#include "cli/private/share.h"
#include "run/forecast.h"
#include "run/run.h"
#include "run/worker_file.h"

typedef struct PlanCase {
    CaseStatus     status;
    bool           todo, twin;       // twin: an earlier block contains and measures the case
    int            left[PASS_COUNT]; // repetitions still to be made
    double         seconds;          // expected time of the remaining passes; 0 for a twin
    ForecastGround ground;
} PlanCase;

typedef struct PlanKnown {
    char              path[1024];
    Store            *store;        // NULL: none
    char              machine[300]; // "", or the reason why the measuring machine of the store is unknown
    WorkerFile        workers[PRECISION_COUNT];
    LabelSet          labels;
    PlanCase         *cases; // [case_count] of the experiment
    const Experiment *experiment;
    const Share      *share;
} PlanKnown;

// database: must exist; NULL: the database that `weft run` would write, if it exists. plan_known_end accepts a failed one.
Status plan_known_create(const char *database, const Experiment *experiment, const Share *share, PlanKnown *out) GNU_MUST_CHECK;
void   plan_known_end(PlanKnown *known);

bool        plan_has(const PlanKnown *known, int index);       // whether the case is shown
const char *plan_variation(const PlanKnown *known, int index); // its name, "" for none

// The contents of a shard.
typedef struct PlanShard {
    int    cases, unknown; // unknown: cases with remaining passes of unknown time
    double cost, share;    // cost in the deal, and its share of the total
    double seconds;        // known part of the remaining time
} PlanShard;
PlanShard plan_shard(const PlanKnown *known, int number); // from 1

#endif
