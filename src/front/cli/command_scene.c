// weft scene: what a scene is made of, and its numbers for other programs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/private/command.h"
#include "scene/scene.h"

typedef struct Wanted {
    const char *folder, *format;
    OptionTexts sets;
} Wanted;

static const Flag FLAGS[] = {
    {"export", 'e', "DIR", "write its files for other programs there", FLAG_PATH, .offset = offsetof(Wanted, folder)},
    {"format", 'f', "NAME", "of these files, one of those below (csv)", FLAG_TEXT, .offset = offsetof(Wanted, format)},
    {"set", 's', "KEY=V", "a parameter of the scene, as in `weft sim` (scene.n=8) or without `scene.` (n=8)", FLAG_TEXTS,
     .offset = offsetof(Wanted, sets)},
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
    TRY(scene_find(options_argument(options, 0), path, sizeof path));
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
    .arguments = "SCENE [--set KEY=V]... [--export DIR [--format NAME]]",
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
