// The memory of a case, counted to the byte: the arena holds everything that lives from set-up to the end. An unused column shows here.
#include "check.h"
#include "worker/private/setup.h"

static double bytes_per_constraint(const char *scene, const char *solver, const char *const settings[][2])
{
    Case c;
    case_init(&c, solver_find(solver), NULL);
    assert_int_equal(case_set(&c, "scene", scene).code, STATUS_OK);
    assert_int_equal(case_set(&c, "precision", REAL_NAME).code, STATUS_OK);
    for (; (*settings)[0]; settings++)
        assert_int_equal(case_set(&c, (*settings)[0], (*settings)[1]).code, STATUS_OK);
    assert_int_equal(case_resolve(&c).code, STATUS_OK);
    Setup setup = {0};
    assert_ok(setup_create(&c, NULL, false, NULL, &setup));
    const double bytes = (double)(setup.arena.used_bytes + setup.solver_arena.used_bytes) / setup.model.constraint_count;
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
