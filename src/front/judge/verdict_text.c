#include "judge/verdict_text.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
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
    snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s", *r->note ? "; " : "", r->note);
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

// head: what a narrow screen says before the text; "" for nothing.
static void html_cell(const char *text, const char *class, const char *head, FILE *out)
{
    fputs("<td", out);
    if (*class)
        fprintf(out, " class=\"%s\"", class);
    if (*head)
        fprintf(out, " data-head=\"%s: \"", head);
    putc('>', out);
    html_text(text, out);
    fputs("</td>", out);
}

static void html_note(const char *what, const char *text, FILE *out)
{
    if (!*text)
        return;
    fprintf(out, "<br><small>%s", what);
    html_text(text, out);
    fputs("</small>", out);
}

// Sign and colour repeat the word of the answer.
void verdicts_html(const VerdictResult *results, int count, FILE *out)
{
    static const char *const CLASSES[] = {"yes", "no", "unknown", "unknown"}, *const SIGNS[] = {"✓ ", "✗ ", "≈ ", ""};
    bool grouped = false;
    for (int i = 0; i < count; i++)
        grouped = grouped || *results[i].worst;
    if (count == 0)
        return;
    fprintf(out,
            "<div class=\"wide\"><table class=\"verdicts\"><thead><tr><th>claim</th><th>verdict</th><th>measure</th>"
            "<th class=\"number\">value</th><th>claimed bound</th>%s<th class=\"number\">samples</th></tr></thead>\n<tbody>\n",
            grouped ? "<th>worst group</th>" : "");
    for (int i = 0; i < count; i++) {
        const VerdictResult *r = &results[i];
        char regime[VERDICT_REGIME_MAX], what[SPEC_TEXT_MAX], bounds[SPEC_TEXT_MAX], number[NUMBER_TEXT], interval[VERDICT_INTERVAL_TEXT],
            text[SPEC_TEXT_MAX + NUMBER_TEXT];
        verdict_kind(r, what);
        verdict_bounds(r->spec, bounds);
        verdict_number(r, number, sizeof number);
        fputs("<tr><td>", out);
        html_text(r->spec->claim, out);
        verdict_regime(r, regime, sizeof regime);
        html_note("", r->note, out);
        html_note("Varied: ", regime, out);
        html_note("Bound: ", r->spec->source.text, out);
        fputs("</td>", out);
        snprintf(text, sizeof text, "%s%s", SIGNS[r->answer], verdict_answer_name(r->answer));
        html_cell(text, CLASSES[r->answer], "", out);
        html_cell(what, "", "measure", out);
        verdict_interval(r, interval, sizeof interval);
        fprintf(out, "<td class=\"number\" data-head=\"value: \">%s%s%s%s</td>", isnan(r->number) ? "–" : number,
                *interval ? " <small>" : "", interval, *interval ? "</small>" : "");
        html_cell(bounds, "", "claimed bound", out);
        if (grouped)
            html_cell(r->worst, "", "worst group", out);
        if (r->spec->has_against)
            snprintf(text, sizeof text, "%d against %d", r->samples, r->against);
        else
            snprintf(text, sizeof text, "%d", r->samples);
        html_cell(text, "number", "samples", out);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

static void csv_field(double value, FILE *out)
{
    char text[NUMBER_TEXT] = "";
    if (isfinite(value))
        text_from_double(value, text, sizeof text);
    fprintf(out, "%s,", text);
}

// The sentences of `expected` that it carries.
static void csv_carried(const VerdictSpec *v, const FigureSpecs *specs, FILE *out)
{
    char text[SENTENCES_MAX * (SENTENCE_TEXT_MAX + 1)] = "";
    for (int s = 0; s < specs->sentence_count; s++)
        if (v->carries[s])
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? " " : "", specs->sentences[s].text);
    text_csv(text, out);
}

static void csv_row(const VerdictResult *r, const FigureSpecs *specs, const char *variation, FILE *out)
{
    char what[SPEC_TEXT_MAX];
    verdict_kind(r, what);
    fprintf(out, "%s,", r->spec->id);
    text_csv(r->spec->claim, out);
    fprintf(out, ",%s,", verdict_answer_name(r->answer));
    csv_field(r->number, out);
    csv_field(r->low, out);
    csv_field(r->high, out);
    csv_field(r->spec->above, out);
    csv_field(r->spec->below, out);
    text_csv(what, out);
    putc(',', out);
    text_csv(r->worst, out);
    fprintf(out, ",%d,%d,%d,%d,", r->groups, r->samples, r->against, r->processes);
    text_csv(r->note, out);
    putc(',', out);
    text_csv(r->spec->source.text, out);
    putc(',', out);
    csv_carried(r->spec, specs, out);
    putc(',', out);
    text_csv(variation, out);
    fputs("\r\n", out);
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
