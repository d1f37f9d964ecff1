// Texts of the program with marks in them, such as @NAME@, that are written with values in place of the marks.
#ifndef WEFT_CLI_FILL_H
#define WEFT_CLI_FILL_H

#include <stdio.h>

typedef struct FillMark {
    const char *mark, *value; // mark NULL ends a list
} FillMark;

void fill_text(const char *text, const FillMark *marks, FILE *out);

#endif
