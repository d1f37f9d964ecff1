// WeftHost: the functions of weft that a solver in a shared library may call.
#include <omp.h>

#include "plugin/private/library_model.h"

_Static_assert(sizeof(double4) == sizeof(WeftBlock), "a position is four doubles in both");

static void *allocate(const WeftSetup *setup, size_t count, size_t bytes)
{
    void  *out = NULL;
    Arena *arena = ((const LibrarySetup *)setup)->arena;
    return arena && arena_alloc(arena, count, bytes, "memory of a plugin", &out).code == STATUS_OK ? out : NULL;
}

static const ConstraintSet *set_of(const WeftModel *model, int32_t set)
{
    const LibraryModel *whole = (const LibraryModel *)model;
    return &whole->model->sets[whole->kind[set]];
}

static double energy(const WeftModel *model, int32_t set, int32_t begin, int32_t end, WeftConstBlock *x, WeftBlock *gradient)
{
    if (set < 0)
        return model_energy(((const LibraryModel *)model)->model, (const double4 *)x, (double4 *)gradient);
    const ConstraintSet *of = set_of(model, set);
    return of->ops->energy->total(of, begin, end, (const double4 *)x, (double4 *)gradient);
}

static void evaluate(const WeftModel *model, int32_t set, int32_t begin, int32_t end, WeftConstBlock *x, double *value, WeftBlock *gradient)
{
    const ConstraintSet *of = set_of(model, set);
    of->ops->energy->evaluate(of, begin, end, (const double4 *)x, value, (double4 *)gradient);
}

static void hessian(const WeftModel *model, int32_t set, int32_t begin, int32_t end, WeftConstBlock *x, int32_t psd, double *blocks)
{
    const ConstraintSet *of = set_of(model, set);
    of->ops->energy->hessian(of, begin, end, (const double4 *)x, psd ? EIGEN_CLAMP : EIGEN_EXACT, blocks);
}

static void project(const WeftModel *model, const WeftBatch *batch, int32_t begin, int32_t end, const WeftSweep *sweep)
{
    const LibraryModel  *whole = (const LibraryModel *)model;
    const ConstraintSet *set = set_of(model, batch->set);
    const Batch          of = {
                 .set = set, .kind = whole->kind[batch->set], .begin = batch->begin, .end = batch->end, .disjoint = batch->disjoint != 0};
    const Sweep with = {.position = (real4 *)sweep->position,
                        .previous = (const real4 *)sweep->previous,
                        .lambda = (real *)sweep->lambda,
                        .compliance = set->compliance,
                        .gamma = sweep->lambda ? whole->gamma[batch->set] : NULL,
                        .inverse_h2 = (real)(1 / (sweep->h * sweep->h)),
                        .relaxation = (real)sweep->relaxation};
    (of.disjoint ? set->ops->projection->wide : set->ops->projection->plain)(&of, begin, end, &with);
}

static void team(const WeftSetup *setup, void (*body)(void *argument, int32_t thread, int32_t threads), void *argument)
{
#pragma omp parallel num_threads(setup->threads)
    body(argument, omp_get_thread_num(), omp_get_num_threads());
}

static void barrier(void)
{
#pragma omp barrier
}

const WeftHost LIBRARY_HOST = {.abi = WEFT_SOLVER_ABI,
                               .size = sizeof(WeftHost),
                               .alloc = allocate,
                               .energy = energy,
                               .evaluate = evaluate,
                               .hessian = hessian,
                               .project = project,
                               .team = team,
                               .barrier = barrier,
                               .phase = library_phase,
                               .count = library_count,
                               .iterate = library_iterate};
