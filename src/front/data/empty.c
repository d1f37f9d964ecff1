#include "data/empty.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "base/text_add.h"

static bool passes(const Dataset *d, int c, const SpecFilter *filter)
{
    bool        any = dataset_setting(d, filter->name) < 0; // a column of the data, not a setting of the case
    const Value value = dataset_value(d, c, filter->name);
    for (int i = 0; i < filter->count && !any; i++)
        any = value_matches(value, filter->values[i]);
    return any;
}

bool empty_passes(const Dataset *d, int c, const SpecFilter *where, int count)
{
    bool all = true;
    for (int i = 0; i < count && all; i++)
        all = passes(d, c, &where[i]);
    return all;
}

static bool passes_all(const Dataset *d, int c, const SpecFilter *where, int count)
{
    return dataset_is_whole(d, c) && empty_passes(d, c, where, count);
}

static int count_passing(const Dataset *d, const SpecFilter *where, int count)
{
    int passing = 0;
    for (int c = 0; c < d->case_count; c++)
        passing += passes_all(d, c, where, count);
    return passing;
}

// Appends the filter after the separator `before`.
static void append_filter(const char *before, const SpecFilter *filter, char *out, size_t size)
{
    text_add(out, size, before, "%s", filter->name);
    for (int i = 0; i < filter->count; i++)
        text_add(out, size, i ? " or " : " ", "%s", *filter->values[i] ? filter->values[i] : "nothing");
}

static bool is_seen(const Dataset *d, int c, const SpecFilter *where, int count)
{
    const char *name = where[count].name;
    for (int b = 0; b < c; b++)
        if (passes_all(d, b, where, count) && value_compare(dataset_value(d, b, name), dataset_value(d, c, name)) == 0)
            return true;
    return false;
}

// The distinct values of where[count] among the cases that pass the other filters.
static void append_values(const Dataset *d, const SpecFilter *where, int count, char *out, size_t size)
{
    enum { SHOWN = 8 };
    int shown = 0;
    for (int c = 0; c < d->case_count; c++) {
        char text[64];
        if (!passes_all(d, c, where, count) || is_seen(d, c, where, count))
            continue;
        value_format(dataset_value(d, c, where[count].name), text, sizeof text);
        if (shown++ < SHOWN)
            text_add(out, size, shown > 1 ? ", " : ", but ", "%s", *text ? text : "nothing");
    }
    text_add(out, size, "", "%s", shown > SHOWN ? ", …" : "");
}

bool empty_reason(const Dataset *d, const SpecFilter *where, int count, char *out, size_t size)
{
    *out = '\0';
    if (count_passing(d, where, 0) == 0) {
        text_add(out, size, "", "no case is finished");
        return true;
    }
    for (int i = 0; i < count; i++) {
        if (count_passing(d, where, i + 1))
            continue;
        text_add(out, size, "", "no finished case");
        for (int k = 0; k < i; k++)
            append_filter(k ? " and " : " with ", &where[k], out, size);
        append_filter(" has ", &where[i], out, size);
        append_values(d, where, i, out, size);
        return true;
    }
    return false;
}

static bool is_listed(const SpecFilter *filter, const char *text)
{
    bool listed = false;
    for (int i = 0; i < filter->count; i++)
        listed = listed || strcmp(filter->values[i], text) == 0;
    return listed;
}

// Looks for a value of the filter among all cases, finished or not. nearest: a value that is written similarly and not in the filter, ""
// for none.
static bool has_value(const Dataset *d, const SpecFilter *filter, int value, char nearest[64])
{
    bool any = dataset_setting(d, filter->name) < 0;
    for (int i = 0; i < filter->count; i++)
        any = any || !*filter->values[i]; // the filter also takes cases without the setting
    *nearest = '\0';
    for (int c = 0; c < d->case_count && !any; c++) {
        char        text[64];
        const char *pair[] = {nearest, text};
        const Value own = dataset_value(d, c, filter->name);
        value_format(own, text, sizeof text);
        any = value_matches(own, filter->values[value]);
        if (is_listed(filter, text))
            continue;
        if (strcasecmp(text, filter->values[value]) == 0 || text_nearest(filter->values[value], pair, 2) == text)
            snprintf(nearest, 64, "%s", text);
    }
    return any;
}

void empty_values(const Dataset *d, const SpecFilter *where, int count, char *out, size_t size)
{
    char nearest[64];
    *out = '\0';
    for (int i = 0; i < count; i++)
        for (int k = 0; k < where[i].count; k++)
            if (!has_value(d, &where[i], k, nearest)) {
                const char *value = *where[i].values[k] ? where[i].values[k] : "nothing";
                text_add(out, size, "; ", "no case has %s = %s", where[i].name, value);
                if (*nearest)
                    text_add(out, size, "", " (did you mean %s?)", nearest);
            }
}
