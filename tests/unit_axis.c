// Axes and keys of figures: tics where gnuplot has no good ones, nothing outside the picture, texts in scripts.
#include "fake_store.h"

#include "figure/private/script.h"

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
    r->spec = (FigureSpec){.data = fake_view("step"), .log_x = log, .log_y = log, .style = figure_style_at(0), .facet = -1};
    strcpy(r->spec.x, x);
    strcpy(r->spec.y, "step_ms");
    r->spec.layout = (FigureLayout){.limits = {{-INFINITY, INFINITY}, {-INFINITY, INFINITY}}, .font_pt = FIGURE_FONT_PT};
    for (int s = 0; s < series; s++) {
        r->series[s] = (PlotSeries){.count = POINTS, .points = &r->points[POINTS * s]};
        for (int i = 0; i < POINTS; i++) {
            const double at = log ? low * pow(high / low, i / 2.0) : low + i * (high - low) / 2;
            r->series[s].points[i] = (PlotPoint){
                .x = {.kind = VALUE_NUMBER, .number = at}, .position = at, .y = at, .low = NAN, .high = NAN, .x_low = NAN, .x_high = NAN};
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

// The commands about an axis that gnuplot gets.
static char *commands_of(const Rig *r, AxisName name, double room)
{
    Axis   axis;
    char  *text = NULL;
    size_t size = 0;
    FILE  *out = open_memstream(&text, &size);
    axis_make(&r->plot, name, room, &axis);
    script_axis(&(Script){.plot = &r->plot, .out = out}, &axis, true);
    fclose(out);
    return text;
}

static void check_tics(const char *x, double low, double high, const char *expected)
{
    Rig  *r = rig_create(x, low, high, true, 1);
    char *text = commands_of(r, AXIS_X, 40);
    if (!strstr(text, expected))
        fail_msg("%g to %g lacks %s: %s", low, high, expected, text);
    free(text);
    free(r);
}

// From two decades on gnuplot's own tics are used. Below two decades gnuplot would draw one tic or none, so weft sets at least two.
TEST(test_tics_of_short_logarithmic_axes)
{
    check_tics("constraints", 1e-16, 10, "format x '10^{%T}'\nset xtics nomirror out scale 0.6,0.3 1e3");
    check_tics("constraints", 0.01, 1000, "format x '%g'\nset xtics nomirror out scale 0.6,0.3 auto");
    check_tics("constraints", 3, 20, " (5, 10, 20)");
    check_tics("constraints", 24, 512, " (50, 100, 200, 500)");
    check_tics("constraints", 2e4, 7.9e5, " (20000, 50000, 100000, 200000, 500000)");
    check_tics("constraints", 3.2, 4.1, " (3.5, 4)");
    check_tics("constraints", 99000, 101000, " (98000, 100000, 102000)");
    static const double RANGES[][2] = {{1, 2}, {3.2, 4.1}, {0.1, 0.95}, {2e4, 7.9e5}, {1e-5, 1.3e-5}, {0.016, 0.034}, {1e-300, 2e-300}};
    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++) {
        Rig  *r = rig_create("constraints", RANGES[i][0], RANGES[i][1], true, 1);
        char *text = commands_of(r, AXIS_X, 40), *tics = strrchr(text, '(');
        assert_true(tics && strchr(tics, ','));
        free(text);
        free(r);
    }
}

// Values of a setting have tics as the user wrote them, where they do not overlap. Values of an expression need not be round and have no
// tics.
TEST(test_tics_of_settings)
{
    check_tics("scene.n", 12, 48, "('12' 12, '24' 24, '48' 48)");
    check_tics("dt", 1.0 / 60, 1.0 / 15, "'0.01667' 0.01666666667");
    check_tics("scene.n*0.3167", 0.3167, 10, " (0.5, 1, 2, 5, 10)");
    Rig *r = rig_create("scene.n", 1, 3, false, 1);
    r->points[2].position = r->categories[2].number = 1000;
    char *text = commands_of(r, AXIS_X, 40); // 1 and 2 would overlap
    assert_non_null(strstr(text, "auto"));
    free(text);
    free(r);
}

TEST(test_limits)
{
    Axis axis;
    Rig *r = rig_create("constraints", 1e-16, 10, true, 1);
    r->spec.layout.limits[1][0] = 1e-6;
    axis_make(&r->plot, AXIS_Y, 40, &axis);
    assert_true(axis.low == 1e-6 && axis.high > 10);
    free(r);
}

// However many or long the names are: the key is inside the picture by gnuplot's own count of characters, and below the panels.
TEST(test_keys_fit)
{
    static const int LETTERS[] = {3, 22, 45, 120};
    for (int series = 1; series <= 20; series++)
        for (size_t i = 0; i < sizeof LETTERS / sizeof *LETTERS; i++) {
            Layout l;
            Rig   *r = rig_create("constraints", 1, 100, true, series);
            for (int s = 0; s < series; s++)
                memset(r->series[s].label, 'n', (size_t)LETTERS[i]);
            r->spec.layout.key = KEY_BELOW;
            layout_make(&r->plot, &l);
            const int    columns = (series + l.key_rows - 1) / l.key_rows;
            const double step = 0.6 * l.font * l.key_scale * (LETTERS[i] - l.key_narrower + 9);
            if (l.key_left < 0 || l.key_left + columns * step > l.width || l.key_rows * layout_key_line(&l) > l.bottom)
                fail_msg("%d labels of %d letters: %d rows from %g of %g", series, LETTERS[i], l.key_rows, l.key_left, l.width);
            assert_true(l.panel_width > 150 && l.key_rows >= 1 && l.key_count == series);
            free(r);
        }
}

// Names at the ends of curves are inside the picture and do not overlap. Where there are too many names, or too long ones, a key replaces
// them.
TEST(test_names_at_ends)
{
    for (int series = 1; series <= 9; series++)
        for (int letters = 3; letters <= 43; letters += 20) {
            Layout l;
            Rig   *r = rig_create("constraints", 1, 100, true, series);
            for (int s = 0; s < series; s++)
                memset(r->series[s].label, 'n', (size_t)letters);
            r->spec.layout.width_mm = FIGURE_COLUMN_MM;
            layout_make(&r->plot, &l);
            assert_int_equal(l.end_count, series <= 7 && letters < 20 ? series : 0);
            assert_int_equal(l.key_count, l.end_count ? 0 : series);
            for (int i = 0; i < l.end_count; i++) {
                const double line = 1.2 * END_SCALE * l.font;
                assert_true(l.ends[i].name_y > l.bottom && l.ends[i].name_y < l.height &&
                            (!i || l.ends[i].name_y - l.ends[i - 1].name_y > line));
                assert_true(l.left + l.panel_width + l.font + letters * 0.58 * END_SCALE * l.font < l.width);
            }
            r->points[1].position = 2; // this curve ends in the left half: the line to its name would cross the others
            r->points[2].position = 3;
            layout_make(&r->plot, &l);
            assert_int_equal(l.end_count, series == 1 && letters < 20 ? 1 : 0);
            free(r);
        }
}

TEST(test_sizes)
{
    Layout l;
    Rig   *r = rig_create("constraints", 1, 100, true, 2);
    strcpy(r->series[0].label, "one");
    strcpy(r->series[1].label, "two");
    layout_make(&r->plot, &l);
    assert_true(fabs(layout_mm(l.width) - 85) < 1e-9);
    r->spec.layout.width_mm = 120;
    r->spec.layout.height_mm = 60;
    layout_make(&r->plot, &l);
    assert_true(fabs(layout_mm(l.width) - 120) < 1e-9 && fabs(layout_mm(l.height) - 60) < 1e-9);
    r->spec.layout.key = KEY_RIGHT;
    layout_make(&r->plot, &l);
    assert_true(l.key_right > 0 && l.left + l.panel_width <= l.key_left);
    free(r);
}

typedef void Put(const Script *script, const char *text);

static void put_small(const Script *script, const char *text)
{
    script_label(script, text, 0.5);
}

// A script contains the given texts unchanged: quotes, percent signs of tics, and characters that gnuplot or XML reads as markup.
TEST(test_texts)
{
    static const struct {
        Put        *put;
        bool        svg;
        const char *from, *to;
    } TEXTS[] = {{script_text, false, "it's 5 %", "'it''s 5 %'"},
                 {script_text, false, "'a", "''.\"'\".'a'"},
                 {script_tic, false, "it's 5 %\n", "'it''s 5 %% '"},
                 {put_small, false, "a_b^{2}", "'{/*0.50 a\\_b\\^\\{2\\}}' enhanced"},
                 {script_text, false, "a ]]> &#x41; & >", "'a ]]> &#x41; & >'"},
                 {script_text, true, "a ]]> &#x41; & >", "'a ]]&#x3e; &#x26;#x41; & >'"},
                 {put_small, true, "]]>&#65;", "'{/*0.50 ]]\\&#x3e;\\&#x26;#65;}' enhanced"},
                 {script_title, true, "]]>&#65;", " title ']] >&#65;' noenhanced"},
                 {script_title, false, "]]>&#65;", " title ']]>&#65;' noenhanced"}};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        char        *text = NULL;
        size_t       size = 0;
        FILE        *out = open_memstream(&text, &size);
        const Script script = {.out = out, .svg = TEXTS[i].svg};
        TEXTS[i].put(&script, TEXTS[i].from);
        fclose(out);
        assert_string_equal(text, TEXTS[i].to);
        free(text);
    }
}
