// weft sim: one scene by hand, one table.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/statistics.h"
#include "case/row.h"
#include "cli/private/case_flags.h"
#include "cli/private/sim_error.h"
#include "cli/private/sim_forces.h"
#include "cli/private/sim_track.h"
#include "cli/private/sim_warn.h"
#include "cli/private/single.h"
#include "machine/counters.h"
#include "step/step.h"

// Values of the flags; texts for the case are kept until the solver is known.
typedef struct Wanted {
    CaseFlags   flags;
    WorkerJob   job;
    OptionTexts tracks;
    Track       track;
    bool        error, forces;
    int         processes;
    double      timeout_s;
} Wanted;

static const Flag FLAGS[] = {
    CASE_FLAGS(Wanted, flags, "", ""),
    {"reps", 'r', "N", "processes that run the timed pass (1)", FLAG_INT, .offset = offsetof(Wanted, processes), .min = 1, .max = 10000},
    {"timeout", 't', "S", "time limit of a process in seconds (3600)", FLAG_REAL, .offset = offsetof(Wanted, timeout_s), .min = 0.001,
     .max = 1e7},
    {"frames", 0, "DIR", "write frames (.vtp, .obj, frames.pvd) there", FLAG_PATH, .offset = offsetof(Wanted, job.frames)},
    {"frame-stride", 0, "N", "a frame every N steps (1)", FLAG_INT, .offset = offsetof(Wanted, job.frame_stride), .min = 1, .max = 1000000},
    {"state", 0, "FILE", "start from this state (a file of --state-out, or rows index,x,y,z,vx,vy,vz)", FLAG_PATH,
     .offset = offsetof(Wanted, job.state_in)},
    {"state-out", 0, "FILE", "write the final state there", FLAG_PATH, .offset = offsetof(Wanted, job.state_out)},
    {"forces", 0, NULL, "print forces at the end: of constraints, on colliders, bodies and pins", FLAG_SWITCH,
     .offset = offsetof(Wanted, forces)},
    {"error", 0, NULL, "print the error of the last step against the reference, Newton's method from the same state", FLAG_SWITCH,
     .offset = offsetof(Wanted, error)},
    {"track", 0, "WHAT", "a line a step of particle:N, of a quantity (kinetic, pin_force_y) or of load:WHAT, \"collider floor\" say",
     FLAG_TEXTS, .offset = offsetof(Wanted, tracks)},
    {0}};

static Status make_case(Wanted *w, Case *c)
{
    for (int i = 0; i < w->tracks.count; i++)
        TRY(track_add(&w->track, w->tracks.texts[i]));
    TRY(case_flags_make(&w->flags, c));
    static const char *const LOOKS[] = {"observe", "frames"}; // at the end of the last step
    for (size_t i = 0; i < sizeof LOOKS / sizeof *LOOKS; i++) {
        TRY(case_set(c, LOOKS[i], "1"));
        case_hide(c, LOOKS[i]);
    }
    static const char *const FORCES[][2] = {{"forces", "1"}, {"loads", "1"}, {"force_reference", "none"}};
    for (size_t i = 0; i < sizeof FORCES / sizeof *FORCES && w->forces; i++) {
        TRY(case_set(c, FORCES[i][0], FORCES[i][1]));
        case_hide(c, FORCES[i][0]);
    }
    if (w->error && w->job.state_in)
        return status_make(STATUS_USAGE, "--error: the reference starts where the scene does, not from --state; leave one of them out");
    if (w->error)
        TRY(sim_error_prepare(c));
    TRY(track_prepare(&w->track, c));
    return case_resolve(c);
}

// The worker finds the folder of the frames, and does not compute a state that nothing can be written to.
static Status prepare_files(const WorkerJob *job)
{
    FileDraft draft = {0};
    if (job->state_out)
        TRY(file_begin_given(job->state_out, &draft));
    file_discard(&draft);
    return job->frames ? file_make_folder(job->frames) : status_ok();
}

// ---- the table ----

static void print_count(const json_t *row, const char *key, const char *what)
{
    const json_t *value = json_object_get(row, key);
    if (json_is_number(value))
        printf("  %.15g %s", json_number_value(value), what);
}

