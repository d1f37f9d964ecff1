#include "step/live_model.h"

#include "step/team.h"

static Status own_stiffness(ConstraintSet *set, const ConstraintSet *whole, Arena *arena)
{
    TRY(ARENA_NEW(arena, set->count, &set->stiffness));
    set->one_stiffness = false;
    for (int32_t i = 0; i < set->count; i++)
        set->stiffness[i] = constraint_stiffness(whole, i);
    return status_ok();
}

Status live_model_init(LiveModel *live, const Model *whole, Arena *arena)
{
    *live = (LiveModel){.whole = whole, .model = *whole};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (whole->sets[kind].limit) {
            live->breaks = true;
            TRY(own_stiffness(&live->model.sets[kind], &whole->sets[kind], arena));
        }
    return status_ok();
}

bool live_model_read(LiveModel *live, const State *state)
{
    bool changed = false;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *whole = &live->whole->sets[kind], *set = &live->model.sets[kind];
        for (int32_t i = 0; whole->limit && i < set->count; i++) {
            const double left = state->broken[kind][set->origin[i]] ? 0 : constraint_stiffness(whole, i);
            changed |= left < set->stiffness[i] || left > set->stiffness[i];
            set->stiffness[i] = left;
        }
    }
    return changed;
}

static double force_at(const ConstraintSet *set, int32_t i, const double4 *x)
{
    double value[CONSTRAINT_COMPONENTS_MAX];
    constraint_evaluate(set, i, i + 1, x, value, NULL);
    return fabs(constraint_force(set, i, value));
}

void live_model_test(const LiveModel *live, const double4 *x, State *state)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &live->model.sets[kind];
        TEAM_EACH (i, set->limit ? set->count : 0)
            if (force_at(set, i, x) > set->limit[i])
                state->broken[kind][set->origin[i]] = 1;
    }
}
