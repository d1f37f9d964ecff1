// Stage 3, the contacts of a substep without those that are idle.
//
// Let g be the smallest distance of two elements on the straight path from x_n to y, and t the longest relative displacement of two of
// their corners on it. n and w of their contact are those of one moment of the path, when n·Σ w x is the distance, at least g. Until y the
// sum changes by at most t. So C ≥ g − t − R at y. At positions with |x − y| ≤ a for each corner, C ≥ g − t − R − 2a. A pair is idle if
// g − t > R + IDLE_MARGIN and each corner has stayed within a = IDLE_MOVE of y. 2a is less than the margin, and apart_find adds more than
// all rounding, so that C > 0. λ is 0 and stays 0. The path itself needs no other test: the distance of idle elements exceeds R on it.
//
// A particle that leaves this range is awake: it has no idle contacts for AWAKE_SUBSTEPS. So has one of the same TEAM_GRAIN particles that
// is beyond half of the range at that moment, since it is likely to follow. These blocks do not depend on the number of threads. An
// addition costs as much as a linearisation, so after ADDITIONS_MAX of them in a step all particles wake.
#include "base/team_range.h"
#include "contact/private/contact_sets.h"
#include "geometry/apart.h"

static const double IDLE_MARGIN = 0.2, IDLE_MOVE = 0.095; // of R
enum { AWAKE_SUBSTEPS = 20, ADDITIONS_MAX = 6 };

enum { BLOCK = 64 }; // candidates

// ---- marks ----

static bool any_awake(const ContactSets *sets, const Candidates *candidates, int32_t r)
{
    const int32_t *corner = candidates->vertices + (size_t)candidates->corners * (size_t)r;
    int            awake = 0;
    for (int j = 0; j < candidates->corners; j++)
        awake |= sets->substep.awake[corner[j]];
    return awake;
}

static void mark_block(const ContactSets *sets, const ClassOrder *order, PairKind kind, int32_t begin, int32_t end, const ApartWays *ways)
{
    const Candidates *candidates = order->candidates;
    const int8_t     *side = contact_pairs_kept(sets->pairs, kind)->side - sets->pairs->search[kind].first;
    int32_t           corner[4][BLOCK + APART_PADDING];
    for (int32_t r = begin; r < end; r++)
        for (int j = 0; j < candidates->corners; j++)
            corner[j][r - begin] = candidates->vertices[(ptrdiff_t)candidates->corners * r + j];
    apart_find(ways, (int32_t *[]){corner[0], corner[1], corner[2], corner[3]}, PAIR_OPS[kind].first, candidates->corners, end - begin,
               order->idle + begin);
    for (int32_t r = begin; r < end; r++)
        if (side[r] || any_awake(sets, candidates, r))
            order->idle[r] = 0;
}

// The candidates of a class come by kind.
static void mark_kind(const ContactSets *sets, const ClassOrder *order, PairKind kind, const ApartWays *ways)
{
    const int32_t first = sets->pairs->search[kind].first, last = first + contact_pairs_kept(sets->pairs, kind)->count;
    int32_t       from, to;
    team_range(first, last, &from, &to);
    for (int32_t at = from; at < to; at += BLOCK)
        mark_block(sets, order, kind, at, at + BLOCK < to ? at + BLOCK : to, ways);
}

// Contacts with colliders are few and never idle.
static void mark_all(const ContactSets *sets, const ApartWays *ways)
{
    TEAM_EACH (r, sets->order[CONTACT_POINT].candidates->count)
        sets->order[CONTACT_POINT].idle[r] = 0;
    for (PairKind kind = 0; kind < PAIR_KINDS; kind++)
        if (sets->pairs->search[kind].on && sets->order[PAIR_OPS[kind].which].candidates->count > 0)
            mark_kind(sets, &sets->order[PAIR_OPS[kind].which], kind, ways);
#pragma omp barrier
}

// ---- the list ----

static bool is_idle(const ClassOrder *order, int32_t i)
{
    return order->idle[order->candidate[i]];
}

// In the order of the step, so that colours stay together.
static void list_class(const ContactSets *sets, const ClassOrder *order, ContactSet *set)
{
    int64_t mine = 0, total;
    int32_t from, to;
    int     colour = 0;
    team_range(0, order->candidates->count, &from, &to);
    for (int32_t i = from; i < to; i++)
        mine += !is_idle(order, i);
    int32_t at = (int32_t)team_sum_before(sets->partial, mine, &total);
    while (colour < set->colour_count && order->colour_start[colour] < from)
        colour++;
    for (int32_t i = from; i < to; i++) {
        for (; colour < set->colour_count && order->colour_start[colour] == i; colour++)
            set->colour_start[colour] = at;
        if (!is_idle(order, i))
            order->listed[at++] = i;
    }
    if (omp_get_thread_num() == 0) {
        set->set.count = (int32_t)total;
        set->colour_start[set->colour_count] = (int32_t)total;
    }
#pragma omp barrier
}

