// Threads change nothing: colourings are proper, the coloured sweep is the plain loop over its own order, and every solver gives the same
// bits for every number of threads. weft allocates nothing inside a step.
#include "combinations.h"

#include <omp.h>
#include <sched.h>

#include "base/allocations.h"
#include "base/gnu.h"
#include "step/motion.h"
#include "step/sweeps.h"

enum { SIDE = 40 };
static const double H = 1.0 / 60;

// The plain kernel: one spring after another in the order of the schedule, straight from XPBD 2016 eq. 17-18 (PBD: no λ, no α~).
static void plain_sweep(const Rig *rig, real4 *x, real *lambda, real inverse_h2)
{
    const ConstraintSet *set = &rig->model.sets[CONSTRAINT_distance];
    for (int32_t b = 0; b < rig->schedule.batch_count; b++)
        for (int32_t i = rig->schedule.batches[b].begin; i < rig->schedule.batches[b].end; i++) {
            real4     *p = &x[set->vertices[2 * i]], *q = &x[set->vertices[2 * i + 1]];
            const real d[3] = {p->x - q->x, p->y - q->y, p->z - q->z};
            const real length = real_sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            const real alpha = set->compliance[i] * inverse_h2;
            const real divisor = p->w + q->w + alpha;
            if (!(divisor > 0 && length > 0))
                continue;
            const real change = -((length - set->rest[i]) + alpha * lambda[i]) / divisor;
            const real scale = change / length, sp = p->w * scale, sq = q->w * scale;
            lambda[i] += change;
            p->x += sp * d[0], p->y += sp * d[1], p->z += sp * d[2];
            q->x -= sq * d[0], q->y -= sq * d[1], q->z -= sq * d[2];
        }
}

// One coordinate of a free particle in a step of single precision (step/motion.h): d = c + h (v + h a), and after the solve c' and v'.
static real way(real c, real v, real a, real h)
{
    return c + h * (v + h * a);
}

static void end_coordinate(real x, real moved, real a, real h, real *c, real *v)
{
    const real d = way(*c, *v, a, h), y = x + d, rounded = y - x;
    *c = (x - (y - rounded)) + (d - rounded);
    *v = (*v + h * a) + (moved - y) * (1 / h);
}

TEST(test_coloured_sweep_is_the_plain_loop)
{
    for (int threads = 1; threads <= 2; threads++) {
        RIG(rig);
        rig_cloth(&rig, SIDE, 500);
        rig_solver(&rig, "xpbd", "iterations=6 sweep=coloured kernels=plain", H, threads);
        const int32_t n = rig.model.particle_count, m = rig.model.constraint_count;
        real4        *x, *v, *old, *c;
        real         *lambda;
        assert_ok(ARENA_NEW(&rig.arena, n, &x));
        assert_ok(ARENA_NEW(&rig.arena, n, &v));
        assert_ok(ARENA_NEW(&rig.arena, n, &old));
        assert_ok(ARENA_NEW(&rig.arena, n, &c));
        if (MOTION_CARRIES)
            memcpy(c, rig.state.remainder, (size_t)n * sizeof *c);
        assert_ok(ARENA_NEW(&rig.arena, m, &lambda));
        memcpy(x, rig.state.position, (size_t)n * sizeof *x);
        const real h = (real)H, rate = 1 / h, inverse_h2 = (real)(1 / (H * H)), g = (real)-9.81;
        for (int step = 0; step < 10; step++) {
            for (int32_t i = 0; i < n; i++) {
                old[i] = x[i];
                const real a = x[i].w > 0 ? g : 0;
                x[i] = (real4){x[i].x + way(c[i].x, v[i].x, 0, h), x[i].y + way(c[i].y, v[i].y, a, h), x[i].z + way(c[i].z, v[i].z, 0, h),
                               x[i].w};
            }
            memset(lambda, 0, (size_t)m * sizeof *lambda);
            for (int iteration = 0; iteration < 6; iteration++)
                plain_sweep(&rig, x, lambda, inverse_h2);
            for (int32_t i = 0; i < n; i++)
                if (MOTION_CARRIES && x[i].w > 0) {
                    end_coordinate(old[i].x, x[i].x, 0, h, &c[i].x, &v[i].x);
                    end_coordinate(old[i].y, x[i].y, g, h, &c[i].y, &v[i].y);
                    end_coordinate(old[i].z, x[i].z, 0, h, &c[i].z, &v[i].z);
                } else {
                    v[i] = (real4){(x[i].x - old[i].x) * rate, (x[i].y - old[i].y) * rate, (x[i].z - old[i].z) * rate, 0};
                }
            rig_steps(&rig, 1, NULL);
        }
        assert_memory_equal(x, rig.state.position, (size_t)n * sizeof *x); // every bit
        assert_memory_equal(v, rig.state.velocity, (size_t)n * sizeof *v);
        for (int32_t i = 0; i < m; i++)
            assert_true((double)lambda[i] == rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, i, 0));
        assert_true(double4_norm(rig_velocity(&rig, 0)) > 0.1); // it did move
    }
}

