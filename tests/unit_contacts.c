// Contacts: which are detected around moving particles, how they are linearised, their order, and the errors when detection fails.
#include "rig.h"

#include "base/hash.h"
#include "contact/contacts.h"
#include "geometry/narrow.h"
#include "math/wide.h"

enum { TEAM_MAX = 4 };
static const double DT = 0.01;

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

static void begin_by(Bench *b, const ContactRules *r)
{
    *b = (Bench){0};
    rig_begin(&b->rig);
    assert_ok(model_set_contact(b->rig.builder, r));
    model_set_gravity(b->rig.builder, (double[3]){0, 0, 0});
}

static void begin(Bench *b, double thickness)
{
    const ContactRules r = rules(thickness);
    begin_by(b, &r);
}

static void add_plane(Bench *b, double height)
{
    const Collider plane = plane_at(height);
    assert_ok(model_add_collider(b->rig.builder, &plane));
}

static int32_t moving(Bench *b, double x, double y, double z, double u, double v, double w)
{
    assert_ok(model_add_particle(b->rig.builder, (double[3]){x, y, z}, (double[3]){u, v, w}, 1));
    const int32_t particle = model_builder_particles(b->rig.builder) - 1;
    assert_ok(model_add_contact_point(b->rig.builder, particle));
    return particle;
}

// Adds a body of one such particle.
static int32_t another(Bench *b, double x, double y, double z, double u, double v, double w)
{
    model_begin_body(b->rig.builder);
    return moving(b, x, y, z, u, v, w);
}

static Status try_make(Bench *b, int room, double dt, int threads)
{
    Rig *rig = &b->rig;
    assert_ok(model_build(rig->builder, PARTICLE_ORDER_NONE, &rig->arena, &rig->model));
    assert_ok(state_init(rig->builder, &rig->model, &rig->arena, &rig->state));
    assert_ok(ARENA_NEW(&rig->arena, rig->model.particle_count, &b->to));
    const ContactSettings settings = {.reach = 0.25, .room = room, .dt = dt, .threads = threads};
    TRY(contacts_create(&rig->model, &rig->state, &settings, &rig->arena, &b->contacts));
    return contacts_watch(b->contacts, &rig->arena);
}

static void make(Bench *b, int room, double dt, int threads)
{
    assert_ok(try_make(b, room, dt, threads));
    assert_non_null(b->contacts);
}

static void end(Bench *b)
{
    arena_destroy(&b->rig.arena);
    model_builder_destroy(b->rig.builder);
}

static int set_up(void **state)
{
    return (*state = calloc(1, sizeof(Bench))) ? 0 : 1;
}

static int tear_down(void **state)
{
    end(*state);
    free(*state);
    return 0;
}

static void detect(Bench *b, int threads)
{
#pragma omp parallel num_threads(threads)
    contacts_detect(b->contacts, &b->rig.state, NULL);
}

// Detects contacts and linearises them for one substep as long as the step, without gravity.
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

static void make_and_step(Bench *b, int room, double dt, int threads)
{
    make(b, room, dt, threads);
    step(b, dt, threads);
}

static double rest_of(const ContactSet *set, int param, int32_t i)
{
    return (double)set->set.rest[(size_t)param * (size_t)set->set.count + (size_t)i];
}

// ---- particles and colliders ----

TEST_ON(Bench, only_possible_contacts_are_found, set_up, tear_down)
{
    begin(f, 0.01);
    moving(f, 0, 0, 0.5, 0, 0, -1);  // stays half a metre away
    moving(f, 1, 0, 0.5, 0, 0, -60); // falls through the plane within the step
    moving(f, 2, 0, 0.012, 0, 0, 0); // near, at rest
    moving(f, 3, 0, 0.1, 100, 0, 0); // fast, along the plane
    moving(f, 4, 0, 0.3, 0, 0, 50);  // fast, away from it
    add_plane(f, 0);
    make_and_step(f, 8, DT, 1);
    const ContactSet *set = &f->contacts->sets[CONTACT_POINT];
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
        assert_near(set->approach[i], f->rig.state.velocity[set->set.vertices[i]].z, 1e-12);
        assert_near(set->friction[i], 0.3, 1e-7);
        assert_near(set->restitution[i], 0.5, 1e-7);
    }
}

// The tangent plane of a sphere is taken where the particle arrives, so that the particle neither leaves the sphere nor penetrates it.
TEST_ON(Bench, a_sphere_is_followed, set_up, tear_down)
{
    begin(f, 0.01);
    moving(f, 0, 0, 1.01, 3, 0, -1);
    moving(f, 0, 0.4, 3, 0, 0, -260); // right through the sphere and out below: it must stay above
    const Collider sphere = sphere_at(0, 0, 0, 1);
    assert_ok(model_add_collider(f->rig.builder, &sphere));
    make_and_step(f, 8, DT, 1);
    const ContactSet *set = &f->contacts->sets[CONTACT_POINT];
    assert_int_equal(set->set.count, 2);
    double4 at = double4_from(f->to[0]), n = {rest_of(set, 0, 0), rest_of(set, 1, 0), rest_of(set, 2, 0), 0};
    double  value;
    double4 x[2] = {at, double4_from(f->to[1])};
    set->set.ops->energy->evaluate(&set->set, 0, 1, x, &value, NULL);
    assert_true(value < 0);
    double4_add_to(&at, -value, n);
    assert_near(double4_norm(at), 1.01, 2e-4); // tangential distance 0.03: the tangent at the start would leave 4.5e-4
    assert_near(set->friction[0], 0.7, 1e-7);
    assert_near(set->restitution[0], 0, 0); // the collider's own value, not that of the rules
    assert_true(rest_of(set, 2, 1) > 0.8);
}

