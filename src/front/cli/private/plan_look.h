// What weft plan knows of an experiment: what the database has of each case, what is left to measure, how long that takes, and its shard.
#ifndef WEFT_CLI_PLAN_LOOK_H
#define WEFT_CLI_PLAN_LOOK_H

#include "base/label_set.h"
#include "cli/private/share.h"
#include "run/forecast.h"
#include "run/run.h"
#include "run/worker_file.h"

typedef struct PlanCase {
    CaseStatus     status;
    bool           todo, twin;       // twin: an earlier block has the case, and measures it
    int            left[PASS_COUNT]; // repetitions still to be made
    double         seconds;          // that these take; 0 for a twin
    ForecastGround ground;
} PlanCase;

typedef struct PlanKnown {
    char              path[1024];
    Store            *store;        // NULL: none
    char              machine[300]; // "", or why it is not known whether this machine has measured what the store has
    WorkerFile        workers[PRECISION_COUNT];
    LabelSet          labels;
    PlanCase         *cases; // [case_count] of the experiment
    const Experiment *experiment;
    const Share      *share;
} PlanKnown;

// database: NULL: the one that `weft run` would write, if it is there; one that is named must be. plan_known_end takes one that failed.
Status plan_known_create(const char *database, const Experiment *experiment, const Share *share, PlanKnown *out) GNU_MUST_CHECK;
void   plan_known_end(PlanKnown *known);

bool        plan_has(const PlanKnown *known, int index);       // whether the case is shown
const char *plan_variation(const PlanKnown *known, int index); // its name, "" for none

// What a shard has.
typedef struct PlanShard {
    int    cases, unknown; // unknown: with something left of which no time is known
    double cost, share;    // of the deal, and its part of all
    double seconds;        // of what is left, as far as it is known
} PlanShard;
PlanShard plan_shard(const PlanKnown *known, int number); // from 1

#endif
