// Contact in the solvers that minimise Φ: newton, and pd, admm and lbfgs with every setting for contacts in their matrix.
#include "contact_rig.h"
#include "metrics_log.h"
#include "recorder.h"

static const double H = 1.0 / 60;

static const char *const MATRICES[] = {"refactor", "update", "auto"};
enum { MATRIX_COUNT = 3 };

// ---- a mass on a spring, on the floor ----

// The rest position of a mass that hangs from a spring above it and touches the floor, drawn up by k_s (y0 + …).
static void check_rest(const char *solver, const char *settings)
{
    const double k = 900, spring = 40, mass = 0.7, length = 0.5, top = R + 0.55;
    RIG(rig);
    const int32_t hook = rig_particle(&rig, 0.1, top, 0, 1), body = rig_particle(&rig, 0.1, R + 0.01, 0, mass);
    assert_ok(model_pin(rig.builder, hook));
    rig_spring(&rig, hook, body, length, spring);
    rig_rules(&rig, rules_of(k, 0, 0));
    assert_ok(model_add_contact_point(rig.builder, body));
    add_floor(&rig);
    model_set_gravity(rig.builder, (double[3]){0, -G, 0});
    rig_solver(&rig, solver, settings, H, 1);
    rig_steps(&rig, 300, NULL);
    // k (R − y) + k_s (top − y − length) = m g
    const double y = (k * R + spring * (top - length) - mass * G) / (k + spring);
    assert_true(y < R);
    assert_near(rig_position(&rig, body).y, y, BOUND(1e-10, 2e-6));
    assert_near(rig_velocity(&rig, body).y, 0, BOUND(1e-9, 2e-4));
    // The impulse of the contact in a step is its force times h.
    const ContactSet *point = &rig.contacts->sets[CONTACT_POINT];
    assert_int_equal(point->set.count, 1);
    assert_near((double)point->lambda[0], H * H * k * (R - y), BOUND(1e-9, 1e-5));
}

TEST(test_rests_at_mg_over_k)
{
    check_rest("newton", "");
    check_rest("pd", "iterations=40 window=3");
    check_rest("vbd", "iterations=40 window=3");
    check_rest("xpbd", "iterations=60");
    check_rest("descent", "iterations=120");
    check_rest("descent", "iterations=120 form=primal");
    check_rest("lbfgs", "iterations=10");
    check_rest("lbfgs", "iterations=40 base=gamma");
    check_rest("lbfgs", "iterations=10 contact_matrix=update");
    check_rest("admm", "iterations=60 weight=0.5");
    check_rest("admm", "iterations=60 contact_matrix=update");
    for (int m = 0; m < MATRIX_COUNT; m++) {
        TEXT_OF(settings, "iterations=40 contact_matrix=%s", MATRICES[m]);
        check_rest("pd", settings);
    }
}

// ---- scenes in which many touch ----

enum { SIDE = 7, NET = SIDE * SIDE };

typedef enum Touching { BALL, NETS } Touching; // a net and a ball, or two nets as well

// A net of springs, of unequal masses, `height` above the first one.
static void add_net(Rig *rig, double height, double speed)
{
    const int first = model_builder_particles(rig->builder);
    for (int i = 0; i < NET; i++) {
        const int    row = i / SIDE, column = i % SIDE;
        const double place[3] = {0.11 * column, height + 0.32 + 0.03 * column - 0.02 * row, 0.1 * row + 0.3 * height};
        assert_ok(model_add_particle(rig->builder, place, (double[3]){0.1, speed, 0.05}, 0.05 + 0.01 * (i % 5)));
    }
    for (int i = first; i < first + NET; i++) {
        const int row = (i - first) / SIDE, column = (i - first) % SIDE;
        if (column + 1 < SIDE)
            rig_spring(rig, i, i + 1, 0, 300);
        if (row + 1 < SIDE)
            rig_spring(rig, i, i + SIDE, 0, 260);
        if (column + 1 < SIDE && row + 1 < SIDE)
            rig_spring(rig, i, i + SIDE + 1, 0, 80);
    }
}

