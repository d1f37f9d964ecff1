// `recommended:` of a scene: for each solver, settings that suit the scene. This room does not know the solvers and settings; core/case
// checks them.
#include <string.h>

#include "base/yaml.h"
#include "scene/private/scene_internal.h"

static Status copy(const YamlNode *node, const char *text, char *out, size_t size)
{
    if (strlen(text) >= size)
        return yaml_error(node, "is too long; the maximum is %zu bytes", size - 1);
    memcpy(out, text, strlen(text) + 1);
    return status_ok();
}

static Status read_setting(const YamlNode *solver, const YamlNode *node, SceneInfo *info)
{
    const char *text = NULL;
    if (info->recommended_count == SCENE_RECOMMENDED_MAX)
        return yaml_error(node, "a scene can recommend at most %d settings", SCENE_RECOMMENDED_MAX);
    SceneRecommended *to = &info->recommended[info->recommended_count++];
    TRY(yaml_text(node, &text));
    TRY(copy(node, text, to->value, sizeof to->value));
    TRY(copy(node, node->key, to->name, sizeof to->name));
    to->line = node->line;
    return copy(solver, solver->key, to->solver, sizeof to->solver);
}

Status scene_recommended(const YamlNode *map, SceneInfo *info)
{
    for (int i = 0; i < map->count; i++) {
        const YamlNode *solver = map->children[i];
        if (map->type != YAML_MAP || solver->type != YAML_MAP)
            return yaml_error(solver, "must be a map of a solver's settings, as in `recommended: {xpbd: {substeps: 10}}`");
        for (int k = 0; k < solver->count; k++)
            TRY(read_setting(solver, solver->children[k], info));
    }
    return status_ok();
}
