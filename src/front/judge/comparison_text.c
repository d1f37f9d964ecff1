// A comparison as text for a terminal, and as Markdown for a merge request.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/text_add.h"
#include "data/escape.h"
#include "data/number.h"
#include "judge/private/comparison.h"

enum { WIDTH = 80, WORD = 14, NOTE_MAX = 700, NOTES_MAX = COMPARED_COUNT + 5, RATIO_TEXT = 112 };

typedef struct Notes {
    int         count;
    const char *words[NOTES_MAX]; // "slower", "larger"
    char        texts[NOTES_MAX][NOTE_MAX];
} Notes;

// ---- one case ----

static void describe_processes(const ComparedCase *c, char *out, size_t size)
{
    if (c->pairs)
        snprintf(out, size, "%d pairs", c->pairs);
    else
        snprintf(out, size, "%d and %d processes", c->sides[0]->count, c->sides[1]->count);
}

static void format_ratio(double ratio, char out[NUMBER_TEXT])
{
    const bool plain = ratio >= 0.1 && ratio < 1000;
    snprintf(out, NUMBER_TEXT, plain ? "%.3f" : "%.3g", ratio);
}

static void describe_interval(double ratio, double low, double high, char *out, size_t size)
{
    char texts[3][NUMBER_TEXT];
    format_ratio(ratio, texts[0]);
    format_ratio(low, texts[1]);
    format_ratio(high, texts[2]);
    if (isnan(low))
        snprintf(out, size, "%s", texts[0]);
    else
        snprintf(out, size, "%s (%s to %s)", texts[0], texts[1], texts[2]);
}

static void describe_time(const ComparedCase *c, char *out, size_t size)
{
    char a[NUMBER_TEXT], b[NUMBER_TEXT], ratio[RATIO_TEXT], processes[64];
    number_format(c->ms[0], a);
    number_format(c->ms[1], b);
    describe_processes(c, processes, sizeof processes);
    describe_interval(c->ratio, c->low, c->high, ratio, sizeof ratio);
    if (c->answer == COMPARE_UNTIMED)
        snprintf(out, size, "A %s%s, B %s%s", c->sides[0]->count ? a : "nothing", c->sides[0]->count ? " ms" : "",
                 c->sides[1]->count ? b : "nothing", c->sides[1]->count ? " ms" : "");
    else
        snprintf(out, size, "%s → %s ms, B/A %s, %s", a, b, ratio, processes);
}

static void note(Notes *notes, const char *word, const char *format, ...) GNU_PRINTF(3, 4);
static void note(Notes *notes, const char *word, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    notes->words[notes->count] = word;
    vsnprintf(notes->texts[notes->count++], NOTE_MAX, format, arguments);
    va_end(arguments);
}

static void note_change(const ComparedCase *c, ComparedQuantity q, Notes *notes)
{
    char         texts[2][NUMBER_TEXT], percent[32] = "";
    const double a = c->sides[0]->quantities[q], b = c->sides[1]->quantities[q];
    compared_format(q, a, texts[0], sizeof texts[0]);
    compared_format(q, b, texts[1], sizeof texts[1]);
    if (a > 0)
        snprintf(percent, sizeof percent, " (%+.3g %%)", 100 * (b / a - 1));
    note(notes, compared_change(q, c->changes[q]), "%s %s → %s%s", compared_name(q), texts[0], texts[1], percent);
}

static const char *or_nothing(const char *text)
{
    return *text ? text : "nothing";
}

