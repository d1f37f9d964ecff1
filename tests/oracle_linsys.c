// Every linear system, with every ordering that it supports, passes one suite. It solves, agrees with the others, refactors, rejects
// matrices that are not positive definite or do not fit, and survives memory failing at any allocation.
#include <SuiteSparse_config.h>
#include <dirent.h>
#include <omp.h>
#include <stdatomic.h>

#include "base/random.h"
#include "check.h"
#include "facts.h"
#include "linsys/linsys.h"
#include "linsys/private/cholmod_ordering.h"
#include "linsys/private/dense_triangle.h"

// ---- matrices ----

enum { SIDE = 13, COUNT = SIDE * SIDE, PINNED = 40 };

// A grid of side×side particles: springs of random stiffness to the eight neighbours, a mass on the diagonal. Particle `pinned` (−1:
// none) has an identity row whose entries are there as zeros.
static Csc make_grid(Arena *arena, int side, uint64_t seed, int pinned)
{
    const int    n = side * side;
    const int8_t di[] = {1, -1, 0, 1}, dj[] = {0, 1, 1, 1};
    Random       random = {seed};
    Csc          a = {.n = n};
    assert_int_equal(ARENA_NEW(arena, n + 1, &a.column_start).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(arena, 5 * n, &a.row).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(arena, 5 * n, &a.value).code, STATUS_OK);
    double *diagonal = calloc((size_t)n, sizeof *diagonal);
    assert_non_null(diagonal);
    int at = 0;
    for (int v = 0; v < n; v++) {
        a.column_start[v] = at;
        a.row[at++] = v;
        for (int k = 0; k < 4; k++) {
            const int i = v % side + di[k], j = v / side + dj[k], w = j * side + i;
            if (i < 0 || i >= side || j >= side)
                continue;
            const double stiffness = v == pinned || w == pinned ? 0 : 1 + 9 * random_unit(&random);
            a.row[at] = w;
            a.value[at++] = -stiffness;
            diagonal[v] += stiffness;
            diagonal[w] += stiffness;
        }
    }
    a.column_start[n] = at;
    for (int v = 0; v < n; v++)
        a.value[a.column_start[v]] = v == pinned ? 1 : diagonal[v] + 0.1;
    free(diagonal);
    return a;
}

// ---- one system under test ----

typedef struct Bench {
    const LinsysOps *ops;
    Arena            arena;
    Csc              matrix;
    ParamSet         params;
    PhaseClock       phases;
    Linsys          *sys;
    LinsysChoice     choice;
} Bench;

static Status bench_create(Bench *b, const char *ordering, int threads, bool scalar)
{
    b->params = (ParamSet){0};
    param_set_add(&b->params, b->ops->params);
    if (ordering) // or the preconditioner: the choice of the first param
        assert_int_equal(param_set_text(&b->params, b->ops->params[0].name, ordering).code, STATUS_OK);
    if (b->ops->iterative)
        assert_int_equal(param_set_text(&b->params, "solve_tolerance", "2e-13").code, STATUS_OK);
    if (b->ops->iterative)
        assert_int_equal(param_set_text(&b->params, "solve_iterations", "12000").code, STATUS_OK);
    phase_clock_start(&b->phases);
    phase_clock_enter(&b->phases, PHASE_ASSEMBLE);
    const LinsysSetup setup = {.matrix = &b->matrix,
                               .threads = threads,
                               .params = &b->params,
                               .arena = &b->arena,
                               .phases = &b->phases,
                               .scalar = scalar,
                               .choice = &b->choice};
    const Status      status = b->ops->create(&setup, &b->sys);
    assert_int_equal(b->phases.current, PHASE_ASSEMBLE);
    return status;
}

static void bench_open(Bench *b, const LinsysOps *ops, const char *ordering, int threads)
{
    *b = (Bench){.ops = ops, .arena = arena_init(0)};
    b->matrix = make_grid(&b->arena, SIDE, 1, PINNED);
    assert_ok(bench_create(b, ordering, threads, false));
    assert_ptr_equal(b->sys->ops, ops);
}

static void bench_close(Bench *b)
{
    b->ops->destroy(b->sys);
    arena_destroy(&b->arena);
}

// A bench with a grid and a system to the end of the block.
#define BENCH_OPEN(name, ops, ordering, threads) \
    GNU_CLEANUP(bench_close) Bench name; \
    bench_open(&name, ops, ordering, threads)

static void solve(const Linsys *sys, int threads, const real4 *rhs, real4 *x)
{
#pragma omp parallel num_threads(threads)
    sys->ops->solve((Linsys *)sys, rhs, x);
    assert_int_equal(sys->ops->failed(sys).code, STATUS_OK);
}

static void make_rhs(real4 *rhs, int n, uint64_t seed)
{
    Random random = {seed};
    for (int i = 0; i < n; i++)
        rhs[i] = (real4){(real)(random_unit(&random) - 0.5), (real)(2 * random_unit(&random)), (real)-random_unit(&random), (real)NAN};
}

static double lane_of(real4 v, int lane)
{
    return (double)(lane == 0 ? v.x : lane == 1 ? v.y : v.z);
}

