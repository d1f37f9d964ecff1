#include "contact/private/contact_passings.h"

#include <stdlib.h>

#include "constraint/group.h"
#include "contact/private/contact_crossings.h"

static bool can_pass(const void *user, int32_t query, int32_t target)
{
    const PassingRules *rules = user;
    const PairOps      *ops = &PAIR_OPS[rules->kind];
    int32_t             corner[4];
    elements_corners(rules->model->surface, rules->kind, (BroadPair){query, target}, corner);
    return rules_allow_contact(rules->model, corner[0], corner[ops->first]) &&
           !shares_particle(corner, ops->first, corner + ops->first, ops->corners - ops->first);
}

static Status follow_pins(ContactPassings *passings, int threads, Arena *arena)
{
    const Model *model = passings->motion->model;
    for (int kind = 0; kind < PAIR_KINDS; kind++) {
        const PairSearch *search = &passings->pairs->search[kind];
        passings->rules[kind] = (PassingRules){model, (PairKind)kind};
        if (search->on)
            TRY(contact_pairs_broad(model, (PairKind)kind, search->broad_room, threads, can_pass, &passings->rules[kind], NULL, arena,
                                    &passings->broad[kind]));
    }
    return status_ok();
}

Status contact_passings_init(ContactMotion *motion, ContactPairs *pairs, int threads, Arena *arena, ContactPassings *out)
{
    const int64_t required = (int64_t)pairs->room_per_point * motion->model->surface->point_count;
    *out = (ContactPassings){.motion = motion, .pairs = pairs, .room = (int32_t)(required < INT32_MAX / 2 ? required : INT32_MAX / 2)};
    const ContactSurface *surface = motion->model->surface;
    TRY(ARENA_NEW(arena, surface->triangle_count + surface->edge_count, &out->mark));
    TRY(ARENA_NEW(arena, out->room, &out->list));
    TRY(ARENA_NEW(arena, motion->colliders, &out->core));
    for (int32_t c = 0; c < motion->colliders; c++)
        out->core[c] = core_of(motion->collider[c].collider, motion->collider[c].index);
    if (motion->model->scripts && motion->model->scripts->pin_count > 0)
        TRY(follow_pins(out, threads, arena));
    return ARENA_NEW(arena, out->room, &out->passed);
}

// ---- passing pairs ----

// Direction by the normals of the whole surface and the directions of whole rods.
static int turn_of(const ContactPassings *passings, PairKind kind, BroadPair pair)
{
    const Neighbours *n = &passings->pairs->neighbours;
    return kind == PAIR_POINT_TRIANGLE  ? n->turn[pair.target]
           : kind == PAIR_POINT_SEGMENT ? n->edge_turn[pair.target]
                                        : n->edge_turn[pair.query] * n->edge_turn[pair.target];
}

static void collect(ContactPassings *passings, PairKind kind)
{
    const PairSearch *search = &passings->pairs->search[kind];
    int32_t           count = 0;
    for (int64_t i = 0; i < search->found.kept && count < passings->room; i++)
        if (search->mark[i])
            passings->passed[count++] =
                (PairPassed){search->found.pairs[i], turn_of(passings, kind, search->found.pairs[i]) * search->mark[i]};
    passings->passed_count = count;
    passings->overflow |= search->found.kept < search->found.count || count == passings->room;
}

// Time at which a pair passes, from 0 to 1, up to 1e-9.
static double time_of(const ContactPassings *passings, PairKind kind, BroadPair pair, const real4 *position)
{
    const PairOps *ops = &PAIR_OPS[kind];
    double         low = 0, high = 1;
    double4        from[4], to[4], x[4];
    elements_positions(passings->motion->model->surface, kind, pair, passings->pairs->seen, from);
    elements_positions(passings->motion->model->surface, kind, pair, position, to);
    while (high - low > 1e-9) {
        const double middle = 0.5 * (low + high);
        for (int j = 0; j < ops->corners; j++)
            x[j] = double4_along(from[j], middle, double4_sub(to[j], from[j]));
        *(ops->crossing(from, x) ? &high : &low) = middle;
    }
    return high;
}

// True if a pair of first … at passes along the same path as an earlier one: a path through a common side or corner passes both neighbours.
static bool is_again(const ContactPassings *passings, PairKind kind, int32_t first, int32_t at, const real4 *position)
{
    static const double SAME_TIME = 1e-6;
    const PairPassed   *passed = passings->passed;
    for (int32_t k = first; k < at; k++)
        if (passed[k].direction * passed[at].direction > 0 &&
            elements_neighbour(passings->motion->model->surface, kind, passed[k].pair, passed[at].pair) &&
            fabs(time_of(passings, kind, passed[k].pair, position) - time_of(passings, kind, passed[at].pair, position)) <= SAME_TIME)
            return true;
    return false;
}

