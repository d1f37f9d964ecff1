// Compare: what hand-made stores are known to hold, and how often the same build is called faster or slower.
#include "fake_store.h"

#include "base/random.h"
#include "judge/compare.h"
#include "judge/private/comparison.h"

// ---- simulated processes: no store ----

enum { SIMULATED = 100, PROCESSES_MOST = 16 };

typedef struct Simulation {
    Comparison   comparison;
    CompareInput inputs[2];
    SideCase     cases[2][SIMULATED];
    ProcessValue values[2][SIMULATED * PROCESSES_MOST];
    char         keys[SIMULATED][8];
} Simulation;

static double normal(Random *random)
{
    return sqrt(-2 * log(1 - random_unit(random))) * cos(2 * M_PI * random_unit(random));
}

// A process: its own layout, now and then disturbed (a tenth of them by 1.35), and what the hour does to both sides of a round.
static double process_ms(Random *random, double spread, bool disturbed)
{
    return exp(spread * normal(random)) * (disturbed && random_unit(random) < 0.1 ? 1.35 : 1);
}

typedef struct Setting {
    int    cases, processes;
    bool   paired, disturbed;
    double spread, factor, threshold; // factor: of the times of B
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
            assert_true(c.answers[COMPARE_SLOWER] + c.answers[COMPARE_FASTER] <= SEEDS * SIMULATED / 100); // and 5 % are promised
            wrong += c.wrong;
            misses += c.mean_misses;
            runs += c.runs;
        }
    // 5 % of the runs with any wrong call, by three standard deviations at most; the interval of the mean likewise.
    assert_true(wrong <= 0.05 * runs + 3 * sqrt(0.05 * 0.95 * runs));
    assert_true(misses <= 0.05 * runs + 3 * sqrt(0.05 * 0.95 * runs));
    const Called two = call(&(Setting){SIMULATED, 5, false, true, 0.2, 1, 0}, 1); // two samples
    assert_true(two.answers[COMPARE_SLOWER] + two.answers[COMPARE_FASTER] <= 1);
}

TEST(test_changes_are_found)
{
    for (int paired = 0; paired < 2; paired++) {
        const Called slower = call(&(Setting){5, 5, paired, false, 0.005, 1.1, 0.03}, 10);
        assert_int_equal(slower.answers[COMPARE_SLOWER], 50);
        const Called faster = call(&(Setting){5, 5, paired, false, 0.005, 0.9, 0.03}, 10);
        assert_int_equal(faster.answers[COMPARE_FASTER], 50);
        const Called same = call(&(Setting){5, 5, paired, false, 0.002, 1.02, 0.03}, 10); // certain, and too little to matter
        assert_int_equal(same.answers[COMPARE_SAME], 50);
        const Called unknown = call(&(Setting){5, 5, paired, false, 0.2, 1, 0.03}, 10);
        assert_true(unknown.answers[COMPARE_UNRESOLVED] >= 48); // of ten runs
    }
}