// max |A x − b| over the largest |A| |x| + |b|: in double the error of elimination, in float that of rounding x.
static double backward_error(const Csc *a, const double *x, const double *b)
{
    double *ax = calloc((size_t)a->n, sizeof *ax), *row_sum = calloc((size_t)a->n, sizeof *row_sum);
    assert_true(ax && row_sum);
    csc_multiply(a, x, ax);
    for (int j = 0; j < a->n; j++)
        for (int k = a->column_start[j]; k < a->column_start[j + 1]; k++) {
            row_sum[a->row[k]] += fabs(a->value[k]);
            if (a->row[k] != j)
                row_sum[j] += fabs(a->value[k]);
        }
    double error = 0, norm = 0, x_max = 0, b_max = 0;
    for (int i = 0; i < a->n; i++) {
        assert_true(isfinite(ax[i]));
        error = fmax(error, fabs(ax[i] - b[i]));
        norm = fmax(norm, row_sum[i]);
        x_max = fmax(x_max, fabs(x[i]));
        b_max = fmax(b_max, fabs(b[i]));
    }
    free(ax);
    free(row_sum);
    return error / (norm * x_max + b_max);
}

static double backward_error_of_lanes(const Csc *a, const real4 *x, const real4 *rhs)
{
    double *x1 = calloc((size_t)a->n, sizeof *x1), *b1 = calloc((size_t)a->n, sizeof *b1), worst = 0;
    assert_true(x1 && b1);
    for (int lane = 0; lane < 3; lane++) {
        for (int i = 0; i < a->n; i++) {
            x1[i] = lane_of(x[i], lane);
            b1[i] = lane_of(rhs[i], lane);
        }
        worst = fmax(worst, backward_error(a, x1, b1));
    }
    free(x1);
    free(b1);
    return worst;
}

static const double SOLVE_ERROR = 8 * (double)REAL_EPSILON;
static const double AGREEMENT = (double)REAL_EPSILON > 1e-10 ? 4 * (double)REAL_EPSILON : 1e-10;

static void check_solves_to(const Linsys *sys, const Csc *a, int threads, uint64_t seed, double bound)
{
    static real4 rhs[COUNT], x[COUNT];
    assert_int_equal(a->n, COUNT);
    make_rhs(rhs, COUNT, seed);
    for (int i = 0; i < COUNT; i++)
        x[i] = (real4){0, 0, 0, (real)i};
    solve(sys, threads, rhs, x);
    const double error = backward_error_of_lanes(a, x, rhs);
    if (!(error < (sys->ops->iterative ? 8 : 1) * bound)) // the tolerance is of ‖b‖
        fail_msg("%s: error %g, bound %g", sys->ops->name, error, bound);
    for (int i = 0; i < COUNT; i++)
        assert_true(x[i].w == (real)i); // left alone
}

static void check_solves(const Linsys *sys, const Csc *a, int threads, uint64_t seed)
{
    check_solves_to(sys, a, threads, seed, SOLVE_ERROR);
}

// Calls `check` for every backend that is there with each of its orderings or preconditioners (NULL for one without).
static void for_each_system(void (*check)(const LinsysOps *ops, const char *ordering))
{
    for (int i = 0; linsys_at(i); i++) {
        const LinsysOps *ops = linsys_at(i);
        if (linsys_is_absent(ops))
            continue;
        if (!ops->params || ops->params[0].type != PARAM_CHOICE) {
            check(ops, NULL);
            continue;
        }
        for (const char *const *ordering = ops->params[0].choices; *ordering; ordering++)
            check(ops, *ordering);
    }
}

