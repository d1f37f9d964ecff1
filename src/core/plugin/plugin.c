#include "plugin/plugin.h"

#include <stdio.h>
#include <string.h>

#include "plugin/private/plugin_table.h"
#include "plugin/private/program.h"

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
                         .limits = plugin_momentum(table) == WEFT_MOMENTUM_KEPT ? 0 : LIMIT_MOMENTUM,
                         .aim = AIMS[table->aim],
                         .order = table->order,
                         .params = table->params};
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

void plugin_describe(const SolverOps *solver, char *out, size_t size)
{
    *out = '\0';
    if (!solver->origin)
        return;
    const char *slash = strrchr(solver->origin->path, '/');
    snprintf(out, size, "%s %s, %s%.200s, %s", solver->name, solver->origin->version, solver->origin->program ? "program " : "",
             slash ? slash + 1 : solver->origin->path, solver->origin->hash);
}
