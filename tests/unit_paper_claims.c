// Sentences of papers: where each one holds, by its answer, its groups and its variations.
#include <math.h>

#include "check.h"
#include "judge/private/paper_claims.h"
#include "judge/verdict_vary.h"

static VerdictSpec spec(const char *paper)
{
    VerdictSpec v = {.claim = "it holds", .below = 0.5, .above = -INFINITY};
    snprintf(v.source.paper, sizeof v.source.paper, "%s", paper);
    snprintf(v.source.sentence, sizeof v.source.sentence, "less | more");
    snprintf(v.source.statistic, sizeof v.source.statistic, "mean");
    return v;
}

static VerdictResult result(const VerdictSpec *v, VerdictAnswer answer)
{
    return (VerdictResult){
        .spec = v, .answer = answer, .number = 0.25, .low = NAN, .high = NAN, .groups = 1, .yes_count = answer == VERDICT_YES};
}

static VerdictVariation variation(const VerdictSpec *v, const char *name, VerdictAnswer answer)
{
    VerdictVariation out = {.result = result(v, answer)};
    snprintf(out.name, sizeof out.name, "%s", name);
    return out;
}

TEST(status_follows_from_the_answer)
{
    static const Standing EXPECTED[VERDICT_ANSWERS] = {
        [VERDICT_YES] = STANDING_YES, [VERDICT_NO] = STANDING_NO, [VERDICT_CLOSE] = STANDING_CLOSE, [VERDICT_UNKNOWN] = STANDING_UNKNOWN};
    const VerdictSpec v = spec("A 2016");
    for (int answer = 0; answer < VERDICT_ANSWERS; answer++) {
        const VerdictResult r = result(&v, (VerdictAnswer)answer);
        assert_int_equal(standing_of(&r), EXPECTED[answer]);
        assert_true(paper_claim(&r));
    }
    const VerdictSpec   none = spec("");
    const VerdictResult r = result(&none, VERDICT_YES);
    assert_false(paper_claim(&r));
}

TEST(groups_and_variations_make_a_regime)
{
    char              text[VERDICT_REGIME_MAX + 2 * VERDICT_GROUPS_MAX];
    const VerdictSpec v = spec("A 2016");
    VerdictResult     r = result(&v, VERDICT_NO);
    r.groups = 3;
    r.yes_count = 2;
    strcpy(r.yes_groups, "n 8; n 16");
    strcpy(r.worst, "n 32");
    assert_int_equal(standing_of(&r), STANDING_REGIME);
    standing_where(&r, text, sizeof text);
    assert_string_equal(text, "yes in 2 of 3: n 8; n 16; worst at n 32");
    standing_where(&r, text, 12); // cut, without an overrun
    assert_string_equal(text, "yes in 2 of");

    VerdictVariation some[] = {variation(&v, "stiff", VERDICT_NO), variation(&v, "short", VERDICT_YES)};
    VerdictResult    varied = result(&v, VERDICT_YES);
    varied.variations = some;
    varied.variation_count = 2;
    assert_int_equal(standing_of(&varied), STANDING_REGIME);
    standing_where(&varied, text, sizeof text);
    assert_string_equal(text, "varied: yes in 1 of 2; no at stiff (0.250 against 0.5)");
    varied.variations = some + 1;
    varied.variation_count = 1;
    assert_int_equal(standing_of(&varied), STANDING_YES);
    varied.answer = VERDICT_NO; // no here, yes under the variation
    varied.yes_count = 0;
    assert_int_equal(standing_of(&varied), STANDING_REGIME);
    varied.answer = VERDICT_UNKNOWN; // a variation does not replace a missing measurement
    assert_int_equal(standing_of(&varied), STANDING_UNKNOWN);
}

TEST(rows_are_rows)
{
    static const int  COUNTS[STANDINGS] = {[STANDING_YES] = 3, [STANDING_REGIME] = 2, [STANDING_NO] = 1};
    char             *text = NULL;
    size_t            size = 0;
    FILE             *out = open_memstream(&text, &size);
    const VerdictSpec v = spec("A 2016");
    VerdictResult     r = result(&v, VERDICT_YES);
    assert_non_null(out);
    paper_claims_head(COUNTS, out);
    paper_claim_row(&r, "bench/x.yaml", out);
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(text, "| 6 | 3 | 2 | 1 | 0 | 0 |\n"));
    assert_non_null(
        strstr(text, "\n| yes | less \\| more | A 2016 | mean | – | it holds | 0.250, below 0.5 | – | `weft run bench/x.yaml --vary` |\n"));
    free(text);
}
