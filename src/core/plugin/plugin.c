#include "plugin/plugin.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "case/case.h"
#include "plugin/private/plugin_table.h"
#include "plugin/private/program.h"
#include "solver/support.h"

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

// ---- the slots of a solver that is described only, and those that all have ----

static Status create_elsewhere(const SolverSetup *setup, Solver **out)
{
    *out = NULL;
    return status_make(STATUS_INTERNAL, "solver %s can run in a worker only", setup->ops->name);
}

static Status supports(const SolverOps *solver, int kind, unsigned traits)
{
    const Plugin *plugin = (const Plugin *)solver;
    const bool    can = plugin->supports[kind] & 1 && (traits & ~(plugin->supports[kind] >> 1)) == 0;
    return can ? status_ok()
               : status_make(STATUS_UNSUPPORTED, "solver %s cannot do %s constraints like this", solver->name, constraint_ops(kind)->name);
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

void plugin_free(Plugin *plugin)
{
    for (int i = 0; plugin && i < PLUGIN_PARAMS_MAX; i++)
        free_param(&plugin->params[i]);
    free(plugin);
}

static bool is_name(const char *text, size_t most)
{
    return text && *text >= 'a' && *text <= 'z' && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(text) &&
           strlen(text) <= most;
}

// A line that people read: not too long, and printable.
static bool is_line(const char *text, size_t most)
{
    size_t bytes;
    if (!text || strlen(text) > most)
        return false;
    for (; *text; text += bytes)
        if ((bytes = text_printable_bytes(text, NULL)) == 0)
            return false;
    return true;
}

static bool has_name(const Param *table, const char *name)
{
    for (; table && table->name; table++)
        if (strcmp(table->name, name) == 0)
            return true;
    return false;
}

static Status copy_choices(const char *path, const WeftParam *from, Param *to)
{
    size_t count = 0;
    while (from->choices && from->choices[count] && count < 32)
        if (!is_line(from->choices[count], 40) || !*from->choices[count++])
            return plugin_error(path, "a choice of parameter `%s` is empty, not printable or longer than 40 bytes", from->name);
    if (count == 0 || count == 32)
        return plugin_error(path, "parameter `%s` has %s choices", from->name, count ? "more than 31" : "no");
    if (!(from->value >= 0 && from->value < (double)count) || from->value != (double)(int)from->value)
        return plugin_error(path, "parameter `%s` has choice number %g as its default, and %zu choices from 0 on", from->name, from->value,
                            count);
    char **choices = (char **)calloc(count + 1, sizeof *choices);
    if (!choices)
        return status_make(STATUS_MEMORY, "out of memory for a plugin");
    to->choices = (const char *const *)choices;
    for (size_t i = 0; i < count; i++)
        if (!(choices[i] = copy_text(from->choices[i])))
            return status_make(STATUS_MEMORY, "out of memory for a plugin");
    return status_ok();
}

static Status copy_param(const char *path, const WeftParam *from, const Param *before, Param *to)
{
    if (!is_name(from->name, 40))
        return plugin_error(path, "a parameter has no name of lower case letters, digits and _");
    if (has_name(before, from->name) || has_name(CASE_PARAMS, from->name))
        return plugin_error(path, "parameter `%s` %s; give it another name", from->name,
                            has_name(before, from->name) ? "is there twice" : "is one that every case has");
    if (!is_line(from->summary, 400) || !is_line(from->unit ? from->unit : "", 16))
        return plugin_error(path, "parameter `%s` has no summary, or one that is not printable or too long", from->name);
    if (from->type != WEFT_REAL && from->type != WEFT_INTEGER && from->type != WEFT_CHOICE)
        return plugin_error(path, "parameter `%s` has type %d, which is none", from->name, (int)from->type);
    if (from->type != WEFT_CHOICE &&
        !(from->least <= from->value && from->value <= from->most && isfinite(from->least) && isfinite(from->most)))
        return plugin_error(path, "parameter `%s` has the default %g, which is not in %g … %g", from->name, from->value, from->least,
                            from->most);
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
    if (to->type == PARAM_INT && strcmp(to->name, "iterations") == 0)
        to->role = PARAM_ROLE_ITERATIONS;
    if (to->type == PARAM_INT && strcmp(to->name, "substeps") == 0)
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

static Status check_names(const char *path, const PluginFacts *facts)
{
    if (!is_name(facts->name, PLUGIN_NAME_MAX))
        return plugin_error(path, "a solver has no name of at most %d lower case letters, digits and _", PLUGIN_NAME_MAX);
    if (!is_line(facts->summary, sizeof((Plugin *)NULL)->summary - 1) ||
        !is_line(facts->version, sizeof((SolverOrigin *)NULL)->version - 1))
        return plugin_error(path, "solver `%s` has no summary or version, or one that is not printable or too long", facts->name);
    const SolverOps *taken = solver_find(facts->name);
    if (taken)
        return plugin_error(path, "solver `%s` is there already, %s; give it another name", facts->name,
                            taken->origin ? taken->origin->path : "one of weft's own");
    return status_ok();
}

Status plugin_make(const PluginFacts *facts, const SolverOrigin *origin, Plugin **out)
{
    TRY(check_names(origin->path, facts));
    Plugin *plugin = (Plugin *)calloc(1, sizeof *plugin);
    if (!plugin)
        return status_make(STATUS_MEMORY, "out of memory for a plugin");
    plugin->origin = *origin;
    snprintf(plugin->name, sizeof plugin->name, "%s", facts->name);
    snprintf(plugin->summary, sizeof plugin->summary, "%s", facts->summary);
    snprintf(plugin->origin.version, sizeof plugin->origin.version, "%s", facts->version);
    plugin->ops = (SolverOps){.name = plugin->name,
                              .summary = plugin->summary,
                              .takes = facts->takes,
                              .params = plugin->params,
                              .aim = facts->aim,
                              .origin = &plugin->origin,
                              .supports = supports,
                              .schedule = facts->order == WEFT_ORDER_COLOUR  ? order_of_colours
                                          : facts->order == WEFT_ORDER_SCENE ? order_of_scene
                                                                             : solver_schedule_memory,
                              .create = create_elsewhere,
                              .destroy = solver_destroy_nothing};
    const Status status = copy_params(origin->path, facts->params, plugin);
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

// ---- loading ----

static PluginFacts facts_of(const WeftSolver *table)
{
    static const SolverAim AIMS[] = {
        [WEFT_AIM_OBJECTIVE] = AIM_OBJECTIVE, [WEFT_AIM_MULTIPLIERS] = AIM_MULTIPLIERS, [WEFT_AIM_ERRORS] = AIM_ERRORS};
    return (PluginFacts){.name = table->name,
                         .summary = table->summary,
                         .version = table->version,
                         .takes = (table->takes & WEFT_TAKES_HARD ? TAKES_HARD : 0u) |
                                  (table->takes & WEFT_TAKES_DAMPED ? TAKES_DAMPED : 0u) |
                                  (table->takes & WEFT_TAKES_INEQUALITIES ? TAKES_INEQUALITIES : 0u),
                         .aim = AIMS[table->aim],
                         .order = table->order,
                         .params = table->params};
}

// Of each kind alone, and with each trait: by create, as for weft's own.
static Status find_support(Plugin *plugin)
{
    if (plugin->origin.program)
        return status_ok(); // its description says
    static const unsigned TRAITS[] = {0, TAKES_HARD, TAKES_DAMPED, TAKES_INEQUALITIES};
    plugin->ops.supports = NULL;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (size_t t = 0; t < sizeof TRAITS / sizeof *TRAITS; t++) {
            const Status status = solver_supports(&plugin->ops, kind, TRAITS[t]);
            if (status.code != STATUS_OK && status.code != STATUS_UNSUPPORTED)
                return status;
            if (status.code == STATUS_OK)
                plugin->supports[kind] |= 1u | TRAITS[t] << 1;
        }
    plugin->ops.supports = supports;
    return status_ok();
}

// program: of the table; NULL: of a library.
static Status load_table(const WeftSolver *table, const SolverOrigin *origin, const Program *program)
{
    const PluginFacts facts = facts_of(table);
    Plugin           *plugin;
    TRY(plugin_make(&facts, origin, &plugin));
    plugin->table = table;
    plugin->program = program;
    for (int kind = 0; program && kind < CONSTRAINT_KINDS; kind++)
        plugin->supports[kind] = program->kinds[kind] ? 1u | facts.takes << 1 : 0;
    plugin->ops.create = library_create;
    plugin->ops.step = library_step;
    plugin->ops.multiplier = facts.aim == AIM_MULTIPLIERS ? library_multiplier : NULL;
    plugin->ops.destroy = library_destroy;
    return plugin_add(plugin);
}

static Status load_library(const SolverOrigin *origin)
{
    const WeftSolver *const *tables;
    TRY(library_open(origin->path, &tables));
    for (; *tables; tables++)
        TRY(load_table(*tables, origin, NULL));
    return status_ok();
}

static bool is_description(const char *path)
{
    const char *point = strrchr(path, '.');
    return point && strcmp(point, ".yaml") == 0;
}

Status plugin_load(const char *path, const char *hash)
{
    SolverOrigin origin = {.version = "", .program = is_description(path)};
    Program     *program = NULL;
    if (strlen(path) >= sizeof origin.path)
        return status_make(STATUS_INPUT, "the name of a plugin is longer than %zu bytes", sizeof origin.path - 1);
    snprintf(origin.path, sizeof origin.path, "%s", path);
    TRY(origin.program ? program_open(path, &program, origin.hash) : hash_file(path, origin.hash));
    Status status = hash && strcmp(hash, origin.hash) != 0
                        ? status_make(STATUS_PROTOCOL, "%s: has changed since the program started; start it again", path)
                    : program ? load_table(&program->table, &origin, program)
                              : load_library(&origin);
    if (status.code != STATUS_OK)
        program_free(program);
    return status;
}

// ---- rows ----

static json_t *param_json(const Param *param)
{
    static const char *const TYPES[] = {[PARAM_INT] = "integer", [PARAM_REAL] = "real", [PARAM_CHOICE] = "choice"};
    json_t                  *choices = json_array();
    for (const char *const *choice = param->choices; choice && *choice; choice++)
        json_array_append_new(choices, json_string(*choice));
    return json_pack("{s:s,s:s,s:s,s:s,s:f,s:f,s:f,s:o}", "name", param->name, "unit", param->unit, "summary", param->summary, "type",
                     TYPES[param->type], "value", param->value, "least", param->min, "most", param->max, "choices", choices);
}

static int order_number(const SolverOps *ops)
{
    return ops->schedule == order_of_colours ? WEFT_ORDER_COLOUR : ops->schedule == order_of_scene ? WEFT_ORDER_SCENE : WEFT_ORDER_MEMORY;
}

static json_t *row_of(const Plugin *plugin)
{
    json_t *params = json_array(), *supports_json = json_array();
    for (const Param *param = plugin->params; param->name; param++)
        json_array_append_new(params, param_json(param));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        json_array_append_new(supports_json, json_integer(plugin->supports[kind]));
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:b,s:i,s:i,s:i,s:o,s:o}", "row", "plugin", "name", plugin->name, "summary", plugin->summary,
                     "version", plugin->origin.version, "path", plugin->origin.path, "hash", plugin->origin.hash, "program",
                     (int)plugin->origin.program, "takes", (int)plugin->ops.takes, "aim", (int)plugin->ops.aim, "order",
                     order_number(&plugin->ops), "params", params, "supports", supports_json);
}

Status plugin_write_rows(Status (*write)(json_t *row))
{
    for (int i = 0; solver_at(i); i++) {
        Plugin *plugin = (Plugin *)solver_at(i);
        if (!solver_at(i)->origin)
            continue;
        TRY(find_support(plugin));
        TRY(write(row_of(plugin)));
    }
    return status_ok();
}

// ---- from rows ----

static Status nonsense(const char *what)
{
    return status_make(STATUS_PROTOCOL, "a worker describes a plugin with %s that makes no sense", what);
}

static bool read_param(const json_t *json, const char **choices, WeftParam *out)
{
    const char   *type = json_string_value(json_object_get(json, "type"));
    const json_t *list = json_object_get(json, "choices");
    size_t        count = json_array_size(list);
    *out = (WeftParam){.name = json_string_value(json_object_get(json, "name")),
                       .unit = json_string_value(json_object_get(json, "unit")),
                       .summary = json_string_value(json_object_get(json, "summary")),
                       .value = json_number_value(json_object_get(json, "value")),
                       .least = json_number_value(json_object_get(json, "least")),
                       .most = json_number_value(json_object_get(json, "most")),
                       .choices = choices};
    if (!out->name || !type || count > 31)
        return false;
    out->type = strcmp(type, "integer") == 0 ? WEFT_INTEGER : strcmp(type, "real") == 0 ? WEFT_REAL : WEFT_CHOICE;
    for (size_t i = 0; i < count; i++)
        if (!(choices[i] = json_string_value(json_array_get(list, i))))
            return false;
    choices[count] = NULL;
    return true;
}

static Status make_from(const json_t *row, const SolverOrigin *origin, Plugin **out)
{
    static const unsigned ALL = TAKES_HARD | TAKES_DAMPED | TAKES_INEQUALITIES;
    WeftParam             params[PLUGIN_PARAMS_MAX + 1] = {{0}};
    const char           *choices[PLUGIN_PARAMS_MAX][32];
    const json_t         *list = json_object_get(row, "params");
    const json_int_t      takes = json_integer_value(json_object_get(row, "takes")), aim = json_integer_value(json_object_get(row, "aim"));
    if (json_array_size(list) > PLUGIN_PARAMS_MAX)
        return nonsense("a list of parameters");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!read_param(json_array_get(list, i), choices[i], &params[i]))
            return nonsense("a parameter");
    if (takes < 0 || takes & ~(json_int_t)ALL || aim < 0 || aim > AIM_ERRORS)
        return nonsense("an aim");
    const PluginFacts facts = {.name = json_string_value(json_object_get(row, "name")),
                               .summary = json_string_value(json_object_get(row, "summary")),
                               .version = json_string_value(json_object_get(row, "version")),
                               .takes = (unsigned)takes,
                               .aim = (SolverAim)aim,
                               .order = (int)json_integer_value(json_object_get(row, "order")),
                               .params = params};
    return plugin_make(&facts, origin, out);
}

