// Which reader a mesh file goes to.
#include <string.h>
#include <strings.h>

#include "mesh/mesh.h"

static const struct {
    const char *end;
    Status (*read)(const char *path, Mesh *out);
} READERS[] = {
    {".obj", mesh_read_obj},
};

Status mesh_read(const char *path, Mesh *out)
{
    *out = (Mesh){0};
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *end = strrchr(name, '.');
    for (size_t i = 0; end && i < sizeof READERS / sizeof *READERS; i++)
        if (strcasecmp(end, READERS[i].end) == 0)
            return READERS[i].read(path, out);
    return status_make(STATUS_INPUT, "%s: the end of the name says no format that is known; known: .obj", path);
}
