// What a case holds in memory, counted to the byte: the arena holds all that lives from set-up to the end. A column that nobody needs
// shows here.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "worker/setup.h"

// Bytes per constraint of a cloth of 128 × 128 particles, whose 64770 springs outnumber its particles four to one.
static double bytes_per_constraint(const char *solver, const char *const settings[][2])
{
    Case c;
    case_init(&c, solver_find(solver), NULL);
    assert_int_equal(case_set(&c, "scene", WEFT_SOURCE_DIR "/datasets/scenes/cloth.yaml").code, STATUS_OK);
    assert_int_equal(case_set(&c, "scene.n", "128").code, STATUS_OK);
    assert_int_equal(case_set(&c, "precision", REAL_NAME).code, STATUS_OK);
    for (; (*settings)[0]; settings++)
        assert_int_equal(case_set(&c, (*settings)[0], (*settings)[1]).code, STATUS_OK);
    assert_int_equal(case_resolve(&c).code, STATUS_OK);
    Setup        setup = {0};
    const Status status = setup_make(&c, NULL, false, NULL, &setup);
    assert_int_equal(status.code, STATUS_OK);
    const double bytes = (double)setup.arena.used_bytes / setup.model.constraint_count;
    setup_free(&setup);
    return bytes;
}

// Single precision, in bytes. Of a spring: two indices 8, rest length 4 and what rounding took from it 4, compliance 4, place in the scene
// 4, λ 4. A quarter of a particle: position, velocity and x_n 48, mass and its inverse 16, two numberings 8. The sum is 46. In double
// precision the positions, the compliance and λ are twice as long, and the rest length is exact by itself: 66.
static void test_xpbd(void **state)
{
    (void)state;
    const double limit = sizeof(real) == sizeof(float) ? 48 : 68;
    assert_true(bytes_per_constraint("xpbd", (const char *const[][2]){{NULL, NULL}}) <= limit);
}

// Without λ a constraint is one real smaller.
static void test_pbd(void **state)
{
    (void)state;
    const double limit = sizeof(real) == sizeof(float) ? 44 : 60;
    assert_true(bytes_per_constraint("pbd", (const char *const[][2]){{NULL, NULL}}) <= limit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_xpbd), cmocka_unit_test(test_pbd)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
