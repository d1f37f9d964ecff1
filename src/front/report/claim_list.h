// The claims of a store with their answers, for what reads them one by one.
#ifndef WEFT_REPORT_CLAIM_LIST_H
#define WEFT_REPORT_CLAIM_LIST_H

#include "store/store.h"

// [{"experiment": name, "claim": text, "answer": "yes" | "no" | "too close to call" | "not measured", "quantity":
// "time per step (ms): ratio", "value": "0.81 (0.79 to 0.88, n 5)", "bound": "below 0.9", "source": text, "varied": text, "note": text}],
// of each experiment in its newest text, the oldest first; all are texts, value, varied and note may be "". vary: judged under the
// variations that the store has, too. The caller frees *out, which is NULL after a failure. STATUS_INPUT where a text of the store is no
// experiment.
Status claim_list(Store *store, bool vary, json_t **out) GNU_MUST_CHECK;

#endif