static void add_net_surface(Rig *rig, int first)
{
    for (int i = first; i < first + NET; i++)
        if ((i - first) % SIDE + 1 < SIDE && (i - first) / SIDE + 1 < SIDE) {
            assert_ok(model_add_contact_triangle(rig->builder, (int32_t[3]){i, i + 1, i + SIDE + 1}));
            assert_ok(model_add_contact_triangle(rig->builder, (int32_t[3]){i, i + SIDE + 1, i + SIDE}));
        }
}

// Nets that fall fast onto a ball, with a corner onto the floor, and one onto the other.
static void build_nets(Rig *rig, Touching touching, double stiffness)
{
    ContactRules rules = rules_of(stiffness, 0, 0);
    rules.self = rules.bodies = touching == NETS;
    model_begin_body(rig->builder);
    add_net(rig, 0, -2.5);
    assert_ok(model_set_contact(rig->builder, &rules));
    add_net_surface(rig, 0);
    if (touching == NETS) {
        model_begin_body(rig->builder);
        add_net(rig, 0.06, -4);
        add_net_surface(rig, NET);
    }
    Collider ball = {.shape = COLLIDER_SPHERE, .radius = 0.15, .friction = NAN, .restitution = NAN, .script = -1, .name = "ball"};
    memcpy(ball.point, (double[3]){0.3, 0.1, 0.33}, sizeof ball.point);
    assert_ok(model_add_collider(rig->builder, &ball));
    add_floor(rig);
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
}

// Whether contacts push at the end of a step.
static int pushing(const Rig *rig)
{
    int count = 0;
    for (int which = 0; which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < rig->contacts->sets[which].set.count; i++)
            count += rig->contacts->sets[which].lambda[i] > 0;
    return count;
}

static void check_objective_of(const char *solver, const char *choice, Touching touching, double stiffness)
{
    enum { ITERATIONS = 12 };
    const int steps = touching == NETS ? 18 : 30; // the soft ones tangle after
    RIG(rig);
    MetricsLog fall;
    int        max = 0;
    TEXT_OF(settings, "iterations=%d contact_room=64 %s", ITERATIONS, choice);
    build_nets(&rig, touching, stiffness);
    rig_solver(&rig, solver, settings, H, 1);
    metrics_log(&fall, &rig);
    StepContext context = {.observer = &fall.convergence.base};
    for (int step = 0; step < steps; step++) {
        rig_steps(&rig, 1, &context);
        max = pushing(&rig) > max ? pushing(&rig) : max;
    }
    const int all = steps * (ITERATIONS + 1); // lbfgs may end a step before
    assert_true(fall.count <= all && fall.count >= (strcmp(solver, "pd") == 0 ? all : steps + 1));
    if (max < 8)
        fail_msg("%s %s, k = %g: %d contacts push", solver, settings, stiffness, max); // it has not landed
    for (int i = 0; i < fall.count; i++)
        assert_true(isfinite(fall.phi[i]));
    if (!(fall.worst < BOUND(1e-12, 2e-5)))
        fail_msg("%s %s, k = %g: the objective rose by %g of itself", solver, settings, stiffness, fall.worst);
}

// Φ never rises, however stiff the contacts are and however far an iteration moves.
TEST(test_objective_falls)
{
    static const double STIFFNESS[] = {50, 3000, 2e5};
    for (int m = 0; m < MATRIX_COUNT; m++)
        for (int k = 0; k < 3; k++) {
            if (strcmp(MATRICES[m], "auto") == 0 && k != 1) // one of the others, step by step
                continue;
            static const char *const OMEGAS[] = {"omega=1", "omega=1.6", "omega=1.3"};
            for (int o = 0; o < 3; o++) {
                TEXT_OF(choice, "contact_matrix=%s %s", MATRICES[m], OMEGAS[o]);
                check_objective_of("pd", choice, o < 2 ? BALL : NETS, STIFFNESS[k]);
            }
        }
    for (int k = 0; k < 3; k++) { // accelerated, by the guard
        check_objective_of("pd", "contact_matrix=refactor window=5", BALL, STIFFNESS[k]);
        check_objective_of("pd", "contact_matrix=refactor window=5", NETS, STIFFNESS[k]);
    }
    static const char *const BASES[] = {"", "contact_matrix=update", "base=gamma"};
    for (int b = 0; b < 3; b++)
        for (int k = 0; k < (b == 2 ? 2 : 3); k++) { // no P: twelve iterations are too few for stiff contacts, and nothing lands
            check_objective_of("lbfgs", BASES[b], BALL, STIFFNESS[k]);
            check_objective_of("lbfgs", BASES[b], NETS, STIFFNESS[k]);
        }
}

