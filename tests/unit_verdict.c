// Verdicts: every kind of comparison against the numbers in the fake rows, and the answers when nothing can be compared.
#include "fake_store.h"

#include <sqlite3.h>

#include "base/random.h"
#include "base/statistics.h"
#include "judge/private/verdict_number.h"
#include "judge/verdict_text.h"
#include "judge/verdict_vary.h"
#include "page/report.h"
#include "store/sql.h"

enum { CASES = 8, FRAMES = 3, PROCESSES = 4 };

// xpbd with these iterations for n = 8, then for n = 16. The last case of each is planned only, without rows of the measured pass.
static const int ITERATIONS[CASES] = {5, 10, 20, 40, 5, 10, 20, 40};
static const int STEPS[FRAMES] = {2, 5, 8};
static const int PERCENT[PROCESSES] = {99, 100, 100, 101}; // of the time of a step, by process

// trajectory_error 1/i for n = 8 and 1/i² for n = 16; centre_y −(1 + 0.1/i)(step + 1); kinetic 1/(1 + i), 10 % more for n = 16; elastic
// step − 5: negative, zero, positive. Errors of iterates 1, ½, ¼, … and for n = 16 their squares. `times` is a disturbance.
static void add_measured(const FakeStore *f, int c, double times)
{
    const double i = ITERATIONS[c];
    const int    power = c < CASES / 2 ? 1 : 2;
    json_t      *rows = fake_begin(PASS_MEASURED);
    for (int k = 0; k < FRAMES; k++)
        fake_row(
            rows, "frame",
            "'step': %d, 'time_s': %.17g, 'error': %.17g, 'kinetic': %.17g, 'elastic': %.17g, 'potential': 0.0, 'momentum': [0.0, 0.0, "
            "0.0], 'angular': [0.0, 0.0, 0.0], 'centre': [0.0, %.17g, 0.0], 'tracked': [0.0, 0.0, 0.0], 'constraint_max': 0.0, "
            "'constraint_rms': 0.0, 'broken': 0",
            STEPS[k], 0.25 * (STEPS[k] + 1), times / pow(i, power), times * (power == 1 ? 1 : 1.1) / (1 + i), STEPS[k] - 5.0,
            -times * (1 + 0.1 / i) * (STEPS[k] + 1));
    for (int iteration = -1; iteration < 4; iteration++) {
        const double error = times * pow(0.5, (iteration + 1) * power);
        fake_row(rows, "iterate", "'step': 3, 'probe': true, 'substep': 0, 'iteration': %d, 'error': %.17g, 'error_of_start': %.17g",
                 iteration, error, error);
    }
    fake_row(rows, "force", "'step': 9, 'time_s': 1.0, 'kind': 'distance', 'force': [-10.0, -20.0], 'reference': [-10.0, -25.0]");
    assert_ok(fake_end(f->store, f->ids[c], f->build, rows, "aa"));
}

static int set_up(void **state)
{
    FakeStore *f = *state = fake_open("name: fake\n");
    for (int c = 0; c < CASES; c++) {
        const FakeCase fake = {"xpbd", NULL, "f64", c < CASES / 2 ? 8 : 16, ITERATIONS[c], 1};
        f->ids[c] = fake_case(f->store, f->experiment, c, &fake);
        fake_model(f->store, f->ids[c], f->build, 100);
        for (int r = 0; r < 3 * PROCESSES; r++) { // medians: 5, 10, 20 and 40 ms; one repetition of three is slow
            assert_ok(fake_timed(f->store, f->ids[c], f->build, 20, ITERATIONS[c],
                                 PERCENT[r / 3] * 10000 * ITERATIONS[c] * (r % 3 == 2 ? 3 : 1)));
            if (r % 3 == 2)
                fake_process(f->store, 1 + c * PROCESSES + r / 3);
        }
        for (int r = 0; r < 3 && ITERATIONS[c] != 40; r++) // one repetition of three is an outlier
            add_measured(f, c, r == 1 ? 7 : 1);
        assert_ok(store_case_status(f->store, f->ids[c], f->build, CASE_DONE, ""));
    }
    return 0;
}

// Reads and judges one verdict from the text of its map.
static void verdict_of(const FakeStore *f, const char *fields, VerdictSpec *spec, VerdictResult *out)
{
    char        text[1000];
    Dataset     d;
    FigureSpecs specs;
    snprintf(text, sizeof text, "verdicts:\n  - {id: c1, claim: So it is, %s}\n", fields);
    assert_ok(dataset_init(f->store, f->experiment, &d));
    assert_ok(judged_specs_of(&d, "test.yaml", text, &specs));
    assert_int_equal(specs.verdict_count, 1);
    *spec = specs.verdicts[0];
    assert_ok(verdict_compute(&d, spec, 1, out));
    figure_specs_destroy(&specs);
    dataset_destroy(&d);
}

typedef struct Known {
    const char   *fields;
    VerdictAnswer answer;
    double        number; // NAN: no number
    const char   *worst, *note;
} Known;

#define check_all(f, known) check_some(f, known, sizeof(known) / sizeof *(known))

static void check_some(const FakeStore *f, const Known *known, size_t count)
{
    VerdictSpec *spec = malloc(sizeof *spec);
    assert_non_null(spec);
    for (size_t i = 0; i < count; i++) {
        VerdictResult r;
        verdict_of(f, known[i].fields, spec, &r);
        const bool good = r.answer == known[i].answer && strcmp(r.worst, known[i].worst) == 0 && strstr(r.note, known[i].note) &&
                          (isnan(known[i].number) ? isnan(r.number) : fabs(r.number - known[i].number) <= 1e-12 * fabs(r.number));
        if (!good)
            fail_msg("%s\ngives %s, %.17g, worst \"%s\", note \"%s\"", known[i].fields, verdict_answer_name(r.answer), r.number, r.worst,
                     r.note);
    }
    free(spec);
}

#define FIVE "of: {solver: xpbd, iterations: 5}"
#define HEIGHT "data: trajectory, value: centre_y, "
#define ERROR "data: trajectory, value: trajectory_error, "
#define KINETIC "data: trajectory, value: kinetic, expected: 1/(1 + iterations), "
#define TIME "data: step, value: step_ms, "
#define TWENTY "of: {solver: xpbd, iterations: 20}"

