// supernodal_parallel beyond the requirements on every linear system: trees of every shape, and the same bits on any team. Factors have
// both precisions, with and without refinement, and a partition covers each column once.
#include "base/random.h"
#include "check.h"
#include "linsys/private/supernodal_plan.h"
#include "linsys/private/symbolic.h"
#include "linsys/set_up_residual.h"

// ---- matrices of given graphs ----

typedef struct Graph {
    int32_t n;
    int     count, room;
    int32_t (*edge)[2]; // larger end first
} Graph;

static void join(Graph *g, int32_t a, int32_t b)
{
    if (g->count == g->room) {
        g->room = g->room ? 2 * g->room : 1024;
        g->edge = realloc(g->edge, (size_t)g->room * sizeof *g->edge);
        assert_non_null(g->edge);
    }
    g->edge[g->count][0] = a > b ? a : b;
    g->edge[g->count++][1] = a > b ? b : a;
}

static int by_column(const void *a, const void *b)
{
    const int32_t *e = a, *f = b;
    return e[1] != f[1] ? (e[1] < f[1] ? -1 : 1) : e[0] < f[0] ? -1 : e[0] > f[0];
}

// Springs of random stiffness along the edges (an edge given twice counts once), and 0.1 on the diagonal.
static Csc make_matrix(Graph graph, uint64_t seed, Arena *arena)
{
    Csc     a = {.n = graph.n};
    Random  random = {seed};
    double *diagonal;
    assert_int_equal(ARENA_NEW(arena, graph.n + 1, &a.column_start).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(arena, graph.n + graph.count, &a.row).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(arena, graph.n + graph.count, &a.value).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(arena, graph.n, &diagonal).code, STATUS_OK);
    if (graph.count)
        qsort(graph.edge, (size_t)graph.count, sizeof *graph.edge, by_column);
    int32_t at = 0, e = 0;
    for (int32_t j = 0; j < graph.n; j++) {
        a.column_start[j] = at;
        a.row[at++] = j;
        for (; e < graph.count && graph.edge[e][1] == j; e++) {
            if (e && by_column(graph.edge[e - 1], graph.edge[e]) == 0)
                continue;
            const double stiffness = 1 + random_unit(&random);
            a.row[at] = graph.edge[e][0];
            a.value[at++] = -stiffness;
            diagonal[j] += stiffness;
            diagonal[graph.edge[e][0]] += stiffness;
        }
    }
    a.column_start[graph.n] = at;
    for (int32_t j = 0; j < graph.n; j++)
        a.value[a.column_start[j]] = diagonal[j] + 0.1;
    free(graph.edge);
    return a;
}

static Graph path(void)
{
    Graph g = {.n = 9000};
    for (int32_t i = 1; i < g.n; i++)
        join(&g, i, i - 1);
    return g;
}

static Graph star(void)
{
    Graph g = {.n = 30000};
    for (int32_t i = 1; i < g.n; i++)
        join(&g, i, 0);
    return g;
}

static Graph islands(void) // points, pairs, paths and one piece of some size
{
    Graph g = {.n = 6000};
    for (int32_t i = 1000; i < 2000; i += 2)
        join(&g, i, i + 1);
    for (int32_t i = 2001; i < 4000; i++)
        if (i % 20)
            join(&g, i, i - 1);
    for (int32_t i = 4000; i < 6000; i++)
        for (int32_t step = 1; step <= 40; step += 39)
            if (i + step < 6000)
                join(&g, i + step, i);
    return g;
}

static Graph points(void)
{
    return (Graph){.n = 40000};
}

static Graph complete(void) // one supernode
{
    Graph g = {.n = 130};
    for (int32_t i = 0; i < g.n; i++)
        for (int32_t j = 0; j < i; j++)
            join(&g, i, j);
    return g;
}

static Graph complete_large(void) // blocks of columns and areas of products in one front
{
    Graph g = {.n = 420};
    for (int32_t i = 0; i < g.n; i++)
        for (int32_t j = 0; j < i; j++)
            join(&g, i, j);
    return g;
}

