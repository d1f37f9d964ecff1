// Address space: checks for enough address space for a library that allocates before main, and for enough stack.
#ifndef WEFT_MACHINE_ADDRESS_SPACE_H
#define WEFT_MACHINE_ADDRESS_SPACE_H

#include "base/status.h"

// For GNU_PREINIT. OpenBLAS's constructor retries without end if it gets no memory for its buffers, so under a tight ulimit -v a program
// never reaches main. In that case this function ends the process with a line on standard error and the exit code of STATUS_MEMORY. It
// calls only the kernel, since no library has run its constructors.
void address_space_check(void);

// STATUS_MEMORY if the stack limit is below the need of the deepest calls of weft and its workers, which would end the process by a signal.
Status address_space_check_stack(void) GNU_MUST_CHECK;

#endif
