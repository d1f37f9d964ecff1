#include "bundle/private/bundle_plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "experiment/stored_cases.h"
#include "run/forecast.h"
#include "store/sql.h"

enum { RUNS_MAX = 256 };

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for the plan of a bundle");
}

const char *bundle_form_name(BundleForm form)
{
    return form == BUNDLE_SHORT ? "short" : "full";
}

// ---- what the store says ----

static Status read_whole(const char *text, BundleRun *run)
{
    int64_t processes = 0;
    if (!text_to_int(text, &processes) || processes < 1 || processes > 10000)
        return status_make(STATUS_INPUT, "`%s`: a call has `--reps %.40s`, which must be a whole number in 1 … 10000", run->name, text);
    run->processes = processes > run->processes ? (int)processes : run->processes;
    return status_ok();
}

static Status add_set(BundleRun *run, char *set)
{
    for (int i = 0; i < run->set_count; i++)
        if (strcmp(run->sets[i], set) == 0)
            return status_ok();
    if (run->set_count == BUNDLE_SETS_MAX)
        return status_make(STATUS_INPUT, "`%s`: was measured with more than %d --set", run->name, BUNDLE_SETS_MAX);
    run->sets[run->set_count++] = set;
    return status_ok();
}

// All calls of a text have the same sets, since they are in its hash. A flag begins with " --"; what strict runs note behind the options of
// a call does not matter here.
static Status read_options(BundleRun *run)
{
    for (char *next = run->options, *at = NULL; next;) {
        at = next;
        next = strstr(at, " --");
        if (next)
            *next++ = '\0';
        if (strncmp(at, "--set ", 6) == 0)
            TRY(add_set(run, at + 6));
        else if (strncmp(at, "--reps ", 7) == 0)
            TRY(read_whole(at + 7, run));
        else if (strcmp(at, "--vary") == 0)
            run->varied = true;
    }
    return status_ok();
}

static Status read_run(sqlite3_stmt *query, BundleRun *run)
{
    char **const texts[] = {&run->name, &run->path, &run->text, &run->hash, &run->options};
    *run =
        (BundleRun){.id = sqlite3_column_int64(query, 0), .recorded = sqlite3_column_int(query, 6) != 0, .calls_s = sql_number(query, 7)};
    for (int i = 0; i < 5; i++) {
        const char *text = "";
        TRY(sql_text(query, i + 1, &text));
        *texts[i] = strdup(text);
        if (!*texts[i])
            return no_memory();
    }
    if (!text_is_file_name(run->name))
        return status_make(STATUS_INPUT, "the store has an experiment whose name is no name of a file: %.80s", run->name);
    return read_options(run);
}

static Status read_runs(sqlite3_stmt *query, BundlePlan *out)
{
    int code = SQLITE_DONE;
    while ((code = sqlite3_step(query)) == SQLITE_ROW) {
        if (out->count == RUNS_MAX)
            return status_make(STATUS_LIMIT, "the store has more than %d experiments", RUNS_MAX);
        TRY(read_run(query, &out->runs[out->count++]));
    }
    return code == SQLITE_DONE ? status_ok() : sql_error(sqlite3_db_handle(query), "cannot be read");
}

Status bundle_plan_read(Store *store, BundlePlan *out)
{
    static const char QUERY[] =
        "SELECT id, name, path, text, hash,"
        " (SELECT coalesce(group_concat(options, ' '), '') FROM (SELECT options FROM run WHERE experiment_id = e.id ORDER BY id)),"
        " EXISTS (SELECT 1 FROM plan JOIN parameter USING (case_id)"
        "         WHERE experiment_id = e.id AND parameter.name = 'solver' AND value = 'recorded'),"
        " (SELECT coalesce(sum(unixepoch(coalesce(ended, (SELECT max(p.started) FROM process AS p WHERE p.run_id = r.id), started))"
        "  - unixepoch(started)), 0) FROM run AS r WHERE experiment_id = e.id)"
        " FROM experiment AS e WHERE id IN (SELECT max(id) FROM experiment GROUP BY name) ORDER BY id";
    sqlite3_stmt *query = NULL;
    *out = (BundlePlan){.runs = calloc(RUNS_MAX, sizeof *out->runs)};
    Status status = out->runs ? sql_prepare(store_handle(store), QUERY, &query) : no_memory();
    if (status.code == STATUS_OK)
        status = read_runs(query, out);
    sqlite3_finalize(query);
    if (status.code == STATUS_OK && out->count == 0)
        status = status_make(STATUS_INPUT, "the database has no experiment yet; `weft run EXPERIMENT.yaml` adds one");
    if (status.code != STATUS_OK)
        bundle_plan_destroy(out);
    return status;
}

void bundle_plan_destroy(BundlePlan *plan)
{
    for (int i = 0; plan->runs && i < plan->count; i++) {
        free(plan->runs[i].name);
        free(plan->runs[i].path);
        free(plan->runs[i].text);
        free(plan->runs[i].hash);
        free(plan->runs[i].options);
    }
    free(plan->runs);
    *plan = (BundlePlan){0};
}

