// Damped, breakable and one-sided constraints in the position-based solvers, against closed forms and a plain loop in double that is
// written straight from the formulas. Masses are unequal, compliances above and below ∇C W ∇Cᵀ, iterations more than one.
#include "chains.h"
#include "laws.h"
#include "recorder.h"

static const double H = 0.01;

// ---- independent pairs on a line: enough of them for the four-wide kernel and its tail ----

enum { PAIRS = 11, BROKEN_PAIR = 5 };

typedef struct Pair {
    double mass[2], start[2], velocity[2], length, stiffness, damping;
} Pair;

static void make_pairs(Rig *rig, Pair pairs[PAIRS])
{
    Random random = {29};
    for (int i = 0; i < PAIRS; i++) {
        Pair *p = &pairs[i];
        *p = (Pair){.mass = {0.2 + random_unit(&random), 0.5 + 3 * random_unit(&random)},
                    .start = {rig_random(&random), 2 + rig_random(&random)},
                    .velocity = {rig_random(&random), rig_random(&random)},
                    .length = 1 + random_unit(&random),
                    .stiffness = pow(10, 1 + 0.5 * i), // α~/w from far above 10 to far below 1
                    .damping = i % 3 == 0 ? 0 : 20 * random_unit(&random)};
        const int32_t a = rig_particle(rig, p->start[0], i, 0, p->mass[0]), b = rig_particle(rig, p->start[1], i, 0, p->mass[1]);
        rig_spring(rig, a, b, p->length, p->stiffness);
        rig_traits(rig, p->damping, i == BROKEN_PAIR ? 1e30 : INFINITY, SENSE_EQUAL);
    }
}

// The separation solves μ (r − r_y) + h² k (r − l) + h β (r − r_n) = 0, μ the reduced mass; the centre of mass moves on.
static double next_separation(const Pair *p, double h, double separation, double rate)
{
    const double mu = p->mass[0] * p->mass[1] / (p->mass[0] + p->mass[1]), k = h * h * p->stiffness, c = h * p->damping;
    return (mu * (separation + h * rate) + k * p->length + c * separation) / (mu + k + c);
}

static void follow_pairs(const char *settings, int substeps)
{
    Pair pairs[PAIRS];
    RIG(rig);
    make_pairs(&rig, pairs);
    rig_solver(&rig, "xpbd", settings, H * substeps, 1);
    double separation[PAIRS], rate[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        separation[i] = pairs[i].start[1] - pairs[i].start[0];
        rate[i] = pairs[i].velocity[1] - pairs[i].velocity[0];
        for (int j = 0; j < 2; j++)
            rig_set_velocity(&rig, 2 * i + j, pairs[i].velocity[j], 0, 0);
    }
    rig.state.broken[CONSTRAINT_distance][BROKEN_PAIR] = 1;
    for (int step = 1; step <= 10; step++) {
        rig_steps(&rig, 1, NULL);
        for (int i = 0; i < PAIRS; i++) {
            const Pair *p = &pairs[i];
            for (int n = 0; n < substeps; n++) {
                const double next = i == BROKEN_PAIR ? separation[i] + H * rate[i] : next_separation(p, H, separation[i], rate[i]);
                rate[i] = (next - separation[i]) / H;
                separation[i] = next;
            }
            const double a = rig_position(&rig, 2 * i).x, b = rig_position(&rig, 2 * i + 1).x, total = p->mass[0] + p->mass[1];
            const double centre = (p->mass[0] * (p->start[0] + step * substeps * H * p->velocity[0]) +
                                   p->mass[1] * (p->start[1] + step * substeps * H * p->velocity[1])) /
                                  total;
            assert_near(b - a, separation[i], BOUND(1e-12, 2e-5));
            assert_near(a, centre - p->mass[1] / total * separation[i], BOUND(1e-12, 2e-5));
        }
    }
    assert_true(rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, 0, 0) != 0);
    for (int32_t i = 0; i < PAIRS; i++)
        if (rig.model.sets[CONSTRAINT_distance].origin[i] == BROKEN_PAIR)
            assert_true(rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, i, 0) == 0);
}

