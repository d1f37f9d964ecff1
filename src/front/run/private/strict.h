// Strict: a run that measures only while the machine is fit (machine/fitness.h). Each of these does nothing in a run that is not strict.
#ifndef WEFT_RUN_STRICT_H
#define WEFT_RUN_STRICT_H

#include "run/private/runner.h"

// Before the store is opened, so that a refusal leaves no file behind. STATUS_UNFIT names the conditions.
Status strict_begin(Runner *r) GNU_MUST_CHECK;

// After the run is in the store: appends the advice from the start to its options.
Status strict_record(Runner *r) GNU_MUST_CHECK;

// Before a process with a timed, phased or counted pass, if the last check is older than STRICT_AGE_S: waits until the machine is fit
// again, for the time of
// --wait-quiet or STRICT_WAIT_S. STATUS_UNFIT: it is still not fit.
#define STRICT_AGE_S 10.0
#define STRICT_WAIT_S 60.0
Status strict_wait(Runner *r) GNU_MUST_CHECK;

// After the last process: STATUS_UNFIT if the machine throttled, paged, used up a quota or lost time to other machines during the run. The
// store has a note of that with the options of the run; all repetitions stay.
Status strict_end(Runner *r) GNU_MUST_CHECK;

#endif
