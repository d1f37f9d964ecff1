// Stage 3, in every substep: each contact gets its linear inequality, or is disabled.
#include "base/team_range.h"
#include "constraint/group.h"
#include "contact/contact_friction.h"
#include "contact/private/contact_homes.h"
#include "contact/private/contact_sets.h"
#include "contact/private/contact_sides.h"
#include "geometry/apart.h"

static void set_rest(const ConstraintSet *set, int32_t i, const double *values)
{
    for (int p = 0; p < set->ops->params; p++)
        set->rest[(size_t)p * (size_t)set->count + (size_t)i] = (real)values[p];
}

// A disabled contact: n = 0 and R = −1.
static void disable(const ContactSet *set, int32_t i)
{
    double values[CONSTRAINT_PARAMS_MAX] = {0};
    values[set->set.ops->params - 1] = -1;
    set_rest(&set->set, i, values);
    set->set.sense[i] = SENSE_GREATER_EQUAL;
    set->approach[i] = 0;
}

static void begin_contact(const ContactSet *set, int32_t i)
{
    set->lambda[i] = 0;
    set->tangential[i] = (real4){0};
    set->wall[i] = (real4){0};
}

// value: C at y.
static void set_sense(const ContactSets *sets, const ContactSet *set, int32_t i, double value)
{
    set->set.sense[i] = (int8_t)(sets->equality && value < 0 ? SENSE_EQUAL : SENSE_GREATER_EQUAL);
}

// ---- a particle and a collider ----

static const Home *home_of(const ContactPairs *pairs, int32_t particle, int32_t collider)
{
    const ContactSurface *surface = pairs->motion->model->surface;
    if (pairs->home_count == 0)
        return NULL;
    return contact_homes_find(pairs, surface->place[particle], collider);
}

// Speed of the surface along its normal. A surface point moves along a chord when the collider rotates. Therefore a drum that rotates about
// its own axis is excluded: it would push off a cord that rests on it, in every step.
static double advance(const ColliderWay *way, const Nearest *plane, double speed, double h)
{
    Nearest before;
    return collider_nearest(way->collider, way->index, &way->from, plane->point, 2 * speed * h, &before) ? before.distance / h : 0;
}

static void linearise_point(const ContactSets *sets, const Contacts *contacts, int32_t i, const real4 *from, const real4 *to,
                            const real4 *velocity, double end)
{
    const ContactSet    *set = &contacts->sets[CONTACT_POINT];
    const ContactMotion *motion = sets->pairs->motion;
    const double         thickness = contacts->model->surface->rules.thickness;
    const int32_t        p = set->set.vertices[i];
    const ColliderWay   *way = &motion->collider[set->element[i] % motion->colliders];
    const int            second = set->element[i] >= motion->colliders; // of two planes
    const double4        x = double4_from(from[p]), y = double4_from(to[p]);
    double4              wall = {0};
    const Home          *home = home_of(sets->pairs, p, set->element[i] % motion->colliders);
    Nearest              planes[2] = {0};
    begin_contact(set, i);
    if (contact_collider_planes(way, contact_homes_start(way, home, x), y, thickness, planes) <= second) {
        disable(set, i);
        return;
    }
    const double4 n = planes[second].normal, q = planes[second].point;
    if (way->from.moves) {
        wall = collider_velocity(contacts->model, way->collider, q, end, contacts->h);
        wall = double4_along(wall, advance(way, &planes[second], double4_norm(wall), contacts->h) - double4_dot(n, wall), n);
    }
    set_rest(&set->set, i, (double[]){n.x, n.y, n.z, q.x, q.y, q.z, thickness});
    set_sense(sets, set, i, double4_dot(n, double4_sub(y, q)) - thickness);
    set->wall[i] = (real4){(real)wall.x, (real)wall.y, (real)wall.z, 0};
    set->approach[i] = (real)double4_dot(n, double4_sub(double4_from(velocity[p]), wall));
}

// ---- two elements of the surface ----

static void sum_weights(const ContactSet *set, int32_t i, const Narrow *narrow, const real4 *velocity, const double4 *to, double thickness,
                        double *value)
{
    const int      v = set->set.ops->vertices;
    const int32_t *corner = set->set.vertices + (size_t)v * (size_t)i;
    const double4  first = double4_from(velocity[corner[0]]);
    double         speed = 0, gap = 0;
    for (int j = 1; j < v; j++) { // Σ w = 0
        speed += narrow->weight[j] * double4_dot(narrow->normal, double4_sub(double4_from(velocity[corner[j]]), first));
        gap += narrow->weight[j] * double4_dot(narrow->normal, double4_sub(to[j], to[0]));
    }
    set->approach[i] = (real)speed;
    *value = gap - thickness;
}

// Σ w of the stored, rounded weights is 0 up to one rounding: these weights must conserve momentum.
static void set_weights(const ContactSet *set, int32_t i, const Narrow *narrow, double thickness)
{
    const double4 n = narrow->normal;
    const double *w = narrow->weight;
    if (set->set.ops->vertices == 3) {
        set_rest(&set->set, i, (double[]){n.x, n.y, n.z, -w[2], thickness});
        return;
    }
    const real w1 = (real)w[1], w2 = (real)w[2], w3 = (real)w[3];
    set_rest(&set->set, i, (double[]){n.x, n.y, n.z, -(double)(w1 + w2 + w3), (double)w1, (double)w2, (double)w3, thickness});
}

// A pair farther apart than NEAR · R and NEAR_SHARE of its travel could only be brought together by the solve, and then the next substep
// finds it. A crossed pair is a contact at any distance.
static const double NEAR = 1.5, NEAR_SHARE = 0.5;
enum { BLOCK = 64 }; // contacts

