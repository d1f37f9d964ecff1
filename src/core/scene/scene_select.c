// Selectors: which particles of a body are pinned, loaded, weighted or attached.
#include <stdlib.h>
#include <string.h>

#include "scene/private/scene_internal.h"

static void add(Selection *selection, int32_t index) // there is room for every particle once
{
    selection->index[selection->count++] = index;
}

Status scene_index(const Body *body, const YamlNode *node, int32_t *out)
{
    const int32_t count = body->mesh.vertex_count;
    int64_t       index = 0;
    TRY(yaml_int(node, INT32_MIN, INT32_MAX, &index));
    if (index < -count || index >= count)
        return yaml_error(node, "particle %lld does not exist; the body has %d, numbered 0 … %d, or −1 … −%d from the end",
                          (long long)index, (int)count, (int)count - 1, (int)count);
    *out = (int32_t)(index < 0 ? count + index : index);
    return status_ok();
}

static Status select_list(const Body *body, const YamlNode *list, bool *seen, Selection *out)
{
    for (int i = 0; i < list->count; i++) {
        int32_t index = 0;
        TRY(scene_index(body, list->children[i], &index));
        if (seen[index])
            return yaml_error(list->children[i], "particle %d is listed twice; remove one", (int)index);
        seen[index] = true;
        add(out, index);
    }
    return status_ok();
}

static Status select_index(const Body *body, const YamlNode *node, Selection *out)
{
    if (node->type != YAML_LIST) {
        int32_t index = 0;
        TRY(scene_index(body, node, &index));
        add(out, index);
        return status_ok();
    }
    bool *seen = calloc((size_t)body->mesh.vertex_count, sizeof *seen);
    if (!seen)
        return status_make(STATUS_MEMORY, "out of memory while selecting particles");
    const Status status = select_list(body, node, seen, out);
    free(seen);
    return status;
}

static Status select_box(const Body *body, const YamlNode *map, Selection *out)
{
    static const char *const KEYS[] = {"min", "max", NULL};
    double                   min[3], max[3];
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_need_vector(map, "min", min));
    TRY(scene_need_vector(map, "max", max));
    for (int k = 0; k < 3; k++)
        if (min[k] > max[k])
            return yaml_error(map, "min %.15g is above max %.15g; swap them", min[k], max[k]);
    for (int32_t i = 0; i < body->mesh.vertex_count; i++) {
        const double *p = body->mesh.position[i];
        bool          inside = true;
        for (int k = 0; k < 3; k++)
            inside = inside && p[k] >= min[k] && p[k] <= max[k];
        if (inside)
            add(out, i);
    }
    return status_ok();
}

static Status select_nearest(const Body *body, const YamlNode *node, Selection *out)
{
    double point[3], best = INFINITY;
    TRY(scene_vector(node, point));
    int32_t nearest = 0;
    for (int32_t i = 0; i < body->mesh.vertex_count; i++) {
        double distance = 0;
        for (int k = 0; k < 3; k++)
            distance += (body->mesh.position[i][k] - point[k]) * (body->mesh.position[i][k] - point[k]);
        if (distance < best) {
            best = distance;
            nearest = i;
        }
    }
    add(out, nearest);
    return status_ok();
}

static Status check_grid(const Body *body, const YamlNode *node)
{
    return body->columns ? status_ok() : yaml_error(node, "applies to grids only (`side` to boxes too); select by index, box or nearest");
}

static Status select_corner(const Body *body, const YamlNode *node, Selection *out)
{
    static const char *const CORNERS[] = {"bottom_left", "bottom_right", "top_left", "top_right", NULL};
    int                      corner = 0;
    TRY(check_grid(body, node));
    TRY(yaml_choice(node, CORNERS, &corner));
    const int32_t column = corner % 2 ? body->columns - 1 : 0, row = corner / 2 ? body->rows - 1 : 0;
    add(out, row * body->columns + column);
    return status_ok();
}

// The outermost `depth` of `count` rows of particles, at the low or the high end.
static bool is_outermost(int32_t at, int32_t count, bool high, int64_t depth)
{
    return (high ? count - 1 - at : at) < depth;
}

// left, right: x; bottom, top: y; back, front: z.
static Status select_box_side(const Body *body, const YamlNode *node, int64_t depth, Selection *out)
{
    static const char *const SIDES[] = {"left", "right", "bottom", "top", "back", "front", NULL};
    int                      side = 0;
    TRY(yaml_choice(node, SIDES, &side));
    for (int32_t i = 0; i < body->mesh.vertex_count; i++) {
        const int32_t at[3] = {i / body->box[2] / body->box[1], i / body->box[2] % body->box[1], i % body->box[2]};
        if (is_outermost(at[side / 2], body->box[side / 2], side % 2, depth))
            add(out, i);
    }
    return status_ok();
}

