// `wind:` of a scene, and the triangles of its bodies that are exposed to it.
#include "scene/private/scene_internal.h"

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
    return scene_locate(map, model_set_wind(builder, &air));
}

Status scene_feel_wind(const Body *body)
{
    if (!model_builder_has_wind(body->builder))
        return status_ok();
    return scene_face_triangles(body, model_add_wind_triangle);
}
