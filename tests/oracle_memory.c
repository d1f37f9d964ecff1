// The memory of a case, counted to the byte: the arena holds everything that lives from set-up to the end. An unused column shows here.
#include "check.h"
#include "worker/private/setup.h"

static void make_case(const char *scene, const char *solver, const char *const settings[][2], Case *c)
{
    case_init(c, solver_find(solver), NULL);
    assert_int_equal(case_set(c, "scene", scene).code, STATUS_OK);
    assert_int_equal(case_set(c, "precision", REAL_NAME).code, STATUS_OK);
    for (; (*settings)[0]; settings++)
        assert_int_equal(case_set(c, (*settings)[0], (*settings)[1]).code, STATUS_OK);
    assert_int_equal(case_resolve(c).code, STATUS_OK);
}

static double bytes_per_constraint(const char *scene, const char *solver, const char *const settings[][2])
{
    Case c;
    make_case(scene, solver, settings, &c);
    Setup setup = {0};
    assert_ok(setup_create(&c, NULL, false, NULL, &setup));
    const double bytes =
        (double)(setup.scene_arena.used_bytes + setup.arena.used_bytes + setup.solver_arena.used_bytes) / setup.model.constraint_count;
    setup_destroy(&setup);
    return bytes;
}

// A cloth of 128 × 128 particles, whose 64770 springs outnumber its particles four to one.
static const char        CLOTH[] = WEFT_SOURCE_DIR "/datasets/scenes/cloth.yaml";
static const char *const CLOTH_128[][2] = {{"scene.n", "128"}, {NULL, NULL}};

// Single precision, in bytes. Of a spring: two indices 8, rest length 4 and its rounding remainder 4, compliance 4, place in the scene 4, λ
// 4. A quarter of a particle: position, its rounding remainder, velocity and x_n 64, mass and its inverse 16, two numberings 8. The sum is
// 50. In double precision the positions, the compliance and λ are twice as long, and the rest length is exact by itself: 66.
TEST(test_xpbd)
{
    const double limit = sizeof(real) == sizeof(float) ? 52 : 68;
    assert_true(bytes_per_constraint(CLOTH, "xpbd", CLOTH_128) <= limit);
}

// Without λ a constraint is one real smaller.
TEST(test_pbd)
{
    const double limit = sizeof(real) == sizeof(float) ? 48 : 60;
    assert_true(bytes_per_constraint(CLOTH, "pbd", CLOTH_128) <= limit);
}

// A beam of 32 × 8 × 8 cells, 10240 tetrahedra, four to a particle. Single precision: four indices 16, D_m⁻¹ and ρ 40 and their rounding
// remainders 40, compliance 4, its stiffness 8, place in the scene 4, λ 8: 120; a quarter of a particle 22. In double precision 132 and 31.
// The range of constraints that a thread projects in a sweep takes another two.
TEST(test_tetrahedra)
{
    const double limit = sizeof(real) == sizeof(float) ? 147 : 167;
    assert_true(bytes_per_constraint(WEFT_SOURCE_DIR "/datasets/scenes/cantilever.yaml", "xpbd",
                                     (const char *const[][2]){{"scene.layers", "8"}, {NULL, NULL}}) <= limit);
}

// ---- a restart ----

static void step_and_hash(Setup *setup, int steps, char hash[33])
{
    for (int i = 0; i < steps; i++) {
        StepContext context = {0};
        assert_ok(setup_release(setup, NULL));
        assert_ok(setup_step(setup, &context));
        setup->state.step++;
    }
    assert_ok(state_hash(&setup->model, &setup->state, hash));
}

// What a run changes in a model and a state is undone: released pins, broken springs with the contact surface that they tear, the past of
// bdf2, the memory of a solver, active contacts.
TEST(test_restart)
{
    static const struct {
        const char *scene, *solver, *settings[4][2];
        int         steps;
        bool        breaks;
    } RUNS[] = {
        {WEFT_SOURCE_DIR "/datasets/scenes/curtain.yaml", "xpbd", {{"scene.release", "0.1"}}, 12, false},
        {WEFT_SOURCE_DIR "/datasets/scenes/curtain.yaml", "pd", {{"scene.release", "0.1"}, {"integrator", "bdf2"}}, 12, false},
        {WEFT_SOURCE_DIR "/datasets/scenes/torn_cloth.yaml", "xpbd", {{"scene.limit", "0.5"}}, 40, true},
        {WEFT_SOURCE_DIR "/datasets/scenes/cloth.yaml", "avbd", {{"scene.n", "16"}}, 10, false},
        {WEFT_SOURCE_DIR "/datasets/scenes/cloth_on_sphere.yaml", "vbd", {{"scene.n", "16"}}, 40, false},
    };
    for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++) {
        Case c;
        char first[33], again[33];
        make_case(RUNS[i].scene, RUNS[i].solver, RUNS[i].settings, &c);
        Setup setup = {0};
        assert_ok(setup_create(&c, NULL, false, NULL, &setup));
        assert_ok(setup_keep(&setup));
        const size_t bytes = setup.scene_arena.used_bytes;
        step_and_hash(&setup, RUNS[i].steps, first);
        assert_true((state_broken_count(&setup.model, &setup.state) > 0) == RUNS[i].breaks);
        for (int k = 0; k < 2; k++) {
            assert_ok(setup_restart(&c, NULL, &setup));
            assert_int_equal(setup.scene_arena.used_bytes, bytes);
            assert_true(setup.phases.ns[PHASE_BUILD] > 0);
            step_and_hash(&setup, RUNS[i].steps, again);
            assert_string_equal(again, first);
        }
        setup_destroy(&setup);
    }
}
