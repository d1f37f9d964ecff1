// ContactSurface: the elements of a scene that can touch, and the rules of contact.
//
// Every particle listed as a point may touch colliders. Between bodies, and within a body, points touch triangles and edges touch edges; in
// a planar scene points touch segments (the edges). Surfaces keep the distance `thickness` R: between the mid-surfaces of two sheets,
// between the faces of two solids, and between a particle and a collider. Elements of one body whose distance at rest is below R keep that
// distance instead.
//
// Broken constraints tear the surface (model/contact_tears.h): a triangle or edge that is no longer drawn has no contact. Points remain.
//
// A contact has the energy ½ k min(C, 0)² with C = n·Σ w x − R; k = INFINITY: hard, for solvers that project.
#ifndef WEFT_MODEL_CONTACT_SURFACE_H
#define WEFT_MODEL_CONTACT_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "math/real.h"

// Where friction acts: on velocities after the solve (step/contact_velocity.h), or on positions inside it (contact/contact_friction.h).
typedef enum FrictionOn { FRICTION_ON_VELOCITY, FRICTION_ON_POSITION } FrictionOn;
extern const char *const FRICTION_ON_NAMES[]; // ended by NULL

typedef struct ContactRules {
    double     thickness;   // R, m, above 0
    double     stiffness;   // k, N/m, above 0, or INFINITY
    double     friction;    // μ of Coulomb, not negative
    double     restitution; // e, 0 … 1
    double     slip;        // m/s: speed below which friction inside the solve is smoothed; 0: derived from the friction
    FrictionOn friction_on;
    bool       self;   // a body touches itself
    bool       bodies; // bodies touch each other
    bool       planar; // the scene lies in a plane z = const: points touch segments
} ContactRules;

typedef struct ContactTears ContactTears; // model/contact_tears.h

typedef struct ContactSurface {
    ContactRules rules;
    int32_t      point_count, edge_count, triangle_count;
    int32_t     *point;      // [points] particles, ascending; each once
    int32_t     *place;      // [particles] its index among the points; −1: not a point
    int32_t (*edge)[2];      // [edges] of triangles and lines, each once; in a planar scene counter-clockwise around the enclosed area
    int32_t (*triangle)[3];  // [triangles]
    int32_t (*side)[3];      // [triangles] the edge from corner k to the next
    uint8_t *triangle_first; // [triangles] bit k: it is the first with its corner k; bit 3 + k: the first with its side from corner k to
                             // the next
    uint8_t *edge_first;     // [edges] bit k: it is the first with its end k; bit 2: it is a side of a triangle
    // Torn elements; NULL: no element can tear. Torn elements are neither first nor sides.
    uint8_t      *triangle_torn, *edge_torn; // [triangles], [edges]
    ContactTears *tears;
    double4      *rest; // [particles] positions at the start
} ContactSurface;

// ---- drafts, of a builder ----

Status contact_rules_check(const ContactRules *rules) GNU_MUST_CHECK; // STATUS_INPUT: a value outside the ranges above
void   contact_surface_destroy(ContactSurface *draft);

// Lays the draft out for a model, sorted by particle; NULL when it is empty. rest: [particles] in the model's numbering, borrowed.
Status contact_surface_layout(const ContactSurface *draft, int32_t particles, const int32_t *model_of, const double4 *rest, Arena *arena,
                              ContactSurface **out) GNU_MUST_CHECK;

// The index of the edge between two particles, −1 when there is none.
int32_t contact_surface_find_edge(const ContactSurface *surface, int32_t a, int32_t b);

// Sets triangle_first and edge_first. met: [particles] scratch.
void contact_surface_note_first(ContactSurface *surface, int32_t particles, bool *met);

#endif
