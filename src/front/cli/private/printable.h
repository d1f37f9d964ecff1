// The one door to terminals: standard output and standard error become streams that let printable text through (text_printable_bytes) with
// its tabs and line ends, and a question mark for every byte of anything else. What a label, a message, a name or a path brings from a file
// or a database cannot command a terminal, whichever command prints it; what weft itself has to tell a terminal (progress.c) is written
// past them.
#ifndef WEFT_CLI_PRINTABLE_H
#define WEFT_CLI_PRINTABLE_H

#include <stdbool.h>

#include "base/status.h"

// exact: standard output carries data, and stays as it is unless it is a terminal. Once, before anything is written. STATUS_MEMORY.
Status printable_streams(bool exact) GNU_MUST_CHECK;

#endif
