#include "linsys/private/cholmod_system.h"

#include <cholmod.h>
#include <stdio.h>
#include <string.h>

#include "linsys/private/library_threads.h"
#include "linsys/private/pivot.h"

typedef struct CholmodSystem {
    Linsys          base;
    cholmod_common  common;
    cholmod_factor *factor;
    cholmod_dense   rhs;       // a view of rhs_value: [order][right-hand sides], column by column
    double         *rhs_value; // [3 n], in the arena
    cholmod_dense  *x, *y, *e; // the solution and the workspace of cholmod_solve2
    Csc             tripled;   // A ⊗ I₃ in the arena; unused with one lane
    double          updates_per_factor;
    bool            supernodal;
    int             lanes;
    int32_t         n; // of A; the order of the factor is n × lanes
    int64_t         matrix_nonzeros;
    CholmodOrdering ordering;                      // the one used
    double          factor_flops, factor_nonzeros; // known from the analysis
    int64_t         arena_bytes;
    int32_t        *position; // [n] inverse permutation: position of a row in the order of elimination; NULL until the first update
    bool            updated;  // the factor may have entries that the analysis did not count
    Status          failure;  // of the first failed solve
} CholmodSystem;

static int32_t order_of(const CholmodSystem *s)
{
    return s->n * s->lanes;
}

// Translates CHOLMOD's status number.
static Status cholmod_failure(const CholmodSystem *s, const char *doing)
{
    switch (s->common.status) {
    case CHOLMOD_OUT_OF_MEMORY:
        return status_make(STATUS_MEMORY, "%s: out of memory while %s a matrix of order %d; raise `memory`, or take a smaller scene",
                           s->base.ops->name, doing, order_of(s));
    case CHOLMOD_TOO_LARGE:
        return status_make(STATUS_UNSUPPORTED,
                           "%s: the factor of a matrix of order %d has too many entries for 32-bit indices (while %s it); "
                           "take a smaller scene",
                           s->base.ops->name, order_of(s), doing);
    default:
        return status_make(STATUS_INTERNAL, "%s: CHOLMOD failed with status %d while %s a matrix of order %d", s->base.ops->name,
                           s->common.status, doing, order_of(s));
    }
}

// ---- the matrix in CHOLMOD's format ----

// Column 3j+c of A ⊗ I₃ holds the entries of column j in rows 3i+c, so the columns of one lane are as long as those of A.
static void fill_tripled_values(const CholmodSystem *s, const Csc *a)
{
    for (int32_t j = 0; j < a->n; j++) {
        const size_t length = (size_t)(a->column_start[j + 1] - a->column_start[j]);
        for (int c = 0; c < 3; c++)
            memcpy(s->tripled.value + s->tripled.column_start[3 * j + c], a->value + a->column_start[j], length * sizeof *a->value);
    }
}

static Status make_tripled(CholmodSystem *s, const Csc *a, Arena *arena)
{
    const int32_t nonzeros = 3 * a->column_start[a->n];
    s->tripled.n = 3 * a->n;
    TRY(ARENA_NEW(arena, 3 * a->n + 1, &s->tripled.column_start));
    TRY(ARENA_NEW(arena, nonzeros, &s->tripled.row));
    TRY(ARENA_NEW(arena, nonzeros, &s->tripled.value));
    int32_t at = 0;
    for (int32_t j = 0; j < a->n; j++)
        for (int c = 0; c < 3; c++) {
            s->tripled.column_start[3 * j + c] = at;
            for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++)
                s->tripled.row[at++] = 3 * a->row[k] + c;
        }
    s->tripled.column_start[3 * a->n] = at;
    return status_ok();
}

static cholmod_sparse matrix_view(CholmodSystem *s, const Csc *a)
{
    if (s->lanes == 3) {
        fill_tripled_values(s, a);
        a = &s->tripled;
    }
    return cholmod_view(a);
}

// ---- analysis ----

static Status analyse(CholmodSystem *s, const LinsysSetup *setup)
{
    const CholmodQuestion question = {.matrix = s->lanes == 3 ? &s->tripled : setup->matrix,
                                      .block = (setup->block ? setup->block : 1) * s->lanes,
                                      .coordinates = setup->coordinates,
                                      .supernodal = s->supernodal,
                                      .refactors = setup->scalar,
                                      .threads = setup->threads,
                                      .arena = setup->arena,
                                      .name = s->base.ops->name,
                                      .order = cholmod_order_of(setup)};
    CholmodAnalysis       found;
    TRY(cholmod_ordering_analyse(&question, (CholmodOrdering)param_choice(setup->params, "ordering"), &s->common, &found));
    if (!found.factor)
        return cholmod_failure(s, "analysing");
    s->factor = found.factor;
    s->ordering = found.ordering;
    s->factor_flops = found.flops;
    s->factor_nonzeros = found.nonzeros;
    return status_ok();
}

