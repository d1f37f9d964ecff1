#include "step/vertex_colours.h"

#include <stdlib.h>
#include <string.h>

typedef struct Colouring {
    const Model     *model;
    const Incidence *incidence;
    int32_t         *colour; // [particles]; −1: none yet
    int32_t         *seen;   // [particles] last particle with this colour at a neighbour; −1: none
    int32_t          count;
} Colouring;

// Marks the colours of the other particles of this slot's constraint.
static void see_constraint(Colouring *c, int32_t particle, int32_t slot)
{
    int kind = 0;
    while (slot >= c->incidence->offset[kind + 1])
        kind++;
    const ConstraintSet *set = &c->model->sets[kind];
    const int            v = set->ops->vertices;
    const int32_t       *vertices = set->vertices + (slot - c->incidence->offset[kind]) / v * v;
    for (int j = 0; j < v; j++)
        if (c->colour[vertices[j]] >= 0)
            c->seen[c->colour[vertices[j]]] = particle;
}

static void colour_particle(Colouring *c, int32_t particle)
{
    int32_t lowest = 0;
    for (int32_t k = c->incidence->start[particle]; k < c->incidence->start[particle + 1]; k++)
        see_constraint(c, particle, c->incidence->slot[k]);
    while (c->seen[lowest] == particle)
        lowest++;
    c->colour[particle] = lowest;
    if (lowest >= c->count)
        c->count = lowest + 1;
}

static void sort_by_colour(const Colouring *c, VertexColours *out)
{
    const int32_t n = c->model->particle_count;
    for (int32_t i = 0; i < n; i++)
        out->start[c->colour[i] + 1]++;
    for (int32_t k = 0; k < c->count; k++)
        out->start[k + 1] += out->start[k];
    for (int32_t i = 0; i < n; i++)
        out->vertex[out->start[c->colour[i]]++] = i; // each start moves to the next one
    for (int32_t k = c->count; k > 0; k--)
        out->start[k] = out->start[k - 1];
    out->start[0] = 0;
}

Status vertex_colours_init(const Model *model, const Incidence *incidence, Arena *arena, VertexColours *out)
{
    const int32_t n = model->particle_count;
    const size_t  bytes = ((size_t)n + 1) * sizeof(int32_t); // a particle has at most n − 1 neighbouring colours
    Colouring     c = {.model = model, .incidence = incidence, .colour = malloc(bytes), .seen = malloc(bytes)};
    Status        status = status_make(STATUS_MEMORY, "out of memory for the colours of particles");
    *out = (VertexColours){0};
    if (c.colour && c.seen) {
        memset(c.colour, -1, bytes);
        memset(c.seen, -1, bytes);
        for (int32_t i = 0; i < n; i++)
            colour_particle(&c, i);
        out->count = c.count;
        status = ARENA_NEW(arena, c.count + 1, &out->start);
        if (status.code == STATUS_OK)
            status = ARENA_NEW(arena, n, &out->vertex);
        if (status.code == STATUS_OK)
            sort_by_colour(&c, out);
    }
    free(c.colour);
    free(c.seen);
    return status;
}

// True if the vertices of a constraint have different colours.
static bool differ(const int32_t *colour, const int32_t *vertices, int v)
{
    for (int j = 0; j < v; j++)
        for (int l = 0; l < j; l++)
            if (colour[vertices[j]] == colour[vertices[l]])
                return false;
    return true;
}

static Status check(const Model *model, const VertexColours *colours, int32_t *colour)
{
    for (int32_t k = 0; k < colours->count; k++)
        for (int32_t at = colours->start[k]; at < colours->start[k + 1]; at++) {
            if (colour[colours->vertex[at]] != 0)
                return status_make(STATUS_INTERNAL, "particle %d has two colours", colours->vertex[at]);
            colour[colours->vertex[at]] = k + 1;
        }
    for (int32_t i = 0; i < model->particle_count; i++)
        if (colour[i] == 0)
            return status_make(STATUS_INTERNAL, "particle %d has no colour", i);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const int            v = set->ops->vertices;
        for (int32_t i = 0; v > 0 && i < set->count; i++)
            if (!differ(colour, set->vertices + v * i, v))
                return status_make(STATUS_INTERNAL, "two particles of %s %d have one colour", set->ops->name, i);
    }
    return status_ok();
}

Status vertex_colours_check(const Model *model, const VertexColours *colours)
{
    int32_t *colour = calloc((size_t)model->particle_count + 1, sizeof *colour);
    if (!colour)
        return status_make(STATUS_MEMORY, "out of memory for the colours of particles");
    const Status status = check(model, colours, colour);
    free(colour);
    return status;
}
