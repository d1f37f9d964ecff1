// Objective: Φ and ∇Φ of all kinds of constraints and of contacts, against their energies; the same without ∇Φ; the
// same bits on any number of threads.
#include "contact_rig.h"
#include "elements.h"
#include "step/active_contacts.h"
#include "step/objective.h"

static const double H = 1.0 / 60;

// ---- scenes ----

enum { STRING = 700 }; // more than two chunks of particles

// Elements of each kind that has a fixed number of vertices, each sharing particles with those before and after it.
static void make_string(Rig *rig)
{
    Random  random = {9};
    double4 x[STRING];
    for (int i = 0; i < STRING; i++) {
        x[i] = (double4){0.3 * i + 0.2 * rig_random(&random), rig_random(&random), rig_random(&random), 0};
        rig_particle(rig, x[i].x, x[i].y, x[i].z, 0.1 + random_unit(&random));
    }
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintOps *ops = constraint_ops(kind);
        for (int i = 0; ops->vertices > 0 && i + ops->vertices <= STRING; i += 1 + kind % 3) {
            int32_t vertices[CONSTRAINT_VERTICES_MAX];
            double4 rest[CONSTRAINT_VERTICES_MAX];
            double  values[CONSTRAINT_PARAMS_MAX];
            element_in_a_row(i, vertices);
            element_rest(ops, &random, rest);
            element_values(ops, rest, true, values);
            assert_ok(model_add_constraint(rig->builder, kind, vertices, values, 10 + i % 7));
        }
    }
    assert_ok(model_pin(rig->builder, 3));
    rig_solver(rig, "newton", "iterations=1", H, 1);
}

// A sheet on its way through a floor, the lower half of it inside, and above itself.
static void make_touching(Rig *rig)
{
    enum { SIDE = 24 };
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int row = i / SIDE;
        assert_ok(model_add_particle(rig->builder, (double[3]){0.1 * (i % SIDE), 0.02 + 0.005 * (i % 5), 0.1 * row},
                                     (double[3]){0, -1 - 0.5 * (i % 3), 0.1}, 0.1 + 0.01 * (i % 4)));
    }
    rig_rules(rig, rules_of(700, 0, 0));
    link_sheet(rig, 0, SIDE, 300);
    for (int i = 0; i < SIDE * SIDE; i++)
        assert_ok(model_add_contact_point(rig->builder, i));
    add_floor(rig);
    rig_solver(rig, "newton", "iterations=20", H, 1);
    rig_steps(rig, 1, NULL); // finds contacts
}

// ---- the objective ----

static void run(const Objective *o, const double4 *x, const double4 *y, double4 *gradient, real4 *rhs, int threads)
{
#pragma omp parallel num_threads(threads)
    objective_run(o, x, y, gradient, rhs);
}

static double value_alone(const IterateObjective *o, const real4 *x, const real4 *y, int threads)
{
    double value = 0;
#pragma omp parallel num_threads(threads)
    {
        iterate_objective_begin(o, y);
        const double found = iterate_objective_at(o, x);
#pragma omp single
        value = found;
    }
    return value;
}

