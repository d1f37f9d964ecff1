// Side of a verdict: the samples of its rows, in the groups of `for_each` (verdict.h says what a sample is).
#ifndef WEFT_JUDGE_VERDICT_SIDE_H
#define WEFT_JUDGE_VERDICT_SIDE_H

#include "data/data_frame.h"
#include "experiment/figure_spec.h"
#include "stats/ratio.h"

typedef struct Sample {
    int             case_index, group; // group: of A's groups, or -1
    int             unconverged;       // the most steps without convergence that a row rests on
    int64_t         process, repetition;
    const FrameRow *row;    // its keys and points
    double          number; // may be NAN or infinite
    double          rounding;
    Centre          centre; // of the processes; count 0: it is exact, or not finite
    double          over;   // 0 when there is no slope
    bool            last;   // of its case, group and value of `over`
    int             stream; // of the uniform variates of the group
} Sample;

typedef struct Side {
    Frame    frame;
    Arena    arena;    // holds what is below
    bool     measured; // its samples have centres
    int      count;
    Sample  *samples;
    double  *values;  // [count] of the processes, sample by sample, where the centre of each has its own
    double  *ordered; // [count] the same, which the centres sort, by process
    int64_t *rounds;  // [count] of the processes of `ordered`
    double  *scratch; // [count]
    Sample **picked;  // [count] group by group
    int     *first;   // [groups + 1] into picked
} Side;

// filters: of the side, beside those that both share. side_destroy takes one that failed to load, or a zeroed one.
Status side_load(Dataset *dataset, const VerdictSpec *spec, const SpecFilter *filters, int filter_count, Side *out) GNU_MUST_CHECK;
void   side_destroy(Side *side);
#define SIDE GNU_CLEANUP(side_destroy) Side // a local one, zeroed, ends with its block

// Numbers the groups of A and lists the samples of both sides by them. *out: [*count] a row of each, in the arena of A.
Status side_group(const VerdictSpec *spec, Side *a, Side *b, const FrameRow ***out, int *count) GNU_MUST_CHECK;

// The samples of a group; returns how many.
int side_pick(const Side *side, int group, Sample ***out);

// What a sample is measured by, for the ratio to one of another side; its centre has a count. The ratio is used before the side's next.
RatioSample side_sample(const Side *side, const Sample *sample);

// The ratio or change of two numbers.
double side_compare(const VerdictSpec *spec, double a, double b);

#endif
