// Runner: the state of an active run, shared by the files of this room.
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

// Remaining work of a task or of the current process; also the sum over all tasks.
typedef struct TaskLeft {
    int    processes;
    int    guessed; // number of tasks whose time is not estimated from their own repetitions
    double seconds;
} TaskLeft;

// A planned case under the workers of one side: its state in the store, and its remaining work.
typedef struct Task {
    int64_t    id, build;
    CaseStatus status;
    int        done[PASS_COUNT], goal[PASS_COUNT]; // repetitions in the store; repetitions to reach
    bool       todo;                               // a process is still to be started
    bool       twin;                               // an earlier block has the same case and measures it
    bool       counted;                            // counted in RunState.finished
    int        processes, disturbed;               // stored processes of the timed pass at the last sampling_refresh; 0 before
    double     width;                              // half the 95 % interval of the step time over its median, then; INFINITY: unknown
    double     seconds;                            // duration of its last process
    int        started;                            // number of its processes in this run
    TaskLeft   left;                               // its part of Runner.left
    int        retried;                            // number of its processes after a failed one
} Task;

typedef struct TaskId {
    int64_t id;
    int     task;
} TaskId;

// One set of worker programs.
typedef struct Side {
    WorkerFile workers[PRECISION_COUNT]; // path is "" if no case needs the precision
} Side;

// Machine checks of a strict run (strict.h).
typedef struct StrictChecks {
    int           threads;    // of the largest case
    int64_t       checked_ns; // time of the last check
    FitnessCounts begun;      // counts at the start
    char          advice[400];
} StrictChecks;

typedef struct Runner {
    const RunSettings *settings;
    RunState          *state;
    Store             *store;
    Signals            signals;
    int64_t            experiment, run;
    int64_t            measured; // repetitions that ended in this run, saved or not
    int64_t            others;   // repetitions of other machines in the store
    int                task;     // task of the running process; −1: none
    int                side_count;
    Side               sides[RUN_SIDES_MAX];
    int                task_count; // sides × cases
    Task              *tasks;      // [task_count], side after side, each in plan order
    TaskId            *ids;        // [task_count] sorted by id and task
    Forecast           forecast;   // of each task
    TaskLeft           left;       // of all tasks (look_ahead.h)
    StrictChecks       strict;
    int                position;          // of the last process in the round
    json_t            *failed_references; // path -> message
    json_t            *libraries;         // libraries loaded by processes of this run (worker_file.h)
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

// Number of repetitions over all passes.
static inline int runner_repetitions(const int done[PASS_COUNT])
{
    int count = 0;
    for (int pass = 0; pass < PASS_COUNT; pass++)
        count += done[pass];
    return count;
}

// The first index of r->ids whose id is at least `id`.
int runner_find_id(const Runner *r, int64_t id);

Status runner_no_memory(void) GNU_MUST_CHECK;
Status runner_interrupted(void) GNU_MUST_CHECK;

// Seconds until settings->limit_s; INFINITY without a limit. runner_over: STATUS_TIMEOUT after the limit.
double runner_left(const Runner *r);
Status runner_over(const Runner *r) GNU_MUST_CHECK;

// The status to record for a worker's end. CASE_DONE: it completed its job.
CaseStatus runner_outcome(const SpawnResult *result);

// Status of a task with all of its repetitions: done, or unconverged if most steps of a repetition are unconverged.
Status runner_whole(const Runner *r, int task, CaseStatus *out) GNU_MUST_CHECK;

// Calls the watcher. planned: −1 if no case is current. reference: the setting that needs the trajectory, "" for a case.
void runner_begin(Runner *r, int planned, const char *label, const char *reference);
void runner_end(Runner *r, CaseStatus status, const char *message);
void runner_tick(void *runner);

// runner_worker.c: runs one worker process. recorder: NULL to ignore its rows.
Status runner_worker(Runner *r, WorkerFile *worker, const WorkerJob *job, Recorder *recorder, SpawnResult *result) GNU_MUST_CHECK;

#endif
