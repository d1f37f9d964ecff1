#include "contact/private/contact_report.h"

#include <omp.h>
#include <stdlib.h>

#include "constraint/group.h"

// Sums of a block of points or pairs. Blocks have a fixed size and are added in order, so that the bits do not depend on the threads.
typedef struct Tally {
    int64_t near, missed; // nearer than R; those of them that were not found
    double  deepest, sum; // m, of R − distance
} Tally;

enum { TALLY_BLOCK = 512 };

static void count_depth(Tally *tally, double depth, bool found)
{
    if (!(depth > 0))
        return;
    tally->near++;
    tally->missed += !found;
    tally->sum += depth;
    tally->deepest = depth > tally->deepest ? depth : tally->deepest;
}

static void add_tallies(const Tally *tallies, int32_t blocks, Tally *sum)
{
    for (int32_t b = 0; b < blocks; b++) {
        sum->near += tallies[b].near;
        sum->missed += tallies[b].missed;
        sum->sum += tallies[b].sum;
        sum->deepest = tallies[b].deepest > sum->deepest ? tallies[b].deepest : sum->deepest;
    }
}

static int32_t blocks_of(int64_t count)
{
    return (int32_t)((count + TALLY_BLOCK - 1) / TALLY_BLOCK);
}

// ---- points ----

static void tally_point(const ContactPairs *pairs, const State *state, int32_t point, Tally *tally)
{
    const ContactMotion  *motion = pairs->motion;
    const ContactSurface *surface = motion->model->surface;
    const double          thickness = surface->rules.thickness;
    const real4           x = state->position[surface->point[point]];
    const uint64_t       *near = pairs->near + (size_t)point * (size_t)pairs->words;
    for (int32_t c = 0; c < motion->colliders && x.w > 0; c++) {
        const ColliderWay *way = &motion->collider[c];
        Nearest            at;
        if (collider_nearest(way->collider, way->index, &way->to, double4_from(x), thickness, &at))
            count_depth(tally, thickness - at.distance, near[c / 64] >> (c % 64) & 1);
    }
}

// All threads; ends with a barrier.
static void tally_points(const ContactPairs *pairs, const State *state, Tally *tallies)
{
    const int32_t points = pairs->motion->model->surface->point_count, blocks = blocks_of(points);
#pragma omp for schedule(dynamic)
    for (int32_t b = 0; b < blocks; b++) {
        const int32_t most = (b + 1) * TALLY_BLOCK;
        tallies[b] = (Tally){0};
        for (int32_t i = b * TALLY_BLOCK; i < (most < points ? most : points); i++)
            tally_point(pairs, state, i, &tallies[b]);
    }
}

// ---- pairs ----

// Whether a point was found with a triangle (a segment) that has one of these particles.
static bool point_was_found(const ContactPairs *pairs, PairKind kind, int32_t query, const int32_t *particles, int count)
{
    const ContactSurface *surface = pairs->motion->model->surface;
    const KeptPairs      *kept = contact_pairs_kept(pairs, kind);
    for (int32_t k = kept->start[query]; k < kept->start[query + 1]; k++) {
        const int32_t target = kept->pair[k].target;
        if (kind == PAIR_POINT_TRIANGLE ? shares_particle(surface->triangle[target], 3, particles, count)
                                        : shares_particle(surface->edge[target], 2, particles, count))
            return true;
    }
    return false;
}

// Whether a pair that was not kept is redundant: a pair of the same point with an adjacent triangle or segment was kept, or for two edges a
// pair of an end of one with a triangle at the other.
static bool is_redundant(const ContactPairs *pairs, PairKind kind, BroadPair pair)
{
    const ContactSurface *surface = pairs->motion->model->surface;
    if (kind == PAIR_POINT_TRIANGLE)
        return point_was_found(pairs, kind, pair.query, surface->triangle[pair.target], 3);
    if (kind == PAIR_POINT_SEGMENT)
        return point_was_found(pairs, kind, pair.query, surface->edge[pair.target], 2);
    if (!pairs->search[PAIR_POINT_TRIANGLE].on)
        return false;
    const int32_t *first = surface->edge[pair.query], *second = surface->edge[pair.target];
    for (int k = 0; k < 2; k++) {
        const int32_t a = group_place_of(surface->point, surface->point_count, first[k]);
        const int32_t b = group_place_of(surface->point, surface->point_count, second[k]);
        if (point_was_found(pairs, PAIR_POINT_TRIANGLE, a, second, 2) || point_was_found(pairs, PAIR_POINT_TRIANGLE, b, first, 2))
            return true;
    }
    return false;
}

