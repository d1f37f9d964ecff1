// Escapes texts of files and databases for the languages of a report, with one function for each: special characters appear as text.
// CSV: text_csv in base/text.h; gnuplot: script.h; the terminal: cli/private/printable.h.
#ifndef WEFT_DATA_ESCAPE_H
#define WEFT_DATA_ESCAPE_H

#include <stdio.h>

#include "base/gnu.h"

// HTML and SVG, as text and inside of an attribute in double quotes.
void html_text(const char *text, FILE *out);

// LaTeX, also in a cell of a table. Letters that pdflatex does not support are unchanged; lualatex and xelatex support them.
void latex_text(const char *text, FILE *out);

// Markdown in one line, also in a cell of a table.
void markdown_text(const char *text, FILE *out);

// Markdown code: `text`; plain text if the text contains a backtick.
void markdown_code(const char *text, FILE *out);

// printf with %s, %d and %g, where each text is written by `escape`: one of these functions, or text_csv.
typedef void Escape(const char *text, FILE *out);
void         escape_print(Escape *escape, FILE *out, const char *format, ...) GNU_PRINTF(3, 4);

// Writes a number as a CSV field with full precision; NaN as an empty field. csv_numbers: several, each preceded by a comma.
void csv_field(double number, FILE *out);
void csv_numbers(const double *numbers, int count, FILE *out);

// A comment line that starts with `sign`, also for gnuplot.
void comment_line(const char *sign, const char *text, FILE *out);

// JSON text for a <script> element of a page: nothing in it ends the script.
void json_text(const char *text, FILE *out);

#endif