// A case that is slower at 5 % by itself is not among a hundred others.
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
    assert_near(s->comparison.cases[0].p, p, 0); // drawn first
    assert_true(s->comparison.cases[0].p_holm > p);
    for (int i = 0; i < SIMULATED; i++) {
        const ComparedCase *c = &s->comparison.cases[i];
        int                 above = 0; // cases with a p as large or larger
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

typedef struct Made {
    char    path[256];
    Store  *store;
    int64_t experiment, run, build, cases[FAKE_CASES];
} Made;

static char *folder;

static void make(const char *name, const char *build, Made *out)
{
    *out = (Made){0};
    fake_path(folder, name, out->path);
    assert_ok(store_open(out->path, STORE_WRITE, &out->store));
    out->experiment = fake_experiment(out->store, "fake", "name: fake\n");
    out->build = fake_build(out->store, build, "f64");
    assert_ok(store_run(out->store, out->experiment, 1, "", &out->run));
    for (int c = 0; c < FAKE_CASES; c++) {
        out->cases[c] = fake_case(out->store, out->experiment, c, &CASE_OF[c]);
        assert_ok(store_case_status(out->store, out->cases[c], out->build, CASE_DONE, ""));
    }
}

static void change(const Made *m, const char *sql)
{
    assert_int_equal(sqlite3_exec(store_handle(m->store), sql, NULL, NULL, NULL), SQLITE_OK);
}

// A timed repetition in a process of its own; round 0: of no known process.
static void add(const Made *m, int case_index, int64_t build, int round, double ms)
{
    char               sql[160];
    int64_t            process = 0;
    const StoreProcess row = {.run = m->run, .case_id = m->cases[case_index], .build = build, .round = round, .position = 1};
    assert_ok(fake_timed(m->store, m->cases[case_index], build, 20, 5, (int64_t)(ms * 1e6)));
    if (round == 0)
        return;
    assert_ok(store_process(m->store, &row, &process));
    snprintf(sql, sizeof sql, "UPDATE repetition SET process = %d WHERE id = (SELECT max(id) FROM repetition)", (int)process);
    change(m, sql);
}

// Five processes a case, one hundredth apart; factor: of all.
static void add_all(const Made *m, int64_t build, double factor)
{
    for (int c = 0; c < FAKE_CASES; c++)
        for (int round = 1; round <= 5; round++)
            add(m, c, build, round, factor * (c + 1) * (1 + 0.001 * round));
}

static CompareSettings between(const Made *a, const Made *b)
{
    return (CompareSettings){.sides = {{.store = a->store, .path = a->path}, {.store = b->store, .path = b->path}}, .threshold = 0.03};
}

// What is printed; the caller frees it.
static char *compare(CompareSettings settings, CompareFormat format, Status *status)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *out = open_memstream(&text, &size);
    settings.format = format;
    *status = compare_write(&settings, out);
    fclose(out);
    return text;
}

#define assert_has(text, part) \
    do { \
        if (!strstr((text), (part))) \
            fail_msg("no \"%s\" in:\n%s", (part), (text)); \
    } while (0)

static int set_up(void **state)
{
    folder = fake_folder();
    return 0;
}

static int tear_down(void **state)
{
    fake_remove_folder(folder);
    free(folder);
    return 0;
}

TEST_WITH(test_the_same, set_up, tear_down)
{
    Made   a, b;
    Status status;
    make("a.db", "aaaa-build", &a);
    make("b.db", "bbbb-build", &b);
    add_all(&a, a.build, 1);
    add_all(&b, b.build, 1.001);
    char *text = compare(between(&a, &b), COMPARE_TEXT, &status);
    assert_ok(status);
    assert_has(text, "f64 build aaaa-build, commit 0123456789ab with local changes, GNU 12.2.0,\n       measured 20");
    assert_has(text, "f64 build bbbb-build");
    assert_has(text, "  same        1.00 → 1.00 ms, B/A 1.001 (0.998 to 1.004), 5 and 5 processes");
    assert_has(text, "3 cases in both: 0 slower, 0 faster, 3 same, 0 unresolved, 0 not timed; 0 only");
    assert_has(text, "Worse in B: 0 cases.\n");
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        assert_true(strlen(line) <= 84); // 80 columns; arrows have three bytes
    free(text);
    store_close(a.store);
    store_close(b.store);
}

TEST_WITH(test_slower, set_up, tear_down)
{
    Made   a, b;
    Status status;
    make("a.db", "aaaa", &a);
    make("b.db", "bbbb", &b);
    add_all(&a, a.build, 1);
    add_all(&b, b.build, 1.1);
    char *text = compare(between(&a, &b), COMPARE_TEXT, &status);
    assert_int_equal(status.code, STATUS_REGRESSION);
    assert_string_equal(status.text, "3 of 3 cases are worse in B");
    assert_int_equal(status_exit_code(status.code), 13);
    assert_has(text, "  slower      2.01 → 2.21 ms, B/A 1.100 (1.097 to 1.103)");
    assert_has(text, "Worse in B: 3 cases: 3 slower.");
    free(text);
    text = compare(between(&b, &a), COMPARE_MARKDOWN, &status);
    assert_ok(status);
    assert_has(text,
               "| pbd cloth n=8 iterations=5 threads=1 f64 | faster | 1.10 → 1.00 | 0.909 (0.906 to 0.912) | 5 and 5 processes |  |\n");
    free(text);
    CompareSettings settings = between(&a, &b);
    settings.threshold = 0.2; // it does not matter
    text = compare(settings, COMPARE_TEXT, &status);
    assert_ok(status);
    assert_has(text, "3 same");
    free(text);
    store_close(a.store);
    store_close(b.store);
}

