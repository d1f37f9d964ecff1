// Protects terminals from control characters. Standard output and standard error become streams that pass printable text
// (text_printable_bytes), tabs and line ends, and replace every other byte by a question mark. Labels, messages, names and paths from files
// or databases therefore cannot control a terminal. The escape sequences of weft itself (progress.c) bypass these streams.
#ifndef WEFT_CLI_PRINTABLE_H
#define WEFT_CLI_PRINTABLE_H

#include <stdbool.h>

#include "base/status.h"

// exact: standard output is data and unchanged unless it is a terminal. Call once, before any output. STATUS_MEMORY.
Status printable_streams(bool exact) GNU_MUST_CHECK;

#endif
