// weft plan: the cases of an experiment, without running them.
#include <stdio.h>
#include <unistd.h>

#include "cli/private/command.h"
#include "cli/private/database.h"
#include "run/run.h"
#include "run/worker_file.h"

static const Flag FLAGS[] = {{"output", 'o', "DB", "also show the status of each case in this database"},
                             {"set", 's', "KEY=V,V", "replace an axis, as in `weft run`"},
                             {"reps", 'r', "N", "repetitions of the timed pass"},
                             {0}};

static Status run(int count, char **arguments);

const Command command_plan = {.name = "plan",
                              .arguments = "FILE [-o DB] [--set KEY=V,V]... [--reps N]",
                              .summary = "print the cases of an experiment without running them",
                              .flags = FLAGS,
                              .run = run};

// The database and the builds of the present workers in it.
typedef struct Known {
    Store  *store; // NULL: none
    int64_t builds[PRECISION_COUNT];
} Known;

static Status open_known(const char *path, Known *known)
{
    *known = (Known){0};
    if (!path)
        return status_ok();
    TRY(store_open(path, STORE_READ, &known->store));
    for (int p = 0; p < PRECISION_COUNT; p++) {
        WorkerFile worker;
        TRY(worker_file((Precision)p, &worker));
        TRY(store_find_build(known->store, worker.hash, &known->builds[p]));
    }
    return status_ok();
}

static Status print_case(const PlannedCase *planned, int number, const Known *known, int *left)
{
    CaseStatus status = CASE_PENDING;
    int        done[PASS_COUNT] = {0}, wanted[PASS_COUNT];
    int64_t    id = 0;
    if (known->store)
        TRY(store_find_case(known->store, planned->setup.key, &id));
    if (id)
        TRY(store_case_progress(known->store, id, known->builds[planned->setup.precision], &status, done));
    const bool todo = run_wanted(planned, status, done, wanted);
    *left += todo;
    printf("%4d  %.8s  ", number, planned->setup.key);
    if (known->store)
        printf("%-8s  ", todo && status == CASE_DONE ? "more" : case_status_name(status));
    printf("%-16s  %s\n", planned->block, planned->label);
    return status_ok();
}

static Status print_plan(const Experiment *experiment, const Known *known)
{
    int left = 0;
    for (int i = 0; i < experiment->case_count; i++)
        TRY(print_case(&experiment->cases[i], i + 1, known, &left));
    printf("%d block%s, %d case%s, %d to measure\n", experiment->block_count, experiment->block_count == 1 ? "" : "s",
           experiment->case_count, experiment->case_count == 1 ? "" : "s", left);
    return status_ok();
}

static Status run(int count, char **arguments)
{
    Options            options = options_init(&command_plan, count, arguments);
    ExperimentSettings settings = {0};
    OptionTexts        sets = {0};
    const char        *database = NULL;
    for (int letter = -1; letter != 0;) {
        TRY(options_next(&options, &letter));
        if (letter == 'o')
            database = options.value;
        else if (letter == 's')
            TRY(options_collect(&options, "set", &sets));
        else if (letter == 'r')
            TRY(options_int(&options, "reps", 1, 10000, &settings.timed));
    }
    TRY(options_rest(&options, 1, 1));
    settings.path = arguments[options.rest];
    settings.sets = sets.texts;
    settings.set_count = sets.count;
    Experiment experiment;
    Known      known;
    TRY(experiment_read(&settings, &experiment));
    Status status = open_known(database, &known);
    if (status.code == STATUS_OK)
        status = print_plan(&experiment, &known);
    store_close(known.store);
    experiment_destroy(&experiment);
    return status;
}
