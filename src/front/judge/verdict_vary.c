#include "judge/verdict_vary.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/text_add.h"
#include "data/number.h"
#include "judge/verdict_text.h"
#include "store/sql.h"

// ---- judging under variations ----

typedef struct VariationTitle {
    char text[VARIATION_NAME_MAX];
} VariationTitle;

// The variations of an experiment in its store: numbers from 1, in the order of the file, and names.
static Status list_variations(const Dataset *base, int numbers[VARIATIONS_MAX], VariationTitle names[VARIATIONS_MAX], int *count)
{
    SQL_STATEMENT *query = NULL;
    const char    *name = "";
    Status         status = sql_query(base->db, &query,
                                      "SELECT DISTINCT number, variation FROM planned_case WHERE experiment_id = ? AND number > 0 ORDER BY number",
                                      "i", base->id);
    for (*count = 0; *count < VARIATIONS_MAX && sql_next(query, &status); ++*count) {
        status = sql_text(query, 1, &name);
        numbers[*count] = sqlite3_column_int(query, 0);
        snprintf(names[*count].text, sizeof names->text, "%s", name);
    }
    return status;
}

static bool has_case(const Dataset *d, int64_t id, const VerdictSpec *v, bool against)
{
    for (int i = 0; i < d->case_count; i++)
        if (d->cases[i].id == id && verdict_selects(d, i, v, against))
            return true;
    return false;
}

// Whether a side has a case, and whether all its cases are cases of the same side in `base`.
static void compare_side(const Dataset *base, const Dataset *d, const VerdictSpec *v, bool against, bool *any, bool *same)
{
    *any = false;
    *same = true;
    for (int i = 0; i < d->case_count; i++) {
        if (!verdict_selects(d, i, v, against))
            continue;
        *any = true;
        *same = *same && has_case(base, d->cases[i].id, v, against);
    }
}

static bool applies(const Dataset *base, const Dataset *d, const VerdictSpec *v)
{
    bool any = false, same = false, any_against = true, same_against = true;
    compare_side(base, d, v, false, &any, &same);
    if (v->has_against)
        compare_side(base, d, v, true, &any_against, &same_against);
    return any && any_against && !(same && same_against);
}

// The largest number of variations under which the claim is judged.
static int count_varied(const VerdictSpec *v, const VariationTitle *names, int count)
{
    int varied = 0;
    for (int k = 0; k < count; k++)
        varied += verdict_varies(v, names[k].text);
    return varied;
}

static Status judge_again(Dataset *d, const Dataset *base, const VariationTitle *names, int variations, int number, VerdictResult *results,
                          int count)
{
    const char *name = names[number].text;
    for (int i = 0; i < count; i++) {
        VerdictResult *r = &results[i];
        if (!verdict_varies(r->spec, name) || !applies(base, d, r->spec))
            continue;
        VerdictVariation *v = &r->variations[r->variation_count++];
        snprintf(v->name, sizeof v->name, "%s", name);
        TRY(verdict_compute(d, r->spec, count_varied(r->spec, names, variations), &v->result));
    }
    return status_ok();
}

Status verdicts_vary(Store *store, Dataset *base, VerdictResult *results, int count)
{
    int            numbers[VARIATIONS_MAX], variations = 0;
    VariationTitle names[VARIATIONS_MAX];
    TRY(list_variations(base, numbers, names, &variations));
    for (int i = 0; i < count && variations; i++)
        TRY(ARENA_NEW(&base->arena, variations, &results[i].variations));
    for (int k = 0; k < variations; k++) {
        DATASET d = {0};
        TRY(dataset_init_variation(store, base->id, numbers[k], &d));
        TRY(judge_again(&d, base, names, variations, k, results, count));
    }
    return status_ok();
}

// ---- texts ----

static int count_answers(const VerdictResult *r, VerdictAnswer answer)
{
    int count = 0;
    for (int i = 0; i < r->variation_count; i++)
        count += r->variations[i].result.answer == answer;
    return count;
}

// "0.071 against 0.05": the number and the bound with the smallest margin.
static void append_number(const VerdictResult *r, char *out, size_t size)
{
    const VerdictSpec *v = r->spec;
    char               number[NUMBER_TEXT], bound[NUMBER_TEXT];
    verdict_number(r, number, sizeof number);
    const bool under = v->below - r->number <= r->number - v->above;
    text_from_double(under ? v->below : v->above, bound, sizeof bound);
    text_add(out, size, "", " (%s against %s)", number, bound);
}

static void append_answers(const VerdictResult *r, VerdictAnswer answer, char *out, size_t size)
{
    const char *before = "";
    if (answer == VERDICT_YES || count_answers(r, answer) == 0)
        return;
    text_add(out, size, "", "; %s at ", verdict_answer_name(answer));
    for (int i = 0; i < r->variation_count; i++)
        if (r->variations[i].result.answer == answer) {
            text_add(out, size, "", "%s%s", before, r->variations[i].name);
            if (answer == VERDICT_UNKNOWN)
                text_add(out, size, "", " (%s)", r->variations[i].result.note);
            else
                append_number(&r->variations[i].result, out, size);
            before = ", ";
        }
}

void verdict_regime(const VerdictResult *r, char *out, size_t size)
{
    out[0] = '\0';
    if (r->variation_count == 0)
        return;
    text_add(out, size, "", "yes in %d of %d", count_answers(r, VERDICT_YES), r->variation_count);
    for (int answer = 0; answer < VERDICT_ANSWERS; answer++)
        append_answers(r, (VerdictAnswer)answer, out, size);
}

// The weakest answer among the verdicts that carry a sentence: no, not measured, then the others.
static VerdictAnswer sentence_answer(int sentence, const FigureSpecs *specs, const VerdictResult *results)
{
    VerdictAnswer worst = VERDICT_YES;
    for (int i = 0; i < specs->verdict_count; i++) {
        const VerdictAnswer answer = specs->verdicts[i].carries[sentence] ? results[i].answer : VERDICT_YES;
        if (answer == VERDICT_NO || (worst != VERDICT_NO && answer == VERDICT_UNKNOWN) || worst == VERDICT_YES)
            worst = answer;
    }
    return worst;
}

Status verdicts_mark_expected(Dataset *base, const FigureSpecs *specs, const VerdictResult *results)
{
    char        *text = NULL;
    const size_t room = (size_t)specs->sentence_count * (SENTENCE_TEXT_MAX + 40) + 1;
    if (specs->sentence_count == 0)
        return status_ok();
    TRY(ARENA_NEW(&base->arena, room, &text));
    text[0] = '\0';
    for (int s = 0; s < specs->sentence_count; s++) {
        const VerdictAnswer answer = sentence_answer(s, specs, results);
        text_add(text, room, " ", "%s", specs->sentences[s].text);
        if (answer != VERDICT_YES)
            text_add(text, room, "", " [%s]", verdict_answer_name(answer));
    }
    base->expected = text;
    return status_ok();
}
