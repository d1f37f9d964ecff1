// What a worker records: the rows that go through the pipe (case/protocol.h), and the fields of each. One line for each field. From it come
// its struct member, its key in the JSON, its column in the store and in a view, its value in what `weft sim` prints and its label on
// an axis. A new field is a line here and its value in the function that fills the struct.
//
// Included several times: each section is compiled only where its macro is defined, and undefines it.
//
//   SECTION(field, view, unit, label, kind)
//     field  of the struct, key of the row, column of the table
//     view   its column in the data view of a figure; NULL: the view has code of its own for it, or none
//     unit   "": none. label: for an axis, without the unit; NULL where view is
//     kind   what values it has (base/record.h). JSON: the row has it, and the store has code of its own for it, or only as part of the
//     whole row
//   METRIC(…, sim) has one column more: what `weft sim` prints before the value; NULL: it does not
//
// A field may be added to a section at any time: stores that were made before get its column when they are opened for writing, and show
// NULL in it for what was measured before. It has to be of a kind that may be null for that. Fields are never renamed.

// ---- the kinds of rows ----
// ROW(constant, name, table, place). table: of the store, with a column for each field; NULL: the store has code of its own.
#ifdef ROW
ROW(ENVIRONMENT, "environment", NULL, ROW_OUTSIDE) // its fields are in machine/environment_list.h
ROW(BEGIN, "begin", "repetition", ROW_FIRST)
ROW(END, "end", "repetition", ROW_LAST)
ROW(SETUP, "setup", NULL, ROW_INSIDE)
ROW(STEP, "step", "step", ROW_INSIDE)
ROW(PROBE, "probe", "probe", ROW_INSIDE)
ROW(COST, "cost", "cost", ROW_INSIDE)
ROW(PHASES, "phases", NULL, ROW_INSIDE)
ROW(COUNTERS, "counters", NULL, ROW_INSIDE)
ROW(ITERATE, "iterate", "iterate", ROW_INSIDE)
ROW(STEP_END, "step_end", "step_end", ROW_INSIDE)
ROW(FRAME, "frame", "frame", ROW_INSIDE)
ROW(CONTACT, "contact", "contact", ROW_INSIDE)
ROW(FORCE, "force", "force", ROW_INSIDE)
ROW(LOAD, "load", "load", ROW_INSIDE)
ROW(DEVIATION, "deviation", NULL, ROW_OUTSIDE) // for `weft judge`
ROW(MODEL, "model", "model", ROW_OUTSIDE)
ROW(SURFACE, "contact of a row `model`", "surface", ROW_NESTED)
ROW(CONDITION, "condition", "condition", ROW_OUTSIDE)
ROW(FINDING, "finding", "finding", ROW_OUTSIDE)
ROW(LINSYS, "linsys", "linsys", ROW_OUTSIDE)
ROW(TRAFFIC, "traffic", NULL, ROW_OUTSIDE)
ROW(PHASE_TRAFFIC, "phase of a row `traffic`", NULL, ROW_NESTED)
ROW(SYSTEM, "system", NULL, ROW_OUTSIDE)           // for `weft matrix`
ROW(SYSTEM_TIME, "system_time", NULL, ROW_OUTSIDE) // for `weft matrix --list`
ROW(RATES, "rates", NULL, ROW_OUTSIDE)
ROW(TASKS, "tasks", NULL, ROW_OUTSIDE) // for `weft scaling`
ROW(BARRIER, "barrier", NULL, ROW_OUTSIDE)
ROW(PLUGIN, "plugin", NULL, ROW_OUTSIDE) // for --plugin
ROW(CHECK, "check", NULL, ROW_OUTSIDE)   // for `weft conform`
ROW(FAILED, "failed", NULL, ROW_OUTSIDE)
ROW(DONE, "done", NULL, ROW_OUTSIDE)
#undef ROW
#endif

