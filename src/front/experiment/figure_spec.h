// The `figures:`, `tables:` and `verdicts:` sections of an experiment file. They are checked when the experiment is planned, and read again
// from the stored text by the report.
//
//   figures:
//     - name: error_against_time        # the name of its files
//       title: Error against wall time  # optional
//       data: convergence               # step | tail | phase | roofline | counter | setup | linsys | convergence | accuracy |
//                                       # step_end | trajectory | force | contact | contact_time | work | outcome
//       x: time_ms                      # a column of the data, a fact of the model, or a setting of the case; or an expression of these
//       y: error                        # a column of the data or a fact of the model: a number; or an expression of these and of settings
//       series: [solver, precision]     # one line per combination; columns of the data or settings of the case
//                                       # `block` is the block of the case, here and in every filter
//       log: [x, y]
//       where: {phase: solve}           # keeps rows with this value, or one of a list; "": lacks the setting. 1..8, 1.. and ..8 are
//                                       # ranges of numbers, ends included
//       relative_to: {threads: 1}       # y becomes y(filter) / y: a speed-up. Its names are x or in series.
//       efficiency: true                # divided by x / x(filter): a parallel efficiency; relative_to must name only x
//       style: lines                    # a row of figure_style_list.h; default: lines, bars where x has two values only.
//                                       # frontier: a line through the points that no other of the series beats in both x and y
//                                       # data_profile: the share of the problems that a series solves within x, each with its best
//                                       # setting; without y
//                                       # performance_profile: the same for two series, with x relative to the smaller of both; without y
//       facets: scene.n                 # a panel for each value, with a common key and common axes
//       problems: [scene, dt]           # profiles: the settings that define a problem; with series at most nine names
//       solved: {trajectory_error: ..0.01} # profiles: a problem is solved if this holds and x has a value
//       size: …, limits: …, key: …, font: …, formats: …  # figure_layout.h
//       x_label: …, y_label: …          # instead of the default labels
//       z: trajectory_error             # style heat: the colour of a cell, with the syntax of y. Each value of x is a column of
//                                       # cells, each value of y a row; log, limits and z_label apply to z
//       contours:                       # style heat: contour lines between the cells
//         value: step_ms                # a quantity of the same data
//         levels: [1, 2, 4, 8]          # increasing; default: a few round ones in the range
//       mark: 0.01                      # style heat: a bold contour line at this z; with contours, the note under the figure also
//                                       # gives their smallest value where z is at most this
//       labels: {…}                     # override those of the experiment: labels.h; also for tables
//       curves:                         # closed forms, drawn as thin dashed lines over the x of the samples, behind them
//         - label: implicit Euler       # in the key
//           y: 1/(1 + scene.stiffness*dt^2)
//           where: {…}                  # the samples that provide x and the settings
//   tables:
//     - name: set_up                    # its file is set_up-table.csv
//       title: …
//       data: setup
//       rows: [linsys, scene.n]         # settings that distinguish the rows; default: every setting that varies
//       columns: phase                  # optional: one group of columns per value of this
//       values: [ms]                    # numbers, with the syntax of y: median, interval and count of each
//       best: least                     # or most: marks the best column of each row, if significantly better than all others
//       where: {…}
//   verdicts:
//     - id: xpbd_sag                           # [a-z][a-z0-9_]*, unique in the file; records are compared by id, not by wording
//       claim: XPBD sags the same from 20 to 320 iterations  # one sentence that is true or false
//       data: trajectory
//       value: centre_y                        # with the syntax of y of a figure
//       where: {last: 1}                       # filters the rows of both sides
//       of: {solver: xpbd, iterations: 320}    # the first side, the subject of the claim
//       against: {solver: xpbd, iterations: 20} # the second side; or
//       expected: 1/(1 + scene.stiffness*dt^2) # the expected value of each sample: a number, setting, column or expression
//       for_each: [scene.n]                    # compares within each group; the worst group decides
//       statistic: median                      # median | mean | min | max | last, over the samples of a side
//       compare: change                        # value | ratio | change | slope | rate, defined in judge/verdict.h
//       over: iteration                        # of a slope or rate; must not differ from process to process
//       unconverged: allowed                   # for claims on convergence itself. Without it, a verdict that rests on an unconverged step
//       of
//                                              # a solver with a criterion is "not measured"
//       findings: allowed                      # for claims on the findings, or that hold in spite of them. Without it, a verdict is "not
//                                              # measured" if it is on states or errors of a case with a finding that voids them
//                                              # (measure/finding_list.h), or against a reference with a finding. For times and contacts
//                                              # findings are noted
//       below: 0.02                            # one bound or both
//       above: …
//       source: closed form                    # the source of the bound: claim_spec.h
//       carries: sag                           # the sentences of `expected` that rest on this claim: claim_spec.h
//       vary: [half the step]                  # the variations under which it is judged again (variation.h), or none; default: all
#ifndef WEFT_EXPERIMENT_FIGURE_SPEC_H
#define WEFT_EXPERIMENT_FIGURE_SPEC_H

