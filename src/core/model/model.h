// Model: the static data of a scene, read-only once built and coloured. Exceptions: released pins (model/script.h) and torn surfaces
// (model/contact_tears.h). State: the data that changes from step to step.
//
// Two numberings. The USER's is the order in which the scene gave the particles; the MODEL's is the order in memory, chosen for
// locality. user_of and model_of translate. All output (states, frames, messages) uses the user's numbering.
#ifndef WEFT_MODEL_MODEL_H
#define WEFT_MODEL_MODEL_H

#include "base/arena.h"
#include "constraint/constraint.h"
#include "model/collider.h"
#include "model/contact_surface.h"
#include "model/integrator.h"
#include "model/script.h"
#include "model/surface_loads.h"

// Orders of particles in memory: the scene's, along a Morton curve, reverse Cuthill-McKee, nested dissection; random (a fixed permutation)
// is the baseline of comparisons. auto keeps the scene's order unless neighbours lie more than twice as far apart in memory as under rcm.
// (With the row-by-row numbering of generated grids a sweep is as fast as under rcm, and minimum degree finds a fifth less fill in the
// linear system.)
typedef enum ParticleOrder {
    PARTICLE_ORDER_NONE,
    PARTICLE_ORDER_MORTON,
    PARTICLE_ORDER_RCM,
    PARTICLE_ORDER_ND,
    PARTICLE_ORDER_RANDOM,
    PARTICLE_ORDER_AUTO,
    PARTICLE_ORDERS
} ParticleOrder;
extern const char *const PARTICLE_ORDER_NAMES[]; // ended by NULL

// The numbers that a solver stores in a State from one step to the next; 0 before the first step.
typedef struct SolverMemory {
    const char *of;    // the solver's name; NULL: it stores nothing
    int32_t     count; // numbers
} SolverMemory;

// The most strongly bent body with a kind of bending that is flat at rest.
typedef struct FlatBending {
    int    kind;
    double degrees; // largest angle between two of its faces in the rest shape; 0: there is no such body
} FlatBending;

struct Model {
    int32_t         particle_count;
    double         *mass;          // [particles] kg, also of pinned ones
    double         *inverse_mass;  // [particles] 1/kg, 0 for a pin
    Scripts        *scripts;       // of pins that move or are released; NULL: none
    SurfaceLoads   *surface_loads; // of wind, pressure, moments and follower forces; NULL: none
    Colliders      *colliders;     // NULL: none
    ContactSurface *surface;       // elements that can touch; NULL: no contact
    double4        *force;         // [particles] N, external, without gravity; NULL: none, read it with model_force
    double          gravity[3];    // m/s²
    ParticleOrder   order;         // the order in use; never auto
    Integrator      integrator;    // euler after model_build
    int32_t         body_count;
    int32_t        *body;     // [particles] body of the scene, from 0; NULL: a single one; read it with model_body
    int32_t        *user_of;  // [particles] permutation: user's number of a particle in memory
    int32_t        *model_of; // [particles] the inverse
    int32_t         tracked_count;
    int32_t        *tracked; // [tracked_count] particles whose centre the scene tracks; none: no tracked point
    ConstraintSet   sets[CONSTRAINT_KINDS];
    int32_t         constraint_count; // of all sets
    FlatBending     flat;
    int64_t         unread; // entries of mesh files that the readers ignored, and last lines that may be truncated
    SolverMemory    memory; // set before a State is made

    // Faces and lines of frames, in the user's numbering; empty until model_draw.
    int32_t  face_count, line_count;
    int32_t *face_start; // [face_count + 1]
    int32_t *face_vertex;
    int32_t (*line)[2]; // [line_count]
};

static inline double4 model_force(const Model *model, int32_t i)
{
    return model->force ? model->force[i] : (double4){0};
}

static inline int32_t model_body(const Model *model, int32_t i)
{
    return model->body ? model->body[i] : 0;
}

// x_{n−1} and v_{n−1}, which bdf2 needs in addition to x_n and v_n.
typedef struct Past {
    real4 *position, *velocity; // as those of a State; NULL: not kept
    real4 *remainder;           // NULL in double precision
    double h;                   // s, from x_{n−1} to x_n; 0: x_{n−1} and v_{n−1} are unknown
} Past;

