// Bodies of tetrahedra and triangles that are as rigid as possible or limited in stretch, in whole solvers. The stretched bar and membrane
// are exact for ν = 0. Also tested: pd's objective, iterates and momentum; bodies turned in space; recovery from flat and inverted starts.
// The pulled local step is compared with the plain one.
#include "bodies.h"
#include "recorder.h"
#include "step/local_step.h"
#include "step/team.h"

enum { PARTICLES_MAX = 1024 };

// ---- bodies ----

// Particles at the vertices, unequal masses of about `mass` together.
static void add_particles(Rig *rig, const Mesh *mesh, double mass)
{
    Random random = {31};
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        const double4 x = mesh_vertex(mesh, i);
        rig_particle(rig, x.x, x.y, x.z, mass * (0.5 + random_unit(&random)) / mesh->vertex_count);
    }
}

static void make_box(const int cells[3], BoxSplit split, Mesh *mesh)
{
    const double size[3] = {0.25 * cells[0], 0.2 * cells[1], 0.3 * cells[2]};
    assert_ok(mesh_make_box(cells, size, split, mesh));
}

static void set_velocities(Rig *rig, double size, uint64_t seed)
{
    Random random = {seed};
    for (int32_t i = 0; i < rig->model.particle_count; i++) {
        const double v[3] = {size * rig_random(&random), size * rig_random(&random), size * rig_random(&random)};
        if (rig->model.inverse_mass[rig->model.model_of[i]] > 0)
            rig_set_velocity(rig, i, v[0], v[1], v[2]);
    }
}

// ---- the stretched bar: ΔL = F L / (2 μ A) ----

// Released with any velocities, the bar comes to rest where the formula predicts, every cross-section in proportion, without sideways
// motion.
static void check_bar(const char *solver, const char *settings, int steps, BoxSplit split, double traction)
{
    const int      cells[3] = {3, 2, 2};
    const double   mu = 400, length = 0.25 * cells[0];
    const Material material = {.young = 2 * mu, .poisson = 0, .density = 1};
    Mesh           mesh = {0};
    RIG(rig);
    make_box(cells, split, &mesh);
    add_particles(&rig, &mesh, 0.02);
    add_elements(&rig, &mesh, CONSTRAINT_tet_arap, &material);
    pin_low_end(&rig, &mesh);
    pull_far_end(&rig, &mesh, length, traction);
    rig_solver(&rig, solver, settings, 0.5, 1);
    set_velocities(&rig, 0.05, 3);
    rig_steps(&rig, steps, NULL);
    const double stretch = traction / (2 * mu); // F/A over 2 μ
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
        const double4 rest = mesh_vertex(&mesh, i), x = rig_position(&rig, i);
        const double4 expected = {rest.x * (1 + stretch), rest.y, rest.z, 0};
        assert_near(double4_norm(double4_sub(x, expected)) / (fabs(stretch) * length), 0, BOUND(1e-6, 1e-4));
    }
    mesh_destroy(&mesh);
}

TEST(test_stretched_bar)
{
    for (int split = BOX_FIVE; split <= BOX_SIX; split++) {
        check_bar("pd", "iterations=300 omega=1.6", 50, (BoxSplit)split, 40);
        check_bar("newton", "iterations=50", 15, (BoxSplit)split, 40);
        check_bar("newton", "iterations=50", 15, (BoxSplit)split, -2);
    }
}

