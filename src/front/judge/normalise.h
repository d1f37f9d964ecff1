// Normalise: multiplies times by the read bandwidth of their machine. The product is the data that the machine could have read in that
// time. Bandwidth limits most solvers, so machines of different bandwidth become comparable.
#ifndef WEFT_JUDGE_NORMALISE_H
#define WEFT_JUDGE_NORMALISE_H

#include "experiment/figure_spec.h"
#include "store/store.h"

// The setting added to each case: read bandwidth of its machine in GB/s, for its precision and threads, at the largest measured working
// set.
#define NORMALISE_RATE "machine_read_gb_per_s"

// For later reports of this store: multiplies times in figures and tables by the measured read bandwidth of their machine. *without: number
// of measured cases without such a bandwidth; they have no values there. STATUS_INPUT: no case has one.
Status normalise_store(Store *store, int64_t *without) GNU_MUST_CHECK;

// Figures and tables of times become those of time × bandwidth (ms × GB/s = MB), with labels to match. Ratios do not change, nor do claims,
// because their bounds are times.
void normalise_specs(FigureSpecs *specs);

#endif
