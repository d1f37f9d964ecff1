// Address space: whether there is room for what a library takes before main, and for the stack.
#ifndef WEFT_MACHINE_ADDRESS_SPACE_H
#define WEFT_MACHINE_ADDRESS_SPACE_H

#include "base/status.h"

// For GNU_PREINIT. OpenBLAS's constructor tries for ever where it gets no memory for its buffers, so that a program under a tight ulimit -v
// never comes to main. Where there is not as much, this ends the process with a line on standard error and the exit code of STATUS_MEMORY.
// Calls the kernel only: no library has run its constructors.
void address_space_check(void);

// STATUS_MEMORY where the limit of a stack is below what the deepest calls of weft and of its workers take: it would end by a signal there.
Status address_space_check_stack(void) GNU_MUST_CHECK;

#endif
