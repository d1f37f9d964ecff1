// Report: the numbers in figures and tables are those in the fake rows, and every file is complete.
#include "fake_store.h"

#include <sqlite3.h>

#include "data/data_frame.h"
#include "data/number.h"
#include "page/private/conditions_text.h"
#include "page/private/html.h"
#include "page/report.h"
#include "table/table.h"

static const char TEXT[] =
    "name: fake\n"
    "figures:\n"
    "  - {name: error, title: Error & time <1>, data: convergence, x: time_ms, y: error, series: [solver], log: [x, y]}\n"
    "  - {name: scaling, data: step, x: threads, y: step_ms, series: [solver], relative_to: {threads: 1}}\n"
    "  - {name: efficiency, data: step, x: threads, y: step_ms, series: [solver], relative_to: {threads: 1}, efficiency: true, style: "
    "lines}\n"
    "  - {name: phases, data: phase, x: solver, y: step_ms, series: [phase], style: stacked, where: {threads: 1}}\n"
    "  - {name: shares, data: phase, x: solver, y: share, series: [phase], style: stacked, formats: [svg], where: {phase: [velocity, "
    "project]}}\n"
    "  - {name: times, data: step, x: solver, y: step_ms, series: [threads], style: bars, log: y}\n"
    "  - {name: nothing, data: linsys, x: particles, y: factor_bytes}\n"
    "  - {name: mixed, data: step, x: scene.n, y: step_ms}\n"
    "  - {name: curve, data: step, x: 2*threads, y: 'max(step_ms, 0)', series: [solver], curves: [{label: a half, y: 1/threads},"
    " {label: 'iterations, all', y: iterations*threads, where: {threads: 2}}]}\n"
    "  - {name: alone, data: step, x: threads, y: step_ms, where: {solver: pbd}, curves: [{label: c, y: 1/scene.n}]}\n"
    "  - {name: negative, data: step, x: threads, y: -step_ms, where: {solver: pbd}, style: lines}\n"
    "  - {name: panels, data: step, x: threads, y: step_ms, facets: solver, size: page, formats: [svg], labels: {pbd: P_BD}}\n"
    "  - {name: closed, data: step, x: threads, y: step_ms, series: [solver], facets: solver, style: lines,"
    " curves: [{label: ideal xpbd, y: 4/threads, where: {solver: xpbd}}, {label: both, y: 3/threads}]}\n"
    "  - {name: ends, data: convergence, x: iteration, y: error, series: [solver, threads], log: y, limits: {y: 0.05..}}\n"
    "tables:\n"
    "  - {name: steps, data: step, rows: [solver], columns: threads, values: [step_ms]}\n"
    "  - {name: set_up, data: setup, columns: phase, values: [ms]}\n"
    "  - {name: none, data: linsys, values: [factor_bytes]}\n";

static const FakeCase CASES[] = {
    {"pbd", NULL, "f64", 8, 5, 1}, {"pbd", NULL, "f64", 8, 5, 2}, {"xpbd", NULL, "f64", 8, 5, 1}, {"xpbd", NULL, "f64", 8, 5, 2}};

// Medians of the three repetitions: pbd 2 and 1 ms on one and two threads, xpbd 4 and 3 ms.
static void fill(FakeStore *f)
{
    static const int64_t NS[4] = {2000000, 1000000, 4000000, 3000000}, PERCENT[3] = {100, 80, 200};
    for (int c = 0; c < 4; c++) {
        f->ids[c] = fake_case(f->store, f->experiment, c, &CASES[c]);
        fake_model(f->store, f->ids[c], f->build, 100);
        for (int process = 0; process < 3; process++)
            assert_ok(fake_timed(f->store, f->ids[c], f->build, 20, 5, NS[c] * PERCENT[process] / 100));
        assert_ok(fake_phased(f->store, f->ids[c], f->build, 20, NS[c]));
        assert_ok(fake_measured(f->store, f->ids[c], f->build, 5, c < 2 ? 0.5 : 0.25));
        assert_ok(store_case_status(f->store, f->ids[c], f->build, CASE_DONE, ""));
    }
    fake_own_processes(f->store);
    const FakeCase failed = {"newton", "dense", "f64", 8, 5, 1};
    const int64_t  id = fake_case(f->store, f->experiment, 4, &failed);
    assert_ok(store_case_status(f->store, id, f->build, CASE_DIVERGED, "positions are not <finite>"));
}

static int set_up(void **state)
{
    *state = fake_open(TEXT);
    fill(*state);
    return 0;
}

