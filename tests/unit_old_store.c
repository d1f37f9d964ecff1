// A store of schema version 5 (old_store/version_5.sql): it opens, reports, is compared with a new run and is gone on with; what cannot be
// mapped is named.
#include "fake_store.h"

#include <dirent.h>
#include <sqlite3.h>

#include "base/file.h"
#include "case/case.h"
#include "report/compare.h"
#include "report/report.h"
#include "run/run.h"
#include "run/worker_file.h"

#define OLD WEFT_SOURCE_DIR "/tests/old_store/"

static char *folder;

static void execute(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    char    *message = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s", message);
    sqlite3_close(db);
}

static char *read_text(const char *path, size_t *size)
{
    char *text = NULL;
    assert_ok(file_read(path, 1 << 24, &text, size));
    return text;
}

// A folder with the scene and the store, which becomes the current one: a scene is found from there.
static int set_up(void **state)
{
    size_t size = 0;
    folder = fake_folder();
    assert_int_equal(chdir(folder), 0);
    char *scene = read_text(OLD "strand.yaml", &size), *sql = read_text(OLD "version_5.sql", &size);
    write_text("strand.yaml", scene);
    execute("old.db", sql);
    write_text("strand.exp.yaml", "name: strand\ndefaults: {scene: strand.yaml, steps: 2, timed: 1, probes: 1, frames: 1, observe: 1}\n"
                                  "blocks:\n"
                                  "  - {name: all, axes: {solver: [xpbd, pd], iterations: 2}}\n"
                                  "figures:\n  - {name: gap, data: convergence, x: iteration, y: gap, series: [solver]}\n");
    free(scene);
    free(sql);
    return 0;
}

static int tear_down(void **state)
{
    assert_int_equal(chdir("/"), 0);
    fake_remove_folder(folder);
    free(folder);
    return 0;
}

// The id under which today's weft finds a case of the strand; 0: it does not.
static int64_t find(Store *store, const char *solver)
{
    Case    c;
    int64_t id = -1;
    case_init(&c, solver_find(solver), NULL);
    static const char *const SETTINGS[][2] = {{"scene", "strand.yaml"}, {"steps", "2"},   {"probes", "1"},    {"frames", "1"},
                                              {"observe", "1"},         {"threads", "1"}, {"iterations", "2"}};
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++)
        assert_ok(case_set(&c, SETTINGS[i][0], SETTINGS[i][1]));
    assert_ok(case_resolve(&c));
    assert_ok(store_find_case(store, c.key, &id));
    return id;
}

