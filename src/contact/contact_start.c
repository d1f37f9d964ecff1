// What is refused at the start: a particle inside a collider.
#include "contact/contacts_internal.h"

static Status refuse_inside(const Contacts *contacts, int32_t particle, const Collider *collider, double depth)
{
    const Model *model = contacts->model;
    return status_make(STATUS_INPUT, "particle %d of body %d starts %.3g m inside collider %s; move one of them", model->user_of[particle],
                       model_body(model, particle), depth, collider->name);
}

Status contact_start_check(const Contacts *contacts, const State *state)
{
    const ContactSurface *surface = contacts->model->surface;
    const ContactWork    *work = contacts->work;
    const double          time = contacts_begin(contacts, state);
    contact_pose(contacts, time, time);
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
