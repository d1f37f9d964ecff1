#include "page/private/answers.h"

#include <string.h>

#include "base/text_add.h"
#include "data/escape.h"
#include "data/number.h"
#include "judge/verdict_text.h"
#include "judge/verdict_vary.h"

// Sign and colour repeat the word of the answer.
static const char *const CLASSES[VERDICT_ANSWERS] = {"yes", "no", "unknown", "unknown"}, *const SIGNS[VERDICT_ANSWERS] = {"✓ ", "✗ ", "≈ ",
                                                                                                                          ""};

// "Answers: 12 yes, 1 no"
static void put_heading(const VerdictResult *results, int count, FILE *out)
{
    int counts[VERDICT_ANSWERS] = {0}, put = 0;
    for (int i = 0; i < count; i++)
        counts[results[i].answer]++;
    fputs("<h3>Answers: ", out);
    for (int a = 0; a < VERDICT_ANSWERS; a++)
        if (counts[a])
            fprintf(out, "%s%d %s", put++ ? ", " : "", counts[a], verdict_answer_name((VerdictAnswer)a));
    fputs("</h3>\n", out);
}

// What a reader must know before repeating the sentence: variations with another answer, a bound chosen after a measurement, and the first
// of the notes.
static void put_caveats(const VerdictResult *r, FILE *out)
{
    char      text[VERDICT_NOTE_MAX + 200] = "";
    const int end = (int)strcspn(r->note, ";");
    int       differ = 0;
    for (int i = 0; i < r->variation_count; i++)
        differ += r->variations[i].result.answer != r->answer;
    if (differ)
        text_add(text, sizeof text, "", "other answer under %d of %d variations", differ, r->variation_count);
    if (strncmp(r->spec->source.text, "set from ", strlen("set from ")) == 0)
        text_add(text, sizeof text, " · ", "bound set after a run");
    if (*r->note)
        text_add(text, sizeof text, " · ", "%.*s%s", end, r->note, r->note[end] ? "; …" : "");
    if (*text)
        escape_print(html_text, out, "<br><small>%s</small>", text);
}

static void put_line(const VerdictResult *r, FILE *out)
{
    char number[NUMBER_TEXT], interval[VERDICT_INTERVAL_TEXT];
    verdict_number(r, number, sizeof number);
    verdict_interval(r, interval, sizeof interval);
    escape_print(html_text, out, "<summary><b class=\"%s\">%s%s</b><span>%s", CLASSES[r->answer], SIGNS[r->answer],
                 verdict_answer_name(r->answer), r->spec->claim);
    put_caveats(r, out);
    escape_print(html_text, out, "</span><span class=\"number\">%s", isnan(r->number) ? "–" : number);
    if (*interval)
        escape_print(html_text, out, " <small>%s</small>", interval);
    fputs("</span></summary>\n", out);
}

static void put_detail(const char *name, const char *text, FILE *out)
{
    if (*text)
        escape_print(html_text, out, "<dt>%s</dt><dd>%s</dd>", name, text);
}

static void put_details(const VerdictResult *r, FILE *out)
{
    char measure[SPEC_TEXT_MAX], bounds[SPEC_TEXT_MAX], value[VERDICT_VALUE_TEXT], regime[VERDICT_REGIME_MAX], samples[80];
    verdict_kind(r, measure);
    verdict_bounds(r->spec, bounds);
    verdict_value(r, value);
    verdict_regime(r, regime, sizeof regime);
    snprintf(samples, sizeof samples, r->spec->has_against ? "%d against %d" : "%d", r->samples, r->against);
    fputs("<dl>", out);
    put_detail("Measure", measure, out);
    put_detail("Value", value, out);
    put_detail("Claimed", bounds, out);
    put_detail("Source", r->spec->source.text, out);
    put_detail("Worst group", r->worst, out);
    put_detail("Samples", samples, out);
    put_detail("Under variations", regime, out);
    put_detail("Note", r->note, out);
    fputs("</dl>", out);
}

void answers_html(const VerdictResult *results, int count, FILE *out)
{
    if (count == 0)
        return;
    put_heading(results, count, out);
    for (int i = 0; i < count; i++) {
        fputs("<details class=\"answer\">", out);
        put_line(&results[i], out);
        put_details(&results[i], out);
        fputs("</details>\n", out);
    }
}
