#include "scene/private/scene_drawing.h"

#include <stdlib.h>

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
    double most = 0;
    for (int k = 0; k < 3; k++)
        most = fmax(most, sqrt(fmax(1 - pow(collider->direction[k], 2), 0)) * (bounds->high[k] - bounds->low[k]));
    return 4 * most / 3 + (model->surface ? 10 * model->surface->rules.thickness : 0);
}

static Status grow(DrawnColliders *out, const ColliderMesh *mesh)
{
    const size_t vertices = (size_t)out->vertex_count + (size_t)mesh->vertex_count;
    const size_t triangles = (size_t)out->triangle_count + (size_t)mesh->triangle_count;
    double(*vertex)[3] = realloc(out->vertex, (vertices + 1) * sizeof *vertex);
    if (vertex)
        out->vertex = vertex;
    int32_t *collider = realloc(out->collider, (vertices + 1) * sizeof *collider);
    if (collider)
        out->collider = collider;
    int32_t(*triangle)[3] = realloc(out->triangle, (triangles + 1) * sizeof *triangle);
    if (triangle)
        out->triangle = triangle;
    return vertex && collider && triangle ? status_ok() : status_make(STATUS_MEMORY, "out of memory for %zu drawn vertices", vertices);
}

static Status append(DrawnColliders *out, const ColliderMesh *mesh, const RigidMap *map, int32_t collider)
{
    TRY(grow(out, mesh));
    for (int32_t i = 0; i < mesh->triangle_count; i++, out->triangle_count++)
        for (int k = 0; k < 3; k++)
            out->triangle[out->triangle_count][k] = out->vertex_count + mesh->triangle[i][k];
    for (int32_t i = 0; i < mesh->vertex_count; i++, out->vertex_count++) {
        out->collider[out->vertex_count] = collider;
        for (int k = 0; k < 3; k++) {
            const double *row = map->matrix[k], *x = mesh->vertex[i];
            out->vertex[out->vertex_count][k] = row[0] * x[0] + row[1] * x[1] + row[2] * x[2] + map->shift[k];
        }
    }
    return status_ok();
}

static Status draw_one(const Model *model, const Bounds *bounds, int32_t which, double time, DrawnColliders *out)
{
    const Collider    *collider = &model->colliders->list[which];
    const ColliderPose pose = collider_pose(model, collider, time);
    const RigidMap     still = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double             centre[3];
    ColliderMesh       mesh = {0};
    for (int k = 0; k < 3; k++)
        centre[k] = (bounds->low[k] + bounds->high[k]) / 2;
    TRY(collider_draw(collider, centre, find_extent(model, collider, bounds), &mesh));
    const Status status = append(out, &mesh, pose.moves ? &pose.map : &still, which);
    collider_mesh_destroy(&mesh);
    return status;
}

Status scene_draw_colliders(const Model *model, const State *state, double time, DrawnColliders *out)
{
    *out = (DrawnColliders){0};
    if (!model->colliders)
        return status_ok();
    const Bounds bounds = find_bounds(model, state);
    Status       status = status_ok();
    for (int32_t i = 0; i < model->colliders->count && status.code == STATUS_OK; i++)
        status = draw_one(model, &bounds, i, time, out);
    if (status.code != STATUS_OK)
        scene_drawing_destroy(out);
    return status;
}

void scene_drawing_destroy(DrawnColliders *drawing)
{
    free(drawing->vertex);
    free(drawing->collider);
    free(drawing->triangle);
    *drawing = (DrawnColliders){0};
}
