// Typed values of a scene file: positive numbers, vectors, directions, one key of several.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/private/scene_internal.h"

Status scene_need_one(const YamlNode *map, const char *const *keys, const YamlNode **out, int *which)
{
    char names[200] = "";
    *out = NULL;
    for (int i = 0; keys[i]; i++) {
        const YamlNode *node = yaml_get(map, keys[i]);
        const size_t    used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", keys[i]);
        if (node && *out)
            return yaml_error(node, "%s and %s exclude each other; remove one", keys[*which], keys[i]);
        if (!node)
            continue;
        *out = node;
        *which = i;
    }
    return *out ? status_ok() : yaml_error(map, "one of these keys is needed: %s", names);
}

Status scene_positive(const YamlNode *node, double *out)
{
    if (!node)
        return status_ok();
    TRY(yaml_real(node, -1.7976931348623157e308, 1.7976931348623157e308, out));
    if (!(*out > 0))
        return yaml_error(node, "must be above zero, is %.15g", *out);
    return yaml_real(node, 1e-30, 1e30, out);
}

Status scene_vector(const YamlNode *node, double out[3])
{
    TRY(yaml_reals(node, 3, out));
    for (int k = 0; node && k < 3; k++)
        TRY(yaml_real(node->children[k], -1e12, 1e12, &out[k]));
    return status_ok();
}

Status scene_need_positive(const YamlNode *map, const char *key, double *out)
{
    const YamlNode *node = NULL;
    TRY(yaml_need(map, key, &node));
    return scene_positive(node, out);
}

Status scene_need_vector(const YamlNode *map, const char *key, double out[3])
{
    const YamlNode *node = NULL;
    TRY(yaml_need(map, key, &node));
    return scene_vector(node, out);
}

Status scene_need_direction(const YamlNode *map, const char *key, double out[3])
{
    TRY(scene_need_vector(map, key, out));
    const double length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    if (!(length > 1e-12))
        return yaml_error(yaml_get(map, key), "is zero and has no direction; give a nonzero vector");
    for (int k = 0; k < 3; k++)
        out[k] /= length;
    return status_ok();
}

Status scene_need_real(const YamlNode *map, const char *key, double min, double max, double *out)
{
    const YamlNode *node = NULL;
    TRY(yaml_need(map, key, &node));
    return yaml_real(node, min, max, out);
}
