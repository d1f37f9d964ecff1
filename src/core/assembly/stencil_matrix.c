#include "assembly/stencil_matrix.h"

#include <stdlib.h>

#include "assembly/pattern.h"
#include "base/sorted.h"
#include "step/team.h"

typedef struct Assembly {
    const Model       *model;
    double             h;
    VertexConstraints *at; // the constraints at each particle
    StencilMatrix     *out;
} Assembly;

static bool is_free(const Assembly *s, int32_t particle)
{
    return s->model->inverse_mass[particle] > 0;
}

// A constraint found by its number (vertex_constraints.h).
typedef struct Stencil {
    const int32_t *vertex;
    int            vertices, rows;
    double         weight; // h² k
    double         row[CONSTRAINT_ROWS_MAX * CONSTRAINT_VERTICES_MAX];
} Stencil;

static void read_stencil(const Assembly *s, int32_t constraint, int *kind, Stencil *out)
{
    *kind = vertex_constraints_kind(s->at, *kind, constraint);
    const ConstraintSet *set = &s->model->sets[*kind];
    const int32_t        i = constraint - s->at->offset[*kind];
    out->vertices = set->ops->vertices;
    out->rows = set->ops->rows;
    out->vertex = set->vertices + (size_t)i * (size_t)out->vertices;
    out->weight = s->h * s->h * constraint_reduce(set, i, out->row);
}

// h² k AᵀA at vertices a and b of the constraint.
static double entry(const Stencil *c, int a, int b)
{
    double sum = 0;
    for (int r = 0; r < c->rows; r++)
        sum += c->row[r * c->vertices + a] * c->row[r * c->vertices + b];
    return c->weight * sum;
}

// Column of a free particle: its mass, and the terms of its constraints with itself and the free particles after it.
static void fill_column(const Assembly *s, int32_t column)
{
    Csc    *matrix = &s->out->matrix;
    Stencil c;
    int     kind = 0;
    for (int32_t k = matrix->column_start[column]; k < matrix->column_start[column + 1]; k++)
        matrix->value[k] = 0;
    matrix->value[matrix->column_start[column]] = is_free(s, column) ? s->model->mass[column] : 1;
    if (!is_free(s, column))
        return;
    for (int32_t k = s->at->start[column]; k < s->at->start[column + 1]; k++) {
        read_stencil(s, s->at->constraint[k], &kind, &c);
        int own = 0;
        while (c.vertex[own] != column)
            own++;
        for (int a = 0; a < c.vertices; a++)
            if (c.vertex[a] >= column && is_free(s, c.vertex[a]))
                matrix->value[pattern_find(matrix, c.vertex[a], column)] += entry(&c, a, own);
    }
}

// Group members among this thread's particles: each has its own stencil row, a diagonal entry.
static void add_members(const Assembly *s, int32_t from, int32_t to)
{
    Csc *matrix = &s->out->matrix;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &s->model->sets[kind];
        for (int32_t i = 0; set->groups && i < set->count; i++)
            for (int32_t at = constraint_first(set, i); at < constraint_first(set, i + 1); at++) {
                const int32_t column = set->vertices[at];
                double        row;
                if (column < from || column >= to || !is_free(s, column))
                    continue;
                set->ops->local_step->stencil(set, at, &row);
                matrix->value[matrix->column_start[column]] += s->h * s->h * constraint_stiffness(set, i) * row * row;
            }
    }
}

// ---- pins ----

// The constraints between a pin and other particles, ascending; the caller frees *list.
static Status list_at_pins(const Assembly *s, int32_t **list, size_t *count)
{
    const int32_t n = s->model->particle_count;
    size_t        room = 1, listed = 0;
    for (int32_t p = 0; p < n; p++)
        room += is_free(s, p) ? 0 : (size_t)(s->at->start[p + 1] - s->at->start[p]);
    *count = 0;
    *list = malloc(room * sizeof **list);
    if (!*list)
        return status_make(STATUS_MEMORY, "out of memory while coupling %d particles to pins", n);
    for (int32_t p = 0; p < n; p++)
        for (int32_t k = s->at->start[p]; k < s->at->start[p + 1] && !is_free(s, p); k++)
            (*list)[listed++] = s->at->constraint[k];
    qsort(*list, listed, sizeof **list, compare_int32);
    for (size_t k = 0; k < listed; k++)
        if (*count == 0 || (*list)[*count - 1] != (*list)[k])
            (*list)[(*count)++] = (*list)[k];
    return status_ok();
}

