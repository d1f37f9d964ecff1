// Axes and legends of figures: labels of tics never touch, are short and at least two; nothing lies outside of the picture.
#include "fake_store.h"

#include "report/private/canvas.h"
#include "report/private/script_text.h"

static const DataView *view_of(const char *name)
{
    for (int i = 0; data_view_at(i); i++)
        if (strcmp(data_view_at(i)->name, name) == 0)
            return data_view_at(i);
    return NULL;
}

enum { POINTS = 3, SERIES_MAX = 40 };

typedef struct Rig { // a plot made by hand
    FigureSpec spec;
    Plot       plot;
    PlotPoint  points[POINTS * SERIES_MAX];
    PlotSeries series[SERIES_MAX];
    Value      categories[POINTS], facets[4];
} Rig;

static Rig *rig_create(const char *x, double low, double high, bool log, int series)
{
    Rig *r = (Rig *)calloc(1, sizeof *r);
    assert_non_null(r);
    r->spec = (FigureSpec){.data = view_of("step"), .log_x = log, .log_y = log, .style = figure_style_at(0), .facet = -1};
    strcpy(r->spec.x, x);
    strcpy(r->spec.y, "step_ms");
    r->spec.layout = (FigureLayout){.limits = {{-INFINITY, INFINITY}, {-INFINITY, INFINITY}}, .font_pt = FIGURE_FONT_PT};
    for (int s = 0; s < series; s++) {
        r->series[s] = (PlotSeries){.count = POINTS, .points = &r->points[POINTS * s]};
        for (int i = 0; i < POINTS; i++) {
            const double at = log ? low * pow(high / low, i / 2.0) : low + i * (high - low) / 2;
            r->series[s].points[i] =
                (PlotPoint){.x = {.kind = VALUE_NUMBER, .number = at}, .position = at, .y = at, .low = NAN, .high = NAN};
            r->categories[i] = (Value){.kind = VALUE_NUMBER, .number = at};
        }
    }
    r->plot = (Plot){.spec = &r->spec,
                     .style = r->spec.style,
                     .log_x = log,
                     .series_count = series,
                     .point_count = series * POINTS,
                     .category_count = POINTS,
                     .facet_count = 1,
                     .series = r->series,
                     .points = r->points,
                     .categories = r->categories,
                     .facets = r->facets};
    return r;
}

static double half_width(const Tic *tic, double font)
{
    char text[SPEC_TEXT_MAX + 16];
    if (tic->exponent)
        snprintf(text, sizeof text, "%s10%d", tic->text, tic->exponent);
    else
        snprintf(text, sizeof text, "%s", tic->text);
    return script_text_width(text, font) * 0.45;
}

static void check_axis(const char *x, double low, double high, bool log, bool y, double length)
{
    enum { FONT = 14 };
    Rig *r = rig_create(x, low, high, log, 1);
    Axis axis;
    int  labels = 0;
    axis_make(&r->plot, y, length, FONT, &axis);
    const Tic *before = NULL;
    for (int i = 0; i < axis.tic_count; i++) {
        const Tic *tic = &axis.tics[i];
        if (!*tic->text && !tic->exponent)
            continue;
        labels++;
        if (script_text_width(tic->text, 1) > 6)
            fail_msg("%g to %g: the label %s is long", low, high, tic->text);
        const double between = before ? (axis_along(&axis, tic->at) - axis_along(&axis, before->at)) * length : INFINITY;
        if (between < (y ? FONT : half_width(tic, FONT) + half_width(before ? before : tic, FONT)))
            fail_msg("%g to %g, %s: %s and %s touch", low, high, log ? "log" : "linear", before->text, tic->text);
        before = tic;
    }
    if (labels < 2)
        fail_msg("%g to %g, %s %g px: %d labels", low, high, log ? "log" : "linear", length, labels);
    free(r);
}

static void test_labels_never_touch(void **state)
{
    static const double RANGES[][2] = {{5e5, 1.1e6}, {1, 2},        {24, 512},      {3.2, 4.1}, {1e-16, 10},     {1e-9, 1e9},
                                       {0.1, 0.95},  {2e4, 7.9e5},  {1e-5, 1.3e-5}, {1, 1000},  {0.3167, 31.67}, {99000, 101000},
                                       {1e-300, 1},  {1000, 20000}, {0.016, 0.034}, {6, 7e6}};
    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++)
        for (int kind = 0; kind < 8; kind++)
            check_axis(kind & 4 ? "constraints" : "2*threads", RANGES[i][0], RANGES[i][1], kind & 1, kind & 2, kind & 2 ? 250 : 370);
    check_axis("threads", 1, 4, false, false, 370);
    check_axis("scene.stiffness", 1e2, 1e6, true, false, 160);
    check_axis("dt", 1.0 / 60, 1.0 / 15, true, false, 370);
}

