#include "run/private/recorded_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/label_set.h"

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the cases of a scene");
}

void recorded_scene_end(RecordedScene *s)
{
    store_cases_free(s->cases, s->count);
    free(s->is);
    free(s->block);
    *s = (RecordedScene){0};
}

static Status find_here(RecordedScene *s)
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

Status recorded_scene_begin(Store *store, int64_t build, const Case *c, RecordedScene *out)
{
    *out = (RecordedScene){.c = c};
    TRY(store_cases(store, build, &out->cases, &out->count));
    return find_here(out);
}

// ---- the names of cases ----

bool recorded_scene_is_recorded(const StoreCase *c, char name[BLOCK_NAME])
{
    json_t       *json = json_loads(c->json, 0, NULL);
    const json_t *params = json_object_get(json, "params");
    const char   *solver = json_string_value(json_object_get(json, "solver")),
               *recorded = json_string_value(json_object_get(params, "recorded"));
    const bool is = solver && strcmp(solver, CASE_RECORDED) == 0 && recorded;
    snprintf(name, BLOCK_NAME, "%s", is ? recorded : "");
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

// For weft's own cases: the label without the parts that all of them share (scene, scene values, double precision).
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

// Also omits other words that all labels of weft's own cases share; for a single case only the solver remains.
static Status shorten_own(const RecordedScene *s, const char *const *texts, const int *cases, int count, char (*blocks)[BLOCK_SIZE])
{
    LabelSet set;
    TRY(label_set_create(texts, count, &set));
    for (int i = 0; i < count; i++)
        label_set_text(&set, i, BLOCK_NAME, blocks[cases[i]], BLOCK_NAME);
    label_set_destroy(&set);
    if (count == 1)
        blocks[cases[0]][strcspn(blocks[cases[0]], " ")] = '\0';
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(blocks[cases[i]], blocks[cases[k]]) == 0) { // their labels are equal
                const size_t used = strlen(blocks[cases[i]]);
                snprintf(blocks[cases[i]] + used, BLOCK_SIZE - used, ", case %lld", (long long)s->cases[cases[i]].id);
                break;
            }
    return status_ok();
}

static Status list_own(RecordedScene *s, char (*texts)[BLOCK_SIZE], const char **own, int *cases)
{
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        char name[BLOCK_NAME];
        if (!s->is[i] || !s->cases[i].frames)
            continue;
        if (recorded_scene_is_recorded(&s->cases[i], name)) {
            snprintf(s->block[i], BLOCK_SIZE, "%s (" CASE_RECORDED ")", name);
            continue;
        }
        shorten(s->c, s->cases[i].label, texts[count], BLOCK_SIZE);
        own[count] = texts[count];
        cases[count++] = i;
    }
    return shorten_own(s, own, cases, count, s->block);
}

// The name of each case in figures: its block.
Status recorded_scene_name(RecordedScene *s)
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
