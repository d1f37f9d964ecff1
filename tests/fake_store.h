// Stores filled by hand-made rows, so that store and report are tested without a worker, against known numbers.
#ifndef WEFT_TESTS_FAKE_STORE_H
#define WEFT_TESTS_FAKE_STORE_H

#include <sqlite3.h>

#include "base/file.h"
#include "case/row.h"
#include "check.h"
#include "folder.h"
#include "judge/judged.h"
#include "store/store.h"

// Fills in the fields that a hand-made row leaves out: null, or 0, "", false, [] and {} where a value is required.
static inline json_t *fake_complete(RowKind kind, json_t *row)
{
    for (const Field *field = row_type(kind)->fields; field->name; field++)
        if (!json_object_get(row, field->name))
            json_object_set_new(row, field->name,
                                field->kind == FIELD_COUNT || field->kind == FIELD_TIME ? json_integer(0)
                                : field->kind == FIELD_NAME                             ? json_string("")
                                : field->kind == FIELD_LIST                             ? json_array()
                                : field->kind == FIELD_MAP                              ? json_object()
                                : field->kind == FIELD_FLAG                             ? json_false()
                                                                                        : json_null());
    return row;
}

// Changes a store; filled in as by sqlite3_mprintf.
static inline void fake_sql(Store *store, const char *format, ...)
{
    va_list arguments;
    char   *message = NULL;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    if (sqlite3_exec(store_handle(store), sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
    sqlite3_free(sql);
}

typedef struct FakeCase {
    const char *solver, *linsys, *precision; // linsys: NULL for none
    int         n, iterations, threads;
} FakeCase;

static inline json_t *fake_environment(const char *precision)
{
    json_t *row =
        json_pack("{s:s,s:s,s:i,s:s,s:s,s:s,s:s,s:s,s:s,s:b,s:[f],s:I,s:n,s:b,s:[{s:i,s:s,s:i,s:i}]}", "row", "environment", "cpu",
                  "Test <CPU> & co", "cores", 2, "kernel", "Linux 6.1", "compiler", "GNU 12.2.0", "flags", "-O3", "build_type", "Release",
                  "precision", precision, "commit", "0123456789abcdef0123456789abcdef01234567", "dirty", 1, "load", 0.5, "memory_bytes",
                  (json_int_t)8 << 30, "governor", "hypervisor", 1, "caches", "level", 1, "type", "data", "bytes", 49152, "count", 2);
    return fake_complete(ROW_ENVIRONMENT, row);
}

static inline int64_t fake_experiment(Store *store, const char *name, const char *text)
{
    int64_t               id = 0;
    const StoreExperiment e = {.name = name, .question = "Is 1 < 2?", .expected = "Yes.", .path = "fake.yaml", .text = text, .hash = text};
    assert_ok(store_experiment(store, &e, &id));
    return id;
}

static inline int64_t fake_build(Store *store, const char *hash, const char *precision)
{
    int64_t id = 0;
    json_t *e = fake_environment(precision);
    assert_ok(store_build(store, hash, e, &id));
    json_decref(e);
    return id;
}

static inline int64_t fake_environment_id(Store *store)
{
    int64_t id = 0;
    json_t *e = fake_environment("f64");
    assert_ok(store_environment(store, e, &id));
    json_decref(e);
    return id;
}

static inline int64_t fake_case(Store *store, int64_t experiment, int position, const FakeCase *c)
{
    char    key[128], label[160];
    int64_t id = 0;
    snprintf(key, sizeof key, "%s-%s-%s-%d-%d-%d", c->solver, c->linsys ? c->linsys : "", c->precision, c->n, c->iterations, c->threads);
    snprintf(label, sizeof label, "%s cloth n=%d%s%s iterations=%d threads=%d %s", c->solver, c->n, c->linsys ? " " : "",
             c->linsys ? c->linsys : "", c->iterations, c->threads, c->precision);
    json_t *json = json_pack("{s:s,s:{s:s,s:s},s:s,s:s,s:{s:f,s:i,s:i,s:s}}", "scene", "cloth", "scene_values", "n", "0", "note", "0",
                             "solver", c->solver, "precision", c->precision, "params", "dt", 0.25, "iterations", c->iterations, "threads",
                             c->threads, "order", "morton");
    char    n[16];
    snprintf(n, sizeof n, "%d", c->n);
    json_object_set_new(json_object_get(json, "scene_values"), "n", json_string(n));
    if (c->linsys)
        json_object_set_new(json, "linsys", json_string(c->linsys));
    assert_ok(store_case(store, experiment, key, "block", position, label, json, &id, &(bool){false}));
    json_decref(json);
    return id;
}

static inline void fake_model(Store *store, int64_t id, int64_t build, int constraints)
{
    json_t *row = json_pack("{s:s,s:i,s:i,s:i,s:b,s:i,s:n,s:f}", "row", "model", "particles", constraints / 4, "pinned", 2, "constraints",
                            constraints, "hard", 0, "bytes_model", 4096, "colours", "balance", 0.5);
    assert_ok(store_model(store, id, build, fake_complete(ROW_MODEL, row)));
    json_decref(row);
}

// Adds a row of this kind: further keys and values as JSON with ' for ", filled in as by printf: "'step': %d, 'ns': 5".
static inline GNU_PRINTF(3, 4) void fake_row(json_t *rows, const char *kind, const char *format, ...)
{
    char         text[2000];
    json_error_t error;
    va_list      arguments;
    int          used = snprintf(text, sizeof text, "{'row': '%s', ", kind);
    va_start(arguments, format);
    used += vsnprintf(text + used, sizeof text - (size_t)used, format, arguments);
    va_end(arguments);
    assert_true(used < (int)sizeof text - 2);
    strcat(text, "}");
    for (char *quote = text; (quote = strchr(quote, '\''));)
        *quote = '"';
    json_t *row = json_loads(text, 0, &error);
    if (!row || json_array_append_new(rows, row) != 0)
        fail_msg("%s: %s", text, error.text);
}

static inline json_t *fake_begin(Pass pass)
{
    json_t *rows = json_array();
    json_array_append_new(rows, fake_complete(ROW_BEGIN, json_pack("{s:s,s:s,s:i,s:s,s:f}", "row", "begin", "pass", PASS_NAMES[pass],
                                                                   "index", 0, "time", "2026-01-31T12:00:00Z", "load", 0.25)));
    json_array_append_new(
        rows, json_pack("{s:s,s:{s:i,s:i,s:i}}", "row", "setup", "ns", "build", 2000000, "analyse", 3000000, "factor", 5000000));
    return rows;
}

// A whole repetition, of rows from begin to end. A failure discards it.
static inline Status fake_repetition(Store *store, int64_t id, int64_t build, int64_t environment, const json_t *rows, double seconds)
{
    const size_t     last = json_array_size(rows) - 1;
    StoreRepetition *repetition = NULL;
    Status           status = store_repetition_begin(store, id, build, environment, json_array_get(rows, 0), &repetition);
    for (size_t i = 1; i < last && status.code == STATUS_OK; i++)
        status = store_repetition_row(repetition, json_array_get(rows, i));
    if (status.code == STATUS_OK)
        return store_repetition_end(repetition, json_array_get(rows, last), seconds);
    store_repetition_drop(repetition);
    return status;
}

// unconverged: steps that ended so, of this repetition.
static inline Status fake_end_with(Store *store, int64_t id, int64_t build, json_t *rows, const char *hash, int unconverged)
{
    json_array_append_new(rows, json_pack("{s:s,s:O,s:i,s:s,s:i,s:i,s:i,s:i,s:f,s:b}", "row", "end", "pass",
                                          json_object_get(json_array_get(rows, 0), "pass"), "index", 0, "hash", hash, "peak_bytes", 1 << 20,
                                          "library_allocations", 0, "unconverged_steps", unconverged, "involuntary_switches", 1,
                                          "stolen_ms", 0.0, "placed", 1));
    size_t  index = 0;
    json_t *row = NULL;
    json_array_foreach(rows, index, row)
    {
        fake_complete(row_kind(row), row);
    }
    const Status status = fake_repetition(store, id, build, fake_environment_id(store), rows, -1);
    json_decref(rows);
    return status;
}

// The repetitions so far, of which none was told so, are of this process; or each of one of its own.
static inline void fake_process(Store *store, int process)
{
    fake_sql(store, "UPDATE repetition SET process = %d WHERE process IS NULL", process);
}

static inline void fake_own_processes(Store *store)
{
    fake_sql(store, "UPDATE repetition SET process = id");
}

// Gives the processes of each case the rounds 1, 2, … of a run.
static inline void fake_rounds(Store *store, int64_t experiment)
{
    int64_t run = 0;
    assert_ok(store_run(store, experiment, 1, "", &run));
    fake_sql(store,
             "INSERT INTO process (id, run_id, round, position, side, case_id, build_id) SELECT r.process, %lld, row_number() OVER"
             " (PARTITION BY r.case_id ORDER BY r.id), 1, 0, r.case_id, r.build_id FROM repetition AS r WHERE r.pass = 'timed'",
             (long long)run);
}

static inline Status fake_end(Store *store, int64_t id, int64_t build, json_t *rows, const char *hash)
{
    return fake_end_with(store, id, build, rows, hash, 0);
}

// Steps of ns, the first tenth of them ten times as long (warm-up); iterations share a step evenly.
static inline Status fake_timed(Store *store, int64_t id, int64_t build, int steps, int iterations, int64_t ns)
{
    json_t *rows = fake_begin(PASS_TIMED);
    for (int step = 0; step < steps; step++) {
        const int64_t time = step < (steps < 20 ? 1 : steps / 10) && steps > 1 ? 10 * ns : ns;
        json_t       *clock = json_array();
        for (int i = 1; i <= iterations; i++)
            json_array_append_new(clock, json_integer(time * i / iterations));
        json_array_append_new(rows,
                              json_pack("{s:s,s:i,s:I,s:o}", "row", "step", "step", step, "ns", (json_int_t)time, "iteration_ns", clock));
    }
    return fake_end(store, id, build, rows, "aa");
}

static inline Status fake_phased(Store *store, int64_t id, int64_t build, int steps, int64_t ns)
{
    json_t *rows = fake_begin(PASS_PHASED);
    for (int step = 0; step < steps; step++)
        json_array_append_new(rows, json_pack("{s:s,s:i,s:I,s:{s:I,s:I,s:I}}", "row", "phases", "step", step, "ns", (json_int_t)ns,
                                              "phase_ns", "velocity", (json_int_t)(ns / 10), "project", (json_int_t)(ns * 8 / 10),
                                              "predict", (json_int_t)(ns / 10)));
    return fake_end(store, id, build, rows, "aa");
}

// Two probe steps whose errors, also those of the start, fall by `factor` per iteration; those of the second are ten times the first. Plus
// an observed step without errors.
static inline Status fake_measured(Store *store, int64_t id, int64_t build, int iterations, double factor)
{
    json_t *rows = fake_begin(PASS_MEASURED);
    for (int probe = 0; probe < 3; probe++) {
        double error = probe == 1 ? 1 : 0.1;
        for (int i = -1; i < iterations; i++, error *= factor)
            json_array_append_new(rows, json_pack("{s:s,s:i,s:b,s:i,s:i,s:f,s:n,s:f,s:o,s:o,s:[f,f,f]}", "row", "iterate", "step", probe,
                                                  "probe", probe < 2, "substep", 0, "iteration", i, "objective", 1.0, "dual", "primal", 0.5,
                                                  "error", probe < 2 ? json_real(error) : json_null(), "error_of_start",
                                                  probe < 2 ? json_real(error) : json_null(), "momentum", 1.0, 2.0, 3.0));
    }
    return fake_end(store, id, build, rows, "aa");
}

// The number that a query with one row returns, NAN for NULL.
static inline double fake_query(Store *store, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(store_handle(store), sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const double value = sqlite3_column_type(statement, 0) == SQLITE_NULL ? NAN : sqlite3_column_double(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

// Asserts that `SELECT sql` returns this number, or NULL where it is NAN.
static inline void assert_query(Store *store, const char *sql, double expected)
{
    char text[1000];
    assert_true(snprintf(text, sizeof text, "SELECT %s", sql) < (int)sizeof text);
    const double value = fake_query(store, text);
    if (isnan(expected) ? !isnan(value) : !(fabs(value - expected) <= 1e-12 * fabs(expected)))
        fail_msg("%s: %.17g, not %.17g", text, value, expected);
}

static inline char *fake_read(const char *folder, const char *name)
{
    char path[512], *text = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_ok(file_read(path, 1 << 26, &text, &(size_t){0}));
    return text;
}

static inline void assert_file_has(const char *folder, const char *name, const char *part)
{
    char *text = fake_read(folder, name);
    if (!strstr(text, part))
        fail_msg("%s lacks \"%s\":\n%.3000s", name, part, text);
    free(text);
}

static inline const DataView *fake_view(const char *name)
{
    for (int i = 0; data_view_at(i); i++)
        if (strcmp(data_view_at(i)->name, name) == 0)
            return data_view_at(i);
    fail_msg("no view is called %s", name);
    return NULL;
}

static inline void fake_path(const char *folder, const char *name, char out[256])
{
    snprintf(out, 256, "%s/%s", folder, name);
}

// A new store, whose commits do not wait for the disk.
static inline Store *fake_create(const char *path)
{
    Store *store = NULL;
    assert_ok(store_open(path, STORE_WRITE, &store));
    fake_sql(store, "PRAGMA synchronous = OFF");
    return store;
}

// The starting point of a test of a store: a folder with a store, open for writing, that has an experiment of this text and a build. The
// cases in the file itself are added to `ids`.
typedef struct FakeStore {
    char       *folder, path[256], out[256]; // out: where a report may go
    Store      *store;
    int64_t     experiment, build, ids[16];
    Dataset     dataset; // by fake_load
    FigureSpecs specs;
} FakeStore;

// A test of a store that set_up of the file makes.
#define STORE_TEST(name) TEST_ON(FakeStore, name, set_up, fake_close)

static inline FakeStore *fake_open(const char *text)
{
    FakeStore *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->folder = folder_create();
    fake_path(f->folder, "runs.db", f->path);
    fake_path(f->folder, "a/report", f->out);
    f->store = fake_create(f->path);
    f->experiment = fake_experiment(f->store, "fake", text);
    f->build = fake_build(f->store, "build-a", "f64");
    return f;
}

static inline void fake_shut(FakeStore *f)
{
    store_close(f->store);
    f->store = NULL;
}

static inline void fake_reopen(FakeStore *f, StoreMode mode)
{
    fake_shut(f);
    assert_ok(store_open(f->path, mode, &f->store));
}

// Reads the store, and figures, tables and verdicts of this text; NULL: of its experiment's.
static inline void fake_load(FakeStore *f, const char *text)
{
    figure_specs_destroy(&f->specs);
    dataset_destroy(&f->dataset);
    assert_ok(dataset_init(f->store, f->experiment, &f->dataset));
    assert_ok(judged_specs_of(&f->dataset, "test.yaml", text ? text : f->dataset.text, &f->specs));
}

// A function of cmocka.
static inline int fake_close(void **state)
{
    FakeStore *f = *state;
    figure_specs_destroy(&f->specs);
    dataset_destroy(&f->dataset);
    store_close(f->store);
    folder_remove(f->folder);
    free(f->folder);
    free(f);
    return 0;
}

#endif
