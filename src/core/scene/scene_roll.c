// Rolls a flat body onto a cylinder. `roll` of a transform sets the start of a body; `rolled` of elements sets the shape for measuring rest
// angles.
#include "scene/private/scene_internal.h"

Status scene_read_roll(const YamlNode *map, bool part, SceneRoll *out)
{
    static const char *const WHOLE[] = {"radius", "along", "towards", NULL}, *const PART[] = {"radius", "along",   "towards",
                                                                                              "from",   "degrees", NULL};
    static const double RADIANS = 3.14159265358979323846 / 180;
    double              across = 0;
    *out = (SceneRoll){.from = -INFINITY, .to = INFINITY};
    TRY(yaml_check_keys(map, part ? PART : WHOLE));
    TRY(scene_need_positive(map, "radius", &out->radius));
    TRY(scene_need_direction(map, "along", out->along));
    TRY(scene_need_direction(map, "towards", out->towards));
    for (int k = 0; k < 3; k++)
        across += out->along[k] * out->towards[k];
    if (!(fabs(across) <= 1e-9))
        return yaml_error(map, "`along` and `towards` are not perpendicular; change one of them");
    if (yaml_get(map, "degrees")) {
        double degrees = 0;
        TRY(scene_need_real(map, "degrees", 0, 36000, &degrees));
        TRY(scene_need_real(map, "from", -1e12, 1e12, &out->from));
        out->to = out->from + degrees * RADIANS * out->radius;
    } else if (yaml_get(map, "from")) {
        return yaml_error(yaml_get(map, "from"), "requires `degrees`; give both or neither");
    }
    return status_ok();
}

void scene_roll(const SceneRoll *roll, const double p[3], double out[3])
{
    const double *u = roll->along, *n = roll->towards, begin = isfinite(roll->from) ? roll->from : 0;
    const double  s = u[0] * p[0] + u[1] * p[1] + u[2] * p[2], height = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
    const double  arc = fmin(fmax(s, roll->from), roll->to) - begin, rest = s - begin - arc, turn = arc / roll->radius;
    const double  r = roll->radius - height, along = begin + r * sin(turn) + rest * cos(turn),
                 up = roll->radius - r * cos(turn) + rest * sin(turn);
    for (int k = 0; k < 3; k++)
        out[k] = p[k] + (along - s) * u[k] + (up - height) * n[k];
}
