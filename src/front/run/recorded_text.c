// The text of the experiment for the judged trajectories of a scene.
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "recorded_yaml.h"
#include "run/private/recorded_scene.h"

// ---- its name ----

static void make_name(const Case *c, char *out, size_t size)
{
    const char *base = strrchr(c->scene, '/') ? strrchr(c->scene, '/') + 1 : c->scene;
    size_t      used = (size_t)snprintf(out, size, "judged_%.*s", (int)strcspn(base, "."), base);
    for (int i = 0; i < c->scene_value_count && used < size; i++)
        if (c->scene_given[i])
            used += (size_t)snprintf(out + used, size - used, "_%s_%s", c->scene_values[i].name, c->scene_values[i].value);
    for (char *p = out; *p; p++)
        *p = isalnum((unsigned char)*p) ? *p : '_';
}

// A scene keeps its existing name; names of different scenes differ.
Status recorded_scene_experiment(Store *store, const RecordedScene *s, char out[EXPERIMENT_SIZE])
{
    char base[EXPERIMENT_SIZE - 16], name[BLOCK_NAME];
    bool taken = true;
    *out = '\0';
    for (int i = 0; i < s->count && !*out; i++)
        if (s->is[i] && recorded_scene_is_recorded(&s->cases[i], name))
            TRY(store_experiment_name(store, s->cases[i].id, RECORDED_PATH, out, EXPERIMENT_SIZE));
    if (*out)
        return status_ok();
    make_name(s->c, base, sizeof base);
    snprintf(out, EXPERIMENT_SIZE, "%s", base);
    for (int number = 2; number < 1000; number++) {
        TRY(store_has_experiment(store, out, &taken));
        if (!taken)
            return status_ok();
        snprintf(out, EXPERIMENT_SIZE, "%s_%d", base, number);
    }
    return status_make(STATUS_LIMIT, "the database has too many experiments called %s; use another database", base);
}

// ---- its text ----

// The conditions that start the parts of recorded.yaml.
static bool has(const RecordedScene *s, const char *name)
{
    static const struct {
        const char *name;
        size_t      offset; // offset of a bool in StoreCase
    } PARTS[] = {{"all", offsetof(StoreCase, frames)},
                 {"trajectory_error", offsetof(StoreCase, trajectory_error)},
                 {"step_error", offsetof(StoreCase, step_error)},
                 {"contact", offsetof(StoreCase, contact)},
                 {"crossings", offsetof(StoreCase, crossings)}};
    size_t part = 0;
    while (strcmp(PARTS[part].name, name) != 0) {
        part++;
        ASSERT(part < sizeof PARTS / sizeof *PARTS);
    }
    for (int i = 0; i < s->count; i++)
        if (s->is[i] && s->cases[i].frames && *(const bool *)((const char *)&s->cases[i] + PARTS[part].offset))
            return true;
    return false;
}

// The figures for which there are data.
static void put_figures(const RecordedScene *s, FILE *out)
{
    static const char ONLY[] = "# only ";
    bool              selected = true;
    for (const char *line = RECORDED_YAML; *line;) {
        const size_t length = strcspn(line, "\n");
        char         name[40];
        if (strncmp(line, ONLY, strlen(ONLY)) == 0) {
            snprintf(name, sizeof name, "%.*s", (int)(length - strlen(ONLY)), line + strlen(ONLY));
            selected = has(s, name);
        } else if (selected && *line != '#') {
            fprintf(out, "%.*s\n", (int)length, line);
        }
        line += length + (line[length] == '\n');
    }
}

// Colours that none of weft's solvers has, the same in all figures.
static void put_labels(const RecordedScene *s, FILE *out)
{
    static const char *const COLOURS[] = {"#000000", "#808080", "#7B4B1D", "#8F9000"};
    enum { COLOUR_COUNT = sizeof COLOURS / sizeof *COLOURS, BLOCKS_MAX = 40 };
    int  count = 0;
    char name[BLOCK_NAME], key[BLOCK_SIZE + 8];
    for (int i = 0; i < s->count && count < BLOCKS_MAX; i++) {
        if (!s->is[i] || !s->cases[i].frames || !recorded_scene_is_recorded(&s->cases[i], name))
            continue;
        fputs(count ? "" : "labels:\n", out);
        fputs("  ", out);
        snprintf(key, sizeof key, "block=%s", s->block[i]);
        text_put_quoted(key, strlen(key), out);
        fputs(": {text: ", out);
        text_put_quoted(s->block[i], strlen(s->block[i]), out);
        fprintf(out, ", colour: \"%s\"}\n", COLOURS[count++ % COLOUR_COUNT]);
    }
}

// The text has the keys of its cases, so each new plan is a new text, and the newest text has all cases.
char *recorded_scene_text(const RecordedScene *s, const char *name)
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
