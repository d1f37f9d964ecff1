#include "solver/solver.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "step/contact_sweep.h"

#define SOLVER(name) extern const SolverOps solver_##name;
#include "solver/solver_list.h"
#undef SOLVER

static const SolverOps *const TABLE[] = {
#define SOLVER(name) &solver_##name,
#include "solver/solver_list.h"
#undef SOLVER
};

enum { SOLVER_COUNT = sizeof TABLE / sizeof *TABLE, ADDED_MAX = 48 };

// Solvers of plugins (plugin/plugin.h), after the built-in ones; written at the start of the program only. With the names of all.
static struct {
    const SolverOps *rows[ADDED_MAX];
    int              count;
    const char      *names[SOLVER_COUNT + ADDED_MAX + 1];
} solvers_added = {.names = {
#define SOLVER(name) #name,
#include "solver/solver_list.h"
#undef SOLVER
                   }};

Status solver_add(const SolverOps *solver)
{
    if (solvers_added.count == ADDED_MAX)
        return status_make(STATUS_LIMIT, "more than %d solvers of plugins; load fewer", ADDED_MAX);
    solvers_added.names[SOLVER_COUNT + solvers_added.count] = solver->name;
    solvers_added.rows[solvers_added.count++] = solver;
    return status_ok();
}

void solver_destroy_nothing(Solver *solver)
{
    (void)solver;
}

ScheduleWish solver_schedule_memory(const ParamSet *params)
{
    (void)params;
    return (ScheduleWish){.kind = SCHEDULE_MEMORY};
}

SolverMemory solver_memory(const SolverOps *solver, const Model *model, const ParamSet *params)
{
    const int32_t count = solver->memory ? solver->memory(model, params) : 0;
    return (SolverMemory){.of = count > 0 ? solver->name : NULL, .count = count};
}

ContactSettings solver_contact_settings(const ParamSet *params, double dt, int threads)
{
    return (ContactSettings){.equality = (int)param_of_role(params, PARAM_ROLE_CONTACT_SENSE, CONTACT_INEQUALITY) == CONTACT_EQUALITY,
                             .reach = param_real(params, "contact_reach"),
                             .room = (int)param_of_role(params, PARAM_ROLE_CONTACT_ROOM, 0),
                             .bound = param_choice(params, "contact_bound") == CONTACT_BOUND_DISPLACEMENT,
                             .dt = dt,
                             .substeps = (int)param_of_role(params, PARAM_ROLE_SUBSTEPS, 1),
                             .threads = threads};
}
// The first constraint of the set with a trait, by its index in the scene; −1: none.
static int32_t first_with(const ConstraintSet *set, SolverTakes trait)
{
    for (int32_t i = 0; i < set->count; i++)
        if ((trait == TAKES_HARD && isinf(constraint_stiffness(set, i))) || (trait == TAKES_DAMPED && constraint_is_damped(set, i)) ||
            (trait == TAKES_BREAKABLE && set->limit && set->limit[i] < INFINITY) ||
            (trait == TAKES_INEQUALITIES && set->sense && set->sense[i] != SENSE_EQUAL))
            return set->origin[i];
    return -1;
}

// Names of the solvers that support a feature, or a trait of constraints of this kind.
static const char *able_to(SolverTakes trait, const ConstraintOps *ops, char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (int i = 0; solver_at(i) && used < size; i++)
        if (solver_takes(solver_at(i), trait, ops))
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", solver_at(i)->name);
    return out;
}

// Alternative to a solver: one of its own settings, or one of the solvers that support the feature.
static const char *instead_of(const SolverOps *solver, SolverTakes trait, const ConstraintOps *ops, char *out, size_t size)
{
    static const char ONE_OF[] = "one of: ";
    if (solver->otherwise)
        return solver->otherwise;
    memcpy(out, ONE_OF, sizeof ONE_OF);
    able_to(trait, ops, out + sizeof ONE_OF - 1, size - (sizeof ONE_OF - 1));
    return out;
}

static Status refuse_trait(const ConstraintSet *set, const SolverOps *solver, SolverTakes trait, const char *noun, const char *adjective)
{
    const int32_t origin = solver_takes(solver, trait, set->ops) ? -1 : first_with(set, trait);
    char          instead[136];
    if (origin < 0)
        return status_ok();
    return status_make(STATUS_UNSUPPORTED, "solver %s cannot do %s, and %s constraint %d of the scene is %s; change the scene or use %s",
                       solver->name, noun, set->ops->name, origin, adjective, instead_of(solver, trait, set->ops, instead, sizeof instead));
}

