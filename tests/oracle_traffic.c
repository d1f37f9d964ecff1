// Traffic against scenes small enough to be counted by hand. R is the size of a real; a block of a particle has four.
#include "elements.h"
#include "rig.h"
#include "step/motion.h"

static const double R = sizeof(real), C = MOTION_CARRIES * 12; // C: reals of the remainders of three particles

// Two springs in a row and an attachment at their end: five ends, three particles, three constraints.
static void two_springs(Rig *rig)
{
    for (int i = 0; i < 3; i++)
        rig_particle(rig, i, 0, 0, 1);
    rig_spring(rig, 0, 1, 0, 100);
    rig_spring(rig, 1, 2, 0, 100);
}

static void small_scene(Rig *rig)
{
    two_springs(rig);
    rig_attachment(rig, 2, (const double[3]){2, 1, 0}, 100);
}

static Traffic count(const Rig *rig)
{
    Traffic traffic;
    assert_non_null(rig->solver->ops->traffic);
    assert_ok(rig->solver->ops->traffic(rig->solver, &traffic));
    return traffic;
}

static Traffic count_small(const char *solver, const char *settings)
{
    RIG(rig);
    small_scene(&rig);
    rig_solver(&rig, solver, settings, 0.01, 1);
    return count(&rig);
}

static void check_phase(const Traffic *traffic, Phase phase, int64_t runs, double bytes, double working_set, double flops)
{
    const PhaseTraffic *t = &traffic->phases[phase];
    assert_int_equal(t->runs, runs);
    assert_near(t->bytes, bytes, 0);
    assert_near(t->working_set, working_set, 0);
    assert_near(t->flops, flops, 0);
    assert_null(t->precision);
}

static void check_scene(const char *solver, const char *settings, double bytes, double working_set, double flops, double updated,
                        double updated_set)
{
    const Traffic traffic = count_small(solver, settings);
    check_phase(&traffic, PHASE_PROJECT, 10, bytes, working_set, flops);
    assert_near(traffic.phases[PHASE_PROJECT].updated, updated, 0);
    assert_near(traffic.phases[PHASE_PROJECT].updated_set, updated_set, 1e-9);
    const bool multipliers = solver_find(solver)->multiplier;
    check_phase(&traffic, PHASE_PREDICT, 2, (48 + C) * R + (multipliers ? 3 * R : 0), (36 + C) * R + (multipliers ? 3 * R : 0),
                BOUND(36, 45));
    check_phase(&traffic, PHASE_VELOCITY, 2, (36 + 3 * C) * R, (36 + C) * R, BOUND(18, 117));
}

TEST(position_based_sweeps)
{
    // Indices 8 + 8 + 4 bytes, rest values 1 + 1 + 3, five ends read and written.
    check_scene("pbd", "iterations=5 substeps=2", 20 + 5 * R + 5 * 2 * 4 * R, 20 + 5 * R + 3 * 4 * R, 28 + 28 + 19, 5 * 2 * 4 * R,
                12 * R + (20 + 5 * R) / 2);
    // Besides: three compliances, three multipliers read and written.
    check_scene("xpbd", "iterations=5 substeps=2", 20 + 5 * R + 9 * R + 40 * R, 20 + 5 * R + 6 * R + 12 * R, 33 + 33 + 24, 40 * R,
                12 * R + (20 + 11 * R) / 2);
    // In file order a block stays in the cache until all of its constraints are done.
    check_scene("xpbd", "iterations=5 substeps=2 sweep=serial", 20 + 14 * R + 3 * 2 * 4 * R, 20 + 11 * R + 12 * R, 90, 24 * R,
                20 + 11 * R + 12 * R);
    // Positions are read, five corrections written and read again through lists of five places and four starts, positions read and written.
    check_scene("xpbd", "iterations=5 substeps=2 sweep=jacobi", 20 + 17 * R + 12 * R + 2 * 5 * 4 * R + 20 + 16 + 2 * 12 * R,
                20 + 14 * R + 12 * R + 5 * 4 * R + 20 + 16, 90 + 15, 0, 0);
}

