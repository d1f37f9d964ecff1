// Why a selection is empty.
#ifndef WEFT_DATA_EMPTY_H
#define WEFT_DATA_EMPTY_H

#include "data/dataset.h"
#include "experiment/figure_spec.h"

// Of the filters on settings, taken one after the other, the first that leaves no finished case, with the values that there were: "no case
// with solver pbd has scene.n 1024, but 16, 32". False when some case passes all of them: then it is their data that is missing.
bool empty_reason(const Dataset *dataset, const SpecFilter *where, int count, char *out, size_t size);

// Whether a case, finished or not, passes the filters as far as they are on its settings.
bool empty_passes(const Dataset *dataset, int case_index, const SpecFilter *where, int count);

#endif