// Three supernodes that the team shares. Each has 202 rows below its own columns, all of them columns of the supernode above. A fourth leaf
// is merged into that supernode, which adds no zeros. No number of columns is a multiple of CHUNK_WIDTH.
static Graph wide(void)
{
    enum { LEAVES = 4, LEAF = 301, ROOT = 202 };
    Graph g = {.n = LEAVES * LEAF + ROOT};
    for (int32_t i = 0; i < g.n; i++)
        for (int32_t j = 0; j < i; j++)
            if (i >= LEAVES * LEAF || i / LEAF == j / LEAF)
                join(&g, i, j);
    return g;
}

static Graph random_graph(void)
{
    Graph  g = {.n = 700};
    Random random = {5};
    for (int k = 0; k < 1400; k++) {
        const int32_t i = (int32_t)random_below(&random, 700), j = (int32_t)random_below(&random, 700);
        if (i != j)
            join(&g, i, j);
    }
    return g;
}

static Graph sheet(void)
{
    enum { SIDE = 100 };
    Graph g = {.n = SIDE * SIDE};
    for (int32_t i = 0; i < g.n; i++)
        for (int dj = 0; dj < 2; dj++)
            for (int di = dj ? -1 : 1; di < 2; di++)
                if (i % SIDE + di >= 0 && i % SIDE + di < SIDE && i / SIDE + dj < SIDE)
                    join(&g, i + dj * SIDE + di, i);
    return g;
}

static Graph solid(void) // every cell of a cube joined to its 26 neighbours
{
    enum { SIDE = 13 };
    Graph g = {.n = SIDE * SIDE * SIDE};
    for (int32_t i = 0; i < g.n; i++)
        for (int32_t j = 0; j < i; j++)
            if (abs(i % SIDE - j % SIDE) < 2 && abs(i / SIDE % SIDE - j / SIDE % SIDE) < 2 && i / SIDE / SIDE - j / SIDE / SIDE < 2)
                join(&g, i, j);
    return g;
}

static Graph one_point(void)
{
    return (Graph){.n = 1};
}

typedef struct Shape {
    const char *name;
    Graph (*make)(void);
} Shape;

static const Shape SHAPES[] = {{"path", path},           {"star", star},         {"islands", islands},
                               {"points", points},       {"complete", complete}, {"complete_large", complete_large},
                               {"random", random_graph}, {"sheet", sheet},       {"solid", solid},
                               {"one_point", one_point}, {"wide", wide}};

// ---- solving ----

typedef struct Settings {
    const char *ordering, *factor, *refine, *grains;
    int         threads;
} Settings;

static Linsys *open_system(const Csc *matrix, Settings with, Arena *arena)
{
    const LinsysOps *ops = linsys_find("supernodal_parallel");
    ParamSet         params = {0};
    Linsys          *sys = NULL;
    param_set_add(&params, ops->params);
    assert_int_equal(param_set_text(&params, "ordering", with.ordering ? with.ordering : "amd").code, STATUS_OK);
    assert_int_equal(param_set_text(&params, "factor", with.factor ? with.factor : "real").code, STATUS_OK);
    assert_int_equal(param_set_text(&params, "refine", with.refine ? with.refine : "0").code, STATUS_OK);
    assert_int_equal(param_set_text(&params, "grains", with.grains ? with.grains : "16").code, STATUS_OK);
    const LinsysSetup setup = {.matrix = matrix, .threads = with.threads, .params = &params, .arena = arena};
    assert_ok(ops->create(&setup, &sys));
    return sys;
}

static void system_end(Linsys **sys)
{
    (*sys)->ops->destroy(*sys);
}

// A system to the end of the block.
#define SYSTEM(sys, ...) GNU_CLEANUP(system_end) Linsys *sys = open_system(__VA_ARGS__)

static void solve(Linsys *sys, int team, const real4 *rhs, real4 *x)
{
#pragma omp parallel num_threads(team)
    sys->ops->solve(sys, rhs, x);
}

static real4 *new_blocks(int32_t n, uint64_t seed, Arena *arena)
{
    real4 *blocks;
    Random random = {seed};
    assert_int_equal(ARENA_NEW(arena, n, &blocks).code, STATUS_OK);
    for (int32_t i = 0; i < n; i++)
        blocks[i] = (real4){(real)(random_unit(&random) - 0.5), (real)random_unit(&random), (real)-random_unit(&random), (real)NAN};
    return blocks;
}

