// weft submit: an experiment in shards, on the nodes of a cluster, on several machines, or one after the other.
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "build_facts.h"
#include "cli/private/case_flags.h"
#include "cli/private/submission.h"
#include "cli/private/submit_files.h"
#include "cli/private/submit_slurm.h"
#include "experiment/experiment.h"
#include "run/deal.h"

typedef struct Wanted {
    CaseFlags   flags;
    OptionTexts sets; // of the flags
    OptionTexts hosts;
    const char *folder, *engine, *time, *partition, *container, *template_file;
    int         shards, nodes, timed, retry;
    double      timeout_s;
    bool        vary, dry;
} Wanted;

static const Flag FLAGS[] = {
    {"output", 'o', "DIR", "the folder: scripts, logs, a database for each shard, and in the end all.db and report/", FLAG_PATH,
     .offset = offsetof(Wanted, folder)},
    {"engine", 'e', "NAME", "who runs the shards: slurm (not said), parallel (GNU parallel over ssh), local (one after the other, here)",
     FLAG_TEXT, .offset = offsetof(Wanted, engine)},
    {"shards", 0, "N", "parts of the experiment; as many as --nodes or --host when not given, or 8", FLAG_INT,
     .offset = offsetof(Wanted, shards), .min = 1, .max = DEAL_SHARDS_MAX},
    {"nodes", 0, "N", "slurm: shards that are measured at the same time, each on a node of its own (all)", FLAG_INT,
     .offset = offsetof(Wanted, nodes), .min = 1, .max = DEAL_SHARDS_MAX},
    {"time", 0, "TIME", "slurm: time limit of a shard, as sbatch takes it: MINUTES, HOURS:MINUTES:SECONDS, DAYS-HOURS, …", FLAG_TEXT,
     .offset = offsetof(Wanted, time)},
    {"partition", 'p', "NAME", "slurm: the partition", FLAG_TEXT, .offset = offsetof(Wanted, partition)},
    {"template", 0, "FILE", "slurm: in place of weft's own array.sbatch (docs/cluster.md)", FLAG_PATH,
     .offset = offsetof(Wanted, template_file)},
    {"host", 0, "NAME", "parallel: a machine that ssh reaches, or : for this one; may be given again", FLAG_TEXTS,
     .offset = offsetof(Wanted, hosts)},
    {"container", 0, "IMAGE", "run weft in this image, by apptainer exec", FLAG_PATH, .offset = offsetof(Wanted, container)},
    CASE_FLAGS(Wanted, flags, ",...", ",..."),
    {"vary", 'v', NULL, "the variations of the file, too", FLAG_SWITCH, .offset = offsetof(Wanted, vary)},
    {"reps", 'r', "N", "processes that run the timed pass of each case", FLAG_INT, .offset = offsetof(Wanted, timed), .min = 1,
     .max = 10000},
    {"retry", 0, "N", "as in `weft run`", FLAG_INT, .offset = offsetof(Wanted, retry), .min = 0, .max = 100},
    {"timeout", 't', "S", "time limit of a case in seconds (600)", FLAG_REAL, .offset = offsetof(Wanted, timeout_s), .min = 0.001,
     .max = 1e7},
    {"dry-run", 0, NULL, "write the folder, and start nothing", FLAG_SWITCH, .offset = offsetof(Wanted, dry)},
    {0}};

// ---- what is asked for ----

// What goes into a line of a script as it is.
static Status check_word(const char *flag, const char *text, const char *more)
{
    for (const char *c = text; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || strchr(more, *c)))
            return status_make(STATUS_USAGE, "submit: --%s `%.80s`: letters, digits and %s only", flag, text, more);
    if (!*text || *text == '-' || strlen(text) > 200)
        return status_make(STATUS_USAGE, "submit: --%s `%.80s`: no name", flag, text);
    return status_ok();
}

// The forms of sbatch, in seconds: M, M:S, H:M:S, D-H, D-H:M, D-H:M:S; negative for what is none.
static long read_time(const char *text)
{
    static const int WITHOUT_DAYS[3][3] = {{60}, {60, 1}, {3600, 60, 1}}, WITH_DAYS[3] = {3600, 60, 1};
    const char      *dash = strchr(text, '-'), *at = dash ? dash + 1 : text;
    long             number[3] = {0}, days = 0, seconds = 0;
    int              count = 0;
    char            *end = NULL;
    if (strspn(text, "0123456789:-") != strlen(text) || strlen(text) > 20)
        return -1;
    if (dash) {
        days = strtol(text, &end, 10);
        if (end == text || end != dash)
            return -1;
    }
    for (; count < 3; at = end + 1) {
        if (*at < '0' || *at > '9')
            return -1;
        number[count++] = strtol(at, &end, 10);
        if (*end != ':')
            break;
    }
    if (*end || days > 10000)
        return -1;
    for (int i = 0; i < count; i++) {
        if (number[i] > 100000000)
            return -1;
        seconds += number[i] * (dash ? WITH_DAYS[i] : WITHOUT_DAYS[count - 1][i]);
    }
    return seconds + days * 86400;
}

