// Stores of several machines, merged and opened such that no statistic mixes two machines.
#include "fake_store.h"
#include "page/report.h"
#include "store/merge.h"
#include "store/private/machines.h"

static char *folder;

static int set_up(void **state)
{
    folder = folder_create();
    return chdir(folder);
}

static int tear_down(void **state)
{
    folder_remove(folder);
    free(folder);
    return chdir("/");
}

static const char TEXT[] =
    "name: two\nfigures:\n  - {name: time, data: step, x: scene.n, y: step_ms, series: [solver], style: bars}\n"
    "tables:\n  - {name: times, data: step, rows: [solver], values: [step_ms]}\n"
    "verdicts:\n  - {id: fast, claim: fast, source: closed form, data: step, value: step_ms, of: {solver: pbd}, below: 1000}\n";

// One case with two processes, each with steps of `ns` nanoseconds, on one machine, ended in a state. token: of its run.
static void make_store(const char *path, const char *cpu, int64_t ns, const char *token, const char *hash)
{
    Store        *store = fake_create(path);
    const int64_t experiment = fake_experiment(store, "two", TEXT), build = fake_build(store, "b0", "f64");
    const int64_t id = fake_case(store, experiment, 0, &(FakeCase){"pbd", NULL, "f64", 8, 10, 1});
    int64_t       run = 0, process = 0;
    assert_ok(store_run(store, experiment, 1, "", &run));
    fake_model(store, id, build, 100);
    for (int i = 0; i < 2; i++) {
        assert_ok(store_process(store, &(StoreProcess){run, id, build, 0, i + 1, 1}, &process));
        assert_ok(fake_timed(store, id, build, 40, 10, ns));
        fake_process(store, (int)process);
    }
    assert_ok(store_case_status(store, id, build, CASE_DONE, ""));
    fake_sql(store,
             "UPDATE environment SET cpu = %Q, hash = %Q, json = json_set(json, '$.cpu', %Q); UPDATE run SET token = %Q;"
             "UPDATE repetition SET hash = %Q",
             cpu, cpu, cpu, token, hash);
    store_close(store);
}

static int merge(const char *out, const char *a, const char *b)
{
    json_t     *result = NULL;
    const char *inputs[] = {a, b};
    assert_ok(store_merge(out, inputs, 2, &result));
    const int conflicts = (int)json_array_size(json_object_get(result, "conflicts"));
    json_decref(result);
    return conflicts;
}

TEST(names_are_short)
{
    static const char *const NAMES[][2] = {{"Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz", "Xeon Platinum 8481C"},
                                           {"AMD EPYC 9555 64-Core Processor", "EPYC 9555"},
                                           {"11th Gen Intel(R) Core(TM) i7-1165G7 @ 2.80GHz", "11th Gen Core i7-1165G7"},
                                           {"Test <CPU> & co", "Test <CPU> & co"},
                                           {"", "machine"}};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char name[100];
        machines_short_name(NAMES[i][0], name, sizeof name);
        assert_string_equal(name, NAMES[i][1]);
    }
}

TEST_WITH(no_median_is_of_two_machines, set_up, tear_down)
{
    Store *store = NULL;
    make_store("slow.db", "Slow", 9000000, "t1", "aa");
    make_store("fast.db", "Fast", 1000000, "t2", "aa");
    assert_int_equal(merge("both.db", "slow.db", "fast.db"), 0);

    assert_ok(store_open("both.db", STORE_READ, &store)); // the file itself
    assert_query(store, "count(*) FROM cases", 1);
    assert_query(store, "count(*) FROM repetition", 4);
    assert_query(store, "max(number) FROM repetition", 3);
    assert_int_equal(store_need_one_machine(store, "x").code, STATUS_INPUT);
    store_close(store);

    assert_ok(store_open("both.db", STORE_MACHINES, &store));
    assert_query(store, "count(DISTINCT value) FROM parameter WHERE name = 'machine'", 2);
    assert_query(store, "count(*) FROM case_summary", 2);
    assert_query(store, "step_ms FROM wide_case WHERE machine = 'Slow'", 9);
    assert_query(store, "step_ms FROM wide_case WHERE machine = 'Fast'", 1);
    assert_query(store, "count(*) FROM wide_case WHERE step_ms NOT IN (1, 9)", 0);
    assert_query(store, "count(*) FROM model_fact", 2);
    store_close(store);

    assert_ok(store_open("slow.db", STORE_MACHINES, &store)); // one machine: unchanged
    assert_query(store, "count(*) FROM parameter WHERE name = 'machine'", 0);
    store_close(store);
}

TEST_WITH(reports_list_both_machines, set_up, tear_down)
{
    Store *store = NULL;
    make_store("slow.db", "Slow", 9000000, "t1", "aa");
    make_store("fast.db", "Fast", 1000000, "t2", "aa");
    assert_int_equal(merge("both.db", "slow.db", "fast.db"), 0);
    assert_ok(store_open("both.db", STORE_MACHINES, &store));
    const Status status = report_write(store, NULL, "page", NULL, NULL);
    assert_true(status.code == STATUS_OK || status.code == STATUS_ENVIRONMENT); // without gnuplot
    store_close(store);
    assert_file_has("page", "times-table.csv", "pbd,Slow,9,");
    assert_file_has("page", "times-table.csv", "pbd,Fast,1,");
    assert_file_has("page", "time.csv", "Slow");
    char *text = fake_read("page", "index.html");
    assert_has(text, "<th>machine</th><th>Slow</th><th>Fast</th>");
    assert_has(text, "<tr><th>repetitions</th><td>2</td><td>2</td></tr>");
    assert_has(text, "<tr><th>processor</th><td>Slow</td><td>Fast</td></tr>");
    assert_null(strstr(text, "<tr><th>cores</th><td>2</td><td>2</td></tr>")); // facts in which they are alike
    free(text);
}

TEST_WITH(differing_results_are_a_finding, set_up, tear_down)
{
    make_store("slow.db", "Slow", 9000000, "t1", "aa");
    make_store("fast.db", "Fast", 1000000, "t2", "bb");
    assert_int_equal(merge("both.db", "slow.db", "fast.db"), 1);
}

TEST_WITH(the_same_run_is_merged_once, set_up, tear_down)
{
    Store *store = NULL;
    make_store("slow.db", "Slow", 9000000, "t1", "aa");
    assert_int_equal(merge("twice.db", "slow.db", "slow.db"), 0);
    assert_ok(store_open("twice.db", STORE_READ, &store));
    assert_query(store, "count(*) FROM repetition", 2);
    assert_query(store, "count(*) FROM step", 80);
    assert_query(store, "count(*) FROM process", 2);
    store_close(store);
}