// The membrane: ΔL = F L / (2 μ t w), the force on the far side by edges.
TEST(test_stretched_membrane)
{
    static const char *const SOLVERS[][2] = {{"pd", "iterations=400"}, {"newton", "iterations=50"}};
    const double             mu = 5e4, thickness = 0.01, spacing = 0.2, length = 6 * spacing, width = 3 * spacing, traction = 3e3;
    const Material           material = {.young = 2 * mu, .poisson = 0, .density = 1, .thickness = thickness};
    for (int s = 0; s < 2; s++) {
        Mesh mesh = {0};
        RIG(rig);
        assert_ok(mesh_make_sheet(7, 4, spacing, spacing, SHEET_IRREGULAR, 5, &mesh));
        add_particles(&rig, &mesh, 2);
        add_elements(&rig, &mesh, CONSTRAINT_triangle_arap, &material);
        double min = INFINITY;
        for (int32_t i = 0; i < mesh.vertex_count; i++)
            min = fmin(min, mesh.position[i][0]);
        double reached = 0;
        for (int32_t row = 0; row < 4; row++) { // rows run along x: the ends of each are the first and the last of seven
            const int32_t last = 7 * row + 6;
            const double  y = mesh.position[last][1], below = row > 0 ? mesh.position[last - 7][1] : y,
                         above = row < 3 ? mesh.position[last + 7][1] : y, share = fabs(above - below) / 2;
            assert_near(mesh.position[7 * row][0], min, 1e-12);
            assert_near(mesh.position[last][0], min + length, 1e-12);
            assert_ok(model_pin(rig.builder, 7 * row));
            assert_ok(model_add_force(rig.builder, last, (double[3]){traction * thickness * share, 0, 0}));
            reached += share;
        }
        assert_near(reached, width, 1e-12);
        rig_solver(&rig, SOLVERS[s][0], SOLVERS[s][1], 0.5, 1);
        set_velocities(&rig, 0.02, 3);
        rig_steps(&rig, s == 0 ? 150 : 60, NULL);
        const double stretch = traction / (2 * mu);
        for (int32_t i = 0; i < mesh.vertex_count; i++) {
            const double4 rest = mesh_vertex(&mesh, i), x = rig_position(&rig, i);
            const double4 expected = {min + (rest.x - min) * (1 + stretch), rest.y, rest.z, 0};
            assert_near(double4_norm(double4_sub(x, expected)) / (stretch * length), 0, BOUND(1e-6, 1e-3));
        }
        mesh_destroy(&mesh);
    }
}

// ---- pd: objective, iterates, momentum ----

static const int KINDS[] = {CONSTRAINT_tet_arap, CONSTRAINT_triangle_arap, CONSTRAINT_tet_strain, CONSTRAINT_triangle_strain};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

// A body of a kind in a deformed state, with inverted elements where `size` is large.
static void make_body(Rig *rig, int kind, bool pinned, double size, const char *solver, const char *settings, double h, int threads)
{
    const Material material = {.young = 900, .poisson = 0.3, .density = 1, .thickness = 0.1};
    Mesh           mesh = {0};
    if (constraint_ops(kind)->vertices == 4)
        make_box((int[3]){4, 2, 2}, BOX_FIVE, &mesh);
    else
        assert_ok(mesh_make_sheet(6, 5, 0.2, 0.25, SHEET_IRREGULAR, 7, &mesh));
    add_particles(rig, &mesh, 3);
    add_elements(rig, &mesh, kind, &material);
    if (pinned)
        pin_low_end(rig, &mesh);
    rig_solver(rig, solver, settings, h, threads);
    Random random = {11};
    for (int32_t i = 0; i < rig->model.particle_count; i++) {
        const double4 d = {size * rig_random(&random), size * rig_random(&random), size * rig_random(&random), 0};
        if (rig->model.inverse_mass[rig->model.model_of[i]] > 0)
            rig_place(rig, rig->model.model_of[i], double4_sub(rig_position(rig, i), double4_scale(-1, d)));
    }
    mesh_destroy(&mesh);
}

