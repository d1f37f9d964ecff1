#include "base/param.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

int param_index(const ParamSet *set, const char *name)
{
    for (int i = 0; i < set->count; i++)
        if (strcmp(set->params[i]->name, name) == 0)
            return i;
    return -1;
}

void param_set_add(ParamSet *set, const Param *table)
{
    for (const Param *param = table; param && param->name; param++) {
        ASSERT(set->count < PARAM_SET_MAX && param_index(set, param->name) < 0);
        set->params[set->count] = param;
        set->values[set->count] = param->value;
        set->is_set[set->count] = set->given[set->count] = false;
        set->count++;
    }
}

int param_index_of(const ParamSet *set, ParamRole role)
{
    for (int i = 0; i < set->count; i++)
        if (set->params[i]->role == role)
            return i;
    return -1;
}

double param_of_role(const ParamSet *set, ParamRole role, double otherwise)
{
    const int index = param_index_of(set, role);
    return index < 0 ? otherwise : set->values[index];
}

static Status unknown_name(const ParamSet *set, const char *name)
{
    const char *names[PARAM_SET_MAX];
    for (int i = 0; i < set->count; i++)
        names[i] = set->params[i]->name;
    return text_not_among(name, names, (size_t)set->count, "unknown parameter `%s`", name);
}

static Status parse_choice(const Param *param, const char *text, double *out)
{
    const int index = text_find(text, param->choices);
    if (index < 0)
        return text_not_among(text, param->choices, TEXT_ALL, "`%s` is not a value of `%s`", text, param->name);
    *out = index;
    return status_ok();
}

static Status parse_number(const Param *param, const char *text, double *out)
{
    double  value = 0;
    int64_t whole = 0;
    if (param->type == PARAM_INT) {
        if (!text_to_whole(text, &whole))
            return status_make(STATUS_INPUT, "`%s` must be a whole number, not `%s`", param->name, text);
        value = (double)whole;
    } else if (!text_to_double(text, &value)) {
        return status_make(STATUS_INPUT, "`%s` must be a finite number, not `%s`", param->name, text);
    }
    if (value < param->min || value > param->max)
        return status_make(STATUS_INPUT, "`%s` must lie in %.15g … %.15g, not %s", param->name, param->min, param->max, text);
    *out = value;
    return status_ok();
}

Status param_set_text(ParamSet *set, const char *name, const char *text)
{
    const int index = param_index(set, name);
    if (index < 0)
        return unknown_name(set, name);
    const Param *param = set->params[index];
    TRY(param->type == PARAM_CHOICE ? parse_choice(param, text, &set->values[index]) : parse_number(param, text, &set->values[index]));
    set->is_set[index] = set->given[index] = true;
    return status_ok();
}

static double value_of(const ParamSet *set, const char *name, ParamType type)
{
    const int index = param_index(set, name);
    ASSERT(index >= 0 && set->params[index]->type == type);
    return set->values[index];
}

int64_t param_int(const ParamSet *set, const char *name)
{
    return (int64_t)value_of(set, name, PARAM_INT);
}

double param_real(const ParamSet *set, const char *name)
{
    return value_of(set, name, PARAM_REAL);
}

int param_choice(const ParamSet *set, const char *name)
{
    return (int)value_of(set, name, PARAM_CHOICE);
}

bool param_has(const ParamSet *set, const char *name)
{
    return param_index(set, name) >= 0;
}

void param_format(const ParamSet *set, int index, char *out, size_t size)
{
    const Param *param = set->params[index];
    if (param->type == PARAM_CHOICE)
        snprintf(out, size, "%s", param->choices[(int)set->values[index]]);
    else if (param->type == PARAM_INT)
        snprintf(out, size, "%lld", (long long)set->values[index]);
    else
        text_from_double(set->values[index], out, size);
}
