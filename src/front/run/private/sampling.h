// Sampling: how many processes a case gets, and in which order they run.
//
// A run goes in rounds: in each, every task that wants another repetition gets one worker process, with its share of the timed repetitions
// and one of each other pass that is wanted. So values that are compared lie near each other in time, whatever blocks they are from, and a
// drift of the machine (heat, other load) goes into the spread between processes instead of into a difference.
#ifndef WEFT_RUN_SAMPLING_H
#define WEFT_RUN_SAMPLING_H

#include "run/private/runner.h"

// Processes of a case that is sampled by width. It stops where the sample happens to be narrow: what it ends with covers 90 to 95 % from
// six processes on, from three 89 to 92 %, and of those that end below six a half.
enum { SAMPLING_LEAST = 6, SAMPLING_MOST = 100 };

// The tasks in the order of a round: cases shuffled by seed and round, the sides of a case one after the other, which of them first
// alternates from round to round. order: [cases × sides].
void sampling_order(int cases, int sides, uint64_t seed, int round, int *order);

// Processes that the task still needs, and what the next one of them does.
int  sampling_processes_left(const PlannedCase *planned, const Task *task);
void sampling_share(const PlannedCase *planned, const Task *task, int share[PASS_COUNT]);

// Reads from the store how wide the interval of each task is, and how many of its processes were disturbed.
Status sampling_refresh(Runner *r) GNU_MUST_CHECK;

// What the settings change in the plan: with `ci` a case has SAMPLING_LEAST processes at first, with `again` as many more as were
// disturbed.
Status sampling_begin(Runner *r) GNU_MUST_CHECK;

// After the rounds of the plan: gives one more process to each task that is wider than `ci`, while the budget lasts; if it does not for
// all, to the widest. *more: some task got one.
Status sampling_extend(Runner *r, bool *more) GNU_MUST_CHECK;

#endif
