// weft advise: finds the fastest solver and settings that reach a given error, for a scene on this machine.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "advise/advise.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/private/advise_print.h"
#include "cli/private/case_flags.h"
#include "cli/private/database.h"
#include "cli/private/progress.h"
#include "cli/private/system_root.h"
#include "page/report.h"
#include "run/signals.h"

enum { ADVISE_PATH = 1024 };

typedef struct OptionValues {
    CaseFlags   flags;
    const char *database, *figure;
    int         of, format;
    double      error, budget_s;
} OptionValues;

// The paths of all files.
typedef struct Files {
    char temporary[ADVISE_PATH / 2]; // folder that is removed at the end; "" with -o
    char database[ADVISE_PATH], text[ADVISE_PATH], folder[ADVISE_PATH],
        figure[TEXT_FILE_NAME_MAX + 1]; // folder and name of the figure; "": none
} Files;

static const Flag FLAGS[] = {
    {"error", 'e', "SHARE", "the error to reach: 1e-2 or 1%", FLAG_SHARE, .offset = offsetof(OptionValues, error), .min = 1e-12,
     .max = 0.99},
    {"of", 0, "step|trajectory", "which error: of a step, relative to its start, or of the trajectory (step)", FLAG_CHOICE,
     .offset = offsetof(OptionValues, of), .choices = ADVISE_OF_NAMES},
    {"time", 't', "S", "time budget in seconds, including the reference (120)", FLAG_REAL, .offset = offsetof(OptionValues, budget_s),
     .min = 1, .max = 1e7},
    {"output", 'o', "DB", "keep the measurements; the same command then continues", FLAG_PATH, .offset = offsetof(OptionValues, database)},
    {"figure", 'f', "PATH", "write PATH.svg, .pdf, .csv, .gp and .dat: error against time (NAME-error with -o NAME.db)", FLAG_PATH,
     .offset = offsetof(OptionValues, figure)},
    FORMAT_FLAG(OptionValues, format, 0),
    CASE_FLAGS(OptionValues, flags, ",...", ""),
    {0}};

// ---- measuring ----

static Status measure(void *user, const Experiment *experiment, const char *what, double limit_s, bool *over)
{
    const Files *files = user;
    Progress     progress;
    RunState     state;
    TRY(progress_create(stderr, experiment, &progress));
    progress.shared_printed = true; // advise prints them itself
    if (what)
        progress_say(&progress, what);
    RunWatcher watcher = progress_watcher(&progress);
    watcher.condition = NULL; // trials use few iterations on purpose, so their warnings are not printed
    watcher.found = NULL;
    const RunSettings settings = {.experiment = experiment,
                                  .path = files->text,
                                  .database = files->database,
                                  .timeout_s = limit_s,
                                  .limit_s = limit_s,
                                  .seed = (int64_t)time(NULL) % INT_MAX + 1,
                                  .system = system_root(),
                                  .options = "advise",
                                  .watcher = watcher};
    const int64_t     begun = clock_ns();
    const Status      status = run_experiment(&settings, &state);
    const bool        limit = (double)(clock_ns() - begun) * 1e-9 >= limit_s;
    progress_clear(&progress);
    progress_destroy(&progress);
    *over = status.code == STATUS_TIMEOUT || (status.code == STATUS_INCOMPLETE && limit);
    return *over || status.code == STATUS_INCOMPLETE ? status_ok() : status; // failures are in the store
}

// ---- files ----

static void close_files(const Files *files)
{
    char references[ADVISE_PATH];
    if (!*files->temporary)
        return;
    snprintf(references, sizeof references, "%s/advise.references", files->temporary);
    file_remove_folder(references);
    file_remove_folder(files->temporary);
}

// Splits a path into its folder, with the slash, and the name.
static const char *cut_path(const char *path, char folder[ADVISE_PATH])
{
    const char *slash = strrchr(path, '/');
    snprintf(folder, ADVISE_PATH, "%.*s", slash ? (int)(slash - path) + 1 : 2, slash ? path : "./");
    return slash ? slash + 1 : path;
}

static Status place_figure(const OptionValues *w, Files *files)
{
    const char *path = w->figure ? w->figure : w->database;
    if (!path)
        return status_ok();
    if (strlen(path) >= ADVISE_PATH)
        return status_make(STATUS_USAGE, "advise: the path of --%s is too long; use a shorter one", w->figure ? "figure" : "output");
    char name[ADVISE_PATH + 8];
    snprintf(name, sizeof name, "%s", cut_path(path, files->folder));
    if (!w->figure)
        memcpy(name + run_database_stem(name), "-error", sizeof "-error");
    if (text_is_file_name(name))
        snprintf(files->figure, sizeof files->figure, "%.*s", (int)sizeof files->figure - 1, name);
    else if (w->figure)
        return status_make(
            STATUS_USAGE,
            "advise: `%.100s` is not a valid file name; use at most %d letters, digits, _ and - after the folder of --figure,"
            " and no - at the start",
            name, TEXT_FILE_NAME_MAX);
    return status_ok();
}

// Does not overwrite an experiment that weft advise did not write.
static Status check_text(const char *path)
{
    enum { LARGEST = 1 << 28 };
    char  *text = NULL;
    size_t size = 0;
    if (access(path, F_OK) != 0)
        return status_ok();
    TRY(file_read(path, LARGEST, &text, &size));
    const bool own = strncmp(text, ADVISE_MARK, strlen(ADVISE_MARK)) == 0;
    free(text);
    return own ? status_ok()
               : status_make(STATUS_USAGE, "advise: %.300s exists and weft advise did not write it; give another --output", path);
}