// XPBD is exact on one constraint at any iteration count. A wrong sign of α~λ converges elsewhere or diverges from the second iteration on.
// An unweighted denominator, or one with (w∇C)², is wrong in the first.
TEST(test_pairs)
{
    follow_pairs("iterations=1 sweep=serial", 1);
    follow_pairs("iterations=8 sweep=serial", 1);
    follow_pairs("iterations=8 sweep=coloured", 1);
    follow_pairs("iterations=8 sweep=jacobi", 1);
    follow_pairs("iterations=3 sweep=coloured substeps=4", 4);
}

// The damped oscillator: m(x'−y) + h²k(x'−l) + hβ(x'−x_n) = 0, on a spring to a pin and on an attachment.
static void oscillate(const char *solver, const char *settings, bool attachment)
{
    const double m = 0.3, k = 40, beta = 1.7, target = 1;
    RIG(rig);
    const int32_t mass = rig_particle(&rig, target + 0.2, 0, 0, m);
    if (attachment) {
        rig_attachment(&rig, mass, (double[3]){target, 0, 0}, k);
    } else {
        const int32_t wall = rig_particle(&rig, 0, 0, 0, 1);
        assert_ok(model_pin(rig.builder, wall));
        rig_spring(&rig, wall, mass, target, k);
    }
    rig_traits(&rig, beta, INFINITY, SENSE_EQUAL);
    rig_solver(&rig, solver, settings, H, 1);
    double x = target + 0.2, v = 0;
    for (int n = 1; n <= 100; n++) {
        rig_steps(&rig, 1, NULL);
        const double next = (m * (x + H * v) + H * H * k * target + H * beta * x) / (m + H * H * k + H * beta);
        v = (next - x) / H;
        x = next;
        assert_near(rig_position(&rig, mass).x, x, BOUND(1e-12, 3e-6));
        assert_near(rig_velocity(&rig, mass).x, v, strcmp(solver, "xpbd_direct") == 0 ? BOUND(1e-12, 4e-5) : BOUND(1e-10, 2e-4));
    }
}

TEST(test_damped_oscillator)
{
    static const char *const WAYS[][2] = {{"xpbd", "iterations=1 sweep=serial"},
                                          {"xpbd", "iterations=8 sweep=coloured"},
                                          {"xpbd", "iterations=3 sweep=jacobi"},
                                          {"xpbd_direct", "iterations=5"}};
    for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++) {
        oscillate(WAYS[i][0], WAYS[i][1], false);
        oscillate(WAYS[i][0], WAYS[i][1], true);
    }
}

// ---- a free tangle of springs with every trait, against the plain loop ----

enum { PARTICLES = 12, SPRINGS_MAX = 40 };

typedef struct Twin { // in the model's numbering
    const Rig *rig;
    double     h, omega;
    double     x[PARTICLES][3], previous[PARTICLES][3], v[PARTICLES][3], lambda[SPRINGS_MAX];
    bool       jacobi;
    double     before[PARTICLES][3], weight[SPRINGS_MAX]; // Jacobi: where the sweep started; 1 / springs at the busier end
} Twin;

static void make_various(Rig *rig, double beta, bool unequal)
{
    Random random = {11};
    for (int i = 0; i < PARTICLES; i++) {
        double x[3];
        for (int k = 0; k < 3; k++)
            x[k] = rig_random(&random);
        rig_particle(rig, x[0], x[1], x[2], 0.2 + 2 * random_unit(&random));
    }
    for (int i = 0; i < PARTICLES; i++)
        for (int step = 1; step <= 4; step += 1 + (i % 2))
            if (i + step < PARTICLES) {
                rig_spring(rig, i, i + step, 0.8, pow(10, 1 + 3 * random_unit(&random)));
                const ConstraintSense sense = unequal ? (ConstraintSense)random_below(&random, 3) : SENSE_EQUAL;
                rig_traits(rig, beta * random_unit(&random), INFINITY, sense);
            }
    model_set_gravity(rig->builder, (double[3]){1, -9.81, 2});
}

