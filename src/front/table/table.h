// Tables: a grid of texts and values, made from a spec, and the table of cases; as CSV, HTML, Markdown, LaTeX and plain text.
#ifndef WEFT_TABLE_TABLE_H
#define WEFT_TABLE_TABLE_H

#include <stdio.h>

#include "data/dataset.h"
#include "data/number.h"
#include "experiment/figure_spec.h"
#include "stats/ratio.h"

typedef struct TableCell {
    const char        *text;        // of a key; NULL for a value
    Estimate           estimate;    // count 0: nothing was measured
    int                unconverged; // steps without convergence that a value rests on
    bool               best;        // of its row, and resolved
    const RatioSample *samples;     // NULL: the table marks nothing, or the value cannot be compared: it pools cases, or is not trusted
} TableCell;

typedef struct TableHead {
    const char *text;         // the whole of it
    const char *over, *under; // the same in two lines, the first over several columns; over is "" where there is one line
} TableHead;

typedef struct Table {
    int         row_count, column_count, key_count; // the first key_count columns are texts; columns without anything are left out
    TableHead  *heads;                              // [column_count]
    TableCell  *cells;                              // [row_count][column_count]
    bool        pooled;                             // some value pools the samples of several cases
    const char *missing;                            // why it is empty, or NULL
} Table;

// Everything lives in the dataset's arena.
Status table_init(Dataset *dataset, const TableSpec *spec, Table *out) GNU_MUST_CHECK;

// Marks in each row and each value of the spec the best column, if it is apart from all others: as a verdict on their ratio would be, at 95
// %. Being best of all is the claim that each of these comparisons holds, so that none needs a level of its own. Nothing is marked in a row
// with a value that has no samples (TableCell). Before columns are left out.
void table_mark_best(const TableSpec *spec, Table *table);

Status      table_csv(const Table *table,
                      const char  *path) GNU_MUST_CHECK; // each value with low, high, and processes or n in columns of their own
void        table_html(const Table *table, FILE *out);
const char *table_print_class(const Table *table); // the attribute of what a page prints across; "" for none
void        table_markdown(const Table *table, FILE *out);
Status      table_text(const Table *table,
                       FILE        *out) GNU_MUST_CHECK; // in at most 80 columns: further ones follow below, with the keys again

// A tabular that an article reads with \input: booktabs, one S column of siunitx 3 for each value. Columns that a page has no room for
// are in further ones below it, with the keys again. title: of the comment at its top.
Status table_latex(const Table *table, const char *title, FILE *out) GNU_MUST_CHECK;

// ---- what the writers share ----

bool table_is_measured(const Table *table, int column);               // whether its values differ from process to process
int  table_common_count(const Table *table);                          // the number of samples if all values have the same, else 0
void table_value(double value, bool measured, char out[NUMBER_TEXT]); // three digits, a count whole
// "[1.2, 1.4]"; "" for none. Gives out.
enum { TABLE_INTERVAL_MAX = 2 * NUMBER_TEXT + 8 };
const char *table_interval(const Estimate *estimate, char out[TABLE_INTERVAL_MAX]);
typedef struct TableSigns {
    const char *open, *close; // round the interval
    const char *best, *ring;  // of a cell that is marked, or rests on steps without convergence
} TableSigns;
enum { TABLE_NOTE_MAX = 512 };
// What the interval is, of how many values, and what the signs say.
void table_note(const Table *table, const TableSigns *signs, char out[TABLE_NOTE_MAX]);

// ---- the table of cases ----

// The per-case table, one row per case in plan order: step time, time per constraint and iteration, final error. p95 and p99 of step_ms are
// over the steps of all repetitions, as a frame of a game sees them: NAN where fewer than 20 and 100 steps leave them to one step.
typedef struct CaseLine {
    Estimate step_ms, ns_per_constraint, error; // error: at the end of each probe step
    int      steps;
    double   p95, p99, worst;
} CaseLine;
Status case_lines(Dataset *dataset, CaseLine **out) GNU_MUST_CHECK; // [case_count]

Status case_csv(const Dataset *dataset, const CaseLine *lines, const char *path) GNU_MUST_CHECK; // settings, status and values of each case
void   case_html(const Dataset *dataset, const CaseLine *lines, FILE *out);
Status case_text(const Dataset *dataset, const CaseLine *lines, FILE *out) GNU_MUST_CHECK; // at most 80 columns

#endif
