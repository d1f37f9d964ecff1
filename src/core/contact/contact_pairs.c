#include "contact/private/contact_pairs.h"

#include "base/team_range.h"
#include "constraint/group.h"

static const double REDUNDANT_FROM = 0.5; // of R: nearer pairs are kept even if redundant, each with its own side

// ---- memory ----

static Status init_kept(int32_t room, int32_t queries, Arena *arena, KeptPairs *kept)
{
    TRY(ARENA_NEW(arena, room, &kept->pair));
    TRY(ARENA_NEW(arena, room, &kept->side));
    TRY(ARENA_NEW(arena, room, &kept->since));
    return ARENA_NEW(arena, queries + 1, &kept->start);
}

Status contact_pairs_broad(const Model *model, PairKind kind, int64_t room, int threads,
                           bool (*accepts)(const void *user, int32_t query, int32_t target), const void *user, const BroadSieve *sieve,
                           Arena *arena, Broad **out)
{
    const ContactSurface *surface = model->surface;
    return broad_create(&(BroadSetup){.target_count = kind == PAIR_POINT_TRIANGLE ? surface->triangle_count : surface->edge_count,
                                      .query_count = kind == PAIR_EDGE_EDGE ? surface->edge_count : surface->point_count,
                                      .same = PAIR_OPS[kind].same,
                                      .pair_room = room,
                                      .bounded = true,
                                      .threads = threads,
                                      .arena = arena,
                                      .accepts = accepts,
                                      .user = user,
                                      .sieve = sieve},
                        out);
}

static BroadBoxes boxes_of(const ElementBoxes *boxes)
{
    return (BroadBoxes){boxes->begin, boxes->end, boxes->shift};
}

static Status init_search(const ContactMotion *motion, PairKind kind, const ContactSettings *settings, int32_t room, Arena *arena,
                          PairSearch *out)
{
    // Overlapping pairs of boxes per kept pair; more for edges, whose ends meet other edges all around.
    enum { BOXES_PER_EDGE_CONTACT = 12, BOXES_PER_CONTACT = 4 };
    const ContactSurface *surface = motion->model->surface;
    const bool            edges = kind == PAIR_EDGE_EDGE, triangles = kind == PAIR_POINT_TRIANGLE;
    out->on = true;
    out->queries = edges ? surface->edge_count : surface->point_count;
    out->query_box = boxes_of(edges ? &motion->edge_box : &motion->point_box);
    out->target_box = boxes_of(triangles ? &motion->triangle_box : &motion->edge_box);
    out->broad_room = (int64_t)(edges ? BOXES_PER_EDGE_CONTACT : BOXES_PER_CONTACT) * room;
    TRY(ARENA_NEW(arena, out->broad_room, &out->mark));
    TRY(init_kept(room, out->queries, arena, &out->kept[0]));
    TRY(init_kept(room, out->queries, arena, &out->kept[1]));
    TRY(ARENA_NEW(arena, room, &out->marked));
    TRY(ARENA_NEW(arena, room, &out->crossed.pair));
    TRY(ARENA_NEW(arena, room, &out->crossed.side));
    contact_sieve_init(surface, kind, &out->sieve);
    return contact_pairs_broad(motion->model, kind, out->broad_room, settings->threads, PAIR_OPS[kind].allowed, motion->model,
                               &out->sieve.base, arena, &out->broad);
}

static Status init_candidates(ContactClass which, int32_t room, Arena *arena, Candidates *out)
{
    out->corners = contact_ops(which)->vertices;
    out->room = room;
    TRY(ARENA_NEW(arena, (size_t)room * (size_t)out->corners, &out->vertices));
    TRY(ARENA_NEW(arena, room, &out->element));
    return which == CONTACT_POINT ? status_ok() : ARENA_NEW(arena, room, &out->thickness);
}

