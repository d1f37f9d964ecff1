// A case: its settings by name, and its canonical JSON.
#include "case/case.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "case/case_params.h"
#include "case/private/case_internal.h"
#include "machine/spin.h"

static const char *const PRECISIONS[] = {"f64", "f32", NULL};
static const char *const TEAMS[] = {"given", "fit", NULL};
static const char *const FORCE_REFERENCES[] = {"newton", "none", NULL};

const Param CASE_PARAMS[] = {
    PARAM_REAL_ROW("dt", "s", 1.0 / 60, 1e-9, 1e3, "length of a step"),
    PARAM_CHOICE_ROW("integrator", INTEGRATOR_NAMES, INTEGRATOR_EULER,
                     "time integrator; euler: implicit, first order; bdf2: second order, little energy loss; midpoint: implicit, second "
                     "order, conserves the energy of linear forces; contact needs euler"),
    PARAM_INT_ROW("steps", "", 60, 1, 1e6, "steps of a repetition"),
    PARAM_INT_ROW("threads", "", 1, 1, 4096, "threads of the team"),
    PARAM_CHOICE_ROW("team", TEAMS, TEAM_GIVEN,
                     "given: uses all `threads`; fit: uses the number that makes a step fastest, measured once before the case and "
                     "recorded (`team_threads`). Results do not depend on it"),
    PARAM_INT_ROW("spin", "", SPIN_DEFAULT, 0, 1e12, "iterations of the wait loop at a barrier before a thread sleeps"),
    PARAM_INT_ROW("timed", "", 5, 0, 1e4, "processes that run the timed pass"),
    PARAM_INT_ROW("repeats", "", 1, 1, 1e4, "repetitions of the timed pass in each process"),
    PARAM_INT_ROW("phased", "", 1, 0, 1e4, "repetitions of the phased pass"),
    PARAM_INT_ROW("counted", "", 0, 0, 1e4, "repetitions of the counted pass"),
    PARAM_INT_ROW("measured", "", 1, 0, 1e4, "repetitions of the measured pass"),
    PARAM_INT_ROW("probes", "", 0, 0, 1e6, "probe steps, spread evenly, at which the error against the reference is measured"),
    PARAM_INT_ROW("observe", "", 0, 0, 1e6, "observed steps of the measured pass, spread evenly"),
    PARAM_INT_ROW("frames", "", 0, 0, 1e6, "frames (states of the trajectory) that the measured pass records after steps spread evenly"),
    PARAM_INT_ROW(
        "fine", "", 0, 0, 1e5,
        "Newton steps per dt of the finest trajectory for the extrapolated reference of frames, a multiple of 4; 0: no reference"),
    PARAM_INT_ROW("track", "", -1, -1e9, 1e9,
                  "particle that frames follow, in the scene's numbering, negative from the end; -1: the point that `track` of a body "
                  "selects, if any"),
    PARAM_INT_ROW("forces", "", 0, 0, 1e6, "steps, spread evenly, after which the measured pass records the force of every constraint"),
    PARAM_INT_ROW("loads", "", 0, 0, 1e6,
                  "steps, spread evenly, after which the measured pass records the load on each collider, body, group of pins and support"),
    PARAM_CHOICE_ROW("force_reference", FORCE_REFERENCES, 0,
                     "reference of recorded forces: a Newton trajectory of the same step length, or none"),
    PARAM_INT_ROW("memory", "MiB", 8192, 64, 1e8, "memory limit of the case; its process may use 64 MiB more"),
    PARAM_CHOICE_ROW("order", PARTICLE_ORDER_NAMES, PARTICLE_ORDER_AUTO,
                     "order of the particles in memory; auto: the scene's order, or rcm if neighbours are far apart in it"),
    PARAM_END};

bool case_is_repetition(const char *name)
{
    for (int pass = 0; pass < PASS_COUNT; pass++)
        if (strcmp(name, PASS_NAMES[pass]) == 0)
            return true;
    return strcmp(name, "repeats") == 0;
}

const char *const *precision_names(void)
{
    return PRECISIONS;
}

const Origin *case_origin(const Case *c)
{
    const Origin *of = c->solver->origin || !c->solver->uses_linsys || !c->linsys ? c->solver->origin : c->linsys->origin;
    return of && *of->path ? of : NULL;
}

void case_init(Case *c, const SolverOps *solver, const LinsysOps *linsys)
{
    memset(c, 0, sizeof *c);
    c->solver = solver;
    param_set_add(&c->params, CASE_PARAMS);
    param_set_add(&c->params, solver->params);
    if (!solver->uses_linsys)
        return;
    c->linsys = linsys ? linsys : linsys_default(solver->uses_linsys == LINSYS_SCALAR);
    param_set_add(&c->params, c->linsys->params);
}

