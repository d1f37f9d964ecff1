// Reads an experiment file.
#include "experiment/experiment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "experiment/figure_spec.h"
#include "experiment/key_list.h"
#include "experiment/private/expand.h"
#include "experiment/private/needed.h"
#include "experiment/setting_names.h"

enum { SETS_MAX = 64, BLOCK_BYTES_MAX = 200, FILE_BYTES_MAX = 4 << 20 };

static const char *const TOP_KEYS[] = {KEYS_EXPERIMENT(KEY_NAME) NULL};
static const char *const BLOCK_KEYS[] = {KEYS_BLOCK(KEY_NAME) NULL};
static const char *const SIZES[] = {"quick", "full", NULL};

// The --set flags of the command line, split into names and values.
typedef struct Sets {
    int         count;
    char       *names[SETS_MAX]; // owned: "name\0value,value"
    char       *values[SETS_MAX];
    const char *size;
} Sets;

static Status read_text(const char *path, char **out)
{
    size_t size = 0;
    TRY(file_read(path, FILE_BYTES_MAX, out, &size));
    if (!memchr(*out, '\0', size))
        return status_ok();
    free(*out);
    *out = NULL;
    return status_make(STATUS_INPUT, "%s: is not a text file: it contains a zero byte", path);
}

// ---- --set ----

// name: `length` bytes. Freed by free_sets, also after a failure.
static Status add_copy(Sets *sets, const char *name, size_t length, const char *value)
{
    if (sets->count == SETS_MAX)
        return status_make(STATUS_USAGE, "more than %d settings; leave some out", SETS_MAX);
    if (asprintf(&sets->names[sets->count], "%.*s%c%s", (int)length, name, '\0', value) < 0) {
        sets->names[sets->count] = NULL;
        return status_make(STATUS_MEMORY, "out of memory for --set");
    }
    sets->values[sets->count] = sets->names[sets->count] + length + 1;
    if (strcmp(sets->names[sets->count], "size") == 0)
        sets->size = sets->values[sets->count];
    sets->count++;
    return status_ok();
}

static Status cut_sets(const ExperimentSettings *settings, Sets *sets)
{
    if (settings->set_count > SETS_MAX)
        return status_make(STATUS_USAGE, "more than %d --set", SETS_MAX);
    for (int i = 0; i < settings->set_count; i++) {
        const char *set = settings->sets[i], *equals = strchr(set, '=');
        if (!equals || equals == set)
            return status_make(STATUS_USAGE, "--set %s: write --set key=value,value", set);
        TRY(add_copy(sets, set, (size_t)(equals - set), equals + 1));
        for (int k = 0; k < i; k++)
            if (strcmp(sets->names[k], sets->names[i]) == 0)
                return status_make(STATUS_USAGE, "--set %s: given twice; write --set %s=value,value", set, sets->names[k]);
    }
    return text_find(sets->size, SIZES) >= 0 ? status_ok() : text_unknown("--set size", sets->size, SIZES);
}

static bool sets_axis(const Variation *v, const char *name)
{
    bool found = false;
    for (int i = 0; i < v->count && !found; i++)
        found = strcmp(v->values[i]->key, name) == 0;
    return found;
}

// The settings of the command line that the variation does not set, then those of the variation. Freed by free_sets, also after a failure.
static Status vary_sets(const Sets *sets, const Variation *v, Sets *out)
{
    *out = (Sets){.size = "quick"};
    for (int i = 0; i < sets->count; i++)
        if (!sets_axis(v, sets->names[i]))
            TRY(add_copy(out, sets->names[i], strlen(sets->names[i]), sets->values[i]));
    for (int i = 0; i < v->count; i++)
        TRY(add_copy(out, v->values[i]->key, strlen(v->values[i]->key), v->values[i]->text));
    return text_find(out->size, SIZES) >= 0 ? status_ok() : yaml_error(v->node, "%s", text_unknown("size", out->size, SIZES).text);
}

static void free_sets(Sets *sets)
{
    for (int i = 0; i < sets->count; i++)
        free(sets->names[i]);
}

// ---- blocks ----

static Status read_block(Expansion *x, const YamlNode *block, const YamlNode *defaults, const Sets *sets, const char *name)
{
    GNU_CLEANUP(axes_destroy) Axes axes = {0};
    const YamlNode                *map = NULL, *zip = yaml_get(block, "zip");
    TRY(yaml_need(block, "axes", &map));
    TRY(axes_add(&axes, map, sets->size, AXIS_BLOCK));
    if (defaults)
        TRY(axes_add(&axes, defaults, sets->size, AXIS_DEFAULT));
    for (int i = 0; i < sets->count; i++)
        if (strcmp(sets->names[i], "size") != 0)
            TRY(axes_add_set(&axes, sets->names[i], sets->values[i], i));
    if (zip)
        TRY(axes_zip(&axes, zip));
    return expand_block(x, block, name, &axes, yaml_get(block, "exclude"));
}

