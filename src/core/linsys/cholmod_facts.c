// Data of the systems on CHOLMOD that needs no call of CHOLMOD: orderings, parameters, and the predicted cost of a factorisation.
#include "linsys/private/cholmod_system.h"

const char *const CHOLMOD_ORDERINGS[] = {"amd", "metis", "nesdis", "nd", "best", NULL};

const char *const CHOLMOD_REORDERS[] = {"grown", "always", NULL};

const Param CHOLMOD_PARAMS[] = {
    PARAM_CHOICE_ROW("ordering", CHOLMOD_ORDERINGS, ORDERING_BEST, CHOLMOD_ORDERING_SUMMARY, .role = PARAM_ROLE_ORDERING),
    CHOLMOD_REORDER_ROW,
    PARAM_END,
};

static const double BYTES_PER_S = 15e9, SUPERNODAL_FLOPS_PER_S = 8e9, SIMPLICIAL_FLOPS_PER_S = 2.5e9, UPDATE_ENTRIES_PER_S = 1.4e9;

double cholmod_ordering_factor_seconds(bool supernodal, double flops)
{
    return flops / (supernodal ? SUPERNODAL_FLOPS_PER_S : SIMPLICIAL_FLOPS_PER_S);
}

double cholmod_ordering_update_seconds(double entries)
{
    return entries / UPDATE_ENTRIES_PER_S;
}

double cholmod_ordering_cost(const CholmodQuestion *q, double nonzeros, double flops)
{
    const double entry = sizeof(double) + (q->supernodal ? 0 : sizeof(int32_t));
    const double solve = 2 * nonzeros * entry / BYTES_PER_S;
    const double factorisation = cholmod_ordering_factor_seconds(q->supernodal, flops);
    return q->refactors ? 50 * (factorisation + solve) : factorisation + 100 * solve;
}
