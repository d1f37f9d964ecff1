// What is refused at the start: a particle inside a collider, and surfaces that go through each other.
#include <stdlib.h>

#include "contact/private/contact_crossings.h"
#include "contact/private/contacts_internal.h"

static Status refuse_inside(const Contacts *contacts, int32_t particle, const Collider *collider, double depth)
{
    const Model *model = contacts->model;
    return status_make(STATUS_INPUT, "particle %d of body %d starts %.3g m inside collider %s; move one of them", model->user_of[particle],
                       model_body(model, particle), depth, collider->name);
}

static Status check_points(const Contacts *contacts, const State *state)
{
    const ContactSurface *surface = contacts->model->surface;
    const ContactWork    *work = contacts->work;
    for (int32_t i = 0; i < surface->point_count; i++)
        for (int32_t c = 0; c < work->colliders; c++) {
            const ColliderWay *way = &work->way[c];
            const real4        x = state->position[surface->point[i]];
            Nearest            at;
            if (x.w > 0 && collider_nearest(way->collider, way->index, &way->to, double4_from(x), 0, &at) && at.distance < 0)
                return refuse_inside(contacts, surface->point[i], way->collider, -at.distance);
        }
    return status_ok();
}

static Status refuse_crossing(const Model *model, const Crossings *found)
{
    const ContactSurface *surface = model->surface;
    const int32_t        *edge = surface->edge[found->edge], *u = model->user_of;
    const int bodies[2] = {model_body(model, edge[0]), model_body(model, surface->rules.planar ? surface->edge[found->triangle][0]
                                                                                               : surface->triangle[found->triangle][0])};
    if (surface->rules.planar) {
        const int32_t *other = surface->edge[found->triangle];
        return status_make(STATUS_INPUT,
                           "the start has %lld places where edges cross, the first between particles %d and %d of body %d and %d and %d of "
                           "body %d; move the bodies apart",
                           (long long)found->count, u[edge[0]], u[edge[1]], bodies[0], u[other[0]], u[other[1]], bodies[1]);
    }
    const int32_t *triangle = surface->triangle[found->triangle];
    return status_make(STATUS_INPUT,
                       "the start has %lld places where an edge goes through a triangle, the first the edge %d %d of body %d through the "
                       "triangle %d %d %d of body %d; move the bodies apart",
                       (long long)found->count, u[edge[0]], u[edge[1]], bodies[0], u[triangle[0]], u[triangle[1]], u[triangle[2]],
                       bodies[1]);
}

static Status check_crossings(const Contacts *contacts, const State *state)
{
    const Model  *model = contacts->model;
    const int32_t n = model->particle_count;
    Crossings     found = {0};
    double4      *x = aligned_alloc(alignof(double4), (size_t)n * sizeof *x);
    if (!x)
        return status_make(STATUS_MEMORY, "out of memory while the start was searched for surfaces that go through each other");
    for (int32_t i = 0; i < n; i++)
        x[i] = double4_from(state->position[i]);
    const Status status = crossings_count(model, x, contacts->work->settings.threads, &found);
    free(x);
    return status.code != STATUS_OK ? status : found.count > 0 ? refuse_crossing(model, &found) : status_ok();
}

// ---- bodies in the same place: what lies exactly on something goes through nothing, and is on neither side of it ----

typedef struct Place {
    double  at[3];
    int32_t particle;
} Place;

// By place alone.
static int compare_at(const Place *p, const Place *q)
{
    for (int k = 0; k < 3; k++)
        if (p->at[k] != q->at[k])
            return p->at[k] > q->at[k] ? 1 : -1;
    return 0;
}

static int compare_places(const void *a, const void *b)
{
    const Place *p = a, *q = b;
    const int    at = compare_at(p, q);
    return at ? at : (p->particle > q->particle) - (p->particle < q->particle);
}

static Status refuse_same_place(const Model *model, const Place *places, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        const int32_t a = places[i - 1].particle, b = places[i].particle;
        if (compare_at(&places[i - 1], &places[i]) == 0 && model_body(model, a) != model_body(model, b))
            return status_make(STATUS_INPUT, "particle %d of body %d and particle %d of body %d start in one place; move the bodies apart",
                               model->user_of[a], model_body(model, a), model->user_of[b], model_body(model, b));
    }
    return status_ok();
}

static Status check_places(const Contacts *contacts, const State *state)
{
    const ContactSurface *surface = contacts->model->surface;
    Place                *places = malloc(((size_t)surface->point_count + 1) * sizeof *places);
    if (!places)
        return status_make(STATUS_MEMORY, "out of memory while the start was searched for bodies in the same place");
    for (int32_t i = 0; i < surface->point_count; i++) {
        const double4 x = double4_from(state->position[surface->point[i]]);
        places[i] = (Place){.at = {x.x, x.y, x.z}, .particle = surface->point[i]};
    }
    qsort(places, (size_t)surface->point_count, sizeof *places, compare_places);
    const Status status = refuse_same_place(contacts->model, places, surface->point_count);
    free(places);
    return status;
}

Status contact_start_check(const Contacts *contacts, const State *state)
{
    const double time = contacts_begin(contacts, state);
    contact_pose(contacts, time, time);
    TRY(check_points(contacts, state));
    for (int which = 0; which < CONTACT_SEARCHES; which++)
        if (contacts->work->search[which].on) {
            TRY(contacts->model->surface->rules.bodies ? check_places(contacts, state) : status_ok());
            return check_crossings(contacts, state);
        }
    return status_ok();
}