// Copies the state of one rig to another, which detects its contacts again.
static void copy_state(const Rig *from, Rig *to)
{
    state_copy(&from->model, &to->state, &from->state);
    contacts_forget(to->contacts);
}

// One step from the same state, in the middle of the landing of the nets.
static void check_ends_where_newton_does(Touching touching, const char *solver, const char *settings)
{
    RIG(newton);
    RIG(other);
    int max = 0;
    build_nets(&newton, touching, 400);
    build_nets(&other, touching, 400);
    rig_solver(&newton, "newton", "contact_room=64", H, 1);
    rig_solver(&other, solver, settings, H, 1);
    for (int step = 0; step < 10; step++) {
        copy_state(&newton, &other);
        contacts_forget(newton.contacts);
        int64_t     times[64];
        StepContext context = {.iteration_ns = times, .iteration_max = 64};
        rig_steps(&newton, 1, &context);
        assert_true(context.end != STEP_UNCONVERGED);
        assert_true((step == 0 || context.iteration_count > 0) && context.iteration_count < 12);
        max = pushing(&newton) > max ? pushing(&newton) : max;
        if (step != 5 && step != 9)
            continue;
        rig_steps(&other, 1, NULL);
        if (!(rig_apart(&newton, &other) < BOUND(1e-8, 1e-5)))
            fail_msg("%s %s, step %d: %g m from newton", solver, settings, step, rig_apart(&newton, &other));
    }
    assert_true(max >= 8);
}

// For a sanitizer, which sees the same code below and in test_matrices_are_the_same, not those that take thousands of iterations to a
// limit. With a weight of less than 1 admm's compressed springs have no limit: one shorter than 1/(1+κ) of its length turns over.
TEST(test_ends_where_newton_does)
{
    static const struct {
        const char *solver, *settings;
        bool        nets_only, is_long;
    } WAYS[] = {{"pd", "iterations=500 contact_matrix=refactor contact_room=64", false, true},
                {"pd", "iterations=500 contact_matrix=update contact_room=64", false, true},
                {"pd", "iterations=500 contact_matrix=auto contact_room=64", false, true},
                {"pd", "iterations=300 contact_matrix=refactor contact_room=64 window=5", false, false},
                {"pd", "iterations=300 contact_matrix=refactor contact_room=64 window=5 guard=off", true, false},
                {"pd", "iterations=300 contact_matrix=refactor contact_room=64 rho=0.9 look=5", true, false},
                {"lbfgs", "iterations=400 contact_room=64", false, false},
                {"lbfgs", "iterations=400 contact_room=64 contact_matrix=update", false, false},
                {"lbfgs", "iterations=400 contact_room=64 window=0", false, false},
                {"lbfgs", "iterations=900 contact_room=64 base=gamma", false, false},
                {"calm", "iterations=500 contact_room=64", false, true},
                {"admm", "iterations=400 contact_room=64", false, false},
                {"admm", "iterations=1500 contact_room=64 weight=2", false, false},
                {"admm", "iterations=400 contact_room=64 weight=2 contact_matrix=update", false, false}};
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++)
        for (int touching = WAYS[w].nets_only ? NETS : BALL; touching <= NETS && !(WAYS[w].is_long && GNU_SANITIZED); touching++)
            check_ends_where_newton_does((Touching)touching, WAYS[w].solver, WAYS[w].settings);
}

// The iterations of the landing step until Φ has fallen to its final value, up to this share of its fall.
static int iterations_to(const char *solver, const char *settings, double share, double *min, int *rejected)
{
    RIG(before);
    RIG(rig); // all have the same steps before; otherwise each would converge to another minimum
    MetricsLog values;
    int        k = 0;
    build_nets(&before, NETS, 400);
    rig_solver(&before, "newton", "contact_room=64", H, 1);
    rig_steps(&before, 7, NULL);
    build_nets(&rig, NETS, 400);
    TEXT_OF(text, "iterations=200 contact_room=64 %s", settings);
    rig_solver(&rig, solver, text, H, 1);
    copy_state(&before, &rig);
    metrics_log(&values, &rig);
    StepContext context = {.observer = &values.convergence.base};
    rig_steps(&rig, 1, &context);
    assert_true(pushing(&rig) >= 8);
    *min = fmin(*min, values.phi[values.count - 1]);
    while (k + 1 < values.count && values.phi[k] - *min > share * (values.phi[0] - *min))
        k++;
    *rejected = (int)context.cost.rejections;
    return k;
}