static double lane_of(real4 v, int lane)
{
    return (double)(lane == 0 ? v.x : lane == 1 ? v.y : v.z);
}

// ‖b − A x‖/‖b‖
static double residual(const Csc *a, const real4 *x, const real4 *b)
{
    double *one = calloc(2 * (size_t)a->n, sizeof *one), *product = one + a->n, left = 0, all = 0;
    assert_non_null(one);
    for (int lane = 0; lane < 3; lane++) {
        for (int32_t i = 0; i < a->n; i++)
            one[i] = lane_of(x[i], lane);
        csc_multiply(a, one, product);
        for (int32_t i = 0; i < a->n; i++) {
            left += (lane_of(b[i], lane) - product[i]) * (lane_of(b[i], lane) - product[i]);
            all += lane_of(b[i], lane) * lane_of(b[i], lane);
        }
    }
    free(one);
    return sqrt(left / all);
}

static const bool   SINGLE = sizeof(real) == sizeof(float);
static const double ROUGH = 3e-5, FINE = 1e-12; // residuals of factors in f32 and f64, where condition numbers are at most a few hundred

// ‖A‖₁ ‖x‖/‖b‖: how much more the residual may be than the relative error of elimination.
static double amplification(const Csc *a, const real4 *x, const real4 *b)
{
    double *sum = calloc((size_t)a->n, sizeof *sum), norm = 0, size_x = 0, size_b = 0;
    assert_non_null(sum);
    for (int32_t j = 0; j < a->n; j++)
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++) {
            sum[j] += fabs(a->value[k]);
            sum[a->row[k]] += a->row[k] == j ? 0 : fabs(a->value[k]);
        }
    for (int32_t i = 0; i < a->n; i++) {
        norm = fmax(norm, sum[i]);
        for (int lane = 0; lane < 3; lane++) {
            size_x += lane_of(x[i], lane) * lane_of(x[i], lane);
            size_b += lane_of(b[i], lane) * lane_of(b[i], lane);
        }
    }
    free(sum);
    return norm * sqrt(size_x / size_b);
}

// Solves in place on teams of one to four, set up for one to four, all with the bits of the first.
static void check_bits(const Csc *a, const Shape *shape, const char *ordering, const char *factor, const char *refine)
{
    ARENA(arena);
    const real4 *rhs = new_blocks(a->n, 3, &arena);
    real4       *x = new_blocks(a->n, 3, &arena), *first = new_blocks(a->n, 3, &arena);
    const size_t bytes = (size_t)a->n * sizeof *x;
    for (int threads = 1; threads <= 4; threads++) {
        SYSTEM(sys, a, (Settings){.ordering = ordering, .factor = factor, .refine = refine, .threads = threads}, &arena);
        for (int team = threads == 4 ? 1 : threads; team <= threads; team++) {
            memcpy(x, rhs, bytes);
            for (int32_t i = 0; i < a->n; i++)
                x[i].w = (real)i;
            solve(sys, team, x, x);
            if (threads == 1)
                memcpy(first, x, bytes);
            if (memcmp(first, x, bytes) != 0)
                fail_msg("%s, %s, factor %s, refine %s: a team of %d with a set-up for %d has other bits", shape->name, ordering, factor,
                         refine, team, threads);
        }
    }
    for (int32_t i = 0; i < a->n; i++)
        assert_true(first[i].w == (real)i); // left alone
    const bool   rough = strcmp(factor, "f32") == 0 && strcmp(refine, "0") == 0;
    const double error = residual(a, first, rhs) / (1 + amplification(a, first, rhs));
    if (!(error < (rough || SINGLE ? 8 * 0x1p-23 : 8 * 0x1p-52)))
        fail_msg("%s, %s, factor %s, refine %s: backward error %g", shape->name, ordering, factor, refine, error);
}

