// Compare: compares two builds case by case, from one or two stores. With one store and no named build, the builds are those that
// `weft compare --run` measured side by side, each with its processes of these runs.
//
// - A case is compared if both sides have its key.
// - Time of a process: the median over its repetitions of the median step. The ratio of both sides is that of stats/ratio.h.
// - With one store the rounds are known: processes started in turn (`weft compare --run`) are compared round by round.
// - With one process on a side (also in stores of early versions) the spread between processes is unknown, and the answer is unresolved.
//   slower, faster   the ratio B/A differs from 1 at the level of 5 % for all cases together (Holm 1979), and by more than the threshold
//   same             its 95 % interval lies within the threshold
//   unresolved       neither: more processes are needed
// - Quantities that are equal in every repetition (error, iterations, bits of the final state, peak memory) are compared directly.
#ifndef WEFT_JUDGE_COMPARE_H
#define WEFT_JUDGE_COMPARE_H

#include <stdio.h>

#include "store/store.h"

typedef enum CompareFormat { COMPARE_TEXT, COMPARE_JSON, COMPARE_MARKDOWN } CompareFormat;

typedef struct CompareInput {
    Store      *store; // may be the same for both sides
    const char *path;  // for messages
    const char *build; // first digits of its hash or commit; NULL: for each precision the build that measured last
} CompareInput;

typedef struct CompareSettings {
    CompareInput  sides[2];  // A, B
    double        threshold; // smallest relevant change of time: 0.03 for 3 %
    CompareFormat format;
    bool          strict; // unresolved cases count as regressions
} CompareSettings;

// STATUS_REGRESSION: a case is slower in B, has a larger error, more iterations or more memory, or fails there; with `strict` also if a
// case is unresolved. STATUS_INPUT: no common case, or a build is ambiguous. STATUS_IO: `out` cannot be written.
Status compare_write(const CompareSettings *settings, FILE *out) GNU_MUST_CHECK;

#endif