STORE_TEST(test_statistics)
{
    static const Known KNOWN[] = {
        // steps 2, 5 and 8 of two cases together
        {HEIGHT FIVE ", below: 0", VERDICT_YES, -6 * 1.02, "", ""},
        {HEIGHT FIVE ", statistic: mean, above: -6.1", VERDICT_NO, -6 * 1.02, "", ""},
        {HEIGHT FIVE ", statistic: min, above: -10", VERDICT_YES, -9 * 1.02, "", ""},
        {HEIGHT FIVE ", statistic: max, below: -3.1", VERDICT_NO, -3 * 1.02, "", ""},
        {HEIGHT FIVE ", statistic: last, below: 0, above: -9.5", VERDICT_YES, -9 * 1.02, "", ""},
        {"data: trajectory, value: 1 - centre_y/time_s, " FIVE ", below: 6, above: 5", VERDICT_YES, 1 + 4 * 1.02, "", ""},
        {HEIGHT "where: {last: 1}, " FIVE ", below: 0", VERDICT_YES, -9 * 1.02, "", ""},
        // The third repetition of each process is slower, and so is the warm-up: neither counts.
        {TIME FIVE ", below: 5.1, above: 4.9", VERDICT_YES, 5, "", ""},
        {"data: step, value: iterations_done, " FIVE ", below: 5", VERDICT_NO, 5, "", ""}, // exact; below is strictly less
        {"data: step, value: iterations_done, " FIVE ", above: 5", VERDICT_NO, 5, "", ""},
        {TIME FIVE ", statistic: mean, below: 5.1", VERDICT_YES, 5, "", ""}, // over cases, not over repetitions
        {"data: step, value: step_ms/iterations, for_each: [iterations], above: 0.9, below: 1.1", VERDICT_YES, 1, "iterations 5", ""},
        // errors at the end of the step: 1/16 and 1/256
        {"data: convergence, value: error, " FIVE ", statistic: last, below: 0.05", VERDICT_YES, (1.0 / 16 + 1.0 / 256) / 2, "", ""},
        {"data: convergence, value: error, " FIVE ", statistic: max, below: 2", VERDICT_YES, 1, "", ""},
        {"data: force, value: force_error, where: {constraint_index: 1}, " FIVE ", below: 0.21", VERDICT_YES, 0.2, "", ""},
    };
    check_all(f, KNOWN);
}

// Measured values have an interval: for four processes within 1 % of 5 it is about 4.93 to 5.07.
STORE_TEST(test_intervals)
{
    static const Known KNOWN[] = {
        {TIME FIVE ", below: 5", VERDICT_CLOSE, 5, "", ""},
        {TIME FIVE ", above: 5", VERDICT_CLOSE, 5, "", ""},
        {TIME FIVE ", below: 4.99", VERDICT_CLOSE, 5, "", ""},
        {TIME FIVE ", below: 4.9", VERDICT_NO, 5, "", ""},
        {TIME FIVE ", above: 5.1", VERDICT_NO, 5, "", ""},
        {TIME FIVE ", below: 5.1, above: 4.9", VERDICT_YES, 5, "", ""},
        // a ratio has the spread of both sides: ±2 %, not ±1.4 %
        {TIME TWENTY ", against: {iterations: 10}, compare: ratio, below: 2.06", VERDICT_YES, 2, "", ""},
        {TIME TWENTY ", against: {iterations: 10}, compare: ratio, below: 2.02", VERDICT_CLOSE, 2, "", ""},
        {TIME TWENTY ", against: {iterations: 10}, compare: ratio, above: 2.06", VERDICT_NO, 2, "", ""},
        {TIME TWENTY ", against: {iterations: 10}, compare: change, above: 0.9, below: 1.1", VERDICT_YES, 1, "", ""},
        // the deciding group: one too close to call, or one that says no, even if another is nearer to a bound
        {"data: step, value: step_ms/iterations + scene.n/100, for_each: [scene.n], below: 1.12", VERDICT_NO, 1.16, "n 16", ""},
        {"data: step, value: step_ms/iterations, for_each: [iterations], below: 1.005", VERDICT_CLOSE, 1, "iterations 5", ""},
        {TIME "of: {iterations: [5, 10]}, for_each: [iterations], below: 5.05", VERDICT_NO, 10, "iterations 10", ""},
        // slopes, and the largest of several
        {TIME "compare: slope, over: iterations, above: 0.97, below: 1.03", VERDICT_YES, 1, "", ""},
        {TIME "compare: slope, over: iterations, above: 1", VERDICT_CLOSE, 1, "", ""},
        {"data: step, value: step_ms/iterations, statistic: max, below: 1.02", VERDICT_YES, 1, "", ""},
        {"data: step, value: step_ms/iterations, statistic: max, above: 0.99", VERDICT_CLOSE, 1, "", ""},
        {"data: step, value: step_ms/iterations, statistic: max, above: 0.9", VERDICT_YES, 1, "", ""},
        {TIME "expected: iterations, compare: ratio, below: 1.05, above: 0.95", VERDICT_YES, 1, "", ""},
        // a measured expected value, compared with an exact value
        {"data: convergence, value: iteration, where: {iteration: 2}, " FIVE
         ", expected: time_ms, compare: ratio, below: 1.03, above: 0.97",
         VERDICT_YES, 1, "", ""},
        {"data: convergence, value: iteration, where: {iteration: 2}, " FIVE ", expected: time_ms, compare: ratio, below: 1.005",
         VERDICT_CLOSE, 1, "", ""},
        {"data: convergence, value: iteration, where: {iteration: 2}, " FIVE ", expected: time_ms, above: 0.1", VERDICT_NO, 0, "", ""},
        // a relative change has no sign: its interval starts at zero if the ratio may be one
        {TIME "of: {scene.n: 16, iterations: 5}, against: {scene.n: 8, iterations: 5}, below: 0.05", VERDICT_YES, 0, "", ""},
        {TIME "of: {scene.n: 16, iterations: 5}, against: {scene.n: 8, iterations: 5}, above: 0.01", VERDICT_CLOSE, 0, "", ""},
        {TIME "of: {scene.n: 16, iterations: 5}, against: {scene.n: 8, iterations: 5}, above: 0.05", VERDICT_NO, 0, "", ""},
        {TIME "of: {iterations: 10}, against: {iterations: 20}, above: 0.48, below: 0.52", VERDICT_YES, 0.5, "", ""},
        // the tail of a repetition of 18 steps is its worst step, and a third of the repetitions takes three times as long
        {"data: tail, value: worst_ms, " FIVE ", below: 5.1, above: 4.9", VERDICT_YES, 5, "", ""},
        {"data: tail, value: p95_ms, " FIVE ", below: 5.1", VERDICT_UNKNOWN, NAN, "", "no data of a finished case"},
        // times of observed iterates come from the timed pass
        {"data: convergence, value: time_ms, where: {iteration: 2}, " FIVE ", below: 2.1, above: 1.9", VERDICT_YES, 2, "", ""},
        {"data: convergence, value: time_ms, where: {iteration: 2}, " FIVE ", below: 2.01", VERDICT_CLOSE, 2, "", ""},
    };
    check_all(f, KNOWN);
    VerdictSpec  *spec = malloc(sizeof *spec);
    VerdictResult r;
    char          text[VERDICT_INTERVAL_TEXT];
    verdict_of(f, TIME "of: {iterations: 5, scene.n: 8}, below: 5.1", spec, &r);
    assert_true(r.processes == PROCESSES && r.low > 4.9 && r.low < 4.95 && r.high > 5.05 && r.high < 5.1);
    verdict_interval(&r, text, sizeof text);
    assert_string_equal(text, "(4.93 to 5.07, n 4)");
    const double one_side = r.high / r.low;
    verdict_of(f, TIME "of: {scene.n: 16, iterations: 5}, against: {scene.n: 8, iterations: 5}, below: 1", spec, &r);
    assert_true(r.low == 0 && r.high > 0.014 && r.high < 0.03);
    verdict_of(f, TIME "of: {iterations: 10, scene.n: 8}, against: {iterations: 20}, below: 1", spec, &r);
    assert_true(r.low > 0.48 && r.low < 0.497 && r.high > 0.503 && r.high < 0.52);
    verdict_of(f, TIME "where: {scene.n: 8}, " TWENTY ", against: {iterations: 10}, compare: ratio, below: 3", spec, &r);
    assert_true(r.processes == PROCESSES && r.high / r.low - 1 > 1.25 * (one_side - 1));
    free(spec);
}

