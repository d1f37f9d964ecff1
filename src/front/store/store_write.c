// Writing rows: what was asked, what it was measured with, and repetitions.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "store/sql.h"
#include "store/store.h"

// ---- transactions ----

static Status begin(Store *store)
{
    return sql_exec(store_handle(store), "BEGIN IMMEDIATE");
}

// Commits what went well and takes back what did not. A COMMIT that fails (full disk) leaves the transaction open: it is rolled back.
static Status end(Store *store, Status status)
{
    if (status.code == STATUS_OK)
        status = sql_exec(store_handle(store), "COMMIT");
    if (status.code != STATUS_OK && !sqlite3_get_autocommit(store_handle(store)))
        sqlite3_exec(store_handle(store), "ROLLBACK", NULL, NULL, NULL);
    return status;
}

// ---- what was asked ----

Status store_experiment(Store *store, const StoreExperiment *e, int64_t *id)
{
    sqlite3 *db = store_handle(store);
    TRY(sql_run(db, NULL, "INSERT OR IGNORE INTO experiment (name, question, expected, path, text, hash) VALUES (?, ?, ?, ?, ?, ?)",
                "tttttt", e->name, e->question, e->expected, e->path, e->text, e->hash));
    return sql_run(db, id, "SELECT id FROM experiment WHERE hash = ?", "t", e->hash);
}

// Numbers that arrive as texts ("64") are numbers, so that they sort and compare as such.
static json_t *typed(const json_t *value)
{
    const char *text = json_string_value(value);
    int64_t     integer = 0;
    double      real = 0;
    if (text && text_to_int(text, &integer))
        return json_integer(integer);
    if (text && text_to_double(text, &real))
        return json_real(real);
    return json_incref((json_t *)value);
}

static Status add_parameter(sqlite3_stmt *insert, int64_t id, const char *name, const json_t *value)
{
    if (!value || json_is_null(value))
        return status_ok();
    json_t *number = typed(value);
    Status  status = sql_bind(insert, "itj", id, name, number);
    json_decref(number);
    return status.code == STATUS_OK ? sql_finish(insert) : status;
}

static Status add_parameters(sqlite3_stmt *insert, int64_t id, const json_t *json)
{
    static const char *const TOP[] = {"scene", "solver", "linsys", "precision"};
    for (size_t i = 0; i < sizeof TOP / sizeof *TOP; i++)
        TRY(add_parameter(insert, id, TOP[i], json_object_get(json, TOP[i])));
    const char *name = NULL;
    json_t     *value = NULL;
    json_object_foreach(json_object_get(json, "params"), name, value) TRY(add_parameter(insert, id, name, value));
    json_object_foreach(json_object_get(json, "scene_values"), name, value)
    {
        char full[128];
        snprintf(full, sizeof full, "scene.%s", name);
        TRY(add_parameter(insert, id, full, value));
    }
    return status_ok();
}

static Status add_case(sqlite3 *db, const char *key, const char *label, const json_t *json, int64_t *id)
{
    TRY(sql_run(db, NULL, "INSERT OR IGNORE INTO cases (key, label, json) VALUES (?, ?, ?)", "ttj", key, label, json));
    const bool added = sqlite3_changes(db) > 0;
    TRY(sql_run(db, id, "SELECT id FROM cases WHERE key = ?", "t", key));
    if (!added)
        return status_ok();
    sqlite3_stmt *insert = NULL;
    TRY(sql_prepare(db, "INSERT OR IGNORE INTO parameter (case_id, name, value) VALUES (?, ?, ?)", &insert));
    const Status status = add_parameters(insert, *id, json);
    sqlite3_finalize(insert);
    return status;
}