// A test of every system: EVERY_SYSTEM(name) { … ops … ordering … }.
#define EVERY_SYSTEM(name) \
    static void every_##name(const LinsysOps *ops, const char *ordering); \
    TEST(name) \
    { \
        for_each_system(every_##name); \
    } \
    static void every_##name(const LinsysOps *ops, const char *ordering)

// ---- the table ----

TEST(table_is_complete)
{
    int count = 0;
    for (; linsys_at(count); count++) {
        const LinsysOps *ops = linsys_at(count);
        assert_string_equal(ops->name, linsys_names()[count]);
        assert_ptr_equal(linsys_find(ops->name), ops);
        if (linsys_fault(ops))
            fail_msg("%s: %s", ops->name, linsys_fault(ops));
        ops->destroy(NULL);
    }
    assert_true(count > 0);
    assert_null(linsys_names()[count]);
    assert_null(linsys_at(-1));
    assert_null(linsys_find("cholmod"));
}

// Candidates have turns 1, 2, 3 … without a gap, or those after it would never be tried.
TEST(candidates_take_turns)
{
    int lanes[8] = {0}, one[8] = {0};
    for (int i = 0; linsys_at(i); i++) {
        const LinsysCandidate *c = &linsys_at(i)->candidate;
        assert_true(c->of_lanes < 8 && c->of_one < 8);
        lanes[c->of_lanes]++;
        one[c->of_one]++;
    }
    assert_true(lanes[1] == 1 && one[1] == 1);
    for (int turn = 2; turn < 8; turn++)
        assert_true(lanes[turn] <= lanes[turn - 1] && one[turn] <= one[turn - 1]);
}

TEST(wrong_rows_are_found)
{
    const LinsysOps *baseline = NULL, *one = NULL, *lanes = NULL, *chooser = NULL, *loaded = NULL, *iterative = NULL;
    for (int i = 0; linsys_at(i); i++) {
        const LinsysOps *ops = linsys_at(i);
        baseline = ops->lanes == 3 ? ops : baseline;
        chooser = ops->chooses ? ops : chooser;
        loaded = ops->present ? ops : loaded;
        iterative = ops->iterative ? ops : iterative;
        one = ops->solve_scalar && !ops->iterative ? ops : one;
        lanes = ops->solve_scalar ? lanes : ops;
    }
    if (!baseline || !one || !lanes || !chooser || !loaded || !iterative) {
        fail_msg("no row to make a wrong one from");
        return;
    }
    LinsysOps bad[] = {*one, *one, *lanes, *baseline, *baseline, *chooser, *loaded, *loaded, *iterative, *iterative};
    bad[0].smallest_pivot = NULL;
    bad[1].lanes = 2;
    bad[2].candidate.of_one = 1;
    bad[3].candidate.of_lanes = 1;
    bad[4].solve_scalar = one->solve_scalar;
    bad[5].candidate.of_lanes = 1;
    bad[6].foreign = false;
    bad[7].candidate.of_lanes = 7;
    bad[8].candidate.of_lanes = 1;
    bad[9].smallest_pivot = one->smallest_pivot;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(linsys_fault(&bad[i]));
}

// A missing library is reported by the query and by the constructor, in the same words; the rest of this test skips it.
TEST(missing_libraries_are_reported)
{
    int missing = 0;
    for (int i = 0; linsys_at(i); i++) {
        GNU_CLEANUP(bench_close) Bench b = {.ops = linsys_at(i), .arena = arena_init(0)};
        if (!linsys_is_absent(b.ops))
            continue;
        b.matrix = make_grid(&b.arena, SIDE, 1, PINNED);
        const Status present = b.ops->present(), made = bench_create(&b, NULL, 2, false);
        assert_int_equal(made.code, STATUS_UNSUPPORTED);
        assert_null(b.sys);
        assert_string_equal(present.text, made.text);
        assert_non_null(strstr(present.text, b.ops->name));
        assert_non_null(strstr(present.text, "--plugin"));
        print_message("not tested: %s\n", present.text);
        missing++;
    }
    if (missing)
        skip();
}

TEST(multiply_uses_both_triangles)
{
    int32_t      start[] = {0, 2, 4, 5}, row[] = {0, 2, 1, 2, 2};
    double       value[] = {2, -1, 3, 0.5, 4}, y[3];
    const Csc    a = {3, start, row, value};
    const double x[] = {1, 2, 3};
    csc_multiply(&a, x, y);
    assert_true(y[0] == 2 - 3 && y[1] == 6 + 1.5 && y[2] == -1 + 1 + 12);
}

// ---- conformance ----

static int tasks(void)
{
    DIR *folder = opendir("/proc/self/task");
    int  count = 0;
    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

// First of all tests, while the process has no team yet: with one thread, BLAS and CHOLMOD start none of their own.
TEST(one_thread_stays_one)
{
    const int before = tasks();
    for (int i = 0; linsys_at(i); i++) {
        GNU_CLEANUP(bench_close) Bench b = {.ops = linsys_at(i), .arena = arena_init(0)};
        if (linsys_is_absent(b.ops))
            continue;
        b.matrix = make_grid(&b.arena, b.ops->dense ? 24 : b.ops->iterative ? 48 : 128, 7, -1);
        assert_int_equal(bench_create(&b, NULL, 1, false).code, STATUS_OK);
        real4 *rhs = NULL;
        assert_int_equal(ARENA_NEW(&b.arena, b.matrix.n, &rhs).code, STATUS_OK);
        make_rhs(rhs, b.matrix.n, 3);
        solve(b.sys, 1, rhs, rhs);
        if (tasks() != before)
            fail_msg("%s started %d threads", b.ops->name, tasks() - before);
    }
    assert_int_equal(tasks(), before);
}

EVERY_SYSTEM(openmp_settings_come_back)
{
    const int threads = omp_get_max_threads(), levels = omp_get_max_active_levels();
    BENCH_OPEN(b, ops, ordering, 2);
    check_solves(b.sys, &b.matrix, 2, 1);
    assert_int_equal(omp_get_max_threads(), threads);
    assert_int_equal(omp_get_max_active_levels(), levels);
}

EVERY_SYSTEM(every_system_solves)
{
    for (int threads = 1; threads <= 3; threads++) {
        BENCH_OPEN(b, ops, ordering, threads);
        check_solves(b.sys, &b.matrix, threads, 11);
        check_solves(b.sys, &b.matrix, threads, 12);
        LinsysInfo info = {0};
        ops->info(b.sys, &info);
        assert_true((info.chosen != NULL || !ops->chooses) && info.order == ops->lanes * COUNT);
        assert_true(b.phases.ns[PHASE_FACTOR] > 0);
        if (!ops->chooses) // which may take a dense one
            assert_true((b.phases.ns[PHASE_ANALYSE] > 0) == (ordering || ops->iterative));

        const Csc other = make_grid(&b.arena, SIDE, 99, PINNED + 1); // the same pattern, other values
        assert_int_equal(b.ops->refactor(b.sys, &other).code, STATUS_OK);
        check_solves(b.sys, &other, threads, 13);
    }
}

EVERY_SYSTEM(scalar_systems_solve)
{
    if (!ops->solve_scalar)
        return;
    GNU_CLEANUP(bench_close) Bench b = {.ops = ops, .arena = arena_init(0)};
    b.matrix = make_grid(&b.arena, SIDE, 5, PINNED);
    for (int threads = 1; threads <= 2; threads++) {
        assert_int_equal(bench_create(&b, ordering, threads, true).code, STATUS_OK);
        double rhs[COUNT], x[COUNT];
        Random random = {4};
        for (int i = 0; i < COUNT; i++)
            rhs[i] = random_unit(&random) - 0.5;
#pragma omp parallel num_threads(threads)
        ops->solve_scalar(b.sys, rhs, x);
        assert_int_equal(ops->failed(b.sys).code, STATUS_OK);
        assert_true(backward_error(&b.matrix, x, rhs) < 1e-14); // double in both precisions: the ‖r‖ of an iterative one as well
        if (!ops->iterative)
            check_solves(b.sys, &b.matrix, threads, 2); // the other slot of the same system
#pragma omp parallel num_threads(threads)
        ops->solve_scalar(b.sys, x, x); // in place
        assert_true(isfinite(x[0]) && ops->failed(b.sys).code == STATUS_OK);
        ops->destroy(b.sys);
        b.sys = NULL;
    }
}

static real4 agreed[COUNT];
static bool  agreed_known;

EVERY_SYSTEM(all_systems_agree)
{
    static real4 rhs[COUNT], x[COUNT];
    BENCH_OPEN(b, ops, ordering, 2);
    make_rhs(rhs, COUNT, 21);
    solve(b.sys, 2, rhs, agreed_known ? x : agreed);
    LinsysInfo info;
    ops->info(b.sys, &info);
    const bool single = info.solve_precision && strcmp(info.solve_precision, "f32") == 0;
    for (int lane = 0; agreed_known && lane < 3; lane++) {
        double scale = 0, difference = 0;
        for (int i = 0; i < COUNT; i++) {
            scale = fmax(scale, fabs(lane_of(agreed[i], lane)));
            difference = fmax(difference, fabs(lane_of(agreed[i], lane) - lane_of(x[i], lane)));
        }
        assert_true(scale > 0.01 && difference <= (single ? 100 : 1) * AGREEMENT * scale); // with elimination in f32 the condition counts
    }
    agreed_known = true;
}

// On one thread and on two. Twice on two where LAPACK or a library with threads of its own factorises, and where such a system may be
// chosen.
EVERY_SYSTEM(bits_are_reproduced)
{
    static real4 rhs[COUNT], x[2][COUNT];
    make_rhs(rhs, COUNT, 31);
    LinsysChoice choice = {""};
    for (int run = 0; run < 2; run++) {
        const int                      threads = ops->foreign || ops->chooses ? 2 : 1 + run;
        GNU_CLEANUP(bench_close) Bench b = {.ops = ops, .arena = arena_init(0), .choice = choice};
        b.matrix = make_grid(&b.arena, SIDE, 1, PINNED);
        assert_int_equal(bench_create(&b, ordering, threads, false).code, STATUS_OK);
        solve(b.sys, threads, rhs, x[run]);
        choice = b.choice;
    }
    assert_memory_equal(x[0], x[1], sizeof x[0]);
}

// The triangular solve against plain substitution, at sizes around the block, and with the same bits on 1, 2 and 3 threads.
TEST(dense_triangle_is_right)
{
    const int sizes[] = {1, 2, 63, 64, 65, 128, 130, 400};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const int n = sizes[k], stride = n + 3;
        double   *l = calloc((size_t)n * (size_t)stride, sizeof *l);
        double   *y = calloc(3 * (size_t)stride, sizeof *y), *x = calloc(3 * (size_t)stride, sizeof *x);
        double   *first = calloc(3 * (size_t)stride, sizeof *first);
        assert_true(l && y && x && first);
        Random random = {(uint64_t)n};
        for (int j = 0; j < n; j++)
            for (int i = j; i < n; i++)
                l[j * stride + i] = i == j ? 2 + random_unit(&random) : (random_unit(&random) - 0.5) / sqrt(n);
        for (int r = 0; r < 3; r++)
            for (int i = 0; i < n; i++)
                x[r * stride + i] = random_unit(&random) - 0.5;
        for (int r = 0; r < 3; r++) // y = L (Lᵀ x)
            for (int j = 0; j < n; j++) {
                double dot = 0;
                for (int i = j; i < n; i++)
                    dot += l[j * stride + i] * x[r * stride + i];
                for (int i = j; i < n; i++)
                    y[r * stride + i] += l[j * stride + i] * dot;
            }
        for (int threads = 1; threads <= 3; threads++) {
            double *z = calloc(3 * (size_t)stride, sizeof *z);
            assert_non_null(z);
            memcpy(z, y, 3 * (size_t)stride * sizeof *z);
#pragma omp parallel num_threads(threads)
            dense_triangle_solve(l, n, stride, z, 3);
            for (int i = 0; i < 3 * stride; i++)
                assert_true(fabs(z[i] - x[i]) < 1e-12);
            if (threads == 1)
                memcpy(first, z, 3 * (size_t)stride * sizeof *z);
            assert_memory_equal(first, z, 3 * (size_t)stride * sizeof *z);
            free(z);
        }
        free(l);
        free(y);
        free(x);
        free(first);
    }
}

// ---- matrices that cannot be factorised ----

// An external library need not report where elimination failed.
static void expect_refusal(const LinsysOps *ops, Status status, double bad)
{
    TEXT_OF(place, isfinite(bad) ? "row %d of %d" : "entry (%d, %d)", PINNED, isfinite(bad) ? COUNT : PINNED);
    assert_int_equal(status.code, STATUS_NUMERIC);
    const bool is_silent = ops->present && strstr(status.text, "not positive definite: elimination failed;");
    if (!strstr(status.text, place) && !is_silent)
        fail_msg("wrong place: %s", status.text);
}

// Only a solve can detect that a matrix with a positive diagonal is not positive definite. x does not change.
static void expect_curved(const Linsys *sys)
{
    static real4 rhs[COUNT], x[COUNT];
    make_rhs(rhs, COUNT, 43);
#pragma omp parallel num_threads(2)
    sys->ops->solve((Linsys *)sys, rhs, x);
    assert_int_equal(sys->ops->failed(sys).code, STATUS_NUMERIC);
    for (int i = 0; i < COUNT; i++)
        assert_true(x[i].x == 0 && x[i].y == 0 && x[i].z == 0);
}

// The pinned particle is not connected, so its pivot is its diagonal entry, whatever the ordering.
EVERY_SYSTEM(indefinite_is_refused_and_recovered_from)
{
    const double bad[] = {-1, 0, NAN, INFINITY};
    BENCH_OPEN(b, ops, ordering, 2);
    double *pivot = &b.matrix.value[b.matrix.column_start[PINNED]];
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        *pivot = bad[k];
        expect_refusal(ops, ops->refactor(b.sys, &b.matrix), bad[k]);
        GNU_CLEANUP(bench_close) Bench fresh = {.ops = ops, .arena = arena_init(0), .matrix = b.matrix};
        expect_refusal(ops, bench_create(&fresh, ordering, 1, false), bad[k]);
        assert_null(fresh.sys);

        *pivot = 1;
        assert_int_equal(ops->refactor(b.sys, &b.matrix).code, STATUS_OK);
        check_solves(b.sys, &b.matrix, 2, 41);
    }
    // Indefinite although every diagonal entry is positive.
    double *entry = &b.matrix.value[b.matrix.column_start[3] + 1], kept = *entry;
    *entry = -1000;
    if (!ops->iterative)
        assert_int_equal(ops->refactor(b.sys, &b.matrix).code, STATUS_NUMERIC);
    else if (ops->refactor(b.sys, &b.matrix).code == STATUS_OK)
        expect_curved(b.sys);
    *entry = kept;
    assert_int_equal(ops->refactor(b.sys, &b.matrix).code, STATUS_OK);
    check_solves(b.sys, &b.matrix, 2, 42);
}

