// A test rig for scene files: a folder for one test program, scenes written into it and built, and the messages of rejected scenes.
#ifndef WEFT_TESTS_SCENE_RIG_H
#define WEFT_TESTS_SCENE_RIG_H

#include <dirent.h>
#include <unistd.h>

#include "rig.h"
#include "scene/scene.h"

#ifndef BUILT_ORDER
#define BUILT_ORDER PARTICLE_ORDER_NONE
#endif

static char folder[64], scene_path[80]; // the folder, and s.yaml in it

// Valid for four calls.
static inline const char *in_folder(const char *name)
{
    static char paths[4][512];
    static int  next;
    char       *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

// Removes the files of the folder and returns how many there were.
static inline int empty_folder(void)
{
    int  count = 0;
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (const struct dirent *entry = readdir(open); entry; entry = readdir(open))
        if (entry->d_name[0] != '.')
            count += unlink(in_folder(entry->d_name)) == 0;
    closedir(open);
    return count;
}

static inline int set_up(void **state)
{
    snprintf(folder, sizeof folder, "/tmp/weft_scene_XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    snprintf(scene_path, sizeof scene_path, "%s/s.yaml", folder);
    return setenv("WEFT_DATASETS", WEFT_SOURCE_DIR "/datasets", 1);
}

// A scene built to a model and a state; half built after a failure.
typedef struct Built {
    ModelBuilder *builder;
    Arena         arena;
    Model         model;
    State         state;
    SceneInfo     info;
} Built;

static Built made; // the last scene of build_scene

static inline void release(Built *built)
{
    model_builder_destroy(built->builder);
    arena_destroy(&built->arena);
    *built = (Built){0};
}

static inline int tear_down(void **state)
{
    release(&made);
    empty_folder();
    return rmdir(folder);
}

// The message is one line that contains `expected`; about: the input, printed when the test fails.
static inline void assert_status_about(Status status, StatusCode code, const char *expected, const char *about)
{
    if (status.code != code || !strstr(status.text, expected))
        fail_msg("%s\nexpected `%s` (%s), got `%s` (%s)", about, expected, status_name(code), status.code ? status.text : "",
                 status_name(status.code));
    assert_null(strchr(status.text, '\n'));
}

static inline Status build_path(const char *path, const SceneValue *values, int value_count, Built *built)
{
    const SceneSettings settings = {.path = path, .values = values, .value_count = value_count};
    *built = (Built){.builder = model_builder_create(), .arena = arena_init(0)};
    TRY(scene_read(&settings, built->builder, &built->info));
    TRY(model_build(built->builder, BUILT_ORDER, &built->arena, &built->model));
    TRY(model_draw(built->builder, &built->arena, &built->model));
    return state_init(built->builder, &built->model, &built->arena, &built->state);
}

static inline Status build_text(const char *text, Built *built)
{
    write_text(scene_path, text);
    return build_path(scene_path, NULL, 0, built);
}

static inline void build_ok(const char *text, Built *built)
{
    const Status status = build_text(text, built);
    if (status.code != STATUS_OK)
        fail_msg("%s\n%s", text, status.text);
}

// A model by hand: to its builder between these two.
static inline void made_begin(void)
{
    release(&made);
    made = (Built){.builder = model_builder_create(), .arena = arena_init(0)};
}

static inline void made_end(ParticleOrder order)
{
    assert_ok(model_build(made.builder, order, &made.arena, &made.model));
    assert_ok(model_draw(made.builder, &made.arena, &made.model));
    assert_ok(state_init(made.builder, &made.model, &made.arena, &made.state));
}

static inline Status build_scene_with(const char *path, const SceneValue *values, int value_count)
{
    release(&made);
    return build_path(path, values, value_count, &made);
}

static inline Status try_scene(const char *text)
{
    write_text(scene_path, text);
    return build_scene_with(scene_path, NULL, 0);
}

static inline void build_scene(const char *text)
{
    const Status status = try_scene(text);
    if (status.code != STATUS_OK)
        fail_msg("%s\n%s", text, status.text);
}

// How the message about a line and a key of the first body begins.
#define BODY(line) "s.yaml:" #line ": key `bodies[0]"

static inline void refuse(const char *text, const char *expected)
{
    Built built;
    assert_status_about(build_text(text, &built), STATUS_INPUT, expected, text);
    release(&built);
}

#endif
