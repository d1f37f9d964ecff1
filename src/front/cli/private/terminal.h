// The width of a stream.
#ifndef WEFT_CLI_TERMINAL_H
#define WEFT_CLI_TERMINAL_H

#include <stdio.h>

enum { TERMINAL_COLUMNS_MOST = 80 };

// Columns of the terminal, 20 … 80; 0 if the stream is not a terminal.
int terminal_columns(FILE *stream);

#endif
