#include "solver/constraint_rows.h"

#include <string.h>

#include "solver/team.h"

static Status alloc_rows(ConstraintRows *r, bool damped, Arena *arena)
{
    const int32_t slots = r->incidence.offset[CONSTRAINT_KINDS];
    TRY(ARENA_NEW(arena, slots, &r->owner));
    TRY(ARENA_NEW(arena, slots, &r->gradient));
    TRY(ARENA_NEW(arena, r->count, &r->compliance));
    if (damped)
        TRY(ARENA_NEW(arena, r->count, &r->gamma));
    TRY(ARENA_NEW(arena, r->count, &r->broken));
    TRY(ARENA_NEW(arena, r->count, &r->idle));
    TRY(ARENA_NEW(arena, r->count, &r->value));
    TRY(ARENA_NEW(arena, r->count, &r->residual));
    return ARENA_NEW(arena, r->count, &r->lambda);
}

static void fill_set(ConstraintRows *r, int kind)
{
    const ConstraintSet *set = &r->model->sets[kind];
    const int            v = set->ops->vertices;
    for (int32_t i = 0; i < set->count; i++) {
        const int32_t row = r->offset[kind] + i;
        const double  k = constraint_stiffness(set, i), h = r->h;
        r->compliance[row] = 1 / (k * h * h); // 0 for a hard one
        if (r->gamma && set->damping)
            r->gamma[row] = set->damping[i] / (k * h);
        for (int j = 0; j < v; j++)
            r->owner[r->incidence.offset[kind] + i * v + j] = row;
    }
}

Status constraint_rows_make(const Model *model, double h, Arena *arena, ConstraintRows *r)
{
    bool damped = false;
    *r = (ConstraintRows){.model = model, .h = h, .count = model->constraint_count};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        r->offset[kind + 1] = r->offset[kind] + model->sets[kind].count;
        damped |= model->sets[kind].damping != NULL;
    }
    TRY(incidence_of_vertices(model, arena, &r->incidence));
    TRY(alloc_rows(r, damped, arena));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        r->of_kind[kind] = r->lambda + r->offset[kind];
        fill_set(r, kind);
    }
    return status_ok();
}

void constraint_rows_begin(ConstraintRows *r, const State *state)
{
    memset(r->lambda, 0, (size_t)r->count * sizeof *r->lambda);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < r->model->sets[kind].count && state->broken[kind]; i++)
            r->broken[r->offset[kind] + i] = state->broken[kind][r->model->sets[kind].origin[i]];
}

// What a multiplier can move: ∇C W ∇Cᵀ + α~ of one row. damping: γ ∇C·(x − x_n), 0 without γ.
static double reach(const ConstraintRows *r, const ExactMotion *motion, int32_t row, const int32_t *vertices, const double4 *gradient,
                    int count, double *damping)
{
    double sum = r->compliance[row], rate = 0;
    for (int j = 0; j < count; j++) {
        const int32_t p = vertices[j];
        sum += r->model->inverse_mass[p] * double4_dot(gradient[j], gradient[j]);
        rate += double4_dot(gradient[j], double4_sub(motion->x[p], motion->previous[p]));
    }
    *damping = r->gamma ? r->gamma[row] * rate : 0;
    return sum;
}

static void finish_row(ConstraintRows *r, const ExactMotion *motion, const ConstraintSet *set, int32_t i, int32_t row, double4 *gradient)
{
    const int    v = set->ops->vertices;
    double       damping;
    const double sum = reach(r, motion, row, set->vertices + (size_t)i * (size_t)v, gradient, v, &damping);
    r->idle[row] = r->broken[row] || sum == 0; // NaN is no idle row: it has to be seen
    r->residual[row] = r->value[row] + r->compliance[row] * r->lambda[row] + damping;
    if (r->idle[row]) {
        memset(gradient, 0, (size_t)v * sizeof *gradient);
        r->residual[row] = 0;
    }
}

void constraint_rows_evaluate(ConstraintRows *r, const ExactMotion *motion)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &r->model->sets[kind];
        const int32_t        v = set->ops->vertices, offset = r->offset[kind];
        double4             *gradient = r->gradient + r->incidence.offset[kind];
        int32_t              from, to;
        team_range(0, set->count, &from, &to);
        if (from == to)
            continue;
        set->ops->evaluate(set, from, to, motion->x, r->value + offset + from, gradient + (size_t)from * (size_t)v);
        for (int32_t i = from; i < to; i++)
            finish_row(r, motion, set, i, offset + i, gradient + (size_t)i * (size_t)v);
    }
}

void constraint_rows_move(const ConstraintRows *r, const double *change, double4 *x)
{
    const Incidence *incidence = &r->incidence;
    int32_t          from, to;
    team_range(0, r->model->particle_count, &from, &to);
    for (int32_t p = from; p < to; p++) {
        const double w = r->model->inverse_mass[p];
        for (int32_t k = incidence->start[p]; w > 0 && k < incidence->start[p + 1]; k++) {
            const int32_t slot = incidence->slot[k];
            double4_add_to(&x[p], w * change[r->owner[slot]], r->gradient[slot]);
        }
    }
}

void constraint_rows_break(const ConstraintRows *r, State *state)
{
    const double rate = 1 / (r->h * r->h);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &r->model->sets[kind];
        for (int32_t i = 0; i < set->count && set->limit && state->broken[kind]; i++)
            if (fabs(r->of_kind[kind][i]) * rate > set->limit[i])
                state->broken[kind][set->origin[i]] = 1;
    }
}