// With contact too, an iteration uses the history of those before it.
TEST(test_window_with_contact)
{
    if (GNU_SANITIZED)
        skip(); // it only counts the iterations of code that other tests here run
    const double share = BOUND(1e-9, 1e-5);
    double       min = INFINITY;
    int          none, rejected;
    const int    plain = iterations_to("pd", "", share, &min, &none), fast = iterations_to("pd", "window=5", share, &min, &rejected);
    min = INFINITY;
    const int swept = iterations_to("vbd", "", share, &min, &none), fast_swept = iterations_to("vbd", "window=5", share, &min, &none);
    print_message("          nets in contact: pd %d iterations, window 5 %d, %d rejected in all; vbd %d and %d\n", plain, fast, rejected,
                  swept, fast_swept);
    assert_true(fast < plain && fast_swept < swept + BOUND(0, 1)); // so few are left in single precision
}

// ---- lbfgs: its first iteration, and when it clears its history ----

// Which contacts have C < 0 at y and after the iterations of a step, as a sum that differs where the contacts do.
typedef struct Watcher {
    Observer        base;
    const Contacts *contacts;
    int32_t         count;
    int64_t         active[3]; // at y, and after so many iterations
    int32_t         touching;  // at y
} Watcher;

static void watch_contacts(Observer *observer, const Iterate *iterate)
{
    Watcher *w = (Watcher *)observer;
    int64_t  sum = 0;
    w->touching = w->count == 0 ? 0 : w->touching;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ConstraintSet *set = &w->contacts->sets[which].set;
        for (int32_t i = 0; i < set->count; i++) {
            double value;
            set->ops->energy->evaluate(set, i, i + 1, iterate->exact, &value, NULL);
            sum += value < 0 ? (which + 1) * ((int64_t)i * i * i + 7 * i + 1) : 0;
            w->touching += w->count == 0 && value < 0;
        }
    }
    if (w->count < 3)
        w->active[w->count++] = sum;
}

static void watch_begin(Observer *observer, const Start *start)
{
    Watcher *w = (Watcher *)observer;
    w->contacts = start->contacts;
    w->count = 0;
}

typedef struct Followed {
    int compared, forgot, kept;
} Followed;

// From the state of newton: one iteration against one of pd, and two with pairs against two without. Where other contacts are active after
// the first, its pair must be discarded, and both are the same to the bit. Otherwise it must be used, and they differ.
static void follow(Rig *newton, Rig *pd, Rig *one, Rig *learns, Rig *forgets, Followed *out)
{
    Watcher     watcher = {.base = {.begin = watch_begin, .iterate = watch_contacts}};
    StepContext context = {0}, watched = {.observer = &watcher.base};
    copy_state(newton, pd);
    copy_state(newton, one);
    copy_state(newton, learns);
    copy_state(newton, forgets);
    rig_steps(pd, 1, NULL);
    rig_steps(one, 1, &context);
    rig_steps(learns, 1, NULL);
    rig_steps(forgets, 1, &watched);
    if (watcher.touching == 0 || context.cost.line_halvings > 0)
        return;
    assert_int_equal(watcher.count, 3);
    if (watcher.active[0] == watcher.active[1]) { // the move of pd is then not shortened
        out->compared++;
        if (!(rig_apart(pd, one) < BOUND(1e-11, 1e-5)))
            fail_msg("lbfgs, first iteration: %g m from pd", rig_apart(pd, one));
    }
    const bool same = !(rig_apart(learns, forgets) > 0);
    out->forgot += watcher.active[0] != watcher.active[1] && same;
    out->kept += watcher.active[0] == watcher.active[1] && !same;
    assert_true(same == (watcher.active[0] != watcher.active[1]));
}

