// Operation counts of a step, a line for each count. The line defines its field of struct Cost (step/cost.h), its key in the rows of a
// worker and its column in tables and views. It also defines its axis label and its line in `weft list metrics`. To add a count, add a line
// here, and TEAM_COUNT where the operation begins.
//
// COST(name, label, description)
//
// One thread counts an operation of the whole team where it begins. Counts therefore do not depend on the number of threads, and are the
// same in every pass. An operation over all constraints or particles counts as one. Not counted, because they belong to no method:
// evaluations by an observer or for a convergence criterion, and the set-up. Set-up is before the first step and after pins are released.
COST(gradients, "gradients", "∇Φ, or C and ∇C, of all constraints; in a sweep over particles the gradients of all of them")
COST(objectives, "objectives", "Φ at a point")
COST(hessians, "Hessians", "second derivatives of all constraints: assembled, or as blocks of particles")
COST(hessian_products, "Hessian times a vector", "Hv, with or without a matrix")
COST(projections, "sweeps of projections", "sweeps that project each constraint once; contacts go with them")
COST(local_steps, "local steps", "projections of projective dynamics with the right-hand side")
COST(solves, "solves with a factor",
     "solves with a factor, for x, y and z at once or for one right-hand side of 3n; a solve includes its refinement")
COST(unconverged_solves, "unconverged solves", "solves of an iterative linear system that ended above their tolerance")
COST(factorisations, "factorisations", "numeric factorisations, including failed ones and the one of a rebuilt system")
COST(factor_updates, "columns of factor updates", "columns by which a factor was updated or downdated")
COST(contact_changes, "contacts that changed",
     "contacts added to the matrix of projective dynamics or removed from it, between iterations; between steps where others are near")
COST(preconditions, "preconditionings", "a preconditioner applied to a vector; one that solves with a factor also counts as a solve")
COST(inner_iterations, "inner iterations", "iterations of conjugate gradients or another iterative linear solver")
COST(detections, "detections of contacts", "searches for pairs that may touch; repeated ones of contact_bound are `redone`")
COST(team_barriers, "barriers of sweeps and solves",
     "points where threads wait for one another. Sweep: one per colour of constraints, particles or contacts; Jacobi sweep: two. "
     "Solve: one per level of tasks, forward and backward; serial solve: one. A sweep over contacts that is repeated counts again; in "
     "the measured pass it has all contacts and is never repeated")
COST(line_halvings, "halvings of a line search", "trials of a line search after its first")
COST(rejections, "rejected iterates", "accelerated iterates that a guard rejected")
COST(factor_shifts, "shifts of an incomplete factor", "times that an incomplete factor was recomputed with a larger diagonal")
COST(curvature_stops, "stops at negative curvature", "runs of conjugate gradients that stopped at negative curvature of the Hessian")
#undef COST
