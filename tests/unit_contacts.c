// Contacts: what is found around what moves, what it is linearised to, in which order it comes, and what is said when it cannot be.
#include "rig.h"

#include <omp.h>

#include "contact/contacts.h"

enum { TEAM_MAX = 4 };

typedef struct Bench {
    Rig       rig;
    Contacts *contacts;
    real4    *to;
} Bench;

static ContactRules rules(double thickness)
{
    return (ContactRules){.thickness = thickness, .stiffness = 1e4, .friction = 0.3, .restitution = 0.5, .self = true, .bodies = true};
}

static Collider plane_at(double height)
{
    return (Collider){.shape = COLLIDER_PLANE,
                      .point = {0, 0, height},
                      .direction = {0, 0, 1},
                      .friction = NAN,
                      .restitution = NAN,
                      .script = -1,
                      .name = "plane 0"};
}

static Collider sphere_at(double x, double y, double z, double radius)
{
    return (Collider){.shape = COLLIDER_SPHERE,
                      .point = {x, y, z},
                      .radius = radius,
                      .friction = 0.7,
                      .restitution = 0,
                      .script = -1,
                      .name = "sphere 1"};
}

static void begin(Bench *b, const ContactRules *r)
{
    *b = (Bench){0};
    rig_begin(&b->rig);
    assert_ok(model_set_contact(b->rig.builder, r));
    model_set_gravity(b->rig.builder, (double[3]){0, 0, 0});
}

static int32_t moving(Bench *b, double x, double y, double z, double u, double v, double w)
{
    assert_ok(model_add_particle(b->rig.builder, (double[3]){x, y, z}, (double[3]){u, v, w}, 1));
    const int32_t particle = model_builder_particles(b->rig.builder) - 1;
    assert_ok(model_add_contact_point(b->rig.builder, particle));
    return particle;
}

static Status try_make(Bench *b, const char *broad, int room, double dt, int threads)
{
    Rig *rig = &b->rig;
    assert_ok(model_build(rig->builder, PARTICLE_ORDER_NONE, &rig->arena, &rig->model));
    assert_ok(state_make(rig->builder, &rig->model, &rig->arena, &rig->state));
    assert_ok(ARENA_NEW(&rig->arena, rig->model.particle_count, &b->to));
    const ContactSettings settings = {.broad = broad_find(broad), .room = room, .dt = dt, .threads = threads};
    return contacts_make(&rig->model, &rig->state, &settings, &rig->arena, &b->contacts);
}

static void make(Bench *b, int room, double dt, int threads)
{
    assert_ok(try_make(b, "grid", room, dt, threads));
    assert_non_null(b->contacts);
}

static void end(Bench *b)
{
    arena_free(&b->rig.arena);
    model_builder_free(b->rig.builder);
}

static void detect(Bench *b, int threads)
{
#pragma omp parallel num_threads(threads)
    contacts_detect(b->contacts, &b->rig.state, NULL);
}

// Detects, and linearises for one substep that is the step, without gravity.
static void step(Bench *b, double dt, int threads)
{
    const State *s = &b->rig.state;
    const double time = s->start + (double)(s->step + 1) * dt;
    for (int32_t i = 0; i < s->particle_count; i++) {
        const real h = s->position[i].w > 0 ? (real)dt : 0;
        b->to[i] = (real4){s->position[i].x + h * s->velocity[i].x, s->position[i].y + h * s->velocity[i].y,
                           s->position[i].z + h * s->velocity[i].z, s->position[i].w};
    }
    detect(b, threads);
    assert_ok(contacts_failed(b->contacts));
#pragma omp parallel num_threads(threads)
    contacts_linearise(b->contacts, s->position, b->to, s->velocity, dt, time, NULL);
}

static double rest_of(const ContactSet *set, int param, int32_t i)
{
    return (double)set->set.rest[(size_t)param * (size_t)set->set.count + (size_t)i];
}

// ---- particles and colliders ----