TEST(test_lbfgs_begins_as_pd_and_forgets)
{
    static const char *const SETTINGS[][2] = {{"pd", "iterations=1 contact_room=64"},
                                              {"lbfgs", "iterations=1 contact_room=64"},
                                              {"lbfgs", "iterations=2 contact_room=64"},
                                              {"lbfgs", "iterations=2 contact_room=64 window=0"}};
    RIG(newton);
    RIGS(rigs, 4);
    Followed followed = {0};
    build_nets(&newton, BALL, 400);
    rig_solver(&newton, "newton", "contact_room=64", H, 1);
    for (int r = 0; r < 4; r++) {
        build_nets(&rigs[r], BALL, 400);
        rig_solver(&rigs[r], SETTINGS[r][0], SETTINGS[r][1], H, 1);
    }
    for (int step = 0; step < 120; step++) {
        follow(&newton, &rigs[0], &rigs[1], &rigs[2], &rigs[3], &followed);
        rig_steps(&newton, 1, NULL);
    }
    print_message("          %d first iterations as pd, pairs forgotten in %d steps and kept in %d\n", followed.compared, followed.forgot,
                  followed.kept);
    assert_true(followed.compared >= 3 && followed.forgot >= 3 && followed.kept >= 3);
}

// The largest distance of two solvers after a step, over the first `steps`, each from the positions of the first solver.
static double steps_apart(Touching touching, const Way way[2], int steps)
{
    RIGS(rig, 2);
    double apart = 0;
    int    max = 0;
    for (int r = 0; r < 2; r++) {
        build_nets(&rig[r], touching, 3000);
        rig_solver(&rig[r], way[r].solver, way[r].settings, H, 1);
    }
    for (int step = 0; step < steps; step++) {
        copy_state(&rig[0], &rig[1]);
        contacts_forget(rig[0].contacts);
        rig_steps(&rig[0], 1, NULL);
        rig_steps(&rig[1], 1, NULL);
        max = pushing(&rig[1]) > max ? pushing(&rig[1]) : max;
        apart = fmax(apart, rig_apart(&rig[0], &rig[1]));
    }
    assert_true(max >= 8);
    return apart;
}

// The result is the same for both ways in which a matrix gets its contacts, and with or without a new ordering for them. Without u, admm is
// pd.
TEST(test_matrices_are_the_same)
{
    static const Way PAIRS[][2] = {
        {{"pd", "iterations=8 contact_room=64", 0, false}, {"pd", "iterations=8 contact_matrix=update contact_room=64", 0, false}},
        {{"admm", "iterations=8 weight=0.4 contact_room=64", 0, false},
         {"admm", "iterations=8 weight=0.4 contact_matrix=update contact_room=64", 0, false}},
        {{"pd", "iterations=8 contact_room=64", 0, false}, {"pd", "iterations=8 reorder=always contact_room=64", 0, false}},
        {{"pd", "iterations=8 contact_room=64 linsys=supernodal_parallel factor=f64", 0, false},
         {"pd", "iterations=8 contact_room=64 linsys=supernodal_parallel factor=f64 reorder=always", 0, false}},
        {{"pd", "iterations=8 kernels=plain contact_room=64", 0, false},
         {"admm", "iterations=8 multiplier=reset contact_room=64", 0, false}}};
    for (size_t p = 0; p < sizeof PAIRS / sizeof *PAIRS; p++)
        for (int touching = BALL; touching <= NETS; touching++) {
            const double apart = steps_apart((Touching)touching, PAIRS[p], 20);
            if (!(apart < BOUND(1e-10, 2e-5)))
                fail_msg("%s %s is %g m from %s %s", PAIRS[p][1].solver, PAIRS[p][1].settings, apart, PAIRS[p][0].solver,
                         PAIRS[p][0].settings);
        }
}

// ---- a straight chain, whose springs keep their directions: xpbd has the same limit ----

static void build_chain(Rig *rig)
{
    enum { COUNT = 6 };
    for (int i = 0; i < COUNT; i++) {
        assert_ok(model_add_particle(rig->builder, (double[3]){0, 0.02 + 0.1 * i, 0}, (double[3]){0, -0.8, 0}, 0.1 + 0.07 * i));
        if (i > 0)
            rig_spring(rig, i - 1, i, 0.1, 900 - 100 * i);
    }
    rig_rules(rig, rules_of(2000, 0, 0));
    for (int i = 0; i < COUNT; i++)
        assert_ok(model_add_contact_point(rig->builder, i));
    add_floor(rig);
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
}

