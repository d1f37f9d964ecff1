// Identities between solvers, compared with a plain twin written here: dense, slow, straight from the formulas.
#include "facts.h"
#include "recorder.h"

enum { N = 5, PARTICLES = N * N, ORDER = 3 * PARTICLES };

static const double H = 0.02, K = 60;

// Φ, its gradient, and M + h² L (the same for x, y and z) of the rig's cloth, in the model's numbering, pins as identity rows.
typedef struct Twin {
    const Model *model;
    double       y[PARTICLES][3];
    double       matrix[PARTICLES][PARTICLES];
} Twin;

static void twin_make(Twin *twin, const Rig *rig)
{
    const Model         *model = &rig->model;
    const ConstraintSet *set = &model->sets[CONSTRAINT_distance];
    *twin = (Twin){.model = model};
    for (int i = 0; i < PARTICLES; i++)
        twin->matrix[i][i] = model->inverse_mass[i] > 0 ? model->mass[i] : 1;
    for (int32_t c = 0; c < set->count; c++) {
        const int32_t a = set->vertices[2 * c], b = set->vertices[2 * c + 1];
        const double  w = H * H * constraint_stiffness(set, c);
        const bool    free_a = model->inverse_mass[a] > 0, free_b = model->inverse_mass[b] > 0;
        twin->matrix[a][a] += free_a ? w : 0;
        twin->matrix[b][b] += free_b ? w : 0;
        if (free_a && free_b) {
            twin->matrix[a][b] -= w;
            twin->matrix[b][a] -= w;
        }
    }
}

static void twin_start(Twin *twin, const State *state)
{
    for (int i = 0; i < PARTICLES; i++) {
        const double4 x = double4_from(state->position[i]), v = double4_from(state->velocity[i]);
        const double  moves = twin->model->inverse_mass[i] > 0 ? 1 : 0;
        twin->y[i][0] = x.x + H * v.x;
        twin->y[i][1] = x.y + H * v.y - moves * H * H * 9.81;
        twin->y[i][2] = x.z + H * v.z;
    }
}

static double twin_objective(const Twin *twin, double x[PARTICLES][3], double g[PARTICLES][3])
{
    const Model         *model = twin->model;
    const ConstraintSet *set = &model->sets[CONSTRAINT_distance];
    double               phi = 0;
    for (int i = 0; i < PARTICLES; i++)
        for (int k = 0; k < 3; k++) {
            const double d = x[i][k] - twin->y[i][k];
            phi += 0.5 * model->mass[i] * d * d;
            g[i][k] = model->mass[i] * d;
        }
    for (int32_t c = 0; c < set->count; c++) {
        const int32_t a = set->vertices[2 * c], b = set->vertices[2 * c + 1];
        double        d[3], length = 0;
        for (int k = 0; k < 3; k++) {
            d[k] = x[a][k] - x[b][k];
            length += d[k] * d[k];
        }
        length = sqrt(length);
        const double stretch = length - constraint_rest(set, 0, c);
        phi += H * H * 0.5 * constraint_stiffness(set, c) * stretch * stretch;
        for (int k = 0; k < 3; k++) {
            const double f = H * H * constraint_stiffness(set, c) * stretch * d[k] / length;
            g[a][k] += f;
            g[b][k] -= f;
        }
    }
    for (int i = 0; i < PARTICLES; i++)
        if (model->inverse_mass[i] <= 0)
            g[i][0] = g[i][1] = g[i][2] = 0;
    return phi;
}

// Gaussian elimination without pivoting: the matrix is positive definite. Solves for three columns.
static void twin_solve(const Twin *twin, double b[PARTICLES][3])
{
    double a[PARTICLES][PARTICLES];
    memcpy(a, twin->matrix, sizeof a);
    for (int p = 0; p < PARTICLES; p++)
        for (int i = p + 1; i < PARTICLES; i++) {
            const double f = a[i][p] / a[p][p];
            for (int j = p; j < PARTICLES; j++)
                a[i][j] -= f * a[p][j];
            for (int k = 0; k < 3; k++)
                b[i][k] -= f * b[p][k];
        }
    for (int i = PARTICLES - 1; i >= 0; i--)
        for (int k = 0; k < 3; k++) {
            for (int j = i + 1; j < PARTICLES; j++)
                b[i][k] -= a[i][j] * b[j][k];
            b[i][k] /= a[i][i];
        }
}

static void twin_from(const double4 *from, double x[PARTICLES][3])
{
    for (int i = 0; i < PARTICLES; i++)
        x[i][0] = from[i].x, x[i][1] = from[i].y, x[i][2] = from[i].z;
}

