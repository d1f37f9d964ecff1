// Configurations of IPC. Their meshes are a cube and a sheet that lie beside them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "import/import.h"
#include "scene/scene.h"

static const char CUBE[] =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 0 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n"
    "$Elements\n1 1 1 1\n3 0 4 1\n1 1 2 3 4\n$EndElements\n";
static const char SHEET[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

// What was written is a scene, or refused as one: a number out of range, say.
static void read_scene(const char *text, size_t size)
{
    char          path[FUZZ_PATH];
    SceneInfo     info;
    ModelBuilder *builder = model_builder_create();
    ASSERT(builder);
    fuzz_path("scene.yaml", path);
    fuzz_write(path, text, size);
    const SceneSettings settings = {.path = path, .threads = 1};
    const Status        status = scene_read(&settings, builder, &info);
    if (!fuzz_fine(status))
        ASSERT(!strstr(status.text, "not valid YAML"));
    model_builder_destroy(builder);
}

void fuzz_ipc(const uint8_t *bytes, size_t size)
{
    char                path[FUZZ_PATH], mesh[FUZZ_PATH], root[FUZZ_PATH];
    char               *text = NULL;
    size_t              written = 0;
    const ImportFormat *format = NULL;
    ImportRun           run;
    fuzz_path("tet.msh", mesh);
    fuzz_write(mesh, CUBE, sizeof CUBE - 1);
    fuzz_path("sheet.obj", mesh);
    fuzz_write(mesh, SHEET, sizeof SHEET - 1);
    fuzz_path("scene.txt", path);
    fuzz_write(path, bytes, size);
    fuzz_path("", root);
    const ImportSettings settings = {.file = path, .root = root, .kind = size > 0 && bytes[0] == '#' ? "tet_arap" : NULL};
    FILE                *out = open_memstream(&text, &written);
    if (!out)
        return;
    const bool fine = fuzz_fine(import_find("ipc", &format)) && fuzz_fine(format->write(&settings, out, &run));
    fclose(out);
    if (fine)
        read_scene(text, written);
    free(text);
}