static Status check_time(const char *text)
{
    enum { LEAST_S = 300 };
    const long seconds = read_time(text);
    if (seconds < 0)
        return status_make(
            STATUS_USAGE,
            "submit: --time `%.80s` is none of MINUTES, MINUTES:SECONDS, HOURS:MINUTES:SECONDS, DAYS-HOURS, DAYS-HOURS:MINUTES, "
            "DAYS-HOURS:MINUTES:SECONDS",
            text);
    if (seconds < LEAST_S)
        return status_make(STATUS_USAGE, "submit: --time `%s`: at least 5 minutes, as weft is told to stop two minutes before the end",
                           text);
    return status_ok();
}

// No flag is without effect.
static Status check_engine(const Wanted *wanted)
{
    const char *needs_slurm = wanted->nodes           ? "nodes"
                              : wanted->time          ? "time"
                              : wanted->partition     ? "partition"
                              : wanted->template_file ? "template"
                                                      : NULL;
    if (text_find(wanted->engine, submit_engines) < 0)
        return status_make(STATUS_USAGE, "submit: --engine takes slurm, parallel or local, not `%.60s`", wanted->engine);
    if (needs_slurm && strcmp(wanted->engine, "slurm") != 0)
        return status_make(STATUS_USAGE, "submit: --%s is of --engine slurm, not of %s", needs_slurm, wanted->engine);
    const bool over_ssh = strcmp(wanted->engine, "parallel") == 0;
    if (wanted->hosts.count && !over_ssh)
        return status_make(STATUS_USAGE, "submit: --host is of --engine parallel, not of %s", wanted->engine);
    if (!wanted->hosts.count && over_ssh)
        return status_make(STATUS_USAGE, "submit: --engine parallel needs machines: --host NAME, or --host : for this one");
    return status_ok();
}

static Status check(const Wanted *wanted)
{
    if (!wanted->folder)
        return status_make(STATUS_USAGE, "submit: the folder is missing: -o DIR, on a file system that all machines of it see");
    TRY(check_engine(wanted));
    if (wanted->time)
        TRY(check_time(wanted->time));
    if (wanted->partition)
        TRY(check_word("partition", wanted->partition, "_-.,"));
    for (int i = 0; i < wanted->hosts.count; i++)
        TRY(check_word("host", wanted->hosts.texts[i], "_-.:@/[]"));
    return status_ok();
}

// ---- the cases ----

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the cases");
}

// The keys of each shard; *filled: how many have any.
static Status list_shards(const Experiment *e, const Deal *deal, json_t **out, int *filled)
{
    json_t *seen = json_object();
    *out = json_array();
    bool made = seen && *out;
    for (int i = 0; i < deal->shards && made; i++)
        made = json_array_append_new(*out, json_array()) == 0;
    for (int i = 0; i < e->case_count && made; i++) {
        const char *key = e->cases[i].setup.key;
        if (!json_object_get(seen, key))
            made = json_object_set_new(seen, key, json_true()) == 0 &&
                   json_array_append_new(json_array_get(*out, (size_t)deal->shard[i] - 1), json_string(key)) == 0;
    }
    json_decref(seen);
    *filled = 0;
    for (size_t i = 0; i < json_array_size(*out); i++)
        *filled += json_array_size(json_array_get(*out, i)) > 0;
    return made ? status_ok() : no_memory();
}

static Status deal_shards(const Experiment *e, int shards, json_t **out, int *filled)
{
    Deal deal;
    TRY(deal_create(e, NULL, shards, &deal));
    const Status status = list_shards(e, &deal, out, filled);
    deal_destroy(&deal);
    return status;
}

// As many as were asked for, and else no more than have cases.
static Status choose_shards(const Wanted *wanted, const Experiment *e, json_t **out)
{
    enum { SHARDS = 8 };
    const int shards = wanted->shards ? wanted->shards : wanted->nodes ? wanted->nodes : wanted->hosts.count ? wanted->hosts.count : SHARDS;
    int       filled = 0;
    TRY(deal_shards(e, shards, out, &filled));
    if (filled == shards)
        return status_ok();
    if (wanted->shards)
        return status_make(
            STATUS_USAGE, "submit: --shards %d: the cases make %d shard%s at most, as those that are compared by their times stay together",
            shards, filled, filled == 1 ? "" : "s");
    json_decref(*out);
    *out = NULL;
    return deal_shards(e, filled, out, &filled);
}

// ---- the folder ----

