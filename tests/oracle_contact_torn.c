// Torn parts no longer touch: links, faces and their edges whose constraints broke let things through, from the next step on. The rest
// touches as before. Constraints are broken by hand, in the state.
#include "contact_rig.h"

static const double DT = 1.0 / 60, HEIGHT = 0.1;

// Pinned at y = 0, with springs that can break:
//   3 - 4 - 5    z = 1     two faces, cut from their first corner into (0 1 4) (0 4 3) and (1 2 5) (1 5 4);
//   |   |   |              with their sides and both diagonals
//   0 - 1 - 2    z = 0
static const int32_t FACE[2][4] = {{0, 1, 4, 3}, {1, 2, 5, 4}};

static void add_pinned(Rig *rig, int count, int columns)
{
    for (int i = 0; i < count; i++) {
        const int row = i / columns;
        assert_ok(model_pin(rig->builder, rig_particle(rig, i % columns, 0, row, 1)));
    }
}

static void add_breakable(Rig *rig, int32_t a, int32_t b)
{
    rig_spring(rig, a, b, 0, 1000);
    rig_traits(rig, 0, 1e6, SENSE_EQUAL);
}

static void add_faces(Rig *rig)
{
    static const int32_t SPRING[][2] = {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}, {0, 4}, {1, 3}, {1, 5}, {2, 4}};
    add_pinned(rig, 6, 3);
    for (size_t i = 0; i < sizeof SPRING / sizeof *SPRING; i++)
        add_breakable(rig, SPRING[i][0], SPRING[i][1]);
    for (int f = 0; f < 2; f++) {
        assert_ok(model_add_face(rig->builder, FACE[f], 4));
        for (int k = 2; k < 4; k++)
            assert_ok(model_add_contact_triangle(rig->builder, (int32_t[3]){FACE[f][0], FACE[f][k - 1], FACE[f][k]}));
    }
}

static void add_chain(Rig *rig)
{
    add_pinned(rig, 4, 4);
    for (int32_t i = 0; i < 3; i++) {
        add_breakable(rig, i, i + 1);
        assert_ok(model_add_contact_edge(rig->builder, (int32_t[2]){i, i + 1}));
    }
}

static void begin(Rig *rig, void (*add)(Rig *rig), double stiffness)
{
    ContactRules rules = rules_of(stiffness, 0, 0);
    rules.bodies = true;
    model_begin_body(rig->builder);
    assert_ok(model_set_contact(rig->builder, &rules));
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
    add(rig);
    model_begin_body(rig->builder);
}

// Breaks the constraint between two particles, or makes it whole.
static void set_broken(Rig *rig, int32_t a, int32_t b, bool broken)
{
    const ConstraintSet *set = &rig->model.sets[CONSTRAINT_distance];
    for (int32_t i = 0; i < set->count; i++) {
        const int32_t p = rig->model.user_of[set->vertices[2 * i]], q = rig->model.user_of[set->vertices[2 * i + 1]];
        if ((p == a && q == b) || (p == b && q == a)) {
            rig->state.broken[CONSTRAINT_distance][set->origin[i]] = broken;
            return;
        }
    }
    fail_msg("no constraint between %d and %d", a, b);
}

// A rod, or with equal ends a point, above the body that `add` makes. free: whether it falls freely past the place where a and b are broken
// (−1: nothing is).
typedef struct Fall {
    void (*add)(Rig *rig);
    int32_t     a, b;
    double      x[2], z[2];
    bool        free;
    const char *name;
} Fall;

static void add_thing(Rig *rig, const Fall *fall)
{
    const bool    rod = fall->x[0] < fall->x[1] || fall->z[0] < fall->z[1];
    const int32_t first = rig_particle(rig, fall->x[0], HEIGHT, fall->z[0], 1);
    if (!rod) {
        assert_ok(model_add_contact_point(rig->builder, first));
        return;
    }
    rig_particle(rig, fall->x[1], HEIGHT, fall->z[1], 1);
    rig_spring(rig, first, first + 1, 0, 1e4);
    assert_ok(model_add_contact_edge(rig->builder, (int32_t[2]){first, first + 1}));
}