// ---- numbers ----

TEST(test_numbers_for_people)
{
    static const struct {
        double      value;
        const char *text;
    } NUMBERS[] = {
        {0, "0"},         {1.2345, "1.23"}, {12.345, "12.3"},     {123.45, "123"},       {1234.5, "1234"},     {0.012345, "0.0123"},
        {0.9996, "1.00"}, {99.96, "100"},   {0.00123, "0.00123"}, {1.23e-7, "1.23e-07"}, {1.23e7, "1.23e+07"}, {NAN, "-"},
        {-2.5, "-2.50"}};
    char text[NUMBER_TEXT];
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        number_format(NUMBERS[i].value, text);
        assert_string_equal(text, NUMBERS[i].text);
    }
    number_spread(0.98, 1, 1.02, text);
    assert_string_equal(text, "±2.0 %");
    number_spread(0.6, 1, 1.59, text);
    assert_string_equal(text, "±49.5 %");
    static const double EMPTY[][3] = {{0.01, 1, 9}, {0.6, 1, 1.61}, {-1, 0, 1}, {-1.01, -1, -0.99}, {NAN, 1, NAN}};
    for (size_t i = 0; i < sizeof EMPTY / sizeof *EMPTY; i++) {
        number_spread(EMPTY[i][0], EMPTY[i][1], EMPTY[i][2], text);
        assert_string_equal(text, "");
    }
    static const struct {
        double      value;
        const char *text;
    } SHORT[] = {{1.0 / 60, "0.01667"}, {24, "24"}, {10000, "10000"}, {1e6, "10⁶"}, {2.5e6, "2.5·10⁶"}, {-3e-7, "-3·10⁻⁷"}};
    for (size_t i = 0; i < sizeof SHORT / sizeof *SHORT; i++) {
        number_short(SHORT[i].value, 4, text);
        assert_string_equal(text, SHORT[i].text);
    }
    number_bytes(3.0 * 1024 * 1024 / 2, text);
    assert_string_equal(text, "1.50 MiB");
}

// ---- grouping ----

// The store has every column that a figure may name.
STORE_TEST(test_every_column_exists)
{
    fake_load(f, NULL);
    for (int v = 0; data_view_at(v); v++) {
        const DataColumn *const *const of[2] = {data_view_at(v)->columns, data_model_columns()};
        for (int l = 0; l < 2; l++)
            for (const DataColumn *const *list = of[l]; *list; list++)
                for (const DataColumn *c = *list; c->name; c++) {
                    const FrameQuery query = {.data = data_view_at(v), .count = 1, .names = {c->name}};
                    Frame            frame;
                    assert_ok(frame_init(&f->dataset, &query, &frame));
                    frame_destroy(&frame);
                }
    }
}

// The steps of a repetition become one number, without warm-up; processes become a median with its interval.
STORE_TEST(test_samples_are_processes)
{
    Frame            frame;
    FrameGroups      groups;
    const FrameQuery query = {.data = fake_view("step"), .count = 3, .names = {"solver", "threads", "step_ms"}};
    fake_load(f, NULL);
    assert_int_equal(f->dataset.case_count, 5);
    assert_ok(frame_init(&f->dataset, &query, &frame));
    assert_int_equal(frame.count, 4 * 3 * 18);
    assert_ok(frame_group(&frame, 2, 2, &groups));
    assert_int_equal(groups.count, 4);
    assert_string_equal(groups.groups[0].key[0].text, "pbd");
    const Estimate *e = &groups.groups[0].estimate;
    assert_true(e->measured && e->count == 3 && e->min == 1.6 && e->max == 4);
    assert_near(e->median, 2, 1e-12);
    double         values[] = {1.6, 4, 2};
    const Estimate same = estimate_make(values, 3, true);
    assert_true(e->low == same.low && e->high == same.high && e->low < 1 && e->high > 6);
    assert_int_equal(groups.groups[0].case_count, 1);
    free(groups.groups);
    assert_ok(frame_group(&frame, 1, 2, &groups)); // threads pooled: this is detected
    assert_int_equal(groups.count, 2);
    assert_true(groups.groups[0].case_count > 1);
    free(groups.groups);
    frame_destroy(&frame);
}

