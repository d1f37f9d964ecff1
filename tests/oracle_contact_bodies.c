// Bodies that touch: forces are equal and opposite, with friction and restitution. The results have the same bits on any number of threads,
// and agree between vector registers but for rounding.
#include "contact_rig.h"

#include "base/allocations.h"
#include "geometry/narrow.h"
#include "step/contact_sweep.h"

// ---- bodies that touch ----

// A patch of n × n particles with springs and triangles, a body of its own; masses all differ.
static int32_t add_patch(Rig *rig, int n, const double origin[3], double size, double tilt, double stiffness)
{
    Random        random = {(uint64_t)n + (uint64_t)(origin[1] * 100)};
    const int32_t first = model_builder_particles(rig->builder);
    model_begin_body(rig->builder);
    for (int i = 0; i < n * n; i++) {
        const int    row = i / n, column = i % n;
        const double u = size * column / (n - 1), v = size * row / (n - 1);
        rig_particle(rig, origin[0] + u * cos(tilt), origin[1] + u * sin(tilt), origin[2] + v, (0.5 + random_unit(&random)) / (n * n));
    }
    link_sheet(rig, first, n, stiffness);
    return first;
}

// Two sheets meet, with friction and restitution: their forces are equal and opposite.
TEST(test_bodies_keep_momentum)
{
    static const Way TWO[] = {{"pbd", "iterations=10 contact_room=64", INFINITY, false},
                              {"xpbd", "iterations=10 contact_room=64", INFINITY, true},
                              {"xpbd", "iterations=10 contact_sweep=jacobi contact_room=64", 1e4, true},
                              {"xpbd", "iterations=5 substeps=3 contact_sweep=jacobi contact_room=64", INFINITY, false},
                              {"newton", "contact_room=64", 1e4, false},
                              {"newton", "contact_room=64", 1e4, true},
                              {"pd", "iterations=10 contact_room=64", 1e4, true},
                              {"lbfgs", "iterations=10 contact_room=64", 1e4, true},
                              {"lbfgs", "iterations=10 contact_room=64", 1e4, false},
                              {"admm", "iterations=10 contact_room=64", 1e4, false},
                              {"descent", "iterations=10 contact_room=64", 1e4, false},
                              {"descent", "iterations=10 contact_room=64", INFINITY, false},
                              {"pd", "iterations=10 contact_matrix=refactor contact_room=64", 1e4, false}};
    for (size_t w = 0; w < sizeof TWO / sizeof *TWO; w++) {
        RIG(rig);
        ContactRules rules = rules_in(TWO[w].inside, TWO[w].stiffness, 0.5, 0.4);
        rules.bodies = true;
        assert_ok(model_set_contact(rig.builder, &rules));
        add_patch(&rig, 6, (double[3]){0, 0, 0}, 1, 0, 500);
        const int32_t upper = add_patch(&rig, 5, (double[3]){0.13, 0.05, 0.21}, 0.7, 0.15, 500);
        rig_solver(&rig, TWO[w].solver, TWO[w].settings, 0.01, 2);
        for (int32_t i = upper; i < rig.model.particle_count; i++)
            rig_set_velocity(&rig, i, 0.8, -2, 0.3);
        double        size;
        const double4 before = rig_momentum(&rig, &size);
        int64_t       active = 0;
        for (int i = 0; i < 25; i++) {
            const ContactReport report = rig_contact_step(&rig, NULL);
            active += report.active;
        }
        assert_true(active > 10);
        assert_true(rig_velocity(&rig, 14).y < -0.05); // the lower one was pushed
        const double4 change = double4_sub(rig_momentum(&rig, &size), before);
        assert_near(double4_norm(change), 0, BOUND(1e-11, 1e-4) * double4_norm(before));
    }
}

static double kinetic_energy(const Rig *rig)
{
    double sum = 0;
    for (int32_t i = 0; i < rig->model.particle_count; i++) {
        const double4 v = double4_from(rig->state.velocity[i]);
        sum += 0.5 * rig->model.mass[i] * double4_dot(v, v);
    }
    return sum;
}

