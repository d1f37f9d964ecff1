// The reasons why a selection, or a part of it, is empty.
#ifndef WEFT_DATA_EMPTY_H
#define WEFT_DATA_EMPTY_H

#include "data/dataset.h"
#include "experiment/figure_spec.h"

// Applies the filters on settings one after the other. Reports the first that leaves no finished case, with the existing values: "no case
// with solver pbd has scene.n 1024, but 16, 32". False if a case passes all filters: then its data are missing.
bool empty_reason(const Dataset *dataset, const SpecFilter *where, int count, char *out, size_t size);

// Lists the values of filters that no case has, finished or not: "no case has solver = PD (did you mean pd?)", "" for none. Without this, a
// misspelt value among several would be dropped silently.
void empty_values(const Dataset *dataset, const SpecFilter *where, int count, char *out, size_t size);

// True if a case, finished or not, passes all filters on its settings.
bool empty_passes(const Dataset *dataset, int case_index, const SpecFilter *where, int count);

#endif
