// Compare: hand-made stores with known content, and how often equal builds are called faster or slower.
#include "fake_store.h"

#include "base/random.h"
#include "judge/compare.h"
#include "judge/private/comparison.h"

// ---- simulated processes, without a store ----

enum { SIMULATED = 100, PROCESSES_MAX = 16 };

typedef struct Simulation {
    Comparison   comparison;
    CompareInput inputs[2];
    SideCase     cases[2][SIMULATED];
    ProcessValue values[2][SIMULATED * PROCESSES_MAX];
    char         keys[SIMULATED][8];
} Simulation;

static double normal(Random *random)
{
    return sqrt(-2 * log(1 - random_unit(random))) * cos(2 * M_PI * random_unit(random));
}

// The time of a process, with its own memory layout. With `disturbed`, 10 % of the processes are 1.35 times as long.
static double process_ms(Random *random, double spread, bool disturbed)
{
    return exp(spread * normal(random)) * (disturbed && random_unit(random) < 0.1 ? 1.35 : 1);
}

typedef struct Setting {
    int    cases, processes;
    bool   paired, disturbed;
    double spread, factor, threshold; // factor: multiplies the times of B
} Setting;

static void simulate(const Setting *w, uint64_t seed, Simulation *s)
{
    Random random = {seed};
    *s = (Simulation){.comparison = {.arena = arena_init(0), .threshold = w->threshold}};
    for (int side = 0; side < 2; side++) {
        s->inputs[side] = (CompareInput){.store = w->paired ? NULL : (Store *)&s->inputs[side], .path = "made"};
        s->comparison.sides[side] =
            (ComparedSide){.input = &s->inputs[side], .case_count = w->cases, .cases = s->cases[side], .values = s->values[side]};
        s->comparison.sides[side].value_count = w->cases * w->processes;
    }
    for (int c = 0; c < w->cases; c++) {
        snprintf(s->keys[c], sizeof s->keys[c], "%d", 100 + c);
        for (int i = 0; i < w->processes; i++) {
            const double hour = w->paired ? exp(0.1 * normal(&random)) : 1;
            for (int side = 0; side < 2; side++)
                s->values[side][c * w->processes + i] =
                    (ProcessValue){.round = i + 1, .ms = hour * process_ms(&random, w->spread, w->disturbed) * (side ? w->factor : 1)};
        }
        for (int side = 0; side < 2; side++) {
            s->cases[side][c] = (SideCase){
                .key = s->keys[c], .label = s->keys[c], .status = "done", .id = c, .first = c * w->processes, .count = w->processes};
            for (int q = 0; q < COMPARED_COUNT; q++)
                s->cases[side][c].quantities[q] = NAN;
        }
    }
    assert_ok(comparison_judge(&s->comparison));
}

typedef struct Called {
    int answers[COMPARE_ANSWERS], wrong, runs, mean_misses; // wrong: runs with any case called slower or faster
} Called;

static Called call(const Setting *w, int seeds)
{
    Called      called = {.runs = seeds};
    Simulation *s = malloc(sizeof *s);
    assert_non_null(s);
    for (int seed = 1; seed <= seeds; seed++) {
        simulate(w, (uint64_t)seed, s);
        const Comparison *c = &s->comparison;
        for (int a = 0; a < COMPARE_ANSWERS; a++)
            called.answers[a] += c->answers[a];
        called.wrong += c->answers[COMPARE_SLOWER] + c->answers[COMPARE_FASTER] > 0;
        called.mean_misses += !(c->mean_low <= w->factor && w->factor <= c->mean_high);
        arena_destroy(&s->comparison.arena);
    }
    free(s);
    return called;
}

