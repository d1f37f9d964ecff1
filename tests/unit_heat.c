// Maps of cells: each cell has its value or the reason for having none, and the note summarises the measured cells.
#include "fake_store.h"

#include "data/number.h"
#include "figure/figure.h"
#include "figure/private/heat_files.h"

// step_ms of the cases is iterations·n/8, 0.4 more on four threads
static const char TEXT[] =
    "name: fake\n"
    "figures:\n"
    "  - {name: map, data: step, style: heat, x: iterations, y: scene.n, z: step_ms, facets: solver, where: {threads: 1}, mark: 5,\n"
    "     contours: {value: 1/step_ms, levels: [0.3]}}\n"
    "  - {name: sums, data: step, style: heat, x: iterations+1, y: 2*scene.n, z: step_ms, where: {solver: pbd, threads: 1}, log: z}\n"
    "  - {name: words, data: step, style: heat, x: iterations, y: solver, z: step_ms, where: {scene.n: 8, threads: 1}, relative_to: "
    "{iterations: 1},"
    " limits: {z: 0.4..}}\n"
    "  - {name: pooled, data: step, style: heat, x: iterations, y: scene.n, z: step_ms, where: {solver: pbd}}\n"
    "  - {name: nothing, data: step, style: heat, x: iterations, y: scene.n, z: step_ms, where: {solver: newton}}\n"
    "  - {name: steps, data: step, style: heat, x: step, y: step+1, z: step_ms, where: {threads: 1}}\n";

typedef struct FakeState {
    FakeCase   of;
    CaseStatus status;
} FakeState;

// pbd: all but one of n = 8, 16 with 1, 2, 4 iterations. xpbd: n = 8 done or refused, n = 32 diverged or crashed. newton: nothing to draw.
static const FakeState CASES[] = {
    {{"pbd", NULL, "f64", 8, 1, 1}, CASE_DONE},      {{"pbd", NULL, "f64", 8, 2, 1}, CASE_DONE},
    {{"pbd", NULL, "f64", 8, 4, 1}, CASE_DONE},      {{"pbd", NULL, "f64", 16, 1, 1}, CASE_DONE},
    {{"pbd", NULL, "f64", 16, 2, 1}, CASE_PENDING},  {{"pbd", NULL, "f64", 16, 4, 1}, CASE_DONE},
    {{"xpbd", NULL, "f64", 8, 1, 1}, CASE_DONE},     {{"xpbd", NULL, "f64", 8, 2, 1}, CASE_DONE},
    {{"xpbd", NULL, "f64", 8, 4, 1}, CASE_REFUSED},  {{"xpbd", NULL, "f64", 32, 1, 1}, CASE_DIVERGED},
    {{"xpbd", NULL, "f64", 32, 2, 1}, CASE_CRASHED}, {{"newton", NULL, "f64", 8, 1, 1}, CASE_DIVERGED},
    {{"pbd", NULL, "f64", 8, 4, 4}, CASE_DONE},
};
enum { CASE_ROWS = sizeof CASES / sizeof *CASES };

static int set_up(void **state)
{
    FakeStore *f = *state = fake_open(TEXT);
    for (int c = 0; c < CASE_ROWS; c++) {
        const FakeCase *of = &CASES[c].of;
        const int64_t   id = fake_case(f->store, f->experiment, c, of);
        fake_model(f->store, id, f->build, 100);
        if (CASES[c].status == CASE_DONE)
            assert_ok(fake_timed(f->store, id, f->build, 20, of->iterations, of->iterations * of->n * 125000 + (of->threads - 1) * 133333));
        if (CASES[c].status != CASE_PENDING)
            assert_ok(store_case_status(f->store, id, f->build, CASES[c].status, ""));
    }
    fake_load(f, NULL);
    return 0;
}

static const FigureSpec *spec_called(const FakeStore *f, const char *name)
{
    for (int i = 0; i < f->specs.figure_count; i++)
        if (strcmp(f->specs.figures[i].name, name) == 0)
            return &f->specs.figures[i];
    fail_msg("no figure is called %s", name);
    return NULL;
}

