// Comparison: the measurements of two sides, case by case, and the results. Read by comparison_read.c, judged by comparison_judge.c,
// printed by comparison_text.c and comparison_json.c.
#ifndef WEFT_JUDGE_COMPARISON_H
#define WEFT_JUDGE_COMPARISON_H

#include "base/arena.h"
#include "case/case.h"
#include "judge/compare.h"
#include "stats/ratio.h"

// Quantities that are equal in every repetition of a build. COMPARED(constant, name, more, less, tolerance): changes within the tolerance
// are ignored.
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
    int64_t     id; // 0: this side has no build of this precision
    const char *hash, *commit, *compiler, *measured, *cpu;
    int         dirty; // 1: its source had uncommitted changes; −1: unknown
} ComparedBuild;

typedef struct ProcessValue {
    int64_t case_id;
    int64_t round;     // different in each run; 0: unknown
    double  ms;        // median of its repetitions of their median steps
    bool    disturbed; // more than DISTURBED_SHARE_MAX of its steps were disturbed
} ProcessValue;

// A case of one side.
typedef struct SideCase {
    const char *key, *label, *status, *message, *findings;
    int64_t     id, build;
    const char *hash; // hash of its final state; NULL: none, or several
    int         hashes, unconverged;
    bool        f32;
    double      quantities[COMPARED_COUNT]; // NAN: unknown
    int         first, count, disturbed;    // its processes in the side's values; disturbed: number of disturbed processes
} SideCase;

typedef struct ComparedSide {
    const CompareInput *input;
    const char         *path; // of the input, for printing
    int                 side; // uses processes of this side of two-sided runs; −1: all processes
    Arena               arena;
    ComparedBuild       builds[PRECISION_COUNT];
    int                 case_count, value_count;
    SideCase           *cases;  // by key
    ProcessValue       *values; // of each case by round
} ComparedSide;

Status compared_side_read(const CompareInput *input, int side, ComparedSide *out) GNU_MUST_CHECK;
void   compared_side_destroy(ComparedSide *side); // accepts a failed or zeroed one

typedef enum CompareAnswer {
    COMPARE_UNTIMED, // a side has no times
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
    Ratio          *distribution;                // of the ratio; NULL: unknown
    CompareAnswer   answer;
    int             changes[COMPARED_COUNT]; // 1: more in B; −1: less
    bool            other_bits;
    int             outcome; // 1: done in A and failed in B; −1: the reverse; 0: equal, or a side has not ended
} ComparedCase;

typedef struct Comparison {
    ComparedSide  sides[2];
    Arena         arena; // memory of the following members
    double        threshold;
    int           case_count, only[2];
    ComparedCase *cases; // in the order of A
    int           answers[COMPARE_ANSWERS], more[COMPARED_COUNT], less[COMPARED_COUNT], other_bits, failed;
    int           single;                    // cases with one process on a side
    int           worse;                     // cases with any regression
    double        mean, mean_low, mean_high; // geometric mean of the ratios; NAN: unknown
    bool          other_machine;             // the sides were measured on different processors
} Comparison;

// Needs both sides; fills the members after `threshold`. STATUS_INPUT: no common case.
Status comparison_judge(Comparison *comparison) GNU_MUST_CHECK;

const char *compared_name(ComparedQuantity quantity);
const char *compared_change(ComparedQuantity quantity, int change); // "larger"
void        compared_format(ComparedQuantity quantity, double value, char *out, size_t size);

void   comparison_text(const Comparison *comparison, FILE *out); // in 80 columns
void   comparison_markdown(const Comparison *comparison, FILE *out);
Status comparison_json(const Comparison *comparison, FILE *out) GNU_MUST_CHECK;

#endif
