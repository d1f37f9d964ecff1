// The records of a worker: the rows sent through the pipe (case/protocol.h), and their fields, a line for each. The line defines the key in
// the JSON, the column in the store and in a view, the axis label, and the output of `weft sim`. A new field is a line here, and its value
// in the function that fills the row.
//
// ROW(constant, name, table, place)
//   begins a kind of row; the fields that follow are its own. table: of the store, with a column for each field; NULL: the store has code
//   of its own
// FIELD(row, field, kind)
//   a field that is in no data view of a figure; its comment states its use. field: key of the row, column of the table, and member of the
//   struct that holds the row, if there is one. kind: the type of its values (record/record.h). JSON: the store handles the field with code
//   of its own, or stores it only as part of the whole row
// VIEW(row, field, kind, view, unit, label)
//   a field with a column in a data view. view: the name of the column. unit: "": none. label: for an axis, without the unit; NULL where
//   the view shows it without an axis
// METRIC(field, kind, view, unit, label, sim)
//   a VIEW of the row of an iterate, and a member of struct Metrics. sim: label in the output of `weft sim`; NULL: not printed
// COUNT(row, field, label)
//   a VIEW of a count of record/cost_list.h
//
// The including file must define FIELD. The other macros default to FIELD, and ROW to nothing. All are undefined at the end.
//
// A field may be added to a row at any time. Older stores get its column when they are opened for writing, with NULL for older
// measurements, so its kind must allow null. Fields are never renamed.
#ifndef ROW
#define ROW(constant, name, table, place)
#endif
#ifndef VIEW
#define VIEW(row, field, kind, view, unit, label) FIELD(row, field, kind)
#endif
#ifndef METRIC
#define METRIC(field, kind, view, unit, label, sim) VIEW(ITERATE, field, kind, view, unit, label)
#endif
#ifndef COUNT
#define COUNT(row, field, label) VIEW(row, field, COUNT_IF, #field, "", label)
#endif

// ---- a repetition ----
// pass, index and time: the store keeps them in columns of its own.
ROW(BEGIN, "begin", "repetition", ROW_FIRST)
FIELD(BEGIN, pass, JSON)
FIELD(BEGIN, index, JSON)                           // the store numbers repetitions itself
FIELD(BEGIN, time, JSON)                            // UTC
VIEW(BEGIN, load, NUMBER, "load", "", NULL)         // 1-minute load average
VIEW(BEGIN, process, COUNT_IF, "process", "", NULL) // of the store, by the job: its repetitions share layout and placement

ROW(END, "end", "repetition", ROW_LAST)
FIELD(END, pass, JSON)
FIELD(END, index, JSON)
VIEW(END, hash, NAME, "hash", "", NULL)                 // of the final state: the same for all repetitions of a deterministic case
VIEW(END, peak_bytes, COUNT_IF, "peak_bytes", "", NULL) // peak resident memory of the worker so far
VIEW(END, library_allocations, COUNT_IF, "library_allocations", "", NULL)   // inside steps, timed pass
VIEW(END, unconverged_steps, COUNT_IF, "unconverged_steps", "", NULL)       // steps that ended without reaching their criterion
VIEW(END, involuntary_switches, COUNT_IF, "involuntary_switches", "", NULL) // another process used a core; null: not available
VIEW(END, stolen_ms, NUMBER, "stolen_ms", "", NULL)                         // time the hypervisor took away; null: not available
VIEW(END, placed, FLAG, "placed", "", NULL)       // every thread sat on its own core, after set-up and after the last step
VIEW(END, misplaced, TEXT, "misplaced", "", NULL) // the fault and its time if placed is false; else null

// A row of the store for each phase: view setup_time.
ROW(SETUP, "setup", NULL, ROW_INSIDE)
FIELD(SETUP, ns, MAP) // of each phase

