// weft doctor: checks that this machine and this installation can measure. One line per check, with a remedy.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/gnu.h"
#include "base/text.h"
#include "cli/private/command.h"
#include "cli/private/single.h"
#include "cli/private/system_root.h"
#include "cli/private/terminal.h"
#include "machine/counters.h"
#include "machine/environment.h"
#include "machine/fitness.h"
#include "machine/spin.h"
#include "run/machine_rates.h"
#include "run/signals.h"
#include "run/worker_file.h"

typedef struct OptionValues {
    bool rates, strict;
} OptionValues;

static const Flag FLAGS[] = {
    {"rates", 'm', NULL, "measure memory bandwidth by working set size, and the peak floating-point rate, instead", FLAG_SWITCH,
     .offset = offsetof(OptionValues, rates)},
    {"strict", 's', NULL, "exit code 7 if the machine is not fit to measure now", FLAG_SWITCH, .offset = offsetof(OptionValues, strict)},
    {0}};

typedef enum Verdict { VERDICT_OK, VERDICT_WARNING, VERDICT_UNFIT, VERDICT_FAILED } Verdict;

static Verdict say(Verdict verdict, const char *what, const char *text)
{
    static const char *const NAMES[] = {"OK", "warning", "UNFIT", "FAILED"};
    const int                used = printf("%-8s %-15s ", NAMES[verdict], what);
    terminal_put(text, used, used);
    return verdict;
}

// ---- the workers ----

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "?";
}

static Verdict report_worker(const char *what, const WorkerFile *worker, const json_t *rows)
{
    char          text[1400];
    const json_t *environment = single_row(rows, ROW_ENVIRONMENT), *step = single_row(rows, ROW_STEP);
    snprintf(text, sizeof text, "%s  %s, %s, BLAS for %s; one step of a small cloth took %.3g ms", worker->path,
             text_of(environment, "compiler"), text_of(environment, "isa"), text_of(environment, "blas_core"),
             json_number_value(json_object_get(step, "ns")) * 1e-6);
    return say(VERDICT_OK, what, text);
}

static Status make_case(Precision precision, Case *c)
{
    case_init(c, solver_at(0), NULL);
    TRY(case_set(c, "scene", "cloth"));
    TRY(case_set(c, "scene.n", "4")); // few constraints to a pin: no condition is violated
    TRY(case_set(c, "precision", precision_names()[precision]));
    TRY(case_set(c, "steps", "3"));
    return case_resolve(c);
}

// A few steps of a small cloth: the worker starts, reads the scene, solves, and writes rows.
static Verdict check_worker(Precision precision)
{
    Case         c;
    WorkerFile   worker;
    char         what[32];
    json_auto_t *rows = json_array();
    WorkerJob    job = {.setup = &c, .passes = {[PASS_TIMED] = 1}};
    snprintf(what, sizeof what, "worker %s", precision_names()[precision]);
    Status status = rows ? worker_file(precision, &worker) : status_make(STATUS_MEMORY, "out of memory");
    if (status.code == STATUS_OK)
        status = make_case(precision, &c);
    if (status.code == STATUS_OK)
        status = single_run(&job, 60, rows);
    return status.code == STATUS_OK ? report_worker(what, &worker, rows) : say(VERDICT_FAILED, what, status.text);
}