// Loose particles whose triangles and edges meet, all at once: however many share a particle, e = 1 adds no energy.
TEST(test_elastic_pairs_gain_nothing)
{
    for (int rub = 0; rub < 2; rub++) {
        RIG(rig);
        ContactRules rules = rules_of(INFINITY, 0.5 * rub, 1);
        rules.bodies = true;
        assert_ok(model_set_contact(rig.builder, &rules));
        add_patch(&rig, 6, (double[3]){0, 0, 0}, 1, 0, 1e-9);
        const int32_t upper = add_patch(&rig, 5, (double[3]){0.13, 0.05, 0.21}, 0.7, 0.15, 1e-9);
        rig_solver(&rig, "xpbd", "iterations=10 contact_room=64", 0.01, 1);
        for (int32_t i = upper; i < rig.model.particle_count; i++)
            rig_set_velocity(&rig, i, 0.8, -2, 0.3);
        const double start = kinetic_energy(&rig);
        double       energy = start;
        for (int i = 0; i < 25; i++) {
            rig_steps(&rig, 1, NULL);
            const double now = kinetic_energy(&rig);
            assert_true(now <= energy * (1 + BOUND(1e-13, 1e-4)));
            energy = now;
        }
        assert_true(rub ? energy < 0.99 * start : energy > 0.9 * start);
        assert_true(rig_velocity(&rig, 14).y < -0.05); // the lower one was pushed
    }
}

// One projection of one pair of elements keeps Σ m x × Δx as well: the impulse acts along the line between the nearest points.
TEST(test_projection_keeps_moments)
{
    Random random = {3};
    RIG(rig);
    ContactRules rules = rules_of(INFINITY, 0, 0);
    rules.bodies = true;
    assert_ok(model_set_contact(rig.builder, &rules));
    for (int body = 0; body < 2; body++) {
        model_begin_body(rig.builder);
        rig_particle(&rig, 0, 10 * body, 0, 1 + body);
        rig_particle(&rig, 1, 10 * body, 0, 0.3);
        rig_particle(&rig, 0, 10 * body, 1, 0.5 + body);
        assert_ok(model_add_contact_triangle(rig.builder, (int32_t[3]){3 * body, 3 * body + 1, 3 * body + 2}));
    }
    rig_solver(&rig, "xpbd", "iterations=1", 0.01, 1);
    ContactSet       *contact = &rig.contacts->sets[CONTACT_PAIR];
    Motion            motion;
    ContactSweep      sweep;
    const SolverSetup setup = {.model = &rig.model, .contacts = rig.contacts, .dt = 0.01, .threads = 1, .arena = &rig.arena};
    assert_ok(motion_init(&motion, &setup, 1));
    assert_ok(contact_sweep_init(&sweep, &setup, &motion, &(ContactSweepSettings){.kernels = KERNELS_PLAIN, .omega = 1}));
    rig.contacts->omits_idle = false; // the contact is made by hand, not by contacts_linearise
    int done = 0;
    for (int trial = 0; trial < 400; trial++) {
        double4 x[4];
        Narrow  narrow;
        for (int j = 0; j < 4; j++) {
            real4 *at = &rig.state.position[j];
            *at = (real4){(real)rig_random(&random), (real)rig_random(&random), (real)rig_random(&random), at->w};
            x[j] = double4_from(*at);
        }
        const bool edges = trial % 2;
        if (!(edges ? narrow_edge_edge(x, x, 2, 2, 0, &narrow) : narrow_point_triangle(x, x, 2, 2, 0, &narrow)))
            continue;
        for (int j = 0; j < 4; j++) {
            contact->set.vertices[j] = j;
            contact->set.rest[3 + j] = (real)narrow.weight[j];
        }
        contact->set.rest[0] = (real)narrow.normal.x, contact->set.rest[1] = (real)narrow.normal.y,
        contact->set.rest[2] = (real)narrow.normal.z;
        contact->set.rest[7] = (real)(narrow.distance + 0.3);
        contact->set.count = contact->colour_count = 1;
        contact->colour_start[0] = 0, contact->colour_start[1] = 1;
        contact->serial_tail = false;
        if (contact->set.sense)
            contact->set.sense[0] = SENSE_GREATER_EQUAL;
        contact->lambda[0] = 0;
        contact_sweep_run(&sweep, rig.state.position, NULL);
        double4 linear = {0}, angular = {0};
        for (int j = 0; j < 4; j++) {
            const double4 moved = double4_sub(double4_from(rig.state.position[j]), x[j]);
            double4_add_to(&linear, rig.model.mass[j], moved);
            double4_add_to(&angular, rig.model.mass[j], double4_cross(x[j], moved));
        }
        assert_true((double)contact->lambda[0] > 0.01);
        assert_near(double4_norm(linear), 0, BOUND(1e-14, 1e-5));
        assert_near(double4_norm(angular), 0, BOUND(1e-12, 1e-5));
        done++;
    }
    assert_true(done > 300);
}

// ---- threads ----

enum { PILE = 24 };