static void check_keys(Store *store)
{
    const char *first = NULL;
    assert_int_equal(find(store, "xpbd"), 1);
    assert_int_equal(find(store, "pd"), 3);
    assert_int_equal(store_old_keys(store, &first), 3); // one is the same case today as another: they differ in a setting that is gone
    assert_true(strstr(first, "xpbd strand.yaml"));
    assert_near(fake_query(store, "SELECT count(*) FROM cases WHERE key_form IS NULL AND (json LIKE '%balanced%' OR json LIKE '%swoop%')"),
                2, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM case_summary WHERE case_key IN (SELECT key FROM cases)"), 5, 0);
}

static void test_reader_leaves_it_alone(void **state)
{
    Store *store = NULL;
    size_t before = 0, after = 0;
    char  *old = read_text("old.db", &before);
    assert_ok(store_open("old.db", STORE_READ, &store));
    check_keys(store);
    assert_near(fake_query(store, "SELECT count(*) FROM convergence WHERE gap IS NOT NULL"),
                fake_query(store, "SELECT count(*) FROM iterate WHERE gap"
                                  " IS NOT NULL"),
                0);
    assert_true(fake_query(store, "SELECT count(*) FROM convergence WHERE gap IS NOT NULL") > 0);
    assert_true(fake_query(store, "SELECT min(momentum) FROM trajectory") > 0);
    assert_near(fake_query(store, "SELECT count(*) FROM step_outcome"), 0, 0); // a table that the file lacks
    assert_near(fake_query(store, "SELECT count(*) FROM step_cost"), 0, 0);    // another one
    assert_true(fake_query(store, "SELECT count(*) FROM timed_step") > 0);
    assert_near(fake_query(store, "SELECT count(gradients) FROM timed_step"), 0, 0); // NULL: not counted then
    assert_near(fake_query(store, "SELECT count(gradients) FROM convergence"), 0, 0);
    assert_near(fake_query(store, "SELECT count(solves) FROM case_work"), 0, 0);
    assert_near(fake_query(store, "SELECT count(*) FROM wide_iteration WHERE solver IS NOT NULL AND ended IS NULL"),
                fake_query(store, "SELECT count(*) FROM convergence"), 0);
    store_close(store);
    char *now = read_text("old.db", &after);
    assert_int_equal(before, after);
    assert_memory_equal(old, now, before);
    assert_int_equal(access("old.db-wal", F_OK), -1);
    free(old);
    free(now);
}

static void test_writer_brings_it_up(void **state)
{
    Store *store = NULL;
    execute("old.db", "UPDATE outcome SET status = 'crashed', message = 'why' WHERE case_id = 2");
    for (int again = 0; again < 2; again++) {
        assert_ok(store_open("old.db", STORE_WRITE, &store));
        assert_near(fake_query(store, "PRAGMA user_version"), 8, 0);
        assert_near(fake_query(store, "SELECT value FROM meta WHERE key = 'schema_version'"), 8, 0);
        check_keys(store);
        assert_near(fake_query(store, "SELECT count(*) FROM main.step_end"), 0, 0);
        assert_near(fake_query(store, "SELECT count(*) FROM outcome"), 5, 0); // with a CHECK that lets in what is new
        assert_near(fake_query(store, "SELECT count(*) FROM outcome WHERE case_id = 2 AND message = 'why' AND updated LIKE '2026-11-22%'"),
                    1, 0);
        assert_ok(store_case_status(store, 3, 1, again ? CASE_UNCONVERGED : CASE_INTERRUPTED, ""));
        assert_int_not_equal(sqlite3_exec(store_handle(store), "UPDATE outcome SET status = 'lost'", NULL, NULL, NULL), SQLITE_OK);
        store_close(store);
    }
    assert_ok(store_open("old.db", STORE_READ, &store));
    check_keys(store);
    assert_near(fake_query(store, "SELECT count(*) FROM temp.sqlite_schema WHERE type = 'view'"), 23, 23); // some or none
    store_close(store);
}

// What a scene said before does not measure what it says now; a scene that is not there leaves keys as they are, until it is.
static void test_scene_decides(void **state)
{
    Store      *store = NULL;
    const char *first = NULL;
    size_t      size = 0;
    char       *scene = read_text("strand.yaml", &size);
    unlink("strand.yaml");
    assert_ok(store_open("old.db", STORE_WRITE, &store));
    assert_int_equal(store_old_keys(store, &first), 5);
    store_close(store);
    write_text("strand.yaml", scene);
    FILE *more = fopen("strand.yaml", "a");
    fputs("# another\n", more);
    fclose(more);
    assert_ok(store_open("old.db", STORE_WRITE, &store));
    assert_int_equal(store_old_keys(store, &first), 5);
    assert_int_equal(find(store, "xpbd"), 0);
    store_close(store);
    write_text("strand.yaml", scene);
    assert_ok(store_open("old.db", STORE_WRITE, &store));
    check_keys(store);
    store_close(store);
    free(scene);
}

static void test_report(void **state)
{
    Store *store = NULL;
    size_t size = 0;
    assert_ok(store_open("old.db", STORE_READ, &store));
    const Status status = report_write(store, NULL, "report", NULL, NULL, NULL);
    assert_true(status.code == STATUS_OK || status.code == STATUS_ENVIRONMENT); // without gnuplot
    store_close(store);
    char *page = read_text("report/index.html", &size), *figure = read_text("report/gap.csv", &size);
    assert_non_null(strstr(page, "colouring=balanced"));
    assert_non_null(strstr(figure, "\nxpbd,"));
    free(page);
    free(figure);
}

// ---- with a worker ----

static void begin(void *user, const RunState *state) {}

static void end(void *user, const RunState *state, CaseStatus status, const char *message)
{
    if (status != CASE_DONE)
        fail_msg("%s", message);
}

static RunState run(const char *database, int timed)
{
    const ExperimentSettings settings = {.path = "strand.exp.yaml", .timed = timed};
    Experiment               experiment;
    RunState                 state;
    assert_ok(experiment_read(&settings, &experiment));
    const RunSettings run = {.experiment = &experiment,
                             .path = "strand.exp.yaml",
                             .database = database,
                             .timeout_s = 1000,
                             .watcher = {.begin = begin, .end = end, .tick_ms = -1}};
    assert_ok(run_experiment(&run, &state));
    experiment_destroy(&experiment);
    return state;
}

// Samples of two builds or machines are never one measurement: the store is made one of this build's worker, and of a machine that tells
// nothing of itself.
static void take_build(void)
{
    WorkerFile worker;
    char       sql[200];
    assert_ok(worker_file(PRECISION_F64, &worker));
    snprintf(sql, sizeof sql, "UPDATE build SET hash = '%s'", worker.hash);
    execute("old.db", sql);
    execute("old.db", "UPDATE environment SET cpu = NULL, cores = NULL, hypervisor = NULL, json = '{}'");
}

static void test_resume(void **state)
{
    Store *store = NULL;
    take_build();
    RunState s = run("old.db", 0);
    assert_int_equal(s.already[CASE_DONE], 2); // nothing is measured again
    assert_int_equal(s.done, 0);
    s = run("old.db", 2);
    assert_int_equal(s.already[CASE_DONE], 0);
    assert_int_equal(s.done, 2);
    assert_ok(store_open("old.db", STORE_READ, &store));
    assert_near(fake_query(store, "SELECT count(*) FROM repetition"), 15 + 2, 0); // five cases of three passes, and those of this run
    assert_near(fake_query(store, "SELECT count(*) FROM cases"), 5, 0);
    store_close(store);
}

static void test_compare(void **state)
{
    Store *old = NULL, *new = NULL;
    char  *text = NULL;
    size_t size = 0;
    assert_int_equal(run("new.db", 0).done, 2);
    assert_ok(store_open("old.db", STORE_READ, &old));
    assert_ok(store_open("new.db", STORE_READ, &new));
    const CompareSettings settings = {.sides = {{.store = old, .path = "old.db"}, {.store = new, .path = "new.db"}}, .threshold = 0.03};
    FILE                 *out = open_memstream(&text, &size);
    const Status          status = report_compare(&settings, out);
    fclose(out);
    assert_true(status.code == STATUS_OK || status.code == STATUS_REGRESSION); // whichever: memory differs
    assert_non_null(strstr(text, "xpbd strand.yaml"));
    assert_non_null(strstr(text, "pd strand.yaml"));
    assert_null(strstr(text, "balanced"));
    assert_non_null(strstr(text, "0 same, 2 unresolved"));
    assert_non_null(strstr(text, "Unresolved in 2 cases: one process a side, so that the spread between processes"));
    free(text);
    store_close(old);
    store_close(new);
}

// ---- other files ----

// A field that a later weft added to the list: its column is NULL for a reader, and added by a writer.
static void test_missing_column(void **state)
{
    Store   *store = NULL;
    sqlite3 *db = NULL;
    char     sql[200];
    assert_int_equal(sqlite3_open("old.db", &db), SQLITE_OK);
    for (;;) { // a column of which views speak cannot be dropped
        sqlite3_stmt *views = NULL;
        sqlite3_prepare_v2(db, "SELECT name FROM sqlite_schema WHERE type = 'view'", -1, &views, NULL);
        const bool any = sqlite3_step(views) == SQLITE_ROW;
        if (any)
            snprintf(sql, sizeof sql, "DROP VIEW %s", (const char *)sqlite3_column_text(views, 0));
        sqlite3_finalize(views);
        if (!any)
            break;
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    }
    static const char *const GONE[] = {"iterate DROP COLUMN gap", "frame DROP COLUMN centre", "step DROP COLUMN ghz",
                                       "environment DROP COLUMN blas"};
    for (size_t i = 0; i < sizeof GONE / sizeof *GONE; i++) {
        snprintf(sql, sizeof sql, "ALTER TABLE %s", GONE[i]);
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    }
    sqlite3_close(db);
    assert_ok(store_open("old.db", STORE_READ, &store));
    assert_near(fake_query(store, "SELECT count(*) FROM convergence WHERE gap IS NULL AND kinetic IS NOT NULL"),
                fake_query(store, "SELECT count(*) FROM iterate"), 0);
    assert_near(fake_query(store, "SELECT count(centre_x) + count(centre_z) FROM trajectory WHERE tracked_x IS NOT NULL"), 0, 0);
    store_close(store);
    take_build();
    assert_int_equal(run("old.db", 0).already[CASE_DONE], 2);
    assert_ok(store_open("old.db", STORE_READ, &store));
    for (size_t i = 0; i < sizeof GONE / sizeof *GONE; i++) {
        char table[32], column[32];
        sscanf(GONE[i], "%31s DROP COLUMN %31s", table, column);
        snprintf(sql, sizeof sql, "SELECT count(*) FROM pragma_table_info('%s') WHERE name = '%s'", table, column);
        assert_near(fake_query(store, sql), 1, 0);
    }
    assert_near(fake_query(store, "SELECT count(gap) FROM convergence"), 0, 0);
    store_close(store);
}

static void test_refused(void **state)
{
    Store *store = NULL;
    execute("old.db", "PRAGMA user_version = 4");
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++)
        assert_fails(store_open("old.db", (StoreMode)mode, &store), STATUS_INPUT,
                     "a store of schema version 4, this weft reads versions 5 to");
    execute("old.db", "PRAGMA user_version = 5; UPDATE cases SET json = 'no JSON' WHERE id = 1");
    const char *first = NULL;
    assert_ok(store_open("old.db", STORE_READ, &store)); // a case that cannot be read keeps its key
    assert_int_equal(store_old_keys(store, &first), 3);
    store_close(store);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(test_reader_leaves_it_alone),
                                       TEST(test_writer_brings_it_up),
                                       TEST(test_scene_decides),
                                       TEST(test_report),
                                       TEST(test_resume),
                                       TEST(test_compare),
                                       TEST(test_missing_column),
                                       TEST(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
