// Scenes, energies and reference solutions of weft in a program of your own: the library libweft, in double precision. This header needs no
// other header of weft. docs/plugins/reference has an example program; docs/your_solver.md explains how to build it.
//
// Arrays of particles are in the order of the scene, x, y, z of each particle in turn, in m, m/s, kg. They belong to the caller unless
// stated otherwise. Only one thread at a time may use a scene; internally, the scene uses the threads of its setting `threads`.
//
// Every function that can fail returns 0 or an exit code of weft (man weft, EXIT STATUS). On failure it fills `error`, which may be NULL.
// The library prints nothing and never ends the program. It reads numbers with a decimal point in every locale.
#ifndef WEFT_H
#define WEFT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WeftError {
    int  code;
    char text[508]; // one line: the fault, its place, and the remedy
} WeftError;

typedef struct WeftScene WeftScene;

// scene: a name of `weft list scenes`, searched in WEFT_DATASETS or the installed datasets, or the path of a file. settings: NULL, or a
// list ended by NULL of "name=value" as in `weft sim --set`, for the scene ("scene.n=32") and Newton's method ("dt=0.01", "threads=2",
// "iterations=50"). On failure *out is NULL.
int  weft_scene_open(const char *scene, const char *const *settings, WeftScene **out, WeftError *error);
void weft_scene_close(WeftScene *scene); // takes NULL

int32_t weft_scene_particles(const WeftScene *scene);

// The current state: positions and velocities, [particles] each. Returns its time in s.
double weft_scene_state(const WeftScene *scene, double (*position)[3], double (*velocity)[3]);
// [particles] each: the mass, also of pins; pinned: 1 or 0.
void weft_scene_masses(const WeftScene *scene, double *mass, int *pinned);

// Faces for drawing: face f has the particles vertex[start[f]] … vertex[start[f + 1] − 1]. Both arrays belong to the scene.
int32_t weft_scene_faces(const WeftScene *scene, const int32_t **start, const int32_t **vertex);

// The energy of all soft constraints at positions x, in J. gradient: [particles], dE/dx, or NULL.
double weft_scene_energy(WeftScene *scene, const double (*x)[3], double (*gradient)[3]);

// Takes `count` steps by Newton's method, each until convergence. *converged, or NULL: the number of steps that ended at the tolerance or
// at round-off. If a step fails, the state remains as that step left it.
int weft_scene_step(WeftScene *scene, int32_t count, int32_t *converged, WeftError *error);

#ifdef __cplusplus
}
#endif

#endif
