// The store: what goes in comes out, what is no store is refused untouched, one runner at a time, and a full disk or a kill loses nothing.
#include "fake_store.h"
#include "store/private/file_system.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>

#include "base/file.h"
#include "experiment/setting_names.h"
#include "store/export.h"

typedef struct Fixture {
    char *folder, path[256];
} Fixture;

static int set_up(void **state)
{
    Fixture *f = calloc(1, sizeof *f);
    f->folder = fake_folder();
    fake_path(f->folder, "runs.db", f->path);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    Fixture                 *f = *state;
    static const char *const NAMES[] = {"runs.db", "runs.db-wal", "runs.db-shm", "runs.db.lock", "other.db", "text.txt", "out.csv"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char path[256];
        fake_path(f->folder, NAMES[i], path);
        unlink(path);
    }
    assert_int_equal(rmdir(f->folder), 0); // nothing else was left behind
    free(f->folder);
    free(f);
    return 0;
}

static const FakeCase PBD = {"pbd", NULL, "f64", 32, 5, 2}, PD = {"pd", "dense", "f64", 32, 5, 2};

// One case with three timed repetitions of 1, 2 and 4 ms, one phased and one measured.
static int64_t fill(Store *store, int64_t *build)
{
    const int64_t experiment = fake_experiment(store, "test", "name: test\n");
    const int64_t id = fake_case(store, experiment, 0, &PBD);
    *build = fake_build(store, "build-a", "f64");
    fake_model(store, id, *build, 100);
    assert_ok(store_case_status(store, id, *build, CASE_RUNNING, ""));
    assert_ok(fake_timed(store, id, *build, 20, 5, 4000000));
    assert_ok(fake_timed(store, id, *build, 20, 5, 1000000));
    assert_ok(fake_timed(store, id, *build, 20, 5, 2000000));
    assert_ok(fake_phased(store, id, *build, 20, 1000000));
    assert_ok(fake_measured(store, id, *build, 5, 0.5));
    assert_ok(store_case_status(store, id, *build, CASE_DONE, ""));
    return id;
}

TEST_WITH(test_round_trip, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        build = 0, found = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t id = fill(store, &build);
    store_close(store);
    assert_ok(store_open(f->path, STORE_READ, &store));
    CaseStatus status = CASE_PENDING;
    int        done[PASS_COUNT];
    assert_ok(store_case_progress(store, id, build, &status, done));
    assert_int_equal(status, CASE_DONE);
    assert_int_equal(done[PASS_TIMED], 3);
    assert_int_equal(done[PASS_PHASED], 1);
    assert_int_equal(done[PASS_MEASURED], 1);
    assert_ok(store_case_progress(store, id, build + 1, &status, done)); // another build has done nothing of it
    assert_int_equal(status, CASE_PENDING);
    assert_int_equal(done[PASS_TIMED], 0);
    assert_ok(store_find_build(store, "build-a", &found));
    assert_int_equal(found, build);
    assert_ok(store_find_build(store, "build-b", &found));
    assert_int_equal(found, 0);
    assert_ok(store_find_case(store, "pbd--f64-32-5-2", &found));
    assert_int_equal(found, id);
    store_close(store);
}

// All queries of a reader see the same rows, although a run writes between them, and the writer does not wait for the reader.
TEST_WITH(test_a_reader_sees_one_moment, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *writer = NULL, *reader = NULL;
    int64_t        build = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &writer));
    const int64_t id = fill(writer, &build);
    assert_ok(store_open(f->path, STORE_READ, &reader));
    assert_ok(fake_timed(writer, id, build, 20, 5, 4000000));
    assert_near(fake_query(reader, "SELECT count(*) FROM repetition"), 5, 0);
    assert_near(fake_query(reader, "SELECT count(*) FROM step"), 60, 0);
    store_close(reader);
    assert_ok(store_open(f->path, STORE_READ, &reader));
    assert_near(fake_query(reader, "SELECT count(*) FROM repetition"), 6, 0);
    store_close(reader);
    store_close(writer);
}

TEST_WITH(test_views, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        build = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    fill(store, &build);
    assert_near(fake_query(store, "SELECT count(*) FROM timed_step"), 60, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM timed_step WHERE warmup"), 6, 0); // a tenth of each
    assert_near(fake_query(store, "SELECT max(step_ms) FROM timed_step WHERE NOT warmup"), 4, 1e-12);
    assert_near(fake_query(store, "SELECT ns_per_constraint FROM timed_step WHERE step = 19 AND repetition = 1"), 2000, 1e-9);
    assert_near(fake_query(store, "SELECT time_ms FROM timed_iteration WHERE step = 19 AND repetition = 2 AND iteration = 3"), 1.2, 1e-12);
    assert_near(fake_query(store, "SELECT step_ms FROM case_summary"), 2, 1e-12); // median of 4, 1 and 2
    assert_near(fake_query(store, "SELECT timed_repetitions FROM case_summary"), 3, 0);
    assert_near(fake_query(store, "SELECT error FROM case_summary"), 0.55 / 32, 1e-12); // between 0.1/32 and 1/32
    assert_near(fake_query(store, "SELECT hashes FROM case_summary"), 1, 0);
    const char *observed = "UPDATE repetition SET peak_bytes = 9 * peak_bytes WHERE pass = 'measured'";
    assert_int_equal(sqlite3_exec(store_handle(store), observed, NULL, NULL, NULL), SQLITE_OK);
    assert_near(fake_query(store, "SELECT peak_bytes FROM case_summary"), 1 << 20, 0); // the observer's memory is not the solver's
    assert_near(fake_query(store, "SELECT step_ms FROM phase_time WHERE phase = 'project' AND step = 7"), 0.8, 1e-12);
    assert_near(fake_query(store, "SELECT iteration_ms FROM phase_time WHERE phase = 'project' AND step = 7"), 0.16, 1e-12);
    assert_near(fake_query(store, "SELECT share FROM phase_time WHERE phase = 'predict' AND step = 7"), 0.1, 1e-12);
    assert_near(fake_query(store, "SELECT count(*) FROM setup_time WHERE phase = 'factor' AND ms = 5"), 5, 0); // every pass
    // the start is iteration 0, and three steps have 6 rows each
    assert_near(fake_query(store, "SELECT count(*) FROM convergence"), 18, 0);
    assert_near(fake_query(store, "SELECT max(iteration) FROM convergence WHERE step = 1"), 5, 0);
    assert_near(fake_query(store, "SELECT error FROM convergence WHERE step = 1 AND iteration = 2"), 0.25, 1e-12);
    assert_near(fake_query(store, "SELECT count(*) FROM convergence WHERE error IS NULL AND NOT probe"), 6, 0);
    store_close(store);
}

// Steps that iterate until they have converged: the step of median time is not the one of median cost.
TEST_WITH(test_medians_of_uneven_steps, set_up, tear_down)
{
    static const int ITERATIONS[] = {1, 10, 1, 10, 0};
    const Fixture   *f = *state;
    Store           *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    fake_model(store, id, build, 100);
    json_t *rows = fake_begin(PASS_TIMED);
    for (int step = 0; step < 5; step++) { // the first is warm-up; the last took no iteration and has no cost of one
        json_t *clock = json_array();
        for (int i = 1; i <= ITERATIONS[step]; i++)
            json_array_append_new(clock, json_integer(i));
        json_array_append_new(
            rows, json_pack("{s:s,s:i,s:i,s:o}", "row", "step", "step", step, "ns", step < 4 ? 1000 * step : 10, "iteration_ns", clock));
    }
    assert_ok(fake_end(store, id, build, rows, "aa"));
    assert_ok(store_case_status(store, id, build, CASE_DONE, ""));
    assert_near(fake_query(store, "SELECT step_ms FROM case_summary"), 0.0015, 1e-12);     // of 1, 2, 3 and 0.01 µs
    assert_near(fake_query(store, "SELECT ns_per_constraint FROM case_summary"), 3, 1e-9); // of 1, 20 and 3
    store_close(store);
}

// ---- signs of disturbance, counters, facts ----

static json_t *sign(bool known, double value)
{
    return known ? json_real(value) : json_null();
}

// Ten steps of which the first is warm-up. switches, stolen, frequency: what the system tells.
static json_t *disturbed_rows(bool switches, bool stolen, bool frequency)
{
    json_t *rows = fake_begin(PASS_TIMED);
    for (int step = 0; step < 10; step++) {
        const double ghz = step == 4 ? 2.5 : step == 5 ? 2.6 : 3.0; // less than 85 % of 3.0 is slow
        json_array_append_new(rows, json_pack("{s:s,s:i,s:i,s:[],s:o,s:o,s:o}", "row", "step", "step", step, "ns", 1000, "iteration_ns",
                                              "switches", switches ? json_integer(step == 1 || step == 4) : json_null(), "stolen_ms",
                                              sign(stolen, step == 2 ? 10 : 0), "ghz", sign(frequency, ghz)));
    }
    return rows;
}

// What a build is said to be at the start gives way to what its worker says. Environments do not differ by the sources of a worker.
TEST_WITH(test_facts_of_a_build, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        id = 0, again = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), other = fake_build(store, "c", "f64");
    json_t       *environment = fake_environment("f64");
    assert_ok(store_environment(store, environment, &id));
    json_object_set_new(environment, "commit", json_string("fedc"));
    json_object_set_new(environment, "diff", json_string("+a line\n"));
    assert_ok(store_build_facts(store, build, environment));
    assert_near(fake_query(store, "SELECT count(*) FROM build WHERE diff = '+a line' || char(10) AND \"commit\" = 'fedc' AND dirty"), 1, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM build WHERE diff IS NULL AND \"commit\" LIKE '0123%'"), 1, 0);
    assert_int_not_equal(build, other);
    json_object_set_new(environment, "dirty", json_null());
    json_object_set_new(environment, "diff", json_null());
    assert_ok(store_build_facts(store, build, environment));
    assert_near(fake_query(store, "SELECT count(*) FROM build WHERE diff IS NULL AND dirty IS NULL"), 1, 0);
    json_object_set_new(environment, "commit", json_string("0123456789abcdef0123456789abcdef01234567"));
    json_object_set_new(environment, "dirty", json_true());
    json_object_set_new(environment, "diff", json_string("+another\n"));
    assert_ok(store_environment(store, environment, &again));
    assert_int_equal(again, id);
    assert_near(fake_query(store, "SELECT count(*) FROM environment WHERE json LIKE '%another%'"), 0, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM meta WHERE key = 'sqlite' AND value LIKE '3.%-%-%'"), 1, 0);
    json_decref(environment);
    store_close(store);
}

