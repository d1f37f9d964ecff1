// weft judge: measures a trajectory of any program against the references of a scene, like a run of weft.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/private/command.h"
#include "cli/private/judge_print.h"
#include "cli/private/judge_store.h"
#include "cli/private/single.h"
#include "measure/reference.h"

typedef double Vector[3];

typedef struct OptionValues {
    const char *scene, *path;
    OptionTexts sets;
    const char *threads, *output, *name;
    double      dt, fps, timeout_s;
    bool        json;
} OptionValues;

static const Flag FLAGS[] = {
    {"set", 's', "KEY=V", "scene.NAME, or a setting of the references: fine=16 or 0, probes=0, memory or contact", FLAG_TEXTS,
     .offset = offsetof(OptionValues, sets)},
    {"dt", 0, "SECONDS", "time between frames", FLAG_REAL, .offset = offsetof(OptionValues, dt), .min = 1e-9, .max = 1e3},
    {"fps", 0, "N", "frames per second, instead of --dt", FLAG_REAL, .offset = offsetof(OptionValues, fps), .min = 1e-3, .max = 1e9},
    {"threads", 'j', "N", "number of threads (1)", FLAG_TEXT, .offset = offsetof(OptionValues, threads)},
    {"output", 'o', "FILE",
     "FILE.db: add the trajectory as a case to a database (new, or of runs of this scene); other FILE: CSV, one line per frame", FLAG_PATH,
     .offset = offsetof(OptionValues, output)},
    {"as", 0, "NAME", "name of the trajectory in the database (the name of the file or folder)", FLAG_TEXT,
     .offset = offsetof(OptionValues, name)},
    {"json", 0, NULL, "print the results as JSON", FLAG_SWITCH, .offset = offsetof(OptionValues, json)},
    {"timeout", 't', "S", "time limit of a process in seconds (3600)", FLAG_REAL, .offset = offsetof(OptionValues, timeout_s), .min = 0.001,
     .max = 1e7},
    {0}};

static Status find_dt(const OptionValues *w, double *dt)
{
    if ((w->dt > 0) == (w->fps > 0))
        return status_make(STATUS_USAGE, "give the time between frames, either --dt SECONDS or --fps N");
    *dt = w->fps > 0 ? 1 / w->fps : w->dt;
    return status_ok();
}

// ---- the initial state of the scene ----

typedef struct SceneStart {
    int32_t particles;
    Vector *position, *velocity; // [particles], its order
} SceneStart;

static void start_destroy(SceneStart *start)
{
    free(start->position);
    free(start->velocity);
}

// Frames contain positions and velocities only.
static Status refuse_breakable(const Model *model)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (model->sets[kind].limit)
            return status_make(
                STATUS_UNSUPPORTED,
                "%s constraints of the scene can break, but frames do not record broken constraints; remove `limit` from the scene",
                model->sets[kind].ops->name);
    return status_ok();
}

static Status take_start(const SceneSettings *settings, ModelBuilder *builder, Arena *arena, SceneStart *out)
{
    SceneInfo info;
    Model     model;
    State     state;
    TRY(scene_read(settings, builder, &info));
    TRY(model_build(builder, PARTICLE_ORDER_NONE, arena, &model));
    TRY(state_init(builder, &model, arena, &state));
    TRY(refuse_breakable(&model));
    out->particles = model.particle_count;
    out->position = calloc((size_t)model.particle_count, sizeof *out->position);
    out->velocity = calloc((size_t)model.particle_count, sizeof *out->velocity);
    if (!out->position || !out->velocity)
        return status_make(STATUS_MEMORY, "out of memory for the start of the scene");
    state_get(&model, &state, out->position, out->velocity);
    return status_ok();
}

static Status read_start(const Case *c, SceneStart *out)
{
    char path[4096];
    TRY(scene_find(c->scene, path, sizeof path));
    const SceneSettings settings = {
        .path = path, .values = c->scene_values, .value_count = c->scene_value_count, .expected = &c->scene_info};
    ModelBuilder *builder = model_builder_create();
    Arena         arena = arena_init(0);
    const Status  status =
        builder ? take_start(&settings, builder, &arena, out) : status_make(STATUS_MEMORY, "out of memory while the scene was read");
    arena_destroy(&arena);
    model_builder_destroy(builder);
    return status;
}

// ---- the case ----

static bool is_given(const OptionValues *w, const char *name)
{
    for (int i = 0; i < w->sets.count; i++)
        if (text_sets(w->sets.texts[i], name))
            return true;
    return false;
}