EVERY_SYSTEM(one_row_and_none)
{
    int32_t                        start[] = {0, 1}, row[] = {0};
    double                         value[] = {4};
    GNU_CLEANUP(bench_close) Bench b = {.ops = ops, .arena = arena_init(0), .matrix = {1, start, row, value}};
    assert_int_equal(bench_create(&b, ordering, 2, false).code, STATUS_OK);
    const real4 rhs = {8, -4, 2, 9};
    real4       x = {0, 0, 0, 7};
    solve(b.sys, 2, &rhs, &x);
    assert_true(x.x == 2 && x.y == -1 && x.z == (real)0.5 && x.w == 7);

    GNU_CLEANUP(bench_close) Bench empty = {.ops = ops, .arena = arena_init(0), .matrix = {0, start, row, value}};
    assert_fails(bench_create(&empty, ordering, 2, false), STATUS_INPUT, "empty");
    assert_null(empty.sys);
}

// ---- updates ----

enum { CHANGES = 9 };

typedef struct Change { // vectors of up to four entries, as contacts have, of any rows
    LinsysColumns columns;
    int32_t       start[CHANGES + 1], row[4 * CHANGES];
    double        value[4 * CHANGES];
} Change;

static void make_change(Change *c, uint64_t seed)
{
    Random random = {seed};
    c->columns = (LinsysColumns){.count = CHANGES, .start = c->start, .row = c->row, .value = c->value};
    int32_t at = 0;
    for (int k = 0; k < CHANGES; k++) {
        c->start[k] = at;
        for (int j = 0; j < 1 + k % 4; j++, at++) {
            c->row[at] = (17 * k + 41 * j + (int)seed) % COUNT; // not ascending, and no row twice
            c->value[at] = (10 * random_unit(&random) + 1) * (j % 2 ? -1 : 1);
        }
    }
    c->start[CHANGES] = at;
}

