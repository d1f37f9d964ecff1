#include "step/private/contact_islands.h"

Status contact_islands_create(Contacts *contacts, Arena *arena, ContactIslands **out)
{
    const int32_t   bodies = contacts->model->body_count;
    ContactIslands *islands;
    TRY(ARENA_NEW(arena, 1, &islands));
    *islands = (ContactIslands){.contacts = contacts};
    *out = islands;
    TRY(ARENA_NEW(arena, bodies, &islands->root));
    TRY(ARENA_NEW(arena, bodies, &islands->all));
    TRY(ARENA_NEW(arena, bodies, &islands->beyond));
    TRY(ARENA_NEW(arena, bodies, &islands->lost));
    return ARENA_NEW(arena, bodies, &islands->taken);
}

static bool is_free(const ContactIslands *islands, int32_t particle)
{
    return islands->contacts->model->inverse_mass[particle] > 0;
}

static int32_t root_of(const ContactIslands *islands, int32_t body)
{
    while (islands->root[body] != body)
        body = islands->root[body];
    return body;
}

// The first body that a contact moves; −1: none.
static int32_t body_of(const ContactIslands *islands, const ContactRow *row)
{
    for (int j = 0; j < row->vertices; j++)
        if (is_free(islands, row->vertex[j]))
            return model_body(islands->contacts->model, row->vertex[j]);
    return -1;
}

static void join(ContactIslands *islands, const ContactRow *row)
{
    const int32_t first = body_of(islands, row);
    for (int j = 0; j < row->vertices; j++) {
        if (!is_free(islands, row->vertex[j]))
            continue;
        const int32_t a = root_of(islands, first), b = root_of(islands, model_body(islands->contacts->model, row->vertex[j]));
        islands->root[a > b ? a : b] = a < b ? a : b;
    }
}

static void join_touching(ContactIslands *islands, ContactEnergy *const energy[CONTACT_CLASSES])
{
    for (int c = 0; c < CONTACT_CLASSES; c++) {
        const ContactSet *contact = &islands->contacts->sets[c];
        for (int32_t i = 0; i < contact->set.count; i++)
            if (contact->lambda[i] > 0 || energy[c][i].start > 0) {
                const ContactRow row = contact_row(contact, (ContactClass)c, i);
                join(islands, &row);
            }
    }
}

static void add(ContactIslands *islands, const ContactRow *row, const ContactEnergy *energy)
{
    const int32_t body = body_of(islands, row);
    if (body < 0)
        return;
    const int32_t at = islands->root[body];
    islands->all[at] += energy->taken - energy->start; // earlier spring energy is in `stored`
    islands->taken[at] += fmax(0, energy->taken + energy->beyond);
    islands->beyond[at] += energy->beyond;
    islands->lost[at] -= energy->end;
    islands->contacts->stored[body] += energy->end;
}

// The energy taken by the bound is limited to the missing kinetic and spring energy.
static void add_beyond(ContactIslands *islands, const State *state)
{
    const Contacts *contacts = islands->contacts;
    const int32_t   bodies = contacts->model->body_count;
    double          any = 0;
    for (int32_t b = 0; b < bodies; b++)
        any += islands->beyond[b];
    for (int32_t b = 0; b < bodies && any > 0; b++)
        islands->lost[islands->root[b]] += contacts->kinetic[b];
    for (int32_t i = 0; i < state->particle_count && any > 0; i++)
        islands->lost[islands->root[model_body(contacts->model, i)]] -= contacts_kinetic(contacts->model, state->velocity, i);
    for (int32_t b = 0; b < bodies && any > 0; b++)
        islands->all[b] += fmax(0, fmin(islands->beyond[b], islands->lost[b] - islands->all[b]));
}

void contact_islands_sum(ContactIslands *islands, ContactEnergy *const energy[CONTACT_CLASSES], const State *state)
{
    const Contacts *contacts = islands->contacts;
    const int32_t   bodies = contacts->model->body_count;
    for (int32_t b = 0; b < bodies; b++) {
        islands->root[b] = b;
        islands->all[b] = islands->taken[b] = islands->beyond[b] = islands->lost[b] = 0;
    }
    if (bodies > 1)
        join_touching(islands, energy);
    for (int32_t b = 0; b < bodies; b++) { // the root of a body has a lower number
        islands->root[b] = islands->root[islands->root[b]];
        islands->all[islands->root[b]] += contacts->stored[b];
        islands->lost[islands->root[b]] += contacts->stored[b];
        contacts->stored[b] = 0;
    }
    for (int c = 0; c < CONTACT_CLASSES; c++)
        for (int32_t i = 0; i < contacts->sets[c].set.count; i++) {
            const ContactEnergy *e = &energy[c][i];
            if (!(e->taken < 0 || e->taken > 0 || e->end > 0))
                continue;
            const ContactRow row = contact_row(&contacts->sets[c], (ContactClass)c, i);
            add(islands, &row, e);
        }
    add_beyond(islands, state);
}

double contact_islands_part(const ContactIslands *islands, const ContactRow *row)
{
    const int32_t body = body_of(islands, row);
    if (body < 0)
        return 0;
    const double all = islands->all[islands->root[body]], taken = islands->taken[islands->root[body]];
    return all >= taken ? 1 : all > 0 ? all / taken : 0;
}
