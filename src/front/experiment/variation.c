#include "experiment/variation.h"

#include <stdio.h>
#include <string.h>

static Status add_value(const YamlNode *node, Variation *v, char *made, size_t size)
{
    const char  *text = NULL;
    const size_t used = strlen(made);
    TRY(yaml_text(node, &text));
    if (strchr(text, ','))
        return yaml_error(node, "a variation needs exactly one value per axis; write another variation for another value");
    if (v->count == VARIATION_VALUES_MAX)
        return yaml_error(node, "more than %d axes in a variation; remove some", VARIATION_VALUES_MAX);
    v->values[v->count++] = node;
    snprintf(made + used, size - used, "%s%s %s", used ? ", " : "", node->key, text);
    return status_ok();
}

static Status read_one(const YamlNode *map, Variation *v)
{
    char            made[512] = "";
    const char     *name = made;
    const YamlNode *given = NULL;
    *v = (Variation){.node = map};
    if (map->type != YAML_MAP)
        return yaml_error(map, "must be a map from axes to values, for example {scene.stiffness: 1e4}");
    given = yaml_get(map, "name");
    for (int i = 0; i < map->count; i++)
        if (map->children[i] != given)
            TRY(add_value(map->children[i], v, made, sizeof made));
    if (v->count == 0)
        return yaml_error(map, "changes nothing; give an axis and its value");
    TRY(yaml_text(given, &name));
    if (strlen(name) >= sizeof v->name)
        return yaml_error(map, "the name `%s` has more than %zu bytes; give a shorter `name`", name, sizeof v->name - 1);
    if (strpbrk(name, "\t\r\n"))
        return yaml_error(given ? given : map, "contains a tab or line end; write the name on one line");
    strcpy(v->name, name);
    return status_ok();
}

Status variations_read(const YamlNode *experiment, Variation out[VARIATIONS_MAX], int *count)
{
    const YamlNode *list = yaml_get(experiment, "vary");
    *count = 0;
    if (!list)
        return status_ok();
    TRY(yaml_list(list));
    if (list->count > VARIATIONS_MAX)
        return yaml_error(list, "more than %d variations; remove some", VARIATIONS_MAX);
    for (; *count < list->count; ++*count) {
        TRY(read_one(list->children[*count], &out[*count]));
        for (int i = 0; i < *count; i++)
            if (strcmp(out[i].name, out[*count].name) == 0)
                return yaml_error(list->children[*count], "another variation is named `%s`; rename one", out[i].name);
    }
    return status_ok();
}
