// Rows `plugin`: the description of a plugin by the worker that loaded it, and the solver that another process makes from the row.
#include <stdio.h>
#include <string.h>

#include "plugin/plugin.h"
#include "plugin/private/plugin_table.h"
#include "solver/support.h"

// Finds the supported kinds and traits: calls create on each kind alone and with each trait, as for weft's own solvers.
static Status find_support(Plugin *plugin)
{
    static const unsigned TRAITS[] = {0, TAKES_HARD, TAKES_DAMPED, TAKES_INEQUALITIES};
    Status (*const supports)(const SolverOps *, int, unsigned) = plugin->ops.supports;
    Status status = status_ok();
    plugin->ops.supports = NULL; // found below
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (size_t t = 0; t < sizeof TRAITS / sizeof *TRAITS && (status.code == STATUS_OK || status.code == STATUS_UNSUPPORTED); t++) {
            status = solver_supports(&plugin->ops, kind, TRAITS[t]);
            if (status.code == STATUS_OK)
                plugin->supports[kind] |= 1u | TRAITS[t] << 1;
        }
    plugin->ops.supports = supports;
    return status.code == STATUS_UNSUPPORTED ? status_ok() : status;
}

static json_t *param_json(const Param *param)
{
    static const char *const TYPES[] = {[PARAM_INT] = "integer", [PARAM_REAL] = "real", [PARAM_CHOICE] = "choice"};
    json_t                  *choices = json_array();
    for (const char *const *choice = param->choices; choice && *choice; choice++)
        json_array_append_new(choices, json_string(*choice));
    return json_pack("{s:s,s:s,s:s,s:s,s:f,s:f,s:f,s:o}", "name", param->name, "unit", param->unit, "summary", param->summary, "type",
                     TYPES[param->type], "value", param->value, "least", param->min, "most", param->max, "choices", choices);
}

static json_t *row_of(const Plugin *plugin)
{
    json_t *params = json_array(), *supports_json = json_array();
    for (const Param *param = plugin->params; param->name; param++)
        json_array_append_new(params, param_json(param));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        json_array_append_new(supports_json, json_integer(plugin->supports[kind]));
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:i,s:i,s:i,s:o,s:o}", "row", "plugin", "name", plugin->name, "summary", plugin->summary,
                     "version", plugin->origin.version, "path", plugin->origin.path, "hash", plugin->origin.hash, "takes",
                     (int)plugin->table->takes, "aim", (int)plugin->table->aim, "order", (int)plugin->table->order, "params", params,
                     "supports", supports_json);
}

// A direct solver, so without kinds of constraints.
static json_t *row_of_library(const LinsysOps *linsys)
{
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:i,s:i,s:i,s:[],s:[]}", "row", "plugin", "name", linsys->name, "summary", linsys->summary,
                     "version", linsys->origin->version, "path", linsys->origin->path, "hash", linsys->origin->hash, "takes", 0, "aim", 0,
                     "order", 0, "params", "supports");
}

Status plugin_write_rows(Status (*write)(json_t *row))
{
    for (int i = 0; linsys_at(i); i++)
        if (linsys_at(i)->origin && *linsys_at(i)->origin->path)
            TRY(write(row_of_library(linsys_at(i))));
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

static Status invalid(const char *field)
{
    return status_make(STATUS_PROTOCOL, "the row `plugin` of a worker has an invalid %s", field);
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

static Status make_from(const json_t *row, const Origin *origin, Plugin **out)
{
    static const json_int_t ALL = WEFT_TAKES_HARD | WEFT_TAKES_DAMPED | WEFT_TAKES_INEQUALITIES;
    WeftParam               params[PLUGIN_PARAMS_MAX + 1] = {{0}};
    const char             *choices[PLUGIN_PARAMS_MAX][32];
    const json_t           *list = json_object_get(row, "params");
    const json_int_t takes = json_integer_value(json_object_get(row, "takes")), aim = json_integer_value(json_object_get(row, "aim"));
    const json_int_t order = json_integer_value(json_object_get(row, "order"));
    if (json_array_size(list) > PLUGIN_PARAMS_MAX)
        return invalid("list of parameters");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!read_param(json_array_get(list, i), choices[i], &params[i]))
            return invalid("parameter");
    if (takes < 0 || takes & ~ALL || aim < WEFT_AIM_OBJECTIVE || aim > WEFT_AIM_ERRORS || order < WEFT_ORDER_MEMORY ||
        order > WEFT_ORDER_SCENE)
        return invalid("aim or order");
    const WeftSolver table = {.name = json_string_value(json_object_get(row, "name")),
                              .summary = json_string_value(json_object_get(row, "summary")),
                              .version = json_string_value(json_object_get(row, "version")),
                              .takes = (uint32_t)takes,
                              .aim = (int32_t)aim,
                              .order = (int32_t)order,
                              .params = params};
    return plugin_make(&table, origin, out);
}

Status plugin_from_row(const json_t *row)
{
    const char   *path = json_string_value(json_object_get(row, "path")), *hash = json_string_value(json_object_get(row, "hash"));
    const json_t *list = json_object_get(row, "supports");
    Origin        origin = {.version = ""};
    Plugin       *plugin = NULL;
    const char   *version = json_string_value(json_object_get(row, "version"));
    const bool    direct = json_array_size(list) == 0;
    if (!path || strlen(path) >= sizeof origin.path || !hash || strlen(hash) != HASH_TEXT - 1 ||
        !plugin_is_line(version, sizeof origin.version - 1) || (!direct && json_array_size(list) != CONSTRAINT_KINDS))
        return invalid("file");
    snprintf(origin.path, sizeof origin.path, "%s", path);
    snprintf(origin.hash, sizeof origin.hash, "%s", hash);
    if (direct) {
        snprintf(origin.version, sizeof origin.version, "%s", version);
        return linsys_add_library(NULL, &origin);
    }
    TRY(make_from(row, &origin, &plugin));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        plugin->supports[kind] = (uint32_t)json_integer_value(json_array_get(list, (size_t)kind));
    return plugin_add(plugin);
}