Status contact_pairs_init(const ContactMotion *motion, const ContactSettings *settings, Arena *arena, ContactPairs *out)
{
    const Model  *model = motion->model;
    const int64_t required = (int64_t)settings->room * model->surface->point_count,
                  max = INT32_MAX / (2 * (1 + 3 + 4)); // slots are int32_t
    const int32_t room = (int32_t)(required < max ? required : max);
    *out = (ContactPairs){.motion = motion, .room_per_point = settings->room, .words = (motion->colliders + 63) / 64};
    TRY(ARENA_NEW(arena, (size_t)model->surface->point_count * (size_t)out->words, &out->near));
    TRY(ARENA_NEW(arena, (size_t)model->surface->point_count * (size_t)out->words, &out->corner));
    TRY(ARENA_NEW(arena, (size_t)model->surface->point_count * (size_t)out->words, &out->captured));
    TRY(ARENA_NEW(arena, (size_t)model->surface->point_count * (size_t)out->words, &out->next_captured));
    for (int k = 0; k < 2; k++)
        TRY(ARENA_NEW(arena, motion->colliders > 0 ? room : 0, &out->home[k]));
    TRY(ARENA_NEW(arena, settings->threads, &out->partial));
    TRY(ARENA_NEW(arena, model->particle_count, &out->seen));
    TRY(neighbours_init(model, arena, &out->neighbours));
    TRY(init_candidates(CONTACT_POINT, motion->colliders > 0 ? room : 0, arena, &out->candidates[CONTACT_POINT]));
    TRY(init_candidates(CONTACT_SEGMENT, elements_can_meet(model, PAIR_POINT_SEGMENT) ? room : 0, arena,
                        &out->candidates[CONTACT_SEGMENT]));
    TRY(init_candidates(CONTACT_PAIR, elements_can_meet(model, PAIR_EDGE_EDGE) ? room : 0, arena, &out->candidates[CONTACT_PAIR]));
    for (int kind = 0; kind < PAIR_KINDS; kind++) {
        out->search[kind].first = INT32_MAX;
        if (elements_can_meet(model, (PairKind)kind))
            TRY(init_search(motion, (PairKind)kind, settings, room, arena, &out->search[kind]));
    }
    return status_ok();
}

void contact_pairs_begin(ContactPairs *pairs)
{
    pairs->current = !pairs->current;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        pairs->candidates[which].count = 0;
        pairs->candidates[which].overflow = 0;
    }
    for (int kind = 0; kind < PAIR_KINDS; kind++)
        pairs->search[kind].overflow = 0;
}

// ---- pairs to keep ----