// The distance of a pair whose side is known is signed: a pair that has gone through is as deep as it is far.
static void tally_pair(const ContactPairs *pairs, const State *state, PairKind kind, BroadPair pair, Tally *tally)
{
    const Model     *model = pairs->motion->model;
    const PairOps   *ops = &PAIR_OPS[kind];
    const KeptPairs *kept = contact_pairs_kept(pairs, kind);
    const int32_t    at = kept_pairs_find(kept, pair);
    int32_t          corner[4];
    double4          x[4];
    Narrow           narrow;
    elements_corners(model->surface, kind, pair, corner);
    for (int j = 0; j < ops->corners; j++)
        x[j] = double4_from(state->position[corner[j]]);
    if (narrow_far(x, x, ops->first, ops->corners, model->surface->rules.thickness, 0))
        return;
    const double thickness = elements_thickness(model, kind, corner);
    if (ops->narrow(x, x, thickness, thickness, at < 0 ? 0 : kept->side[at], &narrow))
        count_depth(tally, thickness - narrow.distance, at >= 0 || is_redundant(pairs, kind, pair));
}

// All threads; ends with a barrier.
static void tally_pairs(ContactPairs *pairs, const State *state, PairKind kind, Tally *tallies)
{
    PairSearch *search = &pairs->search[kind];
    search->broad->ops->find(search->broad, search->target_box, search->query_box, &search->found);
    const int32_t blocks = blocks_of(search->found.kept);
#pragma omp for schedule(dynamic)
    for (int32_t b = 0; b < blocks; b++) {
        const int64_t most = ((int64_t)b + 1) * TALLY_BLOCK, end = most < search->found.kept ? most : search->found.kept;
        tallies[b] = (Tally){0};
        for (int64_t i = (int64_t)b * TALLY_BLOCK; i < end; i++)
            tally_pair(pairs, state, kind, search->found.pairs[i], &tallies[b]);
    }
}

// ---- all of them ----

static Tally tally_all(ContactMotion *motion, ContactPairs *pairs, const State *state, int threads, Tally *tallies)
{
    Tally sum = {0};
#pragma omp parallel num_threads(threads)
    {
        contact_motion_stand(motion, state);
        contact_motion_boxes(motion);
        tally_points(pairs, state, tallies);
#pragma omp master
        add_tallies(tallies, blocks_of(motion->model->surface->point_count), &sum);
#pragma omp barrier
        for (int kind = 0; kind < PAIR_KINDS; kind++)
            if (pairs->search[kind].on) {
                tally_pairs(pairs, state, (PairKind)kind, tallies);
#pragma omp master
                add_tallies(tallies, blocks_of(pairs->search[kind].found.kept), &sum);
#pragma omp barrier
            }
    }
    return sum;
}

Status contact_report_depths(ContactMotion *motion, ContactPairs *pairs, const State *state, int threads, ContactReport *report)
{
    const double time = contact_step_begin(motion, state);
    int64_t      most = motion->model->surface->point_count;
    for (int kind = 0; kind < PAIR_KINDS; kind++)
        if (pairs->search[kind].broad_room > most)
            most = pairs->search[kind].broad_room;
    Tally *tallies = malloc(((size_t)blocks_of(most) + 1) * sizeof *tallies);
    if (!tallies)
        return status_make(STATUS_MEMORY, "out of memory while contacts were counted");
    contact_motion_pose(motion, time, time);
    const Tally sum = tally_all(motion, pairs, state, threads, tallies);
    free(tallies);
    for (int kind = 0; kind < PAIR_KINDS; kind++) {
        PairSearch *search = &pairs->search[kind];
        if (search->on && search->found.kept < search->found.count)
            search->overflow = search->found.count;
    }
    report->missed = sum.missed;
    report->penetration_max = sum.deepest;
    report->penetration_mean = sum.near > 0 ? sum.sum / (double)sum.near : 0;
    return status_ok();
}
