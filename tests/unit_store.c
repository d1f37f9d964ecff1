// The store. Stored data reads back. A file that is not a store is rejected unchanged. Only one runner at a time may write. Neither a full
// disk nor a kill loses data.
#include "fake_store.h"
#include "store/private/file_system.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>

#include "base/file.h"
#include "experiment/setting_names.h"
#include "store/export.h"
#include "store/sql.h"

static const FakeCase PBD = {"pbd", NULL, "f64", 32, 5, 2}, PD = {"pd", "dense", "f64", 32, 5, 2};

static int set_up_empty(void **state)
{
    *state = fake_open("name: test\n");
    return 0;
}

static int set_up(void **state) // with one case
{
    FakeStore *f = fake_open("name: test\n");
    f->ids[0] = fake_case(f->store, f->experiment, 0, &PBD);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    FakeStore               *f = *state;
    static const char *const NAMES[] = {"runs.db", "runs.db-wal", "runs.db-shm", "runs.db.lock", "other.db", "text.txt"};
    store_close(f->store);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char path[256];
        fake_path(f->folder, NAMES[i], path);
        unlink(path);
    }
    assert_int_equal(rmdir(f->folder), 0); // no other file is left
    free(f->folder);
    free(f);
    return 0;
}

// The case with three timed repetitions of 1, 2 and 4 ms, one phased and one measured.
static void fill(FakeStore *f)
{
    static const int64_t NS[] = {4000000, 1000000, 2000000};
    fake_model(f->store, f->ids[0], f->build, 100);
    assert_ok(store_case_status(f->store, f->ids[0], f->build, CASE_RUNNING, ""));
    for (int i = 0; i < 3; i++)
        assert_ok(fake_timed(f->store, f->ids[0], f->build, 20, 5, NS[i]));
    assert_ok(fake_phased(f->store, f->ids[0], f->build, 20, 1000000));
    assert_ok(fake_measured(f->store, f->ids[0], f->build, 5, 0.5));
    assert_ok(store_case_status(f->store, f->ids[0], f->build, CASE_DONE, ""));
}

TEST_ON(FakeStore, test_round_trip, set_up, tear_down)
{
    int64_t found = 0;
    fill(f);
    fake_reopen(f, STORE_READ);
    CaseStatus status = CASE_PENDING;
    int        done[PASS_COUNT];
    assert_ok(store_case_progress(f->store, f->ids[0], f->build, &status, done));
    assert_int_equal(status, CASE_DONE);
    assert_int_equal(done[PASS_TIMED], 3);
    assert_int_equal(done[PASS_PHASED], 1);
    assert_int_equal(done[PASS_MEASURED], 1);
    assert_ok(store_case_progress(f->store, f->ids[0], f->build + 1, &status, done)); // another build has not run any of it
    assert_int_equal(status, CASE_PENDING);
    assert_int_equal(done[PASS_TIMED], 0);
    assert_ok(store_find_build(f->store, "build-a", &found));
    assert_int_equal(found, f->build);
    assert_ok(store_find_build(f->store, "build-b", &found));
    assert_int_equal(found, 0);
    assert_ok(store_find_case(f->store, "pbd--f64-32-5-2", &found));
    assert_int_equal(found, f->ids[0]);
}

// All queries of a reader see the same rows although a run writes in between, and the writer does not wait for the reader.
TEST_ON(FakeStore, test_a_reader_sees_one_moment, set_up, tear_down)
{
    Store *reader = NULL;
    fill(f);
    assert_ok(store_open(f->path, STORE_READ, &reader));
    assert_ok(fake_timed(f->store, f->ids[0], f->build, 20, 5, 4000000));
    assert_query(reader, "count(*) FROM repetition", 5);
    assert_query(reader, "count(*) FROM step", 60);
    store_close(reader);
    assert_ok(store_open(f->path, STORE_READ, &reader));
    assert_query(reader, "count(*) FROM repetition", 6);
    store_close(reader);
}

TEST_ON(FakeStore, test_views, set_up, tear_down)
{
    fill(f);
    assert_query(f->store, "count(*) FROM timed_step", 60);
    assert_query(f->store, "count(*) FROM timed_step WHERE warmup", 6); // 10 % of each repetition
    assert_query(f->store, "max(step_ms) FROM timed_step WHERE NOT warmup", 4);
    assert_query(f->store, "ns_per_constraint FROM timed_step WHERE step = 19 AND repetition = 1", 2000);
    assert_query(f->store, "time_ms FROM timed_iteration WHERE step = 19 AND repetition = 2 AND iteration = 3", 1.2);
    assert_query(f->store, "step_ms FROM case_summary", 2); // median of 4, 1 and 2
    assert_query(f->store, "timed_repetitions FROM case_summary", 3);
    assert_query(f->store, "error FROM case_summary", 0.55 / 32); // between 0.1/32 and 1/32
    assert_query(f->store, "hashes FROM case_summary", 1);
    fake_sql(f->store, "UPDATE repetition SET peak_bytes = 9 * peak_bytes WHERE pass = 'measured'");
    assert_query(f->store, "peak_bytes FROM case_summary", 1 << 20); // memory of the observer is not the solver's
    assert_query(f->store, "step_ms FROM phase_time WHERE phase = 'project' AND step = 7", 0.8);
    assert_query(f->store, "iteration_ms FROM phase_time WHERE phase = 'project' AND step = 7", 0.16);
    assert_query(f->store, "share FROM phase_time WHERE phase = 'predict' AND step = 7", 0.1);
    assert_query(f->store, "count(*) FROM setup_time WHERE phase = 'factor' AND ms = 5", 5); // from every pass
    // the start is iteration 0, and three steps have 6 rows each
    assert_query(f->store, "count(*) FROM convergence", 18);
    assert_query(f->store, "max(iteration) FROM convergence WHERE step = 1", 5);
    assert_query(f->store, "error FROM convergence WHERE step = 1 AND iteration = 2", 0.25);
    assert_query(f->store, "count(*) FROM convergence WHERE error IS NULL AND NOT probe", 6);
}

// Steps that iterate until convergence: the step of median time is not the step of median cost.
TEST_ON(FakeStore, test_medians_of_uneven_steps, set_up, tear_down)
{
    static const int ITERATIONS[] = {1, 10, 1, 10, 0};
    fake_model(f->store, f->ids[0], f->build, 100);
    json_t *rows = fake_begin(PASS_TIMED);
    for (int step = 0; step < 5; step++) { // the first is warm-up; the last has no iteration, hence no cost per iteration
        json_t *clock = json_array();
        for (int i = 1; i <= ITERATIONS[step]; i++)
            json_array_append_new(clock, json_integer(i));
        json_array_append_new(
            rows, json_pack("{s:s,s:i,s:i,s:o}", "row", "step", "step", step, "ns", step < 4 ? 1000 * step : 10, "iteration_ns", clock));
    }
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_ok(store_case_status(f->store, f->ids[0], f->build, CASE_DONE, ""));
    assert_query(f->store, "step_ms FROM case_summary", 0.0015);      // of 1, 2, 3 and 0.01 µs
    assert_query(f->store, "ns_per_constraint FROM case_summary", 3); // of 1, 20 and 3
}

// ---- signs of disturbance, counters, facts ----

// Ten steps of which the first is warm-up. switches, stolen, frequency: whether the system reports them.
static json_t *disturbed_rows(bool switches, bool stolen, bool frequency)
{
    static const char *const GHZ[] = {[4] = "2.5", [5] = "2.6", [9] = NULL}; // less than 85 % of 3.0 is slow
    json_t                  *rows = fake_begin(PASS_TIMED);
    for (int step = 0; step < 10; step++)
        fake_row(rows, "step", "'step': %d, 'ns': 1000, 'iteration_ns': [], 'switches': %s, 'stolen_ms': %s, 'ghz': %s", step,
                 !switches                ? "null"
                 : step == 1 || step == 4 ? "1"
                                          : "0",
                 !stolen     ? "null"
                 : step == 2 ? "10.0"
                             : "0.0",
                 !frequency  ? "null"
                 : GHZ[step] ? GHZ[step]
                             : "3.0");
    return rows;
}