// Bend springs with whatever traits there are in `traits`, of SolverTakes.
static void add_worn_springs(Rig *rig, int side, unsigned traits)
{
    for (int i = 0; i < side * side; i++)
        if (i % side + 2 < side) {
            const ConstraintTraits worn = {.damping = traits & TAKES_DAMPED ? 0.2 : 0,
                                           .limit = traits & TAKES_BREAKABLE ? ldexp(1e-7, i % 25) : INFINITY, // up to 1.7 N
                                           .sense = traits & TAKES_INEQUALITIES ? SENSE_LESS_EQUAL : SENSE_EQUAL};
            rig_spring(rig, i, i + 2, 0, 200);
            assert_ok(model_set_traits(rig->builder, &worn));
        }
}

static Status open_cloth(Rig *rig, const char *solver, const char *settings, int threads, int side, unsigned traits)
{
    rig_cloth(rig, side, 500);
    rig_attachment(rig, 3, (double[3]){0.2, 0.1, 0.3}, 40);
    add_worn_springs(rig, side, traits);
    return rig_try_solver(rig, solver, settings, H, threads);
}

// A team smaller than the one before it ends its surplus threads. Their later replacements run where the first thread runs, not on cores of
// their own. So all teams must have the case's size. Marks identify the threads of a team.
static _Thread_local bool is_marked;

static void mark_team(int threads)
{
#pragma omp parallel num_threads(threads)
    is_marked = true;
}

static int marked_in_team(int threads)
{
    int marked = 0;
#pragma omp parallel num_threads(threads) reduction(+ : marked)
    marked += is_marked;
    return marked;
}

static void hash_after(const char *solver, const char *settings, int threads, int side, char out[33])
{
    RIG(rig);
    unsigned traits = solver_find(solver)->takes;
    mark_team(threads);
    Status status = open_cloth(&rig, solver, settings, threads, side, traits);
    if (status.code == STATUS_UNSUPPORTED) { // not with these settings
        traits = 0;
        rig_renew(&rig);
        status = open_cloth(&rig, solver, settings, threads, side, traits);
    }
    assert_ok(status);
    rig_steps(&rig, 4, NULL);
    assert_true(state_is_finite(&rig.state));
    const int64_t broken = state_broken_count(&rig.model, &rig.state);
    assert_true(traits & TAKES_BREAKABLE ? broken > 0 && broken < (int64_t)side * (side - 2) : broken == 0);
    if (marked_in_team(threads) < threads)
        fail_msg("%s %s: %d of %d threads are others than before set-up", solver, settings, threads - marked_in_team(threads), threads);
    rig_hash(&rig, out);
}

static void same_bits(const char *solver, const char *settings, int side)
{
    char one[33], other[33];
    hash_after(solver, settings, 1, side, one);
    for (int threads = TIER_LONG ? 2 : 3; threads <= 4; threads += 2) { // parts of 3 threads are uneven
        hash_after(solver, settings, threads, side, other);
        if (strcmp(one, other) != 0)
            fail_msg("%s %s: %d threads end in other bits than one", solver, settings, threads);
    }
}

