// Sampling: the number of processes of each case, and their order.
//
// A run works in rounds. In each round every task that needs another repetition gets one worker process. The process does its share of the
// timed repetitions and one repetition of each other missing pass. So values that are compared are measured close in time, whatever their
// blocks. A drift of the machine (heat, other load) then adds to the spread between processes and does not bias a difference.
#ifndef WEFT_RUN_SAMPLING_H
#define WEFT_RUN_SAMPLING_H

#include "run/private/runner.h"

// Limits for the number of processes of a case that is sampled by width. Sampling stops when a sample happens to be narrow, which lowers
// the coverage of the final interval. Measured: 90 to 95 % with a minimum of six processes, and 89 to 92 % with three. Samples of the
// latter that end below six cover only 50 %.
enum { SAMPLING_MIN = 6, SAMPLING_MAX = 100 };

// The tasks in the order of a round: cases shuffled by seed and round. The sides of a case follow each other; the first side alternates
// from round to round. order: [cases × sides].
void sampling_order(int cases, int sides, uint64_t seed, int round, int *order);

// Number of processes that the task still needs; repetitions of the next one.
int  sampling_processes_left(const PlannedCase *planned, const Task *task);
void sampling_share(const PlannedCase *planned, const Task *task, int share[PASS_COUNT]);

// Reads the width of each task's interval and its number of disturbed processes from the store.
Status sampling_refresh(Runner *r) GNU_MUST_CHECK;

// Applies the settings to the plan: with `ci` a case starts with SAMPLING_MIN processes, with `again` it gets one more per disturbed
// process.
Status sampling_begin(Runner *r) GNU_MUST_CHECK;

// After the rounds of the plan: adds one process to each task whose interval is wider than `ci`. If the budget does not suffice for all,
// the widest come first. *more: some task got one.
Status sampling_extend(Runner *r, bool *more) GNU_MUST_CHECK;

#endif
