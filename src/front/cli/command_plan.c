// weft plan: the cases of an experiment, without running them.
#include <stdio.h>

#include "cli/private/command.h"
#include "run/run.h"
#include "run/worker_file.h"

typedef struct Wanted {
    OptionTexts sets;
    const char *database;
    int         timed;
    bool        vary;
} Wanted;

static const Flag FLAGS[] = {
    {"output", 'o', "DB", "also show the status of each case in this database", FLAG_TEXT, .offset = offsetof(Wanted, database)},
    {"set", 's', "KEY=V,V", "replace an axis, as in `weft run`", FLAG_TEXTS, .offset = offsetof(Wanted, sets)},
    {"vary", 'v', NULL, "the variations of the file, too, under which its claims are judged again", FLAG_SWITCH,
     .offset = offsetof(Wanted, vary)},
    {"reps", 'r', "N", "repetitions of the timed pass", FLAG_INT, .offset = offsetof(Wanted, timed), .min = 1, .max = 10000},
    {0}};

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

static Status print_case(const PlannedCase *planned, const char *variation, int number, const Known *known, int *left)
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
    printf("%-16s  %s%s%s\n", planned->block, planned->label, *variation ? ", varied: " : "", variation);
    return status_ok();
}

static const char *variation_of(const Experiment *e, int index)
{
    const int number = e->cases[index].variation;
    return number ? e->variations[number - 1].name : "";
}

static Status print_plan(const Experiment *experiment, const Known *known)
{
    int left = 0, varied = 0;
    for (int i = 0; i < experiment->case_count; i++) {
        varied += experiment->cases[i].variation > 0;
        TRY(print_case(&experiment->cases[i], variation_of(experiment, i), i + 1, known, &left));
    }
    if (experiment->variation_count)
        printf("%d case%s of %d variation%s\n", varied, varied == 1 ? "" : "s", experiment->variation_count,
               experiment->variation_count == 1 ? "" : "s");
    printf("%d block%s, %d case%s, %d to measure\n", experiment->block_count, experiment->block_count == 1 ? "" : "s",
           experiment->case_count, experiment->case_count == 1 ? "" : "s", left);
    return status_ok();
}

static Status run(Options *options)
{
    Wanted     wanted = {0};
    Experiment experiment;
    Known      known;
    TRY(options_read(options, &wanted, 1, 1));
    const ExperimentSettings settings = {.path = options_argument(options, 0),
                                         .sets = wanted.sets.texts,
                                         .set_count = wanted.sets.count,
                                         .timed = wanted.timed,
                                         .vary = wanted.vary};
    TRY(experiment_read(&settings, &experiment));
    Status status = open_known(wanted.database, &known);
    if (status.code == STATUS_OK)
        status = print_plan(&experiment, &known);
    store_close(known.store);
    experiment_destroy(&experiment);
    return status;
}

const Command command_plan = {.name = "plan",
                              .arguments = "FILE [-o DB] [--set KEY=V,V]... [--vary] [--reps N]",
                              .summary = "print the cases of an experiment without running them",
                              .flags = FLAGS,
                              .run = run};
