// Which reader a mesh file goes to.
#include <string.h>
#include <strings.h>

#include "mesh/mesh.h"

static const struct {
    const char *end;
    Status (*read)(const char *path, Mesh *out);
} READERS[] = {
    {".obj", mesh_read_obj},    {".ply", mesh_read_ply}, {".stl", mesh_read_stl}, {".msh", mesh_read_gmsh}, {".node", mesh_read_tetgen},
    {".ele", mesh_read_tetgen}, {".vtk", mesh_read_vtk}, {".vtu", mesh_read_vtu}, {".vtp", mesh_read_vtu},
};

Status mesh_read(const char *path, Mesh *out)
{
    *out = (Mesh){0};
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *end = strrchr(name, '.');
    for (size_t i = 0; end && i < sizeof READERS / sizeof *READERS; i++)
        if (strcasecmp(end, READERS[i].end) == 0)
            return READERS[i].read(path, out);
    return status_make(STATUS_INPUT,
                       "%s: the end of the name says no format that is read; .obj .ply .stl .msh .node .ele .vtk .vtu .vtp are", path);
}
