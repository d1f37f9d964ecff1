#include "judge/private/paper_claims.h"

#include "base/text_add.h"
#include "data/escape.h"
#include "judge/verdict_text.h"
#include "judge/verdict_vary.h"

static const char *const NAMES[STANDINGS] = {[STANDING_YES] = "yes",
                                             [STANDING_REGIME] = "within a regime",
                                             [STANDING_NO] = "no",
                                             [STANDING_CLOSE] = "too close to call",
                                             [STANDING_UNKNOWN] = "not measured"};

Standing standing_of(const VerdictResult *r)
{
    bool yes = r->answer == VERDICT_YES || r->yes_count > 0, no = r->answer == VERDICT_NO;
    if (r->answer == VERDICT_UNKNOWN)
        return STANDING_UNKNOWN;
    for (int i = 0; i < r->variation_count; i++) {
        yes = yes || r->variations[i].result.answer == VERDICT_YES;
        no = no || r->variations[i].result.answer == VERDICT_NO;
    }
    if (yes && no)
        return STANDING_REGIME;
    return r->answer == VERDICT_CLOSE ? STANDING_CLOSE : yes ? STANDING_YES : STANDING_NO;
}

bool paper_claim(const VerdictResult *r)
{
    return *r->spec->source.paper;
}

void standing_where(const VerdictResult *r, char *out, size_t size)
{
    char varied[VERDICT_REGIME_MAX];
    out[0] = '\0';
    verdict_regime(r, varied, sizeof varied);
    if (r->groups > 1)
        text_add(out, size, "", "yes in %d of %d", r->yes_count, r->groups);
    if (r->groups > 1 && r->yes_count < r->groups && r->yes_count)
        text_add(out, size, "", ": %s", r->yes_groups);
    if (r->groups > 1 && r->yes_count < r->groups && *r->worst)
        text_add(out, size, "", "; worst at %s", r->worst);
    if (*varied)
        text_add(out, size, "; ", "varied: %s", varied);
}

void paper_claim_row(const VerdictResult *r, const char *experiment, FILE *out)
{
    const ClaimSource *source = &r->spec->source;
    const char *const  texts[] = {source->sentence, source->paper, source->statistic, source->regime, r->spec->claim};
    char               where[VERDICT_REGIME_MAX + 2 * VERDICT_GROUPS_MAX], command[4096], number[VERDICT_VALUE_TEXT], bounds[SPEC_TEXT_MAX];
    standing_where(r, where, sizeof where);
    verdict_value(r, number);
    verdict_bounds(r->spec, bounds);
    fprintf(out, "| %s", NAMES[standing_of(r)]);
    for (int i = 0; i < 5; i++)
        escape_print(markdown_text, out, " | %s", *texts[i] ? texts[i] : "–");
    escape_print(markdown_text, out, " | %s, %s | %s | ", number, bounds, *where ? where : "–");
    snprintf(command, sizeof command, "weft run %s --vary", experiment);
    markdown_code(command, out);
    fputs(" |\n", out);
}

void paper_claims_head(const int counts[STANDINGS], FILE *out)
{
    int all = 0;
    for (int i = 0; i < STANDINGS; i++)
        all += counts[i];
    fputs("\n## Sentences of papers\n\n| published claims |", out);
    for (int i = 0; i < STANDINGS; i++)
        fprintf(out, " %s |", NAMES[i]);
    fputs("\n|---|---|---|---|---|---|\n", out);
    fprintf(out, "| %d |", all);
    for (int i = 0; i < STANDINGS; i++)
        fprintf(out, " %d |", counts[i]);
    fputs("\n\nStatements of papers, in our words, and their verdict here. *Within a regime*: yes for some of the settings or variations\n"
          "named under *where*, no for others. *Regime*: the conditions of the statement in the paper. If a statement has no number, the\n"
          "bound is ours, and the column *statistic* names it.\n\n"
          "| answer | sentence | paper | statistic | regime | measured here | value, claimed | where | command |\n"
          "|---|---|---|---|---|---|---|---|---|\n",
          out);
}