// Expressions per row, from columns, facts of the model and settings. A result without a number has no value; a result that is not finite
// keeps that number.
STORE_TEST(test_expressions_of_rows)
{
    Frame            frame;
    FrameGroups      groups;
    const FrameQuery query = {.data = fake_view("step"),
                              .count = 5,
                              .names = {"solver", "threads*scene.n + constraints/2", "2*step_ms^2", "solver*step_ms", "log(step - step)"}};
    fake_load(f, NULL);
    assert_ok(frame_init(&f->dataset, &query, &frame));
    assert_int_equal(frame.count, 4 * 3 * 18);
    const FrameRow *row = &frame.rows[0];
    assert_near(row->values[1].number, 1 * 8 + 50, 0);
    assert_near(row->values[2].number, 8, 1e-12);
    assert_true(row->values[3].kind == VALUE_NONE && row->values[3].number == 0); // a solver is not a number
    assert_true(row->values[4].kind == VALUE_NONE && isinf(row->values[4].number));
    assert_ok(frame_group(&frame, 2, 2, &groups));
    assert_int_equal(groups.count, 4);
    assert_near(groups.groups[1].key[1].number, 2 * 8 + 50, 0);
    assert_near(groups.groups[1].estimate.median, 2, 1e-12);
    free(groups.groups);
    assert_ok(frame_group(&frame, 2, 4, &groups));
    assert_int_equal(groups.count, 0);
    free(groups.groups);
    frame_destroy(&frame);
}

// A measured value of a whole case has one number for each process, plotted over the median of the case.
STORE_TEST(test_work_of_cases)
{
    Frame            frame;
    FrameGroups      groups;
    const FrameQuery query = {
        .data = fake_view("work"), .count = 3, .names = {"solver", "run_ms", "step_ms"}, .value = 2, .value_count = 1};
    const FrameQuery exact = {.data = fake_view("work"), .count = 2, .names = {"run_ms", "error"}, .value = 1, .value_count = 1};
    fake_load(f, NULL);
    assert_ok(frame_init(&f->dataset, &query, &frame));
    assert_int_equal(frame.count, 4 * 3 + 1); // and the diverged case
    assert_ok(frame_group(&frame, 2, 2, &groups));
    assert_int_equal(groups.count, 4);
    assert_near(groups.groups[1].key[1].number, 2 * 38, 1e-9);
    assert_true(groups.groups[1].estimate.measured && groups.groups[1].estimate.count == 3);
    assert_near(groups.groups[1].estimate.median, 2, 1e-12);
    free(groups.groups);
    frame_destroy(&frame);
    assert_ok(frame_init(&f->dataset, &exact, &frame));
    assert_int_equal(frame.count, 4 + 1); // a row for each case
    assert_near(frame.rows[0].values[0].number, 2 * 38, 1e-9);
    assert_near(frame.rows[0].values[1].number, 0.55 / 32, 1e-12);
    assert_true(frame.reference && frame.rows[4].values[1].kind == VALUE_NONE);
    frame_destroy(&frame);
}

// Only the newest build of a precision is used, even if an older build has more repetitions.
STORE_TEST(test_builds_are_never_pooled)
{
    Frame            frame;
    FrameGroups      groups;
    const FrameQuery query = {.data = fake_view("step"), .count = 2, .names = {"solver", "step_ms"}};
    const int64_t    newer = fake_build(f->store, "build-b", "f64");
    assert_ok(fake_timed(f->store, f->ids[0], newer, 20, 5, 7000000));
    assert_ok(store_case_status(f->store, f->ids[0], newer, CASE_DONE, ""));
    fake_sql(f->store, "UPDATE outcome SET updated = '2000' WHERE build_id = 1");
    fake_load(f, NULL);
    assert_ok(frame_init(&f->dataset, &query, &frame));
    assert_ok(frame_group(&frame, 1, 1, &groups));
    assert_int_equal(groups.count, 1);
    assert_int_equal(groups.groups[0].estimate.count, 1);
    assert_near(groups.groups[0].estimate.median, 7, 1e-12);
    assert_string_equal(f->dataset.cases[1].status, "pending"); // with the newer build
    assert_int_equal(f->dataset.build_count, 2);
    assert_true(!f->dataset.builds[0].chosen && f->dataset.builds[0].cases == 4 && f->dataset.builds[1].chosen);
    free(groups.groups);
    frame_destroy(&frame);
}

// ---- files ----

static void assert_missing(const FakeStore *f, const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", f->out, name);
    assert_int_equal(access(path, F_OK), -1);
}

static char *write_report(const FakeStore *f)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *terminal = open_memstream(&text, &size);
    assert_ok(report_write(f->store, NULL, f->out, terminal, NULL));
    fclose(terminal);
    return text;
}