// ---- a repetition ----
#ifdef BEGIN
BEGIN(pass, NULL, "", NULL, JSON)
BEGIN(index, NULL, "", NULL, JSON)            // the store numbers repetitions itself
BEGIN(time, NULL, "", NULL, JSON)             // UTC
BEGIN(load, "load", "", NULL, NUMBER)         // 1-minute load average
BEGIN(process, "process", "", NULL, COUNT_IF) // of the store, that the job named: repetitions of one process share its layout and placement
#undef BEGIN
#endif
#ifdef END
END(pass, NULL, "", NULL, JSON)
END(index, NULL, "", NULL, JSON)
END(hash, "hash", "", NULL, NAME)                 // of the final state: the same for all repetitions of a deterministic case
END(peak_bytes, "peak_bytes", "", NULL, COUNT_IF) // peak resident memory of the worker so far
END(library_allocations, "library_allocations", "", NULL, COUNT_IF)   // inside steps, timed pass
END(unconverged_steps, "unconverged_steps", "", NULL, COUNT_IF)       // steps that ended without reaching their criterion
END(involuntary_switches, "involuntary_switches", "", NULL, COUNT_IF) // another process held a core; null: the system does not tell
END(stolen_ms, "stolen_ms", "", NULL, NUMBER)                         // time the hypervisor gave to others; null: the system does not tell
END(placed, "placed", "", NULL, FLAG)       // every thread sat on its own core, after set-up and after the last step
END(misplaced, "misplaced", "", NULL, TEXT) // what was wrong where placed is false, and when it was seen; else null
#undef END
#endif
#ifdef SETUP
SETUP(ns, NULL, "", NULL, MAP) // of each phase
#undef SETUP
#endif

// A step of the timed pass, from the very first one, and the signs that another process or the machine disturbed it. They are read between
// the steps, outside what is timed; null: the system does not tell.
#ifdef STEP
STEP(step, NULL, "", NULL, COUNT) // from 0
STEP(ns, NULL, "", NULL, COUNT)
STEP(iteration_ns, NULL, "", NULL, LIST)     // clock after each iteration, from the start of the step, all substeps in order
STEP(uncharged_ns, NULL, "", NULL, COUNT_IF) // of a solver in another process: wall time of the step that ns is without; else null
#undef STEP
#endif
#ifdef SIGN
SIGN(switches, NULL, "", NULL, COUNT_IF)   // involuntary context switches of the worker's threads since the step before
SIGN(waited_share, NULL, "", NULL, NUMBER) // of the time of its stretch (some 0.3 ms) that threads were ready and had no core, their sum
SIGN(stolen_ms, NULL, "", NULL, NUMBER)    // stolen from the team's cores in the stretch of some 10 ms that the step lies in, their sum
SIGN(ghz, NULL, "", NULL, NUMBER)          // cycles per ns of the stepping thread's core, at the end of its stretch
#undef SIGN
#endif

// A probe, a step from a state of the reference, in the timed and in the measured pass: the same iterates in both.
#ifdef PROBE
PROBE(step, NULL, "", NULL, COUNT)
PROBE(round, NULL, "", NULL, COUNT)          // from 0; the timed pass goes through all probes several times
PROBE(ns, NULL, "", NULL, COUNT_IF)          // null in the measured pass, also below
PROBE(iteration_ns, NULL, "", NULL, LIST_IF) // as in a row `step`
PROBE(hash, NULL, "", NULL, NAME)            // of the state at the end
#undef PROBE
#endif

// What a step of any pass, or a probe of the measured one, cost: the counts of base/cost_list.h are fields of it. The same in all passes.
#ifdef COST_OF
COST_OF(step, NULL, "", NULL, COUNT)
COST_OF(probe, NULL, "", NULL, FLAG) // as in a row `iterate`
#undef COST_OF
#endif
#ifdef PHASES
PHASES(step, NULL, "", NULL, JSON)
PHASES(ns, NULL, "", NULL, JSON)      // of the whole step
PHASES(phase_ns, NULL, "", NULL, MAP) // of each phase
#undef PHASES
#endif
#ifdef COUNTERS
COUNTERS(phase, NULL, "", NULL, JSON) // or "step", the whole of it
COUNTERS(steps, NULL, "", NULL, JSON) // summed over, after the warm-up
COUNTERS(values, NULL, "", NULL, MAP) // null where a counter cannot be had
#undef COUNTERS
#endif