// The matrix with the changes in it, with a pattern of its own: stored densely, which is short code.
static Csc changed_matrix(Arena *arena, const Csc *a, const Change *const *changes, int count)
{
    Csc full = {.n = COUNT};
    assert_int_equal(ARENA_NEW(arena, COUNT + 1, &full.column_start).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(arena, COUNT * (COUNT + 1) / 2, &full.row).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(arena, COUNT * (COUNT + 1) / 2, &full.value).code, STATUS_OK);
    for (int32_t j = 0, at = 0; j < COUNT; j++) {
        full.column_start[j] = at;
        full.column_start[j + 1] = at + COUNT - j;
        for (int32_t i = j; i < COUNT; i++)
            full.row[at++] = i;
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++)
            full.value[full.column_start[j] + a->row[k] - j] = a->value[k];
    }
    for (int c = 0; c < count; c++)
        for (int k = 0; k < CHANGES; k++)
            for (int32_t p = changes[c]->start[k]; p < changes[c]->start[k + 1]; p++)
                for (int32_t q = changes[c]->start[k]; q < changes[c]->start[k + 1]; q++) {
                    const int32_t i = changes[c]->row[p], j = changes[c]->row[q];
                    if (i >= j)
                        full.value[full.column_start[j] + i - j] += changes[c]->value[p] * changes[c]->value[q];
                }
    return full;
}

