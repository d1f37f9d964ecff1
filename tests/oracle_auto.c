// The linear system that chooses another one. It takes one of the others, reports which, and takes the same one again on request. It keeps
// nothing of the rest, whatever happens during its trials.
#include <malloc.h>

#include "check.h"
#include "linsys/linsys.h"

// Times that auto reads in place of the clock: a solve of one candidate takes 1 µs, of the others 1 ms.
static struct FakeTimes {
    int     solves;  // of one candidate
    int     fastest; // candidate, from 0
    int     calls;
    int64_t begin; // the first time
    int64_t now;
} fake;

static int64_t fake_ns(void)
{
    const int call = fake.calls++, of_candidate = 1 + 2 * fake.solves; // one before it, two around each solve
    if (call == 0)
        return fake.begin;
    return fake.now += (call - 1) / of_candidate == fake.fastest ? 1000 : 1000000;
}

// An hour after all later times: no candidate is left out because the time budget is spent. Two seconds before them: it is spent.
static const int64_t BUDGET_LEFT = INT64_C(3600000000000), BUDGET_SPENT = -INT64_C(2000000000);

typedef struct Bench {
    Arena            arena;
    Csc              matrix;
    const LinsysOps *ops;
    ParamSet         params;
    PhaseClock       phases;
    LinsysChoice     choice;
    const real4     *coordinates;
    Linsys          *sys;
    int              fastest; // candidate, from 0
    int64_t          begin;
    int64_t (*clock)(void);
} Bench;

// A square of side × side, coupled to the four neighbours.
static void bench_begin(Bench *b, const char *name, int side, size_t limit)
{
    const int n = side * side;
    *b = (Bench){.arena = arena_init(0), .ops = linsys_find(name), .matrix.n = n, .begin = BUDGET_LEFT, .clock = fake_ns};
    assert_int_equal(ARENA_NEW(&b->arena, n + 1, &b->matrix.column_start).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(&b->arena, 3 * n, &b->matrix.row).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(&b->arena, 3 * n, &b->matrix.value).code, STATUS_OK);
    int32_t at = 0;
    for (int v = 0; v < n; v++) {
        const int next[] = {v, v % side + 1 < side ? v + 1 : n, v + side};
        b->matrix.column_start[v] = at;
        for (int k = 0; k < 3; k++)
            if (next[k] < n) {
                b->matrix.row[at] = next[k];
                b->matrix.value[at++] = k == 0 ? 4.5 : -1;
            }
    }
    b->matrix.column_start[n] = at;
    b->arena.limit_bytes = limit ? b->arena.used_bytes + limit : 0;
    param_set_add(&b->params, b->ops->params);
}

static Status bench_create(Bench *b, bool scalar)
{
    fake = (struct FakeTimes){.solves = scalar ? 2 : 6, .fastest = b->fastest, .begin = b->begin};
    phase_clock_start(&b->phases);
    phase_clock_enter(&b->phases, PHASE_ASSEMBLE);
    const LinsysSetup setup = {.matrix = &b->matrix,
                               .threads = 2,
                               .params = &b->params,
                               .arena = &b->arena,
                               .phases = &b->phases,
                               .scalar = scalar,
                               .coordinates = b->coordinates,
                               .choice = &b->choice,
                               .clock = b->clock};
    const Status      status = b->ops->create(&setup, &b->sys);
    assert_int_equal(b->phases.current, PHASE_ASSEMBLE);
    return status;
}

static void bench_end(Bench *b)
{
    b->ops->destroy(b->sys);
    arena_destroy(&b->arena);
}

// A bench to the end of the block.
#define BENCH(b, name, side) \
    GNU_CLEANUP(bench_end) Bench b; \
    bench_begin(&b, name, side, 0)

static LinsysInfo info_of(const Bench *b)
{
    LinsysInfo info;
    b->ops->info(b->sys, &info);
    return info;
}

TEST(one_of_the_others_is_taken)
{
    for (int scalar = 0; scalar < 2; scalar++) {
        BENCH(b, "auto", 20);
        b.clock = NULL;
        assert_int_equal(bench_create(&b, scalar).code, STATUS_OK);
        const LinsysInfo info = info_of(&b);
        const LinsysOps *taken = linsys_find(info.chosen);
        assert_non_null(taken);
        assert_string_not_equal(info.chosen, "auto");
        assert_string_equal(info.chosen, b.choice.name);
        assert_true(scalar ? taken->solve_scalar != NULL : taken->solve != NULL);
        assert_true(b.phases.ns[PHASE_CHOOSE] > 0 && b.phases.ns[PHASE_FACTOR] > 0);
    }
}

