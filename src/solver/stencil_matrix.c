#include "solver/stencil_matrix.h"

#include "solver/pattern.h"

// Adds h² k AᵀA of one constraint: to the matrix where both particles are free, to the couplings where one is pinned.
static void add_stencil(const Model *model, double h, const ConstraintSet *set, int32_t i, StencilMatrix *m, bool count_only)
{
    const int      v = set->ops->vertices;
    const int32_t *vertex = set->vertices + (size_t)i * (size_t)v;
    double         rows[CONSTRAINT_ROWS_MAX * CONSTRAINT_VERTICES_MAX];
    set->ops->stencil(set, i, rows);
    for (int a = 0; a < v; a++)
        for (int b = 0; b < v; b++) {
            double sum = 0;
            for (int r = 0; r < set->ops->rows; r++)
                sum += rows[r * v + a] * rows[r * v + b];
            const double value = h * h * constraint_stiffness(set, i) * sum;
            const bool   a_free = model->inverse_mass[vertex[a]] > 0, b_free = model->inverse_mass[vertex[b]] > 0;
            if (a_free && b_free && vertex[a] >= vertex[b] && !count_only)
                m->matrix.value[pattern_find(&m->matrix, vertex[a], vertex[b])] += value;
            if (a_free && !b_free) {
                if (!count_only)
                    m->couplings[m->coupling_count] = (PinCoupling){.free = vertex[a], .pin = vertex[b], .weight = (real)-value};
                m->coupling_count++;
            }
        }
}

static void add_stencils(const Model *model, double h, StencilMatrix *m, bool count_only)
{
    m->coupling_count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < model->sets[kind].count; i++)
            add_stencil(model, h, &model->sets[kind], i, m, count_only);
}

Status stencil_matrix_make(const Model *model, double h, Arena *arena, StencilMatrix *out)
{
    *out = (StencilMatrix){0};
    TRY(pattern_make(model, arena, &out->matrix));
    for (int32_t i = 0; i < model->particle_count; i++)
        out->matrix.value[out->matrix.column_start[i]] = model->inverse_mass[i] > 0 ? model->mass[i] : 1;
    add_stencils(model, h, out, true);
    TRY(ARENA_NEW(arena, out->coupling_count, &out->couplings));
    add_stencils(model, h, out, false);
    return status_ok();
}
