// The bodies of a configuration of IPC where they begin: meshes read, turned, scaled, moved.
#ifndef WEFT_IMPORT_PRIVATE_IPC_PLACE_H
#define WEFT_IMPORT_PRIVATE_IPC_PLACE_H

#include "import/private/ipc_config.h"
#include "mesh/mesh.h"

enum { IPC_PATH = 4096 };

typedef struct IpcBody {
    const IpcShape *shape;
    char            path[IPC_PATH]; // of the mesh, from the root of the file system
    Mesh            mesh;
    bool            solid; // of tetrahedra, else a surface that is held
    double          rotation[3][3];
    double          scale[3], translate[3]; // with what the file says of all bodies: x → R S x + t
    double          low[3], high[3];        // box around the body
    double          density;
    double         *mass;              // [vertices] kg, a quarter of each tetrahedron
    double          centre[3], weight; // of mass; kg in all
} IpcBody;

typedef struct IpcScene {
    IpcBody *bodies;
    int      count;
    double   diagonal, mass; // of the box around all bodies, m; kg
} IpcScene;

// root: see ImportSettings. STATUS_INPUT with file:line and what is wrong with a mesh. ipc_scene_destroy takes what is half made.
Status ipc_scene_place(const IpcConfig *config, const char *root, IpcScene *out) GNU_MUST_CHECK;
void   ipc_scene_destroy(IpcScene *scene);

// Marks the vertices of the body's surface in a box; where they are gives their own box. marks: [vertices]. STATUS_MEMORY.
Status ipc_select(const IpcBody *body, const IpcBox *box, bool *marks, int32_t *count, double low[3], double high[3]) GNU_MUST_CHECK;

#endif
