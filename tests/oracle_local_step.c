// The local step of pd and its right-hand side h² Σ k Aᵀ p. The fused, the fixed and the plain variant are compared with the formulas in
// double and with each other, on meshes of irregular degree. Also: momentum; springs of no length; the same bits for every partition of the
// particles.
#include "rig.h"
#include "step/local_step.h"

static const double H = 1.0 / 60;

// The settings of a mesh. The hub has a spring to every other particle but the last three, which have none.
typedef struct MeshSettings {
    int  particles;
    bool hub, pins, inequalities, attachments, one_sided_attachment;
} MeshSettings;

static ConstraintSense sense_of(const MeshSettings *settings, int i)
{
    static const ConstraintSense SENSES[] = {SENSE_LESS_EQUAL, SENSE_EQUAL, SENSE_GREATER_EQUAL};
    return settings->inequalities ? SENSES[i % 3] : SENSE_EQUAL;
}

static void add_spring(Rig *rig, const MeshSettings *settings, int a, int b, Random *random)
{
    rig_spring(rig, a, b, 0.2 + random_unit(random), 50 * pow(10, random_unit(random)));
    rig_traits(rig, 0, INFINITY, sense_of(settings, a + b));
}

static void add_attachments(Rig *rig, const MeshSettings *settings, Random *random)
{
    for (int i = 1; i < settings->particles; i += 4) {
        rig_attachment(rig, i, (double[3]){rig_random(random), rig_random(random), rig_random(random)}, 30 + i);
        if (settings->one_sided_attachment && i == 5)
            rig_traits(rig, 0, INFINITY, SENSE_GREATER_EQUAL);
    }
}

static void make_mesh(Rig *rig, const MeshSettings *settings, const char *solver_settings, int threads)
{
    Random    random = {3};
    const int n = settings->particles, joined = n > 3 ? n - 3 : n;
    for (int i = 0; i < n; i++)
        rig_particle(rig, rig_random(&random), rig_random(&random), rig_random(&random), 0.01 + 0.1 * random_unit(&random));
    for (int i = 1; i < joined; i++) {
        if (settings->hub || i == 1)
            add_spring(rig, settings, 0, i, &random);
        if (i + 1 < joined)
            add_spring(rig, settings, i, i + 1, &random);
        if (i % 3 == 0 && i + 7 < joined)
            add_spring(rig, settings, i + 7, i, &random);
    }
    if (settings->attachments)
        add_attachments(rig, settings, &random);
    for (int i = 2; settings->pins && i < n; i += 9)
        assert_ok(model_pin(rig->builder, i));
    rig_solver(rig, "pd", solver_settings, H, threads);
}

static const MeshSettings MESHES[] = {
    {.particles = 1},
    {.particles = 2},
    {.particles = 5, .attachments = true},
    {.particles = 16, .hub = true},
    {.particles = 17},
    {.particles = 67, .pins = true},
    {.particles = 204, .hub = true},
    {.particles = 204, .hub = true, .pins = true, .attachments = true},
    {.particles = 101, .inequalities = true},
    {.particles = 101, .hub = true, .pins = true, .inequalities = true, .attachments = true},
    {.particles = 101, .attachments = true, .one_sided_attachment = true},
};

// ---- right-hand sides ----

// Right-hand sides of the constraints of a rig: base and fixed pulls in `wide` and `plain`, and from the formulas in double.
typedef struct Sides {
    real4   *wide, *plain, *base;
    double4 *exact;  // [particles]
    double  *size;   // [particles] sum of the lengths of all that is added up
    int     *degree; // [particles] how many of them
} Sides;

static real4 random_block(Random *random, double scale)
{
    return (real4){(real)(scale * rig_random(random)), (real)(scale * rig_random(random)), (real)(scale * rig_random(random)), 0};
}

static void run(const LocalStep *step, const Rig *rig, const real4 *base, real4 *rhs, int threads)
{
    real4 *constant;
    assert_ok(ARENA_NEW((Arena *)&rig->arena, rig->model.particle_count, &constant));
    memcpy(constant, base, (size_t)rig->model.particle_count * sizeof *constant);
    local_step_add_fixed(step, 0, rig->model.particle_count, constant);
#pragma omp parallel num_threads(threads)
    local_step_run(step, rig->state.position, constant, rhs, NULL);
}

static void add_exact(Sides *sides, int32_t i, double4 term)
{
    double4_add_to(&sides->exact[i], 1, term);
    sides->size[i] += double4_norm(term);
    sides->degree[i]++;
}

