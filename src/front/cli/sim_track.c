#include "cli/private/sim_track.h"

#include <stdio.h>
#include <string.h>

#include "store/sql.h"

// The row kinds with quantities, in the order in which a name is searched.
static const RowKind KINDS[] = {ROW_FRAME, ROW_COST, ROW_ITERATE, ROW_CONTACT, ROW_STEP_END};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };
static const char AXES[] = "xyz";
static const char PARTICLE[] = "particle:", LOAD[] = "load:";

// ---- the tracked quantities ----

static bool is_vector(const Field *field)
{
    return field->kind == FIELD_VECTOR || field->kind == FIELD_NORM || field->kind == FIELD_POINT;
}

// A field with a view is a quantity; other fields identify the step of a row.
static bool is_quantity(const Field *field)
{
    return field->view && (is_vector(field) || field->kind == FIELD_NUMBER || field->kind == FIELD_COUNT || field->kind == FIELD_COUNT_IF);
}

// True if `text` is this name of the field; sets *axis for a vector.
static bool is_name(const Field *field, const char *name, const char *text, int *axis)
{
    const size_t length = strlen(name);
    *axis = -1;
    if (strncmp(text, name, length) != 0)
        return false;
    if (!is_vector(field))
        return !text[length];
    const char *letter = text[length] == '_' && text[length + 1] ? strchr(AXES, text[length + 1]) : NULL;
    *axis = letter ? (int)(letter - AXES) : -1;
    return letter && !text[length + 2];
}

// A quantity has the name of its field, and that of its column in figures and in `weft list metrics`.
static bool find(const char *text, Tracked *out)
{
    for (int k = 0; k < KIND_COUNT; k++)
        for (const Field *field = row_type(KINDS[k])->fields; field->name; field++)
            if (is_quantity(field) && (is_name(field, field->name, text, &out->axis) || is_name(field, field->view, text, &out->axis))) {
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
            snprintf(name, sizeof name, "%s%s", is_quantity(field) ? field->view : "", axis);
            if (is_quantity(field) && find(name, &first) && first.kind == KINDS[k] && strlen(name) + 2 < left)
                used += (size_t)snprintf(list + used, left, ", %s", name);
        }
    return status_make(STATUS_USAGE, "--track %.40s: no such quantity; valid: %s", text, list);
}

static Status add(Track *track, Tracked quantity)
{
    if (track->count == TRACKED_MAX)
        return status_make(STATUS_USAGE, "--track: more than %d quantities; leave some out", (int)TRACKED_MAX);
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
        return status_make(STATUS_USAGE,
                           "--track %.40s: only one particle can be tracked, and particle %s already is; run weft sim once for each", text,
                           track->particle);
    snprintf(track->particle, sizeof track->particle, "%s", text + sizeof PARTICLE - 1);
    return add_axes(track, (Tracked){.kind = ROW_FRAME, .field = "tracked", .unit = "m"}, "particle");
}

static Status add_load(Track *track, const char *text)
{
    Tracked     load = {.kind = ROW_LOAD, .field = "force", .unit = "N"};
    const char *carrier = text + sizeof LOAD - 1;
    if (!*carrier || strlen(carrier) >= sizeof load.carrier)
        return status_make(STATUS_USAGE,
                           "--track %.100s: the name is missing; give a name that --forces prints, for example load:collider floor", text);
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

// The carriers of the first step that has loads.
static Status unknown_carrier(sqlite3 *db, const char *carrier)
{
    char list[600];
    TRY(sql_string(db, list, sizeof list,
                   "SELECT group_concat(carrier, ', ') FROM (SELECT carrier FROM sim_load WHERE step = (SELECT min(step) FROM sim_load)"
                   " ORDER BY id)",
                   ""));
    return status_make(STATUS_USAGE, "--track load:%.80s: nothing of this name carries a load; valid: %s", carrier,
                       *list ? list : "none, the scene has no colliders, pins or supports");
}

static Status check_carriers(const Track *track, sqlite3 *db)
{
    for (int i = 0; i < track->count; i++) {
        const char *carrier = track->list[i].carrier;
        int64_t     known = 0;
        if (*carrier)
            TRY(sql_run(db, &known, "SELECT count(*) FROM sim_load WHERE carrier = ?", "t", carrier));
        if (*carrier && !known)
            return unknown_carrier(db, carrier);
    }
    return status_ok();
}

// A row for each step: its number, the time, the quantities, the iterations, how it ended.
static Status prepare_lines(const Track *track, sqlite3 *db, sqlite3_stmt **out)
{
    sqlite3_str *sql = sqlite3_str_new(db);
    sqlite3_str_appendall(sql, "SELECT f.step, f.time_s");
    for (int i = 0; i < track->count; i++) {
        const Tracked *t = &track->list[i];
        if (t->axis < 0)
            sqlite3_str_appendf(sql, ", t%d.\"%w\"", i, t->field);
        else
            sqlite3_str_appendf(sql, ", json_extract(t%d.\"%w\", '$[%d]')", i, t->field, t->axis);
    }
    sqlite3_str_appendall(sql, ", e.iterations, e.ended FROM sim_frame AS f LEFT JOIN sim_step_end AS e USING (repetition_id, step)");
    for (int i = 0; i < track->count; i++) {
        const Tracked *t = &track->list[i];
        sqlite3_str_appendf(sql, " LEFT JOIN sim_%w AS t%d ON t%d.repetition_id = f.repetition_id AND t%d.step = f.step",
                            row_type(t->kind)->table, i, i, i);
        if (*t->carrier)
            sqlite3_str_appendf(sql, " AND t%d.carrier = %Q", i, t->carrier);
    }
    sqlite3_str_appendall(sql, " ORDER BY f.step");
    SQL_TEXT *text = sqlite3_str_finish(sql);
    return text ? sql_prepare(db, text, out) : status_make(STATUS_MEMORY, "out of memory for --track");
}

static void print_heading(const Track *track)
{
    printf("step  time_s");
    for (int i = 0; i < track->count; i++)
        printf(*track->list[i].unit ? "  %s (%s)" : "  %s", track->list[i].title, track->list[i].unit);
    printf("  iterations  ended\n");
}

Status track_print(const Track *track, sqlite3 *db)
{
    SQL_STATEMENT *lines = NULL;
    if (track->count == 0)
        return status_ok();
    TRY(check_carriers(track, db));
    TRY(prepare_lines(track, db, &lines));
    print_heading(track);
    Status status = status_ok();
    while (sql_next(lines, &status)) {
        const char *ended = "";
        printf("%lld", (long long)sqlite3_column_int64(lines, 0));
        for (int c = 1; c < track->count + 2; c++) {
            if (sqlite3_column_type(lines, c) == SQLITE_NULL)
                printf("  -");
            else
                printf("  %.12g", sqlite3_column_double(lines, c));
        }
        TRY(sql_text(lines, track->count + 3, &ended));
        printf("  %lld  %s\n", (long long)sqlite3_column_int64(lines, track->count + 2), *ended ? ended : "-");
    }
    return status;
}