struct State {
    int32_t particle_count;
    real4  *position;  // m; w: inverse mass
    real4  *velocity;  // m/s; w: 0
    real4  *remainder; // m, the rounding error of the position (step/motion.h); w: 0; NULL in double precision
    int64_t step;      // steps done
    double  start;     // s, the time at step 0, for scripts and gusts
    bool    continued; // step 0 continues another run: velocities are (x_n − x_{n−1})/h, contacts may be active

    uint8_t *broken[CONSTRAINT_KINDS]; // [count of the set] 1: broken; in the SCENE's order (ConstraintSet.origin); NULL: unbreakable
    double  *memory;                   // [model->memory.count] of the solver, in no order of the model's; NULL: none

    Past past;
};

static inline bool state_knows_past(const State *state)
{
    return state->past.position && state->past.h > 0;
}

#ifndef WEFT_WITHOUT_REAL
// A position including its rounding remainder; w: the inverse mass.
static inline double4 state_position(const State *state, int32_t i)
{
    double4 x = double4_from(state->position[i]);
    if (state->remainder)
        double4_add_to(&x, 1, double4_from(state->remainder[i]));
    return x;
}
#endif

// Sets a position and its remainder; w is unchanged.
void state_place(State *state, int32_t i, double4 x);

// ---- building: a growing list in the user's numbering, then one call that lays it out in an arena ----

typedef struct ModelBuilder ModelBuilder;

ModelBuilder *model_builder_create(void);                   // NULL when out of memory
void          model_builder_destroy(ModelBuilder *builder); // takes NULL

// Particles are numbered 0, 1, 2, … as they are added. STATUS_INPUT: mass not positive and finite, position or velocity not finite.
Status model_add_particle(ModelBuilder *builder, const double position[3], const double velocity[3], double mass) GNU_MUST_CHECK;
Status model_pin(ModelBuilder *builder, int32_t particle) GNU_MUST_CHECK; // w = 0, velocity 0
bool   model_is_pinned(const ModelBuilder *builder, int32_t particle);    // also by a script

// A script, and each pin that it moves or releases. STATUS_INPUT: invalid times or axis (model/script.h), a particle that is already
// pinned.
Status model_add_script(ModelBuilder *builder, const ScriptPart *parts, int32_t count, double release, int32_t *script) GNU_MUST_CHECK;
Status model_pin_scripted(ModelBuilder *builder, int32_t particle, int32_t script) GNU_MUST_CHECK;

// Wind, and triangles under a load; wind acts on windy triangles. STATUS_INPUT: an invalid density, coefficient or gust; a load
// that is not finite.
Status model_set_wind(ModelBuilder *builder, const WindAir *air) GNU_MUST_CHECK;
Status model_add_triangle_load(ModelBuilder *builder, const int32_t corners[3], const TriangleLoad *load) GNU_MUST_CHECK;
bool   model_builder_has_wind(const ModelBuilder *builder);
bool   model_builder_has_loads(const ModelBuilder *builder);

// Adds a particle to those whose centre is tracked.
Status model_track(ModelBuilder *builder, int32_t particle) GNU_MUST_CHECK;
bool   model_builder_tracks(const ModelBuilder *builder);

// Contact: first the rules, which enable contact, then colliders and the contact surface (model/collider.h, model/contact_surface.h).
// script of a collider: from model_add_script, or −1. A triangle also adds its edges and corners, an edge its ends. Equal elements are kept
// once.
Status model_set_contact(ModelBuilder *builder, const ContactRules *rules) GNU_MUST_CHECK;
Status model_add_collider(ModelBuilder *builder, const Collider *collider) GNU_MUST_CHECK;
Status model_add_contact_point(ModelBuilder *builder, int32_t particle) GNU_MUST_CHECK;
Status model_add_contact_edge(ModelBuilder *builder, const int32_t ends[2]) GNU_MUST_CHECK;
Status model_add_contact_triangle(ModelBuilder *builder, const int32_t corners[3]) GNU_MUST_CHECK;

// Moves the particle at the start, m, accumulates; rest values are measured where it was added. STATUS_INPUT: a pin, not finite.
Status model_displace(ModelBuilder *builder, int32_t particle, const double by[3]) GNU_MUST_CHECK;
Status model_add_force(ModelBuilder *builder, int32_t particle, const double force[3]) GNU_MUST_CHECK; // N, accumulates
void   model_set_gravity(ModelBuilder *builder, const double gravity[3]);