static bool is_free(const Rig *rig, int32_t i)
{
    return rig->model.inverse_mass[i] > 0;
}

static void add_exact_springs(const Rig *rig, Sides *sides)
{
    const ConstraintSet *set = &rig->model.sets[CONSTRAINT_distance];
    for (int32_t i = 0; i < set->count; i++) {
        const int32_t a = set->vertices[2 * i], b = set->vertices[2 * i + 1];
        const double4 d = double4_sub(double4_from(rig->state.position[a]), double4_from(rig->state.position[b]));
        const double  length = double4_norm(d), rest = constraint_rest(set, 0, i), k = H * H * constraint_stiffness(set, i);
        const bool    idle = set->sense && sense_is_feasible(set->sense[i], length - rest);
        const double4 term = double4_scale(idle ? k : k * rest / length, d);
        if (is_free(rig, a))
            add_exact(sides, a, term);
        if (is_free(rig, b))
            add_exact(sides, b, double4_scale(-1, term));
    }
}

static void add_exact_attachments(const Rig *rig, Sides *sides)
{
    const ConstraintSet *set = &rig->model.sets[CONSTRAINT_attachment];
    for (int32_t i = 0; i < set->count; i++) {
        const int32_t a = set->vertices[i];
        const bool    idle = set->sense && set->sense[i] == SENSE_GREATER_EQUAL;
        const double4 point = {constraint_rest(set, 0, i), constraint_rest(set, 1, i), constraint_rest(set, 2, i), 0};
        if (is_free(rig, a))
            add_exact(sides, a, double4_scale(H * H * constraint_stiffness(set, i), idle ? double4_from(rig->state.position[a]) : point));
    }
}

static void make_sides(Rig *rig, Sides *sides)
{
    const int32_t n = rig->model.particle_count;
    Random        random = {41};
    LocalStep     wide, plain;
    assert_ok(ARENA_NEW(&rig->arena, n, &sides->wide));
    assert_ok(ARENA_NEW(&rig->arena, n, &sides->plain));
    assert_ok(ARENA_NEW(&rig->arena, n, &sides->base));
    assert_ok(ARENA_NEW(&rig->arena, n, &sides->exact));
    assert_ok(ARENA_NEW(&rig->arena, n, &sides->size));
    assert_ok(ARENA_NEW(&rig->arena, n, &sides->degree));
    for (int32_t i = 0; i < n; i++) {
        sides->base[i] = random_block(&random, 0.01);
        add_exact(sides, i, double4_from(sides->base[i]));
    }
    assert_ok(local_step_init(&rig->model, H, false, &rig->arena, &wide));
    assert_ok(local_step_init(&rig->model, H, true, &rig->arena, &plain));
    run(&wide, rig, sides->base, sides->wide, 2);
    run(&plain, rig, sides->base, sides->plain, 2);
    add_exact_springs(rig, sides);
    add_exact_attachments(rig, sides);
}

// A term is a difference, a length, its inverse (two units in the last place) and three products; a sum rounds once for each term.
static double rounding(const Sides *sides, int32_t i)
{
    return (double)REAL_EPSILON * (5 + 0.5 * sides->degree[i]) * sides->size[i];
}

TEST(test_ways_agree_with_the_formulas)
{
    for (size_t m = 0; m < sizeof MESHES / sizeof *MESHES; m++) {
        RIG(rig);
        Sides sides;
        make_mesh(&rig, &MESHES[m], "iterations=1", 1);
        make_sides(&rig, &sides);
        for (int32_t i = 0; i < rig.model.particle_count; i++) {
            const double4 wide = double4_from(sides.wide[i]), plain = double4_from(sides.plain[i]);
            assert_near(double4_norm(double4_sub(wide, sides.exact[i])), 0, rounding(&sides, i));
            assert_near(double4_norm(double4_sub(plain, sides.exact[i])), 0, rounding(&sides, i));
            if (sides.degree[i] == 1) // a pin, or a particle alone: not a bit of its input changes
                assert_memory_equal(&sides.wide[i], &sides.base[i], sizeof sides.base[i]);
        }
    }
}