int64_t pairs_before(const BroadPair *list, int64_t count, BroadPair pair)
{
    int64_t low = 0, high = count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (pair_is_before(list[middle], pair))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int32_t kept_pairs_find(const KeptPairs *kept, BroadPair pair)
{
    const int32_t first = kept->start[pair.query], end = kept->start[pair.query + 1];
    const int32_t at = first + (int32_t)pairs_before(kept->pair + first, end - first, pair);
    return at < end && kept->pair[at].target == pair.target ? at : -1;
}

int8_t contact_pairs_pass(const ContactPairs *pairs, PairKind kind, BroadPair pair, const real4 *position)
{
    const ContactSurface *surface = pairs->motion->model->surface;
    double4               from[4], to[4];
    const int             count = elements_positions(surface, kind, pair, pairs->seen, from);
    elements_positions(surface, kind, pair, position, to);
    return narrow_far(from, to, PAIR_OPS[kind].first, count, 0, 0) ? 0 : PAIR_OPS[kind].crossing(from, to);
}

// The motion of a pair in the step.
typedef struct Approach {
    double4 from[4], to[4];
    double  distance, travel; // m: at the start; narrow_travel
} Approach;

typedef enum Coming { STAYS_AWAY, COMES, COMES_KNOWN } Coming; // COMES_KNOWN: the narrow phase has run for it

// Whether a pair comes within `reach`. The distance changes by no more than the travel. This rules out most pairs, and pairs that start
// within reach need no search; the narrow phase runs for the others.
static Coming comes_within(PairKind kind, const Approach *a, double thickness, double reach, Narrow *out)
{
    if (a->distance <= reach)
        return COMES;
    const bool comes = a->distance - a->travel <= reach && PAIR_OPS[kind].narrow(a->from, a->to, thickness, reach, 0, out);
    return comes ? COMES_KNOWN : STAYS_AWAY;
}

// True if a pair can come into contact in the step and is not redundant. First with R of the rules, which rules out most pairs. The
// thickness of the pair, which needs its distance at rest, is computed for the others only.
static bool is_contact(const ContactMotion *motion, PairKind kind, BroadPair pair, const Approach *a)
{
    int32_t      corner[4];
    const double thickness_max = motion->model->surface->rules.thickness,
                 margin = 2 * contact_margin(motion, thickness_max, 0.5 * a->travel);
    Narrow narrow;
    Coming coming = comes_within(kind, a, thickness_max, thickness_max + margin, &narrow);
    if (coming == STAYS_AWAY)
        return false;
    elements_corners(motion->model->surface, kind, pair, corner);
    const double thickness = elements_thickness(motion->model, kind, corner);
    if (thickness < thickness_max)
        coming = comes_within(kind, a, thickness, thickness + margin, &narrow);
    if (coming == STAYS_AWAY)
        return false;
    // A deep pair may have passed through; it keeps its own side.
    return !((coming == COMES_KNOWN || PAIR_OPS[kind].narrow(a->from, a->to, thickness, thickness + margin, 0, &narrow)) &&
             narrow.distance > REDUNDANT_FROM * thickness && PAIR_OPS[kind].redundant(motion->model->surface, pair, narrow.weight));
}

// Marks a pair of boxes: MARK_DROPPED, or 0.
static void check_pair(const ContactPairs *pairs, const State *state, PairKind kind, int64_t at)
{
    const ContactMotion *motion = pairs->motion;
    const PairSearch    *search = &pairs->search[kind];
    const BroadPair      pair = search->found.pairs[at];
    Approach             approach;
    const int            count = elements_positions(motion->model->surface, kind, pair, state->position, approach.from);
    elements_positions(motion->model->surface, kind, pair, motion->predicted, approach.to);
    approach.distance = PAIR_OPS[kind].distance(approach.from);
    approach.travel = narrow_travel(approach.from, approach.to, PAIR_OPS[kind].first, count);
    search->mark[at] = is_contact(motion, kind, pair, &approach) ? 0 : MARK_DROPPED;
}

// ---- candidates ----

// Makes a pair kept pair k and candidate r.
static void keep(const ContactPairs *pairs, PairKind kind, BroadPair pair, int8_t side, int32_t k, int32_t r)
{
    const Model      *model = pairs->motion->model;
    const KeptPairs  *kept = contact_pairs_kept(pairs, kind);
    const Candidates *candidates = &pairs->candidates[PAIR_OPS[kind].which];
    int32_t          *corner = candidates->vertices + (size_t)PAIR_OPS[kind].corners * (size_t)r;
    kept->pair[k] = pair;
    kept->side[k] = side;
    kept->since[k] = 0;
    elements_corners(model->surface, kind, pair, corner);
    candidates->element[r] = pair.target;
    candidates->thickness[r] = elements_thickness(model, kind, corner);
}

// Fills `start` for this thread's part of the pairs.
static void note_starts(const KeptPairs *kept, int32_t queries)
{
    int32_t from, to;
    team_range(0, kept->count, &from, &to);
    for (int32_t k = from; k < to; k++)
        for (int32_t q = k > 0 ? kept->pair[k - 1].query + 1 : 0; q <= kept->pair[k].query; q++)
            kept->start[q] = k;
    const bool    last = kept->count > 0 ? from < to && to == kept->count : omp_get_thread_num() == 0;
    const int32_t rest = kept->count > 0 ? kept->pair[kept->count - 1].query + 1 : 0;
    for (int32_t q = rest; last && q <= queries; q++)
        kept->start[q] = kept->count;
}

// The crossed pairs before pair i of the boxes; all of them, at the end.
static int32_t crossed_before(const PairSearch *search, int32_t i)
{
    const CrossedPairs *crossed = &search->crossed;
    return i < search->found.kept ? (int32_t)pairs_before(crossed->pair, crossed->count, search->found.pairs[i]) : crossed->count;
}

// Closes the gaps of dropped pairs and inserts the crossed pairs, in order. Without room for all pairs of a kind none of them is kept.
static void compact(ContactPairs *pairs, PairKind kind)
{
    PairSearch         *search = &pairs->search[kind];
    KeptPairs          *kept = &search->kept[pairs->current];
    Candidates         *candidates = &pairs->candidates[PAIR_OPS[kind].which];
    const CrossedPairs *crossed = &search->crossed;
    const int32_t       first = candidates->count, count = (int32_t)search->found.kept;
    int64_t             total, mine = 0;
    int32_t             from, to;
    team_range(0, count, &from, &to);
    int32_t       h = omp_get_thread_num() == 0 ? 0 : crossed_before(search, from);
    const int32_t end = crossed_before(search, to);
    for (int32_t i = from; i < to; i++)
        mine += search->mark[i] != MARK_DROPPED;
    int32_t    k = (int32_t)team_sum_before(pairs->partial, mine + end - h, &total);
    const bool fits = first + total <= candidates->room;
    for (int32_t i = from; i <= to && fits; i++) {
        for (; h < end && (i == to || pair_is_before(crossed->pair[h], search->found.pairs[i])); h++, k++)
            keep(pairs, kind, crossed->pair[h], crossed->side[h], k, first + k);
        if (i < to && search->mark[i] != MARK_DROPPED) {
            keep(pairs, kind, search->found.pairs[i], search->mark[i], k, first + k);
            k++;
        }
    }
    if (omp_get_thread_num() == 0) {
        kept->count = fits ? (int32_t)total : 0;
        candidates->count = first + kept->count;
        search->first = first;
        candidates->overflow = fits ? candidates->overflow : first + total;
    }
#pragma omp barrier
    note_starts(kept, search->queries);
#pragma omp barrier
}

// Crossed pairs that the boxes have found too are kept at their place there; by one thread.
static void match_crossed(PairSearch *search)
{
    int32_t rest = 0;
    for (int32_t h = 0; h < search->crossed.count; h++) {
        const BroadPair pair = search->crossed.pair[h];
        const int64_t   at = pairs_before(search->found.pairs, search->found.kept, pair);
        if (at < search->found.kept && !pair_is_before(pair, search->found.pairs[at])) {
            search->mark[at] = search->crossed.side[h];
        } else {
            search->crossed.pair[rest] = pair;
            search->crossed.side[rest++] = search->crossed.side[h];
        }
    }
    search->crossed.count = rest;
}

static void search_pairs(ContactPairs *pairs, const State *state, PairKind kind, PhaseClock *phases)
{
    PairSearch          *search = &pairs->search[kind];
    const ContactMotion *motion = pairs->motion;
    const double         thickness_max = motion->model->surface->rules.thickness;
#pragma omp master
    {
        phase_clock_enter(phases, PHASE_BROAD);
        search->sieve.ways = (ApartWays){state->position, motion->predicted, thickness_max + 2 * contact_margin(motion, thickness_max, 0),
                                         contact_margin(motion, 0, 1)};
    }
    broad_find(search->broad, search->target_box, search->query_box, &search->found);
#pragma omp master
    {
        search->sieve.ways = (ApartWays){0};
        phase_clock_enter(phases, PHASE_NARROW);
        search->overflow = search->found.count == search->found.kept ? 0 : search->found.count;
    }
#pragma omp for schedule(dynamic, 128)
    for (int64_t i = 0; i < search->found.kept; i++)
        check_pair(pairs, state, kind, i);
#pragma omp single
    match_crossed(search);
    compact(pairs, kind);
}

void contact_pairs_elements(ContactPairs *pairs, const State *state, PhaseClock *phases)
{
    for (int kind = 0; kind < PAIR_KINDS; kind++)
        if (pairs->search[kind].on)
            search_pairs(pairs, state, (PairKind)kind, phases);
}

// ---- pairs found ----

// True if a point was found with a triangle (a segment) that has one of these particles.
static bool point_was_found(const ContactPairs *pairs, PairKind kind, int32_t query, const int32_t *particles, int count)
{
    const ContactSurface *surface = pairs->motion->model->surface;
    const KeptPairs      *kept = contact_pairs_kept(pairs, kind);
    for (int32_t k = kept->start[query]; k < kept->start[query + 1]; k++)
        if (shares_particle(elements_target(surface, kind, kept->pair[k].target), elements_target_corners(kind), particles, count))
            return true;
    return false;
}

bool contact_pairs_is_redundant(const ContactPairs *pairs, PairKind kind, BroadPair pair)
{
    const ContactSurface *surface = pairs->motion->model->surface;
    if (kind != PAIR_EDGE_EDGE)
        return point_was_found(pairs, kind, pair.query, elements_target(surface, kind, pair.target), elements_target_corners(kind));
    if (!pairs->search[PAIR_POINT_TRIANGLE].on)
        return false;
    const int32_t *first = surface->edge[pair.query], *second = surface->edge[pair.target];
    for (int k = 0; k < 2; k++) {
        const int32_t a = surface->place[first[k]];
        const int32_t b = surface->place[second[k]];
        if (point_was_found(pairs, PAIR_POINT_TRIANGLE, a, second, 2) || point_was_found(pairs, PAIR_POINT_TRIANGLE, b, first, 2))
            return true;
    }
    return false;
}

// ---- failure ----

Status contact_pairs_failed(const ContactPairs *pairs)
{
    static const char *const NAMES[CONTACT_CLASSES] = {"between particles and colliders", "between particles and segments",
                                                       "between elements of surfaces"};
    const int32_t            points = pairs->motion->model->surface->point_count;
    for (int which = 0; which < CONTACT_CLASSES; which++)
        if (pairs->candidates[which].overflow > 0)
            return status_make(STATUS_LIMIT,
                               "a step has %lld contacts %s, but memory for %d (contact_room %d for each of the %d particles of the "
                               "surfaces); raise `contact_room`, or check for bodies that have passed through each other",
                               (long long)pairs->candidates[which].overflow, NAMES[which], pairs->candidates[which].room,
                               pairs->room_per_point, points);
    for (int kind = 0; kind < PAIR_KINDS; kind++)
        if (pairs->search[kind].overflow > 0)
            return status_make(STATUS_LIMIT,
                               "in a step more pairs of boxes of %s overlap than the %lld in memory (contact_room %d for each of the %d "
                               "particles of the surfaces); raise `contact_room`, or check for elements that move too far in a step",
                               PAIR_OPS[kind].name, (long long)pairs->search[kind].broad_room, pairs->room_per_point, points);
    return status_ok();
}
