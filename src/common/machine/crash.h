// Crash: what a program says when a signal of its own fault ends it (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT of an ASSERT): one line on
// standard error, from the innermost call outwards,
//
//   crashed in project_edge@1b2c3 < sweep_run@2c0f1 ×3 < main@4e10 < libc.so.6@2724a
//
// each call with its address in the file of the program or library, for `addr2line -fipe weft-worker-f64 1b2c3`; then the signal takes
// its course. ×3: the call was on the stack three times in a row. A stack that overflowed is no obstacle: the line is made on another one.
#ifndef WEFT_MACHINE_CRASH_H
#define WEFT_MACHINE_CRASH_H

// How the line begins.
#define CRASH_LINE "crashed in "

// For the whole process, and for the stack of the calling thread. Nothing where a sanitizer does the same. What cannot be had (memory for
// the other stack, symbols of the program) is done without.
void crash_open(void);

// For the stack of each thread of a team of this size; they stay the same while the size does.
void crash_open_team(int threads);

#endif