// One damped spring: every spring has a γ, and x_n is read wherever x is.
TEST(xpbd_damped)
{
    RIG(rig);
    two_springs(&rig);
    rig_traits(&rig, 1, INFINITY, SENSE_GREATER_EQUAL);
    rig_solver(&rig, "xpbd", "iterations=5", 0.01, 1);
    const Traffic traffic = count(&rig);
    check_phase(&traffic, PHASE_PROJECT, 5, 16 + 2 + 2 * 5 * R + 4 * 3 * 4 * R, 16 + 2 + 2 * 4 * R + 3 * 2 * 4 * R, 66);
}

// Tables: a spring at each free end, 4 bytes and two values, the attachment four values; y, mass and number of three particles. Positions:
// the outer particles are of one colour and see the middle one, which sees both.
TEST(vbd_sweeps)
{
    static const struct {
        const char *settings;
        double      bytes, working_set, updated, updated_set, flops;
    } CASES[] = {{"iterations=5", 63, 39, 36, 12 + 13.5, 332}, {"iterations=5 sweep=jacobi", 75, 51, 24, 12 + 27, 332}};
    for (int c = 0; c < 2; c++) {
        const Traffic traffic = count_small("vbd", CASES[c].settings);
        check_phase(&traffic, PHASE_PROJECT, 5, 28 + CASES[c].bytes * R, 28 + CASES[c].working_set * R, CASES[c].flops);
        assert_near(traffic.phases[PHASE_PROJECT].updated, CASES[c].updated * R, 0);
        assert_near(traffic.phases[PHASE_PROJECT].updated_set, CASES[c].updated_set * R + (c == 0 ? 14 : 28), 1e-9);
    }
    assert_int_equal(count_small("vbd", "iterations=5 kernels=plain").phases[PHASE_PROJECT].runs, 0);
}

// Phases without a count have no runs: breaking, damping of bodies.
TEST(phases_that_are_not_counted)
{
    const Traffic damped = count_small("pbd", "damping=0.5");
    assert_int_equal(damped.phases[PHASE_DAMP].runs, 0);
    assert_int_equal(damped.phases[PHASE_PREDICT].runs, 0);
    assert_int_equal(damped.phases[PHASE_VELOCITY].runs, 1);
    RIG(rig);
    small_scene(&rig);
    rig_traits(&rig, 0, 1e3, SENSE_EQUAL);
    rig_solver(&rig, "xpbd", "iterations=1", 0.01, 1);
    const Traffic broken = count(&rig);
    assert_int_equal(broken.phases[PHASE_PREDICT].runs, 0);
    assert_int_equal(broken.phases[PHASE_VELOCITY].runs, 0);
    assert_int_equal(broken.phases[PHASE_PROJECT].runs, 1);
}

static double swept_blocks(const char *settings, int *springs)
{
    RIG(rig);
    rig_cloth(&rig, 12, 100);
    rig_solver(&rig, "pbd", settings, 0.01, 1);
    *springs = rig.model.constraint_count;
    return (count(&rig).phases[PHASE_PROJECT].bytes - *springs * (8 + R)) / (2 * 4 * R);
}

// A cluster moves each of its particles once, however many of its springs end there; one cluster of all moves each particle once.
TEST(clusters_move_less)
{
    int springs = 0;
    assert_near(swept_blocks("colouring=greedy", &springs), 2 * springs, 1e-9);
    const double small = swept_blocks("colouring=clusters cluster_size=32", &springs);
    const double large = swept_blocks("colouring=clusters cluster_size=128", &springs);
    assert_true(small < 2 * springs && large < small && large > 144);
    assert_near(swept_blocks("colouring=clusters cluster_size=4096", &springs), 144, 1e-9);
}