// ---- an iterate of the measured pass: where it stands, the metrics, whose formulas are in metric_list.h, and the counts of
// base/cost_list.h since the step began ----
#ifdef ITERATE
ITERATE(step, NULL, "", NULL, COUNT)
ITERATE(probe, NULL, "", NULL, FLAG)      // started from the reference trajectory, error is known; else on the solver's own trajectory,
                                          // where it is of a trajectory that another program made (weft judge)
ITERATE(substep, NULL, "", NULL, COUNT)   // from 0
ITERATE(iteration, NULL, "", NULL, COUNT) // from 0; −1: the starting point
#undef ITERATE
#endif
#ifdef METRIC
METRIC(objective, "objective", "kg m²", "objective", NUMBER, "objective")
METRIC(gradient, "gradient", "kg m", "gradient of the objective", NUMBER, "gradient")
METRIC(primal, "primal", "kg m", "primal residual", NUMBER, "primal")
METRIC(dual, "dual", "m", "dual residual", NUMBER, "dual")
METRIC(constraint_max, "constraint_max", "m", "largest constraint error", NUMBER, "max |C|")
METRIC(constraint_rms, "constraint_rms", "m", "RMS constraint error", NUMBER, "rms |C|")
METRIC(volume_error, "volume_error", "", "relative volume error", NUMBER, "volume error")
METRIC(area_error, "area_error", "", "relative area error", NUMBER, "area error")
METRIC(bending_error, "bending_error", "rad", "RMS bending error", NUMBER, "bending error")
METRIC(error, "error", "", "relative error", NUMBER, "error")
METRIC(error_of_start, "error_of_start", "", "error, of that at the start", NUMBER, NULL)
METRIC(weighted_error, "weighted_error", "", "mass-weighted error, of that at the start", NUMBER, NULL)
METRIC(gap, "gap", "kg m²", "objective above its minimum", NUMBER, "gap")
METRIC(kinetic, "kinetic", "J", "kinetic energy", NUMBER, NULL)
METRIC(elastic, "elastic", "J", "elastic energy", NUMBER, NULL)
METRIC(potential, "potential", "J", "potential energy", NUMBER, NULL)
METRIC(momentum, "momentum", "kg m/s", NULL, VECTOR, NULL)
METRIC(angular, "angular", "kg m²/s", NULL, VECTOR, NULL)
#undef METRIC
#endif

// ---- how each step of the measured pass and each probe ended; step/step.h says what that means and what the residuals are ----
#ifdef STEP_END
STEP_END(step, NULL, "", NULL, COUNT)
STEP_END(probe, NULL, "", NULL, FLAG) // as in a row `iterate`
#undef STEP_END
#endif
#ifdef OUTCOME
OUTCOME(ended, "ended", "", NULL, NAME)                              // done, converged, at round-off, unconverged
OUTCOME(iterations, "iterations_used", "", "iterations used", COUNT) // in all substeps
OUTCOME(residual, "residual", "", "kind of residual", TEXT)          // what the two below are; null: none is known
OUTCOME(residual_begin, "residual_begin", "", "residual at the start of the step", NUMBER)
OUTCOME(residual_end, "residual_end", "", "residual at the end of the step", NUMBER)
OUTCOME(objective_ratio, "objective_ratio", "", "objective over that of standing still", NUMBER) // measure/convergence.h
OUTCOME(rho_used, "rho_used", "", "ρ of Chebyshev's acceleration", NUMBER)                       // null: none, or not known yet
#undef OUTCOME
#endif