// (M + h² Σ k AᵀA) d of the set, for free particles.
static void apply_system(const Model *model, int kind, const double4 *d, double h, double4 *out)
{
    const ConstraintSet *set = &model->sets[kind];
    const int            v = set->ops->vertices;
    for (int32_t i = 0; i < model->particle_count; i++)
        out[i] = double4_scale(model->mass[i], d[i]);
    for (int32_t i = 0; i < set->count; i++) {
        const int32_t *corner = set->vertices + (size_t)v * (size_t)i;
        double         rows[CONSTRAINT_ROWS_MAX * CONSTRAINT_VERTICES_MAX];
        set->ops->local_step->stencil(set, i, rows);
        for (int r = 0; r < set->ops->rows; r++) {
            double4 sum = {0};
            for (int j = 0; j < v; j++)
                double4_add_to(&sum, rows[r * v + j], d[corner[j]]);
            for (int j = 0; j < v; j++)
                double4_add_to(&out[corner[j]], h * h * constraint_stiffness(set, i) * rows[r * v + j], sum);
        }
    }
}

// Φ never increases, inverted elements or not, and (M + h²L)(x' − x) = −∇Φ(x) at every iterate.
static void check_iterates(int kind, double size, const char *settings)
{
    const double    h = 0.05;
    static Recorder recorder;
    RIG(rig);
    make_body(&rig, kind, true, size, "pd", settings, h, 2);
    rig_record(&rig, &recorder, OF_MODEL);
    assert_int_equal(recorder.count, 21);
    static double4 gradient[PARTICLES_MAX], moved[PARTICLES_MAX], product[PARTICLES_MAX];
    double         last = INFINITY, first = 0;
    for (int k = 0; k + 1 < recorder.count; k++) {
        const double phi = rig_objective(&rig.model, h, recorder.y, recorder.x[k], gradient);
        double       largest = 0, error = 0;
        first = k == 0 ? phi : first;
        assert_true(phi <= last * (1 + BOUND(1e-13, 1e-5)) + BOUND(0, 1e-6) * first);
        last = phi;
        for (int32_t i = 0; i < rig.model.particle_count; i++)
            moved[i] = double4_sub(recorder.x[k + 1][i], recorder.x[k][i]);
        apply_system(&rig.model, kind, moved, h, product);
        for (int32_t i = 0; i < rig.model.particle_count; i++) {
            if (!(rig.model.inverse_mass[i] > 0))
                continue;
            double4_add_to(&product[i], 1, gradient[i]);
            error = fmax(error, double4_norm(product[i]));
            largest = fmax(largest, double4_norm(gradient[i]));
        }
        if (k == 0)
            assert_true(largest > 1e-3);
        assert_near(error, 0, BOUND(1e-10, 2e-5));
    }
    assert_true(last < 0.5 * first);
}

TEST(test_iterates)
{
    for (int k = 0; k < KIND_COUNT; k++) {
        check_iterates(KINDS[k], 0.05, "iterations=20");
        check_iterates(KINDS[k], 0.3, "iterations=20");
        check_iterates(KINDS[k], 0.3, "iterations=20 kernels=plain");
    }
}

// Σ m v of a body without pins stays 0 while the body returns to its shape.
TEST(test_momentum)
{
    static const char *const SOLVERS[][2] = {
        {"pd", "iterations=8"}, {"pd", "iterations=8 kernels=plain"}, {"newton", "iterations=40"}, {"xpbd", "iterations=8"}};
    for (int s = 0; s < 4; s++)
        for (int k = 0; k < KIND_COUNT; k++) {
            RIG(rig);
            double size;
            make_body(&rig, KINDS[k], false, 0.1, SOLVERS[s][0], SOLVERS[s][1], 0.02, 2);
            rig_steps(&rig, 8, NULL);
            const double4 sum = rig_momentum(&rig, &size);
            assert_true(size > 0.05);
            assert_near(double4_norm(sum) / size, 0, BOUND(1e-10, 1e-3));
        }
}

// ---- turned in space ----

static double4 turned(double4 x)
{
    // Turned by the rotation of the quaternion (0.5, 0.1, −0.7, 0.5), its squares add up to 1, and moved.
    const double w = 0.5, a = 0.1, b = -0.7, c = 0.5;
    return (double4){(1 - 2 * (b * b + c * c)) * x.x + 2 * (a * b - w * c) * x.y + 2 * (a * c + w * b) * x.z + 3,
                     2 * (a * b + w * c) * x.x + (1 - 2 * (a * a + c * c)) * x.y + 2 * (b * c - w * a) * x.z - 2,
                     2 * (a * c - w * b) * x.x + 2 * (b * c + w * a) * x.y + (1 - 2 * (a * a + b * b)) * x.z + 1, x.w};
}