// ---- waiting ----

// In place of a projection: numbers of particles that record which operations reached them in which order, and threads that are late at
// random.
static struct Spy {
    uint64_t *number; // [particles]
    bool      late;
} spy;
static _Thread_local Random spy_random;

static void spy_project(const Batch *batch, int32_t begin, int32_t end, const Sweep *sweep)
{
    (void)sweep;
    const uint64_t delay = spy.late ? random_below(&spy_random, 8) : 0;
    for (uint64_t turn = 0; delay > 5 && turn < random_below(&spy_random, 4000); turn++)
        GNU_RELAX();
    if (delay == 5)
        (void)sched_yield();
    for (int32_t i = begin; i < end; i++) {
        uint64_t      *a = &spy.number[batch->set->vertices[2 * i]], *b = &spy.number[batch->set->vertices[2 * i + 1]];
        const uint64_t from = *a, to = *b;
        *a = from * 0x9e3779b97f4a7c15u + to + (uint64_t)i;
        *b = to * 0xc2b2ae3d27d4eb4fu + (from ^ (uint64_t)i);
    }
}

static void sweep_numbers(const char *settings, int threads, int count, uint64_t *number)
{
    RIG(rig);
    Sweeps        sweeps;
    ConstraintOps ops = *constraint_ops(CONSTRAINT_distance);
    ops.projection = &(const ProjectionOps){.flops = 28, .wide = spy_project, .plain = spy_project};
    rig_cloth(&rig, 37, 500);
    rig_solver(&rig, "xpbd", settings, H, threads);
    rig.model.sets[CONSTRAINT_distance].ops = &ops;
    const SolverSetup setup = {.model = &rig.model, .schedule = &rig.schedule, .arena = &rig.arena, .threads = threads};
    assert_ok(sweeps_init(&sweeps, &setup, SWEEP_COLOURED, KERNELS_WIDE, true));
    memset(number, 0, 37 * 37 * sizeof *number);
    spy = (struct Spy){.number = number, .late = threads > 1};
#pragma omp parallel num_threads(threads) default(none) shared(sweeps, rig) firstprivate(count)
    {
        spy_random = (Random){.state = (uint64_t)omp_get_thread_num() + 1};
        for (int sweep = 0; sweep < count; sweep++)
            sweeps_run(&sweeps, rig.state.position);
    }
}

// Whichever thread is late, and however many of them share a core, each particle is processed by its constraints in the order of the
// colours.
TEST(test_late_threads_change_nothing)
{
    static const char *const SETTINGS[] = {"sweep=coloured", "sweep=coloured colouring=clusters cluster_size=300"};
    static uint64_t          one[37 * 37], other[37 * 37];
    for (size_t s = 0; s < sizeof SETTINGS / sizeof *SETTINGS; s++)
        for (int threads = 3; threads <= 5; threads += 2) {
            const int count = 50;
            sweep_numbers(SETTINGS[s], 1, count, one);
            sweep_numbers(SETTINGS[s], threads, count, other);
            if (memcmp(one, other, sizeof one) != 0)
                fail_msg("%s: %d threads project in another order than one", SETTINGS[s], threads);
        }
}

// A solver does not run with a system that it cannot use.
static bool is_usable(const Combination *c)
{
    return !c->linsys || c->ops->uses_linsys != LINSYS_SCALAR || c->linsys->solve_scalar;
}

// Two kinds of linear system are exempt. Those that LAPACK or a library with threads of its own factorises have other bits for other
// numbers of threads. A system that chooses takes the one that is fastest at the moment.
static bool has_same_bits(const Combination *c)
{
    return !c->linsys || (!c->linsys->foreign && !c->linsys->chooses);
}