// Couplings of each free particle of the listed constraints to each pin; only counted if `couplings` is NULL.
static int32_t couple(const Assembly *s, const int32_t *list, size_t count, PinCoupling *couplings)
{
    int32_t found = 0;
    int     kind = 0;
    Stencil c;
    for (size_t k = 0; k < count; k++) {
        read_stencil(s, list[k], &kind, &c);
        for (int a = 0; a < c.vertices; a++)
            for (int b = 0; b < c.vertices; b++)
                if (is_free(s, c.vertex[a]) && !is_free(s, c.vertex[b])) {
                    if (couplings)
                        couplings[found] = (PinCoupling){.free = c.vertex[a], .pin = c.vertex[b], .weight = (real)-entry(&c, a, b)};
                    found++;
                }
    }
    return found;
}

// By free particle, so that a thread finds the couplings of its particles; entries equal in all three are interchangeable.
static int compare_couplings(const void *a, const void *b)
{
    const PinCoupling *p = a, *q = b;
    if (p->free != q->free)
        return p->free < q->free ? -1 : 1;
    if (p->pin != q->pin)
        return p->pin < q->pin ? -1 : 1;
    return (p->weight > q->weight) - (p->weight < q->weight);
}

// arena: NULL: the couplings exist, and only their weights change.
static Status couple_pins(const Assembly *s, Arena *arena)
{
    int32_t *list = NULL;
    size_t   count = 0;
    Status   status = status_ok();
    TRY(list_at_pins(s, &list, &count));
    s->out->coupling_count = couple(s, list, count, NULL);
    if (arena)
        status = ARENA_NEW(arena, s->out->coupling_count, &s->out->couplings);
    if (status.code == STATUS_OK) {
        couple(s, list, count, s->out->couplings);
        qsort(s->out->couplings, (size_t)s->out->coupling_count, sizeof *s->out->couplings, compare_couplings);
    }
    free(list);
    return status;
}

static void fill(const Assembly *s, int threads)
{
#pragma omp parallel num_threads(threads)
    {
        int32_t from, to;
        team_range(0, s->model->particle_count, &from, &to);
        for (int32_t column = from; column < to; column++)
            fill_column(s, column);
        add_members(s, from, to);
    }
}

static Status assemble(const Assembly *s, const Contacts *contacts, int threads, Arena *arena)
{
    TRY(vertex_constraints_init(s->model, threads, s->at));
    TRY(vertex_constraints_couple(s->model, false, contacts, s->at));
    TRY(pattern_init(s->model, s->at, threads, arena, &s->out->matrix));
    fill(s, threads);
    return couple_pins(s, arena);
}

Status stencil_matrix_init(const Model *model, const Contacts *contacts, double h, int threads, Arena *arena, StencilMatrix *out)
{
    VertexConstraints at = {0};
    const Assembly    assembly = {.model = model, .h = h, .at = &at, .out = out};
    *out = (StencilMatrix){.h = h};
    const Status status = assemble(&assembly, contacts, threads, arena);
    vertex_constraints_destroy(&at);
    return status;
}

Status stencil_matrix_fill(const Model *model, int threads, StencilMatrix *matrix)
{
    VertexConstraints at = {0};
    const Assembly    assembly = {.model = model, .h = matrix->h, .at = &at, .out = matrix};
    Status            status = vertex_constraints_init(model, threads, &at);
    if (status.code == STATUS_OK) {
        fill(&assembly, threads);
        status = couple_pins(&assembly, NULL);
    }
    vertex_constraints_destroy(&at);
    return status;
}
