// What a step costs in counts. One line for each: from it come its field of struct Cost (step/cost.h), its key in the rows of a worker, its
// column in tables and views, its label on an axis and its line in `weft list metrics`. A new one is a line here, and TEAM_COUNT where the
// work begins.
//
// COST(name, label, what it counts)
//
// They are counted at the place where one thread begins a piece of work of the whole team, so that they do not depend on the number of
// threads, and are the same in every pass. A piece of work over all constraints or particles counts as one, whatever their number. Left
// out is what belongs to no method: what an observer or a criterion of convergence evaluates, and what is set up before the first step or
// again when pins are released.
COST(gradients, "gradients", "∇Φ, or C and ∇C, of all constraints; in a sweep over particles the gradients of all of them")
COST(objectives, "objectives", "Φ at a point")
COST(hessians, "Hessians", "second derivatives of all constraints: assembled, or as blocks of particles")
COST(hessian_products, "Hessian times a vector", "Hv, with or without a matrix")
COST(projections, "sweeps of projections", "sweeps that project each constraint once; contacts go with them")
COST(local_steps, "local steps", "projections of projective dynamics with the right-hand side")
COST(solves, "solves with a factor",
     "solves with a factor, for x, y and z at once or for one right-hand side of 3n; refinement goes with them")
COST(unconverged_solves, "unconverged solves", "solves of an iterative linear system that ended above their tolerance")
COST(factorisations, "factorisations", "numeric factorisations, also those that fail; a system that is made again has one")
COST(factor_updates, "columns of factor updates", "columns by which a factor was updated or downdated")
COST(contact_changes, "contacts that changed",
     "contacts that became part of the matrix of projective dynamics, or left it; in iterations, or where others are near, in steps")
COST(preconditions, "preconditionings", "a preconditioner applied to a vector; one that solves counts as a solve, too")
COST(inner_iterations, "inner iterations",
     "iterations of conjugate gradients, or of another iterative linear system, inside those of the method")
COST(detections, "detections of contacts", "searches for pairs that may touch; those of contact_bound again are `redone`")
COST(team_barriers, "barriers of sweeps and solves",
     "where threads wait for one another: colours of a sweep over constraints, particles or contacts, or two of a Jacobi sweep; levels of "
     "the tasks of a solve there and back, or one of a serial solve")
COST(line_halvings, "halvings of a line search", "trials of a line search that are shorter than its first")
COST(rejections, "rejected iterates", "accelerated iterates that a guard rejected")
COST(factor_shifts, "shifts of an incomplete factor", "times that an incomplete factor was made again with a larger diagonal")
COST(curvature_stops, "stops at downward curvature", "conjugate gradients that ended where the Hessian curves downwards")
#undef COST
