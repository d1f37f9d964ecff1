#include "data/dataset.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "data/private/cached_view.h"
#include "data/private/clock.h"
#include "experiment/figure_spec.h"
#include "store/plugin_builds.h"
#include "store/sql.h"

// ---- values ----

int value_compare(Value a, Value b)
{
    if (a.kind != b.kind)
        return (int)a.kind - (int)b.kind;
    if (a.kind == VALUE_NUMBER)
        return (a.number > b.number) - (a.number < b.number);
    return a.kind == VALUE_TEXT ? strcmp(a.text, b.text) : 0;
}

int values_compare(const Value *a, const Value *b, int count)
{
    int result = 0;
    for (int i = 0; i < count && result == 0; i++)
        result = value_compare(a[i], b[i]);
    return result;
}

bool value_matches(Value value, const char *text)
{
    double    number = 0;
    SpecRange range;
    if (value.kind == VALUE_NUMBER && spec_range(text, &range))
        return value.number >= range.low && value.number <= range.high;
    if (value.kind == VALUE_NUMBER)
        return text_to_double(text, &number) && number == value.number;
    return value.kind == VALUE_TEXT ? strcmp(value.text, text) == 0 : *text == '\0';
}

void value_format(Value value, char *out, size_t size)
{
    if (value.kind == VALUE_NUMBER && fabs(value.number) < 1e9 && value.number == floor(value.number))
        snprintf(out, size, "%.0f", value.number);
    else if (value.kind == VALUE_NUMBER)
        text_from_double(value.number, out, size);
    else
        snprintf(out, size, "%s", value.kind == VALUE_TEXT ? value.text : "");
}

int value_phase(Value value)
{
    int phase = 0;
    while (phase < PHASE_COUNT && !value_matches(value, phase_name((Phase)phase)))
        phase++;
    return phase;
}

// ---- reading ----

Status dataset_text(Dataset *d, const char *text, const char **out)
{
    char *copy = NULL;
    text = text ? text : "";
    TRY(ARENA_NEW(&d->arena, strlen(text) + 1, &copy));
    strcpy(copy, text);
    *out = copy;
    return status_ok();
}

// The text unchanged, with its lines.
static Status column_raw(Dataset *d, sqlite3_stmt *query, int column, const char **out)
{
    const char *text = "";
    TRY(sql_text(query, column, &text));
    return dataset_text(d, text, out);
}

static Status column_text(Dataset *d, sqlite3_stmt *query, int column, const char **out)
{
    TRY(column_raw(d, query, column, out));
    text_make_printable((char *)*out);
    return status_ok();
}

// Room for one more element in an array of the arena, which doubles whenever its count is a power of two.
static Status grow(Dataset *d, void **array, int count, size_t size)
{
    void *grown = NULL;
    if (count & (count - 1))
        return status_ok();
    TRY(arena_alloc(&d->arena, count ? 2 * (size_t)count : 1, size, "rows of a report", &grown));
    if (count)
        memcpy(grown, *array, (size_t)count * size);
    *array = grown;
    return status_ok();
}

// The texts of a query, as an array.
static Status read_texts(Dataset *d, const char *sql, const char ***texts, int *count)
{
    SQL_STATEMENT *query = NULL;
    Status         status = sql_query(d->db, &query, sql, "");
    for (; sql_next(query, &status); ++*count) {
        TRY(grow(d, (void **)texts, *count, sizeof **texts));
        TRY(column_text(d, query, 0, &(*texts)[*count]));
    }
    return status;
}

// Runs a query with the experiment as its only parameter, and passes each row to `row`.
typedef Status (*RowReader)(Dataset *d, sqlite3_stmt *query);
static Status for_rows(Dataset *d, const char *sql, RowReader row)
{
    SQL_STATEMENT *query = NULL;
    Status         status = sql_query(d->db, &query, sql, strchr(sql, '?') ? "i" : "", d->id);
    while (sql_next(query, &status))
        status = row(d, query);
    return status;
}

static Status read_experiment(Dataset *d, sqlite3_stmt *query)
{
    const char **const fields[] = {&d->name, &d->question, &d->expected, &d->path, &d->created};
    for (int i = 0; i < 5; i++)
        TRY(column_text(d, query, i, fields[i]));
    return column_raw(d, query, 5, &d->text);
}

