#include "solver/condition.h"

#include <stdio.h>

#include "solver/private/condition_law.h"

static const char *const NAMES[CONDITIONS] = {
#define CONDITION(name, source) #name,
#include "solver/condition_list.h"
};
static const char *const SOURCES[CONDITIONS] = {
#define CONDITION(name, source) source,
#include "solver/condition_list.h"
};

const char *condition_source(ConditionKind kind)
{
    return SOURCES[kind];
}

static Status (*const LAWS[CONDITIONS])(const ConditionCase *, Judged *) = {
#define CONDITION(name, source) condition_##name,
#include "solver/condition_list.h"
};

Status condition_check(const ConditionCase *c, ConditionKind kind, bool *holds, Condition *out)
{
    Judged f = {.bound = INFINITY};
    TRY(LAWS[kind](c, &f));
    *holds = !(f.value > f.bound);
    *out = (Condition){.kind = NAMES[kind], .value = f.value, .bound = f.bound};
    snprintf(out->line, sizeof out->line, "%s: %s", NAMES[kind], f.line);
    out->text = out->line;
    return status_ok();
}
