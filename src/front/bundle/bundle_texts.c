#include "bundle/private/bundle_texts.h"

#include <string.h>

#include "base/text.h"
#include "base/yaml.h"
#include "bundle/private/bundle_files.h"
#include "report/markdown.h"
#include "store/sql.h"

const char *claim_text(const json_t *claim, const char *key)
{
    const char *text = json_string_value(json_object_get(claim, key));
    return text ? text : "";
}

// Of less than a minute, in seconds; at least one.
static void put_duration(double seconds, const char *before, const char *behind, char *out, size_t size)
{
    if (seconds < 60)
        snprintf(out, size, "%s%.0f second%s%s", before, seconds > 1 ? seconds : 1, seconds < 1.5 ? "" : "s", behind);
    else
        snprintf(out, size, "%s%.1f minutes%s", before, seconds / 60, behind);
}

void bundle_minutes(const BundleRun *run, BundleForm form, char *out, size_t size)
{
    if (run->recorded)
        snprintf(out, size, "not run again");
    else if (run->seconds[form] > 0)
        put_duration(run->seconds[form], run->unknown[form] ? "more than " : "", "", out, size);
    else if (run->calls_s > 0)
        put_duration(run->calls_s, form == BUNDLE_SHORT ? "at most the " : "", " that its calls took", out, size);
    else
        snprintf(out, size, "minutes not known");
}

static void put_cell(const char *text, FILE *out)
{
    fputs("| ", out);
    markdown_text(*text ? text : "–", out);
    putc(' ', out);
}

// ---- CLAIMS.md ----

static void put_claim(const json_t *claim, FILE *out)
{
    static const char *const KEYS[] = {"answer", "claim", "quantity", "value", "bound", "varied", "source"};
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        put_cell(claim_text(claim, KEYS[i]), out);
    put_cell(claim_text(claim, "note"), out);
    fputs("|\n", out);
}

// The call that measures it, and how long it takes.
static Status put_form(const BundleRun *run, BundleForm form, FILE *out)
{
    char options[BUNDLE_OPTIONS_MAX], minutes[80], command[BUNDLE_OPTIONS_MAX + 200];
    TRY(bundle_plan_options(run, form, options));
    bundle_minutes(run, form, minutes, sizeof minutes);
    snprintf(command, sizeof command, "weft run experiments/%s.yaml%s --as store.db -o ../%s.db", run->name, options, run->name);
    fprintf(out, "- %s form, %d case%s, %s: ", bundle_form_name(form), run->cases[form], run->cases[form] == 1 ? "" : "s", minutes);
    markdown_code(command, out);
    fputs("\n", out);
    return status_ok();
}

static Status put_run(const BundleFacts *facts, const BundleRun *run, FILE *out)
{
    int           count = 0;
    size_t        i = 0;
    const json_t *claim = NULL;
    fprintf(out, "\n## %s\n\n", run->name);
    if (run->recorded)
        fputs("Trajectories of other programs, judged from the store alone.\n", out);
    else
        for (int form = 0; form < BUNDLE_FORMS; form++)
            TRY(put_form(run, (BundleForm)form, out));
    if (run->references)
        fprintf(out, "- and %d reference trajector%s, whose time no forecast has\n", run->references, run->references == 1 ? "y" : "ies");
    json_array_foreach(facts->claims, i, claim)
    {
        if (strcmp(claim_text(claim, "experiment"), run->name) != 0)
            continue;
        if (count++ == 0)
            fputs("\n| answer | claim | quantity | value | claimed | varied | bound is from | note |\n|---|---|---|---|---|---|---|---|\n",
                  out);
        put_claim(claim, out);
    }
    if (count == 0)
        fputs("\nIt claims nothing.\n", out);
    return status_ok();
}

Status bundle_claims(const BundleFacts *facts, FILE *out)
{
    fputs(
        "# Claims\n\n"
        "What each experiment claims and what `store.db` says now. *Quantity*: what is measured, with its unit, and what is made of it: a "
        "value, a\n"
        "ratio of the two sides of the claim, which has no unit, or another. *Value*: its number, in brackets its 95 % interval over n "
        "processes;\n"
        "what is exact has none. *Claimed*: the bound that it must keep. *Varied*: the same claim judged under other conditions. All "
        "claims of an\n"
        "experiment are checked together: `weft bundle --check . -o ../check` does so for all of them in the short form, with `--full` in "
        "the\n"
        "full one; the calls below measure one experiment by hand. `WEFT_DATASETS` must be `$PWD/datasets` then. Times are by the\n"
        "forecast from the store, on the machine that it was measured on.\n",
        out);
    for (int i = 0; i < facts->plan->count; i++)
        TRY(put_run(facts, &facts->plan->runs[i], out));
    return status_ok();
}

// ---- commands.txt ----

static Status put_calls(const BundleFacts *facts, FILE *out)
{
    sqlite3_stmt *query = NULL;
    int           code = SQLITE_DONE;
    TRY(sql_prepare(store_handle(facts->store),
                    "SELECT path, options FROM run JOIN experiment ON experiment.id = experiment_id ORDER BY run.id", &query));
    Status status = status_ok();
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW) {
        const char *path = "", *options = "";
        status = sql_text(query, 0, &path);
        fputs("#   weft run ", out);
        text_put_printable(path, out);
        if (status.code == STATUS_OK)
            status = sql_text(query, 1, &options);
        fputs(*options ? " " : "", out);
        text_put_printable(options, out);
        fputs("\n", out);
    }
    sqlite3_finalize(query);
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        return sql_error(store_handle(facts->store), "cannot be read");
    return status;
}

