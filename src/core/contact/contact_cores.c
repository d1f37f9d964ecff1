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

// True if the points of a core are deep inside in the rest pose: by half of the shortest half side of the bounding box.
static bool is_deep(const Collider *collider, const ColliderIndex *index, const Core *core, double min)
{
    enum { SAMPLES = 8 };
    const ColliderPose rest = {.moves = false};
    const double4      way = double4_sub(core->end[1], core->end[0]);
    Nearest            at;
    for (int i = 0; i <= SAMPLES; i++)
        if (!collider_nearest(collider, index, &rest, double4_along(core->end[0], (double)i / SAMPLES, way), 0, &at) ||
            at.distance > -0.5 * min)
            return false;
    return true;
}

// The core of a mesh: that of its bounding box, or else the middle of the box, if these are inside.
static Core core_of_mesh(const Collider *collider, const ColliderIndex *index)
{
    Collider box = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double   low[3], high[3];
    collider_mesh_bounds(collider->mesh, low, high);
    for (int k = 0; k < 3; k++) {
        box.point[k] = 0.5 * (low[k] + high[k]);
        box.half[k] = 0.5 * (high[k] - low[k]);
    }
    const double  min = fmin(box.half[0], fmin(box.half[1], box.half[2]));
    const double4 centre = double4_of(box.point);
    const Core    line = core_of_box(&box), middle = {.ends = 1, .end = {centre, centre}};
    return is_deep(collider, index, &line, min) ? line : is_deep(collider, index, &middle, min) ? middle : (Core){0};
}

Core core_of(const Collider *collider, const ColliderIndex *index)
{
    const double4 point = double4_of(collider->point);
    switch (collider->shape) {
    case COLLIDER_SPHERE:
        return (Core){.ends = 1, .end = {point, point}};
    case COLLIDER_CAPSULE:
        return (Core){.ends = 2, .end = {point, double4_along(point, 1, double4_of(collider->direction))}};
    case COLLIDER_BOX:
        return core_of_box(collider);
    case COLLIDER_MESH:
        return core_of_mesh(collider, index);
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
