#include "run/recorded.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/label_set.h"
#include "base/text.h"
#include "case/row.h"
#include "recorded_yaml.h"
#include "run/private/record.h"
#include "run/worker_file.h"
#include "store/store.h"

enum { BLOCK_SIZE = 200 };

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a trajectory in a database");
}

// ---- what there is of the scene ----

// The cases of a store, and which of them are of the scene.
typedef struct Scene {
    const Case *c;
    StoreCase  *cases;
    bool       *is;            // [count]
    char (*block)[BLOCK_SIZE]; // [count] of those with frames; NULL until name_blocks
    int count, here;
} Scene;

static void scene_end(Scene *s)
{
    store_cases_free(s->cases, s->count);
    free(s->is);
    free(s->block);
    *s = (Scene){0};
}

static Status find_here(Scene *s)
{
    s->is = calloc((size_t)s->count + 1, sizeof *s->is);
    if (!s->is)
        return no_memory();
    for (int i = 0; i < s->count; i++) {
        TRY(case_has_scene_of(s->cases[i].json, s->cases[i].key, s->c, &s->is[i]));
        s->here += s->is[i];
    }
    return status_ok();
}

static Status scene_begin(Store *store, int64_t build, const Case *c, Scene *out)
{
    *out = (Scene){.c = c};
    TRY(store_cases(store, build, &out->cases, &out->count));
    return find_here(out);
}

static Status check_here(const char *database, const Scene *s)
{
    char values[300] = "";
    for (int i = 0, used = 0; i < s->c->scene_value_count && used < (int)sizeof values; i++)
        used += snprintf(values + used, sizeof values - (size_t)used, " %s=%s", s->c->scene_values[i].name, s->c->scene_values[i].value);
    if (s->here > 0 || s->count == 0)
        return status_ok();
    return status_make(
        STATUS_INPUT,
        "%s: none of its %d cases is of this scene, as it is today (%.60s%.120s), the first is `%.100s`; give its parameters "
        "(--set scene.NAME=V), or another database",
        database, s->count, s->c->scene, values, s->cases[0].label);
}

// ---- the names of cases ----

static bool is_recorded(const StoreCase *c, char *name, size_t size)
{
    json_t       *json = json_loads(c->json, 0, NULL);
    const json_t *params = json_object_get(json, "params");
    const char *solver = json_string_value(json_object_get(json, "solver")), *said = json_string_value(json_object_get(params, "recorded"));
    const bool  is = solver && strcmp(solver, CASE_RECORDED) == 0 && said;
    snprintf(name, size, "%s", is ? said : "");
    json_decref(json);
    return is;
}

static bool is_value_of_scene(const Case *c, const char *word, size_t length)
{
    for (int i = 0; i < c->scene_value_count; i++) {
        const size_t name = strlen(c->scene_values[i].name);
        if (name < length && word[name] == '=' && strncmp(word, c->scene_values[i].name, name) == 0)
            return true;
    }
    return false;
}

// Of weft's own cases the label without what all of them have: the scene, its values, double precision.
static void shorten(const Case *c, const char *label, char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (const char *word = label; *word;) {
        const size_t length = strcspn(word, " ");
        const bool   scene = length == strlen(c->scene) && strncmp(word, c->scene, length) == 0;
        const bool   usual = length == 3 && strncmp(word, precision_names()[PRECISION_F64], 3) == 0;
        if (!scene && !usual && !is_value_of_scene(c, word, length) && used < size)
            used += (size_t)snprintf(out + used, size - used, "%s%.*s", used ? " " : "", (int)length, word);
        word += length + (word[length] == ' ');
    }
}

// Of the words of weft's own cases those that all have are left out, too.
static Status shorten_own(const Scene *s, const char *const *texts, const int *cases, int count, char (*blocks)[BLOCK_SIZE])
{
    LabelSet set;
    TRY(label_set_create(texts, count, &set));
    for (int i = 0; i < count; i++)
        label_set_text(&set, i, BLOCK_SIZE - 40, blocks[cases[i]], BLOCK_SIZE - 40);
    label_set_destroy(&set);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(blocks[cases[i]], blocks[cases[k]]) == 0) { // what tells them apart is not in their labels
                const size_t used = strlen(blocks[cases[i]]);
                snprintf(blocks[cases[i]] + used, BLOCK_SIZE - used, ", case %lld", (long long)s->cases[cases[i]].id);
                break;
            }
    return status_ok();
}

static Status list_own(Scene *s, char (*texts)[BLOCK_SIZE], const char **own, int *cases)
{
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        char name[BLOCK_SIZE - 40];
        if (!s->is[i] || !s->cases[i].frames)
            continue;
        if (is_recorded(&s->cases[i], name, sizeof name)) {
            snprintf(s->block[i], BLOCK_SIZE, "%s (" CASE_RECORDED ")", name);
            continue;
        }
        shorten(s->c, s->cases[i].label, texts[count], BLOCK_SIZE);
        own[count] = texts[count];
        cases[count++] = i;
    }
    return shorten_own(s, own, cases, count, s->block);
}

