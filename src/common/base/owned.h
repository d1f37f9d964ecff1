// A local pointer whose memory is freed at the end of its block: `OWNED(char) *text = NULL;`
#ifndef WEFT_BASE_OWNED_H
#define WEFT_BASE_OWNED_H

#include <stdlib.h>
#include <string.h>

#include "base/gnu.h"

#define OWNED(type) GNU_CLEANUP(owned_end) type

// pointer: the address of a pointer of any type.
static inline void owned_end(void *pointer)
{
    void *memory = NULL;
    memcpy(&memory, pointer, sizeof memory);
    free(memory);
}

#endif
