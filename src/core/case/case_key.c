// The key of a case.
#include <stdlib.h>
#include <string.h>

#include "case/private/case_internal.h"

Status case_hash_text(const char *text, const Case *c, char out[HASH_TEXT])
{
    Hasher *hasher = hasher_create();
    if (!text || !hasher) {
        hasher_destroy(hasher);
        return status_make(STATUS_MEMORY, "out of memory for the key of a case");
    }
    hasher_add(hasher, text, strlen(text));
    hasher_add(hasher, c->scene_info.hash, strlen(c->scene_info.hash));
    hasher_text(hasher, out);
    hasher_destroy(hasher);
    return status_ok();
}

// Whether a value, once it is read and written as `values` does, is what its param was born with. defaults: the same params, as they begin.
static Status has_born_value(const char *name, const json_t *value, ParamSet *values, const ParamSet *defaults, bool *out)
{
    char given[300], born[300];
    if (!case_value_text(value, given, sizeof given))
        return status_make(STATUS_INPUT, "`%s` must be a number or a text", name);
    TRY(param_set_text(values, name, given));
    const int index = param_index(values, name);
    param_format(values, index, given, sizeof given);
    param_format(defaults, index, born, sizeof born);
    const char *said = values->params[index]->born;
    *out = strcmp(given, said ? said : born) == 0;
    return status_ok();
}

Status case_leave_out_born(json_t *params, const ParamSet *set, bool contact)
{
    ParamSet    values = *set, defaults = *set;
    const char *name = NULL;
    void       *next = NULL;
    json_t     *value = NULL;
    for (int i = 0; i < defaults.count; i++)
        defaults.values[i] = defaults.params[i]->value;
    json_object_foreach_safe(params, next, name, value)
    {
        bool born = false;
        TRY(has_born_value(name, value, &values, &defaults, &born));
        if (born || (!contact && set->params[param_index(set, name)]->contact_only))
            json_object_del(params, name);
    }
    return status_ok();
}

Status case_hash_json(const json_t *json, const Case *c, char out[HASH_TEXT])
{
    char        *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    const Status status = case_hash_text(text, c, out);
    free(text);
    return status;
}

Status case_key(Case *c)
{
    json_t *json = case_to_json(c);
    Status  status = case_leave_out_born(json_object_get(json, "params"), &c->params, c->scene_info.contact);
    if (status.code == STATUS_OK)
        status = case_hash_json(json, c, c->key);
    json_decref(json);
    return status;
}
