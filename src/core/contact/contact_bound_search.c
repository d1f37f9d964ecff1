// The detection of the bound: a region for each particle, the pairs whose boxes overlap, their distances, and the resulting limits of each
// particle.
#include <float.h>

#include "base/team_range.h"
#include "contact/private/contact_bound.h"
#include "model/script.h"

// ---- paths and regions ----

// The remaining path of a particle: to its predicted position, or to its position before the cut.
static double4 way_of(const ContactBound *bound, int32_t block, int32_t i)
{
    return bound->block[block].wants && bound_moves(bound, i) ? double4_sub(bound->requested[i], bound->place[i]) : (double4){0};
}

static void sum_block(const ContactBound *bound, int32_t b)
{
    double4 sum = {0};
    for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++)
        if (bound_moves(bound, bound_point(bound, p))) {
            double4_add_to(&sum, 1, way_of(bound, b, bound_point(bound, p)));
            sum.w++;
        }
    bound->block[b].sum = sum;
}

static double left_of_step(const ContactBound *bound) // remaining fraction of the step
{
    return 1 - (bound->time - bound->begin) / (bound->substeps * bound->h);
}

// T: the mean path until the end of the step; displacements that were cut are taken at once.
static void choose_translation(ContactBound *bound)
{
    double4 sum = {0};
    for (int32_t b = 0; b < bound_blocks(bound); b++) {
        double4_add_to(&sum, 1, bound->block[b].sum);
        sum.w += bound->block[b].sum.w;
    }
    const double4 mean = double4_scale(sum.w > 0 ? 1 / sum.w : 0, sum);
    if (bound->first)
        bound->mean = mean;
    Translation *shift = &bound->next_shift;
    shift->here = double4_scale(bound->first || bound->still ? 0 : 1, mean);
    shift->rest = double4_scale(bound->still ? 0 : left_of_step(bound), bound->mean);
    shift->until = 1;
    shift->length_max = double4_norm(shift->here) + double4_norm(shift->rest);
}

// s of pins: the largest over the remaining substeps.
static void follow_pins(const ContactBound *bound)
{
    const Model *model = bound->motion->model;
    int32_t      from, to, i;
    double4      position;
    team_range(0, model->particle_count, &from, &to);
    for (int32_t k = from; k < to && bound->known; k++)
        bound->next_known[k] = 0;
    for (int32_t k = bound_substeps_done(bound) + 1; k <= bound->substeps && bound->known; k++) {
        ScriptWalk walk = script_walk(model, bound->begin + k * bound->h, from);
        while (script_next(&walk, to, &i, &position))
            bound->next_known[i] = fmax(bound->next_known[i], double4_norm(double4_sub(position, bound->place[i])));
    }
#pragma omp barrier
}

static Translation shorter(const Translation *shift, double share)
{
    return (Translation){double4_scale(share, shift->here), double4_scale(share, shift->rest), shift->until, share * shift->length_max};
}

// T stops at the first wall, and takes at most half of the other limits of each particle. If that leaves less than half of T, all room is
// left to b. Returns true if more than half of T remains.
static bool limit_translation(const ContactBound *bound, Translation *shift)
{
    const double asked = shift->length_max;
    double       nearest = INFINITY, share = 1;
    for (int32_t b = 0; b < bound_blocks(bound); b++) {
        nearest = fmin(nearest, bound->block[b].nearest);
        share = fmin(share, bound->block[b].share);
        shift->until = fmin(shift->until, bound->block[b].until);
    }
    shift->here = double4_scale(share, shift->here);
    shift->until = share < 1 ? 0 : shift->until;
    shift->length_max = double4_norm(shift->here) + shift->until * double4_norm(shift->rest);
    if (shift->length_max > 0.5 * nearest)
        *shift = shorter(shift, shift->length_max > nearest ? 0 : 0.5 * nearest / shift->length_max);
    return shift->length_max >= 0.5 * asked;
}

// Limits T by colliders. If less than half of it remains, some particles are at rest: then all begin the step with T = 0.
static void settle_translation(ContactBound *bound)
{
    Translation *shift = &bound->next_shift;
    if (!limit_translation(bound, shift) && bound->first)
        *shift = shorter(shift, 0);
}

// The box around x̄ and the remaining path relative to T, now and until the end of the step, padded for the difference to the solve.
static void choose_region(const ContactBound *bound, int32_t i, double4 way)
{
    const Translation *shift = &bound->next_shift;
    double4            now = {0}, end = {0};
    if (bound->first)
        bound->predicted[i] = way;
    else
        now = end = double4_sub(way, shift->here);
    double4_add_to(&end, left_of_step(bound), bound->predicted[i]);
    double4_add_to(&end, -shift->until, shift->rest);
    const double  margin = bound->motion->reach * (double4_norm(now) + double4_norm(double4_sub(end, now)));
    const double *a = &now.x, *b = &end.x;
    for (int k = 0; k < 3; k++) {
        bound->next_region[i].low[k] = (float)(fmin(0, fmin(a[k], b[k])) - margin);
        bound->next_region[i].high[k] = (float)(fmax(0, fmax(a[k], b[k])) + margin);
    }
}

static void choose_regions(const ContactBound *bound, int32_t b)
{
    for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++)
        if (bound_moves(bound, bound_point(bound, p)))
            choose_region(bound, bound_point(bound, p), way_of(bound, b, bound_point(bound, p)));
}

