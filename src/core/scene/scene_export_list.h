// The formats in which a scene is written for other programs (`weft scene --export DIR --format NAME`). A new one: a function
// `Status export_write_NAME(Export *, FILE *const *)` in scene_export_NAME.c, and a line here.
// EXPORT_FORMAT(name, its files in the order in which the function gets them, the EXPORT_… facts that it carries, what it is in a line).
// What a scene has of the facts that a format does not carry is said by name (private/scene_export_fact_list.h); what depends on numbers, a
// format says itself (export_left_out).

// Tables. Scripts, wind and colliders are counted only.
EXPORT_FORMAT(csv, "particles.csv constraints.csv scene.csv",
              EXPORT_VELOCITIES | EXPORT_FORCES | EXPORT_DAMPING | EXPORT_LIMITS | EXPORT_SENSES | EXPORT_HARD | EXPORT_CONTACT,
              "tables of particles, constraints and numbers of the scene")
// All that a scene has, in numbers of 17 digits: docs/export.md.
EXPORT_FORMAT(json, "scene.json", EXPORT_ALL, "everything, in one JSON file")
// Tried with MuJoCo 4.0: docs/export.md.
EXPORT_FORMAT(mujoco, "scene.xml", EXPORT_VELOCITIES | EXPORT_DAMPING | EXPORT_SENSES | EXPORT_CONTACT | EXPORT_COLLIDERS,
              "a MuJoCo model: a body a particle, tendons as springs, flexes as elements")
// Wavefront OBJ: what a modeller shows and simulates from.
EXPORT_FORMAT(obj, "scene.obj", 0, "Wavefront OBJ: faces, lines, and pins as points")
// Gmsh 2.2, which most programs with tetrahedra read.
EXPORT_FORMAT(msh, "scene.msh", EXPORT_VELOCITIES | EXPORT_FORCES,
              "Gmsh 2.2: tetrahedra, triangles, lines, and pins as points, in physical groups")
