#include "judge/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_add.h"
#include "data/empty.h"
#include "judge/private/verdict_findings.h"
#include "judge/private/verdict_number.h"

#define NOTE(result, ...) text_add((result)->note, sizeof(result)->note, "; ", __VA_ARGS__)

typedef struct Judged { // a group
    double        number;
    Interval      interval;
    VerdictAnswer answer;
} Judged;

static VerdictAnswer group_answer(const VerdictSpec *v, const Judged *j)
{
    if (isnan(j->interval.low) || isnan(j->interval.high))
        return VERDICT_UNKNOWN;
    if (verdict_margin(v, j->interval.low) > 0 && verdict_margin(v, j->interval.high) > 0)
        return VERDICT_YES;
    return j->interval.lowest >= v->below || j->interval.highest <= v->above ? VERDICT_NO : VERDICT_CLOSE;
}

static Status judge_group(const VerdictSpec *v, Side *a, Side *b, int group, int among, int *dropped, Judged *out)
{
    const double number = group_number(v, a, b, group, dropped);
    *out = (Judged){number, {number, number, number, number, 0}, VERDICT_UNKNOWN};
    if (isfinite(number) && a->measured)
        TRY(group_interval(v, a, b, group, among, &out->interval));
    if (isfinite(number))
        out->answer = group_answer(v, out);
    return status_ok();
}

static void describe_group(const VerdictSpec *v, const FrameRow *row, char out[SPEC_TEXT_MAX])
{
    out[0] = '\0';
    for (int i = 0; i < v->each_count; i++) {
        char         text[SPEC_NAME_MAX], six[SPEC_NAME_MAX];
        const Value *value = &row->values[i];
        const char  *name = strncmp(v->each[i], "scene.", 6) == 0 ? v->each[i] + 6 : v->each[i];
        const bool   number = value->kind != VALUE_TEXT;
        double       rounded = 0;
        value_format(*value, text, sizeof text);
        snprintf(six, sizeof six, "%.6g", value->number);
        const bool whole = value->number == floor(value->number) && !(text_to_double(six, &rounded) && rounded == value->number);
        if (value->kind == VALUE_NUMBER && !whole) // a large whole number keeps all of its digits
            snprintf(text, sizeof text, "%s", six);
        text_add(out, SPEC_TEXT_MAX, ", ", "%s%s%s", number ? name : "", number ? " " : "", *text ? text : "not set");
    }
}

bool verdict_selects(const Dataset *d, int case_index, const VerdictSpec *v, bool against)
{
    return empty_passes(d, case_index, v->where, v->where_count) &&
           (against ? v->has_against && empty_passes(d, case_index, v->against, v->against_count)
                    : empty_passes(d, case_index, v->of, v->of_count));
}

static bool has_sample(const Side *side, int case_index)
{
    for (int i = 0; i < side->count; i++)
        if (side->samples[i].case_index == case_index)
            return true;
    return false;
}

// Notes the number of cases without a sample, because the claim may hold only on the others. Returns the number of these that should have
// given a sample: cases that diverged, failed, or were not run. A finished case has no such data, and a refused case cannot have any.
static int note_lost_cases(const Dataset *d, const VerdictSpec *v, const Side *a, const Side *b, VerdictResult *out)
{
    int selected = 0, lost = 0, owed = 0;
    for (int i = 0; i < d->case_count; i++) {
        const CaseRow *c = &d->cases[i];
        const bool     of = verdict_selects(d, i, v, false), against = verdict_selects(d, i, v, true);
        const bool     is_lost = (of && !has_sample(a, i)) || (against && !has_sample(b, i));
        selected += of || against;
        lost += is_lost;
        owed += is_lost && !dataset_is_whole(d, i) && case_status_find(c->status) != CASE_REFUSED;
    }
    if (lost)
        NOTE(out, "%d of %d cases gave no sample; `weft status DB` lists them", lost, selected);
    return owed;
}

