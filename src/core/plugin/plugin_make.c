// Makes the row of a plugin in the table of solvers, from the table of a library or from the row of a worker.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "case/case.h"
#include "case/case_params.h"
#include "plugin/private/plugin_table.h"

Status plugin_error(const char *path, const char *format, ...)
{
    char    text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_make_printable(text);
    return status_make(STATUS_INPUT, "%s: %s", path, text);
}

// ---- functions of a solver that is described only, and functions of all plugin solvers ----

static Status create_elsewhere(const SolverSetup *setup, Solver **out)
{
    *out = NULL;
    return status_make(STATUS_INTERNAL, "solver %s can run only in a worker", setup->ops->name);
}

static Status supports(const SolverOps *solver, int kind, unsigned traits)
{
    const Plugin *plugin = (const Plugin *)solver;
    const bool    can = plugin->supports[kind] & 1 && (traits & ~(plugin->supports[kind] >> 1)) == 0;
    return can ? status_ok()
               : status_make(STATUS_UNSUPPORTED, "solver %s does not support %s constraints with these traits", solver->name,
                             constraint_ops(kind)->name);
}

static ScheduleWish order_of_colours(const ParamSet *params)
{
    (void)params;
    return (ScheduleWish){.kind = SCHEDULE_COLOUR, .colouring = COLOURING_GREEDY};
}

static ScheduleWish order_of_scene(const ParamSet *params)
{
    (void)params;
    return (ScheduleWish){.kind = SCHEDULE_FILE};
}

// ---- making a row ----

static char *copy_text(const char *text)
{
    return strdup(text ? text : "");
}

static void free_param(Param *param)
{
    free((void *)param->name);
    free((void *)param->unit);
    free((void *)param->summary);
    for (const char *const *choice = param->choices; choice && *choice; choice++)
        free((void *)*choice);
    free((void *)param->choices);
}

static void plugin_free(Plugin *plugin)
{
    for (int i = 0; plugin && i < PLUGIN_PARAMS_MAX; i++)
        free_param(&plugin->params[i]);
    free(plugin);
}

static bool is_name(const char *text, size_t max)
{
    return text && *text >= 'a' && *text <= 'z' && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(text) &&
           strlen(text) <= max;
}

bool plugin_is_line(const char *text, size_t max)
{
    size_t bytes;
    if (!text || strnlen(text, max + 1) > max)
        return false;
    for (; *text; text += bytes)
        if ((bytes = text_printable_bytes(text, NULL)) == 0)
            return false;
    return true;
}

static Status copy_choices(const char *path, const WeftParam *from, Param *to)
{
    size_t count = 0;
    while (from->choices && from->choices[count] && count < 32)
        if (!plugin_is_line(from->choices[count], 40) || !*from->choices[count++])
            return plugin_error(path, "a choice of parameter `%s` is empty, not printable or longer than 40 bytes; change it", from->name);
    if (count == 0 || count == 32)
        return plugin_error(path, "parameter `%s` has %s choices; give it 1 to 31", from->name, count ? "more than 31" : "no");
    if (!(from->value >= 0 && from->value < (double)count) || from->value != (double)(int)from->value)
        return plugin_error(path, "the default of parameter `%s` is choice %.15g, but its %zu choices are numbered from 0", from->name,
                            from->value, count);
    char **choices = (char **)calloc(count + 1, sizeof *choices);
    if (!choices)
        return status_make(STATUS_MEMORY, "out of memory for a plugin");
    to->choices = (const char *const *)choices;
    for (size_t i = 0; i < count; i++)
        if (!(choices[i] = copy_text(from->choices[i])))
            return status_make(STATUS_MEMORY, "out of memory for a plugin");
    return status_ok();
}

static bool is_whole(const WeftParam *param)
{
    return param->value == nearbyint(param->value) && param->least == nearbyint(param->least) && param->most == nearbyint(param->most);
}

// Names of settings that have the same meaning in every solver.
static Status check_meaning(const char *path, const WeftParam *param)
{
    const bool substeps = strcmp(param->name, "substeps") == 0, counts = substeps || strcmp(param->name, "iterations") == 0;
    if (counts && (param->type != WEFT_INTEGER || param->least < substeps || param->most > INT32_MAX))
        return plugin_error(path, "parameter `%s` must be a whole number from %d to %d, as in every solver", param->name, substeps,
                            (int)INT32_MAX);
    if (param->type == WEFT_INTEGER && !is_whole(param))
        return plugin_error(path, "parameter `%s` is a whole number, but its default or range is not", param->name);
    return status_ok();
}