TEST(test_all_solvers_agree_on_a_chain)
{
    static const Way WAYS[] = {{"xpbd", "iterations=2000 sweep=serial", 0, false},
                               {"vbd", "iterations=2000", 0, false},
                               {"vbd", "iterations=2000 sweep=jacobi", 0, false},
                               {"pd", "iterations=300", 0, false},
                               {"calm", "iterations=2000", 0, false},
                               {"avbd", "iterations=2000 beta=1e6", 0, false},
                               {"pd", "iterations=300 contact_matrix=refactor", 0, false},
                               {"pd", "iterations=300 contact_matrix=update", 0, false},
                               {"pd", "iterations=200 window=5", 0, false},
                               {"lbfgs", "iterations=60", 0, false},
                               {"admm", "iterations=200 weight=2", 0, false},
                               {"descent", "iterations=4000", 0, false},
                               {"descent", "iterations=2000 form=primal", 0, false},
                               {"lbfgs", "iterations=300 base=gamma", 0, false},
                               {"vbd", "iterations=800 window=5", 0, false}};
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
        RIG(newton);
        RIG(other);
        int max = 0;
        build_chain(&newton);
        build_chain(&other);
        rig_solver(&newton, "newton", "", H, 1);
        rig_solver(&other, WAYS[w].solver, WAYS[w].settings, H, 1);
        for (int step = 0; step < 8; step++) {
            copy_state(&newton, &other);
            rig_steps(&newton, 1, NULL);
            rig_steps(&other, 1, NULL);
            max = pushing(&newton) > max ? pushing(&newton) : max;
            if (!(rig_apart(&newton, &other) < BOUND(1e-8, 1e-5)))
                fail_msg("%s, step %d: %g m from newton", WAYS[w].solver, step, rig_apart(&newton, &other));
        }
        assert_true(max > 0);
    }
}

// ---- metrics of an observer ----

// A particle that is thrown onto the floor, observed at the end of the step in which it has landed and moves along.
static void observe_landing(const char *solver, const char *settings, double stiffness, bool inside, Metrics *out)
{
    RIG(rig);
    MetricsLog seen;
    assert_ok(model_add_particle(rig.builder, (double[3]){0, R + 0.02, 0}, (double[3]){3, -2, 1}, 0.7));
    rig_rules(&rig, rules_in(inside, stiffness, 0.4, 0));
    assert_ok(model_add_contact_point(rig.builder, 0));
    add_floor(&rig);
    model_set_gravity(rig.builder, (double[3]){0, -G, 0});
    rig_solver(&rig, solver, settings, H, 1);
    metrics_log(&seen, &rig);
    rig_steps(&rig, 1, &(StepContext){.observer = &seen.convergence.base});
    assert_int_equal(pushing(&rig), 1);
    *out = seen.last;
}

TEST(test_residuals_have_contacts)
{
    const double k = 900, kept = BOUND(1e-12, 1e-6);
    Metrics      m;
    observe_landing("newton", "", k, false, &m);
    // Φ is least where m (y' − y) = h² k (R − y'): both of its terms follow from how far y is below R.
    const double below = H * (2 + H * G) - 0.02, share = H * H * k / (0.7 + H * H * k), rise = share * below, deep = below - rise;
    assert_near(m.objective, 0.5 * 0.7 * rise * rise + 0.5 * H * H * k * deep * deep, kept);
    assert_near(m.elastic, 0.5 * k * deep * deep, 1e4 * kept);
    assert_near(m.gradient, 0, kept);
    const double min = m.objective;
    static const struct {
        const char *solver, *settings;
        bool        hard, dual; // the residuals that vanish are those of multipliers
    } WAYS[] = {{"pd", "iterations=30", false, false},     {"lbfgs", "iterations=10", false, false},
                {"admm", "iterations=30", false, false},   {"descent", "iterations=80 form=primal", false, false},
                {"xpbd", "iterations=30", false, true},    {"calm", "iterations=60", false, true},
                {"descent", "iterations=30", false, true}, {"descent", "iterations=30", true, true},
                {"xpbd", "iterations=30", true, true},     {"calm", "iterations=60", true, true},
                {"avbd", "iterations=60", true, true}};
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
        observe_landing(WAYS[w].solver, WAYS[w].settings, WAYS[w].hard ? INFINITY : k, false, &m);
        const bool at_least = WAYS[w].hard ? isnan(m.objective) && isnan(m.gradient) : fabs(m.objective - min) <= kept;
        const bool vanish = WAYS[w].dual ? fabs(m.primal) <= kept && fabs(m.dual) <= kept : fabs(m.gradient) <= kept;
        if (!at_least || !vanish)
            fail_msg("%s %s, %s contact: objective %g, not %g; primal %g, dual %g, gradient %g", WAYS[w].solver, WAYS[w].settings,
                     WAYS[w].hard ? "hard" : "soft", m.objective, min, m.primal, m.dual, m.gradient);
    }
}