// Every solver of the table with every choice of its parameters (every two of them: long_oracle_parallel). The scene is a cloth whose
// colours have some hundred constraints each, so that they are projected in parallel. Its rows are no multiple of the grain, so that cuts
// fall everywhere.
TEST_TIERS(test_same_bits_for_every_team)
{
    for (int s = 0; solver_at(s); s++) {
        Combination c = {.ops = solver_at(s)};
        char        settings[448];
        while (combination_next(&c)) {
            if (!is_usable(&c) || !has_same_bits(&c))
                continue;
            combination_settings(&c, 3, settings, sizeof settings);
            const bool iterative = c.linsys && c.linsys->iterative; // by itself on every team: oracle_iterative
            if ((combination_is_quick(&c) && !iterative) != TIER_LONG)
                same_bits(c.ops->name, settings, c.linsys ? 19 : 37);
            combination_has_run(&c);
        }
    }
}

TEST_TIERS(test_same_bits_with_other_numbers)
{
    same_bits("pbd", "iterations=4 k=0.9 damping=0.3 substeps=2", 37);
    same_bits("xpbd", "iterations=2 substeps=3 damping=0.3", 37);
    same_bits("xpbd", "iterations=4 sweep=jacobi omega=1.2", 37);
    static const char *const DAMPED[] = {
        "iterations=4 sweep=coloured damping=0.2 omega=1.3", "iterations=2 sweep=coloured damping=0.2 first_step=verlet substeps=3",
        "iterations=4 sweep=jacobi damping=0.2 omega=1.2", "iterations=3 sweep=serial damping=0.2 first_step=verlet"};
    for (size_t i = 0; i < sizeof DAMPED / sizeof *DAMPED; i++) {
        same_bits("pbd", DAMPED[i], 37);
        same_bits("xpbd", DAMPED[i], 37);
    }
    // Clusters so small that every thread has some of each colour.
    same_bits("pbd", "iterations=4 colouring=clusters cluster_size=64", 37);
    same_bits("xpbd", "iterations=4 colouring=clusters cluster_size=64", 37);
    same_bits("xpbd", "iterations=4 colouring=clusters cluster_size=500 kernels=plain", 37);
    same_bits("pd", "iterations=4 linsys=cholmod_simplicial ordering=amd", 37);
    same_bits("pd", "iterations=4 linsys=cholmod_supernodal ordering=metis", 37);
    same_bits("xpbd_direct", "iterations=3 linsys=cholmod_supernodal substeps=2", 13);
    same_bits("pd", "iterations=4 start=x_n inertia=0.9", 37);
    same_bits("pd", "iterations=4 omega=1.7 inertia=0.5", 37);
    same_bits("lbfgs", "iterations=9", 37);
    same_bits("lbfgs", "iterations=9 base=gamma", 37);
    same_bits("lbfgs", "iterations=9 base=gamma_inverse window=3", 37);
    same_bits("calm", "iterations=5 keep=0.99", 37);
    same_bits("avbd", "iterations=5", 37);
    same_bits("pncg", "iterations=30", 37);
    same_bits("newton", "iterations=3 linsys=pcg forcing=root", 37);
    same_bits("newton", "iterations=3 linsys=pcg forcing=walker", 37);
    same_bits("newton", "iterations=3 linsys=pcg forcing=root preconditioner=ic0", 37);
    same_bits("newton", "iterations=3 linsys=pcg forcing=root preconditioner=amg", 37);
    // Large enough that four threads share the pieces of every sum.
    same_bits("pd", "iterations=12 window=4", 72);
    same_bits("pd", "iterations=12 window=4 guard=off omega=1.5 start=x_n", 72);
    same_bits("vbd", "iterations=12 window=4", 72);
    same_bits("vbd", "iterations=12 window=20 kernels=plain", 72);
    same_bits("pd", "iterations=12 rho=0.999 look=3", 72);
    same_bits("pd", "iterations=12 rho_from=estimated look=3", 72);
    same_bits("vbd", "iterations=12 rho_from=estimated look=5", 72);
}

// Those that are left out above, for their bits.
TEST_TIERS(test_every_team_is_kept)
{
    for (int s = 0; solver_at(s); s++) {
        Combination c = {.ops = solver_at(s)};
        char        settings[448], hash[33];
        while (combination_next(&c)) {
            if (!is_usable(&c) || has_same_bits(&c))
                continue;
            combination_settings(&c, 2, settings, sizeof settings);
            if (combination_is_quick(&c) != TIER_LONG)
                hash_after(c.ops->name, settings, 5, 15, hash);
            combination_has_run(&c);
        }
    }
}

