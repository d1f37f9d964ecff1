// Frame: rows of one data view of one experiment, with the names that a figure or table uses, and summaries of groups of rows.
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
    int               value, value_count; // which names are values. If one is a time, in data that are not by repetition, there is one row
                                          // per process. Other times in such data are medians over processes
} FrameQuery;

// The effort to reach a target that a case did not reach is infinite.
// An expression has no value if one of its names has no value in that row, or if its result is not finite (the logarithm of zero, say); in
// the second case `number` is the result, NaN or infinite.
typedef struct FrameRow {
    int     case_index;
    int     unconverged;             // number of unconverged steps that affect the row, if the solver has a convergence criterion
    bool    own;                     // the row depends on the case's own trajectory
    int64_t repetition;              // 0 for data that are not by repetition
    int64_t process;                 // negative: older store without processes; all repetitions of such a case count as one process
    int64_t round;                   // round of that process, numbered differently in each run; 0: unknown
    double  rounding[FRAME_ROUNDED]; // change of the first values of the query by one step of the clock
    Value   values[FRAME_NAMES_MAX];
} FrameRow;

typedef struct Frame {
    const DataView *data;
    bool            reference;                 // some name is a difference from a reference
    bool            measured[FRAME_NAMES_MAX]; // the name varies between processes
    int             count;
    FrameRow       *rows; // in plan order, without warm-up steps
} Frame;

Status frame_init(Dataset *dataset, const FrameQuery *query, Frame *out) GNU_MUST_CHECK;
void   frame_destroy(Frame *frame);            // takes a zeroed one
#define FRAME GNU_CLEANUP(frame_destroy) Frame // a local one, zeroed, ends with its block

enum { GROUP_CASES_MAX = 8 };

typedef struct Group {
    Value    key[SPEC_LIST_MAX + 2];
    Estimate estimate;
    double  *values;      // [estimate.count] sorted
    double  *ordered;     // the same values by process, if measured
    int64_t *rounds;      // [estimate.count] rounds of these processes
    double  *scratch;     // [estimate.count] for a ratio
    double   rounding;    // change of a value by one step of the clock
    int      unconverged; // maximum over its rows
    int      first;       // lowest row index: groups are in plan order
    int      case_count;  // number of cases whose samples were pooled, up to GROUP_CASES_MAX: the figure warns above 1
    int      cases[GROUP_CASES_MAX];
} Group;

typedef struct FrameGroups {
    int    count;
    Group *groups; // sorted by key; the arrays of values follow in the same block
} FrameGroups;

// Groups rows by values[0 … key_count−1] and summarises values[value]. Rows without the value are omitted; a missing key counts as a value
// of its own.
Status frame_group(const Frame *frame, int key_count, int value, FrameGroups *out) GNU_MUST_CHECK;
void   frame_groups_destroy(FrameGroups *groups); // takes zeroed ones
#define FRAME_GROUPS GNU_CLEANUP(frame_groups_destroy) FrameGroups

// The groups of the rows of a query, by the names before its value.
Status frame_summarise(Dataset *dataset, const FrameQuery *query, FrameGroups *out) GNU_MUST_CHECK;

// The sample of a measured group, for a ratio. Use the ratio before the next sample of this group is made.
RatioSample group_sample(const Group *group);

#endif
