#include "plugin/conform.h"

#include <stdio.h>
#include <string.h>

#include "plugin/plugin.h"
#include "plugin/private/conform_run.h"
#include "plugin/private/plugin_table.h"

// Iterations of runs on scenes of one kind, and the maximum of any run; substeps of runs that test substeps.
enum { ITERATIONS_ALONE = 12, ITERATIONS_MAX = 64, SUBSTEPS_MAX = 4, INTEGER_MAX = 64 };

static const ConformTrait TRAITS[] = {
    {TAKES_HARD, "one hard", .stiffness = INFINITY, .traits = {.limit = INFINITY}},
    {TAKES_DAMPED, "one damped", .traits = {.limit = INFINITY, .damping = 0.3}},
    {TAKES_INEQUALITIES, "one at least", .traits = {.limit = INFINITY, .sense = SENSE_GREATER_EQUAL}},
    {TAKES_INEQUALITIES, "one at most", .traits = {.limit = INFINITY, .sense = SENSE_LESS_EQUAL}},
};

static const char *const NAMES[] = {
#define CHECK(constant, name) name,
#include "plugin/private/conform_list.h"
#undef CHECK
};

const char *conform_check_name(int check)
{
    return check >= 0 && check < CONFORM_CHECKS ? NAMES[check] : NULL;
}

typedef struct Walk {
    const Plugin *plugin;
    int64_t (*allocations)(void);
    Status (*write)(json_t *row);
    uint64_t kinds; // that the solver takes with its default settings
} Walk;

// ---- rows ----

// check: the failed one; −1: none.
static Status write_row(const Walk *walk, const char *scene, const char *settings, const char *end, int check, const char *message)
{
    return walk->write(json_pack("{s:s,s:s,s:s,s:s,s:s,s:i,s:s}", "row", "check", "solver", walk->plugin->name, "scene", scene, "settings",
                                 settings, "end", end, "failed", check, "message", message));
}

static void name_scene(const ConformScene *scene, char *out, size_t size)
{
    snprintf(out, size, "%s%s%s", conform_scene_name(scene), scene->trait->bit ? ", " : "", scene->trait->bit ? scene->trait->word : "");
}

// A fault of the solver goes into the row, and the walk goes on; a fault of the machine is returned.
static Status write_end(const Walk *walk, const ConformRun *run, const char *scene, const Status *status, const char *refusal)
{
    char note[160] = "";
    if (status->code != STATUS_OK)
        return status->code == STATUS_NUMERIC ? write_row(walk, scene, run->settings, "failed", (int)run->failed, status->text) : *status;
    if (refusal)
        return write_row(walk, scene, run->settings, "refused", -1, refusal);
    if (run->allocated > 0)
        snprintf(note, sizeof note, "%lld allocations in steps", (long long)run->allocated);
    if (run->drift > 0)
        snprintf(note + strlen(note), sizeof note - strlen(note),
                 "%sthe momentum of a free body is not conserved: error %.2g of the momentum exchanged by its particles", *note ? "; " : "",
                 run->drift);
    return write_row(walk, scene, run->settings, "passed",
                     run->allocated > 0 ? CONFORM_HEAP
                     : run->drift > 0   ? CONFORM_MOMENTUM
                                        : -1,
                     note);
}

// Tests whether the solver takes the scene; if so, steps it and writes the result.
static Status try(Walk *walk, const ConformScene *scene, const char *settings, ConformDepth depth, bool *taken)
{
    ConformRun run = {.ops = &walk->plugin->ops, .settings = settings, .scene = scene, .allocations = walk->allocations};
    char       name[100], why[508];
    name_scene(scene, name, sizeof name);
    TRY(write_row(walk, name, settings, "begun", -1, ""));
    Status status = conform_takes(&run, taken, why, sizeof why);
    if (status.code == STATUS_OK && *taken)
        status = conform_run(&run, depth);
    return write_end(walk, &run, name, &status, *taken ? NULL : why);
}

// ---- the walk ----

// "iterations=30 " if the default is larger.
static void fewer_iterations(const Plugin *plugin, int max, char *out, size_t size)
{
    *out = '\0';
    for (const Param *p = plugin->params; p->name; p++)
        if (p->role == PARAM_ROLE_ITERATIONS && p->value > max && p->min <= max)
            snprintf(out, size, "%s=%d ", p->name, max);
}

