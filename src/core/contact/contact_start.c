#include "contact/private/contact_start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/private/contact_crossings.h"
#include "contact/private/contact_elements.h"
#include "mesh/mesh.h"

// True if a particle left inside a collider by an earlier run can be kept on its original side, that of the nearest surface. This requires
// that a ball of its depth, and at least of the thickness, touching the surface there fits in.
static bool keeps_side(const ColliderWay *way, const Nearest *at, double thickness)
{
    const double radius = fmax(thickness, -at->distance);
    double4      centre = at->point;
    Nearest      there;
    double4_add_to(&centre, -radius, at->normal);
    return collider_nearest(way->collider, way->index, &way->to, centre, 0, &there) && there.distance <= -0.99 * radius;
}

static bool starts_inside(const ContactMotion *motion, const State *state, real4 x, const ColliderWay *way, Nearest *at)
{
    return x.w > 0 && collider_nearest(way->collider, way->index, &way->to, double4_from(x), 0, at) && at->distance < 0 &&
           !(state->continued && keeps_side(way, at, motion->model->surface->rules.thickness));
}

static Status check_points(const ContactMotion *motion, const State *state)
{
    const Model          *model = motion->model;
    const ContactSurface *surface = model->surface;
    for (int32_t i = 0; i < surface->point_count; i++)
        for (int32_t c = 0; c < motion->colliders; c++) {
            const ColliderWay *way = &motion->collider[c];
            const int32_t      particle = surface->point[i];
            const real4        x = state->position[particle];
            char               text[ELEMENT_TEXT];
            Nearest            at;
            if (starts_inside(motion, state, x, way, &at))
                return status_make(STATUS_INPUT, "%s starts %.3g m inside collider %s%s", elements_text(model, &particle, 1, text),
                                   -at.distance, way->collider->name,
                                   state->continued ? "; its original side cannot be determined; use the state of an earlier step"
                                                    : "; move one of them");
        }
    return status_ok();
}

static Status refuse_crossing(const Model *model, const Crossings *found)
{
    const ContactSurface *surface = model->surface;
    const bool            planar = surface->rules.planar;
    char                  one[ELEMENT_TEXT], other[ELEMENT_TEXT];
    elements_text(model, planar ? surface->edge[found->triangle] : surface->triangle[found->triangle], planar ? 2 : 3, other);
    return status_make(STATUS_INPUT, "at the start an edge passes through %s in %lld places, first %s through %s; move the bodies apart",
                       planar ? "an edge" : "a triangle", (long long)found->count, elements_text(model, surface->edge[found->edge], 2, one),
                       other);
}

static Status check_crossings(const Model *model, const State *state, int threads)
{
    const int32_t n = model->particle_count;
    Crossings     found = {0};
    double4      *x = aligned_alloc(alignof(double4), (size_t)n * sizeof *x);
    if (!x)
        return status_make(STATUS_MEMORY, "out of memory while checking the start for surfaces that cross");
    for (int32_t i = 0; i < n; i++)
        x[i] = double4_from(state->position[i]);
    const Status status = crossings_count(model, x, threads, &found);
    free(x);
    return status.code != STATUS_OK ? status : found.count > 0 ? refuse_crossing(model, &found) : status_ok();
}

// ---- bodies at the same position: coincident surfaces do not cross, and neither is on a side of the other ----

static Status check_positions(const Model *model, const State *state)
{
    const ContactSurface *surface = model->surface;
    Mesh                  points;
    int32_t              *first = NULL;
    char                  one[ELEMENT_TEXT], other[ELEMENT_TEXT];
    TRY(mesh_init(surface->point_count, 0, 0, 0, 0, &points));
    for (int32_t i = 0; i < surface->point_count; i++) {
        const double4 x = double4_from(state->position[surface->point[i]]);
        memcpy(points.position[i], (double[3]){x.x, x.y, x.z}, sizeof points.position[i]);
    }
    Status status = mesh_first_at_position(&points, &first);
    for (int32_t i = 0; i < surface->point_count && status.code == STATUS_OK; i++) {
        const int32_t a = surface->point[first[i]], b = surface->point[i];
        if (model_body(model, a) != model_body(model, b))
            status = status_make(STATUS_INPUT, "%s and %s start at the same position; move the bodies apart",
                                 elements_text(model, &a, 1, one), elements_text(model, &b, 1, other));
    }
    free(first);
    mesh_destroy(&points);
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