// All particles from `first` on, against the law of implicit Euler: y_n = y − g h² n (n + 1)/2.
static bool falls_freely(const Rig *rig, const Fall *fall, int32_t first, int steps)
{
    double off = 0;
    for (int32_t i = first; i < rig->model.particle_count; i++) {
        const double4 x = rig_position(rig, i);
        off = fmax(off, fabs(x.y - (HEIGHT - G * DT * DT * steps * (steps + 1) / 2)));
        off = fmax(off, fabs(x.x - fall->x[i - first]) + fabs(x.z - fall->z[i - first]));
    }
    return off < BOUND(1e-12, 1e-5);
}

static void drop(const Fall *fall, const char *settings)
{
    enum { STEPS = 20 }; // 0.57 m
    RIG(rig);
    begin(&rig, fall->add, 1e4);
    const int32_t first = model_builder_particles(rig.builder);
    add_thing(&rig, fall);
    rig_solver(&rig, "xpbd", settings, DT, 2);
    if (fall->a >= 0)
        set_broken(&rig, fall->a, fall->b, true);
    rig_steps(&rig, STEPS, NULL);
    if (falls_freely(&rig, fall, first, STEPS) != fall->free)
        fail_msg("%s: %s %s (y = %g)", settings, fall->name, fall->free ? "is supported" : "falls", rig_position(&rig, first).y);
}

TEST(test_torn_elements_touch_nothing)
{
    static const Fall FALLS[] = {
        {add_faces, -1, -1, {0.7, 0.7}, {0.3, 0.3}, false, "a point on a face"},
        {add_faces, 1, 3, {0.7, 0.7}, {0.3, 0.3}, true, "a point on a face without a diagonal that no triangle has"},
        {add_faces, 0, 4, {0.7, 0.7}, {0.3, 0.3}, true, "a point on a face without the other diagonal"},
        {add_faces, 0, 3, {0.7, 0.7}, {0.3, 0.3}, true, "a point on a face without a side, on the triangle that does not have it"},
        {add_faces, 1, 3, {1.5, 1.5}, {0.2, 0.2}, false, "a point on the next face"},
        {add_faces, 1, 4, {1.5, 1.5}, {0.2, 0.2}, true, "a point on a face without the side to the next"},
        {add_faces, 1, 3, {1, 1}, {0.5, 0.5}, false, "a point on a side of a whole face and a torn one"},
        {add_faces, 1, 4, {1, 1}, {0.5, 0.5}, true, "a point on a side of two torn faces"},
        {add_faces, 1, 3, {1, 1}, {-0.006, -0.006}, false, "a point beside a corner of a whole face and a torn one"},
        {add_faces, 1, 4, {1, 1}, {-0.006, -0.006}, true, "a point beside a corner of two torn faces"},
        {add_faces, -1, -1, {-1, 0.9}, {0.4, 0.4}, false, "a rod on the sides of a face"},
        {add_faces, 1, 3, {-1, 0.9}, {0.4, 0.4}, true, "a rod on the sides of a torn face"},
        {add_faces, 1, 3, {0.5, 3}, {0.4, 0.4}, false, "a rod on the sides of the next face"},
        {add_faces, 1, 3, {0.5, 1.05}, {0.4, 0.4}, false, "a rod on the side of a whole face and a torn one"},
        {add_chain, -1, -1, {1.5, 1.5}, {-0.5, 0.5}, false, "a rod on a link"},
        {add_chain, 1, 2, {1.5, 1.5}, {-0.5, 0.5}, true, "a rod on a broken link"},
        {add_chain, 1, 2, {0.5, 0.5}, {-0.5, 0.5}, false, "a rod on the link before a broken one"},
        {add_chain, 1, 2, {2.003, 2.003}, {-0.5, 0.5}, false, "a rod at the end of the link after a broken one"},
    };
    for (size_t i = 0; i < sizeof FALLS / sizeof *FALLS; i++) {
        drop(&FALLS[i], "iterations=10");
        drop(&FALLS[i], "iterations=10 contact_bound=displacement");
    }
}

