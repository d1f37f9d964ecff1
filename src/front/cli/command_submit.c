// weft submit: deals an experiment to shards and starts a script that measures them (templates: bench/cluster).
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/owned.h"
#include "base/text.h"
#include "build_facts.h"
#include "cli/private/case_flags.h"
#include "cli/private/data_folder.h"
#include "cli/private/submission.h"
#include "experiment/experiment.h"
#include "run/deal.h"
#include "run/plugins.h"
#include "store/merge.h"

enum { SHARDS = 8, WORDS_MAX = 1000, SCRIPT_MAX = 1 << 20 };

typedef struct OptionValues { // NULL, 0 where not given
    ExperimentFlags experiment;
    const char     *folder, *engine, *costs, *container;
    int             shards, retry;
    double          timeout_s;
    bool            dry;
} OptionValues;

static const Flag FLAGS[] = {
    {"output", 'o', "DIR", "the folder for scripts, logs, a database of each shard, and finally all.db and report/", FLAG_PATH,
     .offset = offsetof(OptionValues, folder)},
    {"engine", 'e', "NAME", "the script that runs the shards: slurm, parallel, local, or the path of a script (slurm)", FLAG_PATH,
     .offset = offsetof(OptionValues, engine)},
    {"shards", 0, "N", "number of shards (up to 8)", FLAG_INT, .offset = offsetof(OptionValues, shards), .min = 1, .max = DEAL_SHARDS_MAX},
    {"costs", 0, "DB", "deal by the times in this database, for example of a run with few repetitions; DIR keeps a copy", FLAG_PATH,
     .offset = offsetof(OptionValues, costs)},
    {"container", 0, "IMAGE", "run weft in this image with apptainer exec", FLAG_PATH, .offset = offsetof(OptionValues, container)},
    EXPERIMENT_FLAGS(OptionValues, experiment),
    {"retry", 0, "N", "as in `weft run`", FLAG_INT, .offset = offsetof(OptionValues, retry), .min = 0, .max = 100},
    {"timeout", 't', "S", "time limit of a case in seconds (600)", FLAG_REAL, .offset = offsetof(OptionValues, timeout_s), .min = 0.001,
     .max = 1e7},
    {"dry-run", 0, NULL, "write the folder but start nothing", FLAG_SWITCH, .offset = offsetof(OptionValues, dry)},
    {0}};

typedef struct Submit {
    const OptionValues *values;
    const Experiment   *e;
    Submission          before; // of an earlier submit; `text` NULL: none
    char               *cases;  // the text of cases.txt
    int                 shards;
    char                folder[PATH_MAX], templates[DATA_FOLDER_MAX], costs[SUBMISSION_PATH], script[SUBMISSION_PATH];
} Submit;

static bool is_there(const char *path)
{
    struct stat there;
    return lstat(path, &there) == 0;
}

// ---- the existing folder ----

static bool is_empty(const char *folder)
{
    DIR *stream = opendir(folder);
    int  entries = 0;
    while (stream && entries < 3 && readdir(stream))
        entries++;
    if (stream)
        closedir(stream);
    return entries == 2; // . and ..
}

// Accepts a new or empty folder, or one of an earlier submit without a running shard: a second task of a shard would end at once.
static Status look(Submit *s)
{
    const char *path = s->values->folder;
    TRY(submission_read(path, &s->before));
    if (!s->before.text && is_there(path) && !is_empty(path))
        return status_make(STATUS_IO, "submit: %s: exists, but `weft submit` did not make it; choose another name", path);
    for (int number = 1; number <= s->before.shards; number++) {
        SubmissionLock lock;
        TRY(submission_lock(path, number, &lock));
        if (lock.locked)
            return status_make(STATUS_IO, "submit: %s: shard %d is running on %s; wait for its end, or stop it", path, number, lock.host);
    }
    return submission_path(path, SUBMISSION_COSTS, s->costs);
}

