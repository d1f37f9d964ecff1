// Builds of the workers, environments, and rates of machines.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "machine/environment.h"
#include "store/private/transaction.h"
#include "store/sql.h"
#include "store/store.h"

#define GET(name) json_object_get(row, name)

// ---- builds and environments ----

// Writes the fields with a column in the table into a row, unless it already has these values.
static Status update_fields(sqlite3 *db, const char *table, int64_t id, const json_t *environment)
{
    SQL_STATEMENT *update = NULL;
    SQL_BUILDER   *names = sqlite3_str_new(db), *marks = sqlite3_str_new(db);
    int            index = 1;
    for (const EnvironmentField *field = environment_fields(); field->name; field++)
        if (field->table && strcmp(field->table, table) == 0) {
            sqlite3_str_appendf(names, "%s\"%w\"", index > 1 ? ", " : "", field->name);
            sqlite3_str_appendf(marks, "%s?%d", index > 1 ? ", " : "", index + 1);
            index++;
        }
    const char *columns = sqlite3_str_value(names), *values = sqlite3_str_value(marks);
    TRY(sql_prepare_made(db, &update, "UPDATE %s SET (%s) = (%s) WHERE id = ?1 AND (%s) IS NOT (%s)", table, columns, values, columns,
                         values));
    TRY(sql_bind(update, "i", id));
    index = 1;
    for (const EnvironmentField *field = environment_fields(); field->name; field++)
        if (field->table && strcmp(field->table, table) == 0)
            TRY(sql_bind_json(update, ++index, json_object_get(environment, field->name)));
    return sql_finish(update);
}

static Status insert_build(sqlite3 *db, const char *hash, const json_t *environment, int64_t *id)
{
    TRY(sql_run(db, NULL, "INSERT OR IGNORE INTO build (hash) VALUES (?)", "t", hash));
    const bool added = sqlite3_changes(db) > 0;
    TRY(sql_run(db, id, "SELECT id FROM build WHERE hash = ?", "t", hash));
    return added ? update_fields(db, "build", *id, environment) : status_ok();
}

Status store_build(Store *store, const char *build_hash, const json_t *environment, int64_t *id)
{
    TRY(transaction_part(store_handle(store)));
    return transaction_part_end(store_handle(store), insert_build(store_handle(store), build_hash, environment, id));
}

Status store_build_facts(Store *store, int64_t build, const json_t *environment)
{
    return update_fields(store_handle(store), "build", build, environment);
}

// The lasting part of an environment: without the current load, the placement of one case and the sources of a build.
static json_t *lasting(const json_t *environment)
{
    json_t *copy = json_copy((json_t *)environment);
    if (copy)
        json_object_del(copy, "row");
    for (const EnvironmentField *field = environment_fields(); copy && field->name; field++)
        if (field->kind == ENVIRONMENT_MOMENT || field->kind == ENVIRONMENT_SOURCE)
            json_object_del(copy, field->name);
    return copy;
}

static Status insert_environment(sqlite3 *db, const char *text, const json_t *e, int64_t *id)
{
    char hash[HASH_TEXT];
    hash_bytes(text, strlen(text), hash);
    TRY(sql_run(db, NULL, "INSERT OR IGNORE INTO environment (hash, json) VALUES (?, ?)", "tt", hash, text));
    const bool added = sqlite3_changes(db) > 0;
    TRY(sql_run(db, id, "SELECT id FROM environment WHERE hash = ?", "t", hash));
    return added ? update_fields(db, "environment", *id, e) : status_ok();
}

Status store_environment(Store *store, const json_t *environment, int64_t *id)
{
    sqlite3 *db = store_handle(store);
    json_t  *copy = lasting(environment);
    char    *text = copy ? json_dumps(copy, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17)) : NULL;
    Status   status = text ? transaction_part(db) : status_make(STATUS_MEMORY, "out of memory for an environment");
    if (status.code == STATUS_OK)
        status = transaction_part_end(db, insert_environment(db, text, copy, id));
    free(text);
    json_decref(copy);
    return status;
}

Status store_check_libraries(Store *store, int64_t build, int64_t environment)
{
    char other[400];
    TRY(sql_string(store_handle(store), other, sizeof other,
                   "SELECT coalesce((SELECT now.key || ' (' || past.value || ', now ' || now.value || ')' FROM environment AS e,"
                   " json_each(e.json, '$.libraries') AS past,"
                   " json_each((SELECT json FROM environment WHERE id = ?2), '$.libraries') AS now"
                   " WHERE e.id IN (SELECT environment_id FROM repetition WHERE build_id = ?1) AND e.id NOT IN temp.elsewhere"
                   " AND now.key = past.key AND now.value <> past.value LIMIT 1), '')",
                   "ii", build, environment));
    return *other ? status_make(STATUS_INPUT,
                                "the samples in this database were measured with another library %s; restore that one, or measure into "
                                "another database",
                                other)
                  : status_ok();
}

// ---- rates of a machine ----

// value: JSON null means no rate, and no row.
static Status insert_rate(Store *store, int64_t environment, const char *kind, const char *precision, const json_t *threads,
                          const json_t *bytes, const json_t *value, const char *unit)
{
    if (json_is_null(value))
        return status_ok();
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
        TRY(insert_rate(store, environment, "flops", name, GET("threads"), json_null(), value, "Gflop/s"));
    }
    return status_ok();
}

Status store_rates(Store *store, int64_t environment, const json_t *row)
{
    TRY(transaction_begin(store_handle(store)));
    return transaction_end(store_handle(store), insert_rates(store, environment, row));
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
