// The tables of parameters: of every case, of each solver, and of each linear system.
#ifndef WEFT_CASE_PARAMS_H
#define WEFT_CASE_PARAMS_H

#include "base/param.h"

// Table number `index`, NULL only past the last. *owner: the solver or linear system, NULL for the settings of every case.
// `owner` may be NULL.
const Param *case_params_at(int index, const char **owner);

// The row of this name, or NULL. params: a table, or NULL.
const Param *case_params_find(const Param *params, const char *name);

#endif