// A step of the timed pass, from the very first one, and the signs that another process or the machine disturbed it. They are read between
// the steps, outside the timed interval; null: not available. The view timed_step is made of them.
ROW(STEP, "step", "step", ROW_INSIDE)
FIELD(STEP, step, COUNT) // from 0
FIELD(STEP, ns, COUNT)
FIELD(STEP, iteration_ns, LIST)     // clock after each iteration, from the start of the step, all substeps in order
FIELD(STEP, uncharged_ns, COUNT_IF) // of a solver in another process: wall time of the step that ns is without; else null
FIELD(STEP, switches, COUNT_IF)     // involuntary context switches of the worker's threads since the step before
FIELD(STEP, waited_share, NUMBER)   // of the time of its stretch (some 0.3 ms) that threads were ready and had no core, their sum
FIELD(STEP, stolen_ms, NUMBER)      // stolen from the team's cores in the stretch of some 10 ms that the step lies in, their sum
FIELD(STEP, ghz, NUMBER)            // cycles per ns of the stepping thread's core, at the end of its stretch

// A probe, a step from a state of the reference, in the timed and in the measured pass: the same iterates in both. The
// views probe_clock and accuracy are made of its clock, and whether results are deterministic of its hash.
ROW(PROBE, "probe", "probe", ROW_INSIDE)
FIELD(PROBE, step, COUNT)
FIELD(PROBE, round, COUNT)          // from 0; the timed pass goes through all probes several times
FIELD(PROBE, ns, COUNT_IF)          // null in the measured pass, also below
FIELD(PROBE, iteration_ns, LIST_IF) // as in a row `step`
FIELD(PROBE, hash, NAME)            // of the state at the end

// The cost of a step of any pass, or of a probe of the measured pass. Its fields are the counts of record/cost_list.h; all passes agree.
ROW(COST, "cost", "cost", ROW_INSIDE)
FIELD(COST, step, COUNT)
FIELD(COST, probe, FLAG) // as in a row `iterate`
#define COST(name, label, what) COUNT(COST, name, label)
#include "record/cost_list.h"

// A row of the store for each phase: view phase_time.
ROW(PHASES, "phases", NULL, ROW_INSIDE)
FIELD(PHASES, step, JSON)
FIELD(PHASES, ns, JSON)      // of the whole step
FIELD(PHASES, phase_ns, MAP) // of each phase

// A row of the store for each counter: view counter_value.
ROW(COUNTERS, "counters", NULL, ROW_INSIDE)
FIELD(COUNTERS, phase, JSON) // or "step", the whole of it
FIELD(COUNTERS, steps, JSON) // summed over, after the warm-up
FIELD(COUNTERS, values, MAP) // null where a counter cannot be had

// ---- an iterate of the measured pass: where it stands, the metrics, whose formulas are in metric_list.h, and the counts of
// record/cost_list.h since the step began ----
ROW(ITERATE, "iterate", "iterate", ROW_INSIDE)
FIELD(ITERATE, step, COUNT)
FIELD(ITERATE, probe, FLAG)      // it started from the reference, so that the error is known; else on the solver's own trajectory
FIELD(ITERATE, substep, COUNT)   // from 0
FIELD(ITERATE, iteration, COUNT) // from 0; −1: the starting point
METRIC(objective, NUMBER, "objective", "kg m²", "objective", "objective")
METRIC(gradient, NUMBER, "gradient", "kg m", "gradient of the objective", "gradient")
METRIC(primal, NUMBER, "primal", "kg m", "primal residual", "primal")
METRIC(dual, NUMBER, "dual", "m", "dual residual", "dual")
METRIC(constraint_max, NUMBER, "constraint_max", "m", "largest constraint error", "max |C|")
METRIC(constraint_rms, NUMBER, "constraint_rms", "m", "RMS constraint error", "rms |C|")
METRIC(volume_error, NUMBER, "volume_error", "", "relative volume error", "volume error")
METRIC(area_error, NUMBER, "area_error", "", "relative area error", "area error")
METRIC(bending_error, NUMBER, "bending_error", "rad", "RMS bending error", "bending error")
METRIC(error, NUMBER, "error", "", "relative error", "error")
METRIC(error_of_start, NUMBER, "error_of_start", "", "error / initial error", NULL)
METRIC(weighted_error, NUMBER, "weighted_error", "", "mass-weighted error / initial error", NULL)
METRIC(gap, NUMBER, "gap", "kg m²", "objective above its minimum", "gap")
METRIC(kinetic, NUMBER, "kinetic", "J", "kinetic energy", NULL)
METRIC(elastic, NUMBER, "elastic", "J", "elastic energy", NULL)
METRIC(potential, NUMBER, "potential", "J", "potential energy", NULL)
METRIC(momentum, VECTOR, "momentum", "kg m/s", NULL, NULL)
METRIC(angular, VECTOR, "angular", "kg m²/s", NULL, NULL)
#define COST(name, label, what) COUNT(ITERATE, name, label)
#include "record/cost_list.h"

