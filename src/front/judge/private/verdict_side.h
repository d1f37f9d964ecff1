// Side of a verdict: the samples of its rows, in the groups of `for_each` (verdict.h defines a sample).
#ifndef WEFT_JUDGE_VERDICT_SIDE_H
#define WEFT_JUDGE_VERDICT_SIDE_H

#include "data/data_frame.h"
#include "experiment/figure_spec.h"
#include "stats/ratio.h"

typedef struct Sample {
    int             case_index, group; // group: index of A's group, or -1
    int             unconverged;       // largest number of unconverged steps that a row rests on
    int64_t         process, repetition;
    const FrameRow *row;    // its keys and points
    double          number; // may be NAN or infinite
    double          rounding;
    Centre          centre; // over processes; count 0: exact, or not finite
    double          over;   // 0 without a slope
    bool            last;   // the last sample of its case, group and value of `over`
    int             stream; // index of its uniform variate in the group
} Sample;

typedef struct Side {
    Frame    frame;
    Arena    arena;    // memory of the following members
    bool     measured; // the samples have centres
    int      count;
    Sample  *samples;
    double  *values;  // [count] of the processes, sample by sample
    double  *ordered; // [count] the same, sorted by process for the centres
    int64_t *rounds;  // [count] of the processes of `ordered`
    double  *scratch; // [count]
    Sample **picked;  // [count] group by group
    int     *first;   // [groups + 1] into picked
} Side;

// filters: of this side, in addition to the shared filters. side_destroy accepts a side that failed to load, or a zeroed one.
Status side_load(Dataset *dataset, const VerdictSpec *spec, const SpecFilter *filters, int filter_count, Side *out) GNU_MUST_CHECK;
void   side_destroy(Side *side);
#define SIDE GNU_CLEANUP(side_destroy) Side // a local side, zeroed; freed at the end of its block

// Numbers the groups of A and lists the samples of both sides by group. *out: [*count] one row of each group, in the arena of A.
Status side_group(const VerdictSpec *spec, Side *a, Side *b, const FrameRow ***out, int *count) GNU_MUST_CHECK;

// The samples of a group; returns their number.
int side_pick(const Side *side, int group, Sample ***out);

// The measurements of a sample, for the ratio to a sample of the other side; its centre must have a count. Valid until the next call.
RatioSample side_sample(const Side *side, const Sample *sample);

// The ratio or change of two numbers.
double side_compare(const VerdictSpec *spec, double a, double b);

#endif
