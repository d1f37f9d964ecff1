// Advise: which solver and settings reach a given error in the least time, on this machine, for one scene.
//
// It is an experiment that is written while it is measured, by the ordinary runner into an ordinary store: each stage writes the text
// again, with the cases so far and those that are to be tried next, and what the store has is not measured again. Its last text has all of
// them, with a figure and a table, so that `weft report` shows what the advice rests on, and the same command goes on where it was stopped.
//
// Candidates are solver × linear system × precision × threads. What is looked for is the least work with which each reaches the error:
//   step        iterations. One probe with many of them has the error and the clock of each iterate: the number that is needed follows from
//               the curve. Those that have not reached it after 16 try four times as many, while that can still be the fastest.
//   trajectory  parts of a step and iterations in each, all products of equal work together: 1, then 4, 16, … of both.
// Then those near the best are timed at exactly that setting, in processes that take turns, until their intervals tell them apart.
//
// error: of step the largest, over the probes, of the error at the end of a step over that at its start (`error_of_start`); of trajectory
// that of the last frame (`trajectory_error`).
#ifndef WEFT_ADVISE_ADVISE_H
#define WEFT_ADVISE_ADVISE_H

#include <stdio.h>

#include "experiment/experiment.h"
#include "stats/interval.h"
#include "store/store.h"

// The text of the experiment begins with it.
#define ADVISE_MARK "# Written by weft advise"

enum { ADVISE_REASON_MAX = 300 };

typedef enum AdviseOf { ADVISE_STEP, ADVISE_TRAJECTORY } AdviseOf;
extern const char *const ADVISE_OF_NAMES[]; // ended by NULL

// How a candidate ended.
typedef enum AdviseEnd {
    ADVISE_OPEN,    // error not reached yet, and not given up
    ADVISE_REACHED, // reached, in one process of a probe
    ADVISE_TIMED,   // reached, and timed at its setting
    ADVISE_BEHIND,  // not reached when others had for long
    ADVISE_SHORT,   // not reached with the most that is tried, or with what ends it
    ADVISE_LOST,    // refused, diverged, failed
    ADVISE_UNTRIED, // the budget was over
} AdviseEnd;
const char *advise_end_name(AdviseEnd end); // "timed", …

// Texts may be NULL for what has a default.
typedef struct AdviseSettings {
    const char        *scene, *steps, *dt;
    const char        *solvers, *linsys, *threads, *precisions; // with commas between
    const char *const *sets;                                    // "KEY=VALUE"
    int                set_count;
    double             error;
    AdviseOf           of;
    double             budget_s;
    const char        *database, *path; // path: of the text
    const char        *figure;          // name of the figure; NULL: error_against_time
    // Measures the cases of the text that the store lacks. what: of the stage, for people. over: limit_s was not enough.
    Status (*measure)(void *user, const Experiment *experiment, const char *what, double limit_s, bool *over);
    void *user;
} AdviseSettings;

typedef struct AdviseCandidate {
    const SolverOps *solver;
    const LinsysOps *linsys; // NULL: none; of one that chooses what it chose, once it has
    Precision        precision;
    int              threads;
    AdviseEnd        end;
    char             reason[ADVISE_REASON_MAX]; // one line; "" of one that reached the error
    int              iterations, parts;         // of a step; 0: none yet
    double           error;                     // at them, or the least that was seen; NAN: none
    double           guess_ms;                  // of a step, in one process; NAN: none
    Estimate         ms;                        // of a step, timed; count 0: none
} AdviseCandidate;

// candidates: those that are timed by their time, ties first; then those that reached the error by their guess; the others by their error
typedef struct Advice {
    int              count;
    AdviseCandidate *candidates;
    int              reached; // of the first, those that reach the error
    int              ties;    // of these, the first ones, which are not shown to be slower than the first, itself counted
    int              steps, probes;
    double           dt, seconds;
    bool             over;   // the budget was not enough
    char            *figure; // text of the experiment, with its figure alone
} Advice;

// STATUS_USAGE, STATUS_INPUT: the settings are wrong, and nothing was measured. That no candidate reaches the error is no failure.
Status advise_make(const AdviseSettings *settings, Advice *out) GNU_MUST_CHECK;
void   advise_destroy(Advice *advice); // takes a zeroed one

// What is to be reached: "0.01 of the error at the start of a step".
void advise_aim(const AdviseSettings *settings, char *out, size_t size);

// How a candidate divides a step: the name of its setting, or NULL where its steps are shorter instead.
const char *advise_parts_name(const AdviseCandidate *candidate);
const char *advise_iterations_name(const AdviseCandidate *candidate);

// "KEY=VALUE" of those that this candidate takes.
bool advise_takes(const AdviseCandidate *candidate, const char *set);

// Those that it takes, but for the scene's, as further keys of a YAML map: `, KEY: "VALUE"`.
void advise_put_sets(const AdviseSettings *settings, const AdviseCandidate *candidate, FILE *out);

#endif