// The choice of the variant: springs are fused, attachments fixed unless one is an inequality, everything is plain on request.
TEST(test_which_way)
{
    for (int one_sided = 0; one_sided < 2; one_sided++) {
        const MeshSettings settings = {.particles = 20, .attachments = true, .one_sided_attachment = one_sided != 0};
        RIG(rig);
        LocalStep wide, plain;
        make_mesh(&rig, &settings, "iterations=1", 1);
        assert_ok(local_step_init(&rig.model, H, false, &rig.arena, &wide));
        assert_ok(local_step_init(&rig.model, H, true, &rig.arena, &plain));
        assert_int_equal(wide.way[CONSTRAINT_distance], LOCAL_FUSED);
        assert_int_equal(wide.way[CONSTRAINT_attachment], one_sided ? LOCAL_PLAIN : LOCAL_FIXED);
        assert_int_equal(plain.way[CONSTRAINT_distance], LOCAL_PLAIN);
        assert_int_equal(plain.way[CONSTRAINT_attachment], LOCAL_PLAIN);
        assert_int_equal(wide.fixed_count, one_sided ? 0 : 5);
        assert_int_equal(plain.fixed_count, 0);
    }
}

// Counted by hand: a chain of three particles, the first a pin. Fused, three entries of sliced ELLPACK; plain, two
// springs and their targets, then four places of targets in lists.
TEST(test_traffic)
{
    enum { RUNS = 7, R = sizeof(real), BLOCKS = 3 * 4 * R, TARGET = 13, GATHER = 6 };
    for (int plain = 0; plain < 2; plain++) {
        RIG(rig);
        Traffic             traffic;
        const PhaseTraffic *local = &traffic.phases[PHASE_LOCAL], *rhs = &traffic.phases[PHASE_RHS];
        for (int i = 0; i < 3; i++)
            rig_particle(&rig, i, 0, 0, 1);
        assert_ok(model_pin(rig.builder, 0));
        rig_spring(&rig, 0, 1, 1, 100);
        rig_spring(&rig, 1, 2, 1, 100);
        rig_solver(&rig, "pd", plain ? "iterations=7 kernels=plain" : "iterations=7", H, 1);
        assert_ok(rig.solver->ops->traffic(rig.solver, &traffic));
        assert_int_equal(local->runs, RUNS);
        assert_int_equal(rhs->runs, plain ? RUNS : 0);
        assert_near(local->bytes, plain ? 2 * (8 + R + 4 * R) + BLOCKS : 3 * (4 + R) + 3 * BLOCKS, 0);
        assert_near(local->flops, plain ? 2 * TARGET : 3 * (TARGET + GATHER), 0);
        assert_near(rhs->bytes, plain ? 4 * (4 + R) + 2 * 4 * R + 3 * 4 + 3 * BLOCKS : 0, 0);
        assert_near(rhs->flops, plain ? 4 * GATHER : 0, 0);
        assert_int_equal(traffic.phases[PHASE_SOLVE].runs, RUNS);
        assert_int_equal(traffic.phases[PHASE_PREDICT].runs, 1);
        assert_int_equal(traffic.phases[PHASE_VELOCITY].runs, 1);
    }
}

// ---- momentum ----

// Both ends of a spring get the same, with opposite signs, to the last bit.
TEST(test_ends_agree)
{
    for (int sense = SENSE_EQUAL; sense <= SENSE_LESS_EQUAL; sense++)
        for (int seed = 1; seed <= 50; seed++) {
            Random random = {(uint64_t)seed};
            RIG(rig);
            LocalStep step;
            real4     base[2] = {{0}}, rhs[2];
            for (int i = 0; i < 2; i++)
                rig_particle(&rig, rig_random(&random), rig_random(&random), rig_random(&random), 1 + i);
            rig_spring(&rig, 0, 1, 0.5 + random_unit(&random), 1000);
            rig_traits(&rig, 0, INFINITY, (ConstraintSense)sense);
            rig_solver(&rig, "pd", "iterations=1", H, 1);
            assert_ok(local_step_init(&rig.model, H, false, &rig.arena, &step));
            run(&step, &rig, base, rhs, 1);
            assert_true(rhs[0].x == -rhs[1].x && rhs[0].y == -rhs[1].y && rhs[0].z == -rhs[1].z);
            assert_true(double4_norm(double4_from(rhs[0])) > 0.01);
        }
}

// In a whole solver, Σ m v of a body without pins does not change, in either variant.
TEST(test_momentum)
{
    static const char *const SETTINGS[] = {"iterations=5 kernels=wide", "iterations=5 kernels=plain"};
    for (int inequalities = 0; inequalities < 2; inequalities++)
        for (int s = 0; s < 2; s++) {
            const MeshSettings settings = {.particles = 204, .hub = true, .inequalities = inequalities != 0};
            RIG(rig);
            make_mesh(&rig, &settings, SETTINGS[s], 2);
            rig_steps(&rig, 10, NULL);
            double        size;
            const double4 sum = rig_momentum(&rig, &size);
            assert_true(size > 1);
            assert_near(double4_norm(sum) / size, 0, BOUND(1e-12, 1e-3));
        }
}

