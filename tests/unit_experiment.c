// Experiments: the cases that a file expands into, and the messages about invalid files. Also the lines of a pipe.
#include "experiment/private/needed.h"
#include "fake_plan.h"
#include "run/private/line_reader.h"
#include "run/private/sampling.h"

#define HEAD "name: t\ndefaults: {scene: cloth, scene.n: 4, steps: 3}\nblocks:\n"

static Experiment expanded; // the experiment that `expand` read last

static const Experiment *expand(const char *text, const char *sets)
{
    experiment_destroy(&expanded);
    assert_ok(fake_plan_read(text, sets, false, &expanded));
    return &expanded;
}

static void refuse_as(StatusCode code, const char *text, const char *sets, const char *part)
{
    Experiment e;
    assert_fails(fake_plan_read(text, sets, false, &e), code, part);
}

static void refuse(const char *text, const char *part)
{
    refuse_as(STATUS_INPUT, text, "", part);
}

// "value value …" of one name over all cases, in plan order.
static void assert_values(const Experiment *e, const char *name, const char *expected)
{
    char text[400] = "", value[64];
    for (int i = 0; i < e->case_count; i++) {
        assert_true(case_get(&e->cases[i].setup, name, value, sizeof value));
        if (i)
            strcat(text, " ");
        strcat(text, value);
    }
    assert_string_equal(text, expected);
}

TEST(product_in_plan_order)
{
    const Experiment *e = expand(HEAD "  - name: a\n    axes: {solver: [pbd, xpbd], iterations: [5, 20]}\n", "");
    assert_int_equal(e->case_count, 4);
    assert_values(e, "solver", "pbd pbd xpbd xpbd");
    assert_values(e, "iterations", "5 20 5 20");
    assert_values(e, "scene.n", "4 4 4 4");
}

TEST(zip_advances_together)
{
    const Experiment *e = expand(HEAD "  - name: a\n    axes: {solver: [pbd, xpbd], scene.n: [4, 5, 6], iterations: [1, 2, 3]}\n"
                                      "    zip: [[scene.n, iterations]]\n",
                                 "");
    assert_values(e, "scene.n", "4 5 6 4 5 6");
    assert_values(e, "iterations", "1 2 3 1 2 3");
    refuse(HEAD "  - name: a\n    axes: {solver: pbd, scene.n: [4, 5], iterations: [1, 2, 3]}\n    zip: [[scene.n, iterations]]\n",
           "`scene.n` has 2, `iterations` has 3");
    refuse(HEAD "  - name: a\n    axes: {solver: pbd, iterations: [1]}\n    zip: [[iteration]]\n", "did you mean `iterations`?");
    refuse(HEAD "  - name: a\n    axes: {solver: pbd, iterations: [1], scene.n: 4}\n    zip: [[iterations, scene.n], [scene.n]]\n",
           "zipped twice");
}

TEST(exclude_drops_cases)
{
    // 4.0 equals 4, also in an exclusion.
    const Experiment *e = expand(HEAD "  - name: a\n    axes: {solver: [pbd, xpbd], iterations: [1, 2, 3], scene.n: [4, 5]}\n"
                                      "    exclude: [{solver: pbd, iterations: [1, 3]}, {solver: xpbd, scene.n: 4.0}]\n",
                                 "");
    assert_values(e, "solver", "pbd pbd xpbd xpbd xpbd");
    assert_values(e, "iterations", "2 2 1 2 3");
    assert_values(e, "scene.n", "4 5 5 5 5");
    refuse(HEAD "  - name: a\n    axes: {solver: [pbd, xpbd], iterations: 2}\n    exclude: [{iteration: 2}]\n",
           "did you mean `iterations`?");
    refuse(HEAD "  - name: a\n    axes: {solver: [pbd, xpbd]}\n    exclude: [{solver: pdb}]\n", "unknown solver");
    refuse(HEAD "  - name: a\n    axes: {solver: [pbd]}\n    exclude: [{solver: pbd}]\n", "no case");
}

static const char SIZED[] = "name: t\ndefaults: {scene: cloth, steps: {quick: 2, full: 9}}\nblocks:\n"
                            "  - name: a\n    axes: {solver: pbd, scene.n: {quick: [4], full: [5, 6]}}\n"
                            "  - name: b\n    size: full\n    axes: {solver: xpbd, scene.n: 7}\n";