static bool narrow_pair(PairKind kind, const double4 *begin, const double4 *end, double thickness, int8_t side, Narrow *out)
{
    const int    first = PAIR_OPS[kind].first, count = PAIR_OPS[kind].corners;
    const double reach = side ? INFINITY : NEAR * thickness + NEAR_SHARE * narrow_travel(begin, end, first, count);
    return PAIR_OPS[kind].narrow(begin, end, thickness, reach, side, out);
}

static int32_t candidate_of(const ContactSets *sets, const Contacts *contacts, ContactClass which, int32_t i)
{
    const ClassOrder *order = &sets->order[which];
    return order->candidate[contact_sets_listed(contacts, order, i)];
}

// Marks those of contacts begin … end−1 that the narrow phase can skip, unless they are crossed.
static void find_apart(const ContactSets *sets, const Contacts *contacts, ContactClass which, int32_t begin, int32_t end, const real4 *from,
                       const real4 *to, uint8_t *apart)
{
    const ContactSet *set = &contacts->sets[which];
    const ApartWays   ways = {from, to, NEAR * contacts->model->surface->rules.thickness, NEAR_SHARE};
    const int         corners = set->set.ops->vertices;
    for (PairKind kind = 0; kind < PAIR_KINDS; kind++) {
        int32_t  corner[4][BLOCK + APART_PADDING], at[BLOCK], count = 0;
        uint8_t  marks[BLOCK];
        PairKind of;
        for (int32_t i = begin; i < end; i++) {
            contact_pairs_place(sets->pairs, which, candidate_of(sets, contacts, which, i), &of);
            for (int j = 0; j < corners; j++)
                corner[j][count] = set->set.vertices[(size_t)corners * (size_t)i + (size_t)j];
            at[count] = i - begin;
            count += of == kind;
        }
        apart_find(&ways, (int32_t *[]){corner[0], corner[1], corner[2], corner[3]}, PAIR_OPS[kind].first, corners, count, marks);
        for (int32_t k = 0; k < count; k++)
            apart[at[k]] = marks[k];
    }
}

static void linearise_pair(const ContactSets *sets, const Contacts *contacts, ContactClass which, int32_t i, bool apart, const real4 *from,
                           const real4 *to, const real4 *velocity)
{
    const ContactSurface *surface = contacts->model->surface;
    const ContactSet     *set = &contacts->sets[which];
    const ClassOrder     *order = &sets->order[which];
    const int32_t         r = candidate_of(sets, contacts, which, i);
    PairKind              kind;
    const int32_t         place = contact_pairs_place(sets->pairs, which, r, &kind);
    const KeptPairs      *kept = contact_pairs_kept(sets->pairs, kind);
    const BroadPair       pair = kept->pair[place];
    const double          thickness = order->candidates->thickness[r];
    double4               begin[4], end[4];
    double                value;
    Narrow                narrow;
    begin_contact(set, i);
    if (apart && !kept->side[place]) {
        disable(set, i);
        return;
    }
    elements_positions(surface, kind, pair, from, begin);
    elements_positions(surface, kind, pair, to, end);
    if (!narrow_pair(kind, begin, end, thickness, kept->side[place], &narrow) ||
        contact_sides_silences(sets->pairs, kind, place, narrow.weight)) {
        disable(set, i);
        return;
    }
    set_weights(set, i, &narrow, thickness);
    sum_weights(set, i, &narrow, velocity, end, thickness, &value);
    set_sense(sets, set, i, value);
}

// Copies the columns of listed contacts: their places change with every substep.
static void fill_listed(const ContactSets *sets, const Contacts *contacts, ContactClass which, int32_t begin, int32_t end)
{
    const ClassOrder *order = &sets->order[which];
    for (int32_t i = begin; contacts->omits_idle && i < end; i++)
        contact_sets_fill(order, contacts, which, i, order->listed[i]);
}

static void linearise_block(const ContactSets *sets, const Contacts *contacts, ContactClass which, int32_t begin, const real4 *from,
                            const real4 *to, const real4 *velocity)
{
    const int32_t count = contacts->sets[which].set.count, end = count - begin < BLOCK ? count : begin + BLOCK;
    uint8_t       apart[BLOCK];
    fill_listed(sets, contacts, which, begin, end);
    find_apart(sets, contacts, which, begin, end, from, to, apart);
    for (int32_t i = begin; i < end; i++)
        linearise_pair(sets, contacts, which, i, apart[i - begin], from, to, velocity);
}

void contact_sets_linearise(const ContactSets *sets, Contacts *contacts, const real4 *from, const real4 *to, const real4 *velocity,
                            double end)
{
    const int32_t points = contacts->sets[CONTACT_POINT].set.count;
#pragma omp for schedule(dynamic, 64) nowait
    for (int32_t i = 0; i < points; i++)
        linearise_point(sets, contacts, i, from, to, velocity, end);
    for (int which = CONTACT_SEGMENT; which <= CONTACT_PAIR; which++) {
        const int32_t count = contacts->sets[which].set.count;
#pragma omp for schedule(dynamic) nowait
        for (int32_t i = 0; i < count; i += BLOCK)
            linearise_block(sets, contacts, (ContactClass)which, i, from, to, velocity);
    }
#pragma omp barrier
    for (int which = 0; contacts->rubs && which < CONTACT_CLASSES; which++) {
        TEAM_EACH (i, contacts->sets[which].set.count)
            contact_friction_begin(contacts, (ContactClass)which, i, from);
    }
    if (contacts->rubs) {
#pragma omp barrier
    }
}
