// weft scene: what a scene is made of, and its numbers for other programs.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/private/command.h"
#include "import/import.h"
#include "scene/scene.h"

typedef struct Wanted {
    const char *folder, *format;
    const char *import, *output, *root, *kind; // of another program's scene
    OptionTexts sets;
} Wanted;

static const Flag FLAGS[] = {
    {"export", 'e', "DIR", "write its files for other programs there", FLAG_PATH, .offset = offsetof(Wanted, folder)},
    {"format", 'f', "NAME", "of these files, one of those below (csv)", FLAG_TEXT, .offset = offsetof(Wanted, format)},
    {"set", 's', "KEY=V", "a parameter of the scene, as in `weft sim` (scene.n=8) or without `scene.` (n=8)", FLAG_TEXTS,
     .offset = offsetof(Wanted, sets)},
    {"import", 0, "FORMAT", "SCENE is a file of another program (ipc); write it as a scene of weft", FLAG_TEXT,
     .offset = offsetof(Wanted, import)},
    {"output", 'o', "FILE.yaml", "with --import: the scene that is written", FLAG_PATH, .offset = offsetof(Wanted, output)},
    {"root", 0, "DIR", "with --import: the folder that names of meshes are seen from", FLAG_PATH, .offset = offsetof(Wanted, root)},
    {"kind", 0, "KIND", "with --import: kind of the tetrahedra, instead of what the file says", FLAG_TEXT,
     .offset = offsetof(Wanted, kind)},
    {0}};

static Status read_set(const char *text, SceneValue *out)
{
    static const char PREFIX[] = "scene.";
    const char       *name = strncmp(text, PREFIX, sizeof PREFIX - 1) == 0 ? text + sizeof PREFIX - 1 : text, *equals = strchr(name, '=');
    if (!equals || equals == name || (size_t)(equals - name) >= sizeof out->name || strlen(equals + 1) >= sizeof out->value)
        return status_make(STATUS_USAGE, "--set %.80s: write --set key=value", text);
    snprintf(out->name, sizeof out->name, "%.*s", (int)(equals - name), name);
    snprintf(out->value, sizeof out->value, "%s", equals + 1);
    return status_ok();
}

static void print_scene(const SceneInfo *info, const Model *model)
{
    double  mass = 0;
    int32_t pinned = 0;
    for (int32_t i = 0; i < model->particle_count; i++) {
        mass += model->mass[i];
        pinned += model->inverse_mass[i] <= 0;
    }
    printf("%s: %s\n", info->name, info->summary);
    printf("  %d particles, %d of them pinned, %.10g kg in %d %s\n", model->particle_count, pinned, mass, model->body_count,
           model->body_count == 1 ? "body" : "bodies");
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (model->sets[kind].count > 0)
            printf("  %d %s\n", model->sets[kind].count, model->sets[kind].ops->name);
}

// What a format cannot carry is a line each on standard error.
static Status export(const char *folder, int format, const SceneInfo *info, const Model *model, const State *state)
{
    char *left_out = NULL;
    TRY(file_make_folder(folder));
    const Status status = scene_export(folder, format, info, model, state, &left_out);
    for (const char *line = left_out; status.code == STATUS_OK && line && *line; line = strchr(line, '\n') + 1)
        fprintf(stderr, "left out: %.*s\n", (int)strcspn(line, "\n"), line);
    free(left_out);
    return status;
}

static Status build(const SceneSettings *settings, const char *folder, int format, ModelBuilder *builder, Arena *arena)
{
    SceneInfo info;
    Model     model;
    State     state;
    TRY(scene_read(settings, builder, &info));
    TRY(model_build(builder, PARTICLE_ORDER_NONE, arena, &model));
    TRY(model_draw(builder, arena, &model));
    TRY(state_init(builder, &model, arena, &state));
    if (folder)
        TRY(export(folder, format, &info, &model, &state));
    print_scene(&info, &model);
    return status_ok();
}

// ---- scenes of other programs ----