static Status select_side(const Body *body, const YamlNode *node, Selection *out)
{
    static const char *const SIDES[] = {"bottom", "top", "left", "right", NULL};
    int                      side = 0;
    int64_t                  depth = 1;
    TRY(yaml_int(yaml_get(node->parent, "depth"), 1, INT32_MAX, &depth));
    if (body->box[0])
        return select_box_side(body, node, depth, out);
    TRY(check_grid(body, node));
    TRY(yaml_choice(node, SIDES, &side));
    for (int32_t row = 0; row < body->rows; row++)
        for (int32_t column = 0; column < body->columns; column++) {
            const bool across = side / 2;
            if (is_outermost(across ? column : row, across ? body->columns : body->rows, side % 2, depth))
                add(out, row * body->columns + column);
        }
    return status_ok();
}

// `border` and `all` can only be true.
static Status need_true(const YamlNode *node)
{
    bool is_true = false;
    TRY(yaml_bool(node, &is_true));
    return is_true ? status_ok() : yaml_error(node, "must be true, or another selector");
}

// The vertices of sides with a single face.
static Status select_border(const Body *body, const YamlNode *node, Selection *out)
{
    int32_t *loop = NULL, count = 0;
    TRY(need_true(node));
    TRY(yaml_locate(node, mesh_border(&body->mesh, &loop, &count)));
    for (int32_t i = 0; i < count; i++)
        add(out, loop[i]);
    free(loop);
    return status_ok();
}

static Status select_all(const Body *body, const YamlNode *node, Selection *out)
{
    TRY(need_true(node));
    for (int32_t i = 0; i < body->mesh.vertex_count; i++)
        add(out, i);
    return status_ok();
}

static Status select_by(const Body *body, const YamlNode *map, Selection *out)
{
    static const char *const KEYS[] = {SCENE_SELECTORS, NULL};
    static Status (*const SELECT[])(const Body *, const YamlNode *, Selection *) = {
        select_index, select_box, select_nearest, select_corner, select_side, select_border, select_all};
    const YamlNode *node = NULL;
    int             which = 0;
    TRY(scene_need_one(map, KEYS, &node, &which));
    if (yaml_get(map, "depth") && strcmp(KEYS[which], "side") != 0)
        return yaml_error(yaml_get(map, "depth"), "applies to `side` only (the number of particle rows from it); remove it");
    TRY(SELECT[which](body, node, out));
    return out->count ? status_ok() : yaml_error(node, "selects no particle of the body; change the selector");
}

Status scene_select(const Body *body, const YamlNode *map, Selection *out)
{
    *out = (Selection){.index = calloc((size_t)body->mesh.vertex_count, sizeof *out->index)};
    if (!out->index)
        return status_make(STATUS_MEMORY, "out of memory while selecting particles");
    const Status status = select_by(body, map, out);
    if (status.code != STATUS_OK) {
        free(out->index);
        *out = (Selection){0};
    }
    return status;
}

Status scene_flag(const Body *body, const Selection *picked, bool **flags)
{
    *flags = calloc((size_t)body->mesh.vertex_count, sizeof **flags);
    for (int32_t i = 0; *flags && i < picked->count; i++)
        (*flags)[picked->index[i]] = true;
    return *flags ? status_ok() : status_make(STATUS_MEMORY, "out of memory while selecting particles");
}

Status scene_each(Body *body, const char *key, Status (*read)(Body *, const YamlNode *))
{
    const YamlNode *list = yaml_get(body->node, key);
    TRY(yaml_list(list));
    for (int i = 0; list && i < list->count; i++)
        TRY(read(body, list->children[i]));
    return status_ok();
}

Status scene_each_picked(Body *body, const char *key, const char *const *keys, Status (*apply)(Body *, const YamlNode *, const Selection *))
{
    const YamlNode *list = yaml_get(body->node, key);
    TRY(yaml_list(list));
    for (int i = 0; list && i < list->count; i++) {
        Selection picked;
        TRY(yaml_check_keys(list->children[i], keys));
        TRY(scene_select(body, list->children[i], &picked));
        const Status status = apply(body, list->children[i], &picked);
        free(picked.index);
        TRY(status);
    }
    return status_ok();
}
