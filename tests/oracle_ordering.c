// Orderings: nested dissection by places is an ordering, the same for every number of threads, with less fill than minimum degree where
// it should have less; `best` takes what its prediction says, and looks for the costly ones only where that pays.
#include "check.h"
#include "linsys/private/cholmod_ordering.h"
#include "linsys/private/nested_dissection.h"

// A block of nx × ny × nz vertices, each coupled to all that touch it, with `block` rows each; and where they lie.
typedef struct Solid {
    Arena  arena;
    Csc    matrix;
    real4 *coordinates;
    int    block;
} Solid;

static void solid_begin(Solid *s, int nx, int ny, int nz, int block)
{
    const int n = nx * ny * nz;
    *s = (Solid){.arena = arena_init(0), .block = block, .matrix.n = n * block};
    assert_int_equal(ARENA_NEW(&s->arena, n * block + 1, &s->matrix.column_start).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(&s->arena, n * block * block * 14, &s->matrix.row).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(&s->arena, n * block * block * 14, &s->matrix.value).code, STATUS_OK);
    assert_int_equal(ARENA_NEW(&s->arena, n, &s->coordinates).code, STATUS_OK);
    int32_t at = 0;
    for (int v = 0; v < n; v++) {
        const int x = v % nx, y = v / nx % ny, z = v / nx / ny;
        s->coordinates[v] = (real4){(real)x, (real)y, (real)z, 0};
        for (int c = 0; c < block; c++) {
            s->matrix.column_start[v * block + c] = at;
            for (int k = 13; k < 27; k++) { // from itself on, in memory order
                const int i = x + k % 3 - 1, j = y + k / 3 % 3 - 1, w = (z + k / 9 - 1) * nx * ny + j * nx + i;
                if (i < 0 || i >= nx || j < 0 || j >= ny || z + k / 9 - 1 >= nz)
                    continue;
                for (int r = w == v ? c : 0; r < block; r++) {
                    s->matrix.row[at] = w * block + r;
                    s->matrix.value[at++] = w == v && r == c ? 30 * block : -1;
                }
            }
        }
    }
    s->matrix.column_start[n * block] = at;
}

static CholmodQuestion ask(const Solid *s, int threads, bool refactors)
{
    return (CholmodQuestion){.matrix = &s->matrix,
                             .block = s->block,
                             .coordinates = s->coordinates,
                             .supernodal = true,
                             .refactors = refactors,
                             .threads = threads,
                             .arena = &s->arena,
                             .name = "test"};
}

// Analyses by one ordering; `permutation`: NULL, or [matrix.n] to be filled.
static CholmodAnalysis analyse(const CholmodQuestion *question, CholmodOrdering ordering, int32_t *permutation)
{
    cholmod_common  common;
    CholmodAnalysis out;
    cholmod_start(&common);
    common.supernodal = CHOLMOD_SUPERNODAL;
    assert_int_equal(cholmod_ordering_analyse(question, ordering, &common, &out).code, STATUS_OK);
    assert_non_null(out.factor);
    assert_true(out.nonzeros >= question->matrix->n);
    if (permutation)
        memcpy(permutation, out.factor->Perm, (size_t)question->matrix->n * sizeof *permutation);
    cholmod_free_factor(&out.factor, &common);
    cholmod_finish(&common);
    assert_int_equal(common.malloc_count, 0);
    return out;
}

static int32_t *dissect(const Solid *s, bool placed, int threads)
{
    int32_t *order = calloc((size_t)s->matrix.n, sizeof *order);
    void    *scratch = malloc(nested_dissection_scratch(&s->matrix, s->block));
    assert_true(order && scratch);
    nested_dissection(&s->matrix, s->block, placed ? s->coordinates : NULL, threads, scratch, order);
    free(scratch);
    return order;
}

