// Starting point of the sweeps over particles in a substep:
//   y         x_n + h v + h² a
//   inertial  x_n + h v
//   x_n       the old positions
//   adaptive  x_n + h v + h² ã a, with the fraction ã of a seen in the last step (Chen 2024):
//             ã = clamp(((v_n − v_{n−1})/h · a)/|a|², 0, 1); 1 in a first step
//   least     of y, inertial and x_n the one with the smallest Φ, for each body. x_n of a body without pins is moved by the mean of
//             y − x_n, since sweeps restore the motion of a whole body too slowly
//
// A few sweeps do not converge on a stiff body, and their error depends on the start. y is exact in free fall but stretches a pinned body;
// x_n adds no energy but removes motion. With pins, Φ after the sweeps of `least` is not above Φ at rest.
#ifndef WEFT_STEP_VERTEX_START_H
#define WEFT_STEP_VERTEX_START_H

#include "contact/contacts.h"
#include "step/motion.h"

typedef enum VertexStart { VERTEX_START_MIN, VERTEX_START_Y, VERTEX_START_INERTIAL, VERTEX_START_X_N, VERTEX_START_ADAPTIVE } VertexStart;
extern const char *const VERTEX_START_NAMES[]; // ended by NULL

// The row of a param table. The keys of cases leave out y, which was the default before `least`.
#define VERTEX_START_PARAM(names) \
    PARAM_CHOICE_ROW( \
        "start", names, VERTEX_START_MIN, \
        "starting point of the first sweep; least: of y, inertial and x_n the one with the smallest objective, for each body; y: x_n + h " \
        "v " \
        "+ h^2 a; inertial: x_n + h v; x_n: the old positions; adaptive (vbd): y with the fraction of a seen in the last step", \
        .key_default = "y")

// A range of constraints of a set, or of the particles by body, that lies within a body.
typedef struct VertexStartPart {
    const ConstraintSet *set; // NULL: particles
    int32_t              from, to, body;
} VertexStartPart;

typedef struct VertexStarts {
    VertexStart      kind;
    const Model     *model;
    const Motion    *motion;
    const Contacts  *contacts; // NULL: none
    double           h;        // s
    int32_t          part_count;
    VertexStartPart *part;
    double          *value;         // [part_count] its part of Φ
    int32_t         *particle;      // [particles] by body
    real4           *trial;         // [particles] a candidate
    double4         *x;             // [particles] the same in double, for contacts and sets that need it; NULL: none
    double          *phi, *phi_min; // [bodies]
    bool            *pinned;        // [bodies]
    double4         *shift;         // [bodies] mass-weighted mean of y − x_n, m; 0 for a body with pins. w: its mass
    int32_t         *chosen;        // [bodies] VertexStart with the least Φ
} VertexStarts;

// motion: of the solver; the pointers are kept. Memory from the arena of the set-up. STATUS_MEMORY.
Status vertex_starts_init(VertexStarts *starts, VertexStart kind, const SolverSetup *setup, const Motion *motion) GNU_MUST_CHECK;

// Numbers of State.memory used by a kind of start: v_{n−1} in the order of the scene, and the length of that step. It is 0 if there was
// none.
static inline int32_t vertex_start_memory(VertexStart kind, const Model *model)
{
    return kind == VERTEX_START_ADAPTIVE ? 3 * model->particle_count + 1 : 0;
}

// Moves the positions from y to the start. All threads of a team, with the contacts of the substep linearised. Begins with a barrier and
// ends without one: each thread has its own particles.
void vertex_starts_move(VertexStarts *starts, State *state);

// At the end of the substep, by one thread.
void vertex_starts_keep(const VertexStarts *starts, State *state);

#endif