// The surface for contact.
static void print_surface(const json_t *contact)
{
    if (!json_is_object(contact))
        return;
    printf("%-12s", "surface");
    print_count(contact, "points", "points");
    print_count(contact, "edges", "edges");
    print_count(contact, "triangles", "triangles");
    print_count(contact, "colliders", "colliders");
    printf("  thickness %g m", json_number_value(json_object_get(contact, "thickness")));
    if (json_is_number(json_object_get(contact, "stiffness")))
        printf("  stiffness %g N/m", json_number_value(json_object_get(contact, "stiffness")));
    printf("\n");
}

static void print_model(const json_t *rows)
{
    const json_t *model = single_row(rows, ROW_MODEL), *linsys = single_row(rows, ROW_LINSYS);
    printf("%-12s", "model");
    print_count(model, "particles", "particles");
    print_count(model, "pinned", "pinned");
    print_count(model, "constraints", "constraints");
    print_count(model, "colours", "colours");
    print_count(model, "team_threads", "threads");
    printf("\n");
    print_surface(json_object_get(model, "contact"));
    if (!linsys)
        return;
    const char *chosen = json_string_value(json_object_get(linsys, "chosen"));
    printf("%-12s  %s%s%s %s", "linsys", json_string_value(json_object_get(linsys, "name")), chosen ? ": " : "", chosen ? chosen : "",
           json_string_value(json_object_get(linsys, "ordering")));
    print_count(linsys, "order", "rows");
    print_count(linsys, "factor_nonzeros", "nonzeros in the factor");
    printf("\n");
}

// Real-time factor: time that is simulated over wall time.
static void print_steps(const Case *c, const json_t *rows, int processes)
{
    double   *ns = NULL, sum = 0;
    const int count = single_numbers(rows, ROW_STEP, NULL, "ns", &ns);
    for (int i = 0; i < count; i++)
        sum += ns[i];
    if (count > 0) {
        const double median = statistics_median(ns, count); // sorts
        printf("%-12s  median %.4g ms  least %.4g ms  most %.4g ms  over %d steps", "step", median * 1e-6, ns[0] * 1e-6,
               ns[count - 1] * 1e-6, count);
        if (processes > 1)
            printf(" of %d processes", processes);
        printf("\n");
        printf("%-12s  %.4g steps/s  real-time factor %.4g, of steps of %.6g s\n", "speed", count / sum * 1e9,
               count / sum * 1e9 * param_real(&c->params, "dt"), param_real(&c->params, "dt"));
    }
    free(ns);
}

// Of a solver in another process: the time of a step that it does not charge.
static void print_uncharged(const json_t *rows)
{
    double   *ns = NULL;
    const int count = single_numbers(rows, ROW_STEP, NULL, "uncharged_ns", &ns);
    if (count > 0) {
        const double median = statistics_median(ns, count); // sorts
        printf("%-12s  median %.4g ms  most %.4g ms of a step besides: waiting for another process and talking to it\n", "uncharged",
               median * 1e-6, ns[count - 1] * 1e-6);
    }
    free(ns);
}

static void print_phases(const json_t *rows, bool setup)
{
    bool begun = false;
    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        double   *ns = NULL;
        const int count = phase_is_setup((Phase)phase) == setup ? single_numbers(rows, setup ? ROW_SETUP : ROW_PHASES,
                                                                                 setup ? "ns" : "phase_ns", phase_name((Phase)phase), &ns)
                                                                : 0;
        if (count > 0 && !begun)
            printf("%-12s", setup ? "set-up" : "phases");
        if (count > 0)
            printf("  %s %.4g ms", phase_name((Phase)phase), statistics_median(ns, count) * 1e-6);
        begun = begun || count > 0;
        free(ns);
    }
    if (begun)
        printf("\n");
}

static const json_t *counter_of(const json_t *row, int counter)
{
    return json_object_get(json_object_get(row, "values"), counter_name((Counter)counter));
}

// Counters per step, for each phase and the whole step.
static void print_counters(const json_t *rows)
{
    const json_t *row = NULL, *last = NULL;
    size_t        index = 0;
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) != ROW_COUNTERS)
            continue;
        last = row;
        printf("%-12s  %-8s", "counters", json_string_value(json_object_get(row, "phase")));
        for (int c = 0; c < COUNTER_COUNT; c++)
            if (json_is_number(counter_of(row, c)))
                printf("  %s %.4g", counter_name((Counter)c),
                       json_number_value(counter_of(row, c)) / json_number_value(json_object_get(row, "steps")));
        printf("  per step\n");
    }
    for (int c = 0; c < COUNTER_COUNT && last; c++)
        if (!json_is_number(counter_of(last, c)))
            printf("%-12s  %s\n", "not counted", counter_name((Counter)c));
}

