// The width of a stream, and texts that fit it.
#ifndef WEFT_CLI_TERMINAL_H
#define WEFT_CLI_TERMINAL_H

#include <stdio.h>

enum { TERMINAL_COLUMNS_MAX = 80 };

// Columns of the terminal, 20 … 80; 0 if the stream is not a terminal.
int terminal_columns(FILE *stream);

// Prints a text, which starts at `column`, to standard output: wrapped with `indent` on a terminal, else as one line.
void terminal_put(const char *text, int column, int indent);

#endif