STORE_TEST(test_report)
{
    char *terminal = write_report(f);
    // the terminal
    assert_has(terminal, "5 cases, 4 done, 1 diverged");
    assert_has(terminal, "all cases: cloth n=8 iterations=5 f64");
    assert_has(terminal, "pbd threads=1");
    assert_has(terminal, "positions are not <finite>");
    const char *none = strstr(terminal, "no table"); // printed once
    assert_true(none && !strstr(none + 1, "no table"));
    for (char *line = strtok(terminal, "\n"); line; line = strtok(NULL, "\n"))
        if (strncmp(line, "no figure", 9) != 0 && strncmp(line, "diverged", 8) != 0)
            assert_true(strlen(line) <= 80);
    free(terminal);
    // Figure data by hand: the third iteration of a step of 2 ms ends after 1.2 ms; probe errors 1/8 and 0.1/8.
    assert_file_has(f->out, "error.csv", "solver,time_ms,error,low,high,n,unconverged_steps\r\n");
    assert_file_has(f->out, "scaling.csv", "pbd,1,1,1,1,3,0\r\n"); // relative to itself
    assert_file_has(f->out, "scaling.csv", "pbd,2,2,0.318");       // spread of both sides: with one side alone low would be 0.47
    assert_file_has(f->out, "scaling.csv", "xpbd,2,1.33333");
    assert_file_has(f->out, "efficiency.csv", "pbd,1,1,"); // divided by the number of threads
    assert_file_has(f->out, "efficiency.csv", "pbd,2,1,");
    assert_file_has(f->out, "efficiency.csv", "xpbd,2,0.66666");
    assert_file_has(f->out, "scaling.gp", "with boxxyerror");    // a line between two values would mean nothing
    assert_file_has(f->out, "scaling.gp", "('2' 0) noenhanced"); // relative to itself a bar is 1
    assert_file_has(f->out, "scaling.gp", "set label 2 'speed-up over one thread'");
    assert_file_has(f->out, "scaling.gp", "'ideal'");
    assert_file_has(f->out, "scaling.gp", "plot 2 with lines lc rgb '#999999'");
    assert_file_has(f->out, "efficiency.gp", "plot 1 with lines lc rgb '#999999'");
    assert_file_has(f->out, "closed.dat", "# ideal xpbd\n1 4\n2 2\n"); // in one panel; the other curve in both
    assert_file_has(f->out, "closed.dat", "# both\n1 3\n2 1.5\n\n\n# both\n1 3\n2 1.5\n");
    assert_file_has(f->out, "closed.gp", "keyentry with lines lc rgb '#000000' lw 1 dt (8,5) title 'ideal xpbd'"); // once, for both panels
    assert_file_has(f->out, "error.gp", "set logscale x");
    assert_file_has(f->out, "error.gp", "set logscale y");
    assert_file_has(f->out, "times.gp", "set yrange [0.206102:9.70393]"); // does not reach an interval's end
    assert_file_has(f->out, "negative.gp", "set yrange [-4.175:-0.29]");  // for -2 and -1: from twice -2 to half of -1
    assert_file_has(f->out, "index.html", "Median of 3 processes with its 95 % interval.<details>");
    assert_file_has(f->out, "times.csv", "2,xpbd,3,1.13983");
    assert_file_has(f->out, "curve.csv",
                    "curve,solver,2*threads,\"max(step_ms, 0)\",low,high,processes,unconverged_steps\r\n,pbd,2,2,0.75988");
    assert_file_has(f->out, "curve.csv", "\r\na half,,2,1,,,0,0\r\na half,,4,0.5,,,0,0\r\n");
    assert_file_has(f->out, "curve.csv", "\"iterations, all\",,4,10,,,0,0\r\n");                    // from two threads only
    assert_file_has(f->out, "curve.gp", "plot data index 2 using 1:2 with lines lc rgb '#000000'"); // after the series 0 and 1
    assert_file_has(f->out, "curve.gp", "'a half'");
    assert_file_has(f->out, "curve.dat", "\n\n\n# a half\n2 1\n4 0.5\n");
    assert_file_has(f->out, "curve.gp", "set label 1 '2*threads'");
    assert_file_has(f->out, "alone.gp", "'measured'");
    assert_file_has(f->out, "alone.csv", "curve,threads,step_ms,low,high,processes,unconverged_steps\r\n,1,2,");
    assert_file_has(f->out, "panels.gp", "set title 'P_BD'");
    assert_file_has(f->out, "panels.gp", "unset multiplot");
    assert_missing(f, "panels.pdf");
    assert_file_has(f->out, "ends.gp", "set yrange [0.05:");
    assert_file_has(f->out, "ends.gp", "lc rgb '#4FACDD'"); // the solver's colour
    assert_file_has(f->out, "index.html", "12 of 24 points lie beyond the limits of the axes; widen `limits` to show them.");
    assert_file_has(f->out, "index.html",
                    "These curves coincide with others and are drawn broader, beneath them: pbd, threads 1, xpbd, threads 1.");
    assert_file_has(f->out, "index.html", "The rest of a step, at most 10 % of it, is in none of these phases.");
    assert_file_has(f->out, "phases.gp", "set yrange [0:4.24]"); // 0.4 + 3.2 + 0.4 and some margin
    assert_file_has(f->out, "phases.csv", "project,xpbd,3.2,,,1,0\r\n");
    assert_file_has(f->out, "steps-table.csv",
                    "solver,threads 1 (ms),threads 1 (ms) low,threads 1 (ms) high,threads 1 (ms) processes,threads 2 (ms)");
    assert_file_has(f->out, "steps-table.csv", "pbd,2,0.75988");
    assert_file_has(f->out, "set_up-table.csv", "build (ms),build (ms) low,build (ms) high,build (ms) processes,analyse (ms)");
    assert_file_has(f->out, "cases.csv", ",diverged,positions are not <finite>,,,,0,,,,0,,,0,");
    assert_missing(f, "nothing.svg");
    assert_missing(f, "none-table.csv");
    // the page
    assert_file_has(f->out, "index.html", "Error &amp; time &lt;1&gt;");
    assert_file_has(f->out, "index.html", "Is 1 &lt; 2?");
    assert_file_has(f->out, "index.html", "Test &lt;CPU&gt; &amp; co");
    assert_file_has(f->out, "index.html", "no finished case has both factor_bytes and");
    assert_file_has(f->out, "index.html", "Some points pool cases that differ in solver, threads");
    assert_file_has(f->out, "index.html", "8.00 GiB");
    char *page = fake_read(f->out, "index.html");
    int   drawn = 0;
    for (const char *p = page; (p = strstr(p, "<svg")); p++)
        drawn++;
    assert_int_equal(drawn, 13);
    const char *script = strstr(page, "<script>"); // inside the page, and only one
    assert_non_null(script);
    assert_null(strstr(script + 1, "<script"));
    assert_null(strstr(page, " src="));
    assert_null(strstr(page, "href=\"http"));
    free(page);
    static const char *const FIGURES[] = {"error", "scaling", "efficiency", "phases", "times", "mixed", "curve", "alone"};
    for (size_t i = 0; i < sizeof FIGURES / sizeof *FIGURES; i++) {
        char name[40];
        snprintf(name, sizeof name, "%s.svg", FIGURES[i]);
        assert_file_has(f->out, name, "</svg>");
        snprintf(name, sizeof name, "%s.pdf", FIGURES[i]);
        assert_file_has(f->out, name, "%PDF-");
    }
}