// ---- the state at the end of some steps of the measured pass, on the solver's own trajectory; formulas in metric_list.h ----
#ifdef FRAME
FRAME(step, NULL, "", NULL, COUNT)  // from 0: the one that had just ended
FRAME(time_s, NULL, "", NULL, TIME) // at its end
#undef FRAME
#endif
#ifdef SNAPSHOT
SNAPSHOT(error, "trajectory_error", "", "relative trajectory error", NUMBER)
SNAPSHOT(weighted_error, "weighted_trajectory_error", "", "mass-weighted trajectory error", NUMBER)
SNAPSHOT(reference_error, "reference_error", "", "error of the reference itself", NUMBER) // on the scale of `error`
SNAPSHOT(kinetic, "kinetic", "J", "kinetic energy", NUMBER)
SNAPSHOT(elastic, "elastic", "J", "elastic energy", NUMBER)
SNAPSHOT(potential, "potential", "J", "potential energy", NUMBER)
SNAPSHOT(momentum, "momentum", "kg m/s", "momentum", NORM)
SNAPSHOT(angular, "angular", "kg m²/s", "angular momentum", NORM)
SNAPSHOT(centre, "centre", "m", "the centre of mass", POINT)
SNAPSHOT(tracked, "tracked", "m", "the tracked particle", POINT)
SNAPSHOT(tracked_velocity, "tracked_velocity", "m/s", "the velocity of the tracked particle", POINT)
SNAPSHOT(pin_force, "pin_force", "N", "the force of pins", POINT)
SNAPSHOT(contact_force, "contact_force", "N", "the force of contacts", POINT)
SNAPSHOT(constraint_max, "constraint_max", "m", "largest constraint error", NUMBER)
SNAPSHOT(constraint_rms, "constraint_rms", "m", "RMS constraint error", NUMBER)
SNAPSHOT(volume_error, "volume_error", "", "relative volume error", NUMBER)
SNAPSHOT(area_error, "area_error", "", "relative area error", NUMBER)
SNAPSHOT(bending_error, "bending_error", "rad", "RMS bending error", NUMBER)
SNAPSHOT(broken, "broken", "", "broken constraints", COUNT_IF)
#undef SNAPSHOT
#endif

// ---- what the contacts of each step of the measured pass came to, on the solver's own trajectory; R: the thickness ----
#ifdef CONTACT
CONTACT(step, NULL, "", NULL, COUNT)  // from 0: the one that had just ended
CONTACT(time_s, NULL, "", NULL, TIME) // at its end
#undef CONTACT
#endif
#ifdef CONTACTS
CONTACTS(found, "found", "", "contacts found", COUNT)                     // contacts that were detected in the step
CONTACTS(active, "active", "", "active contacts", COUNT)                  // of those, with λ > 0 at the end of the step
CONTACTS(missed, "missed", "", "contacts missed by the detection", COUNT) // not detected, and at the end nearer than R or on the wrong side
CONTACTS(penetration_max, "penetration_max", "m", "deepest penetration", NUMBER) // R − distance, R + distance on the wrong side; 0: none
CONTACTS(penetration_mean, "penetration_mean", "m", "mean penetration",
         NUMBER)                                         // over the pairs that are nearer than R or on the wrong side
CONTACTS(crossings, "crossings", "", "crossings", COUNT) // what is through more at the end of the step than at its start
CONTACTS(crossing, "crossing", "", "what crossed first", TEXT)
CONTACTS(friction_work, "friction_work", "J", "work of friction in a step", NUMBER) // lost by the bodies to friction
CONTACTS(colours, "contact_colours", "", "colours of the contacts", COUNT)          // of the class with the most colours
CONTACTS(cut, "cut", "", "particles cut to the bound", COUNT_IF) // over all filters; null: contact_bound is off, also below
CONTACTS(redone, "redone", "", "detections of the bound made again", COUNT_IF)
CONTACTS(stopped, "stopped", "", "substeps in which the bound set how far particles went", COUNT_IF)
CONTACTS(cut_momentum, "cut_momentum", "kg m/s", "momentum cut to the bound", NUMBER) // Σ m |cut|/h
CONTACTS(bound_open, "bound_open", "", "pairs without a bound", COUNT_IF)             // contact/private/contact_bound.h
#undef CONTACTS
#endif

