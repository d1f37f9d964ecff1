// weft scaling: predicts the time of a step on more threads from times on one and two, measured here or taken from a store.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/statistics.h"
#include "case/row.h"
#include "cli/private/case_flags.h"
#include "cli/private/database.h"
#include "run/memory_run.h"
#include "run/scaling.h"
#include "store/thread_times.h"

enum { TIMEOUT_S = 86400, COUNTS_MAX = 11, REPEATS_MAX = 100 };
enum { STEP = PHASE_COUNT, BARRIERS, QUANTITIES }; // in addition to the phases

typedef struct OptionValues {
    CaseFlags   flags;
    const char *store;
    int         threads_max, repeats;
    double      barrier;
} OptionValues;

static const Flag FLAGS[] = {
    CASE_FLAGS(OptionValues, flags, "", ""),
    {"store", 0, "DB", "use the times of case LABEL in this database instead of measuring", FLAG_PATH,
     .offset = offsetof(OptionValues, store)},
    {"up-to", 0, "N", "largest number of threads (64)", FLAG_INT, .offset = offsetof(OptionValues, threads_max), .min = 2, .max = 1024},
    {"reps", 0, "N", "processes for each number of threads (3)", FLAG_INT, .offset = offsetof(OptionValues, repeats), .min = 1,
     .max = REPEATS_MAX},
    {"barrier", 0, "NS", "time of a barrier of two threads, in ns (measured; 0 with --store)", FLAG_REAL,
     .offset = offsetof(OptionValues, barrier), .min = 0, .max = 1e6},
    {0}};

typedef struct Scaling {
    int    counts[COUNTS_MAX], count;      // threads: 1, 2, 4, …
    double median[QUANTITIES][COUNTS_MAX]; // NaN: there is none
    double barrier_ns[REPEATS_MAX];        // of two threads, by process
    int    barrier_count;
    bool   printed; // conditions are printed once
} Scaling;

// The index of a quantity by its name in the store; QUANTITIES: no such quantity.
static int quantity_of(const char *name)
{
    int quantity = 0;
    while (quantity < PHASE_COUNT && strcmp(phase_name((Phase)quantity), name) != 0)
        quantity++;
    if (quantity < PHASE_COUNT)
        return phase_is_setup((Phase)quantity) ? QUANTITIES : quantity;
    return strcmp(name, "step") == 0 ? STEP : strcmp(name, "team_barriers") == 0 ? BARRIERS : QUANTITIES;
}

static void take(void *user, int threads, const char *name, double value)
{
    Scaling  *s = user;
    const int quantity = quantity_of(name);
    for (int i = 0; i < s->count && quantity < QUANTITIES; i++)
        if (s->counts[i] == threads)
            s->median[quantity][i] = value;
}

static void take_row(void *user, const json_t *row)
{
    Scaling *s = user;
    if (row_kind(row) == ROW_CONDITION && !s->printed)
        fprintf(stderr, "weft: %s\n", json_string_value(json_object_get(row, "text")));
    if (row_kind(row) == ROW_BARRIER && json_integer_value(json_object_get(row, "threads")) == 2)
        s->barrier_ns[s->barrier_count++] = json_number_value(json_object_get(row, "barrier_ns"));
}

// One process.
static Status run_worker(MemoryRun *memory, Scaling *s, Case *c, const char *threads)
{
    TRY(case_set(c, "threads", threads));
    TRY(case_resolve(c));
    TRY(memory_run(memory, &(WorkerJob){.setup = c, .barrier = true, .passes = {[PASS_PHASED] = 1}}, TIMEOUT_S, take_row, s));
    s->printed = true;
    return status_ok();
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

static void print_rows(const Scaling *s, double values[3][COUNTS_MAX])
{
    print_row(s, "shared", values[0]);
    print_row(s, "serial", values[1]);
    print_row(s, "measured", values[2]);
}

// barriers: time of all barriers of a step on two threads, in ns.
static void print_quantity(const Scaling *s, const char *name, int quantity, double barriers)
{
    const double      *ns = s->median[quantity];
    const ScalingTimes times = {1e-6 * ns[0], 1e-6 * ns[1], 1e-6 * barriers};
    double             values[3][COUNTS_MAX];
    if (!(times.one > 0 && times.two > 0))
        return;
    for (int i = 0; i < s->count; i++) {
        values[0][i] = scaling_shared(&times, s->counts[i]);
        values[1][i] = scaling_serial(&times, s->counts[i]);
        values[2][i] = 1e-6 * ns[i];
    }
    printf("%s\n", name);
    print_rows(s, values);
    if (quantity != STEP)
        return;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < s->count; i++)
            values[k][i] = times.one / values[k][i];
    printf("speed-up of a step\n");
    print_rows(s, values);
}

