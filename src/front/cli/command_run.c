// weft run: measure the cases of an experiment.
#include <stdio.h>

#include "cli/private/command.h"
#include "cli/private/database.h"
#include "cli/private/progress.h"
#include "report/report.h"

static const Flag FLAGS[] = {{"output", 'o', "DB", "the database; results/NAME.db when not given"},
                             {"set", 's', "KEY=V,V", "replace an axis in every block whose cases take it; size=full: the full size"},
                             {"reps", 'r', "N", "repetitions of the timed pass"},
                             {"timeout", 't', "S", "time limit of a case in seconds (600)"},
                             {"no-verdicts", 'n', NULL, "do not print the verdicts at the end"},
                             {0}};

static Status run(int count, char **arguments);

const Command command_run = {
    .name = "run",
    .arguments = "FILE [-o DB] [--set KEY=V,V]... [--reps N] [--timeout S] [--no-verdicts]",
    .summary = "measure the cases of an experiment, each in a process of its own",
    .flags = FLAGS,
    .details = "Repetitions that the database has from this build are not measured again. Run the same command again to continue after an\n"
               "interruption or to retry failed cases, with a larger --reps to add repetitions. Progress goes to standard error.\n",
    .run = run};

typedef struct Wanted {
    OptionTexts sets;
    const char *database;
    int         timed;
    double      timeout_s;
    bool        silent; // about verdicts
} Wanted;

static Status read_flags(Options *options, Wanted *wanted)
{
    for (int letter = -1; letter != 0;) {
        TRY(options_next(options, &letter));
        if (letter == 'o')
            wanted->database = options->value;
        else if (letter == 's')
            TRY(options_collect(options, "set", &wanted->sets));
        else if (letter == 'r')
            TRY(options_int(options, "reps", 1, 10000, &wanted->timed));
        else if (letter == 't')
            TRY(options_real(options, "timeout", 0.001, 1e7, &wanted->timeout_s));
        else if (letter == 'n')
            wanted->silent = true;
    }
    return options_rest(options, 1, 1);
}

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

static Status run(int count, char **arguments)
{
    Options options = options_init(&command_run, count, arguments);
    Wanted  wanted = {.timeout_s = 600};
    TRY(read_flags(&options, &wanted));
    const ExperimentSettings settings = {
        .path = arguments[options.rest], .sets = wanted.sets.texts, .set_count = wanted.sets.count, .timed = wanted.timed};
    Experiment experiment;
    TRY(experiment_read(&settings, &experiment));
    const Status status = measure(&wanted, settings.path, &experiment);
    experiment_destroy(&experiment);
    return status;
}
