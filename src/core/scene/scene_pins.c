// `pins:` of a body: the pinned particles. Scripts move pins and colliders, and release pins.
#include "scene/private/scene_internal.h"

enum { PARTS_MAX = 64 };

// A script while it is read; `release` must be its last part.
typedef struct Reading {
    ScriptPart parts[PARTS_MAX];
    int32_t    count;
    double     release;
    double     centre[3]; // of the moved pins or collider, at the start
} Reading;

static Status read_times(const YamlNode *map, ScriptPart *part)
{
    int choice = SCRIPT_LINEAR;
    TRY(scene_need_real(map, "to", 0, 1e9, &part->to));
    TRY(yaml_real(yaml_get(map, "from"), 0, 1e9, &part->from));
    if (!(part->to > part->from))
        return yaml_error(yaml_get(map, "to"), "the end time, %.15g s, must be after the start time, %.15g s", part->to, part->from);
    TRY(yaml_choice(yaml_get(map, "ease"), SCRIPT_EASE_NAMES, &choice));
    part->ease = (ScriptEase)choice;
    return status_ok();
}

static Status read_move(const YamlNode *map, const YamlNode *node, Reading *r)
{
    static const char *const KEYS[] = {"move", "from", "to", "ease", NULL};
    ScriptPart              *part = &r->parts[r->count++];
    *part = (ScriptPart){.act = SCRIPT_MOVE};
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_vector(node, part->vector));
    return read_times(map, part);
}

static Status read_turn(const YamlNode *map, const YamlNode *node, Reading *r)
{
    static const char *const KEYS[] = {"rotate", "from", "to", "ease", NULL}, *const TURN_KEYS[] = {"axis", "degrees", "about", NULL};
    static const double RADIANS = 3.14159265358979323846 / 180;
    ScriptPart         *part = &r->parts[r->count++];
    *part = (ScriptPart){.act = SCRIPT_ROTATE, .about = {r->centre[0], r->centre[1], r->centre[2]}};
    TRY(yaml_check_keys(map, KEYS));
    TRY(yaml_check_keys(node, TURN_KEYS));
    TRY(scene_need_vector(node, "axis", part->vector));
    const double *v = part->vector;
    if (!(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] > 1e-24))
        return yaml_error(yaml_get(node, "axis"), "is zero and has no direction; give a nonzero axis");
    TRY(scene_need_real(node, "degrees", -1e6, 1e6, &part->radians));
    part->radians *= RADIANS;
    TRY(scene_vector(yaml_get(node, "about"), part->about));
    return read_times(map, part);
}

static Status read_release(const YamlNode *map, const YamlNode *node, bool last, Reading *r)
{
    static const char *const KEYS[] = {"release", NULL};
    TRY(yaml_check_keys(map, KEYS));
    if (!last)
        return yaml_error(node, "must be the last part of its script, because a released pin no longer follows it");
    return yaml_real(node, 0, 1e9, &r->release);
}

static Status read_part(const YamlNode *map, bool last, Reading *r)
{
    static const char *const PARTS[] = {"move", "rotate", "release", NULL};
    const YamlNode          *node = NULL;
    int                      which = 0;
    if (map->type != YAML_MAP)
        return yaml_error(map, "must be a map with one of the keys move, rotate, release");
    TRY(scene_need_one(map, PARTS, &node, &which));
    if (which == 2)
        return read_release(map, node, last, r);
    if (r->count == PARTS_MAX)
        return yaml_error(map, "is part %d of its script; the maximum is %d parts", PARTS_MAX + 1, PARTS_MAX);
    return which == 0 ? read_move(map, node, r) : read_turn(map, node, r);
}

static void find_centre(const Body *body, const Selection *picked, double centre[3])
{
    for (int k = 0; k < 3; k++) {
        centre[k] = 0;
        for (int32_t i = 0; i < picked->count; i++)
            centre[k] += body->mesh.position[picked->index[i]][k] / picked->count;
    }
}

Status scene_script(const YamlNode *list, const double centre[3], ModelBuilder *builder, int32_t *script)
{
    Reading r = {.release = INFINITY, .centre = {centre[0], centre[1], centre[2]}};
    TRY(yaml_list(list));
    if (list->count == 0)
        return yaml_error(list, "has no parts; remove it if nothing moves");
    for (int i = 0; i < list->count; i++)
        TRY(read_part(list->children[i], i == list->count - 1, &r));
    return yaml_locate(list, model_add_script(builder, r.parts, r.count, r.release, script));
}

// Only the last part of a script can release pins.
static bool is_released(const YamlNode *list)
{
    return list && yaml_get(list->children[list->count - 1], "release");
}

static Status pin_all(Body *body, const YamlNode *map, const Selection *picked)
{
    const YamlNode *list = yaml_get(map, "script");
    int32_t         script = 0;
    double          centre[3];
    find_centre(body, picked, centre);
    if (list)
        TRY(scene_script(list, centre, body->builder, &script));
    for (int32_t i = 0; i < picked->count; i++) {
        const int32_t particle = body->first + picked->index[i];
        TRY(yaml_locate(map, list ? model_pin_scripted(body->builder, particle, script) : model_pin(body->builder, particle)));
        if (!is_released(list))
            body_hold(body, picked->index[i]);
    }
    return status_ok();
}

Status scene_each_pinned(Body *body, Status (*apply)(Body *, const YamlNode *, const Selection *))
{
    static const char *const KEYS[] = {SCENE_SELECTOR_KEYS, "script", NULL};
    return scene_each_picked(body, "pins", KEYS, apply);
}

Status scene_pins(Body *body)
{
    return scene_each_pinned(body, pin_all);
}
