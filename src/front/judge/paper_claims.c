#include "judge/private/paper_claims.h"

#include <math.h>
#include <string.h>

#include "data/escape.h"
#include "data/number.h"
#include "judge/verdict_text.h"
#include "judge/verdict_vary.h"

static const char *const NAMES[STANDINGS] = {[STANDING_YES] = "yes",
                                             [STANDING_REGIME] = "within a regime",
                                             [STANDING_NO] = "no",
                                             [STANDING_CLOSE] = "too close to call",
                                             [STANDING_UNKNOWN] = "not measured"};

Standing standing_of(const VerdictResult *r)
{
    bool yes = r->answer == VERDICT_YES || r->held > 0, no = r->answer == VERDICT_NO;
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
    char         varied[VERDICT_REGIME_MAX];
    const size_t room = size - 1;
    size_t       used = 0;
    out[0] = '\0';
    verdict_regime(r, varied, sizeof varied);
    if (r->groups > 1)
        snprintf(out, size, r->held == r->groups || r->held == 0 ? "yes in %d of %d" : "yes in %d of %d: %s", r->held, r->groups,
                 r->held_in);
    if (r->groups > 1 && r->held < r->groups && *r->worst && (used = strlen(out)) < room)
        snprintf(out + used, size - used, "; worst at %s", r->worst);
    if (*varied && (used = strlen(out)) < room)
        snprintf(out + used, size - used, "%svaried: %s", used ? "; " : "", varied);
}

static void put_cell(const char *text, FILE *out)
{
    fputs(" | ", out);
    markdown_text(*text ? text : "–", out);
}

static void put_number(const VerdictResult *r, FILE *out)
{
    const VerdictSpec *v = r->spec;
    char               number[NUMBER_TEXT], interval[VERDICT_INTERVAL_TEXT];
    verdict_number(r, number, sizeof number);
    verdict_interval(r, interval, sizeof interval);
    fprintf(out, " | %s%s%s,", isfinite(r->number) ? number : "–", *interval ? " " : "", interval);
    if (isfinite(v->above))
        fprintf(out, " above %.6g%s", v->above, isfinite(v->below) ? " and" : "");
    if (isfinite(v->below))
        fprintf(out, " below %.6g", v->below);
}

void paper_claim_row(const VerdictResult *r, const char *experiment, FILE *out)
{
    const ClaimSource *source = &r->spec->source;
    char               where[VERDICT_REGIME_MAX + 2 * VERDICT_HELD_MAX], command[4096];
    standing_where(r, where, sizeof where);
    snprintf(command, sizeof command, "weft run %s --vary", experiment);
    fprintf(out, "| %s", NAMES[standing_of(r)]);
    put_cell(source->sentence, out);
    put_cell(source->paper, out);
    put_cell(source->statistic, out);
    put_cell(source->regime, out);
    put_cell(r->spec->claim, out);
    put_number(r, out);
    put_cell(where, out);
    fputs(" | ", out);
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
    fputs("\n\nWhat papers say, in our words, and what comes of it here. *Within a regime*: yes for some of the settings or variations "
          "that are\n"
          "named under *where*, no for others. *Regime*: for which the paper says it. A sentence without a number has its bound from us: "
          "the\n"
          "statistic says so.\n\n"
          "| answer | sentence | paper | statistic | regime | measured here | value, claimed | where | command |\n"
          "|---|---|---|---|---|---|---|---|---|\n",
          out);
}
