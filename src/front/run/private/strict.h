// Strict: a run that measures only while the machine is fit (machine/fitness.h). Each of these does nothing in a run that is not strict.
#ifndef WEFT_RUN_STRICT_H
#define WEFT_RUN_STRICT_H

#include "run/private/runner.h"

// Before the store is opened, so that a refusal leaves no file behind. STATUS_UNFIT names what is wrong.
Status strict_begin(Runner *r) GNU_MUST_CHECK;

// After the run is in the store: what was found at the start, which was no reason to refuse, goes beside its options.
Status strict_record(Runner *r) GNU_MUST_CHECK;

// Before a process that takes times, where the last look is older than STRICT_AGE_S: waits until the machine is fit again, as long as
// --wait-quiet says, or STRICT_WAIT_S. STATUS_UNFIT: it is not.
#define STRICT_AGE_S 10.0
#define STRICT_WAIT_S 60.0
Status strict_wait(Runner *r) GNU_MUST_CHECK;

// After the last process: STATUS_UNFIT when the machine throttled, paged, used up a quota or lost time to others while it measured. That is
// beside the options in the store, too; what was measured stays.
Status strict_end(Runner *r) GNU_MUST_CHECK;

#endif