static void note_unknown_values(const Dataset *d, const SpecFilter *filters, int count, VerdictResult *out)
{
    char text[SPEC_TEXT_MAX];
    empty_values(d, filters, count, text, sizeof text);
    if (*text)
        NOTE(out, "%s", text);
}

static void bar(VerdictResult *out)
{
    out->barred = true;
    out->answer = VERDICT_UNKNOWN;
}

// The unconverged steps that the samples of a side rest on: for each case the maximum over its rows. Samples are sorted by case.
static int count_unconverged(const Side *side, const char **solver, const Dataset *d)
{
    int total = 0, of_case = 0;
    for (int i = 0; i < side->count; i++) {
        const Sample *s = &side->samples[i];
        of_case = s->unconverged > of_case ? s->unconverged : of_case;
        if (s->unconverged && !*solver)
            *solver = dataset_value(d, s->case_index, "solver").text;
        if (i + 1 < side->count && s[1].case_index == s->case_index)
            continue;
        total += of_case;
        of_case = 0;
    }
    return total;
}

// A solver with a criterion must converge, unless the verdict is about convergence.
static void judge_unconverged(const Dataset *d, const VerdictSpec *v, const Side *a, const Side *b, VerdictResult *out)
{
    const char *solver = NULL;
    const int   count = count_unconverged(a, &solver, d) + count_unconverged(b, &solver, d);
    if (count == 0)
        return;
    NOTE(out, "rests on %d unconverged step%s of %s%s", count, count > 1 ? "s" : "", solver,
         v->unconverged_allowed ? "" : " (needs `unconverged: allowed`)");
    if (!v->unconverged_allowed)
        bar(out);
}

static void mark_rests(const VerdictSpec *v, const Side *side, CaseRest *rests)
{
    for (int i = 0; i < side->count && v->data->rest != REST_NONE; i++) {
        CaseRest *rest = &rests[side->samples[i].case_index];
        rest->any = true;
        rest->own = rest->own || side->samples[i].row->own;
        rest->reference = rest->reference || side->frame.reference;
    }
}

static Status judge_findings(Dataset *d, const VerdictSpec *v, const Side *a, const Side *b, VerdictResult *out)
{
    char      text[2 * SPEC_TEXT_MAX];
    CaseRest *rests = NULL;
    TRY(ARENA_NEW(&d->arena, d->case_count, &rests));
    mark_rests(v, a, rests);
    mark_rests(v, b, rests);
    const bool voids = verdict_findings(d, v->data, rests, text, sizeof text);
    if (*text)
        NOTE(out, "%s%s", text, voids && !v->findings_allowed ? " (needs `findings: allowed`)" : "");
    if (voids && !v->findings_allowed)
        bar(out);
    return status_ok();
}

typedef struct Gaps {
    int dropped, unknown, alone; // points of zero or below; groups without a finite number; groups with a sample of one process
} Gaps;

static void note_gaps(const Gaps *gaps, VerdictResult *out)
{
    if (gaps->dropped)
        NOTE(out, "%d point%s with a value of zero or below %s left out", gaps->dropped, gaps->dropped > 1 ? "s" : "",
             gaps->dropped > 1 ? "are" : "is");
    if (gaps->unknown && out->groups > 1)
        NOTE(out, "in %d of %d groups samples are missing or the result is not finite", gaps->unknown, out->groups);
    if (gaps->unknown && out->groups == 1 && isfinite(out->number))
        NOTE(out, "the value of one process is not finite (diverged, or target not reached)");
    if (gaps->alone)
        NOTE(out, "only one process, so the spread between processes is unknown");
    if (gaps->alone && gaps->alone < out->groups)
        text_add(out->note, sizeof out->note, "", " in %d of %d groups", gaps->alone, out->groups);
}

