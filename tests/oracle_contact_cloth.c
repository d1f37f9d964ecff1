// Cloth in contact: on a sphere and with itself, and a strip that collapses into folds. No particle may get deeper into the sphere than the
// thickness of contact, no edge may cross a triangle, and one thread and two must give the same bits, with and without idle contacts.
#include "contact/private/contact_crossings.h"
#include "rig.h"

typedef struct Sheet {
    int    n;         // particles along an edge
    double width;     // m
    double length;    // m
    double thickness; // m
    double friction;
    bool   self; // touches itself
} Sheet;

typedef struct Course {
    const char *settings; // of xpbd
    double      dt;       // s
    int         steps;
    int         threads;
    int         noted; // the state after so many steps is noted
    bool        all;   // idle contacts are listed too
} Course;

typedef struct Seen {
    double  deepest;   // m in the collider, at the end of any step
    int64_t crossings; // the most that were counted at a time
    int64_t touching;  // contacts of the cloth with itself that push, the most at a time
    int64_t listed;    // contacts in the last substep of each step up to the one that was noted, in all
    double  stretch;   // the largest ratio of a spring's length to its rest length, at the end
    char    hash[33];  // of the state that was noted
} Seen;

// Masses that all differ, springs along the threads, along both diagonals and over every second particle against bending.
static void add_sheet(Rig *rig, const Sheet *sheet, void (*place)(const Sheet *sheet, double u, double v, double x[3]))
{
    const int    n = sheet->n;
    const double mass = 0.2 * sheet->width * sheet->length / (n * n), stretching = 2e3, bending = 0.5;
    Random       random = {7};
    for (int i = 0; i < n * n; i++) {
        const int row = i / n, column = i % n;
        double    x[3];
        place(sheet, (double)column / (n - 1), (double)row / (n - 1), x);
        rig_particle(rig, x[0], x[1], x[2], (0.8 + 0.4 * random_unit(&random)) * mass);
    }
    static const struct {
        int    across, down;
        double stiff;
    } SPRINGS[] = {{1, 0, 1}, {0, 1, 1}, {1, 1, 0.2}, {-1, 1, 0.2}, {2, 0, 0}, {0, 2, 0}};
    for (size_t k = 0; k < sizeof SPRINGS / sizeof SPRINGS[0]; k++)
        for (int row = 0; row < n; row++)
            for (int column = 0; column < n; column++) {
                const int to_row = row + SPRINGS[k].down, to_column = column + SPRINGS[k].across;
                if (to_row < n && to_column >= 0 && to_column < n)
                    rig_spring(rig, row * n + column, to_row * n + to_column, 0,
                               SPRINGS[k].stiff > 0 ? SPRINGS[k].stiff * stretching : bending);
            }
    for (int row = 0; row + 1 < n; row++)
        for (int column = 0; column + 1 < n; column++) {
            const int32_t a = row * n + column, b = a + 1, c = a + n, d = c + 1;
            const bool    turned = (row + column) % 2 == 1;
            assert_ok(model_add_contact_triangle(rig->builder, turned ? (int32_t[3]){a, b, c} : (int32_t[3]){a, b, d}));
            assert_ok(model_add_contact_triangle(rig->builder, turned ? (int32_t[3]){b, d, c} : (int32_t[3]){a, d, c}));
        }
    model_set_gravity(rig->builder, (double[3]){0, 0, -9.81});
}

static void add_rules(Rig *rig, const Sheet *sheet)
{
    rig_rules(
        rig, (ContactRules){
                 .thickness = sheet->thickness, .stiffness = INFINITY, .friction = sheet->friction, .restitution = 0, .self = sheet->self});
}

static double depth_in(const Collider *collider, double4 x)
{
    const double4 from = double4_sub(x, (double4){collider->point[0], collider->point[1], collider->point[2], 0});
    return collider->shape == COLLIDER_SPHERE ? collider->radius - double4_norm(from) : -from.z; // the plane is level
}

static int64_t pushing(const ContactSet *set)
{
    int64_t count = 0;
    for (int32_t i = 0; i < set->set.count; i++)
        count += set->lambda[i] > 0;
    return count;
}

