// weft scene: prints the contents of a scene, and exports it for other programs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/private/command.h"
#include "scene/scene.h"

typedef struct OptionValues {
    const char *file;
    OptionTexts sets;
} OptionValues;

static const Flag FLAGS[] = {{"export", 'e', "FILE.json", "write the scene as JSON, for other programs (src/python/README.md)", FLAG_PATH,
                              .offset = offsetof(OptionValues, file)},
                             {"set", 's', "KEY=V", "a parameter of the scene: scene.n=8, as in `weft sim`, or n=8", FLAG_TEXTS,
                              .offset = offsetof(OptionValues, sets)},
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

static Status build(const SceneSettings *settings, const char *path, ModelBuilder *builder, Arena *arena)
{
    SceneInfo info;
    Model     model;
    State     state;
    TRY(scene_read(settings, builder, &info));
    TRY(model_build(builder, PARTICLE_ORDER_NONE, arena, &model));
    TRY(model_draw(builder, arena, &model));
    TRY(state_init(builder, &model, arena, &state));
    if (path)
        TRY(scene_export(path, &info, &model, &state));
    print_scene(&info, &model);
    return status_ok();
}

static Status run(Options *options)
{
    SceneValue   parameters[OPTION_TEXTS_MAX];
    OptionValues values = {0};
    char         path[4096];
    TRY(options_read(options, &values, 1, 1));
    for (int i = 0; i < values.sets.count; i++)
        TRY(read_set(values.sets.texts[i], &parameters[i]));
    TRY(scene_find(options_argument(options, 0), path, sizeof path));
    const SceneSettings settings = {.path = path, .values = parameters, .value_count = values.sets.count, .output = {values.file, NULL}};
    ModelBuilder       *builder = model_builder_create();
    Arena               arena = arena_init(0);
    Status              status =
        builder ? build(&settings, values.file, builder, &arena) : status_make(STATUS_MEMORY, "out of memory while the scene was read");
    arena_destroy(&arena);
    model_builder_destroy(builder);
    return status;
}

const Command command_scene = {.name = "scene",
                               .arguments = "SCENE [--set KEY=V]... [--export FILE.json]",
                               .summary = "print the size of a scene, or export the scene to other programs",
                               .flags = FLAGS,
                               .run = run};
