// Normalise: times in units of what the machine can do. A time times the bandwidth of its machine is the data that the machine could have
// read meanwhile: what limits most solvers, so that machines of different bandwidth may be set side by side.
#ifndef WEFT_JUDGE_NORMALISE_H
#define WEFT_JUDGE_NORMALISE_H

#include "experiment/figure_spec.h"
#include "store/store.h"

// The setting that each case gets: read bandwidth of its machine for its precision and threads, at the largest working set that was
// measured, GB/s.
#define NORMALISE_RATE "machine_read_gb_per_s"

// Of the reports of this store from now on: times in figures and tables are multiplied by the read bandwidth that was measured of their
// machine. *without: cases with repetitions for which there is none; they have no such values. STATUS_INPUT: no case has one.
Status normalise_store(Store *store, int64_t *without) GNU_MUST_CHECK;

// Figures and tables of times become those of times times that rate, ms × GB/s = MB, and say so. What is relative, and claims, whose bounds
// are times, stay.
void normalise_specs(FigureSpecs *specs);

#endif
