// weft replicate: one figure of the results of record, measured and drawn again, beside what is published.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "cli/private/case_flags.h"
#include "cli/private/database.h"
#include "cli/private/find_figure.h"
#include "cli/private/measure.h"
#include "cli/private/system_root.h"
#include "report/figure_beside.h"
#include "report/report.h"

enum { PATH_SIZE = 4096 };

typedef struct Wanted {
    CaseFlags   flags;
    OptionTexts sets;
    const char *folder;
    int         timed;
    double      timeout_s;
} Wanted;

static const Flag FLAGS[] = {{"output", 'o', "DIR", "the folder of the figure and of what is measured; EXPERIMENT-FIGURE when not given",
                              FLAG_PATH, .offset = offsetof(Wanted, folder)},
                             CASE_FLAGS(Wanted, flags, ",...", ",..."),
                             {"reps", 'r', "N", "processes that run the timed pass of each case", FLAG_INT,
                              .offset = offsetof(Wanted, timed), .min = 1, .max = 10000},
                             {"timeout", 't', "S", "time limit of a case in seconds (600)", FLAG_REAL,
                              .offset = offsetof(Wanted, timeout_s), .min = 0.001, .max = 1e7},
                             {0}};

static Status path_in(const char *folder, const char *name, const char *ending, char out[PATH_SIZE])
{
    return snprintf(out, PATH_SIZE, "%s/%s%s", folder, name, ending) < PATH_SIZE
               ? status_ok()
               : status_make(STATUS_USAGE, "replicate: the path of -o is too long");
}

// ---- measuring ----

static Status measure(const Wanted *wanted, const FoundFigure *figure, const Experiment *experiment, const char *database)
{
    char         options[4096] = "";
    const size_t size = sizeof options;
    for (int i = 0; i < wanted->sets.count && strlen(options) + 1 < size; i++)
        snprintf(options + strlen(options), size - strlen(options), "%s--set %s", i ? " " : "", wanted->sets.texts[i]);
    return measure_cases(&(RunSettings){.experiment = experiment,
                                        .path = figure->path,
                                        .database = database,
                                        .timeout_s = wanted->timeout_s,
                                        .seed = (int64_t)time(NULL) % INT_MAX + 1,
                                        .system = system_root(),
                                        .options = options});
}

static Status measure_figure(const Wanted *wanted, const FoundFigure *figure, const char *database, FigureAxes *axes)
{
    const ExperimentSettings settings = {
        .path = figure->path, .sets = wanted->sets.texts, .set_count = wanted->sets.count, .timed = wanted->timed};
    Experiment experiment;
    TRY(experiment_read(&settings, &experiment));
    const int all = experiment.case_count;
    Status    status = experiment_keep_figure(&experiment, figure->figure, axes);
    if (status.code == STATUS_OK) {
        fprintf(stderr, "%s/%s: %d of %d cases of the experiment\n", figure->experiment, figure->figure, experiment.case_count, all);
        status = measure(wanted, figure, &experiment, database);
    }
    experiment_destroy(&experiment);
    return status;
}

// ---- drawing, and what is published ----

static Status draw(const Wanted *wanted, const FoundFigure *figure, const char *database)
{
    Store *store = NULL;
    TRY(database_open(database, STORE_MACHINES, &store));
    const Status status =
        report_figure(store, &(ReportFigure){.experiment = figure->experiment, .name = figure->figure, .folder = wanted->folder}, stdout);
    store_close(store);
    return status;
}

// What is published has the settings of the file: with others the points have other names, or are others.
static Status compare(const Wanted *wanted, const FoundFigure *figure, const FigureAxes *axes)
{
    char         here[PATH_SIZE], out[PATH_SIZE];
    FigureBeside beside;
    if (!*figure->published) {
        printf("published values: not at hand; they are in results/published of weft's source\n");
        return status_ok();
    }
    if (axes->x_measured) {
        printf("published values: %s; not compared, since x is a time, which differs from machine to machine\n", figure->published);
        return status_ok();
    }
    TRY(path_in(wanted->folder, figure->figure, ".csv", here));
    TRY(path_in(wanted->folder, figure->figure, "-beside.csv", out));
    TRY(figure_beside(here, figure->published, axes->y_measured, out, &beside));
    printf("published values: %d of %d points here are among the %d there; %s\n", beside.both, beside.here, beside.there, out);
    if (beside.both && axes->y_measured)
        printf("here over published: median %.3g, %.3g to %.3g; it is a time, or made of times, which differ from machine to machine\n",
               beside.median, beside.least, beside.most);
    else if (beside.both)
        printf("relative difference: median %.3g, at most %.3g\n", beside.median, beside.most);
    if (wanted->sets.count)
        printf("what is published was measured without the settings that were given here\n");
    return status_ok();
}

static Status replicate(const Wanted *wanted, const FoundFigure *figure)
{
    char       database[PATH_SIZE];
    FigureAxes axes = {0};
    TRY(path_in(wanted->folder, figure->experiment, ".db", database));
    TRY(file_make_folders(wanted->folder));
    const Status measured = measure_figure(wanted, figure, database, &axes);
    if (measured.code != STATUS_OK && measured.code != STATUS_INCOMPLETE)
        return measured;
    TRY(draw(wanted, figure, database));
    printf("%s/%s: .svg, .pdf, .csv, and .gp with .dat\n", wanted->folder, figure->figure);
    TRY(compare(wanted, figure, &axes));
    return measured;
}

static Status run(Options *options)
{
    Wanted      wanted = {.flags.command = "replicate", .timeout_s = 600};
    FoundFigure figure;
    char        folder[sizeof figure.experiment + sizeof figure.figure + 1];
    TRY(options_read(options, &wanted, 1, 1));
    TRY(case_flags_sets(&wanted.flags, &wanted.sets));
    TRY(find_figure(options_argument(options, 0), &figure));
    snprintf(folder, sizeof folder, "%s-%s", figure.experiment, figure.figure);
    wanted.folder = wanted.folder ? wanted.folder : folder;
    return replicate(&wanted, &figure);
}

const Command command_replicate = {
    .name = "replicate",
    .arguments = "FIGURE [-o DIR] [--set KEY=V,V]... [--reps N] [--timeout S]",
    .summary = "measure and draw one figure of the results of record again, beside what is published",
    .flags = FLAGS,
    .details =
        "FIGURE is EXPERIMENT/FIGURE, a figure's name that is in one experiment only, or the path of one of its files. Only the cases "
        "that\n"
        "the figure shows are run, and of these, where no time is in it, only the measured pass. FIGURE-beside.csv has its values beside\n"
        "those of results/published, where these are at hand and x is no time. The same command continues what was stopped.\n",
    .run = run};
