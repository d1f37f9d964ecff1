// weft plan: the cases of an experiment and their expected run time, without running them.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/label_set.h"
#include "base/text.h"
#include "cli/private/case_flags.h"
#include "cli/private/database.h"
#include "cli/private/plan_json.h"
#include "cli/private/plan_look.h"
#include "cli/private/progress.h"
#include "cli/private/terminal.h"
#include "machine/environment.h"

typedef struct OptionValues {
    ExperimentFlags experiment;
    ShareFlags      share;
    const char     *database;
    int             shards, format;
} OptionValues;

static const Flag FLAGS[] = {{"output", 'o', "DB", "the database, as in `weft run`: marks measured cases and improves the predicted time",
                              FLAG_PATH, .offset = offsetof(OptionValues, database)},
                             EXPERIMENT_FLAGS(OptionValues, experiment),
                             {"shards", 0, "N", "show how the cases are dealt to N calls of `weft run --shard`", FLAG_INT,
                              .offset = offsetof(OptionValues, shards), .min = 1, .max = DEAL_SHARDS_MAX},
                             SHARE_FLAGS(OptionValues, share),
                             FORMAT_FLAG(OptionValues, format, 0),
                             {0}};

enum { TIME_TEXT = 1200 };

// The remaining work of a run of the experiment.
typedef struct Left {
    int    cases, varied, unknown; // unknown: cases without any known time
    double seconds[FORECAST_SAME + 1];
} Left;

typedef PlanKnown Known;

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
    char text[32];
    if (seconds < 59.5)
        snprintf(text, sizeof text, seconds < 9.95 ? "%.1f s" : "%.0f s", seconds);
    else
        progress_time(seconds, text, sizeof text);
    snprintf(out, size, "%s%s", scaled ? "~" : "", text);
}

// The expected time of the rest of a case, as text; "" if nothing is left.
static void forecast(const PlanCase *c, Left *left, char *out, size_t size)
{
    *out = '\0';
    if (!c->todo || c->twin)
        return;
    left->unknown += c->ground == FORECAST_UNKNOWN;
    if (c->ground == FORECAST_UNKNOWN)
        snprintf(out, size, "?");
    else
        format_time(c->seconds, c->ground == FORECAST_WORK, out, size);
    if (c->ground != FORECAST_UNKNOWN)
        left->seconds[c->ground] += c->seconds;
}

static void print_case(const Known *known, int index, int block_width, Left *left)
{
    const PlannedCase *planned = &known->experiment->cases[index];
    const PlanCase    *c = &known->cases[index];
    const Deal        *deal = &known->share->deal;
    const int          columns = terminal_columns(stdout);
    const char        *variation = plan_variation(known, index);
    int                used = 0;
    char               time[32] = "", label[256];
    left->cases += c->todo;
    left->varied += planned->variation > 0;
    forecast(c, left, time, sizeof time);
    used += printf("%4d  %.8s  ", index + 1, planned->setup.key);
    if (deal->shards)
        used += printf("%*d/%d  ", snprintf(NULL, 0, "%d", deal->shards), deal->shard[index], deal->shards);
    if (known->store)
        used += printf("%-11s  %7s  ", c->todo && case_status_stage(c->status) == CASE_WHOLE ? "more" : case_status_name(c->status), time);
    used += printf("%s%*s  ", planned->block, block_width - (int)text_characters(planned->block), "");
    label_set_text(&known->labels, index, columns ? columns - used : (int)sizeof label - 1, label, sizeof label);
    printf("%s%s%s\n", label, *variation ? ", varied: " : "", variation);
}

// Each shard with its share of the dealt work and its known time.
static void print_shards(const Known *known)
{
    const Deal *deal = &known->share->deal;
    for (int s = 1; s <= deal->shards; s++) {
        const PlanShard shard = plan_shard(known, s);
        char            time[32] = "";
        format_time(deal->timed ? shard.cost : shard.seconds, true, time, sizeof time);
        printf("shard %d/%d: %d case%s, %.0f %% of the work%s%s%s\n", s, deal->shards, shard.cases, shard.cases == 1 ? "" : "s",
               100 * shard.share, deal->timed || shard.seconds > 0 ? ", " : "",
               deal->timed || shard.seconds <= 0 ? ""
               : shard.unknown                   ? "more than "
                                                 : "",
               deal->timed || shard.seconds > 0 ? time : "");
    }
}

