// Search: advise_make while it goes on.
#ifndef WEFT_ADVISE_SEARCH_H
#define WEFT_ADVISE_SEARCH_H

#include "advise/advise.h"

enum {
    RUNGS = 5,          // 16 … 4096 iterations, or 1 … 256 parts × iterations
    RUNG_FACTOR = 4,    // from rung to rung
    RUNG_STEP = 16,     // iterations of the first, of step
    PARTS_MOST = 16,    // of a step
    FINE = 64,          // of the reference of a trajectory: parts of a step
    PROBES = 3,         // of step
    STEPS_DEFAULT = 20, // of a repetition, of step
    STEPS_TRAJECTORY = 10,
    RUNG_STALLED = 3, // from here on an error that four times the iterations do not reduce is taken to stay
    TIMED_BATCH = 3,  // processes that those near the best get at a time
    TIMED_MOST = 12
};
// One process says of a time no more than that it is within a factor; only what is behind by more is dropped without an interval.
static const double ONE_PROCESS_SLACK = 2;
static const double STALLED = 0.9;       // of the error of the rung before
static const double EXPLORE_SHARE = 0.6; // of the budget, until those near the best are timed

// A case of the text.
typedef struct Trial {
    int              entrant, rung; // rung: −1: of those that are timed
    int              iterations, parts, timed;
    const LinsysOps *linsys;
    // What the store has of it.
    CaseStatus       status;
    char             message[ADVISE_REASON_MAX];
    int              done, needed;      // iterations of its probes at most; of these, those to the error, 0: not reached
    double           error;             // at its end; NAN: none
    double           needed_error;      // after needed
    double           end_ms, needed_ms; // of a step: to its end, at least; to the error
    Estimate         ms;
    const LinsysOps *chosen;
} Trial;

typedef struct Entrant {
    AdviseCandidate candidate;
    int             explored; // its latest trial while it is explored; −1: none
    int             final;    // the trial with its setting; −1: none
    int             diverged; // times
} Entrant;

typedef struct Search {
    const AdviseSettings *settings;
    int64_t               started_ns;
    Case                  base; // of the first candidate, resolved: its steps, dt
    int                   entrant_count, trial_count;
    Entrant              *entrants;
    Trial                *trials;
    bool                  over;
} Search;

// The candidates, each of which is a case that resolves.
Status search_candidates(Search *s) GNU_MUST_CHECK;

// The text of the experiment, or of its figure alone; the caller frees it.
Status search_text(const Search *s, bool figure_alone, char **out) GNU_MUST_CHECK;

// What the store has of every trial; cases[i]: that of trial i.
Status search_read(Search *s, const Experiment *experiment) GNU_MUST_CHECK;

// Moves those that are not told apart from the first, and are timed, to the front; returns how many, the first counted. sorted: [count],
// those that are timed first, by their time.
int search_ties(AdviseCandidate *sorted, int count);

#endif
