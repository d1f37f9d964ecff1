// What each metric is: its formula is written here and nowhere else. `weft list metrics` prints this, with units and labels from
// record/record_list.h and experiment/data_view.c, and the dictionary of a store has it.
//
// METRIC_DATA(data, views of the store that have its columns, what one row of it is)
// METRIC_MEANING(data, name, formula, norm, scale)
//   data   the view of the store (data_view.h), name its column; of a point or vector without _x, _y, _z
//   norm   what it is summed or taken over; "": nothing
//   scale  what it is relative to, and where there is none of it; "": absolute
// METRIC_SYMBOL(symbols, what they are)
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
            "of every case: what it cost beside what came of it. Its error, error_of_start and weighted_error are those at the end "
            "of a probe, median over probes; all else that is not below is as in `trajectory`, at the last frame")
METRIC_DATA(step, "timed_step wide_step step_cost cost repetition_median process_median case_summary wide_case",
            "of every step of the timed pass")
#undef METRIC_DATA
#endif

#ifdef METRIC_MEANING
METRIC_MEANING(convergence, time_ms, "clock after the same iteration in the timed pass", "", "from the start of the step")
METRIC_MEANING(convergence, objective, "Φ(x) = ½ (x−y)ᵀM(x−y) + h² E(x)", "", "none with hard or damped constraints, or hard contact")
METRIC_MEANING(convergence, gradient, "‖M(x−y) + h² ∇E(x) + h Σ β ∇C (∇C·(x−x_n))‖₂", "over free particles", "none with anything hard")
METRIC_MEANING(convergence, primal, "‖M(x−y) − ∇Cᵀλ‖₂, without multipliers the gradient", "over free particles", "")
METRIC_MEANING(convergence, dual, "‖C + α~λ + γ ∇C·(x−x_n)‖₂, γ = αβ/h", "over constraints", "none without multipliers")
METRIC_MEANING(convergence, constraint_max, "max |C|", "over constraints", "")
METRIC_MEANING(convergence, constraint_rms, "√(Σ C²/n)", "over constraints", "")
METRIC_MEANING(convergence, volume_error, "Σ |V − V0| / Σ V0", "over tetrahedra and closed surfaces",
               "of the volume at rest, with pressure of its target")
METRIC_MEANING(convergence, area_error, "Σ |A − A0| / Σ A0", "over triangles and polygons", "of the area at rest")
METRIC_MEANING(convergence, bending_error, "√(Σ (θ − θ0)²/n)", "over hinges", "")
METRIC_MEANING(convergence, error, "‖x − x*‖₂ / max(‖x* − x_n‖₂, ‖h² a‖₂)", "over particles", "of the motion of the step")
METRIC_MEANING(convergence, error_of_start, "‖x − x*‖₂ / ‖y − x*‖₂", "over particles",
               "of the error that the step starts with; none where y is x* but for rounding")
METRIC_MEANING(convergence, weighted_error, "‖x − x*‖_M / ‖y − x*‖_M, ‖d‖_M² = dᵀM d", "over free particles",
               "of the error that the step starts with; light particles do not decide")
METRIC_MEANING(convergence, gap, "Φ(x) − Φ(x*), with the y of the iterate", "", "none without a reference")
METRIC_MEANING(convergence, kinetic, "½ Σ m v², v = (x − x_n)/h", "over free particles", "")
METRIC_MEANING(convergence, elastic, "E(x) of soft constraints and contacts", "", "")
METRIC_MEANING(convergence, potential, "−Σ m g·x − Σ f·x", "over free particles", "")
#define COST(name, label, what) METRIC_MEANING(convergence, name, what, "since the step began", "")
#include "record/cost_list.h"

METRIC_MEANING(step_end, unconverged, "1 where the solver has a criterion and did not reach it", "", "")
METRIC_MEANING(step_end, iterations_used, "iterations in all substeps", "", "")
METRIC_MEANING(step_end, residual_begin, "what the solver drives down (gradient, dual or constraint_max: `residual`), at the first iterate",
               "", "")
METRIC_MEANING(step_end, residual_end, "the same at the last iterate", "", "")
METRIC_MEANING(step_end, residual_ratio, "residual_end / residual_begin", "", "")
METRIC_MEANING(step_end, objective_ratio, "Φ at the end / Φ at x_n, with pins and colliders where they went", "",
               "of standing still: above 1 the solve has added energy")
METRIC_MEANING(step_end, momentum_error, "‖Σ d‖₂, d = m (v − v_n) − h (f + F), F of constraints and contacts",
               "over free particles, last substep", "none for pbd on pins; internal forces cancel for every solver")
METRIC_MEANING(step_end, angular_error, "‖Σ (x − c) × d‖₂, c the centre of mass", "over free particles, last substep",
               "as momentum_error; 0 for a converged step of implicit Euler, none with midpoint")