TEST_ON(Bench, the_motion_of_a_collider_counts, set_up, tear_down)
{
    begin(f, 0.01);
    moving(f, 0, 0, 0.3, 0, 0, 0);   // the plane rises past it
    moving(f, 1, 0, 0.03, 0, 0, 50); // moves away from the plane
    int32_t          script;
    const ScriptPart part = {.act = SCRIPT_MOVE, .from = 0, .to = 1, .vector = {0, 0, 50}};
    assert_ok(model_add_script(f->rig.builder, &part, 1, INFINITY, &script));
    Collider plane = plane_at(0);
    plane.script = script;
    assert_ok(model_add_collider(f->rig.builder, &plane));
    make_and_step(f, 8, DT, 1);
    const ContactSet *set = &f->contacts->sets[CONTACT_POINT];
    assert_true(set->set.count >= 1);
    assert_int_equal(set->set.vertices[0], 0);
    assert_near(rest_of(set, 5, 0), 0.5, 1e-9); // relative to the plane at the end of the step
    assert_near(set->wall[0].z, 50, 1e-6);
    assert_near(set->approach[0], -50, 1e-6);
}

TEST_ON(Bench, a_particle_has_its_contacts_in_different_colours, set_up, tear_down)
{
    begin(f, 0.01);
    for (int i = 0; i < 40; i++)
        moving(f, 0.05 * i, 0, 0.005, 0, 0, 0);
    for (int c = 0; c < 3; c++)
        add_plane(f, -0.001 * c);
    make_and_step(f, 8, 0.01, 2);
    const ContactSet *set = &f->contacts->sets[CONTACT_POINT];
    assert_int_equal(set->set.count, 120);
    assert_int_equal(set->colour_count, 3);
    assert_false(set->serial_tail);
    for (int c = 0; c < 3; c++)
        for (int32_t i = set->colour_start[c] + 1; i < set->colour_start[c + 1]; i++)
            assert_true(set->set.vertices[i] > set->set.vertices[i - 1]);
    for (int32_t p = 0; p < 40; p++) {
        assert_int_equal(f->contacts->start[p + 1] - f->contacts->start[p], 3);
        for (int32_t k = f->contacts->start[p]; k < f->contacts->start[p + 1]; k++)
            assert_int_equal(set->set.vertices[f->contacts->slot[k]], p);
    }
}

TEST_ON(Bench, energy_is_that_of_a_spring_below_the_surface, set_up, tear_down)
{
    begin(f, 0.01);
    moving(f, 0, 0, 0.004, 0, 0, 0);
    moving(f, 1, 0, 0.011, 0, 0, 0);
    add_plane(f, 0);
    make_and_step(f, 8, 0.01, 1);
    double4 x[2] = {{0, 0, 0.004, 1}, {1, 0, 0.011, 1}}, gradient[2] = {{0}};
    assert_near(contacts_energy(f->contacts, x, gradient), 0.5 * 1e4 * 0.006 * 0.006, BOUND(1e-12, 1e-6));
    assert_near(gradient[0].z, -60, BOUND(1e-9, 1e-3));
    assert_near(gradient[1].z, 0, 0);
    double            block[2 * 9];
    const ContactSet *set = &f->contacts->sets[CONTACT_POINT];
    set->set.ops->energy->hessian(&set->set, 0, 2, x, EIGEN_CLAMP, block);
    assert_near(block[8], 1e4, 1e-6);
    assert_near(block[9 + 8], 0, 0);
}

// ---- rejected input ----

TEST_ON(Bench, a_start_inside_a_collider_is_refused, set_up, tear_down)
{
    begin(f, 0.01);
    moving(f, 5, 0, 0, 0, 0, 0);
    moving(f, 0.5, 0, 0, 0, 0, 0);
    const Collider sphere = sphere_at(0, 0, 0, 1);
    assert_ok(model_add_collider(f->rig.builder, &sphere));
    const Status status = try_make(f, 8, DT, 1);
    assert_fails(status, STATUS_INPUT, "particle 1");
    assert_fails(status, STATUS_INPUT, "sphere 1");
    assert_fails(status, STATUS_INPUT, "0.5 m");
}

TEST_ON(Bench, a_step_without_room_reports_the_needed_room, set_up, tear_down)
{
    begin(f, 0.01);
    for (int i = 0; i < 10; i++)
        moving(f, 0.05 * i, 0, 0.005, 0, 0, 0);
    for (int c = 0; c < 3; c++)
        add_plane(f, -0.001 * c);
    make(f, 2, 0.01, 2);
    detect(f, 2);
    const Status status = contacts_failed(f->contacts);
    assert_int_equal(status.code, STATUS_LIMIT);
    assert_non_null(strstr(status.text, "30 contacts"));
    assert_non_null(strstr(status.text, "contact_room"));
    assert_int_equal(f->contacts->sets[CONTACT_POINT].set.count, 0);
}