// ---- springs of no length ----

// A spring of no length pulls its ends together, with equal forces at both ends: its target is zero, in plain and in fused code. A NaN
// stays in the particles of its springs: padding entries read their own particle and no other. An inequality that is satisfied has its
// current position as target, to the last bit.
TEST(test_nan_stays_in_its_component)
{
    enum { PAIRS = 40, N = 3 + 2 * PAIRS };
    RIG(rig);
    LocalStep step;
    real4     base[N] = {{0}}, rhs[N];
    Random    random = {4};
    for (int i = 0; i < N; i++)
        rig_particle(&rig, random_unit(&random), random_unit(&random), random_unit(&random), 1);
    rig_spring(&rig, 0, 1, 1, 1);
    rig_spring(&rig, 1, 2, 1, 1);
    for (int k = 0; k < PAIRS; k++) {
        rig_spring(&rig, 3 + 2 * k, 4 + 2 * k, k % 2 ? 0.0001 : 100, 1);
        rig_traits(&rig, 0, INFINITY, k % 2 ? SENSE_GREATER_EQUAL : SENSE_LESS_EQUAL);
    }
    for (int k = 0; k + 4 < PAIRS; k += 8) // some have more springs than others
        rig_spring(&rig, 3 + 2 * k, 11 + 2 * k, 1, 1);
    rig_solver(&rig, "pd", "iterations=1", 0.01, 1);
    real4 *position = rig.state.position;
    assert_ok(local_step_init(&rig.model, 1, false, &rig.arena, &step));
    for (int32_t bad = 0; bad < N; bad++) {
        const real4 kept = position[bad];
        position[bad].x = (real)NAN;
#pragma omp parallel num_threads(1)
        local_step_run(&step, position, base, rhs, NULL);
        for (int k = 0; k < PAIRS; k++) {
            const int32_t a = rig.model.model_of[3 + 2 * k], b = rig.model.model_of[4 + 2 * k];
            if (k % 4 == 0 || a == bad || b == bad)
                continue;
            assert_true(rhs[a].x == position[a].x - position[b].x && rhs[b].x == position[b].x - position[a].x);
            assert_true(rhs[a].y == position[a].y - position[b].y && rhs[a].z == position[a].z - position[b].z);
        }
        position[bad] = kept;
    }
}

TEST(test_no_length)
{
    RIG(rig);
    rig_particle(&rig, 1, 2, 3, 1);
    rig_particle(&rig, 1, 2, 3, 2);
    rig_particle(&rig, 1, 2, 7, 2);
    rig_spring(&rig, 0, 1, 0.5, 10);
    rig_spring(&rig, 2, 0, 0.5, 10);
    rig_solver(&rig, "pd", "iterations=1", 0.01, 1);
    const ConstraintSet *set = &rig.model.sets[CONSTRAINT_distance];
    real4                target[2] = {{3, 4, 5, 0}, {3, 4, 5, 0}};
    set->ops->local_step->targets(set, 0, 2, rig.state.position, target);
    for (int32_t i = 0; i < 2; i++) {
        assert_near(target[i].x, 0, 0);
        assert_near(target[i].y, 0, 0);
        assert_near(fabs((double)target[i].z), set->origin[i] == 1 ? 0.5 : 0, 0);
    }
    for (int plain = 0; plain < 2; plain++) {
        LocalStep step;
        real4     base[3] = {{0}}, rhs[3];
        assert_ok(local_step_init(&rig.model, 1, plain != 0, &rig.arena, &step));
        run(&step, &rig, base, rhs, 1);
        for (int i = 0; i < 3; i++) {
            const real4 *r = &rhs[rig.model.model_of[i]];
            assert_near(r->x, 0, 0);
            assert_near(r->y, 0, 0);
            assert_near(r->z, i == 0 ? -5 : i == 1 ? 0 : 5, (double)REAL_EPSILON * 10);
        }
    }
}