METRIC_MEANING(step_end, support_error, "‖Σ d‖₂ / (h Σ ‖f‖₂), F of soft constraints −∇E",
               "over a piece, the largest of those that are held", "of the external forces on the body; at rest of its weight")
METRIC_MEANING(step_end, unbalanced, "‖d‖₂ / ‖h f‖₂, F of soft constraints −∇E", "over free particles, last substep",
               "of the external forces; none for pbd")
METRIC_MEANING(step_end, total_energy, "½ Σ m v² + E(x) of constraints and contacts − Σ m g·x − Σ f·x", "over free particles",
               "none for pbd and anything hard")
METRIC_MEANING(step_end, rho_used, "ρ of Chebyshev's acceleration, as given, or as estimated by the end of the step for those after it", "",
               "none without it, or not known yet")
#define COST(name, label, what) METRIC_MEANING(step_end, name, what, "in the step", "")
#include "record/cost_list.h"

METRIC_MEANING(accuracy, accuracy_target, "1e-1 … 1e-6 of error_of_start", "", "of the error that the step starts with")
METRIC_MEANING(accuracy, reached, "1 where error_of_start stays below the target at the end", "", "")
METRIC_MEANING(accuracy, iterations_needed, "iterations after which error_of_start stays below the target", "", "")
METRIC_MEANING(accuracy, time_ms, "clock of that iterate in the timed pass", "", "from the start of the step")
METRIC_MEANING(accuracy, cold_ms, "time_ms and all that was set up before the first step", "", "")

METRIC_MEANING(trajectory, trajectory_error, "‖x − x_ref‖₂ / ‖x_ref − x_0‖₂", "over particles", "of the way that the reference has come")
METRIC_MEANING(trajectory, weighted_trajectory_error, "‖x − x_ref‖_M / ‖x_ref − x_0‖_M", "over free particles",
               "of the way that the reference has come")
METRIC_MEANING(trajectory, reference_error, "‖error of x_ref‖₂ / ‖x_ref − x_0‖₂, estimated from three step lengths", "over particles",
               "as trajectory_error")
METRIC_MEANING(trajectory, energy, "kinetic + elastic + potential", "", "")
METRIC_MEANING(trajectory, kinetic, "½ Σ m v²", "over free particles", "")
METRIC_MEANING(trajectory, elastic, "E(x) of soft constraints", "", "")
METRIC_MEANING(trajectory, potential, "−Σ m g·x − Σ f·x", "over free particles", "")
METRIC_MEANING(trajectory, momentum, "‖Σ m v‖₂", "over free particles", "")
METRIC_MEANING(trajectory, angular, "‖Σ m x × v‖₂ about the origin", "over free particles", "")
METRIC_MEANING(trajectory, centre, "Σ m x / Σ m", "over free particles", "none without any")
METRIC_MEANING(trajectory, tracked, "x of the particle that `track` names, or mean x of those that the scene does",
               "over the selected particles", "")
METRIC_MEANING(trajectory, tracked_velocity, "v of the same", "over the selected particles", "")
METRIC_MEANING(trajectory, pin_force,
               "Σ ∇C λ/h², without multipliers −Σ ∇E + β Ċ ∇C, of constraints: what pins, rollers, attachments exert",
               "over free particles", "none for pbd, and for hard constraints without multipliers")
METRIC_MEANING(trajectory, contact_force, "Σ (n λ + friction)/h² of contacts, on the bodies", "over free particles, last substep", "")
METRIC_MEANING(trajectory, constraint_max, "max |C|", "over unbroken constraints that are no feasible inequality", "")
METRIC_MEANING(trajectory, constraint_rms, "√(Σ C²/n)", "over unbroken constraints that are no feasible inequality", "")
METRIC_MEANING(trajectory, volume_error, "Σ |V − V0| / Σ V0", "over tetrahedra and closed surfaces",
               "of the volume at rest, with pressure of its target")
METRIC_MEANING(trajectory, area_error, "Σ |A − A0| / Σ A0", "over triangles and polygons", "of the area at rest")
METRIC_MEANING(trajectory, bending_error, "√(Σ (θ − θ0)²/n)", "over hinges", "")
METRIC_MEANING(trajectory, broken, "constraints broken so far", "", "")

METRIC_MEANING(force, force, "λ/h², without multipliers −k C; negative pulls together", "over the components of a constraint",
               "none for hard constraints without multipliers, and pbd")
METRIC_MEANING(force, reference_force, "−k C at the positions of the reference", "over the components of a constraint", "")
METRIC_MEANING(force, force_error, "|force − reference_force| / |reference_force|", "", "of the force of the reference")

METRIC_MEANING(load, carried,
               "Σ of the forces on it: of contacts, Σ (n λ + friction)/h²; of constraints, Σ −∇C λ/h², without multipliers ∇E",
               "pins: held particles; supports: rollers and attachments; others: contacts",
               "none for pbd, and hard constraints without multipliers")

