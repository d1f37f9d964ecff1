#include "solver/condition.h"

#include <stdio.h>

#include "solver/private/condition_law.h"

Status condition_check(const ConditionCase *c, ConditionKind kind, bool *holds, Condition *out)
{
    const struct {
        const char *name;
        Status (*law)(const ConditionCase *, Arena *, Judged *);
        bool   applies;
        double bound;
    } rows[CONDITIONS] = {
#define CONDITION(name, applies, bound, source) {#name, condition_##name, applies, bound},
#include "solver/condition_list.h"
    };
    Judged       f = {.bound = rows[kind].bound};
    Arena        scratch = arena_init(0);
    const Status status = rows[kind].applies ? rows[kind].law(c, &scratch, &f) : status_ok();
    arena_destroy(&scratch);
    *holds = !rows[kind].applies || !(f.value > rows[kind].bound);
    *out = (Condition){.kind = rows[kind].name, .value = f.value, .bound = rows[kind].bound};
    snprintf(out->line, sizeof out->line, "%s: %s", rows[kind].name, f.line);
    out->text = out->line;
    return status;
}