// Equal times are known to the resolution of the clock only, one nanosecond. Their interval includes this rounding, and so do the intervals
// of values computed from them.
STORE_TEST(test_equal_times)
{
    static const Known KNOWN[] = {
        {TIME "below: 0.000005", VERDICT_CLOSE, 5e-6, "", ""},
        {TIME "above: 0.000005", VERDICT_CLOSE, 5e-6, "", ""},
        {TIME "below: 0.0000053", VERDICT_CLOSE, 5e-6, "", ""},
        {TIME "below: 0.0000057, above: 0.0000043", VERDICT_YES, 5e-6, "", ""},
        {TIME "above: 0.0000057", VERDICT_NO, 5e-6, "", ""},
        {"data: step, value: 1/(2*step_ms), below: 100000", VERDICT_CLOSE, 1e5, "", ""},
        {"data: step, value: 1/(2*step_ms), below: 115000, above: 87000", VERDICT_YES, 1e5, "", ""},
        {TIME "expected: iterations*1000*step_ms^2, compare: ratio, below: 40", VERDICT_CLOSE, 40, "", ""},
        {TIME "expected: iterations*1000*step_ms^2, compare: ratio, above: 25", VERDICT_YES, 40, "", ""},
        {"data: step, value: iterations_done, below: 5.001, above: 4.999", VERDICT_YES, 5, "", ""}, // exact
    };
    const FakeCase fake = {"pbd", NULL, "f64", 8, 5, 1};
    FakeStore      s = *f;
    s.experiment = fake_experiment(f->store, "equal", "name: equal\n");
    s.ids[0] = fake_case(f->store, s.experiment, 0, &fake);
    for (int i = 0; i < 7; i++) {
        assert_ok(fake_timed(f->store, s.ids[0], f->build, 3, 5, 5));
        fake_process(f->store, 600 + i);
    }
    assert_ok(store_case_status(f->store, s.ids[0], f->build, CASE_DONE, ""));
    check_all(&s, KNOWN);
}

static void add_round(const FakeStore *f, int64_t run, int case_index, int round, double ms)
{
    const StoreProcess row = {.run = run, .case_id = f->ids[case_index], .build = f->build, .round = round, .position = 1};
    int64_t            process = 0;
    assert_ok(fake_timed(f->store, f->ids[case_index], f->build, 3, 5, llround(ms * 1e6)));
    assert_ok(store_process(f->store, &row, &process));
    fake_process(f->store, (int)process);
}

// Two sides with the same rounds are compared round by round, so drift that affects both cancels in the ratio. If a process has no partner,
// or one of another run, the sides are two separate samples.
STORE_TEST(test_pairs)
{
#define PAIR TIME "of: {iterations: 10}, against: {iterations: 5}, "
    enum { ROUNDS = 5 };
    static const double HOUR[ROUNDS] = {1, 3, 1.5, 0.7, 2};
    static const Known  PAIRED[] = {{PAIR "compare: ratio, above: 1.19, below: 1.21", VERDICT_YES, 1.2, "", ""},
                                    {PAIR "compare: ratio, below: 1.19", VERDICT_NO, 1.2, "", ""},
                                    {PAIR "compare: ratio, below: 1.2", VERDICT_CLOSE, 1.2, "", ""},
                                    {PAIR "above: 0.19, below: 0.21", VERDICT_YES, 1.2 - 1, "", ""},
                                    {TIME "of: {iterations: 5}, against: {iterations: 10}, above: 0.16, below: 0.17", VERDICT_YES,
                                     1 - 1 / 1.2, "", ""}},
                       ALONE[] = {{PAIR "compare: ratio, above: 1.19, below: 1.21", VERDICT_CLOSE, 1.2, "", ""}};
    const FakeCase fakes[] = {{"pbd", NULL, "f64", 8, 5, 1}, {"pbd", NULL, "f64", 8, 10, 1}};
    int64_t        run = 0;
    FakeStore      s = *f;
    s.experiment = fake_experiment(f->store, "paired", "name: paired\n");
    assert_ok(store_run(f->store, s.experiment, 1, "", &run));
    for (int c = 0; c < 2; c++) {
        s.ids[c] = fake_case(f->store, s.experiment, c, &fakes[c]);
        for (int i = 0; i < ROUNDS; i++)
            add_round(&s, run, c, i + 1, HOUR[i] * (c ? 1.2 * (1 + 0.001 * (i - 2)) : 1));
        assert_ok(store_case_status(f->store, s.ids[c], f->build, CASE_DONE, ""));
    }
    check_all(&s, PAIRED);
    fake_sql(f->store, "UPDATE process SET round = 9 WHERE round = 5 AND case_id = (SELECT max(id) FROM cases)");
    check_some(&s, ALONE, 1);
    fake_sql(f->store, "UPDATE process SET round = 5 WHERE round = 9");
    check_some(&s, PAIRED, 1);
    assert_ok(store_run(f->store, s.experiment, 2, "", &run));
    assert_ok(sql_run(store_handle(f->store), NULL, "UPDATE process SET run_id = ? WHERE case_id = ?", "ii", run, s.ids[1]));
    check_some(&s, ALONE, 1);
}

