#include "contact/private/contact_report.h"

#include <stdio.h>
#include <stdlib.h>

#include "contact/private/contact_homes.h"

// Sums of a block of points or pairs. Blocks have a fixed size and are added in order, so that the bits do not depend on the threads.
typedef struct Tally {
    int64_t near, missed; // nearer than R or on the wrong side; those of them not found by the detection
    double  deepest, sum; // m, of R − distance
    int64_t crossings;
    // The first crossing.
    int       kind; // PairKind, THROUGH_COLLIDER, or BETWEEN_PARTICLES + PairKind
    BroadPair pair; // a point and a collider; a collider and an element
} Tally;

enum { TALLY_BLOCK = 512 };
enum { THROUGH_COLLIDER = PAIR_KINDS, BETWEEN_PARTICLES }; // a particle; an element, between its particles

static void count_depth(Tally *tally, double depth, bool found)
{
    if (!(depth > 0))
        return;
    tally->near++;
    tally->missed += !found;
    tally->sum += depth;
    tally->deepest = depth > tally->deepest ? depth : tally->deepest;
}

static void count_crossing(Tally *tally, int kind, BroadPair pair)
{
    if (tally->crossings++ == 0) {
        tally->kind = kind;
        tally->pair = pair;
    }
}

static void add_tallies(const Tally *tallies, int32_t blocks, Tally *sum)
{
    for (int32_t b = 0; b < blocks; b++) {
        sum->near += tallies[b].near;
        sum->missed += tallies[b].missed;
        sum->sum += tallies[b].sum;
        sum->deepest = tallies[b].deepest > sum->deepest ? tallies[b].deepest : sum->deepest;
        if (tallies[b].crossings > 0) {
            count_crossing(sum, tallies[b].kind, tallies[b].pair);
            sum->crossings += tallies[b].crossings - 1;
        }
    }
}

static int32_t blocks_of(int64_t count)
{
    return (int32_t)((count + TALLY_BLOCK - 1) / TALLY_BLOCK);
}

// ---- points ----

// Depth of a particle on the wrong side of a collider.
static double depth_beyond(const ColliderWay *way, real4 x, double thickness)
{
    Nearest    at;
    const bool found = collider_nearest(way->collider, way->index, &way->to, double4_from(x), INFINITY, &at);
    return thickness + (found ? at.distance : 0);
}

static void tally_point(const ContactPairs *pairs, const State *state, int32_t point, Tally *tally)
{
    const ContactMotion  *motion = pairs->motion;
    const ContactSurface *surface = motion->model->surface;
    const double          thickness = surface->rules.thickness;
    const int32_t         particle = surface->point[point];
    const real4           x = state->position[particle];
    const uint64_t       *near = pairs->near + (size_t)point * (size_t)pairs->words;
    for (int32_t c = 0; c < motion->colliders; c++) {
        const ColliderWay *way = &motion->collider[c];
        if (!(x.w > 0)) {
            if (contact_homes_enters(pairs, way, motion->begin[particle], x))
                count_crossing(tally, THROUGH_COLLIDER, (BroadPair){point, c});
            continue;
        }
        const Home *home = contact_homes_find(pairs, point, c);
        const bool  found = near[c / 64] >> (c % 64) & 1, crossed = !found && contact_homes_passes(pairs, way, motion->begin[particle], x);
        Nearest     at;
        if (crossed || (home && home->beyond && !home->began_beyond))
            count_crossing(tally, THROUGH_COLLIDER, (BroadPair){point, c});
        if (crossed || (home && home->beyond))
            count_depth(tally, depth_beyond(way, x, thickness), found);
        else if (collider_nearest(way->collider, way->index, &way->to, double4_from(x), thickness, &at))
            count_depth(tally, thickness - at.distance, found);
    }
}