static void only_what_may_touch_is_found(void **unused)
{
    (void)unused;
    Bench              b;
    const ContactRules r = rules(0.01);
    const double       dt = 0.01;
    begin(&b, &r);
    moving(&b, 0, 0, 0.5, 0, 0, -1);  // stays half a metre away
    moving(&b, 1, 0, 0.5, 0, 0, -60); // falls through the plane within the step
    moving(&b, 2, 0, 0.012, 0, 0, 0); // near, at rest
    moving(&b, 3, 0, 0.1, 100, 0, 0); // fast, along the plane
    moving(&b, 4, 0, 0.3, 0, 0, 50);  // fast, away from it
    const Collider plane = plane_at(0);
    assert_ok(model_add_collider(b.rig.builder, &plane));
    make(&b, 8, dt, 1);
    step(&b, dt, 1);
    const ContactSet *set = &b.contacts->sets[CONTACT_POINT];
    bool              found[5] = {false};
    for (int32_t i = 0; i < set->set.count; i++)
        found[set->set.vertices[i]] = true;
    assert_false(found[0]);
    assert_true(found[1]);
    assert_true(found[2]);
    assert_false(found[4]);
    for (int32_t i = 0; i < set->set.count; i++) {
        assert_near(rest_of(set, 2, i), 1, 1e-12);
        assert_near(rest_of(set, 5, i), 0, 1e-12);
        assert_near(rest_of(set, 6, i), 0.01, 1e-12);
        assert_near(set->approach[i], b.rig.state.velocity[set->set.vertices[i]].z, 1e-12);
        assert_near(set->friction[i], 0.3, 1e-7);
        assert_near(set->restitution[i], 0.5, 1e-7);
    }
    end(&b);
}

// The plane that keeps a particle off a sphere is taken where it slides to, so that it neither leaves the sphere nor sinks into it.
static void a_sphere_is_followed(void **unused)
{
    (void)unused;
    Bench              b;
    const ContactRules r = rules(0.01);
    const double       dt = 0.01;
    begin(&b, &r);
    moving(&b, 0, 0, 1.01, 3, 0, -1);
    moving(&b, 0, 0.4, 3, 0, 0, -260); // right through the sphere and out below: it stays above
    const Collider sphere = sphere_at(0, 0, 0, 1);
    assert_ok(model_add_collider(b.rig.builder, &sphere));
    make(&b, 8, dt, 1);
    step(&b, dt, 1);
    const ContactSet *set = &b.contacts->sets[CONTACT_POINT];
    assert_int_equal(set->set.count, 2);
    double4 at = double4_from(b.to[0]), n = {rest_of(set, 0, 0), rest_of(set, 1, 0), rest_of(set, 2, 0), 0};
    double  value;
    double4 x[2] = {at, double4_from(b.to[1])};
    set->set.ops->evaluate(&set->set, 0, 1, x, &value, NULL);
    assert_true(value < 0);
    double4_add_to(&at, -value, n);
    assert_near(double4_norm(at), 1.01, 2e-4); // tangential way 0.03: the tangent at the start would leave 4.5e-4
    assert_near(set->friction[0], 0.7, 1e-7);
    assert_true(rest_of(set, 2, 1) > 0.8);
    end(&b);
}

static void colliders_that_move_take_their_way_with_them(void **unused)
{
    (void)unused;
    Bench              b;
    const ContactRules r = rules(0.01);
    const double       dt = 0.01;
    begin(&b, &r);
    moving(&b, 0, 0, 0.3, 0, 0, 0);   // the plane rises past it
    moving(&b, 1, 0, 0.03, 0, 0, 50); // flees before it
    int32_t          script;
    const ScriptPart part = {.act = SCRIPT_MOVE, .from = 0, .to = 1, .vector = {0, 0, 50}};
    assert_ok(model_add_script(b.rig.builder, &part, 1, INFINITY, &script));
    Collider plane = plane_at(0);
    plane.script = script;
    assert_ok(model_add_collider(b.rig.builder, &plane));
    make(&b, 8, dt, 1);
    step(&b, dt, 1);
    const ContactSet *set = &b.contacts->sets[CONTACT_POINT];
    assert_true(set->set.count >= 1);
    assert_int_equal(set->set.vertices[0], 0);
    assert_near(rest_of(set, 5, 0), 0.5, 1e-9); // where the plane is at the end
    assert_near(set->wall[0].z, 50, 1e-6);
    assert_near(set->approach[0], -50, 1e-6);
    end(&b);
}