static void push(Rig *rig)
{
    Random random = {5};
    for (int i = 0; i < PARTICLES; i++)
        rig_push(rig, i, &random);
}

static void twin_read(Twin *twin)
{
    for (int i = 0; i < PARTICLES; i++) {
        const real4 x = twin->rig->state.position[i], v = twin->rig->state.velocity[i];
        memcpy(twin->x[i], (double[3]){(double)x.x, (double)x.y, (double)x.z}, sizeof twin->x[i]);
        memcpy(twin->v[i], (double[3]){(double)v.x, (double)v.y, (double)v.z}, sizeof twin->v[i]);
    }
}

// C, and γ times the motion of C; an inequality counts only the part beyond C = 0. n: the unit direction.
static double twin_value(const Twin *twin, int32_t i, double n[3], double *damping)
{
    const ConstraintSet *set = &twin->rig->model.sets[CONSTRAINT_distance];
    const int32_t        a = set->vertices[2 * i], b = set->vertices[2 * i + 1];
    const double(*x)[3] = twin->jacobi ? twin->before : twin->x;
    double length = 0, motion = 0;
    for (int k = 0; k < 3; k++) {
        n[k] = x[a][k] - x[b][k];
        length += n[k] * n[k];
    }
    length = sqrt(length);
    for (int k = 0; k < 3; k++) {
        n[k] /= length;
        motion += n[k] * (x[a][k] - twin->previous[a][k] - x[b][k] + twin->previous[b][k]);
    }
    const double value = length - constraint_rest(set, 0, i);
    const int    sense = set->sense ? set->sense[i] : SENSE_EQUAL;
    if ((sense == SENSE_LESS_EQUAL && motion > value) || (sense == SENSE_GREATER_EQUAL && motion < value))
        motion = value;
    *damping = (set->damping ? set->damping[i] : 0) / (constraint_stiffness(set, i) * twin->h) * motion;
    return value;
}

static void twin_project(Twin *twin, int32_t i)
{
    const ConstraintSet *set = &twin->rig->model.sets[CONSTRAINT_distance];
    const int32_t        a = set->vertices[2 * i], b = set->vertices[2 * i + 1];
    const double         w[2] = {twin->rig->model.inverse_mass[a], twin->rig->model.inverse_mass[b]};
    const double         alpha = 1 / (constraint_stiffness(set, i) * twin->h * twin->h);
    const double         gamma = (set->damping ? set->damping[i] : 0) / (constraint_stiffness(set, i) * twin->h);
    const int            sense = set->sense ? set->sense[i] : SENSE_EQUAL;
    double               n[3], damping;
    const double         value = twin_value(twin, i, n, &damping);
    const double         scale = twin->omega * (twin->jacobi ? twin->weight[i] : 1);
    double lambda = twin->lambda[i] + scale * (-value - alpha * twin->lambda[i] - damping) / ((1 + gamma) * (w[0] + w[1]) + alpha);
    if ((sense == SENSE_GREATER_EQUAL && lambda < 0) || (sense == SENSE_LESS_EQUAL && lambda > 0))
        lambda = 0;
    for (int k = 0; k < 3; k++) {
        twin->x[a][k] += w[0] * n[k] * (lambda - twin->lambda[i]);
        twin->x[b][k] -= w[1] * n[k] * (lambda - twin->lambda[i]);
    }
    twin->lambda[i] = lambda;
}