TEST_ON(Bench, a_particle_without_finite_state_is_named, set_up, tear_down)
{
    begin(f, 0.01);
    for (int i = 0; i < 50; i++)
        moving(f, 0.05 * i, 0, 0.005, 0, 0, 0);
    add_plane(f, 0);
    make(f, 2, 0.01, 2);
    f->rig.state.velocity[33].y = NAN;
    f->rig.state.position[41].y = INFINITY;
    detect(f, 2);
    assert_fails(contacts_failed(f->contacts), STATUS_NUMERIC, "particle 33");
    assert_int_equal(f->contacts->sets[CONTACT_POINT].set.count, 0);
    f->rig.state.velocity[33].y = f->rig.state.position[41].y = 0;
    detect(f, 2);
    assert_ok(contacts_failed(f->contacts));
    assert_int_equal(f->contacts->sets[CONTACT_POINT].set.count, 50);
}

// ---- the contact report ----

TEST_ON(Bench, contacts_that_were_not_detected_are_missed, set_up, tear_down)
{
    ContactReport report = {0};
    begin(f, 0.01);
    moving(f, 0, 0, 0.012, 0, 0, 0);
    moving(f, 1, 0, 0.5, 0, 0, 0);
    moving(f, 2, 0, 0.5, 0, 0, 0);
    add_plane(f, 0);
    make_and_step(f, 8, 0.01, 2);
    assert_ok(contacts_report(f->contacts, &f->rig.state, &report));
    assert_int_equal(report.found, 1);
    assert_int_equal(report.active, 0); // near, but no active contact
    assert_int_equal(report.missed, 0);
    assert_near(report.penetration_max, 0, 0);
    f->contacts->sets[CONTACT_POINT].lambda[0] = 1;
    f->rig.state.position[0].z = (real)0.008; // detected, and still 2 mm too near
    f->rig.state.position[1].z = (real)0.004; // moved there by the solve
    assert_ok(contacts_report(f->contacts, &f->rig.state, &report));
    assert_int_equal(report.found, 1);
    assert_int_equal(report.active, 1);
    assert_int_equal(report.missed, 1);
    assert_int_equal(report.colours, 1);
    assert_near(report.penetration_max, 0.006, BOUND(1e-15, 1e-8));
    assert_near(report.penetration_mean, 0.004, BOUND(1e-15, 1e-8));
}

// ---- elements of surfaces ----

// A sheet of n × n particles h apart, at a given height and slightly perturbed. Its triangles can touch; it moves with velocity w along z.
static void sheet(Bench *b, int n, double h, double shaken, double height, double w, uint64_t seed)
{
    Random        random = {seed};
    const int32_t first = model_builder_particles(b->rig.builder);
    model_begin_body(b->rig.builder);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            double shake[3];
            for (int k = 0; k < 3; k++)
                shake[k] = shaken * h * (random_unit(&random) - 0.5);
            assert_ok(model_add_particle(b->rig.builder, (double[3]){h * i + shake[0], h * j + shake[1], height + shake[2]},
                                         (double[3]){0, 0, w}, 0.01));
        }
    for (int32_t j = 0; j + 1 < n; j++)
        for (int32_t i = 0; i + 1 < n; i++) {
            const int32_t a = first + n * j + i, upper[3] = {a, a + 1, a + n + 1}, lower[3] = {a, a + n + 1, a + n};
            assert_ok(model_add_contact_triangle(b->rig.builder, upper));
            assert_ok(model_add_contact_triangle(b->rig.builder, lower));
        }
}

static double least_on_the_way(const Bench *b, bool edges, const int32_t corner[4], double dt)
{
    enum { LOOKS = 20 };
    const State *s = &b->rig.state;
    double       min = INFINITY;
    for (int look = 0; look <= LOOKS; look++) {
        double4 x[4];
        for (int j = 0; j < 4; j++) {
            x[j] = double4_from(s->position[corner[j]]);
            double4_add_to(&x[j], dt * look / LOOKS, double4_from(s->velocity[corner[j]]));
        }
        const double distance = edges ? narrow_distance_edge_edge(x) : narrow_distance_point_triangle(x);
        min = distance < min ? distance : min;
    }
    return min;
}

static bool is_in(const ContactSet *set, const int32_t corner[4])
{
    for (int32_t i = 0; i < set->set.count; i++)
        if (memcmp(set->set.vertices + 4 * (size_t)i, corner, 4 * sizeof *corner) == 0)
            return true;
    return false;
}

static bool have_common(const int32_t *a, int a_count, const int32_t *b, int b_count)
{
    for (int i = 0; i < a_count; i++)
        for (int j = 0; j < b_count; j++)
            if (a[i] == b[j])
                return true;
    return false;
}

// Whether the nearest points of a pair are inside both elements, by the result of the narrow phase for the motion.
static bool is_inside(const Bench *b, bool edges, const int32_t corner[4], double thickness, double dt)
{
    const State *s = &b->rig.state;
    double4      from[4], to[4];
    Narrow       near = {0};
    for (int j = 0; j < 4; j++) {
        from[j] = to[j] = double4_from(s->position[corner[j]]);
        double4_add_to(&to[j], dt, double4_from(s->velocity[corner[j]]));
    }
    assert_true((edges ? narrow_edge_edge : narrow_point_triangle)(from, to, thickness, INFINITY, 0, &near));
    return near.weight[0] != 0 && near.weight[1] != 0 && near.weight[2] != 0 && near.weight[3] != 0;
}

