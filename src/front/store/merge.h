// Merge: makes one store from several stores of shards, machines or builds (weft merge). Inputs are only read; older schemas are read with
// the current tables and columns.
//
// Rows that are the same in two stores are written once; all other rows are kept, with new ids. Identity of rows:
//   experiment, case, build, environment   by its hash or key
//   run          by its token; in older stores without tokens by experiment, seed, start and environment of its first repetition
//   process      by its run, side, round, position, case, build and start
//   repetition   by case, build, environment, process, pass, start and hash of its final state; equal ones in one store by their order. So
//   a
//                store that is given twice adds nothing, and a newer copy of a shard adds only new repetitions.
//   outcome      one per case and build: a complete result is preferred, else the newest outcome
//   facts of a case under a build, plan    taken from the first input that has them
// Repetitions of one case and build are numbered in the order of their start. Tables that are not weft's are omitted.
#ifndef WEFT_STORE_MERGE_H
#define WEFT_STORE_MERGE_H

#include <jansson.h>

#include "base/status.h"

enum { MERGE_INPUTS_MAX = 10000 };

// Writes `out` completely or not at all. `out` must not exist, unless it is one of the inputs. No run may write to it at the same time.
// *result, which the caller frees:
//   {"output": …, "inputs": [{"path", "schema_version", "experiments", "cases", "runs", "repetitions", "taken", "known"}],
//    "experiments", "cases", "builds", "environments", "runs", "repetitions", "conflicts": [{"kind", "case", "label", "build", "text"}]}
// taken: repetitions copied from this input; known: its repetitions that an earlier input also has. Kinds of conflicts of a case under a
// build:
//   state     repetitions of different inputs ended in different states
//   outcome   complete in one input, and finally lost in another (diverged, refused)
//   choice    a self-tuning linear system made different choices
//   plan      different cases at one position in the plan of an experiment: the scene or a default has changed; the first is kept
// STATUS_INPUT: `out` exists; STATUS_IO; and the failures of store_open for an input.
Status store_merge(const char *out, const char *const *inputs, int count, json_t **result) GNU_MUST_CHECK;

#endif
