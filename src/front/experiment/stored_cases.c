#include "experiment/stored_cases.h"

#include <stdio.h>
#include <string.h>

#include "experiment/private/expand.h"
#include "store/sql.h"

typedef struct Taking {
    Experiment *e;
    json_t     *given, *stored; // cases of the text, and of the store, by variation and key
} Taking;

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the cases of an experiment");
}

static const char *name_case(int64_t variation, const char *key, char out[HASH_TEXT + 24])
{
    snprintf(out, HASH_TEXT + 24, "%lld %s", (long long)variation, key);
    return out;
}

static Status note(json_t *set, int64_t variation, const char *key)
{
    char name[HASH_TEXT + 24];
    return json_object_set_new(set, name_case(variation, key, name), json_true()) ? no_memory() : status_ok();
}

static bool has(const json_t *set, int64_t variation, const char *key)
{
    char name[HASH_TEXT + 24];
    return json_object_get(set, name_case(variation, key, name)) != NULL;
}

// ---- one case of the store ----

typedef struct StoredCase {
    int64_t     variation, position;
    const char *block, *key, *label, *json;
} StoredCase;

// If the text and its variations are unchanged, a case has kept its position.
static Status replace(Experiment *e, const StoredCase *stored)
{
    PlannedCase *planned = stored->position >= 0 && stored->position < e->case_count ? &e->cases[stored->position] : NULL;
    Case         setup;
    if (!planned || planned->variation != stored->variation || strcmp(planned->block, stored->block) != 0)
        return status_make(STATUS_INPUT, "the experiment has no case at its position today");
    if (strcmp(planned->setup.key, stored->key) == 0)
        return status_ok();
    TRY(case_from_stored(stored->json, stored->key, &planned->setup, &setup));
    planned->setup = setup;
    case_label(&setup, planned->label, sizeof planned->label);
    expand_references(planned);
    return status_ok();
}

static Status take(Taking *t, const StoredCase *stored)
{
    const Status status = replace(t->e, stored);
    if (status.code == STATUS_INPUT && !has(t->given, stored->variation, stored->key))
        return status_make(STATUS_INPUT,
                           "`%s` cannot be measured with the cases of the database: case %.100s: %s; leave --as out and measure all cases"
                           " again, or set WEFT_DATASETS to the original datasets",
                           t->e->name, stored->label, status.text);
    TRY(status.code == STATUS_INPUT ? status_ok() : status);
    return note(t->stored, stored->variation, stored->key);
}

static Status take_row(Taking *t, sqlite3_stmt *query)
{
    StoredCase         stored = {.variation = sqlite3_column_int64(query, 0), .position = sqlite3_column_int64(query, 1)};
    const char **const texts[] = {&stored.block, &stored.key, &stored.label, &stored.json};
    for (int i = 0; i < 4; i++)
        TRY(sql_text(query, i + 2, texts[i]));
    return take(t, &stored);
}

// ---- all of them ----

static Status take_rows(Taking *t, Store *store)
{
    static const char QUERY[] =
        "SELECT number, position, block, case_key, label, json FROM planned_case WHERE number <= ?2"
        " AND experiment_id = (SELECT experiment_id FROM stored_experiment WHERE hash = ?1) ORDER BY number, position";
    SQL_STATEMENT *query = NULL;
    Status         status = sql_query(store_handle(store), &query, QUERY, "ti", t->e->hash, (int64_t)t->e->variation_count);
    while (sql_next(query, &status))
        status = take_row(t, query);
    return status;
}

// A case of several blocks stays in each.
static Status keep_stored(Taking *t)
{
    Experiment *e = t->e;
    int         kept = 0;
    json_object_clear(t->given);
    for (int i = 0; i < e->case_count; i++) {
        if (!has(t->stored, e->cases[i].variation, e->cases[i].setup.key))
            continue;
        TRY(note(t->given, e->cases[i].variation, e->cases[i].setup.key));
        e->cases[kept++] = e->cases[i];
    }
    e->case_count = kept;
    return json_object_size(t->given) == json_object_size(t->stored)
               ? status_ok()
               : status_make(STATUS_INPUT,
                             "`%s` cannot be measured with the cases of the database: its text gives the cases in another order today; "
                             "leave --as out",
                             e->name);
}

Status experiment_take_stored(Experiment *e, Store *store)
{
    json_auto_t *given = json_object(), *stored = json_object();
    Taking       t = {e, given, stored};
    if (!given || !stored)
        return no_memory();
    for (int i = 0; i < e->case_count; i++)
        TRY(note(given, e->cases[i].variation, e->cases[i].setup.key));
    TRY(take_rows(&t, store));
    TRY(keep_stored(&t));
    return e->case_count
               ? status_ok()
               : status_make(STATUS_INPUT,
                             "--as: the database has no case of `%s` with this text and these settings; use the original file and --set",
                             e->name);
}
