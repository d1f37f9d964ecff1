// weft plan: the cases of an experiment, and how long they will take, without running them.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/label_set.h"
#include "base/text.h"
#include "cli/private/case_flags.h"
#include "cli/private/database.h"
#include "cli/private/terminal.h"
#include "machine/environment.h"
#include "run/forecast.h"
#include "run/run.h"
#include "run/worker_file.h"

typedef struct Wanted {
    CaseFlags   flags;
    const char *database;
    int         timed;
    bool        vary;
} Wanted;

static const Flag FLAGS[] = {{"output", 'o', "DB", "the database, as in `weft run`: what it has, and from which the time is known",
                              FLAG_PATH, .offset = offsetof(Wanted, database)},
                             CASE_FLAGS(Wanted, flags, ",...", ",..."),
                             {"vary", 'v', NULL, "the variations of the file, too, under which its claims are judged again", FLAG_SWITCH,
                              .offset = offsetof(Wanted, vary)},
                             {"reps", 'r', "N", "processes that run the timed pass of each case", FLAG_INT,
                              .offset = offsetof(Wanted, timed), .min = 1, .max = 10000},
                             {0}};

// The database, the present workers, and what is known of the cases.
typedef struct Known {
    char       path[1024];
    Store     *store; // NULL: none
    WorkerFile workers[PRECISION_COUNT];
    Forecast   forecast;
    LabelSet   labels;
    json_t    *printed; // keys: an earlier block that has the same case measures it
} Known;

enum { TIME_TEXT = 1200 };

// What a run of the experiment would still do.
typedef struct Left {
    int    cases, varied, unknown; // unknown: of the cases, those of which nothing is known
    double seconds[FORECAST_SAME + 1];
} Left;

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a plan");
}

// The database that `weft run` would write, if it is there; one that was named must be.
static Status open_known(const Wanted *wanted, const Experiment *e, Known *known)
{
    TRY(database_path(wanted->database, e->name, false, known->path, sizeof known->path));
    if (!wanted->database && access(known->path, F_OK) != 0)
        return status_ok();
    TRY(store_open(known->path, STORE_READ, &known->store));
    for (int p = 0; p < PRECISION_COUNT; p++)
        TRY(worker_file((Precision)p, &known->workers[p]));
    return status_ok();
}

static Status read_known(const Experiment *e, Known *known)
{
    const char **labels = calloc((size_t)e->case_count + 1, sizeof *labels);
    known->printed = json_object();
    Status status = labels && known->printed ? forecast_create(e->case_count, &known->forecast) : no_memory();
    for (int i = 0; i < e->case_count && status.code == STATUS_OK; i++) {
        int64_t id = 0;
        labels[i] = e->cases[i].label;
        if (known->store)
            status = store_find_case(known->store, e->cases[i].setup.key, &id);
        known->forecast.cases[i] = forecast_case(&e->cases[i].setup, id);
    }
    if (status.code == STATUS_OK)
        status = label_set_create(labels, e->case_count, &known->labels);
    free(labels);
    if (status.code == STATUS_OK)
        status = forecast_read(known->store, &known->forecast);
    return status;
}

static void close_known(Known *known)
{
    store_close(known->store);
    forecast_destroy(&known->forecast);
    label_set_destroy(&known->labels);
    json_decref(known->printed);
}

static const char *variation_of(const Experiment *e, int index)
{
    const int number = e->cases[index].variation;
    return number ? e->variations[number - 1].name : "";
}

static int longest_block(const Experiment *e)
{
    int longest = 0;
    for (int i = 0; i < e->case_count; i++) {
        const int length = (int)text_characters(e->cases[i].block);
        longest = length > longest ? length : longest;
    }
    return longest;
}

// "1:20", "8.3 s"; scaled: "~1:20".
static void format_time(double seconds, bool scaled, char *out, size_t size)
{
    const char *sign = scaled ? "~" : "";
    const long  whole = (long)(seconds + 0.5);
    if (seconds < 59.5)
        snprintf(out, size, seconds < 9.95 ? "%s%.1f s" : "%s%.0f s", sign, seconds);
    else if (whole < 3600)
        snprintf(out, size, "%s%ld:%02ld", sign, whole / 60, whole % 60);
    else
        snprintf(out, size, "%s%ld:%02ld:%02ld", sign, whole / 3600, whole / 60 % 60, whole % 60);
}