TEST(test_false_calls)
{
    enum { SEEDS = 40 };
    int wrong = 0, runs = 0, misses = 0;
    for (int processes = 2; processes <= 8; processes += 3)
        for (int disturbed = 0; disturbed < 2; disturbed++) {
            const Setting w = {SIMULATED, processes, true, disturbed, 0.2, 1, 0};
            const Called  c = call(&w, SEEDS);
            assert_true(c.answers[COMPARE_SLOWER] + c.answers[COMPARE_FASTER] <= SEEDS * SIMULATED / 100); // well below the promised 5 %
            wrong += c.wrong;
            misses += c.mean_misses;
            runs += c.runs;
        }
    // At most 5 % of the runs have a wrong call, plus three standard errors; the same limit for intervals of the mean that miss.
    assert_true(wrong <= 0.05 * runs + 3 * sqrt(0.05 * 0.95 * runs));
    assert_true(misses <= 0.05 * runs + 3 * sqrt(0.05 * 0.95 * runs));
    const Called two = call(&(Setting){SIMULATED, 5, false, true, 0.2, 1, 0}, 1); // two unpaired samples
    assert_true(two.answers[COMPARE_SLOWER] + two.answers[COMPARE_FASTER] <= 1);
}

TEST(test_changes_are_found)
{
    for (int paired = 0; paired < 2; paired++) {
        const Called slower = call(&(Setting){5, 5, paired, false, 0.005, 1.1, 0.03}, 10);
        assert_int_equal(slower.answers[COMPARE_SLOWER], 50);
        const Called faster = call(&(Setting){5, 5, paired, false, 0.005, 0.9, 0.03}, 10);
        assert_int_equal(faster.answers[COMPARE_FASTER], 50);
        const Called same = call(&(Setting){5, 5, paired, false, 0.002, 1.02, 0.03}, 10); // certain, but below the threshold
        assert_int_equal(same.answers[COMPARE_SAME], 50);
        const Called unknown = call(&(Setting){5, 5, paired, false, 0.2, 1, 0.03}, 10);
        assert_true(unknown.answers[COMPARE_UNRESOLVED] >= 48); // of 50 cases in ten runs
    }
}

// A case that is slower at the 5 % level alone is not called slower among a hundred others.
TEST(test_all_cases_together)
{
    Setting     w = {1, 3, true, false, 0.02, 1.15, 0.03};
    Simulation *s = malloc(sizeof *s);
    assert_non_null(s);
    simulate(&w, 7, s);
    const double p = s->comparison.cases[0].p;
    assert_true(p > 0.05 / SIMULATED && p < 0.05);
    assert_int_equal(s->comparison.cases[0].answer, COMPARE_SLOWER);
    arena_destroy(&s->comparison.arena);
    w.cases = SIMULATED;
    simulate(&w, 7, s);
    assert_near(s->comparison.cases[0].p, p, 0); // the same draws, since this case comes first
    assert_true(s->comparison.cases[0].p_holm > p);
    for (int i = 0; i < SIMULATED; i++) {
        const ComparedCase *c = &s->comparison.cases[i];
        int                 above = 0; // cases with an equal or larger p
        for (int k = 0; k < SIMULATED; k++)
            above += s->comparison.cases[k].p >= c->p;
        assert_true(c->p_holm >= fmin(1, above * c->p) - 1e-15);
    }
    arena_destroy(&s->comparison.arena);
    free(s);
}

// ---- hand-made stores ----

static const FakeCase CASE_OF[] = {{"pbd", NULL, "f64", 8, 5, 1}, {"xpbd", NULL, "f64", 8, 5, 1}, {"pd", "dense", "f64", 8, 5, 1}};
enum { FAKE_CASES = sizeof CASE_OF / sizeof *CASE_OF };

// Two stores of the same cases, and the output of `compare` on them.
typedef struct Side {
    char    path[256];
    Store  *store;
    int64_t experiment, run, build, cases[FAKE_CASES];
} Side;

typedef struct Pair {
    char  *folder;
    Side   a, b;
    Status status; // of the last comparison
    char  *text;
} Pair;

