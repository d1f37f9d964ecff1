// Compared: finds the cases whose times an experiment file compares. Such cases are measured in one run with interleaved order, on one
// machine.
//
// Two cases are compared if
// - a verdict on times selects them (`of`, `against`, or along the `over` of a slope or rate) with equal values of its for_each;
// - a figure of times shows them with equal x and series (those of relative_to excepted) or, in a performance profile, equal problems;
// - a table of times with `best` has them in one row, under different `columns`.
// Other quantities (errors, counts) do not depend on place and time of the measurement, so their comparisons do not matter here.
#ifndef WEFT_EXPERIMENT_COMPARED_H
#define WEFT_EXPERIMENT_COMPARED_H

#include "experiment/experiment.h"

// first: experiment_firsts. group: [case_count] for each case the first case that it is compared with, directly or through others; itself
// if none. Cases with the same key are in one group. STATUS_MEMORY, and those of experiment_specs.
Status compared_groups(const Experiment *experiment, const int *first, int *group) GNU_MUST_CHECK;

#endif
