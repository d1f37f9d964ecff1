// Dealing an experiment to shards: compared cases stay together, the others are dealt by cost, and the result is deterministic.

#include "experiment/compared.h"
#include "fake_plan.h"
#include "fake_store.h"
#include "run/deal.h"

#define HEAD "name: t\ndefaults: {scene: cloth, steps: 10, timed: 2}\nblocks:\n"
#define BLOCK "  - {name: a, axes: {solver: [pbd, xpbd], scene.n: [4, 8], iterations: [10, 100]}}\n"
#define SOURCE "source: {set: \"on 2026-11-27, as an aim\"}"

// The group of each case of a text, "0 1 0 1".
static void check_groups(const char *text, const char *expected)
{
    Experiment e = fake_plan(text);
    int        group[64], used = 0, *first = experiment_firsts(&e);
    char       found[256] = "";
    assert_true(e.case_count <= 64);
    assert_non_null(first);
    assert_ok(compared_groups(&e, first, group));
    free(first);
    for (int i = 0; i < e.case_count; i++)
        used += snprintf(found + used, sizeof found - (size_t)used, "%s%d", i ? " " : "", group[i]);
    assert_string_equal(found, expected);
    experiment_destroy(&e);
}

// Cases: pbd with n 4 and 10 or 100 iterations, with n 8 likewise; the same with xpbd.
TEST(compared_cases_are_a_group)
{
    check_groups(HEAD BLOCK, "0 1 2 3 4 5 6 7");
    check_groups(HEAD BLOCK "verdicts:\n  - {id: c, claim: c, " SOURCE
                            ", data: step, value: step_ms, of: {solver: xpbd}, against: {solver: pbd},"
                            " for_each: [scene.n, iterations], compare: ratio, below: 2}\n",
                 "0 1 2 3 0 1 2 3");
    check_groups(HEAD BLOCK "verdicts:\n  - {id: c, claim: c, " SOURCE
                            ", data: step, value: step_ms, of: {solver: xpbd}, against: {solver: pbd},"
                            " for_each: scene.n, compare: ratio, below: 2}\n",
                 "0 0 2 2 0 0 2 2");
    check_groups(HEAD BLOCK "figures:\n  - {name: f, data: step, x: iterations, y: step_ms, series: [solver, scene.n],"
                            " relative_to: {iterations: 10}}\n",
                 "0 0 2 2 4 4 6 6");
    check_groups(HEAD BLOCK
                 "tables:\n  - {name: t, data: step, rows: [scene.n, iterations], columns: solver, values: [step_ms], best: least}\n",
                 "0 1 2 3 0 1 2 3");
}

TEST(cases_without_compared_times_are_no_group)
{
    check_groups(HEAD BLOCK "verdicts:\n  - {id: c, claim: c, " SOURCE
                            ", data: convergence, value: primal, of: {solver: xpbd}, against: {solver: pbd},"
                            " compare: ratio, below: 2}\n",
                 "0 1 2 3 4 5 6 7");
    check_groups(HEAD BLOCK "verdicts:\n  - {id: c, claim: c, " SOURCE
                            ", data: step, value: step_ms, of: {solver: xpbd}, below: 2}\n", // a bound alone
                 "0 1 2 3 4 5 6 7");
    check_groups(HEAD BLOCK "figures:\n  - {name: f, data: step, x: iterations, y: step_ms, series: [solver]}\n", "0 1 2 3 4 5 6 7");
}

TEST(groups_that_share_a_case_are_one)
{
    check_groups(HEAD BLOCK "  - {name: b, axes: {solver: pbd, scene.n: 4, iterations: [100, 1000]}}\n"
                            "verdicts:\n  - {id: c, claim: c, " SOURCE
                            ", data: step, value: step_ms, of: {solver: xpbd, scene.n: 4, iterations: 10},"
                            " against: {solver: pbd, scene.n: 4, iterations: 10}, compare: ratio, below: 2}\n"
                            "  - {id: d, claim: d, " SOURCE ", data: step, value: step_ms, of: {solver: xpbd, scene.n: 4, iterations: 10},"
                            " against: {solver: pbd, scene.n: 4, iterations: 1000}, compare: ratio, below: 2}\n",
                 "0 1 2 3 0 5 6 7 1 0"); // a case of both blocks is a single case, too
}

TEST(shards_end_together)
{
    Experiment e = fake_plan(HEAD BLOCK);
    Deal       deal, again;
    assert_ok(deal_create(&e, NULL, 2, &deal));
    assert_ok(deal_create(&e, NULL, 2, &again));
    assert_near(deal.sum[0], deal.sum[1], 1e-9);
    assert_near(deal.cost[1], 10 * deal.cost[0], 1e-9); // ten times the iterations
    assert_false(deal.timed);
    assert_memory_equal(deal.shard, again.shard, (size_t)e.case_count * sizeof *deal.shard);
    deal_destroy(&again);
    deal_destroy(&deal);

    assert_ok(deal_create(&e, NULL, 100, &deal)); // more shards than cases: each case has its own
    for (int i = 0; i < e.case_count; i++)
        for (int k = 0; k < i; k++)
            assert_true(deal.shard[i] >= 1 && deal.shard[i] <= 100 && deal.shard[i] != deal.shard[k]);
    deal_destroy(&deal);
    experiment_destroy(&e);
}

TEST(measured_times_balance_the_shards)
{
    FakeStore *f = fake_open("t");
    Experiment e = fake_plan(HEAD BLOCK);
    Deal       deal;
    int64_t    id = 0;
    for (int i = 0; i < e.case_count; i++) {
        json_t *json = case_to_json(&e.cases[i].setup), *rows = fake_begin(PASS_TIMED);
        assert_ok(store_case(f->store, f->experiment, e.cases[i].setup.key, "a", i, e.cases[i].label, json, &id, &(bool){false}));
        json_decref(json);
        json_array_append_new(
            rows, fake_complete(ROW_END, json_pack("{s:s,s:s,s:i,s:s}", "row", "end", "pass", "timed", "index", 0, "hash", "aa")));
        assert_ok(fake_repetition(f->store, id, f->build, fake_environment_id(f->store), rows,
                                  i == 0 ? 700 : 100)); // the first takes as long as all others together
        json_decref(rows);
    }
    for (int i = 0; i < e.case_count; i++) // the passes that the pilot run has
        for (int pass = 0; pass < PASS_COUNT; pass++)
            e.cases[i].required[pass] = pass == PASS_TIMED ? 2 : 0;
    assert_ok(deal_create(&e, f->store, 2, &deal));
    assert_true(deal.timed);
    assert_near(deal.sum[0], 1400, 1e-9);
    assert_near(deal.sum[1], 1400, 1e-9);
    for (int i = 1; i < e.case_count; i++)
        assert_int_equal(deal.shard[i], 2);
    deal_destroy(&deal);
    experiment_destroy(&e);
    fake_close((void **)&f);
}
