// Stage 1 of 3 of detection: predicted motion of particles and colliders in the step, and boxes around elements at both ends of the motion.
//
// Reads the model, the state and the settings. Writes ContactMotion and nothing else. Includes no later stage.
#ifndef WEFT_CONTACT_CONTACT_MOTION_H
#define WEFT_CONTACT_CONTACT_MOTION_H

#include "contact/contacts.h"
#include "contact/private/contact_collider.h"

typedef struct Bounds {
    double low[3], high[3];
} Bounds;

typedef struct ElementBoxes { // [elements] as BroadBoxes: at x_n and at y (sweep: at x)
    Box *begin, *end, *shift;
} ElementBoxes;

typedef struct ContactMotion {
    const Model *model;
    double       dt, reach;                // of ContactSettings
    bool         points, triangles, edges; // which elements need boxes
    int32_t      not_finite;               // first particle with a non-finite position, velocity or prediction; particle_count: none
    real4       *begin;                    // [particles] x_n of the step
    double       begin_time;               // s
    real4       *predicted;                // [particles] y of the step
    Bounds      *bounds;                   // [threads] of y, for the particles of each thread
    ElementBoxes particle_box;             // of the particles; shift: contact_reach times the displacement
    ElementBoxes point_box, triangle_box, edge_box; // of the points, triangles and edges of the surface
    int32_t      colliders;
    ColliderWay *collider; // [colliders] from the start to the end of the step, or of the linearised substep
} ContactMotion;

Status contact_motion_init(const Model *model, const ContactSettings *settings, Arena *arena, ContactMotion *out) GNU_MUST_CHECK;

// By one thread, before a barrier. begin: colliders over the step, not_finite; pose: colliders at two other times.
void contact_motion_begin(ContactMotion *motion, const State *state);
void contact_motion_pose(ContactMotion *motion, double from, double to);

// By all threads; each ends with a barrier.
void contact_motion_predict(ContactMotion *motion, const State *state); // begin, predicted, bounds, particle_box, not_finite
// particle_box of straight ways; share: the part of R/2 and of the margin by which boxes are wider.
void contact_motion_sweep(ContactMotion *motion, const real4 *from, const real4 *to, double share);
// point_box, triangle_box, edge_box; moving: their ends and shifts, too.
void contact_motion_boxes(ContactMotion *motion, bool moving);

bool contact_motion_is_scripted(const ContactMotion *motion); // true if a collider moves

// STATUS_NUMERIC: the last prediction is not finite. After a barrier.
Status contact_motion_failed(const ContactMotion *motion) GNU_MUST_CHECK;

// Sets the start of particle_box of a particle such that boxes of elements extend R/2 beyond a region about x. By any thread.
void contact_motion_surround(ContactMotion *motion, int32_t particle, double4 x, const Box *region);

static inline bool contact_motion_is_finite(const ContactMotion *motion)
{
    return motion->not_finite == motion->model->particle_count;
}

static inline double contact_step_begin(const ContactMotion *motion, const State *state)
{
    return state->start + (double)state->step * motion->dt;
}

static inline double contact_step_end(const ContactMotion *motion, const State *state)
{
    return state->start + (double)(state->step + 1) * motion->dt;
}

// Half the detection margin of a pair, in m. It is a quarter of R, for elements that hardly move, plus contact_reach times half the
// relative displacement, for the difference between solve and prediction. Boxes of elements extend beyond the element by R/2 and R/4;
// shifts add the rest.
static inline double contact_margin(const ContactMotion *motion, double thickness, double travel)
{
    return 0.25 * thickness + motion->reach * travel;
}

#endif
