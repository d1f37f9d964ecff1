// Conditions that are known before the first step: one line for each, with where its law comes from. The laws are in
// condition_numbers.c, condition_cut.c, condition_methods.c and condition_contacts.c. None of them refuses anything. They say when they
// apply; each compares one number with one bound.
//
// CONDITION(name, source)
CONDITION(rounding, "derived: a sum loses what is below half an ulp of it; step/motion.h")
CONDITION(resolution, "derived: between two rounded positions a length is off by up to an ulp; bound: a strain of 1 %, set 2026-11")
CONDITION(no_gradient, "derived: a distance of 0 has no direction, and a gradient of 0 moves nothing")
CONDITION(cut, "mesh/mesh_check.h: elements of two vertices at one position have nothing in common there")
CONDITION(block_step, "constraint_neo_hookean.c, limit of the step size: the block leaves out the curvature of its constraints")
CONDITION(sweeps, "derived: Gauss-Seidel on the dual matrix of a chain, with Dunkerley's sum for a load; ratio of masses: Macklin 2020")
CONDITION(global_step, "solver_pd.c: the global step takes m/(m + h²k) off an error that constraints do not resist; bound measured 2026-11")
CONDITION(contact_depth, "derived: at rest m a/k, and of a hit the first step of implicit Euler, h v/(1 + h² k/m), the minimum of Φ")
CONDITION(contact_elements, "model/contact_surface.h: elements of a body nearer than the thickness at rest keep that distance instead")
CONDITION(contact_past, "model/contact_surface.h: only the points of a surface touch colliders")
CONDITION(contact_never, "model/contact_surface.h: between bodies points touch triangles and edges touch edges, or points segments")
CONDITION(collider_turn, "contact/contacts.h: detection sees a collider where it is at the start and at the end of a step")
CONDITION(pin_release, "contact/contact_start.h: a particle inside a collider has no way out that is right, and no start may have one")
CONDITION(pin_turn, "model/script.h: a pin is where its script has it at the end of a substep; bound: a quarter turn, set 2026-11")
CONDITION(wind, "model/surface_loads.h: a free sheet across the flow comes to half of Δt ρ C_D |u|² over its mass per area in a step")
#undef CONDITION
