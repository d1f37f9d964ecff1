// Mesh files of every format. The first line is the suffix of the file, such as ".obj". Without such a line the first byte chooses the
// format and the other bytes are the file. The two files of a pair are separated by the line %%%. The mesh is checked, repaired and
// inspected as in scenes.
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

// The format, and the number of bytes before the file itself.
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