// The time of an iterate of a probe is the probe's own time in the timed pass, if the probe was timed. It is 0.2 ms per iteration here, and
// 1 ms in the case's own steps. For selecting rows, and along an axis, it is the median over probes, 0.3 ms. The first of several rounds is
// warm-up. Clocks come from the experiment that is read.
STORE_TEST(test_clock_of_probes)
{
    static const Known BEFORE[] = {
        {"data: convergence, value: time_ms, where: {iteration: 2}, " FIVE ", below: 2.1", VERDICT_YES, 2, "", ""},
        {"data: accuracy, value: time_ms, where: {accuracy_target: 0.1, scene.n: 16}, " FIVE ", below: 2.1", VERDICT_YES, 2, "", ""}};
    static const Known PROBED[] = {{"data: convergence, value: time_ms, where: {iteration: 2}, below: 0.5", VERDICT_YES, 0.4, "", ""},
                                   {"data: convergence, value: time_ms, where: {iteration: 0}, below: 0.5", VERDICT_YES, 0, "", ""},
                                   {"data: convergence, value: iteration, where: {time_ms: 0.59..0.61}, above: 1", VERDICT_YES, 2, "", ""}};
    FakeStore          s = *f;
    const FakeCase     fake = {"pbd", NULL, "f64", 8, 4, 1};
    check_all(f, BEFORE);
    s.experiment = fake_experiment(f->store, "probed", "name: probed\n");
    s.ids[0] = fake_case(f->store, s.experiment, 0, &fake);
    for (int i = 0; i < 2; i++) {
        json_t *rows = fake_begin(PASS_TIMED);
        for (int step = 0; step < 4; step++)
            fake_row(rows, "step", "'step': %d, 'ns': 4000000, 'iteration_ns': [1000000, 2000000, 3000000, 4000000]", step);
        for (int k = 0; k < 6; k++) { // three rounds over probes 3 and 5, of 0.2 and 0.4 ms per iteration
            const int ns = 200000 * (k < 2 ? 9 : 1) * (1 + k % 2);
            fake_row(rows, "probe", "'step': %d, 'round': %d, 'ns': %d, 'iteration_ns': [%d, %d, %d, %d], 'hash': 'aa'", 3 + 2 * (k % 2),
                     k / 2, 4 * ns, ns, 2 * ns, 3 * ns, 4 * ns);
        }
        assert_ok(fake_end(f->store, s.ids[0], f->build, rows, "aa"));
        fake_process(f->store, 500 + i);
    }
    add_measured(&s, 0, 1);
    assert_ok(store_case_status(f->store, s.ids[0], f->build, CASE_DONE, ""));
    check_all(&s, PROBED);
    check_all(f, BEFORE);
    fake_sql(f->store, "UPDATE step SET iteration_ns = '[1, 2, 3, 4, 5]'");
    VerdictSpec  *spec = malloc(sizeof *spec);
    VerdictResult r;
    verdict_of(f, BEFORE[1].fields, spec, &r);
    assert_near(r.number, 2e-6, 1e-15);
    free(spec);
}

// A joint interval over many groups leaves the stated probability outside, divided among the groups, where it decides. For one group its
// ends are the quantiles.
TEST(test_ends_of_many)
{
    enum { GROUPS = 60, VALUES = 5 };
    static const int AMONG[] = {1, 10, 200};
    double           values[VALUES] = {0.98, 1, 1.01, 0.99, 1.03}, scratch[1];
    Sample           samples[GROUPS] = {{0}}, *picked[GROUPS];
    int              first[GROUPS + 1];
    Side             side = {.measured = true, .count = GROUPS, .samples = samples, .picked = picked, .first = first, .scratch = scratch};
    Centre           centre;
    VerdictSpec     *spec = calloc(1, sizeof *spec);
    spec->below = 0.1; // the answer is no
    spec->above = -INFINITY;
    centre_init(values, VALUES, &centre);
    for (int g = 0; g <= GROUPS; g++) {
        first[g] = g;
        if (g < GROUPS) {
            samples[g].centre = centre;
            picked[g] = &samples[g];
        }
    }
    for (size_t k = 0; k < sizeof AMONG / sizeof *AMONG; k++) {
        double below = 0, above = 0;
        for (int g = 0; g < GROUPS; g++) {
            Interval i;
            assert_ok(group_interval(spec, &side, NULL, g, AMONG[k], &i));
            assert_near(i.low, centre_at(&centre, 0.025), 0.005);
            below += centre_below(&centre, i.lowest) / GROUPS;
            above += (1 - centre_below(&centre, i.highest)) / GROUPS;
        }
        assert_near(below * AMONG[k], 0.025, 0.005);
        assert_near(above * AMONG[k], 0.025, 0.005);
    }
    free(spec);
}

// Two samples of one case along `over` are drawn independently: drawn together they would give a slope without spread.
TEST(test_points_of_slopes)
{
    double       values[2][4] = {{1, 1.1, 0.9, 1.05}, {10, 9, 12, 10.5}}, scratch[2], ratio_scratch[2][4];
    Sample       samples[2] = {{.over = 1}, {.over = 10}}, *picked[2] = {&samples[0], &samples[1]};
    int          first[2] = {0, 2};
    Side         side = {.measured = true, .count = 2, .samples = samples, .picked = picked, .first = first, .scratch = scratch};
    RatioSample  sides[2];
    Ratio        ratio;
    Interval     i;
    VerdictSpec *spec = calloc(1, sizeof *spec);
    *spec = (VerdictSpec){.compare = VERDICT_SLOPE, .below = INFINITY, .above = -INFINITY, .over = "iteration"};
    for (int k = 0; k < 2; k++)
        centre_init(values[k], 4, &samples[k].centre);
    assert_ok(group_interval(spec, &side, NULL, 0, 1, &i));
    for (int k = 0; k < 2; k++)
        sides[k] = (RatioSample){values[k], NULL, 4, 0, ratio_scratch[k]};
    ratio_init(&sides[1], &sides[0], &ratio);
    const double low = log10(ratio_at(&ratio, 0.025)), high = log10(ratio_at(&ratio, 0.975));
    assert_near(i.low, low, 0.05 * (high - low));
    assert_near(i.high, high, 0.05 * (high - low));
    free(spec);
}

static void add_variation(const FakeStore *f, int number, const char *name)
{
    char    key[32];
    int64_t id = 0;
    json_t *json = json_pack("{s:s,s:{},s:s,s:s,s:{s:i}}", "scene", "cloth", "scene_values", "solver", "xpbd", "precision", "f64", "params",
                             "iterations", 100 + number);
    snprintf(key, sizeof key, "varied-%d", number);
    assert_ok(store_variation_case(f->store, f->experiment, number, name, key, "block", 0, key, json, &id));
    json_decref(json);
    for (int i = 0; i < PROCESSES; i++) {
        assert_ok(fake_timed(f->store, id, f->build, 3, 5, PERCENT[i] * 50000));
        fake_process(f->store, 700 + number * PROCESSES + i);
    }
    assert_ok(store_case_status(f->store, id, f->build, CASE_DONE, ""));
}

// Each of twelve variations alone would say no, but with twelve chances that is not certain at 95 %. Judged under one variation alone it is
// certain.
STORE_TEST(test_variations_hold_together)
{
    enum { VARIATIONS = 12 };
    static const char TEXT[] = "vary:\n  - {name: one, iterations: 101}\n  - {name: v2, iterations: 102}\n"
                               "verdicts:\n  - {id: a, claim: a, data: step, value: step_ms, below: 4.9, source: closed form}\n"
                               "  - {id: b, claim: b, data: step, value: step_ms, below: 4.9, source: closed form, vary: [one]}\n"
                               "  - {id: c, claim: c, data: step, value: step_ms, below: 3, source: closed form}\n";
    VerdictResult     results[3];
    for (int k = 1; k <= VARIATIONS; k++) {
        char name[16];
        snprintf(name, sizeof name, k == 1 ? "one" : "v%d", k);
        add_variation(f, k, name);
    }
    fake_load(f, TEXT);
    for (int i = 0; i < 3; i++)
        assert_ok(verdict_compute(&f->dataset, &f->specs.verdicts[i], 1, &results[i]));
    assert_ok(verdicts_vary(f->store, &f->dataset, results, 3));
    assert_true(results[0].variation_count == VARIATIONS && results[1].variation_count == 1);
    for (int k = 0; k < VARIATIONS; k++) {
        assert_int_equal(results[0].variations[k].result.answer, VERDICT_CLOSE);
        assert_int_equal(results[2].variations[k].result.answer, VERDICT_NO);
    }
    assert_int_equal(results[1].variations[0].result.answer, VERDICT_NO);
}

