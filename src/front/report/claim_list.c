#include "report/claim_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/private/judged.h"
#include "report/private/number.h"
#include "report/private/verdict_text.h"
#include "report/private/verdict_vary.h"

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a list of claims");
}

// A text that was cut may end within a letter, and a name of a store is as it is: JSON takes UTF-8 only.
static bool put(json_t *claim, const char *key, const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        return false;
    text_make_printable(copy);
    const bool whole = json_object_set_new(claim, key, json_string(copy)) == 0;
    free(copy);
    return whole;
}

// "time per step (ms): ratio of the median"
static void name_quantity(const VerdictResult *r, const Labels *labels, char *out, size_t size)
{
    char kind[SPEC_TEXT_MAX], head[SPEC_TEXT_MAX];
    verdict_kind(r, kind);
    snprintf(out, size, "%s: %s", labels_head(labels, r->spec->data, r->spec->value, head, sizeof head), kind);
}

static bool fill(const Dataset *d, const VerdictResult *r, const Labels *labels, json_t *claim)
{
    char quantity[2 * SPEC_TEXT_MAX + 2];
    char number[NUMBER_TEXT], interval[VERDICT_INTERVAL_TEXT], value[NUMBER_TEXT + VERDICT_INTERVAL_TEXT + 1], bound[SPEC_TEXT_MAX];
    char varied[VERDICT_REGIME_MAX];
    verdict_number(r, number, sizeof number);
    verdict_interval(r, interval, sizeof interval);
    snprintf(value, sizeof value, "%s%s%s", isfinite(r->number) ? number : "", isfinite(r->number) && *interval ? " " : "", interval);
    verdict_bounds(r->spec, bound);
    verdict_regime(r, varied, sizeof varied);
    name_quantity(r, labels, quantity, sizeof quantity);
    return put(claim, "experiment", d->name) && put(claim, "claim", r->spec->claim) &&
           put(claim, "answer", verdict_answer_name(r->answer)) && put(claim, "quantity", quantity) && put(claim, "value", value) &&
           put(claim, "bound", bound) && put(claim, "source", r->spec->source.text) && put(claim, "varied", varied) &&
           put(claim, "note", r->note);
}

static Status add_claim(const Dataset *d, const VerdictResult *r, const Labels *labels, json_t *list)
{
    json_t    *claim = json_object();
    const bool added = claim && fill(d, r, labels, claim) && json_array_append(list, claim) == 0;
    json_decref(claim);
    return added ? status_ok() : no_memory();
}

static Status add_verdicts(Store *store, Dataset *d, const FigureSpecs *specs, bool vary, json_t *list)
{
    VerdictResult *verdicts = NULL;
    TRY(judged_verdicts(d, specs, &verdicts));
    if (vary)
        TRY(verdicts_vary(store, d, verdicts, specs->verdict_count));
    for (int i = 0; i < specs->verdict_count; i++)
        TRY(add_claim(d, &verdicts[i], &specs->labels, list));
    return status_ok();
}

static Status add_experiment(Store *store, int64_t id, bool vary, json_t *list)
{
    Dataset     d;
    FigureSpecs specs = {0};
    Status      status = dataset_init(store, id, &d);
    if (status.code == STATUS_OK)
        status = judged_specs(&d, &specs);
    if (status.code == STATUS_OK)
        status = add_verdicts(store, &d, &specs, vary, list);
    figure_specs_destroy(&specs);
    dataset_destroy(&d);
    return status;
}

Status claim_list(Store *store, bool vary, json_t **out)
{
    int64_t ids[DATASETS_MAX];
    int     count = 0;
    *out = NULL;
    TRY(dataset_list(store, ids, &count));
    json_t *list = json_array();
    Status  status = list ? status_ok() : no_memory();
    for (int i = count - 1; i >= 0 && status.code == STATUS_OK; i--)
        status = add_experiment(store, ids[i], vary, list);
    if (status.code == STATUS_OK)
        *out = list;
    else
        json_decref(list);
    return status;
}