Status store_case(Store *store, int64_t experiment, const char *key, const char *block, int position, const char *label, const json_t *json,
                  int64_t *id)
{
    sqlite3 *db = store_handle(store);
    int64_t  known = 0;
    TRY(sql_run(db, &known, "SELECT count(*) FROM plan AS p JOIN cases AS c ON c.id = p.case_id WHERE p.experiment_id = ? AND c.key = ?",
                "it", experiment, key));
    if (known) // asked again by a run that continues: no write, no sync
        return sql_run(db, id, "SELECT id FROM cases WHERE key = ?", "t", key);
    TRY(begin(store));
    Status status = add_case(db, key, label, json, id);
    if (status.code == STATUS_OK)
        status = sql_run(db, NULL, "INSERT INTO plan (experiment_id, case_id, block, position) VALUES (?, ?, ?, ?)", "iiti", experiment,
                         *id, block, (int64_t)position);
    return end(store, status);
}

// ---- what it was measured with ----

Status store_build(Store *store, const char *build_hash, const json_t *environment, int64_t *id)
{
    sqlite3      *db = store_handle(store);
    const json_t *e = environment;
    TRY(sql_run(
        db, NULL,
        "INSERT OR IGNORE INTO build (hash, \"commit\", dirty, compiler, flags, build_type, precision) VALUES (?, ?, ?, ?, ?, ?, ?)",
        "tjjjjjj", build_hash, json_object_get(e, "commit"), json_object_get(e, "dirty"), json_object_get(e, "compiler"),
        json_object_get(e, "flags"), json_object_get(e, "build_type"), json_object_get(e, "precision")));
    return sql_run(db, id, "SELECT id FROM build WHERE hash = ?", "t", build_hash);
}

// What lasts: without the load of the moment and the placement of one case.
static json_t *lasting(const json_t *environment)
{
    static const char *const PASSING[] = {"row", "load", "placement"};
    json_t                  *copy = json_copy((json_t *)environment);
    for (size_t i = 0; copy && i < sizeof PASSING / sizeof *PASSING; i++)
        json_object_del(copy, PASSING[i]);
    return copy;
}

static Status add_environment(sqlite3 *db, const json_t *e, int64_t *id)
{
    char *text = json_dumps(e, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17));
    if (!text)
        return status_make(STATUS_MEMORY, "out of memory for an environment");
    char hash[HASH_TEXT];
    hash_bytes(text, strlen(text), hash);
    free(text);
    TRY(sql_run(db, NULL,
                "INSERT OR IGNORE INTO environment (hash, cpu, cores, kernel, governor, hypervisor, blas, blas_core, json)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                "tjjjjjjjj", hash, json_object_get(e, "cpu"), json_object_get(e, "cores"), json_object_get(e, "kernel"),
                json_object_get(e, "governor"), json_object_get(e, "hypervisor"), json_object_get(e, "blas"),
                json_object_get(e, "blas_core"), e));
    return sql_run(db, id, "SELECT id FROM environment WHERE hash = ?", "t", hash);
}

Status store_environment(Store *store, const json_t *environment, int64_t *id)
{
    json_t *copy = lasting(environment);
    if (!copy)
        return status_make(STATUS_MEMORY, "out of memory for an environment");
    const Status status = add_environment(store_handle(store), copy, id);
    json_decref(copy);
    return status;
}

// ---- what is there ----

Status store_find_build(Store *store, const char *build_hash, int64_t *id)
{
    return sql_run(store_handle(store), id, "SELECT coalesce(max(id), 0) FROM build WHERE hash = ?", "t", build_hash);
}

Status store_find_case(Store *store, const char *key, int64_t *id)
{
    return sql_run(store_handle(store), id, "SELECT coalesce(max(id), 0) FROM cases WHERE key = ?", "t", key);
}

// ---- how it went ----

Status store_case_status(Store *store, int64_t id, int64_t build, CaseStatus status, const char *message)
{
    return sql_run(store_handle(store), NULL,
                   "INSERT INTO outcome (case_id, build_id, status, message, updated)"
                   " VALUES (?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))"
                   " ON CONFLICT DO UPDATE SET status = excluded.status, message = excluded.message, updated = excluded.updated",
                   "iitt", id, build, case_status_name(status), message ? message : "");
}