// ---- the force of every constraint of a kind at the end of some steps: negative pulls its particles together ----
#ifdef FORCE
FORCE(step, NULL, "", NULL, COUNT)
FORCE(time_s, NULL, "", NULL, TIME)
FORCE(kind, NULL, "", NULL, NAME)         // of the constraints
FORCE(force, NULL, "", NULL, LIST)        // N, in the order of the scene
FORCE(reference, NULL, "", NULL, LIST_IF) // the same in the reference of the same step length; null: none was asked for
#undef FORCE
#endif

// ---- what carries the forces at the end of some steps; measure/loads.h ----
#ifdef LOAD_OF
LOAD_OF(step, NULL, "", NULL, COUNT)
LOAD_OF(time_s, NULL, "", NULL, TIME)
LOAD_OF(carrier, NULL, "", NULL, NAME) // "collider floor", "pins of script 0"
#undef LOAD_OF
#endif
#ifdef LOAD
LOAD(force, "carried", "N", "the force that is carried", POINT) // null: the solver does not know it
#undef LOAD
#endif

// ---- of a trajectory that is judged, at the end of every step: the particle that is farthest from a reference; measure/deviation.h ----
#ifdef DEVIATION
DEVIATION(step, NULL, "", NULL, COUNT)
DEVIATION(time_s, NULL, "", NULL, TIME)
DEVIATION(reference, NULL, "", NULL, NAME)   // trajectory: the limit of short steps; step: Newton's step from the start of this one
DEVIATION(particle, NULL, "", NULL, COUNT)   // in the order of the scene
DEVIATION(distance, NULL, "m", NULL, NUMBER) // of that particle
DEVIATION(median, NULL, "m", NULL, NUMBER)   // of the distances of the free particles
#undef DEVIATION
#endif

// ---- facts of a case: its model after the build, what of it can touch, its linear system ----
#ifdef MODEL
MODEL(order, NULL, "", NULL, JSON) // of the particles
MODEL(particles, "particles", "", "particles", COUNT_IF)
MODEL(pinned, "pinned", "", "pinned particles", COUNT_IF) // without freedom
MODEL(constraints, "constraints", "", "constraints", COUNT_IF)
MODEL(kinds, NULL, "", NULL, MAP)                                          // of constraints, and how many of each
MODEL(hard, "hard", "", NULL, FLAG)                                        // some constraint has zero compliance
MODEL(team_threads, "team_threads", "", "threads of the team", COUNT_IF)   // that stepped: with `team: fit` at most `threads` of the case
MODEL(bytes_model, "bytes_model", "bytes", "memory of the case", COUNT_IF) // model, state, schedule and solver
MODEL(colours, "colours", "", "colours", COUNT_IF)                         // of the schedule; null for a solver without one
MODEL(smallest_colour, "smallest_colour", "", "constraints in the smallest colour", COUNT_IF)
MODEL(largest_colour, "largest_colour", "", "constraints in the largest colour", COUNT_IF)
MODEL(balance, "balance", "", "balance of the colours", NUMBER)
MODEL(clusters, "clusters", "", "clusters of constraints", COUNT_IF) // that one thread takes whole; null: the colouring makes none
MODEL(barriers, "barriers", "", "barriers of a sweep", COUNT_IF)     // over all constraints
MODEL(contact, NULL, "", NULL, JSON)                                 // null where nothing can touch
#undef MODEL
#endif
#ifdef SURFACE
SURFACE(points, "surface_points", "", "points of the surface", COUNT_IF) // particles that may touch
SURFACE(edges, "surface_edges", "", "edges of the surface", COUNT_IF)
SURFACE(triangles, "surface_triangles", "", "triangles of the surface", COUNT_IF)
SURFACE(colliders, "colliders", "", "colliders", COUNT_IF)
SURFACE(thickness, "contact_thickness", "m", "thickness of contact", NUMBER)   // how far apart surfaces are kept
SURFACE(stiffness, "contact_stiffness", "N/m", "stiffness of contact", NUMBER) // null: contacts are hard
SURFACE(bytes, "bytes_contact", "bytes", "memory for contacts", COUNT_IF)      // whatever touches
SURFACE(distance_grids, "distance_grids", "", "colliders that are distance grids", COUNT_IF)
SURFACE(cached_grids, "cached_grids", "", "distance grids read from a file", COUNT_IF) // when the last worker began
#undef SURFACE
#endif
#ifdef LINSYS
LINSYS(name, NULL, "", NULL, NAME)
LINSYS(ordering, "ordering_used", "", "ordering", TEXT)                            // what was used, also where `best` was asked for
LINSYS(order, "matrix_order", "", "order of the matrix", COUNT_IF)                 // n, or 3n
LINSYS(matrix_nonzeros, "matrix_nonzeros", "", "nonzeros of the matrix", COUNT_IF) // stored triangle
LINSYS(factor_nonzeros, "factor_nonzeros", "", "nonzeros of the factor", COUNT_IF) // nnz(L)
LINSYS(factor_flops, "factor_flops", "", "operations of a factorisation", NUMBER)  // null: not known
LINSYS(factor_bytes, "factor_bytes", "bytes", "memory of the factor", COUNT_IF)
LINSYS(workspace_bytes, "workspace_bytes", "bytes", "workspace", COUNT_IF)
LINSYS(residual, "solve_residual", "", "relative residual of a solve", NUMBER) // ‖b − A x‖/‖b‖ at set-up; null: not measured
LINSYS(precision, "solve_precision", "", "precision of a solve", TEXT)
LINSYS(library, "solver_library", "", "library", TEXT)    // loaded at run time; null: none
LINSYS(chosen, "chosen", "", "chosen by measuring", TEXT) // null: the system has no choice
#undef LINSYS
#endif