// The repetitions of a process become one number, so five processes of two repetitions are five values; the tail is that of all steps.
// Speed-ups compare equal rounds, so that drift which affects both sides cancels. The processes get the rounds in turn.
STORE_TEST(test_speed_ups_of_rounds)
{
    fake_rounds(f->store, f->experiment);
    free(write_report(f));
    assert_file_has(f->out, "scaling.csv", "pbd,2,2,1.9999979"); // each of three pairs has a ratio of 2
    assert_file_has(f->out, "efficiency.csv", "pbd,2,1,0.99999");
    assert_file_has(f->out, "times.csv", "2,xpbd,3,1.13983"); // values other than ratios are unchanged
}

STORE_TEST(test_tail_and_processes)
{
    CaseLine      *lines = NULL;
    const FakeCase c = {"pd", NULL, "f64", 8, 5, 1};
    const int64_t  id = fake_case(f->store, f->experiment, 5, &c);
    for (int process = 1; process <= 5; process++) {
        for (int r = 0; r < 2; r++) // 1, 3; 2, 4; … 5, 7 ms
            assert_ok(fake_timed(f->store, id, f->build, 20, 5, 1000000 * (process + 2 * r)));
        fake_process(f->store, 100 + process);
    }
    assert_ok(store_case_status(f->store, id, f->build, CASE_DONE, ""));
    fake_load(f, NULL);
    assert_ok(case_lines(&f->dataset, &lines));
    const CaseLine *line = &lines[5];
    assert_true(line->step_ms.count == 5 && line->step_ms.min == 2 && line->step_ms.max == 6 && line->step_ms.median == 4);
    assert_true(line->steps == 10 * 18 && line->worst == 7);
    assert_near(line->p95, 7, 1e-12); // as 18 of 180 are
    assert_near(line->p99, 7, 1e-12);
    assert_true(lines[0].steps == 3 * 18 && lines[0].p95 == 4 && isnan(lines[0].p99)); // fewer than 100
    assert_true(lines[4].steps == 0 && isnan(lines[4].worst) && lines[4].step_ms.count == 0);
    char *terminal = write_report(f);
    assert_has(terminal, "pd threads=1              4.00  [1.92, 6.25] 5 7.00  7.00");
    assert_null(strstr(terminal, "n 1: "));
    free(terminal);
    assert_file_has(f->out, "cases.csv",
                    "step_ms,step_ms_low,step_ms_high,processes,step_ms_p95,step_ms_p99,step_ms_worst,steps,ns_per_constraint,");
    assert_file_has(f->out, "cases.csv", ",5,7,7,7,180,");
    assert_file_has(f->out, "steps-table.csv", ",5,,,,0,0\r\n"); // none on two threads
    json_t *rows = fake_begin(PASS_TIMED);                       // 11 of warm-up, then 0 … 100 ms from the last to the first
    for (int step = 0; step < 112; step++)
        fake_row(rows, "step", "'step': %d, 'ns': %d, 'iteration_ns': [1]", step, 1000000 * (111 - step));
    assert_ok(fake_end(f->store, id, f->build, rows, "aa"));
    static const char        LAST[] = " FROM repetition_median WHERE repetition_id = (SELECT max(id) FROM repetition)";
    static const char *const COLUMNS[] = {"step_ms", "p95_ms", "p99_ms", "worst_ms"};
    static const double      TAIL[] = {50, 95, 99, 100};
    for (size_t i = 0; i < sizeof TAIL / sizeof *TAIL; i++) {
        char sql[200];
        snprintf(sql, sizeof sql, "%s%s", COLUMNS[i], LAST);
        assert_query(f->store, sql, TAIL[i]);
    }
    assert_query(f->store, "count(p95_ms) + count(p99_ms) FROM repetition_median WHERE steps < 20", 0);
    assert_file_has(f->out, "index.html", "<td class=\"number\">7.00</td><td class=\"number\">180</td>");
}

