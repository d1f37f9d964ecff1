// weft run: measure the cases of an experiment.
#include <stdio.h>

#include "cli/private/command.h"
#include "cli/private/database.h"
#include "cli/private/progress.h"
#include "report/report.h"

typedef struct Wanted {
    OptionTexts sets;
    const char *database;
    int         timed;
    double      timeout_s;
    bool        silent; // about verdicts
} Wanted;

static const Flag FLAGS[] = {
    {"output", 'o', "DB", "the database; results/NAME.db when not given", FLAG_TEXT, .offset = offsetof(Wanted, database)},
    {"set", 's', "KEY=V,V", "replace an axis in every block whose cases take it; size=full: the full size", FLAG_TEXTS,
     .offset = offsetof(Wanted, sets)},
    {"reps", 'r', "N", "repetitions of the timed pass", FLAG_INT, .offset = offsetof(Wanted, timed), .min = 1, .max = 10000},
    {"timeout", 't', "S", "time limit of a case in seconds (600)", FLAG_REAL, .offset = offsetof(Wanted, timeout_s), .min = 0.001,
     .max = 1e7},
    {"no-verdicts", 'n', NULL, "do not print the verdicts at the end", FLAG_SWITCH, .offset = offsetof(Wanted, silent)},
    {0}};

// The status of the run has priority over that of printing its verdicts.
static Status print_verdicts(const Experiment *experiment, const char *database, Status ended)
{
    Store *store = NULL;
    Status status = database_open(database, &store);
    if (status.code == STATUS_OK)
        status = report_verdicts(store, experiment->hash, stderr);
    store_close(store);
    return ended.code == STATUS_OK ? status : ended;
}

static Status measure(const Wanted *wanted, const char *path, const Experiment *experiment)
{
    char database[1024];
    TRY(database_path(wanted->database, experiment->name, true, database, sizeof database));
    Progress          progress = progress_init(stderr);
    const RunSettings settings = {.experiment = experiment,
                                  .path = path,
                                  .database = database,
                                  .timeout_s = wanted->timeout_s,
                                  .watcher = progress_watcher(&progress)};
    RunState          state;
    const Status      status = run_experiment(&settings, &state);
    if (status.code == STATUS_OK || status.code == STATUS_INCOMPLETE || status.code == STATUS_INTERRUPTED)
        progress_end(&progress, &state, database);
    const bool ended = status.code == STATUS_OK || status.code == STATUS_INCOMPLETE;
    return ended && !wanted->silent ? print_verdicts(experiment, database, status) : status;
}

static Status run(Options *options)
{
    Wanted wanted = {.timeout_s = 600};
    TRY(options_read(options, &wanted, 1, 1));
    const ExperimentSettings settings = {
        .path = options_argument(options, 0), .sets = wanted.sets.texts, .set_count = wanted.sets.count, .timed = wanted.timed};
    Experiment experiment;
    TRY(experiment_read(&settings, &experiment));
    const Status status = measure(&wanted, settings.path, &experiment);
    experiment_destroy(&experiment);
    return status;
}

const Command command_run = {
    .name = "run",
    .arguments = "FILE [-o DB] [--set KEY=V,V]... [--reps N] [--timeout S] [--no-verdicts]",
    .summary = "measure the cases of an experiment, each in a process of its own",
    .flags = FLAGS,
    .details = "Repetitions that the database has from this build are not measured again. Run the same command again to continue after an\n"
               "interruption or to retry failed cases, with a larger --reps to add repetitions. Progress goes to standard error.\n",
    .run = run};