// A region: `share` scales its growth and its excess over the required size, and in the end R suffices.
static Box region_of(const ContactBound *bound, int32_t i, double share)
{
    const double margin = (double)bound->margin[i], grown = (double)bound->grown[i];
    const double min = share > 1.0 / 64 ? margin * fmax(1, share * grown) : fmin(margin, bound_thickness(bound));
    const float  reserve = (float)((bound->known ? bound->next_known[i] : 0) + share * bound->next_shift.length_max) * (1 + FLT_EPSILON);
    Box          out = bound->next_region[i];
    for (int k = 0; k < 3; k++) {
        const float low = fminf((float)-min, (float)share * out.low[k]), high = fmaxf((float)min, (float)share * out.high[k]);
        out.low[k] = bound_moves(bound, i) ? low : -reserve;
        out.high[k] = bound_moves(bound, i) ? high : reserve;
    }
    return out;
}

// ---- pairs of boxes ----

// All pairs of boxes. If they exceed the memory, regions shrink: particles are then cut, and detected again, more often. Returns the
// remaining fraction of the regions; 0: too little memory even so.
static double find_pairs(ContactBound *bound)
{
    static const double SHARE_MIN = 1.0 / 256;
    for (double share = 1; share >= SHARE_MIN; share /= 4) {
        bool fits = true;
        TEAM_EACH (p, bound->motion->model->surface->point_count) {
            const int32_t i = bound_point(bound, p);
            const Box     region = region_of(bound, i, share);
            contact_motion_surround(bound->motion, i, bound->place[i], &region);
        }
#pragma omp barrier
        contact_motion_boxes(bound->motion, false);
        for (int kind = 0; kind < PAIR_KINDS && fits; kind++) {
            const PairSearch *search = &bound->pairs->search[kind];
            if (!search->on)
                continue;
            broad_find(search->broad, broad_at_rest(search->target_box.begin), broad_at_rest(search->query_box.begin), &bound->found[kind]);
            fits = bound->found[kind].kept == bound->found[kind].count;
        }
        if (fits)
            return share;
#pragma omp barrier
    }
    return 0;
}

// ---- all of it ----

// Swaps x̄ and `next`.
static void exchange(ContactBound *bound)
{
    double4 *place = bound->place;
    bound->place = bound->next;
    bound->next = place;
}

enum { KEPT_ROUNDS = 20 }; // otherwise the part that may be lost would be below round-off

static void begin_bounds(ContactBound *bound, double share)
{
    bound->open_now = 0;
    bound->shift = shorter(&bound->next_shift, share);
    bound->kept = 1 - ldexp(1, -(int)(bound->rounds < KEPT_ROUNDS ? bound->rounds : KEPT_ROUNDS) - 1);
}

static void clear_bounds(const ContactBound *bound, double share)
{
    TEAM_EACH (p, bound->motion->model->surface->point_count) {
        const int32_t i = bound_point(bound, p);
        bound->region[i] = region_of(bound, i, share);
        if (bound->known)
            bound->known[i] = bound->next_known[i];
        const double max = bound_longest(bound, i);
        bound->wall[i] = (double4){0};
        if (bound->swept && atomic_load_explicit(&bound->swept[i], memory_order_relaxed))
            atomic_store_explicit(&bound->swept[i], SWEPT_BEFORE, memory_order_relaxed);
        atomic_store_explicit(&bound->free_margin[i], max, memory_order_relaxed);
        atomic_store_explicit(&bound->scripted_margin[i], fmax(max + bound->shift.length_max, 2 * bound->shift.length_max),
                              memory_order_relaxed);
    }
#pragma omp barrier
}

static void finish_bounds(ContactBound *bound)
{
    const int32_t blocks = bound_blocks(bound);
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++) {
        bound->block[b].nearest = bound->block[b].share = bound->block[b].until = INFINITY;
        for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++)
            if (bound_moves(bound, bound_point(bound, p)))
                bound->block[b].nearest = fmin(bound->block[b].nearest, bound_load(&bound->scripted_margin[bound_point(bound, p)]));
    }
#pragma omp single
    {
        bound->limited = !limit_translation(bound, &bound->shift);
        bound->still |= bound->limited;
        bound->open = bound->open_now > bound->open ? bound->open_now : bound->open;
    }
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++) {
            const int32_t i = bound_point(bound, p);
            bound->place[i].w = fmin(bound_load(&bound->free_margin[i]), bound_load(&bound->scripted_margin[i]) - bound->shift.length_max);
        }
}

bool contact_bound_search(ContactBound *bound, PhaseClock *phases)
{
    const int32_t blocks = bound_blocks(bound);
#pragma omp single
    {
        exchange(bound);
        bound->since_before = bound->since;
        bound->since = bound->time;
    }
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        sum_block(bound, b);
#pragma omp single
    choose_translation(bound);
    contact_bound_walls(bound);
#pragma omp single
    settle_translation(bound);
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        choose_regions(bound, b);
    follow_pins(bound);
    const double share = find_pairs(bound);
#pragma omp master
    phase_clock_enter(phases, PHASE_NARROW);
#pragma omp single
    if (share > 0) {
        begin_bounds(bound, share);
    } else {
        exchange(bound);
        bound->since = bound->since_before;
    }
    if (share > 0) {
        clear_bounds(bound, share);
        contact_bound_balls(bound);
        finish_bounds(bound);
    }
    return share > 0;
}