Status store_case_progress(Store *store, int64_t id, int64_t build, CaseStatus *status, int done[PASS_COUNT])
{
    *status = CASE_PENDING;
    sqlite3_stmt *query = NULL;
    TRY(sql_prepare(store_handle(store), "SELECT status FROM outcome WHERE case_id = ? AND build_id = ?", &query));
    Status    result = sql_bind(query, "ii", id, build);
    const int code = result.code == STATUS_OK ? sqlite3_step(query) : SQLITE_DONE;
    if (code == SQLITE_ROW)
        for (int s = 0; s < CASE_STATUS_COUNT; s++)
            if (strcmp(case_status_name((CaseStatus)s), (const char *)sqlite3_column_text(query, 0)) == 0)
                *status = (CaseStatus)s;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        result = sql_error(store_handle(store), "cannot be read");
    sqlite3_finalize(query);
    for (int pass = 0; pass < PASS_COUNT && result.code == STATUS_OK; pass++) {
        int64_t count = 0;
        result = sql_run(store_handle(store), &count, "SELECT count(*) FROM repetition WHERE case_id = ? AND build_id = ? AND pass = ?",
                         "iit", id, build, PASS_NAMES[pass]);
        done[pass] = (int)count;
    }
    return result;
}

// ---- facts of a case ----

#define GET(name) json_object_get(row, name)

static Status insert_surface(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    return sql_run(store_handle(store), NULL,
                   "INSERT OR REPLACE INTO surface (case_id, build_id, points, edges, triangles, colliders, thickness, stiffness, bytes,"
                   " distance_grids, cached_grids) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   "iijjjjjjjjj", case_id, build, GET("points"), GET("edges"), GET("triangles"), GET("colliders"), GET("thickness"),
                   GET("stiffness"), GET("bytes"), GET("distance_grids"), GET("cached_grids"));
}

static Status insert_model(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    const json_t *contact = GET("contact");
    if (json_is_object(contact))
        TRY(insert_surface(store, case_id, build, contact));
    return sql_run(store_handle(store), NULL,
                   "INSERT OR REPLACE INTO model (case_id, build_id, particles, pinned, constraints, hard, bytes_model, colours,"
                   " smallest_colour, largest_colour, balance, clusters, barriers, row) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   "iijjjjjjjjjjjj", case_id, build, GET("particles"), GET("pinned"), GET("constraints"), GET("hard"), GET("bytes_model"),
                   GET("colours"), GET("smallest_colour"), GET("largest_colour"), GET("balance"), GET("clusters"), GET("barriers"), row);
}

Status store_model(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    TRY(begin(store));
    return end(store, insert_model(store, case_id, build, row));
}

Status store_linsys(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    return sql_run(store_handle(store), NULL,
                   "INSERT OR REPLACE INTO linsys (case_id, build_id, name, ordering, \"order\", matrix_nonzeros, factor_nonzeros,"
                   " factor_flops, factor_bytes, workspace_bytes, residual, chosen, row) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   "iijjjjjjjjjjj", case_id, build, GET("name"), GET("ordering"), GET("order"), GET("matrix_nonzeros"),
                   GET("factor_nonzeros"), GET("factor_flops"), GET("factor_bytes"), GET("workspace_bytes"), GET("residual"), GET("chosen"),
                   row);
}

Status store_chosen(Store *store, int64_t case_id, int64_t build, char *out, size_t size)
{
    sqlite3_stmt *query = NULL;
    *out = '\0';
    TRY(sql_prepare(store_handle(store), "SELECT chosen FROM linsys WHERE case_id = ? AND build_id = ? AND chosen IS NOT NULL", &query));
    Status    result = sql_bind(query, "ii", case_id, build);
    const int code = result.code == STATUS_OK ? sqlite3_step(query) : SQLITE_DONE;
    if (code == SQLITE_ROW)
        snprintf(out, size, "%s", (const char *)sqlite3_column_text(query, 0));
    else if (code != SQLITE_DONE)
        result = sql_error(store_handle(store), "cannot be read");
    sqlite3_finalize(query);
    return result;
}

