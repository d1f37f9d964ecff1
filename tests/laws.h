// Laws that hold for every solver in every scene that it takes: a run of a solver, and assertions that name the solver when they fail.
#ifndef WEFT_TESTS_LAWS_H
#define WEFT_TESTS_LAWS_H

#include "rig.h"

typedef struct RigRun {
    void (*make)(Rig *rig, int which); // the scene; `which`: a kind, or one of several
    int         which;
    const char *solver, *settings;
    double      dt, push; // s; largest component of random velocities at the start, m/s
    int         steps;
} RigRun;

static inline void rig_start(Rig *rig, const RigRun *run, int threads)
{
    run->make(rig, run->which);
    rig_solver(rig, run->solver, run->settings, run->dt, threads);
    if (run->push > 0)
        rig_push_all(rig, run->push);
}

// Of soft springs; the top corners are pinned.
static inline void square_cloth(Rig *rig, int side)
{
    rig_cloth(rig, side, 300);
}

// Solvers that iterate until a step has converged.
static inline bool iterates_to_the_end(const char *solver)
{
    return strcmp(solver, "newton") == 0 || strcmp(solver, "xpbd_direct") == 0;
}

// How far two runs end from each other, m.
static inline double runs_apart(const RigRun *a, const RigRun *b)
{
    RIGS(rig, 2);
    rig_start(&rig[0], a, 1);
    rig_start(&rig[1], b, 2);
    rig_steps(&rig[0], a->steps, NULL);
    rig_steps(&rig[1], b->steps, NULL);
    return rig_apart(&rig[0], &rig[1]);
}

// Every step has the report that is expected of its solver, and ends within `bound` of that of Newton's method.
static inline void assert_ends_at_newtons(const RigRun *run, double bound)
{
    const RigRun newton = {run->make, run->which, "newton", "iterations=200", run->dt, run->push, run->steps};
    RIGS(rig, 2);
    rig_start(&rig[0], run, 1);
    rig_start(&rig[1], &newton, 1);
    for (int step = 0; step < run->steps; step++) {
        StepContext context = {0};
        rig_steps(&rig[0], 1, &context);
        rig_steps(&rig[1], 1, NULL);
        if (context.end == STEP_UNCONVERGED || (context.end == STEP_DONE && strcmp(run->solver, "newton") == 0))
            fail_msg("%s %s on scene %d: step %d is not converged", run->solver, run->settings, run->which, step);
        const double apart = rig_apart(&rig[0], &rig[1]);
        if (!(apart <= bound))
            fail_msg("%s %s on scene %d: step %d ends %g m from newton", run->solver, run->settings, run->which, step, apart);
    }
}

static inline void run_hash(const RigRun *run, int threads, char out[HASH_TEXT])
{
    RIG(rig);
    rig_start(&rig, run, threads);
    rig_steps(&rig, run->steps, NULL);
    assert_true(state_is_finite(&rig.state));
    rig_hash(&rig, out);
}

// On one thread and on up to `max`.
static inline void assert_same_bits(const RigRun *run, int max)
{
    char one[HASH_TEXT], other[HASH_TEXT];
    run_hash(run, 1, one);
    for (int threads = 2; threads <= max; threads++) {
        run_hash(run, threads, other);
        if (strcmp(one, other) != 0)
            fail_msg("%s %s on scene %d: %d threads end in other bits than one", run->solver, run->settings, run->which, threads);
    }
}

// Springs, and areas and hinges; hard: some of the springs and all hinges. Masses and stiffnesses are times `mass`, lengths and
// accelerations times `length`.
typedef enum ScaledCloth { SCALED_SPRINGS, SCALED_SOFT, SCALED_HARD } ScaledCloth;
static inline void scaled_cloth(Rig *rig, double mass, double length, int which)
{
    const bool hard = which == SCALED_HARD;
    enum { SIDE = 5 };
    Random random = {13};
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int row = i / SIDE;
        rig_particle(rig, length * (i % SIDE), length * row, 0.3 * length * random_unit(&random), mass * (1 + i % 3) / 100);
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        if (i % SIDE + 1 < SIDE)
            rig_spring(rig, i, i + 1, 0.9 * length, hard ? INFINITY : mass * 300);
        if (i + SIDE < SIDE * SIDE)
            rig_spring(rig, i, i + SIDE, 1.1 * length, mass * 200);
        if (which != SCALED_SPRINGS && i % SIDE + 1 < SIDE && i + SIDE < SIDE * SIDE) {
            const int32_t face[3] = {i, i + 1, i + SIDE + 1}, hinge[4] = {i, i + SIDE + 1, i + SIDE, i + 1};
            assert_ok(model_add_constraint(rig->builder, CONSTRAINT_triangle_area, face, (double[]){0.5 * length * length},
                                           mass * 100 / (length * length)));
            assert_ok(model_add_constraint(rig->builder, CONSTRAINT_dihedral, hinge, (double[]){0},
                                           hard ? INFINITY : mass * length * length * 5));
        }
    }
    assert_ok(model_pin(rig->builder, 0));
    model_set_gravity(rig->builder, (double[3]){0, -9.81 * length, 3 * length});
}

// The same motion with masses and stiffnesses times 1000, within `heavy`, and with lengths and accelerations times 10, within `large`. A
// threshold with a unit would break this.
static inline void assert_no_units(void (*make)(Rig *rig, double mass, double length, int which), const RigRun *run, double heavy,
                                   double large)
{
    RIGS(rig, 3);
    for (int r = 0; r < 3; r++) {
        make(&rig[r], r == 1 ? 1000 : 1, r == 2 ? 10 : 1, run->which);
        rig_solver(&rig[r], run->solver, run->settings, run->dt, 1);
        rig_steps(&rig[r], run->steps, NULL);
    }
    const double masses = rig_apart(&rig[0], &rig[1]), lengths = rig_apart_scaled(&rig[2], 0.1, &rig[0]);
    if (!(masses <= heavy && lengths <= large))
        fail_msg("%s %s, scene %d: masses x 1000 end %g m off, lengths x 10 %g m", run->solver, run->settings, run->which, masses, lengths);
}

#endif
