// Materials: by name from materials.yaml in the datasets folder, by values, or by name with some values replaced.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scene/private/scene_internal.h"

#define VALUE_KEYS "young", "poisson", "density", "thickness"

// Sets the values that the map contains; the others are unchanged.
static Status read_values(const YamlNode *map, Material *material)
{
    const YamlNode *poisson = yaml_get(map, "poisson");
    TRY(yaml_real(yaml_get(map, "young"), 1e-6, 1e15, &material->young));
    TRY(yaml_real(poisson, -1, 0.5, &material->poisson));
    if (poisson && !(material->poisson > -1 && material->poisson < 0.5))
        return yaml_error(poisson, "must be above -1 and below 0.5, is %.15g", material->poisson);
    TRY(yaml_real(yaml_get(map, "density"), 1e-6, 1e6, &material->density));
    return yaml_real(yaml_get(map, "thickness"), 1e-9, 1e3, &material->thickness);
}

static Status read_text(const YamlNode *map, const char *key, char *out, size_t size)
{
    const YamlNode *node = NULL;
    const char     *text = NULL;
    TRY(yaml_need(map, key, &node));
    TRY(yaml_text(node, &text));
    if (strlen(text) >= size)
        return yaml_error(node, "is %zu bytes long; the maximum is %zu", strlen(text), size - 1);
    snprintf(out, size, "%s", text);
    return status_ok();
}

static Status read_entry(const YamlNode *map, SceneMaterial *out)
{
    static const char *const KEYS[] = {VALUE_KEYS, "summary", "source", NULL}, *const NEEDED[] = {"young", "poisson", "density"};
    TRY(yaml_check_keys(map, KEYS));
    for (int i = 0; i < 3; i++) {
        const YamlNode *node = NULL;
        TRY(yaml_need(map, NEEDED[i], &node));
    }
    if (strlen(map->key) >= sizeof out->name)
        return yaml_error(map, "the name of a material has at most %zu bytes; shorten it", sizeof out->name - 1);
    snprintf(out->name, sizeof out->name, "%s", map->key);
    TRY(read_text(map, "summary", out->summary, sizeof out->summary));
    TRY(read_text(map, "source", out->source, sizeof out->source));
    return read_values(map, &out->material);
}

static Status read_entries(const YamlNode *root, SceneMaterial **list, int *count)
{
    if (root->type != YAML_MAP)
        return yaml_error(root, "must be a map of materials by name");
    *list = calloc((size_t)root->count + 1, sizeof **list);
    if (!*list)
        return status_make(STATUS_MEMORY, "out of memory for %d materials", root->count);
    for (*count = 0; *count < root->count; ++*count)
        TRY(read_entry(root->children[*count], &(*list)[*count]));
    return status_ok();
}

const char *scene_materials_path(char *out, size_t size)
{
    char datasets[512];
    snprintf(out, size, "%s/materials.yaml", scene_datasets(datasets, sizeof datasets));
    return out;
}

Status scene_materials(SceneMaterial **list, int *count)
{
    char      path[540];
    YamlFile *file = NULL;
    *list = NULL;
    *count = 0;
    TRY(yaml_read(scene_materials_path(path, sizeof path), &file));
    const Status status = read_entries(yaml_root(file), list, count);
    yaml_destroy(file);
    if (status.code != STATUS_OK) {
        free(*list);
        *list = NULL;
        *count = 0;
    }
    return status;
}

static Status unknown_material(const YamlNode *node, const char *name, const SceneMaterial *list, int count)
{
    const char **names = malloc(((size_t)count + 1) * sizeof *names);
    char         message[300];
    if (!names)
        return status_make(STATUS_MEMORY, "out of memory for %d names", count);
    for (int i = 0; i < count; i++)
        names[i] = list[i].name;
    snprintf(message, sizeof message, "unknown material `%.60s`", name);
    text_suggest(message, sizeof message, name, names, (size_t)count);
    free(names);
    return yaml_error(node, "%s", message);
}

static Status find_material(SceneFiles *files, const YamlNode *node, Material *out)
{
    const char *name = NULL;
    TRY(yaml_text(node, &name));
    if (!files->materials)
        TRY(scene_materials(&files->materials, &files->material_count));
    for (int i = 0; i < files->material_count; i++)
        if (strcmp(files->materials[i].name, name) == 0) {
            *out = files->materials[i].material;
            return status_ok();
        }
    return unknown_material(node, name, files->materials, files->material_count);
}

Status scene_read_material(SceneFiles *files, const YamlNode *node, Material *out)
{
    static const char *const KEYS[] = {"name", VALUE_KEYS, NULL};
    const YamlNode          *needed = NULL;
    *out = (Material){0};
    if (node->type == YAML_SCALAR)
        return find_material(files, node, out);
    TRY(yaml_check_keys(node, KEYS));
    if (yaml_get(node, "name")) {
        TRY(find_material(files, yaml_get(node, "name"), out));
    } else {
        TRY(yaml_need(node, "young", &needed));
        TRY(yaml_need(node, "poisson", &needed));
    }
    return read_values(node, out);
}

Status scene_material(Body *body)
{
    const YamlNode *node = yaml_get(body->node, "material");
    body->has_material = node;
    return node ? scene_read_material(body->files, node, &body->material) : status_ok();
}
