// weft run: measure the cases of an experiment.
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cli/private/case_flags.h"
#include "cli/private/database.h"
#include "cli/private/progress.h"
#include "cli/private/share.h"
#include "page/report.h"

typedef struct OptionValues {
    ExperimentFlags experiment;
    ShareFlags      share;
    const char     *database;
    int             seed, retry, again; // again: −1: not given
    double          timeout_s, ci, budget_s, quiet_s;
    bool            strict;
    bool            silent; // prints no verdicts
} OptionValues;

static const char *const AGAIN[] = {"disturbed", NULL};

static const Flag FLAGS[] = {
    {"output", 'o', "DB", "the database (results/NAME.db)", FLAG_PATH, .offset = offsetof(OptionValues, database)},
    EXPERIMENT_FLAGS(OptionValues, experiment),
    SHARE_FLAGS(OptionValues, share),
    {"ci", 'c', "SHARE", "add processes until the 95 % interval of the step time is at most ± this share, for example 2%", FLAG_SHARE,
     .offset = offsetof(OptionValues, ci), .min = 1e-4, .max = 1},
    {"budget", 'b', "S", "with --ci: after S seconds, start no process beyond the first six of each case", FLAG_REAL,
     .offset = offsetof(OptionValues, budget_s), .min = 1e-3, .max = 1e7},
    {"again", 'a', "WHAT", "`disturbed`: repeat the disturbed processes of each case", FLAG_CHOICE, .offset = offsetof(OptionValues, again),
     .choices = AGAIN},
    {"wait-quiet", 'q', "S", "before each timed process, wait up to S seconds until no other program runs", FLAG_REAL,
     .offset = offsetof(OptionValues, quiet_s), .min = 1e-3, .max = 1e6},
    {"strict", 0, NULL, "measure only while the machine is fit (weft doctor --strict), else end with exit code 7", FLAG_SWITCH,
     .offset = offsetof(OptionValues, strict)},
    {"seed", 0, "N", "seed of the order of processes (random)", FLAG_INT, .offset = offsetof(OptionValues, seed), .min = 1, .max = INT_MAX},
    {"retry", 0, "N", "retry a case that failed by accident (weft list statuses) up to N times (0)", FLAG_INT,
     .offset = offsetof(OptionValues, retry), .min = 0, .max = 100},
    {"timeout", 't', "S", "time limit of a case in seconds (600)", FLAG_REAL, .offset = offsetof(OptionValues, timeout_s), .min = 0.001,
     .max = 1e7},
    {"no-verdicts", 0, NULL, "do not print the verdicts at the end", FLAG_SWITCH, .offset = offsetof(OptionValues, silent)},
    {0}};

// The status of the run has priority over that of printing its verdicts.
static Status print_verdicts(const Experiment *experiment, const char *database, Status ended)
{
    STORE *store = NULL;
    Status status = database_open(database, STORE_MACHINES, &store);
    if (status.code == STATUS_OK)
        status = report_verdicts(store, experiment->hash, stderr);
    return ended.code == STATUS_OK ? status : ended;
}

// The options that affect the number and the order of processes, for the store.
static void describe(const OptionValues *values, char *out, size_t size)
{
    int used = 0;
    *out = '\0';
    for (int i = 0; i < values->experiment.sets.count && used < (int)size; i++)
        used += snprintf(out + used, size - (size_t)used, " --set %s", values->experiment.sets.texts[i]);
    if (values->share.shard && used < (int)size)
        used += snprintf(out + used, size - (size_t)used, " --shard %s", values->share.shard);
    if (values->share.costs && used < (int)size)
        used += snprintf(out + used, size - (size_t)used, " --costs %s", values->share.costs);
    for (int i = 0; i < values->share.keys.count && used < (int)size; i++)
        used += snprintf(out + used, size - (size_t)used, " --case %s", values->share.keys.texts[i]);
    if (values->share.figure && used < (int)size)
        used += snprintf(out + used, size - (size_t)used, " --figure %s", values->share.figure);
    if (values->share.as && used < (int)size)
        used += snprintf(out + used, size - (size_t)used, " --as %s", values->share.as);
    if (values->experiment.vary && used < (int)size)
        used += snprintf(out + used, size - (size_t)used, " --vary");
    if (values->experiment.timed && used < (int)size)
        used += snprintf(out + used, size - (size_t)used, " --reps %d", values->experiment.timed);
    if (values->ci > 0 && used < (int)size)
        used += snprintf(out + used, size - (size_t)used, " --ci %.15g --budget %.15g", values->ci, values->budget_s);
    if (values->again >= 0 && used < (int)size)
        used += snprintf(out + used, size - (size_t)used, " --again %s", AGAIN[values->again]);
    if (values->quiet_s > 0 && used < (int)size)
        used += snprintf(out + used, size - (size_t)used, " --wait-quiet %.15g", values->quiet_s);
    if (values->strict && used < (int)size)
        snprintf(out + used, size - (size_t)used, " --strict");
}

