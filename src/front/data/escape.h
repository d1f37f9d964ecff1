// Texts of files and databases in the languages of a report, one function for each: what means something there is written so that it is
// read as text. CSV: text_csv in base/text.h; gnuplot: script.h; the terminal: cli/private/printable.h.
#ifndef WEFT_DATA_ESCAPE_H
#define WEFT_DATA_ESCAPE_H

#include <stdio.h>

#include "base/gnu.h"

// HTML and SVG, as text and inside of an attribute in double quotes.
void html_text(const char *text, FILE *out);

// LaTeX, also in a cell of a table. Letters that pdflatex does not have stay as they are: lualatex and xelatex have them.
void latex_text(const char *text, FILE *out);

// Markdown of one line, also in a cell of a table.
void markdown_text(const char *text, FILE *out);

// The same in the letters of code: `text`; as text where it has such a quote itself.
void markdown_code(const char *text, FILE *out);

// printf with %s, %d and %g, where each text is written by `escape`: one of these functions, or text_csv.
typedef void Escape(const char *text, FILE *out);
void         escape_print(Escape *escape, FILE *out, const char *format, ...) GNU_PRINTF(3, 4);

// Writes a number as a CSV field with full precision; NaN as an empty field. csv_numbers: several, each preceded by a comma.
void csv_field(double number, FILE *out);
void csv_numbers(const double *numbers, int count, FILE *out);

// A line behind a sign of comment, also of gnuplot.
void comment_line(const char *sign, const char *text, FILE *out);

// A text of JSON inside of a <script> of a page: nothing in it ends the script.
void json_text(const char *text, FILE *out);

#endif
