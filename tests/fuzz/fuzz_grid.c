// Cached distance grids: a file that is damaged is made again, and never read as something else. The input replaces what follows the first
// `byte 0` bytes of the file that belongs there.
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "contact/distance_grid.h"
#include "fuzz.h"

static void find_file(const char *folder, char path[FUZZ_PATH])
{
    DIR *open = opendir(folder);
    *path = '\0';
    for (const struct dirent *entry = open ? readdir(open) : NULL; entry; entry = readdir(open))
        if (strstr(entry->d_name, ".grid"))
            ASSERT(snprintf(path, FUZZ_PATH, "%s/%s", folder, entry->d_name) < FUZZ_PATH);
    if (open)
        closedir(open);
}

static Status read_grid(const char *folder, bool *was_cached)
{
    static double  vertex[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static int32_t triangle[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    ColliderMesh   mesh = {.vertex_count = 4, .triangle_count = 4, .vertex = vertex, .triangle = triangle};
    DistanceGrid   grid;
    double         distance = 0;
    double4        gradient;
    const Status   status = distance_grid_cached(folder, &mesh, 0.2, 0.3, 1, &grid, was_cached);
    if (status.code != STATUS_OK)
        return status;
    ASSERT(distance_grid_at(&grid, (double4){0.1, 0.1, 0.1, 0}, &distance, &gradient));
    ASSERT(fabs(distance + 0.1) < 0.1); // inside, wherever the distances came from
    distance_grid_destroy(&grid);
    return status;
}

void fuzz_grid(const uint8_t *bytes, size_t size)
{
    char   folder[FUZZ_PATH], path[FUZZ_PATH], *whole = NULL;
    size_t whole_size = 0;
    bool   was_cached = false;
    fuzz_path("grids", folder);
    find_file(folder, path);
    if (!*path) {
        ASSERT(fuzz_fine(read_grid(folder, &was_cached)));
        find_file(folder, path);
    }
    ASSERT(file_read(path, (size_t)1 << 20, &whole, &whole_size).code == STATUS_OK);
    const size_t kept = size ? bytes[0] : 0, rest = size ? size - 1 : 0;
    char        *other = malloc(kept + rest + 1);
    ASSERT(other && kept <= whole_size);
    memcpy(other, whole, kept);
    memcpy(other + kept, bytes + (size > 0), rest);
    fuzz_write(path, other, kept + rest);
    ASSERT(fuzz_fine(read_grid(folder, &was_cached)));
    ASSERT(!was_cached || (kept + rest == whole_size && memcmp(other, whole, whole_size) == 0));
    free(other);
    free(whole);
}