static Status try_kinds(Walk *walk)
{
    char few[64];
    fewer_iterations(walk->plugin, ITERATIONS_ALONE, few, sizeof few);
    few[strcspn(few, " ")] = '\0';
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConformScene scene = conform_scene_of(kind);
        bool               taken;
        TRY(try(walk, &scene, few, CONFORM_ALL, &taken));
        walk->kinds |= taken ? scene.kinds : 0;
        for (size_t t = 0; t < sizeof TRAITS / sizeof *TRAITS && taken; t++) {
            const ConformScene special = {.kinds = scene.kinds, .trait = &TRAITS[t]};
            bool               there;
            const bool         can_be = TRAITS[t].bit == TAKES_HARD     ? !constraint_ops(kind)->balanced
                                        : TRAITS[t].bit == TAKES_DAMPED ? constraint_ops(kind)->traits & TRAIT_DAMPING
                                                                        : constraint_ops(kind)->traits & TRAIT_SENSE;
            if (walk->plugin->ops.takes & TRAITS[t].bit && can_be)
                TRY(try(walk, &special, few, CONFORM_STEP_ONLY, &there));
        }
    }
    return status_ok();
}

// Runs a scene with all the kinds that the solver takes with this setting.
static Status try_setting(Walk *walk, const char *setting, ConformDepth depth)
{
    ConformScene scene = {.trait = &CONFORM_PLAIN};
    bool         taken;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConformScene one = conform_scene_of(kind);
        char               why[508];
        ConformRun         run = {.ops = &walk->plugin->ops, .settings = setting, .scene = &one};
        if (!(walk->kinds & one.kinds))
            continue;
        const Status status = conform_takes(&run, &taken, why, sizeof why);
        if (status.code != STATUS_OK)
            return write_end(walk, &run, conform_scene_name(&one), &status, NULL);
        scene.kinds |= taken ? one.kinds : 0;
    }
    return scene.kinds ? try(walk, &scene, setting, depth, &taken) : status_ok();
}

static double most_of(const Param *p)
{
    const double max = p->role == PARAM_ROLE_ITERATIONS ? ITERATIONS_MAX : p->role == PARAM_ROLE_SUBSTEPS ? SUBSTEPS_MAX : INTEGER_MAX;
    return p->type == PARAM_INT ? fmax(p->min, fmin(p->max, max)) : p->max;
}

static Status try_param(Walk *walk, const Param *p)
{
    char few[64], setting[200];
    fewer_iterations(walk->plugin, ITERATIONS_MAX, few, sizeof few);
    const double ends[] = {p->min, most_of(p)};
    for (int end = 0; p->type != PARAM_CHOICE && end < 2; end++) {
        snprintf(setting, sizeof setting, "%s%s=%.17g", p->role == PARAM_ROLE_ITERATIONS ? "" : few, p->name, ends[end]);
        TRY(try_setting(walk, setting, CONFORM_STEP_ONLY));
    }
    for (int k = 0; p->type == PARAM_CHOICE && p->choices[k]; k++) {
        snprintf(setting, sizeof setting, "%s%s=%s", few, p->name, p->choices[k]);
        if (k != (int)p->value)
            TRY(try_setting(walk, setting, CONFORM_DESCENT));
    }
    return status_ok();
}

static Status try_solver(Walk *walk)
{
    const unsigned own = sizeof(real) == sizeof(float) ? WEFT_SINGLE : WEFT_DOUBLE;
    if (!(walk->plugin->table->precisions & own))
        return write_row(walk, "all", "", "refused", -1, "the solver does not list precision " REAL_NAME);
    TRY(try_kinds(walk));
    if (!walk->kinds)
        return write_row(walk, "all", "", "failed", CONFORM_CREATE, "the solver takes no kind of constraint");
    TRY(try_setting(walk, "", CONFORM_DESCENT));
    for (const Param *p = walk->plugin->params; p->name; p++)
        TRY(try_param(walk, p));
    return status_ok();
}

Status conform_plugin(const char *path, const char *solver, int64_t (*allocations)(void), Status (*write)(json_t *row))
{
    bool found = false;
    TRY(plugin_load(path, NULL));
    for (int i = 0; solver_at(i); i++) {
        Walk walk = {.plugin = (const Plugin *)solver_at(i), .allocations = allocations, .write = write};
        if (!solver_at(i)->origin || (solver && strcmp(solver, solver_at(i)->name) != 0))
            continue;
        found = true;
        TRY(try_solver(&walk));
    }
    if (found)
        return status_ok();
    return solver ? plugin_error(path, "has no solver `%s`", solver)
                  : plugin_error(path, "has a direct solver; `weft conform` checks only solvers of weft_solver.h");
}
