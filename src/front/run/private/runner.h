// Runner: a run while it goes on, as the files of this room share it.
#ifndef WEFT_RUN_RUNNER_H
#define WEFT_RUN_RUNNER_H

#include "machine/fitness.h"
#include "run/forecast.h"
#include "run/job.h"
#include "run/private/record.h"
#include "run/run.h"
#include "run/signals.h"
#include "run/spawn.h"
#include "run/worker_file.h"

// What is left of a task, of the process that runs the rest; and the sums over all tasks.
typedef struct TaskLeft {
    int    processes;
    int    guessed; // tasks with something in it that was not measured yet
    double seconds;
} TaskLeft;

// A planned case under the workers of one side: its state in the store, and what is left to measure.
typedef struct Task {
    int64_t    id, build;
    CaseStatus status;
    int        done[PASS_COUNT], goal[PASS_COUNT]; // repetitions: in the store; that it shall have
    bool       todo;                               // some process of it is still to be started
    bool       twin;                               // the case is in an earlier block as well, which measures it
    bool       counted;                            // it is in RunState.finished
    int        processes, disturbed;               // of its timed pass in the store, as of the last sampling_refresh; 0 before
    double     width;                              // of its step time likewise: half the 95 % interval over the median; INFINITY: not known
    double     seconds;                            // of its last process
    int        started;                            // processes of it in this run
    TaskLeft   left;                               // its part of Runner.left
    int        retried;                            // of them after one that failed
} Task;

typedef struct TaskId {
    int64_t id;
    int     task;
} TaskId;

// One set of worker programs.
typedef struct Side {
    WorkerFile workers[PRECISION_COUNT]; // path is "" for a precision that no case needs
} Side;

// Of a strict run (strict.h).
typedef struct StrictLooks {
    int           threads;   // of the largest case
    int64_t       looked_ns; // the last look
    FitnessCounts begun;     // at the start
    char          advice[400];
} StrictLooks;

typedef struct Runner {
    const RunSettings *settings;
    RunState          *state;
    Store             *store;
    Signals            signals;
    int64_t            experiment, run;
    int64_t            measured; // repetitions that ended in this run, saved or not
    int64_t            others;   // repetitions of other machines in the store
    int                task;     // whose process runs; −1: none
    int                side_count;
    Side               sides[RUN_SIDES_MAX];
    int                task_count; // sides × cases
    Task              *tasks;      // [task_count], side after side, each in plan order
    TaskId            *ids;        // [task_count] sorted by id and task
    Forecast           forecast;   // of each task
    TaskLeft           left;       // of all tasks (look_ahead.h)
    StrictLooks        strict;
    int                position;          // of the last process in the round
    json_t            *failed_references; // path -> message
    json_t            *libraries;         // that processes of this run have loaded (worker_file.h)
} Runner;

static inline const PlannedCase *runner_planned(const Runner *r, int task)
{
    return &r->settings->experiment->cases[task % r->settings->experiment->case_count];
}

static inline Side *runner_side(Runner *r, int task)
{
    return &r->sides[task / r->settings->experiment->case_count];
}

static inline int64_t runner_build(const Runner *r, int task)
{
    return r->tasks[task].build;
}

// Of all passes together.
static inline int runner_repetitions(const int done[PASS_COUNT])
{
    int count = 0;
    for (int pass = 0; pass < PASS_COUNT; pass++)
        count += done[pass];
    return count;
}

// The first of r->ids that has not a smaller id.
int runner_find_id(const Runner *r, int64_t id);

Status runner_no_memory(void) GNU_MUST_CHECK;
Status runner_interrupted(void) GNU_MUST_CHECK;

// Seconds until settings->limit_s, INFINITY where there is none. STATUS_TIMEOUT once it is over.
double runner_left(const Runner *r);
Status runner_over(const Runner *r) GNU_MUST_CHECK;

// How a worker's end is recorded. CASE_DONE: it did all that it was to do.
CaseStatus runner_outcome(const SpawnResult *result);

// What a task is that has all of its repetitions: done, or unconverged where most steps of one of them are.
Status runner_whole(const Runner *r, int task, CaseStatus *out) GNU_MUST_CHECK;

// Tells the watcher. planned: −1 for what is no case. `reference`: the setting that needs the trajectory, "" for a case itself.
void runner_begin(Runner *r, int planned, const char *label, const char *reference);
void runner_end(Runner *r, CaseStatus status, const char *message);
void runner_tick(void *runner);

// runner_worker.c: one worker process from begin to end. recorder: NULL: its rows are ignored.
Status runner_worker(Runner *r, WorkerFile *worker, const WorkerJob *job, Recorder *recorder, SpawnResult *result) GNU_MUST_CHECK;

#endif
