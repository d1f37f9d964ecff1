#include "experiment/private/needed.h"

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

// By settings alone: columns of the data and facts of the model are not known before a case is measured.
static bool passes(const PlannedCase *c, const DataView *data, const SpecFilter *filters, int count)
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

static bool selects(const VerdictSpec *v, const PlannedCase *c)
{
    return passes(c, v->data, v->where, v->where_count) &&
           (passes(c, v->data, v->of, v->of_count) || (v->has_against && passes(c, v->data, v->against, v->against_count)));
}

// Whether its number is a time, or made of one; the rest comes from the measured pass alone.
static bool is_timed(const VerdictSpec *v)
{
    return v->data->by_repetition || strstr(v->value, "time_ms") || strstr(v->value, "cold_ms") || strstr(v->over, "time_ms");
}

// Leaves in `wanted` what the verdicts need; returns whether they need anything.
static bool keep_passes(const FigureSpecs *specs, const char *variation, PlannedCase *c)
{
    bool needed = false, timed = false;
    for (int i = 0; i < specs->verdict_count; i++) {
        const VerdictSpec *v = &specs->verdicts[i];
        const bool         selected = verdict_varies(v, variation) && selects(v, c);
        needed = needed || selected;
        timed = timed || (selected && is_timed(v));
    }
    for (int pass = 0; pass < PASS_COUNT && !timed && c->wanted[PASS_MEASURED] > 0; pass++)
        c->wanted[pass] = pass == PASS_MEASURED ? c->wanted[pass] : 0;
    return needed;
}

void needed_keep(const FigureSpecs *specs, Experiment *e)
{
    int kept = 0;
    for (int i = 0; i < e->case_count; i++) {
        PlannedCase *c = &e->cases[i];
        if (c->variation == 0 || keep_passes(specs, e->variations[c->variation - 1].name, c))
            e->cases[kept++] = *c;
    }
    e->case_count = kept;
}