static Status check_import(const Wanted *wanted)
{
    if (!wanted->import && (wanted->output || wanted->root || wanted->kind))
        return status_make(STATUS_USAGE, "scene: --output, --root and --kind are for a file of another program; give --import FORMAT");
    if (wanted->import && !wanted->output)
        return status_make(STATUS_USAGE, "scene: --output is missing: the file that --import writes");
    if (wanted->kind && !text_is_file_name(wanted->kind))
        return status_make(STATUS_USAGE, "scene: --kind `%.60s` is no kind of constraints; `weft list constraints` lists them",
                           wanted->kind);
    return status_ok();
}

static Status import(const Wanted *wanted, const char *file)
{
    const ImportFormat  *format = NULL;
    const ImportSettings settings = {.file = file, .root = wanted->root, .kind = wanted->kind};
    ImportRun            length = {0};
    FileDraft            draft;
    TRY(import_find(wanted->import, &format));
    if (access(wanted->output, F_OK) == 0)
        return status_make(STATUS_IO, "%s: is there already, and is left as it is; choose another name", wanted->output);
    TRY(file_begin_given(wanted->output, &draft));
    const Status status = format->write(&settings, draft.stream, &length);
    if (status.code != STATUS_OK) {
        file_discard(&draft);
        return status;
    }
    TRY(file_commit(&draft));
    printf("%s: written; a run as %s has it: --dt %g --steps %.0f\n", wanted->output, file, length.step,
           ceil(length.duration / length.step - 1e-9));
    return status_ok();
}

static Status run(Options *options)
{
    SceneValue values[OPTION_TEXTS_MAX];
    Wanted     wanted = {0};
    char       path[4096];
    int        format = 0;
    TRY(options_read(options, &wanted, 1, 1));
    if (wanted.format && !wanted.folder)
        return status_make(STATUS_USAGE, "scene: --format is that of files; give --export DIR too");
    if (wanted.format)
        TRY(scene_export_find(wanted.format, &format));
    for (int i = 0; i < wanted.sets.count; i++)
        TRY(read_set(wanted.sets.texts[i], &values[i]));
    TRY(check_import(&wanted));
    if (wanted.import)
        TRY(import(&wanted, options_argument(options, 0)));
    TRY(scene_find(wanted.import ? wanted.output : options_argument(options, 0), path, sizeof path));
    const SceneSettings settings = {.path = path, .values = values, .value_count = wanted.sets.count, .threads = 1};
    ModelBuilder       *builder = model_builder_create();
    Arena               arena = arena_init(0);
    Status              status = builder ? build(&settings, wanted.folder, format, builder, &arena)
                                         : status_make(STATUS_MEMORY, "out of memory while the scene was read");
    arena_destroy(&arena);
    model_builder_destroy(builder);
    return status;
}

const Command command_scene = {
    .name = "scene",
    .arguments = "SCENE [--set KEY=V]... [--export DIR [--format NAME]] | FILE --import FORMAT -o FILE.yaml [--root DIR] [--kind KIND]",
    .summary = "say how many particles and constraints a scene has, and write them for other programs",
    .flags = FLAGS,
    .details = "Formats:\n"
#define EXPORT_FORMAT(name, files, carries, summary) "  " #name ": " files " - " summary "\n"
#include "scene/scene_export_list.h"
#undef EXPORT_FORMAT
               "What a scene has and a format cannot carry is said on standard error, a line each. Numbers have 17 digits: read\n"
               "back, they are the same. Of the tables:\n"
               "particles.csv    index, body, mass (kg), pinned (1: at the start), position (m), velocity (m/s), external force (N)\n"
               "constraints.csv  kind, index, vertices, rest values as `weft list constraints KIND` names them, stiffness (inf: hard; of\n"
               "                 each component where they differ), damping, limit (inf: does not break), sense, faces of a surface\n"
               "scene.csv        gravity, the rules of contact, and how many scripts and colliders, which are in the scene file only\n",
    .run = run};
