#include "store/private/keys.h"

#include <stdio.h>
#include <string.h>

#include "case/case.h"
#include "store/sql.h"

typedef struct Mapping {
    sqlite3      *db;
    sqlite3_stmt *update;
    Case          scenes[2]; // the last whose scene was found, and this one
    bool          found;
    OldKeys      *old;
} Mapping;

static void keep_old(Mapping *m, const char *label, const Status *why)
{
    if (m->old->count++ == 0)
        snprintf(m->old->first, sizeof m->old->first, "%.160s: %.200s", label, why->text);
}

// Another case may have the key already: what set the two apart means nothing today, or this one could not be mapped when it was asked for.
static Status update(Mapping *m, int64_t id, const char *label, const char *key)
{
    static const Status TAKEN = {.code = STATUS_INPUT, .text = "another case of the store is the same case today"};
    TRY(sql_bind(m->update, "ti", key, id));
    TRY(sql_finish(m->update));
    if (sqlite3_changes(m->db) == 0)
        keep_old(m, label, &TAKEN);
    return status_ok();
}

static Status map_one(Mapping *m, sqlite3_stmt *query)
{
    char        key[HASH_TEXT];
    const char *text[3] = {"", "", ""}; // key, label, JSON
    for (int i = 0; i < 3; i++)
        TRY(sql_text(query, i + 1, &text[i]));
    m->scenes[1] = (Case){0};
    const Status status = case_key_of_stored(text[2], text[0], m->found ? &m->scenes[0] : NULL, &m->scenes[1], key);
    if (m->scenes[1].solver) {
        m->scenes[0] = m->scenes[1];
        m->found = true;
    }
    if (status.code == STATUS_OK)
        return update(m, sqlite3_column_int64(query, 0), text[1], key);
    keep_old(m, text[1], &status);
    return status.code == STATUS_MEMORY ? status : status_ok();
}

static Status map_all(Mapping *m, const char *table)
{
    char          sql[256];
    sqlite3_stmt *query = NULL;
    int           code = SQLITE_DONE;
    snprintf(sql, sizeof sql, "UPDATE OR IGNORE %s.cases SET key = ?, key_form = 6 WHERE id = ?", table);
    TRY(sql_prepare(m->db, sql, &m->update));
    // Scene by scene, so that each is read once. The sort has read all of them before the first is updated.
    snprintf(sql, sizeof sql,
             "SELECT id, key, label, json FROM %s.cases WHERE key_form IS NULL"
             " ORDER BY CASE json_valid(json) WHEN 1 THEN json_extract(json, '$.scene_values', '$.scene') END, id",
             table);
    Status status = sql_prepare(m->db, sql, &query);
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW)
        status = map_one(m, query);
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(m->db, "cannot be read");
    sqlite3_finalize(query);
    sqlite3_finalize(m->update);
    return status;
}

static Status has_form(sqlite3 *db, bool *out)
{
    int64_t count = 0;
    TRY(sql_run(db, &count, "SELECT count(*) FROM pragma_table_info('cases') WHERE name = 'key_form'", ""));
    *out = count > 0;
    return status_ok();
}

static Status make_own(sqlite3 *db, bool form)
{
    char sql[320];
    snprintf(sql, sizeof sql,
             "CREATE TEMP TABLE cases (id INTEGER PRIMARY KEY, key TEXT UNIQUE, label TEXT, json TEXT, key_form INTEGER);"
             "INSERT INTO temp.cases SELECT id, key, label, json, %s FROM main.cases",
             form ? "key_form" : "NULL");
    return sql_exec(db, sql);
}

Status keys_map(sqlite3 *db, bool *own, OldKeys *out)
{
    Mapping m = {.db = db, .old = out};
    bool    form = false;
    int64_t left = 1;
    TRY(has_form(db, &form));
    if (form)
        TRY(sql_run(db, &left, "SELECT count(*) FROM cases WHERE key_form IS NULL", ""));
    if (left == 0)
        return status_ok();
    if (own) {
        TRY(make_own(db, form));
        *own = true;
    }
    return map_all(&m, own ? "temp" : "main");
}
