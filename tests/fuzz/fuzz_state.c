// State files, read onto a scene with released pins, a script, wind and breaking constraints.
#include <string.h>

#include "fuzz.h"
#include "scene/scene.h"

static const char SCENE[] = "name: fuzz\n"
                            "bodies:\n"
                            "  - name: chain\n"
                            "    chain: {count: 4, spacing: 1}\n"
                            "    particle_mass: 1\n"
                            "    springs: {structural: {stiffness: 100, limit: 5}}\n"
                            "    pins:\n"
                            "      - {index: 0}\n"
                            "      - index: 3\n"
                            "        script: [{release: 0.5}]\n";

typedef struct Built {
    ModelBuilder *builder;
    Arena         arena;
    Model         model;
    State         state;
} Built;

static void make(Built *built)
{
    char      path[FUZZ_PATH];
    SceneInfo info;
    fuzz_path("scene.yaml", path);
    fuzz_write(path, SCENE, sizeof SCENE - 1);
    const SceneSettings settings = {.path = path};
    *built = (Built){.builder = model_builder_create(), .arena = arena_init(0)};
    ASSERT(fuzz_fine(scene_read(&settings, built->builder, &info)));
    ASSERT(fuzz_fine(model_build(built->builder, PARTICLE_ORDER_NONE, &built->arena, &built->model)));
    ASSERT(fuzz_fine(state_init(built->builder, &built->model, &built->arena, &built->state)));
}

void fuzz_state(const uint8_t *bytes, size_t size)
{
    char      path[FUZZ_PATH];
    Built     built;
    SceneMark mark;
    make(&built);
    fuzz_path("state.csv", path);
    fuzz_write(path, bytes, size);
    if (fuzz_fine(scene_read_state(path, &built.model, &built.state, &mark))) {
        ASSERT(state_is_finite(&built.state) || sizeof(real) == sizeof(float));
        // A written state reads back as a state.
        fuzz_path("again.csv", path);
        ASSERT(fuzz_fine(scene_write_state(path, &mark, &built.model, &built.state, built.state.start)));
        if (*mark.name)
            ASSERT(fuzz_fine(scene_read_state(path, &built.model, &built.state, &mark)));
    }
    model_builder_destroy(built.builder);
    arena_destroy(&built.arena);
}