static void look(const Rig *rig, const Collider *collider, bool count, Seen *seen)
{
    const int32_t n = rig->model.particle_count;
    double4      *x = aligned_alloc(alignof(double4), (size_t)n * sizeof *x);
    assert_non_null(x);
    for (int32_t i = 0; i < n; i++) {
        x[i] = double4_from(rig->state.position[i]);
        seen->deepest = fmax(seen->deepest, depth_in(collider, x[i]));
    }
    if (count) {
        Crossings found;
        assert_ok(crossings_count(&rig->model, x, 2, &found));
        seen->crossings = found.count > seen->crossings ? found.count : seen->crossings;
    }
    const int64_t pushes = pushing(&rig->contacts->sets[CONTACT_PAIR]);
    seen->touching = pushes > seen->touching ? pushes : seen->touching;
    const ConstraintSet *springs = &rig->model.sets[CONSTRAINT_distance];
    seen->stretch = 0;
    for (int32_t i = 0; i < springs->count; i++) {
        const double length = double4_norm(double4_sub(x[springs->vertices[2 * i]], x[springs->vertices[2 * i + 1]]));
        seen->stretch = fmax(seen->stretch, length / constraint_rest(springs, 0, i));
    }
    free(x);
}

static void run(const Sheet *sheet, void (*place)(const Sheet *sheet, double u, double v, double x[3]), const Collider *collider,
                const Course *course, Seen *seen)
{
    RIG(rig);
    add_sheet(&rig, sheet, place);
    add_rules(&rig, sheet);
    assert_ok(model_add_collider(rig.builder, collider));
    rig_solver(&rig, "xpbd", course->settings, course->dt, course->threads);
    assert_true(rig.contacts->omits_idle);
    rig.contacts->omits_idle = !course->all;
    *seen = (Seen){0};
    for (int step = 1; step <= course->steps; step++) {
        rig_steps(&rig, 1, NULL);
        rig.model.surface->rules.self = true; // crossings are counted whether or not they are prevented
        look(&rig, collider, step % 10 == 0, seen);
        rig.model.surface->rules.self = sheet->self;
        seen->listed += step <= course->noted ? rig.contacts->sets[CONTACT_PAIR].set.count : 0;
        if (step == course->noted)
            rig_hash(&rig, seen->hash);
    }
}

// ---- on a sphere ----

static const Collider SPHERE = {
    .shape = COLLIDER_SPHERE, .radius = 0.25, .friction = NAN, .restitution = NAN, .script = -1, .name = "sphere"};

// Level, its middle not quite over the sphere's.
static void over_the_sphere(const Sheet *sheet, double u, double v, double x[3])
{
    x[0] = sheet->width * (u - 0.5) + 0.013;
    x[1] = sheet->length * (v - 0.5) - 0.007;
    x[2] = SPHERE.radius + 0.05;
}

TEST(cloth_on_a_sphere)
{
    const int    n = GNU_SANITIZED ? 32 : 40; // a sanitizer makes it ten times slower
    const Sheet  sheet = {.n = n, .width = 1, .length = 1, .thickness = 0.45 / n, .friction = 0.3, .self = true};
    const Course on_two = {
        .settings = "substeps=3 iterations=2 damping=0.02", .dt = 1.0 / 240, .steps = GNU_SANITIZED ? 120 : 160, .threads = 2, .noted = 90};
    Course on_one = on_two;
    Seen   two, one;
    on_one.threads = 1;
    on_one.steps = on_one.noted; // the cloth has hit the sphere and itself by then
    run(&sheet, over_the_sphere, &SPHERE, &on_two, &two);
    run(&sheet, over_the_sphere, &SPHERE, &on_one, &one);
    assert_true(two.deepest < sheet.thickness);
    assert_int_equal(two.crossings, 0);
    assert_true(one.touching > (GNU_SANITIZED ? 5 : 15));
    assert_true(two.stretch < 1.4);
    assert_string_equal(one.hash, two.hash);
    assert_true(one.listed == two.listed); // which contacts are idle does not depend on the threads
}

// A sweep that runs once has the barriers of the springs, three for idle contacts, and at most one for so few contacts.
TEST(repeated_sweeps_count_their_barriers)
{
    const Sheet  sheet = {.n = 14, .width = 1, .length = 1, .thickness = 0.45 / 14, .friction = 0.3, .self = true};
    ScheduleInfo info;
    int          repeated = 0;
    RIG(rig);
    add_sheet(&rig, &sheet, over_the_sphere);
    add_rules(&rig, &sheet);
    assert_ok(model_add_collider(rig.builder, &SPHERE));
    rig_solver(&rig, "xpbd", "substeps=3 iterations=2", 1.0 / 240, 2);
    schedule_info(&rig.schedule, &info);
    for (int step = 0; step < 120; step++) {
        StepContext context = {0};
        rig_steps(&rig, 1, &context);
        repeated += context.cost.team_barriers > context.cost.projections * (info.barriers + 4);
    }
    assert_true(repeated > 0);
}