// One process a side: nothing is said of time, whatever it is.
TEST_WITH(test_one_process, set_up, tear_down)
{
    Made   a, b;
    Status status;
    make("a.db", "aaaa", &a);
    make("b.db", "bbbb", &b);
    add_all(&a, a.build, 1);
    for (int c = 0; c < FAKE_CASES; c++)
        for (int i = 0; i < 7; i++)
            add(&b, c, b.build, 0, 2 * (c + 1)); // as old stores have them
    CompareSettings settings = between(&a, &b);
    char           *text = compare(settings, COMPARE_TEXT, &status);
    assert_ok(status);
    assert_has(text, "  unresolved  1.00 → 2.00 ms, B/A 1.994, 5 and 1 processes");
    assert_has(text, "Unresolved in 3 cases: one process a side, so that the spread between processes\nis not known.");
    assert_has(text, "Geometric mean of B/A: 1.994.\n"); // without an interval
    free(text);
    settings.strict = true;
    text = compare(settings, COMPARE_TEXT, &status);
    assert_int_equal(status.code, STATUS_REGRESSION);
    assert_string_equal(status.text, "3 of 3 cases are unresolved, 0 not timed, 0 not measured in B, and --strict was given");
    free(text);
    store_close(a.store);
    store_close(b.store);
}

static void add_measured(const Made *m, int case_index, double factor)
{
    assert_ok(fake_measured(m->store, m->cases[case_index], m->build, 5, factor));
}

// What is the same in every repetition is compared as it is.
TEST_WITH(test_exact_quantities, set_up, tear_down)
{
    Made   a, b;
    Status status;
    make("a.db", "aaaa", &a);
    make("b.db", "bbbb", &b);
    for (int round = 1; round <= 5; round++)
        for (int c = 0; c < FAKE_CASES; c++) {
            add(&a, c, a.build, round, 1 + 0.001 * round);
            add(&b, c, b.build, round, 1 + 0.001 * round);
        }
    add_measured(&a, 0, 0.5);
    add_measured(&b, 0, 0.51);
    assert_ok(fake_close(b.store, b.cases[0], b.build, fake_begin(PASS_MEASURED), "aa", 3));
    add_measured(&a, 1, 0.5);
    add_measured(&b, 1, 0.5005); // below one hundredth
    add_measured(&a, 2, 0.001);
    add_measured(&b, 2, 0.0001);
    change(&b, "UPDATE repetition SET hash = 'bb' WHERE case_id = 2; UPDATE repetition SET peak_bytes = 2 * peak_bytes WHERE case_id = 3;"
               "UPDATE step SET iteration_ns = '[1,2,3,4,5,6]' WHERE repetition_id IN (SELECT id FROM repetition WHERE case_id = 3)");
    char *text = compare(between(&a, &b), COMPARE_TEXT, &status);
    assert_int_equal(status.code, STATUS_REGRESSION);
    assert_string_equal(status.text, "2 of 3 cases are worse in B");
    assert_has(text, "  larger      error 0.0172 → 0.0190 (+10.4 %)\n");
    assert_has(text, "  unconverged steps without convergence: A 0, B 3\n");
    assert_has(text, "  other bits  the final state is not the same to the last bit\n");
    assert_has(text, "  more        iterations 100 → 120 (+20 %)\n");
    assert_has(text, "  more        peak memory 1.00 MiB → 2.00 MiB (+100 %)\n");
    assert_null(strstr(text, "smaller")); // the errors of the third are round-off
    assert_has(text, "Other bits in the final state: 1 case.");
    assert_has(text, "Worse in B: 2 cases: 1 with larger error, 1 with more iterations, 1 with more\npeak memory.");
    free(text);
    text = compare(between(&a, &b), COMPARE_JSON, &status);
    json_t *all = json_loads(text, 0, NULL);
    assert_non_null(all);
    const json_t *first = json_array_get(json_object_get(all, "cases"), 0);
    assert_string_equal(json_string_value(json_object_get(json_object_get(json_object_get(first, "quantities"), "error"), "change")),
                        "larger");
    assert_string_equal(json_string_value(json_object_get(first, "answer")), "same");
    assert_int_equal(json_integer_value(json_object_get(all, "worse")), 2);
    assert_true(json_is_null(json_object_get(json_object_get(json_object_get(first, "quantities"), "trajectory error"), "change")));
    json_decref(all);
    free(text);
    store_close(a.store);
    store_close(b.store);
}