static Status copy_param(const char *path, const WeftParam *from, const Param *before, Param *to)
{
    if (!is_name(from->name, 40))
        return plugin_error(path, "the name of a parameter must consist of lower case letters, digits and _");
    if (case_params_find(before, from->name) || case_has_name(from->name))
        return plugin_error(path, "parameter `%s` %s; give it another name", from->name,
                            case_params_find(before, from->name) ? "exists twice" : "exists in every case");
    if (!plugin_is_line(from->summary, 400) || !plugin_is_line(from->unit ? from->unit : "", 16))
        return plugin_error(path, "parameter `%s` needs a summary: one printable line that is not too long", from->name);
    if (from->type != WEFT_REAL && from->type != WEFT_INTEGER && from->type != WEFT_CHOICE)
        return plugin_error(path, "parameter `%s` has the unknown type %d; see weft_solver.h", from->name, (int)from->type);
    if (from->type != WEFT_CHOICE &&
        !(from->least <= from->value && from->value <= from->most && isfinite(from->least) && isfinite(from->most)))
        return plugin_error(path, "parameter `%s` has the default %.15g, outside its range %.15g … %.15g", from->name, from->value,
                            from->least, from->most);
    TRY(check_meaning(path, from));
    *to = (Param){.type = from->type == WEFT_REAL      ? PARAM_REAL
                          : from->type == WEFT_INTEGER ? PARAM_INT
                                                       : PARAM_CHOICE,
                  .value = from->value,
                  .min = from->least,
                  .max = from->most};
    to->name = copy_text(from->name);
    to->unit = copy_text(from->unit);
    to->summary = copy_text(from->summary);
    if (!to->name || !to->unit || !to->summary)
        return status_make(STATUS_MEMORY, "out of memory for a plugin");
    if (strcmp(to->name, "iterations") == 0)
        to->role = PARAM_ROLE_ITERATIONS;
    if (strcmp(to->name, "substeps") == 0)
        to->role = PARAM_ROLE_SUBSTEPS;
    return to->type == PARAM_CHOICE ? copy_choices(path, from, to) : status_ok();
}

static Status copy_params(const char *path, const WeftParam *from, Plugin *plugin)
{
    for (int i = 0; from && from[i].name; i++) {
        if (i == PLUGIN_PARAMS_MAX)
            return plugin_error(path, "solver `%s` has more than %d parameters", plugin->name, PLUGIN_PARAMS_MAX);
        TRY(copy_param(path, &from[i], plugin->params, &plugin->params[i]));
    }
    return status_ok();
}

static Status check_names(const char *path, const WeftSolver *table)
{
    if (!is_name(table->name, PLUGIN_NAME_MAX))
        return plugin_error(path, "a solver needs a name of at most %d lower case letters, digits and _", PLUGIN_NAME_MAX);
    if (!plugin_is_line(table->summary, sizeof((Plugin *)NULL)->summary - 1) ||
        !plugin_is_line(table->version, sizeof((Origin *)NULL)->version - 1))
        return plugin_error(path, "solver `%s` needs a summary and a version: printable lines that are not too long", table->name);
    const SolverOps *taken = solver_find(table->name);
    if (taken)
        return plugin_error(path, "solver `%s` exists already in %s; give it another name", table->name,
                            taken->origin ? taken->origin->path : "weft itself");
    return status_ok();
}

Status plugin_make(const WeftSolver *table, const Origin *origin, Plugin **out)
{
    static const SolverAim AIMS[] = {
        [WEFT_AIM_OBJECTIVE] = AIM_OBJECTIVE, [WEFT_AIM_MULTIPLIERS] = AIM_MULTIPLIERS, [WEFT_AIM_ERRORS] = AIM_ERRORS};
    TRY(check_names(origin->path, table));
    Plugin *plugin = (Plugin *)calloc(1, sizeof *plugin);
    if (!plugin)
        return status_make(STATUS_MEMORY, "out of memory for a plugin");
    plugin->origin = *origin;
    snprintf(plugin->name, sizeof plugin->name, "%s", table->name);
    snprintf(plugin->summary, sizeof plugin->summary, "%s", table->summary);
    snprintf(plugin->origin.version, sizeof plugin->origin.version, "%s", table->version);
    plugin->ops =
        (SolverOps){.name = plugin->name,
                    .summary = plugin->summary,
                    .takes = (table->takes & WEFT_TAKES_HARD ? TAKES_HARD : 0u) | (table->takes & WEFT_TAKES_DAMPED ? TAKES_DAMPED : 0u) |
                             (table->takes & WEFT_TAKES_INEQUALITIES ? TAKES_INEQUALITIES : 0u),
                    .limits = LIMIT_ROUNDED_MOVES | (table->momentum == WEFT_MOMENTUM_KEPT ? 0u : LIMIT_MOMENTUM),
                    .params = plugin->params,
                    .aim = AIMS[table->aim],
                    .origin = &plugin->origin,
                    .supports = supports,
                    .schedule = table->order == WEFT_ORDER_COLOUR  ? order_of_colours
                                : table->order == WEFT_ORDER_SCENE ? order_of_scene
                                                                   : solver_schedule_memory,
                    .create = create_elsewhere,
                    .destroy = solver_destroy_nothing};
    const Status status = copy_params(origin->path, table->params, plugin);
    if (status.code != STATUS_OK)
        plugin_free(plugin);
    else
        *out = plugin;
    return status;
}

Status plugin_add(Plugin *plugin)
{
    const Status status = solver_add(&plugin->ops);
    if (status.code != STATUS_OK)
        plugin_free(plugin);
    return status;
}