// The facts that a worker reports replace those assumed at the start. The sources of a worker do not make environments differ.
TEST_ON(FakeStore, test_facts_of_a_build, set_up, tear_down)
{
    int64_t       id = 0, again = 0;
    const int64_t other = fake_build(f->store, "c", "f64");
    json_t       *environment = fake_environment("f64");
    assert_ok(store_environment(f->store, environment, &id));
    json_object_set_new(environment, "commit", json_string("fedc"));
    json_object_set_new(environment, "diff", json_string("+a line\n"));
    assert_ok(store_build_facts(f->store, f->build, environment));
    assert_query(f->store, "count(*) FROM build WHERE diff = '+a line' || char(10) AND \"commit\" = 'fedc' AND dirty", 1);
    assert_query(f->store, "count(*) FROM build WHERE diff IS NULL AND \"commit\" LIKE '0123%'", 1);
    assert_int_not_equal(f->build, other);
    json_object_set_new(environment, "dirty", json_null());
    json_object_set_new(environment, "diff", json_null());
    assert_ok(store_build_facts(f->store, f->build, environment));
    assert_query(f->store, "count(*) FROM build WHERE diff IS NULL AND dirty IS NULL", 1);
    json_object_set_new(environment, "commit", json_string("0123456789abcdef0123456789abcdef01234567"));
    json_object_set_new(environment, "dirty", json_true());
    json_object_set_new(environment, "diff", json_string("+another\n"));
    assert_ok(store_environment(f->store, environment, &again));
    assert_int_equal(again, id);
    assert_query(f->store, "count(*) FROM environment WHERE json LIKE '%another%'", 0);
    assert_query(f->store, "count(*) FROM meta WHERE key = 'sqlite' AND value LIKE '3.%-%-%'", 1);
    json_decref(environment);
}

TEST_ON(FakeStore, test_disturbed_samples, set_up, tear_down)
{
    assert_ok(fake_end(f->store, f->ids[0], f->build, disturbed_rows(true, true, true), "aa"));
    assert_query(f->store, "group_concat(step, '') FROM timed_step WHERE disturbed = 1", 124);
    assert_query(f->store, "group_concat(step, '') FROM timed_step WHERE switched = 1", 14);
    assert_query(f->store, "group_concat(step, '') FROM timed_step WHERE stolen = 1", 2);
    assert_query(f->store, "group_concat(step, '') FROM timed_step WHERE slow = 1", 4);
    assert_query(f->store, "count(*) FROM timed_step WHERE disturbed = 0", 7);
    assert_query(f->store, "samples * 100 + disturbed_samples FROM disturbance", 903);
    assert_query(f->store, "switched_samples * 100 + stolen_samples * 10 + slow_samples FROM disturbance", 211);
    assert_query(f->store, "disturbed_share FROM disturbance", 3.0 / 9);
    assert_query(f->store, "highest_ghz - lowest_ghz FROM disturbance", 0.5);
}

// If the waiting time is known it decides: a switch of a few microseconds is no disturbance.
TEST_ON(FakeStore, test_waiting_time_overrides_switches, set_up, tear_down)
{
    static const double WAITED[] = {0.03, 0.001, 0.02, 0.03};
    json_t             *rows = fake_begin(PASS_TIMED);
    for (int step = 0; step < 4; step++)
        fake_row(rows, "step", "'step': %d, 'ns': 1000, 'iteration_ns': [], 'switches': %d, 'waited_share': %g", step, step != 3,
                 WAITED[step]);
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_query(f->store, "group_concat(switched, '') FROM timed_step", 1011);
    assert_query(f->store, "disturbed_samples FROM disturbance", 2);
}

// A value that the system does not report is unknown, not zero.
TEST_ON(FakeStore, test_unknown_disturbance, set_up, tear_down)
{
    assert_ok(fake_end(f->store, f->ids[0], f->build, disturbed_rows(false, true, false), "aa"));
    assert_query(f->store, "group_concat(step, '') FROM timed_step WHERE disturbed = 1", 2);
    assert_query(f->store, "count(*) FROM timed_step WHERE disturbed = 0", 9);
    assert_query(f->store, "count(*) FROM timed_step WHERE switched IS NULL AND slow IS NULL AND stolen IS NOT NULL", 10);
    assert_ok(fake_end(f->store, f->ids[0], f->build, disturbed_rows(false, false, false), "aa"));
    assert_query(f->store, "count(*) FROM timed_step WHERE repetition = 1 AND disturbed IS NULL", 10);
    assert_query(f->store, "disturbed_share IS NULL AND disturbed_samples IS NULL FROM disturbance WHERE repetition = 1", 1);
}

TEST_ON(FakeStore, test_counters, set_up, tear_down)
{
    json_t *rows = fake_begin(PASS_TIMED);
    fake_row(rows, "counters", "'phase': 'solve', 'steps': 8, 'values': {'wall_ns': 2000, 'cycles': 6000, 'llc_misses': null}");
    fake_row(rows, "counters", "'phase': 'step', 'steps': 8, 'values': {'wall_ns': 500, 'cycles': 8000}");
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_query(f->store, "per_ns FROM counter_value WHERE counter = 'cycles' AND phase = 'solve'", 3);
    assert_query(f->store, "per_ns FROM counter_value WHERE counter = 'cycles' AND phase = 'step'", 16); // the step's own time
    assert_query(f->store, "per_step FROM counter_value WHERE counter = 'cycles' AND phase = 'solve'", 750);
    assert_query(f->store, "count(*) FROM counter_value", 5);
    assert_query(f->store, "counted_value IS NULL AND per_step IS NULL FROM counter_value WHERE counter = 'llc_misses'", 1);
}

// Each build of a case has its own row, with its own times and errors.
TEST_ON(FakeStore, test_summary_of_two_builds, set_up, tear_down)
{
    for (int k = 0; k < 2; k++) {
        const int64_t build = fake_build(f->store, k ? "b" : "a", "f64");
        assert_ok(fake_timed(f->store, f->ids[0], build, 20, 4, k ? 3000000 : 1000000));
        assert_ok(fake_measured(f->store, f->ids[0], build, 5, k ? 0.25 : 0.5));
        assert_ok(store_case_status(f->store, f->ids[0], build, CASE_DONE, ""));
    }
    assert_query(f->store, "count(*) FROM case_summary", 2);
    assert_query(f->store, "min(step_ms) FROM case_summary", 1);
    assert_query(f->store, "max(step_ms) FROM case_summary", 3);
    assert_query(f->store, "error FROM case_summary WHERE step_ms < 2", 0.55 / 32);
    assert_query(f->store, "error FROM case_summary WHERE step_ms > 2", 0.55 / 1024);
}

TEST_ON(FakeStore, test_facts_of_linsys_and_schedule, set_up, tear_down)
{
    json_t *row = json_pack("{s:s,s:f,s:s}", "name", "auto", "residual", 0.25, "chosen", "dense");
    assert_ok(store_linsys(f->store, f->ids[0], f->build, fake_complete(ROW_LINSYS, row)));
    json_decref(row);
    row = json_pack("{s:i,s:i}", "clusters", 12, "barriers", 5);
    assert_ok(store_model(f->store, f->ids[0], f->build, fake_complete(ROW_MODEL, row)));
    json_decref(row);
    assert_query(f->store, "solve_residual FROM linsys_fact WHERE chosen = 'dense'", 0.25);
    assert_query(f->store, "10 * clusters + barriers FROM model_fact", 125);
}

// In a case that iterates over substeps the count continues; a later substep starts where the previous one ended.
TEST_ON(FakeStore, test_convergence_over_substeps, set_up, tear_down)
{
    json_t *rows = fake_begin(PASS_MEASURED);
    for (int substep = 0; substep < 2; substep++)
        for (int i = -1; i < 2; i++)
            fake_row(rows, "iterate", "'step': 0, 'probe': true, 'substep': %d, 'iteration': %d", substep, i);
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_query(f->store, "group_concat(iteration, '') FROM convergence", 12234); // 0 1 2 2 3 4
}

