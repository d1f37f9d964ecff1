// Conditions known before the first step: one entry each, with the source of its law. A law compares one number with one bound in the runs
// to which it applies, and rejects no run. The laws are in condition_numbers.c, condition_methods.c and condition_contacts.c.
//
// CONDITION(name, applies, bound, source); applies and bound: expressions of a ConditionCase c
CONDITION(rounding, c->single && c->solver->limits & LIMIT_ROUNDED_MOVES && (c->model->constraint_count || c->contact), 1,
          "derived: a sum loses terms below half an ulp of it; step/motion.h")
CONDITION(
    resolution, c->single && c->solver->limits & LIMIT_ROUNDED_MOVES, 0.01,
    "derived: a length between two rounded positions is wrong by up to an ulp; bound: 1 % of a length, 10 % of a contact force, 2026-11")
CONDITION(no_gradient, true, 0, "derived: a distance of 0 has no direction, and a gradient of 0 moves no particle")
CONDITION(cut, true, 0, "mesh/mesh_check.h: elements at two different vertices with one position are not connected")
CONDITION(mesh_unread, true, 0, "mesh/mesh_format_list.h: a reader counts the entries that it skips")
CONDITION(flat_bending, true, 5, "constraint_isometric_bending.c, constraint_plate_bending.c: flat at rest; bound set 2026-11")
CONDITION(block_step, c->solver->limits &LIMIT_CURVATURE, 1,
          "constraint_neo_hookean.c, limit of the step size: the block neglects the curvature of its constraints")
CONDITION(sweeps, c->solver->limits &LIMIT_SWEEPS &&param_of_role(c->params, PARAM_ROLE_RELAXATION, 1) <= 1, c->iterations,
          "derived: Gauss-Seidel on the dual matrix of a chain, with Dunkerley's sum for a load; ratio of masses: Macklin 2020")
CONDITION(global_step, c->solver->limits &LIMIT_FIXED_MATRIX, 2,
          "solver_pd.c: the global step removes m/(m + h²k) of an error that constraints do not resist; bound measured 2026-11")
CONDITION(contact_depth,
          c->contact && c->solver->aim != AIM_ERRORS && !isinf(c->model->surface->rules.stiffness) &&
              param_choice(c->params, "contact_bound") != CONTACT_BOUND_DISPLACEMENT,
          1, "derived: at rest m a/k; in an impact the first implicit Euler step, h v/(1 + h² k/m), the minimum of Φ")
CONDITION(contact_elements, c->contact && c->model->surface->rules.self, 1,
          "model/contact_surface.h: elements of a body closer than the thickness at rest keep their rest distance")
CONDITION(contact_past, c->colliders > 0, 1, "model/contact_surface.h: only the points of a surface touch colliders")
CONDITION(contact_never, c->contact && c->model->surface->rules.bodies, 0,
          "model/contact_surface.h: between bodies points touch triangles and edges touch edges, or points segments")
CONDITION(friction_creep, c->colliders > 0 && c->model->surface->rules.friction_on == FRICTION_ON_VELOCITY, 1e-3,
          "step/contact_velocity.h: friction stops a particle only after a step has moved it by h² a; bound: R in 1000 steps, 2026-11")
CONDITION(collider_turn, c->colliders > 0, 0.5, "contact/contacts.h: detection uses a collider's poses at the start and the end of a step")
CONDITION(pin_release, c->colliders > 0 && c->model->scripts && c->model->surface->point_count > 0, 0,
          "contact/contact_start.h: no exit of a particle inside a collider is correct, and no start may have one")
CONDITION(pin_turn, c->model->scripts, 0.5 * 3.141592653589793,
          "model/script.h: a script places a pin at the end of each substep only; bound: a quarter turn, set 2026-11")
CONDITION(wind, c->model->surface_loads, 2,
          "model/surface_loads.h: in a step a free sheet across the flow gains the speed ½ Δt ρ C_D |u|² per mass per area")
#undef CONDITION