static Status refuse_contact(const Model *model, const SolverOps *solver)
{
    char instead[136];
    if (!model->surface)
        return status_ok();
    if (!(solver->takes & TAKES_CONTACT))
        return status_make(STATUS_UNSUPPORTED, "solver %s cannot do contact, which the scene has; use %s", solver->name,
                           instead_of(solver, TAKES_CONTACT, NULL, instead, sizeof instead));
    if (isinf(model->surface->rules.stiffness) && !(solver->takes & TAKES_HARD_CONTACT))
        return status_make(STATUS_UNSUPPORTED,
                           "solver %s cannot do hard contact; give the contact of the scene a finite stiffness or use %s", solver->name,
                           instead_of(solver, TAKES_HARD_CONTACT, NULL, instead, sizeof instead));
    if (model->surface->rules.friction_on == FRICTION_ON_POSITION && !(solver->takes & TAKES_FRICTION))
        return status_make(STATUS_UNSUPPORTED,
                           "solver %s cannot do friction inside the solve; give the contact of the scene friction_on: velocity or use %s",
                           solver->name, instead_of(solver, TAKES_FRICTION, NULL, instead, sizeof instead));
    return status_ok();
}

Status solver_refuse(const Model *model, const SolverOps *solver, bool (*missing)(const ConstraintOps *ops))
{
    TRY(refuse_contact(model, solver));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        if (set->count > 0 && missing && missing(set->ops))
            return status_make(STATUS_UNSUPPORTED, "solver %s cannot do %s constraints; %s%s", solver->name, set->ops->name,
                               solver->otherwise ? "use " : "see `weft list support`", solver->otherwise ? solver->otherwise : "");
        TRY(refuse_trait(set, solver, TAKES_HARD, "hard constraints", "hard"));
        TRY(refuse_trait(set, solver, TAKES_DAMPED, "damped constraints", "damped"));
        TRY(refuse_trait(set, solver, TAKES_BREAKABLE, "breakable constraints", "breakable"));
        TRY(refuse_trait(set, solver, TAKES_INEQUALITIES, "inequalities", "one"));
    }
    return status_ok();
}

static Status refuse_integrator(const Model *model, const char *what, const char *why)
{
    return status_make(STATUS_UNSUPPORTED, "integrator %s cannot do %s: %s; use integrator: euler", INTEGRATOR_NAMES[model->integrator],
                       what, why);
}

static bool has_breakable(const Model *model)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (first_with(&model->sets[kind], TAKES_BREAKABLE) >= 0)
            return true;
    return false;
}

Status solver_refuse_integrator(const Model *model, const SolverOps *solver, bool contact)
{
    const bool halfway = model->integrator == INTEGRATOR_MIDPOINT;
    int        kind;
    int32_t    origin;
    if (model->integrator == INTEGRATOR_EULER)
        return status_ok();
    if (contact)
        return refuse_integrator(
            model, "contact",
            halfway ? "constraints that hold halfway through a step do not hold at its end"
                    : "an impact changes velocities within a step, but the integrator assumes smooth velocities over two steps");
    if (has_breakable(model))
        return refuse_integrator(model, "breakable constraints", "it assumes smooth forces over a step");
    if (model->surface_loads)
        return refuse_integrator(model, "wind, pressure, moments and forces that follow",
                                 "their forces are those at the start of a step, which is of first order");
    if (halfway && model_has_hard(model, &kind, &origin))
        return refuse_integrator(model, "hard constraints", "they hold halfway through a step and oscillate at its end");
    if (halfway && solver->aim == AIM_ERRORS)
        return status_make(
            STATUS_UNSUPPORTED,
            "integrator midpoint cannot do the constraints of solver %s, which act as hard ones: they hold halfway through a "
            "step and oscillate at its end; use integrator: euler",
            solver->name);
    return status_ok();
}

const SolverOps *solver_at(int index)
{
    const int behind = index - SOLVER_COUNT;
    if (behind >= 0)
        return behind < solvers_added.count ? solvers_added.rows[behind] : NULL;
    return index >= 0 ? TABLE[index] : NULL;
}

const SolverOps *solver_find(const char *name)
{
    return solver_at(text_find(name, solvers_added.names));
}

const char *const *solver_names(void)
{
    return solvers_added.names;
}
