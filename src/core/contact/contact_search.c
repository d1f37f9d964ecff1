// Pairs of elements of the surface: those whose boxes overlap, those of them that can come near, and the sides that they were on.
#include <string.h>

#include "contact/private/contact_redundant.h"
#include "contact/private/contact_rules.h"
#include "contact/private/contact_search.h"
#include "geometry/narrow.h"

static const double SPARE_LEAST = 0.5; // of R: what is nearer is kept even where another pair says the same

// ---- what may touch at all ----

// Two elements that move, of bodies that the rules let touch, without a common particle.
static GNU_ALWAYS_INLINE bool may_touch(const Model *model, const int32_t *a, int a_count, const int32_t *b, int b_count)
{
    bool moves = false;
    if (!may_touch_by_rules(model, a[0], b[0]) || have_common_particle(a, a_count, b, b_count))
        return false;
    for (int i = 0; i < a_count; i++)
        moves |= model->inverse_mass[a[i]] > 0;
    for (int j = 0; j < b_count; j++)
        moves |= model->inverse_mass[b[j]] > 0;
    return moves;
}

static bool want_point_triangle(const void *user, int32_t query, int32_t target)
{
    const Model *model = user;
    return may_touch(model, &model->surface->point[query], 1, model->surface->triangle[target], 3);
}

static bool want_edge_edge(const void *user, int32_t query, int32_t target)
{
    const Model *model = user;
    return may_touch(model, model->surface->edge[query], 2, model->surface->edge[target], 2);
}

static bool want_point_segment(const void *user, int32_t query, int32_t target)
{
    const Model *model = user;
    return may_touch(model, &model->surface->point[query], 1, model->surface->edge[target], 2);
}

// ---- the searches ----

typedef struct SearchKind {
    ContactClass class;
    bool same;
    bool (*wanted)(const void *user, int32_t query, int32_t target);
    bool (*narrow)(const double4 *from, const double4 *to, double thickness, double reach, int8_t side, Narrow *out);
    double (*distance)(const double4 *x);
} SearchKind;

static const SearchKind KINDS[CONTACT_SEARCHES] = {
    [SEARCH_POINT_TRIANGLE] = {CONTACT_PAIR, false, want_point_triangle, narrow_point_triangle, narrow_distance_point_triangle},
    [SEARCH_EDGE_EDGE] = {CONTACT_PAIR, true, want_edge_edge, narrow_edge_edge, narrow_distance_edge_edge},
    [SEARCH_POINT_SEGMENT] = {CONTACT_SEGMENT, false, want_point_segment, narrow_point_segment, narrow_distance_point_segment},
};

void contact_search_corners(const ContactSurface *surface, ContactSearch which, BroadPair pair, int32_t *corner)
{
    switch (which) {
    case SEARCH_POINT_TRIANGLE:
        corner[0] = surface->point[pair.query];
        memcpy(corner + 1, surface->triangle[pair.target], sizeof *surface->triangle);
        break;
    case SEARCH_EDGE_EDGE:
        memcpy(corner, surface->edge[pair.query], sizeof *surface->edge);
        memcpy(corner + 2, surface->edge[pair.target], sizeof *surface->edge);
        break;
    default:
        corner[0] = surface->point[pair.query];
        memcpy(corner + 1, surface->edge[pair.target], sizeof *surface->edge);
    }
}

bool contact_search_narrow(ContactSearch which, const double4 *from, const double4 *to, double thickness, double reach, int8_t side,
                           Narrow *out)
{
    return KINDS[which].narrow(from, to, thickness, reach, side, out);
}

static int corners_of(ContactSearch which)
{
    return which == SEARCH_POINT_SEGMENT ? 3 : 4;
}

// Rest boxes that are R apart in one direction: most elements of a body that meet in a step are far from each other at rest.
static bool far_at_rest(const double4 *x, int split, int count, double thickness)
{
    const double *at = &x[0].x;
    for (int k = 0; k < 3; k++) {
        double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        for (int j = 0; j < count; j++) {
            const double a = at[4 * j + k];
            const int    side = j >= split;
            low[side] = a < low[side] ? a : low[side];
            high[side] = a > high[side] ? a : high[side];
        }
        if (low[0] - high[1] >= thickness || low[1] - high[0] >= thickness)
            return true;
    }
    return false;
}

// The distance of a pair at rest; INFINITY where it is of no interest: `near` and more, or of two bodies.
static double rest_distance(const Model *model, ContactSearch which, const int32_t *corner, double near)
{
    const int count = corners_of(which), split = which == SEARCH_EDGE_EDGE ? 2 : 1;
    double4   rest[4];
    if (model_body(model, corner[0]) != model_body(model, corner[split]))
        return INFINITY;
    for (int j = 0; j < count; j++)
        rest[j] = model->surface->rest[corner[j]];
    return far_at_rest(rest, split, count, near) ? INFINITY : KINDS[which].distance(rest);
}

double contact_search_thickness(const Model *model, ContactSearch which, const int32_t *corner)
{
    const double thickness = model->surface->rules.thickness;
    return fmin(thickness, rest_distance(model, which, corner, thickness));
}