// ---- the forms ----

Status bundle_plan_experiment(Store *store, const BundleRun *run, BundleForm form, const char *path, Experiment *out)
{
    const char *sets[BUNDLE_SETS_MAX];
    for (int i = 0; i < run->set_count; i++)
        sets[i] = run->sets[i];
    const ExperimentSettings settings = {.path = path,
                                         .sets = sets,
                                         .set_count = run->set_count,
                                         .timed = form == BUNDLE_FULL ? run->processes : run->timed[BUNDLE_SHORT],
                                         .vary = form == BUNDLE_FULL && run->varied,
                                         .any_machine = true};
    TRY(experiment_read(&settings, out));
    const bool   same = strcmp(out->hash, run->hash) == 0 && strcmp(out->name, run->name) == 0;
    const Status status =
        same
            ? experiment_take_stored(out, store)
            : status_make(STATUS_INPUT, "%s: with the settings of its calls it is not the experiment `%s` that the store was measured with",
                          path, run->name);
    if (status.code != STATUS_OK)
        experiment_destroy(out);
    return status;
}

// A case that comes twice is measured once.
static Status forecast_of(Store *store, const Experiment *e, Forecast *forecast, BundleForm form, BundleRun *run)
{
    json_t *seen = json_object();
    Status  status = seen ? status_ok() : no_memory();
    for (int i = 0; i < e->case_count && status.code == STATUS_OK; i++) {
        int64_t id = 0;
        status = store_find_case(store, e->cases[i].setup.key, &id);
        forecast->cases[i] = forecast_case(&e->cases[i].setup, id);
    }
    if (status.code == STATUS_OK)
        status = forecast_read(store, forecast);
    for (int i = 0; i < e->case_count && status.code == STATUS_OK; i++) {
        ForecastGround ground = FORECAST_UNKNOWN;
        if (json_object_get(seen, e->cases[i].setup.key))
            continue;
        run->seconds[form] += forecast_repetitions(forecast, i, e->cases[i].wanted, &ground);
        run->unknown[form] += ground == FORECAST_UNKNOWN;
        run->cases[form]++;
        if (json_object_set_new(seen, e->cases[i].setup.key, json_true()))
            status = no_memory();
    }
    json_decref(seen);
    return status;
}

static Status add_forecast(Store *store, const Experiment *e, BundleForm form, BundleRun *run)
{
    Forecast forecast = {0};
    Status   status = forecast_create(e->case_count, &forecast);
    if (status.code == STATUS_OK)
        status = forecast_of(store, e, &forecast, form, run);
    forecast_destroy(&forecast);
    return status;
}

static Status count_references(const Experiment *full, int *out)
{
    json_t *references = json_object();
    bool    failed = !references;
    for (int i = 0; i < full->case_count; i++)
        for (int use = 0; use < REFERENCE_USES; use++)
            failed = failed ||
                     (*full->cases[i].references[use] && json_object_set_new(references, full->cases[i].references[use], json_true()) != 0);
    *out = (int)json_object_size(references);
    json_decref(references);
    return failed ? no_memory() : status_ok();
}

static int most_processes(const Experiment *e)
{
    int most = 0;
    for (int i = 0; i < e->case_count; i++)
        most = e->cases[i].wanted[PASS_TIMED] > most ? e->cases[i].wanted[PASS_TIMED] : most;
    return most;
}

Status bundle_plan_forecast(Store *store, BundleRun *run, const char *path, const Experiment *full)
{
    Experiment brief;
    TRY(count_references(full, &run->references));
    run->threads = experiment_threads(full);
    TRY(add_forecast(store, full, BUNDLE_FULL, run));
    run->timed[BUNDLE_FULL] = run->processes;
    run->timed[BUNDLE_SHORT] = most_processes(full) > SHORT_PROCESSES ? SHORT_PROCESSES : run->processes;
    TRY(bundle_plan_experiment(store, run, BUNDLE_SHORT, path, &brief));
    const Status status = add_forecast(store, &brief, BUNDLE_SHORT, run);
    experiment_destroy(&brief);
    return status;
}

// ---- as options ----

Status bundle_plan_options(const BundleRun *run, BundleForm form, char out[BUNDLE_OPTIONS_MAX])
{
    FILE *stream = fmemopen(out, BUNDLE_OPTIONS_MAX, "w");
    if (!stream)
        return no_memory();
    for (int i = 0; i < run->set_count; i++) {
        fputs(" --set ", stream);
        text_put_shell(run->sets[i], stream);
    }
    if (run->varied && form == BUNDLE_FULL)
        fputs(" --vary", stream);
    if (run->timed[form])
        fprintf(stream, " --reps %d", run->timed[form]);
    const long used = ftell(stream);
    if (fclose(stream) != 0 || used + 1 >= BUNDLE_OPTIONS_MAX)
        return status_make(STATUS_INPUT, "`%s`: its options have more than %d bytes", run->name, BUNDLE_OPTIONS_MAX - 2);
    out[used] = '\0';
    return status_ok();
}