#include "base/expression.h"
#include "base/text.h"
#include "base/yaml.h"
#include "experiment/claim_spec.h"
#include "experiment/data_view.h"
#include "experiment/figure_layout.h"
#include "experiment/labels.h"
#include "experiment/variation.h"

// The ending of file names of tables, which a figure name must not have.
#define TABLE_FILE_ENDING "-table"

enum {
    SPEC_NAME_MAX = TEXT_FILE_NAME_MAX + 1,
    SPEC_TEXT_MAX = EXPRESSION_TEXT_MAX,
    SPEC_COUNT_MAX = 1000, // number of figures, of tables, of verdicts
    SPEC_LIST_MAX = 8,
    SPEC_Y_LABEL_MAX = 33,
    SPEC_VALUES_MAX = 24,
    SPEC_CURVES_MAX = 6,
    SPEC_SOLVED_MAX = 4,
    SPEC_PROFILE_NAMES_MAX = SPEC_LIST_MAX + 1, // names in series and problems together
    SPEC_LEVELS_MAX = 12
};

typedef struct SpecFilter {
    char name[SPEC_NAME_MAX];
    int  count;
    char values[SPEC_VALUES_MAX][SPEC_NAME_MAX];
} SpecFilter;

typedef struct SpecRange {
    double low, high; // infinite if not given
} SpecRange;

// True if a value of a filter is a range, "1..8", "1.." or "..8".
bool spec_range(const char *text, SpecRange *out);

// The properties of a style for the reader, the axes, the notes and the writers.
typedef struct FigureStyle {
    const char *name;
    bool        spread;      // draws the intervals
    bool        joined;      // lines join the points of a series
    bool        categorical; // each x is a category, at 0, 1, 2, … on the axis; y starts at zero
    bool        stacked;     // the series of a category are stacked
    bool        cells;       // a map: y is categorical, too, and the quantity is a colour
    bool        of_two;      // the default for an x with only two values, where a line shows nothing
    bool        frontier;    // joins only the points of a series that no other point beats in both x and y
    bool        profile;     // y is not given; it is the share of problems that are solved within x
    bool        ratio;       // x becomes its ratio to the smallest of the series
} FigureStyle;

const FigureStyle *figure_style_at(int index); // NULL past the last

typedef struct CurveSpec {
    char       label[SPEC_TEXT_MAX], y[SPEC_TEXT_MAX];
    int        where_count;
    SpecFilter where[SPEC_LIST_MAX];
} CurveSpec;

typedef struct ContourSpec {     // contour lines on a map of cells
    char   value[SPEC_TEXT_MAX]; // "": none
    int    level_count;          // 0: chosen by the range
    double levels[SPEC_LEVELS_MAX];
} ContourSpec;

// Reduces the samples of a side or of a point to one number. Figures support the first four.
typedef enum Statistic {
    STATISTIC_MEDIAN,
    STATISTIC_MEAN,
    STATISTIC_MIN,
    STATISTIC_MAX,
    STATISTIC_LAST,
    STATISTIC_WORST // default with `expected`: the sample with the smallest margin to a bound
} Statistic;

