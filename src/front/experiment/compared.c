#include "experiment/compared.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/private/needed.h"

enum { KEYS_MAX = 2 * SPEC_LIST_MAX + CASE_NAMES_MAX, VALUE_MAX = 300 };

// Names that have equal values within a group.
typedef struct Keys {
    int         count;
    const char *names[KEYS_MAX];
} Keys;

typedef struct Grouping {
    const Experiment *e;
    int              *group;
    json_t           *first; // of one comparison: shared values as text -> the first case with them
    Status            status;
} Grouping;

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the comparisons of an experiment");
}

static int root_of(const int *group, int i)
{
    while (group[i] != i)
        i = group[i];
    return i;
}

static void join(int *group, int a, int b)
{
    const int first = root_of(group, a), second = root_of(group, b);
    group[first > second ? first : second] = first < second ? first : second;
}

// Joins a case with the first case of the same text.
static void join_by(Grouping *g, const char *text, int index)
{
    const json_t *known = json_object_get(g->first, text);
    if (known)
        join(g->group, (int)json_integer_value(known), index);
    else if (json_object_set_new(g->first, text, json_integer(index)))
        g->status = no_memory();
}

// "2;n=8;solver=pd;" with the variation first; names that the case lacks, such as data columns, are omitted.
static void add_case(Grouping *g, const Keys *keys, int index)
{
    const PlannedCase *c = &g->e->cases[index];
    char               text[KEYS_MAX * 64 + 1], value[VALUE_MAX];
    size_t             used = (size_t)snprintf(text, sizeof text, "%d;", c->variation);
    for (int i = 0; i < keys->count && used < sizeof text; i++) {
        if (strcmp(keys->names[i], "block") == 0)
            snprintf(value, sizeof value, "%s", c->block);
        else if (!case_get(&c->setup, keys->names[i], value, sizeof value))
            continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s=%s;", keys->names[i], value);
    }
    join_by(g, text, index);
}

static bool is_among(const char *name, const SpecFilter *filters, int count)
{
    bool found = false;
    for (int i = 0; i < count; i++)
        found = found || strcmp(filters[i].name, name) == 0;
    return found;
}

// ---- verdicts, figures and tables ----

static void add_verdict(Grouping *g, const VerdictSpec *v)
{
    Keys keys = {0};
    if (!needed_is_timed(v) || !(v->has_against || verdict_is_fitted(v->compare)))
        return;
    for (int i = 0; i < v->each_count; i++)
        keys.names[keys.count++] = v->each[i];
    for (int i = 0; i < g->e->case_count; i++)
        if (needed_selects(v, &g->e->cases[i]))
            add_case(g, &keys, i);
}

static void add_figure(Grouping *g, const FigureSpec *f)
{
    Keys keys = {0};
    if (f->relative_count > 0 && quantity_measures(f->data, f->y)) {
        for (int i = 0; i < f->series_count; i++)
            if (!is_among(f->series[i], f->relative, f->relative_count))
                keys.names[keys.count++] = f->series[i];
        if (!is_among(f->x, f->relative, f->relative_count))
            keys.names[keys.count++] = f->x;
    } else if (f->style->ratio && quantity_measures(f->data, f->x)) {
        for (int i = 0; i < f->problem_count; i++)
            keys.names[keys.count++] = f->problems[i];
    } else {
        return;
    }
    for (int i = 0; i < g->e->case_count; i++)
        if (needed_passes(&g->e->cases[i], f->data, f->where, f->where_count))
            add_case(g, &keys, i);
}

static void add_table(Grouping *g, const TableSpec *t)
{
    bool timed = false;
    for (int i = 0; i < t->value_count; i++)
        timed = timed || quantity_measures(t->data, t->values[i]);
    if (t->best == BEST_NONE || !timed || !*t->columns)
        return;
    for (int i = 0; i < g->e->case_count; i++) {
        const char *own[CASE_NAMES_MAX];
        CaseName    scratch[CASE_SCENE_VALUES_MAX];
        Keys        keys = {0};
        const int   count = t->row_count ? 0 : case_names(&g->e->cases[i].setup, own, scratch); // rows of every setting
        for (int k = 0; k < t->row_count; k++)
            keys.names[keys.count++] = t->rows[k];
        for (int k = 0; k < count; k++)
            if (strcmp(own[k], t->columns) != 0)
                keys.names[keys.count++] = own[k];
        if (needed_passes(&g->e->cases[i], t->data, t->where, t->where_count))
            add_case(g, &keys, i);
    }
}

static void add_all(Grouping *g, const FigureSpecs *specs)
{
    for (int i = 0; i < specs->verdict_count; i++, json_object_clear(g->first))
        add_verdict(g, &specs->verdicts[i]);
    for (int i = 0; i < specs->figure_count; i++, json_object_clear(g->first))
        add_figure(g, &specs->figures[i]);
    for (int i = 0; i < specs->table_count; i++, json_object_clear(g->first))
        add_table(g, &specs->tables[i]);
    for (int i = 0; i < g->e->case_count; i++)
        g->group[i] = root_of(g->group, i); // the root is an earlier case, which is final
}

Status compared_groups(const Experiment *e, const int *first, int *group)
{
    GNU_CLEANUP(figure_specs_destroy) FigureSpecs specs = {0};
    json_auto_t                                  *texts = json_object();
    Grouping                                      g = {.e = e, .group = group, .first = texts, .status = status_ok()};
    for (int i = 0; i < e->case_count; i++)
        group[i] = first[i];
    if (!texts)
        return no_memory();
    TRY(experiment_specs(e, &specs));
    add_all(&g, &specs);
    return g.status;
}