// temp.planned: the cases of the experiment, or of one of its variations.
static Status list_planned(Dataset *d)
{
    TRY(sql_exec(d->db, "DROP TABLE IF EXISTS temp.planned;"
                        "CREATE TEMP TABLE planned (case_id INTEGER PRIMARY KEY, block TEXT NOT NULL, position INTEGER NOT NULL)"));
    return sql_run(d->db, NULL,
                   "INSERT INTO temp.planned SELECT case_id, block, position FROM planned_case WHERE experiment_id = ? AND number = ?",
                   "ii", d->id, (int64_t)d->variation);
}

// Chooses one build per precision, machine and plugin solver: the build that last ran a case of this experiment. Samples of two builds are
// never pooled.
static Status choose_builds(Dataset *d)
{
    TRY(cached_views_drop(d->db));
    TRY(sql_exec(d->db, "DROP TABLE IF EXISTS temp.chosen;"
                        "CREATE TEMP TABLE chosen (case_id INTEGER PRIMARY KEY, build_id INTEGER NOT NULL, position INTEGER NOT NULL)"));
    TRY(plugin_builds_list(d->db));
    return sql_exec(d->db, "INSERT INTO temp.chosen SELECT case_id, build_id, position FROM build_choice");
}

// The unconverged steps of the chosen cases, numbered over the case's own trajectory and over its probes.
static Status list_unconverged(Dataset *d)
{
    return sql_exec(
        d->db,
        "DROP TABLE IF EXISTS temp.unconverged;"
        "CREATE TEMP TABLE unconverged (case_id INTEGER, probe INTEGER, step INTEGER, number INTEGER, PRIMARY KEY (case_id, probe, step))"
        " WITHOUT ROWID;"
        "INSERT INTO temp.unconverged SELECT case_id, probe, step, number FROM unconverged_step");
}

static Status read_case(Dataset *d, sqlite3_stmt *query)
{
    Value *settings = NULL;
    TRY(grow(d, (void **)&d->cases, d->case_count, sizeof *d->cases));
    CaseRow *c = &d->cases[d->case_count++];
    TRY(ARENA_NEW(&d->arena, d->setting_count, &settings));
    c->settings = settings;
    c->id = sqlite3_column_int64(query, 0);
    c->build = sqlite3_column_int64(query, 1);
    const char **const fields[] = {&c->key, &c->label, &c->block, &c->status, &c->message};
    for (int i = 0; i < 5; i++)
        TRY(column_text(d, query, i + 2, fields[i]));
    c->hashes = sqlite3_column_int(query, 7);
    c->unconverged = sqlite3_column_int(query, 8);
    TRY(column_text(d, query, 9, &c->findings));
    return column_text(d, query, 10, &c->conditions);
}

