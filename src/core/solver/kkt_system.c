#include "solver/private/kkt_system.h"

#include "step/team.h"

// Columns of x: the mass, and the gradients of the rows at the particle, which ascend; columns of λ: −α~.
static void fill_matrix(const ConstraintRows *rows, const ExactMotion *motion, Csc *m)
{
    const Incidence *incidence = &rows->incidence;
    const int32_t    n = rows->model->particle_count;
    int32_t          at = 0;
    for (int32_t column = 0; column < 3 * n; column++) {
        const int32_t p = column / 3, axis = column % 3;
        const bool    is_free = exact_motion_is_free(motion, p);
        m->row[at] = column;
        m->value[at++] = is_free ? rows->model->mass[p] : 1;
        for (int32_t e = incidence->start[p]; e < incidence->start[p + 1] && is_free; e++) {
            const double4 g = rows->gradient[incidence->slot[e]];
            m->row[at] = 3 * n + rows->owner[incidence->slot[e]];
            m->value[at++] = -(axis == 0 ? g.x : axis == 1 ? g.y : g.z);
        }
        m->column_start[column + 1] = at;
    }
    for (int32_t row = 0; row < rows->count; row++) {
        m->row[at] = 3 * n + row;
        m->value[at++] = -rows->compliance[row];
        m->column_start[3 * n + row + 1] = at;
    }
}

// Δλ = −(h + ∇C Δx)/α~, and h of an idle row is 0 as its gradients are.
static void fill_vectors(const KktStep *k, const ConstraintRows *rows, double *rhs, double *solution)
{
    const int32_t n = rows->model->particle_count;
    for (int32_t p = 0; p < n; p++) {
        const double4 g = k->gradient[p];
        rhs[3 * p] = -g.x, rhs[3 * p + 1] = -g.y, rhs[3 * p + 2] = -g.z;
        for (int axis = 0; axis < 3; axis++)
            solution[3 * p + axis] = k->move[3 * p + axis];
    }
    for (int32_t row = 0; row < rows->count; row++) {
        double rate = rows->residual[row];
        for (int32_t slot = rows->slot[row]; slot < rows->slot[row + 1]; slot++) {
            rate += double4_dot(rows->gradient[slot], double4_of(&k->move[3 * (size_t)rows->particle[slot]]));
        }
        rhs[3 * n + row] = rows->residual[row];
        solution[3 * n + row] = -rate / rows->compliance[row];
    }
}

static Status show_whole(const KktStep *k, const ConstraintRows *rows, const ExactMotion *motion, const StepContext *context, Arena *arena)
{
    const int32_t n = rows->model->particle_count, order = 3 * n + rows->count;
    const size_t  entries = (size_t)order + 3 * (size_t)rows->incidence.start[n];
    Csc           m = {.n = order};
    double       *rhs, *solution;
    TRY(ARENA_NEW(arena, order + 1, &m.column_start));
    TRY(ARENA_NEW(arena, entries, &m.row));
    TRY(ARENA_NEW(arena, entries, &m.value));
    TRY(ARENA_NEW(arena, order, &rhs));
    TRY(ARENA_NEW(arena, order, &solution));
    fill_matrix(rows, motion, &m);
    fill_vectors(k, rows, rhs, solution);
    team_system(context, &(LinearSystem){.name = "kkt_whole",
                                         .description =
                                             "positions and multipliers at once, [M, −∇Cᵀ; −∇C, −α~][Δx; Δλ] = [−g; h], indefinite\n"
                                             "Δx of particles in the model's order, x, y, z one after another, m; then Δλ of constraints, "
                                             "kind by kind, a row for each component",
                                         .matrix = &m,
                                         .rows = rows,
                                         .rhs = rhs,
                                         .solution = solution});
    return status_ok();
}

Status kkt_system_show(const KktStep *k, const ConstraintRows *rows, const ExactMotion *motion, const StepContext *context)
{
    team_system(context,
                &(LinearSystem){.name = "kkt",
                                .description = "positions and multipliers, the multipliers eliminated, (K + ∇Cᵀα~⁻¹∇C) Δx = −g − ∇Cᵀα~⁻¹h\n"
                                               "Δx of particles in the model's order, x, y, z one after another, m; a pin's rows are the "
                                               "identity",
                                .matrix = &k->hessian.matrix,
                                .definite = true,
                                .rhs = k->rhs,
                                .solution = k->move});
    if (double_largest(rows->lambda, rows->count) > 0) // not the first iteration of the (sub)step
        return status_ok();
    Arena        arena = arena_init(0);
    const Status status = show_whole(k, rows, motion, context, &arena);
    arena_destroy(&arena);
    return status;
}
