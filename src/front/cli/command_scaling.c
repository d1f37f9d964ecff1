// weft scaling: estimates the time of a step on more threads from one and two, measured here or taken from a store.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "cli/private/case_flags.h"
#include "cli/private/database.h"
#include "cli/private/single.h"
#include "run/scaling.h"
#include "store/thread_times.h"

enum { TIMEOUT_S = 86400, COUNTS_MAX = 11, REPEATS_MAX = 100 };
enum { STEP = PHASE_COUNT, BARRIERS, BARRIER_NS, QUANTITIES }; // beside the phases

typedef struct Wanted {
    CaseFlags   flags;
    const char *store;
    int         most, repeats;
    double      barrier;
} Wanted;

static const Flag FLAGS[] = {
    CASE_FLAGS(Wanted, flags, "", ""),
    {"store", 0, "DB", "times from there, of the case whose label stands in place of SCENE, instead of measuring", FLAG_PATH,
     .offset = offsetof(Wanted, store)},
    {"up-to", 0, "N", "threads of the last column (64)", FLAG_INT, .offset = offsetof(Wanted, most), .min = 2, .max = 1024},
    {"reps", 0, "N", "processes on one and on two threads (3)", FLAG_INT, .offset = offsetof(Wanted, repeats), .min = 1,
     .max = REPEATS_MAX},
    {"barrier", 0, "NS", "a barrier of two threads (measured; with --store 0)", FLAG_REAL, .offset = offsetof(Wanted, barrier), .min = 0,
     .max = 1e6},
    {0}};

typedef struct Sample {
    int    threads, quantity;
    double value;
} Sample;

typedef struct Scaling {
    Sample *samples;
    int     sample_count, room;
    int     counts[COUNTS_MAX], count; // 1, 2, 4, …
} Scaling;

// ---- samples ----

static Status add(Scaling *s, int threads, int quantity, double value)
{
    if (s->sample_count == s->room) {
        const int room = s->room ? 2 * s->room : 256;
        Sample   *samples = realloc(s->samples, (size_t)room * sizeof *samples);
        if (!samples)
            return status_make(STATUS_MEMORY, "out of memory for the times of steps");
        s->samples = samples;
        s->room = room;
    }
    s->samples[s->sample_count++] = (Sample){threads, quantity, value};
    return status_ok();
}

// NaN: there is none. threads 0: of all.
static double median(const Scaling *s, int threads, int quantity)
{
    double *values = calloc((size_t)s->sample_count + 1, sizeof *values), result = NAN;
    int     count = 0;
    for (int i = 0; values && i < s->sample_count; i++)
        if ((!threads || s->samples[i].threads == threads) && s->samples[i].quantity == quantity)
            values[count++] = s->samples[i].value;
    if (count > 0)
        result = statistics_median(values, count);
    free(values);
    return result;
}

// Of the store's name of a quantity; QUANTITIES: of none.
static int quantity_of(const char *name)
{
    static const char *const OTHERS[] = {"step", "team_barriers", "barrier_ns"};
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        if (strcmp(phase_name((Phase)phase), name) == 0)
            return phase_is_setup((Phase)phase) ? QUANTITIES : phase;
    for (int i = 0; i < QUANTITIES - STEP; i++)
        if (strcmp(OTHERS[i], name) == 0)
            return STEP + i;
    return QUANTITIES;
}

static Status take(void *user, int threads, const char *name, double value)
{
    const int quantity = quantity_of(name);
    return quantity < QUANTITIES ? add((Scaling *)user, threads, quantity, value) : status_ok();
}

// A row of a worker. The first step of several is left out.
static Status take_row(Scaling *s, int threads, bool several, const json_t *row)
{
    const bool  counted = json_integer_value(json_object_get(row, "step")) > 0 || !several;
    const char *name = NULL;
    json_t     *ns = NULL;
    if (row_kind(row) == ROW_BARRIER && threads == 2)
        return take(s, threads, "barrier_ns", json_number_value(json_object_get(row, "barrier_ns")));
    if (row_kind(row) == ROW_COST && counted)
        return take(s, threads, "team_barriers", json_number_value(json_object_get(row, "team_barriers")));
    if (row_kind(row) != ROW_PHASES || !counted)
        return status_ok();
    json_object_foreach(json_object_get(row, "phase_ns"), name, ns)
    {
        TRY(take(s, threads, name, json_number_value(ns)));
    }
    return take(s, threads, "step", json_number_value(json_object_get(row, "ns")));
}

// One process.
static Status run_worker(Scaling *s, Case *c, int threads)
{
    char    text[24];
    json_t *rows = json_array();
    snprintf(text, sizeof text, "threads=%d", threads);
    Status status = rows ? case_set_text(c, text) : status_make(STATUS_MEMORY, "out of memory for the rows of the worker");
    if (status.code == STATUS_OK)
        status = case_resolve(c);
    if (status.code == STATUS_OK)
        status = single_run(&(WorkerJob){.setup = c, .barrier = true, .passes = {[PASS_PHASED] = 1}}, TIMEOUT_S, rows);
    for (size_t i = 0; status.code == STATUS_OK && i < json_array_size(rows); i++)
        status = take_row(s, threads, param_int(&c->params, "steps") > 1, json_array_get(rows, i));
    json_decref(rows);
    return status;
}

// ---- the table ----