// The test above proves nothing for a coloured sweep whose colours are so small that one thread projects them all.
TEST(test_colours_are_large_enough)
{
    RIG(rig);
    rig_cloth(&rig, 37, 500);
    rig_solver(&rig, "xpbd", "sweep=coloured", H, 1);
    int large = 0;
    for (int32_t colour = 0; colour < rig.schedule.colour_count; colour++)
        large += rig.schedule.colour_size[colour] >= SCHEDULE_PARALLEL_MIN;
    assert_in_range(large, 4, 64);
}

// The three orders are three methods: equal bits would mean that a setting is ignored.
TEST(test_sweeps_differ)
{
    char coloured[33], serial[33], jacobi[33];
    hash_after("xpbd", "iterations=4 sweep=coloured", 1, 20, coloured);
    hash_after("xpbd", "iterations=4 sweep=serial", 1, 20, serial);
    hash_after("xpbd", "iterations=4 sweep=jacobi", 1, 20, jacobi);
    assert_string_not_equal(coloured, serial);
    assert_string_not_equal(coloured, jacobi);
    assert_string_not_equal(serial, jacobi);
}

TEST(test_colouring)
{
    RIG(rig);
    rig_cloth(&rig, SIDE, 500);
    rig_solver(&rig, "xpbd", "sweep=coloured", H, 1); // rig_solver checks that it is proper and whole
    ScheduleInfo info;
    schedule_info(&rig.schedule, &info);
    assert_in_range(info.colours, 8, 12); // an inner particle has 8 springs
    int64_t total = 0;
    for (int32_t c = 0; c < rig.schedule.colour_count; c++)
        total += rig.schedule.colour_size[c];
    assert_int_equal(total, rig.model.constraint_count);
    // The check itself can fail: swap two constraints of different colours.
    ConstraintSet *set = &rig.model.sets[CONSTRAINT_distance];
    const Batch   *batch = &rig.schedule.batches[0];
    memcpy(set->vertices + 2 * batch->begin, set->vertices + 2 * (batch->begin + 1), 2 * sizeof(int32_t));
    assert_int_equal(schedule_check(&rig.model, &rig.schedule).code, STATUS_INTERNAL);
}

// A hub with more springs than there are colours: the rest goes to the serial tail, and nothing is lost.
TEST(test_hub_has_a_serial_tail)
{
    char hashes[2][33];
    for (int threads = 1; threads <= 2; threads++) {
        Random random = {2};
        RIG(rig);
        const int32_t hub = rig_particle(&rig, 0, 0, 0, 5);
        for (int i = 0; i < 300; i++)
            rig_spring(&rig, hub, rig_particle(&rig, rig_random(&random), rig_random(&random), 1 + random_unit(&random), 0.1), 0.9, 20);
        rig_solver(&rig, "xpbd", "iterations=5 sweep=coloured", H, threads);
        assert_true(rig.schedule.serial_tail);
        assert_int_equal(rig.schedule.colour_count, SCHEDULE_COLOURS_MAX + 1);
        assert_int_equal(rig.schedule.colour_size[SCHEDULE_COLOURS_MAX], 300 - SCHEDULE_COLOURS_MAX);
        rig_steps(&rig, 3, NULL);
        rig_hash(&rig, hashes[threads - 1]);
    }
    assert_string_equal(hashes[0], hashes[1]);
}