static void make(const char *folder, const char *name, const char *build, Side *out)
{
    fake_path(folder, name, out->path);
    out->store = fake_create(out->path);
    out->experiment = fake_experiment(out->store, "fake", "name: fake\n");
    out->build = fake_build(out->store, build, "f64");
    assert_ok(store_run(out->store, out->experiment, 1, "", &out->run));
    for (int c = 0; c < FAKE_CASES; c++) {
        out->cases[c] = fake_case(out->store, out->experiment, c, &CASE_OF[c]);
        assert_ok(store_case_status(out->store, out->cases[c], out->build, CASE_DONE, ""));
    }
}

// A timed repetition in a process of its own; round 0: the process is unknown.
static void add(const Side *m, int case_index, int64_t build, int round, double ms)
{
    int64_t            process = 0;
    const StoreProcess row = {.run = m->run, .case_id = m->cases[case_index], .build = build, .round = round, .position = 1};
    assert_ok(fake_timed(m->store, m->cases[case_index], build, 20, 5, (int64_t)(ms * 1e6)));
    if (round == 0)
        return;
    assert_ok(store_process(m->store, &row, &process));
    fake_sql(m->store, "UPDATE repetition SET process = %d WHERE id = (SELECT max(id) FROM repetition)", (int)process);
}

// Five processes per case, 1 % apart; factor: multiplies all times.
static void add_all(const Side *m, double factor)
{
    for (int c = 0; c < FAKE_CASES; c++)
        for (int round = 1; round <= 5; round++)
            add(m, c, m->build, round, factor * (c + 1) * (1 + 0.001 * round));
}

static CompareSettings between(const Side *a, const Side *b)
{
    return (CompareSettings){.sides = {{.store = a->store, .path = a->path}, {.store = b->store, .path = b->path}}, .threshold = 0.03};
}

// Keeps the printed text in the pair.
static void compare(Pair *f, CompareSettings settings, CompareFormat format, StatusCode expected)
{
    size_t size = 0;
    free(f->text);
    f->text = NULL;
    FILE *out = open_memstream(&f->text, &size);
    settings.format = format;
    f->status = compare_write(&settings, out);
    fclose(out);
    if (f->status.code != expected)
        fail_msg("%s: %s", status_name(f->status.code), f->status.text);
}

static int set_up(void **state)
{
    Pair *f = *state = calloc(1, sizeof *f);
    f->folder = folder_create();
    make(f->folder, "a.db", "aaaa-build", &f->a);
    make(f->folder, "b.db", "bbbb-build", &f->b);
    return 0;
}

static int tear_down(void **state)
{
    Pair *f = *state;
    store_close(f->a.store);
    store_close(f->b.store);
    folder_remove(f->folder);
    free(f->folder);
    free(f->text);
    free(f);
    return 0;
}

#define PAIR_TEST(name) TEST_ON(Pair, name, set_up, tear_down)

PAIR_TEST(test_the_same)
{
    add_all(&f->a, 1);
    add_all(&f->b, 1.001);
    compare(f, between(&f->a, &f->b), COMPARE_TEXT, STATUS_OK);
    assert_has(f->text, "f64 build aaaa-build, commit 0123456789ab with local changes, GNU 12.2.0,\n       measured 20");
    assert_has(f->text, "f64 build bbbb-build");
    assert_has(f->text, "  same        1.00 → 1.00 ms, B/A 1.001 (0.998 to 1.004), 5 and 5 processes");
    assert_has(f->text, "3 cases in both: 0 slower, 0 faster, 3 same, 0 unresolved, 0 not timed; 0 only");
    assert_has(f->text, "Worse in B: 0 cases.\n");
    for (char *line = strtok(f->text, "\n"); line; line = strtok(NULL, "\n"))
        assert_true(strlen(line) <= 84); // 80 columns; arrows have three bytes
}