// ---- how each step of the measured pass and each probe ended; step/step.h defines the ends and the residuals ----
ROW(STEP_END, "step_end", "step_end", ROW_INSIDE)
FIELD(STEP_END, step, COUNT)
FIELD(STEP_END, probe, FLAG)                                                // as in a row `iterate`
VIEW(STEP_END, ended, NAME, "ended", "", NULL)                              // done, converged, at round-off, unconverged
VIEW(STEP_END, iterations, COUNT, "iterations_used", "", "iterations used") // in all substeps
VIEW(STEP_END, residual, TEXT, "residual", "", "kind of residual")          // the quantity of the two below; null: none
VIEW(STEP_END, residual_begin, NUMBER, "residual_begin", "", "residual at the start of the step")
VIEW(STEP_END, residual_end, NUMBER, "residual_end", "", "residual at the end of the step")
VIEW(STEP_END, objective_ratio, NUMBER, "objective_ratio", "", "objective relative to standing still")      // measure/convergence.h
VIEW(STEP_END, momentum_error, NUMBER, "momentum_error", "kg m/s", "error of the linear momentum per step") // measure/balance.h, and below
VIEW(STEP_END, angular_error, NUMBER, "angular_error", "kg m²/s", "error of the angular momentum per step")
VIEW(STEP_END, support_error, NUMBER, "support_error", "", "error of the force on a piece, relative to its load")
VIEW(STEP_END, unbalanced, NUMBER, "unbalanced", "", "unbalanced part of the external forces")
VIEW(STEP_END, energy, NUMBER, "total_energy", "J", "total energy")
VIEW(STEP_END, rho_used, NUMBER, "rho_used", "", "ρ of Chebyshev's acceleration") // null: none, or not known yet

// ---- the state at the end of some steps of the measured pass, on the solver's own trajectory; formulas in metric_list.h ----
ROW(FRAME, "frame", "frame", ROW_INSIDE)
FIELD(FRAME, step, COUNT)  // from 0: the one that had just ended
FIELD(FRAME, time_s, TIME) // at its end
VIEW(FRAME, error, NUMBER, "trajectory_error", "", "relative trajectory error")
VIEW(FRAME, weighted_error, NUMBER, "weighted_trajectory_error", "", "mass-weighted trajectory error")
VIEW(FRAME, reference_error, NUMBER, "reference_error", "", "error of the reference itself") // on the scale of `error`
VIEW(FRAME, kinetic, NUMBER, "kinetic", "J", "kinetic energy")
VIEW(FRAME, elastic, NUMBER, "elastic", "J", "elastic energy")
VIEW(FRAME, potential, NUMBER, "potential", "J", "potential energy")
VIEW(FRAME, momentum, NORM, "momentum", "kg m/s", "momentum")
VIEW(FRAME, angular, NORM, "angular", "kg m²/s", "angular momentum")
VIEW(FRAME, centre, POINT, "centre", "m", "the centre of mass")
VIEW(FRAME, tracked, POINT, "tracked", "m", "the tracked particle")
VIEW(FRAME, tracked_velocity, POINT, "tracked_velocity", "m/s", "the velocity of the tracked particle")
VIEW(FRAME, pin_force, POINT, "pin_force", "N", "the force of pins")
VIEW(FRAME, contact_force, POINT, "contact_force", "N", "the force of contacts")
VIEW(FRAME, constraint_max, NUMBER, "constraint_max", "m", "largest constraint error")
VIEW(FRAME, constraint_rms, NUMBER, "constraint_rms", "m", "RMS constraint error")
VIEW(FRAME, volume_error, NUMBER, "volume_error", "", "relative volume error")
VIEW(FRAME, area_error, NUMBER, "area_error", "", "relative area error")
VIEW(FRAME, bending_error, NUMBER, "bending_error", "rad", "RMS bending error")
VIEW(FRAME, broken, COUNT_IF, "broken", "", "broken constraints")