static void twin_step(Twin *twin, int iterations)
{
    const Model    *model = &twin->rig->model;
    const Schedule *schedule = &twin->rig->schedule;
    memset(twin->lambda, 0, sizeof twin->lambda);
    memcpy(twin->previous, twin->x, sizeof twin->x);
    for (int i = 0; i < PARTICLES; i++)
        for (int k = 0; k < 3; k++)
            twin->x[i][k] += twin->h * (twin->v[i][k] + twin->h * model->gravity[k]);
    for (int n = 0; n < iterations; n++) {
        memcpy(twin->before, twin->x, sizeof twin->x);
        for (int32_t b = 0; b < schedule->batch_count; b++)
            for (int32_t i = schedule->batches[b].begin; i < schedule->batches[b].end; i++)
                twin_project(twin, i);
    }
    for (int i = 0; i < PARTICLES; i++)
        for (int k = 0; k < 3; k++)
            twin->v[i][k] = (twin->x[i][k] - twin->previous[i][k]) / twin->h;
}

static void twin_weigh(Twin *twin)
{
    const ConstraintSet *set = &twin->rig->model.sets[CONSTRAINT_distance];
    int                  springs[PARTICLES] = {0};
    for (int32_t k = 0; k < 2 * set->count; k++)
        springs[set->vertices[k]]++;
    for (int32_t i = 0; i < set->count; i++)
        twin->weight[i] = 1.0 / fmax(springs[set->vertices[2 * i]], springs[set->vertices[2 * i + 1]]);
}

static void follow_twin(const char *sweep, double omega, double beta, bool unequal)
{
    RIG(rig);
    make_various(&rig, beta, unequal);
    TEXT_OF(settings, "iterations=8 sweep=%s omega=%g", sweep, omega);
    rig_solver(&rig, "xpbd", settings, H, 1);
    push(&rig);
    Twin twin = {.rig = &rig, .h = H, .omega = omega, .jacobi = strcmp(sweep, "jacobi") == 0};
    twin_read(&twin);
    twin_weigh(&twin);
    int zero = 0;
    for (int step = 0; step < 5; step++) {
        rig_steps(&rig, 1, NULL);
        twin_step(&twin, 8);
        for (int i = 0; i < PARTICLES; i++) {
            const double4 x = double4_from(rig.state.position[i]);
            assert_near(x.x, twin.x[i][0], BOUND(1e-12, 5e-5));
            assert_near(x.y, twin.x[i][1], BOUND(1e-12, 5e-5));
            assert_near(x.z, twin.x[i][2], BOUND(1e-12, 5e-5));
        }
        for (int32_t i = 0; i < rig.model.constraint_count; i++) {
            const double lambda = rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, i, 0);
            assert_near(lambda, twin.lambda[i], BOUND(1e-12, 5e-5));
            zero += lambda == 0;
        }
    }
    assert_true(unequal == (zero > 5)); // inequalities did let go
}

TEST(test_every_trait_is_the_plain_loop)
{
    static const char *const SWEEPS[] = {"serial", "coloured", "jacobi"};
    for (int s = 0; s < 3; s++) {
        follow_twin(SWEEPS[s], 1, 0, false);
        follow_twin(SWEEPS[s], 1, 4, false);
        follow_twin(SWEEPS[s], 1, 0, true);
        follow_twin(SWEEPS[s], 1, 4, true);
        follow_twin(SWEEPS[s], 1.4, 4, true);
    }
}

// ---- the limit of the iterations ----

typedef struct SignWatch {
    Observer     base;
    const Model *model;
    int          seen, wrong;
} SignWatch;

static void watch_signs(Observer *observer, const Iterate *iterate)
{
    SignWatch           *watch = (SignWatch *)observer;
    const ConstraintSet *set = &watch->model->sets[CONSTRAINT_distance];
    for (int32_t i = 0; i < set->count; i++) {
        const real lambda = iterate->lambda[CONSTRAINT_distance][i];
        watch->seen++;
        watch->wrong += (set->sense[i] == SENSE_GREATER_EQUAL && lambda < 0) || (set->sense[i] == SENSE_LESS_EQUAL && lambda > 0);
    }
}