// Order: no, too close to call, the others; then by margin to the nearest bound, the smallest first.
static bool is_worse(const VerdictSpec *v, const Judged *j, const Judged *than)
{
    static const int RANKS[] = {[VERDICT_NO] = 2, [VERDICT_CLOSE] = 1, [VERDICT_YES] = 0, [VERDICT_UNKNOWN] = 0};
    if (isnan(than->number) || RANKS[j->answer] != RANKS[than->answer])
        return isnan(than->number) || RANKS[j->answer] > RANKS[than->answer];
    return verdict_margin(v, j->number) < verdict_margin(v, than->number);
}

static void show_group(const Judged *j, VerdictResult *out)
{
    const bool wide = j->answer != VERDICT_YES;
    out->number = j->number;
    out->processes = j->interval.processes;
    out->low = wide ? j->interval.lowest : j->interval.low;
    out->high = wide ? j->interval.highest : j->interval.high;
    if (j->interval.processes == 0) // it is exact
        out->low = out->high = NAN;
}

static Status judge_groups(const VerdictSpec *v, Side *a, Side *b, int among, VerdictResult *out)
{
    const FrameRow **groups = NULL;
    Judged           worst = {.number = NAN};
    Gaps             gaps = {0};
    char             text[SPEC_TEXT_MAX];
    TRY(side_group(v, a, b, &groups, &out->groups));
    for (int g = 0; g < out->groups; g++) {
        Judged j;
        describe_group(v, groups[g], text);
        TRY(judge_group(v, a, b, g, out->groups * among, &gaps.dropped, &j));
        out->yes_count += j.answer == VERDICT_YES;
        if (j.answer == VERDICT_YES)
            text_add(out->yes_groups, sizeof out->yes_groups, "; ", "%s", text);
        gaps.alone += isfinite(j.number) && j.interval.processes == 1;
        gaps.unknown += j.answer == VERDICT_UNKNOWN && !(isfinite(j.number) && j.interval.processes == 1);
        if (!isfinite(j.number) || !is_worse(v, &j, &worst))
            continue;
        worst = j;
        strcpy(out->worst, text);
    }
    if (!isnan(worst.number))
        show_group(&worst, out);
    const bool unknown = gaps.unknown || gaps.alone || out->groups == 0;
    out->answer = worst.answer == VERDICT_NO ? VERDICT_NO : unknown ? VERDICT_UNKNOWN : worst.answer;
    note_gaps(&gaps, out);
    return status_ok();
}

static void explain_unknown(const VerdictSpec *v, const Side *a, const Side *b, VerdictResult *out)
{
    if (a->count == 0)
        NOTE(out, "`of` and `where` select no data of a finished case; change one of them");
    else if (v->has_against && b->count == 0)
        NOTE(out, "`against` and `where` select no data of a finished case; change one of them");
    else if (verdict_is_fitted(v->compare) && out->groups == 1)
        NOTE(out, "a slope or rate needs finite values above zero at two or more values of `over`");
    else if (out->groups == 1)
        NOTE(out, "a value is not finite (diverged, or target not reached)");
}

Status verdict_compute(Dataset *d, const VerdictSpec *v, int among, VerdictResult *out)
{
    SIDE a = {0}, b = {0};
    *out = (VerdictResult){.spec = v, .answer = VERDICT_UNKNOWN, .number = NAN, .low = NAN, .high = NAN};
    TRY(side_load(d, v, v->of, v->of_count, &a));
    if (v->has_against)
        TRY(side_load(d, v, v->against, v->against_count, &b));
    out->samples = a.count;
    out->against = b.count;
    const int owed = note_lost_cases(d, v, &a, &b, out);
    note_unknown_values(d, v->where, v->where_count, out);
    note_unknown_values(d, v->of, v->of_count, out);
    note_unknown_values(d, v->against, v->against_count, out);
    TRY(judge_groups(v, &a, &b, among, out));
    out->barred = owed > 0;
    if (owed && out->answer == VERDICT_YES)
        out->answer = VERDICT_UNKNOWN;
    judge_unconverged(d, v, &a, &b, out);
    TRY(judge_findings(d, v, &a, &b, out));
    if (isnan(out->number))
        explain_unknown(v, &a, &b, out);
    return status_ok();
}