TEST_ON(FakeStore, test_parameters_are_typed, set_up, tear_down)
{
    fake_case(f->store, f->experiment, 1, &PD);
    assert_query(f->store, "count(*) FROM parameter WHERE name = 'scene.n' AND typeof(value) = 'integer' AND value = 32", 2);
    assert_query(f->store, "count(*) FROM parameter WHERE name = 'dt' AND typeof(value) = 'real' AND value = 0.25", 2);
    assert_query(f->store, "count(*) FROM parameter WHERE name = 'linsys' AND value = 'dense'", 1);
    assert_query(f->store, "count(*) FROM parameter WHERE name = 'solver' AND typeof(value) = 'text'", 2);
}

// A second request finds the same row; two experiments share a case and its measurements.
TEST_ON(FakeStore, test_rows_are_found_again, set_up, tear_down)
{
    fill(f);
    assert_int_equal(fake_experiment(f->store, "fake", "name: test\n"), f->experiment);
    assert_int_equal(fake_case(f->store, f->experiment, 0, &PBD), f->ids[0]);
    assert_int_equal(fake_build(f->store, "build-a", "f64"), f->build);
    const int64_t second = fake_experiment(f->store, "fake", "name: test # edited\n");
    assert_int_not_equal(second, f->experiment);
    assert_int_equal(fake_case(f->store, second, 0, &PBD), f->ids[0]);
    assert_query(f->store, "count(*) FROM environment", 1);
    assert_query(f->store, "count(*) FROM plan", 2);
    assert_query(f->store, "max(number) FROM repetition WHERE pass = 'timed'", 2);
}

TEST_ON(FakeStore, test_half_repetition_is_refused, set_up, tear_down)
{
    fill(f);
    json_t *rows = fake_begin(PASS_TIMED);
    assert_int_equal(fake_repetition(f->store, f->ids[0], f->build, 1, rows, -1).code, STATUS_INTERNAL);
    // if the schema rejects one row, the whole repetition is rejected
    fake_row(rows, "step", "'step': 0, 'ns': 5, 'iteration_ns': [5]");
    fake_row(rows, "step", "'step': 0, 'ns': 5, 'iteration_ns': [5]");
    assert_int_equal(fake_end(f->store, f->ids[0], f->build, rows, "aa").code, STATUS_PROTOCOL);
    assert_query(f->store, "count(*) FROM repetition WHERE pass = 'timed'", 3);
    assert_query(f->store, "count(*) FROM step", 60);
}

// A missing or unknown key is detected when a row arrives, also in a nested row. Even without this check a missing key is never stored as
// NULL: the store rejects the whole row or repetition.
TEST_ON(FakeStore, test_keys_are_checked, set_up, tear_down)
{
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
    assert_int_equal(store_model(f->store, f->ids[0], f->build, model).code, STATUS_INTERNAL);
    json_decref(model);
    json_t *rows = fake_begin(PASS_MEASURED), *row = fake_complete(ROW_ITERATE, json_pack("{s:s}", "row", "iterate"));
    json_object_del(row, "gap");
    json_array_append_new(rows, row);
    json_array_append_new(rows, fake_complete(ROW_END, json_pack("{s:s,s:s}", "row", "end", "hash", "aa")));
    assert_int_equal(fake_repetition(f->store, f->ids[0], f->build, fake_environment_id(f->store), rows, -1).code, STATUS_INTERNAL);
    json_decref(rows);
    assert_query(f->store, "(SELECT count(*) FROM repetition) + (SELECT count(*) FROM iterate) + (SELECT count(*) FROM model)", 0);
}

// ---- frames, forces, time to accuracy ----

// A repetition of the measured pass with these frames; error: as JSON.
static void add_frames(FakeStore *f, int count, const int *steps, const char *const *errors)
{
    json_t *rows = fake_begin(PASS_MEASURED);
    for (int i = 0; i < count; i++)
        fake_row(rows, "frame",
                 "'step': %d, 'time_s': %g, 'error': %s, 'kinetic': 1.0, 'elastic': 2.0, 'potential': -4.5, 'momentum': [3.0, 0.0, 4.0], "
                 "'angular': [0.0, -2.0, 0.0], 'centre': [0.5, 1.5, 2.5], 'tracked': [7.0, 8.0, 9.0], 'constraint_max': 0.25, "
                 "'constraint_rms': 0.125, 'volume_error': 0.375, 'area_error': null, 'bending_error': 1.25, 'broken': %d",
                 steps[i], (steps[i] + 1) * 0.25, errors[i], steps[i]);
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
}

static const int         FRAME_STEPS[] = {4, 9};
static const char *const FRAME_ERRORS[] = {"0.5", "0.75"};

TEST_ON(FakeStore, test_trajectory, set_up, tear_down)
{
    add_frames(f, 2, FRAME_STEPS, FRAME_ERRORS);
    add_frames(f, 1, (int[]){9}, (const char *const[]){"0.25"});
    add_frames(f, 1, (int[]){9}, (const char *const[]){"null"}); // without a reference
    assert_ok(store_case_status(f->store, f->ids[0], f->build, CASE_DONE, ""));
    assert_query(f->store, "count(*) FROM trajectory", 4);
    assert_query(f->store, "group_concat(step, '') FROM trajectory WHERE last", 999);
    assert_query(f->store, "trajectory_error FROM trajectory WHERE step = 4", 0.5);
    assert_query(f->store, "time_s FROM trajectory WHERE step = 4", 1.25);
    assert_query(f->store, "energy FROM trajectory", -1.5);
    assert_query(f->store, "momentum FROM trajectory", 5);
    assert_query(f->store, "angular FROM trajectory", 2);
    assert_query(f->store, "centre_x + 10 * centre_y + 100 * centre_z FROM trajectory", 265.5);
    assert_query(f->store, "tracked_x + 10 * tracked_y + 100 * tracked_z FROM trajectory", 987);
    assert_query(f->store, "constraint_max / constraint_rms FROM trajectory", 2);
    assert_query(f->store, "volume_error + 10 * bending_error FROM trajectory WHERE area_error IS NULL", 12.875);
    assert_query(f->store, "broken FROM trajectory WHERE last", 9);
    assert_query(f->store, "trajectory_error FROM case_summary", 0.5); // of 0.75 and 0.25
}

// Cost and error: medians of each process, then over processes; data of a case that did not finish does not count.
TEST_ON(FakeStore, test_work, set_up, tear_down)
{
    const FakeCase diverged = {"xpbd", NULL, "f64", 8, 5, 1};
    const int64_t  other = fake_case(f->store, f->experiment, 1, &diverged);
    assert_ok(fake_timed(f->store, f->ids[0], f->build, 20, 5, 2000000));
    assert_ok(fake_timed(f->store, f->ids[0], f->build, 20, 5, 4000000));
    assert_ok(fake_measured(f->store, f->ids[0], f->build, 5, 0.5));
    add_frames(f, 2, FRAME_STEPS, FRAME_ERRORS);
    assert_ok(fake_timed(f->store, other, f->build, 20, 5, 1000000));
    fake_process(f->store, 1);
    assert_ok(fake_timed(f->store, f->ids[0], f->build, 20, 5, 6000000));
    fake_process(f->store, 2);
    assert_ok(store_case_status(f->store, f->ids[0], f->build, CASE_DONE, ""));
    assert_ok(store_case_status(f->store, other, f->build, CASE_DIVERGED, "gone"));
    assert_query(f->store, "count(*) FROM case_work", 2);
    assert_query(f->store, "step_ms FROM work_process WHERE process = 1 AND label LIKE 'pbd%'", 3); // of 2 and 4
    assert_query(f->store, "step_ms FROM case_work", 4.5);                                          // of 3 and 6
    assert_query(f->store, "run_ms FROM case_work", (18 + 20) * 4.5);                               // two steps take ten times as long
    assert_query(f->store, "cold_ms - run_ms FROM case_work", 10);
    assert_query(f->store, "setup_ms FROM case_work", 10);
    assert_query(f->store, "seconds_per_second FROM case_work", 0.171 / (20 * 0.25));
    assert_query(f->store, "iterations_run FROM case_work", 100);
    assert_query(f->store, "error FROM case_work", 0.55 / 32); // median of the two probes
    assert_query(f->store, "trajectory_error FROM case_work", 0.75);
    assert_query(f->store, "energy FROM case_work", -1.5);
    assert_query(f->store, "cold_ms FROM wide_case WHERE solver = 'pbd'", 181);
    assert_query(f->store, "step_ms IS NULL AND error IS NULL AND energy IS NULL FROM case_work WHERE label LIKE 'xpbd%'", 1);
    json_t *rows = fake_begin(PASS_MEASURED); // a case with the measured pass only
    for (int step = 0; step < 3; step++)
        fake_row(rows, "step_end", "'step': %d, 'probe': false, 'ended': 'done', 'iterations': 7", step);
    const FakeCase alone = {"pbd", NULL, "f64", 16, 7, 1};
    const int64_t  third = fake_case(f->store, f->experiment, 2, &alone);
    assert_ok(fake_end(f->store, third, f->build, rows, "aa"));
    assert_ok(store_case_status(f->store, third, f->build, CASE_DONE, ""));
    assert_query(f->store, "iterations_run + 100 * steps_run FROM case_work WHERE label LIKE '%n=16%' AND run_ms IS NULL", 321);
}