// What each case of the experiment is called in figures: its block.
static Status name_blocks(Scene *s)
{
    const size_t count = (size_t)s->count + 1;
    char(*texts)[BLOCK_SIZE] = calloc(count, sizeof *texts);
    const char **own = calloc(count, sizeof *own);
    int         *cases = calloc(count, sizeof *cases);
    s->block = calloc(count, sizeof *s->block);
    const Status status = texts && own && cases && s->block ? list_own(s, texts, own, cases) : no_memory();
    free(texts);
    free(own);
    free(cases);
    return status;
}

// A name stands for one trajectory of a scene, or figures would take two for one.
static Status check_name(const char *database, const Scene *s, const RecordedRun *run, const char *key)
{
    char name[BLOCK_SIZE];
    for (int i = 0; i < s->count; i++)
        if (s->is[i] && is_recorded(&s->cases[i], name, sizeof name) && strcmp(name, run->facts.name) == 0 &&
            strcmp(s->cases[i].key, key) != 0)
            return status_make(
                STATUS_INPUT,
                "%s: has another trajectory of this scene, or one with other settings, that is called `%.60s`; give this one "
                "another name with --as",
                database, name);
    return status_ok();
}

// Whether the store may take it. run NULL: before it is measured.
static Status check_store(const char *database, Store *store, const Case *c, const RecordedRun *run, const char *key)
{
    Scene  scene;
    Status status = scene_begin(store, 0, c, &scene);
    if (status.code == STATUS_OK)
        status = check_here(database, &scene);
    if (status.code == STATUS_OK && run)
        status = check_name(database, &scene, run, key);
    scene_end(&scene);
    return status;
}

// A reader leaves the file as it is.
static Status check_file(const char *database, const Case *c, const RecordedRun *run, const char *key)
{
    struct stat info;
    Store      *store = NULL;
    if (stat(database, &info) != 0 && errno == ENOENT)
        return status_ok();
    TRY(store_open(database, STORE_READ, &store));
    const Status status = check_store(database, store, c, run, key);
    store_close(store);
    return status;
}

Status recorded_check(const char *database, const Case *c)
{
    return check_file(database, c, NULL, NULL);
}

// ---- the case ----

typedef struct Writing {
    const char        *database;
    const RecordedRun *run;
    Store             *store;
    WorkerFile         worker;
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
    TRY(check_store(w->database, w->store, w->run->c, w->run, w->key)); // another program may have written meanwhile
    TRY(store_build(w->store, w->worker.hash, find_row(w->run->rows, ROW_ENVIRONMENT), &w->build));
    return store_add_case(w->store, w->key, w->label, w->json, &w->id);
}

// Which particle was the farthest is not stored.
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
        status = status_make(STATUS_PROTOCOL, "the worker did not say that the trajectory is whole");
    const Status dropped = record_end(&recorder);
    return status.code == STATUS_OK ? dropped : status;
}

// ---- its experiment ----

// judged_cloth_n_32: the scene and the values that were given, of letters that the name of a file has.
static void name_experiment(const Case *c, char *out, size_t size)
{
    const char *base = strrchr(c->scene, '/') ? strrchr(c->scene, '/') + 1 : c->scene;
    size_t      used = (size_t)snprintf(out, size, "judged_%.*s", (int)strcspn(base, "."), base);
    for (int i = 0; i < c->scene_value_count && used < size; i++)
        if (c->scene_given[i])
            used += (size_t)snprintf(out + used, size - used, "_%s_%s", c->scene_values[i].name, c->scene_values[i].value);
    for (char *p = out; *p; p++)
        *p = isalnum((unsigned char)*p) ? *p : '_';
}

static bool has(const Scene *s, const char *name)
{
    bool found = strcmp(name, "all") == 0;
    for (int i = 0; i < s->count && !found; i++) {
        const StoreCase *c = &s->cases[i];
        found = s->is[i] && c->frames &&
                ((strcmp(name, "trajectory_error") == 0 && c->trajectory_error) || (strcmp(name, "step_error") == 0 && c->step_error) ||
                 (strcmp(name, "contact") == 0 && c->contact));
    }
    return found;
}

// The figures that there is something for.
static void put_figures(const Scene *s, FILE *out)
{
    static const char ONLY[] = "# only ";
    bool              wanted = true;
    for (const char *line = RECORDED_YAML; *line;) {
        const size_t length = strcspn(line, "\n");
        char         name[40];
        if (strncmp(line, ONLY, strlen(ONLY)) == 0) {
            snprintf(name, sizeof name, "%.*s", (int)(length - strlen(ONLY)), line + strlen(ONLY));
            wanted = has(s, name);
        } else if (wanted && *line != '#') {
            fprintf(out, "%.*s\n", (int)length, line);
        }
        line += length + (line[length] == '\n');
    }
}