// Results are in the user's numbering, whatever the order in memory.
TEST(test_numbering)
{
    RIG(rig);
    rig_cloth(&rig, 9, 500);
    rig_solver(&rig, "pd", "iterations=2", H, 1);
    double x[81][3], v[81][3];
    int    moved = 0;
    state_get(&rig.model, &rig.state, x, v);
    for (int i = 0; i < 81; i++) {
        const int row = i / 9, column = i % 9;
        assert_near(x[i][0], column / 8.0, 1e-7);
        assert_near(x[i][1], row / 8.0, 1e-7);
        moved += rig.model.model_of[i] != i;
    }
    assert_true(moved > 20); // the order in memory is another one
    rig_steps(&rig, 3, NULL);
    state_get(&rig.model, &rig.state, x, v);
    State copy;
    assert_ok(state_alloc(&rig.model, &rig.arena, &copy));
    state_set(&rig.model, &copy, (const double(*)[3])x, (const double(*)[3])v);
    for (int32_t i = 0; i < 81; i++)
        assert_near(double4_norm(double4_sub(state_position(&copy, i), state_position(&rig.state, i))), 0, BOUND(0, 1e-14));
    assert_memory_equal(copy.velocity, rig.state.velocity, 81 * sizeof(real4));
}

// A closed ring of springs whose particles are in random order: under rcm neighbours are next to each other, and auto detects that.
TEST(test_orders)
{
    enum { RING = 200 };
    int32_t shuffled[RING];
    Random  random = {13};
    RIG(rig);
    for (int i = 0; i < RING; i++) {
        shuffled[i] = i;
        rig_particle(&rig, cos(i), sin(i), i, 1);
    }
    for (int i = RING - 1; i > 0; i--) {
        const int32_t j = (int32_t)random_below(&random, (uint64_t)i + 1), old = shuffled[i];
        shuffled[i] = shuffled[j];
        shuffled[j] = old;
    }
    for (int i = 0; i < RING; i++)
        rig_spring(&rig, shuffled[i], shuffled[(i + 1) % RING], 1, 10);
    for (int order = 0; order < PARTICLE_ORDERS; order++) {
        Model model;
        assert_ok(model_build(rig.builder, (ParticleOrder)order, &rig.arena, &model));
        bool    there[RING] = {false};
        int32_t farthest = 0;
        for (int i = 0; i < RING; i++) { // a permutation and its inverse
            assert_int_equal(model.model_of[model.user_of[i]], i);
            assert_false(there[model.user_of[i]]);
            there[model.user_of[i]] = true;
        }
        for (int i = 0; i < RING; i++) {
            const int32_t *v = model.sets[CONSTRAINT_distance].vertices + 2 * i;
            farthest = abs(v[0] - v[1]) > farthest ? abs(v[0] - v[1]) : farthest;
        }
        if (order == PARTICLE_ORDER_RCM || order == PARTICLE_ORDER_AUTO) {
            assert_int_equal(model.order, PARTICLE_ORDER_RCM);
            assert_in_range(farthest, 1, 2); // the two arms of the ring alternate
        } else {
            assert_int_equal(model.order, order);
            assert_true(farthest > 20);
        }
    }
    rig_renew(&rig); // a grid numbered row by row stays as it is
    rig_cloth(&rig, 20, 500);
    assert_ok(model_build(rig.builder, PARTICLE_ORDER_AUTO, &rig.arena, &rig.model));
    assert_int_equal(rig.model.order, PARTICLE_ORDER_NONE);
    for (int i = 0; i < 400; i++)
        assert_int_equal(rig.model.user_of[i], i);
}

// The position-based solvers, and projective dynamics with our own triangular solve, call no library inside a step: not one allocation in
// the whole process.
TEST(test_no_allocation_in_a_step)
{
    static const struct {
        const char *solver, *settings;
        int         threads;
    } RUNS[] = {{"pbd", "sweep=coloured", 2},
                {"xpbd", "sweep=coloured", 2},
                {"xpbd", "colouring=clusters", 2},
                {"xpbd", "sweep=jacobi", 2},
                {"xpbd", "damping=0.2 first_step=verlet substeps=2 iterations=3", 2},
                {"pd", "linsys=supernodal_parallel", 2},
                {"xpbd_direct", "method=fast_projection linsys=dense", 1},
                {"xpbd_direct", "method=kkt linsys=dense", 1}};
    if (allocations_count() < 0)
        skip(); // a sanitizer's allocator is in place of ours
    for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++) {
        RIG(rig);
        rig_cloth(&rig, RUNS[i].threads > 1 ? 20 : 7, 500);
        rig_solver(&rig, RUNS[i].solver, RUNS[i].settings, H, RUNS[i].threads);
        rig_steps(&rig, 1, NULL); // the team starts
        const int64_t before = allocations_count();
        assert_true(before > 0);
        rig_steps(&rig, 5, NULL);
        assert_int_equal(allocations_count(), before);
    }
}

