#include "plugin/private/library_model.h"

#include <string.h>

static uint32_t has(const ConstraintOps *ops)
{
    return WEFT_HAS_ENERGY | WEFT_HAS_GRADIENT | (ops->energy->hessian ? WEFT_HAS_HESSIAN : 0u) |
           (ops->projection && ops->projection->wide ? WEFT_HAS_PROJECTION : 0u);
}

static Status cannot(const SolverOps *solver, const ConstraintOps *kind)
{
    return status_make(STATUS_UNSUPPORTED, "solver %s cannot do %s constraints; see `weft list support`", solver->name, kind->name);
}

static bool lacks_nothing(const ConstraintOps *ops)
{
    (void)ops;
    return false;
}

Status library_refuse(const SolverSetup *setup, const Plugin *plugin)
{
    const WeftSolver *table = plugin->table;
    if (!(table->precisions & (sizeof(real) == sizeof(float) ? WEFT_SINGLE : WEFT_DOUBLE)))
        return status_make(STATUS_UNSUPPORTED, "solver %s of %s does not support precision " REAL_NAME "; use the other one", plugin->name,
                           plugin->origin.path);
    TRY(solver_refuse(setup->model, &plugin->ops, lacks_nothing));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &setup->model->sets[kind];
        if (set->count > 0 && (table->needs & ~has(set->ops) || (table->fixed && set->ops->vertices == 0) ||
                               (table->most_components > 0 && set->ops->components > table->most_components)))
            return cannot(&plugin->ops, set->ops);
    }
    return status_ok();
}

static Status copy_rest(const ConstraintSet *set, Arena *arena, const double **out)
{
    const int params = set->ops->params;
    double   *rest;
    TRY(ARENA_NEW(arena, (size_t)params * (size_t)set->count, &rest));
    for (int p = 0; p < params; p++)
        for (int32_t i = 0; i < set->count; i++)
            rest[(size_t)p * (size_t)set->count + (size_t)i] = constraint_rest(set, p, i);
    *out = rest;
    return status_ok();
}

static Status copy_stiffness(const ConstraintSet *set, Arena *arena, const double **out)
{
    double *stiffness;
    TRY(ARENA_NEW(arena, set->count, &stiffness));
    for (int32_t i = 0; i < set->count; i++)
        stiffness[i] = constraint_stiffness(set, i);
    *out = stiffness;
    return status_ok();
}

static Status make_gamma(const ConstraintSet *set, double h, Arena *arena, real **out)
{
    TRY(ARENA_NEW(arena, set->count, out));
    for (int32_t i = 0; i < set->count; i++)
        (*out)[i] = (real)(set->damping[i] / (constraint_stiffness(set, i) * h));
    return status_ok();
}

static Status show_set(const ConstraintSet *set, Arena *arena, WeftSet *out)
{
    *out = (WeftSet){.kind = set->ops->name,
                     .param_names = set->ops->param_names,
                     .count = set->count,
                     .vertices = set->ops->vertices,
                     .components = set->ops->components,
                     .params = set->ops->params,
                     .has = has(set->ops),
                     .vertex = set->vertices,
                     .start = set->groups ? set->groups->start : NULL,
                     .damping = set->damping,
                     .sense = set->sense};
    TRY(copy_rest(set, arena, &out->rest));
    return copy_stiffness(set, arena, &out->stiffness);
}

// Sets of a fixed number of particles come first.
static Status show_sets(const SolverSetup *setup, double h, LibraryModel *out)
{
    WeftSet *sets;
    TRY(ARENA_NEW(setup->arena, CONSTRAINT_KINDS, &sets));
    for (int groups = 0; groups < 2; groups++)
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
            const ConstraintSet *set = &setup->model->sets[kind];
            if (set->count == 0 || (set->ops->vertices == 0) != groups)
                continue;
            const int k = out->view.set_count++;
            out->kind[k] = kind;
            TRY(show_set(set, setup->arena, &sets[k]));
            if (set->damping)
                TRY(make_gamma(set, h, setup->arena, &out->gamma[k]));
        }
    out->view.sets = sets;
    return status_ok();
}

static int32_t set_of_kind(const LibraryModel *model, int kind)
{
    int32_t k = 0;
    while (model->kind[k] != kind)
        k++;
    return k;
}

static Status show_batches(const SolverSetup *setup, LibraryModel *out)
{
    const Schedule *schedule = setup->schedule;
    WeftBatch      *batches;
    TRY(ARENA_NEW(setup->arena, schedule->batch_count, &batches));
    for (int32_t b = 0; b < schedule->batch_count; b++) {
        const Batch *batch = &schedule->batches[b];
        batches[b] =
            (WeftBatch){.set = set_of_kind(out, batch->kind), .begin = batch->begin, .end = batch->end, .disjoint = batch->disjoint};
    }
    out->view.batch_count = schedule->batch_count;
    out->view.batches = batches;
    out->view.colour_count = schedule->colour_count;
    out->view.colour_start = schedule->colour_start;
    return status_ok();
}

Status library_model_init(const SolverSetup *setup, double h, LibraryModel *out)
{
    const Model *model = setup->model;
    *out = (LibraryModel){.model = model,
                          .view = {.particle_count = model->particle_count,
                                   .mass = model->mass,
                                   .inverse_mass = model->inverse_mass,
                                   .force = (const double *)model->force,
                                   .user = model->user_of}};
    memcpy(out->view.gravity, model->gravity, sizeof out->view.gravity);
    TRY(show_sets(setup, h, out));
    return show_batches(setup, out);
}
