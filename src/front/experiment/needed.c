#include "experiment/private/needed.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool value_matches(const char *value, const char *wanted)
{
    SpecRange range;
    double    mine = 0, theirs = 0;
    if (!text_to_double(value, &mine))
        return strcmp(value, wanted) == 0;
    if (spec_range(wanted, &range))
        return mine >= range.low && mine <= range.high;
    return text_to_double(wanted, &theirs) && mine == theirs;
}

bool needed_passes(const PlannedCase *c, const DataView *data, const SpecFilter *filters, int count)
{
    for (int i = 0; i < count; i++) {
        char       own[300] = ""; // a setting that the case does not have is ""
        const bool block = strcmp(filters[i].name, "block") == 0;
        bool       matches = data_view_column(data, filters[i].name) != NULL;
        if (!matches && !block)
            case_get(&c->setup, filters[i].name, own, sizeof own);
        for (int k = 0; k < filters[i].count && !matches; k++)
            matches = value_matches(block ? c->block : own, filters[i].values[k]);
        if (!matches)
            return false;
    }
    return true;
}

bool needed_selects(const VerdictSpec *v, const PlannedCase *c)
{
    return needed_passes(c, v->data, v->where, v->where_count) &&
           (needed_passes(c, v->data, v->of, v->of_count) || (v->has_against && needed_passes(c, v->data, v->against, v->against_count)));
}

static bool filters_measure(const DataView *data, const SpecFilter *filters, int count)
{
    bool measures = false;
    for (int i = 0; i < count; i++)
        measures = measures || quantity_measures(data, filters[i].name);
    return measures;
}

bool needed_is_timed(const VerdictSpec *v)
{
    bool timed =
        v->data->by_repetition || quantity_measures(v->data, v->value) || (*v->expected && quantity_measures(v->data, v->expected));
    for (int i = 0; i < v->each_count; i++)
        timed = timed || quantity_measures(v->data, v->each[i]);
    return timed || filters_measure(v->data, v->where, v->where_count) || filters_measure(v->data, v->of, v->of_count) ||
           filters_measure(v->data, v->against, v->against_count);
}

// Whether the experiment itself has this case, and the verdict selects it there.
static bool is_base(const Experiment *e, const VerdictSpec *v, const PlannedCase *c)
{
    for (int i = 0; i < e->case_count && e->cases[i].variation == 0; i++)
        if (strcmp(e->cases[i].setup.key, c->setup.key) == 0 && needed_selects(v, &e->cases[i]))
            return true;
    return false;
}

// Whether the verdict is judged under a variation, and that changes a case that it selects.
static bool applies(const Experiment *e, const VerdictSpec *v, int variation)
{
    bool changed = false;
    if (!verdict_varies(v, e->variations[variation - 1].name))
        return false;
    for (int i = 0; i < e->case_count && !changed; i++)
        changed = e->cases[i].variation == variation && needed_selects(v, &e->cases[i]) && !is_base(e, v, &e->cases[i]);
    return changed;
}

// Leaves in `wanted` what these verdicts need; returns whether they need anything. judged: [specs->verdict_count]. Where no time is needed,
// the measured pass says the rest, if there is one.
static bool keep_passes(const FigureSpecs *specs, const bool *judged, PlannedCase *c)
{
    bool needed = false, timed = false;
    for (int i = 0; i < specs->verdict_count; i++) {
        const bool selected = judged[i] && needed_selects(&specs->verdicts[i], c);
        needed = needed || selected;
        timed = timed || (selected && needed_is_timed(&specs->verdicts[i]));
    }
    for (int pass = 0; pass < PASS_COUNT && !timed && c->wanted[PASS_MEASURED] > 0; pass++)
        c->wanted[pass] = pass == PASS_MEASURED ? c->wanted[pass] : 0;
    return needed;
}

// ---- verdicts under variations ----

Status needed_keep(const FigureSpecs *specs, Experiment *e)
{
    int   kept = 0;
    bool *judged = calloc((size_t)specs->verdict_count * (size_t)e->variation_count + 1, sizeof *judged);
    if (!judged)
        return status_make(STATUS_MEMORY, "out of memory for the variations of an experiment");
    for (int k = 0; k < e->variation_count; k++)
        for (int i = 0; i < specs->verdict_count; i++)
            judged[k * specs->verdict_count + i] = applies(e, &specs->verdicts[i], k + 1);
    for (int i = 0; i < e->case_count; i++) {
        PlannedCase *c = &e->cases[i];
        if (c->variation == 0 || keep_passes(specs, judged + (c->variation - 1) * specs->verdict_count, c))
            e->cases[kept++] = *c;
    }
    e->case_count = kept;
    free(judged);
    return status_ok();
}
