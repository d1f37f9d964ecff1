// Conjugate gradients, nonlinear (pncg) and inside Newton's method (newton with pcg), against the linear ones, against newton, and in other
// units.
#include "bodies.h"
#include "chains.h"
#include "elements.h"
#include "laws.h"
#include "recorder.h"

static const double H = 1.0 / 60;

// ---- scenes ----

// As rig_cloth, and moved a little out of its plane; size: 1: at rest.
static void make_cloth(Rig *rig, int n, double stiffness, double size)
{
    Random random = {7};
    for (int i = 0; i < n * n; i++) {
        const int row = i / n;
        rig_particle(rig, size * (double)(i % n) / (n - 1), size * (double)row / (n - 1), 0.02 * size * rig_random(&random),
                     (0.5 + random_unit(&random)) / (n * n));
    }
    rig_net(rig, 0, n, 1.0 / (n - 1), stiffness, 2);
    assert_ok(model_pin(rig->builder, n * (n - 1)));
    assert_ok(model_pin(rig->builder, n * n - 1));
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
}

// A flat net whose energy is quadratic: attachments of all stiffnesses, and isometric bending.
enum { SIDE = 5 };
static void make_quadratic(Rig *rig)
{
    Random    random = {3};
    const int kind = constraint_find("isometric_bending");
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int row = i / SIDE;
        rig_particle(rig, i % SIDE, row, 0, 0.2 + random_unit(&random));
    }
    for (int i = 0; i < SIDE * SIDE; i++)
        if (i % 3 == 0) {
            const int row = i / SIDE;
            rig_attachment(rig, i, (double[3]){i % SIDE, row, 0.3 * rig_random(&random)}, 900 * random_unit(&random) + 100);
        }
    for (int i = 0; i < SIDE * SIDE; i++) {
        const bool    right = i % SIDE + 1 < SIDE, up = i / SIDE + 1 < SIDE;
        const int32_t hinge[4] = {i, i + SIDE + 1, i + SIDE, i + 1};
        if (right && up)
            assert_ok(model_add_constraint(rig->builder, kind, hinge, NULL, 300 * (0.1 + random_unit(&random))));
    }
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 1});
}

static void throw_particles(Rig *rig)
{
    Random random = {5};
    for (int32_t i = 0; i < rig->model.particle_count; i++)
        rig_push(rig, i, &random);
}

// ---- linear conjugate gradients, written out ----

enum { UNKNOWNS = 3 * SIDE * SIDE };
typedef struct Linear {
    double matrix[UNKNOWNS][UNKNOWNS], x[UNKNOWNS], r[UNKNOWNS], z[UNKNOWNS], p[UNKNOWNS];
} Linear;

static void linear_matrix(const Model *model, const double4 *x, Linear *out)
{
    memset(out->matrix, 0, sizeof out->matrix);
    for (int i = 0; i < UNKNOWNS; i++)
        out->matrix[i][i] = model->mass[i / 3];
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const int            size = 3 * set->ops->vertices;
        double               block[9 * CONSTRAINT_VERTICES_MAX * CONSTRAINT_VERTICES_MAX];
        for (int32_t c = 0; c < set->count; c++) {
            const int32_t *v = set->vertices + set->ops->vertices * c;
            set->ops->energy->hessian(set, c, c + 1, x, EIGEN_EXACT, block);
            for (int r = 0; r < size; r++)
                for (int k = 0; k < size; k++)
                    out->matrix[3 * v[r / 3] + r % 3][3 * v[k / 3] + k % 3] += H * H * block[r * size + k];
        }
    }
}

// z = the inverse of the diagonal blocks times r; by Cramer's rule.
static void linear_precondition(Linear *s)
{
    for (int i = 0; i < UNKNOWNS; i += 3) {
        double4 column[3];
        for (int c = 0; c < 3; c++)
            column[c] = (double4){s->matrix[i][i + c], s->matrix[i + 1][i + c], s->matrix[i + 2][i + c], 0};
        const double4 r = double4_of(&s->r[i]);
        const double  det = double4_dot(column[0], double4_cross(column[1], column[2]));
        s->z[i] = double4_dot(r, double4_cross(column[1], column[2])) / det;
        s->z[i + 1] = double4_dot(column[0], double4_cross(r, column[2])) / det;
        s->z[i + 2] = double4_dot(column[0], double4_cross(column[1], r)) / det;
    }
}

