#include "step/private/contact_islands.h"

Status contact_islands_create(const Model *model, Arena *arena, ContactIslands **out)
{
    ContactIslands *islands;
    TRY(ARENA_NEW(arena, 1, &islands));
    *islands = (ContactIslands){.model = model};
    *out = islands;
    TRY(ARENA_NEW(arena, model->body_count, &islands->root));
    TRY(ARENA_NEW(arena, model->body_count, &islands->all));
    return ARENA_NEW(arena, model->body_count, &islands->taken);
}

static int32_t root_of(const ContactIslands *islands, int32_t body)
{
    while (islands->root[body] != body)
        body = islands->root[body];
    return body;
}

// The root of any body that a contact moves; −1: it moves none.
static int32_t island_of(const ContactIslands *islands, const ContactRow *row)
{
    for (int j = 0; j < row->vertices; j++)
        if (islands->model->inverse_mass[row->vertex[j]] > 0)
            return root_of(islands, model_body(islands->model, row->vertex[j]));
    return -1;
}

static void join(ContactIslands *islands, const ContactRow *row)
{
    int32_t to = island_of(islands, row);
    for (int j = 0; j < row->vertices; j++) {
        if (!(islands->model->inverse_mass[row->vertex[j]] > 0))
            continue;
        const int32_t body = root_of(islands, model_body(islands->model, row->vertex[j]));
        islands->root[body > to ? body : to] = body < to ? body : to;
        to = body < to ? body : to;
    }
}

static void add(ContactIslands *islands, const ContactRow *row, double work)
{
    const int32_t at = island_of(islands, row);
    if (at < 0)
        return;
    islands->all[at] += work;
    islands->taken[at] += work > 0 ? work : 0;
}

static void join_touching(ContactIslands *islands, const Contacts *contacts, double *const work[CONTACT_CLASSES])
{
    for (int c = 0; c < CONTACT_CLASSES; c++)
        for (int32_t i = 0; i < contacts->sets[c].set.count; i++)
            if (contacts->sets[c].lambda[i] > 0 || work[c][i] > 0) {
                const ContactRow row = contact_row(&contacts->sets[c], (ContactClass)c, i);
                join(islands, &row);
            }
}

void contact_islands_sum(ContactIslands *islands, const Contacts *contacts, double *const work[CONTACT_CLASSES])
{
    const int32_t bodies = islands->model->body_count;
    for (int32_t b = 0; b < bodies; b++) {
        islands->root[b] = b;
        islands->all[b] = islands->taken[b] = 0;
    }
    if (bodies > 1)
        join_touching(islands, contacts, work);
    for (int32_t b = 0; b < bodies; b++) // roots are lower than what they are roots of
        islands->root[b] = islands->root[islands->root[b]];
    for (int c = 0; c < CONTACT_CLASSES; c++)
        for (int32_t i = 0; i < contacts->sets[c].set.count; i++)
            if (work[c][i] < 0 || work[c][i] > 0) {
                const ContactRow row = contact_row(&contacts->sets[c], (ContactClass)c, i);
                add(islands, &row, work[c][i]);
            }
}

double contact_islands_part(const ContactIslands *islands, const ContactRow *row)
{
    const int32_t at = island_of(islands, row);
    return at >= 0 && islands->all[at] > 0 ? islands->all[at] / islands->taken[at] : 0;
}
