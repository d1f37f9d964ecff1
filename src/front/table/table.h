// Tables: a grid of texts and values from a spec, and the table of cases; as CSV, HTML, Markdown, LaTeX and plain text.
#ifndef WEFT_TABLE_TABLE_H
#define WEFT_TABLE_TABLE_H

#include <stdio.h>

#include "data/dataset.h"
#include "data/number.h"
#include "experiment/figure_spec.h"
#include "stats/ratio.h"

typedef struct TableCell {
    const char        *text;        // of a key; NULL for a value
    Estimate           estimate;    // count 0: not measured
    int                unconverged; // number of unconverged steps that the value includes
    bool               best;        // best of its row, significantly
    const RatioSample *samples;     // NULL: the table marks nothing, or the value cannot be compared (it pools cases, or is unreliable)
} TableCell;

typedef struct TableHead {
    const char *text;         // the whole heading
    const char *over, *under; // the same in two lines, the first over several columns; over is "" for one line
} TableHead;

typedef struct Table {
    int         row_count, column_count, key_count; // the first key_count columns are texts; empty columns are omitted
    TableHead  *heads;                              // [column_count]
    TableCell  *cells;                              // [row_count][column_count]
    bool        pooled;                             // some value pools several cases
    const char *missing;                            // why it is empty, or NULL
    const char *unknown;                            // values of `where` that no case has, or NULL
} Table;

// Everything lives in the dataset's arena.
Status table_init(Dataset *dataset, const TableSpec *spec, Table *out) GNU_MUST_CHECK;

// Marks the best column for each row and value of the spec, if it is better than every other at 95 %, like a verdict on their ratio. "Best"
// requires all of these comparisons, so none needs a corrected level. A row with a value without samples (TableCell) has no mark. Call it
// before empty columns are omitted.
void table_mark_best(const TableSpec *spec, Table *table);

Status      table_csv(const Table *table,
                      const char  *path) GNU_MUST_CHECK; // each value with columns for low, high, and processes or n
void        table_html(const Table *table, FILE *out);
const char *table_print_class(const Table *table); // attribute of a table printed in landscape; "" for none
void        table_markdown(const Table *table, FILE *out);
Status      table_text(const Table *table,
                       FILE        *out) GNU_MUST_CHECK; // at most 80 columns wide: further columns follow below, with the keys repeated

// A tabular for \input in an article: booktabs, one S column of siunitx 3 per value. Columns beyond the page width follow in further
// tabulars below it, with the keys repeated. title: for the comment at the top.
Status table_latex(const Table *table, const char *title, FILE *out) GNU_MUST_CHECK;

// ---- shared by the writers ----

bool table_is_measured(const Table *table, int column);               // true if its values differ from process to process
int  table_common_count(const Table *table);                          // the number of samples if equal for all values, else 0
void table_value(double value, bool measured, char out[NUMBER_TEXT]); // three digits, a count whole
// "[1.2, 1.4]"; "" for none. Returns out.
enum { TABLE_INTERVAL_MAX = 2 * NUMBER_TEXT + 8 };
const char *table_interval(const Estimate *estimate, char out[TABLE_INTERVAL_MAX]);
// For a terminal: "±2.1 %", half the interval over the median, or both ends of an interval wider than its median; "" for none. Returns out.
const char *table_spread(const Estimate *estimate, char out[TABLE_INTERVAL_MAX]);
typedef struct TableSigns {
    const char *open, *close; // round the interval
    const char *best, *ring;  // signs of the best cell and of a cell with unconverged steps
    const char *missing;      // sign of a cell without a value
} TableSigns;
enum { TABLE_NOTE_MAX = 1024 };
// Explains the interval, the number of samples, and the signs.
void table_note(const Table *table, const TableSigns *signs, char out[TABLE_NOTE_MAX]);

// ---- the table of cases ----

// The table of cases, one row per case in plan order: step time, time per constraint and iteration, final error. p95 and p99 of step_ms are
// over the steps of all repetitions (the frame times of a game). They are NAN for fewer than 20 and 100 steps, where one step would decide.
typedef struct CaseLine {
    Estimate step_ms, ns_per_constraint, error; // error: error_of_start at the end of each probe step
    int      steps;
    double   p95, p99, worst;
} CaseLine;
Status case_lines(Dataset *dataset, CaseLine **out) GNU_MUST_CHECK; // [case_count]

Status case_csv(const Dataset *dataset, const CaseLine *lines, const char *path) GNU_MUST_CHECK; // settings, status and values of each case
void   case_html(const Dataset *dataset, const CaseLine *lines, FILE *out);
Status case_text(const Dataset *dataset, const CaseLine *lines, FILE *out) GNU_MUST_CHECK; // at most 80 columns

#endif
