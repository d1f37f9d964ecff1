// Claims: their sources, the sentences that they support, the variations under which they are judged again.
#include "experiment/figure_spec.h"
#include "fake_plan.h"

#define HEAD "name: t\ndefaults: {scene: cloth, scene.n: 4, steps: 3, probes: 1}\n"
#define BLOCKS \
    "blocks:\n" \
    "  - {name: a, axes: {solver: xpbd, iterations: [2, 8]}}\n" \
    "  - {name: b, axes: {scene: chain, solver: newton}}\n"
#define ERROR "data: convergence, value: error, below: 1"
#define SOURCE ", source: closed form"

static Experiment expanded; // the experiment that `expand` read last

static const Experiment *expand(const char *text, bool vary, const char *sets)
{
    experiment_destroy(&expanded);
    assert_ok(fake_plan_read(text, sets, vary, &expanded));
    return &expanded;
}

static void refuse(const char *text, const char *part)
{
    Experiment   e;
    const Status status = fake_plan_read(text, "", true, &e);
    if (status.code != STATUS_INPUT || !strstr(status.text, part))
        fail_msg("%s\ngives `%s` without `%s`", text, status.text, part);
}

// "SOLVER:ITERATIONS:STIFFNESS:VARIATION " of every case.
static void assert_cases(const Experiment *e, const char *expected)
{
    char text[800] = "", solver[32], iterations[32], stiffness[32];
    for (int i = 0; i < e->case_count; i++) {
        const PlannedCase *c = &e->cases[i];
        assert_true(case_get(&c->setup, "solver", solver, sizeof solver));
        assert_true(case_get(&c->setup, "iterations", iterations, sizeof iterations));
        assert_true(case_get(&c->setup, "scene.stiffness", stiffness, sizeof stiffness));
        sprintf(text + strlen(text), "%s:%s:%s:%d ", solver, iterations, stiffness, c->variation);
    }
    assert_string_equal(text, expected);
}

static FigureSpecs read_specs(const char *text)
{
    static const char *const SETTINGS[] = {"solver", "iterations"};
    FigureSpecs              specs = {0};
    YamlFile                *file = NULL;
    Status                   status = yaml_read_text("test.yaml", text, strlen(text), &file);
    if (status.code == STATUS_OK)
        status = figure_specs_read(yaml_root(file), SETTINGS, 2, &specs);
    yaml_destroy(file);
    if (status.code != STATUS_OK)
        fail_msg("%s", status.text);
    return specs;
}

TEST(sources_are_sentences)
{
    FigureSpecs specs =
        read_specs("expected: {sag: It sags., end: It ends.}\n"
                   "verdicts:\n"
                   "  - {id: a, claim: a, " ERROR ", source: closed form, carries: end}\n"
                   "  - {id: b, claim: b, " ERROR ", source: {paper: A 2016, sentence: it holds, statistic: maximum}}\n"
                   "  - {id: c, claim: c, " ERROR ", source: {set: from the first run on 2026-09-12}, carries: [sag, end]}\n"
                   "  - id: d\n    claim: d\n    data: step\n    value: step_ms\n    below: 1\n"
                   "    source: {set: from the first run on 2026-09-12, before: [below 3, below 0.5]}\n"
                   "  - {id: e, claim: e, " ERROR "}\n"
                   "  - {id: f, claim: f, " ERROR ", source: {paper: A 2016, sentence: it holds, statistic: mean, regime: soft cloths}}\n");
    assert_non_null(specs.verdicts);
    if (!specs.verdicts) // the assertion above does not return, which the analyser does not see
        return;
    assert_string_equal(specs.verdicts[0].source.text, "closed form");
    assert_string_equal(specs.verdicts[1].source.text, "A 2016: it holds (maximum)");
    assert_string_equal(specs.verdicts[2].source.text, "set from the first run on 2026-09-12");
    assert_string_equal(specs.verdicts[3].source.text, "set from the first run on 2026-09-12; before: below 3; below 0.5");
    assert_string_equal(specs.verdicts[4].source.text, ""); // a text that an earlier weft has stored
    assert_string_equal(specs.verdicts[5].source.text, "A 2016: it holds (mean); for soft cloths");
    assert_string_equal(specs.verdicts[5].source.paper, "A 2016");
    assert_string_equal(specs.verdicts[5].source.sentence, "it holds");
    assert_string_equal(specs.verdicts[5].source.statistic, "mean");
    assert_string_equal(specs.verdicts[5].source.regime, "soft cloths");
    assert_string_equal(specs.verdicts[1].source.regime, "");
    assert_string_equal(specs.verdicts[3].source.paper, ""); // no paper
    assert_int_equal(specs.sentence_count, 2);
    assert_string_equal(specs.sentences[0].text, "It sags.");
    assert_true(!specs.verdicts[0].carries[0] && specs.verdicts[0].carries[1]);
    assert_true(specs.verdicts[2].carries[0] && specs.verdicts[2].carries[1]);
    figure_specs_destroy(&specs);
}

TEST(sentences_make_the_text)
{
    const Experiment *e = expand(HEAD "expected:\n  one: It sags.\n  two: >-\n    It\n    ends.\n" BLOCKS
                                      "verdicts:\n  - {id: c, claim: c, " ERROR SOURCE ", carries: [one, two]}\n",
                                 false, "");
    assert_string_equal(e->expected, "It sags. It ends.");
}

#define VERDICT(more) HEAD BLOCKS "verdicts:\n  - {id: c, claim: c, " ERROR more "}\n"