// A store that does not record processes: medians without intervals.
STORE_TEST(test_processes_not_told)
{
    fake_sql(f->store, "UPDATE repetition SET process = NULL");
    char *terminal = write_report(f);
    assert_has(terminal, "pbd threads=1             2.00 1");
    assert_has(terminal, "n 1: only one process, so the spread between processes is unknown");
    free(terminal);
    assert_file_has(f->out, "times.csv", "1,pbd,2,,,1,0\r\n");
    assert_file_has(f->out, "scaling.csv", "pbd,2,2,,,1,0\r\n");
    assert_file_has(f->out, "index.html", "One process each: the spread between processes is not known.");
    assert_file_has(f->out, "index.html", "<p class=\"note\">One process each, so the spread is unknown.</p>");
}

STORE_TEST(test_errors_of_figures_are_named)
{
    char  *terminal = NULL;
    size_t size = 0;
    FILE  *out = open_memstream(&terminal, &size);
    fake_sql(f->store, "UPDATE experiment SET text = 'figures: [{name: a, data: stp}]'");
    assert_fails(report_write(f->store, NULL, f->out, out, NULL), STATUS_INPUT, "fake.yaml:1");
    fclose(out);
    assert_has(terminal, "no figures, tables and verdicts: fake.yaml:1");
    free(terminal);
    assert_file_has(f->out, "index.html", "fake.yaml:1");
}

// Without gnuplot all other files are written, and the Status names the remedy.
STORE_TEST(test_without_gnuplot)
{
    const char *old = getenv("PATH");
    char       *path = strdup(old ? old : "");
    setenv("PATH", f->folder, 1);
    assert_fails(report_write(f->store, NULL, f->out, NULL, NULL), STATUS_ENVIRONMENT, "install it");
    setenv("PATH", path, 1);
    free(path);
    assert_file_has(f->out, "error.gp", "error.dat");
    assert_file_has(f->out, "index.html", "gnuplot cannot be started");
    assert_file_has(f->out, "index.html", "</html>");
}