// What a store holds is text of others: neither a row of Markdown nor JSON breaks by it. Numbers are short, times have their unit.
TEST_WITH(test_what_is_printed, set_up, tear_down)
{
    Made            a, b;
    Status          status;
    CompareSettings settings;
    make("a.db", "aaaa", &a);
    make("b.db", "bbbb", &b);
    for (int round = 1; round <= 2; round++) {
        add(&a, 0, a.build, round, round == 1 ? 1e-3 : 1e3);
        add(&b, 0, b.build, round, round == 1 ? 1e-3 : 1e3);
        add(&a, 1, a.build, round, 1);
    }
    add_measured(&b, 1, 0.5);
    change(&a, "UPDATE cases SET label = 'two' || char(10) || 'li|nes' || CAST(x'ff' AS TEXT)");
    settings = between(&a, &b);
    settings.sides[0].path = "a\xff\nb.db";
    char *text = compare(settings, COMPARE_TEXT, &status);
    assert_has(text, "A  a??b.db\n");
    assert_has(text, "  not timed   A 1.00 ms, B nothing\n");
    assert_null(strstr(text, "0000000000"));
    assert_has(text, "e+");
    free(text);
    text = compare(settings, COMPARE_MARKDOWN, &status);
    assert_has(text, "\n| two?li\\|nes? | unresolved |");
    assert_has(text, "- A: `a??b.db`, ");
    free(text);
    text = compare(settings, COMPARE_JSON, &status);
    assert_ok(status);
    json_t *all = json_loads(text, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(json_object_get(all, "a"), "store")), "a??b.db");
    json_decref(all);
    free(text);
    store_close(a.store);
    store_close(b.store);
}

TEST_WITH(test_failed_case, set_up, tear_down)
{
    Made   a, b;
    Status status;
    make("a.db", "aaaa", &a);
    make("b.db", "bbbb", &b);
    add_all(&a, a.build, 1);
    add(&b, 0, b.build, 1, 1);
    assert_ok(store_case_status(b.store, b.cases[1], b.build, CASE_DIVERGED, "positions are not finite"));
    assert_ok(store_case_status(b.store, b.cases[2], b.build, CASE_PENDING, "")); // never run: only A has it
    char *text = compare(between(&a, &b), COMPARE_TEXT, &status);
    assert_int_equal(status.code, STATUS_REGRESSION);
    assert_has(text, "  failed      A done, B diverged: positions are not finite\n");
    assert_has(text, "1 only\nin A, 0 only in B.");
    assert_has(text, "Worse in B: 1 case: 1 failed.");
    free(text);
    text = compare(between(&b, &a), COMPARE_TEXT, &status); // mended
    assert_ok(status);
    free(text);
    change(&b, "UPDATE step SET ns = 0");
    assert_fails(compare_write(&(CompareSettings){.sides = {{.store = a.store, .path = "a"}, {.store = b.store, .path = "b"}}}, stdout),
                 STATUS_INPUT, "b: a step of `pbd cloth n=8");
    change(&b, "UPDATE cases SET key = 'z' || key");
    assert_fails(compare_write(&(CompareSettings){.sides = {{.store = a.store, .path = "a"}, {.store = b.store, .path = "b"}}}, stdout),
                 STATUS_INPUT, "no case is measured in both");
    store_close(a.store);
    store_close(b.store);
}

