// Stored cases, with the defaults of their time of measurement.
#include <string.h>

#include "case/private/case_internal.h"

static bool same_scene(const Case *a, const Case *b)
{
    bool same = strcmp(a->scene, b->scene) == 0;
    for (int i = 0; i < a->scene_value_count && same; i++)
        same = i < b->scene_value_count && strcmp(a->scene_values[i].name, b->scene_values[i].name) == 0 &&
               strcmp(a->scene_values[i].value, b->scene_values[i].value) == 0;
    return same && a->scene_value_count == b->scene_value_count;
}

// True if a case has all settings that are set in `like`; settings at their default there may differ.
static bool has_same_settings(const Case *c, const Case *like)
{
    bool keeps = c->solver == like->solver && c->precision == like->precision && same_scene(c, like);
    for (int i = 0; i < like->params.count && keeps; i++) {
        const char *name = like->params.params[i]->name;
        const int   mine = param_index(&c->params, name);
        char        given[300], stored[300];
        if (!like->params.is_set[i] || case_is_repetition(name))
            continue;
        if (mine < 0)
            return false;
        param_format(&like->params, i, given, sizeof given);
        param_format(&c->params, mine, stored, sizeof stored);
        keeps = strcmp(given, stored) == 0;
    }
    return keeps;
}

static void label_like(Case *c, const Case *like)
{
    for (int i = 0; i < c->params.count; i++) {
        const int theirs = param_index(&like->params, c->params.params[i]->name);
        c->params.given[i] = theirs >= 0 && like->params.given[theirs];
    }
}

Status case_from_stored(const char *text, const char *key, const Case *like, Case *out)
{
    json_error_t error;
    json_auto_t *json = json_loads(text, 0, &error);
    if (!json)
        return status_make(STATUS_INPUT, "a stored case is not JSON: %s", error.text);
    TRY(case_begin_from_json(json, out));
    TRY(case_params_from_json(json, out));
    if (!has_same_settings(out, like))
        return status_make(STATUS_INPUT, "its experiment now defines a different case in its place");
    out->any_machine = like->any_machine;
    TRY(case_resolve_like(out, like));
    label_like(out, like);
    return strcmp(out->key, key) == 0 ? status_ok()
                                      : status_make(STATUS_INPUT, "scene `%.200s` has changed since the measurement", out->scene);
}
