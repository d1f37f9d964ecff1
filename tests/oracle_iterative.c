// The iterative systems. Their preconditioners are symmetric and positive definite, and their iterations are those of a plain
// implementation. The iterations of multigrid hardly grow with the size. A solve that ends above its tolerance reports this.
// oracle_linsys.c checks that they solve, in both slots.
#include <math.h>
#include <omp.h>

#include "base/random.h"
#include "check.h"
#include "linsys/private/interpolation.h"
#include "linsys/private/preconditioner.h"

// A grid of side × side rows: the Laplacian with Dirichlet's boundary, and a little mass. block 3: three of them, coupled a little.
static Csc make_laplacian(Arena *arena, int side, int block)
{
    const int n = side * side * block;
    Csc       a = {.n = n};
    int32_t   at = 0;
    assert_ok(ARENA_NEW(arena, n + 1, &a.column_start));
    assert_ok(ARENA_NEW(arena, 3 * block * n, &a.row));
    assert_ok(ARENA_NEW(arena, 3 * block * n, &a.value));
    for (int j = 0; j < n; j++) {
        const int node = j / block, near[] = {node, node % side + 1 < side ? node + 1 : -1, node + side < side * side ? node + side : -1};
        a.column_start[j] = at;
        for (int k = 0; k < 3; k++)
            for (int r = k == 0 ? j % block : 0; near[k] >= 0 && r < block; r++) {
                const bool same = r == j % block;
                a.row[at] = near[k] * block + r;
                a.value[at++] = k == 0 ? (same ? (block == 1 ? 4.001 : 4.2) : 0.2) : same ? -1 : -0.03;
            }
    }
    a.column_start[n] = at;
    return a;
}

typedef struct Run {
    Arena            arena;
    Csc              matrix;
    ParamSet         params;
    const LinsysOps *ops;
    Linsys          *sys;
    real4           *b, *x;
    int64_t          before;
} Run;

// settings: pairs of names and values, ended by NULL.
static void begin(Run *r, const char *name, int side, int threads, const char *const *settings)
{
    *r = (Run){.arena = arena_init(0), .ops = linsys_find(name)};
    r->matrix = make_laplacian(&r->arena, side, 1);
    param_set_add(&r->params, r->ops->params);
    for (; settings && *settings; settings += 2)
        assert_ok(param_set_text(&r->params, settings[0], settings[1]));
    const LinsysSetup setup = {.matrix = &r->matrix, .threads = threads, .params = &r->params, .arena = &r->arena};
    assert_ok(r->ops->create(&setup, &r->sys));
    assert_ok(ARENA_NEW(&r->arena, r->matrix.n, &r->b));
    assert_ok(ARENA_NEW(&r->arena, r->matrix.n, &r->x));
    Random random = {7};
    for (int32_t i = 0; i < r->matrix.n; i++)
        r->b[i] = (real4){(real)(random_unit(&random) - 0.5), (real)random_unit(&random), 0, 0};
}

// Iterations of a solve.
static int64_t solve(Run *r, int threads)
{
    LinsysInfo before, after;
    r->ops->info(r->sys, &before);
#pragma omp parallel num_threads(threads)
    r->ops->solve(r->sys, r->b, r->x);
    assert_ok(r->ops->failed(r->sys));
    r->ops->info(r->sys, &after);
    r->before = after.unconverged - before.unconverged;
    return after.iterations - before.iterations;
}

static void end(Run *r)
{
    r->ops->destroy(r->sys);
    arena_destroy(&r->arena);
}

// A system of a grid to the end of the block.
#define RUN(r, name, side, threads, ...) \
    GNU_CLEANUP(end) Run r; \
    begin(&r, name, side, threads, __VA_ARGS__)

// ---- preconditioners ----

static void apply(LinsysPreconditioner *p, const Quad *r, Quad *z)
{
#pragma omp parallel num_threads(2)
    p->ops->apply(p, r, z);
}

static double dot(const Quad *a, const Quad *b, int32_t n)
{
    double sum = 0;
    for (int32_t i = 0; i < n; i++)
        sum += a[i][0] * b[i][0] + a[i][1] * b[i][1] + a[i][2] * b[i][2];
    return sum;
}

