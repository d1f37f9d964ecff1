#include "data/scope.h"

#include <stdio.h>
#include <string.h>

#include "base/text_add.h"
#include "data/number.h"

enum { LISTED = 3 };

typedef struct Quantity {
    const char *setting, *name, *unit;
} Quantity;

// The smallest value of the setting above `than`, or of all for NULL; kind VALUE_NONE if there is none.
static Value next_value(const Dataset *d, const char *setting, const Value *than)
{
    Value next = {.kind = VALUE_NONE};
    for (int c = 0; c < d->case_count; c++) {
        const Value value = dataset_value(d, c, setting);
        if (dataset_is_whole(d, c) && value.kind != VALUE_NONE && (!than || value_compare(value, *than) > 0) &&
            (next.kind == VALUE_NONE || value_compare(value, next) < 0))
            next = value;
    }
    return next;
}

static Value largest_value(const Dataset *d, const char *setting)
{
    Value largest = {.kind = VALUE_NONE};
    for (int c = 0; c < d->case_count; c++) {
        const Value value = dataset_value(d, c, setting);
        if (dataset_is_whole(d, c) && value_compare(value, largest) > 0)
            largest = value;
    }
    return largest;
}

static void add_value(const char *before, Value value, char out[SCOPE_TEXT_MAX])
{
    char text[80];
    if (value.kind == VALUE_NUMBER)
        number_short(value.number, 4, text);
    else
        value_format(value, text, sizeof text);
    text_add(out, SCOPE_TEXT_MAX, "", "%s%s", before, text);
}

static void add_quantity(const Dataset *d, const Quantity *q, char out[SCOPE_TEXT_MAX])
{
    Value values[LISTED + 1] = {next_value(d, q->setting, NULL)};
    int   count = values[0].kind != VALUE_NONE;
    while (count && count <= LISTED && (values[count] = next_value(d, q->setting, &values[count - 1])).kind != VALUE_NONE)
        count++;
    if (count == 0)
        return;
    const bool more = count > LISTED, range = more && values[0].kind == VALUE_NUMBER;
    text_add(out, SCOPE_TEXT_MAX, "; ", "%s", q->name);
    for (int i = 0; i < (range ? 1 : more ? LISTED : count); i++)
        add_value(i ? ", " : " ", values[i], out);
    if (range)
        add_value(" to ", largest_value(d, q->setting), out);
    text_add(out, SCOPE_TEXT_MAX, "", "%s%s", more && !range ? " and others" : "", q->unit);
}

static void add_processors(const Dataset *d, char out[SCOPE_TEXT_MAX])
{
    for (int i = 0; i < d->environment_count; i++) {
        json_auto_t *e = json_loads(d->environments[i], 0, NULL);
        const char  *cpu = json_string_value(json_object_get(e, "cpu"));
        char         text[200];
        snprintf(text, sizeof text, "%.120s, %d cores", cpu ? cpu : "", (int)json_integer_value(json_object_get(e, "cores")));
        if (cpu && !strstr(out, text))
            text_add(out, SCOPE_TEXT_MAX, "; ", "%s", text);
    }
}

void scope_text(const Dataset *d, char out[SCOPE_TEXT_MAX])
{
    static const Quantity QUANTITIES[] = {{"scene", "scene", ""},
                                          {"scene.n", "n", ""},
                                          {"scene.stiffness", "stiffness", " N/m"},
                                          {"scene.young", "Young's modulus", " Pa"},
                                          {"dt", "dt", " s"},
                                          {"threads", "threads", ""}};
    *out = '\0';
    for (size_t i = 0; i < sizeof QUANTITIES / sizeof *QUANTITIES; i++)
        add_quantity(d, &QUANTITIES[i], out);
    add_processors(d, out);
}
