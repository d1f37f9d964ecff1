// Overlay: additional rows for one reader while the store is open. The file is not changed: temporary tables hide its own tables.
#ifndef WEFT_STORE_OVERLAY_H
#define WEFT_STORE_OVERLAY_H

#include "store/store.h"

// Adds an experiment that the file does not have. From then on plans and variations are only those of this experiment; measurements are
// found by its name. Call it once per store.
Status overlay_experiment(Store *store, const StoreExperiment *experiment, int64_t *id) GNU_MUST_CHECK;

// Adds a case to the plan of that experiment, or to a variation with this number and name, on each machine that has the case. A case may be
// in several blocks: as in a run, the first block has it.
Status overlay_plan(Store *store, int64_t experiment, int64_t case_id, const char *block, int position) GNU_MUST_CHECK;
Status overlay_variation(Store *store, int64_t experiment, int64_t case_id, int number, const char *name, const char *block,
                         int position) GNU_MUST_CHECK;

// For cases that the file has in experiments of this name and the overlay does not have: calls `filter` with the settings as JSON. If the
// result is true, adds the case in its old block, after `position`. variations[count]: names of the variations, from number 1. *kept:
// number of cases added to the plan.
typedef Status (*OverlayFilter)(const char *json, bool *out);
Status overlay_rest(Store *store, int64_t experiment, const char *name, int position, const char *const *variations, int count,
                    OverlayFilter filter, int *kept) GNU_MUST_CHECK;

// Adds a setting of this name to each measured case: the read bandwidth of its machine for its threads, at the largest working set.
// *with, *without: number of cases with and without it.
Status overlay_bandwidth(Store *store, const char *name, int64_t *with, int64_t *without) GNU_MUST_CHECK;

#endif
