// Verdicts: computes whether the data confirms a claim of an experiment, and its margin. Side A is `of`, side B is `against`.
//
// Samples
// - A row of the data with a value is a sample. The repetitions of a case give one sample per point (step, iteration, constraint, …): the
//   median of the repetitions.
// - For data by repetition, each repetition first becomes its median, and a case gives one sample.
// - For measured quantities (data_view_measures) a sample is the median over the processes of the case.
// - A statistic reduces the samples of a side to one number. `last`: the median of the samples at the last step, and at its last iteration,
//   of each case.
//
// Numbers (`compare`)
// - value: the statistic of A
// - ratio: the statistic of A divided by the statistic of B
// - change: |A/B − 1|
// - With `expected`, each sample has its own B, and the statistic is taken of the ratios or changes. The default statistic is then the
//   sample with the smallest margin to a bound.
// - slope: the least-squares slope of log10 of the statistic against log10 of `over`; values of zero or below are omitted
// - rate: the factor per unit of `over`, that is, ten to the power of the slope of log10 against `over`
// - If each side has one sample, the ratio and its interval are those of stats/ratio.h.
//
// Intervals
// - Other numbers of measured samples get an interval by drawing: each sample is drawn from the confidence distribution of its centre over
//   processes (stats/interval.h). Samples of one case in a side are drawn together.
// - A minimum or maximum of several samples is drawn at the ends that cover all samples together. Drawn one by one it would be biased, the
//   more so the more samples there are.
// - An exact number is its own interval.
//
// Answers
// - yes: in each group of `for_each` the interval lies strictly between the bounds
// - no: in some group the interval lies beyond a bound. For this test the intervals of all groups, and of all variations, hold together at
//   95 %, so that more groups do not give more chances for a false no.
// - too close to call: the interval contains a bound
// - not measured, instead of yes or too close to call: a group of A has no samples of B, a number is not finite, or a sample has only one
//   process
// - not measured, instead of yes: a selected case diverged, failed or was not run, because that case may contradict the claim
// - not measured, instead of yes or no, without `unconverged: allowed`: a sample rests on an unconverged step of a solver with a criterion
// - not measured, instead of yes or no, without `findings: allowed`: a sample is of states of a case with a finding that voids them
//   (measure/finding_list.h), or is a difference from a reference with any finding. Other findings and violated conditions are noted.
// - A case that never reached its target has infinite time and iterations. Numbers of opposite sign have no ratio.
// - The worst group is the one with the smallest margin to a bound, or furthest beyond a bound.
#ifndef WEFT_JUDGE_VERDICT_H
#define WEFT_JUDGE_VERDICT_H

#include <math.h>

#include "data/dataset.h"
#include "experiment/figure_spec.h"

enum { VERDICT_NOTE_MAX = 3 * SPEC_TEXT_MAX, VERDICT_GROUPS_MAX = 4 * SPEC_TEXT_MAX };

typedef enum VerdictAnswer { VERDICT_YES, VERDICT_NO, VERDICT_CLOSE, VERDICT_UNKNOWN, VERDICT_ANSWERS } VerdictAnswer;

typedef struct VerdictVariation VerdictVariation;

typedef struct VerdictResult {
    const VerdictSpec *spec;
    VerdictAnswer      answer;
    bool               barred;                         // unconverged steps, findings or lost cases forbid an answer
    double             number;                         // of the worst measured group; NaN: none
    double             low, high;                      // 95 % interval of the number; NaN: none
    int                processes;                      // smallest number of processes of a sample; 0: exact
    char               worst[SPEC_TEXT_MAX];           // the worst group, "n 64, xpbd"; "" without for_each or if no group was measured
    char               note[VERDICT_NOTE_MAX];         // caveats for the reader, or ""
    int                samples, against;               // samples of A and of B, in all groups
    int                groups;                         // of A
    int                yes_count;                      // number of groups with answer yes
    char               yes_groups[VERDICT_GROUPS_MAX]; // these groups, "n 8; n 16"; cut if too long; "" without for_each
    int                variation_count;                // variations under which the claim was judged again
    VerdictVariation  *variations;                     // [variation_count]
} VerdictResult;

struct VerdictVariation {
    char          name[VARIATION_NAME_MAX];
    VerdictResult result; // without variations
};

// among: how many times the claim is judged; the probability of a false no is bounded over all of them together.
Status verdict_compute(Dataset *dataset, const VerdictSpec *spec, int among, VerdictResult *out) GNU_MUST_CHECK;

// True if a side of the verdict selects this case by its settings.
bool verdict_selects(const Dataset *dataset, int case_index, const VerdictSpec *spec, bool against);

// Distance of a number to the nearest bound: positive inside, negative outside.
static inline double verdict_margin(const VerdictSpec *v, double number)
{
    const double under = isfinite(v->below) ? v->below - number : INFINITY, over = isfinite(v->above) ? number - v->above : INFINITY;
    return fmin(under, over);
}

#endif
