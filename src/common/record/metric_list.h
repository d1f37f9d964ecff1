// Definitions of the metrics; each formula is written only here. `weft list metrics` prints them, with units and labels from
// record/record_list.h and experiment/data_view.c. The dictionary of a store contains them too.
//
// METRIC_DATA(data, views of the store that have its columns, meaning of a row)
// METRIC_MEANING(data, name, formula, norm, scale)
//   data   the view of the store (data_view.h), name its column; of a point or vector without _x, _y, _z
//   norm   the set that the sum, mean or maximum is taken over; "": none
//   scale  the reference quantity of a relative metric, and the cases without a value; "": absolute
// METRIC_SYMBOL(symbols, meaning)
#ifdef METRIC_DATA
METRIC_DATA(convergence, "convergence wide_iteration final_error case_summary wide_case case_work",
            "after every iteration of an observed step or probe")
METRIC_DATA(step_end, "step_outcome", "at the end of every step of the measured pass and of every probe")
METRIC_DATA(accuracy, "accuracy", "of every probe and every target of 1e-1 … 1e-6")
METRIC_DATA(trajectory, "trajectory final_trajectory_error case_summary wide_case case_work",
            "at the end of the steps of `frames`, on the solver's own trajectory")
METRIC_DATA(force, "constraint_force", "of every constraint at the end of the steps of `forces`")
METRIC_DATA(load, "carried_load", "of each collider, body, group of pins and support at the end of the steps of `loads`")
METRIC_DATA(contact, "contact_step", "of the contacts of every step of the measured pass")
METRIC_DATA(work, "case_work work_process work_repetition",
            "of every case: its cost and its result. error, error_of_start and weighted_error are taken at the end of a probe, median "
            "over probes. Other metrics not listed below are those of `trajectory` at the last frame")
METRIC_DATA(step, "timed_step wide_step step_cost cost repetition_median process_median case_summary wide_case",
            "of every step of the timed pass")
#undef METRIC_DATA
#endif

#ifdef METRIC_MEANING
METRIC_MEANING(convergence, time_ms, "wall time at this iteration, from the timed pass", "", "from the start of the step")
METRIC_MEANING(convergence, objective, "Φ(x) = ½ (x−y)ᵀM(x−y) + h² E(x)", "", "none with hard or damped constraints, or hard contact")
METRIC_MEANING(convergence, gradient, "‖M(x−y) + h² ∇E(x) + h Σ β ∇C (∇C·(x−x_n))‖₂", "over free particles",
               "none with hard constraints or hard contact")
METRIC_MEANING(convergence, primal, "‖M(x−y) − ∇Cᵀλ‖₂; without multipliers, the gradient", "over free particles", "")
METRIC_MEANING(convergence, dual, "‖C + α~λ + γ ∇C·(x−x_n)‖₂, γ = αβ/h", "over constraints", "none without multipliers")
METRIC_MEANING(convergence, constraint_max, "max |C|", "over constraints", "")
METRIC_MEANING(convergence, constraint_rms, "√(Σ C²/n)", "over constraints", "")
METRIC_MEANING(convergence, volume_error, "Σ |V − V0| / Σ V0", "over tetrahedra and closed surfaces",
               "relative to the rest volume; with pressure, to the target volume")
METRIC_MEANING(convergence, area_error, "Σ |A − A0| / Σ A0", "over triangles and polygons", "relative to the rest area")
METRIC_MEANING(convergence, bending_error, "√(Σ (θ − θ0)²/n)", "over hinges", "")
METRIC_MEANING(convergence, error, "‖x − x*‖₂ / max(‖x* − x_n‖₂, ‖h² a‖₂)", "over particles", "relative to the motion of the step")
METRIC_MEANING(convergence, error_of_start, "‖x − x*‖₂ / ‖y − x*‖₂", "over particles",
               "relative to the initial error of the step; none where y equals x* up to rounding")
METRIC_MEANING(convergence, weighted_error, "‖x − x*‖_M / ‖y − x*‖_M, ‖d‖_M² = dᵀM d", "over free particles",
               "relative to the initial error of the step; light particles count little")