// ---- memory ----

static bool is_on(const Model *model, int which)
{
    const ContactSurface *surface = model->surface;
    const bool each_other = surface->rules.self || (surface->rules.bodies && model->body_count > 1), planar = surface->rules.planar;
    switch (which) {
    case SEARCH_POINT_TRIANGLE:
        return each_other && !planar && surface->triangle_count > 0;
    case SEARCH_EDGE_EDGE:
        return each_other && !planar && surface->edge_count > 0;
    default:
        return each_other && planar && surface->edge_count > 0;
    }
}

static Status make_kept(int32_t room, int32_t queries, Arena *arena, KeptPairs *kept)
{
    TRY(ARENA_NEW(arena, room, &kept->pair));
    TRY(ARENA_NEW(arena, room, &kept->side));
    return ARENA_NEW(arena, queries + 1, &kept->start);
}

static Status make_search(const Contacts *contacts, int which, int32_t room, Arena *arena)
{
    // Pairs of boxes that overlap for each pair that comes near: an edge has ends everywhere around it.
    enum { BOXES_PER_EDGE_CONTACT = 12, BOXES_PER_CONTACT = 4 };
    const ContactSurface *surface = contacts->model->surface;
    ContactWork          *work = contacts->work;
    PairSearch           *search = &work->search[which];
    const BroadOps       *ops = work->settings.broad;
    search->queries = which == SEARCH_EDGE_EDGE ? surface->edge_count : surface->point_count;
    search->targets = which == SEARCH_POINT_TRIANGLE ? surface->triangle_count : surface->edge_count;
    search->query_box = which == SEARCH_EDGE_EDGE ? work->edge_box : work->point_box;
    search->target_box = which == SEARCH_POINT_TRIANGLE ? work->triangle_box : work->edge_box;
    search->broad_room = (int64_t)(which == SEARCH_EDGE_EDGE ? BOXES_PER_EDGE_CONTACT : BOXES_PER_CONTACT) * room;
    TRY(ARENA_NEW(arena, search->broad_room, &search->side));
    TRY(make_kept(room, search->queries, arena, &search->kept[0]));
    TRY(make_kept(room, search->queries, arena, &search->kept[1]));
    return ops->create(&(BroadSetup){.target_count = search->targets,
                                     .query_count = search->queries,
                                     .same = KINDS[which].same,
                                     .pair_room = search->broad_room,
                                     .bounded = true,
                                     .threads = work->settings.threads,
                                     .arena = arena,
                                     .wanted = KINDS[which].wanted,
                                     .user = contacts->model},
                       &search->broad);
}

Status contact_search_make(const Contacts *contacts, int32_t room, Arena *arena)
{
    for (int which = 0; which < CONTACT_SEARCHES; which++) {
        contacts->work->search[which].on = is_on(contacts->model, which);
        if (contacts->work->search[which].on)
            TRY(make_search(contacts, which, room, arena));
    }
    return status_ok();
}

// ---- sides ----

int32_t contact_search_find(const KeptPairs *kept, BroadPair pair)
{
    int32_t low = kept->start[pair.query], high = kept->start[pair.query + 1];
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (kept->pair[middle].target < pair.target)
            low = middle + 1;
        else
            high = middle;
    }
    return low < kept->start[pair.query + 1] && kept->pair[low].target == pair.target ? low : -1;
}

// ---- from pairs of boxes to a draft ----

// What is remembered of a pair.
static int8_t side_before(const ContactWork *work, ContactSearch which, BroadPair pair)
{
    const KeptPairs *before = &work->search[which].kept[!work->turn];
    const int32_t    known = work->remembers ? contact_search_find(before, pair) : -1;
    return known < 0 ? 0 : before->side[known];
}

// A pair on its way, and where it starts.
typedef struct Approach {
    double4 from[4], to[4];
    double  distance, way; // m: at the start; geometry/narrow.h
} Approach;

typedef enum Coming { STAYS_AWAY, COMES, COMES_AND_LOOKED } Coming;

// Whether a pair comes within `reach`. Along a way a distance changes by no more than it: of most pairs that is enough to say no, of those
// that start as near to say yes, and of the others the way is looked at.
static Coming comes_within(ContactSearch which, const Approach *a, double thickness, double reach, Narrow *near)
{
    if (a->distance <= reach)
        return COMES;
    const bool comes = a->distance - a->way <= reach && KINDS[which].narrow(a->from, a->to, thickness, reach, 0, near);
    return comes ? COMES_AND_LOOKED : STAYS_AWAY;
}