// The candidate that is the fastest, whichever it is, and not the first one. The time to try the others is not in the set-up time of the
// one that was taken, and no time is counted twice.
TEST(the_fastest_is_taken)
{
    for (int scalar = 0; scalar < 2; scalar++)
        for (int k = 0; linsys_candidate(scalar, k + 1); k++) {
            BENCH(b, "auto", 20);
            b.fastest = k;
            const int64_t start = clock_ns();
            assert_int_equal(bench_create(&b, scalar).code, STATUS_OK);
            phase_clock_enter(&b.phases, PHASE_NONE);
            const int64_t whole = clock_ns() - start;
            int64_t       sum = 0;
            for (int phase = 0; phase < PHASE_COUNT; phase++) {
                assert_true(b.phases.ns[phase] >= 0);
                sum += b.phases.ns[phase];
            }
            assert_true(sum <= whole);
            assert_string_equal(info_of(&b).chosen, linsys_candidate(scalar, k + 1)->name);
        }
}

TEST(a_large_matrix_is_not_dense)
{
    BENCH(b, "auto", 23); // 529 rows
    for (int k = 0; k < 4; k++)
        if (linsys_candidate(false, k + 1)->dense)
            b.fastest = k;
    assert_true(b.fastest > 0);
    assert_int_equal(bench_create(&b, false).code, STATUS_OK);
    assert_string_not_equal(info_of(&b).chosen, "dense");
}

// With the time budget spent no second candidate is tried.
TEST(without_time_the_first_is_taken)
{
    for (int scalar = 0; scalar < 2; scalar++) {
        BENCH(b, "auto", 20);
        b.begin = BUDGET_SPENT;
        b.fastest = 1;
        assert_int_equal(bench_create(&b, scalar).code, STATUS_OK);
        assert_string_equal(info_of(&b).chosen, linsys_candidate(scalar, 1)->name);
    }
}

// Runs body(k) for the number k of each candidate for a large matrix, from 0.
static void for_candidates(void (*body)(int k))
{
    for (int k = 0; linsys_candidate(false, k + 1); k++)
        if (!linsys_candidate(false, k + 1)->dense)
            body(k);
}

// A system that is taken again equals the chosen one to the last bit: it has the same information about the matrix.
static void take_again(int k)
{
    enum { SIDE = 40, N = SIDE * SIDE };
    real4 coordinates[N], rhs[N], x[2][N];
    if (linsys_candidate(false, k + 1)->foreign)
        return;
    memset(x, 0, sizeof x);
    for (int v = 0; v < N; v++) {
        const int row = v / SIDE;
        coordinates[v] = (real4){(real)(v % SIDE), (real)row * (real)0.3, 0, 0};
        rhs[v] = (real4){1, (real)(v % 7), (real)(v % 11), 0};
    }
    BENCH(first, "auto", SIDE);
    BENCH(again, "auto", SIDE);
    for (int turn = 0; turn < 2; turn++) {
        Bench *b = turn ? &again : &first;
        assert_int_equal(param_set_text(&b->params, "ordering", "nd").code, STATUS_OK);
        b->coordinates = coordinates;
        b->fastest = k;
        if (turn)
            b->choice = first.choice;
        assert_int_equal(bench_create(b, false).code, STATUS_OK);
#pragma omp parallel num_threads(2)
        b->ops->solve(b->sys, rhs, x[turn]);
    }
    assert_string_equal(info_of(&first).chosen, info_of(&again).chosen);
    assert_string_equal(info_of(&first).ordering, info_of(&again).ordering);
    assert_int_equal(info_of(&first).factor_nonzeros, info_of(&again).factor_nonzeros);
    assert_memory_equal(x[0], x[1], sizeof x[0]);
}

TEST(taken_again_it_has_the_same_bits)
{
    for_candidates(take_again);
}