// Friction inside the solve is a term of Φ. In methods with multipliers it is a force, in those that project one without a potential.
TEST(test_residuals_have_friction)
{
    static const Way WAYS[] = {{"newton", "", 0, false},
                               {"pd", "iterations=300", 0, false},
                               {"lbfgs", "iterations=30", 0, false},
                               {"admm", "iterations=300", 0, false},
                               {"vbd", "iterations=80", 0, false},
                               {"descent", "iterations=80 form=primal", 0, false}};
    static const Way DUAL[] = {
        {"xpbd", "iterations=30", 0, false}, {"calm", "iterations=60", 0, false}, {"avbd", "iterations=60", 0, false}};
    const double k = 900, kept = BOUND(1e-11, 1e-6);
    Metrics      m;
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
        observe_landing(WAYS[w].solver, WAYS[w].settings, k, true, &m);
        if (!(m.gradient <= kept))
            fail_msg("%s: gradient %g", WAYS[w].solver, m.gradient);
    }
    for (size_t w = 0; w < sizeof DUAL / sizeof *DUAL; w++) {
        observe_landing(DUAL[w].solver, DUAL[w].settings, k, true, &m);
        if (!(m.primal <= kept && fabs(m.dual) <= kept))
            fail_msg("%s: primal %g, dual %g", DUAL[w].solver, m.primal, m.dual);
    }
    observe_landing("xpbd", "iterations=30", k, true, &m);
    assert_true(m.gradient > 1e-3);
}

// ---- stiff contacts, particle by particle ----

// A full step against stiff contacts may end far on the other side of others, with more energy than before. From x_n, where Φ is the
// kinetic energy times h², a step gains far less than from y, which may be deep in them.
TEST(test_stiff_contacts_do_not_throw)
{
    static const char *const SETTINGS[] = {"iterations=20 start=x_n contact_room=64",
                                           "iterations=20 start=x_n sweep=jacobi contact_room=64",
                                           "iterations=60 start=x_n sweep=symmetric contact_room=64",
                                           "iterations=20 start=x_n kernels=plain contact_room=64",
                                           "iterations=20 contact_room=64",
                                           "iterations=20 sweep=jacobi contact_room=64"};
    for (size_t s = 0; s < sizeof SETTINGS / sizeof *SETTINGS; s++)
        for (double stiffness = 1e4; stiffness < (strstr(SETTINGS[s], "x_n") ? 2e6 : 2e4); stiffness *= 100) {
            RIG(rig);
            double fastest = 0;
            build_nets(&rig, NETS, stiffness);
            rig_solver(&rig, "vbd", SETTINGS[s], H, 1);
            rig_steps(&rig, 12, NULL);
            for (int32_t i = 0; i < rig.model.particle_count; i++)
                fastest = fmax(fastest, double4_norm(double4_from(rig.state.velocity[i])));
            assert_true(pushing(&rig) > 0);
            if (!(fastest < 8)) // it hit the floor at 4 m/s
                fail_msg("%s, %g N/m: %g m/s after 12 steps", SETTINGS[s], stiffness, fastest);
        }
}

// ---- threads ----