TEST_ON(FakeStore, test_forces, set_up, tear_down)
{
    json_t *rows = fake_begin(PASS_MEASURED);
    fake_row(rows, "force", "'step': 3, 'time_s': 1.0, 'kind': 'distance', 'force': [-11.0, 2.0, 0.0], 'reference': [-10.0, -2.0, 0.0]");
    fake_row(rows, "force", "'step': 3, 'time_s': 1.0, 'kind': 'attachment', 'force': [-5.0], 'reference': null");
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_query(f->store, "count(*) FROM constraint_force", 4);
    assert_query(f->store, "sum(force) FROM constraint_force WHERE constraint_kind = 'distance'", -9);
    assert_query(f->store, "force_error FROM constraint_force WHERE constraint_kind = 'distance' AND constraint_index = 0", 0.1);
    assert_query(f->store, "force_error FROM constraint_force WHERE constraint_kind = 'distance' AND constraint_index = 1", 2);
    assert_query(f->store, "reference_force FROM constraint_force WHERE constraint_index = 1", -2);
    assert_query(f->store, "count(*) FROM constraint_force WHERE force_error IS NULL", 2); // 0 / 0, and no reference
    assert_query(f->store, "force FROM constraint_force WHERE constraint_kind = 'attachment' AND reference_force IS NULL", -5);
    assert_query(f->store, "count(*) FROM constraint_force WHERE last AND step = 3 AND time_s = 1", 4);
}

TEST_ON(FakeStore, test_contacts, set_up, tear_down)
{
    const int64_t free = fake_case(f->store, f->experiment, 1, &PD);
    json_t       *model = json_pack("{s:s,s:i,s:{s:i,s:i,s:i,s:i,s:f,s:n,s:i}}", "row", "model", "particles", 8, "contact", "points", 100,
                                    "edges", 200, "triangles", 50, "colliders", 2, "thickness", 0.25, "stiffness", "bytes", 4096);
    for (int again = 0; again < 2; again++) // replaces the existing rows
        assert_ok(store_model(f->store, f->ids[0], f->build, fake_complete(ROW_MODEL, model)));
    json_decref(model);
    fake_model(f->store, free, f->build, 100);
    json_t *rows = fake_begin(PASS_MEASURED);
    for (int step = 0; step < 3; step++)
        fake_row(rows, "contact",
                 "'step': %d, 'time_s': %g, 'found': %d, 'active': %d, 'missed': %d, 'penetration_max': 0.5, 'penetration_mean': 0.125, "
                 "'friction_work': 0.5, 'colours': 7",
                 step, (step + 1) * 0.25, 10 * step, 5 * step, step);
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    for (int k = 0; k < 2; k++) { // one case with contact, one in which contact is impossible
        rows = fake_begin(PASS_PHASED);
        for (int step = 0; step < 2;
             step++) // of 10 ms: 1 of boxes, 2 of pairs, 0.5 of colours, 1.5 of projection, the rest the solver's own
            fake_row(rows, "phases",
                     "'step': %d, 'ns': 10000000, 'phase_ns': {'broad': 1000000, 'narrow': 2000000, 'contact_colour': 500000, "
                     "'project': 5000000, 'contact': 1500000}",
                     step);
        assert_ok(fake_end(f->store, k ? free : f->ids[0], f->build, rows, "aa"));
    }
    assert_query(f->store, "count(*) FROM contact_step", 3);
    assert_query(f->store, "found + 100 * active + 10000 * missed FROM contact_step WHERE last", 21020);
    assert_query(f->store, "friction_total FROM contact_step WHERE step = 1", 1);
    assert_query(f->store, "penetration_max + penetration_mean + friction_work FROM contact_step", 1.125);
    assert_query(f->store, "contact_colours FROM contact_step WHERE time_s = 0.75", 7);
    assert_query(f->store, "count(*) FROM contact_time", 2); // none for the case without contact
    assert_query(f->store, "detection_ms FROM contact_time WHERE warmup", 3.5);
    assert_query(f->store, "broad_ms + 10 * narrow_ms + 100 * colour_ms + 1000 * project_ms FROM contact_time", 1571);
    assert_query(f->store, "contact_share FROM contact_time WHERE step = 1", 0.5);
    assert_query(f->store, "velocity_ms FROM contact_time", 0);
    assert_query(f->store, "detection_ns_per_primitive FROM contact_time", 1e4);
    assert_query(f->store, "primitives FROM model_fact WHERE surface_points = 100", 350);
    assert_query(f->store, "count(*) FROM model_fact WHERE primitives IS NULL", 1);
    assert_query(f->store,
                 "bytes_contact + contact_thickness FROM model_fact WHERE contact_stiffness IS NULL"
                 " AND colliders = 2",
                 4096.25);
}

// Adds the errors of a probe step, relative to the start, beginning with the start; negative: unknown.
static void add_probe(json_t *rows, int step, int substep, int count, const double *errors)
{
    for (int i = 0; i < count; i++) {
        char error[32] = "null";
        if (errors[i] >= 0)
            snprintf(error, sizeof error, "%e", errors[i]);
        fake_row(rows, "iterate", "'step': %d, 'probe': true, 'substep': %d, 'iteration': %d, 'error_of_start': %s", step, substep, i - 1,
                 error);
    }
}

// Checks a column of a time to accuracy; -1: there is none.
static void assert_accuracy(Store *store, const char *column, int step, double target, double expected)
{
    char sql[200];
    snprintf(sql, sizeof sql, "coalesce(%s, -1) FROM accuracy WHERE step = %d AND abs(accuracy_target - %g) < 1e-9", column, step, target);
    assert_query(store, sql, expected);
}

// A probe of two iterations, which end after a third and after all of `ns`; ns: 0 for no clock.
static void add_clock(json_t *rows, int step, int round, int ns, const char *hash)
{
    char clock[80] = "'ns': null, 'iteration_ns': null";
    if (ns)
        snprintf(clock, sizeof clock, "'ns': %d, 'iteration_ns': [%d, %d]", ns, ns / 3, ns);
    fake_row(rows, "probe", "'step': %d, 'round': %d, %s, 'hash': '%s'", step, round, clock, hash);
}

