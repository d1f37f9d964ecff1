#include "step/breaking.h"

#include "step/team.h"

Status breaking_init(Breaking *b, const SolverSetup *setup, double h)
{
    *b = (Breaking){.model = setup->model, .inverse_h2 = 1 / (h * h)};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (setup->model->sets[kind].limit)
            TRY(ARENA_NEW(setup->arena, setup->model->sets[kind].count, &b->live[kind]));
    return status_ok();
}

void breaking_read(const Breaking *b, const State *state)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        if (!b->live[kind])
            continue;
        const ConstraintSet *set = &b->model->sets[kind];
        TEAM_EACH (i, set->count)
            b->live[kind][i] = state->broken[kind][set->origin[i]] ? (real)INFINITY : set->compliance[i];
    }
}

// Force of constraint i over all its components.
static double force_of(const ConstraintSet *set, const real *lambda, int32_t i)
{
    double values[CONSTRAINT_COMPONENTS_MAX];
    for (int c = 0; c < set->ops->components; c++)
        values[c] = (double)lambda[c * set->count + i];
    return fabs(constraint_magnitude(set, values));
}

void breaking_test(const Breaking *b, real *const *lambda, State *state)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        if (!b->live[kind])
            continue;
        const ConstraintSet *set = &b->model->sets[kind];
        TEAM_EACH (i, set->count)
            if (force_of(set, lambda[kind], i) * b->inverse_h2 > set->limit[i]) {
                state->broken[kind][set->origin[i]] = 1;
                b->live[kind][i] = (real)INFINITY;
            }
    }
}
