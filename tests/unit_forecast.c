// Run time forecasts: of single cases, and the remaining time of a run whose cases have very unequal costs.
#include <math.h>

#include "base/text.h"
#include "cli/private/progress.h"
#include "fake_plan.h"
#include "fake_store.h"
#include "run/private/look_ahead.h"
#include "run/private/sampling.h"

static Forecast forecast_of(const Experiment *e)
{
    Forecast forecast;
    assert_ok(forecast_create(e->case_count, &forecast));
    for (int i = 0; i < e->case_count; i++)
        forecast.cases[i] = forecast_case(&e->cases[i].setup, i + 1);
    assert_ok(forecast_read(NULL, &forecast));
    return forecast;
}

// ---- forecasts ----

TEST(times_of_the_same_case_come_first)
{
    ForecastGround   ground;
    const Experiment e = fake_plan("name: t\ndefaults: {scene: cloth, steps: 10}\nblocks:\n"
                                   "  - {name: a, axes: {solver: xpbd, substeps: [1, 2], iterations: [10, 100]}}\n");
    Forecast         f = forecast_of(&e);
    assert_near(forecast_repetition(&f, 0, PASS_TIMED, &ground), 0, 0);
    assert_int_equal(ground, FORECAST_UNKNOWN);

    forecast_measured(&f, 0, PASS_TIMED, 1.0);
    forecast_measured(&f, 0, PASS_TIMED, 3.0);
    assert_near(forecast_repetition(&f, 0, PASS_TIMED, &ground), 2, 1e-12); // the mean
    assert_int_equal(ground, FORECAST_SAME);
    assert_near(forecast_repetition(&f, 3, PASS_TIMED, &ground), 40, 1e-12); // twenty times the iterations
    assert_int_equal(ground, FORECAST_WORK);
    assert_near(forecast_repetition(&f, 0, PASS_MEASURED, &ground), 2, 1e-12); // from another pass, since this one was not measured
    assert_int_equal(ground, FORECAST_WORK);

    forecast_measured(&f, 1, PASS_TIMED, 26.0);                              // 30 s for 120 iterations in each of ten steps
    assert_near(forecast_repetition(&f, 2, PASS_TIMED, &ground), 5, 1e-12);  // 20 of them
    assert_near(forecast_repetition(&f, 1, PASS_TIMED, &ground), 26, 1e-12); // its own time
    forecast_measured(&f, 0, PASS_MEASURED, 9.0);
    assert_near(forecast_repetition(&f, 1, PASS_MEASURED, &ground), 90, 1e-12); // from this pass only

    const int both[PASS_COUNT] = {[PASS_TIMED] = 2, [PASS_MEASURED] = 1};
    assert_near(forecast_repetitions(&f, 0, both, &ground), 4 + 9, 1e-12);
    assert_int_equal(ground, FORECAST_SAME);
    assert_near(forecast_repetitions(&f, 1, both, &ground), 52 + 90, 1e-12);
    assert_int_equal(ground, FORECAST_WORK);
    forecast_destroy(&f);
    Experiment mine = e;
    experiment_destroy(&mine);
}