// The clock of a probe is the median over its rounds, the first of several excluded. A probe whose hash differs between repetitions counts
// as a different result, like a differing last step.
TEST_ON(FakeStore, test_probes, set_up, tear_down)
{
    static const int ROUNDS[] = {90000000, 3000000, 6000000, 60000000, 9000000};
    json_t          *rows = fake_begin(PASS_TIMED);
    for (int round = 0; round < 5; round++)
        add_clock(rows, 4, round, ROUNDS[round], "44");
    add_clock(rows, 9, 0, 12000000, "99"); // a single round has no warm-up
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_query(f->store, "count(*) FROM probe_clock", 4);
    assert_query(f->store, "time_ms FROM probe_clock WHERE step = 4 AND iteration = 1", 2.5);
    assert_query(f->store, "time_ms FROM probe_clock WHERE step = 4 AND iteration = 2", 7.5);
    assert_query(f->store, "time_ms FROM probe_clock WHERE step = 9 AND iteration = 1", 4);

    rows = fake_begin(PASS_MEASURED);
    add_probe(rows, 4, 0, 3, (const double[]){1, 0.05, 0.005});
    add_probe(rows, 5, 0, 3, (const double[]){1, 0.05, 0.005}); // its clock is that of the steps
    add_clock(rows, 4, 0, 0, "44");
    add_clock(rows, 9, 0, 0, "99");
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_query(f->store, "time_ms FROM wide_iteration WHERE step = 4 AND iteration = 2", 7.5);
    assert_query(f->store, "count(*) FROM wide_iteration WHERE step = 4 AND iteration = 0 AND time_ms = 0", 1);
    assert_query(f->store, "count(time_ms) FROM wide_iteration WHERE step = 5", 0); // not timed
    assert_ok(fake_timed(f->store, f->ids[0], f->build, 20, 2, 2000000));
    assert_ok(store_case_status(f->store, f->ids[0], f->build, CASE_DONE, ""));
    assert_accuracy(f->store, "time_ms", 4, 1e-1, 2.5);
    assert_accuracy(f->store, "time_ms", 4, 1e-2, 7.5);
    assert_accuracy(f->store, "time_ms", 5, 1e-1, 1);
    assert_accuracy(f->store, "time_ms", 5, 1e-2, 2);
    assert_query(f->store, "count(*) FROM probe_clock", 4);
    assert_query(f->store, "hashes FROM case_outcome", 1);
    rows = fake_begin(PASS_MEASURED);
    add_clock(rows, 4, 0, 0, "44");
    add_clock(rows, 9, 0, 0, "98");
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_query(f->store, "hashes FROM case_outcome", 2);
}

TEST_ON(FakeStore, test_accuracy, set_up, tear_down)
{
    assert_ok(fake_timed(f->store, f->ids[0], f->build, 20, 6, 6000000)); // 1 ms per iteration; warm-up steps take ten times as long
    assert_ok(fake_timed(f->store, f->ids[0], f->build, 20, 6, 12000000));
    assert_ok(fake_timed(f->store, f->ids[0], f->build, 3, 6, 240000000)); // outliers on both sides change a mean, not a median
    assert_ok(fake_timed(f->store, f->ids[0], f->build, 3, 6, 6000));
    assert_ok(fake_timed(f->store, f->ids[0], fake_build(f->store, "other", "f64"), 20, 6, 60000000)); // another build has other times
    json_t *rows = fake_begin(PASS_MEASURED);
    add_probe(rows, 0, 0, 5, (const double[]){1, 0.05, 0.2, 0.05, 0.005});     // below 0.1, above, and below until the end
    add_probe(rows, 1, 0, 5, (const double[]){0.01, 0.009, 1e-4, 1e-7, 2e-3}); // starts below 0.1, ends above 1e-3
    add_probe(rows, 2, 0, 3, (const double[]){0.5, 0.05, 0.005});              // a first substep of two iterations …
    add_probe(rows, 2, 1, 3, (const double[]){-1, -1, -1});                    // … and a second, without a reference
    add_probe(rows, 3, 0, 3, (const double[]){0.5, 0.05, -1});                 // the last error is not a number
    add_probe(rows, 4, 0, 3, (const double[]){-1, -1, -1});                    // without a reference
    for (int step = 0; step <= 5; step += 5) // on the case's own trajectory: iterates of the step are not those of its probe
        fake_row(rows, "iterate", "'step': %d, 'probe': false, 'substep': 0, 'iteration': -1, 'error': null", step);
    fake_row(rows, "iterate",
             "'step': 6, 'probe': false, 'substep': 0, 'iteration': -1, 'objective': 2.0, 'gap': 0.25, 'elastic': 3.0, 'potential': 4.0, "
             "'area_error': 0.5, 'bending_error': 0.75");
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_query(f->store, "gap + 10 * elastic + 100 * potential FROM convergence WHERE step = 6", 430.25);
    assert_query(f->store, "area_error + 10 * bending_error FROM convergence WHERE volume_error IS NULL AND step = 6", 8);
    assert_query(f->store, "count(*) FROM accuracy", 4 * 6); // six targets; no row for steps 4 and 5
    assert_query(f->store, "sum(reached) FROM accuracy WHERE (iterations_needed IS NULL) + reached = 1", 6);
    assert_query(f->store, "sum((iterations_needed IS NULL) + reached) FROM accuracy", 24);
    assert_accuracy(f->store, "iterations_needed", 0, 1e-1, 3);
    assert_accuracy(f->store, "iterations_needed", 0, 1e-2, 4);
    assert_accuracy(f->store, "iterations_needed", 0, 1e-3, -1);
    assert_accuracy(f->store, "iterations_needed", 1, 1e-1, 0);
    assert_accuracy(f->store, "iterations_needed", 1, 1e-2, 1);  // below means strictly less
    assert_accuracy(f->store, "iterations_needed", 1, 1e-3, -1); // the error was lower, but rose again
    assert_accuracy(f->store, "iterations_needed", 2, 1e-1, 1);
    assert_accuracy(f->store, "iterations_needed", 2, 1e-2, 2);
    assert_accuracy(f->store, "iterations_needed", 3, 1e-1, -1);
    assert_accuracy(f->store, "time_ms", 0, 1e-1, 4.5); // 3 iterations: of 18 steps at 3 ms and 18 at 6 ms
    assert_accuracy(f->store, "time_ms", 0, 1e-3, -1);
    assert_accuracy(f->store, "time_ms", 1, 1e-1, 0);
    assert_accuracy(f->store, "time_ms", 2, 1e-2, 3);
    assert_accuracy(f->store, "cold_ms", 0, 1e-1, 14.5); // 10 ms of set-up in every repetition
    assert_accuracy(f->store, "cold_ms", 0, 1e-3, -1);
    assert_accuracy(f->store, "cold_ms", 1, 1e-1, 10);
    assert_query(f->store, "count(*) FROM accuracy_clock WHERE step = 0 AND iterations_needed = 3", 4);
    assert_query(f->store, "min(time_ms) FROM accuracy_clock WHERE step = 0 AND iterations_needed = 3", 0.003);
    assert_query(f->store, "sum(cold_ms - time_ms) FROM accuracy_clock WHERE step = 2 AND iterations_needed = 2", 40);
    rows = fake_begin(PASS_MEASURED); // a second measured repetition has rows of its own
    add_probe(rows, 0, 0, 9, (const double[]){1, 1, 1, 1, 1, 1, 1, 1, 0.05});
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_query(f->store, "count(*) FROM accuracy", 5 * 6);
    assert_query(f->store, "iterations_needed FROM accuracy WHERE step = 0 AND repetition = 1 AND accuracy_target = 0.1", 8);
    assert_query(f->store, "time_ms IS NULL FROM accuracy WHERE step = 0 AND repetition = 1 AND accuracy_target = 0.1", 1);
    assert_accuracy(f->store, "iterations_needed", 0, 1e-1, 3);
}

// ---- files that are not a store ----

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

// If the wall clock was set back, an older build does not become the latest.
TEST_ON(FakeStore, test_clock_goes_back, set_up, tear_down)
{
    int64_t run = 0;
    fill(f);
    const int64_t newer = fake_build(f->store, "newer", "f64");
    fake_sql(f->store, "UPDATE outcome SET updated = '2999-01-01T00:00:00Z'");
    assert_ok(store_run(f->store, 1, 1, "", &run));
    assert_ok(store_case_status(f->store, f->ids[0], newer, CASE_DONE, ""));
    assert_query(f->store, "build_id FROM outcome ORDER BY updated DESC, build_id DESC LIMIT 1", (double)newer);
    assert_query(f->store, "started >= '2999' FROM run ORDER BY id DESC LIMIT 1", 1);
}