// ---- signed counts ----

static bool is_before(const Passing *x, const Passing *y)
{
    return x->group != y->group ? x->group < y->group : x->a != y->a ? x->a < y->a : x->b < y->b;
}

// The first entry not before `key`.
static int32_t place_of(const ContactPassings *passings, const Passing *key)
{
    int32_t low = 0, high = passings->count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (is_before(&passings->list[middle], key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has_key(const ContactPassings *passings, int32_t at, const Passing *key)
{
    return at < passings->count && !is_before(key, &passings->list[at]);
}

// NULL: no room.
static Passing *insert(ContactPassings *passings, int32_t at, const Passing *key)
{
    if (passings->count == passings->room) {
        passings->overflow = true;
        return NULL;
    }
    for (int32_t k = passings->count++; k > at; k--)
        passings->list[k] = passings->list[k - 1];
    passings->list[at] = *key;
    return &passings->list[at];
}

static Passing *find_or_insert(ContactPassings *passings, const Passing *key)
{
    const int32_t at = place_of(passings, key);
    return has_key(passings, at, key) ? &passings->list[at] : insert(passings, at, key);
}

// The count to which a pair of rods adds, preferably one that it brings closer to 0. It is from an earlier step, of a neighbour, or of
// another crossing place with the opposite direction in this step. The two sides of a loop pass in opposite directions too, but along the
// same path.
static Passing *find_rods(ContactPassings *passings, const Passing *key, int32_t direction)
{
    Passing *best = NULL;
    int32_t  at = place_of(passings, key);
    for (; has_key(passings, at, key); at++) {
        Passing *p = &passings->list[at];
        if ((p->before != 0 || elements_neighbour(passings->motion->model->surface, key->kind, p->pair, key->pair) ||
             (p->sum * direction < 0 && double4_dot(p->way, key->way) < 0)) &&
            (!best || (p->sum * direction < 0 && best->sum * direction >= 0)))
            best = p;
    }
    return best ? best : insert(passings, at, key);
}

// True if a particle leaves a closed surface that it entered in this step, through a side that faces the other direction.
static bool goes_through(const ContactPassings *passings, const Passing *entered, const PairPassed *left, const real4 *position)
{
    const Neighbours *n = &passings->pairs->neighbours;
    return entered->kind == PAIR_POINT_TRIANGLE && !n->has_border[entered->b] && entered->before == 0 &&
           entered->sum * left->direction < 0 &&
           double4_dot(neighbours_normal(n, position, entered->pair.target), neighbours_normal(n, position, left->pair.target)) < 0;
}

static void add_point(ContactPassings *passings, PairKind kind, const PairPassed *passed, const real4 *position)
{
    int32_t body[2];
    elements_bodies(passings->motion->model, kind, passed->pair, body);
    Passing *p =
        find_or_insert(passings, &(Passing){.group = POINTS, .a = passed->pair.query, .b = body[1], .kind = kind, .pair = passed->pair});
    if (!p)
        return;
    p->through |= goes_through(passings, p, passed, position);
    p->sum += passed->direction;
    p->pair = passed->pair;
}

// Sign for the body with the smaller number.
static double4 way_of(const ContactPassings *passings, const PairPassed *passed, bool turned, const real4 *position)
{
    double4 x[4];
    elements_positions(passings->motion->model->surface, PAIR_EDGE_EDGE, passed->pair, position, x);
    return double4_scale((turned ? 1 : -1) * passed->direction * turn_of(passings, PAIR_EDGE_EDGE, passed->pair), edges_across(x));
}

static void add_edges(ContactPassings *passings, const PairPassed *passed, const real4 *position)
{
    const BroadPair pair = passed->pair;
    int32_t         body[2];
    if (!neighbours_are_rods(&passings->pairs->neighbours, pair)) {
        Passing *p = find_or_insert(
            passings, &(Passing){.group = SHEET_EDGES, .a = pair.query, .b = pair.target, .kind = PAIR_EDGE_EDGE, .pair = pair});
        if (p)
            p->sum = abs(p->sum + passed->direction) % 2;
        return;
    }
    elements_bodies(passings->motion->model, PAIR_EDGE_EDGE, pair, body);
    const bool    turned = body[0] > body[1];
    const Passing key = {.group = RODS,
                         .a = body[turned],
                         .b = body[!turned],
                         .kind = PAIR_EDGE_EDGE,
                         .pair = pair,
                         .way = way_of(passings, passed, turned, position)};
    Passing      *p = find_rods(passings, &key, passed->direction);
    if (p) {
        p->sum += passed->direction;
        p->pair = pair;
        p->way = key.way;
    }
}

static void add_points(ContactPassings *passings, PairKind kind, const real4 *position)
{
    for (int32_t first = 0, end; first < passings->passed_count; first = end) {
        for (end = first; end < passings->passed_count && passings->passed[end].pair.query == passings->passed[first].pair.query; end++) {
        }
        for (int32_t k = first; k < end; k++)
            if (!is_again(passings, kind, first, k, position))
                add_point(passings, kind, &passings->passed[k], position);
    }
}

static void add_all(ContactPassings *passings, PairKind kind, const real4 *position)
{
    if (kind != PAIR_EDGE_EDGE) {
        add_points(passings, kind, position);
        return;
    }
    for (int32_t k = 0; k < passings->passed_count; k++)
        if (!neighbours_are_rods(&passings->pairs->neighbours, passings->passed[k].pair) || !is_again(passings, kind, 0, k, position))
            add_edges(passings, &passings->passed[k], position);
}

// ---- cores of colliders ----

static double4 placed(const ColliderPose *pose, double4 x)
{
    return pose->moves ? rigid_map_apply(&pose->map, x) : x;
}

// The signed crossing count of a part of a core with an element.
static int8_t core_pass(const ContactPassings *passings, int32_t collider, const Core *core, CorePart part, PairKind kind, int32_t element,
                        const real4 *position)
{
    const ContactSurface *surface = passings->motion->model->surface;
    const ColliderWay    *way = &passings->motion->collider[collider];
    const Neighbours     *n = &passings->pairs->neighbours;
    const int             first = PAIR_OPS[kind].first;
    double4               from[4], to[4]; // with the core as the query
    const int             count = elements_positions(surface, kind, (BroadPair){0, element}, passings->pairs->seen, from);
    elements_positions(surface, kind, (BroadPair){0, element}, position, to);
    for (int j = 0; j < first; j++) {
        from[j] = placed(&way->from, core->end[part == CORE_OTHER_END || j]);
        to[j] = placed(&way->to, core->end[part == CORE_OTHER_END || j]);
        if (surface->rules.planar)
            from[j].z = to[j].z = from[first].z;
    }
    if (narrow_far(from, to, first, count, 0, 0))
        return 0;
    return (int8_t)(PAIR_OPS[kind].crossing(from, to) * (kind == PAIR_POINT_TRIANGLE ? n->turn : n->edge_turn)[element]);
}

// True if an element passes at the same point as an earlier one: a path through a common side or corner passes both.
static bool is_core_again(const ContactPassings *passings, PairKind kind, int32_t element)
{
    const ContactSurface *surface = passings->motion->model->surface;
    const int             corners = elements_target_corners(kind);
    for (int32_t k = 0; k < element; k++)
        if (passings->mark[k] * passings->mark[element] > 0 &&
            shares_particle(elements_target(surface, kind, k), corners, elements_target(surface, kind, element), corners))
            return true;
    return false;
}

static void add_core(ContactPassings *passings, int32_t collider, CorePart part, PairKind kind, int32_t element, const real4 *position)
{
    const Model *model = passings->motion->model;
    const bool   sheet = kind == PAIR_EDGE_EDGE && model->surface->edge_first[element] & 4;
    Passing     *p;
    if (!passings->mark[element] || (!sheet && is_core_again(passings, kind, element)))
        return;
    p = find_or_insert(passings, &(Passing){.group = sheet ? CORE_SHEET_EDGES : CORES,
                                            .a = CORE_PARTS * collider + (int32_t)part,
                                            .b = sheet ? element : model_body(model, elements_target(model->surface, kind, element)[0]),
                                            .kind = kind});
    if (!p)
        return;
    const PairPassed passed = {{collider, element}, passings->mark[element]};
    p->through |= goes_through(passings, p, &passed, position);
    p->sum = sheet ? abs(p->sum + passed.direction) % 2 : p->sum + passed.direction;
    p->pair = passed.pair;
}

static void follow_cores(ContactPassings *passings, const real4 *position)
{
    const Model *model = passings->motion->model;
    for (int32_t c = 0; c < passings->motion->colliders; c++) {
        const Core core = passings->core[c];
        for (CorePart part = CORE_END; part < CORE_PARTS; part++) {
            const PairKind kind = core_kind(model, &core, part);
            const int32_t  count = kind == PAIR_POINT_TRIANGLE ? model->surface->triangle_count : model->surface->edge_count;
            if (kind == PAIR_KINDS)
                continue;
#pragma omp for schedule(static)
            for (int32_t e = 0; e < count; e++)
                passings->mark[e] =
                    elements_are_torn(model->surface, kind, (BroadPair){e, e}) ? 0 : core_pass(passings, c, &core, part, kind, e, position);
#pragma omp single
            for (int32_t e = 0; e < count; e++)
                add_core(passings, c, part, kind, e, position);
        }
    }
}

// The bound covers every pair except pins against pins.
static int8_t follow_pair(const ContactPairs *pairs, PairKind kind, BroadPair pair, const real4 *position)
{
    const bool bounded = pairs->bounded && PAIR_OPS[kind].allowed(pairs->motion->model, pair.query, pair.target);
    return bounded ? 0 : contact_pairs_pass(pairs, kind, pair, position);
}

void contact_passings_follow(ContactPassings *passings, const real4 *position)
{
    static const double SHARE = 1.0 / 64; // elements that pass touch: boxes need a margin for rounding only
    ContactPairs       *pairs = passings->pairs;
    follow_cores(passings, position);
    contact_motion_sweep(passings->motion, pairs->seen, position, SHARE);
    contact_motion_boxes(passings->motion, true);
    for (int kind = 0; kind < PAIR_KINDS; kind++) {
        PairSearch *search = &pairs->search[kind];
        if (!search->on)
            continue;
        Broad *broad = passings->broad[kind] ? passings->broad[kind] : search->broad;
        broad_find(broad, search->target_box, search->query_box, &search->found);
#pragma omp for schedule(dynamic, 128)
        for (int64_t i = 0; i < search->found.kept; i++)
            search->mark[i] = follow_pair(pairs, (PairKind)kind, search->found.pairs[i], position);
#pragma omp single
        {
            collect(passings, (PairKind)kind);
            add_all(passings, (PairKind)kind, position);
        }
    }
}

// ---- steps ----

static bool has_parted(const ContactPassings *passings, const Passing *passing)
{
    BroadPair pair = passing->pair;
    int8_t    side = 1;
    return passing->group == SHEET_EDGES &&
           neighbours_walk(&passings->pairs->neighbours, passing->kind, passings->pairs->seen, &pair, &side) == WALK_BEYOND;
}

void contact_passings_begin(ContactPassings *passings)
{
    int32_t kept = 0;
    passings->overflow = false;
    for (int32_t k = 0; k < passings->count && passings->pairs->remembers; k++) {
        Passing p = passings->list[k];
        p.before = p.sum;
        p.through = false;
        if (p.sum != 0 && !has_parted(passings, &p))
            passings->list[kept++] = p;
    }
    passings->count = kept;
}

// True if an edge passes through a triangle at the end of another.
static bool pierces(const ContactPassings *passings, int32_t edge, int32_t other, const real4 *position)
{
    const Neighbours     *n = &passings->pairs->neighbours;
    const ContactSurface *surface = passings->motion->model->surface;
    const int32_t        *e = surface->edge[edge];
    for (int end = 0; end < 2; end++) {
        const int32_t particle = surface->edge[other][end];
        for (int32_t k = n->triangle_start[particle]; k < n->triangle_start[particle + 1]; k++) {
            const int32_t *t = surface->triangle[n->triangle[k]];
            if (!shares_particle(e, 2, t, 3) &&
                crossings_edge_through_triangle(double4_from(position[e[0]]), double4_from(position[e[1]]), double4_from(position[t[0]]),
                                                double4_from(position[t[1]]), double4_from(position[t[2]])))
                return true;
        }
    }
    return false;
}

// True if an end of an edge passed through the surface of the other and returned.
static bool end_came_back(const ContactPassings *passings, int32_t edge, int32_t other)
{
    const Model          *model = passings->motion->model;
    const ContactSurface *surface = model->surface;
    for (int end = 0; end < 2; end++) {
        const Passing key = {
            .group = POINTS, .a = surface->place[surface->edge[edge][end]], .b = model_body(model, surface->edge[other][0])};
        const int32_t at = place_of(passings, &key);
        if (has_key(passings, at, &key) && passings->list[at].sum == 0)
            return true;
    }
    return false;
}

bool contact_passings_crosses(const ContactPassings *passings, const Passing *passing, const real4 *position)
{
    const int32_t one = passing->pair.query, other = passing->pair.target;
    if (passing->through || abs(passing->sum) <= abs(passing->before))
        return passing->through;
    return passing->group != SHEET_EDGES || !(end_came_back(passings, one, other) || end_came_back(passings, other, one)) ||
           pierces(passings, one, other, position) || pierces(passings, other, one, position);
}

bool contact_passings_is_tracked(const ContactPassings *passings, const Passing *passing)
{
    const KeptPairs *kept = contact_pairs_kept(passings->pairs, passing->kind);
    for (int32_t k = 0; k < kept->count; k++) {
        const BroadPair pair = kept->pair[k];
        int32_t         body[2];
        if (!kept->side[k])
            continue;
        elements_bodies(passings->motion->model, passing->kind, pair, body);
        if (passing->group == POINTS        ? pair.query == passing->a && body[1] == passing->b
            : passing->group == SHEET_EDGES ? pair.query == passing->a && pair.target == passing->b
                                            : body[body[0] > body[1]] == passing->a && body[body[0] < body[1]] == passing->b)
            return true;
    }
    return false;
}