PAIR_TEST(test_slower)
{
    add_all(&f->a, 1);
    add_all(&f->b, 1.1);
    compare(f, between(&f->a, &f->b), COMPARE_TEXT, STATUS_REGRESSION);
    assert_string_equal(f->status.text, "3 of 3 cases are worse in B");
    assert_int_equal(status_exit_code(f->status.code), 13);
    assert_has(f->text, "  slower      2.01 → 2.21 ms, B/A 1.100 (1.097 to 1.103)");
    assert_has(f->text, "Worse in B: 3 cases: 3 slower.");
    compare(f, between(&f->b, &f->a), COMPARE_MARKDOWN, STATUS_OK);
    assert_has(f->text,
               "| pbd cloth n=8 iterations=5 threads=1 f64 | faster | 1.10 → 1.00 | 0.909 (0.906 to 0.912) | 5 and 5 processes |  |\n");
    CompareSettings settings = between(&f->a, &f->b);
    settings.threshold = 0.2; // the change is below the threshold
    compare(f, settings, COMPARE_TEXT, STATUS_OK);
    assert_has(f->text, "3 same");
}

// One process per side: times are unresolved, however large the change.
PAIR_TEST(test_one_process)
{
    add_all(&f->a, 1);
    for (int c = 0; c < FAKE_CASES; c++)
        for (int i = 0; i < 7; i++)
            add(&f->b, c, f->b.build, 0, 2 * (c + 1)); // as in stores of earlier versions
    CompareSettings settings = between(&f->a, &f->b);
    compare(f, settings, COMPARE_TEXT, STATUS_OK);
    assert_has(f->text, "  unresolved  1.00 → 2.00 ms, B/A 1.994, 5 and 1 processes");
    assert_has(
        f->text,
        "Unresolved in 3 cases with only one process per side: the spread between\nprocesses is unknown. Measure more: weft run --reps 5.");
    assert_has(f->text, "Geometric mean of B/A: 1.994.\n"); // without an interval
    settings.strict = true;
    compare(f, settings, COMPARE_TEXT, STATUS_REGRESSION);
    assert_string_equal(f->status.text, "--strict: 3 of 3 cases are unresolved, 0 are not timed, 0 are missing in B");
}

static void add_measured(const Side *m, int case_index, double factor)
{
    assert_ok(fake_measured(m->store, m->cases[case_index], m->build, 5, factor));
}

// Quantities that are the same in every repetition are compared exactly.
PAIR_TEST(test_exact_quantities)
{
    for (int round = 1; round <= 5; round++)
        for (int c = 0; c < FAKE_CASES; c++) {
            add(&f->a, c, f->a.build, round, 1 + 0.001 * round);
            add(&f->b, c, f->b.build, round, 1 + 0.001 * round);
        }
    add_measured(&f->a, 0, 0.5);
    add_measured(&f->b, 0, 0.51);
    assert_ok(fake_end_with(f->b.store, f->b.cases[0], f->b.build, fake_begin(PASS_MEASURED), "aa", 3));
    add_measured(&f->a, 1, 0.5);
    add_measured(&f->b, 1, 0.5005); // below 1 %
    add_measured(&f->a, 2, 0.001);
    add_measured(&f->b, 2, 0.0001);
    fake_sql(f->b.store,
             "UPDATE repetition SET hash = 'bb' WHERE case_id = 2; UPDATE repetition SET peak_bytes = 2 * peak_bytes WHERE case_id = 3;"
             "UPDATE step SET iteration_ns = '[1,2,3,4,5,6]' WHERE repetition_id IN (SELECT id FROM repetition WHERE case_id = 3)");
    compare(f, between(&f->a, &f->b), COMPARE_TEXT, STATUS_REGRESSION);
    assert_string_equal(f->status.text, "2 of 3 cases are worse in B");
    assert_has(f->text, "  larger      error 0.0172 → 0.0190 (+10.4 %)\n");
    assert_has(f->text, "  unconverged steps without convergence: A 0, B 3\n");
    assert_has(f->text, "  other bits  the final states of A and B differ in some bits\n");
    assert_has(f->text, "  more        iterations 100 → 120 (+20 %)\n");
    assert_has(f->text, "  more        peak memory 1.00 MiB → 2.00 MiB (+100 %)\n");
    assert_null(strstr(f->text, "smaller")); // the errors of the third case are round-off
    assert_has(f->text, "Different bits in the final state: 1 case.");
    assert_has(f->text, "Worse in B: 2 cases: 1 with larger error, 1 with more iterations, 1 with more\npeak memory.");
    compare(f, between(&f->a, &f->b), COMPARE_JSON, STATUS_REGRESSION);
    json_t *all = json_loads(f->text, 0, NULL);
    assert_non_null(all);
    const json_t *first = json_array_get(json_object_get(all, "cases"), 0);
    assert_string_equal(json_string_value(json_object_get(json_object_get(json_object_get(first, "quantities"), "error"), "change")),
                        "larger");
    assert_string_equal(json_string_value(json_object_get(first, "answer")), "same");
    assert_int_equal(json_integer_value(json_object_get(all, "worse")), 2);
    assert_true(json_is_null(json_object_get(json_object_get(json_object_get(first, "quantities"), "trajectory error"), "change")));
    json_decref(all);
}