static void list_all(const ContactSets *sets, Contacts *contacts)
{
    for (int which = 0; which < CONTACT_CLASSES; which++)
        list_class(sets, &sets->order[which], &contacts->sets[which]);
}

void contact_idle_list(ContactSets *sets, Contacts *contacts, const real4 *from, const real4 *to, const real4 *velocity, double end)
{
    ContactSubstep *substep = &sets->substep;
    const double    thickness = contacts->model->surface->rules.thickness;
    TEAM_EACH (p, contacts->model->particle_count) {
        substep->to[p] = to[p];
        substep->awake[p] = (uint8_t)(substep->awake[p] - (substep->awake[p] > 0));
    }
#pragma omp master
    {
        substep->from = from;
        substep->velocity = velocity;
        substep->end = end;
        substep->moved = false;
    }
#pragma omp barrier
    mark_all(sets, &(ApartWays){from, to, (1 + IDLE_MARGIN) * thickness, 1});
    list_all(sets, contacts);
}

// ---- during the sweeps ----

static bool is_near(real4 a, real4 b, real square)
{
    const real x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z <= square; // false for NaN
}

// Wakes particles from … to−1; true if one of them was out of range and had idle contacts.
static bool wake_particles(const ContactSets *sets, const real4 *x, int32_t from, int32_t to, real square)
{
    const ContactSubstep *substep = &sets->substep;
    bool                  any = false;
    for (int32_t p = from; p < to; p++) {
        if (is_near(x[p], substep->to[p], (real)0.25 * square))
            continue;
        any |= !substep->awake[p] && !is_near(x[p], substep->to[p], square);
        substep->awake[p] = AWAKE_SUBSTEPS;
    }
    return any;
}

bool contact_idle_hold(ContactSets *sets, const real4 *x)
{
    const ContactSubstep *substep = &sets->substep;
    const Model          *model = sets->pairs->motion->model;
    const double          max = IDLE_MOVE * model->surface->rules.thickness;
    const real            square = (real)(max * max);
    int32_t               from, to;
    bool                  any = false;
    team_range(0, model->particle_count, &from, &to);
    for (int32_t block = from; block < to; block += TEAM_GRAIN) {
        const int32_t end = block + TEAM_GRAIN < to ? block + TEAM_GRAIN : to;
        int           moved = 0;
        for (int32_t p = block; p < end; p++)
            moved |= !substep->awake[p] & !is_near(x[p], substep->to[p], square);
        any |= moved && wake_particles(sets, x, block, end, square);
    }
    if (any) {
#pragma omp atomic write
        sets->substep.moved = true;
    }
#pragma omp barrier
    return !substep->moved;
}

static void save_multipliers(const ClassOrder *order, const ContactSet *set)
{
    TEAM_EACH (k, set->set.count) {
        order->lambda[order->listed[k]] = set->lambda[k];
        if (order->tangential)
            order->tangential[order->listed[k]] = set->tangential[k];
    }
}

static void load_multipliers(const ClassOrder *order, const ContactSet *set)
{
    TEAM_EACH (k, set->set.count) {
        set->lambda[k] = order->lambda[order->listed[k]];
        if (order->tangential)
            set->tangential[k] = order->tangential[order->listed[k]];
    }
}

static void wake(const ContactSets *sets, const ClassOrder *order)
{
    TEAM_EACH (r, order->candidates->count) {
        if (!order->idle[r] || !any_awake(sets, order->candidates, r))
            continue;
        order->idle[r] = 0;
        order->lambda[order->contact[r]] = 0;
        if (order->tangential)
            order->tangential[order->contact[r]] = (real4){0};
    }
}

static void wake_all(const ContactSets *sets)
{
    const ContactSubstep *substep = &sets->substep;
    TEAM_EACH (p, sets->pairs->motion->model->particle_count)
        substep->awake[p] = AWAKE_SUBSTEPS;
}

void contact_idle_add(ContactSets *sets, Contacts *contacts)
{
    const ContactSubstep *substep = &sets->substep;
    if (substep->additions >= ADDITIONS_MAX) // written between barriers only
        wake_all(sets);
#pragma omp barrier
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        save_multipliers(&sets->order[which], &contacts->sets[which]);
        wake(sets, &sets->order[which]);
    }
#pragma omp barrier
    list_all(sets, contacts);
    contact_sets_linearise(sets, contacts, substep->from, substep->to, substep->velocity, substep->end);
    for (int which = 0; which < CONTACT_CLASSES; which++)
        load_multipliers(&sets->order[which], &contacts->sets[which]);
#pragma omp master
    {
        sets->substep.moved = false;
        sets->substep.additions++;
    }
#pragma omp barrier
}