// The template of the engine, and the folder of the other scripts.
static Status find_script(Submit *s, char path[SUBMISSION_PATH])
{
    const char *engine = s->values->engine;
    const bool  own = strchr(engine, '/') != NULL;
    TRY(data_folder("cluster", s->templates));
    const int length = snprintf(path, SUBMISSION_PATH, "%s%s%s%s", own ? "" : s->templates, own ? "" : "/", engine, own ? "" : ".sh");
    if (length >= SUBMISSION_PATH || access(path, R_OK) != 0)
        return status_make(STATUS_USAGE, "submit: --engine must be slurm, parallel, local or the path of a script, not `%.100s` (%s)",
                           engine, path);
    return status_ok();
}

// ---- the shards ----

// Lines "SHARD KEY", each key once; *filled: how many shards have any.
static void list_cases(const Experiment *e, const Deal *deal, FILE *out, int *filled)
{
    *filled = 0;
    fprintf(out, "experiment %s %s\n", e->hash, e->name);
    for (int shard = 1; shard <= deal->shards; shard++) {
        int count = 0;
        for (int i = 0; i < e->case_count; i++) {
            if (deal->shard[i] != shard || deal->first[i] != i)
                continue;
            fprintf(out, "%d %s\n", shard, e->cases[i].setup.key);
            count++;
        }
        *filled += count > 0;
    }
}

static Status deal_shards(Submit *s, Store *times, int shards, int *filled)
{
    GNU_CLEANUP(deal_destroy) Deal deal = {0};
    size_t                         size = 0;
    TRY(deal_create(s->e, times, shards, &deal));
    if (times && !deal.timed)
        return status_make(STATUS_INPUT, "submit: --costs: the database has no times of these cases; measure some with `weft run` first");
    free(s->cases);
    s->cases = NULL;
    s->shards = shards;
    FILE *stream = open_memstream(&s->cases, &size);
    if (stream)
        list_cases(s->e, &deal, stream, filled);
    return stream && fclose(stream) == 0 ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the shards");
}

static Status deal(Submit *s)
{
    const int   count = s->values->shards ? s->values->shards : SHARDS;
    const char *costs =
        s->values->costs && is_there(s->costs) ? s->costs : s->values->costs; // the copy in DIR, by which the cases were dealt before
    STORE *times = NULL;
    int    filled = 0;
    if (costs)
        TRY(store_open(costs, STORE_READ, &times));
    TRY(deal_shards(s, times, count, &filled));
    if (filled < count && s->values->shards)
        return status_make(
            STATUS_USAGE,
            "submit: --shards %d is too large: the cases make at most %d shard%s, because cases with compared times stay together", count,
            filled, filled == 1 ? "" : "s");
    if (filled < count)
        TRY(deal_shards(s, times, filled, &filled));
    if (s->before.text && strcmp(s->before.text, s->cases) != 0)
        return status_make(
            STATUS_USAGE,
            "submit: %s: its shards have other cases; the experiment, the settings, --costs, a scene, a mesh or weft has changed;"
            " choose another folder",
            s->values->folder);
    return status_ok();
}

// ---- written files ----

static void put_word(const char *word, FILE *out)
{
    putc(' ', out);
    text_put_shell(word, out);
}

static void put_variable(const char *name, const char *value, FILE *out)
{
    fprintf(out, "%s=", name);
    text_put_shell(value, out);
    putc('\n', out);
}

// The plugin files of this call, each once.
static void put_plugins(FILE *out)
{
    const char *path = NULL;
    for (int i = 0; (path = plugins_file(i)); i++) {
        int first = 0;
        while (strcmp(plugins_file(first), path) != 0)
            first++;
        if (!*path || first < i)
            continue;
        put_word("--plugin", out);
        put_word(path, out);
    }
}

