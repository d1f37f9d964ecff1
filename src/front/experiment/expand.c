// The product of the axes of a block: one case per combination, without excluded and repeated ones.
#include "experiment/private/expand.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

// One combination: the index of the value of each axis.
typedef struct Pick {
    const Axes *axes;
    int         index[AXES_MAX];
} Pick;

static const char *picked(const Pick *pick, const Axis *axis)
{
    return axis->values[pick->index[axis - pick->axes->axes]];
}

static Status pick_error(const Pick *pick, const Axis *axis, Status status)
{
    return axes_error(axis, pick->index[axis - pick->axes->axes], status);
}

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the cases of an experiment");
}

// Records that some case has the setting of this axis.
static Status note_taken(Expansion *x, const Axis *axis)
{
    if (axis->source == AXIS_SET)
        x->set_taken[axis->set] = true;
    return json_object_set_new(x->taken, axis->name, json_true()) ? no_memory() : status_ok();
}

// ---- one case ----

static Status choose_solver(Expansion *x, const YamlNode *block, const Pick *pick, Case *c)
{
    const Axis *axis = axes_find((Axes *)pick->axes, "solver");
    if (!axis)
        return yaml_error(block, "has no axis `solver`; add it here or to defaults");
    const SolverOps *solver = solver_find(picked(pick, axis));
    if (!solver)
        return pick_error(pick, axis, text_unknown("solver", picked(pick, axis), solver_names()));
    TRY(note_taken(x, axis));
    const Axis      *linsys_axis = axes_find((Axes *)pick->axes, "linsys");
    const LinsysOps *linsys = NULL;
    if (linsys_axis) {
        linsys = linsys_find(picked(pick, linsys_axis));
        if (!linsys)
            return pick_error(pick, linsys_axis, text_unknown("linear system", picked(pick, linsys_axis), linsys_names()));
        if (solver->uses_linsys)
            TRY(note_taken(x, linsys_axis));
        else if (linsys_axis->source == AXIS_BLOCK)
            return pick_error(pick, linsys_axis,
                              status_make(STATUS_INPUT, "solver `%s` uses no linear system; leave `linsys` out", solver->name));
    }
    case_init(c, solver, linsys);
    return status_ok();
}

static Status describe_scene(Expansion *x, const char *scene, SceneEntry **out)
{
    for (int i = 0; i < x->scene_count; i++)
        if (strcmp(x->scenes[i].scene, scene) == 0) {
            *out = &x->scenes[i];
            return status_ok();
        }
    char path[1024];
    TRY(scene_find(scene, path, sizeof path));
    TRY(memory_grow((void **)&x->scenes, x->scene_count, sizeof *x->scenes));
    SceneEntry         *entry = &x->scenes[x->scene_count];
    const SceneSettings settings = {.path = path};
    SceneInfo           info;
    memset(entry, 0, sizeof *entry);
    snprintf(entry->scene, sizeof entry->scene, "%s", scene);
    TRY(scene_describe(&settings, &info, entry->parameters, &entry->count));
    x->scene_count++;
    *out = entry;
    return status_ok();
}

static Status choose_scene(Expansion *x, const YamlNode *block, const Pick *pick, Case *c, SceneEntry **scene)
{
    const Axis *axis = axes_find((Axes *)pick->axes, "scene");
    if (!axis)
        return yaml_error(block, "has no axis `scene`; add it here or to defaults");
    Status status = case_set(c, "scene", picked(pick, axis));
    if (status.code == STATUS_OK)
        status = describe_scene(x, c->scene, scene);
    if (status.code != STATUS_OK)
        return pick_error(pick, axis, status);
    return note_taken(x, axis);
}

static bool takes(const Case *c, const SceneEntry *scene, const char *name)
{
    if (strncmp(name, "scene.", 6) != 0)
        return strcmp(name, "precision") == 0 || param_has(&c->params, name);
    for (int i = 0; i < scene->count; i++)
        if (strcmp(scene->parameters[i].name, name + 6) == 0)
            return true;
    return false;
}