STORE_TEST(test_report_refusals)
{
    Store *empty = NULL;
    char   path[256];
    assert_fails(report_write(f->store, NULL, f->path, NULL, NULL), STATUS_IO, "not a folder");
    fake_path(f->folder, "empty.db", path);
    assert_ok(store_open(path, STORE_WRITE, &empty));
    assert_fails(report_write(empty, NULL, f->out, NULL, NULL), STATUS_INPUT, "no experiment");
    store_close(empty);
}

// ---- steps without convergence ----

// For xpbd on one thread, steps 3 and 5 of its own trajectory and step 2 of its probes did not converge. For pbd on one thread the store
// records only that three steps did not converge.
static void fill_unconverged(const FakeStore *f)
{
    static const struct {
        int         step;
        const char *probe, *ended;
    } ENDS[] = {{2, "false", "converged"},   {3, "false", "unconverged"}, {4, "false", "at round-off"},
                {5, "false", "unconverged"}, {0, "true", "done"},         {1, "true", "unconverged"}};
    json_t *rows = fake_begin(PASS_MEASURED);
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++)
        fake_row(rows, "step_end", "'step': %d, 'probe': %s, 'ended': '%s'", ENDS[i].step, ENDS[i].probe, ENDS[i].ended);
    assert_ok(fake_end_with(f->store, f->ids[2], f->build, rows, "aa", 3));
    fake_sql(f->store,
             "UPDATE repetition SET unconverged_steps = CASE case_id WHEN %lld THEN 2 ELSE 3 END WHERE case_id IN (%lld, %lld)"
             " AND id <> (SELECT max(id) FROM repetition)",
             (long long)f->ids[2], (long long)f->ids[0], (long long)f->ids[2]);
}

static int frame_unconverged(Dataset *d, const char *data, const char *name, int case_index, int step)
{
    const FrameQuery q = {.data = fake_view(data), .count = 2, .names = {"step", name}};
    Frame            frame;
    int              found = -1;
    assert_ok(frame_init(d, &q, &frame));
    for (int i = 0; i < frame.count; i++)
        if (frame.rows[i].case_index == case_index && frame.rows[i].values[0].number == step)
            found = frame.rows[i].unconverged;
    frame_destroy(&frame);
    assert_true(found >= 0);
    return found;
}

STORE_TEST(test_unconverged_steps_are_carried)
{
    fill_unconverged(f);
    fake_load(f, NULL);
    assert_int_equal(frame_unconverged(&f->dataset, "step", "step_ms", 2, 2), 0); // only earlier steps
    assert_int_equal(frame_unconverged(&f->dataset, "step", "step_ms", 2, 3), 1);
    assert_int_equal(frame_unconverged(&f->dataset, "step", "step_ms", 2, 4), 1);
    assert_int_equal(frame_unconverged(&f->dataset, "phase", "step_ms", 2, 19), 2);
    assert_int_equal(frame_unconverged(&f->dataset, "step", "step_ms", 3, 19), 0); // another case
    assert_int_equal(frame_unconverged(&f->dataset, "step", "step_ms", 0, 2), 3);  // step numbers unknown
    assert_int_equal(frame_unconverged(&f->dataset, "convergence", "error", 2, 0), 0);
    assert_int_equal(frame_unconverged(&f->dataset, "convergence", "error", 2, 1), 1);
    assert_int_equal(frame_unconverged(&f->dataset, "accuracy", "reached", 2, 1), 1);
    assert_int_equal(frame_unconverged(&f->dataset, "accuracy", "reached", 2, 0), 0);
    assert_int_equal(frame_unconverged(&f->dataset, "accuracy", "reached", 0, 1), 0); // all three were on its own trajectory
    assert_int_equal(f->dataset.cases[2].unconverged, 3);
    char *terminal = write_report(f);
    assert_has(terminal, "done, 3 unconverged\n");
    free(terminal);
    assert_file_has(f->out, "times.csv", ",3,3\r\n1,xpbd,4,");
    assert_file_has(f->out, "times.csv", ",3,0\r\n2,xpbd,3,");
    assert_file_has(f->out, "times.csv", ",3,2\r\n2,pbd,1,");
    assert_file_has(f->out, "scaling.csv", "xpbd,2,1.33333"); // relative to a case without convergence
    assert_file_has(f->out, "times.gp", "using (($8+$9)/2):7 with points");
    assert_file_has(f->out, "times.gp", "'includes steps without convergence'");
    assert_file_has(f->out, "error.gp", "using 1:7 with points");
    assert_file_has(f->out, "steps-table.csv", ",3,3\r\nxpbd,");
    assert_file_has(f->out, "cases.csv", ",unconverged_steps,");
    assert_file_has(f->out, "index.html", "4.00 <small>[1.52, 16.8]</small> ◦</td>");
    assert_file_has(f->out, "index.html", "◦ includes unconverged steps.");
    assert_file_has(f->out, "index.html", "done, 3 steps without convergence");
    assert_file_has(f->out, "index.html", "2 points rest on steps without convergence (drawn with a ring).");
}