// ---- factorisation ----

static int64_t factor_bytes(const CholmodSystem *s)
{
    const int64_t order = order_of(s), value = sizeof(double), index = sizeof(int32_t);
    const int64_t permutation = 2 * order * index; // with the column counts
    if (s->supernodal)
        return (int64_t)s->factor->xsize * value + ((int64_t)s->factor->ssize + 3 * ((int64_t)s->factor->nsuper + 1)) * index + permutation;
    return (int64_t)s->factor_nonzeros * (value + index) + (4 * order + 5) * index + permutation; // columns: start, length, links
}

// Memory needed after the analysis: the factor, the permuted copy of the matrix, X, Y and E of the solves (three vectors of n
// each), CHOLMOD's work vectors, and the largest update block of a supernodal factorisation.
static Status check_memory(const CholmodSystem *s, const Arena *arena)
{
    const double entry = sizeof(double) + sizeof(int32_t), block = s->supernodal ? (double)s->factor->maxcsize : 0;
    const double copy = (double)s->matrix_nonzeros * entry, vectors = 9.0 * s->n + 4.0 * order_of(s) + block;
    char         what[96];
    snprintf(what, sizeof what, "%s: the factor of a matrix of order %d", s->base.ops->name, order_of(s));
    return arena_check(arena, (double)factor_bytes(s) + copy + vectors * sizeof(double), what);
}

// The first column, in the order of elimination, whose pivot is not positive and finite; the order of the factor if there is none. CHOLMOD
// stops only at some bad pivots: simplicial LDLᵀ at exact zeros but not at negative values, supernodal LLᵀ at both. Neither stops at an
// overflow. All pivots before the first bad one are those of an LLᵀ, so this finds the same column in both.
static int32_t first_bad_pivot(const CholmodSystem *s)
{
    const cholmod_factor *l = s->factor;
    const double         *value = l->x;
    const int32_t         order = order_of(s), limit = l->minor < (size_t)order ? (int32_t)l->minor : order;
    if (!s->supernodal) {
        const int32_t *start = l->p;
        int32_t        j = 0;
        while (j < limit && pivot_is_good(value[start[j]]))
            j++;
        return j;
    }
    if (limit < order) // CHOLMOD clears the supernode in which it stops, with the pivots before that column
        return limit;
    const int32_t *super = l->super, *row_start = l->pi, *value_start = l->px;
    for (size_t b = 0; b < l->nsuper; b++) {
        const int64_t height = row_start[b + 1] - row_start[b];
        for (int32_t j = super[b]; j < super[b + 1]; j++)
            if (!pivot_is_good(value[value_start[b] + (height + 1) * (j - super[b])]))
                return j;
    }
    return order;
}

double cholmod_system_smallest_pivot(const Linsys *sys, const Csc *a)
{
    const CholmodSystem  *s = (const CholmodSystem *)sys;
    const cholmod_factor *l = s->factor;
    const double         *value = l->x;
    const int32_t        *order = l->Perm, *start = l->p, *super = l->super, *row_start = l->pi, *value_start = l->px;
    double                smallest = 1;
    ASSERT(s->lanes == 1);
    for (int32_t j = 0; !s->supernodal && j < s->n; j++)
        smallest = fmin(smallest, value[start[j]] / a->value[a->column_start[order[j]]]);
    for (size_t b = 0; s->supernodal && b < l->nsuper; b++) {
        const int64_t height = row_start[b + 1] - row_start[b];
        for (int32_t j = super[b]; j < super[b + 1]; j++) {
            const double root = value[value_start[b] + (height + 1) * (j - super[b])];
            smallest = fmin(smallest, root * root / a->value[a->column_start[order[j]]]);
        }
    }
    return smallest;
}

