// What a scene may have besides particles that are somewhere, constraints with a stiffness, and gravity.
// EXPORT_FACT(constant, how many a scene has: int64_t count(const Model *, const State *), what they are called).
EXPORT_FACT(VELOCITIES, count_velocities, "velocities of particles at the start")
EXPORT_FACT(FORCES, count_forces, "external forces on particles")
EXPORT_FACT(DAMPING, count_damped, "damping of constraints")
EXPORT_FACT(LIMITS, count_limited, "limits at which constraints break")
EXPORT_FACT(SENSES, count_inequalities, "inequalities (constraints that only push or only pull)")
EXPORT_FACT(HARD, count_hard, "hard constraints (of infinite stiffness)")
EXPORT_FACT(SCRIPTS, count_scripts, "scripts, by which pins and colliders move or are released")
EXPORT_FACT(WIND, count_wind, "triangles in the wind")
EXPORT_FACT(TRIANGLE_LOADS, count_triangle_loads, "pressure, moments and forces that follow, on triangles")
EXPORT_FACT(CONTACT, count_contact, "rules of contact")
EXPORT_FACT(COLLIDERS, count_colliders, "colliders")