// ---- the contacts of each step of the measured pass, on the solver's own trajectory; R: the thickness ----
ROW(CONTACT, "contact", "contact", ROW_INSIDE)
FIELD(CONTACT, step, COUNT)                                                           // from 0: the one that had just ended
FIELD(CONTACT, time_s, TIME)                                                          // at its end
VIEW(CONTACT, found, COUNT, "found", "", "contacts found")                            // contacts that were detected in the step
VIEW(CONTACT, active, COUNT, "active", "", "active contacts")                         // of those, with λ > 0 at the end of the step
VIEW(CONTACT, missed, COUNT, "missed", "", "contacts missed by the detection")        // at the end nearer than R or on the wrong side
VIEW(CONTACT, penetration_max, NUMBER, "penetration_max", "m", "deepest penetration") // R − distance, R + distance on the wrong side
VIEW(CONTACT, penetration_mean, NUMBER, "penetration_mean", "m", "mean penetration")  // over the same pairs; 0: none
VIEW(CONTACT, crossings, COUNT, "crossings", "", "crossings")                         // contact/contacts.h
VIEW(CONTACT, crossing, TEXT, "crossing", "", "first crossing")
VIEW(CONTACT, friction_work, NUMBER, "friction_work", "J", "work of friction in a step") // lost by the bodies to friction
VIEW(CONTACT, colours, COUNT, "contact_colours", "", "colours of the contacts")          // of the class with the most colours
VIEW(CONTACT, cut, COUNT_IF, "cut", "", "particles cut to the bound") // over all filters; null: contact_bound is off, also below
VIEW(CONTACT, redone, COUNT_IF, "redone", "", "detections of the bound made again")
VIEW(CONTACT, stopped, COUNT_IF, "stopped", "", "substeps in which the bound set how far particles went")
VIEW(CONTACT, cut_momentum, NUMBER, "cut_momentum", "kg m/s", "momentum cut to the bound") // Σ m |cut|/h
VIEW(CONTACT, bound_open, COUNT_IF, "bound_open", "", "pairs without a bound")             // contact/private/contact_bound.h

// ---- the force of every constraint of a kind at the end of some steps: negative pulls its particles together; view constraint_force,
// a row for each constraint ----
ROW(FORCE, "force", "force", ROW_INSIDE)
FIELD(FORCE, step, COUNT)
FIELD(FORCE, time_s, TIME)
FIELD(FORCE, kind, NAME)         // of the constraints
FIELD(FORCE, force, LIST)        // N, in the order of the scene
FIELD(FORCE, reference, LIST_IF) // the same in the reference of the same step length; null: none was asked for

// ---- the loads on colliders, bodies, pins and supports at the end of some steps; measure/loads.h ----
ROW(LOAD, "load", "load", ROW_INSIDE)
FIELD(LOAD, step, COUNT)
FIELD(LOAD, time_s, TIME)
FIELD(LOAD, carrier, NAME)                                            // "collider floor", "pins of script 0"
VIEW(LOAD, force, POINT, "carried", "N", "the force that is carried") // null: the solver does not know it

// ---- of a trajectory that is judged, at the end of every step: the particle that is farthest from a reference; measure/deviation.h ----
ROW(DEVIATION, "deviation", NULL, ROW_OUTSIDE) // for `weft judge`
FIELD(DEVIATION, step, COUNT)
FIELD(DEVIATION, time_s, TIME)
FIELD(DEVIATION, reference, NAME)  // trajectory: the limit of short steps; step: Newton's step from the start of this one
FIELD(DEVIATION, particle, COUNT)  // in the order of the scene
FIELD(DEVIATION, distance, NUMBER) // of that particle
FIELD(DEVIATION, median, NUMBER)   // of the distances of the free particles

