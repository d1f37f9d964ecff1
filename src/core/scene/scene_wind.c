// `wind:` of a scene.
#include "scene/private/scene_internal.h"

static Status read_gusts(const YamlNode *map, WindAir *air)
{
    static const char *const KEYS[] = {"strength", "period", NULL};
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_need_real(map, "strength", 0, 100, &air->gust));
    return scene_need_positive(map, "period", &air->gust_period);
}

Status scene_wind(const YamlNode *map, ModelBuilder *builder)
{
    static const char *const KEYS[] = {"velocity", "drag", "lift", "air_density", "gusts", NULL};
    const YamlNode          *gusts = yaml_get(map, "gusts");
    WindAir                  air = {.density = 1.2, .drag = 1};
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_need_vector(map, "velocity", air.velocity));
    TRY(yaml_real(yaml_get(map, "drag"), 0, 1000, &air.drag));
    TRY(yaml_real(yaml_get(map, "lift"), 0, 1000, &air.lift));
    TRY(scene_positive(yaml_get(map, "air_density"), &air.density));
    if (gusts)
        TRY(read_gusts(gusts, &air));
    return yaml_locate(map, model_set_wind(builder, &air));
}