// The store has the wall times of the planned cases.
TEST(times_come_from_the_store)
{
    FakeStore     *s = fake_open("name: t\n");
    ForecastGround ground;
    Experiment     e = fake_plan("name: t\ndefaults: {scene: cloth, steps: 10}\nblocks:\n"
                                     "  - {name: a, axes: {solver: pbd, scene.n: 4, iterations: [10, 30, 20]}}\n");
    Forecast       f = forecast_of(&e);
    for (int i = 2; i >= 0; i -= 2) { // the last case has the smaller id
        bool    outdated = false;
        json_t *json = case_to_json(&e.cases[i].setup);
        assert_ok(store_case(s->store, s->experiment, e.cases[i].setup.key, "a", i, "case", json, &f.cases[i].id, &outdated));
        json_decref(json);
        for (int k = 0; k < 2; k++) {
            json_t *rows = fake_begin(PASS_TIMED);
            json_array_append_new(rows, fake_complete(ROW_END, json_pack("{s:s,s:s}", "row", "end", "hash", "aa")));
            assert_ok(fake_repetition(s->store, f.cases[i].id, s->build, fake_environment_id(s->store), rows, i ? 4.5 : 1.0 + k));
            json_decref(rows);
        }
    }
    f.cases[1].id = 0;
    Forecast other = forecast_of(&e); // none of its cases is in the store
    for (int i = 0; i < 3; i++)
        other.cases[i].id = 0;
    other.cases[0].iterations *= 2;
    assert_ok(forecast_read(s->store, &other));
    assert_near(forecast_repetition(&other, 0, PASS_TIMED, &ground), 4, 1e-12); // 6 s for 30 iterations in each step
    assert_int_equal(ground, FORECAST_WORK);
    forecast_destroy(&other);
    assert_ok(forecast_read(s->store, &f));
    assert_near(forecast_repetition(&f, 0, PASS_TIMED, &ground), 1.5, 1e-12);
    assert_near(forecast_repetition(&f, 2, PASS_TIMED, &ground), 4.5, 1e-12);
    assert_int_equal(ground, FORECAST_SAME);
    assert_near(forecast_repetition(&f, 1, PASS_TIMED, &ground), 6, 1e-12); // 6 s for 30 iterations of the others
    assert_int_equal(ground, FORECAST_WORK);
    forecast_destroy(&f);
    experiment_destroy(&e);
    fake_close((void **)&s);
}

// ---- a run ----

enum { MOST = 64 };

// The simulated real time of a case's repetitions: 40 ms for the start, the rest proportional to its work, at most 20 % more or less.
static double true_seconds(const Experiment *e, int i, const int repetitions[PASS_COUNT], int process)
{
    const Case  *c = &e->cases[i].setup;
    char         n[32], name[32];
    const double factor[PASS_COUNT] = {[PASS_TIMED] = 1, [PASS_PHASED] = 1.2, [PASS_MEASURED] = 3};
    double       seconds = 0.04, size = 0;
    assert_true(case_get(c, "scene.n", n, sizeof n) && case_get(c, "solver", name, sizeof name));
    size = strtod(n, NULL);
    for (int pass = 0; pass < PASS_COUNT; pass++)
        seconds += repetitions[pass] * factor[pass] * (strcmp(name, "pd") == 0 ? 4e-5 : 1e-5) *
                   param_of_role(&c->params, PARAM_ROLE_ITERATIONS, 1) * size * size;
    return seconds * (1 + 0.2 * sin(7 * process + i));
}

// One process of a case: the runner predicts its time, and gets the real time afterwards.
typedef struct Simulation {
    Experiment  e;
    RunSettings settings;
    RunState    state;
    Runner      r;
    Task        tasks[MOST];
    double      now_s;
} Simulation;

static void begin_simulation(Simulation *s, const char *text)
{
    *s = (Simulation){.e = fake_plan(text)};
    assert_in_range(s->e.case_count, 2, MOST);
    s->settings.experiment = &s->e;
    s->state = (RunState){.started_ns = 0, .label = "", .reference = "", .pass = ""};
    s->r = (Runner){.settings = &s->settings, .state = &s->state, .side_count = 1, .task_count = s->e.case_count, .tasks = s->tasks};
    s->r.forecast = forecast_of(&s->e);
    for (int i = 0; i < s->e.case_count; i++) {
        memcpy(s->tasks[i].goal, s->e.cases[i].required, sizeof s->tasks[i].goal);
        s->tasks[i].todo = true;
    }
}

