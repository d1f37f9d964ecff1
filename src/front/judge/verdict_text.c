#include "judge/verdict_text.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "base/text_add.h"
#include "data/escape.h"
#include "data/number.h"
#include "judge/verdict_vary.h"
#include "table/table.h"

static void print_verdict(const VerdictResult *r, FILE *out)
{
    enum { ANSWER = 14, WIDTH = 80 };
    char line[5 * SPEC_TEXT_MAX + VERDICT_NOTE_MAX], regime[VERDICT_REGIME_MAX], number[NUMBER_TEXT], interval[VERDICT_INTERVAL_TEXT],
        what[SPEC_TEXT_MAX], bounds[SPEC_TEXT_MAX];
    verdict_kind(r, what);
    verdict_bounds(r->spec, bounds);
    verdict_number(r, number, sizeof number);
    verdict_interval(r, interval, sizeof interval);
    const int column = fprintf(out, "%-*s ", ANSWER - 1, verdict_answer_name(r->answer));
    text_put_wrapped(r->spec->claim, column, ANSWER, WIDTH, out);
    if (isnan(r->number))
        snprintf(line, sizeof line, "claimed: %s %s", what, bounds);
    else
        snprintf(line, sizeof line, "%s %s%s%s; claimed: %s%s%s", what, number, *interval ? " " : "", interval, bounds,
                 *r->worst ? "; worst: " : "", r->worst);
    text_add(line, sizeof line, *r->note ? "; " : "", "%s", r->note);
    fprintf(out, "%*s", ANSWER, "");
    text_put_wrapped(line, ANSWER, ANSWER, WIDTH, out);
    verdict_regime(r, regime, sizeof regime);
    if (*regime)
        fprintf(out, "%*svaried: ", ANSWER, "");
    if (*regime)
        text_put_wrapped(regime, ANSWER + 8, ANSWER, WIDTH, out);
}

void verdicts_text(const VerdictResult *results, int count, FILE *out)
{
    for (int i = 0; i < count; i++)
        print_verdict(&results[i], out);
}

// "" for what is not finite.
static const char *csv_number(double value, char out[NUMBER_TEXT])
{
    *out = '\0';
    if (isfinite(value))
        text_from_double(value, out, NUMBER_TEXT);
    return out;
}

static void csv_row(const VerdictResult *r, const FigureSpecs *specs, const char *variation, FILE *out)
{
    const VerdictSpec *v = r->spec;
    char               what[SPEC_TEXT_MAX], carried[SENTENCES_MAX * (SENTENCE_TEXT_MAX + 1)] = "", numbers[5][NUMBER_TEXT];
    verdict_kind(r, what);
    for (int s = 0; s < specs->sentence_count; s++)
        if (v->carries[s])
            text_add(carried, sizeof carried, " ", "%s", specs->sentences[s].text);
    escape_print(text_csv, out, "%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%d,%d,%d,%d,%s,%s,%s,%s\r\n", v->id, v->claim,
                 verdict_answer_name(r->answer), csv_number(r->number, numbers[0]), csv_number(r->low, numbers[1]),
                 csv_number(r->high, numbers[2]), csv_number(v->above, numbers[3]), csv_number(v->below, numbers[4]), what, r->worst,
                 r->groups, r->samples, r->against, r->processes, r->note, v->source.text, carried, variation);
}

Status verdicts_csv(const VerdictResult *results, const FigureSpecs *specs, const char *path)
{
    FileDraft draft;
    TRY(file_begin(path, &draft));
    fputs("id,claim,answer,number,low,high,above,below,measure,worst,groups,samples,samples_against,processes,note,source,carries,"
          "variation\r\n",
          draft.stream);
    for (int i = 0; i < specs->verdict_count; i++) {
        csv_row(&results[i], specs, "", draft.stream);
        for (int k = 0; k < results[i].variation_count; k++)
            csv_row(&results[i].variations[k].result, specs, results[i].variations[k].name, draft.stream);
    }
    return file_commit(&draft);
}
