// The Gauss-Seidel sweep of pbd and xpbd over the distance constraints of a cloth, colour by colour with a barrier after each, and in
// file order on one thread. An item is one projection. The team is entered once for SWEEPS sweeps, as in a step. The plain twins project
// one constraint at a time; a serial sweep has no other version.
#include <stdio.h>
#include <string.h>

#include "micro.h"
#include "step/sweeps.h"

enum { SWEEPS = 10 };

typedef enum Method { METHOD_PBD, METHOD_XPBD } Method;

// The variants of the benchmark.
typedef struct Variant {
    const char *name;
    Method      method;
    SweepKind   sweep;
    Kernels     kernels;
} Variant;

static const Variant VARIANTS[] = {
    {"pbd_coloured", METHOD_PBD, SWEEP_COLOURED, KERNELS_WIDE},   {"pbd_coloured/plain", METHOD_PBD, SWEEP_COLOURED, KERNELS_PLAIN},
    {"xpbd_coloured", METHOD_XPBD, SWEEP_COLOURED, KERNELS_WIDE}, {"xpbd_coloured/plain", METHOD_XPBD, SWEEP_COLOURED, KERNELS_PLAIN},
    {"xpbd_serial", METHOD_XPBD, SWEEP_SERIAL, KERNELS_PLAIN},
};

typedef struct Bench {
    Cloth  cloth;
    State  now;
    Sweeps sweeps;
} Bench;

static Status fill(const MicroJob *job, Bench *b)
{
    const Variant       *variant = job->table;
    const ConstraintSet *set = &b->cloth.model.sets[CONSTRAINT_distance];
    Arena               *arena = &b->cloth.arena;
    const SolverSetup    setup = {.model = &b->cloth.model, .schedule = &b->cloth.schedule, .arena = arena, .threads = job->threads};
    Sweep               *sweep = &b->sweeps.per_set[CONSTRAINT_distance];
    TRY(state_alloc(&b->cloth.model, arena, &b->now));
    TRY(sweeps_init(&b->sweeps, &setup, variant->sweep, variant->kernels, true));
    sweep->compliance = set->compliance;
    sweep->inverse_h2 = 60 * 60;
    sweep->relaxation = 1;
    return variant->method == METHOD_XPBD ? ARENA_NEW(arena, set->count, &sweep->lambda) : status_ok();
}

// Restores the start, so that all iterations do the same work.
static void restart(Bench *b)
{
    const ConstraintSet *set = &b->cloth.model.sets[CONSTRAINT_distance];
    real                *lambda = b->sweeps.per_set[CONSTRAINT_distance].lambda;
    state_copy(&b->cloth.model, &b->now, &b->cloth.state);
    if (lambda)
        memset(lambda, 0, (size_t)set->count * sizeof *lambda);
}

// Indices and rest length; for xpbd compliance, and λ read and written; two positions read and written per constraint, because in a
// coloured sweep no particle stays in a register.
static void say_bytes(MicroState *state, const Bench *b, Method method)
{
    const double count = b->cloth.model.constraint_count, lambdas = method == METHOD_XPBD ? 2 : 0;
    const double constraint = 2 * sizeof(int32_t) + (1 + lambdas) * sizeof(real), written = lambdas / 2 * sizeof(real);
    micro_items(state, count * SWEEPS);
    micro_bytes(state, count * (constraint + written + 4 * sizeof(real4)) * SWEEPS);
    const double particles = b->cloth.model.particle_count * (double)sizeof(real4);
    micro_working_set(state, count * constraint + particles);
    micro_updates(state, count * 4 * sizeof(real4) * SWEEPS, particles + count * constraint / b->cloth.schedule.colour_count);
}

static void run(MicroState *state, const MicroJob *job)
{
    const Variant *variant = job->table;
    Bench          b = {0};
    if (!micro_ok(state, cloth_create((int)job->size, sweeps_schedule(variant->sweep), &b.cloth)))
        return;
    if (micro_ok(state, fill(job, &b))) {
        micro_output(state, b.now.position, (size_t)b.now.particle_count * sizeof *b.now.position);
        micro_start(state, b.cloth.state.position);
        while (micro_next(state)) {
            micro_pause(state);
            restart(&b);
            micro_resume(state);
#pragma omp parallel num_threads(job->threads) default(none) shared(b)
            for (int s = 0; s < SWEEPS; s++)
                sweeps_run(&b.sweeps, b.now.position);
            micro_use(b.now.position);
        }
        say_bytes(state, &b, variant->method);
    }
    cloth_destroy(&b.cloth);
}

void micro_project(void)
{
    static const int SIZES[] = {16, 24, 32, 64, 256, 512, 1024};
    for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++)
        for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s/n:%d", VARIANTS[v].name, SIZES[i]);
            if (VARIANTS[v].sweep == SWEEP_SERIAL)
                micro_register(name, run, (MicroJob){.table = &VARIANTS[v], .size = SIZES[i], .threads = 1});
            else
                micro_register_threads(name, run, &VARIANTS[v], SIZES[i]);
        }
}