static void put_quoted(const char *text, FILE *out)
{
    for (; *text; text++)
        fputs(*text == '\'' ? "''" : (char[]){*text, '\0'}, out);
}

// Colours that no solver of weft has, the same in all figures.
static void put_labels(const Scene *s, FILE *out)
{
    static const char *const COLOURS[] = {"#000000", "#808080", "#7B4B1D", "#8F9000"};
    enum { COLOUR_COUNT = sizeof COLOURS / sizeof *COLOURS, MOST = 40 };
    int  count = 0;
    char name[BLOCK_SIZE];
    for (int i = 0; i < s->count && count < MOST; i++) {
        if (!s->is[i] || !s->cases[i].frames || !is_recorded(&s->cases[i], name, sizeof name))
            continue;
        fputs(count ? "" : "labels:\n", out);
        fputs("  'block=", out);
        put_quoted(s->block[i], out);
        fputs("': {text: '", out);
        put_quoted(s->block[i], out);
        fprintf(out, "', colour: '%s'}\n", COLOURS[count++ % COLOUR_COUNT]);
    }
}

// With the keys of its cases: another plan is another text, so that the newest has all of them.
static char *write_text(const Scene *s, const char *name)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "# Written by weft judge; the cases:\n");
    for (int i = 0; i < s->count; i++)
        if (s->is[i] && s->cases[i].frames)
            fprintf(out, "# %s\n", s->cases[i].key);
    fprintf(out, "name: %s\n", name);
    put_labels(s, out);
    put_figures(s, out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static Status add_plan(Writing *w, const Scene *s, int64_t experiment)
{
    int position = 0;
    for (int i = 0; i < s->count; i++) {
        char             name[BLOCK_SIZE];
        const StoreCase *c = &s->cases[i];
        const bool       own = !is_recorded(c, name, sizeof name);
        if (!s->is[i])
            continue;
        w->place->without += own && !c->frames;
        if (!c->frames)
            continue;
        w->place->beside += own;
        w->place->other_builds += own && !c->of_build;
        TRY(store_add_plan(w->store, experiment, c->id, s->block[i], position++));
    }
    return status_ok();
}

static Status add_text(Writing *w, const Scene *s, const char *text)
{
    char    hash[HASH_TEXT], question[400];
    int64_t experiment = 0, run = 0;
    hash_bytes(text, strlen(text), hash);
    snprintf(question, sizeof question,
             "How far from the truth is what another program made of scene %.200s, and how far are weft's own solvers?", w->run->c->scene);
    text_make_printable(question);
    const StoreExperiment row = {
        .name = w->place->experiment, .question = question, .expected = "", .path = "weft judge", .text = text, .hash = hash};
    TRY(store_experiment(w->store, &row, &experiment));
    TRY(add_plan(w, s, experiment));
    TRY(store_run(w->store, experiment, 0, w->run->options, &run));
    TRY(store_run_end(w->store, run));
    return store_case_status(w->store, w->id, w->build, CASE_DONE, "");
}

static Status add_experiment(Writing *w)
{
    Scene scene;
    name_experiment(w->run->c, w->place->experiment, sizeof w->place->experiment);
    Status status = scene_begin(w->store, w->build, w->run->c, &scene);
    if (status.code == STATUS_OK)
        status = name_blocks(&scene);
    char *text = status.code == STATUS_OK ? write_text(&scene, w->place->experiment) : NULL;
    if (status.code == STATUS_OK)
        status = text ? add_text(w, &scene, text) : no_memory();
    free(text);
    scene_end(&scene);
    return status;
}

// ---- all of it ----

// What a kill leaves between the parts is a case of no experiment, which the next call completes.
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
    Writing w = {.database = database, .run = run, .place = out, .json = case_recorded_json(run->c, &run->facts)};
    *out = (RecordedPlace){.beside = 0};
    if (!w.json)
        return no_memory();
    case_recorded_label(run->c, run->facts.name, w.label, sizeof w.label);
    Status status = case_recorded_key(w.json, run->c, w.key);
    if (status.code == STATUS_OK)
        status = worker_file(run->c->precision, &w.worker);
    if (status.code == STATUS_OK)
        status = check_file(database, run->c, run, w.key);
    if (status.code == STATUS_OK)
        status = store_open(database, STORE_WRITE, &w.store);
    if (status.code == STATUS_OK)
        status = write_all(&w);
    store_close(w.store);
    json_decref(w.json);
    return status;
}
