#include "assembly/constraint_rows.h"

#include <string.h>

#include "step/team.h"

static Status alloc_rows(ConstraintRows *r, bool damped, Arena *arena)
{
    const int32_t slots = r->incidence.offset[CONSTRAINT_KINDS];
    TRY(ARENA_NEW(arena, slots, &r->owner));
    TRY(ARENA_NEW(arena, slots, &r->particle));
    TRY(ARENA_NEW(arena, r->count + 1, &r->slot));
    TRY(ARENA_NEW(arena, slots, &r->gradient));
    TRY(ARENA_NEW(arena, r->count, &r->compliance));
    if (damped)
        TRY(ARENA_NEW(arena, r->count, &r->gamma));
    TRY(ARENA_NEW(arena, r->count, &r->broken));
    TRY(ARENA_NEW(arena, r->count, &r->idle));
    TRY(ARENA_NEW(arena, r->count, &r->lost));
    TRY(ARENA_NEW(arena, r->count, &r->value));
    TRY(ARENA_NEW(arena, r->count, &r->residual));
    return ARENA_NEW(arena, r->count, &r->lambda);
}

static void fill_row(ConstraintRows *r, const ConstraintSet *set, int32_t i, int c, int32_t row)
{
    const double k = constraint_component_stiffness(set, i, c), h = r->h;
    r->compliance[row] = 1 / (k * h * h); // 0 for a hard one
    if (r->gamma && set->damping)
        r->gamma[row] = set->damping[i] / (k * h);
}

static void fill_set(ConstraintRows *r, int kind)
{
    const ConstraintSet *set = &r->model->sets[kind];
    int32_t              row = r->offset[kind], slot = r->incidence.offset[kind];
    for (int32_t i = 0; i < set->count; i++) {
        int32_t        v;
        const int32_t *vertices = constraint_vertices(set, i, &v);
        for (int c = 0; c < set->ops->components; c++, row++) {
            fill_row(r, set, i, c, row);
            for (int32_t j = 0; j < v; j++, slot++) {
                r->owner[slot] = row;
                r->particle[slot] = vertices[j];
            }
            r->slot[row + 1] = slot;
        }
    }
}

Status constraint_rows_init(const Model *model, double h, Arena *arena, ConstraintRows *r)
{
    bool damped = false;
    *r = (ConstraintRows){.model = model, .h = h};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        r->offset[kind + 1] = r->offset[kind] + model->sets[kind].count * model->sets[kind].ops->components;
        damped |= model->sets[kind].damping != NULL;
    }
    r->count = r->offset[CONSTRAINT_KINDS];
    TRY(incidence_of_components(model, arena, &r->incidence));
    TRY(alloc_rows(r, damped, arena));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        r->of_kind[kind] = r->lambda + r->offset[kind];
        fill_set(r, kind);
    }
    return status_ok();
}

void constraint_rows_reset(ConstraintRows *r, const State *state)
{
    memset(r->lambda, 0, (size_t)r->count * sizeof *r->lambda);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &r->model->sets[kind];
        for (int32_t i = 0; i < set->count && state->broken[kind]; i++)
            for (int c = 0; c < set->ops->components; c++)
                r->broken[constraint_rows_at(r, kind, i, c)] = state->broken[kind][set->origin[i]];
    }
}

// ∇C W ∇Cᵀ + α~ of one row: 0 if its multiplier moves no particle. damping: γ ∇C·(x − x_n), 0 without γ. steep: |∇C|².
static double reach(const ConstraintRows *r, const ExactMotion *motion, int32_t row, double *damping, double *steep)
{
    double sum = r->compliance[row], rate = 0;
    *steep = 0;
    for (int32_t slot = r->slot[row]; slot < r->slot[row + 1]; slot++) {
        const int32_t p = r->particle[slot];
        const double4 g = r->gradient[slot];
        *steep += double4_dot(g, g);
        sum += r->model->inverse_mass[p] * double4_dot(g, g);
        rate += double4_dot(g, double4_sub(motion->x[p], motion->previous[p]));
    }
    *damping = r->gamma ? r->gamma[row] * rate : 0;
    return sum;
}

static void finish_row(ConstraintRows *r, const ExactMotion *motion, int32_t row)
{
    double       damping, steep;
    const double sum = reach(r, motion, row, &damping, &steep);
    r->lost[row] = !r->broken[row] && constraint_is_lost(r->value[row], steep);
    r->idle[row] = r->broken[row] || sum == 0; // a NaN row is not idle, so that the NaN is detected
    r->residual[row] = r->value[row] + r->compliance[row] * r->lambda[row] + damping;
    if (r->lost[row])
        r->residual[row] = 0;
    if (r->idle[row]) {
        memset(r->gradient + r->slot[row], 0, (size_t)(r->slot[row + 1] - r->slot[row]) * sizeof *r->gradient);
        r->residual[row] = 0;
    }
}

void constraint_rows_evaluate(ConstraintRows *r, const ExactMotion *motion)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &r->model->sets[kind];
        int32_t              from, to;
        team_range(0, set->count, &from, &to);
        if (from == to)
            continue;
        const int32_t first = constraint_rows_at(r, kind, from, 0), end = constraint_rows_at(r, kind, to, 0);
        constraint_evaluate(set, from, to, motion->x, r->value + first, r->gradient + r->slot[first]);
        for (int32_t row = first; row < end; row++)
            finish_row(r, motion, row);
    }
}

double constraint_rows_lost(const ConstraintRows *r)
{
    double max = 0;
    for (int32_t row = 0; row < r->count; row++)
        if (r->lost[row])
            max = fmax(max, fabs(r->value[row]));
    return max;
}

void constraint_rows_momentum(const ConstraintRows *r, const ExactMotion *motion, double4 *g)
{
    const Incidence *incidence = &r->incidence;
    TEAM_EACH (p, r->model->particle_count) {
        g[p] = (double4){0, 0, 0, 0};
        if (!exact_motion_is_free(motion, p))
            continue;
        double4_add_to(&g[p], r->model->mass[p], double4_sub(motion->x[p], motion->y[p]));
        for (int32_t k = incidence->start[p]; k < incidence->start[p + 1]; k++) {
            const int32_t slot = incidence->slot[k];
            double4_add_to(&g[p], -r->lambda[r->owner[slot]], r->gradient[slot]);
        }
    }
}

void constraint_rows_move(const ConstraintRows *r, const double *change, double4 *x)
{
    const Incidence *incidence = &r->incidence;
    TEAM_EACH (p, r->model->particle_count) {
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
            if (fabs(constraint_magnitude(set, &r->lambda[constraint_rows_at(r, kind, i, 0)])) * rate > set->limit[i])
                state->broken[kind][set->origin[i]] = 1;
    }
}