static void print_row(const Scaling *s, const char *what, const double *values)
{
    printf("  %-12s", what);
    for (int i = 0; i < s->count; i++)
        if (isnan(values[i]))
            printf(" %9s", "");
        else
            printf(" %9.3f", values[i]);
    putchar('\n');
}

// barriers: ns of those of two threads in a step.
static void print_quantity(const Scaling *s, const char *name, int quantity, double barriers)
{
    const ScalingTimes times = {1e-6 * median(s, 1, quantity), 1e-6 * median(s, 2, quantity), 1e-6 * barriers};
    double             shared[COUNTS_MAX], serial[COUNTS_MAX], measured[COUNTS_MAX];
    if (!(times.one > 0 && times.two > 0))
        return;
    for (int i = 0; i < s->count; i++) {
        shared[i] = scaling_shared(&times, s->counts[i]);
        serial[i] = scaling_serial(&times, s->counts[i]);
        measured[i] = 1e-6 * median(s, s->counts[i], quantity);
    }
    printf("%s\n", name);
    print_row(s, "shared", shared);
    print_row(s, "serial", serial);
    print_row(s, "measured", measured);
    for (int i = 0; i < s->count && quantity == STEP; i++) {
        shared[i] = times.one / shared[i];
        serial[i] = times.one / serial[i];
        measured[i] = times.one / measured[i];
    }
    if (quantity == STEP) {
        printf("speed-up of a step\n");
        print_row(s, "shared", shared);
        print_row(s, "serial", serial);
        print_row(s, "measured", measured);
    }
}

static Status print_all(const Scaling *s, const Wanted *w, const char *label)
{
    const double count = median(s, 0, BARRIERS), measured = median(s, 0, BARRIER_NS);
    const double barriers = isnan(count) ? 0 : count, ns = w->barrier >= 0 ? w->barrier : isnan(measured) ? 0 : measured;
    if (isnan(median(s, 1, STEP)) || isnan(median(s, 2, STEP)))
        return status_make(STATUS_INPUT, "there are no phases of `%.200s` on one thread and on two", label);
    printf("%s\nms of a step, with %.0f barriers; one of two threads takes %.0f ns\n%-14s", label, barriers, ns, "threads");
    for (int i = 0; i < s->count; i++)
        printf(" %9d", s->counts[i]);
    putchar('\n');
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        print_quantity(s, phase_name((Phase)phase), phase, 0);
    print_quantity(s, "step", STEP, barriers * ns);
    if (median(s, 2, STEP) > median(s, 1, STEP))
        fprintf(stderr, "weft: a step took longer on two threads than on one; if other programs used a core, measure on a quiet machine\n");
    return status_ok();
}

// ---- the command ----

static Status measure(const Wanted *w, Scaling *s, char *label, size_t size)
{
    CaseFlags flags = w->flags;
    Case      c;
    if (flags.threads)
        return status_make(STATUS_USAGE, "scaling: it measures on one thread and on two; leave --threads out, or use --up-to");
    TRY(case_flags_make(&flags, &c));
    if (!c.params.said[param_index(&c.params, "steps")])
        TRY(case_set(&c, "steps", "6"));
    for (int i = 0; i < w->repeats; i++) {
        TRY(run_worker(s, &c, 1)); // side by side, as what disturbs one disturbs the other
        TRY(run_worker(s, &c, 2));
    }
    case_hide(&c, "threads");
    case_label(&c, label, size);
    return status_ok();
}

static Status read_store(const Wanted *w, Scaling *s, char *label, size_t size)
{
    Store           *store = NULL;
    const CaseFlags *f = &w->flags;
    if (f->solver || f->linsys || f->steps || f->dt || f->threads || f->precision || f->sets.count)
        return status_make(STATUS_USAGE, "scaling: with --store the label says what the case is; leave its flags out");
    snprintf(label, size, "%s", f->scene);
    TRY(database_open(w->store, STORE_MACHINES, &store));
    const Status status = store_thread_times(store, f->scene, take, s);
    store_close(store);
    return status;
}

static Status run(Options *options)
{
    Wanted  w = {.flags.command = "scaling", .most = 64, .repeats = 3, .barrier = -1};
    Scaling s = {0};
    char    label[256];
    TRY(options_read(options, &w, 1, 1));
    w.flags.scene = options_argument(options, 0);
    for (int threads = 1; threads <= w.most; threads *= 2)
        s.counts[s.count++] = threads;
    Status status = w.store ? read_store(&w, &s, label, sizeof label) : measure(&w, &s, label, sizeof label);
    if (status.code == STATUS_OK)
        status = print_all(&s, &w, label);
    free(s.samples);
    return status.code == STATUS_OK || status.code == STATUS_USAGE ? status : status_prefix(status, "scaling");
}

const Command command_scaling = {
    .name = "scaling",
    .arguments = "SCENE --solver NAME [--set KEY=V]... | LABEL --store DB",
    .summary = "estimate the time of a step on up to 1024 threads, from one and two",
    .flags = FLAGS,
    .details =
        "For each phase and for the step, in ms of a step: two estimates from the times on one thread and two, and what was measured.\n"
        "What the second thread does not gain is explained by data that cores share, or by a serial fraction: the time lies between.\n"
        "Barriers are added to the step, each in proportion to the number of threads. How far it was off on sixteen cores:\n"
        "docs/speed.md.\n",
    .run = run};