// Texts from a store must break neither a row of Markdown nor JSON. Numbers are short, times have a unit.
PAIR_TEST(test_what_is_printed)
{
    CompareSettings settings;
    for (int round = 1; round <= 2; round++) {
        add(&f->a, 0, f->a.build, round, round == 1 ? 1e-3 : 1e3);
        add(&f->b, 0, f->b.build, round, round == 1 ? 1e-3 : 1e3);
        add(&f->a, 1, f->a.build, round, 1);
    }
    add_measured(&f->b, 1, 0.5);
    fake_sql(f->a.store, "UPDATE cases SET label = 'two' || char(10) || 'li|nes' || CAST(x'ff' AS TEXT)");
    settings = between(&f->a, &f->b);
    settings.sides[0].path = "a\xff\nb.db";
    compare(f, settings, COMPARE_TEXT, STATUS_OK);
    assert_has(f->text, "A  a??b.db\n");
    assert_has(f->text, "  not timed   A 1.00 ms, B nothing\n");
    assert_null(strstr(f->text, "0000000000"));
    assert_has(f->text, "e+");
    compare(f, settings, COMPARE_MARKDOWN, STATUS_OK);
    assert_has(f->text, "\n| two?li\\|nes? | unresolved |");
    assert_has(f->text, "- A: `a??b.db`, ");
    compare(f, settings, COMPARE_JSON, STATUS_OK);
    json_t *all = json_loads(f->text, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(json_object_get(all, "a"), "store")), "a??b.db");
    json_decref(all);
}

PAIR_TEST(test_failed_case)
{
    add_all(&f->a, 1);
    add(&f->b, 0, f->b.build, 1, 1);
    assert_ok(store_case_status(f->b.store, f->b.cases[1], f->b.build, CASE_DIVERGED, "positions are not finite"));
    assert_ok(store_case_status(f->b.store, f->b.cases[2], f->b.build, CASE_PENDING, "")); // never run in B: only A has it
    compare(f, between(&f->a, &f->b), COMPARE_TEXT, STATUS_REGRESSION);
    assert_has(f->text, "  failed      A done, B diverged: positions are not finite\n");
    assert_has(f->text, "1 only\nin A, 0 only in B.");
    assert_has(f->text, "Worse in B: 1 case: 1 failed.");
    compare(f, between(&f->b, &f->a), COMPARE_TEXT, STATUS_OK); // the failure is gone
    fake_sql(f->b.store, "UPDATE step SET ns = 0");
    assert_fails(
        compare_write(&(CompareSettings){.sides = {{.store = f->a.store, .path = "a"}, {.store = f->b.store, .path = "b"}}}, stdout),
        STATUS_INPUT, "b: a step of `pbd cloth n=8");
    fake_sql(f->b.store, "UPDATE cases SET key = 'z' || key");
    assert_fails(
        compare_write(&(CompareSettings){.sides = {{.store = f->a.store, .path = "a"}, {.store = f->b.store, .path = "b"}}}, stdout),
        STATUS_INPUT, "the databases have no common case");
}

