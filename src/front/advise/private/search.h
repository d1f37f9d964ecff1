// Search: the state of advise_make.
#ifndef WEFT_ADVISE_SEARCH_H
#define WEFT_ADVISE_SEARCH_H

#include "advise/advise.h"

enum {
    RUNGS = 5,          // 16 … 4096 iterations, or 1 … 256 parts × iterations
    RUNG_FACTOR = 4,    // work of a rung relative to the previous one
    RUNG_STEP = 16,     // iterations of the first rung, of step
    PARTS_MAX = 16,     // of a step
    FINE = 64,          // parts of a step in the reference of a trajectory
    PROBES = 3,         // of step
    STEPS_DEFAULT = 20, // of a repetition, of step
    STEPS_TRAJECTORY = 10,
    RUNG_STALLED = 3, // from this rung on, an error that four times the iterations do not reduce counts as stalled
    TIMED_BATCH = 3,  // processes per batch of the candidates near the best
    TIMED_MAX = 12
};
// A time of one process is accurate only to a factor. A candidate is dropped without an interval only if it is slower by more than that.
static const double ONE_PROCESS_SLACK = 2;
static const double STALLED = 0.9;       // share of the error of the previous rung
static const double EXPLORE_SHARE = 0.6; // share of the budget for exploring, before the candidates near the best are timed

// A case in the text of the experiment.
typedef struct Trial {
    int              entrant, rung; // rung −1: a timed case
    int              iterations, parts, timed;
    const LinsysOps *linsys;
    // Results in the store.
    CaseStatus       status;
    char             message[ADVISE_REASON_MAX];
    int              done, needed;      // largest iteration count of its probes; iterations to the error, 0: not reached
    double           error;             // at its end; NAN: none
    double           needed_error;      // after needed
    double           end_ms, needed_ms; // times of a step: to its end, at least; to the error
    Estimate         ms;
    const LinsysOps *chosen;
} Trial;

typedef struct Entrant {
    AdviseCandidate candidate;
    int             explored; // its latest trial during exploration; −1: none
    int             final;    // the trial with its setting; −1: none
    int             diverged; // number of diverged trials
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

// The candidates; each gives a valid case.
Status search_candidates(Search *s) GNU_MUST_CHECK;

// The text of the experiment, or only its figure; the caller frees it.
Status search_text(const Search *s, bool figure_alone, char **out) GNU_MUST_CHECK;

// Reads the results of every trial from the store; cases[i]: the case of trial i.
Status search_read(Search *s, const Experiment *experiment) GNU_MUST_CHECK;

// Moves the timed candidates that tie with the first to the front; returns their number, including the first. sorted: [count], the timed
// ones first, by time.
int search_ties(AdviseCandidate *sorted, int count);

#endif
