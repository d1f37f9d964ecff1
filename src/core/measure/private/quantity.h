// Quantities of a configuration that both the observer of iterates and the frames of a trajectory report, in double precision and in the
// model's numbering. Broken constraints are left out; feasible inequalities have no energy, force or error.
#ifndef WEFT_MEASURE_QUANTITY_H
#define WEFT_MEASURE_QUANTITY_H

#include "measure/tiles.h"

// Whether constraint i of a set is broken in `state` (NULL: none is).
static inline bool quantity_is_broken(const Model *model, const State *state, int kind, int32_t i)
{
    return state && state->broken[kind] && state->broken[kind][model->sets[kind].origin[i]];
}

// Whether a constraint acts on a body from outside: it joins the body to a point of the scene or to a pin.
bool quantity_is_outside(const Model *model, const ConstraintSet *set, int32_t i);

// E(x), J, of the soft constraints; adds ∇E to gradient (not cleared) when it is not NULL.
double quantity_elastic(const Model *model, const State *state, const double4 *x, double4 *gradient);

// The same of the constraints of a range.
double quantity_elastic_of(const Model *model, const State *state, const TileRange *range, const double4 *x, double4 *gradient);

// −m g·x − f·x of a particle, and its sum over free particles, J.
static inline double quantity_potential_of(const Model *model, int32_t i, double4 x)
{
    const double *g = model->gravity;
    return -(model->mass[i] * (g[0] * x.x + g[1] * x.y + g[2] * x.z) + double4_dot(model_force(model, i), x));
}
double quantity_potential(const Model *model, const double4 *x);

// Largest and root mean square |C| (norm of several components) over all unbroken constraints, except those of balanced kinds.
typedef struct ConstraintError {
    double max, rms;
} ConstraintError;
typedef struct ErrorSum {
    double  max, squares;
    int32_t count;
} ErrorSum;
static inline void quantity_add_error(const ConstraintSet *set, int32_t i, const double *value, ErrorSum *sum) // of one constraint
{
    const double c = constraint_magnitude(set, value), error = sense_is_feasible(constraint_sense(set, i), c) ? 0 : fabs(c);
    sum->max = error > sum->max ? error : sum->max;
    sum->squares += error * error;
    sum->count++;
}
ConstraintError quantity_constraint_error(const Model *model, const State *state, const double4 *x, const PartMemory *memory);

// Σ ½ m v², Σ m v and Σ m x × v about the origin, over free particles.
typedef struct Motions {
    double kinetic, momentum[3], angular[3];
} Motions;
void quantity_add_motion(double mass, double4 x, double4 v, Motions *out); // of one particle

// Adds Σ k ‖∇_i C‖² of the soft constraints of a kind at x to stiffness[i], N/m: the change of force per displacement of particle i.
// memory: with gradients.
void quantity_add_stiffness(const Model *model, const State *state, int kind, const double4 *x, const PartMemory *memory,
                            double *stiffness);

// The force of every constraint of a kind at x (constraint_force), in the scene's order.
void quantity_forces(const Model *model, const State *state, int kind, const double4 *x, const PartMemory *memory, double *force);

#endif