static void a_particle_has_its_contacts_in_different_colours(void **unused)
{
    (void)unused;
    Bench              b;
    const ContactRules r = rules(0.01);
    begin(&b, &r);
    for (int i = 0; i < 40; i++)
        moving(&b, 0.05 * i, 0, 0.005, 0, 0, 0);
    for (int c = 0; c < 3; c++) {
        const Collider plane = plane_at(-0.001 * c);
        assert_ok(model_add_collider(b.rig.builder, &plane));
    }
    make(&b, 8, 0.01, 2);
    step(&b, 0.01, 2);
    const ContactSet *set = &b.contacts->sets[CONTACT_POINT];
    assert_int_equal(set->set.count, 120);
    assert_int_equal(set->colour_count, 3);
    assert_false(set->serial_tail);
    for (int c = 0; c < 3; c++)
        for (int32_t i = set->colour_start[c] + 1; i < set->colour_start[c + 1]; i++)
            assert_true(set->set.vertices[i] > set->set.vertices[i - 1]);
    for (int32_t p = 0; p < 40; p++) {
        assert_int_equal(b.contacts->start[p + 1] - b.contacts->start[p], 3);
        for (int32_t k = b.contacts->start[p]; k < b.contacts->start[p + 1]; k++)
            assert_int_equal(set->set.vertices[b.contacts->slot[k]], p);
    }
    end(&b);
}

static void energy_is_that_of_a_spring_below_the_surface(void **unused)
{
    (void)unused;
    Bench              b;
    const ContactRules r = rules(0.01);
    begin(&b, &r);
    moving(&b, 0, 0, 0.004, 0, 0, 0);
    moving(&b, 1, 0, 0.011, 0, 0, 0);
    const Collider plane = plane_at(0);
    assert_ok(model_add_collider(b.rig.builder, &plane));
    make(&b, 8, 0.01, 1);
    step(&b, 0.01, 1);
    double4 x[2] = {{0, 0, 0.004, 1}, {1, 0, 0.011, 1}}, gradient[2] = {{0}};
    assert_near(contacts_energy(b.contacts, x, gradient), 0.5 * 1e4 * 0.006 * 0.006, BOUND(1e-12, 1e-6));
    assert_near(gradient[0].z, -60, BOUND(1e-9, 1e-3));
    assert_near(gradient[1].z, 0, 0);
    double            block[2 * 9];
    const ContactSet *set = &b.contacts->sets[CONTACT_POINT];
    set->set.ops->hessian(&set->set, 0, 2, x, true, block);
    assert_near(block[8], 1e4, 1e-6);
    assert_near(block[9 + 8], 0, 0);
    end(&b);
}

// ---- what is refused ----

static void a_start_inside_a_collider_is_refused(void **unused)
{
    (void)unused;
    Bench              b;
    const ContactRules r = rules(0.01);
    begin(&b, &r);
    moving(&b, 5, 0, 0, 0, 0, 0);
    moving(&b, 0.5, 0, 0, 0, 0, 0);
    const Collider sphere = sphere_at(0, 0, 0, 1);
    assert_ok(model_add_collider(b.rig.builder, &sphere));
    const Status status = try_make(&b, "grid", 8, 0.01, 1);
    assert_int_equal(status.code, STATUS_INPUT);
    assert_non_null(strstr(status.text, "particle 1"));
    assert_non_null(strstr(status.text, "sphere 1"));
    assert_non_null(strstr(status.text, "0.5 m"));
    end(&b);
}