// ---- facts of a case: its model after the build, its contact surface, its linear system ----
ROW(MODEL, "model", "model", ROW_OUTSIDE)
VIEW(MODEL, particles, COUNT_IF, "particles", "", "particles")
VIEW(MODEL, pinned, COUNT_IF, "pinned", "", "pinned particles") // without freedom
VIEW(MODEL, constraints, COUNT_IF, "constraints", "", "constraints")
VIEW(MODEL, hard, FLAG, "hard", "", NULL)                                        // some constraint has zero compliance
VIEW(MODEL, team_threads, COUNT_IF, "team_threads", "", "threads of the team")   // at most `threads` of the case, with `team: fit`
VIEW(MODEL, bytes_model, COUNT_IF, "bytes_model", "bytes", "memory of the case") // model, state, schedule and solver
VIEW(MODEL, colours, COUNT_IF, "colours", "", "colours")                         // of the schedule; null for a solver without one
VIEW(MODEL, smallest_colour, COUNT_IF, "smallest_colour", "", "constraints in the smallest colour")
VIEW(MODEL, largest_colour, COUNT_IF, "largest_colour", "", "constraints in the largest colour")
VIEW(MODEL, balance, NUMBER, "balance", "", "balance of the colours")
VIEW(MODEL, clusters, COUNT_IF, "clusters", "", "clusters of constraints") // that one thread takes whole; null: the colouring makes none
VIEW(MODEL, barriers, COUNT_IF, "barriers", "", "barriers of a sweep")     // over all constraints
FIELD(MODEL, contact, JSON)                                                // null where nothing can touch

ROW(SURFACE, "contact of a row `model`", "surface", ROW_NESTED)
VIEW(SURFACE, points, COUNT_IF, "surface_points", "", "points of the surface") // particles that may touch
VIEW(SURFACE, edges, COUNT_IF, "surface_edges", "", "edges of the surface")
VIEW(SURFACE, triangles, COUNT_IF, "surface_triangles", "", "triangles of the surface")
VIEW(SURFACE, colliders, COUNT_IF, "colliders", "", "colliders")
VIEW(SURFACE, thickness, NUMBER, "contact_thickness", "m", "thickness of contact")   // how far apart surfaces are kept
VIEW(SURFACE, stiffness, NUMBER, "contact_stiffness", "N/m", "stiffness of contact") // null: contacts are hard
VIEW(SURFACE, bytes, COUNT_IF, "bytes_contact", "bytes", "memory for contacts")      // whatever touches

// ---- a condition known before the first step that does not hold (solver/condition_list.h); shown by `sim`, `run` and `status`,
// and beside claims ----
ROW(CONDITION, "condition", "condition", ROW_OUTSIDE)
FIELD(CONDITION, kind, NAME)
FIELD(CONDITION, value, NUMBER)
FIELD(CONDITION, bound, NUMBER) // that value should not be above
FIELD(CONDITION, text, NAME)    // both, and the remedy

// ---- a fault known after the last step of the measured pass (measure/finding_list.h) or of a reference; shown like a condition; claims
// rest on none ----
ROW(FINDING, "finding", "finding", ROW_OUTSIDE)
FIELD(FINDING, kind, NAME)
FIELD(FINDING, text, NAME) // place, amount, remedy

ROW(LINSYS, "linsys", "linsys", ROW_OUTSIDE)
FIELD(LINSYS, name, NAME)
VIEW(LINSYS, ordering, TEXT, "ordering_used", "", "ordering")                            // the ordering used, also with `best`
VIEW(LINSYS, order, COUNT_IF, "matrix_order", "", "order of the matrix")                 // n, or 3n
VIEW(LINSYS, matrix_nonzeros, COUNT_IF, "matrix_nonzeros", "", "nonzeros of the matrix") // stored triangle
VIEW(LINSYS, factor_nonzeros, COUNT_IF, "factor_nonzeros", "", "nonzeros of the factor") // nnz(L)
VIEW(LINSYS, factor_flops, NUMBER, "factor_flops", "", "operations of a factorisation")  // null: not known
VIEW(LINSYS, factor_bytes, COUNT_IF, "factor_bytes", "bytes", "memory of the factor")
VIEW(LINSYS, workspace_bytes, COUNT_IF, "workspace_bytes", "bytes", "workspace")
VIEW(LINSYS, residual, NUMBER, "solve_residual", "", "relative residual of a solve") // ‖b − A x‖/‖b‖ at set-up; null: not measured
VIEW(LINSYS, precision, TEXT, "solve_precision", "", "precision of a solve")
VIEW(LINSYS, library, TEXT, "solver_library", "", "library")                // loaded at run time; null: none
VIEW(LINSYS, chosen, TEXT, "chosen", "", "chosen system or preconditioner") // null: the system has no choice