// Two builds in one store. Processes of the same round form pairs, so drift that affects both sides adds no spread.
PAIR_TEST(test_builds_of_one_store)
{
    static const double HOUR[] = {1, 3, 1.5, 0.7, 2};
    const int64_t       newer = fake_build(f->a.store, "bbbb", "f64");
    for (int c = 0; c < FAKE_CASES; c++)
        assert_ok(store_case_status(f->a.store, f->a.cases[c], newer, CASE_DONE, ""));
    fake_sql(f->a.store, "UPDATE outcome SET updated = '2000' WHERE build_id = 1; UPDATE build SET \"commit\" = 'c' || hash");
    for (int c = 0; c < FAKE_CASES; c++)
        for (int round = 1; round <= 5; round++) {
            add(&f->a, c, f->a.build, round, HOUR[round - 1]);
            add(&f->a, c, newer, round, HOUR[round - 1] * (1.2 + 0.001 * round));
        }
    CompareSettings settings = between(&f->a, &f->a);
    assert_fails(compare_write(&settings, stdout), STATUS_INPUT, "A and B are the same build bbbb");
    settings.sides[0].build = "aa";
    compare(f, settings, COMPARE_TEXT, STATUS_REGRESSION);
    assert_has(f->text, "  slower      1.50 → 1.80 ms, B/A 1.203 (1.201 to 1.205), 5 pairs");
    assert_ok(store_run(f->a.store, f->a.experiment, 1, "", &f->a.run));
    fake_sql(f->a.store, "UPDATE process SET run_id = 2 WHERE build_id = 2"); // as two unpaired samples no change is detected
    compare(f, settings, COMPARE_TEXT, STATUS_OK);
    assert_has(f->text, "  unresolved  1.50 → 1.80 ms");
    settings.sides[0].build = "cb", settings.sides[1].build = "ca"; // selected by commit
    compare(f, settings, COMPARE_TEXT, STATUS_OK);
    assert_has(f->text, "1.80 → 1.50 ms");
    settings.sides[1].build = "c";
    assert_fails(compare_write(&settings, stdout), STATUS_INPUT, "`c` matches several builds, for example bbbb");
    settings.sides[1].build = "d";
    assert_fails(compare_write(&settings, stdout), STATUS_INPUT, "no hash or commit of a build begins with `d`");
}

// The same build on both sides of a run: the side is recorded for each process.
PAIR_TEST(test_sides_of_one_build)
{
    for (int c = 0; c < FAKE_CASES; c++)
        for (int round = 1; round <= 10; round++)
            add(&f->a, c, f->a.build, (round + 1) / 2, round % 2 ? 1 : 1.1 + 0.0001 * round);
    CompareSettings settings = between(&f->a, &f->a);
    assert_fails(compare_write(&settings, stdout), STATUS_INPUT, "A and B are the same build");
    fake_sql(f->a.store, "UPDATE process SET side = 1 - id %% 2");
    compare(f, settings, COMPARE_TEXT, STATUS_REGRESSION);
    assert_has(f->text, "  slower      1.00 → 1.10 ms, B/A 1.101 (1.100 to 1.101), 5 pairs");
    int64_t other = 0; // a build of another run is on neither side
    assert_ok(store_run(f->a.store, f->a.experiment, 1, "", &other));
    f->a.run = other;
    for (int round = 1; round <= 5; round++)
        add(&f->a, 0, f->a.build, round, 7);
    compare(f, settings, COMPARE_TEXT, STATUS_REGRESSION);
    assert_has(f->text, "  slower      1.00 → 1.10 ms, B/A 1.101 (1.100 to 1.101), 5 pairs");
}