// A side of torn faces only that is drawn as a line of its own.
static void add_faces_and_line(Rig *rig)
{
    add_faces(rig);
    assert_ok(model_add_line(rig->builder, 0, 3));
    assert_ok(model_add_contact_edge(rig->builder, (int32_t[2]){0, 3}));
}

TEST(test_a_line_outlives_its_face)
{
    drop(&(Fall){add_faces_and_line, 1, 3, {-1, 0.5}, {0.4, 0.4}, false, "a rod on a line of a torn face"}, "iterations=10");
    drop(&(Fall){add_faces_and_line, 0, 3, {-1, 0.5}, {0.4, 0.4}, true, "a rod on a broken line of a torn face"}, "iterations=10");
}

TEST(test_restored_elements_touch)
{
    const Fall fall = {add_faces, 1, 3, {0.7, 0.7}, {0.3, 0.3}, false, ""};
    RIG(rig);
    State start;
    begin(&rig, add_faces, 1e4);
    add_thing(&rig, &fall);
    rig_solver(&rig, "xpbd", "iterations=10", DT, 2);
    assert_ok(state_alloc(&rig.model, &rig.arena, &start));
    state_copy(&rig.model, &start, &rig.state);
    for (int broken = 0; broken < 3; broken++) {
        state_copy(&rig.model, &rig.state, &start);
        contacts_forget(rig.contacts);
        set_broken(&rig, 1, 3, broken == 1);
        rig_steps(&rig, 20, NULL);
        assert_int_equal(falls_freely(&rig, &fall, 6, 20), broken == 1);
    }
}

// A contact pushes back a particle that has gone through a face; when the face is torn, that contact is removed.
TEST(test_a_pair_ends_with_its_face)
{
    RIG(rig);
    ContactReport report;
    begin(&rig, add_faces, 50);
    add_thing(&rig, &(Fall){add_faces, 1, 3, {0.7, 0.7}, {0.3, 0.3}, false, ""});
    model_set_gravity(rig.builder, (double[3]){0, 0, 0});
    rig_solver(&rig, "xpbd", "iterations=10", DT, 2);
    rig_set_velocity(&rig, 6, 0, -20, 0);
    rig_steps(&rig, 2, NULL);
    assert_ok(contacts_report(rig.contacts, &rig.state, &report));
    assert_true(rig_position(&rig, 6).y < -0.02 && report.penetration_max > R); // on the wrong side, and recorded as such
    set_broken(&rig, 1, 3, true);
    const double speed = rig_velocity(&rig, 6).y;
    for (int i = 0; i < 5; i++) {
        rig_steps(&rig, 1, NULL);
        assert_near(rig_velocity(&rig, 6).y, speed, BOUND(1e-12, 1e-5));
        assert_ok(contacts_report(rig.contacts, &rig.state, &report));
        assert_int_equal(report.active + report.missed, 0);
        assert_near(report.penetration_max, 0, 0);
    }
}

// The start may have a rod in the hole of a torn face, but not through a whole one.
TEST(test_a_start_through_a_hole)
{
    RIG(rig);
    begin(&rig, add_faces, 1e4);
    rig_particle(&rig, 0.7, 0.1, 0.3, 1);
    rig_particle(&rig, 0.7, 0.4, 0.3, 1);
    assert_ok(model_add_contact_edge(rig.builder, (int32_t[2]){6, 7}));
    rig_solver(&rig, "xpbd", "", DT, 1);
    state_place(&rig.state, rig.model.model_of[6], (double4){0.7, -0.2, 0.3, 0});
    const ContactSettings settings = solver_contact_settings(&rig.params, DT, 1);
    for (int broken = 0; broken < 2; broken++) {
        Contacts *contacts;
        set_broken(&rig, 1, 3, broken);
        const Status status = contacts_create(&rig.model, &rig.state, &settings, &rig.arena, &contacts);
        assert_int_equal(status.code, broken ? STATUS_OK : STATUS_INPUT);
    }
}

