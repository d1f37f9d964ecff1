// `wind:` of a scene, and the triangles of its bodies that feel it.
#include <stdlib.h>

#include "scene/scene_internal.h"

static Status read_gusts(const YamlNode *map, WindAir *air)
{
    static const char *const KEYS[] = {"strength", "period", NULL};
    const YamlNode          *strength = NULL, *period = NULL;
    TRY(yaml_check_keys(map, KEYS));
    TRY(yaml_need(map, "strength", &strength));
    TRY(yaml_need(map, "period", &period));
    TRY(yaml_real(strength, 0, 100, &air->gust));
    return scene_positive(period, &air->gust_period);
}

Status scene_wind(const YamlNode *map, ModelBuilder *builder)
{
    static const char *const KEYS[] = {"velocity", "drag", "lift", "air_density", "gusts", NULL};
    const YamlNode *velocity = NULL, *drag = yaml_get(map, "drag"), *lift = yaml_get(map, "lift"), *density = yaml_get(map, "air_density");
    const YamlNode *gusts = yaml_get(map, "gusts");
    WindAir         air = {.density = 1.2, .drag = 1};
    TRY(yaml_check_keys(map, KEYS));
    TRY(yaml_need(map, "velocity", &velocity));
    TRY(scene_vector(velocity, air.velocity));
    if (drag)
        TRY(yaml_real(drag, 0, 1000, &air.drag));
    if (lift)
        TRY(yaml_real(lift, 0, 1000, &air.lift));
    if (density)
        TRY(scene_positive(density, &air.density));
    if (gusts)
        TRY(read_gusts(gusts, &air));
    return scene_place(map, model_set_wind(builder, &air));
}

static Status add_triangle(const Body *body, int32_t a, int32_t b, int32_t c)
{
    const int32_t corners[3] = {body->first + a, body->first + b, body->first + c};
    return model_add_wind_triangle(body->builder, corners);
}

// Polygons are cut into triangles from their first corner.
static Status add_faces(const Body *body)
{
    const Mesh *mesh = &body->mesh;
    for (int32_t face = 0; face < mesh->face_count; face++)
        for (int32_t k = mesh->face_start[face] + 2; k < mesh->face_start[face + 1]; k++)
            TRY(add_triangle(body, mesh->face_vertex[mesh->face_start[face]], mesh->face_vertex[k - 1], mesh->face_vertex[k]));
    return status_ok();
}

static Status add_surface(const Body *body)
{
    int32_t(*triangles)[3] = NULL, count = 0;
    Status status = mesh_surface(&body->mesh, &triangles, &count);
    for (int32_t i = 0; i < count && status.code == STATUS_OK; i++)
        status = add_triangle(body, triangles[i][0], triangles[i][1], triangles[i][2]);
    free(triangles);
    return status;
}

Status scene_feel_wind(const Body *body)
{
    if (!model_builder_has_wind(body->builder))
        return status_ok();
    return body->mesh.tet_count > 0 ? add_surface(body) : add_faces(body);
}
