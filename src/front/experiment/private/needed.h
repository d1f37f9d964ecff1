// Which cases are worth measuring. Of the variations: those that a verdict selects which is judged under them and of which
// they change a case, and of these only the passes that its data come from. All other cases of variations leave the plan.
#ifndef WEFT_EXPERIMENT_NEEDED_H
#define WEFT_EXPERIMENT_NEEDED_H

#include "experiment/experiment.h"
#include "experiment/figure_spec.h"

Status needed_keep(const FigureSpecs *specs, Experiment *experiment) GNU_MUST_CHECK;

// For one figure: the cases that pass its filters, as far as settings tell, and where nothing of it is a time the measured pass alone.
// axes: what of it is.
void needed_keep_figure(const FigureSpec *figure, Experiment *experiment, FigureAxes *axes);

#endif
