// Texts of files and databases in Markdown, so that they are read as text; in other languages: private/escape.h.
#ifndef WEFT_REPORT_MARKDOWN_H
#define WEFT_REPORT_MARKDOWN_H

#include <stdio.h>

// Markdown of one line, also in a cell of a table.
void markdown_text(const char *text, FILE *out);

// The same in the letters of code: `text`; as text where it has such a quote itself.
void markdown_code(const char *text, FILE *out);

#endif