// Values of a setting have their tics, as they were given; those of an expression need not be round and have none.
static void test_tics_of_settings(void **state)
{
    Axis axis;
    Rig *r = rig_create("scene.n", 12, 48, true, 1);
    axis_make(&r->plot, false, 370, 14, &axis);
    assert_int_equal(axis.tic_count, 3);
    assert_string_equal(axis.tics[1].text, "24");
    free(r);
    r = rig_create("scene.n*0.3167", 0.3167, 31.67, true, 1);
    axis_make(&r->plot, false, 370, 14, &axis);
    for (int i = 0; i < axis.tic_count; i++)
        assert_null(strstr(axis.tics[i].text, "3167"));
    free(r);
}

static void test_limits(void **state)
{
    Axis axis;
    Rig *r = rig_create("constraints", 1e-16, 10, true, 1);
    r->spec.layout.limits[1][0] = 1e-6;
    axis_make(&r->plot, true, 250, 14, &axis);
    assert_true(axis.low == 1e-6 && axis.high > 10);
    free(r);
}

// However many and however long: inside of the picture, and lower than the 45 % of the height that they once were.
static void test_legends_fit(void **state)
{
    static const int LETTERS[] = {3, 22, 45, 120};
    for (int series = 1; series <= 20; series++)
        for (size_t l = 0; l < sizeof LETTERS / sizeof *LETTERS; l++) {
            Canvas canvas;
            Rig   *r = rig_create("constraints", 1, 100, true, series);
            for (int s = 0; s < series; s++)
                memset(r->series[s].label, 'n', (size_t)LETTERS[l]);
            assert_ok(canvas_init(&r->plot, &canvas));
            const double text = script_text_width(r->series[0].label, canvas.font) * canvas.legend_scale;
            const double right = canvas.legend_left + (canvas.legend_columns - 1) * canvas.legend_step + canvas.sample + text;
            if (canvas.legend_left < 0 || right > canvas.width + 0.01 || canvas.legend_top > canvas.bottom)
                fail_msg("%d labels of %d letters: from %g to %g of %g", series, LETTERS[l], canvas.legend_left, right, canvas.width);
            if (LETTERS[l] <= 22 && canvas.legend_rows * canvas.line > 0.42 * canvas.panel_height)
                fail_msg("%d labels of %d letters: %d rows", series, LETTERS[l], canvas.legend_rows);
            assert_true(canvas.panel_width > 150 && canvas.legend_columns * canvas.legend_rows >= series);
            canvas_destroy(&canvas);
            free(r);
        }
}

static void test_sizes(void **state)
{
    Canvas canvas;
    Rig   *r = rig_create("constraints", 1, 100, true, 2);
    strcpy(r->series[0].label, "one");
    strcpy(r->series[1].label, "two");
    assert_ok(canvas_init(&r->plot, &canvas));
    assert_true(fabs(canvas_mm(canvas.width) - 85) < 1e-9);
    canvas_destroy(&canvas);
    r->spec.layout.width_mm = 120;
    r->spec.layout.height_mm = 60;
    assert_ok(canvas_init(&r->plot, &canvas));
    assert_true(fabs(canvas_mm(canvas.width) - 120) < 1e-9 && fabs(canvas_mm(canvas.height) - 60) < 1e-9);
    canvas_destroy(&canvas);
    free(r);
}

// What a script says is what was given: quotes, and percent signs of tics.
static void test_texts(void **state)
{
    static const struct {
        bool        format;
        const char *from, *to;
    } TEXTS[] = {{false, "it's 5 %", "'it''s 5 %'"}, {true, "it's 5 %\n", "'it''s 5 %% '"}};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        char  *text = NULL;
        size_t size = 0;
        FILE  *out = open_memstream(&text, &size);
        script_text(TEXTS[i].from, TEXTS[i].format, out);
        fclose(out);
        assert_string_equal(text, TEXTS[i].to);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_labels_never_touch),
                                       cmocka_unit_test(test_tics_of_settings),
                                       cmocka_unit_test(test_limits),
                                       cmocka_unit_test(test_legends_fit),
                                       cmocka_unit_test(test_sizes),
                                       cmocka_unit_test(test_texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