TEST(test_bits_do_not_depend_on_threads)
{
    static const Way WAYS[] = {{"newton", "contact_room=64", 0, false},
                               {"vbd", "iterations=8 contact_room=64", 0, false},
                               {"vbd", "iterations=8 sweep=jacobi contact_room=64", 0, false},
                               {"vbd", "iterations=8 sweep=symmetric rho=0.8 contact_room=64", 0, false},
                               {"calm", "iterations=8 contact_room=64", 0, false},
                               {"avbd", "iterations=8 contact_room=64", 0, false},
                               {"pd", "iterations=6 omega=1.5 contact_room=64", 0, false},
                               {"pd", "iterations=6 contact_matrix=refactor contact_room=64", 0, false},
                               {"pd", "iterations=6 linsys=supernodal_parallel contact_room=64", 0, false},
                               {"pd", "iterations=6 contact_matrix=update contact_room=64", 0, false},
                               {"lbfgs", "iterations=6 contact_room=64", 0, false},
                               {"lbfgs", "iterations=6 contact_matrix=update contact_room=64", 0, false},
                               {"lbfgs", "iterations=6 base=gamma contact_room=64", 0, false},
                               {"descent", "iterations=8 contact_room=64", 0, false},
                               {"descent", "iterations=8 form=primal rho=0.7 contact_room=64", 0, false},
                               {"admm", "iterations=6 contact_room=64", 0, false},
                               {"admm", "iterations=6 weight=0.5 contact_matrix=update contact_room=64", 0, false},
                               {"pd", "iterations=8 contact_room=64 window=4", 0, false},
                               {"pd", "iterations=8 contact_room=64 window=4 contact_bound=displacement", 0, false},
                               {"pd", "iterations=8 contact_room=64 rho=0.9 look=2", 0, false},
                               {"vbd", "iterations=8 contact_room=64 window=4", 0, false},
                               {"vbd", "iterations=8 contact_room=64 rho=0.9 look=2", 0, false}};
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
        RIG(one);
        RIG(three);
        build_nets(&one, NETS, 3000);
        rig_solver(&one, WAYS[w].solver, WAYS[w].settings, H, 1);
        rig_steps(&one, 12, NULL);
        assert_true(pushing(&one) >= 8);
        build_nets(&three, NETS, 3000);
        rig_solver(&three, WAYS[w].solver, WAYS[w].settings, H, 3); // uneven parts
        rig_steps(&three, 12, NULL);
        if (!rig_is_same(&one, &three))
            fail_msg("%s %s: other bits on 3 threads", WAYS[w].solver, WAYS[w].settings);
    }
}

// ---- memory ----

static Status make_within(Rig *rig, const char *solver, const char *settings, size_t limit)
{
    build_nets(rig, NETS, 3000);
    rig->arena.limit_bytes = limit;
    const Status status = rig_try_solver(rig, solver, settings, H, 1);
    if (status.code != STATUS_OK)
        rig_renew(rig);
    return status;
}

// A memory limit that is just enough for the first system: the one for the contacts has no room, reports this, and leaves nothing behind.
static void check_no_room(const char *solver, const char *settings)
{
    RIG(rig);
    size_t too_little = (size_t)1 << 20, enough = (size_t)1 << 30;
    while (enough - too_little > 1024) {
        const size_t middle = (too_little + enough) / 2;
        const Status tried = make_within(&rig, solver, settings, middle);
        assert_true(tried.code == STATUS_OK || tried.code == STATUS_LIMIT);
        if (tried.code == STATUS_OK)
            rig_renew(&rig);
        *(tried.code == STATUS_OK ? &enough : &too_little) = middle;
    }
    Status status = make_within(&rig, solver, settings, enough);
    assert_ok(status);
    for (int step = 0; step < 10 && rig.solver && status.code == STATUS_OK; step++) {
        status = rig.solver->ops->step(rig.solver, &rig.state, NULL);
        rig.state.step++;
    }
    assert_int_equal(status.code, STATUS_LIMIT);
    assert_non_null(strstr(status.text, ", step "));
    assert_true(rig.solver && rig.solver->ops->linsys(rig.solver)); // the one before
}

TEST(test_too_little_memory_for_contact_couplings)
{
    check_no_room("newton", "contact_room=64");
    check_no_room("pd", "contact_matrix=refactor contact_room=64");
    check_no_room("lbfgs", "contact_room=64");
    check_no_room("admm", "contact_room=64");
}
