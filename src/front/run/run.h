// Run: measures the cases of an experiment, one worker process after the other, and writes the store.
//
// It goes in rounds: in each, every case that wants another repetition gets a worker process of its own, in an order shuffled over the
// cases of all blocks. Processes are what is independent; how many a case gets is set by the plan (`timed`), or by the width of the
// interval of its step time (`ci`). What is in the store under the same builds is not measured again. Reference trajectories come first;
// they are kept beside the store, in DATABASE.references/ (the name of the store without .db). Every repetition is stored when it ends, so
// that a run may be killed at any time and loses only the current repetition.
#ifndef WEFT_RUN_RUN_H
#define WEFT_RUN_RUN_H

#include "experiment/experiment.h"
#include "store/store.h"

enum { RUN_SIDES_MAX = 2 };

// Where the run is. Valid during the call only.
typedef struct RunState {
    int         total, finished;                 // cases of the plan, of each side; those with nothing left to measure
    int         already[CASE_STATUS_COUNT];      // of `finished`: nothing was left to measure before this run, by how they had ended
    int         twins;                           // of `finished`: the case of an earlier block, which measures it
    int         outdated;                        // cases that left the plan, since their scene or a default has changed
    int         elsewhere;                       // cases that another machine has measured under the same build
    char        unknown_machine[300];            // why it is not known what machine this is, so that all counts as measured here; ""
    int         done, diverged, refused, failed; // outcomes of the others; done: whole; the next run retries `failed`
    int         unconverged;                     // of `done`
    int64_t     started_ns;
    int         round, processes, processes_ended;    // of the cases; processes grows where the run samples by width
    int         timed_processes, disturbed_processes; // in the store, of these cases and builds; known at the end
    int         wide;                                 // cases whose interval is wider than was asked for; known at the end
    int         started[RUN_SIDES_MAX];               // processes of each side
    int         unquiet;                              // processes that were started though the machine was not quiet
    int         planned;                              // number of the current case in the experiment; −1: none
    const char *label;                                // of the current case, or of what else goes on; "" between cases
    const char *reference;                            // the setting whose reference trajectory is made, as in "probes"; "": the case itself
    int         references, references_ended;         // trajectories to make, and those made or failed
    // The current process, and what comes after it (forecast.h).
    int64_t     process_ns;                   // when it was started
    double      process_s;                    // that it will take; 0: not known
    int         case_process, case_processes; // which one of its case in this run, of how many
    const char *pass;                         // of the repetition that goes on, "" before the first
    int64_t     step, steps;                  // done in it, where the pass tells: 0 of … at first
    double      after_s;                      // of all processes after it
    bool        after_whole;                  // all of it is known from repetitions of the same cases
} RunState;

// Seconds until the end of the run. whole: all of it is known from repetitions of the same cases.
double run_remaining(const RunState *state, int64_t now_ns, bool *whole);

typedef struct RunWatcher {
    void (*begin)(void *user, const RunState *state);                                       // a case, or a reference, starts
    void (*end)(void *user, const RunState *state, CaseStatus status, const char *message); // it ended; message may be ""
    void (*tick)(void *user, const RunState *state);                                        // while it runs
    int   tick_ms;                                                                          // -1: no ticks
    void *user;
    void (*said)(void *user, const RunState *state, const char *text); // a condition that does not hold; NULL: unwanted
    // Something went wrong in the case, or in the reference that is being made, as is known after its last step; NULL: unwanted.
    void (*found)(void *user, const RunState *state, const char *kind, const char *text);
} RunWatcher;

typedef struct RunSettings {
    const Experiment *experiment; // what is measured
    const Experiment *whole;      // the one that it has a share of, for the plan of the store; NULL: it is whole
    const char       *path;       // of the experiment file, for the store
    const char       *database;   // the store
    double            timeout_s;
    int64_t           seed;                   // of the order of the processes
    double            ci;                     // sample until half the 95 % interval of the step time is this share of it; 0: as planned
    double            budget_s;               // … and no longer than this; 0: no limit
    bool              again;                  // measure as many more processes as were disturbed
    int               retry;                  // how often in this run a process that failed by accident (RETRY_SAME_RUN) is tried again
    double            limit_s;                // start no process so many seconds after the start, and end the one that runs; 0: no limit
    double            quiet_s;                // wait so long at most, before each process, until nothing else runs; 0: do not wait
    bool              strict;                 // refuse to measure while the machine is not fit
    const char       *system;                 // "", or a folder that has proc/ and sys/ of another machine (machine/fitness.h)
    const char       *options;                // of the command line, for the store
    const char       *workers[RUN_SIDES_MAX]; // folders of worker programs that are measured side by side; NULL: weft's own, and no other
    RunWatcher        watcher;
} RunSettings;

// STATUS_INCOMPLETE when some case failed, STATUS_INTERRUPTED after a signal, STATUS_TIMEOUT at limit_s; `state` is filled in any case.
Status run_experiment(const RunSettings *settings, RunState *state) GNU_MUST_CHECK;

// Repetitions of each pass still to be made for a case with this status and these finished ones; false when there is nothing to do. One
// that failed behind its last repetition is to be tried again, with none of them.
bool run_wanted(const PlannedCase *planned, CaseStatus status, const int done[PASS_COUNT], int wanted[PASS_COUNT]);

// How many bytes of the name of a database stand before its ".db": what lies beside it is named by them.
int run_database_stem(const char *database);

// STEM.references/KEY-BUILD.ref, the file of a reference trajectory: each build of the reference solver has its own. STATUS_IO.
enum { REFERENCE_PATH_MAX = 1024 };
Status run_reference_path(const char *database, const char *worker_hash, const char *key, char out[REFERENCE_PATH_MAX]) GNU_MUST_CHECK;

#endif
