// weft scaling: the tasks of a case, measured here on one and two threads or taken from a store, replayed on up to 1024 threads.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "cli/private/case_flags.h"
#include "cli/private/database.h"
#include "cli/private/single.h"
#include "run/phase_samples.h"
#include "run/replay.h"

enum { TIMEOUT_S = 86400, COUNTS_MAX = 11, REPEATS_MAX = 100 };

typedef struct Wanted {
    CaseFlags   flags;
    const char *store;
    int         most, repeats;
    double      core, all, barrier;
} Wanted;

static const Flag FLAGS[] = {
    CASE_FLAGS(Wanted, flags, "", ""),
    {"store", 0, "DB", "times of 1, 2 and more threads from there, of the case whose label stands in place of SCENE", FLAG_PATH,
     .offset = offsetof(Wanted, store)},
    {"up-to", 0, "N", "threads of the last column (64)", FLAG_INT, .offset = offsetof(Wanted, most), .min = 2, .max = 1024},
    {"reps", 0, "N", "processes on one and on two threads (3)", FLAG_INT, .offset = offsetof(Wanted, repeats), .min = 1,
     .max = REPEATS_MAX},
    {"core-bandwidth", 0, "GB/s", "memory bandwidth of a core (no limit)", FLAG_REAL, .offset = offsetof(Wanted, core), .min = 0,
     .max = 1e6},
    {"bandwidth", 0, "GB/s", "memory bandwidth of all cores (no limit)", FLAG_REAL, .offset = offsetof(Wanted, all), .min = 0, .max = 1e6},
    {"barrier", 0, "NS", "a barrier of two threads (measured here)", FLAG_REAL, .offset = offsetof(Wanted, barrier), .min = 0, .max = 1e6},
    {0}};

typedef struct Scaling {
    const Wanted *wanted;
    json_t       *rows; // of all processes
    TaskList      tasks;
    double        bytes[PHASE_COUNT]; // that a step moves
    PhaseSamples  samples;
    double        barriers[REPEATS_MAX]; // ns, of two threads
    int           barrier_count;
    ReplayMachine machine;
    int           counts[COUNTS_MAX], count; // 1, 2, 4, …
} Scaling;

// ---- what a worker says ----

static double number_at(const json_t *row, const char *list, size_t i)
{
    return json_number_value(json_array_get(json_object_get(row, list), i));
}

static Status add_tasks(TaskList *list, const json_t *row)
{
    const char   *name = json_string_value(json_object_get(row, "phase"));
    const size_t  count = json_array_size(json_object_get(row, "cost"));
    const int32_t first = list->count;
    int           phase = 0;
    while (phase < PHASE_COUNT && strcmp(phase_name((Phase)phase), name) != 0)
        phase++;
    if (phase == PHASE_COUNT)
        return status_make(STATUS_PROTOCOL, "a row `tasks` is of no phase");
    list->runs[phase] = json_integer_value(json_object_get(row, "runs"));
    for (size_t i = 0; i < count; i++) {
        const double parent = number_at(row, "parent", i), level = number_at(row, "level", i), grains = number_at(row, "grains", i);
        if (!(level >= 0 && level <= 1e6 && parent >= -1 && parent < (double)count && grains >= 1 && grains <= 1e15))
            return status_make(STATUS_PROTOCOL, "a row `tasks` has a task of no sense");
        TRY(task_list_add(list, (TeamTask){.phase = (Phase)phase,
                                           .level = (int32_t)level,
                                           .parent = parent < 0 ? -1 : first + (int32_t)parent,
                                           .down = number_at(row, "down", i) > 0,
                                           .grains = (int64_t)grains,
                                           .cost = number_at(row, "cost", i)}));
    }
    return status_ok();
}

static void add_traffic(Scaling *s, const json_t *row)
{
    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        const json_t *of = json_object_get(json_object_get(row, "phases"), phase_name((Phase)phase));
        s->bytes[phase] = json_number_value(json_object_get(of, "runs")) * json_number_value(json_object_get(of, "bytes"));
    }
}

static Status take_rows(Scaling *s, int threads, size_t from)
{
    const bool first = s->tasks.count == 0;
    for (size_t i = from; i < json_array_size(s->rows); i++) {
        const json_t *row = json_array_get(s->rows, i);
        if (first && row_kind(row) == ROW_TASKS)
            TRY(add_tasks(&s->tasks, row));
        if (row_kind(row) == ROW_TRAFFIC)
            add_traffic(s, row);
        if (row_kind(row) == ROW_BARRIER && threads == 2)
            s->barriers[s->barrier_count++] = json_number_value(json_object_get(row, "barrier_ns"));
    }
    return s->wanted->store ? status_ok() : phase_samples_add_rows(&s->samples, threads, s->rows, from);
}