static void check_symmetric(int index, int block)
{
    enum { SIDE = 90 }; // all threads share the finest level of amg
    ARENA(arena);
    const Csc     matrix = make_laplacian(&arena, SIDE, block);
    ParamSet      params = {0};
    SymmetricRows rows;
    Quad         *v[4], scale = {1, 1, 1, 1};
    param_set_add(&params, linsys_find("pcg")->params);
    if (block == 3)
        assert_ok(param_set_text(&params, "direct", "cholmod_simplicial"));
    const LinsysSetup setup = {.matrix = &matrix, .threads = 2, .params = &params, .arena = &arena, .scalar = block == 3, .block = block};
    assert_ok(symmetric_rows_init(&matrix, block, "test", &arena, &rows));
    symmetric_rows_fill(&matrix, &rows);
    LinsysPreconditioner *p = NULL;
    assert_ok(linsys_preconditioner_at(index)->create(&setup, &rows, &p));
    p->ops = linsys_preconditioner_at(index);
    p->rows = &rows;
    p->scale = &scale;
    p->threads = 2;
    for (int k = 0; k < 4; k++)
        assert_ok(ARENA_NEW(&arena, rows.n, &v[k]));
    Random random = {11};
    for (int round = 0; round < 3; round++) { // each new set of values is the same
        assert_ok(p->ops->update(p, &matrix));
        for (int32_t i = 0; i < rows.n; i++)
            for (int k = 0; k < 3; k++) {
                v[0][i][k] = random_unit(&random) - 0.5;
                v[1][i][k] = random_unit(&random) - 0.5;
            }
        apply(p, v[0], v[2]);
        apply(p, v[1], v[3]);
        const double left = dot(v[1], v[2], rows.n), right = dot(v[0], v[3], rows.n), own = dot(v[0], v[2], rows.n);
        const bool   single = strcmp(p->ops->name, "factor_f32") == 0 || strcmp(p->ops->name, "amg") == 0;
        const double round_off = single ? 1e3 * 0x1p-23 : strcmp(p->ops->name, "cached") == 0 ? 1e3 * (double)REAL_EPSILON : 1e-12;
        if (!(own > 0 && fabs(left - right) <= round_off * own))
            fail_msg("%s, block %d: %.17g and %.17g, %g", p->ops->name, block, left, right, own);
    }
    if (p->ops->destroy)
        p->ops->destroy(p);
}

TEST(preconditioners_are_symmetric)
{
    for (int k = 0; k < LINSYS_PRECONDITIONER_COUNT; k++)
        for (int block = 1; block <= 3; block += 2)
            check_symmetric(k, block);
}

// ---- iterations ----

// Conjugate gradients with the diagonal on one right-hand side, from 0.
static int64_t plain_iterations(const Csc *a, const double *b, double tolerance)
{
    double *r = calloc(4 * (size_t)a->n, sizeof *r), *p = r + a->n, *q = p + a->n, *d = q + a->n, rz = 0, bb = 0, rr = 0, pq;
    assert_non_null(r);
    for (int32_t i = 0; i < a->n; i++) {
        d[i] = a->value[a->column_start[i]];
        r[i] = b[i];
        p[i] = r[i] / d[i];
        rz += r[i] * p[i];
        bb += b[i] * b[i];
    }
    int64_t count = 0;
    for (rr = bb; rr > tolerance * tolerance * bb; count++) {
        csc_multiply(a, p, q);
        pq = 0;
        for (int32_t i = 0; i < a->n; i++)
            pq += p[i] * q[i];
        const double alpha = rz / pq, last = rz;
        rz = rr = 0;
        for (int32_t i = 0; i < a->n; i++) {
            r[i] -= alpha * q[i];
            rr += r[i] * r[i];
            rz += r[i] * r[i] / d[i];
        }
        for (int32_t i = 0; i < a->n; i++)
            p[i] = r[i] / d[i] + rz / last * p[i];
    }
    free(r);
    return count;
}

