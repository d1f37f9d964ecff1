// Rows of the protocol: every number has its own name. Values that are not finite are null.
#include "check.h"
#include "worker/private/rows.h"

// The number of a key, or the element `place` of the key's array; NAN for null.
static double at(const json_t *row, const char *key, int place)
{
    const json_t *value = json_object_get(row, key);
    assert_non_null(value);
    if (place >= 0)
        value = json_array_get(value, (size_t)place);
    assert_true(json_is_number(value) || json_is_null(value));
    return json_is_null(value) ? (double)NAN : json_number_value(value);
}

// The row has this kind and contains these numbers: "step=20 error=8".
static void check_row(const json_t *row, const char *kind, const char *numbers)
{
    char text[600], *save = NULL;
    assert_non_null(row);
    assert_string_equal(json_string_value(json_object_get(row, "row")), kind);
    for (char *name = strtok_r(strcpy(text, numbers), "=", &save); name; name = strtok_r(NULL, "=", &save)) {
        const double value = strtod(strtok_r(NULL, " ", &save), NULL);
        if (at(row, name, -1) != value)
            fail_msg("%s of a row %s is %g, not %g", name, kind, at(row, name, -1), value);
    }
}

static void check_vector(const json_t *row, const char *key, double first)
{
    for (int k = 0; k < 3; k++)
        assert_true(at(row, key, k) == first + k);
}

TEST(test_iterate)
{
    const Metrics m = {.objective = 1,
                       .gap = 2,
                       .gradient = 3,
                       .primal = 4,
                       .dual = 5,
                       .constraint_max = 6,
                       .constraint_rms = 7,
                       .error = 8,
                       .volume_error = 30,
                       .area_error = 31,
                       .bending_error = 32,
                       .error_of_start = 33,
                       .weighted_error = 34,
                       .kinetic = 9,
                       .elastic = 10,
                       .potential = 11,
                       .momentum = {12, 13, 14},
                       .angular = {15, 16, 17}};
    const Cost    cost = {.gradients = 40, .curvature_stops = 41};
    json_t       *row = rows_iterate(20, true, &(Iterate){.substep = 21, .iteration = 22}, &m, &cost);
    check_row(row, "iterate",
              "step=20 substep=21 iteration=22 objective=1 gap=2 gradient=3 primal=4 dual=5 error=8 "
              "constraint_max=6 constraint_rms=7 kinetic=9 elastic=10 potential=11 volume_error=30 "
              "area_error=31 bending_error=32 error_of_start=33 weighted_error=34 gradients=40 "
              "curvature_stops=41 solves=0");
    assert_true(json_is_true(json_object_get(row, "probe")));
    check_vector(row, "momentum", 12);
    check_vector(row, "angular", 15);
    json_decref(row);
    row = rows_iterate(20, false, &(Iterate){0}, &(Metrics){.error = NAN, .gap = -2, .dual = INFINITY}, &cost);
    assert_true(isnan(at(row, "error", -1)) && isnan(at(row, "dual", -1)));
    assert_true(at(row, "gap", -1) == -2);
    assert_true(json_is_false(json_object_get(row, "probe")));
    json_decref(row);
}

TEST(test_cost)
{
    json_t *row = rows_cost(20, true, &(Cost){.gradients = 1, .solves = 2});
    check_row(row, "cost", "step=20 gradients=1 solves=2 factorisations=0");
    assert_true(json_is_true(json_object_get(row, "probe")));
    assert_int_equal(json_object_size(row), 3 + sizeof(Cost) / sizeof(int64_t)); // all of the costs
    json_decref(row);
}

TEST(test_step_end)
{
    StepOutcome o = {.step = 20,
                     .probe = true,
                     .ended = "unconverged",
                     .iterations = 21,
                     .residual = "dual",
                     .residual_begin = 22,
                     .residual_end = 23,
                     .objective_ratio = 24,
                     .rho_used = 0.5};
    json_t     *row = rows_step_end(&o);
    check_row(row, "step_end", "step=20 iterations=21 residual_begin=22 residual_end=23 objective_ratio=24 rho_used=0.5");
    assert_true(json_is_true(json_object_get(row, "probe")));
    assert_string_equal(json_string_value(json_object_get(row, "ended")), "unconverged");
    assert_string_equal(json_string_value(json_object_get(row, "residual")), "dual");
    json_decref(row);
    o.residual = NULL;
    o.residual_end = NAN;
    row = rows_step_end(&o);
    assert_true(isnan(at(row, "residual_end", -1)) && json_is_null(json_object_get(row, "residual")));
    json_decref(row);
}

TEST(test_frame)
{
    const Snapshot s = {.error = 1,
                        .weighted_error = 33,
                        .reference_error = 34,
                        .kinetic = 2,
                        .elastic = 3,
                        .potential = 4,
                        .constraint_max = 5,
                        .constraint_rms = 6,
                        .momentum = {7, 8, 9},
                        .angular = {10, 11, 12},
                        .centre = {13, 14, 15},
                        .tracked = {16, 17, 18},
                        .tracked_velocity = {21, 22, 23},
                        .pin_force = {24, 25, 26},
                        .contact_force = {27, 28, 29},
                        .volume_error = 30,
                        .area_error = NAN,
                        .bending_error = 32,
                        .broken = 19};
    json_t        *row = rows_frame(20, 0.5, &s);
    check_row(row, "frame",
              "step=20 time_s=0.5 error=1 kinetic=2 elastic=3 potential=4 constraint_max=5 constraint_rms=6 "
              "broken=19 volume_error=30 bending_error=32 weighted_error=33 reference_error=34");
    check_vector(row, "momentum", 7);
    check_vector(row, "angular", 10);
    check_vector(row, "centre", 13);
    check_vector(row, "tracked", 16);
    check_vector(row, "tracked_velocity", 21);
    check_vector(row, "pin_force", 24);
    check_vector(row, "contact_force", 27);
    assert_true(isnan(at(row, "area_error", -1)));
    json_decref(row);
}

TEST(test_contact)
{
    const ContactReport report = {
        .found = 1, .active = 2, .missed = 3, .penetration_max = 4, .penetration_mean = 5, .friction_work = INFINITY, .colours = 7};
    json_t *row = rows_contact(20, 0.5, &report);
    check_row(row, "contact", "step=20 time_s=0.5 found=1 active=2 missed=3 penetration_max=4 penetration_mean=5 colours=7");
    assert_true(isnan(at(row, "friction_work", -1)));
    json_decref(row);
}

TEST(test_force)
{
    static const double FORCE[] = {-1, 2, NAN}, REFERENCE[] = {-3, 4, 5};
    json_t             *row = rows_force(20, 0.5, "distance", 3, FORCE, REFERENCE);
    check_row(row, "force", "step=20 time_s=0.5");
    assert_string_equal(json_string_value(json_object_get(row, "kind")), "distance");
    assert_int_equal(json_array_size(json_object_get(row, "force")), 3);
    assert_int_equal(json_array_size(json_object_get(row, "reference")), 3);
    for (int i = 0; i < 3; i++) {
        assert_true(i == 2 ? isnan(at(row, "force", i)) : at(row, "force", i) == FORCE[i]);
        assert_true(at(row, "reference", i) == REFERENCE[i]);
    }
    json_decref(row);
    row = rows_force(20, 0.5, "distance", 3, FORCE, NULL);
    assert_true(json_is_null(json_object_get(row, "reference")));
    json_decref(row);
}
