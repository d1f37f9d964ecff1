// weft plan --format json.
#ifndef WEFT_CLI_PLAN_JSON_H
#define WEFT_CLI_PLAN_JSON_H

#include "cli/private/plan_look.h"

// One object (weft(1) explains the keys):
//   {"experiment", "hash", "file", "database": path or null, "costs_in": "seconds" | "steps" | null,
//    "cases": [{"index", "key", "block", "label", "variation": name or null, "case": {…}, "wanted": {pass: count}, "status",
//               "left": {pass: count}, "seconds", "ground": "same" | "work" | "unknown" | null, "shard", "cost"}],
//    "shards": [{"shard", "cases", "cost", "seconds", "unknown"}]}
// STATUS_MEMORY, STATUS_IO.
Status plan_print_json(const PlanKnown *known, const char *file) GNU_MUST_CHECK;

#endif