// The dense triangle of order 3 has six doubles, read twice; each of its three columns takes 64 bytes.
static void check_pd_rest(const Traffic *traffic)
{
    const PhaseTraffic *solve = &traffic->phases[PHASE_SOLVE];
    assert_int_equal(solve->runs, 5);
    assert_near(solve->bytes, 2 * 3 * 4 * R + 2 * 6 * 8, 0);
    assert_near(solve->working_set, 2 * 3 * 4 * R + 3 * 64, 0);
    assert_near(solve->flops, 3 * 2 * 2 * 6, 0);
    assert_string_equal(solve->precision, "f64");
    check_phase(traffic, PHASE_PREDICT, 1, 3 * (5 * 4 * R + 8) + C * R, 3 * (4 * 4 * R + 8) + C * R, BOUND(45, 54));
    check_phase(traffic, PHASE_VELOCITY, 1, (36 + 3 * C) * R, (36 + C) * R, BOUND(18, 117));
}

// Target by target: indices, rest values, the particles for each kind are read, targets written. Then five targets are read through slots
// and weights.
TEST(pd_plain)
{
    const Traffic traffic = count_small("pd", "iterations=5 linsys=dense kernels=plain");
    check_phase(&traffic, PHASE_LOCAL, 5, 20 + 5 * R + 2 * 3 * 4 * R + 3 * 4 * R, 20 + 5 * R + 24 * R + 12 * R, 2 * 13);
    const double lists = 5 * (4 + R) + 3 * 4, blocks = 3 * 4 * R + 3 * 3 * 4 * R;
    check_phase(&traffic, PHASE_RHS, 5, lists + blocks, lists + blocks, 5 * 6);
    check_pd_rest(&traffic);
}

// In one pass over particles: both ends of each spring with neighbour and weight; the attachment's target stays and is not moved again.
TEST(pd_fused)
{
    const Traffic traffic = count_small("pd", "iterations=5 linsys=dense kernels=wide");
    const double  bytes = 4 * (4 + R) + 3 * 3 * 4 * R;
    check_phase(&traffic, PHASE_LOCAL, 5, bytes, bytes, 4 * (13 + 6));
    assert_int_equal(traffic.phases[PHASE_RHS].runs, 0);
    check_pd_rest(&traffic);
}

// An inequality has two lengths besides its weight. Here the springs are one set, so each has them.
TEST(pd_unequal)
{
    RIG(rig);
    two_springs(&rig);
    rig_traits(&rig, 0, INFINITY, SENSE_GREATER_EQUAL);
    rig_solver(&rig, "pd", "iterations=5 linsys=dense", 0.01, 1);
    const Traffic traffic = count(&rig);
    const double  bytes = 4 * (4 + 3 * R) + 3 * 3 * 4 * R;
    check_phase(&traffic, PHASE_LOCAL, 5, bytes, bytes, 4 * (13 + 6));
}

// The plain local step of pd, and a block for u of each of the three rows: read and written, or written only.
TEST(admm_rows)
{
    static const char *const SETTINGS[] = {"iterations=5 linsys=dense", "iterations=5 linsys=dense multiplier=reset"};
    for (int reset = 0; reset < 2; reset++) {
        const double        u = 3 * 4 * R;
        const Traffic       pd = count_small("pd", "iterations=5 linsys=dense kernels=plain"), admm = count_small("admm", SETTINGS[reset]);
        const PhaseTraffic *plain = &pd.phases[PHASE_LOCAL], *rhs = &pd.phases[PHASE_RHS], *velocity = &pd.phases[PHASE_VELOCITY];
        check_phase(&admm, PHASE_LOCAL, 5, plain->bytes + (reset ? u : 2 * u), plain->working_set + u,
                    plain->flops + 3 * (reset ? 12 : 15));
        check_phase(&admm, PHASE_RHS, 5, rhs->bytes, rhs->working_set, rhs->flops);
        check_phase(&admm, PHASE_VELOCITY, 1, velocity->bytes, velocity->working_set, velocity->flops);
        assert_near(admm.phases[PHASE_SOLVE].bytes, pd.phases[PHASE_SOLVE].bytes, 0);
        assert_int_equal(admm.phases[PHASE_SOLVE].runs, 5);
        assert_int_equal(admm.phases[PHASE_PREDICT].runs, 0);
    }
}

