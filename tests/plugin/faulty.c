// A solver with one fault each, chosen when it is built: FAULT is a row of FAULTS below. Otherwise it takes the move of steepest descent
// whose length a majorant gives, on distance constraints. tests/cli_plugin.sh
#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "weft_solver.h"

#ifndef FAULT
#define FAULT GOOD
#endif

enum {
    GOOD,
    MOVES_PIN,
    CHANGES_MASS,
    NOT_FINITE,
    FLIES, // finite, and beyond what any force explains
    KEEPS_STATE,
    BITS_OF_THREADS,
    WRONG_ABI,
    WRONG_SIZE,
    NO_SYMBOL, // built with WITHOUT_SYMBOL, too
    NO_STEP,
    PRINTS,
    CRASH_LOAD,
    CRASH_CREATE,
    CRASH_STEP,
    HANGS,
    WRITES_BEYOND,
    UNALIGNED,
    SHOWS_NOTHING,
    UNKNOWN_TYPE,
    NAME_TWICE,
    CLIMBS,
    WRONG_ITERATIONS,
    STEPS_BESIDE,
    COUNTS_NOTHING,
    WRONG_RESULT,
    WRONG_END,
    ALLOCATES,
    EXITS,
    REFUSES_SILENTLY,
    LOOKS_AT_WATCHED,
    DRIFTS, // says that it keeps momentum, as steepest descent with a length for each particle does not
    OUT_OF_TURN,
    COUNTS_BACK,
    UNKNOWN_COUNT,
    UNKNOWN_PHASE,
    SOME_MULTIPLIERS,
    RESIDUAL_NAN,
    RESIDUAL_BYTES,
    ROUNDS,
    ROUNDS_IN_TEAM,
    ROUNDS_LOAD,
    NAME_OF_CASE,
    WRONG_MOMENTUM,
    TAKES_LATE,
    REAL_ITERATIONS,
    PART_OF_INTEGER,
    NO_SUBSTEPS,
    SECOND_DIFFERS // the second repetition of a process ends in another state
};

typedef struct Descent {
    const WeftSetup *setup;
    WeftBlock       *x, *gradient;
    double          *bound;  // [particles] m + h² Σ 4 k, of the constraints of a particle
    int              taken;  // steps
    int              number; // of the solvers that this process has created, from 1
} Descent;

static int32_t create(const WeftSetup *setup, void **out, WeftFailure *failure)
{
    const WeftModel *model = setup->model;
    const size_t     n = (size_t)model->particle_count;
    Descent         *d = setup->host->alloc(setup, 1, sizeof *d);
    (void)failure;
    if (FAULT == CRASH_CREATE)
        raise(SIGSEGV);
    if (!d || !(d->x = setup->host->alloc(setup, n + 1, sizeof *d->x)) ||
        !(d->gradient = setup->host->alloc(setup, n, sizeof *d->gradient)) || !(d->bound = setup->host->alloc(setup, n, sizeof *d->bound)))
        return WEFT_NO_MEMORY;
    static int created;
    d->number = ++created;
    d->setup = setup;
    memcpy(d->bound, model->mass, n * sizeof *d->bound);
    for (int k = 0; k < model->set_count; k++) {
        const WeftSet *set = &model->sets[k];
        if (strcmp(set->kind, "distance") != 0) {
            snprintf(failure->text, sizeof failure->text, "it takes distance constraints, not %s",
                     FAULT == REFUSES_SILENTLY ? "these" : set->kind);
            return WEFT_UNSUPPORTED;
        }
        for (int i = 0; i < set->count * set->vertices; i++)
            d->bound[set->vertex[i]] += 4 * setup->h * setup->h * set->stiffness[i / set->vertices];
    }
    *out = d;
    return WEFT_OK;
}

static void move(Descent *d, const double *y)
{
    const WeftModel *model = d->setup->model;
    const double     h2 = d->setup->h * d->setup->h, way = FAULT == CLIMBS ? -0.5 : 1;
    memset(d->gradient, 0, (size_t)model->particle_count * sizeof *d->gradient);
    d->setup->host->energy(model, -1, 0, 0, (WeftConstBlock *)d->x, d->gradient);
    for (int i = 0; i < model->particle_count; i++)
        for (int a = 0; a < 3 && model->inverse_mass[i] > 0; a++)
            d->x[i][a] -= way * (model->mass[i] * (d->x[i][a] - y[4 * i + a]) + h2 * d->gradient[i][a]) / d->bound[i];
}

static void show(Descent *d, WeftStep *step, int32_t iteration)
{
    static double *const NONE[64] = {0};
    const WeftIterate    iterate = {.iteration = FAULT == OUT_OF_TURN ? 0 : iteration,
                                    .lambda = FAULT == SOME_MULTIPLIERS ? NONE : NULL,
                                    .position = FAULT == SHOWS_NOTHING ? NULL
                                                : FAULT == UNALIGNED   ? (const char *)d->x + 8
                                                                       : (const char *)d->x};
    d->setup->host->iterate(step, &iterate);
}