static double linear_dot(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < UNKNOWNS; i++)
        sum += a[i] * b[i];
    return sum;
}

static void linear_begin(const Model *model, const double4 *x, Linear *s)
{
    double4 gradient[SIDE * SIDE] = {{0}};
    linear_matrix(model, x, s);
    model_energy(model, x, gradient);
    for (int i = 0; i < SIDE * SIDE; i++) {
        const double g[3] = {gradient[i].x, gradient[i].y, gradient[i].z}, at[3] = {x[i].x, x[i].y, x[i].z};
        for (int c = 0; c < 3; c++) {
            s->x[3 * i + c] = at[c];
            s->r[3 * i + c] = -H * H * g[c];
        }
    }
    linear_precondition(s);
    memcpy(s->p, s->z, sizeof s->p);
}

static void linear_iterate(Linear *s)
{
    double       q[UNKNOWNS];
    const double before = linear_dot(s->r, s->z);
    for (int i = 0; i < UNKNOWNS; i++)
        q[i] = linear_dot(s->matrix[i], s->p);
    const double length = before / linear_dot(s->p, q);
    for (int i = 0; i < UNKNOWNS; i++) {
        s->x[i] += length * s->p[i];
        s->r[i] -= length * q[i];
    }
    linear_precondition(s);
    const double beta = linear_dot(s->r, s->z) / before;
    for (int i = 0; i < UNKNOWNS; i++)
        s->p[i] = s->z[i] + beta * s->p[i];
}

TEST(test_quadratic_is_linear)
{
    static Recorder kept;
    static Linear   linear;
    RIG(rig);
    make_quadratic(&rig);
    rig_solver(&rig, "pncg", "iterations=12", H, 2);
    throw_particles(&rig);
    rig_record(&rig, &kept, OF_MODEL);
    assert_true(kept.is_exact);
    assert_int_equal(kept.count, 13);
    linear_begin(&rig.model, kept.x[0], &linear);
    double max = 0;
    for (int k = 1; k < kept.count; k++) {
        linear_iterate(&linear);
        for (int i = 0; i < SIDE * SIDE; i++)
            max = fmax(max, double4_norm(double4_sub(kept.x[k][i], double4_of(&linear.x[3 * i]))));
    }
    print_message("pncg on a quadratic: %.2g from conjugate gradients\n", max);
    assert_near(max, 0, 1e-13);
}

// ---- newton ----

typedef struct Way {
    const char *solver, *settings;
} Way;

static const Way WAYS[] = {{"pncg", "iterations=2000"},
                           {"newton", "linsys=pcg forcing=root"},
                           {"newton", "linsys=pcg forcing=walker eta=0.9"},
                           {"newton", "linsys=pcg forcing=root preconditioner=ic0"}};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

static void make_scene(Rig *rig, int scene)
{
    if (scene == 0)
        make_cloth(rig, 8, 2000, 1);
    else if (scene == 1)
        make_chain(rig, 1, 0.2, 0);
    else
        make_bar(rig, 5, 0.3, 5, CONSTRAINT_neo_hookean, &ELEMENT_MATERIAL);
}

TEST(test_limit_is_the_minimiser)
{
    for (int scene = 0; scene < 3; scene++)
        for (int w = 0; w < WAY_COUNT; w++)
            assert_ends_at_newtons(&(RigRun){make_scene, scene, WAYS[w].solver, WAYS[w].settings, H, 0, 5}, BOUND(1e-9, 1e-5));
}

// Solved to round-off, a direction is that of the factorisation. The cloth is stretched, so that the exact Hessian is positive definite.
TEST(test_exact_solves_are_newton)
{
    static Recorder          kept, newton;
    static const char *const PRECONDITIONERS[] = {"block_jacobi", "ic0", "factor_f32"};
    for (int w = 0; w < 3; w++) {
        RIG(rig);
        RIG(other);
        TEXT_OF(settings, "linsys=pcg solve_tolerance=1e-15 preconditioner=%s", PRECONDITIONERS[w]);
        make_cloth(&rig, 8, 500, 1.1);
        make_cloth(&other, 8, 500, 1.1);
        rig_solver(&rig, "newton", settings, H, 2);
        rig_solver(&other, "newton", "", H, 1);
        assert_int_equal(rig_record(&rig, &kept, OF_MODEL).cost.curvature_stops, 0);
        rig_record(&other, &newton, OF_MODEL);
        assert_true(kept.is_exact && newton.is_exact);
        assert_true(kept.count > 4 && abs(kept.count - newton.count) <= 1);
        double max = 0;
        for (int k = 0; k < kept.count && k < newton.count; k++)
            for (int32_t i = 0; i < kept.particles; i++)
                max = fmax(max, double4_norm(double4_sub(kept.x[k][i], newton.x[k][i])));
        print_message("%s: %d iterations, newton %d, at most %.2g apart\n", settings, kept.count - 1, newton.count - 1, max);
        assert_near(max, 0, 1e-11);
    }
}