static void start_rig(Rig *rig, const char *solver, const char *settings)
{
    rig_cloth(rig, N, K);
    rig_solver(rig, solver, settings, H, 1);
    rig_push_all(rig, 1);
}

// A PD iterate equals x − (M + h²L)⁻¹ ∇Φ(x), and Φ never increases. On springs this is fast mass-spring.
TEST(test_pd_is_quasi_newton)
{
    for (int s = 0; linsys_at(s); s++) {
        static Recorder recorder;
        static Twin     twin;
        RIG(rig);
        if (linsys_is_absent(linsys_at(s)) || linsys_at(s)->iterative) // which ends at a tolerance
            continue;
        TEXT_OF(settings, "iterations=12 linsys=%s", linsys_at(s)->name);
        start_rig(&rig, "pd", settings);
        twin_make(&twin, &rig);
        twin_start(&twin, &rig.state);
        rig_record(&rig, &recorder, OF_MODEL);
        assert_int_equal(recorder.count, 13);
        double x[PARTICLES][3], next[PARTICLES][3], g[PARTICLES][3];
        twin_from(recorder.x[0], x);
        for (int i = 0; i < PARTICLES; i++) // the first local step starts at y, not at x_n
            for (int k = 0; k < 3; k++)
                assert_near(x[i][k], twin.y[i][k], BOUND(1e-14, 1e-6));
        double phi = INFINITY;
        for (int iteration = 0; iteration + 1 < recorder.count; iteration++) {
            twin_from(recorder.x[iteration], x);
            twin_from(recorder.x[iteration + 1], next);
            const double now = twin_objective(&twin, x, g);
            assert_true(now <= phi * (1 + BOUND(1e-12, 1e-5)));
            phi = now;
            twin_solve(&twin, g);
            for (int i = 0; i < PARTICLES; i++)
                for (int k = 0; k < 3; k++)
                    assert_near(next[i][k], x[i][k] - g[i][k], BOUND(1e-10, 3e-6));
        }
        twin_from(recorder.x[0], x);
        assert_true(phi < 0.9 * twin_objective(&twin, x, g)); // there was something to descend
    }
}

// Newton's method ends at a point where the twin's gradient vanishes, and converged PD ends there too.
TEST(test_pd_and_newton_agree)
{
    RIG(pd);
    RIG(newton);
    RIG(xpbd);
    start_rig(&pd, "pd", "iterations=3000");
    start_rig(&newton, "newton", "iterations=100");
    start_rig(&xpbd, "xpbd", "iterations=4000 sweep=coloured");
    static Twin twin;
    twin_make(&twin, &newton);
    for (int step = 0; step < 5; step++) {
        double x[PARTICLES][3], g[PARTICLES][3], largest = 0;
        twin_start(&twin, &newton.state);
        const StepContext context = rig_step(&newton);
        rig_steps(&pd, 1, NULL);
        assert_true(context.end == STEP_CONVERGED || context.end == STEP_AT_ROUND_OFF);
        double4 at[PARTICLES];
        for (int i = 0; i < PARTICLES; i++)
            at[i] = double4_from(newton.state.position[i]);
        twin_from(at, x);
        twin_objective(&twin, x, g);
        for (int i = 0; i < PARTICLES; i++)
            for (int k = 0; k < 3; k++)
                largest = fmax(largest, fabs(g[i][k]));
        assert_true(largest < BOUND(1e-12, 3e-6));
        assert_near(rig_apart(&pd, &newton), 0, BOUND(1e-8, 2e-5));
    }
    // XPBD drops part of the residual: it converges near, and not at, the same point. Both directions of that statement are checked.
    rig_steps(&xpbd, 1, NULL);
    RIG(again);
    start_rig(&again, "newton", "iterations=100");
    rig_steps(&again, 1, NULL);
    assert_true(rig_apart(&xpbd, &again) < 5e-3);
}

// Hard constraints have no energy: solvers that minimise one reject them (oracle_refusals.c), and xpbd satisfies one exactly.
TEST(test_hard_constraints_are_satisfied)
{
    RIG(rig);
    assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
    rig_particle(&rig, 1, 0, 0, 1);
    rig_spring(&rig, 0, 1, 1, INFINITY);
    model_set_gravity(rig.builder, (double[3]){0, -9.81, 0});
    rig_solver(&rig, "xpbd", "iterations=30", H, 1);
    rig_steps(&rig, 50, NULL);
    assert_near(double4_norm(rig_position(&rig, 1)), 1, BOUND(1e-12, 1e-6));
}