static Status block_name(const YamlNode *blocks, int index, const char **out)
{
    const YamlNode *block = blocks->children[index], *name = NULL;
    TRY(yaml_check_keys(block, BLOCK_KEYS));
    TRY(yaml_need(block, "name", &name));
    TRY(yaml_line(name, BLOCK_BYTES_MAX, out));
    for (int i = 0; i < index; i++)
        if (strcmp(yaml_get(blocks->children[i], "name")->text, *out) == 0)
            return yaml_error(name, "two blocks are named `%s`; rename one", *out);
    return status_ok();
}

static Status block_in_size(const YamlNode *block, const char *size, bool *out)
{
    int choice = text_find(size, SIZES);
    TRY(yaml_choice(yaml_get(block, "size"), SIZES, &choice));
    *out = strcmp(SIZES[choice], size) == 0;
    return status_ok();
}

static Status read_blocks(Expansion *x, const YamlNode *root, const Sets *sets)
{
    const YamlNode *blocks = NULL, *defaults = yaml_get(root, "defaults");
    TRY(yaml_need(root, "blocks", &blocks));
    TRY(yaml_list(blocks));
    for (int i = 0; i < blocks->count; i++) {
        const char *name = NULL;
        bool        included = false;
        TRY(block_name(blocks, i, &name));
        TRY(block_in_size(blocks->children[i], sets->size, &included));
        if (!included)
            continue;
        TRY(read_block(x, blocks->children[i], defaults, sets, name));
    }
    if (x->case_count == 0)
        return yaml_error(blocks, "contains no case of size `%s`; use another --set size=…", sets->size);
    return status_ok();
}

// ---- settings that no case has ----

static Status add_case_names(SettingNames *settings, const Experiment *e)
{
    for (int i = 0; i < e->case_count; i++) {
        const char *names[CASE_NAMES_MAX];
        CaseName    scratch[CASE_SCENE_VALUES_MAX];
        const int   count = case_names(&e->cases[i].setup, names, scratch);
        for (int n = 0; n < count; n++)
            TRY(setting_names_add(settings, names[n]));
    }
    return status_ok();
}

// Figures may use the settings of every solver, so that a --set without some solver keeps them valid.
Status experiment_specs(const Experiment *e, FigureSpecs *out)
{
    GNU_CLEANUP(setting_names_end) SettingNames settings = {0};
    TRY(add_case_names(&settings, e));
    TRY(setting_names_add_all(&settings));
    return figure_specs_read(yaml_root(e->file), (const char *const *)settings.names, settings.count, out);
}

// Keeps only the cases of variations that verdicts need.
static Status check_figures(Experiment *e)
{
    GNU_CLEANUP(figure_specs_destroy) FigureSpecs specs = {0};
    TRY(experiment_specs(e, &specs));
    TRY(needed_check(&specs, e));
    return needed_keep(&specs, e);
}

static Status not_taken(const Experiment *e, const char *name)
{
    GNU_CLEANUP(setting_names_end) SettingNames settings = {0};
    TRY(add_case_names(&settings, e));
    return text_not_among(name, (const char *const *)settings.names, (size_t)settings.count, "no case of the experiment takes `%.60s`",
                          name);
}

// only: check only the sets of this variation; NULL: all.
static Status check_sets_taken(const Experiment *e, const Expansion *x, const Sets *sets, const Variation *only)
{
    for (int i = 0; i < sets->count; i++)
        if (!x->set_taken[i] && strcmp(sets->names[i], "size") != 0 && (!only || sets_axis(only, sets->names[i])))
            return status_prefix(not_taken(e, sets->names[i]), "--set %s=%s", sets->names[i], sets->values[i]);
    return status_ok();
}

static Status check_all_taken(const Experiment *e, const Expansion *x, const Sets *sets)
{
    TRY(check_sets_taken(e, x, sets, NULL));
    const YamlNode *defaults = yaml_get(yaml_root(e->file), "defaults");
    for (int i = 0; defaults && i < defaults->count; i++) {
        const char *key = defaults->children[i]->key;
        bool        replaced = false;
        for (int s = 0; s < sets->count; s++)
            replaced = replaced || strcmp(sets->names[s], key) == 0;
        if (!replaced && !json_object_get(x->taken, key))
            return yaml_error(defaults->children[i], "%s", not_taken(e, key).text);
    }
    return status_ok();
}

// ---- the whole file ----