static Status open_files(const OptionValues *w, Files *files)
{
    *files = (Files){0};
    TRY(place_figure(w, files));
    if (w->database) {
        TRY(database_path(w->database, "advise", false, files->database, sizeof files->database));
        if (snprintf(files->text, sizeof files->text, "%.*s.yaml", run_database_stem(w->database), w->database) >= (int)sizeof files->text)
            return status_make(STATUS_USAGE, "advise: the path of --output is too long; use a shorter one");
        return check_text(files->text);
    }
    const Status made = file_make_temporary_folder("the measurements", files->temporary, sizeof files->temporary);
    if (made.code != STATUS_OK)
        return status_make(made.code, "advise: %s, or give a database with -o", made.text);
    snprintf(files->database, sizeof files->database, "%s/advise.db", files->temporary);
    snprintf(files->text, sizeof files->text, "%s/advise.yaml", files->temporary);
    return status_ok();
}

// ---- results ----

static Status draw(const Files *files, const Advice *advice)
{
    STORE *store = NULL;
    if (!*files->figure)
        return status_ok();
    TRY(store_open(files->database, STORE_READ, &store));
    const Status status =
        report_figure(store, &(ReportFigure){.experiment = "advise", .text = advice->figure, .folder = files->folder}, stderr);
    if (status.code == STATUS_OK)
        fprintf(stderr, "figure: %s%s.svg\n", strcmp(files->folder, "./") == 0 ? "" : files->folder, files->figure);
    return status;
}

static Status conclude(const OptionValues *w, const AdviseSettings *settings, const Files *files, const Advice *advice)
{
    if (w->format == FORMAT_JSON)
        TRY(advise_print_json(settings, advice));
    else
        advise_print(settings, advice);
    fflush(stdout);
    const Status drawn = draw(files, advice);
    if (advice->reached == 0)
        return status_make(STATUS_INCOMPLETE, "no candidate reaches the error%s; use a larger --error%s%s",
                           advice->over ? " within --time" : "", advice->over ? " or --time" : "",
                           w->database ? "; all measurements are in the database" : "");
    if (drawn.code != STATUS_OK && !w->figure) { // the user did not request a figure
        fprintf(stderr, "weft: no figure: %s\n", drawn.text);
        return status_ok();
    }
    return drawn;
}

static Status advise(const OptionValues *w, const AdviseSettings *settings, const Files *files)
{
    Advice  advice;
    Signals signals;
    TRY(signals_open(&signals)); // each run handles its own signals; a signal between two runs ends the next
    Status status = advise_make(settings, &advice);
    signals_close(&signals);
    if (status.code == STATUS_INTERRUPTED && !w->database)
        return status_make(STATUS_INTERRUPTED, "stopped by a signal; without -o no measurement is kept");
    TRY(status);
    status = conclude(w, settings, files, &advice);
    advise_destroy(&advice);
    return status;
}

static Status run(Options *options)
{
    OptionValues w = {.flags.command = "advise", .budget_s = 120};
    OptionTexts  sets;
    Files        files;
    TRY(options_read(options, &w, 1, 1));
    w.flags.scene = options_argument(options, 0);
    if (!(w.error > 0))
        return status_make(STATUS_USAGE, "advise: --error is missing; give the error to reach, for example --error 1e-2");
    TRY(case_flags_sets(&w.flags, &sets)); // refuses settings that are given twice
    TRY(open_files(&w, &files));
    const AdviseSettings settings = {.scene = w.flags.scene,
                                     .steps = w.flags.steps,
                                     .dt = w.flags.dt,
                                     .solvers = w.flags.solver,
                                     .linsys = w.flags.linsys,
                                     .threads = w.flags.threads,
                                     .precisions = w.flags.precision,
                                     .sets = w.flags.sets.texts,
                                     .set_count = w.flags.sets.count,
                                     .error = w.error,
                                     .of = (AdviseOf)w.of,
                                     .budget_s = w.budget_s,
                                     .database = files.database,
                                     .path = files.text,
                                     .figure = *files.figure ? files.figure : NULL,
                                     .measure = measure,
                                     .user = &files};
    const Status         status = advise(&w, &settings, &files);
    close_files(&files);
    return status;
}

const Command command_advise = {.name = "advise",
                                .arguments = "SCENE --error SHARE [--of step|trajectory] [--time S]\n"
                                             "       [-o DB] [--figure PATH] [--solver NAME,...] [--threads N,...]\n"
                                             "       [--precision f64,f32] [--linsys NAME,...] [--steps N] [--set KEY=V]...",
                                .summary = "find the fastest solver and settings for a given error",
                                .flags = FLAGS,
                                .details = "Tries every solver that accepts the scene, in double precision, on one thread\n"
                                           "and on all processing units. --solver, --precision, --threads and --linsys\n"
                                           "choose others. One probe of each setting records the error and the time at\n"
                                           "every iteration. Settings that can no longer be the fastest are dropped.\n"
                                           "Settings near the best are then timed in processes that take turns. Where\n"
                                           "their intervals overlap, neither counts as faster.\n"
                                           "The exit code is 8 if no setting reaches the error. With -o NAME.db the same\n"
                                           "command continues after an interruption, `weft report NAME.db` shows all\n"
                                           "measurements, and NAME.yaml is the experiment.\n"
                                           "Example: weft advise cloth --error 1e-2 --set scene.n=32 -o advice.db\n",
                                .run = run};
