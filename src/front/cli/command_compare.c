// weft compare: two builds, case by case, from two databases or one, or measured now.
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/private/command.h"
#include "cli/private/database.h"
#include "cli/private/progress.h"
#include "judge/compare.h"

typedef struct OptionValues {
    OptionTexts builds, sets;
    const char *database;
    double      threshold, timeout_s;
    int         processes, format;
    bool        strict, run;
} OptionValues;

static const char *const FORMATS[] = {[COMPARE_TEXT] = "text", [COMPARE_JSON] = "json", [COMPARE_MARKDOWN] = "markdown", NULL};

// For each case and side. With fewer, a build can differ from itself if its processes have two modes.
enum { PROCESSES = 7, TIMEOUT_S = 600 };

static const Flag FLAGS[] = {
    {"build", 'b', "A=HASH", "build of side A (or B): first digits of its hash or commit (the build that measured last)", FLAG_TEXTS,
     .offset = offsetof(OptionValues, builds)},
    {"threshold", 'T', "SHARE", "smallest relevant change of time (3%)", FLAG_SHARE, .offset = offsetof(OptionValues, threshold), .min = 0,
     .max = 10},
    {"format", 'f', "NAME", "text, json or markdown (text)", FLAG_CHOICE, .offset = offsetof(OptionValues, format), .choices = FORMATS},
    {"strict", 'S', NULL, "exit code 13 for unresolved cases, too", FLAG_SWITCH, .offset = offsetof(OptionValues, strict)},
    {"run", 'R', NULL, "measure now: A and B are folders of worker programs, or worker programs", FLAG_SWITCH,
     .offset = offsetof(OptionValues, run)},
    {"output", 'o', "DB", "with --run: the database (results/NAME-compare.db)", FLAG_PATH, .offset = offsetof(OptionValues, database)},
    {"reps", 'r', "N", "with --run: processes of each case on each side (7)", FLAG_INT, .offset = offsetof(OptionValues, processes),
     .min = 1, .max = 10000},
    {"set", 's', "KEY=V,V", "with --run: as in `weft run`", FLAG_TEXTS, .offset = offsetof(OptionValues, sets)},
    {"timeout", 't', "S", "with --run: time limit of a case in seconds (600)", FLAG_REAL, .offset = offsetof(OptionValues, timeout_s),
     .min = 0.001, .max = 1e7},
    {0}};

static Status read_builds(const OptionTexts *builds, CompareSettings *settings)
{
    for (int i = 0; i < builds->count; i++) {
        const char *text = builds->texts[i];
        if ((*text != 'A' && *text != 'B') || text[1] != '=' || !text[2])
            return status_make(STATUS_USAGE, "compare: --build must be A=HASH or B=HASH, not `%.60s`", text);
        settings->sides[*text - 'A'].build = text + 2;
    }
    return status_ok();
}

// ---- from databases ----

// paths[1]: NULL or the same path: both sides are in one database.
static Status compare_databases(const char *const paths[2], CompareSettings *settings)
{
    STORE     *first = NULL, *second = NULL;
    const bool one = !paths[1] || strcmp(paths[0], paths[1]) == 0;
    TRY(database_open(paths[0], STORE_READ, &first));
    TRY(store_need_one_machine(first, "compare the databases that were merged"));
    if (!one) {
        TRY(database_open(paths[1], STORE_READ, &second));
        TRY(store_need_one_machine(second, "compare the databases that were merged"));
    }
    for (int s = 0; s < 2; s++) {
        settings->sides[s].store = one || s == 0 ? first : second;
        settings->sides[s].path = settings->sides[s].path ? settings->sides[s].path : paths[one ? 0 : s];
    }
    return compare_write(settings, stdout);
}

// ---- measured now ----

// The folder of a program, or the folder itself.
static Status worker_folder_of(const char *path, char *out, size_t size)
{
    struct stat info;
    if (stat(path, &info) != 0 || strlen(path) >= size)
        return status_make(STATUS_IO, "%.300s: no such folder or program; give two of them and an experiment after --run", path);
    snprintf(out, size, "%s", path);
    if (!S_ISDIR(info.st_mode)) {
        const char *folder = dirname(out); // in out, or "."
        memmove(out, folder, strlen(folder) + 1);
    }
    return status_ok();
}