// Two sheets that fall onto a floor, the upper one faster and aside, hundreds of contacts in a colour.
static void begin_pile(Rig *rig, const Way *way, int threads)
{
    ContactRules rules = rules_in(way->inside, way->stiffness, 0.4, 0.3);
    rules.thickness = 0.02;
    rules.bodies = rules.self = true;
    assert_ok(model_set_contact(rig->builder, &rules));
    add_floor(rig);
    add_patch(rig, PILE, (double[3]){0, 0.03, 0}, 1, 0, 300);
    add_patch(rig, PILE, (double[3]){0.07, 0.06, 0.04}, 1, 0.05, 300);
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
    rig_solver(rig, way->solver, way->settings, 0.01, threads);
    for (int32_t i = 0; i < 2 * PILE * PILE; i++)
        rig_set_velocity(rig, i, i < PILE * PILE ? -0.3 : 0.4, i < PILE * PILE ? -0.4 : -2, 0);
}

typedef struct Ended {
    real4         position[2 * PILE * PILE], velocity[2 * PILE * PILE];
    ContactReport report;
} Ended;

static void run_pile(const Way *way, int threads, int steps, Ended *out)
{
    RIG(rig);
    StepContext context = {.contact = &out->report};
    *out = (Ended){0};
    begin_pile(&rig, way, threads);
    rig_steps(&rig, steps, &context);
    const double work = out->report.friction_work;
    assert_ok(contacts_report(rig.contacts, &rig.state, &out->report));
    out->report.friction_work = work;
    memcpy(out->position, rig.state.position, sizeof out->position);
    memcpy(out->velocity, rig.state.velocity, sizeof out->velocity);
}

TEST(test_threads_give_the_same_bits)
{
    static const Way CASES[] = {
        {"pbd", "iterations=4 contact_room=64", INFINITY, false},
        {"xpbd", "iterations=4 contact_room=64", INFINITY, true},
        {"xpbd", "iterations=4 contact_room=64 contact_sweep=jacobi kernels=plain", INFINITY, true},
        {"xpbd", "iterations=4 contact_room=64 contact_bound=displacement", INFINITY, false},
        {"vbd", "iterations=4 contact_room=64", 1e4, true},
        {"pd", "iterations=4 contact_room=64", 1e4, true},
        {"lbfgs", "iterations=4 contact_room=64", 1e4, true},
        {"avbd", "iterations=4 contact_room=64", INFINITY, true},
        {"xpbd", "iterations=2 substeps=3 contact_room=64 omega=1.1 sweep=jacobi contact_sense=equality", 1e4, false}};
    static Ended one, many;
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
        run_pile(&CASES[c], 1, 5, &one);
        assert_true(one.report.found > 1500 && one.report.active > 100);
        assert_true(one.report.friction_work > 0 || strstr(CASES[c].settings, "contact_sweep=jacobi")); // far from converged
        run_pile(&CASES[c], 3, 5, &many);                                                               // uneven parts
        assert_memory_equal(&many, &one, sizeof one);
    }
}

// With vector registers or one after another: the same contacts, and the same moves but for rounding.
TEST(test_wide_is_plain)
{
    static const char *const CASES[] = {"iterations=4 contact_room=64", "iterations=4 contact_room=64 contact_sweep=jacobi"};
    static Ended             wide, plain;
    for (int c = 0; c < 2; c++) {
        run_pile(&(Way){"xpbd", CASES[c], INFINITY, true}, 1, 4, &wide);
        TEXT_OF(settings, "%s kernels=plain", CASES[c]);
        run_pile(&(Way){"xpbd", settings, INFINITY, true}, 1, 4, &plain);
        for (int i = 0; i < 2 * PILE * PILE; i++)
            assert_near(double4_norm(double4_sub(double4_from(wide.position[i]), double4_from(plain.position[i]))), 0, BOUND(1e-9, 5e-3));
    }
}

TEST(test_a_step_allocates_nothing)
{
    if (allocations_count() < 0)
        return;
    static const Way CASES[] = {{"xpbd", "contact_room=64", INFINITY, false},
                                {"xpbd", "contact_room=64 contact_sweep=jacobi", INFINITY, true},
                                {"vbd", "contact_room=64", 1e4, true},
                                {"xpbd", "contact_room=64 contact_bound=displacement", INFINITY, false}};
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
        RIG(rig);
        begin_pile(&rig, &CASES[c], 2);
        rig_steps(&rig, 2, NULL);
        const int64_t before = allocations_count();
        rig_steps(&rig, 3, NULL);
        assert_int_equal(allocations_count(), before);
    }
}
