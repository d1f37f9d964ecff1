// Verdicts: whether the data shows what an experiment claims, and by how much.
//
// Samples. A row of the data with a value is a sample; repetitions of a case become one sample per point (step, iteration, constraint,
// …), their median; of data by repetition each repetition is its own median first, and a case gives one sample. Of what is measured
// (report.h) a sample is the median over the processes of the case. A statistic makes one number of the samples of a side; `last` is
// the median of those at the last step, and at its last iteration, of each case.
//
// Numbers. value: the statistic of A, the side `of`. ratio: that over the statistic of B, `against`. change: |A/B − 1|. With
// `expected`, each sample has its own B, and the statistic is taken of the ratios or changes; the default statistic is then the sample
// nearest to breaking a bound. slope: the least-squares slope of log10 of the statistic at each value of `over` against log10 of that
// value; values of zero or below are left out. rate: the factor from one `over` to the next, ten to the slope of log10 against `over`
// itself. Where each side has one sample, their ratio and its interval are those of stats/ratio.h.
//
// Intervals. Any other number made of measured samples has one, too: its samples are drawn from what their processes tell of their centres
// (stats/interval.h), samples of one case in a side together. A smallest or largest of several samples is drawn at the ends that cover all
// of them: of values drawn one by one it would lie beyond the true one, the more of them there are. An exact number is its own
// interval.
//
// Answers. In each group of `for_each` the interval must lie strictly between the bounds; the answer is no if in some group it lies
// beyond one: there of all groups together, and under variations of all of these together, so that k of them are not k chances. If it
// contains a bound the answer is "too close to call". Otherwise the answer is "not measured" if a group of A has no samples of B, if a
// number is not finite, or if a case that the filters select diverged, failed or was not run, since that case may contradict the claim,
// or if a sample is of one process. Yes or no, it is "not measured" too
// - if a sample rests on a step without convergence, of a solver that has a criterion, without `unconverged: allowed`;
// - if it is of the states of a case with a finding that voids it (measure/finding_list.h), or a difference from a reference that has
//   any finding, without `findings: allowed`. Other findings of the cases, and conditions that do not hold, are noted.
// A case that never reached its target needs infinite time and iterations; numbers of opposite sign have no ratio. The worst group is
// the one nearest to a bound, or furthest beyond it.
#ifndef WEFT_JUDGE_VERDICT_H
#define WEFT_JUDGE_VERDICT_H

#include <math.h>

#include "data/dataset.h"
#include "experiment/figure_spec.h"

enum { VERDICT_NOTE_MAX = 3 * SPEC_TEXT_MAX, VERDICT_HELD_MAX = 4 * SPEC_TEXT_MAX };

typedef enum VerdictAnswer { VERDICT_YES, VERDICT_NO, VERDICT_CLOSE, VERDICT_UNKNOWN, VERDICT_ANSWERS } VerdictAnswer;

typedef struct VerdictVariation VerdictVariation;

typedef struct VerdictResult {
    const VerdictSpec *spec;
    VerdictAnswer      answer;
    bool               barred;                    // it rests on unconverged steps, findings or lost cases that leave no answer
    double             number;                    // of the worst group that was measured; NaN if none was
    double             low, high;                 // its 95 % interval; NaN if it has none
    int                processes;                 // the fewest of a sample; 0 for what is exact
    char               worst[SPEC_TEXT_MAX];      // that group, "n 64, xpbd"; "" without for_each or when none was measured
    char               note[VERDICT_NOTE_MAX];    // what a reader must know, or ""
    int                samples, against;          // of the sides, in all groups
    int                groups;                    // of A
    int                held;                      // those of them whose own answer is yes
    char               held_in[VERDICT_HELD_MAX]; // these, "n 8; n 16"; cut where they are too many; "" without for_each
    int                variation_count;           // under which it was judged again
    VerdictVariation  *variations;                // [variation_count]
} VerdictResult;

struct VerdictVariation {
    char          name[VARIATION_NAME_MAX];
    VerdictResult result; // without variations
};

// among: how many times the claim is judged, which together shall not say no by chance.
Status verdict_compute(Dataset *dataset, const VerdictSpec *spec, int among, VerdictResult *out) GNU_MUST_CHECK;

// Whether a side of the verdict selects this case, by its settings.
bool verdict_selects(const Dataset *dataset, int case_index, const VerdictSpec *spec, bool against);

// Distance of a number to the nearest bound: positive inside, negative outside.
static inline double verdict_margin(const VerdictSpec *v, double number)
{
    const double under = isfinite(v->below) ? v->below - number : INFINITY, over = isfinite(v->above) ? number - v->above : INFINITY;
    return fmin(under, over);
}

#endif