TEST(every_tree_is_solved_with_the_same_bits)
{
    static const char *const orderings[] = {"amd", "metis"};
    for (size_t k = 0; k < sizeof SHAPES / sizeof *SHAPES; k++) {
        ARENA(arena);
        const Csc a = make_matrix(SHAPES[k].make(), k + 1, &arena);
        for (int o = 0; o < 2; o++) {
            if (o && (a.n > 20000)) // METIS takes seconds over graphs without edges
                continue;
            check_bits(&a, &SHAPES[k], orderings[o], "f64", "0");
            check_bits(&a, &SHAPES[k], orderings[o], "f32", "0");
        }
        check_bits(&a, &SHAPES[k], "amd", "f32", "2");
    }
}

// ---- factorisations after the first ----

static Csc copy_of(const Csc *a, Arena *arena)
{
    Csc          b = *a;
    const size_t entries = (size_t)a->column_start[a->n];
    assert_int_equal(ARENA_NEW(arena, entries, &b.value).code, STATUS_OK);
    memcpy(b.value, a->value, entries * sizeof *b.value);
    return b;
}

static void solve_fresh(const Csc *a, const real4 *rhs, real4 *x)
{
    ARENA(arena);
    SYSTEM(sys, a, (Settings){.threads = 1}, &arena);
    solve(sys, 1, rhs, x);
}

// Changes an entry of every `stride`-th column, refactors, and compares with a system made of that matrix. Then it changes back, by way of
// a matrix that is not positive definite, after which nothing may be reused.
static void check_changes(Linsys *sys, const Csc *a, Csc *changed, int32_t stride, int threads, Arena *arena)
{
    const real4 *rhs = new_blocks(a->n, 11, arena);
    real4       *x = new_blocks(a->n, 12, arena), *fresh = new_blocks(a->n, 12, arena);
    const size_t bytes = (size_t)a->n * sizeof *x;
    for (int32_t j = stride / 2; j < a->n; j += stride)
        changed->value[a->column_start[j]] *= 1.5;
    assert_ok(sys->ops->refactor(sys, changed));
    solve(sys, threads, rhs, x);
    solve_fresh(changed, rhs, fresh);
    if (memcmp(x, fresh, bytes) != 0)
        fail_msg("every %d-th entry changed, %d threads: other bits than a new system", stride, threads);
    for (int32_t j = 3; j < a->n; j += 7) // other changes, in the factorisation that fails
        changed->value[a->column_start[j]] *= 1.25;
    const double good = changed->value[a->column_start[a->n / 3]];
    changed->value[a->column_start[a->n / 3]] = -1;
    assert_int_equal(sys->ops->refactor(sys, changed).code, STATUS_NUMERIC);
    changed->value[a->column_start[a->n / 3]] = good;
    assert_ok(sys->ops->refactor(sys, changed));
    solve(sys, threads, rhs, x);
    solve_fresh(changed, rhs, fresh);
    assert_memory_equal(x, fresh, bytes);
    memcpy(changed->value, a->value, (size_t)a->column_start[a->n] * sizeof *a->value);
}

TEST(changed_rows_are_factorised_again)
{
    Graph (*const shapes[])(void) = {sheet, solid, islands, complete};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int threads = 1; threads <= 4; threads += threads) {
            ARENA(arena);
            const Csc a = make_matrix(shapes[k](), 3, &arena);
            Csc       changed = copy_of(&a, &arena);
            SYSTEM(sys, &a, (Settings){.threads = threads}, &arena);
            check_changes(sys, &a, &changed, 2 * a.n, threads, &arena); // none
            check_changes(sys, &a, &changed, a.n, threads, &arena);     // one
            check_changes(sys, &a, &changed, a.n / 3, threads, &arena);
            check_changes(sys, &a, &changed, 1, threads, &arena);
        }
}

// The row where elimination fails is the first in its order, whichever thread meets one first.
TEST(failures_do_not_depend_on_threads)
{
    ARENA(arena);
    Csc  a = make_matrix(sheet(), 1, &arena);
    char first[508] = "";
    for (int32_t j = 0; j < a.n; j += 97)
        a.value[a.column_start[j]] = -1;
    for (int threads = 1; threads <= 4; threads++) {
        const LinsysOps *ops = linsys_find("supernodal_parallel");
        ParamSet         params = {0};
        Linsys          *sys = NULL;
        param_set_add(&params, ops->params);
        const LinsysSetup setup = {.matrix = &a, .threads = threads, .params = &params, .arena = &arena};
        const Status      status = ops->create(&setup, &sys);
        assert_int_equal(status.code, STATUS_NUMERIC);
        assert_true(!sys && strstr(status.text, "row"));
        if (threads == 1)
            snprintf(first, sizeof first, "%s", status.text);
        assert_string_equal(status.text, first);
    }
}