static Status print_all(Scaling *s, const OptionValues *w, const char *label)
{
    const double *step = s->median[STEP], count = s->median[BARRIERS][1], barriers = isnan(count) ? 0 : count;
    const double  measured = s->barrier_count ? statistics_median(s->barrier_ns, s->barrier_count) : 0;
    const double  ns = w->barrier >= 0 ? w->barrier : measured;
    if (isnan(step[0]) || isnan(step[1]))
        return status_make(STATUS_INPUT,
                           "`%.200s` has no times of phases on one thread and on two threads; give a label of `weft status --all`", label);
    printf("%s\nms per step, with %.0f barriers; a barrier of two threads takes %.0f ns\n%-14s", label, barriers, ns, "threads");
    for (int i = 0; i < s->count; i++)
        printf(" %9d", s->counts[i]);
    putchar('\n');
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        print_quantity(s, phase_name((Phase)phase), phase, 0);
    print_quantity(s, "step", STEP, barriers * ns);
    if (step[1] > step[0])
        fprintf(stderr,
                "weft: a step took longer on two threads than on one; stop other programs and measure again, or use a larger scene\n");
    return status_ok();
}

// ---- the command ----

static Status run_workers(const OptionValues *w, MemoryRun *memory, Scaling *s, Case *c)
{
    char label[256];
    for (int i = 0; i < w->repeats; i++) {
        TRY(run_worker(memory, s, c, "1")); // in turn, so that a disturbance affects both
        TRY(run_worker(memory, s, c, "2"));
    }
    case_label(c, label, sizeof label);
    return store_thread_times(memory_run_store(memory), label, take, s);
}

static Status measure(const OptionValues *w, Scaling *s, char *label, size_t size)
{
    CaseFlags   flags = w->flags;
    Case        c;
    MEMORY_RUN *memory = NULL;
    if (flags.threads)
        return status_make(STATUS_USAGE,
                           "scaling: always measures on one and on two threads; leave --threads out (--up-to sets the largest prediction)");
    TRY(case_flags_make(&flags, &c));
    if (!c.params.is_set[param_index(&c.params, "steps")])
        TRY(case_set(&c, "steps", "6"));
    TRY(memory_run_open(&memory));
    TRY(run_workers(w, memory, s, &c));
    case_hide(&c, "threads");
    case_label(&c, label, size);
    return status_ok();
}

static Status read_store(const OptionValues *w, Scaling *s, char *label, size_t size)
{
    STORE           *store = NULL;
    const CaseFlags *f = &w->flags;
    if (f->solver || f->linsys || f->steps || f->dt || f->threads || f->precision || f->sets.count)
        return status_make(STATUS_USAGE, "scaling: with --store the label selects the case; leave the flags of the case out");
    snprintf(label, size, "%s", f->scene);
    TRY(database_open(w->store, STORE_MACHINES, &store));
    return store_thread_times(store, f->scene, take, s);
}

static Status run(Options *options)
{
    OptionValues w = {.flags.command = "scaling", .threads_max = 64, .repeats = 3, .barrier = -1};
    Scaling      s = {0};
    char         label[256];
    TRY(options_read(options, &w, 1, 1));
    w.flags.scene = options_argument(options, 0);
    for (int threads = 1; threads <= w.threads_max; threads *= 2)
        s.counts[s.count++] = threads;
    for (int i = 0; i < QUANTITIES * COUNTS_MAX; i++)
        s.median[i / COUNTS_MAX][i % COUNTS_MAX] = NAN;
    Status status = w.store ? read_store(&w, &s, label, sizeof label) : measure(&w, &s, label, sizeof label);
    if (status.code == STATUS_OK)
        status = print_all(&s, &w, label);
    return status.code == STATUS_OK || status.code == STATUS_USAGE ? status : status_prefix(status, "scaling");
}

const Command command_scaling = {.name = "scaling",
                                 .arguments = "SCENE --solver NAME [--set KEY=V]...\n"
                                              "       weft scaling LABEL --store DB",
                                 .summary = "predict the time of a step on up to 1024 threads from one and two",
                                 .flags = FLAGS,
                                 .details = "Prints, for each phase and for the step, in ms per step: two predictions from\n"
                                            "the times on one and two threads, and the measured times.\n"
                                            "  shared  the loss at two threads is due to data that moves between cores\n"
                                            "  serial  the loss at two threads is due to a part that runs on one thread\n"
                                            "The true time lies between the two. The time of barriers is added to the step,\n"
                                            "in proportion to the number of threads.\n"
                                            "docs/speed.md: accuracy on sixteen cores.\n",
                                 .run = run};
