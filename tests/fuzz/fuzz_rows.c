// The output of a worker, as the front program reads it: lines, rows, and repetitions in a store. One store serves many inputs, since
// opening a store takes a hundred times as long as reading a row.
#include <sqlite3.h>

#include "case/row.h"
#include "fuzz.h"
#include "fuzz_store.h"
#include "plugin/plugin.h"
#include "run/private/line_reader.h"
#include "run/private/record.h"

enum { INPUTS_A_STORE = 100 };

// Only run/plugins.c reads a row `plugin`. The solvers that it adds stay registered, up to the maximum number of solvers.
static Status take_plugin(const json_t *row)
{
    return row_kind(row) == ROW_PLUGIN ? plugin_from_row(row) : status_ok();
}

static Status take(void *recorder, const char *line, size_t length)
{
    json_error_t error;
    json_t      *row = line ? json_loadb(line, length, JSON_REJECT_DUPLICATES, &error) : NULL;
    Status       status = row_kind(row) < ROW_KINDS ? row_check(row_kind(row), row) : status_ok(); // as run/spawn.c does
    const Status plugin = status.code == STATUS_OK ? take_plugin(row) : status_ok();
    ASSERT(fuzz_fine(plugin) || plugin.code == STATUS_PROTOCOL || plugin.code == STATUS_INPUT || plugin.code == STATUS_LIMIT);
    if (status.code == STATUS_OK)
        status = record_row(recorder, json_is_string(json_object_get(row, "row")) ? row : NULL);
    json_decref(row);
    return status;
}

static Store *good_store(void)
{
    static Store *store;
    static int    inputs;
    char          path[FUZZ_PATH];
    size_t        size = 0;
    if (inputs++ % INPUTS_A_STORE == 0) {
        const char *good = fuzz_store_bytes(&size);
        store_close(store);
        fuzz_path("rows.db", path);
        fuzz_write(path, good, size);
        ASSERT(fuzz_fine(store_open(path, STORE_WRITE, &store)));
    }
    return store;
}

void fuzz_rows(const uint8_t *bytes, size_t size)
{
    static const size_t PIECE = 61; // a pipe splits the text like this
    Lines               lines = {0};
    Recorder            recorder = {.store = good_store(), .case_id = 1, .build = 1, .steps = 3, .due = {9, 9, 9, 9}, .first = true};
    Status              status = status_ok();
    for (size_t at = 0; status.code == STATUS_OK && at < size; at += PIECE)
        status = lines_feed(&lines, (const char *)bytes + at, size - at < PIECE ? size - at : PIECE, take, &recorder);
    ASSERT(fuzz_fine(status) || status.code == STATUS_PROTOCOL); // no output of a worker makes the store fail
    ASSERT(fuzz_fine(record_end(&recorder)));
    lines_destroy(&lines);
    ASSERT(sqlite3_get_autocommit(store_handle(recorder.store))); // no transaction stays open
}
