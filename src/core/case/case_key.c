// The key of a case.
#include <stdlib.h>
#include <string.h>

#include "case/private/case_internal.h"

// True if a value, after reading and writing like `values`, is the default of its param. defaults: the same params at their defaults.
static Status has_default(const char *name, const json_t *value, ParamSet *values, const ParamSet *defaults, bool *out)
{
    char given[300], usual[300];
    if (!case_value_text(value, given, sizeof given))
        return status_make(STATUS_INPUT, "`%s` must be a number or a text", name);
    TRY(param_set_text(values, name, given));
    const int index = param_index(values, name);
    param_format(values, index, given, sizeof given);
    param_format(defaults, index, usual, sizeof usual);
    *out = strcmp(given, defaults->params[index]->key_default ? defaults->params[index]->key_default : usual) == 0;
    return status_ok();
}

Status case_leave_out_defaults(json_t *params, const ParamSet *set, bool contact)
{
    ParamSet    values = *set, defaults = *set;
    const char *name = NULL;
    void       *next = NULL;
    json_t     *value = NULL;
    for (int i = 0; i < defaults.count; i++)
        defaults.values[i] = defaults.params[i]->value;
    json_object_foreach_safe(params, next, name, value)
    {
        bool usual = false;
        TRY(has_default(name, value, &values, &defaults, &usual));
        if (usual || (!contact && set->params[param_index(set, name)]->contact_only))
            json_object_del(params, name);
    }
    return status_ok();
}

Status case_hash_json(const json_t *json, const Case *c, char out[HASH_TEXT])
{
    char   *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    Hasher *hasher = hasher_create();
    if (text && hasher) {
        hasher_add(hasher, text, strlen(text));
        hasher_add(hasher, c->scene_info.hash, strlen(c->scene_info.hash));
        hasher_text(hasher, out);
    }
    const bool made = text && hasher;
    hasher_destroy(hasher);
    free(text);
    return made ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the key of a case");
}

Status case_key(Case *c)
{
    json_auto_t *json = case_to_json(c);
    TRY(case_leave_out_defaults(json_object_get(json, "params"), &c->params, c->scene_info.contact));
    return case_hash_json(json, c, c->key);
}
