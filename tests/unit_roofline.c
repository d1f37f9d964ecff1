// The view `roofline` on hand-made rows: rates of a machine, traffic of phases and times of a phased pass, against values calculated
// beforehand.
#include "fake_store.h"

// One case on two threads whose phased pass has 20 steps of 1 ms: 0.1 ms predict, 0.8 ms project, 0.1 ms velocity.
static int set_up(void **state)
{
    FakeStore *f = *state = fake_open("e");
    f->ids[0] = fake_case(f->store, f->experiment, 0, &(FakeCase){"xpbd", NULL, "f64", 64, 10, 2});
    assert_ok(fake_phased(f->store, f->ids[0], f->build, 20, 1000000));
    return 0;
}

// Sets of 1000, 2000 and 4000 bytes; read and triad in GB/s.
static void add_rates(FakeStore *f, int threads, double factor)
{
    json_t *row =
        json_pack("{s:s,s:i,s:s,s:[{s:i,s:f,s:f,s:f},{s:i,s:f,s:f,s:f},{s:i,s:f,s:f,s:f}],s:{s:f,s:f}}", "row", "rates", "threads", threads,
                  "precision", "f64", "sets", "bytes", 1000, "read", 80 * factor, "update", 100 * factor, "triad", 60 * factor, "bytes",
                  2000, "read", 40 * factor, "update", 50 * factor, "triad", 30 * factor, "bytes", 4000, "read", 20 * factor, "update",
                  25 * factor, "triad", 15 * factor, "flops", "f32", 200 * factor, "f64", 100 * factor);
    assert_ok(store_rates(f->store, fake_environment_id(f->store), row));
    json_decref(row);
}

// Traffic of `project`: 10 times 0.8 MB and 0.4 Mflop per step.
static void add_updates(FakeStore *f, double working_set, double updated, double updated_set)
{
    json_t *row = json_pack("{s:s,s:{s:{s:i,s:f,s:f,s:f,s:f,s:f,s:s},s:{s:i,s:f,s:f,s:f,s:f,s:f,s:s}}}", "row", "traffic", "phases",
                            "project", "runs", 10, "bytes", 0.8e6, "working_set", working_set, "updated", updated, "updated_set",
                            updated_set, "flops", 0.4e6, "precision", "f64", "predict", "runs", 1, "bytes", 1e6, "working_set", 1000.0,
                            "updated", 0.0, "updated_set", 0.0, "flops", 0.0, "precision", "f32");
    assert_ok(store_traffic(f->store, f->ids[0], f->build, row));
    json_decref(row);
}

static void add_traffic(FakeStore *f, double working_set)
{
    add_updates(f, working_set, 0, 0);
}

#define PROJECT " FROM roofline WHERE phase = 'project' AND step = 7"

STORE_TEST(shares_of_what_the_machine_gives)
{
    add_rates(f, 2, 1);
    add_traffic(f, 1500);
    assert_query(f->store, "count(*) FROM roofline", 60);
    assert_query(f->store, "sum(warmup) FROM roofline WHERE phase = 'project'", 2);
    assert_query(f->store, "gbytes" PROJECT, 8e-3);
    assert_query(f->store, "gb_per_s" PROJECT, 10); // 8 MB in 0.8 ms
    assert_query(f->store, "gflop_per_s" PROJECT, 5);
    assert_query(f->store, "intensity" PROJECT, 0.5);
    assert_query(f->store, "read_gb_per_s" PROJECT, 160.0 / 3); // between 80 at 1000 and 40 at 2000 the rate falls as 1/size
    assert_query(f->store, "triad_gb_per_s" PROJECT, 40);
    assert_query(f->store, "bandwidth_share" PROJECT, 0.1875);
    assert_query(f->store, "no_share" PROJECT, NAN);
    assert_query(f->store, "peak_gflop_per_s" PROJECT, 100);
    assert_query(f->store, "flop_share" PROJECT, 0.05);
    assert_query(f->store, "byte_floor_ms" PROJECT, 0.15);        // 8 MB at 160/3 GB/s
    assert_query(f->store, "flop_floor_ms" PROJECT, 0.04);        // 4 Mflop at 100 Gflop/s
    assert_query(f->store, "roof_gflop_per_s" PROJECT, 80.0 / 3); // 0.5 × 160/3
    assert_query(f->store, "roof_share" PROJECT, 0.1875);
    assert_query(f->store, "gb_per_s FROM roofline WHERE phase = 'predict' AND step = 0", 10);
    assert_query(f->store, "peak_gflop_per_s FROM roofline WHERE phase = 'predict' AND step = 0", 200); // the rate of its own precision
}