// The border of a face, in a plane.
TEST(test_planar)
{
    static const int32_t CORNERS[4] = {0, 1, 2, 3};
    for (int broken = 0; broken < 2; broken++) {
        RIG(rig);
        ContactRules rules = rules_of(1e4, 0, 0);
        rules.bodies = rules.planar = true;
        model_begin_body(rig.builder);
        assert_ok(model_set_contact(rig.builder, &rules));
        model_set_gravity(rig.builder, (double[3]){0, -G, 0});
        for (int k = 0; k < 4; k++)
            assert_ok(model_pin(rig.builder, rig_particle(&rig, k == 1 || k == 2, k < 2 ? -1 : 0, 0, 1)));
        for (int32_t k = 0; k < 4; k++)
            assert_ok(model_add_contact_edge(rig.builder, (int32_t[2]){k, (k + 1) % 4}));
        assert_ok(model_add_face(rig.builder, CORNERS, 4));
        add_breakable(&rig, 0, 2);
        model_begin_body(rig.builder);
        rig_touching(&rig, 0.4, HEIGHT, 0, 1);
        rig_solver(&rig, "xpbd", "iterations=10", DT, 2);
        set_broken(&rig, 0, 2, broken);
        rig_steps(&rig, 20, NULL);
        assert_int_equal(rig_position(&rig, 4).y < -0.3, broken);
    }
}

// Two sheets, one of which falls on the other while the other tears: spring after spring.
static void tear_sheets(int threads, const char *settings, Rig *rig)
{
    enum { N = 6 };
    ContactRules rules = rules_of(1e4, 0.2, 0.3);
    Random       random = {3};
    rules.bodies = rules.self = true;
    assert_ok(model_set_contact(rig->builder, &rules));
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
    for (int sheet = 0; sheet < 2; sheet++) {
        model_begin_body(rig->builder);
        for (int i = 0; i < N * N; i++) {
            const int row = i / N;
            rig_particle(rig, 0.1 * (i % N) + 0.03 * sheet, 0.03 * sheet, 0.1 * row + 0.04 * sheet, 0.05 + 0.01 * random_unit(&random));
            if (sheet == 0 && (i % N == 0 || i % N == N - 1))
                assert_ok(model_pin(rig->builder, i));
        }
        link_sheet(rig, sheet * N * N, N, 500);
        if (sheet == 0) // of the springs, one in the sheet at least can break
            rig_traits(rig, 0, 1e6, SENSE_EQUAL);
    }
    for (int32_t i = 0; i + N < N * N; i++)
        if (i % N == 2) {
            rig_spring(rig, i + 1, i + N, 0, 500); // diagonals that link_sheet leaves out
            rig_traits(rig, 0, 1e6, SENSE_EQUAL);
        }
    rig_solver(rig, "xpbd", settings, DT, threads);
    for (int i = 0; i < 40; i++) {
        if (i % 4 == 0 && i / 4 < N - 1)
            set_broken(rig, i / 4 * N + 3, i / 4 * N + 2 + N, true);
        rig_steps(rig, 1, NULL);
    }
}

TEST(test_threads_give_the_same_bits)
{
    static const char *const SETTINGS[] = {"iterations=10 contact_room=64", "iterations=4 substeps=2 contact_room=64",
                                           "iterations=4 contact_room=64 contact_bound=displacement"};
    for (size_t s = 0; s < sizeof SETTINGS / sizeof *SETTINGS; s++) {
        RIGS(rig, 3);
        for (int i = 0; i < 3; i++) {
            tear_sheets(i + 1, SETTINGS[s], &rig[i]);
            assert_true(rig_is_same(&rig[0], &rig[i]));
        }
    }
}
