#include "experiment/private/needed.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool value_matches(const char *value, const char *expected)
{
    SpecRange range;
    double    mine = 0, theirs = 0;
    if (!text_to_double(value, &mine))
        return strcmp(value, expected) == 0;
    if (spec_range(expected, &range))
        return mine >= range.low && mine <= range.high;
    return text_to_double(expected, &theirs) && mine == theirs;
}

bool needed_passes(const PlannedCase *c, const DataView *data, const SpecFilter *filters, int count)
{
    for (int i = 0; i < count; i++) {
        char       own[300] = ""; // a setting that the case lacks is ""
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

// ---- quantities that no case records ----

// The context of a quantity: the figure, table or verdict, and its cases.
typedef struct Shown {
    const Experiment  *e;
    const YamlNode    *node;
    const DataView    *data;
    const SpecFilter  *where;
    int                where_count;
    const VerdictSpec *verdict; // selects further; NULL: none
} Shown;

static bool shows(const Shown *s, const PlannedCase *c)
{
    return c->variation == 0 && needed_passes(c, s->data, s->where, s->where_count) && (!s->verdict || needed_selects(s->verdict, c));
}

static Status check_name(const Shown *s, const char *name)
{
    const char *setting = data_view_needs(s->data, name);
    char        value[64];
    bool        recorded = false, selects = false;
    for (int i = 0; setting && i < s->e->case_count; i++) {
        if (!shows(s, &s->e->cases[i]))
            continue;
        selects = true;
        recorded = recorded || !case_get(&s->e->cases[i].setup, setting, value, sizeof value) || strcmp(value, "0") != 0;
    }
    return recorded || !selects ? status_ok()
                                : yaml_error(s->node,
                                             "`%s` of data `%s` is recorded only if `%s` is above 0, but it is 0 in all selected cases; "
                                             "set it, for example `defaults: {%s: 1}`",
                                             name, s->data->name, setting, setting);
}

// A name or an expression; "": none.
static Status check_quantity(const Shown *s, const char *quantity)
{
    Expression e;
    TRY(check_name(s, quantity));
    if (expression_is_name(quantity) || !*quantity || expression_parse(quantity, &e).code != STATUS_OK)
        return status_ok();
    for (int i = 0; i < e.name_count; i++)
        TRY(check_name(s, e.names[i]));
    return status_ok();
}

static const YamlNode *item(const Experiment *e, const char *section, int index)
{
    return yaml_get(yaml_root(e->file), section)->children[index];
}

Status needed_check(const FigureSpecs *specs, const Experiment *e)
{
    for (int i = 0; i < specs->figure_count; i++) {
        const FigureSpec *f = &specs->figures[i];
        const Shown       s = {e, item(e, "figures", i), f->data, f->where, f->where_count, NULL};
        TRY(check_quantity(&s, f->x));
        TRY(check_quantity(&s, f->y));
    }
    for (int i = 0; i < specs->table_count; i++) {
        const TableSpec *t = &specs->tables[i];
        const Shown      s = {e, item(e, "tables", i), t->data, t->where, t->where_count, NULL};
        for (int k = 0; k < t->value_count; k++)
            TRY(check_quantity(&s, t->values[k]));
    }
    for (int i = 0; i < specs->verdict_count; i++) {
        const VerdictSpec *v = &specs->verdicts[i];
        const Shown        s = {e, item(e, "verdicts", i), v->data, v->where, v->where_count, v};
        TRY(check_quantity(&s, v->value));
    }
    return status_ok();
}

// ---- verdicts and cases ----

// True if the experiment without variations has this case and the verdict selects it there.
static bool is_base(const Experiment *e, const VerdictSpec *v, const PlannedCase *c)
{
    for (int i = 0; i < e->case_count && e->cases[i].variation == 0; i++)
        if (strcmp(e->cases[i].setup.key, c->setup.key) == 0 && needed_selects(v, &e->cases[i]))
            return true;
    return false;
}

// True if the verdict is judged under a variation that changes a case that it selects.
static bool applies(const Experiment *e, const VerdictSpec *v, int variation)
{
    bool changed = false;
    if (!verdict_varies(v, e->variations[variation - 1].name))
        return false;
    for (int i = 0; i < e->case_count && !changed; i++)
        changed = e->cases[i].variation == variation && needed_selects(v, &e->cases[i]) && !is_base(e, v, &e->cases[i]);
    return changed;
}

// Reduces `required` to the passes that these verdicts need; returns true if they need any. judged: [specs->verdict_count]. If no time is
// needed, the measured pass is enough, if there is one.
static bool keep_passes(const FigureSpecs *specs, const bool *judged, PlannedCase *c)
{
    bool needed = false, timed = false;
    for (int i = 0; i < specs->verdict_count; i++) {
        const bool selected = judged[i] && needed_selects(&specs->verdicts[i], c);
        needed = needed || selected;
        timed = timed || (selected && needed_is_timed(&specs->verdicts[i]));
    }
    for (int pass = 0; pass < PASS_COUNT && !timed && c->required[PASS_MEASURED] > 0; pass++)
        c->required[pass] = pass == PASS_MEASURED ? c->required[pass] : 0;
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
