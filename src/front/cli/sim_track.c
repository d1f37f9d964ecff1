#include "cli/private/sim_track.h"

#include <stdio.h>
#include <string.h>

// The rows that quantities are taken from, in the order in which a name is looked up.
static const RowKind KINDS[] = {ROW_FRAME, ROW_COST, ROW_ITERATE, ROW_CONTACT, ROW_STEP_END};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };
static const char AXES[] = "xyz";
static const char PARTICLE[] = "particle:";

// ---- what is tracked ----

static bool is_vector(const Field *field)
{
    return field->kind == FIELD_VECTOR || field->kind == FIELD_NORM || field->kind == FIELD_POINT;
}

// A field with a view is a quantity; the others say which step a row is of.
static bool is_quantity(const Field *field)
{
    return field->view && (is_vector(field) || field->kind == FIELD_NUMBER || field->kind == FIELD_COUNT || field->kind == FIELD_COUNT_IF);
}

// Whether `text` names the field; *axis of a vector.
static bool names(const Field *field, const char *text, int *axis)
{
    const size_t length = strlen(field->name);
    *axis = -1;
    if (!is_quantity(field) || strncmp(text, field->name, length) != 0)
        return false;
    if (!is_vector(field))
        return !text[length];
    const char *letter = text[length] == '_' && text[length + 1] ? strchr(AXES, text[length + 1]) : NULL;
    *axis = letter ? (int)(letter - AXES) : -1;
    return letter && !text[length + 2];
}

static bool find(const char *text, Tracked *out)
{
    for (int k = 0; k < KIND_COUNT; k++)
        for (const Field *field = row_type(KINDS[k])->fields; field->name; field++)
            if (names(field, text, &out->axis)) {
                out->kind = KINDS[k];
                out->field = field->name;
                out->unit = field->unit;
                return true;
            }
    return false;
}

static Status unknown(const char *text)
{
    char   list[800] = "particle:N";
    size_t used = strlen(list);
    for (int k = 0; k < KIND_COUNT; k++)
        for (const Field *field = row_type(KINDS[k])->fields; field->name && used < sizeof list; field++) {
            Tracked      first;
            char         name[64];
            const char  *axis = is_vector(field) ? "_x" : "";
            const size_t left = sizeof list - used;
            snprintf(name, sizeof name, "%s%s", field->name, axis);
            if (is_quantity(field) && find(name, &first) && first.kind == KINDS[k] && strlen(name) + 2 < left)
                used += (size_t)snprintf(list + used, left, ", %s", name);
        }
    return status_make(STATUS_USAGE, "--track %.40s: no such quantity; there are: %s", text, list);
}

static Status add(Track *track, Tracked quantity)
{
    if (track->count == TRACKED_MAX)
        return status_make(STATUS_USAGE, "--track: at most %d quantities", (int)TRACKED_MAX);
    track->list[track->count++] = quantity;
    return status_ok();
}

Status track_add(Track *track, const char *text)
{
    Tracked quantity = {.axis = -1};
    if (strncmp(text, PARTICLE, sizeof PARTICLE - 1) == 0) {
        if (*track->particle)
            return status_make(STATUS_USAGE, "--track %.40s: one particle can be tracked in a run, and it is %s", text, track->particle);
        snprintf(track->particle, sizeof track->particle, "%s", text + sizeof PARTICLE - 1);
        for (int axis = 0; axis < 3; axis++) {
            quantity = (Tracked){.kind = ROW_FRAME, .field = "tracked", .unit = "m", .axis = axis};
            snprintf(quantity.title, sizeof quantity.title, "particle_%c", AXES[axis]);
            TRY(add(track, quantity));
        }
        return status_ok();
    }
    if (!find(text, &quantity))
        return unknown(text);
    snprintf(quantity.title, sizeof quantity.title, "%s", text);
    return add(track, quantity);
}

Status track_prepare(const Track *track, Case *c)
{
    char steps[24];
    snprintf(steps, sizeof steps, "%lld", (long long)param_int(&c->params, "steps"));
    if (track->count == 0)
        return status_ok();
    TRY(case_set(c, "frames", steps));
    case_hide(c, "frames");
    if (*track->particle) {
        TRY(case_set(c, "track", track->particle));
        case_hide(c, "track");
    }
    for (int i = 0; i < track->count; i++)
        if (track->list[i].kind == ROW_ITERATE) {
            TRY(case_set(c, "observe", steps));
            case_hide(c, "observe");
        }
    return status_ok();
}

// ---- the lines ----

static void print_value(const json_t *row, const Tracked *tracked)
{
    const json_t *value = json_object_get(row, tracked->field);
    if (tracked->axis >= 0)
        value = json_array_get(value, (size_t)tracked->axis);
    if (json_is_number(value))
        printf("  %.12g", json_number_value(value));
    else
        printf("  -");
}

// latest: the last row of each kind so far; one of another step does not count.
static void print_step(const Track *track, const json_t *const latest[ROW_KINDS])
{
    const json_t *frame = latest[ROW_FRAME];
    const json_t *step = json_object_get(frame, "step");
    printf("%lld  %.12g", (long long)json_integer_value(step), json_number_value(json_object_get(frame, "time_s")));
    for (int i = 0; i < track->count; i++) {
        const json_t *row = latest[track->list[i].kind];
        print_value(json_equal(json_object_get(row, "step"), step) ? row : NULL, &track->list[i]);
    }
    const json_t *end = latest[ROW_STEP_END];
    const char   *ended = json_string_value(json_object_get(end, "ended"));
    printf("  %lld  %s\n", (long long)json_integer_value(json_object_get(end, "iterations")), ended ? ended : "-");
}

void track_print(const Track *track, const json_t *rows)
{
    const json_t *latest[ROW_KINDS] = {NULL}, *row = NULL;
    size_t        index = 0;
    if (track->count == 0)
        return;
    printf("step  time_s");
    for (int i = 0; i < track->count; i++)
        printf(*track->list[i].unit ? "  %s (%s)" : "  %s", track->list[i].title, track->list[i].unit);
    printf("  iterations  ended\n");
    json_array_foreach(rows, index, row)
    {
        const RowKind kind = row_kind(row);
        if (kind == ROW_KINDS || json_is_true(json_object_get(row, "probe")))
            continue;
        latest[kind] = row;
        if (kind == ROW_FRAME) // the last row of a step
            print_step(track, latest);
    }
}