// At the end of many iterations either λ is 0 and C + γ ΔC is feasible, or C + α~λ + γ ΔC = 0 and λ has the right sign. Neither projecting
// only violated constraints nor clamping each Δλ by itself converges to this: neither can undo an early iteration that pulled too far.
static void converge(const char *settings, double beta)
{
    RIG(rig);
    make_various(&rig, beta, true);
    rig_solver(&rig, "xpbd", settings, 2 * H, 1);
    push(&rig);
    Twin twin = {.rig = &rig, .h = 2 * H, .omega = 1};
    twin_read(&twin);
    memcpy(twin.previous, twin.x, sizeof twin.x);
    SignWatch   watch = {.base = {.begin = ignore_start, .iterate = watch_signs}, .model = &rig.model};
    StepContext context = {.observer = &watch.base};
    rig_steps(&rig, 1, &context);
    twin_read(&twin);
    const ConstraintSet *set = &rig.model.sets[CONSTRAINT_distance];
    int                  active = 0, idle = 0;
    for (int32_t i = 0; i < set->count; i++) {
        double       n[3], damping;
        const double lambda = rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, i, 0),
                     alpha = 1 / (constraint_stiffness(set, i) * 4 * H * H);
        const double value = twin_value(&twin, i, n, &damping);
        const double slack = (set->sense[i] == SENSE_GREATER_EQUAL ? 1 : -1) * BOUND(1e-10, 1e-5);
        if (set->sense[i] != SENSE_EQUAL && lambda == 0) {
            assert_true(sense_is_feasible(set->sense[i], value + damping + slack));
            idle++;
        } else {
            assert_near(value + alpha * lambda + damping, 0, BOUND(1e-10, 2e-5));
            active += set->sense[i] != SENSE_EQUAL;
        }
    }
    assert_true(active >= 3);
    assert_true(idle >= 3);
    assert_true(watch.seen > 0);
    assert_int_equal(watch.wrong, 0);
}

TEST(test_inequalities_converge)
{
    converge("iterations=2000 sweep=serial", 0);
    converge("iterations=2000 sweep=coloured", 0);
    converge("iterations=2000 sweep=serial omega=1.3", 3);
    converge("iterations=8000 sweep=jacobi", 3);
}

// ---- a rope: free until it is taut, then a spring ----

// start: how far below its pin the mass begins, m.
static void hang_on_rope(const char *solver, const char *settings, double stiffness, double beta, double start)
{
    const double m = 0.5, g = 9.81, length = 1;
    RIG(rig);
    assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
    rig_particle(&rig, 0, -start, 0, m);
    rig_spring(&rig, 0, 1, length, stiffness);
    rig_traits(&rig, beta, INFINITY, SENSE_LESS_EQUAL);
    model_set_gravity(rig.builder, (double[3]){0, -g, 0});
    rig_solver(&rig, solver, settings, H, 1);
    int    n = 1;
    double fallen;
    for (; (fallen = start + g * H * H * n * (n + 1) / 2) <= length; n++) {
        rig_steps(&rig, 1, NULL);
        assert_near(rig_position(&rig, 1).y, -fallen, BOUND(1e-13, 3e-6));
        if (rig.solver->ops->multiplier)
            assert_true(rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, 0, 0) == 0);
    }
    assert_true(n > 20);
    // The step that makes it taut: m(x'−y) + h²k C' + hβ C' = 0, the motion up to C = 0 not damped.
    rig_steps(&rig, 1, NULL);
    const double pull = isinf(stiffness) ? INFINITY : H * H * stiffness + H * beta;
    double       x = length + m * (fallen - length) / (m + pull), v = (x - (fallen - g * H * H * n)) / H;
    assert_near(rig_position(&rig, 1).y, -x, BOUND(1e-12, 3e-6));
    for (int k = 0; k < 60 && beta == 0 && isfinite(stiffness); k++) { // implicit Euler, taut and slack
        v += H * g;
        v -= x + H * v > length ? H * H * stiffness / m * ((x - length) / H + v) / (1 + H * H * stiffness / m) : 0;
        x += H * v;
        rig_steps(&rig, 1, NULL);
        assert_near(rig_position(&rig, 1).y, -x, BOUND(1e-10, 1e-4));
    }
    for (int k = 0; k < 3000; k++)
        if (rig_step(&rig).end == STEP_UNCONVERGED && iterates_to_the_end(solver))
            fail_msg("%s %s: a step is not converged", solver, settings);
    assert_near(rig_position(&rig, 1).y, -(length + (isinf(stiffness) ? 0 : m * g / stiffness)), BOUND(1e-9, 2e-6));
    if (rig.solver->ops->multiplier)
        assert_near(-rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, 0, 0) / (H * H), m * g, BOUND(1e-8, 2e-2));
}