static Verdict check_datasets(void)
{
    char folder[1024], path[1100];
    scene_datasets(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/scenes", folder);
    if (access(path, R_OK) == 0)
        return say(VERDICT_OK, "datasets", folder);
    snprintf(path, sizeof path, "%.900s: contains no scenes; set WEFT_DATASETS to the datasets folder", folder);
    return say(VERDICT_FAILED, "datasets", path);
}

// ---- the libraries ----

static Verdict check_blas(const json_t *environment)
{
    char text[400];
    snprintf(text, sizeof text, "%.200s", text_of(environment, "blas"));
    if (strstr(text, "USE_OPENMP"))
        return say(VERDICT_OK, "BLAS", text);
    strncat(text, ": not the OpenMP build, so its threads compete with weft's threads; install libopenblas0-openmp",
            sizeof text - strlen(text) - 1);
    return say(VERDICT_WARNING, "BLAS", text);
}

// Linear systems whose library is loaded at run time. A missing library affects only cases with that linear system: no warning.
static void check_libraries(void)
{
    for (int i = 0; linsys_at(i); i++) {
        const Status status = linsys_at(i)->present ? linsys_at(i)->present() : status_ok();
        if (linsys_at(i)->present)
            say(VERDICT_OK, linsys_at(i)->name, status.code == STATUS_OK ? "library found" : status.text);
    }
}

static Verdict check_version(const json_t *environment, const char *key, const char *what)
{
    return say(VERDICT_OK, what, text_of(environment, key));
}

// Searches a program on the PATH and writes its path to out.
static bool find_program(const char *name, char *out, size_t size)
{
    const char *path = getenv("PATH");
    for (const char *at = path; at && *at;) {
        const size_t length = strcspn(at, ":");
        snprintf(out, size, "%.*s/%s", (int)length, at, name);
        if (access(out, X_OK) == 0)
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

static Verdict check_gnuplot(void)
{
    char path[1024];
    if (find_program("gnuplot", path, sizeof path))
        return say(VERDICT_OK, "gnuplot", path);
    return say(VERDICT_WARNING, "gnuplot", "not found, so reports have no figures; install gnuplot-nox");
}

// ---- the machine ----

static Verdict check_pus(const json_t *environment)
{
    char       text[400], unset[ENVIRONMENT_ADVICE];
    const int  pus = environment_pus(), cores = (int)json_integer_value(json_object_get(environment, "cores"));
    const bool bound = *environment_unset_binders(unset) && sysconf(_SC_NPROCESSORS_ONLN) > pus;
    snprintf(text, sizeof text, "%d usable, on %d core%s%s%s%s", pus, cores, cores == 1 ? "" : "s", bound ? "; " : "", bound ? unset : "",
             bound ? "because weft binds its threads itself" : "");
    return say(bound ? VERDICT_WARNING : VERDICT_OK, "processors", text);
}

// Prints the present state of the machine. Strict: a condition that prevents a strict run is a failure.
static Verdict check_fitness(const Fitness *fitness, FitnessKind kind, bool strict)
{
    const FitnessFinding *finding = &fitness->findings[kind];
    const FitnessFact    *fact = &FITNESS_FACTS[kind];
    char                  text[500];
    if (finding->state != FITNESS_UNFIT)
        return say(VERDICT_OK, fact->name, finding->value);
    snprintf(text, sizeof text, "%s: %s; %s", finding->value, fact->effect, fact->remedy);
    return say(strict && fact->strict ? VERDICT_UNFIT : VERDICT_WARNING, fact->name, text);
}

// ---- rates of the machine ----

static void print_rate(const json_t *rate)
{
    if (json_is_null(rate))
        printf(" %12s", "-");
    else
        printf(" %12.1f", json_number_value(rate));
}

static void print_rates(const json_t *rates)
{
    size_t        index = 0;
    const json_t *set = NULL, *flops = json_object_get(rates, "flops");
    const int     threads = (int)json_integer_value(json_object_get(rates, "threads"));
    printf("%d thread%s: %.1f Gflop/s in f64, %.1f in f32\n", threads, threads == 1 ? "" : "s",
           json_number_value(json_object_get(flops, "f64")), json_number_value(json_object_get(flops, "f32")));
    printf("%14s %12s %12s %12s\n", "working set", "read GB/s", "update GB/s", "triad GB/s");
    json_array_foreach(json_object_get(rates, "sets"), index, set)
    {
        printf("%10.0f KiB", json_number_value(json_object_get(set, "bytes")) / 1024);
        print_rate(json_object_get(set, "read"));
        print_rate(json_object_get(set, "update"));
        print_rate(json_object_get(set, "triad"));
        putchar('\n');
    }
}

static Status measure_rates(const WorkerFile *worker, int threads)
{
    SpawnResult  result;
    MachineRates rates = {.spawn = {.program = worker->path, .threads = threads, .timeout_s = 600, .signals = -1, .tick_ms = -1}};
    const Status status = machine_rates_measure(&rates, &result);
    if (rates.rates)
        print_rates(rates.rates);
    if (rates.rates && result.message[0])
        printf("%s\n", result.message);
    const bool measured = rates.rates;
    machine_rates_destroy(&rates);
    TRY(status);
    return measured ? status_ok()
                    : status_make(STATUS_ENVIRONMENT, "doctor: the rates of the machine cannot be measured: %s", result.message);
}

// For 1, 2, 4, … threads and all threads of the machine.
static Status measure_all_rates(void)
{
    WorkerFile worker;
    const int  pus = environment_pus();
    TRY(worker_file(PRECISION_F64, &worker));
    for (int threads = 1; threads < pus; threads *= 2)
        TRY(measure_rates(&worker, threads));
    return measure_rates(&worker, pus);
}

// The duration of the default spin: times the turns of the waiting loop.
static Verdict check_spin(void)
{
    enum { TURNS = 2000 };
    char    text[160];
    int64_t best = INT64_MAX;
    for (int i = 0; i < 5; i++) {
        const int64_t start = clock_ns();
        for (int turn = 0; turn < TURNS; turn++)
            GNU_RELAX();
        const int64_t ns = clock_ns() - start;
        best = ns < best ? ns : best;
    }
    snprintf(text, sizeof text, "at a barrier a thread spins for %d turns (%.2g ms here), then sleeps; parameter `spin` changes it",
             (int)SPIN_DEFAULT, (double)best / TURNS * (double)SPIN_DEFAULT * 1e-6);
    return say(VERDICT_OK, "spin", text);
}

// The counters of the counted pass. A virtual machine often lacks processor counters; times are unaffected: no warning.
static Verdict check_counters(void)
{
    char     text[400] = "counted: ", missing[200] = "";
    Counters counters;
    Status   status = counters_open(&COUNTER_SYSTEM, 1, &counters);
    for (int c = 0; c < COUNTER_COUNT && status.code == STATUS_OK; c++) {
        char *list = counters.known[c] ? text : missing;
        snprintf(list + strlen(list), 190 - strlen(list), "%s ", counter_name((Counter)c));
    }
    counters_close(&counters);
    if (*missing)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "; not available: %s(the processor lacks them, or kernel.perf_event_paranoid is too high)", missing);
    return say(status.code == STATUS_OK ? VERDICT_OK : VERDICT_FAILED, "perf events", status.code == STATUS_OK ? text : status.text);
}

// The machine and the libraries, as reported by the worker that measures here.
static Status ask_environment(json_t **out)
{
    WorkerFile worker;
    Signals    signals;
    TRY(worker_file(PRECISION_F64, &worker));
    TRY(signals_open(&signals));
    const Status status = machine_rates_environment(worker.path, 60, signals.fd, out);
    signals_close(&signals);
    return status.code == STATUS_OK ? status : status_prefix(status, "doctor");
}

static Status judge(const Verdict *verdicts, size_t count, const Fitness *fitness, bool strict)
{
    char wrong[400];
    for (size_t i = 0; i < count; i++)
        if (verdicts[i] == VERDICT_FAILED)
            return status_make(STATUS_ENVIRONMENT, "doctor: some checks failed (lines FAILED)");
    if (!strict || !fitness_unfit(fitness, true, wrong, sizeof wrong))
        return status_ok();
    return status_make(STATUS_UNFIT, "doctor --strict: the machine is not fit to measure: %s; the lines UNFIT name the remedies", wrong);
}

static Status run(Options *options)
{
    enum { LOOK_MS = 400 };
    OptionValues values = {0};
    TRY(options_read(options, &values, 0, 0));
    if (values.rates)
        return measure_all_rates();
    Fitness fitness;
    fitness_look(system_root(), 0, LOOK_MS, -1, &fitness); // first, because the checks themselves load the machine
    json_auto_t *environment = NULL;
    TRY(ask_environment(&environment));
    for (int kind = 0; kind < FITNESS_COUNT; kind++)
        check_fitness(&fitness, (FitnessKind)kind, values.strict);
    const Verdict verdicts[] = {check_pus(environment),
                                check_spin(),
                                check_counters(),
                                check_version(environment, "kernel", "kernel"),
                                check_blas(environment),
                                check_version(environment, "cholmod", "CHOLMOD"),
                                check_version(environment, "hwloc", "hwloc"),
                                check_gnuplot(),
                                check_datasets(),
                                check_worker(PRECISION_F64),
                                check_worker(PRECISION_F32)};
    check_libraries();
    return judge(verdicts, sizeof verdicts / sizeof *verdicts, &fitness, values.strict);
}

const Command command_doctor = {.name = "doctor",
                                .arguments = "[--rates | --strict]",
                                .summary = "check the workers, the libraries and the machine",
                                .flags = FLAGS,
                                .details = "A warning: times may be longer or vary more than necessary. A failure: weft\n"
                                           "cannot measure here (exit code 10). UNFIT: `weft run --strict` does not measure\n"
                                           "while this condition holds.\n",
                                .run = run};
