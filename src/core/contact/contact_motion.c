// The margin of a pair grows with the relative displacement of its elements, so that elements that move together have a small one.
#include "contact/private/contact_motion.h"

#include <float.h>
#include <string.h>

#include "base/team_range.h"
#include "contact/private/contact_elements.h"
#include "model/script.h"

static bool is_finite(real4 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

// y of particles begin … end−1 except those that a script moves; returns the first that is not finite, or particle_count.
static int32_t predict(const Model *model, const State *state, double dt, int32_t begin, int32_t end, real4 *predicted)
{
    const double *g = model->gravity;
    int32_t       bad = model->particle_count;
    for (int32_t i = begin; i < end; i++) {
        const real4   x = state->position[i], v = state->velocity[i];
        const double4 f = model_force(model, i);
        const double  w = (double)x.w, h = w > 0 ? dt : 0;
        predicted[i] = (real4){(real)((double)x.x + h * ((double)v.x + dt * (g[0] + w * f.x))),
                               (real)((double)x.y + h * ((double)v.y + dt * (g[1] + w * f.y))),
                               (real)((double)x.z + h * ((double)v.z + dt * (g[2] + w * f.z))), x.w};
        if (bad > i && !(is_finite(x) && is_finite(v) && is_finite(predicted[i])))
            bad = i;
    }
    return bad;
}

static void predict_pins(const Model *model, double time, int32_t begin, int32_t end, real4 *predicted)
{
    int32_t    pin;
    double4    position;
    ScriptWalk walk = script_walk(model, time, begin);
    while (script_next(&walk, end, &pin, &position))
        predicted[pin] = (real4){(real)position.x, (real)position.y, (real)position.z, predicted[pin].w};
}

// Floats just below and just above.
static float below(double a)
{
    return (float)(a - fabs(a) * 0x1p-23 - (double)FLT_MIN);
}

static float above(double a)
{
    return (float)(a + fabs(a) * 0x1p-23 + (double)FLT_MIN);
}

static Box box_at(double4 x, double wider)
{
    return (Box){{below(x.x - wider), below(x.y - wider), below(x.z - wider)},
                 {above(x.x + wider), above(x.y + wider), above(x.z + wider)}};
}

// ROUNDING covers that of shifts and of their differences. share: of R/2 and the margin.
static void box_particle(const ContactMotion *motion, int32_t i, double4 from, double4 to, double share)
{
    static const double ROUNDING = 0x1p-20;
    const double        thickness = motion->model->surface->rules.thickness, reach = share * motion->reach;
    const double4       way = double4_sub(to, from);
    const double        wider =
        share * (0.5 * thickness + contact_margin(motion, thickness, 0)) + ROUNDING * reach * (fabs(way.x) + fabs(way.y) + fabs(way.z));
    const float x = (float)(reach * way.x), y = (float)(reach * way.y), z = (float)(reach * way.z);
    motion->particle_box.begin[i] = box_at(from, wider);
    motion->particle_box.end[i] = box_at(to, wider);
    motion->particle_box.shift[i] = (Box){{x, y, z}, {x, y, z}};
}

// The bounds of y, for the slabs of the colouring.
static void note_bounds(const ContactMotion *motion, int32_t begin, int32_t end)
{
    Bounds bounds = {.low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}};
    for (int32_t i = begin; i < end; i++) {
        const double y[3] = {(double)motion->predicted[i].x, (double)motion->predicted[i].y, (double)motion->predicted[i].z};
        for (int k = 0; k < 3; k++) {
            bounds.low[k] = y[k] < bounds.low[k] ? y[k] : bounds.low[k];
            bounds.high[k] = y[k] > bounds.high[k] ? y[k] : bounds.high[k];
        }
    }
    motion->bounds[omp_get_thread_num()] = bounds;
}

static void box_ways(ContactMotion *motion, const real4 *begin, const real4 *end, double share)
{
    TEAM_EACH (i, motion->model->particle_count)
        box_particle(motion, i, double4_from(begin[i]), double4_from(end[i]), share);
#pragma omp barrier
}

void contact_motion_predict(ContactMotion *motion, const State *state)
{
    const Model  *model = motion->model;
    const int32_t n = model->particle_count;
    int32_t       from, to;
    team_range(0, n, &from, &to);
    memcpy(motion->begin + from, state->position + from, (size_t)(to - from) * sizeof *motion->begin);
    const int32_t bad = predict(model, state, motion->dt, from, to, motion->predicted);
    predict_pins(model, contact_step_end(motion, state), from, to, motion->predicted);
    note_bounds(motion, from, to);
    if (bad < n) {
#pragma omp critical
        motion->not_finite = bad < motion->not_finite ? bad : motion->not_finite;
    }
#pragma omp barrier
    box_ways(motion, state->position, motion->predicted, 1);
}

void contact_motion_sweep(ContactMotion *motion, const real4 *from, const real4 *to, double share)
{
    box_ways(motion, from, to, share);
}

void contact_motion_surround(ContactMotion *motion, int32_t particle, double4 x, const Box *region)
{
    const double wider = 0.5 * motion->model->surface->rules.thickness, at[3] = {x.x, x.y, x.z};
    Box          box;
    for (int k = 0; k < 3; k++) {
        box.low[k] = below(at[k] + (double)region->low[k] - wider);
        box.high[k] = above(at[k] + (double)region->high[k] + wider);
    }
    motion->particle_box.begin[particle] = box;
}