// Whether a pair can come near in the step, and not only as another one does. Most pairs cannot, and by R of the rules: how far apart
// elements of one body are at rest is asked of the others only.
static bool is_contact(const Contacts *contacts, ContactSearch which, BroadPair pair, const int32_t *corner, const Approach *a)
{
    const double most = contacts->model->surface->rules.thickness, slack = 2 * contact_slack(contacts->work, most, 0.5 * a->way);
    Narrow       near;
    Coming       coming = comes_within(which, a, most, most + slack, &near);
    if (coming == STAYS_AWAY)
        return false;
    const double thickness = contact_search_thickness(contacts->model, which, corner);
    if (thickness < most)
        coming = comes_within(which, a, thickness, thickness + slack, &near);
    if (coming == STAYS_AWAY)
        return false;
    // A pair that is deep may have gone through; it keeps its own memory.
    return !((coming == COMES_AND_LOOKED || KINDS[which].narrow(a->from, a->to, thickness, thickness + slack, 0, &near)) &&
             near.distance > SPARE_LEAST * thickness && contact_is_spare(contacts->model->surface, which, pair, near.weight));
}

// The side that is remembered of a pair that can come near in the step.
static void look_at(const Contacts *contacts, const State *state, ContactSearch which, int64_t at)
{
    const ContactWork *work = contacts->work;
    const PairSearch  *search = &work->search[which];
    const BroadPair    pair = search->found.pairs[at];
    const int          count = corners_of(which), split = which == SEARCH_EDGE_EDGE ? 2 : 1;
    const double       most = contacts->model->surface->rules.thickness;
    int32_t            corner[4];
    Approach           approach;
    contact_search_corners(contacts->model->surface, which, pair, corner);
    for (int j = 0; j < count; j++) {
        approach.from[j] = double4_from(state->position[corner[j]]);
        approach.to[j] = double4_from(work->predicted[corner[j]]);
    }
    search->side[at] = PAIR_DROPPED;
    if (narrow_far(approach.from, approach.to, split, count, most + 2 * contact_slack(work, most, 0), contact_slack(work, 0, 1)))
        return;
    approach.distance = KINDS[which].distance(approach.from);
    approach.way = narrow_way(approach.from, approach.to, split, count);
    if (is_contact(contacts, which, pair, corner, &approach))
        search->side[at] = side_before(work, which, pair);
}

static void keep(const Contacts *contacts, ContactSearch which, int64_t at, int32_t k, int32_t r)
{
    const PairSearch   *search = &contacts->work->search[which];
    const KeptPairs    *kept = &search->kept[contacts->work->turn];
    const ContactDraft *draft = &contacts->work->draft[KINDS[which].class];
    const int           count = corners_of(which);
    int32_t            *corner = draft->vertices + (size_t)count * (size_t)r;
    kept->pair[k] = search->found.pairs[at];
    kept->side[k] = search->side[at];
    contact_search_corners(contacts->model->surface, which, kept->pair[k], corner);
    draft->element[r] = kept->pair[k].target;
    draft->thickness[r] = contact_search_thickness(contacts->model, which, corner);
}

// Where the pairs of each query begin, of a thread's part of the pairs.
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

// Pairs of a thread's part that are kept go where those of the threads before it end. No room: none is.
static void compact(Contacts *contacts, ContactSearch which)
{
    ContactWork *work = contacts->work;
    PairSearch  *search = &work->search[which];
    KeptPairs   *kept = &search->kept[work->turn];
    const ContactClass class = KINDS[which].class;
    ContactDraft *draft = &work->draft[class];
    const int32_t first = draft->count, room = contacts->sets[class].room;
    int64_t       total, mine = 0;
    int32_t       from, to;
    team_range(0, (int32_t)search->found.kept, &from, &to);
    for (int32_t i = from; i < to; i++)
        mine += search->side[i] != PAIR_DROPPED;
    int32_t    k = (int32_t)team_before(work, mine, &total);
    const bool fits = first + total <= room;
    for (int32_t i = from; i < to && fits; i++)
        if (search->side[i] != PAIR_DROPPED) {
            keep(contacts, which, i, k, first + k);
            k++;
        }
    if (omp_get_thread_num() == 0) {
        kept->count = fits ? (int32_t)total : 0;
        draft->count = first + kept->count;
        draft->searched[which] = first;
        work->failure.wanted[class] = fits ? work->failure.wanted[class] : first + total;
    }
#pragma omp barrier
    note_starts(kept, search->queries);
#pragma omp barrier
}

static void search_pairs(Contacts *contacts, const State *state, ContactSearch which, PhaseClock *phases)
{
    ContactWork *work = contacts->work;
    PairSearch  *search = &work->search[which];
    contact_phase(phases, PHASE_BROAD);
    search->broad->ops->find(search->broad, search->target_box, search->query_box, &search->found);
    contact_phase(phases, PHASE_NARROW);
    const bool fits = search->found.count == search->found.kept;
    if (omp_get_thread_num() == 0)
        work->failure.wanted_pairs[which] = fits ? 0 : search->found.count;
#pragma omp for schedule(dynamic, 128)
    for (int64_t i = 0; i < search->found.kept; i++)
        look_at(contacts, state, which, i);
    compact(contacts, which);
}

void contact_draft_pairs(Contacts *contacts, const State *state, PhaseClock *phases)
{
    for (int which = 0; which < CONTACT_SEARCHES; which++)
        if (contacts->work->search[which].on)
            search_pairs(contacts, state, (ContactSearch)which, phases);
}
