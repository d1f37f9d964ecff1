// Mesh files of every format. The first line is the end of the file's name, ".obj"; where it is none, the first byte chooses the format
// and the rest is the file. A pair of files is cut at the line %%%. What was read is checked, repaired, and looked at as scenes do.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "mesh/mesh.h"
#include "mesh/mesh_check.h"

static const char *const ENDINGS[] = {
#define MESH_FORMAT(ending, other, read) ending,
#include "mesh/mesh_format_list.h"
#undef MESH_FORMAT
};

enum { FORMATS = sizeof ENDINGS / sizeof *ENDINGS };

// Which format, and what of the bytes is before the file.
static const char *format_of(const uint8_t *bytes, size_t size, size_t *head)
{
    for (int i = 0; i < FORMATS; i++) {
        const size_t length = strlen(ENDINGS[i]);
        *head = length + 1;
        if (size > length && memcmp(bytes, ENDINGS[i], length) == 0 && bytes[length] == '\n')
            return ENDINGS[i];
    }
    *head = 1;
    return ENDINGS[bytes[0] % FORMATS];
}

static void look(Mesh *mesh)
{
    MeshReport report;
    int32_t(*edges)[2] = NULL, count = 0;
    if (fuzz_fine(mesh_edges(mesh, &edges, &count)))
        free(edges);
    if (fuzz_fine(mesh_hinges(mesh, &edges, &count)))
        free(edges);
    fuzz_fine(mesh_check(mesh, &report));
    if (fuzz_fine(mesh_repair(mesh, true)))
        fuzz_fine(mesh_check(mesh, &report));
}

void fuzz_mesh(const uint8_t *bytes, size_t size)
{
    char     name[16], path[FUZZ_PATH], other[FUZZ_PATH];
    size_t   head = 0;
    FuzzPart parts[FUZZ_PARTS];
    Mesh     mesh;
    if (size < 2)
        return;
    snprintf(name, sizeof name, "mesh%s", format_of(bytes, size, &head));
    fuzz_path(name, path);
    if (mesh_other_file(path, other, sizeof other)) {
        const int count = fuzz_split(bytes + head, size - head, parts);
        fuzz_write(path, parts[0].bytes, parts[0].size);
        fuzz_write(other, parts[count - 1].bytes, parts[count - 1].size);
    } else {
        fuzz_write(path, bytes + head, size - head);
    }
    if (!fuzz_fine(mesh_read(path, &mesh)))
        return;
    look(&mesh);
    mesh_destroy(&mesh);
}