// A pair that comes nearer than R on the straight path must be in the list. At the borders of elements another pair around the same corner
// may replace it.
static void check_pair(const Bench *b, bool edges, const int32_t corner[4], double thickness, double dt)
{
    const ContactSet *set = &b->contacts->sets[CONTACT_PAIR];
    const int         split = edges ? 2 : 1;
    if (is_in(set, corner))
        return;
    assert_false(is_inside(b, edges, corner, thickness, dt));
    for (int32_t i = 0; i < set->set.count; i++)
        if (have_common(set->set.vertices + 4 * (size_t)i, 4, corner, split) &&
            have_common(set->set.vertices + 4 * (size_t)i, 4, corner + split, 4 - split))
            return;
    fail_msg("nothing speaks for %d %d %d %d", corner[0], corner[1], corner[2], corner[3]);
}

static void check_nothing_is_missed(const Bench *b, double thickness, double dt)
{
    const ContactSurface *surface = b->rig.model.surface;
    int32_t               near = 0;
    for (int32_t p = 0; p < surface->point_count; p++)
        for (int32_t t = 0; t < surface->triangle_count; t++) {
            const int32_t *v = surface->triangle[t], corner[4] = {surface->point[p], v[0], v[1], v[2]};
            if (have_common(corner, 1, v, 3) || least_on_the_way(b, false, corner, dt) > thickness)
                continue;
            check_pair(b, false, corner, thickness, dt);
            near++;
        }
    for (int32_t e = 0; e < surface->edge_count; e++)
        for (int32_t f = e + 1; f < surface->edge_count; f++) {
            const int32_t *u = surface->edge[e], *v = surface->edge[f], corner[4] = {u[0], u[1], v[0], v[1]};
            if (have_common(u, 2, v, 2) || least_on_the_way(b, true, corner, dt) > thickness)
                continue;
            check_pair(b, true, corner, thickness, dt);
            near++;
        }
    assert_true(near > 50);
}

static void check_colours(const Bench *b, const ContactSet *set)
{
    const int v = set->set.ops->vertices;
    int32_t  *seen = calloc((size_t)b->rig.model.particle_count, sizeof *seen);
    assert_non_null(seen);
    assert_int_equal(set->colour_start[0], 0);
    assert_int_equal(set->colour_start[set->colour_count], set->set.count);
    for (int c = 0; c < set->colour_count - set->serial_tail; c++)
        for (int32_t i = set->colour_start[c]; i < set->colour_start[c + 1]; i++)
            for (int j = 0; j < v; j++) {
                const int32_t p = set->set.vertices[v * i + j];
                assert_true(seen[p] != c + 1);
                seen[p] = c + 1;
            }
    free(seen);
}

static void check_incidence(const Contacts *contacts)
{
    int32_t slots = 0;
    for (int32_t p = 0; p < contacts->model->particle_count; p++)
        for (int32_t k = contacts->start[p]; k < contacts->start[p + 1]; k++) {
            const int32_t slot = contacts->slot[k];
            int           which = 0;
            while (slot >= contacts->offset[which + 1])
                which++;
            assert_int_equal(contacts->sets[which].set.vertices[slot - contacts->offset[which]], p);
            assert_true(k == contacts->start[p] || contacts->slot[k - 1] < slot);
            slots++;
        }
    assert_int_equal(slots, contacts->offset[CONTACT_CLASSES]);
}

// n has unit length, Σ w is 0, and C at y is the distance along n.
static void check_linear(const Bench *b, const ContactSet *set, double thickness)
{
    int under_way = 0;
    for (int32_t i = 0; i < set->set.count; i++) {
        const double4 n = {rest_of(set, 0, i), rest_of(set, 1, i), rest_of(set, 2, i), 0};
        double4       x[4], sum = {0};
        double        weights = 0;
        if (double4_dot(n, n) == 0) {
            assert_near(rest_of(set, 7, i), -1, 0);
            continue;
        }
        assert_near(double4_norm(n), 1, BOUND(1e-12, 1e-6));
        for (int j = 0; j < 4; j++) {
            x[j] = double4_from(b->to[set->set.vertices[4 * i + j]]);
            weights += rest_of(set, 3 + j, i);
            double4_add_to(&sum, rest_of(set, 3 + j, i), x[j]);
        }
        assert_near(weights, 0, BOUND(1e-15, 1e-7));
        assert_true(rest_of(set, 7, i) <= thickness * (1 + 1e-6));
        under_way += double4_dot(n, sum) < rest_of(set, 7, i);
    }
    assert_true(under_way > 20);
}

TEST_ON(Bench, all_near_pairs_are_found, set_up, tear_down)
{
    enum { N = 9 };
    const double h = 0.1, thickness = 0.02;
    begin(f, thickness);
    sheet(f, N, h, 0.1, 0, 3, 1);
    sheet(f, N, h, 0.1, 0.06, -5, 2);
    make_and_step(f, 64, DT, 2);
    const ContactSet *set = &f->contacts->sets[CONTACT_PAIR];
    check_nothing_is_missed(f, thickness, DT);
    check_colours(f, set);
    check_incidence(f->contacts);
    check_linear(f, set, thickness);
    assert_true(set->set.count < 3000); // but not all possible pairs
}

// A hash of all arrays that a solver gets.
static void hash_of(const Contacts *contacts, char out[33])
{
    Hasher *hash = hasher_create();
    assert_non_null(hash);
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ContactSet *set = &contacts->sets[which];
        const size_t      count = (size_t)set->set.count;
        hasher_add(hash, set->set.vertices, count * (size_t)set->set.ops->vertices * sizeof *set->set.vertices);
        hasher_add(hash, set->set.rest, count * (size_t)set->set.ops->params * sizeof *set->set.rest);
        hasher_add(hash, set->set.sense, count);
        hasher_add(hash, set->approach, count * sizeof *set->approach);
        hasher_add(hash, set->colour_start, ((size_t)set->colour_count + 1) * sizeof *set->colour_start);
    }
    hasher_add(hash, contacts->start, ((size_t)contacts->model->particle_count + 1) * sizeof *contacts->start);
    hasher_add(hash, contacts->slot, (size_t)contacts->start[contacts->model->particle_count] * sizeof *contacts->slot);
    hasher_text(hash, out);
    hasher_destroy(hash);
}

