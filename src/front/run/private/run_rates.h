// Rates of the machine for the cases of a run, for figures of `data: roofline`.
#ifndef WEFT_RUN_RUN_RATES_H
#define WEFT_RUN_RUN_RATES_H

#include "run/private/runner.h"

// Before the cases, for every precision and thread count among them; also if no case is left to measure, since the rates may have failed
// or not been asked for earlier. Known rates are not measured again.
Status run_rates_measure(Runner *r) GNU_MUST_CHECK;

#endif