// The fake factorisation takes 5 ms.
STORE_TEST(share_of_the_peak_of_a_factorisation)
{
    json_t *row = json_pack("{s:s,s:s,s:f}", "row", "linsys", "name", "dense", "factor_flops", 125e6);
    assert_ok(store_linsys(f->store, f->ids[0], f->build, fake_complete(ROW_LINSYS, row)));
    json_decref(row);
    assert_query(f->store, "gflop_per_s FROM setup_time WHERE phase = 'factor'", 25);
    assert_query(f->store, "max(gflop_per_s) FROM setup_time WHERE phase <> 'factor'", NAN);
    assert_query(f->store, "max(flop_share) FROM setup_time", NAN); // no rate of the machine
    add_rates(f, 1, 1);
    assert_query(f->store, "max(flop_share) FROM setup_time", NAN); // no rate for as many threads
    add_rates(f, 2, 1);
    assert_query(f->store, "max(flop_share) FROM setup_time", 0.25); // share of the peak in double precision
    assert_query(f->store, "count(*) FROM setup_time", 3);
}

STORE_TEST(working_sets_at_and_beyond_the_ends)
{
    add_rates(f, 2, 1);
    add_traffic(f, 10);
    assert_query(f->store, "read_gb_per_s" PROJECT, 80);
    add_traffic(f, 2000);
    assert_query(f->store, "read_gb_per_s" PROJECT, 40);
    add_traffic(f, 4000);
    assert_query(f->store, "read_gb_per_s" PROJECT, 20);
    add_traffic(f, 1e9);
    assert_query(f->store, "read_gb_per_s" PROJECT, 20);
}

// Half of the bytes are updated in place in a smaller set. Then 0.4 MB at 40 GB/s and 0.4 MB at 100 GB/s take as long as 0.8 MB at 400/7
// GB/s. The rate of updates is interpolated between two measured sets, too.
STORE_TEST(updates_have_a_rate_of_their_own)
{
    add_rates(f, 2, 1);
    add_updates(f, 2000, 0.4e6, 900);
    assert_query(f->store, "read_gb_per_s" PROJECT, 40);
    assert_query(f->store, "machine_gb_per_s" PROJECT, 400.0 / 7);
    assert_query(f->store, "bandwidth_share" PROJECT, 0.175);
    assert_query(f->store, "roof_gflop_per_s" PROJECT, 200.0 / 7);
    add_updates(f, 2000, 0.8e6, 1e9);
    assert_query(f->store, "machine_gb_per_s" PROJECT, 25);
    add_updates(f, 2000, 0.8e6, 1600);
    assert_query(f->store, "machine_gb_per_s" PROJECT, 62.5);
}

static void count_no_share(Store *store, const char *reason, double expected)
{
    char sql[200];
    snprintf(sql, sizeof sql, "count(*) FROM roofline WHERE no_share = '%s'", reason);
    assert_query(store, sql, expected);
}

// One step of twenty is faster than the machine's rate. The case then has no share in this phase, and the other phases keep theirs. All
// rates stay visible.
STORE_TEST(shares_above_one_are_left_out)
{
    add_rates(f, 2, 1);
    add_traffic(f, 2000);
    assert_query(f->store, "count(bandwidth_share) FROM roofline", 40);
    fake_sql(f->store, "UPDATE phase SET ns = 190000 WHERE phase = 'project' AND step = 11"); // 42 GB/s of 40 GB/s
    assert_query(f->store, "count(bandwidth_share) FROM roofline WHERE phase = 'project'", 0);
    assert_query(f->store, "count(roof_share) FROM roofline WHERE phase = 'project'", 0);
    assert_query(f->store, "count(flop_share) FROM roofline WHERE phase = 'project'", 20);
    assert_query(f->store, "count(gb_per_s) FROM roofline WHERE phase = 'project'", 20);
    assert_query(f->store, "count(bandwidth_share) FROM roofline WHERE phase = 'predict'", 20);
    count_no_share(f->store, "faster than the rate of its working set", 20);
    count_no_share(f->store, "not counted", 20); // the phase velocity
}

// A set whose rates contradicted each other has no rates. Working sets next to it are not judged by sets farther away.
STORE_TEST(a_set_that_was_left_out)
{
    json_t *row =
        json_pack("{s:s,s:i,s:s,s:[{s:i,s:f,s:f,s:f},{s:i,s:n,s:n,s:n},{s:i,s:f,s:f,s:f}],s:{s:f,s:f}}", "row", "rates", "threads", 2,
                  "precision", "f64", "sets", "bytes", 1000, "read", 80.0, "update", 100.0, "triad", 60.0, "bytes", 2000, "read", "update",
                  "triad", "bytes", 4000, "read", 20.0, "update", 25.0, "triad", 15.0, "flops", "f32", 200.0, "f64", 100.0);
    assert_ok(store_rates(f->store, fake_environment_id(f->store), row));
    json_decref(row);
    add_traffic(f, 1500);
    assert_query(f->store, "read_gb_per_s" PROJECT, NAN);
    assert_query(f->store, "bandwidth_share" PROJECT, NAN);
    assert_query(f->store, "gb_per_s" PROJECT, 10);
    count_no_share(f->store, "no rate of the machine", 20);
    add_traffic(f, 1000);
    assert_query(f->store, "read_gb_per_s" PROJECT, 80);
    add_traffic(f, 4000);
    assert_query(f->store, "read_gb_per_s" PROJECT, 20);
}