// A body that starts turned and moved elsewhere ends turned and moved alike.
TEST(test_turned)
{
    static const char *const SOLVERS[][2] = {{"pd", "iterations=8"}, {"newton", "iterations=60"}, {"xpbd", "iterations=8 sweep=serial"}};
    for (int s = 0; s < 3; s++)
        for (int k = 0; k < KIND_COUNT; k++) {
            RIGS(rig, 2);
            for (int r = 0; r < 2; r++)
                make_body(&rig[r], KINDS[k], true, 0.08, SOLVERS[s][0], SOLVERS[s][1], 0.02, 1);
            for (int32_t i = 0; i < rig[1].model.particle_count; i++)
                rig_place(&rig[1], i, turned(double4_from(rig[1].state.position[i])));
            for (int r = 0; r < 2; r++)
                rig_steps(&rig[r], 5, NULL);
            for (int32_t i = 0; i < rig[0].model.particle_count; i++)
                assert_near(double4_norm(double4_sub(turned(rig_position(&rig[0], i)), rig_position(&rig[1], i))), 0, BOUND(1e-10, 2e-4));
        }
}

// ---- flat and inverted ----

static double4 centre_of(const Rig *rig)
{
    double4 sum = {0};
    double  mass = 0;
    for (int32_t i = 0; i < rig->model.particle_count; i++) {
        double4_add_to(&sum, rig->model.mass[i], double4_from(rig->state.position[i]));
        mass += rig->model.mass[i];
    }
    return double4_scale(1 / mass, sum);
}

// How far from its rest shape: the largest C.
static double largest_value(const Rig *rig, int kind)
{
    const ConstraintSet *set = &rig->model.sets[kind];
    double               largest = 0;
    static double4       x[PARTICLES_MAX];
    for (int32_t i = 0; i < rig->model.particle_count; i++)
        x[i] = double4_from(rig->state.position[i]);
    for (int32_t i = 0; i < set->count; i++) {
        double value;
        set->ops->energy->evaluate(set, i, i + 1, x, &value, NULL);
        largest = fmax(largest, value);
    }
    return largest;
}

static void make_block(Rig *rig, int kind, const char *solver, const char *settings)
{
    const Material material = {.young = 1e4, .poisson = 0.3, .density = 1};
    Mesh           mesh = {0};
    make_box((int[3]){2, 2, 2}, BOX_SIX, &mesh);
    add_particles(rig, &mesh, 1);
    add_elements(rig, &mesh, kind, &material);
    rig_solver(rig, solver, settings, 0.05, 1);
    mesh_destroy(&mesh);
}

// A block that flies at its rest shape, without a force: newton finds only round-off there, and reports convergence.
static void check_flight(const int cells[3], double x)
{
    const Material material = {.young = 1e5, .poisson = 0.3, .density = 1000};
    Mesh           mesh = {0};
    RIG(rig);
    int worst = 0, max = 0;
    make_box(cells, BOX_FIVE, &mesh);
    for (int32_t i = 0; i < mesh.vertex_count; i++)
        rig_particle(&rig, x + mesh.position[i][0], 0.183 + mesh.position[i][1], 0.187 + mesh.position[i][2], 0.02);
    add_elements(&rig, &mesh, CONSTRAINT_tet_arap, &material);
    rig_solver(&rig, "newton", "", 1.0 / 60, 1);
    for (int32_t i = 0; i < mesh.vertex_count; i++)
        rig_set_velocity(&rig, i, 5, 0.1, 0.2);
    for (int step = 0; step < 150; step++) {
        const StepContext context = rig_step(&rig);
        worst += context.end == STEP_UNCONVERGED;
        max = context.iteration_count > max ? context.iteration_count : max;
    }
    assert_int_equal(worst, 0);
    assert_true(max < 60);
    mesh_destroy(&mesh);
}