static void spoil(Descent *d, WeftStep *step)
{
    const WeftModel *model = d->setup->model;
    double          *x = step->position;
    d->taken++;
    for (int i = 0; i < model->particle_count; i++) {
        if (FAULT == MOVES_PIN && model->inverse_mass[i] == 0)
            x[4 * i] += 1e-9;
        if (FAULT == CHANGES_MASS)
            x[4 * i + 3] = 0;
        if (model->inverse_mass[i] == 0)
            continue;
        x[4 * i] += FAULT == NOT_FINITE         ? NAN
                    : FAULT == FLIES            ? 1e12
                    : FAULT == KEEPS_STATE      ? 1e-16 * d->taken
                    : FAULT == BITS_OF_THREADS  ? 1e-16 * d->setup->threads
                    : FAULT == STEPS_BESIDE     ? 1e-3
                    : FAULT == SECOND_DIFFERS   ? 1e-9 * (d->number == 2)
                    : FAULT == LOOKS_AT_WATCHED ? 1e-16 * step->watched
                                                : 0;
    }
}

static void round_otherwise(void *argument, int32_t thread, int32_t threads)
{
    (void)argument;
    if (thread == threads - 1)
        fesetround(FE_UPWARD);
}

// What it says besides.
static void say(const Descent *d, WeftStep *now)
{
    if (FAULT == TAKES_LATE && d->setup->host->alloc(d->setup, 1, 8) == NULL)
        now->ended = -1;
    if (FAULT == COUNTS_BACK)
        d->setup->host->count(now, WEFT_COUNT_SOLVES, -1);
    if (FAULT == UNKNOWN_COUNT)
        d->setup->host->count(now, WEFT_COUNTS, 1);
    if (FAULT == UNKNOWN_PHASE)
        d->setup->host->phase(now, WEFT_PHASES);
    if (FAULT == ROUNDS)
        fesetround(FE_UPWARD);
    if (FAULT == ROUNDS_IN_TEAM)
        d->setup->host->team(d->setup, round_otherwise, NULL);
    if (FAULT == WRONG_END)
        now->ended = WEFT_END_CONVERGED; // of no residual
    if (FAULT == RESIDUAL_NAN || FAULT == RESIDUAL_BYTES)
        now->residual = FAULT == RESIDUAL_BYTES ? "\xff\xfe" : "gradient";
    now->residual_end = FAULT == RESIDUAL_NAN ? NAN : 0;
}

static int32_t step(void *solver, WeftStep *now, WeftFailure *failure)
{
    Descent     *d = solver;
    const size_t n = (size_t)d->setup->model->particle_count;
    const int    iterations = (int)d->setup->params[0];
    void *volatile taken = NULL;
    (void)failure;
    if (FAULT == CRASH_STEP)
        raise(SIGSEGV);
    if (FAULT == EXITS)
        exit(0);
    if (FAULT == PRINTS)
        puts("a word");
    while (FAULT == HANGS)
        sleep(1);
    if (FAULT == WRITES_BEYOND)
        memset(now->position, 1, (size_t)1 << 33);
    if (FAULT == ALLOCATES)
        taken = malloc(1); // volatile: it is not left out
    free(taken);
    memcpy(d->x, now->position, n * sizeof *d->x);
    show(d, now, -1);
    for (int i = 0; i < iterations - (FAULT == WRONG_ITERATIONS); i++) {
        if (FAULT != COUNTS_NOTHING)
            d->setup->host->count(now, WEFT_COUNT_GRADIENTS, 1);
        d->setup->host->phase(now, WEFT_PHASE_RHS);
        move(d, now->position);
        show(d, now, i);
    }
    memcpy(now->position, d->x, n * sizeof *d->x);
    spoil(d, now);
    say(d, now);
    return FAULT == WRONG_RESULT ? 17 : WEFT_OK;
}

static const WeftParam PARAMS[] = {{FAULT == NAME_OF_CASE  ? "linsys"
                                    : FAULT == NO_SUBSTEPS ? "substeps"
                                                           : "iterations",
                                    "", "moves",
                                    FAULT == UNKNOWN_TYPE      ? 9
                                    : FAULT == REAL_ITERATIONS ? WEFT_REAL
                                                               : WEFT_INTEGER,
                                    FAULT == PART_OF_INTEGER ? 10.5 : 10, FAULT != NO_SUBSTEPS, 1000, NULL},
                                   {0}};

static const WeftSolver FAULTY = {.abi = FAULT == WRONG_ABI ? 99 : WEFT_SOLVER_ABI,
                                  .size = FAULT == WRONG_SIZE ? 16 : sizeof(WeftSolver),
                                  .name = "faulty",
                                  .summary = "steepest descent with a fault",
                                  .version = "0",
                                  .params = PARAMS,
                                  .precisions = WEFT_DOUBLE,
                                  .needs = WEFT_HAS_ENERGY,
                                  .most_components = 1,
                                  .fixed = 1,
                                  .create = create,
                                  .step = FAULT == NO_STEP ? NULL : step,
                                  .momentum = FAULT == DRIFTS           ? WEFT_MOMENTUM_KEPT
                                              : FAULT == WRONG_MOMENTUM ? 7
                                                                        : WEFT_MOMENTUM_UNSAID};

#ifndef WITHOUT_SYMBOL
const WeftSolver *const *weft_solvers(void)
{
    static const WeftSolver *const ONE[] = {&FAULTY, NULL}, *const TWO[] = {&FAULTY, &FAULTY, NULL};
    if (FAULT == CRASH_LOAD)
        raise(SIGSEGV);
    if (FAULT == ROUNDS_LOAD)
        fesetround(FE_UPWARD);
    return FAULT == NAME_TWICE ? TWO : ONE;
}
#else
const void *const weft_solver = &FAULTY;
#endif
