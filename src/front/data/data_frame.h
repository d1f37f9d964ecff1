// Frame: rows of one data view of one experiment with the names a figure or table asks for, and their grouping into summaries.
#ifndef WEFT_DATA_DATA_FRAME_H
#define WEFT_DATA_DATA_FRAME_H

#include "data/dataset.h"
#include "experiment/figure_spec.h"
#include "stats/ratio.h"

enum { FRAME_NAMES_MAX = 24, FRAME_ROUNDED = 2 };
#define FRAME_CASE "" // as a name: the index of the case

typedef struct FrameQuery {
    const DataView *data;
    int         count; // of names: columns of the data, facts of the model, settings, or expressions of these; FRAME_CASE; NULL: no value
    const char *names[FRAME_NAMES_MAX];
    const SpecFilter *where, *also; // a row must pass both lists
    int               where_count, also_count;
    int               value, value_count; // of the names: values; where one of them is a time, of data that is not by repetition, there is
                                          // a row for each process. Elsewhere such a time is the median over processes
} FrameQuery;

// What a case needs to reach a target that it never reached is infinite.
// An expression has no value if one of its names has no value in that row. If its result is not finite (the logarithm of zero, say) it has
// no value either, but `number` holds the result, NaN or infinite.
typedef struct FrameRow {
    int     case_index;
    int     unconverged;             // steps without convergence that it rests on, of a solver that has a criterion
    bool    own;                     // it rests on the case's own trajectory
    int64_t repetition;              // 0 for data that is not by repetition
    int64_t process;                 // negative: of a store that does not tell; all repetitions of such a case count as one process
    int64_t round;                   // of that process, another number in each run; 0: not known
    double  rounding[FRAME_ROUNDED]; // of the first values of the query: how far a step of the clock changes them
    Value   values[FRAME_NAMES_MAX];
} FrameRow;

typedef struct Frame {
    const DataView *data;
    bool            reference;                 // a name is a difference from a reference
    bool            measured[FRAME_NAMES_MAX]; // the name differs from process to process
    int             count;
    FrameRow       *rows; // in plan order; warm-up steps are not in it
} Frame;

Status frame_init(Dataset *dataset, const FrameQuery *query, Frame *out) GNU_MUST_CHECK;
void   frame_destroy(Frame *frame);            // takes a zeroed one
#define FRAME GNU_CLEANUP(frame_destroy) Frame // a local one, zeroed, ends with its block

enum { GROUP_CASES_MAX = 8 };

typedef struct Group {
    Value    key[SPEC_LIST_MAX + 2];
    Estimate estimate;
    double  *values;      // [estimate.count] sorted
    double  *ordered;     // the same by process, of what is measured
    int64_t *rounds;      // [estimate.count] of these processes
    double  *scratch;     // [estimate.count] of a ratio
    double   rounding;    // how far a step of the clock changes a value
    int      unconverged; // the most of a row
    int      first;       // least row index in it: groups are ordered as the plan is
    int      case_count;  // different cases whose samples were pooled, up to GROUP_CASES_MAX: the figure warns of more than 1
    int      cases[GROUP_CASES_MAX];
} Group;

typedef struct FrameGroups {
    int    count;
    Group *groups; // sorted by key; their values, and those by process, are behind them
} FrameGroups;

// Groups rows by values[0 … key_count−1] and summarises values[value] as report.h says. Rows without the value are left out; a key
// that a case does not have counts as a value of its own.
Status frame_group(const Frame *frame, int key_count, int value, FrameGroups *out) GNU_MUST_CHECK;
void   frame_groups_destroy(FrameGroups *groups); // takes zeroed ones
#define FRAME_GROUPS GNU_CLEANUP(frame_groups_destroy) FrameGroups

// The groups of what a query gives, by the names before its value.
Status frame_summarise(Dataset *dataset, const FrameQuery *query, FrameGroups *out) GNU_MUST_CHECK;

// What a group is measured by, for the ratio to another; of one that is measured. The ratio is used before the next of this group is made.
RatioSample group_sample(const Group *group);

#endif