TEST(sizes)
{
    const Experiment *e = expand(SIZED, "");
    assert_values(e, "scene.n", "4");
    assert_values(e, "steps", "2");
    assert_int_equal(e->block_count, 1);
    e = expand(SIZED, "size=full");
    assert_values(e, "scene.n", "5 6 7");
    assert_values(e, "steps", "9 9 9");
    refuse_as(STATUS_INPUT, SIZED, "size=huge", "quick, full");
    refuse(HEAD "  - name: a\n    axes: {solver: pbd, scene.n: {quick: 3, ful: 4}}\n", "did you mean `full`?");
    refuse(HEAD "  - name: a\n    axes: {solver: pbd, scene.n: {full: 4}}\n", "no value for size `quick`");
}

static const char TWO[] = HEAD "  - name: a\n    axes: {solver: [pbd], iterations: [5, 20]}\n"
                               "  - name: b\n    axes: {solver: pd, linsys: [dense, cholmod_simplicial], scene.n: [4, 5]}\n"
                               "    zip: [[linsys, scene.n]]\n";

TEST(overrides)
{
    const Experiment *e = expand(TWO, "iterations=7,8"); // both solvers take it; b had no such axis
    assert_values(e, "iterations", "7 8 7 8 7 8");
    e = expand(TWO, "scene.n=6"); // scene.n is taken out of its zip
    assert_values(e, "scene.n", "6 6 6 6");
    e = expand(TWO, "linsys=dense"); // a has no linear system and stays unchanged
    assert_values(e, "solver", "pbd pbd pd pd");
    assert_values(e, "scene.n", "4 4 4 5");
    e = expand(TWO, "order=none");
    assert_values(e, "order", "none none none none");
    refuse_as(STATUS_INPUT, TWO, "iteratons=7", "did you mean `iterations`?");
    refuse_as(STATUS_INPUT, TWO, "iteratons=7", "--set iteratons=7");
    refuse_as(STATUS_INPUT, TWO, "iterations=none", "--set iterations=none");
    refuse_as(STATUS_USAGE, TWO, "iterations=", "is empty");
    refuse_as(STATUS_USAGE, TWO, "iterations", "key=value");
}

#define BLOCK "  - name: a\n    axes: {solver: pbd}\n"
#define SPEED "data: step, x: step, y: step_ms"

