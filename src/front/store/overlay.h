// Overlay: what a reader sees beside the rows of the file, while the store is open. The file stays as it is: temporary tables hide its own.
#ifndef WEFT_STORE_OVERLAY_H
#define WEFT_STORE_OVERLAY_H

#include "store/store.h"

// An experiment that the file does not have. From then on plans and variations are those of this experiment alone; what was measured for an
// experiment is found by its name. Once for each store.
Status overlay_experiment(Store *store, const StoreExperiment *experiment, int64_t *id) GNU_MUST_CHECK;

// A case in the plan of that experiment, or under the variation of this number and name; on each machine that has it. The same case may be
// in two blocks: the first of them has it, as in a run.
Status overlay_plan(Store *store, int64_t experiment, int64_t case_id, const char *block, int position) GNU_MUST_CHECK;
Status overlay_variation(Store *store, int64_t experiment, int64_t case_id, int number, const char *name, const char *block,
                         int position) GNU_MUST_CHECK;

// Cases that the file has of experiments of this name and the overlay has not yet: calls `wanted` with the settings of each as JSON, and
// keeps those for which it gives true in the blocks where they were, behind `position`. variations[count]: their names, from number 1.
// *kept counts those of the plan.
typedef Status (*OverlayWanted)(const char *json, bool *out);
Status overlay_rest(Store *store, int64_t experiment, const char *name, int position, const char *const *variations, int count,
                    OverlayWanted wanted, int *kept) GNU_MUST_CHECK;

// Gives each case that was measured a setting of this name: the read bandwidth of its machine for its threads, at the largest working set.
// *with, *without: how many cases have one, and have none.
Status overlay_bandwidth(Store *store, const char *name, int64_t *with, int64_t *without) GNU_MUST_CHECK;

#endif