// One process.
static Status run_worker(Scaling *s, Case *c, int threads)
{
    char         text[24];
    const size_t from = json_array_size(s->rows);
    snprintf(text, sizeof text, "threads=%d", threads);
    TRY(case_set_text(c, text));
    TRY(case_resolve(c));
    const WorkerJob job = {.setup = c, .tasks = true, .passes = {[PASS_PHASED] = 1}};
    TRY(single_run(&job, TIMEOUT_S, s->rows));
    return take_rows(s, threads, from);
}

static Status measure(Scaling *s, Case *c)
{
    for (int i = 0; i < s->wanted->repeats; i++) {
        TRY(run_worker(s, c, 1)); // side by side, as what disturbs one disturbs the other
        TRY(run_worker(s, c, 2));
    }
    s->machine =
        (ReplayMachine){.barrier_ns = s->wanted->barrier >= 0 ? s->wanted->barrier : statistics_median(s->barriers, s->barrier_count),
                        .core = s->wanted->core,
                        .all = s->wanted->all};
    return status_ok();
}

// ---- the table ----

static void print_row(const Scaling *s, const char *what, const double *ns, double scale)
{
    printf("  %-18s", what);
    for (int i = 0; i < s->count; i++)
        if (isnan(ns[i]))
            printf(" %9s", "");
        else
            printf(" %9.3f", ns[i] * scale);
    putchar('\n');
}

static const char *limit_of(const ReplayTime *time)
{
    int    most = REPLAY_SHARED;
    double others = 0;
    for (int part = REPLAY_SHARED; part < REPLAY_PARTS; part++) {
        others += fmax(0, time->part[part]);
        most = time->part[part] > time->part[most] ? part : most;
    }
    return others > time->part[REPLAY_WORK] ? REPLAY_PART_NAMES[most] : REPLAY_PART_NAMES[REPLAY_WORK];
}

static void print_limits(const Scaling *s, const ReplayTime *times)
{
    printf("  %-18s", "mostly");
    for (int i = 0; i < s->count; i++)
        printf(" %9s", limit_of(&times[i]));
    putchar('\n');
}

typedef struct Totals {
    double     one[COUNTS_MAX], fitted[COUNTS_MAX], measured[COUNTS_MAX]; // ns: predicted from one thread alone, from one and two, measured
    ReplayTime parts[COUNTS_MAX];                                         // of `fitted`
} Totals;

static Status replay_all(const Scaling *s, const ReplayPhase *phase, Totals *sum, double *one, double *fitted, ReplayTime *times)
{
    ReplayPhase alone = *phase;
    alone.shared = 0;
    for (int i = 0; i < s->count; i++) {
        ReplayTime time;
        TRY(replay_time(&alone, &s->machine, s->counts[i], &time));
        TRY(replay_time(phase, &s->machine, s->counts[i], &times[i]));
        one[i] = time.ns;
        fitted[i] = times[i].ns;
        sum->one[i] += one[i];
        sum->fitted[i] += fitted[i];
        for (int part = 0; part < REPLAY_PARTS; part++)
            sum->parts[i].part[part] += times[i].part[part];
    }
    return status_ok();
}

static Status print_phase(const Scaling *s, Phase phase, Totals *sum)
{
    ReplayPhase p = {.list = &s->tasks, .phase = phase, .serial_ns = phase_samples_median(&s->samples, 1, phase), .bytes = s->bytes[phase]};
    const double two = phase_samples_median(&s->samples, 2, phase);
    double       one[COUNTS_MAX] = {0}, fitted[COUNTS_MAX] = {0}, measured[COUNTS_MAX] = {0}, chain = 0;
    ReplayTime   times[COUNTS_MAX] = {{0}};
    if (isnan(p.serial_ns))
        return status_ok();
    if (!isnan(two))
        TRY(replay_fit(&p, &s->machine, two, &p.shared));
    TRY(replay_all(s, &p, sum, one, fitted, times));
    TRY(replay_chain(&p, &chain));
    for (int i = 0; i < s->count; i++)
        measured[i] = phase_samples_median(&s->samples, s->counts[i], phase);
    printf("%s: %lld barriers, longest chain %.3f ms, shared %+.2f\n", phase_name(phase), (long long)replay_barriers(&p), 1e-6 * chain,
           p.shared);
    print_row(s, "from one thread", one, 1e-6);
    print_row(s, "from one and two", fitted, 1e-6);
    print_row(s, "measured", measured, 1e-6);
    print_limits(s, times);
    return status_ok();
}

static void print_errors(const Scaling *s, const char *what, const double *predicted, const double *measured)
{
    double error[COUNTS_MAX];
    for (int i = 0; i < s->count; i++)
        error[i] = 100 * (predicted[i] / measured[i] - 1);
    print_row(s, what, error, 1);
}

