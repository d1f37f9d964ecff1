// Loads on the faces of a body, as triangles: the wind of the scene, `pressure:`, `moments:`, and `traction:` of forces.
#include <stdlib.h>
#include <string.h>

#include "scene/private/scene_internal.h"

// A load on the triangles of a body whose corners are all selected. count: their number. They are added if `builder` is not NULL.
typedef struct Loading {
    const Body   *body;
    ModelBuilder *builder;
    bool         *selected; // [vertex_count]; NULL: all are
    TriangleLoad  load;
    double        traction[3]; // N/m² of the area at rest
    int32_t       count;
} Loading;

static bool all_selected(const Loading *l, const int32_t corners[3])
{
    for (int k = 0; l->selected && k < 3; k++)
        if (!l->selected[corners[k] - l->body->first])
            return false;
    return true;
}

static Status add_triangle(void *user, const int32_t corners[3])
{
    Loading *l = user;
    if (!all_selected(l, corners))
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
        return yaml_error(node, "has no effect: the body has no faces; remove it");
    TRY(yaml_real(node, -1e15, 1e15, &load.pressure));
    return yaml_locate(node, load_all(body, &load));
}

// The triangles whose corners are all selected: l->count, and l->selected, which the caller frees.
static Status pick_triangles(const Body *body, const YamlNode *map, const Selection *picked, Loading *l)
{
    *l = (Loading){.body = body};
    TRY(scene_flag(body, picked, &l->selected));
    TRY(scene_face_triangles(body, add_triangle, l));
    l->builder = body->builder;
    return l->count ? status_ok() : yaml_error(map, "selects no face: all corners of a face must be selected; select more particles");
}

// The moment is shared evenly by the triangles.
static Status turn(Body *body, const YamlNode *map, const Selection *picked)
{
    Loading l;
    double  moment[3];
    TRY(scene_need_vector(map, "moment", moment));
    Status status = pick_triangles(body, map, picked, &l);
    for (int k = 0; k < 3 && status.code == STATUS_OK; k++)
        l.load.moment[k] = moment[k] / l.count;
    if (status.code == STATUS_OK)
        status = yaml_locate(map, scene_face_triangles(body, add_triangle, &l));
    free(l.selected);
    return status;
}

static double area_at_rest(const Loading *l, const int32_t corners[3])
{
    double4 x[3];
    for (int k = 0; k < 3; k++)
        x[k] = double4_of(l->body->mesh.position[corners[k] - l->body->first]);
    return double4_triangle_area(x);
}

static Status follow_triangle(void *user, const int32_t corners[3])
{
    Loading *l = user;
    if (!all_selected(l, corners))
        return status_ok();
    for (int k = 0; k < 3; k++)
        l->load.follower[k] = area_at_rest(l, corners) * l->traction[k];
    return model_add_triangle_load(l->builder, corners, &l->load);
}

// A third of its force to each corner.
static Status pull_triangle(void *user, const int32_t corners[3])
{
    const Loading *l = user;
    double         force[3];
    if (!all_selected(l, corners))
        return status_ok();
    const double third = area_at_rest(l, corners) / 3;
    for (int k = 0; k < 3; k++)
        force[k] = third * l->traction[k];
    for (int k = 0; k < 3; k++)
        TRY(model_add_force(l->builder, corners[k], force));
    return status_ok();
}

Status scene_traction(Body *body, const YamlNode *map, const Selection *picked)
{
    Loading l;
    double  traction[3];
    bool    follows = false;
    TRY(yaml_bool(yaml_get(map, "follows"), &follows));
    TRY(scene_need_vector(map, "traction", traction));
    Status status = pick_triangles(body, map, picked, &l);
    memcpy(l.traction, traction, sizeof traction);
    if (status.code == STATUS_OK)
        status = yaml_locate(map, scene_face_triangles(body, follows ? follow_triangle : pull_triangle, &l));
    free(l.selected);
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