METRIC_MEANING(contact, found, "contacts that were detected in the step", "", "")
METRIC_MEANING(contact, active, "those with λ > 0 at its end", "", "")
METRIC_MEANING(contact, missed, "pairs not detected that are nearer than R, or on the wrong side, at its end", "", "")
METRIC_MEANING(contact, penetration_max, "max (R − distance), on the wrong side R + distance", "over pairs nearer than R", "")
METRIC_MEANING(contact, penetration_mean, "mean of the same", "over pairs nearer than R", "")
METRIC_MEANING(contact, crossings, "what is through more at the end of the step than at its start", "", "")
METRIC_MEANING(contact, friction_work, "work that the bodies lost to friction in the step", "", "")
METRIC_MEANING(contact, friction_total, "the same up to this step", "", "")
METRIC_MEANING(contact, contact_colours, "colours of the contacts, of the class with the most", "", "")
METRIC_MEANING(contact, cut, "particles that contact_bound cut, over all filters", "", "none with contact_bound off, also below")
METRIC_MEANING(contact, redone, "detections of the bound made again", "", "")
METRIC_MEANING(contact, stopped, "substeps in which the bound set how far particles went", "", "")
METRIC_MEANING(contact, cut_momentum, "Σ m |cut|/h", "over particles", "")
METRIC_MEANING(contact, bound_open, "pairs without a bound", "", "")

METRIC_MEANING(work, step_ms, "median of step_ms of `step`", "over steps without warm-up, then over repetitions and processes", "")
METRIC_MEANING(work, run_ms, "Σ step_ms", "over all steps of a repetition, then median over repetitions and processes", "")
METRIC_MEANING(work, seconds_per_second, "Σ step_ms / 1000 / (steps × dt)", "as run_ms", "of the simulated time: 1 is real time")
METRIC_MEANING(work, setup_ms, "Σ ms of `setup`, all that comes before the first step", "median over repetitions and processes", "")
METRIC_MEANING(work, system_ms, "ms of `setup`, phases analyse and factor: of the linear system", "median over repetitions and processes",
               "")
METRIC_MEANING(work, cold_ms, "run_ms + setup_ms", "median over repetitions and processes", "")
METRIC_MEANING(work, steps_run, "steps of the timed pass", "", "")
METRIC_MEANING(work, iterations_run, "Σ iterations_done", "over all steps of a repetition", "")
METRIC_MEANING(work, bytes_per_iteration, "Σ bytes that a phase reads and writes, of an iteration",
               "over local, rhs, solve, project, contact",
               "none where one of them that runs is not counted (`phase_traffic`), or without a phased pass")
#define COST(name, label, what) METRIC_MEANING(work, name, what, "over all steps of a repetition", "")
#include "record/cost_list.h"

METRIC_MEANING(step, iterations_done, "iterations in all substeps", "", "")
METRIC_MEANING(step, step_ms, "wall time between two reads of the clock round the step", "", "")
METRIC_MEANING(step, iteration_ms, "step_ms / iterations_done", "", "")
METRIC_MEANING(step, ns_per_constraint, "step_ms / (iterations_done × constraints)", "", "")
METRIC_MEANING(step, disturbed, "1 where switched, stolen or slow is", "", "")
METRIC_MEANING(step, switched, "1 where another process held a core for more than a hundredth of the time", "", "")
METRIC_MEANING(step, stolen, "1 where a hypervisor took time away", "", "")
METRIC_MEANING(step, slow, "1 where the clock ran at less than 85 % of the highest seen in the repetition", "", "")
METRIC_MEANING(step, ghz, "cycles / ns of the stepping thread's core", "", "")
#define COST(name, label, what) METRIC_MEANING(step, name, what, "in the step", "")
#include "record/cost_list.h"
#undef METRIC_MEANING
#endif

#ifdef METRIC_SYMBOL
METRIC_SYMBOL("x, x_n, x*", "positions: of the iterate, at the start of the step, at its converged end (the reference)")
METRIC_SYMBOL("y", "x_n + h v_n + h² a, where free motion ends; a: acceleration of gravity, wind and external forces")
METRIC_SYMBOL("h", "length of a substep, s")
METRIC_SYMBOL("M, m", "masses, kg")
METRIC_SYMBOL("f, F", "forces on a particle, N: external; of constraints and contacts")
METRIC_SYMBOL("C, λ", "a constraint and its multiplier; λ/h² is its force")
METRIC_SYMBOL("α~, β", "α/h², α the compliance (1/stiffness), m/N for lengths; β damping, N s/m")
METRIC_SYMBOL("E, Φ", "energy of the soft constraints, J; objective that a step of implicit Euler minimises")
METRIC_SYMBOL("primal, dual", "the residuals g and h of XPBD: of the balance of momentum, and of the constraints")
METRIC_SYMBOL("x_ref, x_0", "the reference trajectory at the same time, extrapolated to short steps; the start of the run")
METRIC_SYMBOL("R", "thickness of contact, m")
#undef METRIC_SYMBOL
#endif
