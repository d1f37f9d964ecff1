// weft submit: an experiment in shards, on the nodes of a cluster, on several machines, or one after the other.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "build_facts.h"
#include "cli/private/submission.h"
#include "cli/private/submit_deal.h"
#include "cli/private/submit_files.h"
#include "cli/private/submit_folder.h"
#include "cli/private/submit_start.h"
#include "cli/private/submit_wanted.h"
#include "experiment/experiment.h"
#include "run/deal.h"

static const Flag FLAGS[] = {
    {"output", 'o', "DIR", "the folder: scripts, logs, a database for each shard, and in the end all.db and report/", FLAG_PATH,
     .offset = offsetof(SubmitWanted, folder)},
    {"engine", 'e', "NAME", "who runs the shards: slurm (not said), parallel (GNU parallel over ssh), local (one after the other, here)",
     FLAG_TEXT, .offset = offsetof(SubmitWanted, engine)},
    {"shards", 0, "N", "parts of the experiment; as many as --nodes or --host when not given, or 8", FLAG_INT,
     .offset = offsetof(SubmitWanted, shards), .min = 1, .max = DEAL_SHARDS_MAX},
    {"nodes", 0, "N", "slurm: shards that are measured at the same time, each on a node of its own (all)", FLAG_INT,
     .offset = offsetof(SubmitWanted, nodes), .min = 1, .max = DEAL_SHARDS_MAX},
    {"time", 0, "TIME", "slurm: time limit of a shard, as sbatch takes it: MINUTES, HOURS:MINUTES:SECONDS, DAYS-HOURS, …", FLAG_TEXT,
     .offset = offsetof(SubmitWanted, time)},
    {"partition", 'p', "NAME", "slurm: the partition", FLAG_TEXT, .offset = offsetof(SubmitWanted, partition)},
    {"template", 0, "FILE", "slurm: in place of weft's own array.sbatch (docs/cluster.md)", FLAG_PATH,
     .offset = offsetof(SubmitWanted, template_file)},
    {"host", 0, "NAME", "parallel: a machine that ssh reaches, or : for this one; may be given again", FLAG_TEXTS,
     .offset = offsetof(SubmitWanted, hosts)},
    {"costs", 0, "DB", "deal by the times that this database knows, of a run with few repetitions, say; DIR keeps a copy", FLAG_PATH,
     .offset = offsetof(SubmitWanted, costs)},
    {"container", 0, "IMAGE", "run weft in this image, by apptainer exec", FLAG_PATH, .offset = offsetof(SubmitWanted, container)},
    CASE_FLAGS(SubmitWanted, flags, ",...", ",..."),
    {"vary", 'v', NULL, "the variations of the file, too", FLAG_SWITCH, .offset = offsetof(SubmitWanted, vary)},
    {"reps", 'r', "N", "processes that run the timed pass of each case", FLAG_INT, .offset = offsetof(SubmitWanted, timed), .min = 1,
     .max = 10000},
    {"retry", 0, "N", "as in `weft run`", FLAG_INT, .offset = offsetof(SubmitWanted, retry), .min = 0, .max = 100},
    {"timeout", 't', "S", "time limit of a case in seconds (600)", FLAG_REAL, .offset = offsetof(SubmitWanted, timeout_s), .min = 0.001,
     .max = 1e7},
    {"dry-run", 0, NULL, "write the folder, and start nothing", FLAG_SWITCH, .offset = offsetof(SubmitWanted, dry)},
    {0}};

static Status absolute(const char *path, char out[PATH_MAX])
{
    if (!realpath(path, out))
        return status_make(STATUS_IO, "%s: cannot be found: %s", path, strerror(errno));
    return text_need_printable("submit", out);
}

enum { RUN_WORDS = 2 * OPTION_TEXTS_MAX + 8, NUMBER = 40, DAY = 32 };

// All that becomes the folder.
typedef struct Plan {
    const SubmitWanted *wanted;
    SubmitFolder        target;
    Submission          submission;
    char                folder[PATH_MAX], from[PATH_MAX], image[PATH_MAX], costs[SUBMISSION_PATH], day[DAY];
    const char         *run_words[RUN_WORDS];
    char                timed[NUMBER], retry[NUMBER], timeout[NUMBER];
} Plan;