// How long what is wanted of a case will take, as text, "" for nothing.
static void forecast(const Known *known, int index, const int wanted[PASS_COUNT], Left *left, char *out, size_t size)
{
    ForecastGround ground = FORECAST_UNKNOWN;
    const double   seconds = forecast_repetitions(&known->forecast, index, wanted, &ground);
    *out = '\0';
    left->unknown += ground == FORECAST_UNKNOWN;
    if (ground == FORECAST_UNKNOWN)
        snprintf(out, size, "?");
    else
        format_time(seconds, ground == FORECAST_WORK, out, size);
    if (ground != FORECAST_UNKNOWN)
        left->seconds[ground] += seconds;
}

// What the store has of a case from the present build.
static Status read_progress(const Known *known, int index, const Case *setup, CaseStatus *status, int done[PASS_COUNT])
{
    char    hash[HASH_TEXT];
    int64_t build;
    worker_build_hash(&known->workers[setup->precision], setup->solver, hash);
    TRY(store_find_build(known->store, hash, &build));
    return store_case_progress(known->store, known->forecast.cases[index].id, build, status, done);
}

static Status print_case(const Experiment *e, const Known *known, int index, int block_width, Left *left)
{
    const PlannedCase *planned = &e->cases[index];
    const int          columns = terminal_columns(stdout);
    CaseStatus         status = CASE_PENDING;
    int                done[PASS_COUNT] = {0}, wanted[PASS_COUNT], used = 0;
    char               time[32] = "", label[256];
    if (known->forecast.cases[index].id)
        TRY(read_progress(known, index, &planned->setup, &status, done));
    const bool todo = run_wanted(planned, status, done, wanted);
    left->cases += todo;
    left->varied += planned->variation > 0;
    if (todo && !json_object_get(known->printed, planned->setup.key))
        forecast(known, index, wanted, left, time, sizeof time);
    if (json_object_set_new(known->printed, planned->setup.key, json_true()))
        return no_memory();
    used += printf("%4d  %.8s  ", index + 1, planned->setup.key);
    if (known->store)
        used += printf("%-11s  %7s  ", todo && case_status_stage(status) == CASE_WHOLE ? "more" : case_status_name(status), time);
    used += printf("%s%*s  ", planned->block, block_width - (int)text_characters(planned->block), "");
    label_set_text(&known->labels, index, columns ? columns - used : (int)sizeof label - 1, label, sizeof label);
    printf("%s%s%s\n", label, *variation_of(e, index) ? ", varied: " : "", variation_of(e, index));
    return status_ok();
}

// Reference trajectories that are not there yet.
static Status count_references(const Experiment *e, const Known *known, int *count)
{
    json_t *paths = json_object();
    Status  status = paths ? status_ok() : no_memory();
    for (int i = 0; i < e->case_count; i++)
        for (int use = 0; use < REFERENCE_USES && status.code == STATUS_OK; use++) {
            char path[REFERENCE_PATH_MAX];
            if (!*e->cases[i].references[use])
                continue;
            status = run_reference_path(known->path, known->workers[PRECISION_F64].hash, e->cases[i].references[use], path);
            if (status.code == STATUS_OK && access(path, R_OK) != 0 && json_object_set_new(paths, path, json_true()))
                status = no_memory();
        }
    *count = (int)json_object_size(paths);
    json_decref(paths);
    return status;
}

static void append(char text[TIME_TEXT], const char *format, ...) GNU_PRINTF(2, 3);
static void append(char text[TIME_TEXT], const char *format, ...)
{
    const size_t used = strlen(text);
    va_list      arguments;
    va_start(arguments, format);
    vsnprintf(text + used, TIME_TEXT - used, format, arguments);
    va_end(arguments);
}

// What is in the sum, and what is not.
static void append_grounds(const Left *left, int references, char text[TIME_TEXT])
{
    const double same = left->seconds[FORECAST_SAME], work = left->seconds[FORECAST_WORK];
    char         time[32];
    format_time(same, false, time, sizeof time);
    if (same > 0)
        append(text, " %s from repetitions of the same cases%s", time, work > 0 ? "," : "");
    format_time(work, true, time, sizeof time);
    if (work > 0)
        append(text, " %s from other cases of the same solver and linear system, by steps × substeps × iterations × constraints", time);
    if (left->unknown)
        append(text, "; without %d case%s, of which nothing is known", left->unknown, left->unknown == 1 ? "" : "s");
    if (references)
        append(text, "; without %d reference%s, whose time is not recorded", references, references == 1 ? "" : "s");
}

