// Reads axes from YAML and from --set.
#include "experiment/private/axes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char *const SIZES[] = {"quick", "full", NULL};

// The value of a key in the given size: a map from sizes to values is replaced by the value of that size.
static Status choose_size(const YamlNode *node, const char *size, const YamlNode **out)
{
    *out = node;
    if (node->type != YAML_MAP)
        return status_ok();
    TRY(yaml_check_keys(node, SIZES));
    *out = yaml_get(node, size);
    return *out ? status_ok() : yaml_error(node, "has no value for size `%s`; add `%s:`", size, size);
}

Axis *axes_find(Axes *axes, const char *name)
{
    for (int i = 0; i < axes->count; i++)
        if (strcmp(axes->axes[i].name, name) == 0)
            return &axes->axes[i];
    return NULL;
}

static void free_axis(Axis *axis)
{
    free((void *)axis->values);
    free((void *)axis->nodes);
    free(axis->text);
    *axis = (Axis){0};
}

void axes_destroy(Axes *axes)
{
    for (int i = 0; i < axes->count; i++)
        free_axis(&axes->axes[i]);
    axes->count = 0;
}

// An empty axis of that name, in its own group; replaces an axis of the same name.
static Axis *new_axis(Axes *axes, const char *name, int room)
{
    Axis *axis = axes_find(axes, name);
    if (axis)
        free_axis(axis);
    else if (axes->count < AXES_MAX)
        axis = &axes->axes[axes->count++];
    else
        return NULL;
    *axis = (Axis){.group = (int)(axis - axes->axes), .set = -1};
    snprintf(axis->name, sizeof axis->name, "%s", name);
    axis->values = (const char **)calloc((size_t)room, sizeof *axis->values);
    axis->nodes = (const YamlNode **)calloc((size_t)room, sizeof *axis->nodes);
    return axis;
}

static Status too_many_axes(const char *name)
{
    return status_make(STATUS_INPUT, "axis `%.60s` is too many: a block has at most %d axes; use two blocks", name, AXES_MAX);
}

static Status out_of_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the axes of an experiment");
}

static Status add_one(Axes *axes, const YamlNode *entry, const char *size, AxisSource source)
{
    const YamlNode *value = NULL;
    TRY(choose_size(entry, size, &value));
    if (strlen(entry->key) >= AXIS_NAME_MAX)
        return yaml_error(entry, "is not a valid name of an axis");
    if (value->type == YAML_LIST && value->count == 0)
        return yaml_error(value, "an axis needs at least one value");
    const int room = value->type == YAML_LIST ? value->count : 1;
    Axis     *axis = new_axis(axes, entry->key, room);
    if (!axis)
        return yaml_error(entry, "%s", too_many_axes(entry->key).text);
    if (!axis->values || !axis->nodes)
        return out_of_memory();
    axis->source = source;
    axis->node = entry;
    for (int i = 0; i < room; i++) {
        axis->nodes[i] = value->type == YAML_LIST ? value->children[i] : value;
        TRY(yaml_text(axis->nodes[i], &axis->values[i]));
        axis->count = i + 1;
    }
    return status_ok();
}

Status axes_add(Axes *axes, const YamlNode *map, const char *size, AxisSource source)
{
    if (map->type != YAML_MAP)
        return yaml_error(map, "must be a map from names to values");
    for (int i = 0; i < map->count; i++)
        if (source != AXIS_DEFAULT || !axes_find(axes, map->children[i]->key))
            TRY(add_one(axes, map->children[i], size, source));
    return status_ok();
}

Status axes_add_set(Axes *axes, const char *name, const char *values, int set)
{
    int room = 1;
    for (const char *c = values; *c; c++)
        room += *c == ',';
    Axis *axis = new_axis(axes, name, room);
    if (!axis)
        return too_many_axes(name);
    axis->text = strdup(values);
    if (!axis->values || !axis->nodes || !axis->text)
        return out_of_memory();
    axis->source = AXIS_SET;
    axis->set = set;
    for (char *rest = axis->text, *value = NULL; (value = strsep(&rest, ","));) {
        if (!*value)
            return status_make(STATUS_USAGE, "--set %s: a value is empty; write --set %s=value,value", name, name);
        axis->values[axis->count++] = value;
    }
    return status_ok();
}

static Status join(Axes *axes, const YamlNode *group)
{
    TRY(yaml_list(group));
    Axis *first = NULL;
    for (int i = 0; i < group->count; i++) {
        const char *name = NULL;
        TRY(yaml_text(group->children[i], &name));
        Axis *axis = axes_find(axes, name);
        if (!axis) {
            const char *names[AXES_MAX];
            for (int n = 0; n < axes->count; n++)
                names[n] = axes->axes[n].name;
            return yaml_error(group->children[i], "%s",
                              text_not_among(name, names, (size_t)axes->count, "the block has no axis `%.60s`", name).text);
        }
        if (axis->source == AXIS_SET)
            continue;
        if (axis->zipped)
            return yaml_error(group->children[i], "axis `%s` is zipped twice; remove one", axis->name);
        axis->zipped = true;
        if (first && axis->count != first->count)
            return yaml_error(group, "zipped axes must have the same number of values: `%s` has %d, `%s` has %d", first->name, first->count,
                              axis->name, axis->count);
        first = first ? first : axis;
        axis->group = first->group;
    }
    return status_ok();
}

Status axes_zip(Axes *axes, const YamlNode *zip)
{
    TRY(yaml_list(zip));
    for (int i = 0; i < zip->count; i++)
        TRY(join(axes, zip->children[i]));
    return status_ok();
}

Status axes_error(const Axis *axis, int value, Status status)
{
    Status result = axis->source == AXIS_SET ? status_prefix(status, "--set %s=%s", axis->name, axis->values[value])
                                             : yaml_error(axis->nodes[value], "%s", status.text);
    result.code = status.code;
    return result;
}
