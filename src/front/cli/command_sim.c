// weft sim: runs one scene with one solver and prints one table.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/private/case_flags.h"
#include "cli/private/sim_lines.h"
#include "cli/private/sim_track.h"
#include "cli/private/single.h"
#include "run/memory_run.h"

// Values of the flags; texts for the case are kept until the solver is known.
typedef struct OptionValues {
    CaseFlags   flags;
    WorkerJob   job;
    OptionTexts tracks;
    Track       track;
    bool        error, forces;
    int         processes;
    double      timeout_s;
} OptionValues;

static const Flag FLAGS[] = {
    CASE_FLAGS(OptionValues, flags, "", ""),
    {"reps", 'r', "N", "number of timed processes (1)", FLAG_INT, .offset = offsetof(OptionValues, processes), .min = 1, .max = 10000},
    {"timeout", 't', "S", "time limit of a process in seconds (3600)", FLAG_REAL, .offset = offsetof(OptionValues, timeout_s), .min = 0.001,
     .max = 1e7},
    {"frames", 0, "DIR", "write frames (.vtp, .obj, frames.pvd) to this folder", FLAG_PATH, .offset = offsetof(OptionValues, job.frames)},
    {"frame-stride", 0, "N", "one frame every N steps (1)", FLAG_INT, .offset = offsetof(OptionValues, job.frame_stride), .min = 1,
     .max = 1000000},
    {"state", 0, "FILE", "start from this state (a file of --state-out, or CSV with index,x,y,z,vx,vy,vz)", FLAG_PATH,
     .offset = offsetof(OptionValues, job.state_in)},
    {"state-out", 0, "FILE", "write the final state to this file", FLAG_PATH, .offset = offsetof(OptionValues, job.state_out)},
    {"forces", 0, NULL, "print the final forces of constraints and on colliders, bodies and pins", FLAG_SWITCH,
     .offset = offsetof(OptionValues, forces)},
    {"error", 0, NULL, "print the error of the last step; the reference is Newton's method from the same state", FLAG_SWITCH,
     .offset = offsetof(OptionValues, error)},
    {"track", 0, "WHAT",
     "print one line per step for particle:N, a quantity (kinetic, pin_force_y), or load:NAME with a NAME of --forces (load:collider "
     "floor)",
     FLAG_TEXTS, .offset = offsetof(OptionValues, tracks)},
    {0}};

static Status make_case(OptionValues *w, Case *c)
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
        return status_make(STATUS_USAGE,
                           "--error: the reference starts from the initial state of the scene, not from --state; leave one of the two out");
    if (w->error) {
        TRY(case_set(c, "probes", "1")); // the last step
        case_hide(c, "probes");
    }
    TRY(track_prepare(&w->track, c));
    return case_resolve(c);
}

// Creates the folder of the frames and checks before the run that the final state can be written.
static Status prepare_files(const Case *c, const WorkerJob *job)
{
    const FileOutput outputs[] = {{job->state_out, NULL}, {job->frames, "frame@(s.pvd|_+([0-9]).@(vtp|obj))"}};
    FileDraft        draft = {0};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        TRY(file_keep(outputs[i], job->state_in));
        TRY(case_keep_files(c, outputs[i]));
    }
    if (job->state_out)
        TRY(file_begin_given(job->state_out, &draft));
    file_discard(&draft);
    return job->frames ? file_make_folder(job->frames) : status_ok();
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

static Status print_all(const OptionValues *w, sqlite3 *views)
{
    char        label[256];
    const Case *c = w->job.setup;
    case_label(c, label, sizeof label);
    printf("%-12s  %s\n", "case", label);
    print_recommended(c);
    TRY(sim_print(views, w->error, case_substeps(c)));
    fflush(stdout);
    TRY(sim_warn(views));
    return w->forces ? sim_print_forces(views) : status_ok();
}

static void note(void *user, const json_t *row)
{
    (void)user;
    if (row_kind(row) == ROW_CONDITION)
        fprintf(stderr, "weft: %s\n", json_string_value(json_object_get(row, "text")));
}

// A diverged run ended in its first pass; the measured pass then shows the cause.
static void follow_again(const OptionValues *w, MemoryRun *memory)
{
    WorkerJob job = w->job;
    job.passes[PASS_TIMED] = job.passes[PASS_PHASED] = job.passes[PASS_COUNTED] = 0;
    (void)!memory_run(memory, &job, w->timeout_s, NULL, NULL).code; // it fails as before
}

// One more process, of the timed pass alone.
static Status time_again(const OptionValues *w, MemoryRun *memory)
{
    WorkerJob job = {.setup = w->job.setup, .passes = {[PASS_TIMED] = 1}, .state_in = w->job.state_in};
    memcpy(job.state_hash, w->job.state_hash, sizeof job.state_hash);
    return memory_run(memory, &job, w->timeout_s, NULL, NULL);
}

static Status run_case(const OptionValues *w)
{
    MEMORY_RUN *memory = NULL;
    TRY(memory_run_open(&memory));
    sqlite3 *views = store_handle(memory_run_store(memory));
    Status   status = memory_run(memory, &w->job, w->timeout_s, note, NULL);
    if (status.code == STATUS_NUMERIC && w->track.count > 0)
        follow_again(w, memory);
    const Status tracked = track_print(&w->track, views);
    for (int k = 1; k < w->processes && status.code == STATUS_OK; k++)
        status = time_again(w, memory);
    TRY(status);
    TRY(tracked);
    return print_all(w, views);
}

// Also computes the error of the last step; the reference is Newton's method from the same state.
static Status run_with_reference(OptionValues *w)
{
    char      folder[512], path[sizeof folder + 16];
    Case      reference = *w->job.setup;
    WorkerJob job = {.setup = &reference, .write_reference = reference_name(REFERENCE_PROBES)};
    Status    status = file_make_temporary_folder("the reference", folder, sizeof folder);
    if (status.code != STATUS_OK)
        return status_prefix(status, "--error");
    snprintf(path, sizeof path, "%s/probes.ref", folder);
    reference.precision = PRECISION_F64;
    job.references[REFERENCE_PROBES] = w->job.references[REFERENCE_PROBES] = path;
    status = single_run(&job, w->timeout_s, NULL);
    status = status.code == STATUS_OK ? run_case(w) : status_prefix(status, "--error: no reference");
    w->job.references[REFERENCE_PROBES] = NULL;
    file_remove_folder(folder);
    return status;
}

static Status run(Options *options)
{
    OptionValues w = {.flags.command = "sim",
                      .job = {.passes = {[PASS_TIMED] = 1, [PASS_PHASED] = 1, [PASS_MEASURED] = 1}, .frame_stride = 1},
                      .processes = 1,
                      .timeout_s = 3600};
    Case         c;
    TRY(options_read(options, &w, 1, 1));
    w.flags.scene = options_argument(options, 0);
    TRY(make_case(&w, &c));
    TRY(prepare_files(&c, &w.job));
    TRY(job_start_from(w.job.state_in, &w.job));
    w.job.setup = &c;
    w.job.passes[PASS_COUNTED] = param_int(&c.params, "counted") > 0;
    return w.error ? run_with_reference(&w) : run_case(&w);
}

const Command command_sim = {.name = "sim",
                             .arguments = "SCENE --solver NAME [--steps N] [--set KEY=V]... [--reps N]\n"
                                          "       [--frames DIR] [--state FILE]",
                             .summary = "run one scene with one solver; print times, residuals and energies",
                             .flags = FLAGS,
                             .details = "Defaults: 60 steps of 1/60 s, 1 thread, f64.\n",
                             .run = run};