TEST(errors_name_line_and_key)
{
    static const struct {
        const char *text, *line, *message;
    } WRONG[] = {
        {"name: t\nblock: []\n", ":2:", "did you mean `blocks`?"},
        {"name: t\n", ":1:", "blocks"},
        {"name: a/b\nblocks: []\n", ":1:", "letters, digits"},
        {"name: -a\nblocks: []\n", ":1:", "letters, digits"},
        {HEAD "  - name: \"a\\nb\"\n    axes: {solver: pbd}\n", ":4:", "one line"},
        {HEAD BLOCK "figures:\n  - {name: -p, " SPEED "}\n", ":7:", "letters, digits"},
        {HEAD BLOCK "figures:\n  - {name: ../p, " SPEED "}\n", ":7:", "letters, digits"},
        {HEAD BLOCK "figures:\n  - {name: cases, " SPEED "}\n", ":7:", "the report itself already uses the file name `cases`"},
        {HEAD BLOCK "figures:\n  - {name: Verdicts, " SPEED "}\n", ":7:", "the report itself"},
        {HEAD BLOCK "figures:\n  - {name: a, " SPEED "}\n  - {name: A, " SPEED "}\n",
         ":8:", "another figure already uses the file name `A`"},
        {HEAD BLOCK "figures:\n  - {name: t-Table, " SPEED "}\ntables:\n  - {name: t, data: step, values: step_ms}\n",
         ":9:", "another figure"},
        {HEAD BLOCK "figures:\n  - {name: a, title: \"b\\nc\", " SPEED "}\n", ":7:", "one line"},
        {HEAD BLOCK "labels: {pbd: \"b\\nc\"}\nfigures:\n  - {name: a, " SPEED "}\n", ":6:", "one line"},
        {HEAD "  - name: a\n    axes: {solver: xpdb}\n", ":5:", "did you mean `xpbd`?"},
        {HEAD "  - name: a\n    axis: {solver: xpbd}\n", ":5:", "did you mean `axes`?"},
        {HEAD "  - name: a\n    axes:\n      solver: pbd\n      iteratons: 3\n", ":7:", "did you mean `iterations`?"},
        {HEAD "  - name: a\n    axes:\n      solver: pbd\n      iterations: [3, x]\n", ":7:", "whole number"},
        {HEAD "  - name: a\n    axes:\n      solver: pbd\n      scene.m: 3\n", ":7:", "no parameter `m`"},
        {HEAD "  - name: a\n    axes:\n      solver: pbd\n      linsys: dense\n", ":7:", "uses no linear system"},
        {HEAD "  - name: a\n    axes:\n      solver: pd\n      linsys: dens\n", ":7:", "did you mean `dense`?"},
        {HEAD "  - name: a\n    axes:\n      solver: pd\n      iterations: []\n", ":7:", "at least one value"},
        {HEAD "  - name: a\n    axes:\n      solver: pbd\n      scene: clth\n", ":7:", "did you mean `cloth`?"},
        {HEAD "  - name: a\n    axes: {iterations: 3}\n", ":4:", "no axis `solver`"},
        {HEAD "  - name: a\n    axes: {solver: pbd}\n  - name: a\n    axes: {solver: pbd}\n", ":6:", "two blocks"},
        {"name: t\ndefaults: {scene: cloth, dtt: 1}\nblocks:\n  - name: a\n    axes: {solver: pbd}\n", ":2:", "did you mean `dt`?"},
        {"name: t\nblocks:\n  - name: a\n    axes: {solver: pbd}\n", ":3:", "no axis `scene`"},
        {HEAD "  - name: a\n    axes: {solver: pbd, timed: 0, phased: 0, measured: 0}\n", ":4:", "without repetitions"},
        {HEAD "  - name: a\n    axes:\n      solver: pbd\n      threads: 4000\n", ":7:", "4000"},
        {HEAD "  - name: a\n    axes: {solver: pbd}\nfigures:\n  - name: f\n    dta: step\n", ":8:", "did you mean `data`?"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        const StatusCode code = strstr(WRONG[i].text, "4000") ? STATUS_ENVIRONMENT : STATUS_INPUT;
        refuse_as(code, WRONG[i].text, "", WRONG[i].message);
        refuse_as(code, WRONG[i].text, "", WRONG[i].line);
    }
}

TEST(repeated_cases_are_once_in_a_block)
{
    const Experiment *e = expand(
        HEAD "  - name: a\n    axes: {solver: pbd, iterations: [5, 5, 6]}\n  - name: b\n    axes: {solver: pbd, iterations: 5}\n", "");
    assert_values(e, "iterations", "5 6 5");
    assert_string_equal(e->cases[2].block, "b");
}

// The order of a round is a permutation of all tasks, in which the sides of a case are neighbours. The order depends on seed and round.
TEST(order_of_a_round)
{
    enum { CASES = 13, SIDES = 2, TASKS = CASES * SIDES };
    int order[TASKS], again[TASKS], next[TASKS], other[TASKS], first[2] = {0};
    sampling_order(CASES, SIDES, 7, 1, order);
    sampling_order(CASES, SIDES, 7, 1, again);
    sampling_order(CASES, SIDES, 7, 2, next);
    sampling_order(CASES, SIDES, 8, 1, other);
    assert_memory_equal(order, again, sizeof order);
    assert_memory_not_equal(order, next, sizeof order);
    assert_memory_not_equal(order, other, sizeof order);
    bool seen[TASKS] = {false};
    for (int i = 0; i < TASKS; i++) {
        assert_in_range(order[i], 0, TASKS - 1);
        assert_false(seen[order[i]]);
        seen[order[i]] = true;
    }
    for (int i = 0; i < TASKS; i += SIDES) {
        assert_int_equal(order[i] % CASES, order[i + 1] % CASES);
        first[0] += order[i] < CASES;
        first[1] += next[i] < CASES;
    }
    assert_int_equal(first[0] + first[1], CASES); // a side is first in one round, the other in the next
    assert_true(first[0] == 0 || first[1] == 0);
}

// A process takes its share of the timed repetitions and one of each other pass, until all are done.
TEST(shares_of_processes)
{
    const PlannedCase planned = {.repeats = 2};
    Task              task = {.goal = {[PASS_TIMED] = 5, [PASS_PHASED] = 1, [PASS_MEASURED] = 4}, .done = {[PASS_MEASURED] = 2}};
    int               share[PASS_COUNT], processes = 0;
    assert_int_equal(sampling_processes_left(&planned, &task), 3);
    for (; sampling_processes_left(&planned, &task) > 0; processes++) {
        sampling_share(&planned, &task, share);
        assert_int_equal(share[PASS_TIMED], processes < 2 ? 2 : 1);
        assert_int_equal(share[PASS_PHASED], processes == 0);
        assert_int_equal(share[PASS_COUNTED], 0);
        assert_int_equal(share[PASS_MEASURED], processes < 2);
        for (int pass = 0; pass < PASS_COUNT; pass++)
            task.done[pass] += share[pass];
    }
    assert_int_equal(processes, 3);
}

static void hash_of(const char *sets, char out[static HASH_TEXT])
{
    snprintf(out, HASH_TEXT, "%s", expand(HEAD "  - name: a\n    axes: {solver: pbd}\n", sets)->hash);
}

TEST(overrides_are_in_the_hash)
{
    char one[HASH_TEXT], two[HASH_TEXT], again[HASH_TEXT], other[HASH_TEXT];
    hash_of("steps=2", one);
    hash_of("steps=2 iterations=1", two);
    hash_of("steps=2 iterations=1", again);
    hash_of("steps=2 iterations=2", other);
    assert_string_equal(two, again);
    assert_string_not_equal(two, one);
    assert_string_not_equal(two, other);
}

// A range includes both ends.
TEST(filters_by_settings)
{
    static const struct {
        const char *filter;
        bool        passes[4]; // for 1, 2, 3, 4 iterations
    } ROWS[] = {{"2..3", {false, true, true, false}},
                {"..2", {true, true, false, false}},
                {"3..", {false, false, true, true}},
                {"3.0", {false, false, true, false}},
                {"five", {false, false, false, false}}};
    const Experiment *e = expand(HEAD "  - name: a\n    axes: {solver: pbd, iterations: [1, 2, 3, 4]}\n", "");
    assert_int_equal(e->case_count, 4);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        SpecFilter filter = {.name = "iterations", .count = 1};
        snprintf(filter.values[0], sizeof filter.values[0], "%s", ROWS[i].filter);
        for (int c = 0; c < 4; c++)
            assert_int_equal(needed_passes(&e->cases[c], data_view_at(0), &filter, 1), ROWS[i].passes[c]);
    }
}