static Status measure(const OptionValues *values, const char *path, const char *const folders[2], const Experiment *experiment,
                      CompareSettings *settings)
{
    char name[256], database[1024];
    snprintf(name, sizeof name, "%.200s-compare", experiment->name);
    TRY(database_path(values->database, name, true, database, sizeof database));
    RunState     state;
    RunSettings  run = {.experiment = experiment,
                        .path = path,
                        .database = database,
                        .timeout_s = values->timeout_s > 0 ? values->timeout_s : TIMEOUT_S,
                        .options = "compare --run",
                        .workers = {folders[0], folders[1]}};
    const Status status = progress_run(&run, &state);
    if (status.code != STATUS_OK && status.code != STATUS_INCOMPLETE)
        return status;
    if (!state.started[0] || !state.started[1]) // measurements of an earlier run are from other programs
        return status.code != STATUS_OK ? status
                                        : status_make(STATUS_INCOMPLETE, "no process of %s was started; `weft status` shows why",
                                                      settings->sides[state.started[0] ? 1 : 0].path);
    const Status compared = compare_databases((const char *[2]){database, NULL}, settings);
    return compared.code == STATUS_OK ? status : compared;
}

static Status compare_run(const OptionValues *values, const Options *options, CompareSettings *settings)
{
    char        folders[2][1024];
    const char *workers[2] = {folders[0], folders[1]};
    for (int s = 0; s < 2; s++) {
        settings->sides[s].path = options_argument(options, s);
        TRY(worker_folder_of(settings->sides[s].path, folders[s], sizeof folders[s]));
    }
    const ExperimentSettings                   file = {.path = options_argument(options, 2),
                                                       .sets = values->sets.texts,
                                                       .set_count = values->sets.count,
                                                       .timed = values->processes ? values->processes : PROCESSES};
    GNU_CLEANUP(experiment_destroy) Experiment experiment = {0};
    TRY(experiment_read(&file, &experiment));
    return measure(values, file.path, workers, &experiment, settings);
}

static Status run(Options *options)
{
    OptionValues    values = {.threshold = 0.03};
    CompareSettings settings = {.threshold = 0};
    TRY(options_read(options, &values, 1, 3));
    const char *paths[3] = {options_argument(options, 0), options_argument(options, 1), options_argument(options, 2)};
    TRY(read_builds(&values.builds, &settings));
    settings.format = (CompareFormat)values.format;
    settings.threshold = values.threshold;
    settings.strict = values.strict;
    if (values.run != (paths[2] != NULL) || (values.run && values.builds.count))
        return status_make(STATUS_USAGE,
                           "compare: give two databases, or --run with two folders of programs and an experiment; usage: weft compare %s",
                           options->command->arguments);
    if (!values.run && (values.database || values.processes || values.sets.count || values.timeout_s > 0))
        return status_make(STATUS_USAGE, "compare: -o, --reps, --set and --timeout need --run");
    if (values.run)
        return compare_run(&values, options, &settings);
    return compare_databases(paths, &settings);
}

const Command command_compare = {.name = "compare",
                                 .arguments = "A [B] [--build A=HASH] [--build B=HASH] [--threshold SHARE]\n"
                                              "       [--format NAME] [--strict]\n"
                                              "       weft compare --run A B FILE [-o DB] [--reps N] [--set KEY=V,V]...\n"
                                              "       [--timeout S] [--threshold SHARE] ...",
                                 .summary = "compare two builds: time, errors, iterations, memory, bits",
                                 .flags = FLAGS,
                                 .details = "A and B are databases. With one database, both builds come from it: those that\n"
                                            "--run measured side by side, or those that --build names.\n"
                                            "--run measures the experiment FILE with the programs of A and B in turn,\n"
                                            "process by process, so that a change of the machine affects both alike.\n"
                                            "The result of each case:\n"
                                            "  slower, faster  the times differ (level 5 % for all cases together), and their\n"
                                            "                  ratio differs from 1 by more than the threshold\n"
                                            "  same            the 95 % interval of the ratio lies within the threshold\n"
                                            "  unresolved      neither: more processes are needed\n"
                                            "The exit code is 13 if a case is slower in B, fails there, or has a larger error\n"
                                            "(by 1 %), more iterations or more memory (by 5 %).\n",
                                 .run = run};