static Status factorise(CholmodSystem *s, cholmod_sparse *a)
{
    const LibraryThreads before = library_threads_set(1);
    cholmod_factorize(a, s->factor, &s->common);
    library_threads_restore(before);
    if (s->common.status != CHOLMOD_OK && s->common.status != CHOLMOD_NOT_POSDEF && s->common.status != CHOLMOD_DSMALL)
        return cholmod_failure(s, "factorising");
    ASSERT(s->factor->xtype == CHOLMOD_REAL && !s->factor->is_super == !s->supernodal && !s->factor->is_ll == !s->supernodal);
    const int32_t bad = first_bad_pivot(s);
    if (bad < order_of(s))
        return pivot_failure(s->base.ops->name, ((const int32_t *)s->factor->Perm)[bad] / s->lanes, s->n);
    return status_ok();
}

// ---- changes of the factor ----

static Status find_positions(CholmodSystem *s)
{
    const int32_t *order = s->factor->Perm;
    if (s->position)
        return status_ok();
    s->position = cholmod_malloc((size_t)s->n, sizeof *s->position, &s->common);
    if (!s->position)
        return cholmod_failure(s, "updating");
    for (int32_t i = 0; i < s->n; i++)
        s->position[order[i]] = i;
    return status_ok();
}

// Copies column c with its rows permuted to the order of elimination and sorted.
static void permute_column(const CholmodSystem *s, const LinsysColumns *columns, int32_t c, cholmod_sparse *out)
{
    int32_t      *start = out->p, *row = out->i;
    double       *value = out->x;
    const int32_t first = start[c] = columns->start[c];
    for (int32_t k = first; k < columns->start[c + 1]; k++) {
        const int32_t position = s->position[columns->row[k]];
        int32_t       at = k;
        for (; at > first && row[at - 1] > position; at--) {
            row[at] = row[at - 1];
            value[at] = value[at - 1];
        }
        row[at] = position;
        value[at] = columns->value[k];
    }
    start[c + 1] = columns->start[c + 1];
}

// Counts the entries of the present factor, with those that updates added.
static double count_nonzeros(const CholmodSystem *s)
{
    const int32_t *length = s->factor->nz;
    double         sum = 0;
    for (int32_t j = 0; j < s->n; j++)
        sum += length[j];
    return sum;
}

// An update by a vector changes the columns of L from its first row up to the root of the elimination tree. Its time is predicted from the
// number of their entries, in the mean over all first rows.
static Status predict_updates(CholmodSystem *s)
{
    const int32_t *start = s->factor->p, *row = s->factor->i, *length = s->factor->nz;
    double        *path = cholmod_malloc((size_t)s->n, sizeof *path, &s->common), sum = 0;
    if (!path)
        return cholmod_failure(s, "analysing");
    for (int32_t j = s->n - 1; j >= 0; j--) {
        path[j] = length[j] + (length[j] > 1 ? path[row[start[j] + 1]] : 0);
        sum += path[j];
    }
    cholmod_free((size_t)s->n, sizeof *path, path, &s->common);
    s->updates_per_factor = cholmod_ordering_factor_seconds(false, s->factor_flops) / cholmod_ordering_update_seconds(sum / s->n);
    return status_ok();
}

Status cholmod_system_update(Linsys *sys, const LinsysColumns *columns, bool add)
{
    enum { GROWTH = 8 }; // extra entries for a column that grows, reserved for the next update
    CholmodSystem *s = (CholmodSystem *)sys;
    ASSERT(!s->supernodal && s->lanes == 1);
    if (columns->count == 0)
        return status_ok();
    TRY(find_positions(s));
    cholmod_sparse *permuted = cholmod_allocate_sparse((size_t)s->n, (size_t)columns->count, (size_t)columns->start[columns->count], true,
                                                       true, 0, CHOLMOD_REAL, &s->common);
    if (!permuted)
        return cholmod_failure(s, "updating");
    for (int32_t c = 0; c < columns->count; c++)
        permute_column(s, columns, c, permuted);
    s->common.grow2 = GROWTH;
    const int done = cholmod_updown(add, permuted, s->factor, &s->common);
    s->common.grow2 = 0;
    cholmod_free_sparse(&permuted, &s->common);
    if (!done && s->common.status != CHOLMOD_NOT_POSDEF)
        return cholmod_failure(s, "updating");
    s->updated = true;
    s->factor_nonzeros = count_nonzeros(s);
    const int32_t bad = first_bad_pivot(s);
    if (bad < s->n)
        return pivot_failure(s->base.ops->name, ((const int32_t *)s->factor->Perm)[bad], s->n);
    return status_ok();
}

// ---- solution ----