static void check_cell(const Plot *p, int facet, int row, int column, HeatState state, double value)
{
    const HeatCell *cell = heat_cell(p->heat, facet, row, column);
    if (cell->state != state || (state == HEAT_VALUE && fabs(cell->point->y / value - 1) > 1e-9))
        fail_msg("panel %d, row %d, column %d is %s, %g", facet, row, column, heat_state_name(cell->state),
                 cell->point ? cell->point->y : 0);
}

STORE_TEST(test_cells)
{
    Plot p;
    assert_ok(plot_init(&f->dataset, spec_called(f, "map"), &p));
    assert_ok(heat_create(&f->dataset, &p));
    assert_true(p.facet_count == 3 && p.category_count == 3 && p.row_count == 3); // the panel of newton has failures only
    assert_true(p.rows[0].number == 8 && p.rows[1].number == 16 && p.rows[2].number == 32);
    assert_string_equal(p.facets[0].text, "pbd");
    for (int column = 0; column < 3; column++)
        check_cell(&p, 0, 0, column, HEAT_VALUE, 1 << column);
    check_cell(&p, 0, 1, 0, HEAT_VALUE, 2);
    check_cell(&p, 0, 1, 1, HEAT_PENDING, 0);
    check_cell(&p, 0, 1, 2, HEAT_VALUE, 8);
    check_cell(&p, 0, 2, 0, HEAT_ABSENT, 0);
    check_cell(&p, 1, 0, 1, HEAT_VALUE, 2);
    check_cell(&p, 1, 0, 2, HEAT_REFUSED, 0);
    check_cell(&p, 1, 2, 0, HEAT_DIVERGED, 0);
    check_cell(&p, 1, 2, 1, HEAT_FAILED, 0);
    check_cell(&p, 2, 0, 0, HEAT_DIVERGED, 0);
    assert_string_equal(p.heat->sign_labels[HEAT_CROSS], "diverged or failed");
    assert_string_equal(p.heat->sign_labels[HEAT_SLASH], "no value");
    assert_string_equal(p.heat->sign_labels[HEAT_BAR], "");
}

STORE_TEST(test_expressions_of_settings)
{
    Plot p;
    assert_ok(plot_init(&f->dataset, spec_called(f, "sums"), &p));
    assert_ok(heat_create(&f->dataset, &p));
    assert_true(p.facet_count == 1 && p.row_count == 2 && p.rows[1].number == 32 && p.categories[2].number == 5);
    check_cell(&p, 0, 1, 1, HEAT_PENDING, 0);
    check_cell(&p, 0, 1, 2, HEAT_VALUE, 8);
}

TEST(test_texts)
{
    static const struct {
        int         digits;
        double      value;
        const char *text;
    } TEXTS[] = {{2, 0.0123, "0.012"}, {2, 1, "1"},       {2, 0.996, "1.0"},     {2, 12.34, "12"},
                 {2, 1234, "1234"},    {2, 0, "0"},       {2, 12345, "1.2e4"},   {2, 123, "123"},
                 {3, 0.3312, "0.331"}, {3, 123.4, "123"}, {2, -1e-7, "-1.0e-7"}, {2, 1e134, "1.0e134"}};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        const Heat h = {.digits = TEXTS[i].digits};
        char       text[HEAT_TEXT];
        heat_text(&h, TEXTS[i].value, text);
        assert_string_equal(text, TEXTS[i].text);
    }
}

// Levels are round and few, for any range, and lie between its ends.
TEST(test_levels)
{
    static const double RANGES[][2] = {{1, 1000}, {0.0078, 0.4}, {1, 3.5}, {3, 4}, {1e-12, 1e6}, {-5, 5}, {0, 1}, {100, 101}};
    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++) {
        double    levels[HEAT_LEVELS_MAX];
        const int count = heat_levels(RANGES[i][0], RANGES[i][1], levels);
        assert_true(count >= 2 && count <= 8);
        for (int k = 0; k < count; k++) {
            char text[NUMBER_TEXT];
            snprintf(text, sizeof text, "%.4g", levels[k]);
            assert_near(strtod(text, NULL), levels[k], 1e-9);
            assert_true(levels[k] > RANGES[i][0] && levels[k] < RANGES[i][1] && (k == 0 || levels[k] > levels[k - 1]));
        }
    }
    assert_int_equal(heat_levels(2, 2, (double[HEAT_LEVELS_MAX]){0}), 0);
}

