#include "model/constraint.h"

#include <string.h>

#define CONSTRAINT(name) extern const ConstraintOps constraint_##name;
#include "model/constraint_list.h"
#undef CONSTRAINT

static const ConstraintOps *const TABLE[CONSTRAINT_KINDS] = {
#define CONSTRAINT(name) &constraint_##name,
#include "model/constraint_list.h"
#undef CONSTRAINT
};

static const char *const NAMES[CONSTRAINT_KINDS + 1] = {
#define CONSTRAINT(name) #name,
#include "model/constraint_list.h"
#undef CONSTRAINT
    NULL};

const ConstraintOps *constraint_ops(int kind)
{
    return TABLE[kind];
}

int constraint_find(const char *name)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (strcmp(TABLE[kind]->name, name) == 0)
            return kind;
    return -1;
}

const char *const *constraint_names(void)
{
    return NAMES;
}