// A factor keeps the round-off of removed changes.
static const double CHANGED = 64 * (double)REAL_EPSILON;

// Columns are added, extended, removed in another order, again and again; then the system must equal one without them.
EVERY_SYSTEM(factors_are_updated)
{
    assert_true(linsys_find("cholmod_simplicial")->update && !linsys_find("dense")->update);
    if (!ops->update)
        return;
    Change first, second, none = {0};
    BENCH_OPEN(b, ops, ordering, 2);
    make_change(&first, 3);
    make_change(&second, 8);
    none.columns = (LinsysColumns){.start = none.start, .row = none.row, .value = none.value};
    const Csc one = changed_matrix(&b.arena, &b.matrix, (const Change *[]){&second}, 1),
              two = changed_matrix(&b.arena, &b.matrix, (const Change *[]){&first, &second}, 2);
    for (int round = 0; round < 3; round++) {
        LinsysInfo before, after;
        ops->info(b.sys, &before);
        assert_int_equal(ops->update(b.sys, &none.columns, true).code, STATUS_OK);
        check_solves_to(b.sys, &b.matrix, 2, 61, CHANGED);
        assert_int_equal(ops->update(b.sys, &first.columns, true).code, STATUS_OK);
        assert_int_equal(ops->update(b.sys, &second.columns, true).code, STATUS_OK);
        check_solves_to(b.sys, &two, 2, 62, CHANGED);
        ops->info(b.sys, &after);
        assert_true(round > 0 || after.factor_nonzeros > before.factor_nonzeros); // the fill-in of the changes
        assert_int_equal(ops->update(b.sys, &first.columns, false).code, STATUS_OK);
        check_solves_to(b.sys, &one, 1, 63, CHANGED);
        assert_int_equal(ops->update(b.sys, &second.columns, false).code, STATUS_OK);
        check_solves_to(b.sys, &b.matrix, 2, 64, CHANGED);
        if (round == 1) // taken away without having been there
            assert_int_equal(ops->update(b.sys, &first.columns, false).code, STATUS_NUMERIC);
        if (round < 1)
            continue;
        assert_int_equal(ops->refactor(b.sys, &b.matrix).code, STATUS_OK);
        check_solves(b.sys, &b.matrix, 2, 65);
        ops->info(b.sys, &after);
        assert_true(after.factor_nonzeros > 0 && after.factor_bytes > 0);
    }
}

// ---- several at once, and their information ----

EVERY_SYSTEM(two_live_side_by_side)
{
    BENCH_OPEN(a, ops, ordering, 2);
    BENCH_OPEN(b, linsys_find("cholmod_supernodal"), "metis", 2);
    const Csc other = make_grid(&b.arena, SIDE, 77, -1);
    assert_int_equal(b.ops->refactor(b.sys, &other).code, STATUS_OK);
    check_solves(a.sys, &a.matrix, 2, 51);
    check_solves(b.sys, &other, 2, 52);
    check_solves(a.sys, &a.matrix, 1, 53);
    ops->destroy(a.sys);
    a.sys = NULL;
    check_solves(b.sys, &other, 2, 54);
}

