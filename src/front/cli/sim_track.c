#include "cli/private/sim_track.h"

#include <stdio.h>
#include <string.h>

// The rows that quantities are taken from, in the order in which a name is looked up.
static const RowKind KINDS[] = {ROW_FRAME, ROW_COST, ROW_ITERATE, ROW_CONTACT, ROW_STEP_END};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };
static const char AXES[] = "xyz";
static const char PARTICLE[] = "particle:", LOAD[] = "load:";

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
    char   list[800] = "particle:N, load:CARRIER";
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

// x, y and z of a quantity, under a title.
static Status add_axes(Track *track, Tracked quantity, const char *title)
{
    for (quantity.axis = 0; quantity.axis < 3; quantity.axis++) {
        snprintf(quantity.title, sizeof quantity.title, "%s_%c", title, AXES[quantity.axis]);
        TRY(add(track, quantity));
    }
    return status_ok();
}

static Status add_particle(Track *track, const char *text)
{
    if (*track->particle)
        return status_make(STATUS_USAGE, "--track %.40s: one particle can be tracked in a run, and it is %s", text, track->particle);
    snprintf(track->particle, sizeof track->particle, "%s", text + sizeof PARTICLE - 1);
    return add_axes(track, (Tracked){.kind = ROW_FRAME, .field = "tracked", .unit = "m"}, "particle");
}

static Status add_load(Track *track, const char *text)
{
    Tracked     load = {.kind = ROW_LOAD, .field = "force", .unit = "N"};
    const char *carrier = text + sizeof LOAD - 1;
    if (!*carrier || strlen(carrier) >= sizeof load.carrier)
        return status_make(STATUS_USAGE, "--track %.100s: give what carries, as --forces prints it: load:collider floor", text);
    snprintf(load.carrier, sizeof load.carrier, "%s", carrier);
    return add_axes(track, load, carrier);
}

Status track_add(Track *track, const char *text)
{
    Tracked quantity = {.axis = -1};
    if (strncmp(text, PARTICLE, sizeof PARTICLE - 1) == 0)
        return add_particle(track, text);
    if (strncmp(text, LOAD, sizeof LOAD - 1) == 0)
        return add_load(track, text);
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
    for (int i = 0; i < track->count; i++) {
        const char *needs = track->list[i].kind == ROW_ITERATE ? "observe" : track->list[i].kind == ROW_LOAD ? "loads" : NULL;
        if (needs) {
            TRY(case_set(c, needs, steps));
            case_hide(c, needs);
        }
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

// row: of the frame, the last row of a step; latest: the last row so far that each quantity is in: one of another step does not count.
static void print_step(const Track *track, const json_t *frame, const json_t *const *latest, const json_t *end)
{
    const json_t *step = json_object_get(frame, "step");
    printf("%lld  %.12g", (long long)json_integer_value(step), json_number_value(json_object_get(frame, "time_s")));
    for (int i = 0; i < track->count; i++)
        print_value(json_equal(json_object_get(latest[i], "step"), step) ? latest[i] : NULL, &track->list[i]);
    const char *ended = json_string_value(json_object_get(end, "ended"));
    printf("  %lld  %s\n", (long long)json_integer_value(json_object_get(end, "iterations")), ended ? ended : "-");
}

static bool is_in(const Tracked *tracked, RowKind kind, const json_t *row)
{
    const char *carrier = json_string_value(json_object_get(row, "carrier"));
    return tracked->kind == kind && (!*tracked->carrier || (carrier && strcmp(carrier, tracked->carrier) == 0));
}

// The carriers of the first step that has any.
static Status unknown_carrier(const char *carrier, const json_t *rows)
{
    char          list[600] = "";
    const json_t *row = NULL, *step = NULL;
    size_t        index = 0, used = 0;
    json_array_foreach(rows, index, row)
    {
        const char *name = json_string_value(json_object_get(row, "carrier"));
        if (!name || (step && !json_equal(step, json_object_get(row, "step"))) || used + strlen(name) + 4 > sizeof list)
            continue;
        step = json_object_get(row, "step");
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", name);
    }
    return status_make(STATUS_USAGE, "--track load:%.80s: nothing of this name carries anything; there are: %s", carrier,
                       *list ? list : "none, the scene has no colliders, pins or supports");
}

static Status check_carriers(const Track *track, const json_t *rows)
{
    for (int i = 0; i < track->count; i++) {
        const json_t *row = NULL;
        size_t        index = 0;
        bool          found = !*track->list[i].carrier;
        json_array_foreach(rows, index, row) found = found || is_in(&track->list[i], row_kind(row), row);
        if (!found)
            return unknown_carrier(track->list[i].carrier, rows);
    }
    return status_ok();
}

static void print_heading(const Track *track)
{
    printf("step  time_s");
    for (int i = 0; i < track->count; i++)
        printf(*track->list[i].unit ? "  %s (%s)" : "  %s", track->list[i].title, track->list[i].unit);
    printf("  iterations  ended\n");
}

Status track_print(const Track *track, const json_t *rows)
{
    const json_t *latest[TRACKED_MAX] = {NULL}, *row = NULL, *end = NULL;
    size_t        index = 0;
    if (track->count == 0)
        return status_ok();
    TRY(check_carriers(track, rows));
    print_heading(track);
    json_array_foreach(rows, index, row)
    {
        const RowKind kind = row_kind(row);
        if (kind == ROW_KINDS || json_is_true(json_object_get(row, "probe")))
            continue;
        for (int i = 0; i < track->count; i++)
            if (is_in(&track->list[i], kind, row))
                latest[i] = row;
        if (kind == ROW_STEP_END)
            end = row;
        if (kind == ROW_FRAME)
            print_step(track, row, latest, end);
    }
    return status_ok();
}