TEST(contacts_are_the_same_on_any_team)
{
    enum { N = 40, STEPS = 2, WAYS = 3 };
    static const int TEAMS[WAYS] = {1, 3, TEAM_MAX};
    const double     h = 0.1;
    char             first[STEPS][33];
    for (int way = 0; way < WAYS; way++) {
        Bench     b;
        const int threads = TEAMS[way];
        begin(&b, 0.02);
        sheet(&b, N, h, 0.1, 0, 3, 1);
        sheet(&b, N, h, 0.1, 0.06, -5, 2);
        sheet(&b, N, h, 0.1, 0.10, -9, 3);
        const Collider sphere = sphere_at(2, 2, -1, 0.9);
        assert_ok(model_add_collider(b.rig.builder, &sphere));
        assert_ok(try_make(&b, 64, DT, threads));
        for (int k = 0; k < STEPS; k++) {
            char hash[33];
            step(&b, DT, threads);
            hash_of(b.contacts, way == 0 ? first[k] : hash);
            if (way > 0)
                assert_string_equal(hash, first[k]);
            check_colours(&b, &b.contacts->sets[CONTACT_PAIR]);
            for (int32_t i = 0; i < b.rig.state.particle_count; i++)
                b.rig.state.position[i].z += (real)(0.2 * DT) * b.rig.state.velocity[i].z;
            b.rig.state.step++;
        }
        assert_true(b.contacts->sets[CONTACT_PAIR].set.count > 10000); // many chunks of colours
        end(&b);
    }
}

// A particle that an unconverged step has left below a sheet is pushed back up through it, until the remembered sides are cleared.
TEST_ON(Bench, sides_are_remembered, set_up, tear_down)
{
    begin(f, 0.02);
    sheet(f, 3, 1, 0.001, 0, 0, 1);
    const int32_t p = another(f, 0.7, 0.4, 0.05, 0, 0, -10);
    make_and_step(f, 8, DT, 1);
    const ContactSet *set = &f->contacts->sets[CONTACT_PAIR];
    assert_true(set->set.count > 0);
    f->rig.state.position[p].z = (real)-0.001;
    f->rig.state.velocity[p].z = 0;
    f->rig.state.step++;
    for (int forgotten = 0; forgotten < 2; forgotten++) {
        double up = 0;
        if (forgotten)
            contacts_forget(f->contacts);
        step(f, DT, 1);
        for (int32_t i = 0; i < set->set.count; i++)
            if (set->set.vertices[4 * i] == p && rest_of(set, 2, i) != 0)
                up = rest_of(set, 2, i);
        assert_true(forgotten ? up < -0.5 : up > 0.5);
        ContactReport report; // after passing through, the penetration is the distance plus R
        assert_ok(contacts_report(f->contacts, &f->rig.state, &report));
        assert_true(forgotten ? report.penetration_max < 0.02 : report.penetration_max > 0.0203);
    }
}

TEST_ON(Bench, a_body_keeps_the_distance_it_has_at_rest, set_up, tear_down)
{
    const double h = 0.1;
    begin(f, 0.09); // points of the sheet are closer than this to its own triangles
    sheet(f, 6, h, 0.1, 0, 0, 1);
    make_and_step(f, 512, DT, 1);
    const ContactSet *set = &f->contacts->sets[CONTACT_PAIR];
    assert_true(set->set.count > 0);
    for (int32_t i = 0; i < set->set.count; i++) {
        double  value;
        double4 x[36];
        for (int32_t k = 0; k < 36; k++)
            x[k] = double4_from(f->to[k]);
        set->set.ops->energy->evaluate(&set->set, i, i + 1, x, &value, NULL);
        assert_true(value > -1e-6); // no contact is active at rest
    }
}

TEST_ON(Bench, missed_contacts_between_surfaces, set_up, tear_down)
{
    ContactReport report = {0};
    begin(f, 0.02);
    sheet(f, 3, 1, 0.001, 0, 0, 1);
    const int32_t p = another(f, 0.7, 0.4, 0.5, 0, 0, 0);
    make_and_step(f, 8, DT, 2);
    assert_int_equal(f->contacts->sets[CONTACT_PAIR].set.count, 0);
    f->rig.state.position[p].z = (real)0.01;
    assert_ok(contacts_report(f->contacts, &f->rig.state, &report));
    assert_true(report.missed >= 1);
    assert_true(report.penetration_max > 0.001 && report.penetration_max < 0.02);
}

// A solve that moves all particles of two sheets to one point makes more pairs than there is room for: an error is reported.
TEST_ON(Bench, a_report_without_room_is_an_error, set_up, tear_down)
{
    ContactReport report = {0};
    begin(f, 0.02);
    sheet(f, 12, 1, 0, 0, 0, 1);
    sheet(f, 12, 1, 0, 3, 0, 1);
    make_and_step(f, 1, DT, 2);
    assert_ok(contacts_report(f->contacts, &f->rig.state, &report));
    for (int32_t i = 0; i < f->rig.state.particle_count; i++)
        f->rig.state.position[i].x = f->rig.state.position[i].y = f->rig.state.position[i].z = 0;
    assert_fails(contacts_report(f->contacts, &f->rig.state, &report), STATUS_LIMIT, "contact_room");
}