// A `prox` has iterations of its own.
TEST(admm_prox)
{
    RIG(rig);
    elements_string(&rig, 4, CONSTRAINT_neo_hookean, 800, 1, 1);
    rig_solver(&rig, "admm", "iterations=5 linsys=dense", 0.01, 1);
    const Traffic traffic = count(&rig);
    assert_int_equal(traffic.phases[PHASE_LOCAL].runs, 0);
    assert_int_equal(traffic.phases[PHASE_RHS].runs, 0);
    assert_int_equal(traffic.phases[PHASE_SOLVE].runs, 5);
}

// Over-relaxation reads the iterate and the new solution, and writes the iterate: three blocks a particle, one of them an array of its own.
TEST(pd_relaxed)
{
    const Traffic plain = count_small("pd", "iterations=5 linsys=dense kernels=wide"),
                  relaxed = count_small("pd", "iterations=5 linsys=dense kernels=wide omega=1.5");
    const PhaseTraffic *a = &plain.phases[PHASE_SOLVE], *b = &relaxed.phases[PHASE_SOLVE];
    assert_near(b->bytes - a->bytes, 3 * 3 * 4 * R, 0);
    assert_near(b->working_set - a->working_set, 3 * 4 * R, 0);
    assert_near(b->flops - a->flops, 3 * 9, 0);
}

// Sparse factors of a chain of 50 particles, whose lower triangle has 50 + 49 entries and no fill-in by minimum degree. A factor is read
// forwards and backwards, with a multiplication and an addition for each of its entries each way. This is done for three columns, or once
// in the system of order 3n, which has three times the entries.
TEST(sparse_solves)
{
    static const char *const SYSTEMS[] = {"cholmod_simplicial", "simplicial_3n"};
    for (int k = 0; k < 2; k++) {
        RIG(rig);
        LinsysInfo info = {0};
        for (int i = 0; i < 50; i++)
            rig_particle(&rig, i, 0, 0, 1);
        for (int i = 0; i < 49; i++)
            rig_spring(&rig, i, i + 1, 0, 100);
        TEXT_OF(settings, "iterations=5 ordering=amd linsys=%s", SYSTEMS[k]);
        rig_solver(&rig, "pd", settings, 0.01, 1);
        const Traffic traffic = count(&rig);
        const Linsys *system = rig.solver->ops->linsys(rig.solver);
        system->ops->info(system, &info);
        const PhaseTraffic *solve = &traffic.phases[PHASE_SOLVE];
        assert_int_equal(info.factor_nonzeros, k ? 3 * 99 : 99);
        assert_true(info.factor_bytes >= info.factor_nonzeros * 12);
        assert_near(solve->bytes, 50 * 2 * 4 * R + 2 * (double)info.factor_bytes, 0);
        assert_near(solve->working_set, 50 * 2 * 4 * R + (double)info.factor_bytes, 0);
        assert_near(solve->flops, 3 * 2 * 2 * 99, 0);
        assert_string_equal(solve->precision, "f64");
    }
}

// A solve with refinement reads more than the factor: A, a copy of b and the residual.
TEST(refined_solves)
{
    RIG(rig);
    LinsysInfo info = {0};
    small_scene(&rig);
    rig_solver(&rig, "pd", "iterations=5 linsys=supernodal_parallel refine=1", 0.01, 1);
    const Traffic traffic = count(&rig);
    const Linsys *system = rig.solver->ops->linsys(rig.solver);
    system->ops->info(system, &info);
    const double left = 7 * 12 + 2 * 3 * 4 * R; // three diagonal entries and two couplings both ways; two blocks a row
    assert_near(traffic.phases[PHASE_SOLVE].working_set, 2 * 3 * 4 * R + (double)info.factor_bytes + left, 0);
    assert_near(traffic.phases[PHASE_SOLVE].bytes, 2 * 3 * 4 * R + 4 * (double)info.factor_bytes + 7 * 12 + 8 * 3 * 4 * R, 0);
}

// The work of solvers that iterate to convergence or search along lines cannot be counted beforehand.
TEST(not_newton)
{
    assert_null(solver_find("newton")->traffic);
    assert_null(solver_find("lbfgs")->traffic);
    assert_null(solver_find("pncg")->traffic);
    assert_null(solver_find("xpbd_direct")->traffic);
}
