// Diagrams whose style makes the points (profiles, frontiers), against numbers worked out by hand.
#include "fake_store.h"

#include "figure/private/figure_notes.h"
#include "figure/private/figure_script.h"

static int set_up(void **state)
{
    *state = fake_open("name: fake\n");
    return 0;
}

// A case with one timed step per process, of these durations in ms, and with probes whose error halves in each iteration.
static void add_case(FakeStore *f, const char *solver, int n, int iterations, const double *ms, int count)
{
    const FakeCase c = {solver, NULL, "f64", n, iterations, 1};
    const int64_t  id = fake_case(f->store, f->experiment, (int)fake_query(f->store, "SELECT count(*) FROM plan"), &c);
    for (int i = 0; i < count; i++)
        assert_ok(fake_timed(f->store, id, f->build, 1, iterations, (int64_t)(ms[i] * 1e6)));
    if (count)
        assert_ok(fake_measured(f->store, id, f->build, iterations, 0.5));
    assert_ok(store_case_status(f->store, id, f->build, count ? CASE_DONE : CASE_DIVERGED, ""));
}

// Reads `figure`, a YAML map, and makes its plot.
static Plot make_plot(FakeStore *f, const char *figure)
{
    char text[600];
    Plot plot;
    fake_own_processes(f->store);
    snprintf(text, sizeof text, "name: fake\nfigures:\n  - {name: a, %s}\n", figure);
    fake_load(f, text);
    assert_ok(plot_init(&f->dataset, &f->specs.figures[0], &plot));
    return plot;
}

static void assert_point(const Plot *p, int series, int index, double x, double y)
{
    assert_true(series < p->series_count && index < p->series[series].count);
    const PlotPoint *point = &p->series[series].points[index];
    if (fabs(point->position - x) > 1e-12 * fabs(x) || fabs(point->y - y) > 1e-12)
        fail_msg("point %d of %s is (%.17g, %.17g), not (%.17g, %.17g)", index, p->series[series].label, point->position, point->y, x, y);
}

// The caption, followed by the notes.
static void make_note(const FakeStore *f, const Plot *plot, char *out, size_t size)
{
    Layout layout;
    layout_make(plot, &layout);
    figure_caption(plot, out, size);
    figure_notes(&f->dataset, plot, &layout, out + strlen(out), size - strlen(out));
}

// ---- profiles ----

// Problems of three sizes. Both solve the small one, more cheaply with their second setting. pbd solves the middle one with ten iterations
// only. Nobody solves the large one: pbd diverges, and the final error of xpbd is too large.
static void add_problems(FakeStore *f)
{
    add_case(f, "pbd", 8, 10, (const double[]){4}, 1);
    add_case(f, "pbd", 8, 9, (const double[]){2}, 1);
    add_case(f, "pbd", 16, 5, (const double[]){1}, 1);
    add_case(f, "pbd", 16, 10, (const double[]){8}, 1);
    add_case(f, "pbd", 32, 10, NULL, 0);
    add_case(f, "xpbd", 8, 10, (const double[]){3}, 1);
    add_case(f, "xpbd", 16, 10, (const double[]){6}, 1);
    add_case(f, "xpbd", 32, 5, (const double[]){7}, 1);
}

#define PROBLEMS "series: [solver], problems: [scene.n], solved: {error: ..0.01}"

STORE_TEST(test_data_profile)
{
    char note[1200];
    add_problems(f);
    Plot plot = make_plot(f, "data: work, x: step_ms, style: data_profile, " PROBLEMS);
    assert_int_equal(plot.series_count, 2);
    assert_string_equal(plot.series[0].label, "pbd");
    assert_int_equal(plot.series[0].count, 2);
    assert_point(&plot, 0, 0, 2, 1.0 / 3);
    assert_point(&plot, 0, 1, 8, 2.0 / 3);
    assert_point(&plot, 1, 0, 3, 1.0 / 3);
    assert_point(&plot, 1, 1, 6, 2.0 / 3);
    assert_true(plot.share.problems == 3 && plot.share.unsolved == 1 && plot.share.single);
    make_note(f, &plot, note, sizeof note);
    assert_has(note, "Share of 3 problems (scene.n) that a series solves within this cost.");
    assert_has(note, "A problem counts as solved where error is at most 0.01. No series solves 1 of the problems.");
    assert_has(note, "Some costs come from one process");
}

// A solver that solves no problem is a line at zero.
STORE_TEST(test_profile_of_none)
{
    add_problems(f);
    add_case(f, "newton", 8, 10, NULL, 0);
    Plot plot = make_plot(f, "data: work, x: step_ms, style: data_profile, " PROBLEMS);
    assert_int_equal(plot.series_count, 3);
    assert_int_equal(plot.series[2].count, 1);
    assert_point(&plot, 2, 0, 2, 0);
    assert_int_equal(plot.share.empty, 1);
}