// An unknown value is NULL, never 0.
STORE_TEST(without_rates_or_traffic)
{
    assert_query(f->store, "gb_per_s" PROJECT, NAN);
    assert_query(f->store, "bandwidth_share" PROJECT, NAN);
    assert_query(f->store, "step_ms" PROJECT, 0.8);
    add_rates(f, 1, 1); // for another number of threads
    add_traffic(f, 1500);
    assert_query(f->store, "gb_per_s" PROJECT, 10);
    assert_query(f->store, "read_gb_per_s" PROJECT, NAN);
    assert_query(f->store, "bandwidth_share" PROJECT, NAN);
    assert_query(f->store, "roof_gflop_per_s" PROJECT, NAN);
    assert_query(f->store, "gb_per_s FROM roofline WHERE phase = 'velocity' AND step = 7", NAN); // not counted
}

// A machine is identified by the lasting facts of its environment, not by variables of the process or the current load. The newest rates
// count.
STORE_TEST(machines_are_told_apart)
{
    bool    known = true;
    int64_t same = 0, other = 0;
    add_traffic(f, 2000);
    json_t *environment = fake_environment("f64");
    json_object_set_new(environment, "variables", json_pack("{s:s}", "OMP_NUM_THREADS", "1"));
    assert_ok(store_environment(f->store, environment, &same));
    json_object_set_new(environment, "cpu", json_string("another"));
    assert_ok(store_environment(f->store, environment, &other));
    json_decref(environment);
    assert_int_not_equal(same, other);
    assert_ok(store_rates_known(f->store, same, 2, &known));
    assert_false(known);
    add_rates(f, 2, 1);
    assert_ok(store_rates_known(f->store, same, 2, &known));
    assert_true(known);
    assert_ok(store_rates_known(f->store, same, 1, &known));
    assert_false(known);
    assert_ok(store_rates_known(f->store, other, 2, &known));
    assert_false(known);
    fake_sql(f->store, "UPDATE rate SET measured = '2020-01-01T00:00:00Z'");
    add_rates(f, 2, 2);
    assert_query(f->store, "read_gb_per_s" PROJECT, 80);
    assert_query(f->store, "count(*)" PROJECT, 1);
    assert_query(f->store, "count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'", 1);
}

// All rates of a row are stored or none; the traffic of a case is replaced as a whole.
STORE_TEST(rows_are_whole)
{
    json_t      *row = json_pack("{s:s,s:i,s:s,s:[{s:i,s:f,s:f},{s:i}]}", "row", "rates", "threads", 2, "precision", "f64", "sets", "bytes",
                                 1000, "read", 1.0, "triad", 1.0, "bytes", 2000);
    const Status status = store_rates(f->store, fake_environment_id(f->store), row);
    json_decref(row);
    assert_int_not_equal(status.code, STATUS_OK);
    assert_query(f->store, "count(*) FROM rate", 0);
    add_traffic(f, 10);
    add_traffic(f, 20);
    assert_query(f->store, "count(*) FROM traffic", 2);
    assert_query(f->store, "working_set_bytes FROM phase_traffic WHERE phase = 'project'", 20);
}

// One row for each phase of each step, even with several repetitions, builds with different traffic, environments of a case, or cases.
STORE_TEST(each_step_is_judged_once)
{
    int64_t other = 0;
    add_rates(f, 2, 1);
    add_traffic(f, 2000);
    assert_ok(fake_phased(f->store, f->ids[0], f->build, 20, 2000000)); // again, at half the speed
    assert_query(f->store, "count(*) FROM roofline", 120);
    assert_query(f->store, "sum(gb_per_s) FROM roofline WHERE phase = 'project' AND step = 7", 10 + 5);

    const int64_t build = f->build;
    f->build = fake_build(f->store, "b2", "f64");
    add_updates(f, 2000, 0.4e6, 900);
    assert_ok(fake_phased(f->store, f->ids[0], f->build, 20, 4000000));
    f->build = build;
    assert_query(f->store, "count(*) FROM roofline", 180);
    assert_query(f->store, "sum(gb_per_s) FROM roofline WHERE phase = 'project' AND step = 7", 10 + 5 + 2.5);
    assert_query(f->store, "sum(machine_gb_per_s) FROM roofline WHERE phase = 'project' AND step = 7", 40 + 40 + 400.0 / 7);

    json_t *environment = fake_environment("f64"); // another machine, with unknown rates
    json_object_set_new(environment, "cpu", json_string("another"));
    assert_ok(store_environment(f->store, environment, &other));
    json_decref(environment);
    fake_sql(f->store, "UPDATE repetition SET environment_id = (SELECT max(id) FROM environment) WHERE number = 1");
    assert_query(f->store, "count(*) FROM roofline", 180);
    assert_query(f->store, "count(*) FROM roofline WHERE phase = 'project' AND step = 7 AND machine_gb_per_s IS NULL", 1);
    assert_query(f->store, "count(*) FROM machine_rate", 3 * 3 + 2);
    assert_query(f->store, "count(*) FROM machine_rate WHERE rate_kind = 'flops' AND rate = 200 AND unit = 'Gflop/s'", 1);
}