// The notes of a case other than its time.
static void describe_notes(const ComparedCase *c, Notes *out)
{
    const SideCase *a = c->sides[0], *b = c->sides[1];
    out->count = 0;
    if (strcmp(a->status, b->status) != 0)
        note(out, c->outcome > 0 ? "failed" : "outcome", "A %s, B %s%s%.300s", a->status, b->status, *b->message ? ": " : "", b->message);
    for (int q = 0; q < COMPARED_COUNT; q++)
        if (c->changes[q])
            note_change(c, (ComparedQuantity)q, out);
    if (c->other_bits)
        note(out, "other bits", "the final states of A and B differ in some bits");
    if (a->unconverged > 0 || b->unconverged > 0)
        note(out, "unconverged", "steps without convergence: A %d, B %d", a->unconverged, b->unconverged);
    if (a->disturbed > 0 || b->disturbed > 0)
        note(out, "disturbed", "processes: A %d of %d, B %d of %d", a->disturbed, a->count, b->disturbed, b->count);
    if (*a->findings || *b->findings)
        note(out, "findings", "A %.300s, B %.300s", or_nothing(a->findings), or_nothing(b->findings));
}

// ---- both sides ----

static void describe_build(const ComparedBuild *b, int precision, char *out, size_t size)
{
    snprintf(out, size, "%s build %.12s, commit %.12s%s, %s, measured %s", precision_names()[precision], b->hash, b->commit,
             b->dirty > 0   ? " with local changes"
             : b->dirty < 0 ? " (local changes unknown)"
                            : "",
             b->compiler, b->measured);
}

// "1 slower, 2 with larger error": the regressions in B; "" for none.
static void describe_worse(const Comparison *c, char *out, size_t size)
{
    out[0] = '\0';
    if (c->answers[COMPARE_SLOWER])
        text_add(out, size, ", ", "%d slower", c->answers[COMPARE_SLOWER]);
    for (int q = 0; q < COMPARED_COUNT; q++)
        if (c->more[q])
            text_add(out, size, ", ", "%d with %s %s", c->more[q], compared_change((ComparedQuantity)q, 1),
                     compared_name((ComparedQuantity)q));
    if (c->failed)
        text_add(out, size, ", ", "%d failed", c->failed);
}

// Prints one sentence.
typedef void (*Put)(const char *sentence, FILE *out);

