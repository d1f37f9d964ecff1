// Appending to a text in a buffer of fixed size.
#ifndef WEFT_BASE_TEXT_ADD_H
#define WEFT_BASE_TEXT_ADD_H

#include <stddef.h>

#include "base/gnu.h"

// Appends the formatted text, preceded by the separator `between` unless `out` is empty. Text beyond `size` bytes is cut.
void text_add(char *out, size_t size, const char *between, const char *format, ...) GNU_PRINTF(4, 5);

#endif
