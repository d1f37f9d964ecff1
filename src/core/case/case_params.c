#include "case/case_params.h"

#include <string.h>

#include "case/case.h"

const Param *case_params_at(int index, const char **owner)
{
    static const Param NONE[] = {PARAM_END};
    int                solvers = 0;
    while (solver_at(solvers))
        solvers++;
    const SolverOps *solver = index > 0 && index <= solvers ? solver_at(index - 1) : NULL;
    const LinsysOps *linsys = index > solvers ? linsys_at(index - 1 - solvers) : NULL;
    const Param     *params = index == 0 ? CASE_PARAMS : solver ? solver->params : linsys ? linsys->params : NULL;
    if (owner)
        *owner = solver ? solver->name : linsys ? linsys->name : NULL;
    return params || (!solver && !linsys) ? params : NONE;
}

const Param *case_params_find(const Param *params, const char *name)
{
    for (; params && params->name; params++)
        if (strcmp(params->name, name) == 0)
            return params;
    return NULL;
}