// vertices: [ops->vertices] user's numbers; rest: [ops->params] values, NULL to measure them at the particles' positions; stiffness > 0,
// INFINITY for hard. STATUS_INPUT: an index out of range, a repeated vertex, an invalid rest value, a stiffness that is not positive.
// model_build reports duplicates: the same kind on the same vertices.
Status model_add_constraint(ModelBuilder *builder, int kind, const int32_t *vertices, const double *rest, double stiffness) GNU_MUST_CHECK;
Status model_add_face(ModelBuilder *builder, const int32_t *vertices, int32_t count) GNU_MUST_CHECK;
Status model_add_line(ModelBuilder *builder, int32_t from, int32_t to) GNU_MUST_CHECK;

// A constraint over any number of particles, of a kind with V = 0. vertices: of a polygon counter-clockwise; of a body in any order; of a
// surface not read, because they are those of its faces. faces: of a surface, counter-clockwise from outside; otherwise not read. rest and
// stiffness as above, but a rest value of NaN is measured. A kind with a rest shape uses the current positions of the particles.
// STATUS_INPUT: besides the above, a polygon of fewer than three particles; a surface that is open, not a manifold or not consistently
// oriented; a polygon or surface that is inside out.
typedef struct GroupShape {
    const int32_t *vertices;
    int32_t        vertex_count;
    const int32_t (*faces)[3];
    int32_t face_count;
} GroupShape;
Status model_add_group(ModelBuilder *builder, int kind, const GroupShape *shape, const double *rest, double stiffness) GNU_MUST_CHECK;

// Particles added from now on belong to a new body. Without a call there is one body.
void model_begin_body(ModelBuilder *builder);

// Traits of the constraint that was added last. STATUS_INPUT: damping negative or not finite, limit not above zero, a trait that its kind
// does not support.
typedef struct ConstraintTraits {
    double          damping; // β; 0: none
    double          limit;   // N; INFINITY: never breaks
    ConstraintSense sense;
} ConstraintTraits;
Status model_set_traits(ModelBuilder *builder, const ConstraintTraits *traits) GNU_MUST_CHECK;

void model_set_unread(ModelBuilder *builder, int64_t count);
void model_add_flat_bending(ModelBuilder *builder, FlatBending flat); // the most bent is kept

int32_t       model_builder_particles(const ModelBuilder *builder);
const double *model_builder_position(const ModelBuilder *builder, int32_t particle); // [3]

// Lays everything out in the arena. STATUS_INPUT: no particles, a duplicate constraint. The builder stays usable.
Status model_build(const ModelBuilder *builder, ParticleOrder order, Arena *arena, Model *model) GNU_MUST_CHECK;

// Adds the faces and lines that frames show. Steps do not use them, so a run without frames omits them.
Status model_draw(const ModelBuilder *builder, Arena *arena, Model *model) GNU_MUST_CHECK;

// A State at the builder's positions and velocities; model is the one built from it.
Status state_init(const ModelBuilder *builder, const Model *model, Arena *arena, State *state) GNU_MUST_CHECK;

// A State of the same size, for snapshots; state_copy copies one into another.
Status state_alloc(const Model *model, Arena *arena, State *state) GNU_MUST_CHECK;
void   state_copy(const Model *model, State *to, const State *from);

// Positions and velocities, [particles][3] in the USER's numbering. Pins keep w = 0; unscripted pins get velocity 0. state_set
// clears the memory.
void state_get(const Model *model, const State *state, double (*position)[3], double (*velocity)[3]);
void state_set(const Model *model, State *state, const double (*position)[3], const double (*velocity)[3]);

// The same for the previous step (Past). state_set_past does not set h; the caller does.
void state_get_past(const Model *model, const State *state, double (*position)[3], double (*velocity)[3]);
void state_set_past(const Model *model, State *state, const double (*position)[3], const double (*velocity)[3]);

bool    state_is_finite(const State *state);
int64_t state_broken_count(const Model *model, const State *state);
Status  state_hash(const Model *model, const State *state,
                   char out[33]) GNU_MUST_CHECK; // of all bits, broken flags and memory, in the user's numbering

// ---- the objective (double, in the model's numbering) ----

// E(x) over all sets without hard constraints; adds ∇E to gradient (not cleared) when it is not NULL.
double model_energy(const Model *model, const double4 *x, double4 *gradient);

// True if any constraint is damped: such a step has no objective Φ.
bool model_has_damped(const Model *model);

// True if any constraint is hard. *kind and *origin (index in the scene) identify one of them, for a message.
bool model_has_hard(const Model *model, int *kind, int32_t *origin);

#endif
