// Merge: one store of several, of shards, machines or builds (weft merge). Inputs are only read, through the same eyes as everywhere: those
// of an older schema are seen as of today.
//
// What is the same in two stores is there once; everything else is kept, with other ids:
//   experiment, case, build, environment   by its hash or key
//   run          by its token; of a store from before there were tokens by experiment, seed, start and environment of its first repetition
//   process      by its run, side, round, position, case, build and start
//   repetition   by case, build, environment, process, pass, start and hash of the state at its end; of several alike in one store by their
//                order. So a store that is given twice, and a newer copy of a shard, add only what is new.
//   outcome      one for each case and build: a whole result wins over any other, else the newest
//   facts of a case under a build, plan    that of the first input that has it
// Repetitions of one case and build are numbered on, in the order of their start. Tables that are not of weft are left out.
#ifndef WEFT_STORE_MERGE_H
#define WEFT_STORE_MERGE_H

#include <jansson.h>

#include "base/status.h"

enum { MERGE_INPUTS_MAX = 10000 };

// Writes `out`, whole or not at all; it may not be there, unless it is one of the inputs. No run may write to it meanwhile. *result, which
// the caller frees:
//   {"output": …, "inputs": [{"path", "schema_version", "experiments", "cases", "runs", "repetitions", "taken", "known"}],
//    "experiments", "cases", "builds", "environments", "runs", "repetitions", "conflicts": [{"kind", "case", "label", "build", "text"}]}
// taken, known: repetitions that came from this input, and that an earlier one has as well. Kinds of conflicts, of a case under a build:
//   state     repetitions of different inputs ended in different states
//   outcome   whole in one, and in another one lost for good (diverged, refused)
//   choice    a linear system that chooses by measuring took another one
//   plan      another case at the same position of the plan of the same experiment: its scene or a default has changed; the first is kept
// STATUS_INPUT: out is there; STATUS_IO, and what store_open says of an input.
Status store_merge(const char *out, const char *const *inputs, int count, json_t **result) GNU_MUST_CHECK;

#endif
