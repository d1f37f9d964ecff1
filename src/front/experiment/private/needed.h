// The cases of variations that need measuring: those selected by a verdict that is judged under the variation, if the variation changes a
// case of it; only the passes that its data come from. All other cases of variations are removed from the plan.
#ifndef WEFT_EXPERIMENT_NEEDED_H
#define WEFT_EXPERIMENT_NEEDED_H

#include "experiment/experiment.h"
#include "experiment/figure_spec.h"

// True if a case passes filters, or a verdict selects it for a side, by settings alone. Data columns and facts of the model are unknown
// before the measurement.
bool needed_passes(const PlannedCase *c, const DataView *data, const SpecFilter *filters, int count);
bool needed_selects(const VerdictSpec *v, const PlannedCase *c);

// True if the number or the rows of a verdict depend on a time; other verdicts need only the measured pass.
bool needed_is_timed(const VerdictSpec *v);

// STATUS_INPUT with file and line: no selected case of a figure, table or verdict records its quantity with the present settings.
Status needed_check(const FigureSpecs *specs, const Experiment *experiment) GNU_MUST_CHECK;

Status needed_keep(const FigureSpecs *specs, Experiment *experiment) GNU_MUST_CHECK;

#endif