TEST_WITH(test_disturbed_samples, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    assert_ok(fake_end(store, id, build, disturbed_rows(true, true, true), "aa"));
    assert_near(fake_query(store, "SELECT group_concat(step, '') FROM timed_step WHERE disturbed = 1"), 124, 0);
    assert_near(fake_query(store, "SELECT group_concat(step, '') FROM timed_step WHERE switched = 1"), 14, 0);
    assert_near(fake_query(store, "SELECT group_concat(step, '') FROM timed_step WHERE stolen = 1"), 2, 0);
    assert_near(fake_query(store, "SELECT group_concat(step, '') FROM timed_step WHERE slow = 1"), 4, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM timed_step WHERE disturbed = 0"), 7, 0);
    assert_near(fake_query(store, "SELECT samples * 100 + disturbed_samples FROM disturbance"), 903, 0);
    assert_near(fake_query(store, "SELECT switched_samples * 100 + stolen_samples * 10 + slow_samples FROM disturbance"), 211, 0);
    assert_near(fake_query(store, "SELECT disturbed_share FROM disturbance"), 3.0 / 9, 1e-15);
    assert_near(fake_query(store, "SELECT highest_ghz - lowest_ghz FROM disturbance"), 0.5, 1e-12);
    store_close(store);
}

// Where waiting is told it decides: a switch of a few microseconds disturbs nothing.
TEST_WITH(test_waiting_decides, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    json_t       *rows = fake_begin(PASS_TIMED);
    for (int step = 0; step < 4; step++)
        json_array_append_new(rows, json_pack("{s:s,s:i,s:i,s:[],s:i,s:f}", "row", "step", "step", step, "ns", 1000, "iteration_ns",
                                              "switches", step != 3, "waited_share",
                                              step == 1   ? 0.001
                                              : step == 2 ? 0.02
                                                          : 0.03));
    assert_ok(fake_end(store, id, build, rows, "aa"));
    assert_near(fake_query(store, "SELECT group_concat(switched, '') FROM timed_step"), 1011, 0);
    assert_near(fake_query(store, "SELECT disturbed_samples FROM disturbance"), 2, 0);
    store_close(store);
}

// What the system does not tell is not known; it is not zero.
TEST_WITH(test_unknown_disturbance, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    assert_ok(fake_end(store, id, build, disturbed_rows(false, true, false), "aa"));
    assert_near(fake_query(store, "SELECT group_concat(step, '') FROM timed_step WHERE disturbed = 1"), 2, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM timed_step WHERE disturbed = 0"), 9, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM timed_step WHERE switched IS NULL AND slow IS NULL AND stolen IS NOT NULL"), 10, 0);
    assert_ok(fake_end(store, id, build, disturbed_rows(false, false, false), "aa"));
    assert_near(fake_query(store, "SELECT count(*) FROM timed_step WHERE repetition = 1 AND disturbed IS NULL"), 10, 0);
    assert_near(fake_query(store, "SELECT disturbed_share IS NULL AND disturbed_samples IS NULL FROM disturbance WHERE repetition = 1"), 1,
                0);
    store_close(store);
}

TEST_WITH(test_counters, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    json_t *rows = fake_begin(PASS_TIMED);
    json_array_append_new(rows, json_pack("{s:s,s:s,s:i,s:{s:i,s:i,s:n}}", "row", "counters", "phase", "solve", "steps", 8, "values",
                                          "wall_ns", 2000, "cycles", 6000, "llc_misses"));
    json_array_append_new(rows, json_pack("{s:s,s:s,s:i,s:{s:i,s:i}}", "row", "counters", "phase", "step", "steps", 8, "values", "wall_ns",
                                          500, "cycles", 8000));
    assert_ok(fake_end(store, fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD), fake_build(store, "b", "f64"),
                       rows, "aa"));
    assert_near(fake_query(store, "SELECT per_ns FROM counter_value WHERE counter = 'cycles' AND phase = 'solve'"), 3, 0);
    assert_near(fake_query(store, "SELECT per_ns FROM counter_value WHERE counter = 'cycles' AND phase = 'step'"), 16, 0); // its own time
    assert_near(fake_query(store, "SELECT per_step FROM counter_value WHERE counter = 'cycles' AND phase = 'solve'"), 750, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM counter_value"), 5, 0);
    assert_near(fake_query(store, "SELECT counted_value IS NULL AND per_step IS NULL FROM counter_value WHERE counter = 'llc_misses'"), 1,
                0);
    store_close(store);
}

// Each build of a case has a row of its own, with its own times and errors.
TEST_WITH(test_summary_of_two_builds, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    for (int k = 0; k < 2; k++) {
        const int64_t build = fake_build(store, k ? "b" : "a", "f64");
        assert_ok(fake_timed(store, id, build, 20, 4, k ? 3000000 : 1000000));
        assert_ok(fake_measured(store, id, build, 5, k ? 0.25 : 0.5));
        assert_ok(store_case_status(store, id, build, CASE_DONE, ""));
    }
    assert_near(fake_query(store, "SELECT count(*) FROM case_summary"), 2, 0);
    assert_near(fake_query(store, "SELECT min(step_ms) FROM case_summary"), 1, 1e-12);
    assert_near(fake_query(store, "SELECT max(step_ms) FROM case_summary"), 3, 1e-12);
    assert_near(fake_query(store, "SELECT error FROM case_summary WHERE step_ms < 2"), 0.55 / 32, 1e-12);
    assert_near(fake_query(store, "SELECT error FROM case_summary WHERE step_ms > 2"), 0.55 / 1024, 1e-12);
    store_close(store);
}

TEST_WITH(test_facts_of_linsys_and_schedule, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PD);
    json_t       *row = json_pack("{s:s,s:f,s:s}", "name", "auto", "residual", 0.25, "chosen", "dense");
    assert_ok(store_linsys(store, id, build, fake_complete(ROW_LINSYS, row)));
    json_decref(row);
    row = json_pack("{s:i,s:i}", "clusters", 12, "barriers", 5);
    assert_ok(store_model(store, id, build, fake_complete(ROW_MODEL, row)));
    json_decref(row);
    assert_near(fake_query(store, "SELECT solve_residual FROM linsys_fact WHERE chosen = 'dense'"), 0.25, 0);
    assert_near(fake_query(store, "SELECT 10 * clusters + barriers FROM model_fact"), 125, 0);
    store_close(store);
}

// A case that iterates over substeps counts on; the start of a later substep is where the one before ended.
TEST_WITH(test_convergence_over_substeps, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    json_t       *rows = fake_begin(PASS_MEASURED);
    for (int substep = 0; substep < 2; substep++)
        for (int i = -1; i < 2; i++)
            json_array_append_new(
                rows, json_pack("{s:s,s:i,s:b,s:i,s:i}", "row", "iterate", "step", 0, "probe", 1, "substep", substep, "iteration", i));
    assert_ok(fake_end(store, id, fake_build(store, "b", "f64"), rows, "aa"));
    assert_near(fake_query(store, "SELECT group_concat(iteration, '') FROM convergence"), 12234, 0); // 0 1 2 2 3 4
    store_close(store);
}

TEST_WITH(test_parameters_are_typed, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t e = fake_experiment(store, "test", "name: test\n");
    fake_case(store, e, 0, &PBD);
    fake_case(store, e, 1, &PD);
    assert_near(fake_query(store, "SELECT count(*) FROM parameter WHERE name = 'scene.n' AND typeof(value) = 'integer' AND value = 32"), 2,
                0);
    assert_near(fake_query(store, "SELECT count(*) FROM parameter WHERE name = 'dt' AND typeof(value) = 'real' AND value = 0.25"), 2, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM parameter WHERE name = 'linsys' AND value = 'dense'"), 1, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM parameter WHERE name = 'solver' AND typeof(value) = 'text'"), 2, 0);
    store_close(store);
}