static void check(const Rig *rig)
{
    const Model *model = &rig->model;
    const size_t n = (size_t)model->particle_count;
    ARENA(arena);
    Objective        whole;
    IterateObjective alone;
    double4         *x, *y, *gradient, *again, *expected;
    real4           *rhs, *narrow_x, *narrow_y;
    Random           random = {4};
    assert_ok(objective_init(model, rig->contacts, H, true, &arena, &whole));
    assert_ok(iterate_objective_init(model, rig->contacts, H, &arena, &alone));
    double4 **vectors[] = {&x, &y, &gradient, &again, &expected};
    for (int v = 0; v < 5; v++)
        assert_ok(ARENA_NEW(&arena, n, vectors[v]));
    assert_ok(ARENA_NEW(&arena, n, &rhs));
    assert_ok(ARENA_NEW(&arena, n, &narrow_x));
    assert_ok(ARENA_NEW(&arena, n, &narrow_y));
    double phi = 0;
    for (size_t i = 0; i < n; i++) {
        const double a = rig_random(&random), b = rig_random(&random), c = rig_random(&random);
        x[i] = double4_from(rig->state.position[i]);
        y[i] = double4_along(x[i], 0.01, (double4){a, b, c, 0});
        x[i] = double4_along(x[i], 0.02, (double4){c, a, b, 0});
        expected[i] = (double4){0};
        narrow_x[i] = (real4){(real)x[i].x, (real)x[i].y, (real)x[i].z, 0};
        narrow_y[i] = (real4){(real)y[i].x, (real)y[i].y, (real)y[i].z, 0};
    }
    phi = H * H * (model_energy(model, x, expected) + (rig->contacts ? contacts_energy(rig->contacts, x, expected) : 0));
    double largest = 0;
    for (size_t i = 0; i < n; i++) {
        const bool    moves = model->inverse_mass[i] > 0;
        const double4 d = double4_sub(x[i], y[i]);
        phi += moves ? 0.5 * model->mass[i] * double4_dot(d, d) : 0;
        expected[i] = moves ? double4_along(double4_scale(H * H, expected[i]), model->mass[i], d) : (double4){0};
        largest = fmax(largest, double4_norm(expected[i]));
    }
    run(&whole, x, y, gradient, rhs, 1);
    const double value = objective_value(&whole);
    print_message("          %d particles: %.17g, expected %.17g\n", (int)n, value, phi);
    assert_near(value, phi, 1e-12 * phi);
    for (size_t i = 0; i < n; i++) {
        assert_near(double4_norm(double4_sub(gradient[i], expected[i])), 0, 1e-12 * largest);
        assert_near((double)rhs[i].x, gradient[i].x, BOUND(0, 1e-7) * largest);
    }
    double first = 0;
    for (int threads = 1; threads <= 4; threads++) {
        run(&whole, x, y, again, NULL, threads);
        assert_memory_equal(again, gradient, n * sizeof *again);
        assert_true(objective_value(&whole) == value);
        const double found = value_alone(&alone, narrow_x, narrow_y, threads);
        first = threads == 1 ? found : first;
        assert_true(found == first);
        assert_near(found, value, BOUND(1e-13, 1e-4) * value);
    }
}

TEST(test_constraints)
{
    RIG(rig);
    make_string(&rig);
    check(&rig);
}

TEST(test_contacts)
{
    RIG(rig);
    make_touching(&rig);
    double4 x[2000];
    assert_true(rig.model.particle_count <= 2000);
    for (int i = 0; i < rig.model.particle_count; i++)
        x[i] = double4_from(rig.state.position[i]);
    assert_true(contacts_energy(rig.contacts, x, NULL) > 0);
    check(&rig);
}

// ---- active contacts ----

static bool changed(const ActiveContacts *active, bool first, const real4 *x, int threads)
{
    bool found = false;
#pragma omp parallel num_threads(threads)
    {
        const bool mine = active_contacts_changed(active, first, x);
#pragma omp barrier
#pragma omp          single
        found = mine;
    }
    return found;
}

// One contact that comes loose, or closes, is a change; a move that closes and opens none is not.
TEST(test_active_contacts)
{
    for (int threads = 1; threads <= 3; threads++) {
        RIG(rig);
        ActiveContacts active;
        int32_t        lowest = 0;
        make_touching(&rig);
        assert_ok(active_contacts_init(rig.contacts, &rig.arena, &active));
        real4 *x = rig.state.position;
        assert_true(changed(&active, true, x, threads));
        assert_false(changed(&active, false, x, threads));
        for (int32_t i = 0; i < rig.model.particle_count; i++)
            lowest = x[i].y < x[lowest].y ? i : lowest;
        const real deepest = x[lowest].y;
        assert_true(deepest < (real)R);
        x[lowest].y -= (real)1e-3;
        assert_false(changed(&active, false, x, threads));
        x[lowest].y = 1;
        assert_true(changed(&active, false, x, threads));
        assert_false(changed(&active, false, x, threads));
        x[lowest].y = deepest;
        assert_true(changed(&active, false, x, threads));
    }
}
