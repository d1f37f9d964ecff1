// The mean displacement of all moving particles is subtracted from every displacement, so that bodies that fall or fly together have small
// boxes.
#include "contact/private/contact_motion.h"

#include <float.h>
#include <string.h>

#include "base/team_range.h"
#include "contact/private/contact_elements.h"
#include "model/script.h"

enum { SUM_BLOCK = 1024 }; // particles

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

static double4 displacement(const real4 *from, const real4 *to, int32_t i)
{
    return double4_sub(double4_from(to[i]), double4_from(from[i]));
}

static int32_t sum_blocks(const Model *model)
{
    return (model->particle_count + SUM_BLOCK - 1) / SUM_BLOCK;
}

static void sum_block(const ContactMotion *motion, const real4 *from, const real4 *to, int32_t block)
{
    const int32_t begin = block * SUM_BLOCK, max = begin + SUM_BLOCK, n = motion->model->particle_count, end = max < n ? max : n;
    double4       sum = {0};
    for (int32_t i = begin; i < end; i++)
        if (from[i].w > 0) {
            double4_add_to(&sum, 1, displacement(from, to, i));
            sum.w++;
        }
    motion->block_sum[block] = sum;
}

static double4 mean_displacement(const ContactMotion *motion)
{
    double4 sum = {0};
    for (int32_t b = 0; b < sum_blocks(motion->model); b++) {
        double4_add_to(&sum, 1, motion->block_sum[b]);
        sum.w += motion->block_sum[b].w;
    }
    return double4_scale(sum.w > 0 ? 1 / sum.w : 0, sum);
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

static void box_particle(const ContactMotion *motion, int32_t i, double4 x, double4 way)
{
    const double from[3] = {x.x, x.y, x.z}, along[3] = {way.x, way.y, way.z};
    Box         *box = &motion->particle_box[i];
    for (int k = 0; k < 3; k++) {
        box->low[k] = below(fmin(from[k], from[k] + along[k]));
        box->high[k] = above(fmax(from[k], from[k] + along[k]));
    }
    motion->travel[i] = above(double4_norm(way));
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

static void box_ways(ContactMotion *motion, const real4 *begin, const real4 *end)
{
    const int32_t blocks = sum_blocks(motion->model);
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        sum_block(motion, begin, end, b);
    const double4 mean = mean_displacement(motion);
    TEAM_EACH (i, motion->model->particle_count)
        box_particle(motion, i, double4_from(begin[i]), double4_sub(displacement(begin, end, i), mean));
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
    box_ways(motion, state->position, motion->predicted);
}

void contact_motion_sweep(ContactMotion *motion, const real4 *from, const real4 *to)
{
    box_ways(motion, from, to);
}

void contact_motion_surround(ContactMotion *motion, int32_t particle, double4 x, const Box *region)
{
    const double margin = contact_margin(motion, motion->model->surface->rules.thickness, 0), at[3] = {x.x, x.y, x.z}; // for all boxes
    for (int k = 0; k < 3; k++) {
        motion->particle_box[particle].low[k] = below(at[k] + (double)region->low[k] + margin);
        motion->particle_box[particle].high[k] = above(at[k] + (double)region->high[k] - margin);
    }
    motion->travel[particle] = 0;
}

// The box of an element: around the boxes of its corners, wider by R/2 and the margin.
static GNU_ALWAYS_INLINE Box element_box(const ContactMotion *motion, double thickness, const int32_t *corner, int corners)
{
    Box   box = motion->particle_box[corner[0]];
    float travel = motion->travel[corner[0]];
    for (int j = 1; j < corners; j++) {
        const Box *other = &motion->particle_box[corner[j]];
        for (int k = 0; k < 3; k++) {
            box.low[k] = other->low[k] < box.low[k] ? other->low[k] : box.low[k];
            box.high[k] = other->high[k] > box.high[k] ? other->high[k] : box.high[k];
        }
        travel = motion->travel[corner[j]] > travel ? motion->travel[corner[j]] : travel;
    }
    const double wider = 0.5 * thickness + contact_margin(motion, thickness, (double)travel);
    for (int k = 0; k < 3; k++) {
        box.low[k] = below((double)box.low[k] - wider);
        box.high[k] = above((double)box.high[k] + wider);
    }
    return box;
}

// torn: elements that are torn away, whose boxes overlap nothing; NULL: none.
static GNU_ALWAYS_INLINE void box_elements(const ContactMotion *motion, const int32_t *corner, int corners, int32_t count,
                                           const uint8_t *torn, Box *box)
{
    int32_t from, to;
    team_range(0, count, &from, &to);
    for (int32_t i = from; i < to; i++)
        box[i] = element_box(motion, motion->model->surface->rules.thickness, corner + (ptrdiff_t)i * corners, corners);
    for (int32_t i = from; i < to && torn; i++)
        if (torn[i])
            box[i] = (Box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

void contact_motion_boxes(ContactMotion *motion)
{
    const ContactSurface *surface = motion->model->surface;
    if (motion->points)
        box_elements(motion, surface->point, 1, surface->point_count, NULL, motion->point_box);
    if (motion->triangles)
        box_elements(motion, surface->triangle[0], 3, surface->triangle_count, surface->triangle_torn, motion->triangle_box);
    if (motion->edges)
        box_elements(motion, surface->edge[0], 2, surface->edge_count, surface->edge_torn, motion->edge_box);
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

Status contact_motion_init(const Model *model, const ContactSettings *settings, Arena *arena, ContactMotion *out)
{
    const int32_t         n = model->particle_count;
    const ContactSurface *surface = model->surface;
    const bool            segments = elements_can_meet(model, PAIR_POINT_SEGMENT);
    *out = (ContactMotion){.model = model, .dt = settings->dt, .reach = settings->reach, .not_finite = n};
    out->triangles = elements_can_meet(model, PAIR_POINT_TRIANGLE);
    out->points = out->triangles || segments;
    out->edges = elements_can_meet(model, PAIR_EDGE_EDGE) || segments;
    TRY(ARENA_NEW(arena, sum_blocks(model), &out->block_sum));
    TRY(ARENA_NEW(arena, n, &out->begin));
    TRY(ARENA_NEW(arena, n, &out->predicted));
    TRY(ARENA_NEW(arena, settings->threads, &out->bounds));
    TRY(ARENA_NEW(arena, n, &out->particle_box));
    TRY(ARENA_NEW(arena, n, &out->travel));
    TRY(ARENA_NEW(arena, surface->point_count, &out->point_box));
    TRY(ARENA_NEW(arena, surface->triangle_count, &out->triangle_box));
    TRY(ARENA_NEW(arena, surface->edge_count, &out->edge_box));
    return init_colliders(model, arena, out);
}

Status contact_motion_failed(const ContactMotion *motion)
{
    if (contact_motion_is_finite(motion))
        return status_ok();
    return status_make(STATUS_NUMERIC, "contact: the position or velocity of particle %d is not finite; the previous step diverged",
                       motion->model->user_of[motion->not_finite]);
}