// The options of `weft run`.
static void put_options(const Submit *s, FILE *out)
{
    const OptionValues    *values = s->values;
    const ExperimentFlags *experiment = &values->experiment;
    fputs("options=(", out);
    for (int i = 0; i < experiment->sets.count; i++) {
        put_word("--set", out);
        put_word(experiment->sets.texts[i], out);
    }
    if (experiment->vary)
        put_word("--vary", out);
    if (experiment->timed)
        fprintf(out, " --reps=%d", experiment->timed);
    if (values->retry)
        fprintf(out, " --retry=%d", values->retry);
    if (values->timeout_s > 0)
        fprintf(out, " --timeout=%.17g", values->timeout_s);
    if (values->costs) {
        put_word("--costs", out);
        put_word(s->costs, out);
    }
    put_plugins(out);
    fputs(" )\n", out);
}

static void put_settings(const Submit *s, const char *from, const char *image, FILE *out)
{
    static const char *const VARIABLES[] = {"WEFT_DATASETS", "WEFT_WORKERS", "WEFT_SAVE_S", "PARALLEL_SSH"};
    char                     program[SUBMISSION_PATH] = "weft";
    const ssize_t            length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0)
        program[length] = '\0';
    fputs("# Read by the scripts in this folder. weft submit overwrites this file when it continues: edit the scripts instead.\n"
          "# weft " BUILD_VERSION " (" BUILD_COMMIT ")\n",
          out);
    put_variable("name", s->e->name, out);
    fprintf(out, "shards=%d\nthreads=%d # of the case with the most\n", s->shards, experiment_threads(s->e));
    fputs("weft=(", out);
    put_word(program, out);
    fputs(" )\n", out);
    put_variable("container", image, out);
    fputs("# Relative paths in the experiment start from this folder.\n", out);
    put_variable("folder", from, out);
    put_options(s, out);
    for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; i++) {
        const char *value = getenv(VARIABLES[i]);
        if (!value || !*value)
            continue;
        fputs("export ", out);
        put_variable(VARIABLES[i], value, out);
    }
}

static Status absolute(const char *path, char out[PATH_MAX])
{
    if (!realpath(path, out))
        return status_make(STATUS_IO, "%s: not found: %s", path, strerror(errno));
    return text_need_printable("submit", out);
}

static Status write_settings(const Submit *s)
{
    char        path[SUBMISSION_PATH], from[PATH_MAX], image[PATH_MAX];
    const char *container = s->values->container ? s->values->container : "";
    FileDraft   draft;
    TRY(absolute(".", from));
    if (*container && access(container, F_OK) == 0)
        TRY(absolute(container, image));
    else
        snprintf(image, sizeof image, "%s", container); // for example the name of an image in a registry
    TRY(submission_path(s->folder, "settings.sh", path));
    TRY(file_begin(path, &draft));
    put_settings(s, from, image, draft.stream);
    return file_commit(&draft);
}

static Status write_text(const Submit *s, const char *name, const char *text)
{
    char      path[SUBMISSION_PATH];
    FileDraft draft;
    TRY(submission_path(s->folder, name, path));
    TRY(file_begin(path, &draft));
    fputs(text, draft.stream);
    return file_commit(&draft);
}

// Keeps an existing script, which may have been edited.
static Status copy_script(const Submit *s, const char *from, char to[SUBMISSION_PATH])
{
    OWNED(char) *text = NULL;
    size_t size = 0;
    TRY(submission_path(s->folder, strrchr(from, '/') + 1, to));
    if (is_there(to))
        return status_ok();
    TRY(file_read(from, SCRIPT_MAX, &text, &size));
    TRY(write_text(s, strrchr(from, '/') + 1, text));
    return chmod(to, 0755) == 0 ? status_ok() : status_make(STATUS_IO, "%s: cannot be made executable", to);
}

static Status write_scripts(Submit *s, const char *script)
{
    static const char *const OTHERS[] = {"shard.sh", "merge.sh"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        char from[SUBMISSION_PATH], to[SUBMISSION_PATH];
        TRY(submission_path(s->templates, OTHERS[i], from));
        TRY(copy_script(s, from, to));
    }
    return copy_script(s, script, s->script);
}