TEST(test_flight_is_at_round_off)
{
    check_flight((int[3]){1, 1, 1}, 0.18);
    check_flight((int[3]){1, 1, 1}, 0);
    check_flight((int[3]){3, 3, 3}, 0);
}

static const char *const RECOVERING[][2] = {{"pd", "iterations=10"}, {"newton", "iterations=60"}, {"xpbd", "iterations=20"}};

// All particles in one plane: every element is flat and comes out of the plane by the same side. Or all in one line; or one point that is
// not quite one.
TEST(test_flat_starts_recover)
{
    static const double SQUASHED[][3] = {{1, 1, 0}, {0, 1, 1}, {1, 1, -0.1}, {1, 0.02, 0.01}};
    for (int s = 0; s < 3; s++)
        for (size_t q = 0; q < sizeof SQUASHED / sizeof *SQUASHED; q++)
            for (int bounded = 0; bounded < 2; bounded++) {
                const int kind = bounded ? CONSTRAINT_tet_strain : CONSTRAINT_tet_arap;
                RIG(rig);
                make_block(&rig, kind, RECOVERING[s][0], RECOVERING[s][1]);
                const double4 before = centre_of(&rig);
                for (int32_t i = 0; i < rig.model.particle_count; i++) {
                    real4 *x = &rig.state.position[i];
                    x->x = (real)(before.x + SQUASHED[q][0] * ((double)x->x - before.x));
                    x->y = (real)(before.y + SQUASHED[q][1] * ((double)x->y - before.y));
                    x->z = (real)(before.z + SQUASHED[q][2] * ((double)x->z - before.z));
                }
                assert_true(largest_value(&rig, kind) > 0.8);
                rig_steps(&rig, 80, NULL);
                assert_near(largest_value(&rig, kind), 0, 0.02);
                assert_near(double4_norm(double4_sub(centre_of(&rig), before)), 0, BOUND(1e-9, 3e-3));
            }
}

// A corner pushed through the body to its other side returns.
TEST(test_inverted_corner_recovers)
{
    for (int s = 0; s < 3; s++) {
        RIG(rig);
        make_block(&rig, CONSTRAINT_tet_arap, RECOVERING[s][0], RECOVERING[s][1]);
        rig_place(&rig, rig.model.model_of[26],
                  double4_sub(double4_scale(1.6, centre_of(&rig)), double4_scale(0.6, rig_position(&rig, 26))));
        assert_true(largest_value(&rig, CONSTRAINT_tet_arap) > 1);
        rig_steps(&rig, 80, NULL);
        assert_near(largest_value(&rig, CONSTRAINT_tet_arap), 0, 0.02);
    }
}

// ---- limits of stretch ----

// Between its limits a body has no forces: it flies like dust. Velocities are so small that no limit is reached.
TEST(test_free_between_limits)
{
    static const char *const SOLVERS[][2] = {{"pd", "iterations=5"}, {"newton", "iterations=20"}, {"xpbd", "iterations=5"}};
    for (int s = 0; s < 3; s++)
        for (int k = 2; k < KIND_COUNT; k++) {
            const double h = 0.02;
            RIG(rig);
            make_body(&rig, KINDS[k], false, 1e-3, SOLVERS[s][0], SOLVERS[s][1], h, 1);
            set_velocities(&rig, 1e-2, 5);
            static double4 x[PARTICLES_MAX];
            for (int32_t i = 0; i < rig.model.particle_count; i++) {
                x[i] = rig_position(&rig, i);
                double4_add_to(&x[i], 10 * h, rig_velocity(&rig, i));
            }
            rig_steps(&rig, 10, NULL);
            for (int32_t i = 0; i < rig.model.particle_count; i++)
                assert_near(double4_norm(double4_sub(rig_position(&rig, i), x[i])), 0, BOUND(1e-12, 5e-6));
        }
}