METRIC_MEANING(convergence, gap, "Φ(x) − Φ(x*), both with the y of the iterate", "", "none without a reference")
METRIC_MEANING(convergence, kinetic, "½ Σ m v², v = (x − x_n)/h", "over free particles", "")
METRIC_MEANING(convergence, elastic, "E(x) of soft constraints and contacts", "", "")
METRIC_MEANING(convergence, potential, "−Σ m g·x − Σ f·x", "over free particles", "")
#define COST(name, label, what) METRIC_MEANING(convergence, name, what, "since the step began", "")
#include "record/cost_list.h"

METRIC_MEANING(step_end, unconverged, "1 if the solver has a convergence criterion and did not meet it", "", "")
METRIC_MEANING(step_end, iterations_used, "iterations in all substeps", "", "")
METRIC_MEANING(step_end, residual_begin, "the residual that the solver reduces (gradient, dual or constraint_max) at the first iterate", "",
               "")
METRIC_MEANING(step_end, residual_end, "the same residual at the last iterate", "", "")
METRIC_MEANING(step_end, residual_ratio, "residual_end / residual_begin", "", "")
METRIC_MEANING(step_end, objective_ratio, "Φ at the end / Φ at x_n; pins and colliders at their end positions", "",
               "relative to no motion: above 1, the solve added energy")
METRIC_MEANING(step_end, momentum_error, "‖Σ d‖₂, d = m (v − v_n) − h (f + F), F of constraints and contacts",
               "over free particles, last substep", "none for pbd with pins; internal forces cancel for every solver")
METRIC_MEANING(step_end, angular_error, "‖Σ (x − c) × d‖₂, c the centre of mass", "over free particles, last substep",
               "as momentum_error; 0 for a converged implicit Euler step; none with midpoint")
METRIC_MEANING(step_end, support_error, "‖Σ d‖₂ / (h Σ ‖f‖₂), F of soft constraints −∇E",
               "over a connected piece; the largest of all supported pieces",
               "relative to the external forces on the piece (at rest, its weight)")
METRIC_MEANING(step_end, unbalanced, "‖d‖₂ / ‖h f‖₂, F of soft constraints −∇E", "over free particles, last substep",
               "relative to the external forces; none for pbd")
METRIC_MEANING(step_end, total_energy, "½ Σ m v² + E(x) of constraints and contacts − Σ m g·x − Σ f·x", "over free particles",
               "none for pbd, and with hard constraints or hard contact")
METRIC_MEANING(step_end, rho_used, "ρ of the Chebyshev acceleration: given, or estimated at the end of the step for later steps", "",
               "none without the acceleration, or before the first estimate")
#define COST(name, label, what) METRIC_MEANING(step_end, name, what, "in the step", "")
#include "record/cost_list.h"

METRIC_MEANING(accuracy, accuracy_target, "1e-1 … 1e-6 of error_of_start", "", "relative to the initial error of the step")
METRIC_MEANING(accuracy, reached, "1 if error_of_start is below the target at the end", "", "")
METRIC_MEANING(accuracy, iterations_needed, "iterations after which error_of_start stays below the target", "", "")
METRIC_MEANING(accuracy, time_ms, "wall time at that iteration, from the timed pass", "", "from the start of the step")
METRIC_MEANING(accuracy, cold_ms, "time_ms + set-up time before the first step", "", "")

METRIC_MEANING(trajectory, trajectory_error, "‖x − x_ref‖₂ / ‖x_ref − x_0‖₂", "over particles",
               "relative to the displacement of the reference")
METRIC_MEANING(trajectory, weighted_trajectory_error, "‖x − x_ref‖_M / ‖x_ref − x_0‖_M", "over free particles",
               "relative to the displacement of the reference")
METRIC_MEANING(trajectory, reference_error, "‖error of x_ref‖₂ / ‖x_ref − x_0‖₂, estimated from three step lengths", "over particles",
               "as trajectory_error")