static Status write_costs(const Submit *s)
{
    json_t *result = NULL;
    if (!s->values->costs || is_there(s->costs))
        return status_ok();
    TRY(store_merge(s->costs, &s->values->costs, 1, &result));
    json_decref(result);
    return status_ok();
}

// cases.txt first: it marks a folder of `weft submit`, even if a later file cannot be written.
static Status write_folder(Submit *s, const char *script)
{
    char log[SUBMISSION_PATH];
    TRY(file_make_folder(s->values->folder));
    TRY(absolute(s->values->folder, s->folder));
    TRY(submission_path(s->folder, "log", log));
    TRY(submission_path(s->folder, SUBMISSION_COSTS, s->costs));
    TRY(write_text(s, SUBMISSION_CASES, s->cases));
    TRY(write_costs(s));
    TRY(file_make_folder(log));
    TRY(write_text(s, "experiment.yaml", s->e->text));
    TRY(write_settings(s));
    return write_scripts(s, script);
}

// ---- start ----

// The script replaces this program and keeps its terminal.
static Status start(const Submit *s, const Options *options)
{
    char *words[WORDS_MAX + 2] = {(char *)s->script};
    for (int i = 1; options_argument(options, i); i++)
        words[i] = (char *)options_argument(options, i);
    if (s->values->dry) {
        printf("nothing is started; to start it:");
        for (int i = 0; words[i]; i++)
            put_word(words[i], stdout);
        putchar('\n');
        return status_ok();
    }
    fflush(stdout);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    execv(s->script, words);
    return status_make(STATUS_ENVIRONMENT, "%s: cannot be run: %s; start it with `bash %s`", s->script, strerror(errno), s->script);
}

static Status submit(Submit *s, const Options *options)
{
    char script[SUBMISSION_PATH];
    TRY(find_script(s, script));
    TRY(look(s));
    TRY(deal(s));
    TRY(write_folder(s, script));
    printf("%s: %d shards, by %s; weft status %s shows their progress\n", s->folder, s->shards, s->script, s->values->folder);
    return start(s, options);
}

static Status run(Options *options)
{
    OptionValues                               values = {.experiment.flags.command = "submit", .engine = "slurm"};
    GNU_CLEANUP(experiment_destroy) Experiment experiment = {0};
    TRY(options_read(options, &values, 1, WORDS_MAX));
    if (!values.folder)
        return status_make(STATUS_USAGE, "submit: -o DIR is missing; give a folder on a file system that all machines share");
    TRY(experiment_flags_read(&values.experiment, options_argument(options, 0), true, &experiment));
    Submit       s = {.values = &values, .e = &experiment};
    const Status status = submit(&s, options);
    submission_close(&s.before);
    free(s.cases);
    return status;
}

const Command command_submit = {.name = "submit",
                                .arguments = "FILE -o DIR [--engine slurm|parallel|local|SCRIPT]\n"
                                             "       [--shards N] [--costs DB] [--container IMAGE] [--set KEY=V,V]... [--vary]\n"
                                             "       [--reps N] [--retry N] [--timeout S] [--dry-run] [-- WORD...]",
                                .summary = "measure an experiment in shards: by Slurm, over ssh, or in turn",
                                .flags = FLAGS,
                                .details = "Writes DIR: a copy of the experiment, the cases of each shard, and scripts to\n"
                                           "read and edit. Then starts the script of the engine with each WORD as an\n"
                                           "argument: options of sbatch for slurm, machines for parallel, none for local.\n"
                                           "Each shard is a `weft run --shard`. It writes to a local disk of its machine and\n"
                                           "is copied to DIR/shard-I.db while it grows. A restarted shard continues.\n"
                                           "When all have ended, DIR/merge.sh makes all.db and report/, and prints the\n"
                                           "missing cases. The same command again continues incomplete shards.\n"
                                           "`weft status DIR` shows the progress. docs/machines.md: details.\n",
                                .run = run};
