// Prediction and velocity update of the particles of a cloth. An item is one particle. The plain twins are the formulas per coordinate.
#include <stdio.h>
#include <string.h>

#include "micro.h"
#include "step/motion.h"
#include "step/team.h"

enum { PASSES = 10 }; // in one team, as the substeps of a step are

static const double H = 1.0 / 60;

typedef void (*MotionPass)(const Motion *motion, State *state);

typedef struct MotionCase {
    const char *name;
    MotionPass  pass;
    int         blocks; // read and written for each particle, without accelerations
    bool        moves;  // writes positions, and not velocities
} MotionCase;

static void predict_plain(const Motion *motion, State *state)
{
    int32_t from, to;
    team_range(0, motion->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        real4       *x = &state->position[i], *previous = &motion->previous[i];
        const real4 *v = &state->velocity[i], a = motion_acceleration(motion, i, x->w);
        *previous = *x;
        x->x = previous->x + motion->h * (v->x + motion->h * a.x);
        x->y = previous->y + motion->h * (v->y + motion->h * a.y);
        x->z = previous->z + motion->h * (v->z + motion->h * a.z);
    }
}

static void update_plain(const Motion *motion, State *state)
{
    int32_t from, to;
    team_range(0, motion->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        const real4 *x = &state->position[i], *previous = &motion->previous[i];
        real4       *v = &state->velocity[i];
        v->x = (x->x - previous->x) / motion->h;
        v->y = (x->y - previous->y) / motion->h;
        v->z = (x->z - previous->z) / motion->h;
        v->w = 0;
    }
}

static void predict(const Motion *motion, State *state)
{
    motion_predict(motion, state, 0);
}

static const MotionCase CASES[] = {
    {"predict", predict, 4, true},
    {"predict/plain", predict_plain, 4, true},
    {"velocity", motion_update, 3, false},
    {"velocity/plain", update_plain, 3, false},
};

static void measure(MicroState *state, const MicroJob *job, Cloth *cloth)
{
    const MotionCase *what = job->table;
    const MotionPass  pass = what->pass;
    Motion            motion;
    State             now;
    const SolverSetup setup = {.model = &cloth->model, .arena = &cloth->arena, .threads = job->threads, .dt = H};
    if (!micro_ok(state, motion_init(&motion, &setup, 1)) || !micro_ok(state, state_alloc(&cloth->model, &cloth->arena, &now)))
        return;
    const size_t size = (size_t)now.particle_count * sizeof *now.position;
    motion.gravity = (real4){.y = -10};
    micro_output(state, what->moves ? now.position : now.velocity, size);
    micro_start(state, what->moves ? cloth->state.position : cloth->state.velocity);
    while (micro_next(state)) {
        micro_pause(state); // restores the start, so that all iterations do the same work
        state_copy(&cloth->model, &now, &cloth->state);
        memset(motion.previous, 0, size);
        micro_resume(state);
#pragma omp parallel num_threads(job->threads) default(none) shared(motion, now, pass)
        for (int p = 0; p < PASSES; p++) {
            pass(&motion, &now);
#pragma omp barrier
        }
        micro_use(now.position);
    }
    const double blocks = (double)now.particle_count * sizeof(real4);
    micro_items(state, (double)now.particle_count * PASSES);
    micro_bytes(state, blocks * what->blocks * PASSES);
    micro_working_set(state, 3 * blocks);
}

static void run(MicroState *state, const MicroJob *job)
{
    cloth_run(state, job, measure);
}

void micro_motion(void)
{
    static const int SIZES[] = {64, 256, 1024};
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++)
        for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s/n:%d", CASES[c].name, SIZES[i]);
            micro_register_threads(name, run, &CASES[c], SIZES[i]);
        }
}
