// Crash: prints one line on standard error when a signal from a fault ends the program (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT of an
// ASSERT), with the calls from the innermost outwards,
//
//   crashed in project_edge@1b2c3 < sweep_run@2c0f1 ×3 < main@4e10 < libc.so.6@2724a
//
// each with its address in the file of the program or library, for `addr2line -fipe weft-worker-f64 1b2c3`; then the signal takes its
// default action. ×3: the call was on the stack three times in a row. The handler has its own stack, so it also works after a stack
// overflow.
#ifndef WEFT_MACHINE_CRASH_H
#define WEFT_MACHINE_CRASH_H

// Start of the line.
#define CRASH_LINE "crashed in "

// Installs the handler for the process, with a handler stack for the calling thread. Does nothing under a sanitizer, which prints the same.
// If memory for the stack or symbols of the program are missing, it works without them.
void crash_open(void);

// Makes a handler stack for each thread of a team of this size; the runtime keeps the threads as long as the size stays the same.
void crash_open_team(int threads);

#endif
