// libweft: scenes, energies and reference solutions of weft for your own program, in double precision. This header includes nothing else of
// weft. docs/plugins/reference has an example program; docs/your_solver.md describes the build.
//
// Arrays over particles are in the order of the scene: x, y, z of each particle in turn, in m, m/s, kg. They belong to the caller unless
// stated otherwise. Only one thread at a time may use a scene; each call uses the threads of its setting `threads`.
//
// A function that can fail returns 0, or an exit code of weft (man weft, EXIT STATUS). On failure it fills `error`, which may be NULL. It
// prints nothing and never ends the program. Numbers have a decimal point in any locale.
#ifndef WEFT_H
#define WEFT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct WeftError {
    int  code;
    char text[508]; // one line: the fault, its place and the remedy
} WeftError;

typedef struct WeftScene WeftScene;

// scene: a name of `weft list scenes` (found through WEFT_DATASETS or the installation of weft), or the path of a file.
// settings: "name=value" as for `weft sim --set`: of the scene ("scene.n=32") and of Newton's method ("dt=0.01", "threads=2",
// "iterations=50"); NULL-terminated, or NULL. On failure *out is NULL.
int  weft_scene_open(const char *scene, const char *const *settings, WeftScene **out, WeftError *error);
void weft_scene_close(WeftScene *scene); // accepts NULL

int32_t weft_scene_particles(const WeftScene *scene);

// The current state: positions and velocities, [particles] each. Returns its time in s.
double weft_scene_state(const WeftScene *scene, double (*position)[3], double (*velocity)[3]);
// [particles] each. mass: also of pins; pinned: 1 or 0.
void weft_scene_masses(const WeftScene *scene, double *mass, int *pinned);

// The faces drawn in pictures: face f has the particles vertex[start[f]] … vertex[start[f + 1] − 1]. Both arrays belong to the scene.
int32_t weft_scene_faces(const WeftScene *scene, const int32_t **start, const int32_t **vertex);

// The energy of all constraints that are not hard, at positions x, in J. gradient: [particles], dE/dx in N; may be NULL.
double weft_scene_energy(WeftScene *scene, const double (*x)[3], double (*gradient)[3]);

// Takes `count` steps, each with Newton's method until it converges. *converged: the number of steps that ended at its tolerance or at
// round-off; may be NULL. A failed step leaves the state as it is at the failure.
int weft_scene_step(WeftScene *scene, int32_t count, int32_t *converged, WeftError *error);

#ifdef __cplusplus
}
#endif

#endif