static LinsysInfo info_of(const char *name, const char *ordering)
{
    LinsysInfo info;
    BENCH_OPEN(b, linsys_find(name), ordering, 1);
    b.ops->info(b.sys, &info);
    return info;
}

TEST(info_is_right)
{
    const int64_t nonzeros = COUNT + 2 * SIDE * (SIDE - 1) + 2 * (SIDE - 1) * (SIDE - 1);
    for (int super = 0; super < 2; super++) {
        const char           *name = super ? "cholmod_supernodal" : "cholmod_simplicial";
        const CholmodQuestion question = {.supernodal = super};
        double                min = INFINITY; // of the two that are always tried
        for (const char *const *ordering = linsys_find(name)->params[0].choices; *ordering; ordering++) {
            const LinsysInfo info = info_of(name, *ordering);
            const bool       best = strcmp(*ordering, "best") == 0;
            assert_int_equal(info.order, COUNT);
            assert_int_equal(info.matrix_nonzeros, nonzeros);
            assert_true(info.factor_nonzeros > nonzeros && info.factor_nonzeros < COUNT * (COUNT + 1) / 2);
            assert_true(info.factor_flops > (double)info.factor_nonzeros);
            assert_true(info.factor_bytes > 8 * info.factor_nonzeros && info.factor_bytes < 40 * info.factor_nonzeros);
            assert_true(info.workspace_bytes >= 6 * COUNT * 8 && info.workspace_bytes < 1000 * COUNT);
            const double cost = cholmod_ordering_cost(&question, (double)info.factor_nonzeros, info.factor_flops);
            if (best)
                assert_true(cost <= min && strcmp(info.ordering, "best") != 0);
            else
                assert_string_equal(info.ordering, *ordering);
            if (strcmp(*ordering, "amd") == 0 || strcmp(*ordering, "nd") == 0)
                min = fmin(min, cost);
        }
    }
    const LinsysInfo one = info_of("cholmod_simplicial", "amd"), three = info_of("simplicial_3n", "amd");
    assert_int_equal(three.order, 3 * COUNT);
    assert_int_equal(three.matrix_nonzeros, 3 * nonzeros);
    assert_true((double)three.factor_nonzeros > 2.5 * (double)one.factor_nonzeros);
    assert_true((double)three.factor_nonzeros < 3.5 * (double)one.factor_nonzeros);
    const LinsysInfo dense = info_of("dense", NULL), dense_3n = info_of("dense_3n", NULL);
    assert_int_equal(dense.factor_nonzeros, COUNT * (COUNT + 1) / 2);
    assert_int_equal(dense_3n.order, 3 * COUNT);
    assert_true(dense_3n.factor_bytes >= 9 * (int64_t)COUNT * COUNT * 8);
    assert_true(fabs(dense_3n.factor_flops / dense.factor_flops - 27) < 1e-9);
    assert_string_equal(dense.ordering, "");
}

// ---- memory ----

// With a limit that grows from nothing, creation fails with STATUS_LIMIT and leaves nothing behind, until it succeeds.
EVERY_SYSTEM(limit_is_kept_at_every_allocation)
{
    ARENA(outside);
    const Csc matrix = make_grid(&outside, SIDE, 1, PINNED);
    int       refused = 0;
    for (size_t limit = 64;; limit += limit / 4) {
        assert_true(limit < (size_t)1 << 26);
        GNU_CLEANUP(bench_close) Bench b = {.ops = ops, .arena = arena_init(limit), .matrix = matrix};
        const Status                   status = bench_create(&b, ordering, 2, false);
        if (status.code == STATUS_OK) {
            check_solves(b.sys, &matrix, 2, 61);
            LinsysInfo info;
            ops->info(b.sys, &info);
            assert_true((size_t)info.factor_bytes <= limit);
            break;
        }
        assert_int_equal(status.code, STATUS_LIMIT);
        assert_null(b.sys);
        refused++;
    }
    assert_true(refused > 10);
}

TEST(dense_is_refused_before_it_is_allocated)
{
    const char *const names[] = {"dense", "dense_3n"};
    const char *const sizes[] = {"2048.", "18432."}; // 16384 ⋅ 16384 ⋅ 8 bytes are 2 GiB, 9 times that in 3n
    ARENA(outside);
    const Csc matrix = make_grid(&outside, 128, 1, -1);
    for (int k = 0; k < 2; k++) {
        GNU_CLEANUP(bench_close) Bench b = {.ops = linsys_find(names[k]), .arena = arena_init((size_t)1 << 30), .matrix = matrix};
        const Status                   status = bench_create(&b, NULL, 2, false);
        assert_fails(status, STATUS_LIMIT, names[k]);
        assert_fails(status, STATUS_LIMIT, sizes[k]);
        assert_true(b.arena.used_bytes < 4096);
    }
}

