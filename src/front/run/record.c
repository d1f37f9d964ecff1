// Turns rows into repetitions.
#include "run/private/record.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"

// Repetitions with more values than this are written in pieces. Smaller ones are written when they have ended, so that weft does no work
// during the worker's timed steps. A case has few facts; a worker that sends more is faulty.
enum { VALUES_MAX = 200000, FACTS_MAX = 10000, TIME_TEXT = 20 };

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the rows of a worker");
}

static Status wrong(const char *text)
{
    return status_make(STATUS_PROTOCOL, "%s", text);
}

// ---- facts ----

static Status store_fact(Recorder *r, json_t *row)
{
    switch (row_kind(row)) {
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
    default:
        return status_ok(); // not stored
    }
}

// Facts are stored even if the repetition in which they arrive fails: they are not part of its transaction.
static Status take_fact(Recorder *r, json_t *row)
{
    if (!r->written)
        return store_fact(r, row);
    if (!r->facts)
        r->facts = json_array();
    if (json_array_size(r->facts) == FACTS_MAX)
        return wrong("it sent too many rows about its case");
    return json_array_append(r->facts, row) ? no_memory() : status_ok();
}

static Status store_facts(Recorder *r)
{
    size_t  index = 0;
    json_t *row = NULL, *facts = r->facts;
    Status  status = status_ok();
    r->facts = NULL;
    json_array_foreach(facts, index, row)
    {
        if (status.code == STATUS_OK)
            status = store_fact(r, row);
    }
    json_decref(facts);
    return status;
}

// ---- repetitions ----

static Status write_values(Recorder *r)
{
    size_t  index = 0;
    json_t *row = NULL;
    json_array_foreach(r->rows, index, row)
    {
        TRY(row_kind(row) == ROW_BEGIN ? store_repetition_begin(r->store, r->case_id, r->build, r->environment, row, &r->written)
                                       : store_repetition_row(r->written, row));
    }
    json_array_clear(r->rows);
    r->value_count = 0;
    return status_ok();
}

static size_t count_values(RowKind kind, const json_t *row)
{
    size_t count = 8; // overhead of a row
    for (const Field *field = row_type(kind)->fields; field->name; field++) {
        const json_t *value = json_object_get(row, field->name);
        count += 1 + json_array_size(value) + json_object_size(value);
    }
    return count;
}

static Status keep(Recorder *r, RowKind kind, json_t *row)
{
    if (json_array_append(r->rows, row))
        return no_memory();
    r->value_count += count_values(kind, row);
    return r->value_count > VALUES_MAX ? write_values(r) : status_ok();
}

// Ends the open repetition, if any: with its end row, or NULL to drop it.
static Status close_repetition(Recorder *r, const json_t *end)
{
    Status status = end ? write_values(r) : status_ok();
    json_decref(r->rows);
    r->rows = NULL;
    r->value_count = 0;
    if (end && status.code == STATUS_OK)
        status = store_repetition_end(r->written, end, r->recorded ? -1 : r->seconds);
    else
        store_repetition_drop(r->written);
    r->written = NULL;
    const Status facts = store_facts(r);
    return status.code == STATUS_OK ? facts : status;
}

static Status begin(Recorder *r, json_t *row)
{
    const char *name = json_string_value(json_object_get(row, "pass")), *time = json_string_value(json_object_get(row, "time"));
    if (r->rows)
        return wrong("a repetition began inside another");
    if (!r->environment)
        return wrong("a repetition began before the row of the environment");
    r->pass = 0;
    while (r->pass < PASS_COUNT && !(name && strcmp(name, PASS_NAMES[r->pass]) == 0))
        r->pass++;
    if (r->pass == PASS_COUNT || r->done[r->pass] >= r->due[r->pass])
        return wrong("a repetition began that was not requested");
    if (!json_is_integer(json_object_get(row, "index")) || json_integer_value(json_object_get(row, "index")) != r->done[r->pass])
        return wrong("a repetition has a wrong `index`");
    if (!time || strlen(time) != TIME_TEXT)
        return wrong("a repetition has a wrong `time`");
    row_order_begin(&r->order, (Pass)r->pass, r->steps);
    r->order.recorded = r->recorded;
    r->rows = json_array();
    return r->rows ? keep(r, ROW_BEGIN, row) : no_memory();
}

static Status end(Recorder *r, json_t *row)
{
    const char *name = json_string_value(json_object_get(row, "pass"));
    if (!r->rows || !name || strcmp(name, PASS_NAMES[r->pass]) != 0)
        return wrong("a repetition ended before it began");
    TRY(row_order_end(&r->order));
    const int64_t now = clock_ns();
    r->seconds = (double)(now - r->since_ns) * 1e-9;
    r->since_ns = now;
    TRY(close_repetition(r, row));
    r->done[r->pass]++;
    return status_ok();
}

static Status take_environment(Recorder *r, const json_t *row)
{
    if (r->environment)
        return wrong("a second row `environment` arrived");
    TRY(store_build_facts(r->store, r->build, row));
    TRY(store_environment(r->store, row, &r->environment));
    return store_check_libraries(r->store, r->build, r->environment);
}

Status record_row(void *user, json_t *row)
{
    Recorder     *r = (Recorder *)user;
    const RowKind kind = row_kind(row);
    if (kind == ROW_KINDS) // lines of libraries between repetitions are harmless; inside one a row may be lost in the line
        return r->rows ? wrong("it wrote a line that is not a row inside a repetition") : status_ok();
    if (kind == ROW_ENVIRONMENT)
        return take_environment(r, row);
    if (kind == ROW_BEGIN)
        return begin(r, row);
    if (kind == ROW_END)
        return end(r, row);
    if (row_type(kind)->place != ROW_INSIDE)
        return take_fact(r, row);
    if (!r->rows)
        return wrong("a row of a repetition arrived outside any repetition");
    TRY(row_order_next(&r->order, kind, row));
    return keep(r, kind, row);
}

Status record_show(Recorder *recorder, Status failure)
{
    if (recorder->rows)
        TRY(write_values(recorder));
    return failure;
}

Status record_end(Recorder *recorder)
{
    return close_repetition(recorder, NULL);
}