TEST(test_network_file_systems)
{
    assert_fails(file_system_check("a/x.db", 0x6969), STATUS_IO, "a/x.db: is on NFS, where writing may damage a database");
    assert_fails(file_system_check("x.db", (int64_t)(int32_t)0xff534d42), STATUS_IO, "is on SMB"); // f_type may be a signed word
    assert_fails(file_system_check("x.db", 0x65735546), STATUS_IO, "is on FUSE");
    assert_ok(file_system_check("x.db", 0xef53));
    assert_true(file_system_type("/proc/x.db") == 0x9fa0);
    assert_true(file_system_type("/x.db") != 0 && file_system_type("x.db") != 0);
    assert_true(file_system_type("/nonexistent/x.db") == 0);
}

static void execute(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

TEST_ON(FakeStore, test_refusals, set_up, tear_down)
{
    Store *store = NULL;
    char   path[256], missing[300];
    fake_path(f->folder, "text.txt", path);
    write_text(path, "This is a text that is longer than the header of a database, which has a hundred bytes at the beginning, see?\n");
    refuse_both_ways(path, "not a database");
    write_text(path, "short");
    refuse_both_ways(path, "not a database");
    fake_path(f->folder, "other.db", path);
    execute(path, "CREATE TABLE t (x); INSERT INTO t VALUES (1)");
    refuse_both_ways(path, "not a store of weft");
    fake_sql(f->store, "PRAGMA user_version = 99");
    fake_shut(f);
    refuse_both_ways(f->path, "schema version 99");
    assert_fails(store_open(f->folder, STORE_READ, &store), STATUS_INPUT, "not a file");
    snprintf(missing, sizeof missing, "%s/none/runs.db", f->folder);
    assert_fails(store_open(missing, STORE_READ, &store), STATUS_IO, "No such file");
    assert_fails(store_open(missing, STORE_WRITE, &store), STATUS_IO, "cannot be written");
}

// Ends of steps: one row each for steps and probes; exports contain the number of unconverged steps.
TEST_ON(FakeStore, test_step_ends, set_up, tear_down)
{
    fill(f);
    json_t *rows = fake_begin(PASS_MEASURED);
    for (int step = 0; step < 4; step++)
        fake_row(rows, "step_end",
                 "'step': %d, 'probe': %s, 'ended': '%s', 'iterations': %d, 'residual': 'relative gradient', 'residual_begin': 4.0, "
                 "'residual_end': %s",
                 step % 3, step == 3 ? "true" : "false", step % 3 ? "converged" : "unconverged", 5 + step, step % 3 ? "1e-12" : "2.0");
    assert_ok(fake_end_with(f->store, f->ids[0], f->build, rows, "aa", 2));
    assert_query(f->store, "count(*) FROM step_outcome", 4);
    assert_query(f->store, "sum(unconverged) + 10 * sum(unconverged AND probe) FROM step_outcome", 12);
    assert_query(f->store, "residual_ratio + 10 * iterations_used FROM step_outcome WHERE probe", 80.5);
    assert_query(f->store, "count(*) FROM step_outcome WHERE ended = 'converged' AND residual = 'relative gradient'", 2);
    assert_query(f->store, "unconverged_steps FROM case_outcome", 2);
    assert_query(f->store, "unconverged_steps FROM case_summary", 2);
    rows = fake_begin(PASS_MEASURED);
    fake_row(rows, "step_end", "'step': 0, 'ended': null");
    assert_int_equal(fake_end(f->store, f->ids[0], f->build, rows, "aa").code, STATUS_PROTOCOL); // a row must have an end
}

// A killed process may leave an empty file: a new run uses it, a reader reports it.
TEST_ON(FakeStore, test_empty_file, set_up, tear_down)
{
    fake_shut(f);
    write_text(f->path, "");
    assert_fails(store_open(f->path, STORE_READ, &f->store), STATUS_INPUT, "empty");
    fake_reopen(f, STORE_WRITE);
    assert_query(f->store, "value FROM meta WHERE key = 'schema_version'", 9);
    fake_reopen(f, STORE_READ);
}

// ---- one runner, and its kill ----

TEST_ON(FakeStore, test_one_runner, set_up, tear_down)
{
    Store *second = NULL, *reader = NULL;
    assert_fails(store_open(f->path, STORE_WRITE, &second), STATUS_IO, "busy");
    assert_ok(store_open(f->path, STORE_READ, &reader)); // readers are allowed
    store_close(reader);
    fake_reopen(f, STORE_WRITE);
    store_close(NULL);
}

// Whether another process sees a lock on the file.
static bool is_locked(const char *path)
{
    int         code = 0;
    const pid_t child = fork();
    if (child == 0) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        const int    file = open(path, O_RDWR);
        _exit(file < 0 || fcntl(file, F_GETLK, &lock) != 0 ? 2 : lock.l_type != F_UNLCK);
    }
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_true(WIFEXITED(code) && WEXITSTATUS(code) < 2);
    return WEXITSTATUS(code) == 1;
}

// A process that finds the database busy keeps its own locks on it. (The system drops them when any descriptor of the file is closed.)
TEST_ON(FakeStore, test_busy_keeps_locks, set_up, tear_down)
{
    sqlite3 *holder = NULL, *second = NULL;
    char     path[256];
    fake_path(f->folder, "other.db", path);
    assert_int_equal(sqlite3_open(path, &holder), SQLITE_OK);
    assert_int_equal(sqlite3_open(path, &second), SQLITE_OK);
    assert_ok(sql_exec(holder, "CREATE TABLE t (x); BEGIN EXCLUSIVE"));
    assert_true(is_locked(path));
    assert_fails(sql_exec(second, "INSERT INTO t VALUES (1)"), STATUS_IO, "busy, another program is using it");
    assert_true(is_locked(path));
    assert_ok(sql_exec(holder, "COMMIT"));
    assert_false(is_locked(path));
    sqlite3_close(second);
    sqlite3_close(holder);
}