// The 3n×3n forms outgrow 32-bit indices first. Only the sizes are read, so the rest of the matrix is absent.
TEST(matrix_too_large_for_its_indices_is_refused)
{
    int32_t           start[] = {0, INT32_MAX / 2};
    const Csc         many_rows = {1 << 30, start, NULL, NULL}, many_entries = {1, start, NULL, NULL};
    const char *const names[] = {"dense_3n", "simplicial_3n"};
    for (int k = 0; k < 2; k++) {
        GNU_CLEANUP(bench_close)
        Bench        b = {.ops = linsys_find(names[k]), .arena = arena_init(0), .matrix = k == 0 ? many_rows : many_entries};
        const Status status = bench_create(&b, NULL, 2, false);
        assert_int_equal(status.code, STATUS_UNSUPPORTED);
        assert_non_null(strstr(status.text, "too large for 32-bit indices; take "));
    }
}

// CHOLMOD's allocations go through these, on several threads where orderings are tried side by side. The one with this number, from 1, and
// all after it fail; 0: none.
static atomic_long failing_from, allocations_made;

static void allocations_fail_from(long number)
{
    atomic_store(&allocations_made, 0);
    atomic_store(&failing_from, number);
}

static bool allocation_fails(void)
{
    const long from = atomic_load(&failing_from);
    return from > 0 && atomic_fetch_add(&allocations_made, 1) + 1 >= from;
}

static void *failing_malloc(size_t size)
{
    return allocation_fails() ? NULL : malloc(size);
}

static void *failing_calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : calloc(count, size);
}

static void *failing_realloc(void *old, size_t size)
{
    return allocation_fails() ? NULL : realloc(old, size);
}

// Since SuiteSparse 7 METIS is a part of CHOLMOD and takes its allocator; where that fails it ends the program, which no caller can
// prevent.
static bool metis_would_abort(const char *ordering)
{
    return SUITESPARSE_MAIN_VERSION >= 7 && (strcmp(ordering, "metis") == 0 || strcmp(ordering, "nesdis") == 0);
}

static void check_cholmod_memory(const LinsysOps *ops, const char *ordering)
{
    if (!ordering || ops->present || ops->iterative || metis_would_abort(ordering)) // no CHOLMOD in it
        return;
    if (strcmp(ops->name, "supernodal_parallel") == 0 && strcmp(ordering, "nd") == 0) // nor in this
        return;
    ARENA(outside);
    const Csc matrix = make_grid(&outside, SIDE, 1, PINNED);
    Status    status = status_make(STATUS_MEMORY, "not tried yet");
    long      allowed = 1;
    for (; status.code != STATUS_OK; allowed++) {
        GNU_CLEANUP(bench_close) Bench b = {.ops = ops, .arena = arena_init(0), .matrix = matrix};
        allocations_fail_from(allowed);
        status = bench_create(&b, ordering, 2, false);
        allocations_fail_from(0);
        if (status.code == STATUS_OK) {
            check_solves(b.sys, &matrix, 2, 71);
        } else {
            assert_int_equal(status.code, STATUS_MEMORY);
            assert_null(b.sys);
        }
    }
    assert_true(allowed > 20);
}

// The allocator of CHOLMOD; since SuiteSparse 7 behind functions.
typedef struct Allocator {
    void *(*malloc)(size_t size);
    void *(*calloc)(size_t count, size_t size);
    void *(*realloc)(void *old, size_t size);
} Allocator;

// Gives the one before.
static Allocator allocator_take(Allocator taken)
{
#if SUITESPARSE_MAIN_VERSION >= 7
    const Allocator before = {SuiteSparse_config_malloc_func_get(), SuiteSparse_config_calloc_func_get(),
                              SuiteSparse_config_realloc_func_get()};
    SuiteSparse_config_malloc_func_set(taken.malloc);
    SuiteSparse_config_calloc_func_set(taken.calloc);
    SuiteSparse_config_realloc_func_set(taken.realloc);
#else
    const Allocator before = {SuiteSparse_config.malloc_func, SuiteSparse_config.calloc_func, SuiteSparse_config.realloc_func};
    SuiteSparse_config.malloc_func = taken.malloc;
    SuiteSparse_config.calloc_func = taken.calloc;
    SuiteSparse_config.realloc_func = taken.realloc;
#endif
    return before;
}

TEST(cholmod_running_out_of_memory_is_a_status)
{
    const Allocator before = allocator_take((Allocator){failing_malloc, failing_calloc, failing_realloc});
    for_each_system(check_cholmod_memory);
    (void)allocator_take(before);
}

// A failure inside the team: kept, read after it, x untouched.
TEST(failed_solve_is_kept)
{
    static real4    rhs[COUNT], x[COUNT];
    const Allocator before = allocator_take((Allocator){failing_malloc, failing_calloc, failing_realloc});
    BENCH_OPEN(b, linsys_find("cholmod_simplicial"), "amd", 2);
    make_rhs(rhs, COUNT, 81);
    allocations_fail_from(1);
#pragma omp parallel num_threads(2)
    b.ops->solve(b.sys, rhs, x);
    allocations_fail_from(0);
    assert_int_equal(b.ops->failed(b.sys).code, STATUS_MEMORY);
    for (int i = 0; i < COUNT; i++)
        assert_true(x[i].x == 0 && x[i].y == 0 && x[i].z == 0);
    (void)allocator_take(before);
}