// What weft run is told besides.
static void list_run_words(Plan *plan)
{
    const SubmitWanted *wanted = plan->wanted;
    int                 count = 0;
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
    if (wanted->costs) {
        plan->run_words[count++] = "--costs";
        plan->run_words[count++] = plan->costs;
    }
}

static Status find_paths(Plan *plan)
{
    const char *image = plan->wanted->container;
    TRY(absolute(".", plan->from));
    if (image && access(image, F_OK) == 0)
        TRY(absolute(image, plan->image));
    else
        snprintf(plan->image, sizeof plan->image, "%s", image ? image : ""); // of a registry, say
    TRY(file_make_folder(plan->wanted->folder));
    TRY(absolute(plan->wanted->folder, plan->folder));
    return submission_path(plan->folder, SUBMISSION_COSTS, plan->costs);
}

static Status list_words(const Options *options, json_t **out)
{
    *out = json_array();
    bool made = *out != NULL;
    for (int i = 0; i < options->count && made; i++)
        made = json_array_append_new(*out, json_string(options->arguments[i])) == 0;
    return made ? status_ok() : status_make(STATUS_USAGE, "submit: an argument is not UTF-8, or there is no memory for it");
}

// As many as were asked for, or as there is to measure them at the same time.
static Status deal(Plan *plan, const Experiment *e)
{
    enum { SHARDS = 8 };
    const SubmitWanted *wanted = plan->wanted;
    const int           about = wanted->nodes ? wanted->nodes : wanted->hosts.count ? wanted->hosts.count : SHARDS;
    const char         *costs = wanted->costs ? plan->target.costs : NULL;
    TRY(submit_deal(e, wanted->shards, about, costs, &plan->submission.shards));
    return submit_folder_check(&plan->target, e, plan->submission.shards);
}

static Status describe(Plan *plan, const Options *options, const Experiment *e)
{
    Submission  *submission = &plan->submission;
    const time_t now = time(NULL);
    struct tm    utc;
    TRY(list_words(options, &submission->command));
    if (gmtime_r(&now, &utc))
        strftime(plan->day, sizeof plan->day, "%Y-%m-%dT%H:%M:%SZ", &utc);
    submission->weft = BUILD_VERSION " (" BUILD_COMMIT ")";
    submission->submitted = plan->day;
    submission->folder = plan->from;
    submission->engine = plan->wanted->engine;
    submission->experiment = e->name;
    submission->hash = e->hash;
    submission->array = submission->merge = submission->said = "";
    return status_ok();
}

static Status write_folder(Plan *plan, const Experiment *e)
{
    TRY(find_paths(plan));
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

static void print_shards(const Plan *plan)
{
    const SubmitWanted *wanted = plan->wanted;
    const int           cases = submission_cases(&plan->submission), shards = submission_shards(&plan->submission);
    printf("%s: %d case%s in %d shard%s, by %s\n", plan->folder, cases, cases == 1 ? "" : "s", shards, shards == 1 ? "" : "s",
           wanted->engine);
    if (wanted->costs)
        printf("dealt by the times of %s%s\n", plan->costs, plan->target.copied ? "" : ", which was there");
    if (wanted->dry)
        printf("nothing is started; to do so: %s%s/%s\n", strcmp(wanted->engine, "slurm") == 0 ? "sbatch " : "", plan->folder,
               submit_script(wanted->engine));
}

static Status prepare(Plan *plan, const Options *options, const Experiment *e)
{
    TRY(submit_folder_open(plan->wanted->folder, plan->wanted->costs, &plan->target));
    TRY(deal(plan, e));
    TRY(describe(plan, options, e));
    return write_folder(plan, e);
}

static Status submit(Plan *plan, const Options *options, const Experiment *e)
{
    const Status status = prepare(plan, options, e);
    if (status.code == STATUS_OK)
        print_shards(plan);
    submit_folder_close(&plan->target, status.code != STATUS_OK);
    TRY(status);
    return plan->wanted->dry ? status_ok() : submit_start(plan->folder, &plan->submission);
}

static Status run(Options *options)
{
    SubmitWanted wanted = {.flags.command = "submit", .engine = "slurm"};
    Experiment   experiment;
    TRY(options_read(options, &wanted, 1, 1));
    TRY(submit_check(&wanted));
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
                 "       [--template FILE] [--host NAME]... [--costs DB] [--container IMAGE] [--set KEY=V,V]... [--vary] [--reps N]\n"
                 "       [--retry N] [--timeout S] [--dry-run]",
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