STORE_TEST(test_performance_profile)
{
    add_problems(f);
    Plot plot = make_plot(f, "data: work, x: step_ms, style: performance_profile, " PROBLEMS);
    assert_point(&plot, 0, 0, 1, 1.0 / 3);
    assert_point(&plot, 0, 1, 8.0 / 6, 2.0 / 3);
    assert_point(&plot, 1, 0, 1, 1.0 / 3);
    assert_point(&plot, 1, 1, 1.5, 2.0 / 3);
    assert_true(plot.share.pairs == 2 && plot.share.ties == 0);
    add_case(f, "newton", 8, 10, (const double[]){1}, 1); // with a third solver there are no points
    plot = make_plot(f, "data: work, x: step_ms, style: performance_profile, " PROBLEMS);
    assert_true(plot.point_count == 0 && plot.share.most_series == 3);
}

// If the processes do not show which of two costs is lower, both solvers are at 1; otherwise only one is.
STORE_TEST(test_ties_are_nobodys)
{
    char note[1200];
    add_case(f, "pbd", 8, 10, (const double[]){1, 1.01, 1.02, 1.03, 1.04, 1.05}, 6);
    add_case(f, "xpbd", 8, 10, (const double[]){3, 3.01, 3.02, 3.03, 3.04, 3.05}, 6);
    add_case(f, "pbd", 16, 10, (const double[]){1, 2, 3, 4, 5, 6}, 6);
    add_case(f, "xpbd", 16, 10, (const double[]){1.1, 2.1, 3.1, 4.1, 5.1, 6.1}, 6);
    Plot plot = make_plot(f, "data: work, x: step_ms, style: performance_profile, series: [solver], problems: [scene.n]");
    assert_int_equal(plot.series[0].count, 1);
    assert_point(&plot, 0, 0, 1, 1);
    assert_point(&plot, 1, 0, 1, 0.5);
    assert_point(&plot, 1, 1, 3.025 / 1.025, 1);
    assert_true(plot.share.pairs == 2 && plot.share.ties == 1 && !plot.share.single);
    make_note(f, &plot, note, sizeof note);
    assert_has(note, "In 1 of the 2 problems that both series solve, their costs do not differ significantly (95 %)");
}

// Each panel has problems of its own.
STORE_TEST(test_profiles_of_panels)
{
    add_problems(f);
    Plot plot = make_plot(f, "data: work, x: step_ms, style: data_profile, facets: scene.n, " PROBLEMS);
    assert_true(plot.facet_count == 3 && plot.share.problems == 3);
    for (int s = 0; s < plot.series_count; s++)
        assert_true(plot.series[s].points[plot.series[s].count - 1].y == (plot.series[s].facet < 2 ? 1 : 0));
}

// ---- frontiers ----

TEST(test_frontier_of_six)
{
    static const double AT[][2] = {{1, 10}, {2, 10}, {3, 4}, {4, 5}, {5, 1}, {5, 2}};
    static const bool   BEATEN[] = {false, true, false, true, false, true};
    FigureStyle         style = {.frontier = true};
    PlotPoint           points[6];
    PlotSeries          series = {.count = 6, .points = points};
    Plot                plot = {.style = &style, .series_count = 1, .series = &series, .point_count = 6, .points = points};
    for (int i = 0; i < 6; i++)
        points[i] = (PlotPoint){.position = AT[i][0], .y = AT[i][1]};
    plot_find_beaten(&plot);
    for (int i = 0; i < 6; i++)
        assert_int_equal(points[i].beaten, BEATEN[i]);
}

// x is the median of the case, with the interval of its processes; of two equal settings neither dominates the other.
STORE_TEST(test_intervals_of_x)
{
    double ms[] = {1, 1.1, 1.2, 1.3, 1.4};
    add_case(f, "pbd", 8, 5, ms, 5);
    add_case(f, "pbd", 8, 2, (const double[]){2}, 1);
    Plot           plot = make_plot(f, "data: work, x: step_ms, y: error, series: [solver], style: frontier");
    const Estimate same = estimate_make(ms, 5, true);
    assert_int_equal(plot.series[0].count, 2);
    const PlotPoint *point = plot.series[0].points;
    assert_true(plot.spans && point[0].position == same.median && point[0].x_low == same.low && point[0].x_high == same.high);
    assert_near(point[0].y, 0.55 / 32, 1e-12);
    assert_true(isnan(point[0].low) && isnan(point[1].x_low));
    assert_true(!point[0].beaten && point[1].beaten);
}

// ---- coinciding curves ----

// A curve that a later one would hide is drawn wider below it, also if it has fewer points. A curve that differs at some point is not.
TEST(test_covered_curves)
{
    FigureStyle  style = {.joined = true};
    PlotPoint    points[3][4];
    PlotSeries   series[3];
    Plot         plot = {.style = &style, .series_count = 3, .series = series};
    const Layout layout = {.y = {.high = 10}};
    for (int s = 0; s < 3; s++) {
        series[s] = (PlotSeries){.count = s ? 4 : 3, .points = points[s]};
        for (int i = 0; i < 4; i++)
            points[s][i] = (PlotPoint){.position = i, .y = i + (s == 2 && i == 3)};
    }
    assert_int_equal(figure_cover(&plot, &layout, 0), 1);
    assert_int_equal(figure_cover(&plot, &layout, 1), -1);
    series[0].facet = 1;
    assert_int_equal(figure_cover(&plot, &layout, 0), -1);
}