static Status put_forms(const BundleFacts *facts, BundleForm form, FILE *out)
{
    char options[BUNDLE_OPTIONS_MAX];
    fprintf(out, "\n# The %s form, in the folder of the bundle; `weft bundle --check . -o ../check%s` does this and judges every claim.\n",
            bundle_form_name(form), form == BUNDLE_FULL ? " --full" : "");
    fputs("export WEFT_DATASETS=\"$PWD/datasets\"\n", out);
    for (int i = 0; i < facts->plan->count; i++) {
        const BundleRun *run = &facts->plan->runs[i];
        if (run->recorded)
            continue;
        TRY(bundle_plan_options(run, form, options));
        fprintf(out, "weft run experiments/%s.yaml%s --as store.db -o ../%s.db\n", run->name, options, bundle_form_name(form));
    }
    fprintf(out, "weft report ../%s.db -o ../%s-report\n", bundle_form_name(form), bundle_form_name(form));
    return status_ok();
}

Status bundle_commands(const BundleFacts *facts, FILE *out)
{
    fputs("# As the store was measured: each call of `weft run` in order, with the options that change what is measured and when. A\n"
          "# call that continues another one has a line of its own.\n",
          out);
    TRY(put_calls(facts, out));
    for (int form = 0; form < BUNDLE_FORMS; form++)
        TRY(put_forms(facts, (BundleForm)form, out));
    return status_ok();
}

// ---- LICENCES.md ----

// The entry of a manifest for a file; NULL: there is none.
static const YamlNode *find_entry(const YamlFile *manifest, const char *file)
{
    const YamlNode *meshes = manifest ? yaml_get(yaml_root(manifest), "meshes") : NULL;
    for (int i = 0; meshes && i < meshes->count; i++) {
        const YamlNode *name = yaml_get(meshes->children[i], "file");
        const size_t    stem = name ? strcspn(name->text, ".") : 0; // of a pair of files, .node and .ele, one is named
        if (name && (strcmp(name->text, file) == 0 || (strncmp(name->text, file, stem) == 0 && strcmp(file + stem, ".ele") == 0)))
            return meshes->children[i];
    }
    return NULL;
}

static void put_entry(const YamlNode *entry, const char *key, FILE *out)
{
    const YamlNode *node = entry ? yaml_get(entry, key) : NULL;
    put_cell(node && node->type == YAML_SCALAR ? node->text : "", out);
}

static Status put_file(const BundleFacts *facts, const char *name, const YamlFile *manifest, FILE *out)
{
    static const char MESHES[] = "datasets/meshes/";
    char              path[BUNDLE_PATH_MAX], sum[SHA256_TEXT];
    const bool        mesh = strncmp(name, MESHES, strlen(MESHES)) == 0;
    const YamlNode   *entry = mesh ? find_entry(manifest, name + strlen(MESHES)) : NULL;
    const bool        own = strncmp(name, "datasets/", 9) == 0 && (!mesh || strcmp(name, "datasets/meshes/manifest.yaml") == 0);
    TRY(bundle_path(facts->folder, name, path));
    TRY(sha256_file(path, sum));
    put_cell(name, out);
    if (entry)
        put_entry(entry, "licence", out);
    else
        put_cell(own ? "that of weft" : "not known to weft: ask who made the bundle", out);
    put_entry(entry, "credit", out);
    put_entry(entry, "source", out);
    put_cell(sum, out);
    fputs("|\n", out);
    return status_ok();
}

// All that is there before the documents but what weft makes.
static bool is_scene_file(const char *name)
{
    return strncmp(name, "experiments/", 12) != 0 && strncmp(name, "build/", 6) != 0 && strncmp(name, "source/", 7) != 0 &&
           strncmp(name, "LICENCES.md", 11) != 0; // which is being written
}

static Status put_files(const BundleFacts *facts, const YamlFile *manifest, FILE *out)
{
    BundleFiles files;
    Status      status = bundle_files_find(facts->folder, &files);
    TRY(status);
    for (int i = 0; i < files.count && status.code == STATUS_OK; i++)
        if (is_scene_file(files.files[i].path))
            status = put_file(facts, files.files[i].path, manifest, out);
    bundle_files_destroy(&files);
    return status;
}

Status bundle_licences(const BundleFacts *facts, FILE *out)
{
    static const char NAME[] = "datasets/meshes/manifest.yaml";
    char              path[BUNDLE_PATH_MAX];
    FILE             *there = NULL;
    YamlFile         *manifest = NULL;
    TRY(bundle_path(facts->folder, NAME, path));
    there = fopen(path, "rb");
    if (there) {
        fclose(there);
        TRY(yaml_read(path, &manifest));
    }
    fputs("# Licences\n\n"
          "weft is under the MIT licence, in the file LICENSE of its source. Experiments and `store.db` are of those who made this "
          "bundle.\n\n"
          "| file | licence | credit | source | sha256 |\n|---|---|---|---|---|\n",
          out);
    const Status status = put_files(facts, manifest, out);
    yaml_destroy(manifest);
    return status;
}