// Around the boxes of the corners of an element.
static GNU_ALWAYS_INLINE Box element_box(const Box *particle, const int32_t *corner, int corners)
{
    Box box = particle[corner[0]];
    for (int j = 1; j < corners; j++)
        for (int k = 0; k < 3; k++) {
            const Box *other = &particle[corner[j]];
            box.low[k] = other->low[k] < box.low[k] ? other->low[k] : box.low[k];
            box.high[k] = other->high[k] > box.high[k] ? other->high[k] : box.high[k];
        }
    return box;
}

static const Box NOWHERE = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}; // overlaps nothing

// torn: elements that are torn away; NULL: none.
static GNU_ALWAYS_INLINE void box_elements(const ContactMotion *motion, const int32_t *corner, int corners, int32_t count,
                                           const uint8_t *torn, bool moving, const ElementBoxes *out)
{
    const ElementBoxes *in = &motion->particle_box;
    TEAM_EACH (i, count) {
        const int32_t *own = corner + (ptrdiff_t)i * corners;
        out->begin[i] = torn && torn[i] ? NOWHERE : element_box(in->begin, own, corners);
        if (!moving)
            continue;
        out->end[i] = element_box(in->end, own, corners);
        out->shift[i] = element_box(in->shift, own, corners);
    }
}

void contact_motion_boxes(ContactMotion *motion, bool moving)
{
    const ContactSurface *surface = motion->model->surface;
    if (motion->points)
        box_elements(motion, surface->point, 1, surface->point_count, NULL, moving, &motion->point_box);
    if (motion->triangles)
        box_elements(motion, surface->triangle[0], 3, surface->triangle_count, surface->triangle_torn, moving, &motion->triangle_box);
    if (motion->edges)
        box_elements(motion, surface->edge[0], 2, surface->edge_count, surface->edge_torn, moving, &motion->edge_box);
#pragma omp barrier
}

// ---- colliders ----

void contact_motion_begin(ContactMotion *motion, const State *state)
{
    motion->not_finite = motion->model->particle_count;
    motion->begin_time = contact_step_begin(motion, state);
    contact_motion_pose(motion, motion->begin_time, contact_step_end(motion, state));
}

void contact_motion_pose(ContactMotion *motion, double from, double to)
{
    for (int32_t c = 0; c < motion->colliders; c++) {
        ColliderWay *way = &motion->collider[c];
        way->from = collider_pose(motion->model, way->collider, from);
        way->to = collider_pose(motion->model, way->collider, to);
    }
}

bool contact_motion_is_scripted(const ContactMotion *motion)
{
    for (int32_t c = 0; c < motion->colliders; c++)
        if (motion->collider[c].collider->script >= 0)
            return true;
    return false;
}

// ---- memory ----

static Status init_colliders(const Model *model, Arena *arena, ContactMotion *out)
{
    const Collider *list = model->colliders ? model->colliders->list : NULL;
    out->colliders = model->colliders ? model->colliders->count : 0;
    TRY(ARENA_NEW(arena, out->colliders, &out->collider));
    for (int32_t c = 0; list && c < out->colliders; c++) {
        ColliderIndex *index;
        TRY(collider_index_create(&list[c], arena, &index));
        out->collider[c] = (ColliderWay){.collider = &list[c], .index = index};
    }
    return status_ok();
}

static Status init_boxes(int32_t count, Arena *arena, ElementBoxes *out)
{
    TRY(ARENA_NEW(arena, count, &out->begin));
    TRY(ARENA_NEW(arena, count, &out->end));
    return ARENA_NEW(arena, count, &out->shift);
}

Status contact_motion_init(const Model *model, const ContactSettings *settings, Arena *arena, ContactMotion *out)
{
    const int32_t         n = model->particle_count;
    const ContactSurface *surface = model->surface;
    const bool            segments = elements_can_meet(model, PAIR_POINT_SEGMENT);
    *out = (ContactMotion){.model = model, .dt = settings->dt, .reach = settings->reach, .not_finite = n};
    out->triangles = elements_can_meet(model, PAIR_POINT_TRIANGLE);
    out->points = out->triangles || segments;
    out->edges = elements_can_meet(model, PAIR_EDGE_EDGE) || segments;
    TRY(ARENA_NEW(arena, n, &out->begin));
    TRY(ARENA_NEW(arena, n, &out->predicted));
    TRY(ARENA_NEW(arena, settings->threads, &out->bounds));
    TRY(init_boxes(n, arena, &out->particle_box));
    TRY(init_boxes(surface->point_count, arena, &out->point_box));
    TRY(init_boxes(surface->triangle_count, arena, &out->triangle_box));
    TRY(init_boxes(surface->edge_count, arena, &out->edge_box));
    return init_colliders(model, arena, out);
}

Status contact_motion_failed(const ContactMotion *motion)
{
    if (contact_motion_is_finite(motion))
        return status_ok();
    return status_make(STATUS_NUMERIC, "contact: the position or velocity of particle %d is not finite; the previous step diverged",
                       motion->model->user_of[motion->not_finite]);
}