static Status join_sentences(const YamlNode *root, char **out)
{
    Sentence sentences[SENTENCES_MAX];
    int      count = 0;
    TRY(claim_sentences_read(root, sentences, &count));
    *out = calloc((size_t)count + 1, sizeof sentences->text + 1);
    if (!*out)
        return status_make(STATUS_MEMORY, "out of memory for the text of an experiment");
    for (int i = 0; i < count; i++)
        strcat(strcat(*out, i ? " " : ""), sentences[i].text);
    return status_ok();
}

static Status read_head(Experiment *e)
{
    const YamlNode *root = yaml_root(e->file), *name = NULL;
    TRY(yaml_check_keys(root, TOP_KEYS));
    TRY(yaml_need(root, "name", &name));
    TRY(yaml_file_name(name, &e->name));
    TRY(yaml_bool(yaml_get(root, "rates"), &e->rates));
    e->question = "";
    TRY(yaml_text(yaml_get(root, "question"), &e->question));
    TRY(claim_check_complete(root));
    return join_sentences(root, &e->expected);
}

static Status hash_experiment(const ExperimentSettings *settings, Experiment *e)
{
    Hasher *hasher = hasher_create();
    if (!hasher)
        return status_make(STATUS_MEMORY, "out of memory for the hash of an experiment");
    hasher_add(hasher, e->text, strlen(e->text));
    for (int i = 0; i < settings->set_count; i++)
        hasher_add(hasher, settings->sets[i], strlen(settings->sets[i]) + 1);
    hasher_text(hasher, e->hash);
    hasher_destroy(hasher);
    return status_ok();
}

static Status expand_variation(Expansion *x, const Sets *sets, const Variation *v, Experiment *e)
{
    Sets   own;
    bool   set_taken[SETS_MAX] = {false};
    Status status = vary_sets(sets, v, &own);
    x->variation++;
    x->set_taken = set_taken;
    if (status.code == STATUS_OK)
        status = read_blocks(x, yaml_root(e->file), &own);
    e->cases = x->cases;
    e->case_count = x->case_count;
    if (status.code == STATUS_OK)
        status = check_sets_taken(e, x, &own, v);
    free_sets(&own);
    x->set_taken = NULL;
    return status.code == STATUS_OK ? status : status_prefix(status, "variation `%s`", v->name);
}

static Status expand_variations(Expansion *x, const Sets *sets, Experiment *e)
{
    e->variations = calloc(VARIATIONS_MAX, sizeof *e->variations);
    if (!e->variations)
        return status_make(STATUS_MEMORY, "out of memory for the variations of an experiment");
    TRY(variations_read(yaml_root(e->file), e->variations, &e->variation_count));
    for (int i = 0; i < e->variation_count; i++)
        TRY(expand_variation(x, sets, &e->variations[i], e));
    return status_ok();
}

// A case of several blocks is measured once, with the largest number of repetitions that a block requests.
static void unite(PlannedCase *a, PlannedCase *b)
{
    for (int pass = 0; pass < PASS_COUNT; pass++)
        a->required[pass] = b->required[pass] = a->required[pass] > b->required[pass] ? a->required[pass] : b->required[pass];
    a->repeats = b->repeats = a->repeats > b->repeats ? a->repeats : b->repeats;
    for (int use = 0; use < REFERENCE_USES; use++)
        if (*a->references[use])
            memcpy(b->references[use], a->references[use], sizeof b->references[use]);
        else
            memcpy(a->references[use], b->references[use], sizeof a->references[use]);
}

int *experiment_firsts(const Experiment *e)
{
    json_t *seen = json_object(); // key -> index
    int    *first = malloc(((size_t)e->case_count + 1) * sizeof *first);
    bool    made = seen && first;
    for (int i = 0; i < e->case_count && made; i++) {
        const json_t *known = json_object_get(seen, e->cases[i].setup.key);
        first[i] = known ? (int)json_integer_value(known) : i;
        made = known || json_object_set_new(seen, e->cases[i].setup.key, json_integer(i)) == 0;
    }
    json_decref(seen);
    if (made)
        return first;
    free(first);
    return NULL;
}

static Status unite_twins(Experiment *e)
{
    int *first = experiment_firsts(e);
    if (!first)
        return status_make(STATUS_MEMORY, "out of memory for an experiment");
    for (int i = 0; i < 2 * e->case_count; i++) { // twice, so that the requests of the last twin reach all
        const int index = i % e->case_count;
        if (first[index] != index)
            unite(&e->cases[first[index]], &e->cases[index]);
    }
    free(first);
    return status_ok();
}