// The metrics of the last iteration of the last observed step that exist.
static void print_residuals(const json_t *rows)
{
    const json_t *last = single_last_row(rows, ROW_ITERATE);
    if (!last)
        return;
    printf("%-12s  step %lld", "residuals", (long long)json_integer_value(json_object_get(last, "step")));
    for (const Field *field = row_type(ROW_ITERATE)->fields; field->name; field++)
        if (field->sim && json_is_number(json_object_get(last, field->name)))
            printf("  %s %.6g%s%s", field->sim, json_number_value(json_object_get(last, field->name)), *field->unit ? " " : "",
                   field->unit);
    printf("\n");
}

// The counts of the last step that are not 0.
static void print_counts(const json_t *rows)
{
    const json_t *last = single_last_row(rows, ROW_COST);
    if (!last)
        return;
    printf("%-12s  step %lld", "counts", (long long)json_integer_value(json_object_get(last, "step")));
    for (const Field *field = row_type(ROW_COST)->fields; field->name; field++)
        if (field->view && json_integer_value(json_object_get(last, field->name)) > 0)
            printf("  %s %lld", field->name, (long long)json_integer_value(json_object_get(last, field->name)));
    printf("\n");
}

// How the steps of the measured pass ended, and the last one.
static void print_ends(const json_t *rows)
{
    const json_t *last = single_last_row(rows, ROW_STEP_END);
    char          text[300], end[120];
    if (!last)
        return;
    (void)sim_count_ends(rows, text, sizeof text);
    sim_describe_end(last, end, sizeof end);
    printf("%-12s  %s; %s\n", "steps", text, end);
}

static void print_bound(const json_t *rows)
{
    double cut, redone, momentum, unused;
    single_extent(rows, ROW_CONTACT, "cut", &unused, &cut);
    single_extent(rows, ROW_CONTACT, "redone", &unused, &redone);
    single_extent(rows, ROW_CONTACT, "cut_momentum", &unused, &momentum);
    printf("%-12s  in all steps: %.15g particles cut, %.6g kg m/s, %.15g detections made again\n", "bound", cut, momentum, redone);
}

// Of the last step, and then of all of them.
static void print_contact(const json_t *rows)
{
    const json_t *last = single_last_row(rows, ROW_CONTACT);
    double        deepest = 0, missed = 0, crossings = 0, work = 0, unused = 0;
    if (!last)
        return;
    single_extent(rows, ROW_CONTACT, "penetration_max", &deepest, &unused);
    single_extent(rows, ROW_CONTACT, "missed", &unused, &missed);
    single_extent(rows, ROW_CONTACT, "crossings", &unused, &crossings);
    single_extent(rows, ROW_CONTACT, "friction_work", &unused, &work);
    printf("%-12s  step %lld", "contact", (long long)json_integer_value(json_object_get(last, "step")));
    print_count(last, "found", "found,");
    printf(" %lld active", (long long)json_integer_value(json_object_get(last, "active")));
    print_count(last, "colours", "colours");
    printf("  in all steps: %.15g missed, deepest %.4g m, friction %.6g J, %.15g crossings\n", missed, deepest, work, crossings);
    if (json_is_integer(json_object_get(last, "cut")))
        print_bound(rows);
}

// Energies at the end of the last step, and the number of broken constraints.
static void print_state(const json_t *rows)
{
    static const char *const ENERGIES[] = {"kinetic", "elastic", "potential"};
    const json_t            *last = single_last_row(rows, ROW_FRAME);
    if (!last)
        return;
    printf("%-12s", "state");
    for (size_t i = 0; i < sizeof ENERGIES / sizeof *ENERGIES; i++)
        if (json_is_number(json_object_get(last, ENERGIES[i])))
            printf("  %s %.6g J", ENERGIES[i], json_number_value(json_object_get(last, ENERGIES[i])));
    if (json_integer_value(json_object_get(last, "broken")) > 0)
        print_count(last, "broken", "broken constraints");
    printf("\n");
}

