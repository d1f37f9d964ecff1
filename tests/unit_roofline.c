// The view `roofline` on hand-made rows: rates of a machine, traffic of phases and times of a phased pass, against arithmetic done
// beforehand.
#include "fake_store.h"
#include "store/sql.h"

static double query(Store *store, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    assert_ok(sql_prepare(store_handle(store), sql, &statement));
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const double value = sqlite3_column_type(statement, 0) == SQLITE_NULL ? NAN : sqlite3_column_double(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

typedef struct Fixture {
    char    folder[64], path[256];
    Store  *store;
    int64_t build, id;
} Fixture;

// One case of two threads whose phased pass has 20 steps of 1 ms: 0.1 ms predict, 0.8 ms project, 0.1 ms velocity.
static void open_store(Fixture *f)
{
    const FakeCase c = {"xpbd", NULL, "f64", 64, 10, 2};
    char          *folder = fake_folder();
    snprintf(f->folder, sizeof f->folder, "%s", folder);
    free(folder);
    fake_path(f->folder, "r.db", f->path);
    assert_ok(store_open(f->path, STORE_WRITE, &f->store));
    f->build = fake_build(f->store, "b1", "f64");
    f->id = fake_case(f->store, fake_experiment(f->store, "e", "e"), 0, &c);
    assert_ok(fake_phased(f->store, f->id, f->build, 20, 1000000));
}

static void close_store(Fixture *f)
{
    store_close(f->store);
    unlink(f->path);
    rmdir(f->folder);
}

// Sets of 1000, 2000 and 4000 bytes; read and triad in GB/s.
static void add_rates(Fixture *f, int threads, double factor)
{
    json_t *row =
        json_pack("{s:s,s:i,s:s,s:[{s:i,s:f,s:f,s:f},{s:i,s:f,s:f,s:f},{s:i,s:f,s:f,s:f}],s:{s:f,s:f}}", "row", "rates", "threads", threads,
                  "precision", "f64", "sets", "bytes", 1000, "read", 80 * factor, "update", 100 * factor, "triad", 60 * factor, "bytes",
                  2000, "read", 40 * factor, "update", 50 * factor, "triad", 30 * factor, "bytes", 4000, "read", 20 * factor, "update",
                  25 * factor, "triad", 15 * factor, "flops", "f32", 200 * factor, "f64", 100 * factor);
    assert_ok(store_rates(f->store, fake_environment_id(f->store), row));
    json_decref(row);
}

// project: 10 times 0.8 MB and 0.4 Mflop in a step.
static void add_updates(Fixture *f, double working_set, double updated, double updated_set)
{
    json_t *row = json_pack("{s:s,s:{s:{s:i,s:f,s:f,s:f,s:f,s:f,s:s},s:{s:i,s:f,s:f,s:f,s:f,s:f,s:s}}}", "row", "traffic", "phases",
                            "project", "runs", 10, "bytes", 0.8e6, "working_set", working_set, "updated", updated, "updated_set",
                            updated_set, "flops", 0.4e6, "precision", "f64", "predict", "runs", 1, "bytes", 1e6, "working_set", 1000.0,
                            "updated", 0.0, "updated_set", 0.0, "flops", 0.0, "precision", "f32");
    assert_ok(store_traffic(f->store, f->id, f->build, row));
    json_decref(row);
}

static void add_traffic(Fixture *f, double working_set)
{
    add_updates(f, working_set, 0, 0);
}

#define PROJECT " FROM roofline WHERE phase = 'project' AND step = 7"
#define assert_project(store, column, expected) assert_near(query(store, "SELECT " column PROJECT), expected, 1e-9)
#define assert_none(store, sql) assert_true(isnan(query(store, sql)))

TEST(shares_of_what_the_machine_gives)
{
    Fixture f = {0};
    open_store(&f);
    add_rates(&f, 2, 1);
    add_traffic(&f, 1500);
    assert_near(query(f.store, "SELECT count(*) FROM roofline"), 60, 0);
    assert_near(query(f.store, "SELECT sum(warmup) FROM roofline WHERE phase = 'project'"), 2, 0);
    assert_project(f.store, "gbytes", 8e-3);
    assert_project(f.store, "gb_per_s", 10); // 8 MB in 0.8 ms
    assert_project(f.store, "gflop_per_s", 5);
    assert_project(f.store, "intensity", 0.5);
    assert_project(f.store, "read_gb_per_s", 160.0 / 3); // between 80 at 1000 and 40 at 2000 the rate falls as 1/size
    assert_project(f.store, "triad_gb_per_s", 40);
    assert_project(f.store, "bandwidth_share", 0.1875);
    assert_none(f.store, "SELECT no_share" PROJECT);
    assert_project(f.store, "peak_gflop_per_s", 100);
    assert_project(f.store, "flop_share", 0.05);
    assert_project(f.store, "roof_gflop_per_s", 80.0 / 3); // 0.5 × 160/3
    assert_project(f.store, "roof_share", 0.1875);
    assert_near(query(f.store, "SELECT gb_per_s FROM roofline WHERE phase = 'predict' AND step = 0"), 10, 1e-9);
    assert_near(query(f.store, "SELECT peak_gflop_per_s FROM roofline WHERE phase = 'predict' AND step = 0"), 200,
                1e-9); // its own precision
    close_store(&f);
}

// The fake factorisation takes 5 ms.
TEST(share_of_the_peak_of_a_factorisation)
{
    Fixture f = {0};
    open_store(&f);
    json_t *row = json_pack("{s:s,s:s,s:f}", "row", "linsys", "name", "dense", "factor_flops", 125e6);
    assert_ok(store_linsys(f.store, f.id, f.build, fake_complete(ROW_LINSYS, row)));
    json_decref(row);
    assert_near(query(f.store, "SELECT gflop_per_s FROM setup_time WHERE phase = 'factor'"), 25, 1e-9);
    assert_none(f.store, "SELECT max(gflop_per_s) FROM setup_time WHERE phase <> 'factor'");
    assert_none(f.store, "SELECT max(flop_share) FROM setup_time"); // no rate of the machine
    add_rates(&f, 1, 1);
    assert_none(f.store, "SELECT max(flop_share) FROM setup_time"); // none on as many threads
    add_rates(&f, 2, 1);
    assert_near(query(f.store, "SELECT max(flop_share) FROM setup_time"), 0.25, 1e-9); // of that in double precision
    assert_near(query(f.store, "SELECT count(*) FROM setup_time"), 3, 0);
    close_store(&f);
}

TEST(working_sets_at_and_beyond_the_ends)
{
    Fixture f = {0};
    open_store(&f);
    add_rates(&f, 2, 1);
    add_traffic(&f, 10);
    assert_project(f.store, "read_gb_per_s", 80);
    add_traffic(&f, 2000);
    assert_project(f.store, "read_gb_per_s", 40);
    add_traffic(&f, 4000);
    assert_project(f.store, "read_gb_per_s", 20);
    add_traffic(&f, 1e9);
    assert_project(f.store, "read_gb_per_s", 20);
    close_store(&f);
}

// Half of the bytes are updated in place in a smaller set: 0.4 MB at 40 GB/s and 0.4 MB at 100 take as long as 0.8 MB at 400/7. Between
// two sets that were measured an update has a rate of its own, too.
TEST(updates_have_a_rate_of_their_own)
{
    Fixture f = {0};
    open_store(&f);
    add_rates(&f, 2, 1);
    add_updates(&f, 2000, 0.4e6, 900);
    assert_project(f.store, "read_gb_per_s", 40);
    assert_project(f.store, "machine_gb_per_s", 400.0 / 7);
    assert_project(f.store, "bandwidth_share", 0.175);
    assert_project(f.store, "roof_gflop_per_s", 200.0 / 7);
    add_updates(&f, 2000, 0.8e6, 1e9);
    assert_project(f.store, "machine_gb_per_s", 25);
    add_updates(&f, 2000, 0.8e6, 1600);
    assert_project(f.store, "machine_gb_per_s", 62.5);
    close_store(&f);
}

static void count_no_share(Store *store, const char *reason, double expected)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM roofline WHERE no_share = '%s'", reason);
    assert_near(query(store, sql), expected, 0);
}

// One step of twenty is faster than its yardstick: the case has no share in this phase, and the others keep theirs. Of the rates nothing
// is hidden.
TEST(shares_above_one_are_left_out)
{
    Fixture f = {0};
    open_store(&f);
    add_rates(&f, 2, 1);
    add_traffic(&f, 2000);
    assert_near(query(f.store, "SELECT count(bandwidth_share) FROM roofline"), 40, 0);
    assert_ok(sql_exec(store_handle(f.store), "UPDATE phase SET ns = 190000 WHERE phase = 'project' AND step = 11")); // 42 GB/s of 40
    assert_near(query(f.store, "SELECT count(bandwidth_share) FROM roofline WHERE phase = 'project'"), 0, 0);
    assert_near(query(f.store, "SELECT count(roof_share) FROM roofline WHERE phase = 'project'"), 0, 0);
    assert_near(query(f.store, "SELECT count(flop_share) FROM roofline WHERE phase = 'project'"), 20, 0);
    assert_near(query(f.store, "SELECT count(gb_per_s) FROM roofline WHERE phase = 'project'"), 20, 0);
    assert_near(query(f.store, "SELECT count(bandwidth_share) FROM roofline WHERE phase = 'predict'"), 20, 0);
    count_no_share(f.store, "faster than the rate of its working set", 20);
    count_no_share(f.store, "not counted", 20); // velocity
    close_store(&f);
}

// A set whose rates contradicted one another has none: what lies beside it is not judged by what lies farther away.
TEST(a_set_that_was_left_out)
{
    Fixture f = {0};
    open_store(&f);
    json_t *row =
        json_pack("{s:s,s:i,s:s,s:[{s:i,s:f,s:f,s:f},{s:i,s:n,s:n,s:n},{s:i,s:f,s:f,s:f}],s:{s:f,s:f}}", "row", "rates", "threads", 2,
                  "precision", "f64", "sets", "bytes", 1000, "read", 80.0, "update", 100.0, "triad", 60.0, "bytes", 2000, "read", "update",
                  "triad", "bytes", 4000, "read", 20.0, "update", 25.0, "triad", 15.0, "flops", "f32", 200.0, "f64", 100.0);
    assert_ok(store_rates(f.store, fake_environment_id(f.store), row));
    json_decref(row);
    add_traffic(&f, 1500);
    assert_none(f.store, "SELECT read_gb_per_s" PROJECT);
    assert_none(f.store, "SELECT bandwidth_share" PROJECT);
    assert_project(f.store, "gb_per_s", 10);
    count_no_share(f.store, "no rate of the machine", 20);
    add_traffic(&f, 1000);
    assert_project(f.store, "read_gb_per_s", 80);
    add_traffic(&f, 4000);
    assert_project(f.store, "read_gb_per_s", 20);
    close_store(&f);
}

// What is not known is NULL, never 0.
TEST(without_rates_or_traffic)
{
    Fixture f = {0};
    open_store(&f);
    assert_none(f.store, "SELECT gb_per_s" PROJECT);
    assert_none(f.store, "SELECT bandwidth_share" PROJECT);
    assert_project(f.store, "step_ms", 0.8);
    add_rates(&f, 1, 1); // of another number of threads
    add_traffic(&f, 1500);
    assert_project(f.store, "gb_per_s", 10);
    assert_none(f.store, "SELECT read_gb_per_s" PROJECT);
    assert_none(f.store, "SELECT bandwidth_share" PROJECT);
    assert_none(f.store, "SELECT roof_gflop_per_s" PROJECT);
    assert_none(f.store, "SELECT gb_per_s FROM roofline WHERE phase = 'velocity' AND step = 7"); // was not counted
    close_store(&f);
}

// A machine is what lasts of its environment: neither variables of the process nor the moment make another one of it. The newest rates
// count.
TEST(machines_are_told_apart)
{
    Fixture f = {0};
    bool    known = true;
    int64_t same = 0, other = 0;
    open_store(&f);
    add_traffic(&f, 2000);
    json_t *environment = fake_environment("f64");
    json_object_set_new(environment, "variables", json_pack("{s:s}", "OMP_NUM_THREADS", "1"));
    assert_ok(store_environment(f.store, environment, &same));
    json_object_set_new(environment, "cpu", json_string("another"));
    assert_ok(store_environment(f.store, environment, &other));
    json_decref(environment);
    assert_int_not_equal(same, other);
    assert_ok(store_rates_known(f.store, same, 2, &known));
    assert_false(known);
    add_rates(&f, 2, 1);
    assert_ok(store_rates_known(f.store, same, 2, &known));
    assert_true(known);
    assert_ok(store_rates_known(f.store, same, 1, &known));
    assert_false(known);
    assert_ok(store_rates_known(f.store, other, 2, &known));
    assert_false(known);
    assert_ok(sql_exec(store_handle(f.store), "UPDATE rate SET measured = '2020-01-01T00:00:00Z'"));
    add_rates(&f, 2, 2);
    assert_project(f.store, "read_gb_per_s", 80);
    assert_near(query(f.store, "SELECT count(*)" PROJECT), 1, 0);
    assert_near(query(f.store, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1, 0);
    close_store(&f);
}

// All rates of a row or none; the traffic of a case is replaced as a whole.
TEST(rows_are_whole)
{
    Fixture f = {0};
    open_store(&f);
    json_t      *row = json_pack("{s:s,s:i,s:s,s:[{s:i,s:f,s:f},{s:i}]}", "row", "rates", "threads", 2, "precision", "f64", "sets", "bytes",
                                 1000, "read", 1.0, "triad", 1.0, "bytes", 2000);
    const Status status = store_rates(f.store, fake_environment_id(f.store), row);
    json_decref(row);
    assert_int_not_equal(status.code, STATUS_OK);
    assert_near(query(f.store, "SELECT count(*) FROM rate"), 0, 0);
    add_traffic(&f, 10);
    add_traffic(&f, 20);
    assert_near(query(f.store, "SELECT count(*) FROM traffic"), 2, 0);
    assert_near(query(f.store, "SELECT working_set_bytes FROM phase_traffic WHERE phase = 'project'"), 20, 0);
    close_store(&f);
}

// One row for each phase of each step, whatever there is more than one of: repetitions, builds that moved other numbers of bytes,
// environments in which a case ran, cases.
TEST(each_step_is_judged_once)
{
    Fixture f = {0};
    int64_t other = 0;
    open_store(&f);
    add_rates(&f, 2, 1);
    add_traffic(&f, 2000);
    assert_ok(fake_phased(f.store, f.id, f.build, 20, 2000000)); // again, at half the speed
    assert_near(query(f.store, "SELECT count(*) FROM roofline"), 120, 0);
    assert_near(query(f.store, "SELECT sum(gb_per_s) FROM roofline WHERE phase = 'project' AND step = 7"), 10 + 5, 1e-9);

    const int64_t build = f.build;
    f.build = fake_build(f.store, "b2", "f64");
    add_updates(&f, 2000, 0.4e6, 900);
    assert_ok(fake_phased(f.store, f.id, f.build, 20, 4000000));
    f.build = build;
    assert_near(query(f.store, "SELECT count(*) FROM roofline"), 180, 0);
    assert_near(query(f.store, "SELECT sum(gb_per_s) FROM roofline WHERE phase = 'project' AND step = 7"), 10 + 5 + 2.5, 1e-9);
    assert_near(query(f.store, "SELECT sum(machine_gb_per_s) FROM roofline WHERE phase = 'project' AND step = 7"), 40 + 40 + 400.0 / 7,
                1e-9);

    json_t *environment = fake_environment("f64"); // another machine, whose rates are not known
    json_object_set_new(environment, "cpu", json_string("another"));
    assert_ok(store_environment(f.store, environment, &other));
    json_decref(environment);
    assert_ok(sql_exec(store_handle(f.store), "UPDATE repetition SET environment_id = (SELECT max(id) FROM environment) WHERE number = 1"));
    assert_near(query(f.store, "SELECT count(*) FROM roofline"), 180, 0);
    assert_near(query(f.store, "SELECT count(*) FROM roofline WHERE phase = 'project' AND step = 7 AND machine_gb_per_s IS NULL"), 1, 0);
    assert_near(query(f.store, "SELECT count(*) FROM machine_rate"), 3 * 3 + 2, 0);
    assert_near(query(f.store, "SELECT count(*) FROM machine_rate WHERE rate_kind = 'flops' AND rate = 200 AND unit = 'Gflop/s'"), 1, 0);
    close_store(&f);
}