static void dissection_is_an_ordering_for_every_team(void **state)
{
    for (int shape = 0; shape < 8; shape++) {
        Solid s;
        solid_begin(&s, shape < 2 ? 1 : 97, shape < 2 ? 1 : 61, shape < 6 ? 1 : 2, shape % 4 == 3 ? 3 : 1);
        const bool placed = shape % 2;
        if (shape == 5) // all at one point
            memset(s.coordinates, 0, (size_t)s.matrix.n * sizeof *s.coordinates);
        int32_t *first = dissect(&s, placed, 1);
        bool    *seen = calloc((size_t)s.matrix.n, sizeof *seen);
        for (int32_t i = 0; i < s.matrix.n; i++) {
            assert_in_range(first[i], 0, s.matrix.n - 1);
            assert_false(seen[first[i]]);
            seen[first[i]] = true;
        }
        for (int threads = 2; threads <= 4; threads++) {
            int32_t *other = dissect(&s, placed, threads);
            assert_memory_equal(first, other, (size_t)s.matrix.n * sizeof *first);
            free(other);
        }
        free(seen);
        free(first);
        arena_destroy(&s.arena);
    }
}

// The plane across the middle of a square is eliminated last, and what lies on its two sides is never mixed.
static void middle_comes_last(void **state)
{
    enum { SIDE = 31 };
    Solid s;
    solid_begin(&s, SIDE, SIDE + 2, 1, 1);
    int32_t *order = dissect(&s, true, 2);
    int32_t *when = calloc((size_t)s.matrix.n, sizeof *when);
    for (int32_t i = 0; i < s.matrix.n; i++)
        when[order[i]] = i;
    const int32_t row = order[s.matrix.n - 1] / SIDE; // of the last vertex
    assert_in_range(row, SIDE / 2 - 1, SIDE / 2 + 3);
    for (int32_t v = 0; v < s.matrix.n; v++)
        assert_true((v / SIDE == row) == (when[v] >= s.matrix.n - SIDE));
    for (int32_t v = 0; v < s.matrix.n; v++)
        if (v / SIDE != row)
            assert_true((v / SIDE < row) == (when[v] < row * SIDE));
    free(when);
    free(order);
    arena_destroy(&s.arena);
}

// The whole solver's order: nd has less fill than amd on a cloth and a third of the operations in a solid; without places it still
// stays within twice.
static void dissection_keeps_fill_low(void **state)
{
    Solid cloth, solid;
    solid_begin(&cloth, 100, 100, 1, 1);
    solid_begin(&solid, 16, 16, 16, 1);
    CholmodQuestion       of_cloth = ask(&cloth, 2, false), of_solid = ask(&solid, 2, false);
    const CholmodAnalysis amd = analyse(&of_cloth, ORDERING_AMD, NULL), nd = analyse(&of_cloth, ORDERING_ND, NULL);
    assert_true(nd.nonzeros < amd.nonzeros && nd.flops < amd.flops);
    assert_true(analyse(&of_solid, ORDERING_ND, NULL).flops < 0.6 * analyse(&of_solid, ORDERING_AMD, NULL).flops);
    of_cloth.coordinates = NULL;
    const CholmodAnalysis blind = analyse(&of_cloth, ORDERING_ND, NULL);
    assert_true(blind.nonzeros < 2 * amd.nonzeros);
    arena_destroy(&cloth.arena);
    arena_destroy(&solid.arena);
}

// Against arithmetic by hand: 1.5e9 entries are 12 GB, or 18 with their rows, read twice at 15 GB/s by a solve; 8e9 operations
// take a second in blocks and 3.2 without. A matrix that stays is solved a hundred times, one that changes factorised for every solve.
static void predicted_costs(void **state)
{
    Solid s;
    solid_begin(&s, 2, 2, 1, 1);
    CholmodQuestion q = ask(&s, 1, false);
    const double    expected[] = {1 + 100 * 1.6, 50 * (1 + 1.6), 3.2 + 100 * 2.4, 50 * (3.2 + 2.4)};
    for (int k = 0; k < 4; k++) {
        q.supernodal = k < 2;
        q.refactors = k % 2;
        const double cost = cholmod_ordering_cost(&q, 1.5e9, 8e9);
        assert_true(fabs(cost - expected[k]) < 1e-9 * expected[k]);
    }
    arena_destroy(&s.arena);
}