static void print_hash(const json_t *rows)
{
    const json_t *end = single_row(rows, ROW_END);
    const char   *hash = json_string_value(json_object_get(end, "hash"));
    printf("%-12s  %s", "end", hash ? hash : "");
    if (json_is_integer(json_object_get(end, "peak_bytes")))
        printf("  peak memory %.4g MiB", json_number_value(json_object_get(end, "peak_bytes")) / 1048576);
    putchar('\n');
}

static void print_recommended(const Case *c)
{
    int count = 0;
    for (int i = 0; i < c->params.count; i++) {
        char value[40];
        if (!c->recommended[i])
            continue;
        param_format(&c->params, i, value, sizeof value);
        if (count++)
            printf(",");
        else
            printf("%-12s  %s:", "", c->solver->name);
        printf(" %s %s%s%s", c->params.params[i]->name, value, *c->params.params[i]->unit ? " " : "", c->params.params[i]->unit);
    }
    if (count)
        printf(", recommended by the scene\n");
}

static void print_table(const Case *c, const json_t *rows, int processes, bool error)
{
    char label[256];
    case_label(c, label, sizeof label);
    printf("%-12s  %s\n", "case", label);
    print_recommended(c);
    print_model(rows);
    print_steps(c, rows, processes);
    print_uncharged(rows);
    print_phases(rows, true);
    print_phases(rows, false);
    print_counters(rows);
    print_residuals(rows);
    print_counts(rows);
    if (error)
        sim_error_print(c, rows);
    print_ends(rows);
    print_contact(rows);
    print_state(rows);
    print_hash(rows);
}

// A run that diverged did so in its first pass; what it came from is seen in the measured one.
static void follow_again(Wanted *w, json_t *rows)
{
    w->job.passes[PASS_TIMED] = w->job.passes[PASS_PHASED] = w->job.passes[PASS_COUNTED] = 0;
    json_array_clear(rows);
    (void)!single_run(&w->job, w->timeout_s, rows).code; // it fails as before
}

// One more process, of the timed pass alone.
static Status time_again(const Wanted *w, int index, json_t *rows)
{
    WorkerJob job = {.setup = w->job.setup, .passes = {[PASS_TIMED] = 1}, .first = {[PASS_TIMED] = index}, .state_in = w->job.state_in};
    return single_run(&job, w->timeout_s, rows);
}

static Status run_case(Wanted *w, json_t *rows)
{
    const Case *c = w->job.setup;
    Status      status = single_run(&w->job, w->timeout_s, rows);
    if (status.code == STATUS_NUMERIC && w->track.count > 0)
        follow_again(w, rows);
    const Status tracked = track_print(&w->track, rows);
    for (int k = 1; k < w->processes && status.code == STATUS_OK; k++)
        status = time_again(w, k, rows);
    TRY(status);
    TRY(tracked);
    print_table(c, rows, w->processes, w->error);
    fflush(stdout);
    sim_warn(rows);
    if (w->forces)
        sim_forces_print(c, rows);
    return status_ok();
}

static Status run(Options *options)
{
    Wanted   w = {.flags.command = "sim",
                  .job = {.passes = {[PASS_TIMED] = 1, [PASS_PHASED] = 1, [PASS_MEASURED] = 1}, .frame_stride = 1},
                  .processes = 1,
                  .timeout_s = 3600};
    SimError error = {0};
    Case     c;
    TRY(options_read(options, &w, 1, 1));
    w.flags.scene = options_argument(options, 0);
    TRY(make_case(&w, &c));
    TRY(prepare_files(&w.job));
    w.job.setup = &c;
    w.job.passes[PASS_COUNTED] = param_int(&c.params, "counted") > 0;
    json_t *rows = json_array();
    if (!rows)
        return status_make(STATUS_MEMORY, "out of memory for the rows of the worker");
    Status status = w.error ? sim_error_open(&w.job, w.timeout_s, &error) : status_ok();
    if (status.code == STATUS_OK)
        status = run_case(&w, rows);
    sim_error_close(&error);
    json_decref(rows);
    return status;
}

const Command command_sim = {.name = "sim",
                             .arguments = "SCENE --solver NAME [--steps N] [--set KEY=V]... [--reps N] [--frames DIR] [--state FILE]",
                             .summary = "run one scene with one solver and print its times, residuals and energies",
                             .flags = FLAGS,
                             .details = "Without a flag: 60 steps of 1/60 s, 1 thread, f64.\n",
                             .run = run};
