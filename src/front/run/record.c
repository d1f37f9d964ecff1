// From rows to repetitions.
#include "run/private/record.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "case/row.h"

static void complain(Recorder *r, const char *text)
{
    if (!*r->complaint)
        snprintf(r->complaint, sizeof r->complaint, "%.199s", text);
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
    Status        status = keep(r, row, true);
    const int64_t now = clock_ns();
    r->seconds = (double)(now - r->since_ns) * 1e-9;
    r->since_ns = now;
    if (status.code == STATUS_OK)
        status = store_repetition(r->store, r->case_id, r->build, r->environment, r->rows, r->seconds);
    if (status.code == STATUS_OK)
        r->done[r->pass]++;
    drop(r);
    return status;
}

Status record_row(void *user, json_t *row)
{
    Recorder     *r = (Recorder *)user;
    const RowKind kind = row_kind(row);
    if (kind < ROW_KINDS) {
        const Status checked = row_check(kind, row);
        if (checked.code != STATUS_OK) {
            complain(r, checked.text);
            r->broken = true;
        }
    }
    if (r->broken) {
        drop(r);
        return status_ok();
    }
    switch (kind) {
    case ROW_ENVIRONMENT:
        TRY(store_build_facts(r->store, r->build, row));
        return store_environment(r->store, row, &r->environment);
    case ROW_MODEL:
        return store_model(r->store, r->case_id, r->build, row);
    case ROW_CONDITION:
        return store_condition(r->store, r->case_id, r->build, row);
    case ROW_FINDING:
        return store_finding(r->store, r->case_id, r->build, row);
    case ROW_LINSYS:
        return store_linsys(r->store, r->case_id, r->build, row);
    case ROW_TRAFFIC:
        return store_traffic(r->store, r->case_id, r->build, row);
    case ROW_BEGIN:
        return begin(r, row);
    case ROW_END:
        return end(r, row);
    default:
        break;
    }
    if (r->rows && kind < ROW_KINDS && row_type(kind)->place == ROW_INSIDE)
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