static bool is_empty(const char *folder)
{
    DIR *stream = opendir(folder);
    bool empty = stream != NULL;
    for (const struct dirent *entry = stream ? readdir(stream) : NULL; entry && empty; entry = readdir(stream))
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    if (stream)
        closedir(stream);
    return empty;
}

// A new folder, an empty one, or one of the same experiment, settings and shards.
static Status take_folder(const char *folder, const Experiment *e, int shards)
{
    char        path[SUBMISSION_PATH];
    struct stat there;
    Submission  before;
    TRY(file_make_folder(folder));
    TRY(submission_path(folder, SUBMISSION_FILE, path));
    if (lstat(path, &there) != 0) {
        if (is_empty(folder))
            return status_ok();
        return status_make(STATUS_IO, "%s: is there, and is no folder of `weft submit`; choose another name", folder);
    }
    TRY(submission_read(folder, &before));
    const bool   same = strcmp(before.hash, e->hash) == 0 && submission_shards(&before) == shards;
    const Status status =
        same ? status_ok()
             : status_make(STATUS_USAGE,
                           "submit: %s is of experiment %s in %d shard%s, with other settings or another text; the same command "
                           "continues it, another experiment needs another folder",
                           folder, before.experiment, submission_shards(&before), submission_shards(&before) == 1 ? "" : "s");
    submission_close(&before);
    return status;
}

static Status absolute(const char *path, char out[PATH_MAX])
{
    if (!realpath(path, out))
        return status_make(STATUS_IO, "%s: cannot be found: %s", path, strerror(errno));
    return text_need_printable("submit", out);
}

enum { RUN_WORDS = 2 * OPTION_TEXTS_MAX + 8, NUMBER = 40, DAY = 32 };

// All that becomes the folder.
typedef struct Plan {
    const Wanted *wanted;
    Submission    submission;
    char          folder[PATH_MAX], from[PATH_MAX], image[PATH_MAX], day[DAY];
    const char   *run_words[RUN_WORDS];
    char          timed[NUMBER], retry[NUMBER], timeout[NUMBER];
    SlurmJobs     jobs;
    Status        sbatch; // what its `said` is of
} Plan;

// What weft run is told besides.
static void list_run_words(Plan *plan)
{
    const Wanted *wanted = plan->wanted;
    int           count = 0;
    for (int i = 0; i < wanted->sets.count; i++) {
        plan->run_words[count++] = "--set";
        plan->run_words[count++] = wanted->sets.texts[i];
    }
    snprintf(plan->timed, NUMBER, "--reps=%d", wanted->timed);
    snprintf(plan->retry, NUMBER, "--retry=%d", wanted->retry);
    snprintf(plan->timeout, NUMBER, "--timeout=%.17g", wanted->timeout_s);
    if (wanted->vary)
        plan->run_words[count++] = "--vary";
    if (wanted->timed)
        plan->run_words[count++] = plan->timed;
    if (wanted->retry)
        plan->run_words[count++] = plan->retry;
    if (wanted->timeout_s > 0)
        plan->run_words[count++] = plan->timeout;
}

static Status find_paths(Plan *plan, const Experiment *e)
{
    const char *image = plan->wanted->container;
    TRY(absolute(".", plan->from));
    if (image && access(image, F_OK) == 0)
        TRY(absolute(image, plan->image));
    else
        snprintf(plan->image, sizeof plan->image, "%s", image ? image : ""); // of a registry, say
    TRY(take_folder(plan->wanted->folder, e, submission_shards(&plan->submission)));
    return absolute(plan->wanted->folder, plan->folder);
}

static Status list_words(const Options *options, json_t **out)
{
    *out = json_array();
    bool made = *out != NULL;
    for (int i = 0; i < options->count && made; i++)
        made = json_array_append_new(*out, json_string(options->arguments[i])) == 0;
    return made ? status_ok() : status_make(STATUS_USAGE, "submit: an argument is not UTF-8, or there is no memory for it");
}

static Status describe(Plan *plan, const Options *options, const Experiment *e)
{
    Submission  *submission = &plan->submission;
    const time_t now = time(NULL);
    struct tm    utc;
    TRY(choose_shards(plan->wanted, e, &submission->shards));
    TRY(list_words(options, &submission->command));
    if (gmtime_r(&now, &utc))
        strftime(plan->day, sizeof plan->day, "%Y-%m-%dT%H:%M:%SZ", &utc);
    submission->weft = BUILD_VERSION " (" BUILD_COMMIT ")";
    submission->submitted = plan->day;
    submission->folder = plan->from;
    submission->engine = plan->wanted->engine;
    submission->experiment = e->name;
    submission->hash = e->hash;
    submission->array = plan->jobs.array;
    submission->merge = plan->jobs.merge;
    submission->said = "";
    return status_ok();
}