static Status solve_columns(CholmodSystem *s, size_t columns)
{
    s->rhs.ncol = columns;
    s->rhs.nzmax = columns * s->rhs.nrow;
    const LibraryThreads before = library_threads_set(1);
    const int            done = cholmod_solve2(CHOLMOD_A, s->factor, &s->rhs, NULL, &s->x, NULL, &s->y, &s->e, &s->common);
    library_threads_restore(before);
    return done ? status_ok() : cholmod_failure(s, "solving with");
}

// Allocates X, Y and E of cholmod_solve2 before the first step. For Y and E only the size matters, not the shape.
static Status make_vectors(CholmodSystem *s, size_t columns)
{
    const size_t order = (size_t)order_of(s), overlap = s->supernodal ? s->factor->maxesize * columns : 1;
    s->x = cholmod_zeros(order, columns, CHOLMOD_REAL, &s->common);
    s->y = cholmod_zeros(order * columns, 1, CHOLMOD_REAL, &s->common);
    s->e = cholmod_zeros(overlap, 1, CHOLMOD_REAL, &s->common);
    return s->x && s->y && s->e ? status_ok() : cholmod_failure(s, "allocating vectors for");
}

static void record_failure(CholmodSystem *s, Status status)
{
    if (s->failure.code == STATUS_OK)
        s->failure = status;
}

// Three right-hand sides, not four as in the blocks: a fourth would add a quarter of the time with both factorisations.
void cholmod_system_solve(Linsys *sys, const real4 *rhs, real4 *x)
{
    CholmodSystem *s = (CholmodSystem *)sys;
    const int32_t  n = s->n;
    const size_t   vertex = s->lanes == 3 ? 3 : 1, lane = s->lanes == 3 ? 1 : (size_t)n;
    double        *b = s->rhs_value;
#pragma omp for schedule(static)
    for (int32_t i = 0; i < n; i++) {
        double *at = b + (size_t)i * vertex;
        at[0] = (double)rhs[i].x;
        at[lane] = (double)rhs[i].y;
        at[2 * lane] = (double)rhs[i].z;
    }
#pragma omp single
    record_failure(s, solve_columns(s, s->lanes == 3 ? 1 : 3));
    if (s->failure.code != STATUS_OK) // the same for all threads: written before the barrier of `single`
        return;
    const double *solution = s->x->x;
#pragma omp for schedule(static)
    for (int32_t i = 0; i < n; i++) {
        const double *at = solution + (size_t)i * vertex;
        x[i].x = (real)at[0];
        x[i].y = (real)at[lane];
        x[i].z = (real)at[2 * lane];
    }
}

void cholmod_system_solve_scalar(Linsys *sys, const double *rhs, double *x)
{
    CholmodSystem *s = (CholmodSystem *)sys;
    ASSERT(s->lanes == 1);
#pragma omp single
    {
        memcpy(s->rhs_value, rhs, (size_t)s->n * sizeof *rhs);
        record_failure(s, solve_columns(s, 1));
        if (s->failure.code == STATUS_OK)
            memcpy(x, s->x->x, (size_t)s->n * sizeof *x);
    }
}

// ---- life ----

static void start(CholmodSystem *s, bool refactors)
{
    cholmod_start(&s->common);
    s->common.print = 0; // failures come back as Status, never as text on stdout
    s->common.error_handler = NULL;
    s->common.supernodal = s->supernodal ? CHOLMOD_SUPERNODAL : CHOLMOD_SIMPLICIAL;
    s->common.quick_return_if_not_posdef = 1;
    s->common.grow2 = 0; // columns never grow: exactly the space that the analysis counts
    // Simplicial LDLᵀ, not LLᵀ: the same factorisation time, and 2 to 6 % off a solve (one division per column instead of two).
    s->common.final_asis = 0;
    s->common.final_super = s->supernodal;
    s->common.final_ll = s->supernodal;
    if (refactors) { // 10 % faster factorisation for 10 % more entries, which would slow down a case with many solves per
                     // factorisation
        static const size_t COLUMNS[] = {6, 24, 64};
        static const double ZEROS[] = {0.8, 0.15, 0.05};
        memcpy(s->common.nrelax, COLUMNS, sizeof COLUMNS);
        memcpy(s->common.zrelax, ZEROS, sizeof ZEROS);
    }
}