// As CHOLMOD's, with the same ordering.
TEST(smallest_pivots_are_those_of_cholmod)
{
    Graph (*const shapes[])(void) = {sheet, solid, complete, path};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        ARENA(arena);
        const Csc        a = make_matrix(shapes[k](), 3, &arena);
        const LinsysOps *other = linsys_find("cholmod_supernodal");
        ParamSet         params = {0};
        Linsys          *theirs = NULL;
        SYSTEM(sys, &a, (Settings){.threads = 2}, &arena);
        param_set_add(&params, other->params);
        assert_ok(param_set_text(&params, "ordering", "amd"));
        assert_ok(other->create(&(LinsysSetup){.matrix = &a, .threads = 1, .params = &params, .arena = &arena}, &theirs));
        const double ours = sys->ops->smallest_pivot(sys, &a), expected = other->smallest_pivot(theirs, &a);
        assert_true(expected > 0 && expected < 1 && fabs(ours - expected) < 1e-10 * expected);
        other->destroy(theirs);
    }
}

// ---- precision ----

// error: of a solve here, and the one recorded at set-up.
static LinsysInfo info_with(const Csc *a, const char *factor, const char *refine, double error[2])
{
    ARENA(arena);
    SYSTEM(sys, a, (Settings){.factor = factor, .refine = refine, .threads = 2}, &arena);
    const real4 *rhs = new_blocks(a->n, 9, &arena);
    real4       *x = new_blocks(a->n, 9, &arena);
    LinsysInfo   info;
    solve(sys, 2, rhs, x);
    error[0] = residual(a, x, rhs);
    assert_ok(set_up_residual(sys, &(LinsysSetup){.matrix = a, .threads = 2, .arena = &arena}));
    error[1] = sys->residual;
    sys->ops->info(sys, &info);
    return info;
}

// A factor in f32 with two steps of refinement has as small a residual as one in f64; the recorded residual is that of a solve.
TEST(refinement_recovers_the_accuracy_of_f64)
{
    ARENA(arena);
    const Csc        a = make_matrix(sheet(), 1, &arena);
    double           zero[2], first[2], second[2], full[2];
    const LinsysInfo none = info_with(&a, "f32", "0", zero), two = info_with(&a, "f32", "2", second);
    const LinsysInfo f64 = info_with(&a, "f64", "0", full);
    (void)info_with(&a, "f32", "1", first);
    assert_true(zero[0] > 1e-8 && zero[0] < ROUGH);
    assert_true((double)none.factor_bytes < 0.6 * (double)f64.factor_bytes && none.factor_bytes == two.factor_bytes);
    assert_true(two.workspace_bytes > none.workspace_bytes + a.column_start[a.n] * 16);
    const double *all[] = {zero, first, second, full};
    for (int k = 0; k < 4; k++)
        assert_true(all[k][1] > all[k][0] / 4 && all[k][1] < all[k][0] * 4);
    if (SINGLE) { // x itself has no more digits
        assert_true(first[0] < 2 * zero[0] && second[0] < 1e-5 && full[0] < 1e-5);
    } else {
        assert_true(first[0] < 1e-4 * zero[0] && second[0] < 1e-2 * first[0] + 4 * full[0] && second[0] < 4 * full[0] && full[0] < 1e-13);
    }
}