// ---- simulated processes ----

// Cases of 5 and of 10 iterations for each of four n, with five processes of two steps.
static FakeStore make_simulated(const FakeStore *f)
{
    enum { GROUPS = 4, SIDES = 2, EACH = 5 };
    FakeStore s = *f;
    s.experiment = fake_experiment(f->store, "simulated", "name: simulated\n");
    for (int c = 0; c < GROUPS * SIDES; c++) {
        const FakeCase fake = {"pbd", NULL, "f64", 100 + c / SIDES, c % SIDES ? 10 : 5, 1};
        const int64_t  id = fake_case(f->store, s.experiment, c, &fake);
        for (int i = 0; i < EACH; i++) {
            assert_ok(fake_timed(f->store, id, f->build, 2, 1, 1000000));
            fake_process(f->store, 1001 + c * EACH + i);
        }
        assert_ok(store_case_status(f->store, id, f->build, CASE_DONE, ""));
    }
    return s;
}

static void draw_times(sqlite3 *db, Random *random)
{
    sqlite3_stmt *ids = NULL;
    assert_ok(sql_exec(db, "BEGIN"));
    assert_ok(sql_prepare(db, "SELECT id FROM repetition WHERE process > 1000", &ids));
    while (sqlite3_step(ids) == SQLITE_ROW) {
        double normal = -6;
        for (int k = 0; k < 12; k++)
            normal += random_unit(random);
        assert_ok(sql_run(db, NULL, "UPDATE step SET ns = ? WHERE repetition_id = ?", "ii", (int64_t)(1e6 * exp(0.03 * normal)),
                          sqlite3_column_int64(ids, 0)));
    }
    sqlite3_finalize(ids);
    assert_ok(sql_exec(db, "COMMIT"));
}

// The times of all cases have the same distribution, so each claim is exactly at its bound. A yes or a no occurs by chance only, at most
// once in forty on each side.
TEST_LONG(test_false_answers, set_up, fake_close)
{
#define ALIKE TIME "of: {iterations: 10}, against: {iterations: 5}, compare: ratio, "
    static const char *const CLAIMS[] = {ALIKE "where: {scene.n: 100}, below: 1",
                                         ALIKE "for_each: [scene.n], below: 1",
                                         ALIKE "statistic: max, above: 1",
                                         TIME "of: {iterations: 10}, statistic: max, below: 1",
                                         TIME "of: {iterations: 10}, statistic: min, below: 1",
                                         TIME "where: {scene.n: 100}, compare: slope, over: iterations, above: 0"};
    enum { ROUNDS = 200, CLAIM_COUNT = sizeof CLAIMS / sizeof *CLAIMS };
    const FakeStore f = make_simulated(*state);
    VerdictSpec    *spec = malloc(sizeof *spec);
    Random          random = {1};
    int             answers[CLAIM_COUNT][4] = {{0}};
    assert_non_null(spec);
    for (int i = 0; i < ROUNDS; i++) {
        draw_times(store_handle(f.store), &random);
        for (int c = 0; c < CLAIM_COUNT; c++) {
            VerdictResult r;
            verdict_of(&f, CLAIMS[c], spec, &r);
            answers[c][r.answer]++;
        }
    }
    for (int c = 0; c < CLAIM_COUNT; c++) {
        assert_int_equal(answers[c][VERDICT_UNKNOWN], 0);
        if (answers[c][VERDICT_YES] > 0.06 * ROUNDS || answers[c][VERDICT_NO] > 0.06 * ROUNDS)
            fail_msg("%s: yes %d, no %d times", CLAIMS[c], answers[c][VERDICT_YES], answers[c][VERDICT_NO]);
    }
    free(spec);
}

// One process gives no information about the next, so the answer is neither yes nor no.
STORE_TEST(test_one_process)
{
    static const char  ONE[] = "only one process, so the spread between processes is unknown";
    static const Known KNOWN[] = {
        {TIME FIVE ", below: 50", VERDICT_UNKNOWN, 5.025, "", ONE},
        {TIME FIVE ", above: 50", VERDICT_UNKNOWN, 5.025, "", ONE},
        {TIME TWENTY ", below: 50", VERDICT_YES, 20, "", ""},
        {TIME TWENTY ", against: {iterations: 5}, compare: ratio, below: 50", VERDICT_UNKNOWN, 20 / 5.025, "", ONE}, // one side only
        {TIME "for_each: [iterations], below: 50", VERDICT_UNKNOWN, 40, "iterations 40", "is unknown in 1 of 4 groups"},
        {TIME "for_each: [iterations], below: 30", VERDICT_NO, 40, "iterations 40", "is unknown in 1 of 4 groups"},
        {"data: step, value: iterations_done, " FIVE ", below: 6", VERDICT_YES, 5, "", ""},
    };
    fake_sql(f->store, "UPDATE repetition SET process = NULL WHERE case_id IN (1, 5)"); // the cases of five iterations
    check_all(f, KNOWN);
}

STORE_TEST(test_comparisons)
{
    static const Known KNOWN[] = {
        {HEIGHT TWENTY ", against: {iterations: 5}, below: 0.02", VERDICT_YES, 1 - 1.005 / 1.02, "", ""},
        {HEIGHT TWENTY ", against: {iterations: 5}, below: 0.01", VERDICT_NO, 1 - 1.005 / 1.02, "", ""},
        {HEIGHT TWENTY ", against: {iterations: 5}, compare: ratio, above: 0.9", VERDICT_YES, 1.005 / 1.02, "", ""},
        // a quarter of the error for n = 8, a sixteenth for n = 16
        {ERROR TWENTY ", against: {iterations: 5}, compare: ratio, for_each: [scene.n], below: 0.2", VERDICT_NO, 0.25, "n 8", ""},
        {ERROR TWENTY ", against: {iterations: 5}, compare: ratio, for_each: [scene.n], below: 0.3", VERDICT_YES, 0.25, "n 8", ""},
        {ERROR TWENTY ", against: {iterations: 5}, compare: ratio, for_each: [scene.n], above: 0.01", VERDICT_YES, 1.0 / 16, "n 16", ""},
        // groups of B without a partner in A do not count
        {ERROR "of: {iterations: 5, scene.n: 8}, against: {iterations: 20}, compare: ratio, for_each: [scene.n], above: 3.9, below: 4.1",
         VERDICT_YES, 4, "n 8", ""},
        // each sample has its own expected value
        {KINETIC "where: {scene.n: 8, iterations: [5, 10, 20]}, below: 1e-9", VERDICT_YES, 0, "", ""},
        {KINETIC "where: {iterations: [5, 10, 20]}, for_each: [scene.n], below: 0.2", VERDICT_YES, 1.1 - 1, "n 16", ""},
        // not the largest value, but the one that violates the bound
        {KINETIC "compare: ratio, where: {iterations: [5, 10, 20]}, above: 1.05", VERDICT_NO, 1, "", ""},
        {KINETIC "compare: ratio, where: {iterations: [5, 10, 20]}, below: 1.05", VERDICT_NO, 1.1, "", ""},
        {KINETIC "compare: ratio, statistic: mean, where: {iterations: [5, 10, 20]}, below: 1.06, above: 1.04", VERDICT_YES, 1.05, "", ""},
    };
    check_all(f, KNOWN);
}