static Status refuse_sets(const OptionValues *w)
{
    static const char *const FIXED[] = {"steps", "dt", "frames", "precision", "solver", "linsys", "scene"};
    for (size_t i = 0; i < sizeof FIXED / sizeof *FIXED; i++)
        if (is_given(w, FIXED[i]))
            return status_make(STATUS_USAGE, "--set %s: the frames determine this setting; leave it out", FIXED[i]);
    return status_ok();
}

static Status set_all(const OptionValues *w, Case *c)
{
    TRY(refuse_sets(w));
    TRY(case_set(c, "scene", w->scene));
    if (!is_given(w, "fine"))
        TRY(case_set(c, "fine", "16"));
    if (w->threads)
        TRY(case_set(c, "threads", w->threads));
    for (int i = 0; i < w->sets.count; i++)
        TRY(case_set_text(c, w->sets.texts[i]));
    return status_ok();
}

// One step for each frame after the first; every step is recorded and compared.
static Status set_steps(const OptionValues *w, int32_t frames, double dt, Case *c)
{
    char text[40];
    text_from_double(dt, text, sizeof text);
    TRY(case_set(c, "dt", text));
    snprintf(text, sizeof text, "%d", (int)frames - 1);
    TRY(case_set(c, "steps", text));
    TRY(case_set(c, "frames", text));
    if (!is_given(w, "probes"))
        TRY(case_set(c, "probes", text));
    return case_resolve(c);
}

// ---- the trajectory, as the worker reads it ----

// Velocity of frame i: from the files, or the difference of positions; in the first frame that of the scene.
static void put_velocity(const Trajectory *t, const SceneStart *start, double dt, int32_t frame, Vector *out)
{
    const size_t n = (size_t)t->particle_count, at = (size_t)frame * n;
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] = t->velocity  ? t->velocity[at + i][k]
                        : frame == 0 ? start->velocity[i][k]
                                     : (t->position[at + i][k] - t->position[at - n + i][k]) / dt;
}

static Status write_frames(const Trajectory *t, const SceneStart *start, const Case *c, double dt, const char *path)
{
    Reference reference;
    Arena     arena = arena_init(0);
    Status    status = reference_alloc(&arena, t->particle_count, t->frame_count, false, &reference);
    reference.h = dt;
    memcpy(reference.key, c->scene_info.hash, sizeof reference.key);
    for (int32_t f = 0; status.code == STATUS_OK && f < t->frame_count; f++) {
        Probe       *probe = &reference.probes[f];
        const size_t bytes = (size_t)t->particle_count * sizeof(Vector);
        probe->step = f;
        memcpy(probe->position, t->position[(size_t)f * (size_t)t->particle_count], bytes);
        memcpy(probe->solution, probe->position, bytes);
        put_velocity(t, start, dt, f, probe->velocity);
    }
    if (status.code == STATUS_OK)
        status = reference_write(path, &reference);
    arena_destroy(&arena);
    return status;
}

// ---- running it ----

static Status compute_reference(const OptionValues *w, const Case *c, const char *path)
{
    WorkerJob job = {.setup = c, .write_reference = reference_name(REFERENCE_FRAMES)};
    job.references[REFERENCE_FRAMES] = path;
    const Status status = single_run(&job, w->timeout_s, NULL);
    return status.code == STATUS_OK ? status : status_prefix(status, "no reference of the trajectory (--set fine=0 skips it)");
}

static Status run_worker(const OptionValues *w, const Case *c, const char *folder, json_t *rows)
{
    char reference[600], frames[600];
    snprintf(reference, sizeof reference, "%s/frames.ref", folder);
    snprintf(frames, sizeof frames, "%s/recorded.ref", folder);
    WorkerJob job = {.setup = c, .recorded = frames};
    if (param_int(&c->params, "fine") > 0) {
        TRY(compute_reference(w, c, reference));
        job.references[REFERENCE_FRAMES] = reference;
    }
    return single_run(&job, w->timeout_s, rows);
}

static void print_findings(const json_t *rows)
{
    const json_t *row = NULL;
    size_t        index = 0;
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) == ROW_FINDING)
            fprintf(stderr, "weft: %s\n", json_string_value(json_object_get(row, "text")));
    }
}

