#include "assembly/group_terms.h"

#include <string.h>

// ---- set-up ----

typedef struct Sizes {
    int32_t members, pairs; // of the largest group
    int32_t directions;     // of all
    size_t  values;
} Sizes;

static Sizes measure(const Model *model)
{
    Sizes sizes = {0};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        for (int32_t i = 0; set->groups && i < set->count; i++) {
            const int32_t pairs = set->ops->group->couplings ? set->ops->group->couplings(set, i, NULL) : 0;
            int32_t       members;
            (void)constraint_vertices(set, i, &members);
            sizes.directions += set->ops->group->directions;
            sizes.members = members > sizes.members ? members : sizes.members;
            sizes.pairs = pairs > sizes.pairs ? pairs : sizes.pairs;
            sizes.values += (size_t)members * (size_t)set->ops->group->directions;
        }
    }
    return sizes;
}

Status group_terms_init(const Model *model, Arena *arena, GroupTerms *out)
{
    const Sizes  sizes = measure(model);
    const size_t max = (size_t)sizes.directions, n = 3 * (size_t)model->particle_count;
    *out = (GroupTerms){.model = model, .count_max = (int32_t)max};
    if (max == 0)
        return status_ok();
    TRY(arena_check(arena, (double)max * (double)n * sizeof(double), "the rank-one terms of groups in a Newton step"));
    TRY(ARENA_NEW(arena, sizes.members, &out->hessian.own));
    TRY(ARENA_NEW(arena, sizes.pairs, &out->hessian.pair));
    TRY(ARENA_NEW(arena, sizes.pairs, &out->pairs));
    TRY(ARENA_NEW(arena, sizes.values, &out->value));
    TRY(ARENA_NEW(arena, max, &out->direction));
    TRY(ARENA_NEW(arena, max * n, &out->solved));
    TRY(ARENA_NEW(arena, max * max, &out->small));
    TRY(ARENA_NEW(arena, max, &out->sum));
    return ARENA_NEW(arena, n, &out->rhs);
}

// ---- assembly ----

// Positive factors come first: the first negative one moves to the end.
static void add_direction(GroupTerms *t, const GroupDirection *direction)
{
    int32_t at = t->count++;
    if (direction->factor > 0)
        for (; at > 0 && t->direction[at - 1].factor < 0; at--)
            t->direction[at] = t->direction[at - 1];
    t->direction[at] = *direction;
}

static void add_blocks(const GroupTerms *t, Hessian *h, const ConstraintSet *set, int32_t i, double h2)
{
    int32_t        count;
    const int32_t *particles = constraint_vertices(set, i, &count);
    const int32_t  pairs = set->ops->group->couplings ? set->ops->group->couplings(set, i, t->pairs) : 0;
    for (int32_t m = 0; m < count; m++)
        hessian_add_block(h, particles[m], particles[m], t->hessian.own[m], h2);
    for (int32_t c = 0; c < pairs; c++)
        hessian_add_block(h, t->pairs[c][0], t->pairs[c][1], t->hessian.pair[c], h2);
}

void group_terms_assemble(GroupTerms *t, Hessian *h, const double4 *x, double theta, double h2)
{
    double4 *value = t->value;
    t->count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &t->model->sets[kind];
        for (int32_t i = 0; set->groups && i < set->count; i++) {
            GroupDirection d = {0};
            d.particles = constraint_vertices(set, i, &d.count);
            t->hessian.direction = value;
            set->ops->group->hessian(set, i, x, theta, &t->hessian);
            add_blocks(t, h, set, i, h2);
            for (int r = 0; r < t->hessian.directions; r++, value += d.count) {
                d.value = value;
                d.factor = h2 * t->hessian.factor[r];
                add_direction(t, &d);
            }
        }
    }
}

// ---- low-rank part ----

// Pins are left out of directions.
static void scatter(const GroupTerms *t, const GroupDirection *d, double *to)
{
    memset(to, 0, 3 * (size_t)t->model->particle_count * sizeof *to);
    for (int32_t m = 0; m < d->count; m++)
        if (t->model->inverse_mass[d->particles[m]] > 0) {
            double *at = to + 3 * (size_t)d->particles[m];
            at[0] = d->value[m].x, at[1] = d->value[m].y, at[2] = d->value[m].z;
        }
}

static double product(const GroupTerms *t, const GroupDirection *d, const double *x)
{
    double sum = 0;
    for (int32_t m = 0; m < d->count; m++)
        if (t->model->inverse_mass[d->particles[m]] > 0) {
            const double *at = x + 3 * (size_t)d->particles[m];
            sum += d->value[m].x * at[0] + d->value[m].y * at[1] + d->value[m].z * at[2];
        }
    return sum;
}

static double *solved_at(const GroupTerms *t, int32_t r)
{
    return t->solved + (size_t)r * 3 * (size_t)t->model->particle_count;
}

static double *small_at(const GroupTerms *t, int32_t r, int32_t c)
{
    return &t->small[(size_t)r * (size_t)t->count_max + (size_t)c];
}

// S = L D Lᵀ in its lower triangle; false when a pivot has the wrong sign.
static bool decompose(const GroupTerms *t)
{
    for (int32_t c = 0; c < t->count; c++) {
        for (int32_t k = 0; k < c; k++)
            *small_at(t, c, c) -= *small_at(t, c, k) * *small_at(t, c, k) * *small_at(t, k, k);
        const double pivot = *small_at(t, c, c);
        if (!(pivot * t->direction[c].factor > 0))
            return false;
        for (int32_t r = c + 1; r < t->count; r++) {
            for (int32_t k = 0; k < c; k++)
                *small_at(t, r, c) -= *small_at(t, r, k) * *small_at(t, c, k) * *small_at(t, k, k);
            *small_at(t, r, c) /= pivot;
        }
    }
    return true;
}

Status group_terms_factorise(GroupTerms *t, Linsys *linsys, int threads)
{
    if (t->count == 0)
        return status_ok();
#pragma omp parallel num_threads(threads)
    for (int32_t r = 0; r < t->count; r++) {
#pragma omp single
        scatter(t, &t->direction[r], t->rhs);
        linsys->ops->solve_scalar(linsys, t->rhs, solved_at(t, r));
#pragma omp barrier
    }
    TRY(linsys->ops->failed(linsys));
    for (int32_t r = 0; r < t->count; r++)
        for (int32_t c = 0; c <= r; c++)
            *small_at(t, r, c) = (r == c ? 1 / t->direction[r].factor : 0) + product(t, &t->direction[r], solved_at(t, c));
    return decompose(t) ? status_ok()
                        : status_make(STATUS_NUMERIC, "the matrix with the rank-one terms of groups is not positive definite");
}

void group_terms_correct(GroupTerms *t, double *x)
{
    double *y = t->sum;
    for (int32_t r = 0; r < t->count; r++) {
        y[r] = product(t, &t->direction[r], x);
        for (int32_t k = 0; k < r; k++)
            y[r] -= *small_at(t, r, k) * y[k];
    }
    for (int32_t r = t->count - 1; r >= 0; r--) {
        y[r] /= *small_at(t, r, r);
        for (int32_t k = r + 1; k < t->count; k++)
            y[r] -= *small_at(t, k, r) * y[k];
    }
    for (int32_t r = 0; r < t->count; r++) {
        const double *z = solved_at(t, r);
        for (size_t e = 0; e < 3 * (size_t)t->model->particle_count; e++)
            x[e] -= y[r] * z[e];
    }
}
