// Task lists: what the threads of a team do in a phase of a step, from barrier to barrier, for the replay of weft scaling (run/replay.h).
//
// Tasks of one level are independent and run at the same time; a barrier follows each level. A task is one piece that one thread runs, or
// a loop of several equal grains that is cut evenly among the threads. Pieces go to threads the largest first, each to that with the
// smallest load so far. In a tree a task has a parent, which waits for it; on the way down (`down`) it waits for its parent.
#ifndef WEFT_BASE_TASK_LIST_H
#define WEFT_BASE_TASK_LIST_H

#include "base/clock.h"
#include "base/status.h"

typedef struct TeamTask {
    Phase   phase;
    int32_t level;  // from 0
    int32_t parent; // index in the list, −1: none
    bool    down;
    int64_t grains; // 1: one piece
    double  cost;   // of all grains on one thread, in a unit of the phase: ns where tasks were timed, else how much they have to do
} TeamTask;

typedef struct TaskList {
    TeamTask *tasks;
    int32_t   count, room;
    int64_t   runs[PHASE_COUNT]; // of each phase in a step
} TaskList;

Status task_list_add(TaskList *list, TeamTask task) GNU_MUST_CHECK; // STATUS_MEMORY
void   task_list_destroy(TaskList *list);                           // also an empty one

// A loop over `count` elements that team_range (base/team_range.h) cuts, as a level of its own, each element at a cost of `each`.
Status task_list_loop(TaskList *list, Phase phase, int32_t level, int64_t count, double each) GNU_MUST_CHECK;

#endif