// Missing reference trajectories.
static Status count_references(const Experiment *e, const Known *known, int *count)
{
    json_auto_t *paths = json_object();
    for (int i = 0; i < e->case_count; i++)
        for (int use = 0; use < REFERENCE_USES; use++) {
            char path[REFERENCE_PATH_MAX];
            if (!plan_has(known, i) || !*e->cases[i].references[use])
                continue;
            TRY(run_reference_path(known->path, known->workers[PRECISION_F64].hash, e->cases[i].references[use], path));
            if (access(path, R_OK) != 0 && json_object_set_new(paths, path, json_true()))
                return status_make(STATUS_MEMORY, "out of memory for a plan");
        }
    *count = (int)json_object_size(paths);
    return status_ok();
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

// The parts of the sum, and the omitted cases.
static void append_grounds(const Left *left, int references, char text[TIME_TEXT])
{
    const double same = left->seconds[FORECAST_SAME], work = left->seconds[FORECAST_WORK];
    char         time[32];
    format_time(same, false, time, sizeof time);
    if (same > 0)
        append(text, " %s from repetitions of the same cases%s", time, work > 0 ? "," : "");
    format_time(work, true, time, sizeof time);
    if (work > 0)
        append(text, " %s extrapolated from these by steps × substeps × iterations", time);
    if (left->unknown)
        append(text, "; without %d case%s of unknown time", left->unknown, left->unknown == 1 ? "" : "s");
    if (references)
        append(text, "; without %d reference%s of unknown time", references, references == 1 ? "" : "s");
}

// The time and its source.
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
        append(text, "unknown: %.300s %s; `weft run` prints an estimate after its first round", known->path,
               known->store ? "has no time of these cases" : "does not exist");
    }
    text_put_wrapped(text, 0, 0, TERMINAL_COLUMNS_MAX, stdout);
    return status_ok();
}

static void print_beyond(const Known *known)
{
    const Experiment *e = known->experiment;
    const int         pus = environment_pus();
    int               beyond = 0;
    for (int i = 0; i < e->case_count; i++)
        beyond += plan_has(known, i) && param_int(&e->cases[i].setup.params, "threads") > pus;
    if (beyond == 0)
        return;
    char text[200];
    snprintf(text, sizeof text,
             "%d of them have more threads than the %d processing unit%s of this machine; `weft run` refuses them; use --set threads=%d",
             beyond, pus, pus == 1 ? "" : "s", pus);
    text_put_wrapped(text, 0, 0, TERMINAL_COLUMNS_MAX, stdout);
}

// Cases whose linear system needs a library that this machine lacks.
static void print_missing(const Known *known)
{
    const Experiment *e = known->experiment;
    for (int s = 0; linsys_at(s); s++) {
        const Status status = linsys_at(s)->present ? linsys_at(s)->present() : status_ok();
        int          count = 0;
        char         text[700];
        for (int i = 0; i < e->case_count && status.code != STATUS_OK; i++)
            count += plan_has(known, i) && e->cases[i].setup.linsys == linsys_at(s) && e->cases[i].setup.solver->uses_linsys;
        snprintf(text, sizeof text, "%d of them will be refused: %s", count, status.text);
        if (count)
            text_put_wrapped(text, 0, 0, TERMINAL_COLUMNS_MAX, stdout);
    }
}

static Status print_plan(const Known *known)
{
    const Experiment *e = known->experiment;
    const int         width = longest_block(e);
    Left              left = {0};
    if (*known->labels.shared)
        printf("all cases: %s\n", known->labels.shared);
    for (int i = 0; i < e->case_count; i++)
        if (plan_has(known, i))
            print_case(known, i, width, &left);
    if (e->variation_count)
        printf("%d case%s of %d variation%s\n", left.varied, left.varied == 1 ? "" : "s", e->variation_count,
               e->variation_count == 1 ? "" : "s");
    printf("%d block%s, %d case%s, %d%s to measure\n", e->block_count, e->block_count == 1 ? "" : "s", e->case_count,
           e->case_count == 1 ? "" : "s", left.cases, known->share->has ? " of those shown" : "");
    print_shards(known);
    print_beyond(known);
    print_missing(known);
    return left.cases ? print_time(e, known, &left) : status_ok();
}

static Status print_share(const OptionValues *values, const char *file, const Experiment *e, const Share *share)
{
    GNU_CLEANUP(plan_known_end) Known known;
    const Status                      status = plan_known_create(values->database, e, share, &known);
    if (*known.machine)
        fprintf(stderr, "weft: %s\n", known.machine);
    TRY(status);
    return values->format == FORMAT_JSON ? plan_print_json(&known, file) : print_plan(&known);
}

static Status run(Options *options)
{
    OptionValues                               values = {.experiment.flags.command = "plan"};
    GNU_CLEANUP(experiment_destroy) Experiment experiment = {0};
    GNU_CLEANUP(share_destroy) Share           share = {0};
    TRY(options_read(options, &values, 1, 1));
    if (values.shards && values.share.shard)
        return status_make(STATUS_USAGE, "plan: give either --shard I/N (one shard) or --shards N (all shards)");
    TRY(experiment_flags_read(&values.experiment, options_argument(options, 0), true, &experiment));
    TRY(share_create(&values.share, "plan", values.shards, &experiment, &share));
    return print_share(&values, options_argument(options, 0), &experiment, &share);
}

const Command command_plan = {.name = "plan",
                              .arguments = "FILE [-o DB] [--set KEY=V,V]... [--vary] [--reps N] [--as DB]\n"
                                           "       [--format text|json]\n"
                                           "       [--shards N | --shard I/N [--costs DB] | --case KEY... | --figure NAME]",
                              .summary = "print the cases of an experiment and its expected run time",
                              .flags = FLAGS,
                              .run = run};
