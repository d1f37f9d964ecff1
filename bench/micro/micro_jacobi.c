// The Jacobi sweep of xpbd over the springs of a cloth: corrections of all of them against the same positions, a barrier, and each
// particle's sum of its own, gathered in a fixed order. An item is one constraint. The plain twin projects one constraint after another.
#include <stdio.h>
#include <string.h>

#include "micro.h"
#include "step/sweeps.h"

enum { SWEEPS = 10 }; // in one team, as in a step

static const double H = 1.0 / 60;

typedef struct JacobiCase {
    const char *name;
    Kernels     kernels;
} JacobiCase;

static const JacobiCase CASES[] = {{"xpbd_jacobi", KERNELS_WIDE}, {"xpbd_jacobi/plain", KERNELS_PLAIN}};

typedef struct Bench {
    Cloth  cloth;
    State  now;
    Sweeps sweeps;
} Bench;

static Status fill(const MicroJob *job, Bench *b)
{
    const JacobiCase    *what = job->table;
    const ConstraintSet *set = &b->cloth.model.sets[CONSTRAINT_distance];
    Arena               *arena = &b->cloth.arena;
    const SolverSetup setup = {.model = &b->cloth.model, .schedule = &b->cloth.schedule, .arena = arena, .threads = job->threads, .dt = H};
    Sweep            *sweep = &b->sweeps.per_set[CONSTRAINT_distance];
    TRY(state_alloc(&b->cloth.model, arena, &b->now));
    TRY(sweeps_init(&b->sweeps, &setup, SWEEP_JACOBI, what->kernels, true));
    TRY(ARENA_NEW(arena, set->count, &sweep->lambda));
    sweep->compliance = set->compliance;
    sweep->inverse_h2 = (real)(1 / (H * H));
    sweep->relaxation = 1;
    return status_ok();
}

// Restores the start, so that all iterations do the same work.
static void restart(Bench *b)
{
    const ConstraintSet *set = &b->cloth.model.sets[CONSTRAINT_distance];
    state_copy(&b->cloth.model, &b->now, &b->cloth.state);
    memset(b->sweeps.per_set[CONSTRAINT_distance].lambda, 0, (size_t)set->count * sizeof(real));
}

// Indices, rest length, compliance, weight and λ twice; two corrections written and read through their slots; the positions read by both
// parts and written by one.
static void say_bytes(MicroState *state, const Bench *b)
{
    const double count = b->cloth.model.constraint_count, particles = b->cloth.model.particle_count;
    const double constraint = 2 * sizeof(int32_t) + 4 * sizeof(real), slots = 2 * (sizeof(real4) + sizeof(int32_t));
    const double moved =
        count * (constraint + sizeof(real) + slots + 2 * sizeof(real4)) + particles * (3 * sizeof(real4) + sizeof(int32_t));
    micro_items(state, count * SWEEPS);
    micro_bytes(state, moved * SWEEPS);
    micro_working_set(state, count * (constraint + slots) + particles * (sizeof(real4) + sizeof(int32_t)));
}

static void run(MicroState *state, const MicroJob *job)
{
    Bench b = {0};
    if (!micro_ok(state, cloth_create((int)job->size, SCHEDULE_MEMORY, &b.cloth)))
        return;
    if (micro_ok(state, fill(job, &b))) {
        micro_output(state, b.now.position, (size_t)b.now.particle_count * sizeof *b.now.position);
        micro_start(state, b.cloth.state.position);
        while (micro_next(state)) {
            restart(&b);
#pragma omp parallel num_threads(job->threads) default(none) shared(b)
            for (int s = 0; s < SWEEPS; s++)
                sweeps_run(&b.sweeps, b.now.position);
            micro_use(b.now.position);
        }
        say_bytes(state, &b);
    }
    cloth_destroy(&b.cloth);
}

void micro_jacobi(void)
{
    static const int SIZES[] = {64, 256};
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++)
        for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s/n:%d", CASES[c].name, SIZES[i]);
            micro_register_threads(name, run, &CASES[c], SIZES[i]);
        }
}
