// Looks of series: a palette for colour-blind readers and for grey print, and one colour per solver in all figures.
#include "fake_store.h"

#include "figure/private/heat.h"
#include "figure/private/look.h"
#include "figure/private/plot.h"

// ---- the palette ----

typedef struct Lab {
    double l, a, b;
} Lab;

static double linear(unsigned long byte)
{
    const double c = (double)byte / 255;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double bent(double t)
{
    return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116;
}

// CIE L*a*b* of a colour as a reader with this deficiency sees it: Machado, Oliveira and Fernandes 2009, severity 1.
static Lab seen(const char *rgb, const double matrix[3][3])
{
    const unsigned long number = strtoul(rgb + 1, NULL, 16);
    const double        from[3] = {linear(number >> 16 & 255), linear(number >> 8 & 255), linear(number & 255)};
    double              c[3];
    for (int i = 0; i < 3; i++)
        c[i] = fmin(fmax(matrix[i][0] * from[0] + matrix[i][1] * from[1] + matrix[i][2] * from[2], 0), 1);
    const double x = bent((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.95047),
                 y = bent(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
    const double z = bent((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.08883);
    return (Lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

static const double EYES[][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}, // protanopia
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},  // deuteranopia
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}, // tritanopia
};

// A difference of 2.3 is just visible side by side; thin lines at a distance need several times as much.
TEST(test_colours_differ_for_every_reader)
{
    for (size_t eye = 0; eye < sizeof EYES / sizeof *EYES; eye++)
        for (int i = 0; i < LOOK_COLOURS; i++)
            for (int k = 0; k < i; k++) {
                const Lab    a = seen(look_colour(i), EYES[eye]), b = seen(look_colour(k), EYES[eye]);
                const double far = sqrt(pow(a.l - b.l, 2) + pow(a.a - b.a, 2) + pow(a.b - b.b, 2));
                if (far < 15)
                    fail_msg("reader %zu sees %s and %s only %.1f apart", eye, look_colour(i), look_colour(k), far);
            }
}

TEST(test_colours_differ_in_grey)
{
    for (int i = 0; i < LOOK_COLOURS; i++) {
        const double light = seen(look_colour(i), EYES[0]).l;
        if (light > 78)
            fail_msg("%s is too light for white paper: %.0f", look_colour(i), light);
        for (int k = 0; k < i; k++)
            if (fabs(light - seen(look_colour(k), EYES[0]).l) < 5)
                fail_msg("%s and %s have the same grey", look_colour(i), look_colour(k));
    }
}

TEST(test_ramp_grows_lighter)
{
    double before = -1;
    for (int i = 0; i <= 10; i++) {
        char rgb[LOOK_RGB];
        look_ramp(i / 10.0, rgb);
        const double light = seen(rgb, EYES[0]).l;
        assert_true(light > before + 3 && light < 80);
        before = light;
    }
}

// The cells of a map: colours are ordered by lightness for every reader, and a number on each is readable (WCAG contrast ratio: 4.5).
TEST(test_colour_scale)
{
    enum { STEPS = 4 * (HEAT_COLOURS - 1) };
    double before[4] = {-1, -1, -1, -1};
    for (int i = 0; i <= STEPS; i++) {
        const int      below = i / 4 < HEAT_COLOURS - 1 ? i / 4 : HEAT_COLOURS - 2;
        const unsigned a = heat_colour(below), b = heat_colour(below + 1);
        unsigned       c[3];
        char           rgb[LOOK_RGB];
        for (int k = 0; k < 3; k++) {
            const double from = a >> 8 * k & 255, to = b >> 8 * k & 255;
            c[k] = (unsigned)(from + (i / 4.0 - below) * (to - from) + 0.5) & 255;
        }
        snprintf(rgb, sizeof rgb, "#%02X%02X%02X", c[2], c[1], c[0]);
        for (int eye = 0; eye < 4; eye++) {
            const double light = seen(rgb, EYES[eye]).l;
            if (light < before[eye] + 0.7)
                fail_msg("reader %d sees %s as light as the colour before: %.1f", eye, rgb, light);
            before[eye] = light;
        }
        const double on = (seen(rgb, EYES[0]).l + 16) / 116, luminance = on * on * on + 0.05;
        assert_true((heat_is_dark((double)i / STEPS) ? 1.05 / luminance : luminance / 0.05) >= 4.5);
    }
    assert_true(before[0] > 85);
}

// ---- of series ----

// Two experiments of one store; the second lacks the first series of the first.
static const char FIRST[] =
    "name: first\nfigures:\n"
    "  - {name: all, data: step, x: threads, y: step_ms, series: [solver, linsys, iterations], style: lines}\n"
    "  - {name: sizes, data: step, x: threads, y: step_ms, series: [iterations], where: {solver: xpbd}, style: lines}\n"
    "  - {name: panels, data: step, x: threads, y: step_ms, series: [solver], facets: iterations, style: lines}\n";
static const FakeCase CASES[] = {{"pbd", NULL, "f64", 8, 10, 1},  {"xpbd", NULL, "f64", 8, 10, 1},
                                 {"xpbd", NULL, "f64", 8, 5, 1},  {"pd", "cholmod_simplicial", "f64", 8, 5, 1},
                                 {"pd", "dense", "f64", 8, 5, 1}, {"newton", "dense", "f64", 8, 5, 1}};
enum { CASE_COUNT = sizeof CASES / sizeof *CASES };

static int64_t fill(FakeStore *f, const char *name, const char *text, int from)
{
    const int64_t experiment = fake_experiment(f->store, name, text);
    for (int c = from; c < CASE_COUNT; c++) {
        const int64_t id = fake_case(f->store, experiment, c, &CASES[c]);
        if (from == 0) {
            fake_model(f->store, id, f->build, 100);
            assert_ok(fake_timed(f->store, id, f->build, 20, 5, 1000000 * (c + 1)));
            assert_ok(store_case_status(f->store, id, f->build, CASE_DONE, ""));
        }
    }
    return experiment;
}

static const PlotSeries *series_called(const Plot *p, const char *label)
{
    for (int i = 0; i < p->series_count; i++)
        if (strcmp(p->series[i].label, label) == 0)
            return &p->series[i];
    fail_msg("no series is called %s", label);
    return NULL;
}

static void check_looks(FakeStore *f, int64_t experiment, int figure, void (*check)(const Plot *plot))
{
    Plot plot;
    f->experiment = experiment;
    fake_load(f, NULL);
    assert_ok(plot_init(&f->dataset, &f->specs.figures[figure], &plot));
    check(&plot);
}

// The colour of a series is that of its solver's row in the table of solvers, whatever else a store contains. Linear systems have a dash,
// other settings a marker.
static void check_all(const Plot *p)
{
    const PlotSeries *xpbd = series_called(p, "xpbd, iterations 5"), *more = series_called(p, "xpbd, iterations 10");
    const PlotSeries *pd = series_called(p, "pd, cholmod_simplicial, iterations 5"), *dense = series_called(p, "pd, dense, iterations 5");
    assert_string_equal(xpbd->look.rgb, look_colour(1));
    assert_string_equal(more->look.rgb, xpbd->look.rgb);
    assert_true(more->look.dash == xpbd->look.dash && more->look.marker != xpbd->look.marker);
    assert_string_equal(pd->look.rgb, look_colour(3));
    assert_string_equal(series_called(p, "newton, dense, iterations 5")->look.rgb, look_colour(4));
    assert_string_equal(dense->look.rgb, pd->look.rgb);
    assert_true(dense->look.dash != pd->look.dash);
    assert_int_equal(series_called(p, "newton, dense, iterations 5")->look.dash, dense->look.dash);
    for (int a = 0; a < p->series_count; a++)
        for (int b = 0; b < a; b++)
            assert_false(look_equal(&p->series[a].look, &p->series[b].look, false));
}

static void check_second(const Plot *p)
{
    assert_string_equal(series_called(p, "newton, dense")->look.rgb, look_colour(4)); // as in the other experiment
    assert_string_equal(series_called(p, "pd, cholmod_simplicial")->look.rgb, look_colour(3));
}

static void check_sizes(const Plot *p) // one method: a colour ramp along the number
{
    char dark[LOOK_RGB], light[LOOK_RGB];
    look_ramp(0, dark);
    look_ramp(1, light);
    assert_string_equal(series_called(p, "iterations 5")->look.rgb, dark);
    assert_string_equal(series_called(p, "iterations 10")->look.rgb, light);
}

static void check_panels(const Plot *p) // the same in each panel, and once in the legend
{
    int xpbd = 0, repeated = 0;
    assert_int_equal(p->facet_count, 2);
    assert_true(p->facets[0].number == 5 && p->facets[1].number == 10);
    for (int i = 0; i < p->series_count; i++)
        if (strcmp(p->series[i].label, "xpbd") == 0) {
            assert_string_equal(p->series[i].look.rgb, look_colour(1));
            assert_int_equal(p->series[i].facet, p->series[i].points->key[1].number == 10);
            xpbd++;
            repeated += p->series[i].repeated;
        }
    assert_true(xpbd == 2 && repeated == 1);
}

static int set_up(void **state)
{
    *state = fake_open("name: fake\n");
    return 0;
}

STORE_TEST(test_methods_keep_their_colours)
{
    const int64_t first = fill(f, "first", FIRST, 0);
    const int64_t second =
        fill(f, "second",
             "name: second\nfigures:\n  - {name: a, data: step, x: threads, y: step_ms, series: [solver, linsys], style: lines}\n", 3);
    check_looks(f, first, 0, check_all);
    check_looks(f, second, 0, check_second);
    check_looks(f, first, 1, check_sizes);
    check_looks(f, first, 2, check_panels);
}
