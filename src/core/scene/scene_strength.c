// Strengths: the stiffness of a constraint and its traits: damping, a force limit, an inequality.
//
// 0 switches damping or limit off, so that a scene parameter can do it.
#include "scene/private/scene_internal.h"

// stiffness: k in N/m, compliance: 1/k in m/N (0 is hard), or hard: true. Infinity when hard.
static Status read_stiffness(const YamlNode *map, double *out)
{
    static const char *const KEYS[] = {"stiffness", "compliance", "hard", NULL};
    const YamlNode          *node = NULL;
    int                      which = 0;
    bool                     hard = false;
    double                   compliance = 0;
    TRY(scene_need_one(map, KEYS, &node, &which));
    if (which == 0)
        return scene_positive(node, out);
    if (which == 1)
        TRY(yaml_real(node, 0, 1e30, &compliance));
    else
        TRY(yaml_bool(node, &hard));
    if (which == 2 && !hard)
        return yaml_error(node, "must be true; for a constraint that is not hard, set stiffness or compliance");
    *out = compliance > 0 ? 1 / compliance : INFINITY;
    return *out < INFINITY || hard || compliance == 0 ? status_ok() : yaml_error(node, "is too small; write 0 for a hard constraint");
}

static Status read_traits(const YamlNode *map, Strength *out)
{
    static const char *const SENSES[] = {"at_least", "at_most", NULL};
    const YamlNode          *inequality = yaml_get(map, "inequality");
    int                      sense = 0;
    TRY(yaml_real(yaml_get(map, "damping"), 0, 1e30, &out->traits.damping));
    TRY(yaml_real(yaml_get(map, "limit"), 0, 1e30, &out->traits.limit));
    if (out->traits.limit == 0)
        out->traits.limit = INFINITY;
    if (!inequality)
        return status_ok();
    TRY(yaml_choice(inequality, SENSES, &sense));
    out->traits.sense = sense == 0 ? SENSE_GREATER_EQUAL : SENSE_LESS_EQUAL;
    return status_ok();
}

Status scene_read_strength(const YamlNode *map, Strength *out)
{
    *out = (Strength){.traits = {.sense = SENSE_EQUAL}};
    TRY(read_stiffness(map, &out->stiffness));
    return read_traits(map, out);
}

Status scene_read_optional_strength(const YamlNode *map, Strength *out)
{
    if (yaml_get(map, "stiffness") || yaml_get(map, "compliance") || yaml_get(map, "hard"))
        return scene_read_strength(map, out);
    *out = (Strength){.traits = {.sense = SENSE_EQUAL}};
    return read_traits(map, out);
}
