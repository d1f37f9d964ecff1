// Where the sweeps over particles start in a substep:
//   y         x_n + h v + h² a
//   inertial  x_n + h v
//   x_n       the old positions
//   adaptive  x_n + h v + h² ã a, with the share ã of a that the last step has shown (Chen 2024):
//             ã = clamp(((v_n − v_{n−1})/h · a)/|a|², 0, 1); 1 in a first step
//   least     of y, inertial and x_n the one with the least Φ, for each body by itself; x_n only of a body with pins, since sweeps bring
//   the
//             motion of a free one back too slowly
//
// Sweeps do not converge in a few iterations where a body is stiff, and what they leave of the start moves the body afterwards. y is right
// in free fall, and stretches what is held; x_n holds no more energy than the step began with, and takes motion away. Φ knows which: with
// `least` Φ of a body does not end above that of standing still, as far as sweeps lower it.
#ifndef WEFT_STEP_VERTEX_START_H
#define WEFT_STEP_VERTEX_START_H

#include "step/exact_springs.h"
#include "step/motion.h"

typedef enum VertexStart { VERTEX_START_LEAST, VERTEX_START_Y, VERTEX_START_INERTIAL, VERTEX_START_X_N, VERTEX_START_ADAPTIVE } VertexStart;
extern const char *const VERTEX_START_NAMES[]; // ended by NULL

// The row of a param table. The keys of cases leave out y, which was the default before `least`.
#define VERTEX_START_PARAM(names) \
    PARAM_CHOICE_ROW( \
        "start", names, VERTEX_START_LEAST, \
        "where the first sweep starts; least: of the next three the one with the least objective, for each body; y: x_n + h v " \
        "+ h^2 a; inertial: x_n + h v; x_n: the old positions; adaptive (vbd): y with the part of a that the last step has " \
        "shown", \
        .key_default = "y")

// A range of springs, of other constraints of a set, or of the particles by body, that lies within a body.
typedef struct VertexStartPart {
    const ExactPairs    *pairs; // NULL: none
    const ConstraintSet *set;   // NULL: none
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
    double          *value;                   // [part_count] of Φ
    ExactPairs       pairs[CONSTRAINT_KINDS]; // of a single body, of the kinds that can be stored so
    int32_t         *particle;                // [particles] by body
    real4           *trial;                   // [particles] what Φ is taken of, and
    double4         *x, *y;                   // [particles] the same in double, and y
    double          *phi, *least;             // [bodies]
    bool            *pinned;                  // [bodies]
    double4         *shift;                   // [bodies] mean of y − x_n by mass, m; 0 of one with pins. w: mass of its free particles
    int32_t         *chosen;                  // [bodies] of `least`: the start with Φ
} VertexStarts;

// motion: of the solver; the pointers are kept. Memory from the arena of the set-up. STATUS_MEMORY.
Status vertex_starts_init(VertexStarts *starts, VertexStart kind, const SolverSetup *setup, const Motion *motion) GNU_MUST_CHECK;

// Numbers of State.memory that a kind of start keeps: v_{n−1} in the order of the scene and the length of that step, 0 if there was none.
static inline int32_t vertex_start_memory(VertexStart kind, const Model *model)
{
    return kind == VERTEX_START_ADAPTIVE ? 3 * model->particle_count + 1 : 0;
}

// From y, which the positions are, to the start. All threads of a team, with the contacts of the substep linearised; begins with a barrier
// and ends without one, each thread having its own particles.
void vertex_starts_move(VertexStarts *starts, State *state);

// At the end of the substep, by one thread.
void vertex_starts_keep(const VertexStarts *starts, State *state);

#endif