STORE_TEST(test_slopes)
{
#define SLOPE ERROR "compare: slope, over: iterations, where: {iterations: [5, 10, 20]}"
    static const Known KNOWN[] = {
        {SLOPE ", for_each: [scene.n], below: -0.9", VERDICT_YES, -1, "n 8", ""},
        {SLOPE ", for_each: [scene.n], below: -1.5", VERDICT_NO, -1, "n 8", ""},
        {SLOPE ", for_each: [scene.n], above: -1.5", VERDICT_NO, -2, "n 16", ""},
        {SLOPE ", of: {scene.n: 16}, above: -2.1, below: -1.9", VERDICT_YES, -2, "", ""},
        {ERROR "compare: slope, over: iterations, " FIVE ", below: 0", VERDICT_UNKNOWN, NAN, "",
         "a slope or rate needs finite values above zero"},
        // error 2^−k over 10^k: the exponent, at −log10 2
        {"data: convergence, value: error, compare: slope, over: 10^iteration, " FIVE ", where: {scene.n: 8}, below: 0, above: -1",
         VERDICT_YES, -0.30102999566398119521, "", ""},
        {"data: convergence, value: error, compare: slope, over: 10^iteration, " FIVE ", where: {scene.n: 16, iteration: 1..3}, below: 0",
         VERDICT_YES, -0.60205999132796239, "", ""},
        {"data: convergence, value: error, compare: rate, over: iteration, " FIVE ", where: {scene.n: 8}, below: 0.51", VERDICT_YES, 0.5,
         "", ""},
        {"data: convergence, value: error, compare: rate, over: iteration, " FIVE ", where: {scene.n: 16, iteration: 1..3}, below: 0.2",
         VERDICT_NO, 0.25, "", ""},
        {"data: convergence, value: error, " FIVE ", where: {scene.n: 8, iteration: 3..}, statistic: max, below: 0.13", VERDICT_YES, 0.125,
         "", ""},
        {"data: trajectory, value: elastic, compare: slope, over: step, " FIVE ", above: 0", VERDICT_UNKNOWN, NAN, "",
         "2 points with a value of zero or below are left out"},
    };
    check_all(f, KNOWN);
}

// Nothing is invented: missing measurements are reported, and missing cases are counted.
STORE_TEST(test_what_is_not_measured)
{
    static const Known KNOWN[] = {
        {HEIGHT "of: {solver: pbd}, below: 0", VERDICT_UNKNOWN, NAN, "", "`of` and `where` select"},
        {HEIGHT "of: {iterations: 40}, below: 0", VERDICT_UNKNOWN, NAN, "", "2 of 2 cases gave no sample"},
        {HEIGHT FIVE ", against: {iterations: 40}, below: 1", VERDICT_UNKNOWN, NAN, "", "`against` and `where` select"},
        {HEIGHT "below: 0", VERDICT_YES, -6 * 1.01, "", "2 of 8 cases gave no sample"},
        {"data: trajectory, value: sqrt(elastic), " FIVE ", below: 9", VERDICT_UNKNOWN, NAN, "", "not finite"},
        {"data: trajectory, value: 1/elastic, " FIVE ", statistic: max, above: 0", VERDICT_UNKNOWN, NAN, "", "not finite"},
        // one group satisfies the bound, the other has no partner; a no stays a no
        {HEIGHT FIVE ", against: {scene.n: 8, iterations: 10}, for_each: [scene.n], below: 0.1", VERDICT_UNKNOWN, 1.02 / 1.01 - 1, "n 8",
         "in 1 of 2 groups"},
        {HEIGHT FIVE ", against: {scene.n: 8, iterations: 10}, for_each: [scene.n], below: 0.001", VERDICT_NO, 1.02 / 1.01 - 1, "n 8",
         "in 1 of 2 groups"},
    };
    check_all(f, KNOWN);
}

// A diverged case might be the one that violates the bound, so the answer is not yes without it. A no does not need it.
STORE_TEST(test_diverged_cases_leave_no_yes)
{
    static const Known WITHOUT[] = {
        {HEIGHT "below: 0", VERDICT_UNKNOWN, -6 * 1.01, "", "2 of 8 cases gave no sample"},
        {HEIGHT "above: 0", VERDICT_NO, -6 * 1.01, "", "2 of 8 cases gave no sample"},
        {HEIGHT "for_each: [iterations], below: 0", VERDICT_UNKNOWN, -6 * 1.005, "iterations 20", "2 of 8"},
        {HEIGHT FIVE ", against: {iterations: [20, 40]}, below: 1", VERDICT_UNKNOWN, 1.02 / 1.005 - 1, "", "2 of 6"},
        {HEIGHT FIVE ", below: 0", VERDICT_YES, -6 * 1.02, "", ""},
    };
    static const Known REFUSED[] = {
        {HEIGHT "below: 0", VERDICT_YES, -6 * 1.01, "", "2 of 8 cases gave no sample"},
    };
    assert_ok(store_case_status(f->store, f->ids[3], f->build, CASE_DIVERGED, "positions are not finite"));
    check_all(f, WITHOUT);
    assert_ok(store_case_status(f->store, f->ids[3], f->build, CASE_REFUSED, "cannot be done"));
    check_all(f, REFUSED);
    assert_ok(store_case_status(f->store, f->ids[3], f->build, CASE_DONE, ""));
}

// For n = 8 the errors ½ᵏ do not fall below 0.01 in four iterations; for n = 16 they need all four. For one half the time to 0.01 is
// infinite.
STORE_TEST(test_never_reached_is_not_left_out)
{
#define HUNDREDTH "data: accuracy, where: {accuracy_target: 0.01}, value: "
    static const Known KNOWN[] = {
        {HUNDREDTH "iterations_needed, of: {iterations: 5, scene.n: 16}, below: 4.5, above: 3.5", VERDICT_YES, 4, "", ""},
        {HUNDREDTH "iterations_needed, " FIVE ", below: 4.5", VERDICT_UNKNOWN, NAN, "", "not finite"},
        {"data: accuracy, where: {accuracy_target: 0.1}, value: time_ms, of: {iterations: 5, scene.n: 16}, below: 2.1, above: 1.9",
         VERDICT_YES, 2, "", ""},
        {"data: accuracy, where: {accuracy_target: 0.1}, value: time_ms, of: {iterations: 5, scene.n: 16}, below: 2.01", VERDICT_CLOSE, 2,
         "", ""},
        {HUNDREDTH "time_ms, " FIVE ", below: 1000", VERDICT_UNKNOWN, NAN, "", "not finite"},
        {HUNDREDTH "1/iterations_needed, " FIVE ", above: 0.2", VERDICT_NO, 0.125, "", ""},
        {HUNDREDTH "iterations_needed, " FIVE ", for_each: [scene.n], below: 4.5", VERDICT_UNKNOWN, 4, "n 16", "in 1 of 2 groups"},
        {HUNDREDTH "reached, " FIVE ", for_each: [scene.n], statistic: min, below: 0.5", VERDICT_NO, 1, "n 16", ""},
    };
    check_all(f, KNOWN);
}