// What is between the phases, and in those of which no tasks are known, is serial.
static void print_step(const Scaling *s, Totals *sum)
{
    double       of_one = phase_samples_median(&s->samples, 1, PHASE_SAMPLES_STEP), speed[COUNTS_MAX];
    const double rest = fmax(0, of_one - sum->one[0]);
    for (int i = 0; i < s->count; i++) {
        sum->one[i] += rest;
        sum->fitted[i] += rest;
        sum->parts[i].part[REPLAY_SERIAL] += rest;
        sum->measured[i] = phase_samples_median(&s->samples, s->counts[i], PHASE_SAMPLES_STEP);
        speed[i] = sum->fitted[0] / sum->fitted[i];
    }
    printf("step, of which %.3f ms between phases\n", 1e-6 * rest);
    print_row(s, "from one thread", sum->one, 1e-6);
    print_row(s, "from one and two", sum->fitted, 1e-6);
    print_row(s, "measured", sum->measured, 1e-6);
    print_limits(s, sum->parts);
    print_row(s, "speed-up", speed, 1);
    for (int i = 0; i < s->count; i++)
        speed[i] = sum->measured[0] / sum->measured[i];
    print_row(s, "measured speed-up", speed, 1);
    print_errors(s, "error of one, %", sum->one, sum->measured);
    print_errors(s, "error of both, %", sum->fitted, sum->measured);
    if (sum->measured[1] > sum->measured[0])
        fprintf(stderr, "weft: a step took longer on two threads than on one: if other programs held a core, the fit to two threads says "
                        "nothing; measure on a quiet machine, or read the row `from one thread`\n");
}

static Status print_all(const Scaling *s, const char *label)
{
    Totals sum = {0};
    printf("%s\nms of a step; a barrier of two threads takes %.0f ns\n%-20s", label, s->machine.barrier_ns, "threads");
    for (int i = 0; i < s->count; i++)
        printf(" %9d", s->counts[i]);
    putchar('\n');
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        if (!phase_is_setup((Phase)phase))
            TRY(print_phase(s, (Phase)phase, &sum));
    print_step(s, &sum);
    return status_ok();
}

// ---- the command ----

static Status measure_here(Scaling *s, Case *c)
{
    CaseFlags flags = s->wanted->flags;
    if (flags.threads)
        return status_make(STATUS_USAGE, "scaling: it measures on one thread and on two; leave --threads out, or use --up-to");
    TRY(case_flags_make(&flags, c));
    if (!c->params.said[param_index(&c->params, "steps")])
        TRY(case_set(c, "steps", "6"));
    return measure(s, c);
}

static Status read_store(Scaling *s, Case *c)
{
    Store           *store = NULL;
    const CaseFlags *f = &s->wanted->flags;
    if (f->solver || f->linsys || f->steps || f->dt || f->threads || f->precision || f->sets.count)
        return status_make(STATUS_USAGE, "scaling: with --store the label says what the case is; leave its flags out");
    TRY(database_open(s->wanted->store, STORE_MACHINES, &store));
    Status status = phase_samples_read(store, f->scene, &s->samples, c);
    store_close(store);
    if (status.code == STATUS_OK && isnan(phase_samples_median(&s->samples, 1, PHASE_SAMPLES_STEP)))
        status = status_make(STATUS_INPUT, "%s: the case has no phases on one thread", s->wanted->store);
    return status.code == STATUS_OK ? measure(s, c) : status;
}

static Status run(Options *options)
{
    Wanted  w = {.flags.command = "scaling", .most = 64, .repeats = 3, .barrier = -1};
    Scaling s = {.wanted = &w};
    Case    c;
    char    label[256];
    TRY(options_read(options, &w, 1, 1));
    w.flags.scene = options_argument(options, 0);
    for (int threads = 1; threads <= w.most; threads *= 2)
        s.counts[s.count++] = threads;
    s.rows = json_array();
    Status status = !s.rows   ? status_make(STATUS_MEMORY, "out of memory for the rows of the worker")
                    : w.store ? read_store(&s, &c)
                              : measure_here(&s, &c);
    if (status.code == STATUS_OK) {
        case_hide(&c, "threads");
        case_label(&c, label, sizeof label);
    }
    if (status.code == STATUS_OK)
        status = print_all(&s, w.store ? w.flags.scene : label);
    json_decref(s.rows);
    task_list_destroy(&s.tasks);
    phase_samples_destroy(&s.samples);
    return status.code == STATUS_OK || status.code == STATUS_USAGE ? status : status_prefix(status, "scaling");
}

const Command command_scaling = {
    .name = "scaling",
    .arguments = "SCENE --solver NAME [--set KEY=V]... | LABEL --store DB",
    .summary = "predict the time of a step on up to 1024 threads from its tasks, measured on one and two",
    .flags = FLAGS,
    .details =
        "For each phase, in ms of a step: predicted from its time on one thread and its tasks; the same with one number fitted to two\n"
        "threads; measured; and what takes most: work; shared: work that gets dearer when others wrote the data; imbalance: the slowest\n"
        "thread; barriers; memory: bandwidth; serial. longest chain: the least time on any number of threads. Solvers pbd, xpbd, vbd and "
        "pd, "
        "without\n"
        "contact. The model, and how far it was off on sixteen cores: docs/speed.md.\n",
    .run = run};
