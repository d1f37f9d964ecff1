// Scenes, energies and reference solutions of weft in a program of your own: the library libweft, in double precision. This header stands
// alone; docs/plugins/reference has a program, and docs/your_solver.md says how it is built.
//
// Arrays of particles are in the order of the scene, x, y, z of one after the other, in m, m/s, kg. They belong to the caller unless it is
// said otherwise. A scene is used by one thread at a time; inside, it takes the threads of its setting `threads`.
//
// Every function that can fail returns 0 or the exit code that weft ends with (man weft, EXIT STATUS), and then fills `error`, which may be
// NULL. Nothing is printed, and the program never ended. Numbers have a decimal point, whatever locale the program has set.
#ifndef WEFT_H
#define WEFT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WeftError {
    int  code;
    char text[508]; // one line: what is wrong, where, and what to do
} WeftError;

typedef struct WeftScene WeftScene;

// scene: a name of `weft list scenes`, which is found by WEFT_DATASETS or where weft is installed, or the path of a file. settings:
// "name=value" as of `weft sim --set`, of the scene ("scene.n=32") and of Newton's method ("dt=0.01", "threads=2", "iterations=50"); ended
// by NULL, or NULL. On failure *out is NULL.
int  weft_scene_open(const char *scene, const char *const *settings, WeftScene **out, WeftError *error);
void weft_scene_close(WeftScene *scene); // takes NULL

int32_t weft_scene_particles(const WeftScene *scene);

// The state now: positions and velocities, [particles] each. Returns its time in s.
double weft_scene_state(const WeftScene *scene, double (*position)[3], double (*velocity)[3]);
// [particles] each: the mass, of a pin, too; pinned: 1 or 0.
void weft_scene_masses(const WeftScene *scene, double *mass, int *pinned);

// Faces that pictures show: that of number f has the particles vertex[start[f]] … vertex[start[f + 1] − 1]. Both belong to the scene.
int32_t weft_scene_faces(const WeftScene *scene, const int32_t **start, const int32_t **vertex);

// The energy of all constraints that are not hard, at positions x, in J. gradient: [particles], dE/dx; NULL: not wanted.
double weft_scene_energy(WeftScene *scene, const double (*x)[3], double (*gradient)[3]);

// Steps by Newton's method until it has converged, `count` times. *converged: how many of the steps ended at its tolerance or at round-off;
// NULL: not wanted. A step that fails leaves the state where it is then.
int weft_scene_step(WeftScene *scene, int32_t count, int32_t *converged, WeftError *error);

#ifdef __cplusplus
}
#endif

#endif
