// From rows to repetitions.
#include "run/private/record.h"

#include <stdio.h>
#include <string.h>

static void complain(Recorder *r, const char *text)
{
    if (!*r->complaint)
        snprintf(r->complaint, sizeof r->complaint, "%s", text);
}

static void drop(Recorder *r)
{
    json_decref(r->rows);
    r->rows = NULL;
}

static bool is_pass(const json_t *row, int pass)
{
    const char *name = json_string_value(json_object_get(row, "pass"));
    return name && strcmp(name, PASS_NAMES[pass]) == 0;
}

// Numbered by what the store has, so that a dropped repetition leaves no gap in the numbers.
static Status keep(Recorder *r, json_t *row, bool numbered)
{
    if (numbered && json_object_set_new(row, "index", json_integer(r->done[r->pass])))
        return status_make(STATUS_MEMORY, "out of memory for the rows of a worker");
    if (json_array_append(r->rows, row))
        return status_make(STATUS_MEMORY, "out of memory for the rows of a worker");
    return status_ok();
}

static Status begin(Recorder *r, json_t *row)
{
    if (r->rows)
        complain(r, "a repetition began inside another");
    drop(r);
    r->pass = 0;
    while (r->pass < PASS_COUNT && !is_pass(row, r->pass))
        r->pass++;
    if (r->pass == PASS_COUNT || !r->environment) {
        complain(r, r->environment ? "a repetition of an unknown pass began" : "a repetition began before the row of the environment");
        return status_ok();
    }
    r->rows = json_array();
    return r->rows ? keep(r, row, true) : status_make(STATUS_MEMORY, "out of memory for the rows of a worker");
}

static Status end(Recorder *r, json_t *row)
{
    if (!r->rows || !is_pass(row, r->pass)) {
        complain(r, "a repetition ended that had not begun");
        drop(r);
        return status_ok();
    }
    Status status = keep(r, row, true);
    if (status.code == STATUS_OK)
        status = store_repetition(r->store, r->case_id, r->build, r->environment, r->rows);
    if (status.code == STATUS_OK)
        r->done[r->pass]++;
    drop(r);
    return status;
}

static bool is_inside(const char *kind)
{
    static const char *const INSIDE[] = {"setup", "step", "phases", "counters", "iterate", "frame", "contact", "force"};
    for (size_t i = 0; i < sizeof INSIDE / sizeof *INSIDE; i++)
        if (strcmp(kind, INSIDE[i]) == 0)
            return true;
    return false;
}

Status record_row(void *user, json_t *row)
{
    Recorder   *r = (Recorder *)user;
    const char *kind = row ? json_string_value(json_object_get(row, "row")) : "";
    if (strcmp(kind, "environment") == 0)
        return store_environment(r->store, row, &r->environment);
    if (strcmp(kind, "model") == 0)
        return store_model(r->store, r->case_id, r->build, row);
    if (strcmp(kind, "linsys") == 0)
        return store_linsys(r->store, r->case_id, r->build, row);
    if (strcmp(kind, "traffic") == 0)
        return store_traffic(r->store, r->case_id, r->build, row);
    if (strcmp(kind, "begin") == 0)
        return begin(r, row);
    if (strcmp(kind, "end") == 0)
        return end(r, row);
    if (r->rows && is_inside(kind))
        return keep(r, row, false);
    if (r->rows) // a row of this repetition may be lost in it; lines that libraries print between repetitions are harmless
        complain(r, "it wrote a line that is not a row inside a repetition");
    drop(r);
    return status_ok();
}

void record_end(Recorder *recorder)
{
    drop(recorder);
}
