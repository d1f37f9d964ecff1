// Compare: two builds, case by case, from one store or two. Of one store and without a build named, they are those that a run has measured
// side by side (`weft compare --run`), each with its processes of such runs.
//
// A case is what both sides have under the same key. Its time: the median step of each repetition, of these the median of each process, and
// of the processes of both sides the ratio of stats/ratio.h. Of one store their rounds are known: processes that were started in turn
// (`weft compare --run`) are compared round by round. With one process on a side, as in stores made
// before processes were counted, nothing is known of the spread between processes, and the answer is unresolved.
//   slower, faster   the ratio B/A differs from 1 at the level of 5 % for all cases together (Holm 1979), and by more than the threshold
//   same             its 95 % interval lies within the threshold
//   unresolved       neither: more processes are needed
// Quantities that are the same in every repetition (error, iterations, bits of the final state, peak memory) are compared as they are.
#ifndef WEFT_JUDGE_COMPARE_H
#define WEFT_JUDGE_COMPARE_H

#include <stdio.h>

#include "store/store.h"

typedef enum CompareFormat { COMPARE_TEXT, COMPARE_JSON, COMPARE_MARKDOWN } CompareFormat;

typedef struct CompareInput {
    Store      *store; // both sides may be the same one
    const char *path;  // for people
    const char *build; // beginning of the hash or of the commit of one; NULL: for each precision the one that measured last
} CompareInput;

typedef struct CompareSettings {
    CompareInput  sides[2];  // A, B
    double        threshold; // the smallest change of time that matters: 0.03 for 3 %
    CompareFormat format;
    bool          strict; // unresolved cases end as regressions do
} CompareSettings;

// STATUS_REGRESSION when a case is slower in B, has a larger error, more iterations or more memory, or fails there; or with `strict` is
// unresolved. STATUS_INPUT when no case is in both, or a build cannot be told; STATUS_IO when `out` cannot be written.
Status compare_write(const CompareSettings *settings, FILE *out) GNU_MUST_CHECK;

#endif
