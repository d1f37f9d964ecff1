// The page: one self-contained HTML file.
#ifndef WEFT_PAGE_HTML_H
#define WEFT_PAGE_HTML_H

#include <stdio.h>

#include "figure/figure.h"
#include "judge/verdict.h"
#include "table/table.h"

typedef struct TableResult {
    Table table;
    char  file[FIGURE_FILE_MAX], title[SPEC_TEXT_MAX];
} TableResult;

typedef struct Section { // one experiment
    const Dataset       *dataset;
    const CaseLine      *lines;
    const FigureResult  *figures;
    const TableResult   *tables;
    const VerdictResult *verdicts;
    int                  figure_count, table_count, verdict_count;
    const char          *cases_file, *verdicts_file, *spec_error; // spec_error: why its figures and tables cannot be read, or ""
    bool                 titled;                                  // with its name: there are several
    int                  absent;                                  // cases of its file that the store does not have
} Section;

enum { HTML_BYTES_MAX = 5000000 };

void html_begin(FILE *out, const char *title);

// Reads the figures' SVG files from folder. Beyond 3.5 MB of page, figures are shown from their files, without values and buttons; beyond
// HTML_BYTES_MAX, tables are links to their CSV files. Adds the count of these to *left.
void html_section(const Section *section, const char *folder, FILE *out, int *left);
void html_end(FILE *out);

#endif