// A body that is pulled at its ends is stretched to its limit, plus the elastic strain of its stiffness: ΔL = (high − 1) L + F L/(2 μ A).
TEST(test_stretched_beyond_the_limit)
{
    static const char *const SOLVERS[][2] = {{"pd", "iterations=500 omega=1.6"}, {"newton", "iterations=50"}};
    const int                cells[3] = {2, 1, 1};
    const double             mu = 400, length = 0.25 * cells[0], traction = 40;
    const Material           material = {.young = 2 * mu, .poisson = 0, .density = 1};
    for (int s = 0; s < 2; s++) {
        Mesh mesh = {0};
        RIG(rig);
        make_box(cells, BOX_FIVE, &mesh);
        add_particles(&rig, &mesh, 0.02);
        add_elements(&rig, &mesh, CONSTRAINT_tet_strain, &material);
        pin_low_end(&rig, &mesh);
        pull_far_end(&rig, &mesh, length, traction);
        rig_solver(&rig, SOLVERS[s][0], SOLVERS[s][1], 0.5, 1);
        rig_steps(&rig, s == 0 ? 60 : 30, NULL);
        double sum = 0, force = 0; // sideways elements are free, so the end may tilt: only its load-weighted mean is known
        for (int32_t i = 0; i < mesh.vertex_count; i++) {
            const double load = model_force(&rig.model, rig.model.model_of[i]).x;
            sum += load * rig_position(&rig, i).x;
            force += load;
        }
        assert_near(sum / force, length * (1.1 + traction / (2 * mu)), BOUND(1e-6, 1e-3) * length);
        mesh_destroy(&mesh);
    }
}

// ---- the pulled local step ----

// Right-hand sides of both ways, and by the double-precision formulas; which way is which; the same bits for every number of threads.
TEST(test_pulled_is_plain)
{
    for (int k = 0; k < KIND_COUNT; k++) {
        const double h = 0.05;
        RIG(rig);
        LocalStep step[2];
        real4    *base, *rhs[3];
        make_body(&rig, KINDS[k], true, 0.2, "pd", "iterations=1", h, 1);
        const int32_t n = rig.model.particle_count;
        Random        random = {8};
        assert_ok(ARENA_NEW(&rig.arena, n, &base));
        for (int32_t i = 0; i < n; i++)
            base[i] = (real4){(real)rig_random(&random), (real)rig_random(&random), (real)rig_random(&random), 0};
        for (int plain = 0; plain < 2; plain++) {
            assert_ok(local_step_init(&rig.model, h, plain, &rig.arena, &step[plain]));
            assert_int_equal(step[plain].way[KINDS[k]], plain ? LOCAL_PLAIN : LOCAL_PULLED);
        }
        for (int r = 0; r < 3; r++) {
            assert_ok(ARENA_NEW(&rig.arena, n, &rhs[r]));
#pragma omp parallel num_threads(r == 2 ? 3 : 1) default(none) shared(step, rig, base, rhs, r)
            local_step_run(&step[r == 1], rig.state.position, base, rhs[r], NULL);
        }
        assert_memory_equal(rhs[0], rhs[2], (size_t)n * sizeof *base);
        double pulled = 0;
        for (int32_t i = 0; i < n; i++) {
            const double4 a = double4_from(rhs[0][i]), b = double4_from(rhs[1][i]);
            assert_near(double4_norm(double4_sub(a, b)), 0, BOUND(1e-12, 2e-5));
            if (rig.model.inverse_mass[i] > 0)
                pulled = fmax(pulled, double4_norm(double4_sub(a, double4_from(base[i]))));
            else
                assert_memory_equal(&rhs[0][i], &base[i], sizeof base[i]);
        }
        assert_true(pulled > 0.1);
    }
}

static void add_whole_body(Rig *rig, int32_t count)
{
    int32_t *vertices = malloc((size_t)count * sizeof *vertices);
    assert_non_null(vertices);
    for (int32_t i = 0; i < count; i++)
        vertices[i] = i;
    assert_ok(
        model_add_group(rig->builder, CONSTRAINT_shape_matching, &(GroupShape){.vertices = vertices, .vertex_count = count}, NULL, 40));
    free(vertices);
}

