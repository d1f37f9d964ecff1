// The local step of projective dynamics and its right-hand side, on the springs of a cloth: fused, in one pass over particles; on the
// tetrahedra of a beam: pulled, constraint by constraint and then gathered by corners; and both plain, target by target and then gathered.
// An item is one constraint.
#include <stdio.h>

#include "micro.h"
#include "step/local_step.h"

enum { PASSES = 10 }; // in one team, as many iterations of a step are

static const double H = 1.0 / 60;

// What is measured; the benchmarks point to one of these.
typedef struct LocalCase {
    const char *name;
    int         kind;
    bool        plain;
} LocalCase;

static const LocalCase CASES[] = {{"pd_local_rhs", CONSTRAINT_distance, false}, {"pd_local_rhs_plain", CONSTRAINT_distance, true}};

static const LocalCase TETS[] = {{"pd_local_rhs/tet_arap", CONSTRAINT_tet_arap, false},
                                 {"pd_local_rhs_plain/tet_arap", CONSTRAINT_tet_arap, true},
                                 {"pd_local_rhs/tet_strain", CONSTRAINT_tet_strain, false},
                                 {"pd_local_rhs_plain/tet_strain", CONSTRAINT_tet_strain, true}};

static void measure(MicroState *state, const MicroJob *job, Cloth *cloth)
{
    const LocalCase *what = job->table;
    const Model     *model = &cloth->model;
    const real4     *position = cloth->state.position;
    LocalStep        step;
    real4           *base, *rhs;
    if (!micro_ok(state, local_step_init(model, H, what->plain, &cloth->arena, &step)) ||
        !micro_ok(state, ARENA_NEW(&cloth->arena, model->particle_count, &base)) ||
        !micro_ok(state, ARENA_NEW(&cloth->arena, model->particle_count, &rhs)))
        return;
    micro_output(state, rhs, (size_t)model->particle_count * sizeof *rhs);
    while (micro_next(state)) {
#pragma omp parallel num_threads(job->threads) default(none) shared(step, position, base, rhs)
        for (int pass = 0; pass < PASSES; pass++)
            local_step_run(&step, position, base, rhs, NULL);
        micro_use(rhs);
    }
    Traffic traffic = {0};
    local_step_traffic(&step, 1, &traffic);
    micro_bytes(state, (traffic.phases[PHASE_LOCAL].bytes + traffic.phases[PHASE_RHS].bytes) * PASSES);
    micro_working_set(state, traffic.phases[PHASE_LOCAL].working_set + traffic.phases[PHASE_RHS].working_set);
    micro_items(state, (double)model->constraint_count * PASSES);
}

static void run(MicroState *state, const MicroJob *job)
{
    cloth_run(state, job, measure);
}

static void run_beam(MicroState *state, const MicroJob *job)
{
    const LocalCase *what = job->table;
    Cloth            beam;
    if (!micro_ok(state, beam_create((int)job->size, what->kind, SCHEDULE_MEMORY, &beam)))
        return;
    measure(state, job, &beam);
    cloth_destroy(&beam);
}

void micro_local(void)
{
    static const int SIZES[] = {64, 128, 256, 512, 1024}, ACROSS[] = {8, 16, 32};
    for (size_t i = 0; i < sizeof ACROSS / sizeof *ACROSS; i++)
        for (size_t k = 0; k < sizeof TETS / sizeof *TETS; k++) {
            char name[64];
            snprintf(name, sizeof name, "%s/n:%d", TETS[k].name, ACROSS[i]);
            micro_register_threads(name, run_beam, &TETS[k], ACROSS[i]);
        }
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
        for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++) {
            char name[64];
            snprintf(name, sizeof name, "%s/n:%d", CASES[k].name, SIZES[i]);
            micro_register_threads(name, run, &CASES[k], SIZES[i]);
        }
}