static Status write_folder(Plan *plan, const Experiment *e)
{
    TRY(find_paths(plan, e));
    list_run_words(plan);
    const SubmitSettings settings = {.engine = plan->wanted->engine,
                                     .folder = plan->folder,
                                     .from = plan->from,
                                     .text = e->text,
                                     .time = plan->wanted->time,
                                     .partition = plan->wanted->partition,
                                     .container = plan->wanted->container ? plan->image : NULL,
                                     .template_file = plan->wanted->template_file,
                                     .hosts = &plan->wanted->hosts,
                                     .run_options = plan->run_words,
                                     .nodes = plan->wanted->nodes,
                                     .threads = experiment_threads(e)};
    return submit_write_files(&settings, &plan->submission);
}

// ---- starting ----

// The script takes the place of this program, with its terminal.
static Status become(const char *folder, const char *script)
{
    char path[SUBMISSION_PATH];
    TRY(submission_path(folder, script, path));
    char *const arguments[] = {path, NULL};
    fflush(stdout);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    execv(path, arguments);
    return status_make(STATUS_ENVIRONMENT, "%s: cannot be run: %s; `bash %s` does the same", path, strerror(errno), path);
}

static Status start_slurm(Plan *plan)
{
    plan->sbatch = submit_slurm(plan->folder, &plan->jobs);
    plan->submission.said = plan->sbatch.code == STATUS_OK ? "" : plan->sbatch.text;
    TRY(submission_write(plan->folder, &plan->submission));
    if (*plan->jobs.array)
        printf("job %s: the shards; logs: log/shard-N.txt\n", plan->jobs.array);
    if (plan->sbatch.code == STATUS_OK) {
        printf("job %s: merges and reports when they have ended: all.db, report/, log/merge.txt\n", plan->jobs.merge);
        printf("weft status %s says how far they are\n", plan->folder);
        return status_ok();
    }
    return status_prefix(plan->sbatch,
                         *plan->jobs.array ? "the shards are submitted, but not the merge (bash %s/merge.sh when they have ended)"
                                           : "the scripts are in %s, nothing is submitted",
                         plan->folder);
}

static Status start(Plan *plan)
{
    const char *engine = plan->wanted->engine, *script = submit_script(engine);
    const bool  slurm = strcmp(engine, "slurm") == 0;
    const int   cases = submission_cases(&plan->submission), shards = submission_shards(&plan->submission);
    printf("%s: %d case%s in %d shard%s, by %s\n", plan->folder, cases, cases == 1 ? "" : "s", shards, shards == 1 ? "" : "s", engine);
    if (plan->wanted->dry) {
        printf("nothing is started; to do so: %s%s/%s\n", slurm ? "sbatch " : "", plan->folder, script);
        return status_ok();
    }
    return slurm ? start_slurm(plan) : become(plan->folder, script);
}

static Status submit(Plan *plan, const Options *options, const Experiment *e)
{
    TRY(describe(plan, options, e));
    TRY(write_folder(plan, e));
    return start(plan);
}

static Status run(Options *options)
{
    Wanted     wanted = {.flags.command = "submit", .engine = "slurm"};
    Experiment experiment;
    TRY(options_read(options, &wanted, 1, 1));
    TRY(check(&wanted));
    TRY(case_flags_sets(&wanted.flags, &wanted.sets));
    const ExperimentSettings settings = {.path = options_argument(options, 0),
                                         .sets = wanted.sets.texts,
                                         .set_count = wanted.sets.count,
                                         .timed = wanted.timed,
                                         .vary = wanted.vary,
                                         .any_machine = true};
    TRY(experiment_read(&settings, &experiment));
    Plan         plan = {.wanted = &wanted};
    const Status status = submit(&plan, options, &experiment);
    json_decref(plan.submission.shards);
    json_decref(plan.submission.command);
    experiment_destroy(&experiment);
    return status;
}

const Command command_submit = {
    .name = "submit",
    .arguments = "FILE -o DIR [--engine slurm|parallel|local] [--shards N] [--nodes N] [--time TIME] [--partition NAME]\n"
                 "       [--template FILE] [--host NAME]... [--container IMAGE] [--set KEY=V,V]... [--vary] [--reps N] [--retry N]\n"
                 "       [--timeout S] [--dry-run]",
    .summary = "measure an experiment in shards: on a cluster by Slurm, on machines over ssh, or one after the other",
    .flags = FLAGS,
    .details =
        "Writes DIR: a copy of the experiment, scripts that may be read and edited, and submit.json. Then hands them to sbatch, or runs "
        "them.\n"
        "Each shard is a `weft run --shard` that writes on a disk of its machine and is copied to DIR/shard-I.db while it grows; started "
        "again, it\n"
        "continues. When all have ended, DIR/merge.sh makes all.db and report/ of what there is, and says what is missing.\n"
        "The same command again continues what is not whole. `weft status DIR` says how far it is. docs/cluster.md has more.\n",
    .run = run};
