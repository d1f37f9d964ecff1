// Checks of the facts in the rows of the tables: NULL, or a description of the fault in a row. A contradiction between two facts, or
// between a fact and a slot, is found here and not by the code that trusts it.
#ifndef WEFT_TESTS_FACTS_H
#define WEFT_TESTS_FACTS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/gnu.h"
#include "plugin/plugin.h"
#include "solver/solver.h"

static inline const Param *param_with_role(const Param *table, ParamRole role)
{
    for (; table && table->name; table++)
        if (table->role == role)
            return table;
    return NULL;
}

static inline const char *param_fault(const Param *p)
{
    static const ParamType TYPES[PARAM_ROLE_COUNT] = {
        [PARAM_ROLE_ITERATIONS] = PARAM_INT,    [PARAM_ROLE_SUBSTEPS] = PARAM_INT,         [PARAM_ROLE_RELAXATION] = PARAM_REAL,
        [PARAM_ROLE_REORDER] = PARAM_CHOICE,    [PARAM_ROLE_ORDERING] = PARAM_CHOICE,      [PARAM_ROLE_CONTACT] = PARAM_CHOICE,
        [PARAM_ROLE_CONTACT_ROOM] = PARAM_INT,  [PARAM_ROLE_CONTACT_SENSE] = PARAM_CHOICE, [PARAM_ROLE_STIFFNESS] = PARAM_REAL,
        [PARAM_ROLE_MATRIX_WEIGHT] = PARAM_REAL};
    int choices = 0;
    if (!p->name[0] || !p->summary || !p->summary[0] || !p->unit)
        return "a name, a unit or a summary is missing";
    if (p->role != PARAM_ROLE_NONE && p->type != TYPES[p->role])
        return "the type is not that of the role";
    if (p->type == PARAM_INT && (p->value != floor(p->value) || p->min != floor(p->min)))
        return "a whole number with a fraction";
    if (p->type != PARAM_CHOICE)
        return !p->choices && p->value >= p->min && p->value <= p->max ? NULL : "the default is out of range";
    while (p->choices && p->choices[choices])
        choices++;
    return p->value >= 0 && p->value < choices ? NULL : "the default is none of the choices";
}

// Between two rows, of one table or of two: settings of one name must mean the same. Otherwise code that asks for the role misses one of
// them.
static inline const char *params_fault(const Param *a, const Param *b)
{
    if (strcmp(a->name, b->name) == 0 && (a->role != b->role || a->type != b->type))
        return "two settings of one name differ in role or type";
    return NULL;
}

static inline const char *params_fault_in(const Param *table, const Param *other)
{
    for (const Param *a = table; a && a->name; a++) {
        const char *fault = param_fault(a);
        for (const Param *b = other; b && b->name && !fault; b++)
            fault = params_fault(a, b);
        for (const Param *b = table; b < a && !fault; b++)
            if (strcmp(a->name, b->name) == 0 || (a->role && a->role == b->role))
                fault = "a name or a role is there twice";
        if (fault)
            return fault;
    }
    return NULL;
}

static inline const char *solver_fault(const SolverOps *ops)
{
    const bool contact = ops->takes & TAKES_CONTACT;
    if (!ops->name || !ops->summary || !ops->params || !ops->schedule || !ops->create || !ops->step || !ops->destroy)
        return "a slot that every solver has is empty";
    if ((ops->uses_linsys != LINSYS_UNUSED) != (ops->linsys != NULL))
        return "a solver with a linear system shows it, and no other does";
    if (ops->takes & TAKES_HARD_CONTACT && !contact)
        return "it takes hard contact but no contact";
    if (contact != (param_with_role(ops->params, PARAM_ROLE_CONTACT) && param_with_role(ops->params, PARAM_ROLE_CONTACT_ROOM)))
        return "a solver that takes contact has CONTACT_PARAMS, and no other does";
    if (ops->aim == AIM_MULTIPLIERS && !ops->multiplier)
        return "it lowers C + αλ/h² but has no λ";
    if (ops->aim == AIM_ERRORS && ops->multiplier)
        return "λ would be a force, but its stiffnesses are not those of the scene";
    return params_fault_in(ops->params, NULL);
}

// Runs before main, so that no test has to set this up: the direct solver of WEFT_TEST_LINSYS behind `external`.
static GNU_CONSTRUCTOR void load_library(void)
{
    const char *path = getenv("WEFT_TEST_LINSYS");
    if (path && *path && plugin_load(path, NULL).code != STATUS_OK)
        abort();
}

// Whether the library that the system loads at run time is missing. Checked once: it does not appear while a test runs.
static inline bool linsys_is_absent(const LinsysOps *ops)
{
    enum { SYSTEMS = 32 };
    static signed char absent[SYSTEMS]; // 0: not asked yet
    int                i = 0;
    while (linsys_at(i) != ops)
        i++;
    if (i >= SYSTEMS)
        return ops->present && ops->present().code != STATUS_OK;
    if (!absent[i])
        absent[i] = ops->present && ops->present().code != STATUS_OK ? 1 : -1;
    return absent[i] > 0;
}

static inline const char *linsys_fault(const LinsysOps *ops)
{
    const LinsysCandidate *c = &ops->candidate;
    if (!ops->name || !ops->summary || !ops->create || !ops->refactor || !ops->solve || !ops->failed || !ops->info || !ops->destroy)
        return "a slot that every linear system has is empty";
    if (ops->lanes != 1 && ops->lanes != 3)
        return "the matrix is A or A ⊗ I₃";
    if (ops->lanes == 3 && ops->solve_scalar)
        return "a baseline solves for x, y and z only";
    if ((ops->solve_scalar && !ops->iterative) != (ops->smallest_pivot != NULL))
        return "smallest_pivot goes with solve_scalar, but for an iterative system";
    if (ops->iterative && (ops->chooses || ops->dense || c->of_lanes || c->of_one))
        return "an iterative system is no candidate: how long it takes depends on its tolerance";
    if ((c->of_lanes || c->of_one) && (ops->lanes == 3 || ops->chooses || ops->present))
        return "neither a baseline nor what chooses or may be missing is a candidate";
    if ((ops->dense || ops->present) && !ops->foreign)
        return "the bits of LAPACK and of libraries loaded at run time depend on the threads";
    if (c->of_one && !ops->solve_scalar)
        return "a candidate for one right-hand side does not solve for one";
    if (c->of_lanes < 0 || c->of_one < 0 || c->rows_max < 0)
        return "a turn or a bound is negative";
    return params_fault_in(ops->params, NULL);
}

#endif
