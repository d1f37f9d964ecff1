// A text that grows in the room of its caller.
#ifndef WEFT_BASE_TEXT_ADD_H
#define WEFT_BASE_TEXT_ADD_H

#include <stddef.h>

#include "base/gnu.h"

// Appends to a text what printf would write, behind `between` unless the text is empty. What is longer than the room is cut.
void text_add(char *out, size_t size, const char *between, const char *format, ...) GNU_PRINTF(4, 5);

#endif
