#include "contact/private/contact_cores.h"

static Core core_of_box(const Collider *box)
{
    int longest = 0;
    for (int k = 1; k < 3; k++)
        longest = box->half[k] > box->half[longest] ? k : longest;
    const double  second = fmax(box->half[(longest + 1) % 3], box->half[(longest + 2) % 3]), reach = box->half[longest] - second;
    const double4 centre = double4_of(box->point), axis = double4_of(box->axes[longest]);
    return (Core){.ends = reach > 0 ? 2 : 1, .end = {double4_along(centre, -reach, axis), double4_along(centre, reach, axis)}};
}

Core core_of(const Collider *collider)
{
    const double4 point = double4_of(collider->point);
    switch (collider->shape) {
    case COLLIDER_SPHERE:
        return (Core){.ends = 1, .end = {point, point}};
    case COLLIDER_CAPSULE:
        return (Core){.ends = 2, .end = {point, double4_along(point, 1, double4_of(collider->direction))}};
    case COLLIDER_BOX:
        return core_of_box(collider);
    default:
        return (Core){0};
    }
}

PairKind core_kind(const Model *model, const Core *core, CorePart part)
{
    const ContactSurface *surface = model->surface;
    if (part == CORE_LINE)
        return core->ends == 2 && !surface->rules.planar ? PAIR_EDGE_EDGE : PAIR_KINDS;
    return (int)part >= core->ends ? PAIR_KINDS : surface->rules.planar ? PAIR_POINT_SEGMENT : PAIR_POINT_TRIANGLE;
}