TEST(test_rope)
{
    hang_on_rope("xpbd", "iterations=1 sweep=serial", 2000, 0, 0.2);
    hang_on_rope("xpbd", "iterations=5 sweep=jacobi", 2000, 0, 0.2);
    hang_on_rope("xpbd", "iterations=4 sweep=coloured", 2000, 30, 0.2);
    hang_on_rope("xpbd", "iterations=4", INFINITY, 0, 0.2);
    hang_on_rope("pd", "iterations=3", 300, 0, 0.2);
    hang_on_rope("pd", "iterations=3", 300, 0, -0.3); // it falls past its pin
    hang_on_rope("newton", "", 400, 0, 0.2);
    hang_on_rope("pbd", "iterations=4", INFINITY, 0, 0.2);
    hang_on_rope("pbd", "iterations=1 sweep=jacobi", INFINITY, 0, 0.2);
}

// A particle on a wall's surface, pushed away and pushed in: an equality keeps it there, the inequality releases it and keeps it out.
static void push_at_wall(const char *solver, ConstraintSense sense, double speed, double expected)
{
    RIG(rig);
    assert_ok(model_pin(rig.builder, rig_particle(&rig, 0, 0, 0, 1)));
    rig_particle(&rig, 1, 0, 0, 2);
    rig_spring(&rig, 0, 1, 1, INFINITY);
    rig_traits(&rig, 0, INFINITY, sense);
    rig_solver(&rig, solver, "iterations=6", H, 1);
    rig_set_velocity(&rig, 1, speed, 0, 0);
    rig_steps(&rig, 1, NULL);
    assert_near(rig_position(&rig, 1).x, expected, BOUND(1e-13, 1e-6));
}

TEST(test_equality_pulls_inequality_does_not)
{
    static const char *const SOLVERS[] = {"pbd", "xpbd"};
    for (int i = 0; i < 2; i++) {
        push_at_wall(SOLVERS[i], SENSE_EQUAL, 3, 1);
        push_at_wall(SOLVERS[i], SENSE_GREATER_EQUAL, 3, 1 + 3 * H);
        push_at_wall(SOLVERS[i], SENSE_GREATER_EQUAL, -3, 1);
        push_at_wall(SOLVERS[i], SENSE_LESS_EQUAL, 3, 1);
        push_at_wall(SOLVERS[i], SENSE_LESS_EQUAL, -3, 1 - 3 * H);
    }
}

// ---- hard constraints have no damping, and traits that do nothing change no bit ----

static void hash_cloth(double stiffness, double beta, double limit, const char *settings, char out[33])
{
    RIG(rig);
    rig_cloth(&rig, 7, stiffness);
    rig_spring(&rig, 0, 48, 0, stiffness);
    rig_traits(&rig, beta, limit, SENSE_EQUAL); // one of them is enough to take the whole set through the other kernel
    rig_solver(&rig, "xpbd", settings, H, 1);
    rig_steps(&rig, 10, NULL);
    rig_hash(&rig, out);
    if (rig.state.broken[CONSTRAINT_distance])
        assert_int_equal(state_broken_count(&rig.model, &rig.state), 0);
}

