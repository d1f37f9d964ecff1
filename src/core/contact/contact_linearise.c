// Each pair that was found gets its linear inequality for a substep, or is made idle.
#include "contact/private/contact_search.h"
#include "contact/private/contacts_internal.h"

static double4 velocity_of(const real4 *velocity, int32_t i)
{
    return double4_from(velocity[i]);
}

static void set_rest(const ConstraintSet *set, int32_t i, const double *values)
{
    for (int p = 0; p < set->ops->params; p++)
        set->rest[(size_t)p * (size_t)set->count + (size_t)i] = (real)values[p];
}

// n = 0 and R = −1.
static void make_idle(const ContactSet *set, int32_t i)
{
    double values[CONSTRAINT_PARAMS_MAX] = {0};
    values[set->set.ops->params - 1] = -1;
    set_rest(&set->set, i, values);
    set->set.sense[i] = SENSE_AT_LEAST;
    set->approach[i] = 0;
}

static void begin_contact(const ContactSet *set, int32_t i)
{
    set->lambda[i] = 0;
    set->slide[i] = (real4){0};
    set->wall[i] = (real4){0};
}

// value: C at y.
static void set_sense(const Contacts *contacts, const ContactSet *set, int32_t i, double value)
{
    set->set.sense[i] = (int8_t)(contacts->work->settings.equality && value < 0 ? SENSE_EQUAL : SENSE_AT_LEAST);
}

// ---- a particle and a collider ----

static void linearise_point(const Contacts *contacts, const ContactSet *set, int32_t i, const real4 *from, const real4 *to,
                            const real4 *velocity, double end)
{
    const double       thickness = contacts->model->surface->rules.thickness;
    const int32_t      colliders = contacts->work->colliders, p = set->set.vertices[i];
    const ColliderWay *way = &contacts->work->way[set->element[i] % colliders];
    const int          second = set->element[i] >= colliders; // of two planes
    const double4      x = double4_from(from[p]), y = double4_from(to[p]);
    double4            wall = {0};
    Nearest            planes[2] = {0};
    begin_contact(set, i);
    if (contact_collider_planes(way, x, y, thickness, planes) <= second) {
        make_idle(set, i);
        return;
    }
    const double4 n = planes[second].normal, q = planes[second].point;
    if (way->from.moves)
        wall = collider_velocity(contacts->model, way->collider, q, end, contacts->h);
    set_rest(&set->set, i, (double[]){n.x, n.y, n.z, q.x, q.y, q.z, thickness});
    set_sense(contacts, set, i, double4_dot(n, double4_sub(y, q)) - thickness);
    set->wall[i] = (real4){(real)wall.x, (real)wall.y, (real)wall.z, 0};
    set->approach[i] = (real)double4_dot(n, double4_sub(velocity_of(velocity, p), wall));
}

// ---- two elements of the surface ----

static void sum_weights(const ContactSet *set, int32_t i, const Narrow *near, const real4 *velocity, const double4 *to, double thickness,
                        double *value)
{
    const int      v = set->set.ops->vertices;
    const int32_t *corner = set->set.vertices + (size_t)v * (size_t)i;
    const double4  first = double4_from(velocity[corner[0]]);
    double         speed = 0, gap = 0;
    for (int j = 1; j < v; j++) { // Σ w = 0
        speed += near->weight[j] * double4_dot(near->normal, double4_sub(double4_from(velocity[corner[j]]), first));
        gap += near->weight[j] * double4_dot(near->normal, double4_sub(to[j], to[0]));
    }
    set->approach[i] = (real)speed;
    *value = gap - thickness;
}

// Σ w of what is stored is 0 to the last bit but one: it is the rounded weights that keep momentum.
static void set_weights(const ContactSet *set, int32_t i, const Narrow *near, double thickness)
{
    const double4 n = near->normal;
    const double *w = near->weight;
    if (set->set.ops->vertices == 3) {
        set_rest(&set->set, i, (double[]){n.x, n.y, n.z, -w[2], thickness});
        return;
    }
    const real w1 = (real)w[1], w2 = (real)w[2], w3 = (real)w[3];
    set_rest(&set->set, i, (double[]){n.x, n.y, n.z, -(double)(w1 + w2 + w3), (double)w1, (double)w2, (double)w3, thickness});
}

static void linearise_pair(const Contacts *contacts, ContactClass which, int32_t i, const real4 *from, const real4 *to,
                           const real4 *velocity)
{
    const ContactSet   *set = &contacts->sets[which];
    const ContactWork  *work = contacts->work;
    const ContactDraft *draft = &work->draft[which];
    const int32_t       r = draft->order[i];
    const ContactSearch search = which == CONTACT_SEGMENT                ? SEARCH_POINT_SEGMENT
                                 : r < draft->searched[SEARCH_EDGE_EDGE] ? SEARCH_POINT_TRIANGLE
                                                                         : SEARCH_EDGE_EDGE;
    int8_t             *side = &work->search[search].kept[work->turn].side[r - draft->searched[search]];
    const int           v = set->set.ops->vertices;
    const int32_t      *corner = set->set.vertices + (size_t)v * (size_t)i;
    const double        thickness = draft->thickness[r];
    double4             begin[4], end[4];
    double              value;
    Narrow              near;
    begin_contact(set, i);
    for (int j = 0; j < v; j++) {
        begin[j] = double4_from(from[corner[j]]);
        end[j] = double4_from(to[corner[j]]);
    }
    // Farther apart than the reach all the way, only the solve could bring them together in one substep, and the next finds them then.
    const int    first = search == SEARCH_EDGE_EDGE ? 2 : 1;
    const double reach = 1.5 * thickness, share = 0.5;
    if (narrow_far(begin, end, first, v, reach, share) ||
        !contact_search_narrow(search, begin, end, thickness, reach + share * narrow_way(begin, end, first, v), *side, &near)) {
        make_idle(set, i);
        return;
    }
    *side = near.side;
    set_weights(set, i, &near, thickness);
    sum_weights(set, i, &near, velocity, end, thickness, &value);
    set_sense(contacts, set, i, value);
}

void contacts_linearise(Contacts *contacts, const real4 *from, const real4 *to, const real4 *velocity, double h, double end,
                        PhaseClock *phases)
{
    const ContactSet *points = &contacts->sets[CONTACT_POINT];
#pragma omp barrier
    contact_phase(phases, PHASE_NARROW);
#pragma omp single
    {
        contact_pose(contacts, end - h, end);
        contacts->h = h;
    }
#pragma omp for schedule(dynamic, 64) nowait
    for (int32_t i = 0; i < points->set.count; i++)
        linearise_point(contacts, points, i, from, to, velocity, end);
    for (int which = CONTACT_SEGMENT; which <= CONTACT_PAIR; which++) {
        const int32_t count = contacts->sets[which].set.count;
#pragma omp for schedule(dynamic, 64) nowait
        for (int32_t i = 0; i < count; i++)
            linearise_pair(contacts, (ContactClass)which, i, from, to, velocity);
    }
#pragma omp barrier
}