// Two builds of one store; those of the same rounds are pairs, so that what the hour does to both is no spread.
TEST_WITH(test_builds_of_one_store, set_up, tear_down)
{
    static const double HOUR[] = {1, 3, 1.5, 0.7, 2};
    Made                m;
    Status              status;
    make("a.db", "aaaa", &m);
    const int64_t newer = fake_build(m.store, "bbbb", "f64");
    for (int c = 0; c < FAKE_CASES; c++)
        assert_ok(store_case_status(m.store, m.cases[c], newer, CASE_DONE, ""));
    change(&m, "UPDATE outcome SET updated = '2000' WHERE build_id = 1; UPDATE build SET \"commit\" = 'c' || hash");
    for (int c = 0; c < FAKE_CASES; c++)
        for (int round = 1; round <= 5; round++) {
            add(&m, c, m.build, round, HOUR[round - 1]);
            add(&m, c, newer, round, HOUR[round - 1] * (1.2 + 0.001 * round));
        }
    CompareSettings settings = between(&m, &m);
    assert_fails(compare_write(&settings, stdout), STATUS_INPUT, "A and B are the same measurements, of build bbbb");
    settings.sides[0].build = "aa";
    char *text = compare(settings, COMPARE_TEXT, &status);
    assert_int_equal(status.code, STATUS_REGRESSION);
    assert_has(text, "  slower      1.50 → 1.80 ms, B/A 1.203 (1.201 to 1.205), 5 pairs");
    free(text);
    assert_ok(store_run(m.store, m.experiment, 1, "", &m.run));
    change(&m, "UPDATE process SET run_id = 2 WHERE build_id = 2"); // two samples see nothing in it
    text = compare(settings, COMPARE_TEXT, &status);
    assert_ok(status);
    assert_has(text, "  unresolved  1.50 → 1.80 ms");
    free(text);
    settings.sides[0].build = "cb", settings.sides[1].build = "ca"; // by commit
    text = compare(settings, COMPARE_TEXT, &status);
    assert_has(text, "1.80 → 1.50 ms");
    free(text);
    settings.sides[1].build = "c";
    assert_fails(compare_write(&settings, stdout), STATUS_INPUT, "`c` fits more than one build: bbbb");
    settings.sides[1].build = "d";
    assert_fails(compare_write(&settings, stdout), STATUS_INPUT, "no build has a hash or a commit that begins with `d`");
    store_close(m.store);
}

// The same build on both sides of a run: its processes tell the sides.
TEST_WITH(test_sides_of_one_build, set_up, tear_down)
{
    Made   m;
    Status status;
    make("a.db", "aaaa", &m);
    for (int c = 0; c < FAKE_CASES; c++)
        for (int round = 1; round <= 10; round++)
            add(&m, c, m.build, (round + 1) / 2, round % 2 ? 1 : 1.1 + 0.0001 * round);
    CompareSettings settings = between(&m, &m);
    assert_fails(compare_write(&settings, stdout), STATUS_INPUT, "A and B are the same measurements");
    change(&m, "UPDATE process SET side = 1 - id % 2");
    char *text = compare(settings, COMPARE_TEXT, &status);
    assert_int_equal(status.code, STATUS_REGRESSION);
    assert_has(text, "  slower      1.00 → 1.10 ms, B/A 1.101 (1.100 to 1.101), 5 pairs");
    free(text);
    int64_t other = 0; // what another run has made is of no side
    assert_ok(store_run(m.store, m.experiment, 1, "", &other));
    m.run = other;
    for (int round = 1; round <= 5; round++)
        add(&m, 0, m.build, round, 7);
    char *again = compare(settings, COMPARE_TEXT, &status);
    assert_has(again, "  slower      1.00 → 1.10 ms, B/A 1.101 (1.100 to 1.101), 5 pairs");
    free(again);
    store_close(m.store);
}