static int scene_value_index(const Case *c, const char *name)
{
    for (int i = 0; i < c->scene_value_count; i++)
        if (strcmp(c->scene_values[i].name, name) == 0)
            return i;
    return -1;
}

// Inserts a scene value so that the values stay sorted by name.
static Status put_scene_value(Case *c, const char *name, const char *value, bool given)
{
    int at = scene_value_index(c, name);
    if (at < 0) {
        if (c->scene_value_count == CASE_SCENE_VALUES_MAX)
            return status_make(STATUS_INPUT, "too many scene values; the maximum is %d", CASE_SCENE_VALUES_MAX);
        for (at = c->scene_value_count++; at > 0 && strcmp(c->scene_values[at - 1].name, name) > 0; at--) {
            c->scene_values[at] = c->scene_values[at - 1];
            c->scene_given[at] = c->scene_given[at - 1];
        }
    }
    snprintf(c->scene_values[at].name, sizeof c->scene_values[at].name, "%s", name);
    snprintf(c->scene_values[at].value, sizeof c->scene_values[at].value, "%s", value);
    c->scene_given[at] = given;
    return status_ok();
}

static Status set_scene_value(Case *c, const char *name, const char *text)
{
    double value = 0;
    char   canonical[sizeof c->scene_values[0].value];
    if (!*name || strlen(name) >= sizeof c->scene_values[0].name)
        return status_make(STATUS_INPUT, "`scene.%s` is not the name of a scene parameter", name);
    if (text_to_double(text, &value))
        text_from_double(value, canonical, sizeof canonical);
    else if (!text_is_word(text) || strlen(text) >= sizeof canonical)
        return status_make(STATUS_INPUT, "`scene.%s` must be a finite number or a word of at most 47 letters, not `%.60s`", name, text);
    else
        snprintf(canonical, sizeof canonical, "%s", text);
    return put_scene_value(c, name, canonical, true);
}

static Status set_scene(Case *c, const char *text)
{
    if (!*text || strlen(text) >= sizeof c->scene)
        return status_make(STATUS_INPUT, "`scene` must be a scene name or a path to a scene file, at most %zu bytes long",
                           sizeof c->scene - 1);
    TRY(text_need_printable("scene", text));
    snprintf(c->scene, sizeof c->scene, "%s", text);
    return status_ok();
}

static Status set_precision(Case *c, const char *text)
{
    const int index = text_find(text, PRECISIONS);
    if (index < 0)
        return text_unknown("precision", text, PRECISIONS);
    c->precision = (Precision)index;
    return status_ok();
}

static Status unknown_name(const Case *c, const char *name)
{
    const char *names[CASE_NAMES_MAX];
    CaseName    scratch[CASE_SCENE_VALUES_MAX];
    Case        whole = *c; // with the parameters of its scene, if that is given already and can be read
    char        path[CASE_PATH_MAX];
    const bool  known = case_describe_scene(&whole, path).code == STATUS_OK;
    const int   count = case_names(known ? &whole : c, names, scratch);
    return text_not_among(name, names, (size_t)count, "solver `%s`%s%s does not take `%.48s`", c->solver->name, c->linsys ? " with " : "",
                          c->linsys ? c->linsys->name : "", name);
}

bool case_has_name(const char *name)
{
    static const char *const NAMES[] = {"solver", "linsys", "scene", "precision", NULL};
    return case_params_find(CASE_PARAMS, name) || text_find(name, NAMES) >= 0;
}

Status case_set(Case *c, const char *name, const char *text)
{
    ASSERT(strcmp(name, "solver") != 0 && strcmp(name, "linsys") != 0);
    if (strcmp(name, "scene") == 0)
        return set_scene(c, text);
    if (strcmp(name, "precision") == 0)
        return set_precision(c, text);
    if (strncmp(name, "scene.", 6) == 0)
        return set_scene_value(c, name + 6, text);
    if (!param_has(&c->params, name))
        return unknown_name(c, name);
    return param_set_text(&c->params, name, text);
}

Status case_set_text(Case *c, const char *set)
{
    char        name[80];
    const char *equals = strchr(set, '=');
    if (!equals || equals == set || (size_t)(equals - set) >= sizeof name)
        return status_make(STATUS_USAGE, "--set %s: write --set key=value", set);
    snprintf(name, sizeof name, "%.*s", (int)(equals - set), set);
    const Status status = case_set(c, name, equals + 1);
    return status.code == STATUS_OK ? status : status_prefix(status, "--set %s", set);
}

