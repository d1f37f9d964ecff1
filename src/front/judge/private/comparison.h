// Comparison: what two sides have measured, case by case, and what follows from it. Read (comparison_read.c), judged (comparison_judge.c),
// printed (comparison_text.c, comparison_json.c).
#ifndef WEFT_JUDGE_COMPARISON_H
#define WEFT_JUDGE_COMPARISON_H

#include "base/arena.h"
#include "case/case.h"
#include "judge/compare.h"
#include "stats/ratio.h"

// Quantities that are the same in every repetition of a build. COMPARED(constant, name, more, less, tolerance): what is within the
// tolerance is the same.
#define COMPARED_QUANTITIES \
    COMPARED(COMPARED_ERROR, "error", "larger", "smaller", 0.01) \
    COMPARED(COMPARED_TRAJECTORY, "trajectory error", "larger", "smaller", 0.01) \
    COMPARED(COMPARED_ITERATIONS, "iterations", "more", "fewer", 0) \
    COMPARED(COMPARED_MEMORY, "peak memory", "more", "less", 0.05)

typedef enum ComparedQuantity {
#define COMPARED(constant, name, more, less, tolerance) constant,
    COMPARED_QUANTITIES
#undef COMPARED
        COMPARED_COUNT
} ComparedQuantity;

typedef struct ComparedBuild {
    int64_t     id; // 0: this side has none of this precision
    const char *hash, *commit, *compiler, *measured, *cpu;
    int         dirty; // 1: its source had changes that no commit has; −1: not known
} ComparedBuild;

typedef struct ProcessValue {
    int64_t case_id;
    int64_t round;     // another number in each run; 0: not known
    double  ms;        // median of its repetitions of their median steps
    bool    disturbed; // more than DISTURBED_SHARE_MOST of its steps were
} ProcessValue;

// A case of one side.
typedef struct SideCase {
    const char *key, *label, *status, *message, *findings;
    int64_t     id, build;
    const char *hash; // of its final state; NULL: there is none, or there are several
    int         hashes, unconverged;
    bool        f32;
    double      quantities[COMPARED_COUNT]; // NAN: not known
    int         first, count, disturbed;    // of its processes, in the side's values; disturbed: how many of them were
} SideCase;

typedef struct ComparedSide {
    const CompareInput *input;
    const char         *path; // of the input, to be printed
    int                 side; // its processes are those of this side of runs that have two; −1: all
    Arena               arena;
    ComparedBuild       builds[PRECISION_COUNT];
    int                 case_count, value_count;
    SideCase           *cases;  // by key
    ProcessValue       *values; // of each case by round
} ComparedSide;

Status compared_side_read(const CompareInput *input, int side, ComparedSide *out) GNU_MUST_CHECK;
void   compared_side_destroy(ComparedSide *side); // takes one that failed, or a zeroed one

typedef enum CompareAnswer {
    COMPARE_UNTIMED, // a side has no time
    COMPARE_SAME,
    COMPARE_UNRESOLVED,
    COMPARE_FASTER,
    COMPARE_SLOWER,
    COMPARE_ANSWERS
} CompareAnswer;
extern const char *const COMPARE_ANSWER_NAMES[COMPARE_ANSWERS];

typedef struct ComparedCase {
    const SideCase *sides[2];
    double          ms[2];
    int             pairs;                       // 0: two samples
    double          ratio, low, high, p, p_holm; // NAN: not known
    Ratio          *distribution;                // of the ratio; NULL: not known
    CompareAnswer   answer;
    int             changes[COMPARED_COUNT]; // 1: more in B; −1: less
    bool            other_bits;
    int             outcome; // 1: done in A and failed in B; −1: the other way round; 0 also where a side has not ended
} ComparedCase;

typedef struct Comparison {
    ComparedSide  sides[2];
    Arena         arena; // holds what is below
    double        threshold;
    int           case_count, only[2];
    ComparedCase *cases; // in the order in which A has them
    int           answers[COMPARE_ANSWERS], more[COMPARED_COUNT], less[COMPARED_COUNT], other_bits, failed;
    int           single;                    // cases with one process on a side
    int           worse;                     // cases with any regression
    double        mean, mean_low, mean_high; // geometric mean of the ratios; NAN: not known
    bool          other_machine;             // the sides were measured on different processors
} Comparison;

// Of sides that are read; fills what is below `threshold`. STATUS_INPUT when they have no case in common.
Status comparison_judge(Comparison *comparison) GNU_MUST_CHECK;

const char *compared_name(ComparedQuantity quantity);
const char *compared_change(ComparedQuantity quantity, int change); // "larger"
void        compared_format(ComparedQuantity quantity, double value, char *out, size_t size);

void   comparison_text(const Comparison *comparison, FILE *out); // in 80 columns
void   comparison_markdown(const Comparison *comparison, FILE *out);
Status comparison_json(const Comparison *comparison, FILE *out) GNU_MUST_CHECK;

#endif