// The solution of A x = b for one lane in double precision, by conjugate gradients to round-off.
static double *solve_in_double(const Csc *a, const real4 *b, int lane, Arena *arena)
{
    double *x, *r, *p, *q, rr = 0;
    assert_int_equal(ARENA_NEW(arena, a->n, &x).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(arena, a->n, &r).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(arena, a->n, &p).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(arena, a->n, &q).code, STATUS_OK);
    for (int32_t i = 0; i < a->n; i++) {
        r[i] = p[i] = lane_of(b[i], lane);
        rr += r[i] * r[i];
    }
    for (const double goal = 1e-32 * rr; rr > goal;) {
        double pq = 0, next = 0;
        csc_multiply(a, p, q);
        for (int32_t i = 0; i < a->n; i++)
            pq += p[i] * q[i];
        for (int32_t i = 0; i < a->n; i++) {
            x[i] += rr / pq * p[i];
            r[i] -= rr / pq * q[i];
            next += r[i] * r[i];
        }
        for (int32_t i = 0; i < a->n; i++)
            p[i] = r[i] + next / rr * p[i];
        rr = next;
    }
    return x;
}

// The difference b − A x is computed in double. Only so does refinement give a small residual and also the solution itself to the last
// digit of a real. With the difference in f32, the error grows with the condition of the matrix, which is a few hundred here.
TEST(refined_solutions_are_as_exact_as_reals)
{
    ARENA(arena);
    const Csc a = make_matrix(sheet(), 1, &arena);
    SYSTEM(sys, &a, (Settings){.factor = "f32", .refine = "3", .threads = 2}, &arena);
    const real4 *rhs = new_blocks(a.n, 9, &arena);
    real4       *x = new_blocks(a.n, 9, &arena);
    solve(sys, 2, rhs, x);
    for (int lane = 0; lane < 3; lane++) {
        const double *exact = solve_in_double(&a, rhs, lane, &arena);
        double        left = 0, all = 0;
        for (int32_t i = 0; i < a.n; i++) {
            left += (lane_of(x[i], lane) - exact[i]) * (lane_of(x[i], lane) - exact[i]);
            all += exact[i] * exact[i];
        }
        const double error = sqrt(left / all);
        if (!(error < (SINGLE ? 0x1p-24 : 1e-13)))
            fail_msg("lane %d is off by %g", lane, error);
    }
}

// A right-hand side that is not finite spoils its own solution and none after it.
TEST(infinite_solutions_do_not_spoil_later_ones)
{
    static const char *const factors[] = {"f64", "f32"};
    for (int k = 0; k < 2; k++) {
        ARENA(arena);
        const Csc a = make_matrix(sheet(), 1, &arena);
        SYSTEM(sys, &a, (Settings){.factor = factors[k], .threads = 2}, &arena);
        real4 *rhs = new_blocks(a.n, 9, &arena), *bad = new_blocks(a.n, 9, &arena);
        real4 *x = new_blocks(a.n, 9, &arena), *again = new_blocks(a.n, 9, &arena);
        for (int32_t i = 0; i < a.n; i++)
            bad[i] = (real4){(real)NAN, (real)INFINITY, (real)NAN, 0};
        solve(sys, 2, rhs, x);
        solve(sys, 2, bad, again);
        assert_true(isnan(again[0].x));
        solve(sys, 2, rhs, again);
        for (int32_t i = 0; i < a.n; i++)
            for (int lane = 0; lane < 3; lane++)
                assert_true(lane_of(x[i], lane) == lane_of(again[i], lane));
    }
}

// ---- recorded information ----

static LinsysInfo info_and_memory(const Csc *a, const char *factor, const char *refine, int64_t *arena_bytes)
{
    LinsysInfo info;
    ARENA(arena);
    SYSTEM(sys, a, (Settings){.factor = factor, .refine = refine, .threads = 1}, &arena);
    sys->ops->info(sys, &info);
    *arena_bytes = (int64_t)arena.used_bytes;
    return info;
}

