#include "contact/private/contact_start.h"

#include <stdlib.h>

#include "contact/private/contact_crossings.h"

static Status check_points(const ContactMotion *motion, const State *state)
{
    const Model          *model = motion->model;
    const ContactSurface *surface = model->surface;
    for (int32_t i = 0; i < surface->point_count; i++)
        for (int32_t c = 0; c < motion->colliders; c++) {
            const ColliderWay *way = &motion->collider[c];
            const int32_t      particle = surface->point[i];
            const real4        x = state->position[particle];
            Nearest            at;
            if (x.w > 0 && collider_nearest(way->collider, way->index, &way->to, double4_from(x), 0, &at) && at.distance < 0)
                return status_make(STATUS_INPUT, "particle %d of body %d starts %.3g m inside collider %s; move one of them",
                                   model->user_of[particle], model_body(model, particle), -at.distance, way->collider->name);
        }
    return status_ok();
}

static Status refuse_crossing(const Model *model, const Crossings *found)
{
    const ContactSurface *surface = model->surface;
    const int32_t        *edge = surface->edge[found->edge], *u = model->user_of;
    const int bodies[2] = {model_body(model, edge[0]), model_body(model, surface->rules.planar ? surface->edge[found->triangle][0]
                                                                                               : surface->triangle[found->triangle][0])};
    if (surface->rules.planar) {
        const int32_t *other = surface->edge[found->triangle];
        return status_make(STATUS_INPUT,
                           "the start has %lld places where edges cross, the first between particles %d and %d of body %d and %d and %d of "
                           "body %d; move the bodies apart",
                           (long long)found->count, u[edge[0]], u[edge[1]], bodies[0], u[other[0]], u[other[1]], bodies[1]);
    }
    const int32_t *triangle = surface->triangle[found->triangle];
    return status_make(STATUS_INPUT,
                       "the start has %lld places where an edge goes through a triangle, the first the edge %d %d of body %d through the "
                       "triangle %d %d %d of body %d; move the bodies apart",
                       (long long)found->count, u[edge[0]], u[edge[1]], bodies[0], u[triangle[0]], u[triangle[1]], u[triangle[2]],
                       bodies[1]);
}

static Status check_crossings(const Model *model, const State *state, int threads)
{
    const int32_t n = model->particle_count;
    Crossings     found = {0};
    double4      *x = aligned_alloc(alignof(double4), (size_t)n * sizeof *x);
    if (!x)
        return status_make(STATUS_MEMORY, "out of memory while the start was searched for surfaces that go through each other");
    for (int32_t i = 0; i < n; i++)
        x[i] = double4_from(state->position[i]);
    const Status status = crossings_count(model, x, threads, &found);
    free(x);
    return status.code != STATUS_OK ? status : found.count > 0 ? refuse_crossing(model, &found) : status_ok();
}

// ---- bodies at the same position: surfaces that coincide do not cross, and neither is on a side of the other ----

typedef struct Position {
    double  at[3];
    int32_t particle;
} Position;

static int compare_coordinates(const Position *p, const Position *q)
{
    for (int k = 0; k < 3; k++)
        if (p->at[k] != q->at[k])
            return p->at[k] > q->at[k] ? 1 : -1;
    return 0;
}

static int compare_positions(const void *a, const void *b)
{
    const Position *p = a, *q = b;
    const int       at = compare_coordinates(p, q);
    return at ? at : (p->particle > q->particle) - (p->particle < q->particle);
}

static Status refuse_same_position(const Model *model, const Position *positions, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        const int32_t a = positions[i - 1].particle, b = positions[i].particle;
        if (compare_coordinates(&positions[i - 1], &positions[i]) == 0 && model_body(model, a) != model_body(model, b))
            return status_make(STATUS_INPUT,
                               "particle %d of body %d and particle %d of body %d start at the same position; move the bodies apart",
                               model->user_of[a], model_body(model, a), model->user_of[b], model_body(model, b));
    }
    return status_ok();
}

static Status check_positions(const Model *model, const State *state)
{
    const ContactSurface *surface = model->surface;
    Position             *positions = malloc(((size_t)surface->point_count + 1) * sizeof *positions);
    if (!positions)
        return status_make(STATUS_MEMORY, "out of memory while the start was searched for bodies at the same position");
    for (int32_t i = 0; i < surface->point_count; i++) {
        const double4 x = double4_from(state->position[surface->point[i]]);
        positions[i] = (Position){.at = {x.x, x.y, x.z}, .particle = surface->point[i]};
    }
    qsort(positions, (size_t)surface->point_count, sizeof *positions, compare_positions);
    const Status status = refuse_same_position(model, positions, surface->point_count);
    free(positions);
    return status;
}

Status contact_start_check(ContactMotion *motion, const State *state, int threads)
{
    const Model *model = motion->model;
    const double time = contact_step_begin(motion, state);
    contact_motion_pose(motion, time, time);
    TRY(check_points(motion, state));
    if (!motion->points && !motion->edges)
        return status_ok();
    if (model->surface->rules.bodies)
        TRY(check_positions(model, state));
    return check_crossings(model, state, threads);
}