// Three of nine counted samples are disturbed; one case lost its cores; cases without signs have no remark.
STORE_TEST(test_disturbed_samples)
{
    char text[1024];
    fake_load(f, NULL);
    conditions_text(&f->dataset, text, sizeof text);
    assert_string_equal(text, "");
    assert_int_equal(f->dataset.samples, 0);
    assert_true(isnan(f->dataset.cases[0].disturbed_share) && !conditions_is_disturbed(&f->dataset.cases[0]));
    json_t *rows = fake_begin(PASS_TIMED);
    for (int step = 0; step < 10; step++)
        fake_row(rows, "step", "'step': %d, 'ns': 1000, 'iteration_ns': [1000], 'switches': %d, 'stolen_ms': 0.0, 'ghz': %s", step,
                 step < 4, step == 5 ? "2.75" : "3.0");
    assert_ok(fake_end(f->store, f->ids[1], f->build, rows, "aa"));
    fake_sql(f->store, "UPDATE repetition SET placed = 0, misplaced = 'after set-up: thread 1 moved' WHERE id = 1");
    fake_load(f, NULL);
    assert_int_equal(f->dataset.samples, 9);
    assert_int_equal(f->dataset.disturbed, 3);
    assert_near(f->dataset.cases[1].disturbed_share, 3.0 / 9, 1e-15);
    assert_true(conditions_is_disturbed(&f->dataset.cases[1]) && !conditions_is_disturbed(&f->dataset.cases[0]));
    conditions_text(&f->dataset, text, sizeof text);
    assert_has(text, "3 of 9 timed steps were disturbed");
    assert_has(text, "In 1 of 5 cases a process was disturbed for more than 20 % of its steps, with a maximum of 33 % (pbd cloth n=8");
    assert_has(text, "`weft run --again disturbed`");
    assert_has(text, "2.75 to 3.00 GHz");
    assert_has(text, "In 1 of 21 repetitions threads left their cores, which widens intervals: after set-up: thread 1 moved.");
}

// Writes the section of a figure of 9 kB and the table of cases, for a page with a budget of `bytes` bytes.
static char *write_section(const FakeStore *f, int bytes, int *left)
{
    const FigureResult figure = {.file = "fig", .title = "F", .drawn = status_ok(), .points = "{}"};
    Dataset            d;
    CaseLine          *lines = NULL;
    char              *text = NULL;
    size_t             size = 0;
    FILE              *page = open_memstream(&text, &size);
    assert_ok(dataset_init(f->store, f->experiment, &d));
    assert_ok(case_lines(&d, &lines));
    fprintf(page, "%*s", bytes, "");
    html_section(&(Section){.dataset = &d, .lines = lines, .figures = &figure, .figure_count = 1, .cases_file = "cases", .spec_error = ""},
                 f->folder, page, left);
    fclose(page);
    dataset_destroy(&d);
    return text;
}

STORE_TEST(test_a_page_has_a_largest_size)
{
    char path[256];
    int  left = 0;
    fake_path(f->folder, "fig.svg", path);
    FILE *svg = fopen(path, "w");
    fprintf(svg, "<svg>%9000s</svg>", "");
    fclose(svg);
    char *text = write_section(f, 3490000, &left);
    assert_int_equal(left, 0);
    assert_has(text, "<svg>");
    free(text);
    text = write_section(f, 3495000, &left);
    assert_int_equal(left, 1);
    assert_null(strstr(text, "<svg>"));
    assert_has(text, "<img src=\"fig.svg\" loading=\"lazy\" alt=\"F\">");
    assert_has(text, "<td>diverged");
    free(text);
    text = write_section(f, 4899900, &left);
    assert_int_equal(left, 3);
    assert_null(strstr(text, "<td>diverged</td></tr>\n</tbody>")); // the end of the table of cases; failures stay
    assert_has(text, "Too large for this page; it is in the file.");
    assert_true(strlen(text) < HTML_BYTES_MAX);
    free(text);
}