// whole: NULL, or the whole experiment if this one is a part.
static Status measure(const OptionValues *values, const char *path, const Experiment *experiment, const Experiment *whole)
{
    char     database[1024], options[1024];
    RunState state;
    describe(values, options, sizeof options);
    TRY(database_path(values->database, experiment->name, true, database, sizeof database));
    RunSettings  settings = {.experiment = experiment,
                             .whole = whole,
                             .path = path,
                             .database = database,
                             .timeout_s = values->timeout_s,
                             .seed = values->seed,
                             .ci = values->ci,
                             .budget_s = values->budget_s,
                             .again = values->again >= 0,
                             .retry = values->retry,
                             .quiet_s = values->quiet_s,
                             .strict = values->strict,
                             .options = *options ? options + 1 : ""};
    const Status status = progress_run(&settings, &state);
    const bool   ended = status.code == STATUS_OK || status.code == STATUS_INCOMPLETE;
    return ended && !values->silent && !whole ? print_verdicts(experiment, database, status) : status;
}

static Status check_threads(const Experiment *part)
{
    for (int i = 0; i < part->case_count; i++) {
        const Status status = case_check_threads(&part->cases[i].setup);
        if (status.code != STATUS_OK)
            return status_prefix(status, "%.150s", part->cases[i].label);
    }
    return status_ok();
}

static Status measure_share(const OptionValues *values, const char *path, const Share *share, const Experiment *whole)
{
    GNU_CLEANUP(share_part_end) Experiment part = {0};
    TRY(share_part(share, whole, &part));
    TRY(check_threads(&part));
    if (share->number)
        fprintf(stderr, "shard %d of %d: %d of %d cases%s\n", share->number, share->deal.shards, part.case_count, whole->case_count,
                part.case_count ? "" : "; compared cases stay in one shard, so there are fewer shards than requested");
    return measure(values, path, &part, whole);
}

static Status run(Options *options)
{
    OptionValues values = {.experiment.flags.command = "run", .timeout_s = 600, .again = -1};
    TRY(options_read(options, &values, 1, 1));
    if (values.budget_s > 0 && !(values.ci > 0))
        return status_make(STATUS_USAGE, "run: --budget needs --ci; without --ci the file sets the number of processes");
    const char                                *path = options_argument(options, 0);
    GNU_CLEANUP(experiment_destroy) Experiment experiment = {0};
    GNU_CLEANUP(share_destroy) Share           share = {0};
    TRY(experiment_flags_read(&values.experiment, path, share_is_part(&values.share), &experiment));
    TRY(share_create(&values.share, "run", 0, &experiment, &share));
    return share.has ? measure_share(&values, path, &share, &experiment) : measure(&values, path, &experiment, NULL);
}

const Command command_run = {.name = "run",
                             .arguments = "FILE [-o DB] [--set KEY=V,V]...\n"
                                          "       [--shard I/N [--costs DB] | --case KEY... | --figure NAME]\n"
                                          "       [--as DB] [--vary] [--reps N] [--ci SHARE [--budget S]]\n"
                                          "       [--again disturbed] [--wait-quiet S] [--strict] [--seed N] [--retry N]\n"
                                          "       [--timeout S] [--no-verdicts]",
                             .summary = "measure the cases of an experiment, each in its own process",
                             .flags = FLAGS,
                             .details = "--set replaces the axis of that name in every block whose cases have it;\n"
                                        "--set size=full chooses the full size. Progress goes to standard error.\n"
                                        "The run goes in rounds. Each round starts one process of every unfinished case,\n"
                                        "in an order shuffled over all blocks, so that compared cases run close in time.\n"
                                        "Repetitions of this build that are in the database are not measured again. The\n"
                                        "same command continues after an interruption and retries failed cases; a larger\n"
                                        "--reps adds repetitions.\n"
                                        "--as measures the cases of the database: same text and --set, but the defaults\n"
                                        "of that time where a default has changed since.\n"
                                        "--shard measures a share of the cases into its own database, on this machine or\n"
                                        "another. Every machine deals the cases in the same way, by predicted time.\n"
                                        "Cases whose times a claim, table or speed-up compares stay in one shard.\n"
                                        "`weft merge` joins the databases. Verdicts need the whole experiment.\n"
                                        "--budget counts from the start of the run, including rates and references. It\n"
                                        "stops no process, and the first six processes of each case always run. All\n"
                                        "measurements are kept; the run ends with the number of cases wider than --ci.\n",
                             .run = run};