static Status insert_traffic(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    sqlite3    *db = store_handle(store);
    const char *phase = NULL;
    json_t     *counted = NULL;
    TRY(sql_run(db, NULL, "DELETE FROM traffic WHERE case_id = ? AND build_id = ?", "ii", case_id, build));
    json_object_foreach(GET("phases"), phase, counted)
    {
        TRY(sql_run(
            db, NULL,
            "INSERT INTO traffic (case_id, build_id, phase, runs, bytes, working_set_bytes, updated_bytes, updated_set_bytes, flops,"
            " precision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            "iitjjjjjjj", case_id, build, phase, json_object_get(counted, "runs"), json_object_get(counted, "bytes"),
            json_object_get(counted, "working_set"), json_object_get(counted, "updated"), json_object_get(counted, "updated_set"),
            json_object_get(counted, "flops"), json_object_get(counted, "precision")));
    }
    return status_ok();
}

Status store_traffic(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    TRY(begin(store));
    return end(store, insert_traffic(store, case_id, build, row));
}

// ---- what a machine can do ----

static Status insert_rate(Store *store, int64_t environment, const char *kind, const char *precision, const json_t *threads,
                          const json_t *bytes, const json_t *value, const char *unit)
{
    return sql_run(store_handle(store), NULL,
                   "INSERT OR REPLACE INTO rate (environment_id, kind, precision, threads, working_set_bytes, value, unit, measured)"
                   " VALUES (?, ?, ?, ?, coalesce(?, 0), ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                   "ittjjjt", environment, kind, precision, threads, bytes, value, unit);
}

static Status insert_rates(Store *store, int64_t environment, const json_t *row)
{
    const char *precision = json_string_value(GET("precision"));
    size_t      index = 0;
    json_t     *set = NULL, *value = NULL;
    const char *name = NULL;
    if (!precision)
        return status_make(STATUS_INTERNAL, "rates of a machine without a precision cannot be stored");
    json_array_foreach(GET("sets"), index, set)
    {
        const json_t *bytes = json_object_get(set, "bytes");
        TRY(insert_rate(store, environment, "read", precision, GET("threads"), bytes, json_object_get(set, "read"), "GB/s"));
        TRY(insert_rate(store, environment, "update", precision, GET("threads"), bytes, json_object_get(set, "update"), "GB/s"));
        TRY(insert_rate(store, environment, "triad", precision, GET("threads"), bytes, json_object_get(set, "triad"), "GB/s"));
    }
    json_object_foreach(GET("flops"), name, value)
    {
        TRY(insert_rate(store, environment, "flops", name, GET("threads"), NULL, value, "Gflop/s"));
    }
    return status_ok();
}

Status store_rates(Store *store, int64_t environment, const json_t *row)
{
    TRY(begin(store));
    return end(store, insert_rates(store, environment, row));
}

Status store_rates_known(Store *store, int64_t environment, int threads, bool *known)
{
    int64_t count = 0;
    TRY(sql_run(store_handle(store), &count,
                "SELECT count(*) FROM rate AS t JOIN environment AS e ON e.id = t.environment_id WHERE t.threads = ? AND"
                " json_remove(e.json, '$.variables') = (SELECT json_remove(json, '$.variables') FROM environment WHERE id = ?)",
                "ii", (int64_t)threads, environment));
    *known = count > 0;
    return status_ok();
}

// ---- repetitions ----

typedef struct Inserts { // of the rows inside a repetition
    sqlite3_stmt *setup, *step, *phase, *counter, *iterate, *frame, *contact, *force;
} Inserts;

static Status inserts_prepare(sqlite3 *db, Inserts *in)
{
    memset(in, 0, sizeof *in);
    TRY(sql_prepare(db, "INSERT INTO setup (repetition_id, phase, ns) VALUES (?, ?, ?)", &in->setup));
    TRY(sql_prepare(
        db,
        "INSERT INTO step (repetition_id, step, ns, iteration_ns, switches, waited_share, stolen_ms, ghz) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        &in->step));
    TRY(sql_prepare(db, "INSERT INTO phase (repetition_id, step, phase, ns, step_ns) VALUES (?, ?, ?, ?, ?)", &in->phase));
    TRY(sql_prepare(db, "INSERT INTO counter (repetition_id, phase, name, value, steps) VALUES (?, ?, ?, ?, ?)", &in->counter));
    TRY(sql_prepare(db,
                    "INSERT INTO iterate (repetition_id, step, probe, substep, iteration, objective, gradient, \"primal\", dual,"
                    " constraint_max, constraint_rms, volume_error, area_error, bending_error, error, gap, kinetic, elastic, potential, "
                    "momentum, angular)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    &in->iterate));
    TRY(sql_prepare(
        db,
        "INSERT INTO frame (repetition_id, step, time_s, error, kinetic, elastic, potential, momentum, angular, centre, tracked,"
        " constraint_max, constraint_rms, volume_error, area_error, bending_error, broken)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        &in->frame));
    TRY(sql_prepare(db,
                    "INSERT INTO contact (repetition_id, step, time_s, found, active, missed, penetration_max, penetration_mean,"
                    " friction_work, colours) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    &in->contact));
    return sql_prepare(db, "INSERT INTO force (repetition_id, step, time_s, kind, force, reference) VALUES (?, ?, ?, ?, ?, ?)", &in->force);
}

static void inserts_finalize(Inserts *in)
{
    sqlite3_finalize(in->setup);
    sqlite3_finalize(in->step);
    sqlite3_finalize(in->phase);
    sqlite3_finalize(in->counter);
    sqlite3_finalize(in->iterate);
    sqlite3_finalize(in->frame);
    sqlite3_finalize(in->contact);
    sqlite3_finalize(in->force);
}

static Status insert_setup(const Inserts *in, int64_t id, const json_t *row)
{
    const char *phase = NULL;
    json_t     *ns = NULL;
    json_object_foreach(GET("ns"), phase, ns)
    {
        TRY(sql_bind(in->setup, "itj", id, phase, ns));
        TRY(sql_finish(in->setup));
    }
    return status_ok();
}

static Status insert_phases(const Inserts *in, int64_t id, const json_t *row)
{
    const char *phase = NULL;
    json_t     *ns = NULL;
    json_object_foreach(GET("phase_ns"), phase, ns)
    {
        TRY(sql_bind(in->phase, "ijtjj", id, GET("step"), phase, ns, GET("ns")));
        TRY(sql_finish(in->phase));
    }
    return status_ok();
}

static Status insert_step(const Inserts *in, int64_t id, const json_t *row)
{
    TRY(sql_bind(in->step, "ijjjjjjj", id, GET("step"), GET("ns"), GET("iteration_ns"), GET("switches"), GET("waited_share"),
                 GET("stolen_ms"), GET("ghz")));
    return sql_finish(in->step);
}

// One row of a worker holds all counters of a phase.
static Status insert_counters(const Inserts *in, int64_t id, const json_t *row)
{
    const char *name = NULL;
    json_t     *value = NULL;
    json_object_foreach(GET("values"), name, value)
    {
        TRY(sql_bind(in->counter, "ijtjj", id, GET("phase"), name, value, GET("steps")));
        TRY(sql_finish(in->counter));
    }
    return status_ok();
}

static Status insert_iterate(const Inserts *in, int64_t id, const json_t *row)
{
    TRY(sql_bind(in->iterate, "ijjjjjjjjjjjjjjjjjjjj", id, GET("step"), GET("probe"), GET("substep"), GET("iteration"), GET("objective"),
                 GET("gradient"), GET("primal"), GET("dual"), GET("constraint_max"), GET("constraint_rms"), GET("volume_error"),
                 GET("area_error"), GET("bending_error"), GET("error"), GET("gap"), GET("kinetic"), GET("elastic"), GET("potential"),
                 GET("momentum"), GET("angular")));
    return sql_finish(in->iterate);
}

static Status insert_frame(const Inserts *in, int64_t id, const json_t *row)
{
    TRY(sql_bind(in->frame, "ijjjjjjjjjjjjjjjj", id, GET("step"), GET("time_s"), GET("error"), GET("kinetic"), GET("elastic"),
                 GET("potential"), GET("momentum"), GET("angular"), GET("centre"), GET("tracked"), GET("constraint_max"),
                 GET("constraint_rms"), GET("volume_error"), GET("area_error"), GET("bending_error"), GET("broken")));
    return sql_finish(in->frame);
}

static Status insert_contact(const Inserts *in, int64_t id, const json_t *row)
{
    TRY(sql_bind(in->contact, "ijjjjjjjjj", id, GET("step"), GET("time_s"), GET("found"), GET("active"), GET("missed"),
                 GET("penetration_max"), GET("penetration_mean"), GET("friction_work"), GET("colours")));
    return sql_finish(in->contact);
}

static Status insert_force(const Inserts *in, int64_t id, const json_t *row)
{
    TRY(sql_bind(in->force, "ijjjjj", id, GET("step"), GET("time_s"), GET("kind"), GET("force"), GET("reference")));
    return sql_finish(in->force);
}

static Status insert_inside(const Inserts *in, int64_t id, const json_t *rows)
{
    static const struct {
        const char *kind;
        Status (*insert)(const Inserts *, int64_t, const json_t *);
    } INSIDE[] = {{"setup", insert_setup},     {"step", insert_step},   {"phases", insert_phases},   {"counters", insert_counters},
                  {"iterate", insert_iterate}, {"frame", insert_frame}, {"contact", insert_contact}, {"force", insert_force}};
    for (size_t i = 1; i + 1 < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        const char   *kind = json_string_value(GET("row"));
        for (size_t k = 0; kind && k < sizeof INSIDE / sizeof *INSIDE; k++)
            if (strcmp(kind, INSIDE[k].kind) == 0)
                TRY(INSIDE[k].insert(in, id, row));
    }
    return status_ok();
}

// The number of a repetition is counted here, so that a run that continues cannot collide with what is stored.
static Status insert_repetition(Store *store, int64_t case_id, int64_t build, int64_t environment, const json_t *rows)
{
    sqlite3      *db = store_handle(store);
    const json_t *first = json_array_get(rows, 0), *row = json_array_get(rows, json_array_size(rows) - 1);
    const json_t *pass = json_object_get(first, "pass");
    int64_t       id = 0;
    TRY(sql_run(db, NULL,
                "INSERT INTO repetition (case_id, build_id, environment_id, pass, number, started, load, hash, peak_bytes,"
                " library_allocations, unconverged_steps, involuntary_switches, stolen_ms, placed, misplaced)"
                " VALUES (?1, ?2, ?3, ?4, (SELECT count(*) FROM repetition WHERE case_id = ?1 AND build_id = ?2 AND pass = ?4),"
                " ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
                "iiijjjjjjjjjjj", case_id, build, environment, pass, json_object_get(first, "time"), json_object_get(first, "load"),
                GET("hash"), GET("peak_bytes"), GET("library_allocations"), GET("unconverged_steps"), GET("involuntary_switches"),
                GET("stolen_ms"), GET("placed"), GET("misplaced")));
    id = sqlite3_last_insert_rowid(db);
    Inserts in;
    Status  status = inserts_prepare(db, &in);
    if (status.code == STATUS_OK)
        status = insert_inside(&in, id, rows);
    inserts_finalize(&in);
    return status;
}

static bool is_row(const json_t *row, const char *kind)
{
    const char *name = json_string_value(GET("row"));
    return name && strcmp(name, kind) == 0;
}

Status store_repetition(Store *store, int64_t case_id, int64_t build, int64_t environment, const json_t *rows)
{
    const size_t count = json_array_size(rows);
    if (count < 2 || !is_row(json_array_get(rows, 0), "begin") || !is_row(json_array_get(rows, count - 1), "end"))
        return status_make(STATUS_INTERNAL, "a repetition without its begin or end row cannot be stored");
    TRY(begin(store));
    return end(store, insert_repetition(store, case_id, build, environment, rows));
}