// The same holds for tables and figures: a median of the reached times alone would ignore the other half. A time that no process reached is
// included in the count of each.
STORE_TEST(test_never_reached_counts_in_groups)
{
    static const SpecFilter WHERE[] = {{"accuracy_target", 1, {"0.01"}}, {"iterations", 1, {"5"}}};
    fake_load(f, NULL);
    for (int with_n = 0; with_n < 2; with_n++)
        for (int time = 0; time < 2; time++) {
            const FrameQuery query = {.data = fake_view("accuracy"),
                                      .count = 2,
                                      .names = {with_n ? "scene.n" : "solver", time ? "time_ms" : "iterations_needed"},
                                      .where = WHERE,
                                      .where_count = 2,
                                      .value = 1,
                                      .value_count = 1};
            Frame            frame;
            FrameGroups      groups;
            assert_ok(frame_init(&f->dataset, &query, &frame));
            assert_ok(frame_group(&frame, 1, 1, &groups));
            assert_int_equal(groups.count, 1 + with_n);
            const Estimate first = groups.groups[0].estimate;
            assert_true(isinf(first.median) && (!time || isnan(first.low)));
            assert_int_equal(first.count,
                             time ? (with_n ? 1 : PROCESSES) : (with_n ? 3 : 6)); // no process has a time; three probes of a case
            if (with_n)                                                           // one probe of three does not reach the target
                assert_near(groups.groups[1].estimate.median, 4, time ? 0.05 : 0);
            free(groups.groups);
            frame_destroy(&frame);
        }
}

static void add_finding(const FakeStore *f, int c, const char *kind)
{
    json_t *row = json_pack("{s:s,s:s,s:s}", "row", "finding", "kind", kind, "text", kind);
    assert_ok(store_finding(f->store, f->ids[c], f->build, row));
    json_decref(row);
}

// After a crossing a body is on the wrong side. Claims about positions then have no answer, while times, probes that start elsewhere, and
// crossing counts keep theirs. A finding about the reference invalidates errors. All other findings and violated conditions are noted.
STORE_TEST(test_findings_leave_no_answer)
{
    static const char CROSSED[] = "findings: crossings in 1 of 2 cases", LEFT[] = "findings: iterations in 1 of 2 cases",
                      BEFORE[] = "; violated conditions: sweeps in 2 of 2 cases", ERRORS[] = "findings: reference in 1 of 2 cases";
    static const Known KNOWN[] = {
        {HEIGHT FIVE ", below: 0", VERDICT_UNKNOWN, -6 * 1.02, "", CROSSED},
        {HEIGHT FIVE ", above: 0", VERDICT_UNKNOWN, -6 * 1.02, "", CROSSED},
        {HEIGHT TWENTY ", against: {iterations: 5}, below: 0.02", VERDICT_UNKNOWN, 1 - 1.005 / 1.02, "",
         "findings: crossings in 1, iterations in 1 of 4 cases; violated conditions: sweeps in 2 of 4 cases"},
        {HEIGHT "of: {iterations: 5, scene.n: 16}, below: 0", VERDICT_YES, -6 * 1.02, "", ""},
        {HEIGHT FIVE ", below: 0, findings: allowed", VERDICT_YES, -6 * 1.02, "", CROSSED},
        {"data: force, value: force, " FIVE ", below: 0", VERDICT_UNKNOWN, -15, "", CROSSED},
        {TIME FIVE ", below: 5.1", VERDICT_YES, 5, "", CROSSED},
        {"data: convergence, value: error, " FIVE ", statistic: last, below: 0.05", VERDICT_YES, (1.0 / 16 + 1.0 / 256) / 2, "", ""},
        {HEIGHT TWENTY ", below: 0", VERDICT_YES, -6 * 1.005, "", LEFT},
        {HEIGHT TWENTY ", below: 0", VERDICT_YES, -6 * 1.005, "", BEFORE},
        {HEIGHT "of: {iterations: 10}, below: 0", VERDICT_YES, -6 * 1.01, "", ""},
        {"data: trajectory, value: trajectory_error*2, of: {iterations: 10}, above: 0", VERDICT_UNKNOWN, 0.1 + 0.01, "", ERRORS},
        {"data: convergence, value: error, of: {iterations: 10}, statistic: last, below: 0.05", VERDICT_UNKNOWN, (1.0 / 16 + 1.0 / 256) / 2,
         "", ERRORS},
        {"data: force, value: force_error, where: {constraint_index: 1}, of: {iterations: 10}, below: 0.21", VERDICT_UNKNOWN, 0.2, "",
         ERRORS},
    };
    add_finding(f, 0, "crossings"); // in cases of 5, 20 and 10 iterations
    add_finding(f, 2, "iterations");
    add_finding(f, 1, "reference");
    for (int c = 2; c < CASES; c += CASES / 2) {
        json_t *row = json_pack("{s:s,s:s,s:f,s:f,s:s}", "row", "condition", "kind", "sweeps", "value", 2.0, "bound", 1.0, "text", "t");
        assert_ok(store_condition(f->store, f->ids[c], f->build, row));
        json_decref(row);
    }
    check_all(f, KNOWN);
    fake_sql(f->store, "DELETE FROM finding; DELETE FROM condition");
}

