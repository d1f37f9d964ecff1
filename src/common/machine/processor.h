// The x86-64 levels of the instruction set, as compilers name them: 2 (SSE 4.2), 3 (AVX2, FMA), 4 (AVX-512).
#ifndef WEFT_MACHINE_PROCESSOR_H
#define WEFT_MACHINE_PROCESSOR_H

#include <stdbool.h>

// True if this processor runs programs compiled for x86-64-v`level`. False on other architectures.
bool processor_runs_level(int level);

#endif