METRIC_MEANING(trajectory, energy, "kinetic + elastic + potential", "", "")
METRIC_MEANING(trajectory, kinetic, "½ Σ m v²", "over free particles", "")
METRIC_MEANING(trajectory, elastic, "E(x) of soft constraints", "", "")
METRIC_MEANING(trajectory, potential, "−Σ m g·x − Σ f·x", "over free particles", "")
METRIC_MEANING(trajectory, momentum, "‖Σ m v‖₂", "over free particles", "")
METRIC_MEANING(trajectory, angular, "‖Σ m x × v‖₂ about the origin", "over free particles", "")
METRIC_MEANING(trajectory, centre, "Σ m x / Σ m", "over free particles", "none without free particles")
METRIC_MEANING(trajectory, tracked, "x of the particle given by `track`, or mean x of the particles that the scene tracks",
               "over the selected particles", "")
METRIC_MEANING(trajectory, tracked_velocity, "v of the same particles", "over the selected particles", "")
METRIC_MEANING(trajectory, pin_force,
               "Σ ∇C λ/h² of constraints, without multipliers −Σ ∇E + β Ċ ∇C: the force of pins, rollers and attachments",
               "over free particles", "none for pbd, and for hard constraints without multipliers")
METRIC_MEANING(trajectory, contact_force, "Σ (n λ + friction)/h² of contacts, on the bodies", "over free particles, last substep", "")
METRIC_MEANING(trajectory, constraint_max, "max |C|", "over unbroken constraints, without satisfied inequalities", "")
METRIC_MEANING(trajectory, constraint_rms, "√(Σ C²/n)", "over unbroken constraints, without satisfied inequalities", "")
METRIC_MEANING(trajectory, volume_error, "Σ |V − V0| / Σ V0", "over tetrahedra and closed surfaces",
               "relative to the rest volume; with pressure, to the target volume")
METRIC_MEANING(trajectory, area_error, "Σ |A − A0| / Σ A0", "over triangles and polygons", "relative to the rest area")
METRIC_MEANING(trajectory, bending_error, "√(Σ (θ − θ0)²/n)", "over hinges", "")
METRIC_MEANING(trajectory, broken, "constraints broken so far", "", "")

METRIC_MEANING(force, force, "λ/h², without multipliers −k C; negative: tension", "over the components of a constraint",
               "none for pbd, and for hard constraints without multipliers")
METRIC_MEANING(force, reference_force, "−k C at the positions of the reference", "over the components of a constraint", "")
METRIC_MEANING(force, force_error, "|force − reference_force| / |reference_force|", "", "relative to the force in the reference")

METRIC_MEANING(load, carried, "sum of forces on it: of contacts, Σ (n λ + friction)/h²; of constraints, Σ −∇C λ/h², without multipliers ∇E",
               "pins: pinned particles; supports: rollers and attachments; others: contacts",
               "none for pbd, and for hard constraints without multipliers")

METRIC_MEANING(contact, found, "contacts detected in the step", "", "")
METRIC_MEANING(contact, active, "detected contacts with λ > 0 at the end of the step", "", "")
METRIC_MEANING(contact, missed, "undetected pairs nearer than R, or on the wrong side, at the end of the step", "", "")
METRIC_MEANING(contact, penetration_max, "max (R − distance), on the wrong side R + distance", "over pairs nearer than R", "")
METRIC_MEANING(contact, penetration_mean, "mean (R − distance), on the wrong side R + distance", "over pairs nearer than R", "")
METRIC_MEANING(contact, crossings, "particles or rods farther through another surface at the end of the step than at its start", "", "")
METRIC_MEANING(contact, friction_work, "energy dissipated by friction in the step", "", "")
METRIC_MEANING(contact, friction_total, "Σ friction_work up to this step", "", "")
METRIC_MEANING(contact, contact_colours, "colours of the contacts, in the class with the most colours", "", "")
METRIC_MEANING(contact, cut, "particles that contact_bound truncated, over all filters", "",
               "this and the next four: none with contact_bound off")