// The model has exactly the values that a scene gives a constraint, to the last of 48 bits. This holds even where they differ from those of
// the constraint before in one value only.
TEST(test_constraints_keep_their_values)
{
    enum { SPRINGS = 120 };
    RIG(rig);
    Random random = {7};
    double rest[SPRINGS];
    for (int i = 0; i <= SPRINGS; i++)
        rig_particle(&rig, i, 0, 0, 1);
    for (int i = 0; i < SPRINGS; i++) {
        const int stiffness = i / 40 + 1;
        rest[i] = 0.1 + random_unit(&random);
        rig_spring(&rig, i, i + 1, rest[i], stiffness);
        rig_traits(&rig, i % 40 < 20 ? 0 : 1, i / 10 % 2 ? 5 : INFINITY, (ConstraintSense)(i % 3));
    }
    assert_ok(model_build(rig.builder, PARTICLE_ORDER_NONE, &rig.arena, &rig.model));
    const ConstraintSet *set = &rig.model.sets[CONSTRAINT_distance];
    for (int32_t i = 0; i < SPRINGS; i++) {
        assert_near(constraint_rest(set, 0, i), rest[i], 0x1p-47);
        const int stiffness = i / 40 + 1;
        assert_true(constraint_stiffness(set, i) == stiffness);
        assert_true(set->compliance[i] == (real)(1.0 / stiffness));
        assert_true(set->damping[i] == (i % 40 < 20 ? 0 : 1));
        assert_true(i / 10 % 2 ? set->limit[i] == 5 : isinf(set->limit[i]));
        assert_int_equal(set->sense[i], i % 3);
    }
}

// All data of a constraint move with it to its place in a schedule, the rounding remainder of its rest length included.
TEST(test_columns_follow_the_schedule)
{
    for (int colouring = COLOURING_GREEDY; colouring <= COLOURING_CLUSTERS; colouring++) {
        RIG(rig);
        Model  plain;
        Random random = {6};
        rig_cloth(&rig, 12, 500);
        for (int i = 0; i < 300; i++) {
            rig_particle(&rig, i % 20, i, 0, 1);
            rig_spring(&rig, (int32_t)random_below(&random, 144), 144 + i, 1 + random_unit(&random), 100 + i);
            rig_traits(&rig, i % 3, 1000 + i, (ConstraintSense)(i % 3));
        }
        assert_ok(model_build(rig.builder, PARTICLE_ORDER_NONE, &rig.arena, &plain));
        assert_ok(model_build(rig.builder, PARTICLE_ORDER_NONE, &rig.arena, &rig.model));
        const ScheduleWish wish = {.kind = SCHEDULE_COLOUR, .colouring = (Colouring)colouring, .cluster_size = 64};
        assert_ok(schedule_init(&rig.model, wish, 2, &rig.arena, &rig.schedule));
        const ConstraintSet *now = &rig.model.sets[CONSTRAINT_distance], *was = &plain.sets[CONSTRAINT_distance];
        int32_t              moved = 0;
        for (int32_t i = 0; i < now->count; i++) {
            const int32_t j = now->origin[i];
            moved += i != j;
            assert_memory_equal(&now->vertices[2 * i], &was->vertices[2 * j], 2 * sizeof *now->vertices);
            assert_true(constraint_rest(now, 0, i) == constraint_rest(was, 0, j));
            assert_true(constraint_stiffness(now, i) == constraint_stiffness(was, j));
            assert_true(now->compliance[i] == was->compliance[j] && now->damping[i] == was->damping[j]);
            assert_true(now->limit[i] == was->limit[j] && now->sense[i] == was->sense[j]);
        }
        assert_true(moved > now->count / 2);
    }
}
