// The case of a trajectory that another program made.
#include "case/case_recorded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "case/case_params.h"
#include "case/private/case_internal.h"

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the case of a trajectory");
}

// ---- its JSON ----

// Settings of the references' solver are not settings of the trajectory, unless they were given.
static void leave_out_solver(const Case *c, json_t *params)
{
    for (int i = 0; i < c->params.count; i++)
        if (!case_params_find(CASE_PARAMS, c->params.params[i]->name) && !c->params.given[i])
            json_object_del(params, c->params.params[i]->name);
}

json_t *case_recorded_json(const Case *c, const RecordedFacts *facts)
{
    json_auto_t *json = case_to_json(c);
    json_t      *params = json_object_get(json, "params");
    if (!json)
        return NULL;
    leave_out_solver(c, params);
    json_object_del(json, "linsys");
    return json_object_set_new(json, "solver", json_string(CASE_RECORDED)) ||
                   json_object_set_new(params, "recorded", json_string(facts->name)) ||
                   json_object_set_new(params, "recorded_hash", json_string(facts->hash)) ||
                   json_object_set_new(params, "velocities", json_string(facts->own_velocities ? "given" : "differences"))
               ? NULL
               : json_incref(json);
}

// ---- its key ----

// Moves the params that only the case of a trajectory has from `params` to `own`.
static int take_own(json_t *params, const Case *c, json_t *own)
{
    const char *name = NULL;
    void       *next = NULL;
    json_t     *value = NULL;
    int         failed = 0;
    json_object_foreach_safe(params, next, name, value)
    {
        if (param_has(&c->params, name))
            continue;
        failed |= json_object_set(own, name, value);
        failed |= json_object_del(params, name);
    }
    return failed;
}

Status case_recorded_key(const json_t *stored, const Case *c, char out[HASH_TEXT])
{
    json_auto_t *json = json_deep_copy(stored), *own = json_object();
    json_t      *params = json_object_get(json, "params");
    if (!json || !own)
        return no_memory();
    if (!json_is_object(params))
        return status_make(STATUS_INPUT, "a stored trajectory has no settings");
    if (take_own(params, c, own))
        return no_memory();
    TRY(case_leave_out_defaults(params, &c->params, c->scene_info.contact));
    return json_object_update(params, own) ? no_memory() : case_hash_json(json, c, out);
}

void case_recorded_label(const Case *c, const char *name, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, CASE_RECORDED " %s %s", name, c->scene);
    for (int i = 0; i < c->scene_value_count && used < size; i++)
        if (c->scene_given[i])
            used += (size_t)snprintf(out + used, size - used, " %s=%s", c->scene_values[i].name, c->scene_values[i].value);
    text_make_printable(out);
}

// ---- whether a stored case is of a scene ----

static Status key_of_solver(json_t *json, const Case *like, char out[HASH_TEXT])
{
    Case c;
    TRY(case_begin_from_json(json, &c));
    TRY(case_leave_out_defaults(json_object_get(json, "params"), &c.params, like->scene_info.contact));
    return case_hash_json(json, like, out);
}

Status case_has_scene_of(const char *text, const char *key, const Case *like, bool *out)
{
    json_auto_t *json = json_loads(text, 0, NULL), *mine = case_to_json(like);
    const char  *solver = json_string_value(json_object_get(json, "solver"));
    char         today[HASH_TEXT] = "";
    *out = false;
    if (!mine)
        return no_memory();
    if (!json_equal(json_object_get(json, "scene_values"), json_object_get(mine, "scene_values")))
        return status_ok();
    const Status status =
        solver && strcmp(solver, CASE_RECORDED) == 0 ? case_recorded_key(json, like, today) : key_of_solver(json, like, today);
    *out = status.code == STATUS_OK && strcmp(key, today) == 0;
    // A case of another version of weft with unknown settings matches no scene.
    return status.code == STATUS_MEMORY ? status : status_ok();
}