static double run_one(Simulation *s, int i)
{
    int share[PASS_COUNT];
    sampling_share(&s->e.cases[i], &s->tasks[i], share);
    const double seconds = true_seconds(&s->e, i, share, s->state.processes_ended++);
    const double shares[PASS_COUNT] = {[PASS_TIMED] = 1, [PASS_PHASED] = 1.2, [PASS_MEASURED] = 3};
    double       sum = 0;
    for (int pass = 0; pass < PASS_COUNT; pass++)
        sum += share[pass] * shares[pass];
    for (int pass = 0; pass < PASS_COUNT; pass++)
        for (int k = 0; k < share[pass]; k++) {
            forecast_measured(&s->r.forecast, i, (Pass)pass, seconds * shares[pass] / sum);
            s->tasks[i].done[pass]++;
        }
    s->tasks[i].todo = sampling_processes_left(&s->e.cases[i], &s->tasks[i]) > 0;
    look_back(&s->r, i);
    s->now_s += seconds;
    return seconds;
}

// The estimate in the middle of each process against the time that passed afterwards, in rounds of random order. The costs of the cases
// differ by a factor of 4000. Once each case was measured the estimate is close. A mean over processes, as for cases of equal cost, is far
// off.
TEST(the_remaining_time_is_accurate)
{
    enum { PROCESSES_MAX = 400 };
    static Simulation s;
    double            estimate[PROCESSES_MAX] = {0}, mean[PROCESSES_MAX] = {0}, at[PROCESSES_MAX] = {0}, worst_mean = 1;
    bool              whole[PROCESSES_MAX] = {false};
    int               count = 0, order[MOST], wholes = 0, processes = 0;
    begin_simulation(&s, "name: t\ndefaults: {scene: cloth, steps: 10, timed: 4, linsys: dense}\nblocks:\n"
                         "  - {name: a, axes: {solver: [pd, xpbd], scene.n: [4, 16], iterations: [1, 10, 100, 1000]}}\n");
    for (int i = 0; i < s.e.case_count; i++)
        processes += sampling_processes_left(&s.e.cases[i], &s.tasks[i]);
    look_at_all(&s.r);
    for (int round = 1; round <= 4; round++) {
        sampling_order(s.e.case_count, 1, 11, round, order);
        for (int k = 0; k < s.e.case_count; k++) {
            look_ahead(&s.r, order[k], (int64_t)(s.now_s * 1e9));
            const double before = s.now_s, seconds = run_one(&s, order[k]);
            at[count] = before + seconds / 3;
            estimate[count] = run_remaining(&s.state, (int64_t)(at[count] * 1e9), &whole[count]);
            mean[count] = count ? before / count * (processes - count) - seconds / 3 : 0;
            wholes += whole[count];
            count++;
        }
    }
    assert_int_equal(count, processes);
    for (int i = 0; i < count; i++) {
        const double truth = s.now_s - at[i];
        assert_true(!whole[i] || i >= s.e.case_count - 1); // only when each case was measured
        if (i < count - 5 && whole[i])                     // near the end, 20 % of a process has a large weight
            assert_near(estimate[i] / truth, 1, 0.25);
        if (i > count / 8 && i < count - 5)
            worst_mean = fmax(worst_mean, fmax(mean[i] / truth, truth / mean[i]));
    }
    assert_true(wholes > count / 2);
    assert_true(worst_mean > 2.5);
    forecast_destroy(&s.r.forecast);
    experiment_destroy(&s.e);
}

