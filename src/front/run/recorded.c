#include "run/recorded.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/owned.h"
#include "base/text.h"
#include "case/row.h"
#include "run/private/record.h"
#include "run/private/recorded_scene.h"

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a trajectory in a database");
}

// ---- checks before writing ----

static Status check_here(const char *database, const RecordedScene *s)
{
    char values[300] = "";
    for (int i = 0, used = 0; i < s->c->scene_value_count && used < (int)sizeof values; i++)
        used += snprintf(values + used, sizeof values - (size_t)used, " %s=%s", s->c->scene_values[i].name, s->c->scene_values[i].value);
    if (s->here > 0 || s->count == 0)
        return status_ok();
    return status_make(
        STATUS_INPUT,
        "%s: none of its %d cases has this scene in its current version (%.60s%.120s); the first case is `%.100s`; give its parameters "
        "(--set scene.NAME=V), or another database",
        database, s->count, s->c->scene, values, s->cases[0].label);
}

// Each name belongs to one trajectory of a scene; otherwise figures would merge two trajectories.
static Status check_name(const char *database, const RecordedScene *s, const RecordedRun *run, const char *key)
{
    char name[BLOCK_NAME];
    for (int i = 0; i < s->count; i++)
        if (s->is[i] && recorded_scene_is_recorded(&s->cases[i], name) && strcmp(name, run->facts.name) == 0 &&
            strcmp(s->cases[i].key, key) != 0)
            return status_make(
                STATUS_INPUT,
                "%s: a different trajectory of this scene, or the same with other settings, is already named `%.60s`; choose "
                "another name with --as",
                database, name);
    return status_ok();
}

static Status check_store(const char *database, Store *store, const RecordedRun *run, const char *key)
{
    GNU_CLEANUP(recorded_scene_end) RecordedScene scene = {0};
    TRY(recorded_scene_begin(store, 0, run->c, &scene));
    TRY(check_here(database, &scene));
    return check_name(database, &scene, run, key);
}

// Opens the file for reading only, so it is not changed.
static Status check_file(const char *database, const RecordedRun *run, const char *key)
{
    struct stat info;
    STORE      *store = NULL;
    if (stat(database, &info) != 0 && errno == ENOENT)
        return status_ok();
    TRY(store_open(database, STORE_READ, &store));
    return check_store(database, store, run, key);
}

static Status find_key(const RecordedRun *run, json_t **json, char key[HASH_TEXT])
{
    *json = case_recorded_json(run->c, &run->facts);
    return *json ? case_recorded_key(*json, run->c, key) : no_memory();
}

Status recorded_check(const char *database, const RecordedRun *run)
{
    char         key[HASH_TEXT];
    json_auto_t *json = NULL;
    TRY(find_key(run, &json, key));
    return check_file(database, run, key);
}

// ---- the case ----

typedef struct Writing {
    const char        *database;
    const RecordedRun *run;
    Store             *store;
    int64_t            build, id;
    char               key[HASH_TEXT], label[400];
    json_t            *json;
    RecordedPlace     *place;
} Writing;

static const json_t *find_row(const json_t *rows, RowKind kind)
{
    size_t  index = 0;
    json_t *row = NULL;
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) == kind)
            return row;
    }
    return NULL;
}

static Status add_case(Writing *w)
{
    TRY(check_store(w->database, w->store, w->run, w->key)); // another program may have written since recorded_check
    TRY(store_build(w->store, w->run->worker->hash, find_row(w->run->rows, ROW_ENVIRONMENT), &w->build));
    return store_add_case(w->store, w->key, w->label, w->json, &w->id);
}

// The farthest particle is not stored.
static Status record_all(Recorder *recorder, const json_t *rows)
{
    size_t  index = 0;
    json_t *row = NULL;
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) != ROW_DEVIATION)
            TRY(record_row(recorder, row));
    }
    return status_ok();
}

