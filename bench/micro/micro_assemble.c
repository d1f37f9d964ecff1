// The matrix of projective dynamics of a cloth: pattern and values, column by column in parallel. An item is one constraint. The plain twin
// takes the same pattern and adds constraint after constraint on one thread, each entry found in its column.
#include <stdio.h>

#include "assembly/pattern.h"
#include "assembly/stencil_matrix.h"
#include "micro.h"

static const double H = 1.0 / 60;

// *last: the last entry.
static Status make_wide(const Model *model, int threads, Arena *arena, double *last)
{
    StencilMatrix matrix;
    TRY(stencil_matrix_init(model, NULL, H, threads, arena, &matrix));
    *last = matrix.matrix.value[matrix.matrix.column_start[matrix.matrix.n] - 1];
    return status_ok();
}

static void add_spring(const Model *model, const ConstraintSet *set, int32_t i, Csc *matrix)
{
    const double   value = H * H * constraint_stiffness(set, i);
    const int32_t *end = &set->vertices[2 * (size_t)i];
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            if (end[a] >= end[b] && model->inverse_mass[end[a]] > 0 && model->inverse_mass[end[b]] > 0)
                matrix->value[pattern_find(matrix, end[a], end[b])] += a == b ? value : -value;
}

static Status make_plain(const Model *model, int threads, Arena *arena, double *last)
{
    const ConstraintSet *set = &model->sets[CONSTRAINT_distance];
    VertexConstraints    at = {0};
    Csc                  matrix = {0};
    Status               status = vertex_constraints_init(model, threads, &at);
    if (status.code == STATUS_OK)
        status = pattern_init(model, &at, threads, arena, &matrix);
    vertex_constraints_destroy(&at);
    TRY(status);
    for (int32_t i = 0; i < matrix.n; i++)
        matrix.value[matrix.column_start[i]] += model->inverse_mass[i] > 0 ? model->mass[i] : 1;
    for (int32_t i = 0; i < set->count; i++)
        add_spring(model, set, i, &matrix);
    *last = matrix.value[matrix.column_start[matrix.n] - 1];
    return status_ok();
}

typedef struct AssembleCase {
    const char *name;
    Status (*make)(const Model *model, int threads, Arena *arena, double *last);
} AssembleCase;

static const AssembleCase CASES[] = {{"pd_matrix", make_wide}, {"pd_matrix/plain", make_plain}};

static void run(MicroState *state, const MicroJob *job)
{
    const AssembleCase *what = job->table;
    Cloth               cloth;
    Status              status = status_ok();
    double              last = 0;
    if (!micro_ok(state, cloth_create((int)job->size, SCHEDULE_MEMORY, &cloth)))
        return;
    micro_output(state, &last, sizeof last);
    while (micro_next(state)) {
        Arena        arena = arena_init(0);
        const Status now = what->make(&cloth.model, job->threads, &arena, &last);
        if (now.code != STATUS_OK)
            status = now;
        arena_destroy(&arena);
    }
    micro_ok(state, status);
    micro_items(state, cloth.model.constraint_count);
    cloth_destroy(&cloth);
}

void micro_assemble(void)
{
    static const int SIZES[] = {64, 256, 512};
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++)
        for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s/n:%d", CASES[c].name, SIZES[i]);
            micro_register_threads(name, run, &CASES[c], SIZES[i]);
        }
}
