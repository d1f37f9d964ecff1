// Rows: the output of a worker, one JSON object per line (case/protocol.h).
#ifndef WEFT_WORKER_ROWS_H
#define WEFT_WORKER_ROWS_H

#include "case/protocol.h"
#include "linsys/reference_solution.h"
#include "machine/disturbance.h"
#include "measure/convergence.h"
#include "measure/deviation.h"
#include "measure/findings.h"
#include "measure/loads.h"
#include "measure/reference.h"
#include "measure/snapshot.h"
#include "measure/step_outcome.h"
#include "solver/condition.h"
#include "worker/private/conditions.h"
#include "worker/private/counting.h"
#include "worker/private/setup.h"

// Writes one line. STATUS_IO if the reader has closed the pipe. Takes ownership of `row`; NULL: out of memory.
Status rows_write(json_t *row) GNU_MUST_CHECK;

json_t *rows_model(const Setup *setup);
json_t *rows_linsys(const Linsys *linsys);
json_t *rows_condition(const Condition *condition);
json_t *rows_finding(const Finding *finding);
// Writes the fault of a reference, if any, as a finding.
Status rows_reference(ReferenceUse use, const Reference *reference) GNU_MUST_CHECK;
// Writes a condition if the start state of the run is from another scene.
Status  rows_origin(const Setup *setup) GNU_MUST_CHECK;
json_t *rows_traffic(const Traffic *traffic);
json_t *rows_begin(Pass pass, int index, int64_t process); // process: 0 for none
json_t *rows_setup(const PhaseClock *phases);
// iteration_ns: [count] from the start of the step. uncharged_ns −1: none.
json_t *rows_step(int64_t step, int64_t ns, int64_t uncharged_ns, const int64_t *iteration_ns, int32_t count,
                  const DisturbanceSigns *signs);
// ns: of the step; iteration_ns: [count] from its start; NULL: not timed.
json_t *rows_probe(int64_t step, int round, const int64_t *ns, const int64_t *iteration_ns, int32_t count, const char *hash);
json_t *rows_phases(int64_t step, int64_t ns, const PhaseClock *phases);
json_t *rows_counters(const char *phase, const Counting *counting, const CountedPart *part);
// cost: since the step began.
json_t *rows_iterate(int64_t step, bool probe, const Iterate *iterate, const Metrics *metrics, const Cost *cost);
json_t *rows_cost(int64_t step, bool probe, const Cost *cost);
json_t *rows_step_end(const StepOutcome *outcome);
json_t *rows_contact(int64_t step, double time_s, const ContactReport *report);
// reference: "trajectory" or "step".
json_t *rows_deviation(int64_t step, double time_s, const char *reference, const Deviation *deviation);
json_t *rows_frame(int64_t step, double time_s, const Snapshot *snapshot);
// force, reference: [count] in the scene's order; reference may be NULL.
json_t *rows_force(int64_t step, double time_s, const char *kind, int32_t count, const double *force, const double *reference);
json_t *rows_load(const Load *load);
json_t *rows_end(Pass pass, int index, const char *hash, int64_t peak_bytes, int64_t library_allocations, int64_t unconverged,
                 const Conditions *conditions);
// For a trajectory from another program, whose times and costs are unknown.
json_t *rows_end_recorded(const char *hash);
// facts: of the reference solution; NULL: none.
json_t *rows_system(const char *path, const Csc *matrix, int columns, bool definite, const SolutionFacts *facts);
json_t *rows_barrier(int threads, double ns);
json_t *rows_failed(const Status *status);

#endif