static Status unknown_scene_value(const SceneEntry *scene, const char *name)
{
    const char *names[SCENE_PARAMETERS_MAX];
    for (int i = 0; i < scene->count; i++)
        names[i] = scene->parameters[i].name;
    return text_not_among(name, names, (size_t)scene->count, "scene `%.200s` has no parameter `%s`", scene->scene, name);
}

static Status apply(Expansion *x, const Pick *pick, const Axis *axis, const SceneEntry *scene, Case *c)
{
    if (strcmp(axis->name, "solver") == 0 || strcmp(axis->name, "linsys") == 0 || strcmp(axis->name, "scene") == 0)
        return status_ok();
    const bool taken = takes(c, scene, axis->name);
    if (!taken && axis->source != AXIS_BLOCK)
        return status_ok();
    Status status = !taken && strncmp(axis->name, "scene.", 6) == 0 ? unknown_scene_value(scene, axis->name + 6)
                                                                    : case_set(c, axis->name, picked(pick, axis));
    if (status.code != STATUS_OK)
        return pick_error(pick, axis, status);
    if (axis->source == AXIS_DEFAULT && axis->count == 1) // equal in all cases: omitted from the labels
        case_hide(c, axis->name);
    return note_taken(x, axis);
}

static Status remember(Expansion *x, const char *scene_and_values, const Case *c)
{
    TRY(memory_grow((void **)&x->models, x->model_count, sizeof *x->models));
    x->models[x->model_count] = *c;
    return json_object_set_new(x->resolved, scene_and_values, json_integer(x->model_count++)) ? no_memory() : status_ok();
}

static bool is_outside(const SceneEntry *scene, const SceneValue *given)
{
    double value = 0;
    for (int i = 0; i < scene->count; i++) {
        const YamlRange *range = &scene->ranges[i];
        if (strcmp(scene->parameters[i].name, given->name) == 0 && range->checked && text_to_double(given->value, &value))
            return value < range->min || value > range->max || (range->whole && value != floor(value));
    }
    return false;
}

// A value outside the range of its scene is reported here, not by a worker. A range may depend on other parameters, so a value that is
// outside with their defaults is checked again with their actual values.
static Status check_values(SceneEntry *scene, const Pick *pick, const Case *c)
{
    char path[1024], name[sizeof "scene." + sizeof c->scene_values[0].name];
    if (c->scene_value_count == 0)
        return status_ok();
    TRY(scene_find(c->scene, path, sizeof path));
    if (!scene->has_ranges)
        (void)!scene_ranges(path, scene->ranges).code; // after a mistake further down: the ranges before it
    scene->has_ranges = true;
    int i = 0;
    while (i < c->scene_value_count && !is_outside(scene, &c->scene_values[i]))
        i++;
    if (i == c->scene_value_count)
        return status_ok();
    const Status status = scene_check(&(SceneSettings){.path = path, .values = c->scene_values, .value_count = c->scene_value_count});
    snprintf(name, sizeof name, "scene.%s", c->scene_values[i].name);
    const Axis *axis = axes_find((Axes *)pick->axes, name);
    return status.code == STATUS_OK || !axis ? status : pick_error(pick, axis, status);
}

