// libweft (weft.h): a scene with Newton's method, for other programs.
#include <stdio.h>
#include <stdlib.h>

#include "base/plain_locale.h"
#include "base/text.h"
#include "measure/reference.h"
#include "weft.h"
#include "worker/private/setup.h"

struct WeftScene {
    Case     c;
    Setup    setup;
    double4 *x, *gradient; // [particles] in the model's order
};

static int fail(Status status, WeftError *error)
{
    const int code = status_exit_code(status.code);
    if (error)
        error->code = code;
    if (error)
        snprintf(error->text, sizeof error->text, "%s", status.text);
    return code;
}

static const char *const NOT_SETTINGS[] = {"scene", "solver", "linsys", NULL};

static Status open_scene(const char *name, const char *const *settings, WeftScene *scene)
{
    case_init(&scene->c, REFERENCE_METHOD.solver, NULL);
    TRY(case_set(&scene->c, "scene", name ? name : ""));
    for (; settings && *settings; settings++) {
        for (int i = 0; NOT_SETTINGS[i]; i++)
            if (text_sets(*settings, NOT_SETTINGS[i]))
                return status_make(STATUS_INPUT, "libweft steps one scene by Newton's method; remove the setting `%s`", NOT_SETTINGS[i]);
        TRY(case_set_text(&scene->c, *settings));
    }
    if (scene->c.precision != PRECISION_F64)
        return status_make(STATUS_INPUT, "libweft uses double precision; remove the setting `precision`");
    TRY(case_resolve(&scene->c));
    TRY(setup_create(&scene->c, NULL, true, NULL, &scene->setup));
    TRY(ARENA_NEW(&scene->setup.arena, scene->setup.model.particle_count, &scene->x));
    return ARENA_NEW(&scene->setup.arena, scene->setup.model.particle_count, &scene->gradient);
}

int weft_scene_open(const char *name, const char *const *settings, WeftScene **out, WeftError *error)
{
    PLAIN_LOCALE;
    *out = NULL;
    WeftScene *scene = (WeftScene *)calloc(1, sizeof *scene);
    if (!scene)
        return fail(status_make(STATUS_MEMORY, "out of memory for a scene"), error);
    const Status status = open_scene(name, settings, scene);
    if (status.code == STATUS_OK)
        *out = scene;
    else
        weft_scene_close(scene);
    return fail(status, error);
}

void weft_scene_close(WeftScene *scene)
{
    if (scene)
        setup_destroy(&scene->setup);
    free(scene);
}

int32_t weft_scene_particles(const WeftScene *scene)
{
    return scene->setup.model.particle_count;
}

double weft_scene_state(const WeftScene *scene, double (*position)[3], double (*velocity)[3])
{
    const State *state = &scene->setup.state;
    state_get(&scene->setup.model, state, position, velocity);
    return state->start + (double)state->step * scene->setup.dt;
}

void weft_scene_masses(const WeftScene *scene, double *mass, int *pinned)
{
    const Model *model = &scene->setup.model;
    for (int32_t i = 0; i < model->particle_count; i++) {
        mass[model->user_of[i]] = model->mass[i];
        pinned[model->user_of[i]] = model->inverse_mass[i] == 0;
    }
}

int32_t weft_scene_faces(const WeftScene *scene, const int32_t **start, const int32_t **vertex)
{
    *start = scene->setup.model.face_start;
    *vertex = scene->setup.model.face_vertex;
    return scene->setup.model.face_count;
}

double weft_scene_energy(WeftScene *scene, const double (*x)[3], double (*gradient)[3])
{
    const Model *model = &scene->setup.model;
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double *from = x[model->user_of[i]];
        scene->x[i] = (double4){from[0], from[1], from[2], 0};
        scene->gradient[i] = (double4){0};
    }
    const double energy = model_energy(model, scene->x, gradient ? scene->gradient : NULL);
    for (int32_t i = 0; i < model->particle_count && gradient; i++) {
        double *to = gradient[model->user_of[i]];
        to[0] = scene->gradient[i].x;
        to[1] = scene->gradient[i].y;
        to[2] = scene->gradient[i].z;
    }
    return energy;
}

static Status step(WeftScene *scene, int32_t *converged)
{
    StepContext context = {0};
    TRY(setup_release(&scene->setup, NULL));
    TRY(setup_step(&scene->setup, &context));
    scene->setup.state.step++;
    *converged += context.end == STEP_CONVERGED || context.end == STEP_AT_ROUND_OFF;
    const Status status = state_limit_check(&scene->setup.limit, &scene->setup.model, &scene->setup.state);
    return status.code == STATUS_OK ? status
                                    : status_make(status.code, "the solver diverged: %s after step %lld; set a smaller dt", status.text,
                                                  (long long)scene->setup.state.step);
}

int weft_scene_step(WeftScene *scene, int32_t count, int32_t *converged, WeftError *error)
{
    PLAIN_LOCALE;
    Status status =
        count >= 0 ? status_ok() : status_make(STATUS_INPUT, "a scene cannot take %d steps; `count` must be at least 0", (int)count);
    int32_t ended = 0;
    for (int32_t i = 0; i < count && status.code == STATUS_OK; i++)
        status = step(scene, &ended);
    if (converged)
        *converged = ended;
    return fail(status, error);
}