static void say(Put put, FILE *out, const char *format, ...) GNU_PRINTF(3, 4);
static void say(Put put, FILE *out, const char *format, ...)
{
    char    text[NOTE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put(text, out);
}

static const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

static const char *processor(const ComparedSide *side)
{
    return side->builds[0].id ? side->builds[0].cpu : side->builds[1].cpu;
}

static int count_unconverged(const Comparison *c)
{
    int count = 0;
    for (int i = 0; i < c->case_count; i++)
        count += c->cases[i].sides[0]->unconverged > 0 || c->cases[i].sides[1]->unconverged > 0;
    return count;
}

static void say_end(const Comparison *c, Put put, FILE *out)
{
    const int  unconverged = count_unconverged(c);
    char       worse[300], mean[RATIO_TEXT];
    const int *answers = c->answers;
    describe_worse(c, worse, sizeof worse);
    describe_interval(c->mean, c->mean_low, c->mean_high, mean, sizeof mean);
    say(put, out, "%d case%s in both: %d slower, %d faster, %d same, %d unresolved, %d not timed; %d only in A, %d only in B.",
        c->case_count, plural(c->case_count), answers[COMPARE_SLOWER], answers[COMPARE_FASTER], answers[COMPARE_SAME],
        answers[COMPARE_UNRESOLVED], answers[COMPARE_UNTIMED], c->only[0], c->only[1]);
    if (!isnan(c->mean))
        say(put, out, "Geometric mean of B/A: %s.", mean);
    if (unconverged)
        say(put, out, "Unconverged steps: in %d case%s; their times count like all others.", unconverged, plural(unconverged));
    if (c->other_bits)
        say(put, out, "Different bits in the final state: %d case%s.", c->other_bits, plural(c->other_bits));
    say(put, out, "Worse in B: %d case%s%s%s.", c->worse, plural(c->worse), c->worse ? ": " : "", c->worse ? worse : "");
    if (c->single)
        say(put, out,
            "Unresolved in %d case%s with only one process per side: the spread between processes is unknown. Measure more: weft run "
            "--reps 5.",
            c->single, plural(c->single));
    if (answers[COMPARE_UNRESOLVED] > c->single)
        say(put, out, "More processes resolve the other unresolved cases: weft compare --run, or weft run --reps.");
    if (c->other_machine)
        say(put, out, "A was measured on %s, B on %s: part of the difference is due to the machine.", processor(&c->sides[0]),
            processor(&c->sides[1]));
}

static void say_rule(const Comparison *c, Put put, FILE *out)
{
    say(put, out,
        "Intervals are 95 %%. Slower, faster: the times differ (level 5 %% for all cases together), and their ratio differs from 1 by more "
        "than %g %%. "
        "Same: the interval lies within %g %%.",
        100 * c->threshold, 100 * c->threshold);
}

// ---- text ----

static void put_wrapped(const char *sentence, FILE *out)
{
    text_put_wrapped(sentence, 0, 0, WIDTH, out);
}

static void put_note(const char *word, const char *text, FILE *out)
{
    fprintf(out, "  %-*s", WORD - 2, word);
    text_put_wrapped(text, WORD, WORD, WIDTH, out);
}

void comparison_text(const Comparison *c, FILE *out)
{
    char text[NOTE_MAX];
    for (int s = 0; s < 2; s++) {
        fprintf(out, "%c  %s\n", "AB"[s], c -> sides[s].path);
        for (int p = 0; p < PRECISION_COUNT; p++)
            if (c->sides[s].builds[p].id) {
                describe_build(&c->sides[s].builds[p], p, text, sizeof text);
                fputs("   ", out);
                text_put_wrapped(text, 3, 7, WIDTH, out);
            }
    }
    say_rule(c, put_wrapped, out);
    for (int i = 0; i < c->case_count; i++) {
        const ComparedCase *compared = &c->cases[i];
        Notes               notes;
        describe_notes(compared, &notes);
        putc('\n', out);
        put_wrapped(compared->sides[0]->label, out);
        describe_time(compared, text, sizeof text);
        put_note(COMPARE_ANSWER_NAMES[compared->answer], text, out);
        for (int n = 0; n < notes.count; n++)
            put_note(notes.words[n], notes.texts[n], out);
    }
    putc('\n', out);
    say_end(c, put_wrapped, out);
}

// ---- Markdown ----

static void put_paragraph(const char *sentence, FILE *out)
{
    markdown_text(sentence, out);
    fputs("\n\n", out);
}

void comparison_markdown(const Comparison *c, FILE *out)
{
    char text[NOTE_MAX];
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < PRECISION_COUNT; p++)
            if (c->sides[s].builds[p].id) {
                describe_build(&c->sides[s].builds[p], p, text, sizeof text);
                fprintf(out, "- %c: ", "AB"[s]);
                markdown_code(c->sides[s].path, out);
                escape_print(markdown_text, out, ", %s\n", text);
            }
    fputs("\n| case | answer | time, ms, A → B | B/A (95 %) | processes | other changes |\n|---|---|---|---|---|---|\n", out);
    for (int i = 0; i < c->case_count; i++) {
        const ComparedCase *compared = &c->cases[i];
        Notes               notes;
        char                a[NUMBER_TEXT], b[NUMBER_TEXT], ratio[RATIO_TEXT] = "-", processes[64];
        number_format(compared->ms[0], a);
        number_format(compared->ms[1], b);
        if (compared->answer != COMPARE_UNTIMED)
            describe_interval(compared->ratio, compared->low, compared->high, ratio, sizeof ratio);
        describe_processes(compared, processes, sizeof processes);
        describe_notes(compared, &notes);
        escape_print(markdown_text, out, "| %s | %s | %s → %s | %s | %s | ", compared->sides[0]->label,
                     COMPARE_ANSWER_NAMES[compared->answer], a, b, ratio, processes);
        for (int n = 0; n < notes.count; n++)
            escape_print(markdown_text, out, "%s%s: %s", n ? "; " : "", notes.words[n], notes.texts[n]);
        fputs(" |\n", out);
    }
    putc('\n', out);
    say_rule(c, put_paragraph, out);
    say_end(c, put_paragraph, out);
}