// A claim that depends on an unconverged step has no answer, unless it is about convergence. Earlier steps are not affected, and probes do
// not depend on the trajectory.
STORE_TEST(test_unconverged_steps_leave_no_answer)
{
    static const Known KNOWN[] = {
        {HEIGHT FIVE ", below: 0", VERDICT_UNKNOWN, -6 * 1.02, "", "rests on 2 unconverged steps of xpbd"},
        {HEIGHT FIVE ", above: 0", VERDICT_UNKNOWN, -6 * 1.02, "", "rests on 2 unconverged steps of xpbd"},
        {HEIGHT TWENTY ", against: {iterations: 5}, below: 0.02", VERDICT_UNKNOWN, 1 - 1.005 / 1.02, "",
         "rests on 2 unconverged steps of xpbd"},
        {HEIGHT FIVE ", below: 0, unconverged: allowed", VERDICT_YES, -6 * 1.02, "", "rests on 2 unconverged"},
        {HEIGHT "where: {step: 2}, " FIVE ", below: 0", VERDICT_YES, -3 * 1.02, "", ""},
        {HEIGHT "where: {step: 5}, " FIVE ", below: 0", VERDICT_UNKNOWN, -6 * 1.02, "", "rests on 1 unconverged step of xpbd"},
        {HEIGHT TWENTY ", below: 0", VERDICT_YES, -6 * 1.005, "", ""},
        {TIME FIVE ", below: 5.1", VERDICT_UNKNOWN, 5, "", "rests on 2 unconverged steps of xpbd"},
        {"data: convergence, value: error, " FIVE ", statistic: last, below: 0.05", VERDICT_YES, (1.0 / 16 + 1.0 / 256) / 2, "", ""},
        {"data: convergence, value: error, of: {iterations: 10}, statistic: last, below: 0.05", VERDICT_UNKNOWN, (1.0 / 16 + 1.0 / 256) / 2,
         "", "rests on 1 unconverged step of xpbd"},
    };
    static const struct {
        int         c, step;
        const char *probe;
    } ENDS[] = {{0, 4, "false"}, {0, 7, "false"}, {1, 3, "true"}}; // steps of cases of 5, 5 and 10 iterations
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        json_t *rows = fake_begin(PASS_MEASURED);
        fake_row(rows, "step_end", "'step': %d, 'probe': %s, 'ended': 'unconverged'", ENDS[i].step, ENDS[i].probe);
        assert_ok(fake_end_with(f->store, f->ids[ENDS[i].c], f->build, rows, "aa", 1));
    }
    check_all(f, KNOWN);
}

// elastic is −3, 0 and 3 at steps 2, 5 and 8.
STORE_TEST(test_ratio_of_unlike_signs)
{
#define ELASTIC "data: trajectory, value: elastic, compare: ratio, "
    static const Known KNOWN[] = {
        {ELASTIC "of: {iterations: 5, step: 2}, against: {iterations: 5, step: 8}, below: 0.5", VERDICT_UNKNOWN, NAN, "", "not finite"},
        {ELASTIC "of: {iterations: 5, step: 2}, against: {iterations: 10, step: 2}, below: 1.5", VERDICT_YES, 1, "", ""},
        {ELASTIC "of: {iterations: 5, step: 5}, against: {iterations: 5, step: 8}, below: 0.5", VERDICT_YES, 0, "", ""},
        {ELASTIC "of: {iterations: 5, step: 8}, expected: 0 - iterations, below: 0.5", VERDICT_UNKNOWN, NAN, "", "not finite"},
    };
    check_all(f, KNOWN);
}

TEST(test_numbers_show_the_side_of_the_bound)
{
    VerdictSpec *spec = calloc(1, sizeof *spec);
    assert_non_null(spec);
    spec->below = 0.02;
    spec->above = -INFINITY;
    VerdictResult r = {.spec = spec, .number = 0.012345};
    char          text[32];
    verdict_number(&r, text, sizeof text);
    assert_string_equal(text, "0.0123");
    r.number = 0.0200004;
    verdict_number(&r, text, sizeof text);
    assert_string_equal(text, "0.0200004");
    r.number = 0.0199996;
    verdict_number(&r, text, sizeof text);
    assert_string_equal(text, "0.0199996");
    r.number = NAN;
    verdict_number(&r, text, sizeof text);
    assert_string_equal(text, "-");
    free(spec);
}

// ---- printed output ----

STORE_TEST(test_report_says_it)
{
    static const char TEXT[] =
        "name: fake\nverdicts:\n"
        "  - {id: c5, claim: 'It sags & sags <the same> whatever the number of iterations is that it was given to sag, up to "
        "twenty', data: trajectory, value: centre_y, of: {iterations: 20}, against: {iterations: 5}, below: 0.02}\n"
        "  - {id: c6, claim: It falls fast, data: trajectory, value: trajectory_error, compare: slope, over: iterations, "
        "for_each: [scene.n], below: -1.5}\n"
        "  - {id: c7, claim: It is there, data: trajectory, value: centre_y, of: {iterations: 40}, below: 0.02}\n";
    char  *text = NULL;
    size_t size = 0;
    fake_sql(f->store, "UPDATE experiment SET text = %Q, hash = 'h'", TEXT);
    FILE *out = open_memstream(&text, &size);
    assert_ok(report_write(f->store, NULL, f->out, out, NULL));
    fclose(out);
    assert_has(text, "fake: Is 1 < 2?\nexpected: Yes.\n\nyes           It sags & sags <the same> whatever");
    assert_has(text, "              change of the median 0.0147; claimed: below 0.02\n");
    assert_has(text, "no            It falls fast\n              slope -1.00; claimed: below -1.5; worst: n 8;");
    assert_has(text, "not measured  It is there\n              claimed: value below 0.02; 2 of 2 cases gave no sample;");
    for (const char *line = text; *line && strncmp(line, "all cases", 9) != 0; line = strchr(line, '\n') + 1)
        assert_true(strchr(line, '\n') - line <= 80);
    free(text);
    text = fake_read(f->out, "index.html");
    assert_has(text, "It sags &amp; sags &lt;the same&gt; whatever");
    assert_has(text, "<h3>Answers: 1 yes, 1 no, 1 not measured</h3>");
    assert_has(text, "<b class=\"yes\">✓ yes</b><span>It sags");
    assert_has(text, "<b class=\"no\">✗ no</b><span>It falls fast");
    assert_has(text, "</span><span class=\"number\">-1.00</span>");
    assert_has(text, "<b class=\"unknown\">not measured</b><span>It is there<br><small>2 of 2 cases gave no sample;");
    assert_has(text, "<p class=\"note\">Measured: scene ");
    assert_has(text, "<dt>Measure</dt><dd>slope</dd><dt>Value</dt><dd>-1.00</dd><dt>Claimed</dt><dd>below -1.5</dd>");
    assert_has(text, "<dt>Worst group</dt><dd>n 8</dd>");
    assert_has(text, "<dt>Samples</dt><dd>6 against 6</dd>");
    assert_has(text, "Expected</dt><dd>Yes.</dd>");
    free(text);
    text = fake_read(f->out, "verdicts.csv");
    assert_has(text, "claim,answer,number,low,high,above,below,measure,worst,groups,samples,samples_against,processes,note,source,carries,"
                     "variation\r\n");
    assert_has(text, "It falls fast,no,-1");
    assert_has(text, ",,,,-1.5,slope,n 8,2,18,0,0,");
    assert_has(text, "It is there,not measured,,,,,0.02,value,,0,0,0,0,");
    free(text);
    // the verdicts alone, selected by the hash of the experiment
    out = open_memstream(&text, &size);
    assert_ok(report_verdicts(f->store, "h", out));
    fclose(out);
    assert_true(strncmp(text, "yes ", 4) == 0);
    free(text);
    out = open_memstream(&text, &size);
    assert_ok(report_verdicts(f->store, "another", out));
    fclose(out);
    assert_string_equal(text, "");
    free(text);
}