// The time, and from what it is known.
static Status print_time(const Experiment *e, const Known *known, const Left *left)
{
    const double seconds = left->seconds[FORECAST_SAME] + left->seconds[FORECAST_WORK];
    char         time[32], text[TIME_TEXT] = "time: ";
    int          references = 0;
    TRY(count_references(e, known, &references));
    format_time(seconds, false, time, sizeof time);
    if (seconds > 0) {
        append(text, "%s %s by %.300s:", left->unknown ? "more than" : "about", time, known->path);
        append_grounds(left, references, text);
    } else {
        append(text, "not known: %.300s %s; the first round of `weft run` tells", known->path,
               known->store ? "has no time of these cases, nor of others of their solvers on scenes that were built" : "is not there");
    }
    text_put_wrapped(text, 0, 0, TERMINAL_COLUMNS_MOST, stdout);
    return status_ok();
}

static void print_beyond(const Experiment *e)
{
    const int pus = environment_pus();
    int       beyond = 0;
    for (int i = 0; i < e->case_count; i++)
        beyond += param_int(&e->cases[i].setup.params, "threads") > pus;
    if (beyond == 0)
        return;
    char text[200];
    snprintf(text, sizeof text,
             "%d of them with more threads than the %d processing unit%s of this machine: `weft run` refuses them; --set threads=%d",
             beyond, pus, pus == 1 ? "" : "s", pus);
    text_put_wrapped(text, 0, 0, TERMINAL_COLUMNS_MOST, stdout);
}

// Cases whose linear system loads a library that is not on this machine.
static void print_missing(const Experiment *e)
{
    for (int s = 0; linsys_at(s); s++) {
        const Status status = linsys_at(s)->present ? linsys_at(s)->present() : status_ok();
        int          count = 0;
        char         text[700];
        for (int i = 0; i < e->case_count && status.code != STATUS_OK; i++)
            count += e->cases[i].setup.linsys == linsys_at(s) && e->cases[i].setup.solver->uses_linsys;
        snprintf(text, sizeof text, "%d of them will be refused: %s", count, status.text);
        if (count)
            text_put_wrapped(text, 0, 0, TERMINAL_COLUMNS_MOST, stdout);
    }
}

static Status print_plan(const Experiment *e, const Known *known)
{
    const int width = longest_block(e);
    Left      left = {0};
    if (*known->labels.shared)
        printf("all cases: %s\n", known->labels.shared);
    for (int i = 0; i < e->case_count; i++)
        TRY(print_case(e, known, i, width, &left));
    if (e->variation_count)
        printf("%d case%s of %d variation%s\n", left.varied, left.varied == 1 ? "" : "s", e->variation_count,
               e->variation_count == 1 ? "" : "s");
    printf("%d block%s, %d case%s, %d to measure\n", e->block_count, e->block_count == 1 ? "" : "s", e->case_count,
           e->case_count == 1 ? "" : "s", left.cases);
    print_beyond(e);
    print_missing(e);
    return left.cases ? print_time(e, known, &left) : status_ok();
}

static Status run(Options *options)
{
    Wanted      wanted = {.flags.command = "plan"};
    OptionTexts sets;
    Experiment  experiment;
    Known       known = {0};
    TRY(options_read(options, &wanted, 1, 1));
    TRY(case_flags_sets(&wanted.flags, &sets));
    const ExperimentSettings settings = {.path = options_argument(options, 0),
                                         .sets = sets.texts,
                                         .set_count = sets.count,
                                         .timed = wanted.timed,
                                         .vary = wanted.vary,
                                         .any_machine = true};
    TRY(experiment_read(&settings, &experiment));
    Status status = open_known(&wanted, &experiment, &known);
    if (status.code == STATUS_OK)
        status = read_known(&experiment, &known);
    if (status.code == STATUS_OK)
        status = print_plan(&experiment, &known);
    close_known(&known);
    experiment_destroy(&experiment);
    return status;
}

const Command command_plan = {.name = "plan",
                              .arguments = "FILE [-o DB] [--set KEY=V,V]... [--vary] [--reps N]",
                              .summary = "print the cases of an experiment, and how long they will take, without running them",
                              .flags = FLAGS,
                              .run = run};
