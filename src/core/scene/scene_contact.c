// `contact:` of a scene, and the contact surface of its bodies: surfaces of solids, faces of sheets, edges, single particles. A planar
// scene uses the border of faces instead of the faces.
#include <stdlib.h>

#include "mesh/mesh_sides.h"
#include "scene/private/scene_internal.h"

Status scene_contact(const YamlNode *map, ModelBuilder *builder, ContactRules *rules)
{
    static const char *const KEYS[] = {"thickness", "stiffness",   "compliance", "hard",   "friction", "friction_on",
                                       "slip",      "restitution", "self",       "bodies", "planar",   NULL};
    Strength                 strength;
    int                      friction_on = FRICTION_ON_VELOCITY;
    *rules = (ContactRules){.bodies = true};
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_need_positive(map, "thickness", &rules->thickness));
    TRY(scene_read_strength(map, &strength));
    rules->stiffness = strength.stiffness;
    TRY(yaml_real(yaml_get(map, "friction"), 0, 1000, &rules->friction));
    TRY(yaml_choice(yaml_get(map, "friction_on"), FRICTION_ON_NAMES, &friction_on));
    TRY(yaml_real(yaml_get(map, "slip"), 0, 1e6, &rules->slip));
    TRY(yaml_real(yaml_get(map, "restitution"), 0, 1, &rules->restitution));
    rules->friction_on = (FrictionOn)friction_on;
    TRY(yaml_bool(yaml_get(map, "self"), &rules->self));
    TRY(yaml_bool(yaml_get(map, "bodies"), &rules->bodies));
    TRY(yaml_bool(yaml_get(map, "planar"), &rules->planar));
    return yaml_locate(map, model_set_contact(builder, rules));
}

// ---- elements that touch ----

static Status add_edge(const Body *body, const int32_t ends[2])
{
    return model_add_contact_edge(body->builder, (int32_t[2]){body->first + ends[0], body->first + ends[1]});
}

static bool is_clockwise(const Mesh *mesh, int32_t face)
{
    const int32_t *start = &mesh->face_start[face];
    return mesh_signed_area(mesh, mesh->face_vertex + start[0], start[1] - start[0]) < 0;
}

// The sides that only one face has, directed as in the face.
static Status add_border(const Body *body)
{
    MeshSide *sides = NULL;
    int64_t   count = 0;
    TRY(mesh_sides(&body->mesh, &sides, &count));
    Status status = status_ok();
    for (int64_t i = 0, run = 0; i < count && status.code == STATUS_OK; i += run) {
        const bool forward = sides[i].forward != is_clockwise(&body->mesh, sides[i].face);
        run = mesh_side_run(sides, count, i);
        if (run == 1)
            status = add_edge(body, (int32_t[2]){forward ? sides[i].a : sides[i].b, forward ? sides[i].b : sides[i].a});
    }
    free(sides);
    return status;
}

// Particles without a face, line or tetrahedron. The inside of a solid has no contact.
static Status add_loose(const Body *body)
{
    const Mesh *mesh = &body->mesh;
    bool       *used = NULL;
    TRY(mesh_used_vertices(mesh, &used));
    Status status = status_ok();
    for (int32_t i = 0; i < mesh->vertex_count && status.code == STATUS_OK; i++)
        if (!used[i])
            status = model_add_contact_point(body->builder, body->first + i);
    free(used);
    return status;
}

static Status check_plane(const Body *body)
{
    const double z = model_builder_position(body->builder, 0)[2];
    if (body->mesh.tet_count > 0)
        return yaml_error(
            body->node,
            "is a solid, but planar contact supports only points and lines in the plane z = %.15g m; remove the body or `planar`", z);
    for (int32_t i = 0; i < body->mesh.vertex_count; i++)
        if (body->mesh.position[i][2] != z || body->velocity[i][2] != 0)
            return yaml_error(body->node,
                              "particle %d is outside the plane of contact: z = %.15g m, velocity along z %.15g m/s; move it to z = %.15g "
                              "m (that of the first particle), without velocity along z",
                              (int)i, body->mesh.position[i][2], body->velocity[i][2], z);
    return status_ok();
}

static Status add_contact_triangle(void *builder, const int32_t corners[3])
{
    return model_add_contact_triangle(builder, corners);
}

Status scene_touch(const Body *body)
{
    const YamlNode *node = yaml_get(body->node, "contact");
    bool            touches = true;
    if (node && !body->rules)
        return yaml_error(node, "has no effect: the scene has no `contact` rules; add them");
    TRY(yaml_bool(node, &touches));
    if (!body->rules || !touches)
        return status_ok();
    if (body->rules->planar)
        TRY(check_plane(body));
    TRY(yaml_locate(body->node, body->rules->planar ? add_border(body) : scene_face_triangles(body, add_contact_triangle, body->builder)));
    for (int32_t i = 0; i < body->mesh.line_count; i++)
        TRY(yaml_locate(body->node, add_edge(body, body->mesh.line[i])));
    return yaml_locate(body->node, add_loose(body));
}
