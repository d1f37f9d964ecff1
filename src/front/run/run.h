// Run: measures the cases of an experiment, one worker process after the other, and writes the store.
//
// A run works in rounds. In each round every case that needs another repetition gets one worker process, in an order shuffled over the
// cases of all blocks. Only processes are independent samples. Their number per case is set by the plan (`timed`), or by the width of the
// interval of the step time (`ci`). Repetitions in the store under the same builds are not measured again. Reference trajectories are made
// first; they are kept next to the store, in DATABASE.references/ (the name of the store without .db). Every repetition is stored when it
// ends, so a run may be killed at any time and loses only the current repetition.
#ifndef WEFT_RUN_RUN_H
#define WEFT_RUN_RUN_H

#include "experiment/experiment.h"
#include "store/store.h"

enum { RUN_SIDES_MAX = 2 };

// Progress of a run. Valid during the call only.
typedef struct RunState {
    int         total, finished;                 // cases of the plan, per side; cases without missing repetitions
    int         already[CASE_STATUS_COUNT];      // part of `finished` that was finished before this run, by status
    int         twins;                           // part of `finished` that an earlier block measures
    int         outdated;                        // cases that left the plan, since their scene or a default has changed
    int         elsewhere;                       // cases that another machine has measured under the same build
    char        unknown_machine[600];            // reason why this machine cannot be identified, so all counts as measured here; ""
    int         done, diverged, refused, failed; // outcomes of the other cases; done: complete; the next run retries `failed`
    int         unconverged;                     // part of `done`
    int64_t     started_ns;
    int         round, processes, processes_ended;    // of the cases; processes grows if the run samples by width
    int         timed_processes, disturbed_processes; // in the store, of these cases and builds; known at the end
    int         wide;                                 // cases whose interval is wider than requested; known at the end
    int         started[RUN_SIDES_MAX];               // processes of each side
    int         noisy_starts;                         // processes started although the machine was not quiet
    int         planned;                              // number of the current case in the experiment; −1: none
    const char *label;                                // of the current case or activity; "" between cases
    const char *reference;                            // setting whose reference trajectory is being made, such as "probes"; "": a case
    int         references, references_ended;         // trajectories to make, and those made or failed
    // The current process, and the processes after it (forecast.h).
    int64_t     process_ns;                   // start time
    double      process_s;                    // expected duration; 0: unknown
    int         case_process, case_processes; // number of this process, and of all processes of its case in this run
    const char *pass;                         // of the current repetition, "" before the first
    int64_t     step, steps;                  // finished steps and all steps of the repetition, if the pass reports them; at first 0
    double      after_s;                      // expected duration of all later processes
    bool        after_whole;                  // all of it is estimated from repetitions of the same cases
} RunState;

// Expected seconds until the end of the run. *whole: all of it is estimated from repetitions of the same cases.
double run_remaining(const RunState *state, int64_t now_ns, bool *whole);

typedef struct RunWatcher {
    void (*begin)(void *user, const RunState *state);                                       // a case or a reference starts
    void (*end)(void *user, const RunState *state, CaseStatus status, const char *message); // it ended; message may be ""
    void (*tick)(void *user, const RunState *state);                                        // while it runs
    int   tick_ms;                                                                          // -1: no ticks
    void *user;
    void (*condition)(void *user, const RunState *state, const char *text); // a violated condition; may be NULL
    // A finding in the case, or in the reference that is being made, after its last step; may be NULL.
    void (*found)(void *user, const RunState *state, const char *kind, const char *text);
} RunWatcher;

typedef struct RunSettings {
    const Experiment *experiment; // the cases to measure
    const Experiment *whole;      // the whole experiment if `experiment` is a share of it, for the plan of the store; else NULL
    const char       *path;       // of the experiment file, for the store
    const char       *database;   // the store
    double            timeout_s;
    int64_t           seed;                   // of the order of the processes
    double            ci;                     // target for half the 95 % interval of the step time, relative to its median; 0: as planned
    double            budget_s;               // time limit of sampling for `ci`, s; 0: no limit
    bool              again;                  // measure one more process for each disturbed one
    int               retry;                  // number of retries in this run after an accidental failure (RETRY_SAME_RUN)
    double            limit_s;                // time limit of the run, s: the current process is ended, no other is started; 0: none
    double            quiet_s;                // longest wait for a quiet machine before each process, s; 0: do not wait
    bool              strict;                 // refuse to measure while the machine is not fit
    const char       *system;                 // "", or a folder that has proc/ and sys/ of another machine (machine/fitness.h)
    const char       *options;                // of the command line, for the store
    const char       *workers[RUN_SIDES_MAX]; // folders of the worker programs to compare; NULL: only weft's own
    RunWatcher        watcher;
} RunSettings;

// STATUS_INCOMPLETE when some case failed, STATUS_INTERRUPTED after a signal, STATUS_TIMEOUT at limit_s; `state` is filled in any case.
Status run_experiment(const RunSettings *settings, RunState *state) GNU_MUST_CHECK;

// Sets the missing repetitions of each pass for a case with this status and these finished repetitions. Returns false if there is nothing
// to do. A case that failed after its last repetition is tried again with no repetition.
bool run_missing(const PlannedCase *planned, CaseStatus status, const int done[PASS_COUNT], int missing[PASS_COUNT]);

// Length in bytes of a database's name without ".db". Names of accompanying files start with this part.
int run_database_stem(const char *database);

// STEM.references/KEY-BUILD.ref, the file of a reference trajectory: each build of the reference solver has its own. STATUS_IO.
enum { REFERENCE_PATH_MAX = 1024 };
Status run_reference_path(const char *database, const char *worker_hash, const char *key, char out[REFERENCE_PATH_MAX]) GNU_MUST_CHECK;

#endif