// Particles are moved by up to a fourteenth of a link, at random.
static void shake(Rig *rig)
{
    Random random = {5};
    for (int32_t i = 0; i < rig->model.particle_count; i++) {
        const double4 d = {0.01 * rig_random(&random), 0.01 * rig_random(&random), 0.01 * rig_random(&random), 0};
        if (rig->model.inverse_mass[i] > 0)
            rig_place(rig, i, double4_sub(double4_from(rig->state.position[i]), d));
    }
}

// Also where Φ is above that of the old positions, to which the search would return if it had iterations left.
TEST(test_state_is_the_last_iterate)
{
    static Recorder kept;
    for (int iterations = 1; iterations <= 4; iterations++) {
        RIG(rig);
        TEXT_OF(settings, "iterations=%d linsys=pcg forcing=root", iterations);
        make_cloth(&rig, 8, 1000, 1);
        rig_solver(&rig, "newton", settings, H, 1);
        throw_particles(&rig);
        shake(&rig);
        rig_record(&rig, &kept, OF_MODEL);
        assert_true(kept.is_exact);
        assert_int_equal(kept.count, iterations + 1);
        double max = 0;
        for (int32_t i = 0; i < kept.particles; i++)
            max = fmax(max, double4_norm(double4_sub(kept.x[iterations][i], double4_from(rig.state.position[i]))));
        assert_near(max, 0, BOUND(1e-15, 1e-6));
    }
}

static Cost cost_on_stiff_net(const char *precondition)
{
    RIG(rig);
    TEXT_OF(settings, "linsys=pcg solve_tolerance=1e-6 iterations=1 preconditioner=%s", precondition);
    make_cloth(&rig, 16, 1e5, 1.02);
    rig_solver(&rig, "newton", settings, H, 2);
    const StepContext context = rig_step(&rig);
    return context.cost;
}

TEST(test_preconditioners_save_iterations)
{
    const Cost jacobi = cost_on_stiff_net("block_jacobi"), ic0 = cost_on_stiff_net("ic0");
    print_message("inner iterations to 1e-6: block_jacobi %lld, ic0 %lld (%lld shifts)\n", (long long)jacobi.inner_iterations,
                  (long long)ic0.inner_iterations, (long long)ic0.factor_shifts);
    assert_true(jacobi.inner_iterations > 20 && 2 * ic0.inner_iterations < jacobi.inner_iterations);
}

// A crumpled net: the exact Hessian is indefinite, and conjugate gradients report this.
TEST(test_downward_curvature)
{
    RIG(rig);
    make_cloth(&rig, 8, 5000, 0.7);
    rig_solver(&rig, "newton", "linsys=pcg forcing=root", H, 1);
    const StepContext context = rig_step(&rig);
    print_message("downward curvature: %lld of %lld solves\n", (long long)context.cost.curvature_stops, (long long)context.cost.hessians);
    assert_true(context.cost.curvature_stops > 0);
    assert_true(context.end == STEP_CONVERGED || context.end == STEP_AT_ROUND_OFF);
}

// ---- units ----

TEST(test_units)
{
    static const Way FEW[] = {{"pncg", "iterations=30"},
                              {"newton", "iterations=3 linsys=pcg forcing=root"},
                              {"newton", "iterations=3 linsys=pcg forcing=walker"},
                              {"newton", "iterations=3 linsys=pcg forcing=root preconditioner=ic0"}};
    for (size_t w = 0; w < sizeof FEW / sizeof *FEW; w++)
        assert_no_units(scaled_cloth, &(RigRun){NULL, SCALED_SPRINGS, FEW[w].solver, FEW[w].settings, H, 0, 3}, BOUND(1e-12, 1e-5),
                        BOUND(1e-12, 1e-5));
}