TEST(test_hard_is_not_damped)
{
    static const char *const SETTINGS[] = {"iterations=4 sweep=serial", "iterations=4 sweep=coloured", "iterations=4 sweep=jacobi"};
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++) {
        char plain[33], damped[33];
        hash_cloth(INFINITY, 0, INFINITY, SETTINGS[i], plain);
        hash_cloth(INFINITY, 50, INFINITY, SETTINGS[i], damped);
        assert_string_equal(plain, damped);
        hash_cloth(500, 0, INFINITY, SETTINGS[i], plain);
        hash_cloth(500, 50, INFINITY, SETTINGS[i], damped);
        assert_string_not_equal(plain, damped);
    }
}

// ---- breaking ----

// A chain at rest under gravity, link j breakable at `margin` times its static load.
static void make_breakable(Rig *rig, int breakable, double margin)
{
    const double stiffness = 2000;
    double       y = 0;
    assert_ok(model_pin(rig->builder, rig_particle(rig, 0, 0, 0, 1)));
    for (int j = 0; j < LINKS; j++) {
        y -= 0.25 + load_on(j) / stiffness;
        rig_particle(rig, 0, y, 0, LINK_MASS[j]);
        rig_spring(rig, j, j + 1, 0.25, stiffness);
        rig_traits(rig, 0, j == breakable ? margin * load_on(j) : INFINITY, SENSE_EQUAL);
    }
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
}

// The index of the broken constraint in its set.
static int32_t broken_place(const Rig *rig)
{
    int32_t i = 0;
    while (!rig->state.broken[CONSTRAINT_distance][rig->model.sets[CONSTRAINT_distance].origin[i]])
        i++;
    return i;
}

static void hang_with_limit(const char *settings, int link, double margin, bool breaks)
{
    const double h = 4 * H;
    RIG(rig);
    make_breakable(&rig, link, margin);
    rig_solver(&rig, "xpbd", settings, h, 1);
    const double start = rig_position(&rig, LINKS).y;
    rig_steps(&rig, 10, NULL);
    assert_int_equal(state_broken_count(&rig.model, &rig.state), breaks);
    assert_int_equal(rig.state.broken[CONSTRAINT_distance][link], breaks);
    assert_ok(schedule_check(&rig.model, &rig.schedule)); // fewer couplings: the colouring stays proper
    const double fallen = start - rig_position(&rig, LINKS).y;
    if (breaks) { // the part below falls; nothing binds it again, also not when the two ends are brought together
        assert_true(fallen > 0.5);
        rig.state.position[rig.model.model_of[link + 1]] = rig.state.position[rig.model.model_of[link]];
        rig_steps(&rig, 3, NULL);
        assert_true(state_is_finite(&rig.state));
        assert_int_equal(rig.state.broken[CONSTRAINT_distance][link], 1);
        assert_near(rig.solver->ops->multiplier(rig.solver, CONSTRAINT_distance, broken_place(&rig), 0), 0, 0);
    } else {
        assert_near(fallen, 0, BOUND(1e-6, 1e-3));
    }
}

// The force is λ/h², h the substep, and no other power of it. |λ| itself is 600 to 10000 times smaller, so a limit compared with it would
// never be reached. With a limit 2 % above the load nothing breaks.
TEST(test_breaking)
{
    static const char *const SETTINGS[] = {"iterations=400 sweep=serial", "iterations=400 sweep=coloured substeps=4",
                                           "iterations=2000 sweep=jacobi"};
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++)
        for (int link = 0; link < LINKS; link += 2) {
            hang_with_limit(SETTINGS[i], link, 0.98, true);
            hang_with_limit(SETTINGS[i], link, 1.02, false);
        }
}