// rhs after each thread made the base of its own particles, with no barrier between.
static void run_with_base(const LocalStep *step, const Rig *rig, int threads, real4 *base, real4 *rhs)
{
#pragma omp parallel num_threads(threads) default(none) shared(step, rig, base, rhs)
    {
        TEAM_EACH (i, rig->model.particle_count) {
            base[i] = (real4){(real)0.25 * rig->state.position[i].x, (real)(i % 7), (real)(i % 5), 0};
            rhs[i] = (real4){(real)NAN, (real)NAN, (real)NAN, (real)NAN};
        }
        local_step_run(step, rig->state.position, base, rhs, NULL);
    }
}

// A body of many chunks, whose particles sum their blocks as soon as the last of them is written: every particle once, with the bits of one
// thread for every number of threads, and with the result of the plain variant.
TEST(test_pulls_by_chunks)
{
    enum { RUNS = 20 };
    const Material material = {.young = 800, .poisson = 0, .density = 1};
    Mesh           mesh = {0};
    LocalStep      step[2];
    real4         *base, *rhs[3];
    RIG(rig);
    make_box((const int[3]){8, 6, 5}, BOX_FIVE, &mesh);
    add_particles(&rig, &mesh, 0.02);
    add_elements(&rig, &mesh, CONSTRAINT_tet_arap, &material);
    pin_low_end(&rig, &mesh);
    rig_solver(&rig, "pd", "iterations=1", 0.05, 1);
    const int32_t n = rig.model.particle_count;
    Random        random = {17};
    assert_true(rig.model.sets[CONSTRAINT_tet_arap].count > 4 * PULL_CHUNK);
    for (int32_t i = 0; i < n; i++)
        rig.state.position[i].x += (real)(0.02 * rig_random(&random));
    assert_ok(ARENA_NEW(&rig.arena, n, &base));
    for (int k = 0; k < 3; k++)
        assert_ok(ARENA_NEW(&rig.arena, n, &rhs[k]));
    for (int plain = 0; plain < 2; plain++) {
        assert_ok(local_step_init(&rig.model, 0.05, plain, &rig.arena, &step[plain]));
        run_with_base(&step[plain], &rig, 1, base, rhs[plain]);
    }
    assert_true(step[0].early && !step[1].early);
    for (int32_t i = 0; i < n; i++)
        assert_near(double4_norm(double4_sub(double4_from(rhs[0][i]), double4_from(rhs[1][i]))), 0, BOUND(1e-12, 2e-5));
    for (int run = 0; run < RUNS; run++) {
        run_with_base(&step[0], &rig, 1 + run % 4, base, rhs[2]);
        assert_memory_equal(rhs[0], rhs[2], (size_t)n * sizeof *base);
    }
    mesh_destroy(&mesh);
}

// Springs (fused variant), two kinds of the pulled variant and a group (plain variant only) in one body. The result is that of the plain
// variant for all.
static void check_ways(bool springs, bool group)
{
    const Material material = {.young = 900, .poisson = 0.3, .density = 1, .thickness = 0.1};
    RIGS(rig, 2);
    for (int plain = 0; plain < 2; plain++) {
        Mesh mesh = {0};
        make_box((int[3]){3, 2, 2}, BOX_FIVE, &mesh);
        add_particles(&rig[plain], &mesh, 3);
        add_elements(&rig[plain], &mesh, CONSTRAINT_tet_arap, &material);
        for (int32_t i = 0; i < mesh.tet_count; i += 2)
            add_element(&rig[plain], &mesh, CONSTRAINT_triangle_strain, mesh.tet[i], &material);
        for (int32_t i = 0; springs && i + 5 < mesh.vertex_count; i += 2)
            rig_spring(&rig[plain], i, i + 5, 0.4, 30);
        if (group)
            add_whole_body(&rig[plain], mesh.vertex_count);
        rig_attachment(&rig[plain], 0, (double[3]){0.1, 0.2, 0}, 50);
        rig_solver(&rig[plain], "pd", plain ? "iterations=6 kernels=plain" : "iterations=6", 0.03, 2);
        set_velocities(&rig[plain], 1, 4);
        rig_steps(&rig[plain], 5, NULL);
        mesh_destroy(&mesh);
    }
    assert_near(rig_apart(&rig[0], &rig[1]), 0, BOUND(1e-11, 1e-4));
}

