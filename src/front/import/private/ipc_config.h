// A configuration of IPC as its lines say it, in the units of the file (SI, degrees), before any mesh is read. Its settings are described
// in README.md and wiki/wiki.md of github.com/ipc-sim/IPC; what they do in its src/Config.cpp, src/main.cpp and src/AnimScripter.cpp.
#ifndef WEFT_IMPORT_PRIVATE_IPC_CONFIG_H
#define WEFT_IMPORT_PRIVATE_IPC_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "import/private/ipc_words.h"

enum { IPC_SHAPES = 1000, IPC_PLANES = 64, IPC_BOXES = 16, IPC_NOTES = 64 };

// The vertices of the surface in a box, whose corners are parts of the box around the unmoved mesh, and what is done to them.
typedef struct IpcBox {
    double low[3], high[3];
    double velocity[3], turn[3]; // DBC: m/s and degrees/s; of NBC `velocity` is an acceleration, m/s²
    double begin, end;           // s
} IpcBox;

typedef struct IpcShape {
    int         line;
    const char *mesh;                               // in the bytes of the file
    double      translate[3], degrees[3], scale[3]; // x → R S x + t, R = Rx Ry Rz
    double      density, young, poisson;            // 0: those of the file
    bool        moves, starts;                      // has a velocity that does not change; one to begin with
    double      velocity[3], turn[3];               // m/s, degrees/s
    IpcBox      pins[IPC_BOXES], forces[IPC_BOXES];
    int         pin_count, force_count;
} IpcShape;

typedef struct IpcPlane {
    int    line;
    double point[3], normal[3], friction;
} IpcPlane;

// A line that is no matter of a scene.
typedef struct IpcNote {
    int         line;
    const char *word, *reason;
} IpcNote;

// How bodies begin: as the shapes say; lifted by half the diagonal of the box around them, and then nothing is held.
typedef enum IpcScript { IPC_SCRIPT_NULL, IPC_SCRIPT_FALL, IPC_SCRIPT_STAY, IPC_SCRIPT_FIX } IpcScript;

typedef struct IpcConfig {
    IpcFile   file;
    IpcShape *shapes;
    int       shape_count, shape_room;
    IpcPlane  planes[IPC_PLANES];
    int       plane_count;
    IpcNote   notes[IPC_NOTES];
    int       note_count;
    bool      corotated; // energy FCR, not NH
    int       energy_line;
    IpcScript script;
    double    density, young, poisson, friction;
    double    distance; // at which surfaces feel each other, as a part of the diagonal of the box around all bodies
    double    size;     // to which the longest side of that box is scaled; not above 0: it is not
    double    duration, step;
    double    held_from, held_to; // DBCTimeRange
    bool      gravity, touching;  // bodies touch each other and themselves
} IpcConfig;

// STATUS_INPUT with file:line. ipc_config_destroy takes what is half read.
Status ipc_config_read(const char *path, IpcConfig *out) GNU_MUST_CHECK;
void   ipc_config_destroy(IpcConfig *config);

// One line of a list of shapes.
Status ipc_shape_read(IpcLine *line, IpcShape *out) GNU_MUST_CHECK;

#endif