TEST(iterations_are_those_of_a_plain_loop)
{
    static const char *const SETTINGS[] = {"preconditioner", "jacobi", "solve_tolerance", "1e-6", "solve_start", "zero", NULL};
    RUN(r, "pcg", 40, 2, SETTINGS);
    double b[2][1600];
    for (int32_t i = 0; i < 1600; i++)
        b[0][i] = (double)r.b[i].x, b[1][i] = (double)r.b[i].y;
    const int64_t x = plain_iterations(&r.matrix, b[0], 1e-6), y = plain_iterations(&r.matrix, b[1], 1e-6);
    assert_int_equal(solve(&r, 2), x > y ? x : y);
    assert_true(x > 20 && x != y);
}

static int64_t iterations(const char *preconditioner, int side)
{
    const char *const settings[] = {"preconditioner", preconditioner, "solve_tolerance", "1e-6", "solve_start", "zero", NULL};
    RUN(r, "pcg", side, 2, settings);
    const int64_t count = solve(&r, 2);
    return count;
}

TEST(multigrid_hardly_depends_on_the_size)
{
    int64_t jacobi[3], amg[3];
    for (int k = 0; k < 3; k++) {
        jacobi[k] = iterations("jacobi", 32 << k);
        amg[k] = iterations("amg", 32 << k);
        print_message("%d²: jacobi %lld, ic0 %lld, mas %lld, amg %lld, cached %lld\n", 32 << k, (long long)jacobi[k],
                      (long long)iterations("ic0", 32 << k), (long long)iterations("mas", 32 << k), (long long)amg[k],
                      (long long)iterations("cached", 32 << k));
    }
    assert_true(jacobi[2] > 2 * jacobi[0]);
    assert_true((double)amg[2] < 1.4 * (double)amg[0] && 2 * amg[2] < jacobi[2]);
    assert_true(iterations("cached", 32) <= 2);
}

// A V-cycle has a few barriers for each level that the threads share; small levels are run by one thread.
TEST(multigrid_has_few_barriers)
{
    static const char *const AMG[] = {"preconditioner", "amg", NULL};
    static const int         SIDES[] = {20, 64, 256}, MAX[] = {5, 8, 13}; // with the 3 of an iteration of conjugate gradients
    for (int k = 0; k < 3; k++) {
        LinsysInfo info;
        RUN(r, "pcg", SIDES[k], 2, AMG);
        r.ops->info(r.sys, &info);
        assert_in_range(info.barriers, 1, MAX[k]);
    }
}

// The reported bytes are those that the preconditioner allocated.
TEST(multigrid_reports_its_memory)
{
    LinsysInfo without, with;
    RUN(none, "pcg", 100, 2, (const char *const[]){"preconditioner", "none", NULL});
    RUN(amg, "pcg", 100, 2, (const char *const[]){"preconditioner", "amg", NULL});
    none.ops->info(none.sys, &without);
    amg.ops->info(amg.sys, &with);
    assert_true(llabs(with.workspace_bytes - without.workspace_bytes - with.factor_bytes) < 1024);
}

static Status create_below(size_t limit_bytes, size_t *used)
{
    ARENA(arena);
    const Csc matrix = make_laplacian(&arena, 128, 1);
    ParamSet  params = {0};
    Linsys   *sys = NULL;
    param_set_add(&params, linsys_find("pcg")->params);
    const LinsysSetup setup = {.matrix = &matrix, .threads = 2, .params = &params, .arena = &arena};
    arena.limit_bytes = limit_bytes;
    const Status status = linsys_find("pcg")->create(&setup, &sys);
    *used = arena.used_bytes;
    if (sys)
        sys->ops->destroy(sys);
    return status;
}

TEST(multigrid_counts_its_scratch_memory)
{
    size_t used, again;
    assert_ok(create_below(0, &used));
    assert_fails(create_below(used, &again), STATUS_LIMIT, "scratch memory of its set-up");
    assert_ok(create_below(2 * used, &again));
}

