// Scene files: described, read, built into a model and a state, and the ranges of their parameters.
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "fuzz.h"

static Status build(const char *path)
{
    const SceneSettings settings = {.path = path};
    ModelBuilder       *builder = model_builder_create();
    Arena               arena = arena_init((size_t)256 << 20);
    Model               model;
    State               state;
    SceneInfo           info;
    ASSERT(builder);
    Status status = scene_read(&settings, builder, &info);
    if (status.code == STATUS_OK)
        status = model_build(builder, PARTICLE_ORDER_NONE, &arena, &model);
    if (status.code == STATUS_OK)
        status = model_draw(builder, &arena, &model);
    if (status.code == STATUS_OK)
        status = state_init(builder, &model, &arena, &state);
    model_builder_destroy(builder);
    arena_destroy(&arena);
    return status;
}

// Small cells make a large grid, which takes too long to build here.
static bool asks_for_much(const uint8_t *bytes, size_t size)
{
    char *text = fuzz_text(bytes, size);
    bool  much = false;
    for (const char *at = text; !much && (at = strstr(at, "cell:"));) {
        at += sizeof "cell:" - 1;
        much = *at && strtod(at, NULL) < 0.02;
    }
    free(text);
    return much;
}

void fuzz_scene(const uint8_t *bytes, size_t size)
{
    char           path[FUZZ_PATH];
    SceneInfo      info;
    SceneParameter parameters[SCENE_PARAMETERS_MAX];
    YamlRange      ranges[SCENE_PARAMETERS_MAX];
    int            count = 0;
    if (asks_for_much(bytes, size))
        return;
    fuzz_path("scene.yaml", path);
    fuzz_write(path, bytes, size);
    const SceneSettings settings = {.path = path};
    if (!fuzz_fine(scene_describe(&settings, &info, parameters, &count)))
        return;
    fuzz_fine(case_check_recommended(path, &info));
    if (fuzz_fine(build(path)))
        fuzz_fine(scene_ranges(path, ranges));
}