static void a_step_without_room_says_how_much_it_needs(void **unused)
{
    (void)unused;
    Bench              b;
    const ContactRules r = rules(0.01);
    begin(&b, &r);
    for (int i = 0; i < 10; i++)
        moving(&b, 0.05 * i, 0, 0.005, 0, 0, 0);
    for (int c = 0; c < 3; c++) {
        const Collider plane = plane_at(-0.001 * c);
        assert_ok(model_add_collider(b.rig.builder, &plane));
    }
    make(&b, 2, 0.01, 2);
    detect(&b, 2);
    const Status status = contacts_failed(b.contacts);
    assert_int_equal(status.code, STATUS_MEMORY);
    assert_non_null(strstr(status.text, "30 contacts"));
    assert_non_null(strstr(status.text, "contact_room"));
    assert_int_equal(b.contacts->sets[CONTACT_POINT].set.count, 0);
    end(&b);
}

static void what_is_no_number_is_named(void **unused)
{
    (void)unused;
    Bench              b;
    const ContactRules r = rules(0.01);
    begin(&b, &r);
    for (int i = 0; i < 50; i++)
        moving(&b, 0.05 * i, 0, 0.005, 0, 0, 0);
    const Collider plane = plane_at(0);
    assert_ok(model_add_collider(b.rig.builder, &plane));
    make(&b, 2, 0.01, 2);
    b.rig.state.velocity[33].y = NAN;
    b.rig.state.position[41].y = INFINITY;
    detect(&b, 2);
    const Status status = contacts_failed(b.contacts);
    assert_int_equal(status.code, STATUS_NUMERIC);
    assert_non_null(strstr(status.text, "particle 33"));
    assert_int_equal(b.contacts->sets[CONTACT_POINT].set.count, 0);
    b.rig.state.velocity[33].y = b.rig.state.position[41].y = 0;
    detect(&b, 2);
    assert_ok(contacts_failed(b.contacts));
    assert_int_equal(b.contacts->sets[CONTACT_POINT].set.count, 50);
    end(&b);
}

// ---- what is looked at ----

static void what_was_not_found_is_missed(void **unused)
{
    (void)unused;
    Bench              b;
    const ContactRules r = rules(0.01);
    ContactReport      report = {0};
    begin(&b, &r);
    moving(&b, 0, 0, 0.012, 0, 0, 0);
    moving(&b, 1, 0, 0.5, 0, 0, 0);
    moving(&b, 2, 0, 0.5, 0, 0, 0);
    const Collider plane = plane_at(0);
    assert_ok(model_add_collider(b.rig.builder, &plane));
    make(&b, 8, 0.01, 2);
    step(&b, 0.01, 2);
    b.contacts->sets[CONTACT_POINT].lambda[0] = 1;
    b.rig.state.position[0].z = (real)0.008; // found, and still 2 mm too near
    b.rig.state.position[1].z = (real)0.004; // thrown there by the solve
    assert_ok(contacts_look(b.contacts, &b.rig.state, &report));
    assert_int_equal(report.found, 1);
    assert_int_equal(report.active, 1);
    assert_int_equal(report.missed, 1);
    assert_int_equal(report.colours, 1);
    assert_near(report.penetration_max, 0.006, BOUND(1e-15, 1e-8));
    assert_near(report.penetration_mean, 0.004, BOUND(1e-15, 1e-8));
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_may_touch_is_found),
        cmocka_unit_test(a_sphere_is_followed),
        cmocka_unit_test(colliders_that_move_take_their_way_with_them),
        cmocka_unit_test(a_particle_has_its_contacts_in_different_colours),
        cmocka_unit_test(energy_is_that_of_a_spring_below_the_surface),
        cmocka_unit_test(a_start_inside_a_collider_is_refused),
        cmocka_unit_test(a_step_without_room_says_how_much_it_needs),
        cmocka_unit_test(what_is_no_number_is_named),
        cmocka_unit_test(what_was_not_found_is_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