// A child stores repetitions as fast as it can and is killed without warning. Its finished repetitions are complete, and the next run may
// write.
TEST_ON(FakeStore, test_killed_runner, set_up, tear_down)
{
    int  ready[2], code = 0;
    char byte = 0;
    assert_int_equal(pipe(ready), 0);
    fake_shut(f);
    const pid_t child = fork();
    if (child == 0) {
        if (store_open(f->path, STORE_WRITE, &f->store).code != STATUS_OK)
            _exit(1);
        fill(f);
        while (fake_timed(f->store, f->ids[0], f->build, 50, 5, 1000).code == STATUS_OK)
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
    fake_reopen(f, STORE_WRITE);
    assert_true(fake_query(f->store, "SELECT count(*) FROM repetition WHERE pass = 'timed'") >= 13);
    assert_query(f->store,
                 "count(*) FROM (SELECT count(s.step) AS n FROM repetition AS r LEFT JOIN step AS s"
                 " ON s.repetition_id = r.id WHERE r.pass = 'timed' GROUP BY r.id) WHERE n NOT IN (20, 50)",
                 0);
    assert_query(f->store, "count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'", 1);
}

// ---- a full disk ----

TEST_ON(FakeStore, test_full_disk, set_up, tear_down)
{
    int    stored = 3;
    char   sql[80];
    Status status = status_ok();
    fake_reopen(f, STORE_WRITE);
    assert_near(fake_query(f->store, "PRAGMA synchronous"), 2, 0); // FULL: a commit returns after its data is on the disk
    fill(f);
    snprintf(sql, sizeof sql, "PRAGMA max_page_count = %.0f", fake_query(f->store, "PRAGMA page_count") + 40);
    assert_true(fake_query(f->store, sql) > 0);
    while (stored < 200 && (status = fake_timed(f->store, f->ids[0], f->build, 200, 20, 1000000)).code == STATUS_OK)
        stored++;
    assert_int_equal(status.code, STATUS_IO);
    assert_non_null(strstr(status.text, "disk is full"));
    assert_query(f->store, "count(*) FROM repetition WHERE pass = 'timed'", stored);
    assert_query(f->store, "count(*) FROM step", 60 + 200 * (stored - 3));
    assert_true(fake_query(f->store, "PRAGMA max_page_count = 1000000") > 0); // free space again: the run may continue with the same store
    assert_ok(fake_timed(f->store, f->ids[0], f->build, 200, 20, 1000000));
    fake_reopen(f, STORE_READ);
    assert_query(f->store, "count(*) FROM repetition WHERE pass = 'timed'", stored + 1);
    assert_query(f->store, "count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'", 1);
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

TEST_ON(FakeStore, test_export, set_up, tear_down)
{
    fill(f);
    assert_ok(store_case_status(f->store, f->ids[0], f->build, CASE_FAILED, "a \"quoted\", long\nmessage"));
    char *csv = export(f->store, "outcome", EXPORT_CSV);
    assert_string_equal(strtok(csv, "\r"), "case_id,build_id,status,message,updated");
    assert_non_null(strstr(strtok(NULL, "\r") + 1, "1,1,failed,\"a \"\"quoted\"\", long\nmessage\",20"));
    free(csv);
    csv = export(f->store, "step", EXPORT_CSV);
    int lines = 0;
    for (const char *p = csv; (p = strstr(p, "\r\n")); p += 2)
        lines++;
    assert_int_equal(lines, 61);
    free(csv);
    char   *text = export(f->store, NULL, EXPORT_JSON);
    json_t *json = json_loads(text, 0, NULL);
    assert_int_equal(json_array_size(json), 1);
    assert_near(json_real_value(json_object_get(json_array_get(json, 0), "step_ms")), 2, 1e-15);
    assert_string_equal(json_string_value(json_object_get(json_array_get(json, 0), "message")), "a \"quoted\", long\nmessage");
    json_decref(json);
    free(text);
    text = export(f->store, "step", EXPORT_JSONL); // one object per line, and nothing else
    lines = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), lines++) {
        json = json_loads(line, 0, NULL);
        assert_int_equal(json_integer_value(json_object_get(json, "step")), lines % 20);
        json_decref(json);
    }
    assert_int_equal(lines, 60);
    free(text);
    text = export(f->store, "linsys", EXPORT_JSONL);
    assert_string_equal(text, "");
    free(text);
    text = export(f->store, "linsys", EXPORT_JSON); // empty, but valid JSON
    json = json_loads(text, 0, NULL);
    assert_true(json_is_array(json) && json_array_size(json) == 0);
    json_decref(json);
    free(text);
    assert_fails(store_export(f->store, "stepp", EXPORT_CSV, stdout), STATUS_INPUT, "did you mean `step`?");
    assert_fails(store_export(f->store, "sqlite_schema", EXPORT_CSV, stdout), STATUS_INPUT, "--table dictionary");
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_fails(store_export(f->store, "step", EXPORT_CSV, full), STATUS_IO, "No space left");
    fclose(full);
}

// ---- wide views ----

static double has_column(Store *store, const char *view, const char *column)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM pragma_table_info('%s') WHERE name = '%s'", view, column);
    return fake_query(store, sql);
}

// Every setting is a column, even one that was added after the store was made. The views are in the file, for other programs.
TEST_ON(FakeStore, test_wide_views, set_up, tear_down)
{
    sqlite3      *db = NULL;
    sqlite3_stmt *row = NULL;
    fill(f);
    assert_query(f->store, "count(*) FROM wide_case WHERE solver = 'pbd' AND \"scene.n\" = 32 AND iterations = 5", 1);
    assert_query(f->store, "step_ms + 100 * constraints FROM wide_case WHERE precision = 'f64' AND threads = 2", 10002);
    assert_query(f->store, "count(*) FROM wide_case WHERE build_hash = 'build-a' AND build_commit LIKE '0123%'", 1);
    assert_query(f->store, "100 * sum(dt = 0.25) + sum(warmup) FROM wide_step WHERE typeof(dt) = 'real'", 6006);
    assert_query(f->store, "count(*) FROM wide_iteration WHERE solver = 'pbd'", 18);
    assert_query(f->store, "error FROM wide_iteration WHERE step = 1 AND iteration = 2 AND time_ms IS NULL", 0.25);
    assert_near(has_column(f->store, "wide_step", "linsys"), 0, 0);
    fake_case(f->store, f->experiment, 1, &PD);
    assert_near(has_column(f->store, "wide_step", "linsys"), 1, 0);
    fake_shut(f);
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*) FROM wide_step WHERE linsys IS NULL", -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(row, 0), 60);
    sqlite3_finalize(row);
    sqlite3_close(db);
}

// Drops all views: a column that a view names cannot be dropped.
static void drop_views(FakeStore *f)
{
    char          sql[4096] = "";
    sqlite3_stmt *views = NULL;
    fake_reopen(f, STORE_READ);
    assert_int_equal(
        sqlite3_prepare_v2(store_handle(f->store), "SELECT name FROM main.sqlite_schema WHERE type = 'view'", -1, &views, NULL), SQLITE_OK);
    while (sqlite3_step(views) == SQLITE_ROW)
        snprintf(sql + strlen(sql), sizeof sql - strlen(sql), "DROP VIEW %s;", (const char *)sqlite3_column_text(views, 0));
    sqlite3_finalize(views);
    fake_shut(f);
    execute(f->path, sql);
}

// A field that a later weft added: for a reader its column is NULL, and a writer adds it. A missing table reads as empty, and a writer adds
// it too.
TEST_ON(FakeStore, test_missing_column, set_up, tear_down)
{
    fill(f);
    drop_views(f);
    execute(f->path, "ALTER TABLE iterate DROP COLUMN gap; ALTER TABLE frame DROP COLUMN centre; ALTER TABLE environment DROP COLUMN blas;"
                     "DROP TABLE traffic; DELETE FROM meta WHERE key = 'schema_hash'");
    fake_reopen(f, STORE_READ);
    assert_query(f->store, "count(*) FROM convergence WHERE gap IS NULL", fake_query(f->store, "SELECT count(*) FROM iterate"));
    assert_true(fake_query(f->store, "SELECT count(*) FROM convergence") > 0);
    assert_query(f->store, "count(centre_x) + count(centre_z) FROM trajectory", 0);
    assert_query(f->store, "count(*) FROM traffic", 0);
    assert_near(has_column(f->store, "iterate", "gap"), 0, 0);
    fake_reopen(f, STORE_WRITE);
    assert_near(has_column(f->store, "iterate", "gap"), 1, 0);
    assert_near(has_column(f->store, "frame", "centre"), 1, 0);
    assert_near(has_column(f->store, "environment", "blas"), 1, 0);
    assert_query(f->store, "count(*) FROM main.traffic", 0);
    assert_query(f->store, "count(gap) FROM convergence", 0);
    fake_shut(f);
    execute(f->path, "PRAGMA user_version = 8");
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++)
        assert_fails(store_open(f->path, (StoreMode)mode, &f->store), STATUS_INPUT, "a store of schema version 8, this weft reads version");
}

// A case is judged by its own steps only: probes start elsewhere, and their number differs.
TEST_ON(FakeStore, test_probes_are_no_steps, set_up, tear_down)
{
    int64_t unconverged = 0;
    json_t *rows = fake_begin(PASS_MEASURED);
    for (int step = 0; step < 8; step++)
        fake_row(rows, "step_end",
                 "'step': %d, 'probe': %s, 'ended': '%s', 'iterations': 1, 'residual': null, 'residual_begin': null, 'residual_end': null",
                 step, step > 1 ? "true" : "false", step > 0 ? "unconverged" : "converged");
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_ok(store_unconverged(f->store, f->ids[0], f->build, &unconverged));
    assert_int_equal(unconverged, 1);
}

static void add_settings(FakeStore *f, const char *key, json_t *params)
{
    int64_t id = 0, position = (int64_t)fake_query(f->store, "SELECT count(*) FROM plan");
    json_t *json = json_pack("{s:s,s:s,s:s,s:s,s:o,s:{s:s}}", "scene", "cloth", "solver", "pd", "linsys", "dense", "precision", "f64",
                             "params", params, "scene_values", "n", "8");
    assert_ok(store_case(f->store, f->experiment, key, "block", (int)position, key, json, &id, &(bool){false}));
    json_decref(json);
}

