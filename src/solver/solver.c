#include "solver/solver.h"

#include <string.h>

#define SOLVER(name) extern const SolverOps solver_##name;
#include "solver/solver_list.h"
#undef SOLVER

static const SolverOps *const TABLE[] = {
#define SOLVER(name) &solver_##name,
#include "solver/solver_list.h"
#undef SOLVER
};

static const char *const NAMES[] = {
#define SOLVER(name) #name,
#include "solver/solver_list.h"
#undef SOLVER
    NULL};

enum { SOLVER_COUNT = sizeof TABLE / sizeof *TABLE };

ScheduleWish solver_schedule_memory(const ParamSet *params)
{
    (void)params;
    return (ScheduleWish){.kind = SCHEDULE_MEMORY};
}

ContactSettings solver_contact_settings(const ParamSet *params, double dt, int threads)
{
    return (ContactSettings){.broad = broad_at(param_choice(params, "broad")),
                             .equality =
                                 param_has(params, "contact_sense") && strcmp(param_choice_name(params, "contact_sense"), "equality") == 0,
                             .reach = param_real(params, "contact_reach"),
                             .room = (int)param_int(params, "contact_room"),
                             .dt = dt,
                             .threads = threads};
}

const SolverOps *solver_at(int index)
{
    return index >= 0 && index < SOLVER_COUNT ? TABLE[index] : NULL;
}

const SolverOps *solver_find(const char *name)
{
    for (int i = 0; i < SOLVER_COUNT; i++)
        if (strcmp(TABLE[i]->name, name) == 0)
            return TABLE[i];
    return NULL;
}

const char *const *solver_names(void)
{
    return NAMES;
}