// ---- a condition known before the first step that does not hold (solver/condition_list.h) ----
#ifdef CONDITION_FIELD
CONDITION_FIELD(kind, NULL, "", NULL, NAME)
CONDITION_FIELD(value, NULL, "", NULL, NUMBER)
CONDITION_FIELD(bound, NULL, "", NULL, NUMBER) // that value should not be above
CONDITION_FIELD(text, NULL, "", NULL, NAME)    // both, and what to do
#undef CONDITION_FIELD
#endif

// ---- what went wrong, known after the last step of the measured pass (measure/finding_list.h), or of a reference ----
#ifdef FINDING_FIELD
FINDING_FIELD(kind, NULL, "", NULL, NAME)
FINDING_FIELD(text, NULL, "", NULL, NAME) // where, how much, and what to do
#undef FINDING_FIELD
#endif

// ---- what a phase moves and computes each time it runs (step/traffic.h), and what the machine can do (measure/rates.h) ----
#ifdef TRAFFIC
TRAFFIC(phases, NULL, "", NULL, MAP)
#undef TRAFFIC
#endif
#ifdef PHASE_TRAFFIC
PHASE_TRAFFIC(runs, NULL, "", NULL, JSON)
PHASE_TRAFFIC(bytes, NULL, "", NULL, JSON)
PHASE_TRAFFIC(working_set, NULL, "", NULL, JSON)
PHASE_TRAFFIC(updated, NULL, "", NULL, JSON)
PHASE_TRAFFIC(updated_set, NULL, "", NULL, JSON)
PHASE_TRAFFIC(flops, NULL, "", NULL, JSON)
PHASE_TRAFFIC(precision, NULL, "", NULL, JSON)
#undef PHASE_TRAFFIC
#endif
#ifdef SYSTEM
SYSTEM(path, NULL, "", NULL, NAME) // of the file of the matrix
SYSTEM(order, NULL, "", NULL, COUNT)
SYSTEM(entries, NULL, "", NULL, COUNT) // of its stored triangle
SYSTEM(columns, NULL, "", NULL, COUNT) // of the right-hand side
SYSTEM(definite, NULL, "", NULL, FLAG)
SYSTEM(condition, NULL, "", NULL, NUMBER) // these four as in linsys/reference_solution.h; null without a reference solution
SYSTEM(pivot, NULL, "", NULL, NUMBER)
SYSTEM(negative, NULL, "", NULL, COUNT_IF)
SYSTEM(residual, NULL, "", NULL, NUMBER)
#undef SYSTEM
#endif
#ifdef SYSTEM_TIME // linsys/system_times.h
SYSTEM_TIME(linsys, NULL, "", NULL, NAME)
SYSTEM_TIME(ordering, NULL, "", NULL, NAME)
SYSTEM_TIME(threads, NULL, "", NULL, COUNT)
SYSTEM_TIME(repeats, NULL, "", NULL, COUNT)
SYSTEM_TIME(factor_entries, NULL, "", NULL, COUNT)
SYSTEM_TIME(analyse_ns, NULL, "ns", NULL, TIME)
SYSTEM_TIME(factor_ns, NULL, "ns", NULL, TIME)
SYSTEM_TIME(solve_ns, NULL, "ns", NULL, TIME)
#undef SYSTEM_TIME
#endif
#ifdef TASKS // of a phase, as in base/task_list.h: lists of one length
TASKS(phase, NULL, "", NULL, NAME)
TASKS(runs, NULL, "", NULL, COUNT)
TASKS(level, NULL, "", NULL, LIST)
TASKS(parent, NULL, "", NULL, LIST)
TASKS(down, NULL, "", NULL, LIST)
TASKS(grains, NULL, "", NULL, LIST)
TASKS(cost, NULL, "", NULL, LIST)
#undef TASKS
#endif
#ifdef BARRIER
BARRIER(threads, NULL, "", NULL, COUNT)
BARRIER(barrier_ns, NULL, "ns", NULL, TIME)
#undef BARRIER
#endif
#ifdef RATES
RATES(threads, NULL, "", NULL, JSON)
RATES(precision, NULL, "", NULL, JSON)
RATES(sets, NULL, "", NULL, JSON)
RATES(flops, NULL, "", NULL, JSON)
#undef RATES
#endif