// A pair released stretched or compressed. Pressure breaks it as tension does, and from the end of that substep on it is free.
static void break_pair(const char *solver, double start, double part)
{
    const double l = 1, k = 400;
    Pair         p = {.mass = {0.7, 2.3}, .length = l, .stiffness = k};
    const double first = next_separation(&p, H, start, 0);
    RIG(rig);
    rig_particle(&rig, 0, 0, 0, p.mass[0]);
    rig_particle(&rig, start, 0, 0, p.mass[1]);
    rig_spring(&rig, 0, 1, l, k);
    rig_traits(&rig, 0, part * k * fabs(first - l), SENSE_EQUAL);
    rig_solver(&rig, solver, "substeps=4", 4 * H, 1);
    rig_steps(&rig, 1, NULL);
    double separation = first, rate = (first - start) / H;
    for (int n = 1; n < 4; n++) {
        const double next = part < 1 ? separation + H * rate : next_separation(&p, H, separation, rate);
        rate = (next - separation) / H;
        separation = next;
    }
    assert_int_equal(state_broken_count(&rig.model, &rig.state), part < 1);
    assert_near(rig_position(&rig, 1).x - rig_position(&rig, 0).x, separation, BOUND(1e-12, 1e-5));
}

TEST(test_pairs_break)
{
    static const char *const SOLVERS[] = {"xpbd", "xpbd_direct"};
    static const double      STARTS[] = {0.9, 1.1};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 2; i++) {
            break_pair(SOLVERS[s], STARTS[i], 0.98);
            break_pair(SOLVERS[s], STARTS[i], 1.02);
        }
}

// The solver reads the broken constraints from the state at every step: a state that is set back is whole again.
TEST(test_broken_is_read_from_the_state)
{
    RIG(rig);
    make_breakable(&rig, 2, 100);
    rig_solver(&rig, "xpbd", "iterations=400", H, 1);
    State snapshot;
    assert_ok(state_alloc(&rig.model, &rig.arena, &snapshot));
    rig_steps(&rig, 1, NULL);
    state_copy(&rig.model, &snapshot, &rig.state);
    rig.state.broken[CONSTRAINT_distance][2] = 1;
    rig_steps(&rig, 20, NULL);
    assert_true(rig_position(&rig, LINKS).y < -1.7);
    state_copy(&rig.model, &rig.state, &snapshot);
    rig_steps(&rig, 20, NULL);
    assert_near(rig_position(&rig, LINKS).y, -0.25 * LINKS, 0.05);
}

// A hinge of three components is torn by the length of its force, whichever way that points: here the coordinate of the first is 0. Three
// particles are pinned and the fourth is pulled, in a step so long that inertia is negligible: |λ|/h² = |F|/|c3|.
TEST(test_breaking_of_components)
{
    static const char *const SOLVERS[][2] = {
        {"xpbd", "iterations=20"}, {"xpbd", "iterations=20 kernels=plain"}, {"xpbd_direct", "iterations=20"}};
    static const double  PLACES[4][3] = {{0, 0, 0}, {1, 0, 0}, {0.3, 0.8, 0}, {0.6, -0.7, 0}};
    static const int32_t VERTICES[4] = {0, 1, 2, 3};
    const double         force[3] = {0, 0.3, -0.4};
    for (int s = 0; s < 3; s++)
        for (int breaks = 0; breaks < 2; breaks++) {
            double4 x[4];
            double  rest[4];
            RIG(rig);
            for (int j = 0; j < 4; j++) {
                x[j] = (double4){PLACES[j][0], PLACES[j][1], PLACES[j][2], 0};
                rig_particle(&rig, x[j].x, x[j].y, x[j].z, 1);
                if (j < 3)
                    assert_ok(model_pin(rig.builder, j));
            }
            constraint_ops(CONSTRAINT_isometric_bending)->measure(x, rest);
            assert_ok(model_add_constraint(rig.builder, CONSTRAINT_isometric_bending, VERTICES, NULL, 1000));
            rig_traits(&rig, 0, (breaks ? 0.98 : 1.02) * 0.5 / fabs(rest[3]), SENSE_EQUAL);
            assert_ok(model_add_force(rig.builder, 3, force));
            rig_solver(&rig, SOLVERS[s][0], SOLVERS[s][1], 10, 1);
            rig_steps(&rig, 1, NULL);
            assert_int_equal(state_broken_count(&rig.model, &rig.state), breaks);
        }
}