// Variations are checked even without --vary, so that a wrong one is found at once. A --set may remove the axis that a variation varies.
static Status expand(const ExperimentSettings *settings, Sets *sets, Experiment *e)
{
    bool      set_taken[SETS_MAX] = {false};
    Expansion x = {.timed = settings->timed, .any_machine = settings->any_machine, .set_taken = set_taken};
    x.resolved = json_object();
    x.taken = json_object();
    Status status = x.resolved && x.taken ? status_ok() : status_make(STATUS_MEMORY, "out of memory for an experiment");
    if (status.code == STATUS_OK)
        status = read_blocks(&x, yaml_root(e->file), sets);
    const int own_count = x.case_count;
    e->cases = x.cases; // needed by the checks
    e->case_count = own_count;
    e->block_count = x.block_count;
    if (status.code == STATUS_OK)
        status = check_all_taken(e, &x, sets);
    if (status.code == STATUS_OK && (settings->vary || sets->count == 0))
        status = expand_variations(&x, sets, e);
    e->cases = x.cases;
    if (settings->vary) {
        e->case_count = x.case_count;
    } else {
        e->case_count = own_count;
        e->variation_count = 0;
    }
    json_decref(x.resolved);
    json_decref(x.taken);
    free(x.scenes);
    free(x.models);
    return status;
}

Status experiment_read(const ExperimentSettings *settings, Experiment *out)
{
    Sets   sets = {.size = "quick"};
    Status status;
    memset(out, 0, sizeof *out);
    TRY(text_need_printable("experiment", settings->path));
    TRY(read_text(settings->path, &out->text));
    TRY_GOTO(status, cut_sets(settings, &sets), done);
    TRY_GOTO(status, yaml_read_text(settings->path, out->text, strlen(out->text), &out->file), done);
    TRY_GOTO(status, read_head(out), done);
    TRY_GOTO(status, hash_experiment(settings, out), done);
    TRY_GOTO(status, expand(settings, &sets, out), done);
    TRY_GOTO(status, check_figures(out), done);
    status = unite_twins(out);
done:
    free_sets(&sets);
    if (status.code == STATUS_MEMORY && out->file)
        status = yaml_locate(yaml_root(out->file), status);
    if (status.code != STATUS_OK)
        experiment_destroy(out);
    return status;
}

static Status no_figure(const Experiment *e, const FigureSpecs *specs, const char *figure)
{
    const char **names = calloc((size_t)specs->figure_count + 1, sizeof *names);
    if (!names)
        return status_make(STATUS_MEMORY, "out of memory for the names of figures");
    for (int i = 0; i < specs->figure_count; i++)
        names[i] = specs->figures[i].name;
    const char  *nearest = text_nearest(figure, names, (size_t)specs->figure_count);
    const Status status = status_make(STATUS_INPUT, "experiment `%s` has no figure `%.100s`%s%s%s", e->name, figure,
                                      nearest ? ", did you mean `" : "", nearest ? nearest : "", nearest ? "`?" : "");
    free(names);
    return status;
}

Status experiment_figure_cases(const Experiment *e, const char *figure, bool *has)
{
    GNU_CLEANUP(figure_specs_destroy) FigureSpecs specs = {0};
    const FigureSpec                             *f = NULL;
    bool                                          any = false;
    TRY(experiment_specs(e, &specs));
    for (int i = 0; i < specs.figure_count; i++)
        f = strcmp(specs.figures[i].name, figure) == 0 ? &specs.figures[i] : f;
    if (!f)
        return no_figure(e, &specs, figure);
    for (int i = 0; i < e->case_count; i++) {
        has[i] = needed_passes(&e->cases[i], f->data, f->where, f->where_count);
        any = any || has[i];
    }
    return any ? status_ok()
               : status_make(STATUS_INPUT, "experiment `%s` with these settings has no case in figure `%s`; change --set or --figure",
                             e->name, figure);
}

Status experiment_labels(const Experiment *e, LabelSet *out)
{
    const char **labels = calloc((size_t)e->case_count + 1, sizeof *labels);
    for (int i = 0; labels && i < e->case_count; i++)
        labels[i] = e->cases[i].label;
    const Status status = labels ? label_set_create(labels, e->case_count, out) : status_make(STATUS_MEMORY, "out of memory for labels");
    free(labels);
    return status;
}

int experiment_threads(const Experiment *e)
{
    int max = 1;
    for (int i = 0; i < e->case_count; i++) {
        const int threads = (int)param_int(&e->cases[i].setup.params, "threads");
        max = threads > max ? threads : max;
    }
    return max;
}

void experiment_destroy(Experiment *experiment)
{
    yaml_destroy(experiment->file);
    free(experiment->text);
    free(experiment->expected);
    free(experiment->variations);
    free(experiment->cases);
    memset(experiment, 0, sizeof *experiment);
}
