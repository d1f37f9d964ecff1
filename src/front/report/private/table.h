// Tables: a grid of texts, made from a spec or from the cases, written as CSV, HTML or plain text.
#ifndef WEFT_REPORT_TABLE_H
#define WEFT_REPORT_TABLE_H

#include <stdio.h>

#include "base/interval.h"
#include "experiment/figure_spec.h"
#include "report/private/dataset.h"

typedef struct TableCell {
    const char *text;        // of a key; NULL for a value
    Estimate    estimate;    // count 0: nothing was measured
    int         unconverged; // steps without convergence that a value rests on
} TableCell;

typedef struct Table {
    int          row_count, column_count, key_count; // the first key_count columns are texts
    const char **heads;                              // [column_count]
    TableCell   *cells;                              // [row_count][column_count]
    bool         pooled;                             // some value pools the samples of several cases
    const char  *missing;                            // why it is empty, or NULL
} Table;

// Everything lives in the dataset's arena.
Status table_init(Dataset *dataset, const TableSpec *spec, Table *out) GNU_MUST_CHECK;

// The per-case table, one row per case in plan order: step time, time per constraint and iteration, final error. p95 and p99 of step_ms are
// over the steps of all repetitions, as a frame of a game sees them: NAN where fewer than 20 and 100 steps leave them to one step.
typedef struct CaseLine {
    Estimate step_ms, ns_per_constraint, error; // error: at the end of each probe step
    int      steps;
    double   p95, p99, worst;
} CaseLine;
Status case_lines(Dataset *dataset, CaseLine **out) GNU_MUST_CHECK; // [case_count]

Status table_csv(const Table *table,
                 const char  *path) GNU_MUST_CHECK; // each value with low, high, and processes or n in columns of their own
void   table_html(const Table *table, FILE *out);
void   table_markdown(const Table *table, FILE *out);

Status case_csv(const Dataset *dataset, const CaseLine *lines, const char *path) GNU_MUST_CHECK; // settings, status and values of each case
void   case_html(const Dataset *dataset, const CaseLine *lines, FILE *out);
void   case_text(const Dataset *dataset, const CaseLine *lines, FILE *out); // at most 80 columns where labels allow it

// Text with &, <, > and " escaped.
void html_text(const char *text, FILE *out);

// In a cell of a Markdown table: nothing in it is markup.
void markdown_text(const char *text, FILE *out);

#endif