static int compare_ids(const void *left, const void *right)
{
    const CaseId *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

// The index of a case, or −1.
static int dataset_case(const Dataset *d, int64_t id)
{
    const CaseId  key = {id, 0};
    const CaseId *found = d->case_count ? bsearch(&key, d->by_id, (size_t)d->case_count, sizeof key, compare_ids) : NULL;
    return found ? found->index : -1;
}

static Status read_parameter(Dataset *d, sqlite3_stmt *query)
{
    const char *name = "";
    TRY(sql_text(query, 1, &name));
    const int c = dataset_case(d, sqlite3_column_int64(query, 0)), s = dataset_setting(d, name);
    if (c < 0 || s < 0)
        return status_ok();
    Value *value = (Value *)&d->cases[c].settings[s];
    if (sqlite3_column_type(query, 2) == SQLITE_TEXT) {
        value->kind = VALUE_TEXT;
        return column_text(d, query, 2, &value->text);
    }
    if (sqlite3_column_type(query, 2) != SQLITE_NULL)
        *value = (Value){VALUE_NUMBER, sqlite3_column_double(query, 2), NULL};
    return status_ok();
}

static Status read_build(Dataset *d, sqlite3_stmt *query)
{
    TRY(grow(d, (void **)&d->builds, d->build_count, sizeof *d->builds));
    BuildRow *b = &d->builds[d->build_count++];
    b->id = sqlite3_column_int64(query, 0);
    const char **const fields[] = {&b->hash, &b->commit, &b->compiler, &b->flags, &b->type, &b->precision};
    for (int i = 0; i < 6; i++)
        TRY(column_text(d, query, i + 1, fields[i]));
    b->dirty = sqlite3_column_int(query, 7) != 0;
    b->cases = sqlite3_column_int(query, 8);
    b->chosen = sqlite3_column_int(query, 9) != 0;
    return column_text(d, query, 10, &b->plugin);
}

static Status read_environment(Dataset *d, sqlite3_stmt *query)
{
    TRY(grow(d, (void **)&d->environments, d->environment_count, sizeof *d->environments));
    return column_raw(d, query, 0, &d->environments[d->environment_count++]);
}

static Status read_machine(Dataset *d, sqlite3_stmt *query)
{
    TRY(grow(d, (void **)&d->machines, d->machine_count, sizeof *d->machines));
    MachineRow *m = &d->machines[d->machine_count++];
    TRY(column_text(d, query, 0, &m->name));
    TRY(column_raw(d, query, 1, &m->environment));
    m->cases = sqlite3_column_int(query, 2);
    m->repetitions = sqlite3_column_int(query, 3);
    return status_ok();
}

static Status read_conditions(Dataset *d, sqlite3_stmt *query)
{
    d->repetitions = sqlite3_column_int(query, 0);
    d->load_min = sql_number(query, 1);
    d->load_max = sql_number(query, 2);
    d->unplaced = sqlite3_column_int(query, 3);
    d->unconverged = sqlite3_column_int(query, 4);
    d->condition_cases = sqlite3_column_int(query, 5);
    d->finding_cases = sqlite3_column_int(query, 6);
    return column_text(d, query, 7, &d->misplaced);
}

// Disturbance of one case.
static Status read_disturbance(Dataset *d, sqlite3_stmt *query)
{
    const double low = sql_number(query, 2), high = sql_number(query, 3);
    const int    c = dataset_case(d, sqlite3_column_int64(query, 5));
    ASSERT(c >= 0);
    d->cases[c].disturbed_share = sql_number(query, 4);
    d->samples += sqlite3_column_int64(query, 0);
    d->disturbed += sqlite3_column_int64(query, 1);
    d->ghz_min = fmin(d->ghz_min, low); // fmin ignores a NaN
    d->ghz_max = fmax(d->ghz_max, high);
    return status_ok();
}

// Figures and verdicts treat the block of a case as a setting, although it is not a parameter of the run.
#define BLOCK "block"
#define SETTINGS "SELECT DISTINCT name FROM case_parameter JOIN temp.chosen USING (case_id) UNION SELECT '" BLOCK "'"

static void add_blocks(Dataset *d)
{
    const int s = dataset_setting(d, BLOCK);
    for (int c = 0; c < d->case_count; c++)
        ((Value *)d->cases[c].settings)[s] = (Value){.kind = VALUE_TEXT, .text = d->cases[c].block};
}

static Status sort_ids(Dataset *d)
{
    TRY(ARENA_NEW(&d->arena, d->case_count, &d->by_id));
    for (int c = 0; c < d->case_count; c++)
        d->by_id[c] = (CaseId){d->cases[c].id, c};
    qsort(d->by_id, (size_t)d->case_count, sizeof *d->by_id, compare_ids);
    return status_ok();
}

static void find_varying(Dataset *d)
{
    for (int s = 0; s < d->setting_count; s++)
        for (int c = 1; c < d->case_count && !d->varies[s]; c++)
            d->varies[s] = strcmp(d->settings[s], BLOCK) != 0 && value_compare(d->cases[0].settings[s], d->cases[c].settings[s]) != 0;
}

static Status load(Dataset *d)
{
    TRY(for_rows(d, "SELECT name, question, expected, path, created, text FROM stored_experiment WHERE experiment_id = ?",
                 read_experiment));
    TRY(list_planned(d));
    TRY(choose_builds(d));
    TRY(list_unconverged(d));
    TRY(read_texts(d, SETTINGS " ORDER BY name", &d->settings, &d->setting_count));
    TRY(ARENA_NEW(&d->arena, d->setting_count, &d->varies));
    TRY(for_rows(d, "SELECT * FROM chosen_case ORDER BY position, case_id", read_case));
    TRY(sort_ids(d));
    TRY(for_rows(d, "SELECT case_id, name, value FROM temp.chosen JOIN case_parameter USING (case_id)", read_parameter));
    add_blocks(d);
    TRY(for_rows(d, "SELECT * FROM tried_build ORDER BY build_id", read_build));
    TRY(for_rows(d, "SELECT json FROM chosen_environment ORDER BY environment_id", read_environment));
    if (dataset_setting(d, DATASET_MACHINE) >= 0)
        TRY(for_rows(d, "SELECT name, json, cases, repetitions FROM chosen_machine ORDER BY machine", read_machine));
    TRY(for_rows(d,
                 "SELECT count(*), min(load), max(load), total(placed = 0), total(unconverged_steps > 0),"
                 " (SELECT count(DISTINCT case_id) FROM chosen_condition), (SELECT count(DISTINCT case_id) FROM chosen_finding),"
                 " min(misplaced) FROM chosen_repetition",
                 read_conditions));
    TRY(read_texts(d, "SELECT DISTINCT text FROM chosen_condition ORDER BY text", &d->conditions, &d->condition_count));
    TRY(read_texts(d, "SELECT text FROM first_finding ORDER BY kind", &d->findings, &d->finding_count));
    TRY(for_rows(d, "SELECT * FROM chosen_disturbance", read_disturbance));
    find_varying(d);
    return status_ok();
}

Status dataset_list(Store *store, int64_t out[DATASETS_MAX], int *count)
{
    SQL_STATEMENT *query = NULL;
    Status         status = sql_query(store_handle(store), &query,
                                      "SELECT max(experiment_id) FROM stored_experiment GROUP BY name ORDER BY max(experiment_id) DESC", "");
    for (*count = 0; sql_next(query, &status); ++*count)
        if (*count < DATASETS_MAX)
            out[*count] = sqlite3_column_int64(query, 0);
    TRY(status);
    return *count <= DATASETS_MAX
               ? status_ok()
               : status_make(STATUS_LIMIT, "the database has %d experiments, of which %d can be taken; name one", *count, DATASETS_MAX);
}

Status dataset_find(Store *store, const char *name, int64_t *id)
{
    return sql_run(store_handle(store), id, "SELECT coalesce(max(experiment_id), 0) FROM stored_experiment WHERE name = ?", "t", name);
}

Status dataset_name(Store *store, int64_t experiment, char *out, size_t size)
{
    return sql_string(store_handle(store), out, size, "SELECT name FROM stored_experiment WHERE experiment_id = ?", "i", experiment);
}

Status dataset_init(Store *store, int64_t experiment, Dataset *out)
{
    return dataset_init_variation(store, experiment, 0, out);
}

Status dataset_init_variation(Store *store, int64_t experiment, int variation, Dataset *out)
{
    *out = (Dataset){.db = store_handle(store),
                     .arena = arena_init(0),
                     .id = experiment,
                     .variation = variation,
                     .load_min = NAN,
                     .load_max = NAN,
                     .misplaced = "",
                     .ghz_min = NAN,
                     .ghz_max = NAN};
    return load(out);
}

void dataset_destroy(Dataset *d)
{
    arena_destroy(&d->arena);
    *d = (Dataset){0};
}

int dataset_setting(const Dataset *d, const char *name)
{
    for (int i = 0; i < d->setting_count; i++)
        if (strcmp(d->settings[i], name) == 0)
            return i;
    return -1;
}

int dataset_count(const Dataset *d, CaseStatus status)
{
    int count = 0;
    for (int i = 0; i < d->case_count; i++)
        count += strcmp(d->cases[i].status, case_status_name(status)) == 0;
    return count;
}

bool dataset_is_whole(const Dataset *d, int case_index)
{
    return case_status_stage(case_status_find(d->cases[case_index].status)) == CASE_WHOLE;
}

Value dataset_value(const Dataset *d, int case_index, const char *setting)
{
    const int index = dataset_setting(d, setting);
    if (index < 0)
        return (Value){0};
    return d->cases[case_index].settings[index];
}

Status dataset_minutes(const Dataset *d, double *out)
{
    int64_t seconds = 0;
    TRY(sql_run(d->db, &seconds,
                "SELECT coalesce(sum(unixepoch(ended) - unixepoch(started)), 0) FROM run_call WHERE experiment_id IN (" DATASET_SAME_NAME
                ")",
                "i", d->id));
    *out = (double)seconds / 60;
    return status_ok();
}