static Status measure(const OptionValues *w, const SceneStart *start, Judged *judged, json_t *rows)
{
    char         folder[512];
    const double dt = param_real(&judged->c->params, "dt");
    TRY(file_make_temporary_folder("the frames", folder, sizeof folder));
    char path[600];
    snprintf(path, sizeof path, "%s/recorded.ref", folder);
    Status status = write_frames(judged->trajectory, start, judged->c, dt, path);
    if (status.code == STATUS_OK)
        status = run_worker(w, judged->c, folder, rows);
    file_remove_folder(folder);
    TRY(status);
    TRY(judge_read(judged));
    if (w->output && !judge_is_store(w->output))
        TRY(judge_write_csv(judged, w->output));
    if (w->json)
        TRY(judge_print_json(judged));
    else
        judge_print(judged);
    fflush(stdout);
    print_findings(rows);
    return w->output && judge_is_store(w->output) ? judge_store(judged, w->output, w->name) : status_ok();
}

static Status judge(const OptionValues *w, Case *c, double dt, const Trajectory *t, SceneStart *start)
{
    Judged judged = {.c = c, .path = w->path, .trajectory = t, .quiet = w->json};
    TRY(read_start(c, start));
    TRY(trajectory_check_start(w->path, t, (const Vector *)start->position, start->particles, &judged.farthest));
    TRY(set_steps(w, t->frame_count, dt, c));
    if (w->output && judge_is_store(w->output))
        TRY(judge_check_store(&judged, w->output, w->name));
    json_auto_t *rows = json_array();
    if (!rows)
        return status_make(STATUS_MEMORY, "out of memory for the rows of the worker");
    WorkerFile worker;
    TRY(worker_file(c->precision, &worker));
    judged.rows = rows;
    judged.worker = &worker;
    const Status status = measure(w, start, &judged, rows);
    free(judged.frames);
    return status;
}

// Refuses to overwrite the scene or the frames; a database is extended.
static Status keep_inputs(const OptionValues *w, const Case *c, const Trajectory *t)
{
    const FileOutput output = {w->output && !judge_is_store(w->output) ? w->output : NULL, NULL};
    for (int32_t f = 0; t->path && f < t->frame_count; f++)
        TRY(file_keep(output, t->path[f]));
    TRY(file_keep(output, w->path));
    return case_keep_files(c, output);
}

// Checks before the run that the results can be written.
static Status check_output(const OptionValues *w)
{
    FileDraft  draft = {0};
    const bool store = w->output && judge_is_store(w->output);
    if (w->name && !store)
        return status_make(STATUS_USAGE, "--as needs a database; give -o FILE.db");
    if (w->output && !store)
        TRY(file_begin_given(w->output, &draft));
    file_discard(&draft);
    return status_ok();
}

static Status run(Options *options)
{
    OptionValues                               w = {.timeout_s = 3600};
    GNU_CLEANUP(trajectory_destroy) Trajectory trajectory = {0};
    GNU_CLEANUP(start_destroy) SceneStart      start = {0};
    Case                                       c;
    double                                     dt = 0;
    TRY(options_read(options, &w, 2, 2));
    w.scene = options_argument(options, 0);
    w.path = options_argument(options, 1);
    TRY(text_need_printable("the path of the frames", w.path));
    TRY(find_dt(&w, &dt));
    case_init(&c, REFERENCE_METHOD.solver, REFERENCE_METHOD.linsys);
    TRY(set_all(&w, &c));
    TRY(case_resolve(&c));
    TRY(check_output(&w));
    TRY(trajectory_read(w.path, &trajectory));
    TRY(keep_inputs(&w, &c, &trajectory));
    return judge(&w, &c, dt, &trajectory, &start);
}

const Command command_judge = {.name = "judge",
                               .arguments = "SCENE FRAMES {--dt S | --fps N} [--set KEY=V]...\n"
                                            "       [-o FILE.csv | -o FILE.db [--as NAME]]",
                               .summary = "measure the error of a trajectory from another program",
                               .flags = FLAGS,
                               .details = "FRAMES  a .npy file of shape [frames][particles][3], or a folder of states\n"
                                          "        NAME0.csv, NAME1.csv, … with the columns index,x,y,z,vx,vy,vz.\n"
                                          "        `python3 -m weft trajectory` converts other formats (bench/foreign/README.md)\n"
                                          "The first frame must be the initial state of the scene, particles in its order.\n"
                                          "Frames must be equally spaced in time. Without velocities, differences of\n"
                                          "positions are used. bench/foreign/README.md explains the columns.\n"
                                          "In a database the trajectory is a case of solver `recorded`, without times.\n"
                                          "`weft report` draws it next to weft's own solvers.\n",
                               .run = run};