typedef struct FigureSpec {
    char               name[SPEC_NAME_MAX], title[SPEC_TEXT_MAX], x_label[SPEC_TEXT_MAX], y_label[SPEC_TEXT_MAX]; // "" when not given
    const DataView    *data;
    char               x[SPEC_TEXT_MAX], y[SPEC_TEXT_MAX]; // a name, or an expression; y: "" if the style computes it
    int                series_count, where_count, relative_count;
    char               series[SPEC_LIST_MAX][SPEC_NAME_MAX];
    SpecFilter         where[SPEC_LIST_MAX], relative[SPEC_LIST_MAX]; // relative: one value each
    bool               log_x, log_y, efficiency;
    Statistic          statistic; // for exact values; measured values use the median
    const FigureStyle *style;
    bool               style_given;
    int                facet; // index in series of the name with a panel for each value; −1: none
    FigureLayout       layout;
    int                problem_count, solved_count;
    char               problems[SPEC_LIST_MAX][SPEC_NAME_MAX]; // of a profile: names that define a problem
    SpecFilter         solved[SPEC_SOLVED_MAX];
    int                curve_count;
    CurveSpec          curves[SPEC_CURVES_MAX];
    char               rows[SPEC_TEXT_MAX], row_label[SPEC_TEXT_MAX]; // for a map of cells: its y; the member `y` is then its z
    ContourSpec        contours;
    double             mark;   // NaN: none
    Labels             labels; // its own and those of the experiment
} FigureSpec;

typedef enum TableBest { BEST_NONE, BEST_MIN, BEST_MAX } TableBest;

typedef struct TableSpec {
    char            name[SPEC_NAME_MAX], title[SPEC_TEXT_MAX], columns[SPEC_NAME_MAX]; // columns: "" when not given
    const DataView *data;
    int             row_count, value_count, where_count;                                      // row_count 0: every setting that varies
    char            rows[SPEC_LIST_MAX][SPEC_NAME_MAX], values[SPEC_LIST_MAX][SPEC_TEXT_MAX]; // values: names or expressions
    SpecFilter      where[SPEC_LIST_MAX];
    TableBest       best;
    Labels          labels; // its own and those of the experiment
} TableSpec;

typedef enum VerdictCompare { VERDICT_VALUE, VERDICT_RATIO, VERDICT_CHANGE, VERDICT_SLOPE, VERDICT_RATE } VerdictCompare;

static inline bool verdict_is_fitted(VerdictCompare compare) // to the samples of one side along `over`
{
    return compare == VERDICT_SLOPE || compare == VERDICT_RATE;
}

enum { CLAIM_ID_MAX = 40 };

typedef struct VerdictSpec {
    char            id[CLAIM_ID_MAX];
    char            claim[SPEC_TEXT_MAX], value[SPEC_TEXT_MAX], expected[SPEC_TEXT_MAX], over[SPEC_TEXT_MAX]; // "" when not given
    const DataView *data;
    bool            has_against, unconverged_allowed, findings_allowed;
    int             where_count, of_count, against_count, each_count;
    SpecFilter      where[SPEC_LIST_MAX], of[SPEC_LIST_MAX], against[SPEC_LIST_MAX];
    char            each[SPEC_LIST_MAX][SPEC_NAME_MAX];
    Statistic       statistic;
    VerdictCompare  compare;
    double          below, above; // INFINITY and −INFINITY when not given
    ClaimSource     source;
    bool            carries[SENTENCES_MAX];
    bool            vary_chosen; // only the listed variations, not all
    int             vary_count;
    char            vary[VARIATIONS_MAX][VARIATION_NAME_MAX];
} VerdictSpec;

bool verdict_varies(const VerdictSpec *spec, const char *variation); // true if it is judged under this variation

// True if a quantity, a name or an expression, differs from process to process.
bool quantity_measures(const DataView *data, const char *quantity);

typedef struct FigureSpecs {
    int          figure_count, table_count, verdict_count, sentence_count;
    FigureSpec  *figures;
    TableSpec   *tables;
    VerdictSpec *verdicts;
    Sentence     sentences[SENTENCES_MAX]; // of `expected`
    Labels       labels;
} FigureSpecs;

// Reads the three sections of an experiment and its labels (all optional). settings[setting_count]: names of all settings of its cases. A
// name that is neither a column nor one of these is an error with the nearest valid name. STATUS_INPUT with file:line and key; nothing to
// free then.
Status figure_specs_read(const YamlNode *experiment, const char *const *settings, int setting_count, FigureSpecs *out) GNU_MUST_CHECK;
void   figure_specs_destroy(FigureSpecs *specs);

// The default style for an x with only two values, or `style` itself.
const FigureStyle *figure_style_of_two(const FigureSpec *spec);

// True if y is a speed-up or an efficiency along a numeric x, so that an ideal line can be drawn: x / x(filter), or 1.
bool figure_spec_has_ideal(const FigureSpec *spec);

#endif