// Moves particles first … last by (x, y, z) in a step of their own; returns the number of crossings in the step.
static int64_t crossed(Bench *b, int32_t first, int32_t last, double x, double y, double z)
{
    ContactReport report = {0};
    step(b, 0.01, 2);
    for (int32_t i = first; i <= last; i++) {
        real4 *p = &b->rig.state.position[i];
        *p = (real4){p->x + (real)x, p->y + (real)y, p->z + (real)z, p->w};
    }
    assert_ok(contacts_report(b->contacts, &b->rig.state, &report));
    b->rig.state.step++;
    return report.crossings;
}

TEST(a_crossing_of_a_sheet_is_counted_once)
{
    static const double PLACES[][2] = {{1, 1}, {1, 0.5}, {0.5, 1}, {0.5, 0.5}, {0.6, 0.3}}; // at a corner, on sides, inside
    for (size_t k = 0; k < sizeof PLACES / sizeof *PLACES; k++) {
        Bench b;
        begin(&b, 0.02);
        sheet(&b, 3, 1, 0, 0, 0, 1);
        model_begin_body(b.rig.builder);
        const int32_t p = moving(&b, PLACES[k][0], PLACES[k][1], 1, 0, 0, 0);
        make(&b, 64, 0.01, 2);
        assert_int_equal(crossed(&b, p, p, 0, 0, -2), 1);
        assert_int_equal(crossed(&b, p, p, 0, 0, -1), 0);
        assert_int_equal(crossed(&b, p, p, 0.01, 0.02, 3), 0); // back, through a neighbour
        assert_int_equal(crossed(&b, p, p, 0, 0, -2), 1);
        assert_int_equal(crossed(&b, p, p, 9, 0, 0), 0); // around the border
        assert_int_equal(crossed(&b, p, p, 0, 0, 2), 0);
        assert_int_equal(crossed(&b, p, p, -9, 0, 0), 0);
        assert_int_equal(crossed(&b, p, p, 0, 0, -2), 1); // and again, in the same direction
        end(&b);
    }
}

