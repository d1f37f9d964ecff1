// The kinds of findings after the last step of a run, in the order in which they are printed. Their conditions are in findings.c.
// `hides`: the finding that this one causes; it is then not reported. A finding that does not void never hides one that does.
//
// `voids`: the motion is not the one that the scene describes, so no claim can rest on it. The others only report a loss of accuracy.
//
// FINDING(name, hides, voids, source)
FINDING(contact_bound, FINDINGS, false, "contact/private/contact_bound.h: a substep whose last filter cut ends where the bound is")
FINDING(bound_open, FINDINGS, true, "contact/private/contact_bound.h: pairs that a script moves through each other have no bound")
FINDING(crossings, FINDING_penetration, true, "contact/contacts.h")
FINDING(penetration, FINDINGS, false, "derived: R − distance exceeds R only where bodies overlap or have crossed")
FINDING(objective, FINDINGS, true,
        "measure/convergence.h: Φ of the minimiser is at most Φ at the start of the step; bound: 10 % above it, set 2026-11")
FINDING(energy, FINDINGS, true, "implicit Euler never adds energy; bound: 10 % of the available energy, set 2026-11")
FINDING(momentum, FINDINGS, true, "measure/balance.h; bound: 2 % of the radius of gyration, 0.1 rad, set 2026-11")
FINDING(support, FINDINGS, true,
        "measure/balance.h; bound: 3 % of the load, or 2 % of its moments, mean of half the run, without rounding errors, set 2026-11")
FINDING(creep, FINDINGS, false,
        "measure/balance.h: friction stops contacts after a step; bound: the contact thickness, in 30 steps in a row, set 2026-11")
FINDING(iterations, FINDINGS, false,
        "bound: residual above 50 % of its initial value, or of the external forces, in a third of the steps; at rest 10 %, set 2026-11")
#undef FINDING
