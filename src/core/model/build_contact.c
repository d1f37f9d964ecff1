// Contact in a ModelBuilder.
#include <string.h>

#include "base/memory.h"
#include "model/private/builder.h"

Status model_set_contact(ModelBuilder *b, const ContactRules *rules)
{
    BuildContact *contact = &b->contact;
    TRY(contact_rules_check(rules));
    contact->surface.rules = *rules;
    contact->has_rules = true;
    return status_ok();
}

Status model_add_collider(ModelBuilder *b, const Collider *collider)
{
    if (collider->script < -1 || collider->script >= b->scripts.script_count)
        return status_make(STATUS_INPUT, "collider %s: script %d does not exist (the scene has %d); use -1 for a fixed collider",
                           collider->name, collider->script, b->scripts.script_count);
    return colliders_add(&b->contact.colliders, collider);
}

static Status check_particles(const ModelBuilder *b, const int32_t *particles, int count)
{
    for (int k = 0; k < count; k++) {
        TRY(builder_check_particle(b, particles[k]));
        for (int j = 0; j < k; j++)
            if (particles[j] == particles[k])
                return status_make(STATUS_INPUT, "%s of a surface lists particle %d twice; list each particle once",
                                   count == 2 ? "an edge" : "a triangle", particles[k]);
    }
    return status_ok();
}

// The draft keeps elements in the order of the calls; equal ones may repeat.

Status model_add_contact_point(ModelBuilder *b, int32_t particle)
{
    ContactSurface *draft = &b->contact.surface;
    TRY(check_particles(b, &particle, 1));
    TRY(memory_grow((void **)&draft->point, draft->point_count, sizeof *draft->point));
    draft->point[draft->point_count++] = particle;
    return status_ok();
}

Status model_add_contact_edge(ModelBuilder *b, const int32_t ends[2])
{
    ContactSurface *draft = &b->contact.surface;
    TRY(check_particles(b, ends, 2));
    TRY(memory_grow((void **)&draft->edge, draft->edge_count, sizeof *draft->edge));
    memcpy(draft->edge[draft->edge_count++], ends, sizeof *draft->edge);
    TRY(model_add_contact_point(b, ends[0]));
    return model_add_contact_point(b, ends[1]);
}

Status model_add_contact_triangle(ModelBuilder *b, const int32_t corners[3])
{
    ContactSurface *draft = &b->contact.surface;
    TRY(check_particles(b, corners, 3));
    TRY(memory_grow((void **)&draft->triangle, draft->triangle_count, sizeof *draft->triangle));
    memcpy(draft->triangle[draft->triangle_count++], corners, sizeof *draft->triangle);
    for (int k = 0; k < 3; k++)
        TRY(model_add_contact_edge(b, (const int32_t[2]){corners[k], corners[(k + 1) % 3]}));
    return status_ok();
}

void build_contact_destroy(BuildContact *contact)
{
    colliders_destroy(&contact->colliders);
    contact_surface_destroy(&contact->surface);
}

Status build_contact_layout(const ModelBuilder *b, Arena *arena, Model *model)
{
    const BuildContact *contact = &b->contact;
    const ContactRules *rules = &contact->surface.rules;
    double4            *rest;
    if (!contact->has_rules && contact->colliders.count > 0)
        return status_make(STATUS_INPUT, "the scene has colliders but no contact rules; add `contact` with a thickness and a stiffness");
    if (!contact->has_rules || (contact->colliders.count == 0 && !rules->self && !rules->bodies))
        return status_ok();
    TRY(ARENA_NEW(arena, model->particle_count, &rest));
    for (int32_t i = 0; i < model->particle_count; i++) {
        rest[i] = double4_of(builder_particle(b, model->user_of[i])->position);
    }
    TRY(colliders_layout(&contact->colliders, arena, &model->colliders));
    return contact_surface_layout(&contact->surface, model->particle_count, model->model_of, rest, arena, &model->surface);
}
