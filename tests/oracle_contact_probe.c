#include "contact_rig.h"
enum { N = 3 };
static int32_t at(int x, int y, int z) { return (x * N + y) * N + z; }
static void lattice(Rig *rig, double stiffness, double k)
{
    ContactRules rules = rules_of(k, 0.3, 0);
    rig_begin(rig);
    for (int x = 0; x < N; x++) for (int y = 0; y < N; y++) for (int z = 0; z < N; z++)
        rig_particle(rig, 0.1 * x, R + 0.1 * y, 0.1 * z, 5.0 / 27);
    for (int x = 0; x < N; x++) for (int y = 0; y < N; y++) for (int z = 0; z < N; z++)
        for (int a = 0; a < N; a++) for (int b = 0; b < N; b++) for (int c = 0; c < N; c++) {
            int i = at(x, y, z), j = at(a, b, c), d = abs(a - x), e = abs(b - y), f = abs(c - z);
            if (j > i && d < 2 && e < 2 && f < 2) rig_spring(rig, i, j, 0, stiffness);
        }
    assert_ok(model_set_contact(rig->builder, &rules));
    for (int i = 0; i < N * N * N; i++) assert_ok(model_add_contact_point(rig->builder, i));
    add_floor(rig);
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
}
static void probe(const char *solver, const char *settings, double s, double k, int steps)
{
    Rig rig;
    lattice(&rig, s, k);
    double h = 1.0 / 60;
    int sub = strstr(settings, "substeps=5") ? 5 : 1;
    rig_solver(&rig, solver, settings, h, 1);
    rig_steps(&rig, steps, NULL);
    double4 p[27];
    for (int i = 0; i < 27; i++) p[i] = rig_position(&rig, i);
    rig_steps(&rig, 1, NULL);
    double f = 0, v = 0, move = 0;
    const ContactSet *c = &rig.contacts->sets[CONTACT_POINT];
    for (int i = 0; i < c->set.count; i++) f += (double)c->lambda[i] * sub * sub / h / h;
    for (int i = 0; i < 27; i++) { v = fmax(v, double4_norm(rig_velocity(&rig, i))); move = fmax(move, double4_norm(double4_sub(rig_position(&rig, i), p[i]))); }
    printf("%s %s spring %g k %g: force %.6f of %.6f, v %.2g move/h %.2g\n", solver, settings, s, k, f, 5 * G, v, move / h);
    rig_end(&rig);
}
static void test_probe(void **state)
{
    (void)state;
    static const char *const S[][2] = {{"newton", ""}, {"pd", "iterations=10"}, {"pd", "iterations=10 contact_matrix=update"}, {"pd", "iterations=10 contact_matrix=constant"},
        {"pd", "iterations=50 contact_matrix=constant"}, {"pd", "iterations=400 contact_matrix=constant"}, {"pd", "iterations=4000 contact_matrix=constant"}, {"xpbd", "iterations=10"}, {"xpbd", "iterations=100"}, {"xpbd", "iterations=1 substeps=5"}, {"pbd", "iterations=10"}};
    for (int s = 0; s < 11; s++)
        for (double k = 1e3; k < 2e6; k *= 30)
            probe(S[s][0], S[s][1], 2e4, k, s == 6 ? 100 : 2000);
}
int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_probe)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