// No jump occurs on the way to length 0, and no square that underflows causes one. From a length of one down to none the pull is l n, then
// shrinks.
TEST(test_almost_no_length)
{
    for (int sense = SENSE_EQUAL; sense <= SENSE_LESS_EQUAL; sense++)
        for (int plain = 0; plain < 2; plain++) {
            RIG(rig);
            LocalStep step;
            rig_particle(&rig, 0, 0, 0, 1);
            rig_particle(&rig, 1, 0, 0, 1);
            rig_spring(&rig, 0, 1, 0.5, 1);
            rig_traits(&rig, 0, INFINITY, (ConstraintSense)sense);
            rig_solver(&rig, "pd", "iterations=1", 1, 1);
            assert_ok(local_step_init(&rig.model, 1, plain != 0, &rig.arena, &step));
            const int32_t right = rig.model.model_of[1];
            const real    min = (real)BOUND(0x1p-1022, 0x1p-126);
            double        before = INFINITY;
            for (real x = 0.25; x > 0; x /= 2) {
                real4 base[2] = {{0}}, rhs[2];
                rig.state.position[right].x = x;
                run(&step, &rig, base, rhs, 1);
                const double pull = (double)rhs[right].x;
                assert_true((double)rhs[right].x == -(double)rhs[1 - right].x);
                if (sense == SENSE_LESS_EQUAL) { // slack
                    assert_near(pull, x, (double)x * 2 * (double)REAL_EPSILON);
                    continue;
                }
                if (x * x >= min)
                    assert_near(pull, 0.5, (double)REAL_EPSILON);
                assert_true(pull >= 0 && pull <= fmax(before, 0.5 + (double)REAL_EPSILON));
                before = pull;
            }
            assert_true(sense == SENSE_LESS_EQUAL || before < 1e-3);
        }
}

// ---- bits ----

// The same bits for any number of threads, in one piece or cut at any multiple of the grain, and with the result in place of the base.
TEST(test_cuts_change_nothing)
{
    for (size_t m = 0; m < sizeof MESHES / sizeof *MESHES; m++) {
        RIG(rig);
        Sides     sides;
        LocalStep step;
        real4    *rhs;
        make_mesh(&rig, &MESHES[m], "iterations=1", 1);
        make_sides(&rig, &sides);
        const int32_t n = rig.model.particle_count;
        const size_t  bytes = (size_t)n * sizeof *rhs;
        assert_ok(ARENA_NEW(&rig.arena, n + 1, &rhs));
        assert_ok(local_step_init(&rig.model, H, false, &rig.arena, &step));
        for (int threads = 1; threads <= 3; threads++) {
            rhs[n] = (real4){1, 2, 3, 4};
            run(&step, &rig, sides.base, rhs, threads);
            assert_memory_equal(rhs, sides.wide, bytes);
            assert_true(rhs[n].x == 1 && rhs[n].y == 2 && rhs[n].z == 3 && rhs[n].w == 4); // no write behind the last particle
        }
        if (step.way[CONSTRAINT_distance] == LOCAL_FUSED && !step.has[LOCAL_PLAIN]) {
            memcpy(rhs, sides.base, bytes);
            local_step_add_fixed(&step, 0, n, rhs);
            for (int32_t begin = 0; begin < n; begin += 32)
                rig.model.sets[CONSTRAINT_distance].ops->local_step->rhs(&step.ell[CONSTRAINT_distance], begin,
                                                                         begin + 32 < n ? begin + 32 : n, rig.state.position, rhs, rhs);
            assert_memory_equal(rhs, sides.wide, bytes);
        }
    }
}

TEST(test_solver_gives_the_same_bits)
{
    for (size_t m = 0; m < sizeof MESHES / sizeof *MESHES; m++) {
        RIGS(rig, 3);
        for (int r = 0; r < 3; r++) {
            make_mesh(&rig[r], &MESHES[m], "iterations=4", r + 1);
            rig_steps(&rig[r], 4, NULL);
            assert_true(rig_is_same(&rig[0], &rig[r]));
        }
    }
}

// ---- in the solver ----

// Whole steps with either kernel end at the same place: pins pull, attachments pull once, inequalities when they are violated.
TEST(test_kernels_agree)
{
    for (size_t m = 0; m < sizeof MESHES / sizeof *MESHES; m++) {
        RIGS(rig, 2);
        make_mesh(&rig[0], &MESHES[m], "iterations=6 kernels=wide", 2);
        make_mesh(&rig[1], &MESHES[m], "iterations=6 kernels=plain", 2);
        for (int step = 0; step < 5; step++) {
            double moved = 0;
            rig_steps(&rig[0], 1, NULL);
            rig_steps(&rig[1], 1, NULL);
            for (int32_t i = 0; i < rig[0].model.particle_count; i++)
                moved = fmax(moved, double4_norm(rig_velocity(&rig[0], i)) * H);
            assert_near(rig_apart(&rig[0], &rig[1]), 0, BOUND(1e-12, 2e-4));
            assert_true(moved > 1e-4 || MESHES[m].particles < 2);
        }
    }
}