static Status build(CholmodSystem *s, const LinsysSetup *setup)
{
    TRY(matrix_check_finite(setup->matrix, s->base.ops->name));
    TRY(ARENA_NEW(setup->arena, 3 * (int64_t)s->n, &s->rhs_value));
    if (s->lanes == 3)
        TRY(make_tripled(s, setup->matrix, setup->arena));
    s->rhs = (cholmod_dense){.nrow = (size_t)order_of(s), .d = (size_t)order_of(s), .x = s->rhs_value, .xtype = CHOLMOD_REAL};
    cholmod_sparse matrix = matrix_view(s, setup->matrix);
    phase_clock_enter(setup->phases, PHASE_ANALYSE);
    TRY(analyse(s, setup));
    TRY(check_memory(s, setup->arena));
    phase_clock_enter(setup->phases, PHASE_FACTOR);
    TRY(factorise(s, &matrix));
    phase_clock_enter(setup->phases, PHASE_ASSEMBLE);
    if (s->base.ops->update)
        TRY(predict_updates(s));
    return make_vectors(s, setup->scalar || s->lanes == 3 ? 1 : 3);
}

// The matrix of the factorisation must fit into 32-bit indices; A ⊗ I₃ exceeds them at a third of the size.
static Status check_index(const LinsysOps *ops, const Csc *a)
{
    const int64_t order = (int64_t)a->n * ops->lanes, nonzeros = (int64_t)a->column_start[a->n] * ops->lanes;
    if (order < INT32_MAX && nonzeros <= INT32_MAX)
        return status_ok();
    return status_make(STATUS_UNSUPPORTED, "%s: a matrix of order %lld with %lld entries is too large for 32-bit indices; take %s",
                       ops->name, (long long)order, (long long)nonzeros, ops->lanes == 3 ? "cholmod_simplicial" : "a smaller scene");
}

Status cholmod_system_create(const LinsysSetup *setup, const LinsysOps *ops, Linsys **out)
{
    *out = NULL;
    if (setup->matrix->n == 0)
        return status_make(STATUS_INPUT, "%s: the matrix is empty; a scene needs at least one particle", ops->name);
    TRY(check_index(ops, setup->matrix));
    const size_t   used = setup->arena->used_bytes;
    CholmodSystem *s = NULL;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.ops = ops;
    s->supernodal = !ops->candidate.by_columns;
    s->lanes = ops->lanes;
    s->n = setup->matrix->n;
    s->matrix_nonzeros = (int64_t)setup->matrix->column_start[s->n] * ops->lanes;
    s->failure = status_ok();
    start(s, setup->scalar);
    const Status status = build(s, setup);
    if (status.code != STATUS_OK) {
        phase_clock_enter(setup->phases, PHASE_ASSEMBLE);
        cholmod_system_destroy(&s->base);
        return status;
    }
    s->arena_bytes = (int64_t)(setup->arena->used_bytes - used);
    *out = &s->base;
    return status_ok();
}

Status cholmod_system_refactor(Linsys *sys, const Csc *same_pattern)
{
    CholmodSystem *s = (CholmodSystem *)sys;
    ASSERT(same_pattern->n == s->n && (int64_t)same_pattern->column_start[s->n] * s->lanes == s->matrix_nonzeros);
    TRY(matrix_check_finite(same_pattern, s->base.ops->name));
    cholmod_sparse matrix = matrix_view(s, same_pattern);
    return factorise(s, &matrix);
}

Status cholmod_system_failed(const Linsys *sys)
{
    return ((const CholmodSystem *)sys)->failure;
}

void cholmod_system_info(const Linsys *sys, LinsysInfo *out)
{
    const CholmodSystem *s = (const CholmodSystem *)sys;
    *out = (LinsysInfo){
        .ordering = CHOLMOD_ORDERINGS[s->ordering],
        .order = order_of(s),
        .matrix_nonzeros = s->matrix_nonzeros,
        .factor_nonzeros = (int64_t)s->factor_nonzeros,
        .factor_flops = s->factor_flops,
        .factor_bytes = factor_bytes(s),
        .workspace_bytes = (int64_t)s->common.memory_inuse - factor_bytes(s) + s->arena_bytes,
        .updates_per_factor = s->updates_per_factor,
    };
}

void cholmod_system_destroy(Linsys *sys)
{
    if (!sys)
        return;
    CholmodSystem *s = (CholmodSystem *)sys;
    cholmod_free_dense(&s->x, &s->common);
    cholmod_free_dense(&s->y, &s->common);
    cholmod_free_dense(&s->e, &s->common);
    s->position = s->position ? cholmod_free((size_t)s->n, sizeof *s->position, s->position, &s->common) : NULL;
    cholmod_free_factor(&s->factor, &s->common);
    cholmod_finish(&s->common);
}