TEST(mistakes_are_named)
{
    static const char *const WRONG[][2] = {
        {VERDICT(", source: my own"), "`verdicts[0].source`: `my own` is not a valid value"},
        {VERDICT(", source: {paper: A 2016, sentence: it holds}"), "key `statistic` is missing"},
        {VERDICT(", source: {paper: A 2016, sentence: it holds, statistic: mean, page: 3}"), "`verdicts[0].source.page`"},
        {VERDICT(", source: {set: from the first run}"), "must contain the day"},
        {VERDICT(", source: {set: on 2026-09-12, before: below 3}"), "must be a list"},
        {VERDICT(SOURCE ", carries: sag"), "`verdicts[0].carries`: `sag` is not a valid value"},
        {VERDICT(SOURCE ", vary: [softer]"), "`softer` is not a valid value"},
        {VERDICT(SOURCE) "vary: {iterations: 3}\n", "`vary`: must be a list"},
        {VERDICT(SOURCE) "vary: [3]\n", "must be a map from axes to values"},
        {VERDICT(SOURCE) "vary: [{name: nothing}]\n", "changes nothing"},
        {VERDICT(SOURCE) "vary: [{iterations: '3,4'}]\n", "one value"},
        {VERDICT(SOURCE) "vary: [{iterations: 3}, {iterations: 3}]\n", "another variation is named `iterations 3`"},
        {VERDICT(SOURCE) "vary: [{iteration: 3}]\n",
         "variation `iteration 3`: --set iteration=3: no case of the experiment takes `iteration`"},
        {VERDICT(SOURCE) "vary: [{size: huge}]\n", "unknown size `huge`"},
        {VERDICT(SOURCE) "vary: [{iterations: many}]\n", "variation `iterations many`"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        refuse(WRONG[i][0], WRONG[i][1]);
}

// A case leaves the plan if it is selected by no verdict that is judged under a variation.
TEST(variations_are_planned)
{
    static const char TEXT[] = HEAD BLOCKS "vary:\n  - {scene.stiffness: 7}\n  - {name: more, iterations: 9}\n"
                                           "verdicts:\n  - {id: c, claim: c, " ERROR SOURCE ", of: {solver: xpbd, iterations: 8..}}\n"
                                           "  - {id: d, claim: d, " ERROR SOURCE ", of: {solver: newton}, vary: none}\n";
    const Experiment                                                     *e = expand(TEXT, false, "");
    assert_int_equal(e->case_count, 3);
    assert_int_equal(e->variation_count, 0);
    e = expand(TEXT, true, "");
    assert_int_equal(e->variation_count, 2);
    assert_string_equal(e->variations[0].name, "scene.stiffness 7");
    assert_cases(e, "xpbd:2:1000:0 xpbd:8:1000:0 newton:200:1000:0 xpbd:8:7:1 xpbd:9:1000:2 ");
    e = expand(TEXT, true, "iterations=12 scene.stiffness=5"); // a variation overrides the setting that it varies
    assert_cases(e, "xpbd:12:5:0 newton:12:5:0 xpbd:12:7:1 xpbd:9:5:2 ");
}

// A variation that changes no case of a claim gives no information about the claim.
TEST(variations_that_change_nothing)
{
    const Experiment *e = expand(HEAD BLOCKS "vary:\n  - {scene.n: 5}\n  - {iterations: 8}\n"
                                             "verdicts:\n  - {id: c, claim: c, " ERROR SOURCE ", of: {solver: newton}}\n"
                                             "  - {id: d, claim: d, " ERROR SOURCE ", of: {solver: xpbd, iterations: 8}}\n",
                                 true, ""); // the chain has no n, and the case with eight iterations already exists
    assert_cases(e, "xpbd:2:1000:0 xpbd:8:1000:0 newton:200:1000:0 xpbd:8:1000:1 newton:8:1000:2 ");
}

// An exact quantity needs the measured pass only, unless it is compared with a time or selected by a time.
TEST(passes_of_times)
{
    static const char *const TIMES[] = {"value: error, expected: 2*time_ms, below: 1", "value: error, where: {time_ms: ..1}, below: 1",
                                        "value: error, of: {time_ms: ..1}, below: 1",
                                        "value: iteration, of: {iterations: 8}, against: {time_ms: ..1}, below: 1"};
    for (size_t i = 0; i < sizeof TIMES / sizeof *TIMES; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 HEAD BLOCKS "vary:\n  - {scene.stiffness: 7}\nverdicts:\n  - {id: c, claim: c, data: convergence" SOURCE ", %s}\n",
                 TIMES[i]);
        const Experiment *e = expand(text, true, "");
        assert_int_equal(e->cases[3].variation, 1);
        assert_int_equal(e->cases[3].required[PASS_TIMED], 5);
    }
}

TEST(only_passes_that_are_needed)
{
    const Experiment *e =
        expand(HEAD BLOCKS "vary:\n  - {scene.stiffness: 7}\n  - {iterations: 9}\n"
                           "verdicts:\n  - {id: c, claim: c, " ERROR SOURCE ", of: {solver: xpbd, iterations: 8}}\n"
                           "  - {id: d, claim: d, data: step, value: step_ms, below: 1, of: {iterations: 9}" SOURCE "}\n"
                           "  - {id: e, claim: e, data: convergence, value: time_ms, below: 1, of: {iterations: 2}" SOURCE "}\n",
               true, "");
    assert_cases(e, "xpbd:2:1000:0 xpbd:8:1000:0 newton:200:1000:0 xpbd:2:7:1 xpbd:8:7:1 xpbd:9:1000:2 newton:9:1000:2 ");
    static const int TIMED[] = {5, 5, 5, 5, 0, 5, 5};
    for (int i = 0; i < e->case_count; i++) {
        assert_int_equal(e->cases[i].required[PASS_TIMED], TIMED[i]);
        assert_int_equal(e->cases[i].required[PASS_MEASURED], 1);
    }
}