TEST(test_kernels_agree_on_mixed_kinds)
{
    check_ways(true, false);
    check_ways(false, true);
    check_ways(true, true);
}

// Counted by hand: one tetrahedron of four free particles. In the pulled variant its corners, nine rest values and its weight are read and
// four blocks written. Then the blocks are read, one for each particle.
TEST(test_traffic)
{
    enum { RUNS = 3, R = sizeof(real), BLOCK_BYTES = 4 * R };
    static const double4 X[4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    const int32_t        corner[4] = {0, 1, 2, 3};
    RIG(rig);
    Traffic traffic;
    for (int i = 0; i < 4; i++)
        rig_particle(&rig, X[i].x, X[i].y, X[i].z, 1);
    assert_ok(model_add_constraint(rig.builder, CONSTRAINT_tet_arap, corner, NULL, 10));
    rig_solver(&rig, "pd", "iterations=3", 0.02, 1);
    assert_ok(rig.solver->ops->traffic(rig.solver, &traffic));
    assert_int_equal(traffic.phases[PHASE_LOCAL].runs, RUNS);
    assert_int_equal(traffic.phases[PHASE_RHS].runs, RUNS);
    assert_near(traffic.phases[PHASE_LOCAL].bytes, 4 * 4 + 10 * R + 4 * BLOCK_BYTES + 4 * BLOCK_BYTES, 0);
    assert_near(traffic.phases[PHASE_RHS].bytes, 4 * (4 + BLOCK_BYTES) + 4 * (3 * BLOCK_BYTES + 4), 0);
    assert_near(traffic.phases[PHASE_RHS].flops, 12, 0);
}

// ---- rejected settings ----

TEST(test_refused)
{
    static const double4 FLAT[4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}};
    static const double4 INVERTED[4] = {{0, 0, 0, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 1, 0}};
    static const double4 LINE[3] = {{0, 0, 0, 0}, {1, 1, 1, 0}, {2, 2, 2, 0}}, POINT[4] = {{0}};
    static const double4 GOOD[4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    double               rest[CONSTRAINT_PARAMS_MAX];
    for (int k = 0; k < KIND_COUNT; k++) {
        const ConstraintOps *ops = constraint_ops(KINDS[k]);
        const bool           is_tet = ops->vertices == 4;
        const double4 *const BAD[] = {is_tet ? FLAT : LINE, is_tet ? INVERTED : LINE, POINT};
        for (int b = 0; b < 3; b++) {
            ops->measure(BAD[b], rest);
            assert_non_null(ops->refuse(rest));
        }
        ops->measure(GOOD, rest);
        assert_null(ops->refuse(rest));
        rest[0] = -rest[0]; // the determinant is turned round
        assert_non_null(ops->refuse(rest));
        rest[0] = NAN;
        assert_non_null(ops->refuse(rest));
        if (ops->params < 6)
            continue;
        static const double LIMITS[][2] = {{1.1, 0.9}, {-0.1, 1}, {NAN, 1}, {0.9, INFINITY}};
        for (size_t l = 0; l < sizeof LIMITS / sizeof *LIMITS && ops->params % 9 != 0 && k >= 2; l++) {
            ops->measure(GOOD, rest);
            rest[ops->params - 2] = LIMITS[l][0];
            rest[ops->params - 1] = LIMITS[l][1];
            assert_non_null(ops->refuse(rest));
        }
    }
}
