// Which cases are worth measuring. Of the variations: those that a verdict selects which is judged under them and of which
// they change a case, and of these only the passes that its data come from. All other cases of variations leave the plan.
#ifndef WEFT_EXPERIMENT_NEEDED_H
#define WEFT_EXPERIMENT_NEEDED_H

#include "experiment/experiment.h"
#include "experiment/figure_spec.h"

// Whether filters let a case through, or a verdict selects it for a side, by settings alone: columns of the data and facts of the model are
// not known before a case is measured.
bool needed_passes(const PlannedCase *c, const DataView *data, const SpecFilter *filters, int count);
bool needed_selects(const VerdictSpec *v, const PlannedCase *c);

// Whether a time makes the number of a verdict or chooses its rows; the rest comes from the measured pass alone.
bool needed_is_timed(const VerdictSpec *v);

// STATUS_INPUT, with file and line, for a figure, table or verdict whose quantity no case that it selects records, as the settings are.
Status needed_check(const FigureSpecs *specs, const Experiment *experiment) GNU_MUST_CHECK;

Status needed_keep(const FigureSpecs *specs, Experiment *experiment) GNU_MUST_CHECK;

#endif
