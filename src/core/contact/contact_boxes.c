// What moves in a step, as boxes: of particles around the way from x_n to y = x_n + Δt v + Δt² a, of the surface's elements around those of
// their corners. The mean way of all that moves is taken off everything, so that what falls or flies together has small boxes.
#include <float.h>

#include "contact/private/contacts_internal.h"
#include "model/script.h"

enum { SUM_BLOCK = 1024 }; // particles

static bool is_finite(real4 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

// y of particles begin … end−1, those that a script holds left out; the first of them that is not finite.
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
    double4    place;
    ScriptWalk walk = script_walk(model, time, begin);
    while (script_next(&walk, end, &pin, &place))
        predicted[pin] = (real4){(real)place.x, (real)place.y, (real)place.z, predicted[pin].w};
}

static double4 way_of(const ContactWork *work, const State *state, int32_t i)
{
    return double4_sub(double4_from(work->predicted[i]), double4_from(state->position[i]));
}

static void sum_block(const Model *model, const ContactWork *work, const State *state, int32_t block)
{
    const int32_t begin = block * SUM_BLOCK, most = begin + SUM_BLOCK, end = most < model->particle_count ? most : model->particle_count;
    double4       sum = {0};
    for (int32_t i = begin; i < end; i++)
        if (state->position[i].w > 0) {
            double4_add_to(&sum, 1, way_of(work, state, i));
            sum.w++;
        }
    work->block_sum[block] = sum;
}

static double4 mean_way(const Model *model, const ContactWork *work)
{
    const int32_t blocks = (model->particle_count + SUM_BLOCK - 1) / SUM_BLOCK;
    double4       sum = {0};
    for (int32_t b = 0; b < blocks; b++) {
        double4_add_to(&sum, 1, work->block_sum[b]);
        sum.w += work->block_sum[b].w;
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

static void box_particle(const ContactWork *work, int32_t i, double4 x, double4 way)
{
    const double from[3] = {x.x, x.y, x.z}, along[3] = {way.x, way.y, way.z};
    Box         *box = &work->particle_box[i];
    for (int k = 0; k < 3; k++) {
        box->low[k] = below(fmin(from[k], from[k] + along[k]));
        box->high[k] = above(fmax(from[k], from[k] + along[k]));
    }
    work->travel[i] = above(double4_norm(way));
}

// Of y, which slabs of colours are cut by.
static void note_bounds(const ContactWork *work, int32_t begin, int32_t end)
{
    Bounds bounds = {.low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}};
    for (int32_t i = begin; i < end; i++) {
        const double y[3] = {(double)work->predicted[i].x, (double)work->predicted[i].y, (double)work->predicted[i].z};
        for (int k = 0; k < 3; k++) {
            bounds.low[k] = y[k] < bounds.low[k] ? y[k] : bounds.low[k];
            bounds.high[k] = y[k] > bounds.high[k] ? y[k] : bounds.high[k];
        }
    }
    work->bounds[omp_get_thread_num()] = bounds;
}

void contact_boxes_move(Contacts *contacts, const State *state)
{
    const Model  *model = contacts->model;
    ContactWork  *work = contacts->work;
    const int32_t n = model->particle_count, blocks = (n + SUM_BLOCK - 1) / SUM_BLOCK;
    int32_t       from, to;
    team_range(0, n, &from, &to);
    const int32_t bad = predict(model, state, work->settings.dt, from, to, work->predicted);
    predict_pins(model, contacts_end(contacts, state), from, to, work->predicted);
    note_bounds(work, from, to);
    if (bad < n) {
#pragma omp critical
        work->failure.not_finite = bad < work->failure.not_finite ? bad : work->failure.not_finite;
    }
#pragma omp barrier
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        sum_block(model, work, state, b);
    const double4 mean = mean_way(model, work);
    for (int32_t i = from; i < to; i++)
        box_particle(work, i, double4_from(state->position[i]), double4_sub(way_of(work, state, i), mean));
#pragma omp barrier
}

void contact_boxes_stand(Contacts *contacts, const State *state)
{
    int32_t from, to;
    team_range(0, contacts->model->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++)
        box_particle(contacts->work, i, double4_from(state->position[i]), (double4){0});
#pragma omp barrier
}

int32_t contact_boxes_blocks(int32_t particles)
{
    return (particles + SUM_BLOCK - 1) / SUM_BLOCK;
}

// The box of an element: of its corners, wider by R/2 and the slack.
static Box box_around(const ContactWork *work, double thickness, const int32_t *corner, int corners)
{
    Box   box = work->particle_box[corner[0]];
    float travel = work->travel[corner[0]];
    for (int j = 1; j < corners; j++) {
        const Box *other = &work->particle_box[corner[j]];
        for (int k = 0; k < 3; k++) {
            box.low[k] = other->low[k] < box.low[k] ? other->low[k] : box.low[k];
            box.high[k] = other->high[k] > box.high[k] ? other->high[k] : box.high[k];
        }
        travel = work->travel[corner[j]] > travel ? work->travel[corner[j]] : travel;
    }
    const double wider = 0.5 * thickness + contact_slack(work, thickness, (double)travel);
    for (int k = 0; k < 3; k++) {
        box.low[k] = below((double)box.low[k] - wider);
        box.high[k] = above((double)box.high[k] + wider);
    }
    return box;
}

void contact_boxes_surface(Contacts *contacts)
{
    const ContactSurface *surface = contacts->model->surface;
    const ContactWork    *work = contacts->work;
    const PairSearch     *search = work->search;
    const double          thickness = surface->rules.thickness;
    int32_t               from, to;
    if (search[SEARCH_POINT_TRIANGLE].on || search[SEARCH_POINT_SEGMENT].on) {
        team_range(0, surface->point_count, &from, &to);
        for (int32_t i = from; i < to; i++)
            work->point_box[i] = box_around(work, thickness, &surface->point[i], 1);
    }
    if (search[SEARCH_POINT_TRIANGLE].on) {
        team_range(0, surface->triangle_count, &from, &to);
        for (int32_t i = from; i < to; i++)
            work->triangle_box[i] = box_around(work, thickness, surface->triangle[i], 3);
    }
    if (search[SEARCH_EDGE_EDGE].on || search[SEARCH_POINT_SEGMENT].on) {
        team_range(0, surface->edge_count, &from, &to);
        for (int32_t i = from; i < to; i++)
            work->edge_box[i] = box_around(work, thickness, surface->edge[i], 2);
    }
#pragma omp barrier
}