TEST(a_choice_is_kept)
{
    const char *const names[] = {"supernodal_parallel", "cholmod_simplicial", "cholmod_supernodal", "dense"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        BENCH(b, "auto", 20);
        strcpy(b.choice.name, names[k]);
        assert_int_equal(bench_create(&b, false).code, STATUS_OK);
        assert_string_equal(info_of(&b).chosen, names[k]);
        assert_string_equal(b.choice.name, names[k]);
        assert_int_equal(b.phases.ns[PHASE_CHOOSE], 0);
    }
    const char *const wrong[] = {"auto", "cholmod"};
    for (int k = 0; k < 2; k++) {
        BENCH(b, "auto", 5);
        strcpy(b.choice.name, wrong[k]);
        assert_fails(bench_create(&b, false), STATUS_INPUT, wrong[k]);
        assert_null(b.sys);
    }
}

// The arena has the size that it has when the chosen system is made alone, and a little for auto itself.
static void leave_nothing_behind(int k)
{
    BENCH(all, "auto", 40);
    all.fastest = k;
    assert_int_equal(bench_create(&all, false).code, STATUS_OK);
    BENCH(alone, info_of(&all).chosen, 40);
    if (param_has(&alone.params, "ordering"))
        assert_int_equal(param_set_text(&alone.params, "ordering", "best").code, STATUS_OK);
    assert_int_equal(bench_create(&alone, false).code, STATUS_OK);
    assert_int_equal(all.arena.used_bytes, alone.arena.used_bytes + ARENA_ALIGNMENT);
    assert_int_equal(info_of(&all).factor_nonzeros, info_of(&alone).factor_nonzeros);
}

TEST(rejected_candidates_leave_nothing_behind)
{
    for_candidates(leave_nothing_behind);
}

static size_t bytes_in_use(void)
{
    const struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
}

// The systems that were not chosen are destroyed, factors and all: nothing of them remains when the chosen one is destroyed.
static void destroy_all(int k)
{
    for (int scalar = 0; scalar < 2; scalar++) {
        size_t before = 0;
        for (int turn = 0; turn < 3; turn++) { // the libraries keep something of their own the first time
            if (turn == 1)
                before = bytes_in_use();
            BENCH(b, "auto", 40);
            b.fastest = k;
            assert_int_equal(bench_create(&b, scalar).code, STATUS_OK);
        }
        assert_true(bytes_in_use() < before + 50000); // a factor has ten times as much
    }
}

TEST(all_are_destroyed)
{
    for_candidates(destroy_all);
}

TEST(failures_of_any_are_failures)
{
    BENCH(b, "auto", 12);
    b.matrix.value[b.matrix.column_start[7]] = -3;
    Status status = bench_create(&b, false);
    assert_int_equal(status.code, STATUS_NUMERIC);
    assert_memory_equal(status.text, "auto: ", 6);
    assert_null(b.sys);
    assert_string_equal(b.choice.name, "");
    b.matrix.value[b.matrix.column_start[7]] = 4.5; // and it can be tried again
    assert_int_equal(bench_create(&b, false).code, STATUS_OK);

    size_t limit = 0, refusals = 0;
    do {
        limit += 8192;
        GNU_CLEANUP(bench_end) Bench small;
        bench_begin(&small, "auto", 12, limit);
        status = bench_create(&small, false);
        refusals += status.code == STATUS_LIMIT;
        assert_true(status.code == STATUS_OK || (status.code == STATUS_LIMIT && !small.sys && !*small.choice.name));
    } while (status.code != STATUS_OK);
    assert_true(refusals > 5);
}

// Memory that one arena gives to another keeps its address, is counted there, and is freed with it.
TEST(an_arena_adopts)
{
    for (int empty = 0; empty < 2; empty++) {
        Arena    to = arena_init(0), from = arena_init(0);
        int64_t *mine = NULL, *theirs[3] = {NULL}, *later = NULL;
        if (!empty)
            assert_int_equal(ARENA_NEW(&to, 10, &mine).code, STATUS_OK);
        for (int k = 0; k < 3; k++) { // each in a block of its own
            assert_int_equal(ARENA_NEW(&from, 200000, &theirs[k]).code, STATUS_OK);
            theirs[k][199999] = k + 1;
        }
        const size_t sum = to.used_bytes + from.used_bytes;
        arena_adopt(&to, &from);
        assert_true(to.used_bytes == sum && from.used_bytes == 0 && !from.last);
        assert_int_equal(ARENA_NEW(&to, 10, &later).code, STATUS_OK);
        for (int k = 0; k < 3; k++)
            assert_int_equal(theirs[k][199999], k + 1);
        arena_adopt(&to, &from); // from an empty arena
        assert_true(to.used_bytes > sum);
        arena_destroy(&from);
        arena_destroy(&to);
    }
}