// Cases with the same scene and values share the data read from files.
static Status resolve(Expansion *x, Case *c)
{
    char   text[sizeof c->scene + sizeof c->scene_values + (size_t)2 * CASE_SCENE_VALUES_MAX];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", c->scene);
    for (int i = 0; i < c->scene_value_count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s=%s", c->scene_values[i].name, c->scene_values[i].value);
    const json_t *known = json_object_get(x->resolved, text);
    if (known)
        return case_resolve_like(c, &x->models[json_integer_value(known)]);
    TRY(case_resolve(c));
    return remember(x, text, c);
}

static Status build_case(Expansion *x, const YamlNode *block, const Pick *pick, Case *c)
{
    SceneEntry *scene = NULL;
    TRY(choose_solver(x, block, pick, c));
    c->any_machine = x->any_machine;
    TRY(choose_scene(x, block, pick, c, &scene));
    ASSERT(scene);
    for (int i = 0; i < pick->axes->count; i++)
        TRY(apply(x, pick, &pick->axes->axes[i], scene, c));
    TRY(check_values(scene, pick, c));
    const Status status = resolve(x, c);
    if (status.code == STATUS_OK)
        return status;
    const Axis *threads = axes_find((Axes *)pick->axes, "threads");
    return pick_error(pick, status.code == STATUS_ENVIRONMENT && threads ? threads : axes_find((Axes *)pick->axes, "scene"), status);
}

// ---- exclude ----

// True if a case has this value for this key, compared in canonical form.
static Status value_matches(const Case *c, const YamlNode *key, const YamlNode *value, bool *out)
{
    const char *text = NULL;
    char        mine[300], theirs[300];
    TRY(yaml_text(value, &text));
    *out = false;
    if (strcmp(key->key, "solver") == 0 && !solver_find(text))
        return yaml_error(value, "%s", text_unknown("solver", text, solver_names()).text);
    if (strcmp(key->key, "linsys") == 0 && !linsys_find(text))
        return yaml_error(value, "%s", text_unknown("linear system", text, linsys_names()).text);
    if (!case_get(c, key->key, mine, sizeof mine))
        return status_ok();
    snprintf(theirs, sizeof theirs, "%s", text);
    if (strcmp(key->key, "solver") != 0 && strcmp(key->key, "linsys") != 0) {
        Case         scratch = *c;
        const Status status = case_set(&scratch, key->key, text);
        if (status.code != STATUS_OK)
            return yaml_error(value, "%s", status.text);
        case_get(&scratch, key->key, theirs, sizeof theirs);
    }
    *out = strcmp(mine, theirs) == 0;
    return status_ok();
}

static Status key_matches(const Case *c, const YamlNode *key, bool *out)
{
    *out = false;
    for (int i = 0; i < (key->type == YAML_LIST ? key->count : 1) && !*out; i++)
        TRY(value_matches(c, key, yaml_item(key, i), out));
    return status_ok();
}

static Status is_excluded(const Case *c, const YamlNode *exclude, json_t *known_keys, bool *out)
{
    *out = false;
    for (int i = 0; exclude && i < exclude->count; i++) {
        const YamlNode *item = exclude->children[i];
        bool            all = item->count > 0;
        for (int k = 0; k < item->count; k++) {
            char ignored[300];
            bool match = false;
            if (case_get(c, item->children[k]->key, ignored, sizeof ignored) &&
                json_object_set_new(known_keys, item->children[k]->key, json_true()))
                return no_memory();
            TRY(key_matches(c, item->children[k], &match));
            all = all && match;
        }
        *out = *out || all;
    }
    return status_ok();
}

static Status check_exclude_shape(const YamlNode *exclude)
{
    enum { ITEMS_MAX = 1000 }; // limits the time, because each is compared with every case
    if (!exclude)
        return status_ok();
    TRY(yaml_list(exclude));
    if (exclude->count > ITEMS_MAX)
        return yaml_error(exclude, "more than %d maps; give lists of values, or split the block", ITEMS_MAX);
    for (int i = 0; i < exclude->count; i++)
        if (exclude->children[i]->type != YAML_MAP || exclude->children[i]->count == 0)
            return yaml_error(exclude->children[i], "must be a map from axes to excluded values");
    return status_ok();
}

// A key that no case of the block has is a spelling mistake, which would silently exclude nothing.
static Status check_exclude_keys(const Axes *axes, const YamlNode *exclude, const json_t *known_keys)
{
    for (int i = 0; exclude && i < exclude->count; i++)
        for (int k = 0; k < exclude->children[i]->count; k++) {
            const YamlNode *key = exclude->children[i]->children[k];
            if (json_object_get(known_keys, key->key))
                continue;
            const char *names[AXES_MAX];
            for (int n = 0; n < axes->count; n++)
                names[n] = axes->axes[n].name;
            return yaml_error(key, "%s",
                              text_not_among(key->key, names, (size_t)axes->count, "no case of the block has `%.60s`", key->key).text);
        }
    return status_ok();
}

// ---- the product ----

void expand_references(PlannedCase *planned)
{
    for (int use = 0; use < REFERENCE_USES; use++) {
        const ReferenceWish wish = case_reference(&planned->setup, (ReferenceUse)use);
        planned->references[use][0] = '\0';
        if (wish.count > 0 && planned->required[PASS_MEASURED] > 0)
            case_reference_key(&planned->setup, &wish, planned->references[use]);
    }
}

static void plan(Expansion *x, const char *name, PlannedCase *planned)
{
    planned->block = name;
    planned->variation = x->variation;
    case_repetitions(&planned->setup, planned->required);
    planned->repeats = (int)param_int(&planned->setup.params, "repeats");
    if (x->timed > 0)
        planned->required[PASS_TIMED] = x->timed;
    planned->required[PASS_TIMED] *= planned->repeats;
    case_label(&planned->setup, planned->label, sizeof planned->label);
    expand_references(planned);
}

// Number of combinations, and the length of each group: groups are named by their first axis.
static Status count_combinations(const YamlNode *block, const Axes *axes, int64_t *out)
{
    *out = 1;
    for (int i = 0; i < axes->count; i++) {
        if (axes->axes[i].group != i)
            continue;
        *out *= axes->axes[i].count;
        if (*out > EXPERIMENT_CASES_MAX)
            return yaml_error(block, "expands to more than %d cases; split it, or use fewer values", EXPERIMENT_CASES_MAX);
    }
    return status_ok();
}

// Combination number `number`, the first group varying slowest.
static void pick_number(Pick *pick, int64_t number)
{
    const Axes *axes = pick->axes;
    int         group[AXES_MAX] = {0};
    for (int i = axes->count - 1; i >= 0; i--)
        if (axes->axes[i].group == i) {
            group[i] = (int)(number % axes->axes[i].count);
            number /= axes->axes[i].count;
        }
    for (int i = 0; i < axes->count; i++)
        pick->index[i] = group[axes->axes[i].group];
}

static Status add_combination(Expansion *x, const YamlNode *block, const char *name, const Pick *pick, const YamlNode *exclude,
                              json_t *known_keys, json_t *seen)
{
    bool excluded = false;
    TRY(memory_grow((void **)&x->cases, x->case_count, sizeof *x->cases));
    PlannedCase *planned = &x->cases[x->case_count];
    TRY(build_case(x, block, pick, &planned->setup));
    TRY(is_excluded(&planned->setup, exclude, known_keys, &excluded));
    if (excluded || json_object_get(seen, planned->setup.key))
        return status_ok();
    if (x->case_count == EXPERIMENT_CASES_MAX)
        return yaml_error(block, "gives the experiment more than %d cases; use fewer values", EXPERIMENT_CASES_MAX);
    plan(x, name, planned);
    if (planned->required[PASS_TIMED] + planned->required[PASS_PHASED] + planned->required[PASS_COUNTED] +
            planned->required[PASS_MEASURED] ==
        0)
        return yaml_error(block, "has a case without repetitions; set timed, phased, counted or measured above 0");
    if (json_object_set_new(seen, planned->setup.key, json_true()))
        return no_memory();
    x->case_count++;
    return status_ok();
}

Status expand_block(Expansion *x, const YamlNode *block, const char *name, Axes *axes, const YamlNode *exclude)
{
    int64_t count = 0;
    TRY(check_exclude_shape(exclude));
    TRY(count_combinations(block, axes, &count));
    json_auto_t *known_keys = json_object(), *seen = json_object();
    Pick         pick = {.axes = axes};
    if (!known_keys || !seen)
        return no_memory();
    x->block_count++;
    for (int64_t i = 0; i < count; i++) {
        pick_number(&pick, i);
        TRY(add_combination(x, block, name, &pick, exclude, known_keys, seen));
    }
    return check_exclude_keys(axes, exclude, known_keys);
}