TEST(a_crossing_of_a_closed_body_is_counted_once)
{
    for (int halts = 0; halts < 2; halts++) {
        static const double  AT[4][3] = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
        static const int32_t FACE[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
        Bench                b;
        begin(&b, 0.02);
        for (int i = 0; i < 4; i++)
            moving(&b, AT[i][0], AT[i][1], AT[i][2], 0, 0, 0);
        for (int t = 0; t < 4; t++)
            assert_ok(model_add_contact_triangle(b.rig.builder, FACE[t]));
        model_begin_body(b.rig.builder);
        const int32_t p = moving(&b, 0.5, 0.6, 4, 0, 0, 0);
        make(&b, 64, 0.01, 2);
        assert_int_equal(crossed(&b, p, p, 0, 0, halts ? -3 : -6), 1);
        assert_int_equal(crossed(&b, p, p, 0, 0, -3), 0);
        end(&b);
    }
}

// Both sides of a loop of rod pass another rod, in opposite directions.
TEST_ON(Bench, a_loop_that_passes_a_rod_is_counted, set_up, tear_down)
{
    static const double AT[6][3] = {{0, 0.05, 0}, {1, 0.05, 0}, {0.3, -1, 1}, {0.7, -1, 1}, {0.7, 1, 1}, {0.3, 1, 1}};
    begin(f, 0.02);
    for (int32_t i = 0; i < 6; i++) {
        if (i == 2)
            model_begin_body(f->rig.builder);
        moving(f, AT[i][0], AT[i][1], AT[i][2], 0, 0, 0);
    }
    for (int32_t i = 0; i < 6; i++)
        if (i != 1)
            assert_ok(model_add_contact_edge(f->rig.builder, (int32_t[2]){i, i == 5 ? 2 : i + 1}));
    make(f, 64, 0.01, 2);
    assert_int_equal(crossed(f, 2, 5, 0, 0, -2), 2);
    assert_int_equal(crossed(f, 2, 5, 0, 0, 2), 0);
}

// Several triangles meet at a corner and at a side. One triangle alone gives the distance of a particle above; the others are neither
// detected nor counted as missed. For a deep particle, which may pass through, all triangles are detected.
TEST(one_triangle_is_enough_at_a_corner)
{
    static const double PLACES[][2] = {{1, 1}, {1, 0.5}, {0.5, 1}, {0.5, 0.5}};
    static const int    TRIANGLES[] = {6, 2, 2, 2};
    for (int place = 0; place < 4; place++)
        for (int deep = 0; deep < 2; deep++) {
            Bench         b;
            ContactReport report = {0};
            begin(&b, 0.02);
            sheet(&b, 3, 1, 0, 0, 0, 1);
            model_begin_body(b.rig.builder);
            const int32_t p = moving(&b, PLACES[place][0], PLACES[place][1], deep ? 0.008 : 0.025, 0, 0, 0);
            make_and_step(&b, 8, DT, 1);
            const ContactSet *set = &b.contacts->sets[CONTACT_PAIR];
            assert_int_equal(set->set.count, deep ? TRIANGLES[place] : 1);
            assert_near(rest_of(set, 2, 0), 1, BOUND(1e-12, 1e-7));
            b.rig.state.position[p].z = (real)0.015;
            assert_ok(contacts_report(b.contacts, &b.rig.state, &report));
            assert_int_equal(report.missed, 0);
            assert_near(report.penetration_max, 0.005, BOUND(1e-12, 1e-8));
            end(&b);
        }
}

// A body touches itself, and another body, where the rules allow it. Parts that are nearer than R at the start keep that distance within a
// body, and R between bodies. Fully pinned elements touch nothing.
TEST(rules_select_the_contacts)
{
    for (int c = 1; c < 16; c++) {
        const bool   self = c & 1, bodies = c & 2, other = c & 4, pinned = c & 8;
        Bench        b;
        ContactRules r = rules(0.02);
        r.self = self;
        r.bodies = bodies;
        if (!self && !bodies)
            continue; // a scene without contact
        begin_by(&b, &r);
        sheet(&b, 2, 1, 0, 0, 0, 1);
        if (other)
            model_begin_body(b.rig.builder);
        moving(&b, 0.7, 0.4, 0.012, 0, 0, 0);
        for (int32_t i = 0; pinned && i < model_builder_particles(b.rig.builder); i++)
            assert_ok(model_pin(b.rig.builder, i));
        make_and_step(&b, 8, DT, 1);
        const ContactSet *set = &b.contacts->sets[CONTACT_PAIR];
        assert_int_equal(set->set.count, !pinned && (other ? bodies : self) ? 1 : 0);
        if (set->set.count == 1)
            assert_near(rest_of(set, 7, 0), other ? 0.02 : 0.012, BOUND(1e-12, 1e-8));
        end(&b);
    }
}

// A detected pair that stays far apart for a whole substep has C = 1, no gradient and no energy in it.
TEST_ON(Bench, pairs_far_apart_in_a_substep_are_idle, set_up, tear_down)
{
    begin(f, 0.02);
    sheet(f, 2, 1, 0, 0, 0, 1);
    another(f, 0.7, 0.4, 0.3, 0, 0, -40);
    make(f, 8, DT, 1);
    detect(f, 1);
    assert_ok(contacts_failed(f->contacts));
    const State *s = &f->rig.state;
#pragma omp parallel num_threads(1)
    contacts_linearise(f->contacts, s->position, s->position, s->velocity, DT / 100, DT / 100, NULL);
    const ContactSet *set = &f->contacts->sets[CONTACT_PAIR];
    double4           x[5], slope[4];
    double            value;
    assert_int_equal(set->set.count, 1);
    for (int i = 0; i < 5; i++)
        x[i] = double4_from(s->position[i]);
    set->set.ops->energy->evaluate(&set->set, 0, 1, x, &value, slope);
    assert_near(value, 1, 0);
    assert_near(double4_norm(slope[0]), 0, 0);
    assert_near(contacts_energy(f->contacts, x, NULL), 0, 0);
}

// A body of one upright triangle, from half a metre below to half a metre above.
static void add_upright(Bench *b)
{
    static const double PLACES[3][3] = {{0.7, 0.4, -0.5}, {0.7, 0.4, 0.5}, {0.7, 0.6, 0.5}};
    int32_t             corners[3];
    model_begin_body(b->rig.builder);
    for (int k = 0; k < 3; k++)
        corners[k] = rig_particle(&b->rig, PLACES[k][0], PLACES[k][1], PLACES[k][2], 1);
    assert_ok(model_add_contact_triangle(b->rig.builder, corners));
}

TEST_ON(Bench, surfaces_that_cross_at_the_start_are_refused, set_up, tear_down)
{
    begin(f, 0.02);
    sheet(f, 3, 1, 0.1, 0, 0, 1);
    add_upright(f);
    const Status status = try_make(f, 8, DT, 1);
    assert_fails(status, STATUS_INPUT, "through the triangle");
    assert_fails(status, STATUS_INPUT, "body 1");
}

// An edge that passes through two triangles comes before all others: the search must not lose it when room runs out.
TEST_ON(Bench, the_first_of_many_crossings_is_named, set_up, tear_down)
{
    begin(f, 0.02);
    add_upright(f);
    sheet(f, 3, 1, 0, -0.2, 0, 1);
    sheet(f, 3, 1, 0, 0.2, 0, 1);
    const Status status = try_make(f, 8, DT, 1);
    assert_fails(status, STATUS_INPUT, "first the edge 0 1 of body 0 through the triangle");
    assert_fails(status, STATUS_INPUT, "of body 1; move");
}

// ---- two dimensions ----

// Two segments meet at an end: only one of them gives the distance of a particle above it.
TEST_ON(Bench, one_segment_is_enough_at_an_end, set_up, tear_down)
{
    ContactRules r = rules(0.02);
    r.planar = true;
    begin_by(f, &r);
    model_begin_body(f->rig.builder);
    const int32_t first = rig_particle(&f->rig, 0, 0, 0, 1), middle = rig_particle(&f->rig, 1, 0, 0, 1),
                  last = rig_particle(&f->rig, 2, 0, 0, 1);
    assert_ok(model_add_contact_edge(f->rig.builder, (int32_t[2]){first, middle}));
    assert_ok(model_add_contact_edge(f->rig.builder, (int32_t[2]){middle, last}));
    another(f, 1, 0.025, 0, 0, 0, 0);
    make_and_step(f, 8, DT, 1);
    assert_int_equal(f->contacts->sets[CONTACT_SEGMENT].set.count, 1);
    assert_near(rest_of(&f->contacts->sets[CONTACT_SEGMENT], 1, 0), 1, BOUND(1e-12, 1e-6));
}

TEST_ON(Bench, points_touch_segments_in_a_plane, set_up, tear_down)
{
    ContactRules r = rules(0.02);
    r.planar = true;
    begin_by(f, &r);
    model_begin_body(f->rig.builder);
    const int32_t p = rig_particle(&f->rig, 0, 0, 0, 1), q = rig_particle(&f->rig, 1, 0, 0, 1);
    assert_ok(model_add_contact_edge(f->rig.builder, (int32_t[2]){p, q}));
    const int32_t falling = another(f, 0.25, 0.1, 0, 0, -20, 0);
    make_and_step(f, 8, DT, 1);
    const ContactSet *set = &f->contacts->sets[CONTACT_SEGMENT];
    assert_int_equal(set->set.count, 1);
    assert_int_equal(set->set.vertices[0], falling);
    assert_near(rest_of(set, 1, 0), 1, BOUND(1e-12, 1e-6));
    assert_near(rest_of(set, 3, 0), 0.25, BOUND(1e-12, 1e-6));
    assert_near(set->approach[0], -20, BOUND(1e-12, 1e-5));
    const double4 x[3] = {{0, 0, 0, 1}, {1, 0, 0, 1}, {0.25, 0.005, 0, 1}};
    double        value;
    double4       slope[3];
    set->set.ops->energy->evaluate(&set->set, 0, 1, x, &value, slope);
    assert_near(value, 0.005 - 0.02, BOUND(1e-12, 1e-7));
    assert_near(slope[1].y + slope[2].y, -1, BOUND(1e-12, 1e-7));
}

// ---- the tables of the contact classes ----

// Wide and plain projections agree; the plain projection solves C = 0; the target and the stencil of PD give the same energy.
TEST_ON(Bench, projections_agree, set_up, tear_down)
{
    begin(f, 0.02);
    sheet(f, 9, 0.1, 0.1, 0, 3, 1);
    sheet(f, 9, 0.1, 0.1, 0.06, -5, 2);
    make_and_step(f, 64, DT, 1);
    const ContactSet *set = &f->contacts->sets[CONTACT_PAIR];
    const size_t      n = (size_t)f->rig.model.particle_count, count = (size_t)set->set.count;
    real4            *x[2];
    real             *lambda[2];
    for (int way = 0; way < 2; way++) {
        x[way] = aligned_alloc(alignof(real4), (n + 1) * sizeof *x[way]);
        lambda[way] = calloc(count + WIDE_LANES, sizeof *lambda[way]);
        assert_non_null(x[way]);
        assert_non_null(lambda[way]);
        memcpy(x[way], f->to, n * sizeof *x[way]);
        Sweep sweep = {.position = x[way],
                       .lambda = lambda[way],
                       .compliance = set->set.compliance,
                       .inverse_h2 = (real)(1 / (DT * DT)),
                       .relaxation = 1};
        for (int c = 0; c < set->colour_count; c++) {
            const Batch batch = {.set = &set->set,
                                 .begin = set->colour_start[c],
                                 .end = set->colour_start[c + 1],
                                 .disjoint = !(set->serial_tail && c + 1 == set->colour_count)};
            (way && batch.disjoint ? set->set.ops->projection->wide : set->set.ops->projection->plain)(&batch, batch.begin, batch.end,
                                                                                                       &sweep);
        }
    }
    for (size_t i = 0; i < count; i++)
        assert_near(lambda[0][i], lambda[1][i], BOUND(1e-12, 1e-6));
    double moved = 0;
    for (size_t i = 0; i < n; i++) {
        assert_near(x[0][i].x, x[1][i].x, BOUND(1e-12, 1e-6));
        assert_near(x[0][i].z, x[1][i].z, BOUND(1e-12, 1e-6));
        moved += fabs((double)(x[0][i].z - f->to[i].z));
    }
    assert_true(moved > 0.1);
    for (size_t i = 0; i < count; i++)
        assert_true(lambda[1][i] >= 0);
    for (int way = 0; way < 2; way++) {
        free(x[way]);
        free(lambda[way]);
    }
}

TEST_ON(Bench, targets_have_the_same_energy, set_up, tear_down)
{
    begin(f, 0.02);
    sheet(f, 9, 0.1, 0.1, 0, 3, 1);
    sheet(f, 9, 0.1, 0.1, 0.06, -5, 2);
    add_plane(f, -0.2);
    make_and_step(f, 64, DT, 1);
    double4 x[162];
    double  sum = 0;
    for (int32_t i = 0; i < 162; i++)
        x[i] = double4_from(f->to[i]);
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ConstraintSet *set = &f->contacts->sets[which].set;
        real4               *target = aligned_alloc(alignof(real4), ((size_t)set->count + 2) * sizeof *target);
        assert_non_null(target);
        set->ops->local_step->targets(set, 0, set->count, f->to, target);
        for (int32_t i = 0; i < set->count; i++) {
            double  rows[4];
            double4 gap = double4_scale(-1, double4_from(target[i]));
            set->ops->local_step->stencil(set, i, rows);
            for (int j = 0; j < set->ops->vertices; j++)
                double4_add_to(&gap, rows[j], x[set->vertices[set->ops->vertices * i + j]]);
            sum += 0.5 * 1e4 * double4_dot(gap, gap);
        }
        free(target);
    }
    const double energy = contacts_energy(f->contacts, x, NULL);
    assert_true(energy > 0);
    assert_near(sum, energy, BOUND(1e-9, 1e-3) * energy);
}