// The test `cloth_on_a_sphere` must fail for a cloth without self-contact.
TEST(cloth_without_self_contact_passes_through_itself)
{
    const Sheet  sheet = {.n = 40, .width = 1, .length = 1, .thickness = 0.01, .friction = 0.3, .self = false};
    const Course course = {.settings = "substeps=10 iterations=2", .dt = 1.0 / 60, .steps = 40, .threads = 2};
    Seen         seen;
    run(&sheet, over_the_sphere, &SPHERE, &course, &seen);
    assert_true(seen.deepest < sheet.thickness);
    assert_true(seen.crossings > 10);
}

// ---- into folds ----

static const Collider FLOOR = {
    .shape = COLLIDER_PLANE, .direction = {0, 0, 1}, .friction = NAN, .restitution = NAN, .script = -1, .name = "floor"};

// Upright, waved a little.
static void upright(const Sheet *sheet, double u, double v, double x[3])
{
    x[0] = sheet->width * (u - 0.5) + 0.002 * sin(9 * v + 5 * u);
    x[1] = 0.01 * sin(12 * v) + 0.003 * u;
    x[2] = sheet->length * v + 0.02;
}

TEST(strip_falls_into_folds)
{
    const Sheet  sheet = {.n = 28, .width = 0.3, .length = 1, .thickness = 0.006, .friction = 0.1, .self = true};
    const Course on_two = {
        .settings = "substeps=3 iterations=2 contact_room=128", .dt = 1.0 / 240, .steps = 130, .threads = 2, .noted = 90};
    Course on_one = on_two;
    Seen   two, one;
    on_one.threads = 1;
    on_one.steps = on_one.noted;
    run(&sheet, upright, &FLOOR, &on_two, &two);
    run(&sheet, upright, &FLOOR, &on_one, &one);
    assert_true(two.deepest < sheet.thickness);
    assert_int_equal(two.crossings, 0);
    assert_true(one.touching > 80);
    assert_true(two.touching > 200);
    assert_true(two.stretch < 1.4);
    assert_string_equal(one.hash, two.hash);
}

// ---- idle contacts ----

// Two level layers, 1.3 R apart. The floor moves the lower one far within a sweep, against the upper one.
static void doubled(const Sheet *sheet, double u, double v, double x[3])
{
    x[0] = sheet->width * u;
    x[1] = sheet->length * (v < 0.5 ? v : 1 - v);
    x[2] = 0.2 + (v < 0.5 ? 0 : 1.3 * sheet->thickness);
}

// The cells of the sheet are larger than R, so that contacts between its own elements are idle. Leaving out idle contacts changes no bit.
static void compare_idle(void (*place)(const Sheet *sheet, double u, double v, double x[3]), const Course *listing, double share)
{
    const Sheet sheet = {.n = 20, .width = 0.2, .length = 0.2, .thickness = 0.0075, .friction = 0.3, .self = true};
    Course      complete = *listing;
    Seen        some, all;
    complete.all = true;
    complete.threads = 1;
    run(&sheet, place, &FLOOR, listing, &some);
    run(&sheet, place, &FLOOR, &complete, &all);
    assert_true(all.touching > 5);
    assert_true((double)some.listed <= share * (double)all.listed);
    assert_string_equal(some.hash, all.hash);
}

TEST(idle_contacts_change_no_bit)
{
    const char  *settings = "substeps=4 iterations=4 contact_room=128";
    const Course gentle = {.settings = settings, .dt = 1.0 / 480, .steps = 40, .threads = 2, .noted = 40},
                 hard = {.settings = "substeps=2 iterations=4 contact_room=128", .dt = 1.0 / 120, .steps = 30, .threads = 2, .noted = 30},
                 plain = {.settings = "substeps=3 iterations=3 contact_room=128 kernels=plain",
                          .dt = 1.0 / 60,
                          .steps = 10,
                          .threads = 2,
                          .noted = 10};
    compare_idle(upright, &gentle, 0.8);
    compare_idle(doubled, &hard, 1);
    compare_idle(upright, &plain, 1);
}
