// Faults that are searched for after the last step of a run, a line for each kind, in the order of printing. The laws are in findings.c.
// `hides`: a finding caused by this one, which is then not printed. A finding that does not void never hides one that does.
//
// `voids`: the result is not a solution of the scene, and no claim can rest on it. The others state how accurate the result is.
//
// FINDING(name, hides, voids, source)
FINDING(contact_bound, FINDINGS, false, "contact/private/contact_bound.h: a substep whose last filter cut ends where the bound is")
FINDING(bound_open, FINDINGS, true, "contact/private/contact_bound.h: pairs that a script moves through each other have no bound")
FINDING(crossings, FINDING_penetration, true, "contact/contacts.h")
FINDING(penetration, FINDINGS, false, "derived: R − distance is above R where something is inside another or through it")
FINDING(objective, FINDINGS, true, "measure/convergence.h: the minimiser of Φ is not above standing still; bound: a tenth, set 2026-11")
FINDING(energy, FINDINGS, true, "implicit Euler never adds energy; bound: a tenth of what is available, set 2026-11")
FINDING(momentum, FINDINGS, true, "measure/balance.h; bound: a fiftieth of the radius of gyration, a tenth of a radian, set 2026-11")
FINDING(support, FINDINGS, true,
        "measure/balance.h; bound: 3 % of the load, or 2 % of its moments, in the mean of half the run, beside what rounding leaves, set "
        "2026-11")
FINDING(creep, FINDINGS, false,
        "measure/balance.h: friction stops what touches after a step; bound: the thickness of contact in 30 steps in a row, set 2026-11")
FINDING(iterations, FINDINGS, false,
        "bound: more than half left of the residual, or of the external forces unbalanced, in a third of the steps; at rest a tenth, set "
        "2026-11")
#undef FINDING