// One dense triangle of 130 rows, where everything can be counted. Each solve reads the factor forwards and backwards. With refinement b is
// copied, so another block of each row is written and read. A step of refinement multiplies with A, whose 130² entries have a value in
// double and an index. It reads x and b, writes the residual, and solves for it: the residual is read, and x read and written. Padding to
// whole registers makes the factor larger by a tenth at most.
TEST(traffic_and_operations_of_a_solve)
{
    enum { N = 130, ENTRIES = N * (N + 1) / 2, REFINE = 2 };
    static const char *const factors[] = {"f64", "f32"};
    ARENA(arena);
    const Csc a = make_matrix(complete(), 1, &arena);
    int64_t   used[2], memory[2];
    for (int k = 0; k < 2; k++) {
        const double     value = k ? 4 : 8, matrix = N * N * (8 + 4), row = N * sizeof(real4);
        int64_t          unused;
        const LinsysInfo once = info_and_memory(&a, factors[k], "0", &used[k]), more = info_and_memory(&a, factors[k], "2", &unused);
        const double     bytes = (double)once.factor_bytes;
        assert_int_equal(once.factor_nonzeros, ENTRIES);
        assert_true(bytes > ENTRIES * value && bytes < 1.12 * ENTRIES * value);
        assert_true(once.solve_bytes == 2 * bytes && more.solve_bytes == (1 + REFINE) * 2 * bytes + 2 * row + REFINE * (matrix + 6 * row));
        assert_true(once.solve_set == bytes && more.solve_set == bytes + matrix + 2 * row);
        assert_true(once.solve_flops == 3 * 4 * ENTRIES); // both ways, of three columns, a multiplication and an addition
        assert_true(more.solve_flops == (1 + REFINE) * 3 * 4 * ENTRIES + REFINE * 3 * 2 * N * N);
        assert_string_equal(once.solve_precision, factors[k]);
        memory[k] = once.factor_bytes + once.workspace_bytes;
    }
    assert_int_equal(memory[0] - memory[1], used[0] - used[1]); // nothing is counted twice, nothing left out
}

// The matrix that refinement works with is the one of the last factorisation.
TEST(refactor_renews_the_matrix_of_refinement)
{
    ARENA(arena);
    Csc a = make_matrix(random_graph(), 1, &arena);
    SYSTEM(sys, &a, (Settings){.factor = "f32", .refine = "2", .threads = 2}, &arena);
    real4 *rhs = new_blocks(a.n, 4, &arena), *x = new_blocks(a.n, 4, &arena);
    for (int32_t k = 0; k < a.column_start[a.n]; k++)
        a.value[k] *= 1.0 + 0.5 * (a.value[k] > 0); // another matrix, and not a multiple
    assert_int_equal(sys->ops->refactor(sys, &a).code, STATUS_OK);
    solve(sys, 2, rhs, x);
    assert_true(residual(&a, x, rhs) < (SINGLE ? 1e-6 : FINE));
}

// ---- the partition ----

static void check_task(const SupernodalPlan *plan, int32_t t, int group)
{
    const SupernodalTask *task = &plan->task[t];
    const int32_t         places = task->own_count + task->boundary_count;
    int64_t               entries = 0, columns = 0;
    assert_true(task->level >= 0 && t >= plan->level[task->level] && t < plan->level[task->level + 1]);
    assert_true(task->parent < 0 ? task->boundary_count == 0 : plan->task[task->parent].level > task->level);
    for (int32_t k = task->boundary; k < task->boundary + task->boundary_count; k++) {
        const SupernodalTask *parent = &plan->task[task->parent];
        assert_true(plan->to_parent[k] >= 0 && plan->to_parent[k] < parent->own_count + parent->boundary_count);
    }
    for (int32_t c = task->chunk_begin; c < task->chunk_end; c++) {
        const Chunk *chunk = &plan->chunk[c];
        assert_true(chunk->width >= 1 && chunk->width <= CHUNK_WIDTH && chunk->height >= chunk->width);
        for (int32_t i = 0; i < chunk->height; i++) {
            const int32_t place = plan->row[chunk->row + i];
            assert_true(i < chunk->width ? place == chunk->column + i : place > chunk->column && place < places);
        }
        for (int32_t i = chunk->height; i % group; i++)
            assert_int_equal(plan->row[chunk->row + i], places);
        entries += chunk_entries(chunk->width, chunk->height, group);
        columns += chunk->width;
    }
    assert_true(columns == task->own_count && entries == task->value_end - task->value);
}