// ---- memory traffic and operations of a phase each time it runs (step/traffic.h), and the peak rates of the machine (measure/rates.h);
// the view roofline needs both ----
ROW(TRAFFIC, "traffic", NULL, ROW_OUTSIDE)
FIELD(TRAFFIC, phases, MAP)

ROW(PHASE_TRAFFIC, "phase of a row `traffic`", NULL, ROW_NESTED)
FIELD(PHASE_TRAFFIC, runs, JSON)
FIELD(PHASE_TRAFFIC, bytes, JSON)
FIELD(PHASE_TRAFFIC, working_set, JSON)
FIELD(PHASE_TRAFFIC, updated, JSON)
FIELD(PHASE_TRAFFIC, updated_set, JSON)
FIELD(PHASE_TRAFFIC, flops, JSON)
FIELD(PHASE_TRAFFIC, precision, JSON)

ROW(SYSTEM, "system", NULL, ROW_OUTSIDE) // for `weft matrix`
FIELD(SYSTEM, path, NAME)                // of the file of the matrix
FIELD(SYSTEM, order, COUNT)
FIELD(SYSTEM, entries, COUNT) // of its stored triangle
FIELD(SYSTEM, columns, COUNT) // of the right-hand side
FIELD(SYSTEM, definite, FLAG)
FIELD(SYSTEM, condition, NUMBER) // these four as in linsys/reference_solution.h; null without a reference solution
FIELD(SYSTEM, pivot, NUMBER)
FIELD(SYSTEM, negative, COUNT_IF)
FIELD(SYSTEM, residual, NUMBER)

ROW(RATES, "rates", NULL, ROW_OUTSIDE)
FIELD(RATES, threads, JSON)
FIELD(RATES, precision, JSON)
FIELD(RATES, sets, JSON)
FIELD(RATES, flops, JSON)

ROW(BARRIER, "barrier", NULL, ROW_OUTSIDE) // for `weft scaling`
FIELD(BARRIER, threads, COUNT)
FIELD(BARRIER, barrier_ns, TIME)

ROW(PLUGIN, "plugin", NULL, ROW_OUTSIDE) // for --plugin
FIELD(PLUGIN, name, NAME)
FIELD(PLUGIN, summary, NAME)
FIELD(PLUGIN, version, NAME)
FIELD(PLUGIN, path, NAME)
FIELD(PLUGIN, hash, NAME)
FIELD(PLUGIN, takes, COUNT)
FIELD(PLUGIN, aim, COUNT)
FIELD(PLUGIN, order, COUNT)
FIELD(PLUGIN, params, JSON)   // a list of objects
FIELD(PLUGIN, supports, LIST) // of each kind, in the order of the table

ROW(CHECK, "check", NULL, ROW_OUTSIDE) // for `weft conform`
FIELD(CHECK, solver, NAME)
FIELD(CHECK, scene, NAME)
FIELD(CHECK, settings, NAME)
FIELD(CHECK, end, NAME)     // "begun", then "passed", "failed" or "refused"
FIELD(CHECK, failed, COUNT) // the check that failed, or has a remark; -1: none
FIELD(CHECK, message, NAME)

// ---- how a worker ended: the status of the case ----
ROW(FAILED, "failed", NULL, ROW_OUTSIDE)
FIELD(FAILED, status, JSON)
FIELD(FAILED, message, JSON)

ROW(DONE, "done", NULL, ROW_OUTSIDE)
FIELD(DONE, deterministic, JSON) // all repetitions ended in the same state

ROW(ENVIRONMENT, "environment", NULL, ROW_OUTSIDE) // its fields are in machine/environment_list.h

#undef ROW
#undef FIELD
#undef VIEW
#undef METRIC
#undef COUNT