bool case_get(const Case *c, const char *name, char *out, size_t size)
{
    const char *text = NULL;
    if (strcmp(name, "solver") == 0)
        text = c->solver->name;
    else if (strcmp(name, "linsys") == 0)
        text = c->linsys ? c->linsys->name : NULL;
    else if (strcmp(name, "scene") == 0)
        text = c->scene;
    else if (strcmp(name, "precision") == 0)
        text = PRECISIONS[c->precision];
    else if (strncmp(name, "scene.", 6) == 0 && scene_value_index(c, name + 6) >= 0)
        text = c->scene_values[scene_value_index(c, name + 6)].value;
    if (text) {
        snprintf(out, size, "%s", text);
        return true;
    }
    const int index = param_index(&c->params, name);
    if (index >= 0)
        param_format(&c->params, index, out, size);
    return index >= 0;
}

int case_names(const Case *c, const char **names, CaseName *scratch)
{
    int count = 0;
    names[count++] = "scene";
    names[count++] = "precision";
    names[count++] = "solver";
    if (c->linsys)
        names[count++] = "linsys";
    for (int i = 0; i < c->params.count; i++)
        names[count++] = c->params.params[i]->name;
    for (int i = 0; i < c->scene_value_count; i++) {
        snprintf(scratch[i].text, sizeof scratch[i].text, "scene.%s", c->scene_values[i].name);
        names[count++] = scratch[i].text;
    }
    return count;
}

// Rejects unknown scene values and adds the defaults of the others: a default and the same value given are the same case.
static Status complete_scene_values(Case *c, const SceneParameter *parameters, int count)
{
    const char *names[SCENE_PARAMETERS_MAX + 1] = {NULL};
    for (int p = 0; p < count; p++)
        names[p] = parameters[p].name;
    for (int i = 0; i < c->scene_value_count; i++)
        if (text_find(c->scene_values[i].name, names) < 0)
            return text_not_among(c->scene_values[i].name, names, (size_t)count, "scene `%.200s` has no parameter `%s`", c->scene,
                                  c->scene_values[i].name);
    for (int p = 0; p < count; p++)
        if (scene_value_index(c, parameters[p].name) < 0) {
            char text[sizeof c->scene_values[0].value];
            text_from_double(parameters[p].value, text, sizeof text);
            TRY(put_scene_value(c, parameters[p].name, *parameters[p].word ? parameters[p].word : text, false));
        }
    return status_ok();
}

Status case_describe_scene(Case *c, char path[CASE_PATH_MAX])
{
    if (!*c->scene)
        return status_make(STATUS_INPUT, "`scene` is missing; give a scene name or a path to a scene file");
    TRY(scene_find(c->scene, path, CASE_PATH_MAX));
    SceneSettings  settings = {.path = path, .expected = c->scene_expected};
    SceneParameter parameters[SCENE_PARAMETERS_MAX];
    int            count = 0;
    TRY(scene_describe(&settings, &c->scene_info, parameters, &count));
    TRY(complete_scene_values(c, parameters, count));
    settings.values = c->scene_values;
    settings.value_count = c->scene_value_count;
    return scene_describe(&settings, &c->scene_info, parameters, &count);
}

Status case_keep_files(const Case *c, FileOutput output)
{
    char           path[CASE_PATH_MAX];
    SceneInfo      info;
    SceneParameter parameters[SCENE_PARAMETERS_MAX];
    int            count = 0;
    if (!output.path || access(output.path, F_OK) != 0)
        return status_ok();
    TRY(scene_find(c->scene, path, sizeof path));
    TRY(file_keep(output, case_origin(c) ? case_origin(c)->path : NULL));
    const SceneSettings settings = {.path = path, .values = c->scene_values, .value_count = c->scene_value_count, .output = output};
    return scene_describe(&settings, &info, parameters, &count);
}

static json_t *param_json(const ParamSet *set, int index)
{
    const Param *param = set->params[index];
    if (param->type == PARAM_CHOICE)
        return json_string(param->choices[(int)set->values[index]]);
    return param->type == PARAM_INT ? json_integer((json_int_t)set->values[index]) : json_real(set->values[index]);
}

json_t *case_to_json(const Case *c)
{
    json_t      *params = json_object(), *values = json_object();
    json_auto_t *json = json_pack("{s:o, s:o, s:s, s:s, s:s}", "params", params, "scene_values", values, "scene", c->scene, "solver",
                                  c->solver->name, "precision", PRECISIONS[c->precision]);
    int          failed = 0;
    if (!json)
        return NULL;
    for (int i = 0; i < c->params.count; i++)
        if (!case_is_repetition(c->params.params[i]->name))
            failed |= json_object_set_new(params, c->params.params[i]->name, param_json(&c->params, i));
    for (int i = 0; i < c->scene_value_count; i++) {
        double     value = 0;
        const bool number = text_to_double(c->scene_values[i].value, &value);
        failed |= json_object_set_new(values, c->scene_values[i].name, number ? json_real(value) : json_string(c->scene_values[i].value));
    }
    if (c->linsys)
        failed |= json_object_set_new(json, "linsys", json_string(c->linsys->name));
    return failed ? NULL : json_incref(json);
}