// How often the costs of all cases are summed again while one process of each of `count` cases runs.
static int counts_of(int count)
{
    enum { DIGITS = 8 };
    const size_t size = 200 + (size_t)count * DIGITS;
    char        *text = malloc(size);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, size,
                                   "name: t\ndefaults: {scene: chain, steps: 1, timed: 1, phased: 0, measured: 0}\nblocks:\n"
                                   "  - {name: a, axes: {solver: xpbd, iterations: [1");
    for (int i = 2; i <= count; i++)
        used += (size_t)snprintf(text + used, size - used, ", %d", i);
    snprintf(text + used, size - used, "]}}\n");
    Experiment        e = fake_plan(text);
    const RunSettings settings = {.experiment = &e};
    RunState          run = {.label = "", .reference = "", .pass = ""};
    Runner            r = {.settings = &settings, .state = &run, .side_count = 1, .task_count = count};
    int              *order = calloc((size_t)count, sizeof *order);
    r.tasks = calloc((size_t)count, sizeof *r.tasks);
    assert_true(e.case_count == count && order && r.tasks);
    r.forecast = forecast_of(&e);
    for (int i = 0; i < count; i++) {
        r.tasks[i].goal[PASS_TIMED] = 1;
        r.tasks[i].todo = true;
    }
    sampling_order(count, 1, 3, 1, order);
    look_at_all(&r);
    int counts = 0;
    for (int k = 0; k < count; k++) {
        const int counted = r.forecast.counted;
        const int i = order[k], done[PASS_COUNT] = {[PASS_TIMED] = 1};
        assert_int_equal(run.processes, count);
        look_ahead(&r, i, 1);
        forecast_measured(&r.forecast, i, PASS_TIMED, 0.1 + i * 0.001);
        look_again(&r, done, 2);
        r.tasks[i].done[PASS_TIMED] = 1;
        r.tasks[i].todo = false;
        run.processes_ended++;
        look_back(&r, i);
        counts += r.forecast.counted != counted;
    }
    assert_near(run.after_s, 0, 1e-6);
    forecast_destroy(&r.forecast);
    experiment_destroy(&e);
    free(r.tasks);
    free(order);
    free(text);
    return counts;
}

// All cases are summed again whenever a sixteenth more is known. For four times the cases that is a few more times, not four times as
// often.
TEST(a_process_costs_the_same_among_many)
{
    const int few = counts_of(250), many = counts_of(1000), more = (int)ceil(log(4) / log(17.0 / 16));
    print_message("counted %d times for 250 cases, %d times for 1000\n", few, many);
    assert_in_range(few, 20, 100);
    assert_in_range(many, few, few + more + 5);
}

// During a long process the remaining time falls to that of the processes after it, and is then marked as a lower bound.
TEST(the_remaining_time_decreases_during_a_process)
{
    bool     whole = false;
    RunState run = {.reference = "", .process_ns = INT64_C(1000000000), .process_s = 100, .after_s = 50, .after_whole = true};
    assert_near(run_remaining(&run, INT64_C(1000000000), &whole), 150, 1e-9);
    assert_true(whole);
    assert_near(run_remaining(&run, INT64_C(91000000000), &whole), 60, 1e-9);
    assert_true(whole);
    assert_near(run_remaining(&run, INT64_C(201000000000), &whole), 50, 1e-9); // it takes longer than predicted
    assert_false(whole);
    run.process_s = 0; // without a prediction
    assert_near(run_remaining(&run, INT64_C(2000000000), &whole), 50, 1e-9);
    assert_false(whole);
}

// ---- the line ----

static LabelSet labels_of(const char *const *texts, int count)
{
    LabelSet set;
    assert_ok(label_set_create(texts, count, &set));
    return set;
}

TEST(the_line_fits_its_columns)
{
    static const char *const LABELS[] = {"xpbd cloth n=64 iterations=20 threads=2 f32", "xpbd cloth n=64 iterations=200 threads=2 f32",
                                         "pd cloth cholmod_supernodal n=64 iterations=20 threads=2 f32"};
    LabelSet                 labels = labels_of(LABELS, 3);
    char                     line[400];
    RunState                 run = {.reference = "",
                                    .total = 20,
                                    .finished = 5,
                                    .round = 2,
                                    .processes = 40,
                                    .processes_ended = 10,
                                    .failed = 2,
                                    .process_ns = INT64_C(80000000000),
                                    .process_s = 33,
                                    .after_s = 100,
                                    .after_whole = true,
                                    .planned = 0,
                                    .case_process = 2,
                                    .case_processes = 5,
                                    .pass = "measured",
                                    .step = 12,
                                    .steps = 40,
                                    .label = LABELS[0]};
    progress_line(&run, &labels, INT64_C(83000000000), 400, line, sizeof line);
    assert_string_equal(line, "[###-------] 10/40  1:23  2:10 left  2 failed  xpbd iterations=20  2/5 measured 12/40");
    run.after_whole = false;
    run.pass = "timed";
    run.step = 0;
    progress_line(&run, &labels, INT64_C(83000000000), 400, line, sizeof line);
    assert_string_equal(line, "[##--------] 10/40  1:23  ~2:10 left  2 failed  xpbd iterations=20  2/5 timed 0:03/0:33");
    progress_line(&run, &labels, INT64_C(83000000000), 79, line, sizeof line); // the label before the changing numbers
    assert_string_equal(line, "[##--------] 10/40  1:23  ~2:10 left  2 failed  xpbd iterations=20");
    run.process_s = 0;
    run.planned = 2;
    progress_line(&run, &labels, INT64_C(83000000000), 60, line, sizeof line);
    assert_string_equal(line, "[##--------] 10/40  1:23  ~1:40 left  2 failed  pd …tions=20");
    run.reference = "forces";
    run.references = 3;
    run.references_ended = 1;
    progress_line(&run, &labels, INT64_C(83000000000), 400, line, sizeof line);
    assert_non_null(strstr(line, "reference for forces: pd cholmod_supernodal iterations=20  2/3"));
    label_set_destroy(&labels);
}