// Random weights on the pattern i/3, i/3 + 1: restriction of A times the interpolation of x is the coarser matrix times x. The product in
// single precision agrees with the one in double.
static void check_product(int block)
{
    enum { SIDE = 20, ROWS = SIDE * SIDE, COLUMNS = ROWS / 3 + 2 };
    ARENA(arena);
    const Csc      matrix = make_laplacian(&arena, SIDE, block);
    SymmetricRows  rows, coarse;
    Interpolation  p = {.rows = ROWS, .columns = COLUMNS};
    Random         random = {3};
    SingleRows     single;
    static Single4 x[COLUMNS], fine[ROWS], product[ROWS], restricted[COLUMNS];
    static Quad    wide_x[COLUMNS], wide_fine[ROWS];
    assert_ok(symmetric_rows_init(&matrix, block, "test", &arena, &rows));
    symmetric_rows_fill(&matrix, &rows);
    assert_ok(single_rows_init(&rows, &arena, &single));
    single_rows_fill(&rows, 1, 0, ROWS, &single);
    assert_ok(ARENA_NEW(&arena, ROWS + 1, &p.start));
    assert_ok(ARENA_NEW(&arena, 2 * ROWS, &p.column));
    for (int32_t m = 0; m < 2 * ROWS; m++) {
        p.start[m / 2 + 1] = m + 1;
        p.column[m] = m / 6 + m % 2;
    }
    assert_ok(interpolation_init(&rows, 2, &arena, &p, &coarse));
    for (int32_t m = 0; m < 2 * ROWS; m++)
        p.weight[m] = (float)random_unit(&random);
#pragma omp parallel num_threads(2)
    interpolation_product(&p, &rows, &coarse);
    memset(fine, 0, sizeof fine);
    for (int32_t c = 0; c < COLUMNS; c++)
        for (int k = 0; k < 3; k++)
            wide_x[c][k] = (double)(x[c][k] = (float)random_unit(&random) - 0.5F);
    interpolation_prolong(&p, 0, ROWS, x, fine);
    for (int32_t i = 0; i < ROWS; i++)
        wide_fine[i] = single4_wide(fine[i]);
    for (int32_t i = 0; i < ROWS; i++) {
        const Quad plain = symmetric_rows_times(&rows, i, wide_fine);
        product[i] = single_rows_times(&rows, &single, i, fine);
        for (int k = 0; k < 3; k++)
            assert_true(fabs((double)product[i][k] - plain[k]) < 1e-5);
    }
    interpolation_restrict(&p, 0, COLUMNS, product, restricted);
    for (int32_t c = 0; c < COLUMNS; c++) {
        const Quad sum = symmetric_rows_times(&coarse, c, wide_x);
        for (int k = 0; k < 3; k++)
            assert_true(fabs(sum[k] - (double)restricted[c][k]) < 1e-5);
        assert_true(p.back_start[c] == p.back_start[c + 1] || coarse.column[coarse.diagonal[c]] == c);
    }
}

TEST(the_coarser_matrix_is_the_galerkin_product)
{
    check_product(1);
    check_product(3);
}

// A system in other units: its matrix and its right-hand side are multiplied by powers of 2.
typedef struct Units {
    double matrix, b;
} Units;

// The iterations of pcg with amg on one right-hand side. The first row is coupled to no other, and its diagonal is `tiny`.
static int64_t solve_in(Units units, int block, double tiny, double *x)
{
    enum { SIDE = 72 };
    ARENA(arena);
    const Csc matrix = make_laplacian(&arena, SIDE, block);
    ParamSet  params = {0};
    Linsys   *sys = NULL;
    double   *b;
    param_set_add(&params, linsys_find("pcg")->params);
    assert_ok(param_set_text(&params, "preconditioner", "amg"));
    for (int32_t j = 0; j < matrix.n; j++)
        for (int32_t k = matrix.column_start[j]; k < matrix.column_start[j + 1]; k++)
            matrix.value[k] *= j >= block ? units.matrix : matrix.row[k] == j ? tiny * units.matrix : 0;
    const LinsysSetup setup = {.matrix = &matrix, .threads = 2, .params = &params, .arena = &arena, .scalar = true, .block = block};
    assert_ok(linsys_find("pcg")->create(&setup, &sys));
    assert_ok(ARENA_NEW(&arena, matrix.n, &b));
    Random random = {5};
    for (int i = block; i < matrix.n; i++)
        b[i] = units.b * (random_unit(&random) - 0.5);
#pragma omp parallel num_threads(2)
    sys->ops->solve_scalar(sys, b, x);
    assert_ok(sys->ops->failed(sys));
    LinsysInfo info;
    sys->ops->info(sys, &info);
    assert_int_equal(info.unconverged, 0);
    sys->ops->destroy(sys);
    return info.iterations;
}

