// Loads on the faces of a body, as triangles: the wind of the scene, `pressure:`, and `moments:`.
#include <stdlib.h>

#include "scene/private/scene_internal.h"

// A load on the triangles of a body whose corners are all selected. count: how many there are; they are added where `builder` is not NULL.
typedef struct Loading {
    const Body   *body;
    ModelBuilder *builder;
    const bool   *selected; // [vertex_count]; NULL: all are
    TriangleLoad  load;
    int32_t       count;
} Loading;

static Status add_triangle(void *user, const int32_t corners[3])
{
    Loading *l = user;
    for (int k = 0; l->selected && k < 3; k++)
        if (!l->selected[corners[k] - l->body->first])
            return status_ok();
    l->count++;
    return l->builder ? model_add_triangle_load(l->builder, corners, &l->load) : status_ok();
}

static Status load_all(const Body *body, const TriangleLoad *load)
{
    Loading l = {.body = body, .builder = body->builder, .load = *load};
    return scene_face_triangles(body, add_triangle, &l);
}

static Status press(const Body *body)
{
    const YamlNode *node = yaml_get(body->node, "pressure");
    TriangleLoad    load = {0};
    if (!node)
        return status_ok();
    if (body->mesh.face_count == 0)
        return yaml_error(node, "presses on nothing: the body has no faces");
    TRY(yaml_real(node, -1e15, 1e15, &load.pressure));
    return scene_locate(node, load_all(body, &load));
}

// The moment is shared evenly by the triangles.
static Status share(const YamlNode *map, const double moment[3], Loading *l)
{
    TRY(scene_face_triangles(l->body, add_triangle, l));
    if (!l->count)
        return yaml_error(map, "selects no face of the body, all of whose corners are selected: a moment turns faces");
    for (int k = 0; k < 3; k++)
        l->load.moment[k] = moment[k] / l->count;
    l->builder = l->body->builder;
    return scene_locate(map, scene_face_triangles(l->body, add_triangle, l));
}

static Status turn(Body *body, const YamlNode *map, const Selection *picked)
{
    double moment[3];
    bool  *selected = calloc((size_t)body->mesh.vertex_count, sizeof *selected);
    if (!selected)
        return status_make(STATUS_MEMORY, "out of memory while selecting particles");
    for (int32_t i = 0; i < picked->count; i++)
        selected[picked->index[i]] = true;
    Loading l = {.body = body, .selected = selected};
    Status  status = scene_need_vector(map, "moment", moment);
    if (status.code == STATUS_OK)
        status = share(map, moment, &l);
    free(selected);
    return status;
}

Status scene_surface_loads(Body *body)
{
    static const char *const MOMENT_KEYS[] = {SCENE_SELECTOR_KEYS, "moment", NULL};
    if (model_builder_has_wind(body->builder))
        TRY(load_all(body, &(TriangleLoad){.windy = true}));
    TRY(press(body));
    return scene_each_picked(body, "moments", MOMENT_KEYS, turn);
}
