#include "solver/condition.h"

#include <stdarg.h>
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

void condition_say(Judged *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(f->line, sizeof f->line, format, arguments);
    va_end(arguments);
}

// |a| of gravity and the scene's forces.
double condition_acceleration(const Model *model, int32_t i)
{
    const double *g = model->gravity, w = model->inverse_mass[i];
    const double4 f = model_force(model, i);
    return double4_norm((double4){g[0] + w * f.x, g[1] + w * f.y, g[2] + w * f.z, 0});
}

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
