// Called by tests/wide_main.c once it has checked that the processor has the instruction set that the tests were compiled for.
#ifndef WEFT_TESTS_WIDE_TESTS_H
#define WEFT_TESTS_WIDE_TESTS_H

// Runs the tests of one file; returns the number of those that failed.
int wide_tests(void);

#endif
