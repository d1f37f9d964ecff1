// `colliders:` of a scene: rigid shapes that bodies touch, and the scripts that move them.
#include <stdio.h>
#include <string.h>

#include "scene/private/scene_internal.h"

// A collider while it is read; freed when the builder has its copy.
typedef struct Reading {
    const YamlNode *map; // its entry
    SceneFiles     *files;
    Collider        collider;
    ColliderMesh    mesh;
    Arena           arena;     // of the mesh
    double          centre[3]; // of the rotations of its script; NaN: the collider's point
} Reading;

// ---- shapes ----

static Status read_plane(Reading *r, const YamlNode *map)
{
    static const char *const KEYS[] = {"point", "normal", NULL};
    double                  *n = r->collider.direction;
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_need_vector(map, "point", r->collider.point));
    return scene_need_direction(map, "normal", n); // out of the half space
}

static Status read_sphere(Reading *r, const YamlNode *map)
{
    static const char *const KEYS[] = {"centre", "radius", NULL};
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_need_vector(map, "centre", r->collider.point));
    TRY(scene_need_positive(map, "radius", &r->collider.radius));
    return status_ok();
}

static Status read_box(Reading *r, const YamlNode *map)
{
    static const char *const KEYS[] = {"centre", "size", "rotate", NULL};
    const YamlNode          *size = NULL, *rotate = yaml_get(map, "rotate");
    double                   matrix[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_need_vector(map, "centre", r->collider.point));
    TRY(yaml_need(map, "size", &size));
    TRY(yaml_reals(size, 3, r->collider.half));
    for (int k = 0; k < 3; k++) {
        TRY(scene_positive(size->children[k], &r->collider.half[k]));
        r->collider.half[k] /= 2;
    }
    if (rotate)
        TRY(scene_rotation(rotate, matrix));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            r->collider.axes[k][i] = matrix[i][k];
    return status_ok();
}

static Status read_capsule(Reading *r, const YamlNode *map)
{
    static const char *const KEYS[] = {"from", "to", "radius", NULL};
    double                   to[3];
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_need_vector(map, "from", r->collider.point));
    TRY(scene_need_vector(map, "to", to));
    TRY(scene_need_positive(map, "radius", &r->collider.radius));
    for (int k = 0; k < 3; k++) {
        r->collider.direction[k] = to[k] - r->collider.point[k];
        r->centre[k] = (to[k] + r->collider.point[k]) / 2;
    }
    return status_ok();
}

// The transformed mesh; a script rotates it about the centre of its bounding box.
static Status read_mesh(Reading *r, const YamlNode *node)
{
    double low[3], high[3];
    TRY(scene_collider_mesh(r->files, node, yaml_get(r->map, "transform"), &r->arena, &r->mesh));
    collider_mesh_bounds(&r->mesh, low, high);
    for (int k = 0; k < 3; k++)
        r->centre[k] = (low[k] + high[k]) / 2;
    r->collider.mesh = &r->mesh;
    return status_ok();
}

// ---- a collider ----

static Status read_script(Reading *r, const YamlNode *list, ModelBuilder *builder)
{
    for (int i = 0; i < list->count; i++) {
        const YamlNode *release = yaml_get(list->children[i], "release");
        if (release)
            return yaml_error(release, "applies to pins only; remove it from the collider's script");
    }
    return scene_script(list, isnan(r->centre[0]) ? r->collider.point : r->centre, builder, &r->collider.script);
}

static Status read_name(Reading *r, const char *shape)
{
    const YamlNode *node = yaml_get(r->map, "name");
    const char     *name = NULL;
    snprintf(r->collider.name, sizeof r->collider.name, "%s %d", shape, r->map->index);
    TRY(yaml_text(node, &name));
    if (!name)
        return status_ok();
    if (strlen(name) >= sizeof r->collider.name)
        return yaml_error(node, "is longer than %zu bytes; shorten the name", sizeof r->collider.name - 1);
    snprintf(r->collider.name, sizeof r->collider.name, "%s", name);
    return status_ok();
}

static Status read_collider(Reading *r, ModelBuilder *builder)
{
    static const char *const KEYS[] = {"name",      "plane",    "sphere",      "box",    "capsule", "mesh",
                                       "transform", "friction", "restitution", "script", NULL};
    static Status (*const READ[])(Reading *, const YamlNode *) = {[COLLIDER_PLANE] = read_plane,
                                                                  [COLLIDER_SPHERE] = read_sphere,
                                                                  [COLLIDER_BOX] = read_box,
                                                                  [COLLIDER_CAPSULE] = read_capsule,
                                                                  [COLLIDER_MESH] = read_mesh};
    const YamlNode *shape = NULL, *transform = yaml_get(r->map, "transform"), *script = yaml_get(r->map, "script");
    int             which = 0;
    TRY(yaml_check_keys(r->map, KEYS));
    TRY(scene_need_one(r->map, COLLIDER_SHAPE_NAMES, &shape, &which));
    if (transform && which != COLLIDER_MESH)
        return yaml_error(transform, "applies to meshes only; set the position of the %s in its own map", COLLIDER_SHAPE_NAMES[which]);
    r->collider.shape = (ColliderShape)which;
    TRY(read_name(r, COLLIDER_SHAPE_NAMES[which]));
    TRY(READ[which](r, shape));
    TRY(yaml_real(yaml_get(r->map, "friction"), 0, 1000, &r->collider.friction));
    TRY(yaml_real(yaml_get(r->map, "restitution"), 0, 1, &r->collider.restitution));
    if (script)
        TRY(read_script(r, script, builder));
    return yaml_locate(r->map, model_add_collider(builder, &r->collider));
}

Status scene_colliders(const YamlNode *list, SceneFiles *files, ModelBuilder *builder)
{
    TRY(yaml_list(list));
    for (int i = 0; i < list->count; i++) {
        Reading      r = {.map = list->children[i],
                          .files = files,
                          .collider = {.friction = NAN, .restitution = NAN, .script = -1},
                          .centre = {NAN, NAN, NAN}};
        const Status status = read_collider(&r, builder);
        arena_destroy(&r.arena);
        TRY(status);
    }
    return status_ok();
}