// Asking again finds what is there; two experiments share a case and its measurements.
TEST_WITH(test_rows_are_found_again, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        build = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t id = fill(store, &build), experiment = fake_experiment(store, "test", "name: test\n");
    assert_int_equal(fake_case(store, experiment, 0, &PBD), id);
    assert_int_equal(fake_build(store, "build-a", "f64"), build);
    const int64_t second = fake_experiment(store, "test", "name: test # edited\n");
    assert_int_not_equal(second, experiment);
    assert_int_equal(fake_case(store, second, 0, &PBD), id);
    assert_near(fake_query(store, "SELECT count(*) FROM environment"), 1, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM plan"), 2, 0);
    assert_near(fake_query(store, "SELECT max(number) FROM repetition WHERE pass = 'timed'"), 2, 0);
    store_close(store);
}

TEST_WITH(test_half_repetition_is_refused, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        build = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t id = fill(store, &build);
    json_t       *rows = fake_begin(PASS_TIMED);
    assert_int_equal(fake_repetition(store, id, build, 1, rows, -1).code, STATUS_INTERNAL);
    // a row that the schema refuses takes the whole repetition with it
    json_array_append_new(rows, json_pack("{s:s,s:i,s:i,s:[i]}", "row", "step", "step", 0, "ns", 5, "iteration_ns", 5));
    json_array_append_new(rows, json_pack("{s:s,s:i,s:i,s:[i]}", "row", "step", "step", 0, "ns", 5, "iteration_ns", 5));
    assert_int_equal(fake_end(store, id, build, rows, "aa").code, STATUS_PROTOCOL);
    assert_near(fake_query(store, "SELECT count(*) FROM repetition WHERE pass = 'timed'"), 3, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM step"), 60, 0);
    store_close(store);
}

// A key that is missing or that the list does not have is found when a row arrives, also in a row inside it. A missing one is never stored
// as NULL: without that look the whole row, or repetition, is refused.
TEST_WITH(test_keys_are_checked, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    for (int kind = 0; kind < ROW_KINDS; kind++) {
        const RowType *type = row_type((RowKind)kind);
        json_t        *row = fake_complete((RowKind)kind, json_pack("{s:s}", "row", type->name));
        char           text[160];
        if (type->place == ROW_NESTED)
            json_object_del(row, "row");
        assert_ok(row_check((RowKind)kind, row));
        json_object_set_new(row, "surplus", json_null());
        snprintf(text, sizeof text, "a row `%s` has the unknown key `surplus`", type->name);
        assert_fails(row_check((RowKind)kind, row), STATUS_PROTOCOL, text);
        json_object_del(row, "surplus");
        json_object_del(row, type->fields->name);
        snprintf(text, sizeof text, "a row `%s` lacks the key `%s`", type->name, type->fields->name);
        assert_fails(row_check((RowKind)kind, row), STATUS_PROTOCOL, text);
        json_decref(row);
    }
    json_t *traffic = json_pack("{s:s,s:{s:{s:i}}}", "row", "traffic", "phases", "solve", "runs", 1);
    assert_fails(row_check(ROW_TRAFFIC, traffic), STATUS_PROTOCOL, "a row `phase of a row `traffic`` lacks the key");
    json_decref(traffic);
    json_t *model = fake_complete(ROW_MODEL, json_pack("{s:s,s:{s:i}}", "row", "model", "contact", "points", 1));
    assert_fails(row_check(ROW_MODEL, model), STATUS_PROTOCOL, "a row `contact of a row `model`` lacks the key");
    json_object_del(model, "pinned");
    assert_int_equal(store_model(store, id, build, model).code, STATUS_INTERNAL);
    json_decref(model);
    json_t *rows = fake_begin(PASS_MEASURED), *row = fake_complete(ROW_ITERATE, json_pack("{s:s}", "row", "iterate"));
    json_object_del(row, "gap");
    json_array_append_new(rows, row);
    json_array_append_new(rows, fake_complete(ROW_END, json_pack("{s:s,s:s}", "row", "end", "hash", "aa")));
    assert_int_equal(fake_repetition(store, id, build, fake_environment_id(store), rows, -1).code, STATUS_INTERNAL);
    json_decref(rows);
    assert_near(
        fake_query(store, "SELECT (SELECT count(*) FROM repetition) + (SELECT count(*) FROM iterate) + (SELECT count(*) FROM model)"), 0,
        0);
    store_close(store);
}

// ---- frames, forces, time to accuracy ----

static json_t *frame_row(int step, double error)
{
    return json_pack("{s:s,s:i,s:f,s:o,s:f,s:f,s:f,s:[f,f,f],s:[f,f,f],s:[f,f,f],s:[f,f,f],s:f,s:f,s:f,s:n,s:f,s:i}", "row", "frame",
                     "step", step, "time_s", (step + 1) * 0.25, "error", error < 0 ? json_null() : json_real(error), "kinetic", 1.0,
                     "elastic", 2.0, "potential", -4.5, "momentum", 3.0, 0.0, 4.0, "angular", 0.0, -2.0, 0.0, "centre", 0.5, 1.5, 2.5,
                     "tracked", 7.0, 8.0, 9.0, "constraint_max", 0.25, "constraint_rms", 0.125, "volume_error", 0.375, "area_error",
                     "bending_error", 1.25, "broken", step);
}

TEST_WITH(test_trajectory, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    json_t       *rows = fake_begin(PASS_MEASURED);
    json_array_append_new(rows, frame_row(4, 0.5));
    json_array_append_new(rows, frame_row(9, 0.75));
    assert_ok(fake_end(store, id, build, rows, "aa"));
    rows = fake_begin(PASS_MEASURED);
    json_array_append_new(rows, frame_row(9, 0.25));
    assert_ok(fake_end(store, id, build, rows, "aa"));
    rows = fake_begin(PASS_MEASURED);
    json_array_append_new(rows, frame_row(9, -1)); // without a reference
    assert_ok(fake_end(store, id, build, rows, "aa"));
    assert_ok(store_case_status(store, id, build, CASE_DONE, ""));
    assert_near(fake_query(store, "SELECT count(*) FROM trajectory"), 4, 0);
    assert_near(fake_query(store, "SELECT group_concat(step, '') FROM trajectory WHERE last"), 999, 0);
    assert_near(fake_query(store, "SELECT trajectory_error FROM trajectory WHERE step = 4"), 0.5, 0);
    assert_near(fake_query(store, "SELECT time_s FROM trajectory WHERE step = 4"), 1.25, 0);
    assert_near(fake_query(store, "SELECT energy FROM trajectory"), -1.5, 1e-15);
    assert_near(fake_query(store, "SELECT momentum FROM trajectory"), 5, 1e-15);
    assert_near(fake_query(store, "SELECT angular FROM trajectory"), 2, 1e-15);
    assert_near(fake_query(store, "SELECT centre_x + 10 * centre_y + 100 * centre_z FROM trajectory"), 265.5, 1e-12);
    assert_near(fake_query(store, "SELECT tracked_x + 10 * tracked_y + 100 * tracked_z FROM trajectory"), 987, 1e-12);
    assert_near(fake_query(store, "SELECT constraint_max / constraint_rms FROM trajectory"), 2, 0);
    assert_near(fake_query(store, "SELECT volume_error + 10 * bending_error FROM trajectory WHERE area_error IS NULL"), 12.875, 1e-12);
    assert_near(fake_query(store, "SELECT broken FROM trajectory WHERE last"), 9, 0);
    assert_near(fake_query(store, "SELECT trajectory_error FROM case_summary"), 0.5, 1e-15); // of 0.75 and 0.25
    store_close(store);
}

// Cost beside error: medians of each process, then over them; what a case that did not come to its end has left counts for nothing.
TEST_WITH(test_work, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const FakeCase diverged = {"xpbd", NULL, "f64", 8, 5, 1};
    const int64_t  build = fake_build(store, "b", "f64"), experiment = fake_experiment(store, "test", "name: test\n");
    const int64_t  id = fake_case(store, experiment, 0, &PBD), other = fake_case(store, experiment, 1, &diverged);
    assert_ok(fake_timed(store, id, build, 20, 5, 2000000));
    assert_ok(fake_timed(store, id, build, 20, 5, 4000000));
    assert_ok(fake_measured(store, id, build, 5, 0.5));
    json_t *rows = fake_begin(PASS_MEASURED);
    json_array_append_new(rows, frame_row(4, 0.5));
    json_array_append_new(rows, frame_row(9, 0.75));
    assert_ok(fake_end(store, id, build, rows, "aa"));
    assert_ok(fake_timed(store, other, build, 20, 5, 1000000));
    fake_process(store, 1);
    assert_ok(fake_timed(store, id, build, 20, 5, 6000000));
    fake_process(store, 2);
    assert_ok(store_case_status(store, id, build, CASE_DONE, ""));
    assert_ok(store_case_status(store, other, build, CASE_DIVERGED, "gone"));
    assert_near(fake_query(store, "SELECT count(*) FROM case_work"), 2, 0);
    assert_near(fake_query(store, "SELECT step_ms FROM work_process WHERE process = 1 AND label LIKE 'pbd%'"), 3, 1e-12); // of 2 and 4
    assert_near(fake_query(store, "SELECT step_ms FROM case_work"), 4.5, 1e-12);                                          // of 3 and 6
    assert_near(fake_query(store, "SELECT run_ms FROM case_work"), (18 + 20) * 4.5, 1e-9); // two steps are ten times as long
    assert_near(fake_query(store, "SELECT cold_ms - run_ms FROM case_work"), 10, 1e-9);
    assert_near(fake_query(store, "SELECT setup_ms FROM case_work"), 10, 1e-12);
    assert_near(fake_query(store, "SELECT seconds_per_second FROM case_work"), 0.171 / (20 * 0.25), 1e-12);
    assert_near(fake_query(store, "SELECT iterations_run FROM case_work"), 100, 0);
    assert_near(fake_query(store, "SELECT error FROM case_work"), 0.55 / 32, 1e-12); // between the two probes
    assert_near(fake_query(store, "SELECT trajectory_error FROM case_work"), 0.75, 0);
    assert_near(fake_query(store, "SELECT energy FROM case_work"), -1.5, 1e-15);
    assert_near(fake_query(store, "SELECT cold_ms FROM wide_case WHERE solver = 'pbd'"), 181, 1e-9);
    assert_near(fake_query(store, "SELECT step_ms IS NULL AND error IS NULL AND energy IS NULL FROM case_work WHERE label LIKE 'xpbd%'"), 1,
                0);
    rows = fake_begin(PASS_MEASURED); // a case of the measured pass alone
    for (int step = 0; step < 3; step++)
        json_array_append_new(
            rows, json_pack("{s:s,s:i,s:b,s:s,s:i}", "row", "step_end", "step", step, "probe", 0, "ended", "done", "iterations", 7));
    const FakeCase alone = {"pbd", NULL, "f64", 16, 7, 1};
    const int64_t  third = fake_case(store, experiment, 2, &alone);
    assert_ok(fake_end(store, third, build, rows, "aa"));
    assert_ok(store_case_status(store, third, build, CASE_DONE, ""));
    assert_near(fake_query(store, "SELECT iterations_run + 100 * steps_run FROM case_work WHERE label LIKE '%n=16%' AND run_ms IS NULL"),
                321, 0);
    store_close(store);
}

TEST_WITH(test_forces, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    json_t *rows = fake_begin(PASS_MEASURED);
    json_array_append_new(rows, json_pack("{s:s,s:i,s:f,s:s,s:[f,f,f],s:[f,f,f]}", "row", "force", "step", 3, "time_s", 1.0, "kind",
                                          "distance", "force", -11.0, 2.0, 0.0, "reference", -10.0, -2.0, 0.0));
    json_array_append_new(rows, json_pack("{s:s,s:i,s:f,s:s,s:[f],s:n}", "row", "force", "step", 3, "time_s", 1.0, "kind", "attachment",
                                          "force", -5.0, "reference"));
    assert_ok(fake_end(store, fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD), fake_build(store, "b", "f64"),
                       rows, "aa"));
    assert_near(fake_query(store, "SELECT count(*) FROM constraint_force"), 4, 0);
    assert_near(fake_query(store, "SELECT sum(force) FROM constraint_force WHERE constraint_kind = 'distance'"), -9, 1e-15);
    assert_near(fake_query(store, "SELECT force_error FROM constraint_force WHERE constraint_kind = 'distance' AND constraint_index = 0"),
                0.1, 1e-15);
    assert_near(fake_query(store, "SELECT force_error FROM constraint_force WHERE constraint_kind = 'distance' AND constraint_index = 1"),
                2, 0);
    assert_near(fake_query(store, "SELECT reference_force FROM constraint_force WHERE constraint_index = 1"), -2, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM constraint_force WHERE force_error IS NULL"), 2, 0); // 0 / 0, and no reference
    assert_near(fake_query(store, "SELECT force FROM constraint_force WHERE constraint_kind = 'attachment' AND reference_force IS NULL"),
                -5, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM constraint_force WHERE last AND step = 3 AND time_s = 1"), 4, 0);
    store_close(store);
}

static json_t *contact_row(int step, int found, int missed, double work)
{
    return json_pack("{s:s,s:i,s:f,s:i,s:i,s:i,s:f,s:f,s:f,s:i}", "row", "contact", "step", step, "time_s", (step + 1) * 0.25, "found",
                     found, "active", found / 2, "missed", missed, "penetration_max", 0.5, "penetration_mean", 0.125, "friction_work", work,
                     "colours", 7);
}

// A phased step of 10 ms: 1 ms of boxes, 2 of pairs, 0.5 of colours, 1.5 of projection, the rest the solver's own.
static json_t *contact_phases(int step)
{
    return json_pack("{s:s,s:i,s:i,s:{s:i,s:i,s:i,s:i,s:i}}", "row", "phases", "step", step, "ns", 10000000, "phase_ns", "broad", 1000000,
                     "narrow", 2000000, "contact_colour", 500000, "project", 5000000, "contact", 1500000);
}

TEST_WITH(test_contacts, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), experiment = fake_experiment(store, "test", "name: test\n");
    const int64_t id = fake_case(store, experiment, 0, &PBD), free = fake_case(store, experiment, 1, &PD);
    json_t       *model = json_pack("{s:s,s:i,s:{s:i,s:i,s:i,s:i,s:f,s:n,s:i}}", "row", "model", "particles", 8, "contact", "points", 100,
                                    "edges", 200, "triangles", 50, "colliders", 2, "thickness", 0.25, "stiffness", "bytes", 4096);
    for (int again = 0; again < 2; again++) // replaces what was there
        assert_ok(store_model(store, id, build, fake_complete(ROW_MODEL, model)));
    json_decref(model);
    fake_model(store, free, build, 100);
    json_t *rows = fake_begin(PASS_MEASURED);
    for (int step = 0; step < 3; step++)
        json_array_append_new(rows, contact_row(step, 10 * step, step, 0.5));
    assert_ok(fake_end(store, id, build, rows, "aa"));
    for (int k = 0; k < 2; k++) { // one with contact, one in which nothing can touch
        rows = fake_begin(PASS_PHASED);
        json_array_append_new(rows, contact_phases(0));
        json_array_append_new(rows, contact_phases(1));
        assert_ok(fake_end(store, k ? free : id, build, rows, "aa"));
    }
    assert_near(fake_query(store, "SELECT count(*) FROM contact_step"), 3, 0);
    assert_near(fake_query(store, "SELECT found + 100 * active + 10000 * missed FROM contact_step WHERE last"), 21020, 0);
    assert_near(fake_query(store, "SELECT friction_total FROM contact_step WHERE step = 1"), 1, 1e-15);
    assert_near(fake_query(store, "SELECT penetration_max + penetration_mean + friction_work FROM contact_step"), 1.125, 1e-15);
    assert_near(fake_query(store, "SELECT contact_colours FROM contact_step WHERE time_s = 0.75"), 7, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM contact_time"), 2, 0); // not of the case without contact
    assert_near(fake_query(store, "SELECT detection_ms FROM contact_time WHERE warmup"), 3.5, 1e-12);
    assert_near(fake_query(store, "SELECT broad_ms + 10 * narrow_ms + 100 * colour_ms + 1000 * project_ms FROM contact_time"), 1571, 1e-9);
    assert_near(fake_query(store, "SELECT contact_share FROM contact_time WHERE step = 1"), 0.5, 1e-12);
    assert_near(fake_query(store, "SELECT velocity_ms FROM contact_time"), 0, 0);
    assert_near(fake_query(store, "SELECT detection_ns_per_primitive FROM contact_time"), 1e4, 1e-8);
    assert_near(fake_query(store, "SELECT primitives FROM model_fact WHERE surface_points = 100"), 350, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM model_fact WHERE primitives IS NULL"), 1, 0);
    assert_near(fake_query(store, "SELECT bytes_contact + contact_thickness FROM model_fact WHERE contact_stiffness IS NULL"
                                  " AND colliders = 2"),
                4096.25, 0);
    store_close(store);
}

// Errors of a probe step, of that at the start, the start first; negative: not known.
static void add_probe(json_t *rows, int step, int substep, int count, const double *errors)
{
    for (int i = 0; i < count; i++)
        json_array_append_new(rows, json_pack("{s:s,s:i,s:b,s:i,s:i,s:o}", "row", "iterate", "step", step, "probe", 1, "substep", substep,
                                              "iteration", i - 1, "error_of_start", errors[i] < 0 ? json_null() : json_real(errors[i])));
}

#define NEEDED(step, target) \
    fake_query(store, "SELECT coalesce(iterations_needed, -1) FROM accuracy WHERE step = " #step " AND abs(accuracy_target - " #target \
                      ") < 1e-9")
#define TIME(step, target) \
    fake_query(store, "SELECT coalesce(time_ms, -1) FROM accuracy WHERE step = " #step " AND abs(accuracy_target - " #target ") < 1e-9")

#define COLD(step, target) \
    fake_query(store, "SELECT coalesce(cold_ms, -1) FROM accuracy WHERE step = " #step " AND abs(accuracy_target - " #target ") < 1e-9")

// A probe of two iterations that take a third and all of it.
static void add_clock(json_t *rows, int step, int round, json_int_t ns, const char *hash)
{
    json_t *clock = ns ? json_pack("[I,I]", ns / 3, ns) : json_null();
    json_array_append_new(rows, json_pack("{s:s,s:i,s:i,s:o,s:o,s:s}", "row", "probe", "step", step, "round", round, "ns",
                                          ns ? json_integer(ns) : json_null(), "iteration_ns", clock, "hash", hash));
}

// The clock of a probe is the median over its rounds, without the first of several; a probe that ends differently is as bad as a last step.
TEST_WITH(test_probes, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t    build = fake_build(store, "b", "f64"), id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    json_t          *rows = fake_begin(PASS_TIMED);
    const json_int_t ROUNDS[] = {90000000, 3000000, 6000000, 60000000, 9000000};
    for (int round = 0; round < 5; round++)
        add_clock(rows, 4, round, ROUNDS[round], "44");
    add_clock(rows, 9, 0, 12000000, "99"); // a single round has no warm-up
    assert_ok(fake_end(store, id, build, rows, "aa"));
    assert_near(fake_query(store, "SELECT count(*) FROM probe_clock"), 4, 0);
    assert_near(fake_query(store, "SELECT time_ms FROM probe_clock WHERE step = 4 AND iteration = 1"), 2.5, 1e-12);
    assert_near(fake_query(store, "SELECT time_ms FROM probe_clock WHERE step = 4 AND iteration = 2"), 7.5, 1e-12);
    assert_near(fake_query(store, "SELECT time_ms FROM probe_clock WHERE step = 9 AND iteration = 1"), 4, 1e-12);

    rows = fake_begin(PASS_MEASURED);
    add_probe(rows, 4, 0, 3, (const double[]){1, 0.05, 0.005});
    add_probe(rows, 5, 0, 3, (const double[]){1, 0.05, 0.005}); // whose clock is that of the steps
    add_clock(rows, 4, 0, 0, "44");
    add_clock(rows, 9, 0, 0, "99");
    assert_ok(fake_end(store, id, build, rows, "aa"));
    assert_near(fake_query(store, "SELECT time_ms FROM wide_iteration WHERE step = 4 AND iteration = 2"), 7.5, 1e-12);
    assert_near(fake_query(store, "SELECT count(*) FROM wide_iteration WHERE step = 4 AND iteration = 0 AND time_ms = 0"), 1, 0);
    assert_near(fake_query(store, "SELECT count(time_ms) FROM wide_iteration WHERE step = 5"), 0, 0); // not timed
    assert_ok(fake_timed(store, id, build, 20, 2, 2000000));
    assert_ok(store_case_status(store, id, build, CASE_DONE, ""));
    assert_near(TIME(4, 1e-1), 2.5, 1e-12);
    assert_near(TIME(4, 1e-2), 7.5, 1e-12);
    assert_near(TIME(5, 1e-1), 1, 1e-12);
    assert_near(TIME(5, 1e-2), 2, 1e-12);
    assert_near(fake_query(store, "SELECT count(*) FROM probe_clock"), 4, 0);
    assert_near(fake_query(store, "SELECT hashes FROM case_outcome"), 1, 0);
    rows = fake_begin(PASS_MEASURED);
    add_clock(rows, 4, 0, 0, "44");
    add_clock(rows, 9, 0, 0, "98");
    assert_ok(fake_end(store, id, build, rows, "aa"));
    assert_near(fake_query(store, "SELECT hashes FROM case_outcome"), 2, 0);
    store_close(store);
}

TEST_WITH(test_accuracy, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    assert_ok(fake_timed(store, id, build, 20, 6, 6000000)); // 1 ms an iteration; warm-up steps ten times as long
    assert_ok(fake_timed(store, id, build, 20, 6, 12000000));
    assert_ok(fake_timed(store, id, build, 3, 6, 240000000)); // a few far off on both sides move a mean, not a median
    assert_ok(fake_timed(store, id, build, 3, 6, 6000));
    assert_ok(fake_timed(store, id, fake_build(store, "other", "f64"), 20, 6, 60000000)); // another build has other times
    json_t *rows = fake_begin(PASS_MEASURED);
    add_probe(rows, 0, 0, 5, (const double[]){1, 0.05, 0.2, 0.05, 0.005});     // below 0.1, above, and below to the end
    add_probe(rows, 1, 0, 5, (const double[]){0.01, 0.009, 1e-4, 1e-7, 2e-3}); // starts below 0.1, ends above 1e-3
    add_probe(rows, 2, 0, 3, (const double[]){0.5, 0.05, 0.005});              // a first substep of two iterations …
    add_probe(rows, 2, 1, 3, (const double[]){-1, -1, -1});                    // … and a second, which no reference knows
    add_probe(rows, 3, 0, 3, (const double[]){0.5, 0.05, -1});                 // ends where no error is one: not a number, say
    add_probe(rows, 4, 0, 3, (const double[]){-1, -1, -1});                    // without a reference
    for (int step = 0; step <= 5; step += 5) // on the case's own trajectory: what is observed in the step of a probe is not the probe
        json_array_append_new(rows, json_pack("{s:s,s:i,s:b,s:i,s:i,s:n}", "row", "iterate", "step", step, "probe", 0, "substep", 0,
                                              "iteration", -1, "error"));
    json_array_append_new(rows, json_pack("{s:s,s:i,s:b,s:i,s:i,s:f,s:f,s:f,s:f,s:f,s:f}", "row", "iterate", "step", 6, "probe", 0,
                                          "substep", 0, "iteration", -1, "objective", 2.0, "gap", 0.25, "elastic", 3.0, "potential", 4.0,
                                          "area_error", 0.5, "bending_error", 0.75));
    assert_ok(fake_end(store, id, build, rows, "aa"));
    assert_near(fake_query(store, "SELECT gap + 10 * elastic + 100 * potential FROM convergence WHERE step = 6"), 430.25, 0);
    assert_near(fake_query(store, "SELECT area_error + 10 * bending_error FROM convergence WHERE volume_error IS NULL AND step = 6"), 8, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM accuracy"), 4 * 6, 0); // six targets; no row for steps 4 and 5
    assert_near(fake_query(store, "SELECT sum(reached) FROM accuracy WHERE (iterations_needed IS NULL) + reached = 1"), 6, 0);
    assert_near(fake_query(store, "SELECT sum((iterations_needed IS NULL) + reached) FROM accuracy"), 24, 0);
    assert_near(NEEDED(0, 1e-1), 3, 0);
    assert_near(NEEDED(0, 1e-2), 4, 0);
    assert_near(NEEDED(0, 1e-3), -1, 0);
    assert_near(NEEDED(1, 1e-1), 0, 0);
    assert_near(NEEDED(1, 1e-2), 1, 0);  // below it means less than it
    assert_near(NEEDED(1, 1e-3), -1, 0); // it was there, and rose again
    assert_near(NEEDED(2, 1e-1), 1, 0);
    assert_near(NEEDED(2, 1e-2), 2, 0);
    assert_near(NEEDED(3, 1e-1), -1, 0);
    assert_near(TIME(0, 1e-1), 4.5, 1e-12); // 3 iterations: of 18 steps at 3 ms and 18 at 6 ms
    assert_near(TIME(0, 1e-3), -1, 0);
    assert_near(TIME(1, 1e-1), 0, 0);
    assert_near(TIME(2, 1e-2), 3, 1e-12);
    assert_near(COLD(0, 1e-1), 14.5, 1e-12); // 10 ms of set-up in every repetition
    assert_near(COLD(0, 1e-3), -1, 0);
    assert_near(COLD(1, 1e-1), 10, 1e-12);
    assert_near(fake_query(store, "SELECT count(*) FROM accuracy_clock WHERE step = 0 AND iterations_needed = 3"), 4, 0);
    assert_near(fake_query(store, "SELECT min(time_ms) FROM accuracy_clock WHERE step = 0 AND iterations_needed = 3"), 0.003, 1e-12);
    assert_near(fake_query(store, "SELECT sum(cold_ms - time_ms) FROM accuracy_clock WHERE step = 2 AND iterations_needed = 2"), 40, 1e-9);
    rows = fake_begin(PASS_MEASURED); // a second measured repetition has rows of its own
    add_probe(rows, 0, 0, 9, (const double[]){1, 1, 1, 1, 1, 1, 1, 1, 0.05});
    assert_ok(fake_end(store, id, build, rows, "aa"));
    assert_near(fake_query(store, "SELECT count(*) FROM accuracy"), 5 * 6, 0);
    assert_near(fake_query(store, "SELECT iterations_needed FROM accuracy WHERE step = 0 AND repetition = 1 AND accuracy_target = 0.1"), 8,
                0);
    assert_near(fake_query(store, "SELECT time_ms IS NULL FROM accuracy WHERE step = 0 AND repetition = 1 AND accuracy_target = 0.1"), 1,
                0);
    assert_near(NEEDED(0, 1e-1), 3, 0);
    store_close(store);
}

// ---- what is no store ----

static void make_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void assert_same_bytes(const char *path, const char *before, size_t size)
{
    char  *after = NULL;
    size_t after_size = 0;
    assert_ok(file_read(path, 1 << 24, &after, &after_size));
    assert_int_equal(after_size, size);
    assert_memory_equal(after, before, size);
    free(after);
}

static void refuse_both_ways(const char *path, const char *part)
{
    Store *store = NULL;
    char  *before = NULL;
    size_t size = 0;
    assert_ok(file_read(path, 1 << 24, &before, &size));
    assert_fails(store_open(path, STORE_READ, &store), STATUS_INPUT, part);
    assert_null(store);
    assert_same_bytes(path, before, size);
    assert_fails(store_open(path, STORE_WRITE, &store), STATUS_INPUT, part);
    assert_null(store);
    assert_same_bytes(path, before, size);
    free(before);
}

// A wall clock that was set back does not make an older build the latest.
TEST_WITH(test_clock_goes_back, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        build = 0, run = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t id = fill(store, &build), newer = fake_build(store, "newer", "f64");
    assert_int_equal(sqlite3_exec(store_handle(store), "UPDATE outcome SET updated = '2999-01-01T00:00:00Z'", NULL, NULL, NULL), SQLITE_OK);
    assert_ok(store_run(store, 1, 1, "", &run));
    assert_ok(store_case_status(store, id, newer, CASE_DONE, ""));
    assert_near(fake_query(store, "SELECT build_id FROM outcome ORDER BY updated DESC, build_id DESC LIMIT 1"), (double)newer, 0);
    assert_near(fake_query(store, "SELECT started >= '2999' FROM run ORDER BY id DESC LIMIT 1"), 1, 0);
    store_close(store);
}

TEST_WITH(test_network_file_systems, set_up, tear_down)
{
    assert_fails(file_system_check("a/x.db", 0x6969), STATUS_IO, "a/x.db: lies on NFS, where a database that is written to may be damaged");
    assert_fails(file_system_check("x.db", (int64_t)(int32_t)0xff534d42), STATUS_IO, "lies on SMB"); // f_type may be a signed word
    assert_fails(file_system_check("x.db", 0x65735546), STATUS_IO, "lies on FUSE");
    assert_ok(file_system_check("x.db", 0xef53));
    assert_true(file_system_type("/proc/x.db") == 0x9fa0);
    assert_true(file_system_type("/x.db") != 0 && file_system_type("x.db") != 0);
    assert_true(file_system_type("/nonexistent/x.db") == 0);
}

TEST_WITH(test_refusals, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    sqlite3       *db = NULL;
    char           path[256], missing[300];
    fake_path(f->folder, "text.txt", path);
    make_file(path, "This is a text that is longer than the header of a database, which has a hundred bytes at the beginning, see?\n");
    refuse_both_ways(path, "not a database");
    make_file(path, "short");
    refuse_both_ways(path, "not a database");
    fake_path(f->folder, "other.db", path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE t (x); INSERT INTO t VALUES (1)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    refuse_both_ways(path, "not one of weft");
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    assert_int_equal(sqlite3_exec(store_handle(store), "PRAGMA user_version = 99", NULL, NULL, NULL), SQLITE_OK);
    store_close(store);
    refuse_both_ways(f->path, "schema version 99");
    assert_fails(store_open(f->folder, STORE_READ, &store), STATUS_INPUT, "not a file");
    snprintf(missing, sizeof missing, "%s/none/runs.db", f->folder);
    assert_fails(store_open(missing, STORE_READ, &store), STATUS_IO, "No such file");
    assert_fails(store_open(missing, STORE_WRITE, &store), STATUS_IO, "cannot be written");
}

// How steps ended: one row each for steps and probes, and the count of those without convergence in what is exported.
TEST_WITH(test_step_ends, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        build = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t id = fill(store, &build);
    json_t       *rows = fake_begin(PASS_MEASURED);
    for (int step = 0; step < 4; step++)
        json_array_append_new(rows, json_pack("{s:s,s:i,s:b,s:s,s:i,s:s,s:f,s:f}", "row", "step_end", "step", step % 3, "probe", step == 3,
                                              "ended", step % 3 ? "converged" : "unconverged", "iterations", 5 + step, "residual",
                                              "relative gradient", "residual_begin", 4.0, "residual_end", step % 3 ? 1e-12 : 2.0));
    assert_ok(fake_close(store, id, build, rows, "aa", 2));
    assert_near(fake_query(store, "SELECT count(*) FROM step_outcome"), 4, 0);
    assert_near(fake_query(store, "SELECT sum(unconverged) + 10 * sum(unconverged AND probe) FROM step_outcome"), 12, 0);
    assert_near(fake_query(store, "SELECT residual_ratio + 10 * iterations_used FROM step_outcome WHERE probe"), 80.5, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM step_outcome WHERE ended = 'converged' AND residual = 'relative gradient'"), 2, 0);
    assert_near(fake_query(store, "SELECT unconverged_steps FROM case_outcome"), 2, 0);
    assert_near(fake_query(store, "SELECT unconverged_steps FROM case_summary"), 2, 0);
    rows = fake_begin(PASS_MEASURED);
    json_array_append_new(rows, json_pack("{s:s,s:i,s:n}", "row", "step_end", "step", 0, "ended"));
    assert_int_equal(fake_end(store, id, build, rows, "aa").code, STATUS_PROTOCOL); // no row without an end
    store_close(store);
}

// An empty file is what a maker that was killed leaves: a new run takes it, a reader says so.
TEST_WITH(test_empty_file, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    make_file(f->path, "");
    assert_fails(store_open(f->path, STORE_READ, &store), STATUS_INPUT, "empty");
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    assert_near(fake_query(store, "SELECT value FROM meta WHERE key = 'schema_version'"), 9, 0);
    store_close(store);
    assert_ok(store_open(f->path, STORE_READ, &store));
    store_close(store);
}

// ---- one runner, and its death ----

TEST_WITH(test_one_runner, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *first = NULL, *second = NULL, *reader = NULL;
    assert_ok(store_open(f->path, STORE_WRITE, &first));
    assert_fails(store_open(f->path, STORE_WRITE, &second), STATUS_IO, "busy");
    assert_ok(store_open(f->path, STORE_READ, &reader)); // readers are welcome
    store_close(reader);
    store_close(first);
    assert_ok(store_open(f->path, STORE_WRITE, &second));
    store_close(second);
    store_close(NULL);
}

// A child stores repetitions as fast as it can and is killed without warning; what it finished is whole and the next run may write.
TEST_WITH(test_killed_runner, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int            ready[2], code = 0;
    char           byte = 0;
    assert_int_equal(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        int64_t build = 0;
        if (store_open(f->path, STORE_WRITE, &store).code != STATUS_OK)
            _exit(1);
        const int64_t id = fill(store, &build);
        while (fake_timed(store, id, build, 50, 5, 1000).code == STATUS_OK)
            if (write(ready[1], "x", 1) != 1)
                _exit(1);
        _exit(1);
    }
    close(ready[1]);
    for (int i = 0; i < 10; i++)
        assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_true(WIFSIGNALED(code));
    close(ready[0]);
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    assert_true(fake_query(store, "SELECT count(*) FROM repetition WHERE pass = 'timed'") >= 13);
    assert_near(fake_query(store, "SELECT count(*) FROM (SELECT count(s.step) AS n FROM repetition AS r LEFT JOIN step AS s"
                                  " ON s.repetition_id = r.id WHERE r.pass = 'timed' GROUP BY r.id) WHERE n NOT IN (20, 50)"),
                0, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1, 0);
    store_close(store);
}

// ---- a full disk ----

TEST_WITH(test_full_disk, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        build = 0;
    int            stored = 3;
    char           sql[80];
    Status         status = status_ok();
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    assert_near(fake_query(store, "PRAGMA synchronous"), 2, 0); // FULL: a commit returns after its data is on the disk
    const int64_t id = fill(store, &build);
    snprintf(sql, sizeof sql, "PRAGMA max_page_count = %.0f", fake_query(store, "PRAGMA page_count") + 40);
    assert_true(fake_query(store, sql) > 0);
    while (stored < 200 && (status = fake_timed(store, id, build, 200, 20, 1000000)).code == STATUS_OK)
        stored++;
    assert_int_equal(status.code, STATUS_IO);
    assert_non_null(strstr(status.text, "disk is full"));
    assert_near(fake_query(store, "SELECT count(*) FROM repetition WHERE pass = 'timed'"), stored, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM step"), 60 + 200 * (stored - 3), 0);
    assert_true(fake_query(store, "PRAGMA max_page_count = 1000000") > 0); // space again: the run may go on with the same store
    assert_ok(fake_timed(store, id, build, 200, 20, 1000000));
    store_close(store);
    assert_ok(store_open(f->path, STORE_READ, &store));
    assert_near(fake_query(store, "SELECT count(*) FROM repetition WHERE pass = 'timed'"), stored + 1, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1, 0);
    store_close(store);
}

// ---- export ----

static char *export(Store *store, const char *table, ExportFormat format)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_ok(store_export(store, table, format, out));
    fclose(out);
    return text;
}

TEST_WITH(test_export, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        build = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t id = fill(store, &build);
    assert_ok(store_case_status(store, id, build, CASE_FAILED, "a \"quoted\", long\nmessage"));
    char *csv = export(store, "outcome", EXPORT_CSV);
    assert_string_equal(strtok(csv, "\r"), "case_id,build_id,status,message,updated");
    assert_non_null(strstr(strtok(NULL, "\r") + 1, "1,1,failed,\"a \"\"quoted\"\", long\nmessage\",20"));
    free(csv);
    csv = export(store, "step", EXPORT_CSV);
    int lines = 0;
    for (const char *p = csv; (p = strstr(p, "\r\n")); p += 2)
        lines++;
    assert_int_equal(lines, 61);
    free(csv);
    char   *text = export(store, NULL, EXPORT_JSON);
    json_t *json = json_loads(text, 0, NULL);
    assert_int_equal(json_array_size(json), 1);
    assert_near(json_real_value(json_object_get(json_array_get(json, 0), "step_ms")), 2, 1e-15);
    assert_string_equal(json_string_value(json_object_get(json_array_get(json, 0), "message")), "a \"quoted\", long\nmessage");
    json_decref(json);
    free(text);
    text = export(store, "step", EXPORT_JSONL); // an object a line, and nothing else
    lines = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), lines++) {
        json = json_loads(line, 0, NULL);
        assert_int_equal(json_integer_value(json_object_get(json, "step")), lines % 20);
        json_decref(json);
    }
    assert_int_equal(lines, 60);
    free(text);
    text = export(store, "linsys", EXPORT_JSONL);
    assert_string_equal(text, "");
    free(text);
    text = export(store, "linsys", EXPORT_JSON); // empty, and still JSON
    json = json_loads(text, 0, NULL);
    assert_true(json_is_array(json) && json_array_size(json) == 0);
    json_decref(json);
    free(text);
    assert_fails(store_export(store, "stepp", EXPORT_CSV, stdout), STATUS_INPUT, "did you mean `step`?");
    assert_fails(store_export(store, "sqlite_schema", EXPORT_CSV, stdout), STATUS_INPUT, "--table dictionary");
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_fails(store_export(store, "step", EXPORT_CSV, full), STATUS_IO, "No space left");
    fclose(full);
    store_close(store);
}

// ---- wide views ----

static double has_column(Store *store, const char *view, const char *column)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM pragma_table_info('%s') WHERE name = '%s'", view, column);
    return fake_query(store, sql);
}

// Every setting is a column, also one that came after the store was made; and the file has them for programs that are not weft.
TEST_WITH(test_wide_views, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    sqlite3       *db = NULL;
    sqlite3_stmt  *row = NULL;
    int64_t        build = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    fill(store, &build);
    assert_near(fake_query(store, "SELECT count(*) FROM wide_case WHERE solver = 'pbd' AND \"scene.n\" = 32 AND iterations = 5"), 1, 0);
    assert_near(fake_query(store, "SELECT step_ms + 100 * constraints FROM wide_case WHERE precision = 'f64' AND threads = 2"), 10002,
                1e-9);
    assert_near(fake_query(store, "SELECT count(*) FROM wide_case WHERE build_hash = 'build-a' AND build_commit LIKE '0123%'"), 1, 0);
    assert_near(fake_query(store, "SELECT 100 * sum(dt = 0.25) + sum(warmup) FROM wide_step WHERE typeof(dt) = 'real'"), 6006, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM wide_iteration WHERE solver = 'pbd'"), 18, 0);
    assert_near(fake_query(store, "SELECT error FROM wide_iteration WHERE step = 1 AND iteration = 2 AND time_ms IS NULL"), 0.25, 1e-12);
    assert_near(has_column(store, "wide_step", "linsys"), 0, 0);
    fake_case(store, fake_experiment(store, "test", "name: test\n"), 1, &PD);
    assert_near(has_column(store, "wide_step", "linsys"), 1, 0);
    store_close(store);
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*) FROM wide_step WHERE linsys IS NULL", -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(row, 0), 60);
    sqlite3_finalize(row);
    sqlite3_close(db);
}

static void execute(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

// A column of which views speak cannot be dropped.
static void drop_views(const char *path)
{
    Store *store = NULL;
    char   sql[4096] = "";
    assert_ok(store_open(path, STORE_READ, &store));
    sqlite3_stmt *views = NULL;
    assert_int_equal(sqlite3_prepare_v2(store_handle(store), "SELECT name FROM main.sqlite_schema WHERE type = 'view'", -1, &views, NULL),
                     SQLITE_OK);
    while (sqlite3_step(views) == SQLITE_ROW)
        snprintf(sql + strlen(sql), sizeof sql - strlen(sql), "DROP VIEW %s;", (const char *)sqlite3_column_text(views, 0));
    sqlite3_finalize(views);
    store_close(store);
    execute(path, sql);
}

// A field that a later weft added: its column is NULL for a reader, and added by a writer. The same of a table, which is empty.
TEST_WITH(test_missing_column, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        build = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    fill(store, &build);
    store_close(store);
    drop_views(f->path);
    execute(f->path, "ALTER TABLE iterate DROP COLUMN gap; ALTER TABLE frame DROP COLUMN centre; ALTER TABLE environment DROP COLUMN blas;"
                     "DROP TABLE traffic; DELETE FROM meta WHERE key = 'schema_hash'");
    assert_ok(store_open(f->path, STORE_READ, &store));
    assert_near(fake_query(store, "SELECT count(*) FROM convergence WHERE gap IS NULL"), fake_query(store, "SELECT count(*) FROM iterate"),
                0);
    assert_true(fake_query(store, "SELECT count(*) FROM convergence") > 0);
    assert_near(fake_query(store, "SELECT count(centre_x) + count(centre_z) FROM trajectory"), 0, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM traffic"), 0, 0);
    assert_near(has_column(store, "iterate", "gap"), 0, 0);
    store_close(store);
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    assert_near(has_column(store, "iterate", "gap") + has_column(store, "frame", "centre") + has_column(store, "environment", "blas"), 3,
                0);
    assert_near(fake_query(store, "SELECT count(*) FROM main.traffic"), 0, 0);
    assert_near(fake_query(store, "SELECT count(gap) FROM convergence"), 0, 0);
    store_close(store);
    execute(f->path, "PRAGMA user_version = 8");
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++)
        assert_fails(store_open(f->path, (StoreMode)mode, &store), STATUS_INPUT, "a store of schema version 8, this weft reads version");
}

// What a case is judged by are its own steps: probes begin elsewhere, and are more or fewer.
TEST_WITH(test_probes_are_no_steps, set_up, tear_down)
{
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        unconverged = 0;
    json_t        *rows = fake_begin(PASS_MEASURED);
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    for (int step = 0; step < 8; step++)
        json_array_append_new(rows, json_pack("{s:s,s:i,s:b,s:s,s:i,s:n,s:n,s:n}", "row", "step_end", "step", step, "probe", step > 1,
                                              "ended", step > 0 ? "unconverged" : "converged", "iterations", 1, "residual",
                                              "residual_begin", "residual_end"));
    assert_ok(fake_end(store, id, build, rows, "aa"));
    assert_ok(store_unconverged(store, id, build, &unconverged));
    assert_int_equal(unconverged, 1);
    store_close(store);
}

static void add_settings(Store *store, const char *key, json_t *params)
{
    const int64_t e = fake_experiment(store, "test", "name: test\n");
    int64_t       id = 0, position = (int64_t)fake_query(store, "SELECT count(*) FROM plan");
    json_t       *json = json_pack("{s:s,s:s,s:s,s:s,s:o,s:{s:s}}", "scene", "cloth", "solver", "pd", "linsys", "dense", "precision", "f64",
                                   "params", params, "scene_values", "n", "8");
    assert_ok(store_case(store, e, key, "block", (int)position, key, json, &id, &(bool){false}));
    json_decref(json);
}

// A name is a name, whatever it looks like.
TEST_WITH(test_names_of_settings, set_up, tear_down)
{
    static const char *const NAMES[] = {"a \"quote\"", "an 'apostrophe'", "{linsys l}", "CREATE VIEW x AS SELECT 1; CREATE TABLE y (z); --",
                                        "naïve"};
    const Fixture           *f = *state;
    Store                   *store = NULL;
    sqlite3_stmt            *row = NULL;
    json_t                  *params = json_object();
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        json_object_set_new(params, NAMES[i], json_integer((json_int_t)i));
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    add_settings(store, "odd", params);
    assert_int_equal(sqlite3_prepare_v2(store_handle(store), "SELECT * FROM case_setting", -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    for (int i = 0; i < (int)(sizeof NAMES / sizeof *NAMES); i++) {
        int found = 0;
        for (int c = 0; c < sqlite3_column_count(row); c++)
            found += strcmp(sqlite3_column_name(row, c), NAMES[i]) == 0 && sqlite3_column_int(row, c) == i ? 1 : 0;
        assert_int_equal(found, 1);
    }
    sqlite3_finalize(row);
    assert_near(fake_query(store, "SELECT count(*) FROM sqlite_schema WHERE name IN ('x', 'y')"), 0, 0);
    store_close(store);
}

// More settings than SQLite lets a view have: those of the first cases are its columns.
TEST_WITH(test_too_many_settings, set_up, tear_down)
{
    enum { CASES = 4, EACH = 600 };
    const Fixture *f = *state;
    Store         *store = NULL;
    int64_t        left_out = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    for (int c = 0; c < CASES; c++) {
        json_t *params = json_object();
        char    name[40];
        for (int i = 0; i < EACH; i++) {
            snprintf(name, sizeof name, "p%d", (CASES - c) * EACH + i);
            json_object_set_new(params, name, json_integer(i));
        }
        snprintf(name, sizeof name, "case %d", c);
        add_settings(store, name, params);
    }
    assert_near(has_column(store, "wide_iteration", "scene.n") + has_column(store, "wide_case", "p2400"), 2, 0);
    assert_near(has_column(store, "wide_case", "p600"), 0, 0);
    store_close(store);
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
        assert_ok(store_open(f->path, (StoreMode)mode, &store));
        assert_near(fake_query(store, "SELECT count(*) FROM case_setting"), CASES, 0);
        assert_near(fake_query(store, "SELECT count(*) FROM pragma_table_info('wide_case') WHERE name GLOB 'p[0-9]*'"), 1495, 0);
        assert_ok(store_settings_left_out(store, &left_out));
        assert_int_equal(left_out, CASES * EACH - 1495);
        store_close(store);
    }
}

// ---- the dictionary ----

// A case with every setting that there is.
static void add_all_settings(Store *store)
{
    SettingNames names = {0};
    json_t      *params = json_object();
    assert_ok(setting_names_add_all(&names));
    for (int i = 0; i < names.count; i++)
        json_object_set_new(params, names.names[i], json_integer(1));
    add_settings(store, "all settings", params);
    setting_names_end(&names);
}

// Every metric has its formula in a view that its data names.
static void assert_formulas(Store *store)
{
    static const struct {
        const char *data, *views, *name, *formula;
    } METRICS[] = {
#define METRIC_DATA(data, views, rows) {#data, views, NULL, NULL},
#include "record/metric_list.h"
#define METRIC_MEANING(data, name, formula, norm, scale) {#data, NULL, #name, formula},
#include "record/metric_list.h"
    };
    for (size_t i = 0, k = 0; i < sizeof METRICS / sizeof *METRICS; i++, k = 0) {
        char sql[600];
        if (!METRICS[i].name)
            continue;
        while (!METRICS[k].views || strcmp(METRICS[k].data, METRICS[i].data) != 0)
            k++;
        sqlite3_snprintf(sizeof sql, sql,
                         "SELECT count(*) FROM dictionary WHERE instr(' %s ', ' ' || table_name || ' ') AND column_name IN ('%s', '%s_x')"
                         " AND formula LIKE '%q%%'",
                         METRICS[k].views, METRICS[i].name, METRICS[i].name, METRICS[i].formula);
        if (fake_query(store, sql) < 1)
            fail_msg("not in the dictionary: %s", sql);
    }
}

// Every column of every table and view is described, with any setting; every line of the list is needed; no setting has the name of another
// column.
TEST_WITH(test_dictionary, set_up, tear_down)
{
    static const struct {
        const char *table, *name, *meaning;
    } LINES[] = {
#define COLUMN(table, name, unit, meaning) {table, name, meaning},
#include "store/private/column_list.h"
#undef COLUMN
    };
    const Fixture *f = *state;
    Store         *store = NULL;
    sqlite3_stmt  *row = NULL;
    char           sql[400];
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    add_all_settings(store);
    free(export(store, "dictionary", EXPORT_CSV));
    assert_int_equal(sqlite3_prepare_v2(store_handle(store),
                                        "SELECT table_name || '.' || coalesce(column_name, '') FROM dictionary"
                                        " WHERE coalesce(meaning, '') = '' OR column_name LIKE '%:_'",
                                        -1, &row, NULL),
                     SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW)
        print_error("%s has no meaning, or its name twice\n", (const char *)sqlite3_column_text(row, 0));
    assert_int_equal(sqlite3_reset(row), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_DONE);
    sqlite3_finalize(row);
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        assert_int_equal(
            sqlite3_prepare_v2(
                store_handle(store),
                "SELECT count(*) FROM dictionary WHERE column_name = ?1 AND meaning = ?2 AND table_name = coalesce(?3, table_name)", -1,
                &row, NULL),
            SQLITE_OK);
        sqlite3_bind_text(row, 1, LINES[i].name, -1, SQLITE_STATIC);
        sqlite3_bind_text(row, 2, LINES[i].meaning, -1, SQLITE_STATIC);
        sqlite3_bind_text(row, 3, LINES[i].table, -1, SQLITE_STATIC);
        assert_int_equal(sqlite3_step(row), SQLITE_ROW);
        if (sqlite3_column_int(row, 0) == 0)
            fail_msg("column_list.h: the line of `%s.%s` says nothing of any column", LINES[i].table ? LINES[i].table : "", LINES[i].name);
        sqlite3_finalize(row);
    }
    // one of each source: a remark, a label, a view's label, an environment's, a setting of all, of some, of a scene, a comment
    static const char *const SOURCES[] = {
        "table_name = 'run' AND column_name = 'options' AND meaning = 'of the command line, that change what is measured and when'",
        "table_name = 'iterate' AND column_name = 'dual' AND unit = 'm' AND meaning LIKE 'dual residual%'",
        "table_name = 'trajectory' AND column_name = 'centre_y' AND unit = 'm' AND meaning = 'y of the centre of mass'",
        "table_name = 'environment' AND column_name = 'cpu' AND meaning = 'processor'",
        "table_name = 'wide_step' AND column_name = 'dt' AND unit = 's' AND meaning = 'length of a step'",
        "table_name = 'wide_case' AND column_name = 'iterations' AND meaning LIKE '%(pbd, xpbd); %(newton)%'",
        "table_name = 'case_setting' AND column_name = 'scene.n' AND meaning LIKE 'parameter of the scene%'",
        "table_name = 'plan' AND column_name IS NULL AND meaning = 'Which cases an experiment has.'",
        "table_name = 'convergence' AND column_name = 'gap' AND formula LIKE 'Φ(x) − Φ(x*)%; none without a reference'",
        "table_name = 'trajectory' AND column_name = 'centre_y' AND formula LIKE 'Σ m x / Σ m;%'",
        "table_name = 'wide_iteration' AND column_name = 'gradient' AND formula LIKE '%; over free particles; none with anything hard'"};
    for (size_t i = 0; i < sizeof SOURCES / sizeof *SOURCES; i++) {
        snprintf(sql, sizeof sql, "SELECT count(*) FROM dictionary WHERE %s", SOURCES[i]);
        if (fake_query(store, sql) != 1)
            fail_msg("not in the dictionary: %s", SOURCES[i]);
    }
    assert_formulas(store);
    store_close(store);
}

// ---- the cost of a view ----

// The error of an iterate beside its clock: the work of a row does not grow with the iterations of its step, as where the list of clocks is
// read again for each row.
TEST_WITH(test_wide_iteration_is_cheap, set_up, tear_down)
{
    enum { ITERATIONS = 1000 };
    const Fixture *f = *state;
    Store         *store = NULL;
    sqlite3_stmt  *query = NULL;
    json_t        *clock = json_array(), *rows = fake_begin(PASS_TIMED);
    int            count = 0;
    assert_ok(store_open(f->path, STORE_WRITE, &store));
    const int64_t build = fake_build(store, "b", "f64"), id = fake_case(store, fake_experiment(store, "test", "name: test\n"), 0, &PBD);
    for (int i = 1; i <= ITERATIONS; i++)
        json_array_append_new(clock, json_integer(1000 * i));
    json_array_append_new(rows, json_pack("{s:s,s:i,s:i,s:i,s:o,s:s}", "row", "probe", "step", 0, "round", 0, "ns", 1000000, "iteration_ns",
                                          clock, "hash", "a"));
    assert_ok(fake_end(store, id, build, rows, "aa"));
    assert_ok(fake_measured(store, id, build, ITERATIONS, 0.99));
    assert_int_equal(sqlite3_prepare_v2(store_handle(store), "SELECT * FROM wide_iteration WHERE time_ms >= 0", -1, &query, NULL),
                     SQLITE_OK);
    while (sqlite3_step(query) == SQLITE_ROW)
        count++;
    const int work = sqlite3_stmt_status(query, SQLITE_STMTSTATUS_VM_STEP, 0) / ITERATIONS;
    sqlite3_finalize(query);
    assert_int_equal(count, ITERATIONS + 1);
    if (work > 2 * ITERATIONS)
        fail_msg("%d steps of SQLite's machine for a row", work);
    store_close(store);
}