// Rows at one point stay together: three rows for every vertex leave as little fill as one row does, nine entries for one.
static void rows_of_a_place_stay_together(void **state)
{
    Solid one, three;
    solid_begin(&one, 40, 40, 1, 1);
    solid_begin(&three, 40, 40, 1, 3);
    const CholmodQuestion of_one = ask(&one, 2, false), of_three = ask(&three, 2, true);
    const double          single = analyse(&of_one, ORDERING_ND, NULL).nonzeros, triple = analyse(&of_three, ORDERING_ND, NULL).nonzeros;
    assert_true(triple < 9.2 * single && triple > 8 * single);
    int32_t *order = dissect(&three, true, 1);
    for (int32_t i = 0; i < three.matrix.n; i++)
        assert_true(order[i] == order[i / 3 * 3] + i % 3 && order[i] % 3 == i % 3);
    free(order);
    arena_destroy(&one.arena);
    arena_destroy(&three.arena);
}

static void best_takes_the_least_predicted_cost(void **state)
{
    static const struct {
        int  nx, ny, nz, block;
        bool refactors, all; // all: nesdis is tried as well
    } CASES[] = {{400, 1, 1, 1, false, false},
                 {60, 60, 1, 1, false, false},
                 {60, 60, 1, 3, true, true},
                 {12, 12, 12, 1, true, true},
                 {12, 12, 12, 1, false, false}};
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++) {
        Solid s;
        solid_begin(&s, CASES[k].nx, CASES[k].ny, CASES[k].nz, CASES[k].block);
        double                       least = INFINITY;
        CholmodOrdering              which = ORDERING_BEST;
        const CholmodQuestion        question = ask(&s, 1, CASES[k].refactors);
        static const CholmodOrdering ORDER[] = {ORDERING_ND, ORDERING_AMD, ORDERING_NESDIS};
        for (int i = 0; i < (CASES[k].all ? 3 : 2); i++) {
            const CholmodAnalysis one = analyse(&question, ORDER[i], NULL);
            const double          cost = cholmod_ordering_cost(&question, one.nonzeros, one.flops);
            assert_int_equal(one.ordering, ORDER[i]);
            if (cost < least) {
                least = cost;
                which = ORDER[i];
            }
        }
        const CholmodAnalysis best = analyse(&question, ORDERING_BEST, NULL);
        assert_int_equal(best.ordering, which);
        assert_true(cholmod_ordering_cost(&question, best.nonzeros, best.flops) == least);
        if (k == 0)
            assert_int_equal(which, ORDERING_AMD); // a chain has no fill at all in the right order
        arena_destroy(&s.arena);
    }
}

static void best_is_the_same_for_every_team(void **state)
{
    Solid s;
    solid_begin(&s, 50, 40, 1, 1);
    int32_t *permutation[2] = {calloc((size_t)s.matrix.n, 4), calloc((size_t)s.matrix.n, 4)};
    assert_true(permutation[0] && permutation[1]);
    for (int threads = 1; threads <= 4; threads++) {
        const CholmodQuestion question = ask(&s, threads, false);
        analyse(&question, ORDERING_BEST, permutation[threads > 1]);
        if (threads > 1)
            assert_memory_equal(permutation[0], permutation[1], (size_t)s.matrix.n * sizeof **permutation);
    }
    free(permutation[0]);
    free(permutation[1]);
    arena_destroy(&s.arena);
}

static void scratch_is_held_against_the_limit(void **state)
{
    Solid s;
    solid_begin(&s, 50, 40, 1, 1);
    Arena           small = arena_init(20000);
    CholmodQuestion question = ask(&s, 1, false);
    question.arena = &small;
    for (CholmodOrdering ordering = ORDERING_ND; ordering <= ORDERING_BEST; ordering++) {
        cholmod_common  common;
        CholmodAnalysis out;
        cholmod_start(&common);
        assert_fails(cholmod_ordering_analyse(&question, ordering, &common, &out), STATUS_LIMIT, "ordering a matrix of order 2000");
        assert_null(out.factor);
        cholmod_finish(&common);
    }
    arena_destroy(&s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dissection_is_an_ordering_for_every_team),
        cmocka_unit_test(middle_comes_last),
        cmocka_unit_test(dissection_keeps_fill_low),
        cmocka_unit_test(predicted_costs),
        cmocka_unit_test(rows_of_a_place_stay_together),
        cmocka_unit_test(best_takes_the_least_predicted_cost),
        cmocka_unit_test(best_is_the_same_for_every_team),
        cmocka_unit_test(scratch_is_held_against_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
