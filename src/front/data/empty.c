#include "data/empty.h"

#include <stdio.h>
#include <string.h>

static bool passes(const Dataset *d, int c, const SpecFilter *filter)
{
    bool        any = dataset_setting(d, filter->name) < 0; // of the data, not of the case
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
    return case_status_stage(case_status_find(d->cases[c].status)) == CASE_WHOLE && empty_passes(d, c, where, count);
}

static int count_passing(const Dataset *d, const SpecFilter *where, int count)
{
    int passing = 0;
    for (int c = 0; c < d->case_count; c++)
        passing += passes_all(d, c, where, count);
    return passing;
}

static void append(char *out, size_t size, const char *text)
{
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s", text);
}

static void append_filter(const SpecFilter *filter, char *out, size_t size)
{
    append(out, size, filter->name);
    for (int i = 0; i < filter->count; i++) {
        append(out, size, i ? " or " : " ");
        append(out, size, *filter->values[i] ? filter->values[i] : "nothing");
    }
}

static bool is_seen(const Dataset *d, int c, const SpecFilter *where, int count)
{
    const char *name = where[count].name;
    for (int b = 0; b < c; b++)
        if (passes_all(d, b, where, count) && value_compare(dataset_value(d, b, name), dataset_value(d, c, name)) == 0)
            return true;
    return false;
}

// The values of where[count] of the cases that pass the others, each once.
static void append_values(const Dataset *d, const SpecFilter *where, int count, char *out, size_t size)
{
    enum { SHOWN = 8 };
    int shown = 0;
    for (int c = 0; c < d->case_count; c++) {
        char text[64];
        if (!passes_all(d, c, where, count) || is_seen(d, c, where, count))
            continue;
        value_format(dataset_value(d, c, where[count].name), text, sizeof text);
        if (shown < SHOWN)
            append(out, size, shown ? ", " : ", but ");
        if (shown++ < SHOWN)
            append(out, size, *text ? text : "nothing");
    }
    append(out, size, shown > SHOWN ? ", …" : "");
}

bool empty_reason(const Dataset *d, const SpecFilter *where, int count, char *out, size_t size)
{
    *out = '\0';
    if (count_passing(d, where, 0) == 0) {
        append(out, size, "no case is finished");
        return true;
    }
    for (int i = 0; i < count; i++) {
        if (count_passing(d, where, i + 1))
            continue;
        append(out, size, "no finished case");
        for (int k = 0; k < i; k++) {
            append(out, size, k ? " and " : " with ");
            append_filter(&where[k], out, size);
        }
        append(out, size, " has ");
        append_filter(&where[i], out, size);
        append_values(d, where, i, out, size);
        return true;
    }
    return false;
}
