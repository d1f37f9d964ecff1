// Advise: finds the fastest solver and settings that reach a given error for one scene on this machine.
//
// The search is an experiment that grows while it is measured by the ordinary runner into an ordinary store. Each stage writes the text
// again with the cases so far and the next cases; stored cases are not measured again. The last text has all cases, a figure and a table,
// so `weft report` shows the evidence, and the same command continues after an interruption.
//
// Candidates are solver × linear system × precision × threads. The search finds the least work with which each reaches the error:
//   step        iterations. One probe with many iterations records the error and the time of each iterate; the needed number follows from
//   the
//               curve. A candidate that has not reached the error after 16 tries four times as many, while it can still be the fastest.
//   trajectory  substeps and iterations in each; all splits of the same work together: 1, then 4, 16, … in total.
// The candidates near the best are then timed at exactly their setting, in processes that take turns, until their intervals separate.
//
// error: with step, the final error of a step relative to the error at its start (`error_of_start`), the largest over the probes; with
// trajectory, the error of the last frame (`trajectory_error`).
#ifndef WEFT_ADVISE_ADVISE_H
#define WEFT_ADVISE_ADVISE_H

#include <stdio.h>

#include "experiment/experiment.h"
#include "stats/interval.h"
#include "store/store.h"

// First words of the text of the experiment.
#define ADVISE_MARK "# Written by weft advise"

enum { ADVISE_REASON_MAX = 300 };

typedef enum AdviseOf { ADVISE_STEP, ADVISE_TRAJECTORY } AdviseOf;
extern const char *const ADVISE_OF_NAMES[]; // ended by NULL

// How a candidate ended.
typedef enum AdviseEnd {
    ADVISE_OPEN,    // error not reached yet; the search continues
    ADVISE_REACHED, // reached, in one process of a probe
    ADVISE_TIMED,   // reached, and timed at its setting
    ADVISE_BEHIND,  // not reached, and already much slower than the fastest
    ADVISE_SHORT,   // not reached at the search limit, at a stall, or when its own criterion ended the step
    ADVISE_LOST,    // refused, diverged, failed
    ADVISE_UNTRIED, // the budget was over
} AdviseEnd;
const char *advise_end_name(AdviseEnd end); // "timed", …

// Texts may be NULL; then the default is used.
typedef struct AdviseSettings {
    const char        *scene, *steps, *dt;
    const char        *solvers, *linsys, *threads, *precisions; // separated by commas
    const char *const *sets;                                    // "KEY=VALUE"
    int                set_count;
    double             error;
    AdviseOf           of;
    double             budget_s;
    const char        *database, *path; // path: of the text
    const char        *figure;          // name of the figure; NULL: error_against_time
    // Measures the cases of the text that the store lacks. what: the stage, for messages. over: limit_s was not enough.
    Status (*measure)(void *user, const Experiment *experiment, const char *what, double limit_s, bool *over);
    void *user;
} AdviseSettings;

typedef struct AdviseCandidate {
    const SolverOps *solver;
    const LinsysOps *linsys; // NULL: none; after an automatic choice the chosen one
    Precision        precision;
    int              threads;
    AdviseEnd        end;
    char             reason[ADVISE_REASON_MAX]; // why it was dropped, one line; "" if it reached the error
    int              iterations, parts;         // of a step; 0: none yet
    double           error;                     // at these, or the smallest seen; NAN: none
    double           guess_ms;                  // of a step, in one process; NAN: none
    Estimate         ms;                        // of a step, timed; count 0: none
} AdviseCandidate;

// candidates: first the timed ones by time, ties first; then those that reached the error, by one-process time; then the others by error
typedef struct Advice {
    int              count;
    AdviseCandidate *candidates;
    int              reached; // number of leading candidates that reach the error
    int              ties;    // number of leading candidates that are not significantly slower than the first, including the first
    int              steps, probes;
    double           dt, seconds;
    bool             over;   // the budget was not enough
    char            *figure; // text of the experiment with only its figure
} Advice;

// STATUS_USAGE, STATUS_INPUT: the settings are wrong, and nothing was measured. If no candidate reaches the error, this is no failure.
Status advise_make(const AdviseSettings *settings, Advice *out) GNU_MUST_CHECK;
void   advise_destroy(Advice *advice); // accepts a zeroed one

// The target: "1 % of the initial error of a step".
void advise_aim(const AdviseSettings *settings, char *out, size_t size);

// The setting by which a candidate divides a step; NULL: it uses shorter steps instead.
const char *advise_parts_name(const AdviseCandidate *candidate);
const char *advise_iterations_name(const AdviseCandidate *candidate);

// True if this candidate has the setting of "KEY=VALUE".
bool advise_takes(const AdviseCandidate *candidate, const char *set);

// Writes the settings of the candidate, except those of the scene, as further keys of a YAML map: `, KEY: "VALUE"`.
void advise_put_sets(const AdviseSettings *settings, const AdviseCandidate *candidate, FILE *out);

#endif