Status plugin_from_row(const json_t *row)
{
    const char   *path = json_string_value(json_object_get(row, "path")), *hash = json_string_value(json_object_get(row, "hash"));
    const json_t *list = json_object_get(row, "supports");
    SolverOrigin  origin = {.version = "", .program = json_is_true(json_object_get(row, "program"))};
    Plugin       *plugin = NULL;
    if (!path || strlen(path) >= sizeof origin.path || !hash || strlen(hash) != HASH_TEXT - 1 || json_array_size(list) != CONSTRAINT_KINDS)
        return nonsense("a file");
    snprintf(origin.path, sizeof origin.path, "%s", path);
    snprintf(origin.hash, sizeof origin.hash, "%s", hash);
    TRY(make_from(row, &origin, &plugin));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        plugin->supports[kind] = (uint32_t)json_integer_value(json_array_get(list, (size_t)kind));
    return plugin_add(plugin);
}

void plugin_describe(const SolverOps *solver, char *out, size_t size)
{
    *out = '\0';
    if (!solver->origin)
        return;
    const char *slash = strrchr(solver->origin->path, '/');
    snprintf(out, size, "%s %s, %s%.200s, %s", solver->name, solver->origin->version, solver->origin->program ? "program " : "",
             slash ? slash + 1 : solver->origin->path, solver->origin->hash);
}