// ---- labels ----

TEST(labels_keep_the_differences_between_cases)
{
    static const char *const LABELS[] = {
        "pbd cloth iterations=1000 f64",
        "xpbd cloth iterations=1000 f64",
        "pd cloth cholmod_simplicial iterations=600 f64",
        "pd cloth cholmod_simplicial n=12 steps=10 probes=1 iterations=8000 f64",
        "pd cloth cholmod_supernodal iterations=600 f64",
    };
    enum { COUNT = sizeof LABELS / sizeof *LABELS };
    LabelSet set = labels_of(LABELS, COUNT);
    char     text[200];
    assert_string_equal(set.shared, "cloth f64");
    label_set_text(&set, 3, 100, text, sizeof text);
    assert_string_equal(text, "pd cholmod_simplicial n=12 steps=10 probes=1 iterations=8000");
    for (int width = 0; width < 60; width++) {
        label_set_text(&set, 3, width, text, sizeof text);
        assert_true((int)text_characters(text) <= width);
    }
    label_set_text(&set, 3, 31, text, sizeof text);
    assert_string_equal(text, "pd cholmod…es=1 iterations=8000");
    label_set_text(&set, 3, 10, text, sizeof text);
    assert_string_equal(text, "pd …s=8000");
    label_set_destroy(&set);

    static const char *const SAME[] = {"pbd cloth f64", "pbd cloth f64"}, *const PREFIX[] = {"pd cloth", "pd cloth n=12"};
    set = labels_of(SAME, 2); // the same case in two blocks
    label_set_text(&set, 1, 100, text, sizeof text);
    assert_string_equal(text, "pbd cloth f64");
    label_set_destroy(&set);
    set = labels_of(PREFIX, 2);
    label_set_text(&set, 0, 100, text, sizeof text);
    assert_string_equal(text, "pd");
    label_set_destroy(&set);
    set = labels_of(NULL, 0);
    assert_string_equal(set.shared, "");
    label_set_destroy(&set);
}

// A label of 100,000 words does not make every label be compared with all others.
TEST(long_labels_are_no_trouble)
{
    enum { WORDS = 100000, CHARACTERS = 12 * WORDS };
    char    *labels[2] = {malloc(CHARACTERS), malloc(CHARACTERS)}, text[200];
    LabelSet set;
    assert_true(labels[0] && labels[1]);
    for (int i = 0; i < 2; i++) {
        char *end = labels[i] + sprintf(labels[i], "pd shared");
        for (int w = 0; w < WORDS; w++)
            end += sprintf(end, " w%d", w * (i + 1));
    }
    assert_ok(label_set_create((const char *const *)labels, 2, &set));
    assert_int_equal(strncmp(set.shared, "shared w0 w2 w4 ", 16), 0);
    label_set_text(&set, 1, 60, text, sizeof text);
    assert_true(text_characters(text) <= 60);
    label_set_destroy(&set);
    free(labels[0]);
    free(labels[1]);
}
