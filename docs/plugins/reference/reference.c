// reference SCENE STEPS [NAME=VALUE...]: steps a scene of weft to convergence and prints its energies, with libweft alone.
#include <stdio.h>
#include <stdlib.h>

#include <weft.h>

static double kinetic(int32_t count, const double *mass, const int *pinned, double (*velocity)[3])
{
    double sum = 0;
    for (int32_t i = 0; i < count; i++)
        for (int a = 0; a < 3; a++)
            sum += pinned[i] ? 0 : 0.5 * mass[i] * velocity[i][a] * velocity[i][a];
    return sum;
}

static int run(WeftScene *scene, int steps, WeftError *error)
{
    const int32_t count = weft_scene_particles(scene);
    double(*x)[3] = calloc((size_t)count, sizeof *x), (*v)[3] = calloc((size_t)count, sizeof *v);
    double *mass = calloc((size_t)count, sizeof *mass);
    int    *pinned = calloc((size_t)count, sizeof *pinned);
    if (!x || !v || !mass || !pinned) {
        fprintf(stderr, "reference: out of memory\n");
        return 5;
    }
    weft_scene_masses(scene, mass, pinned);
    int code = 0;
    for (int step = 0; step < steps && code == 0; step++) {
        int32_t converged = 0;
        code = weft_scene_step(scene, 1, &converged, error);
        const double time = weft_scene_state(scene, x, v);
        if (code == 0)
            printf("t %.6g s  kinetic %.6g J  elastic %.6g J%s\n", time, kinetic(count, mass, pinned, v),
                   weft_scene_energy(scene, (const double(*)[3])x, NULL), converged ? "" : "  not converged");
    }
    free(x);
    free(v);
    free(mass);
    free(pinned);
    return code;
}

int main(int count, char **arguments)
{
    WeftScene *scene = NULL;
    WeftError  error = {0};
    if (count < 3) {
        fprintf(stderr, "usage: reference SCENE STEPS [NAME=VALUE...]\n");
        return 2;
    }
    int code = weft_scene_open(arguments[1], (const char *const *)arguments + 3, &scene, &error); // main's list ends with NULL
    if (code == 0)
        code = run(scene, atoi(arguments[2]), &error);
    if (error.text[0])
        fprintf(stderr, "reference: %s\n", error.text);
    weft_scene_close(scene);
    return code;
}