// The text that case_set takes for a JSON value; false when it is neither number nor string.
bool case_value_text(const json_t *value, char *out, size_t size)
{
    if (json_is_string(value))
        snprintf(out, size, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(out, size, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        text_from_double(json_real_value(value), out, size);
    else
        return false;
    return true;
}

static Status set_members(const json_t *object, const char *prefix, Case *c)
{
    const char *name = NULL;
    json_t     *value = NULL;
    json_object_foreach((json_t *)object, name, value)
    {
        char text[300], full[80];
        snprintf(full, sizeof full, "%s%s", prefix, name);
        if (!*prefix && !param_has(&c->params, full)) // solver, linsys, scene and precision are outside the params
            return unknown_name(c, full);
        if (!case_value_text(value, text, sizeof text))
            return status_make(STATUS_INPUT, "case: `%s` must be a number or a string", full);
        TRY(case_set(c, full, text));
    }
    return status_ok();
}

static Status need_text(const json_t *json, const char *key, const char **out)
{
    *out = json_string_value(json_object_get(json, key));
    return *out ? status_ok() : status_make(STATUS_INPUT, "case: `%s` must be a string", key);
}

// All but its params.
Status case_begin_from_json(const json_t *json, Case *c)
{
    const char *solver_name = NULL, *linsys_name = NULL, *scene = NULL, *precision = NULL;
    TRY(need_text(json, "solver", &solver_name));
    TRY(need_text(json, "scene", &scene));
    TRY(need_text(json, "precision", &precision));
    const SolverOps *solver = solver_find(solver_name);
    if (!solver)
        return text_unknown("solver", solver_name, solver_names());
    const LinsysOps *linsys = NULL;
    if (solver->uses_linsys) {
        TRY(need_text(json, "linsys", &linsys_name));
        linsys = linsys_find(linsys_name);
        if (!linsys)
            return text_unknown("linsys", linsys_name, linsys_names());
    }
    case_init(c, solver, linsys);
    TRY(case_set(c, "scene", scene));
    TRY(case_set(c, "precision", precision));
    return set_members(json_object_get(json, "scene_values"), "scene.", c);
}

Status case_params_from_json(const json_t *json, Case *c)
{
    const json_t *params = json_object_get(json, "params");
    for (int i = 0; i < c->params.count; i++) { // of a case from before there was the setting
        const Param *param = c->params.params[i];
        if (param->key_default && !json_object_get(params, param->name))
            TRY(param_set_text(&c->params, param->name, param->key_default));
    }
    return set_members(json_object_get(json, "params"), "", c);
}

void case_repetitions(const Case *c, int repetitions[PASS_COUNT])
{
    for (int pass = 0; pass < PASS_COUNT; pass++)
        repetitions[pass] = (int)param_int(&c->params, PASS_NAMES[pass]);
}

int case_spread(int steps, int count, int index)
{
    return (int)((int64_t)(index + 1) * steps / count) - 1;
}

int case_spread_index(int steps, int count, int step)
{
    const int index = (int)(((int64_t)(step + 1) * count + steps - 1) / steps) - 1; // the first index whose step is at or after this one
    return count > 0 && case_spread(steps, count, index) == step ? index : -1;
}

int64_t case_substeps(const Case *c)
{
    return (int64_t)param_of_role(&c->params, PARAM_ROLE_SUBSTEPS, 1);
}

void case_hide(Case *c, const char *name)
{
    const int value = strncmp(name, "scene.", 6) == 0 ? scene_value_index(c, name + 6) : -1, param = param_index(&c->params, name);
    if (value >= 0)
        c->scene_given[value] = false;
    if (param >= 0)
        c->params.given[param] = false;
}

void case_label(const Case *c, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "%s %s", c->solver->name, c->scene);
    if (c->linsys && used < size)
        used += (size_t)snprintf(out + used, size - used, " %s", c->linsys->name);
    for (int i = 0; i < c->scene_value_count && used < size; i++)
        if (c->scene_given[i])
            used += (size_t)snprintf(out + used, size - used, " %s=%s", c->scene_values[i].name, c->scene_values[i].value);
    for (int i = 0; i < c->params.count && used < size; i++) {
        char value[32];
        if (!c->params.given[i] || case_is_repetition(c->params.params[i]->name))
            continue;
        param_format(&c->params, i, value, sizeof value);
        used += (size_t)snprintf(out + used, size - used, " %s=%s", c->params.params[i]->name, value);
    }
    if (used < size)
        snprintf(out + used, size - used, " %s", PRECISIONS[c->precision]);
    text_make_printable(out); // the path of a scene may contain any bytes
}
