// Findings after the last step: each law on both sides of its bound, the step that is named, and the sums.
#include "measure/findings.h"
#include "rig.h"

static const double R = 0.01;

static void begin(Findings *f, ContactSurface *surface, Arena *arena)
{
    *surface = (ContactSurface){.rules = {.thickness = R}};
    const Model model = {.surface = surface};
    *arena = arena_init(0);
    assert_ok(findings_init(f, "pbd", &model, 16, 1, arena));
}

// The finding of a kind; its line is "" where there is none.
static Finding end(Findings *f, FindingKind kind, Arena *arena)
{
    Finding out;
    if (!findings_get(f, kind, &out))
        out.line[0] = '\0';
    arena_destroy(arena);
    return out;
}

// Steps without a criterion, with these shares of the external forces, or of the residual, remaining.
static Finding left_of(const double *shares, int count, bool forces)
{
    Findings       f;
    ContactSurface surface;
    Arena          arena;
    begin(&f, &surface, &arena);
    for (int k = 0; k < count; k++)
        findings_step(&f, &(StepOutcome){.ended = STEP_END_NAMES[STEP_DONE],
                                         .residual = forces ? "gradient" : "error",
                                         .residual_begin = 1,
                                         .residual_end = forces ? 0 : shares[k],
                                         .unbalanced = forces ? shares[k] : (double)NAN,
                                         .objective_ratio = NAN});
    return end(&f, FINDING_iterations, &arena);
}

static Finding iterations_of(const double *shares, int count)
{
    return left_of(shares, count, false);
}

// External forces are the scale where there are any, wherever the step started.
TEST(test_iterations_by_forces)
{
    assert_string_equal(left_of((double[]){0.5, 0.4, 0.4}, 3, true).line, "");
    assert_non_null(strstr(left_of((double[]){2, 3, 2.5}, 3, true).line,
                           "pbd did not converge: in 3 of 3 steps the residual ended above 50 % of the external forces (median 250 %)"));
    assert_non_null(strstr(left_of((double[]){2, 3, 2.5}, 3, false).line, "residual `error` ended above 50 % of its initial value"));
}

TEST(test_iterations)
{
    assert_string_equal(iterations_of((double[]){0.6, 0.4, 0.4}, 3).line, ""); // a third of the steps, and half of the residual
    assert_string_equal(iterations_of((double[]){0.5, 0.5, 0.5}, 3).line, "");
    assert_non_null(strstr(iterations_of((double[]){0.6, 0.4, 0.6, 0.4, 0.4}, 5).line, "in 2 of 5 steps"));
    assert_non_null(strstr(iterations_of((double[]){0.9, 0.4, 0.7, 0.6}, 4).line, "in 3 of 4 steps"));
    assert_non_null(strstr(iterations_of((double[]){0.9, 0.4, 0.7, 0.6}, 4).line, "median 65 %")); // of an even number
    assert_non_null(strstr(iterations_of((double[]){0.9, 0.7, 0.6}, 3).line, "median 70 %"));
}

static Finding contact_of(const ContactReport *reports, int count, FindingKind kind)
{
    Findings       f;
    ContactSurface surface;
    Arena          arena;
    begin(&f, &surface, &arena);
    for (int k = 0; k < count; k++)
        findings_contact(&f, k + 1, &reports[k]);
    return end(&f, kind, &arena);
}

TEST(test_contact)
{
    const ContactReport stopped[4] = {{0}, {.stopped = 1, .cut = 2, .cut_momentum = 3}, {.stopped = 2, .cut = 1, .cut_momentum = 4}, {0}};
    const Finding       bound = contact_of(stopped, 4, FINDING_contact_bound);
    assert_non_null(strstr(bound.line, "in 2 of 4 steps (first: step 2)"));
    assert_non_null(strstr(bound.line, "removed 7 kg m/s"));
    assert_string_equal(contact_of(stopped, 1, FINDING_contact_bound).line, "");

    const ContactReport deep[3] = {{.penetration_max = 1.005 * R}, {.penetration_max = 3 * R}, {.penetration_max = 2 * R}};
    assert_string_equal(contact_of(deep, 1, FINDING_penetration).line, ""); // a hundredth is round-off
    assert_non_null(strstr(contact_of(deep, 3, FINDING_penetration).line, "deepest in step 2: 0.03 m"));

    const ContactReport crossed[3] = {
        {.crossings = 2, .crossing = "one", .penetration_max = 2 * R}, {.crossings = 3, .crossing = "two"}, {0}};
    assert_non_null(strstr(contact_of(crossed, 3, FINDING_crossings).line, "2 times in step 1 (first: one), 5 times in all"));
    assert_string_equal(contact_of(crossed, 3, FINDING_penetration).line, ""); // hidden by its cause

    const ContactReport open[2] = {{.bound_open = 5}, {.bound_open = 3}};
    assert_non_null(strstr(contact_of(open, 2, FINDING_bound_open).line, "5 pairs"));
}

TEST(test_objective)
{
    static const double RATIOS[] = {1.05, 1.2, NAN, 1.5, 1.3};
    Findings            f;
    ContactSurface      surface;
    Arena               arena;
    Finding             out;
    begin(&f, &surface, &arena);
    for (int k = 0; k < 5; k++) {
        findings_step(&f, &(StepOutcome){.ended = STEP_END_NAMES[STEP_CONVERGED], .step = k + 1, .objective_ratio = RATIOS[k]});
        assert_int_equal(findings_get(&f, FINDING_objective, &out), k > 0);
    }
    assert_non_null(strstr(out.line, "in 3 of 5 steps"));
    assert_non_null(strstr(out.line, "(step 4: 1.5 times)"));
    arena_destroy(&arena);
}