// Single precision overflows at 2^128. A cycle in it takes every unit, with the same bits, and rows that are tiny beside others.
TEST(multigrid_does_not_depend_on_units)
{
    enum { ORDER = 72 * 72 * 3 };
    static const Units OTHER[] = {{0x1p200, 1}, {0x1p-200, 1}, {1, 0x1p200}, {1, 0x1p-200}, {0x1p-100, 0x1p100}};
    static double      plain[ORDER], x[ORDER];
    for (int block = 1; block <= 3; block += 2)
        for (size_t k = 0; k < sizeof OTHER / sizeof *OTHER; k++) {
            const int64_t count = solve_in((Units){1, 1}, block, 0x1p-160, plain);
            assert_int_equal(solve_in(OTHER[k], block, 0x1p-160, x), count);
            assert_in_range(count, 5, 40);
            for (int i = 0; i < ORDER / 3 * block; i++)
                x[i] *= OTHER[k].matrix / OTHER[k].b;
            assert_memory_equal(plain, x, sizeof *x * (size_t)(ORDER / 3 * block));
        }
}

// The default depends on the number of particles only, and the row names it.
TEST(the_default_preconditioner_depends_on_the_size)
{
    static const int         SIDES[] = {63, 64};
    static const char *const NAMES[] = {"block_jacobi", "amg"};
    for (int k = 0; k < 2; k++) {
        LinsysInfo info;
        RUN(r, "pcg", SIDES[k], 2, NULL);
        r.ops->info(r.sys, &info);
        assert_string_equal(info.chosen, NAMES[k]);
        RUN(given, "pcg", SIDES[k], 2, (const char *const[]){"preconditioner", NAMES[k], NULL});
        given.ops->info(given.sys, &info);
        assert_null(info.chosen);
        assert_int_equal(solve(&r, 2), solve(&given, 2));
        assert_memory_equal(r.x, given.x, sizeof *r.x * (size_t)r.matrix.n);
    }
}

// ---- an incomplete factor that breaks down ----

// A positive definite matrix with rows of three colours. The pivots of its incomplete factor go down to −0.44, after the fill between the
// second and the fourth row is dropped. Copies of it down the diagonal, as rows, or as blocks of three.
static Csc make_breaking(Arena *arena, int copies, int block)
{
    static const double VALUE[] = {3, 2, 1, 1, 3, 2, 3, -2, 3};
    static const int    ROW[] = {0, 1, 2, 3, 1, 2, 2, 3, 3}, START[] = {0, 4, 6, 8, 9};
    Csc                 a = {.n = 4 * copies * block};
    int32_t             at = 0;
    assert_ok(ARENA_NEW(arena, a.n + 1, &a.column_start));
    assert_ok(ARENA_NEW(arena, 4 * block * a.n, &a.row));
    assert_ok(ARENA_NEW(arena, 4 * block * a.n, &a.value));
    for (int j = 0; j < a.n; j++) {
        const int node = j / block, column = node % 4;
        a.column_start[j] = at;
        for (int k = START[column]; k < START[column + 1]; k++)
            for (int r = ROW[k] == column ? j % block : 0; r < block; r++) {
                a.row[at] = (node - column + ROW[k]) * block + r;
                a.value[at++] = r == j % block ? VALUE[k] : 0;
            }
    }
    a.column_start[a.n] = at;
    return a;
}

