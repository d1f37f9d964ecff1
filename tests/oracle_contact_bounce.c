// Restitution and friction of contacts with a stiffness, islands, and what carries a body at rest.
#include "contact_rig.h"

// A particle thrown at the floor, without gravity: the speed with which it leaves, over that with which it came.
static double kept(const Way *way, double phase, double e, double mass, double h)
{
    const double speed = 3;
    Rig          rig;
    ContactRules rules = rules_of(way->stiffness, 0, e);
    rig_begin(&rig);
    rig_particle(&rig, 0.3, R + (2 + phase) * speed * h, -0.2, mass);
    assert_ok(model_set_contact(rig.builder, &rules));
    assert_ok(model_add_contact_point(rig.builder, 0));
    add_floor(&rig);
    rig_solver(&rig, way->solver, way->settings, h, 1);
    rig_set_velocity(&rig, 0, 0, -speed, 0);
    for (int i = 0; i < 400 && rig_position(&rig, 0).y < R + 5 * speed * h; i++)
        rig_steps(&rig, 1, NULL);
    const double left = rig_velocity(&rig, 0).y;
    rig_end(&rig);
    return left / speed;
}

static void test_probe(void **state)
{
    (void)state;
    static const char *const S[][2] = {{"xpbd", "iterations=5"}, {"xpbd", "iterations=5 substeps=4"}, {"pd", "iterations=5"}, {"newton", ""}};
    for (int s = 0; s < 4; s++)
        for (double wh = 0.01; wh < 200; wh *= 10)
            for (double e = 0; e < 1.1; e += 0.5) {
                double low = 9, high = -9;
                for (int p = 0; p < 10; p++) {
                    Way          way = {S[s][0], S[s][1], wh * wh / 1e-4 * 0.7};
                    const double r = kept(&way, 0.1 * p, e, 0.7, 0.01);
                    low = fmin(low, r), high = fmax(high, r);
                }
                printf("%s %s wh %g e %g: %.9f … %.9f\n", S[s][0], S[s][1], wh, e, low, high);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_probe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