static void check_plan(const Csc *a, int group, int grains)
{
    ARENA(arena);
    Symbolic              symbolic;
    SupernodalPlan        plan;
    const CholmodQuestion question = {.matrix = a, .block = 1, .supernodal = true, .threads = 1, .arena = &arena, .name = "test"};
    assert_int_equal(symbolic_analyse(&question, ORDERING_AMD, &arena, &symbolic).code, STATUS_OK);
    assert_int_equal(supernodal_plan_init(&symbolic.supernodes, group, sizeof(double), grains, &arena, &plan).code, STATUS_OK);
    char *seen = calloc((size_t)a->n, 1);
    assert_non_null(seen);
    for (int32_t k = 0; k < a->n; k++)
        seen[plan.order[k]]++;
    for (int32_t i = 0; i < a->n; i++)
        assert_int_equal(seen[i], 1);
    free(seen);
    int32_t children = 0;
    for (int32_t t = 0; t < plan.task_count; t++) {
        check_task(&plan, t, group);
        for (int32_t c = plan.task[t].child; c >= 0; c = plan.task[c].sibling, children++)
            assert_int_equal(plan.task[c].parent, t);
    }
    for (int32_t t = 0; t < plan.task_count; t++)
        children += plan.task[t].parent < 0;
    assert_int_equal(children, plan.task_count);
}

TEST(wide_supernodes_are_tasks_of_their_own)
{
    ARENA(arena);
    Symbolic              symbolic;
    SupernodalPlan        plan;
    const Csc             a = make_matrix(wide(), 1, &arena);
    const CholmodQuestion question = {.matrix = &a, .block = 1, .supernodal = true, .threads = 1, .arena = &arena, .name = "test"};
    assert_int_equal(symbolic_analyse(&question, ORDERING_AMD, &arena, &symbolic).code, STATUS_OK);
    assert_int_equal(supernodal_plan_init(&symbolic.supernodes, 1, sizeof(double), 16, &arena, &plan).code, STATUS_OK);
    assert_int_equal(plan.task_count, 4);
    assert_int_equal(plan.level_count, 2);
    for (int t = 0; t < 4; t++) {
        assert_int_equal(plan.task[t].wide, t < 3 ? 3 : 4);
        assert_int_equal(plan.task[t].own_count, t < 3 ? 301 : 503);
        assert_int_equal(plan.task[t].boundary_count, t < 3 ? 202 : 0);
    }
    assert_true(plan.wide[0] == 3 && plan.wide[1] == 4);
}

TEST(partition_covers_everything_once)
{
    for (size_t k = 0; k < sizeof SHAPES / sizeof *SHAPES; k++) {
        ARENA(arena);
        const Csc a = make_matrix(SHAPES[k].make(), 1, &arena);
        for (int group = 1; group <= 4; group *= 2) {
            check_plan(&a, group, 1);
            check_plan(&a, group, 16);
            check_plan(&a, group, 4096);
        }
    }
}

// More grains, more tasks; never more because of more threads.
TEST(tasks_follow_the_grains_and_not_the_threads)
{
    ARENA(arena);
    const Csc  a = make_matrix(sheet(), 1, &arena);
    LinsysInfo info[4];
    for (int k = 0; k < 4; k++) {
        SYSTEM(sys, &a, (Settings){.threads = k == 3 ? 4 : 1, .grains = k == 0 ? "1" : k == 1 ? "4" : "16"}, &arena);
        sys->ops->info(sys, &info[k]);
    }
    assert_true(info[0].tasks >= 1 && info[1].tasks > info[0].tasks && info[1].tasks > 4);
    assert_true(info[2].tasks > info[1].tasks && info[2].tasks == info[3].tasks);
    // A place in a task's vector has 16 bits: no task is larger, however few there may be.
    const Csc many = make_matrix((Graph){.n = 150000}, 1, &arena);
    SYSTEM(sys, &many, (Settings){.threads = 2, .grains = "1"}, &arena);
    const real4 *rhs = new_blocks(many.n, 9, &arena);
    real4       *x = new_blocks(many.n, 9, &arena);
    solve(sys, 2, rhs, x);
    assert_true(residual(&many, x, rhs) < (SINGLE ? 1e-6 : FINE));
    assert_true(info[2].levels > 2 && info[2].top_fraction > 0.01 && info[2].top_fraction < 0.5);
}