static void check_shift(int block)
{
    enum { ORDER = 4 * 50 * 3 };
    static double x[ORDER], b[ORDER], product[ORDER];
    ARENA(arena);
    const Csc  matrix = make_breaking(&arena, block == 3 ? 50 : 150, block);
    ParamSet   params = {0};
    Linsys    *sys = NULL;
    LinsysInfo info;
    double     apart = 0;
    param_set_add(&params, linsys_find("pcg")->params);
    assert_ok(param_set_text(&params, "preconditioner", "ic0"));
    assert_ok(param_set_text(&params, "solve_tolerance", "1e-10"));
    const LinsysSetup setup = {.matrix = &matrix, .threads = 2, .params = &params, .arena = &arena, .scalar = true, .block = block};
    assert_ok(linsys_find("pcg")->create(&setup, &sys));
    Random random = {5};
    assert_int_equal(matrix.n, ORDER);
    for (int i = 0; i < ORDER; i++)
        b[i] = random_unit(&random) - 0.5;
#pragma omp parallel num_threads(2)
    sys->ops->solve_scalar(sys, b, x);
    assert_ok(sys->ops->failed(sys));
    sys->ops->info(sys, &info);
    assert_int_equal(info.shifts, 3); // 1e-3, 1e-2, and 0.1, which is enough
    assert_int_equal(info.unconverged, 0);
    csc_multiply(&matrix, x, product);
    for (int i = 0; i < ORDER; i++)
        apart = fmax(apart, fabs(product[i] - b[i]));
    assert_true(apart < 1e-8);
    for (int i = 0; i < matrix.column_start[ORDER]; i++) // a factor that does not break down is not shifted: that of the diagonal
        matrix.value[i] = matrix.value[i] == 3 ? 30 : matrix.value[i];
    assert_ok(sys->ops->refactor(sys, &matrix));
    sys->ops->info(sys, &info);
    assert_int_equal(info.shifts, 0);
    sys->ops->destroy(sys);
}

TEST(an_incomplete_factor_that_breaks_down_is_shifted)
{
    check_shift(1);
    check_shift(3);
}

// ---- the report of a solve ----

static const char *const NAMES[] = {"pcg", "chebyshev", "coloured_gs", NULL};

TEST(bits_do_not_depend_on_the_team)
{
    enum { SIDE = 100 }; // all threads share the finest level of amg, and one runs the others
    static real4 kept[SIDE * SIDE];
    int          pcg = 0;
    while (LINSYS_PRECONDITIONER_NAMES[pcg])
        pcg++;
    for (int p = 0; p < pcg + 2; p++) { // those of pcg, then the others
        const char *const settings[] = {
            "solve_iterations",    "30", p < pcg ? "preconditioner" : NULL, LINSYS_PRECONDITIONER_NAMES[p < pcg ? p : 0], "direct",
            "supernodal_parallel", NULL};
        for (int threads = 1; threads <= 4; threads++) {
            RUN(r, p < pcg ? "pcg" : NAMES[p - pcg + 1], SIDE, threads, settings);
            (void)solve(&r, threads);
            if (threads == 1)
                memcpy(kept, r.x, sizeof kept);
            assert_memory_equal(kept, r.x, sizeof kept);
        }
    }
}

// For a matrix whose largest eigenvalues are close together, a power iteration underestimates the largest. Above this estimate Chebyshev's
// polynomial grows: 128 × 128 rows are enough for 30 steps of it.
TEST(chebyshev_does_not_diverge)
{
    for (int side = 64; side <= 128; side *= 2) {
        RUN(r, "chebyshev", side, 2, (const char *const[]){"solve_iterations", "20000", "solve_tolerance", "1e-7", NULL});
        (void)solve(&r, 2);
        assert_int_equal(r.before, 0);
    }
}

TEST(a_solve_reports_how_it_ended)
{
    for (const char *const *name = NAMES; *name; name++) {
        RUN(r, *name, 40, 2, (const char *const[]){"solve_iterations", "3", NULL});
        assert_int_equal(solve(&r, 2), 3);
        assert_int_equal(r.before, 1);
        LinsysInfo info;
        r.ops->info(r.sys, &info);
        assert_true(info.unconverged_residual > 1e-8 && isfinite(info.unconverged_residual));
        RUN(all, *name, 40, 2, (const char *const[]){"solve_iterations", "3", "solve_tolerance", "0", NULL});
        assert_int_equal(solve(&all, 2), 3);
        assert_int_equal(all.before, 0);
        all.ops->info(all.sys, &info);
        assert_true(info.solve_bytes > 0);
        RUN(far, *name, 20, 2, (const char *const[]){"solve_iterations", "20000", "solve_tolerance", "1e-5", NULL});
        const int64_t cold = solve(&far, 2), warm = solve(&far, 2); // x is the solution already
        assert_true(cold > 10 && 2 * warm <= cold);                 // rounded to the precision of x
    }
}