METRIC_MEANING(contact, redone, "repeated detections of contact_bound", "", "")
METRIC_MEANING(contact, stopped, "substeps in which contact_bound, not the solve, limited the motion", "", "")
METRIC_MEANING(contact, cut_momentum, "Σ m |cut|/h", "over particles", "")
METRIC_MEANING(contact, bound_open, "pairs that contact_bound cannot keep apart", "", "")

METRIC_MEANING(work, step_ms, "median of step_ms of `step`", "over steps without warm-up, then over repetitions and processes", "")
METRIC_MEANING(work, run_ms, "Σ step_ms", "over all steps of a repetition, then median over repetitions and processes", "")
METRIC_MEANING(work, seconds_per_second, "Σ step_ms / 1000 / (steps × dt)", "as run_ms", "relative to the simulated time: 1 is real time")
METRIC_MEANING(work, setup_ms, "Σ ms of `setup`, before the first step", "median over repetitions and processes", "")
METRIC_MEANING(work, system_ms, "ms of `setup` for the linear system: phases analyse and factor", "median over repetitions and processes",
               "")
METRIC_MEANING(work, cold_ms, "run_ms + setup_ms", "median over repetitions and processes", "")
METRIC_MEANING(work, steps_run, "steps of the timed pass", "", "")
METRIC_MEANING(work, iterations_run, "Σ iterations_done", "over all steps of a repetition", "")
METRIC_MEANING(work, bytes_per_iteration, "Σ of the bytes read and written in an iteration",
               "over the phases local, rhs, solve, project, contact",
               "none if the traffic of one of these is not counted (`phase_traffic`), or without a phased pass")
#define COST(name, label, what) METRIC_MEANING(work, name, what, "over all steps of a repetition", "")
#include "record/cost_list.h"

METRIC_MEANING(step, iterations_done, "iterations in all substeps", "", "")
METRIC_MEANING(step, step_ms, "wall time of the step", "", "")
METRIC_MEANING(step, iteration_ms, "step_ms / iterations_done", "", "")
METRIC_MEANING(step, ns_per_constraint, "step_ms / (iterations_done × constraints)", "", "")
METRIC_MEANING(step, disturbed, "1 if switched, stolen or slow is 1", "", "")
METRIC_MEANING(step, switched, "1 if another process used a core of the team for more than 1 % of the time", "", "")
METRIC_MEANING(step, stolen, "1 if a hypervisor took time from a core of the team", "", "")
METRIC_MEANING(step, slow, "1 if the clock rate was below 85 % of its maximum in the repetition", "", "")
METRIC_MEANING(step, ghz, "clock rate of the stepping thread's core", "", "")
#define COST(name, label, what) METRIC_MEANING(step, name, what, "in the step", "")
#include "record/cost_list.h"
#undef METRIC_MEANING
#endif

#ifdef METRIC_SYMBOL
METRIC_SYMBOL("x, x_n, x*", "positions: of the iterate, at the start of the step, of its converged solution (the reference)")
METRIC_SYMBOL("y", "inertial prediction x_n + h v_n + h² a; a: acceleration by gravity, wind and external forces")
METRIC_SYMBOL("h", "length of a substep, s")
METRIC_SYMBOL("M, m", "masses, kg")
METRIC_SYMBOL("f, F", "forces on a particle, N: external; of constraints and contacts")
METRIC_SYMBOL("C, λ", "a constraint and its multiplier; λ/h² is its force")
METRIC_SYMBOL("α~, β", "α/h², α the compliance (1/stiffness), m/N for lengths; β damping, N s/m")
METRIC_SYMBOL("E, Φ", "energy of the soft constraints, J; objective that an implicit Euler step minimises")
METRIC_SYMBOL("primal, dual", "residuals g and h of XPBD: of the momentum balance and of the constraints")
METRIC_SYMBOL("x_ref, x_0", "reference trajectory at the same time, extrapolated to Δt→0; positions at the start of the run")
METRIC_SYMBOL("R", "thickness of contact, m")
#undef METRIC_SYMBOL
#endif