// A setting may have any name.
TEST_WITH(test_names_of_settings, set_up_empty, tear_down)
{
    FakeStore               *f = *state;
    static const char *const NAMES[] = {"a \"quote\"", "an 'apostrophe'", "{linsys l}", "CREATE VIEW x AS SELECT 1; CREATE TABLE y (z); --",
                                        "naïve"};
    sqlite3_stmt            *row = NULL;
    json_t                  *params = json_object();
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        json_object_set_new(params, NAMES[i], json_integer((json_int_t)i));
    add_settings(f, "odd", params);
    assert_int_equal(sqlite3_prepare_v2(store_handle(f->store), "SELECT * FROM case_setting", -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    for (int i = 0; i < (int)(sizeof NAMES / sizeof *NAMES); i++) {
        int found = 0;
        for (int c = 0; c < sqlite3_column_count(row); c++)
            found += strcmp(sqlite3_column_name(row, c), NAMES[i]) == 0 && sqlite3_column_int(row, c) == i ? 1 : 0;
        assert_int_equal(found, 1);
    }
    sqlite3_finalize(row);
    assert_query(f->store, "count(*) FROM sqlite_schema WHERE name IN ('x', 'y')", 0);
}

// More settings than a SQLite view may have columns: the settings of the first cases become columns.
TEST_WITH(test_too_many_settings, set_up_empty, tear_down)
{
    FakeStore *f = *state;
    enum { CASES = 4, EACH = 600 };
    int64_t left_out = 0;
    for (int c = 0; c < CASES; c++) {
        json_t *params = json_object();
        char    name[40];
        for (int i = 0; i < EACH; i++) {
            snprintf(name, sizeof name, "p%d", (CASES - c) * EACH + i);
            json_object_set_new(params, name, json_integer(i));
        }
        snprintf(name, sizeof name, "case %d", c);
        add_settings(f, name, params);
    }
    assert_near(has_column(f->store, "wide_iteration", "scene.n") + has_column(f->store, "wide_case", "p2400"), 2, 0);
    assert_near(has_column(f->store, "wide_case", "p600"), 0, 0);
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
        fake_reopen(f, (StoreMode)mode);
        assert_query(f->store, "count(*) FROM case_setting", CASES);
        assert_query(f->store, "count(*) FROM pragma_table_info('wide_case') WHERE name GLOB 'p[0-9]*'", 1495);
        assert_ok(store_settings_left_out(f->store, &left_out));
        assert_int_equal(left_out, CASES * EACH - 1495);
    }
}

// ---- the dictionary ----

// A case with every setting that exists.
static void add_all_settings(FakeStore *f)
{
    SettingNames names = {0};
    json_t      *params = json_object();
    assert_ok(setting_names_add_all(&names));
    for (int i = 0; i < names.count; i++)
        json_object_set_new(params, names.names[i], json_integer(1));
    add_settings(f, "all settings", params);
    setting_names_end(&names);
}

// Every metric has its formula in one of the views listed for its data.
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

// Every column of every table and view has a description, for any setting. Every line of the list is used. No setting has the name of
// another column.
TEST_WITH(test_dictionary, set_up_empty, tear_down)
{
    FakeStore *f = *state;
    static const struct {
        const char *table, *name, *meaning;
    } LINES[] = {
#define COLUMN(table, name, unit, meaning) {table, name, meaning},
#include "store/private/column_list.h"
#undef COLUMN
    };
    sqlite3_stmt *row = NULL;
    char          sql[400];
    add_all_settings(f);
    free(export(f->store, "dictionary", EXPORT_CSV));
    assert_int_equal(sqlite3_prepare_v2(store_handle(f->store),
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
                store_handle(f->store),
                "SELECT count(*) >= coalesce(length(?3) - length(replace(?3, ' ', '')) + 1, 1) FROM dictionary WHERE column_name = ?1"
                " AND meaning = ?2 AND (?3 IS NULL OR instr(' ' || ?3 || ' ', ' ' || table_name || ' '))", // in each of its tables
                -1, &row, NULL),
            SQLITE_OK);
        sqlite3_bind_text(row, 1, LINES[i].name, -1, SQLITE_STATIC);
        sqlite3_bind_text(row, 2, LINES[i].meaning, -1, SQLITE_STATIC);
        sqlite3_bind_text(row, 3, LINES[i].table, -1, SQLITE_STATIC);
        assert_int_equal(sqlite3_step(row), SQLITE_ROW);
        if (sqlite3_column_int(row, 0) == 0)
            fail_msg("column_list.h: the line of `%s.%s` describes no column", LINES[i].table ? LINES[i].table : "", LINES[i].name);
        sqlite3_finalize(row);
    }
    // one of each source: a remark, a label, a view's label, an environment's, a setting of all solvers, of some, of a scene, a comment
    static const char *const SOURCES[] = {
        "table_name = 'run' AND column_name = 'options' AND meaning = 'command line options that affect the measurements or their order'",
        "table_name = 'iterate' AND column_name = 'dual' AND unit = 'm' AND meaning LIKE 'dual residual%'",
        "table_name = 'trajectory' AND column_name = 'centre_y' AND unit = 'm' AND meaning = 'y of the centre of mass'",
        "table_name = 'environment' AND column_name = 'cpu' AND meaning = 'processor'",
        "table_name = 'wide_step' AND column_name = 'dt' AND unit = 's' AND meaning = 'length of a step'",
        "table_name = 'wide_case' AND column_name = 'iterations' AND meaning LIKE '%(pbd, xpbd); %(newton)%'",
        "table_name = 'case_setting' AND column_name = 'scene.n' AND meaning LIKE 'parameter of the scene%'",
        "table_name = 'plan' AND column_name IS NULL AND meaning = 'The cases of each experiment.'",
        "table_name = 'convergence' AND column_name = 'gap' AND formula LIKE 'Φ(x) − Φ(x*)%; none without a reference'",
        "table_name = 'trajectory' AND column_name = 'centre_y' AND formula LIKE 'Σ m x / Σ m;%'",
        "table_name = 'wide_iteration' AND column_name = 'gradient' AND formula LIKE '%; over free particles; none with hard %'"};
    for (size_t i = 0; i < sizeof SOURCES / sizeof *SOURCES; i++) {
        snprintf(sql, sizeof sql, "SELECT count(*) FROM dictionary WHERE %s", SOURCES[i]);
        if (fake_query(f->store, sql) != 1)
            fail_msg("not in the dictionary: %s", SOURCES[i]);
    }
    assert_formulas(f->store);
}

// ---- the cost of a view ----

// The error and the clock of an iterate: the work for a row must not grow with the iterations of its step. It would grow if the list of
// clocks were read again for each row.
TEST_ON(FakeStore, test_wide_iteration_is_cheap, set_up, tear_down)
{
    enum { ITERATIONS = 1000 };
    sqlite3_stmt *query = NULL;
    json_t       *clock = json_array(), *rows = fake_begin(PASS_TIMED);
    int           count = 0;
    for (int i = 1; i <= ITERATIONS; i++)
        json_array_append_new(clock, json_integer(1000 * i));
    json_array_append_new(rows, json_pack("{s:s,s:i,s:i,s:i,s:o,s:s}", "row", "probe", "step", 0, "round", 0, "ns", 1000000, "iteration_ns",
                                          clock, "hash", "a"));
    assert_ok(fake_end(f->store, f->ids[0], f->build, rows, "aa"));
    assert_ok(fake_measured(f->store, f->ids[0], f->build, ITERATIONS, 0.99));
    assert_int_equal(sqlite3_prepare_v2(store_handle(f->store), "SELECT * FROM wide_iteration WHERE time_ms >= 0", -1, &query, NULL),
                     SQLITE_OK);
    while (sqlite3_step(query) == SQLITE_ROW)
        count++;
    const int work = sqlite3_stmt_status(query, SQLITE_STMTSTATUS_VM_STEP, 0) / ITERATIONS;
    sqlite3_finalize(query);
    assert_int_equal(count, ITERATIONS + 1);
    if (work > 2 * ITERATIONS)
        fail_msg("%d steps of SQLite's machine for a row", work);
}