// ---- files ----

static void draw(FakeStore *f, const char *name, FigureResult *out)
{
    Gnuplot gnuplot;
    assert_ok(gnuplot_init(&gnuplot));
    assert_ok(figure_write(&f->dataset, spec_called(f, name), &gnuplot, f->folder, "", out));
}

// Every cell has a line with its state, and the note names the lowest cost. For pbd the cells 1, 2 and 4 of n = 8 and 2 of n = 16 are at
// most 5 ms. The lowest of their costs is 1/4.
STORE_TEST(test_files_and_note)
{
    FigureResult r;
    draw(f, "map", &r);
    assert_ok(r.drawn);
    assert_string_equal(r.missing, "");
    assert_file_has(f->folder, "map.csv",
                    "solver,iterations,scene.n,step_ms,low,high,processes,unconverged_steps,cell,1/step_ms,contour_low,contour_high\r\n");
    assert_file_has(f->folder, "map.csv", "\npbd,4,16,8,,,1,0,measured,0.125,,\r\n");
    assert_file_has(f->folder, "map.csv", "\npbd,2,16,,,,0,0,not measured,,,\r\n");
    assert_file_has(f->folder, "map.csv", "\nxpbd,1,32,,,,0,0,diverged,,,\r\n");
    assert_file_has(f->folder, "map.csv", "\nxpbd,2,32,,,,0,0,failed,,,\r\n");
    const char *const parts[] = {"20 cells have no value: 2 diverged (×), 1 failed (×), 1 refused (/), 1 not measured (/), ",
                                 " no such case (/).", "with time per step of at most 5: pbd: iterations 4, n 8, 0.25;",
                                 " xpbd: iterations 2, n 8, 0.5; newton: none."};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_has(r.note, parts[i]);
    assert_file_has(f->folder, "map.gp", "set palette defined");
    assert_file_has(f->folder, "map.gp", "set cntrparam levels discrete"); // gnuplot draws the lines
    assert_file_has(f->folder, "map.gp", "keyentry with points pt '×'");
    assert_file_has(f->folder, "map.svg", "diverged or failed");
    assert_file_has(f->folder, "map.dat", "\n0 2 3 nan nan NaN 0 NaN\n");
}

STORE_TEST(test_relative_and_words)
{
    FigureResult r;
    draw(f, "words", &r);
    assert_file_has(f->folder, "words.csv", "\n4,pbd,0.25,,,1,0,measured\r\n");
    assert_file_has(f->folder, "words.csv", "\n4,xpbd,,,,0,0,refused\r\n");
    assert_non_null(strstr(r.note, "1 of 5 cells lies beyond the limits of the colours"));
    assert_file_has(f->folder, "words.gp", "'newton' 0, 'xpbd' 1, 'pbd' 2"); // the first is at the top
}

STORE_TEST(test_what_cannot_be_drawn)
{
    FigureResult r;
    draw(f, "nothing", &r);
    assert_non_null(strstr(r.missing, "no finished case has solver newton"));
    draw(f, "pooled", &r);
    assert_non_null(strstr(r.note, "pool cases that differ in threads"));
    draw(f, "steps", &r);
    assert_string_equal(r.missing, "");
}

TEST(test_too_many)
{
    Plot p = {.facet_count = 1, .row_count = HEAT_SIDE_MAX, .category_count = 40};
    assert_false(heat_is_large(&p));
    p.facet_count = 2;
    assert_true(heat_is_large(&p));
    p = (Plot){.facet_count = 1, .row_count = HEAT_SIDE_MAX + 1, .category_count = 1};
    assert_true(heat_is_large(&p));
}