#ifdef PLUGIN // a solver that is not weft's own: plugin/plugin.h
PLUGIN(name, NULL, "", NULL, NAME)
PLUGIN(summary, NULL, "", NULL, NAME)
PLUGIN(version, NULL, "", NULL, NAME)
PLUGIN(path, NULL, "", NULL, NAME)
PLUGIN(hash, NULL, "", NULL, NAME)
PLUGIN(takes, NULL, "", NULL, COUNT)
PLUGIN(aim, NULL, "", NULL, COUNT)
PLUGIN(order, NULL, "", NULL, COUNT)
PLUGIN(params, NULL, "", NULL, JSON)   // a list of objects
PLUGIN(supports, NULL, "", NULL, LIST) // of each kind, in the order of the table
#undef PLUGIN
#endif

#ifdef CHECK // of a solver of a plugin: plugin/conform.h
CHECK(solver, NULL, "", NULL, NAME)
CHECK(scene, NULL, "", NULL, NAME)
CHECK(settings, NULL, "", NULL, NAME)
CHECK(end, NULL, "", NULL, NAME)     // "begun", then "passed", "failed" or "refused"
CHECK(failed, NULL, "", NULL, COUNT) // the check that failed, or has a remark; -1: none
CHECK(message, NULL, "", NULL, NAME)
#undef CHECK
#endif

// ---- how a worker ended ----
#ifdef FAILED
FAILED(status, NULL, "", NULL, JSON)
FAILED(message, NULL, "", NULL, JSON)
#undef FAILED
#endif
#ifdef DONE
DONE(deterministic, NULL, "", NULL, JSON) // all repetitions ended in the same state
#undef DONE
#endif
