#include "scene/private/scene_drawing.h"

#include <string.h>

#include "contact/collider_near.h"

typedef struct Bounds {
    double low[3], high[3];
} Bounds;

static void take(Bounds *bounds, const double x[3])
{
    for (int k = 0; k < 3; k++) {
        bounds->low[k] = fmin(bounds->low[k], x[k]);
        bounds->high[k] = fmax(bounds->high[k], x[k]);
    }
}

static Bounds find_bounds(const Model *model, const State *state)
{
    const double4 *rest = model->surface ? model->surface->rest : NULL;
    Bounds         bounds = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int32_t i = 0; i < state->particle_count; i++) {
        const double4 now = double4_from(state->position[i]);
        take(&bounds, (double[3]){now.x, now.y, now.z});
        if (rest)
            take(&bounds, (double[3]){rest[i].x, rest[i].y, rest[i].z});
    }
    return bounds;
}

// The side of the square of a plane: a third more than the bounds extend along the plane.
static double find_extent(const Model *model, const Collider *collider, const Bounds *bounds)
{
    double max = 0;
    for (int k = 0; k < 3; k++)
        max = fmax(max, sqrt(fmax(1 - pow(collider->direction[k], 2), 0)) * (bounds->high[k] - bounds->low[k]));
    return 4 * max / 3 + (model->surface ? 10 * model->surface->rules.thickness : 0);
}

static Status draw_one(const Model *model, const Bounds *bounds, int32_t which, double time, Arena *arena, ColliderMesh *out)
{
    const Collider    *collider = &model->colliders->list[which];
    const ColliderPose pose = collider_pose(model, collider, time);
    double             centre[3];
    for (int k = 0; k < 3; k++)
        centre[k] = (bounds->low[k] + bounds->high[k]) / 2;
    TRY(collider_draw(collider, centre, find_extent(model, collider, bounds), arena, out));
    for (int32_t i = 0; i < out->vertex_count; i++) {
        const double4 at = double4_of(out->vertex[i]), x = pose.moves ? rigid_map_apply(&pose.map, at) : at;
        memcpy(out->vertex[i], (double[3]){x.x + 0.0, x.y + 0.0, x.z + 0.0}, sizeof out->vertex[i]); // −0 becomes 0
    }
    return status_ok();
}

Status scene_draw_colliders(const Model *model, const State *state, double time, Arena *arena, DrawnColliders *out)
{
    *out = (DrawnColliders){0};
    if (!model->colliders)
        return status_ok();
    out->count = model->colliders->count;
    TRY(ARENA_NEW(arena, out->count, &out->mesh));
    const Bounds bounds = find_bounds(model, state);
    for (int32_t i = 0; i < out->count; i++) {
        TRY(draw_one(model, &bounds, i, time, arena, &out->mesh[i]));
        out->vertex_count += out->mesh[i].vertex_count;
        out->triangle_count += out->mesh[i].triangle_count;
    }
    return status_ok();
}
