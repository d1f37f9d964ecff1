// Compared: which cases of an experiment its file sets side by side by their times. Such cases are measured in one run, whose order is
// interleaved over them, and on one machine.
//
// Cases are compared that
// - a verdict on times selects, as `of` or `against` or along the `over` of a slope or rate, with equal values of its for_each;
// - a figure of times has with equal values of x and of its series but for those of relative_to, or, in a performance profile, of problems;
// - a table of times with `best` has in one row, under different `columns`.
// What is not a time (an error, a count) does not depend on where and when it was measured, and compares nothing in this sense.
#ifndef WEFT_EXPERIMENT_COMPARED_H
#define WEFT_EXPERIMENT_COMPARED_H

#include "experiment/experiment.h"

// first: experiment_firsts. group: [case_count] of each case the first one that it is compared with, be it through others; the case itself
// where there is none. Cases of one key are of one group. STATUS_MEMORY, and those of experiment_specs.
Status compared_groups(const Experiment *experiment, const int *first, int *group) GNU_MUST_CHECK;

#endif