// All threads; ends with a barrier.
static void tally_points(const ContactPairs *pairs, const State *state, Tally *tallies)
{
    const int32_t points = pairs->motion->model->surface->point_count, blocks = blocks_of(points);
#pragma omp for schedule(dynamic)
    for (int32_t b = 0; b < blocks; b++) {
        const int32_t max = (b + 1) * TALLY_BLOCK;
        tallies[b] = (Tally){0};
        for (int32_t i = b * TALLY_BLOCK; i < (max < points ? max : points); i++)
            tally_point(pairs, state, i, &tallies[b]);
    }
}

// ---- pairs ----

static double thickness_of(const ContactPairs *pairs, PairKind kind, BroadPair pair)
{
    int32_t corner[4];
    elements_corners(pairs->motion->model->surface, kind, pair, corner);
    return elements_thickness(pairs->motion->model, kind, corner);
}

// Depth of a pair on the wrong side.
static void count_beyond(const ContactPairs *pairs, const State *state, PairKind kind, BroadPair pair, bool found, Tally *tally)
{
    double4 x[4];
    elements_positions(pairs->motion->model->surface, kind, pair, state->position, x);
    count_depth(tally, thickness_of(pairs, kind, pair) + PAIR_OPS[kind].distance(x), found);
}

// A pair whose boxes overlap in the step that is not crossed.
static void tally_pair(const ContactPairs *pairs, const State *state, PairKind kind, int64_t i, Tally *tally)
{
    const PairOps   *ops = &PAIR_OPS[kind];
    const BroadPair  pair = pairs->search[kind].found.pairs[i];
    const KeptPairs *kept = contact_pairs_kept(pairs, kind);
    const int32_t    at = kept_pairs_find(kept, pair);
    double4          x[4];
    Narrow           narrow;
    if (at >= 0 && kept->side[at])
        return;
    elements_positions(pairs->motion->model->surface, kind, pair, state->position, x);
    if (narrow_far(x, x, ops->first, ops->corners, pairs->motion->model->surface->rules.thickness, 0))
        return;
    const double thickness = thickness_of(pairs, kind, pair);
    if (ops->narrow(x, x, thickness, thickness, 0, &narrow))
        count_depth(tally, thickness - narrow.distance, at >= 0 || contact_pairs_is_redundant(pairs, kind, pair));
}

static void tally_crossed(const ContactPairs *pairs, const State *state, PairKind kind, Tally *tally)
{
    const KeptPairs *kept = contact_pairs_kept(pairs, kind);
    for (int32_t k = 0; k < kept->count; k++)
        if (kept->side[k])
            count_beyond(pairs, state, kind, kept->pair[k], true, tally);
}

static void tally_passings(const ContactPassings *passings, const State *state, Tally *tally)
{
    for (int32_t i = 0; i < passings->count; i++) {
        const Passing *p = &passings->list[i];
        if (!contact_passings_crosses(passings, p, state->position))
            continue;
        const bool core = p->group >= CORES;
        count_crossing(tally, core ? BETWEEN_PARTICLES + (int)p->kind : (int)p->kind, p->pair);
        const bool missed = !core && PAIR_OPS[p->kind].allowed(passings->motion->model, p->pair.query, p->pair.target);
        if (missed && !contact_passings_is_tracked(passings, p))
            count_beyond(passings->pairs, state, p->kind, p->pair, false, tally);
    }
}

// All threads; ends with a barrier.
static void tally_pairs(ContactPairs *pairs, const State *state, PairKind kind, Tally *tallies)
{
    PairSearch *search = &pairs->search[kind];
    broad_find(search->broad, search->target_box, search->query_box, &search->found);
    const int32_t blocks = blocks_of(search->found.kept);
#pragma omp for schedule(dynamic)
    for (int32_t b = 0; b < blocks; b++) {
        const int64_t max = ((int64_t)b + 1) * TALLY_BLOCK, end = max < search->found.kept ? max : search->found.kept;
        tallies[b] = (Tally){0};
        for (int64_t i = (int64_t)b * TALLY_BLOCK; i < end; i++)
            tally_pair(pairs, state, kind, i, &tallies[b]);
    }
}

// ---- all of them ----