TEST(too_many_cases_are_refused)
{
    char text[6000] = HEAD "  - name: a\n    axes:\n      solver: pbd\n";
    for (int axis = 0; axis < 3; axis++) {
        strcat(text, axis == 0 ? "      iterations: [1" : axis == 1 ? "      steps: [1" : "      frames: [1");
        for (int i = 2; i <= 60; i++)
            sprintf(text + strlen(text), ", %d", i);
        strcat(text, "]\n");
    }
    refuse(text, "more than 100000 cases");
}

// ---- lines ----

static Status collect(void *user, const char *line, size_t length)
{
    char *all = (char *)user;
    sprintf(all + strlen(all), "<%.*s>", (int)length, line ? line : "LONG");
    return status_ok();
}

TEST(lines_arrive_in_pieces)
{
    char              all[200] = "";
    Lines             lines = {0};
    static const char TEXT[] = "one\n\ntwo\r\nthree";
    for (size_t i = 0; i < strlen(TEXT); i++)
        assert_int_equal(lines_feed(&lines, TEXT + i, 1, collect, all).code, STATUS_OK);
    assert_string_equal(all, "<one><><two\r>"); // the incomplete line waits
    assert_int_equal(lines_feed(&lines, "!\n", 2, collect, all).code, STATUS_OK);
    assert_string_equal(all, "<one><><two\r><three!>");
    lines_destroy(&lines);
}

static Status count_line(void *user, const char *line, size_t length)
{
    int *counts = (int *)user;
    counts[line ? 0 : 1]++;
    return status_ok();
}

TEST(a_line_without_end_is_forgotten)
{
    enum { PIECE = 1 << 20 };
    int   counts[2] = {0, 0};
    Lines lines = {0};
    char *piece = (char *)malloc(PIECE);
    memset(piece, 'x', PIECE);
    for (size_t sent = 0; sent <= LINES_LONGEST; sent += PIECE)
        assert_int_equal(lines_feed(&lines, piece, PIECE, count_line, counts).code, STATUS_OK);
    assert_int_equal(lines_feed(&lines, "\nnext\n", 6, count_line, counts).code, STATUS_OK);
    assert_int_equal(counts[0], 1);
    assert_int_equal(counts[1], 1);
    free(piece);
    lines_destroy(&lines);
}
