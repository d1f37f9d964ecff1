// Which reader a mesh file goes to, by the end of its name.
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "mesh/private/mesh_readers.h"

typedef struct Format {
    const char *ending, *other;
    Status (*read)(Scan *scan, MeshDraft *draft);
} Format;

static const Format FORMATS[] = {
#define MESH_FORMAT(ending, other, read) {ending, other, read},
#include "mesh/mesh_format_list.h"
#undef MESH_FORMAT
};

static const char ENDINGS[] =
#define MESH_FORMAT(ending, other, read) " " ending
#include "mesh/mesh_format_list.h"
#undef MESH_FORMAT
    ;

static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot : "";
}

static const Format *find_format(const char *path)
{
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
        if (strcasecmp(ending_of(path), FORMATS[i].ending) == 0)
            return &FORMATS[i];
    return NULL;
}

Status mesh_read(const char *path, Mesh *out)
{
    const Format *format = find_format(path);
    *out = (Mesh){0};
    if (format)
        return draft_read(path, format->read, out);
    return status_make(STATUS_INPUT, "%s: unknown mesh format `%s`; known:%s; convert it: python3 -m weft mesh %s -o FILE.vtk", path,
                       ending_of(path), ENDINGS, path);
}

bool mesh_other_file(const char *path, char *out, size_t size)
{
    const Format *format = find_format(path);
    if (!format || !*format->other)
        return false;
    return snprintf(out, size, "%.*s%s", (int)(ending_of(path) - path), path, format->other) < (int)size;
}
