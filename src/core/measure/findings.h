// Findings: faults of a run that are known after its last step, from finding_list.h. How steps ended (step_outcome.h) is counted
// separately. A finding is printed and recorded; it does not make the run fail.
#ifndef WEFT_MEASURE_FINDINGS_H
#define WEFT_MEASURE_FINDINGS_H

#include "base/arena.h"
#include "contact/contacts.h"
#include "measure/balance_history.h"
#include "measure/step_outcome.h"

typedef enum FindingKind {
#define FINDING(name, hides, voids, source) FINDING_##name,
#include "measure/finding_list.h"
    FINDINGS
} FindingKind;

typedef struct Finding {
    const char *kind, *text;
    char        line[512]; // `text` points here
} Finding;

// Sums and extremes over the steps of a run.
typedef struct Findings {
    const char *solver;    // its name
    double      thickness; // of contact, m
    int64_t     steps;
    // outcomes
    double     *shares; // [share_count] final over initial residual, of steps without a criterion that began above round-off
    int64_t     share_count, kept, above;
    char        residual[96]; // the residual of the shares, and what they are relative to
    StepOutcome highest;      // the one with the largest objective_ratio above its bound
    // contact
    int64_t        contact_steps, crossed, crossed_step, crossings; // crossed: in the first step with a crossing; crossings: in all
    char           crossing[240];
    int64_t        deepest_step, stopped, stopped_step, open;
    double         depth, cut_momentum;
    BalanceHistory balance;
} Findings;

// steps: of the run. substeps: of each step. `solver` must outlive the findings. Memory from the arena. STATUS_MEMORY.
Status findings_init(Findings *f, const char *solver, const Model *model, int64_t steps, int32_t substeps, Arena *arena) GNU_MUST_CHECK;

// Call these after each step of the run's own trajectory; findings_contact only in scenes with contact.
void findings_step(Findings *f, const StepOutcome *outcome);
void findings_balance(Findings *f, const Balance *balance, double h); // h: s, of a substep
void findings_contact(Findings *f, int64_t step, const ContactReport *report);

// After the last step: true, and *out filled, if there is a finding of this kind that no other hides. May sort `shares`.
bool findings_get(Findings *f, FindingKind kind, Finding *out);

#endif