static Status add_repetition(const Writing *w)
{
    Recorder recorder = {.store = w->store,
                         .case_id = w->id,
                         .build = w->build,
                         .steps = param_int(&w->run->c->params, "steps"),
                         .due = {[PASS_MEASURED] = 1},
                         .recorded = true,
                         .first = true};
    Status   status = record_all(&recorder, w->run->rows);
    if (status.code == STATUS_OK && recorder.done[PASS_MEASURED] != 1)
        status = status_make(STATUS_PROTOCOL, "the worker did not report the trajectory as complete");
    const Status dropped = record_end(&recorder);
    return status.code == STATUS_OK ? dropped : status;
}

// ---- its experiment ----

static Status add_plan(Writing *w, const RecordedScene *s, int64_t experiment)
{
    int position = 0;
    for (int i = 0; i < s->count; i++) {
        char             name[BLOCK_NAME];
        const StoreCase *c = &s->cases[i];
        const bool       own = !recorded_scene_is_recorded(c, name);
        if (!s->is[i])
            continue;
        w->place->without += own && !c->frames;
        if (!c->frames)
            continue;
        w->place->own_cases += own;
        w->place->other_builds += own && !c->of_build;
        TRY(store_add_plan(w->store, experiment, c->id, s->block[i], position++));
    }
    return status_ok();
}

static Status add_text(Writing *w, const RecordedScene *s, const char *text)
{
    char    hash[HASH_TEXT], question[400];
    int64_t experiment = 0, run = 0;
    hash_bytes(text, strlen(text), hash);
    snprintf(question, sizeof question, "How large are the errors of other programs on scene %.200s, compared with weft's own solvers?",
             w->run->c->scene);
    text_make_printable(question);
    const StoreExperiment row = {
        .name = w->place->experiment, .question = question, .expected = "", .path = RECORDED_PATH, .text = text, .hash = hash};
    TRY(store_experiment(w->store, &row, &experiment));
    TRY(add_plan(w, s, experiment));
    TRY(store_run(w->store, experiment, 0, w->run->options, &run));
    TRY(store_run_end(w->store, run));
    return store_case_status(w->store, w->id, w->build, CASE_DONE, "");
}

static Status add_experiment(Writing *w)
{
    GNU_CLEANUP(recorded_scene_end) RecordedScene scene = {0};
    TRY(recorded_scene_begin(w->store, w->build, w->run->c, &scene));
    TRY(recorded_scene_name(&scene));
    TRY(recorded_scene_experiment(w->store, &scene, w->place->experiment));
    OWNED(char) *text = recorded_scene_text(&scene, w->place->experiment);
    return text ? add_text(w, &scene, text) : no_memory();
}

// ---- writing ----

// A kill between the parts leaves a case without an experiment; the next call completes it.
static Status write_all(Writing *w)
{
    CaseStatus status = CASE_PENDING;
    int        done[PASS_COUNT];
    TRY(store_plan_begin(w->store));
    TRY(store_plan_end(w->store, add_case(w)));
    TRY(store_case_progress(w->store, w->id, w->build, &status, done));
    w->place->known = done[PASS_MEASURED] > 0;
    if (!w->place->known)
        TRY(add_repetition(w));
    TRY(store_plan_begin(w->store));
    return store_plan_end(w->store, add_experiment(w));
}

Status recorded_write(const char *database, const RecordedRun *run, RecordedPlace *out)
{
    STORE       *store = NULL;
    json_auto_t *json = NULL;
    Writing      w = {.database = database, .run = run, .place = out};
    *out = (RecordedPlace){.own_cases = 0};
    case_recorded_label(run->c, run->facts.name, w.label, sizeof w.label);
    TRY(find_key(run, &json, w.key));
    TRY(worker_file_check(run->worker));
    TRY(store_open(database, STORE_WRITE, &store));
    w.json = json;
    w.store = store;
    return write_all(&w);
}