static Tally tally_all(const ContactPassings *passings, const State *state, int threads, Tally *tallies)
{
    ContactMotion *motion = passings->motion;
    ContactPairs  *pairs = passings->pairs;
    Tally          sum = {0};
#pragma omp parallel num_threads(threads)
    {
        contact_motion_sweep(motion, motion->begin, state->position, 1);
        contact_motion_boxes(motion, true);
        tally_points(pairs, state, tallies);
#pragma omp master
        {
            add_tallies(tallies, blocks_of(motion->model->surface->point_count), &sum);
            tally_passings(passings, state, &sum);
        }
#pragma omp barrier
        for (int kind = 0; kind < PAIR_KINDS; kind++)
            if (pairs->search[kind].on) {
                tally_pairs(pairs, state, (PairKind)kind, tallies);
#pragma omp master
                {
                    add_tallies(tallies, blocks_of(pairs->search[kind].found.kept), &sum);
                    tally_crossed(pairs, state, (PairKind)kind, &sum);
                }
#pragma omp barrier
            }
    }
    return sum;
}

static void describe(const ContactPairs *pairs, const Tally *sum, char text[CROSSING_TEXT])
{
    const Model          *model = pairs->motion->model;
    const ContactSurface *surface = model->surface;
    int32_t               corner[4];
    char                  one[ELEMENT_TEXT], other[ELEMENT_TEXT];
    if (sum->kind == THROUGH_COLLIDER) {
        elements_text(model, &surface->point[sum->pair.query], 1, one);
        snprintf(text, CROSSING_TEXT, "%s%s through collider %s", one,
                 model->inverse_mass[surface->point[sum->pair.query]] > 0 ? "" : ", a pin,",
                 pairs->motion->collider[sum->pair.target].collider->name);
        return;
    }
    const bool     between = sum->kind >= BETWEEN_PARTICLES;
    const PairKind kind = (PairKind)(between ? sum->kind - BETWEEN_PARTICLES : sum->kind);
    const PairOps *ops = &PAIR_OPS[kind];
    elements_corners(surface, kind, between ? (BroadPair){0, sum->pair.target} : sum->pair, corner);
    elements_text(model, corner, ops->first, one);
    elements_text(model, corner + ops->first, ops->corners - ops->first, other);
    if (between)
        snprintf(text, CROSSING_TEXT, "%s through collider %s, between its particles (only particles touch colliders)", other,
                 pairs->motion->collider[sum->pair.query].collider->name);
    else
        snprintf(text, CROSSING_TEXT, "%s through %s", one, other);
}

Status contact_report_depths(const ContactPassings *passings, const State *state, int threads, ContactReport *report,
                             char text[CROSSING_TEXT])
{
    ContactMotion *motion = passings->motion;
    ContactPairs  *pairs = passings->pairs;
    int64_t        max = motion->model->surface->point_count;
    for (int kind = 0; kind < PAIR_KINDS; kind++)
        if (pairs->search[kind].broad_room > max)
            max = pairs->search[kind].broad_room;
    Tally *tallies = malloc(((size_t)blocks_of(max) + 1) * sizeof *tallies);
    if (!tallies)
        return status_make(STATUS_MEMORY, "out of memory while contacts were counted");
    contact_motion_pose(motion, motion->begin_time, contact_step_begin(motion, state));
    const Tally sum = tally_all(passings, state, threads, tallies);
    free(tallies);
    for (int kind = 0; kind < PAIR_KINDS; kind++) {
        PairSearch *search = &pairs->search[kind];
        if (search->on && (passings->overflow || search->found.kept < search->found.count))
            search->overflow = search->broad_room + 1;
    }
    if (sum.crossings > 0)
        describe(pairs, &sum, text);
    report->missed = sum.missed;
    report->penetration_max = sum.deepest;
    report->penetration_mean = sum.near > 0 ? sum.sum / (double)sum.near : 0;
    report->crossings = sum.crossings;
    report->crossing = sum.crossings > 0 ? text : NULL;
    return status_ok();
}
