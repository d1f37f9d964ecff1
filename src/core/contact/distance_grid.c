#include "contact/distance_grid.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "contact/private/mesh_tree.h"

// ---- sampling ----

// Nodes along each axis; returns their product. In double, because there may be too many for an integer.
static double nodes_for(const double extent[3], double cell, double along[3])
{
    for (int k = 0; k < 3; k++)
        along[k] = ceil(extent[k] / cell) + 1;
    return along[0] * along[1] * along[2];
}

// Sets origin, cell and count of the grid, no distances.
static Status plan(const ColliderMesh *mesh, double cell, double border, DistanceGrid *grid)
{
    double low[3], high[3], extent[3], along[3];
    if (!isfinite(cell) || !(cell > 0))
        return status_make(STATUS_INPUT, "the cells of a distance grid have an edge of %g m; it must be above zero", cell);
    if (!isfinite(border) || !(border > 0))
        return status_make(STATUS_INPUT, "a distance grid reaches %g m beyond its mesh; it must be above zero", border);
    collider_mesh_bounds(mesh, low, high);
    for (int k = 0; k < 3; k++)
        extent[k] = high[k] - low[k] + 2 * border;
    if (nodes_for(extent, cell, along) > DISTANCE_GRID_NODES_MAX) {
        double       enough = cell, nodes = nodes_for(extent, cell, along);
        const double asked = nodes;
        while (nodes > DISTANCE_GRID_NODES_MAX) {
            enough *= fmax(1.01, 0.99 * cbrt(nodes / DISTANCE_GRID_NODES_MAX));
            nodes = nodes_for(extent, enough, along);
        }
        return status_make(STATUS_INPUT,
                           "a distance grid with cells of %g m has %.3g nodes, above the limit of %d; cells of %.3g m would do", cell,
                           asked, DISTANCE_GRID_NODES_MAX, enough);
    }
    *grid = (DistanceGrid){.cell = cell, .count = {(int32_t)along[0], (int32_t)along[1], (int32_t)along[2]}};
    for (int k = 0; k < 3; k++) // whole cells exceed mesh and border, equally on both sides
        grid->origin[k] = 0.5 * (low[k] + high[k]) - 0.5 * cell * (grid->count[k] - 1);
    return status_ok();
}

static size_t node_count(const DistanceGrid *grid)
{
    return (size_t)grid->count[0] * (size_t)grid->count[1] * (size_t)grid->count[2];
}

static void sample_row(const MeshTree *tree, const DistanceGrid *grid, int32_t y, int32_t z)
{
    float *row = grid->distance + ((size_t)z * (size_t)grid->count[1] + (size_t)y) * (size_t)grid->count[0];
    for (int32_t x = 0; x < grid->count[0]; x++) {
        const double4 at = {grid->origin[0] + grid->cell * x, grid->origin[1] + grid->cell * y, grid->origin[2] + grid->cell * z, 0};
        Nearest       nearest = {0};
        const double  reach =
            x > 0 ? (fabs((double)row[x - 1]) + grid->cell) * (1 + 1e-6) : INFINITY; // the slope of a distance is at most 1
        const bool found = mesh_tree_nearest(tree, at, reach, &nearest);
        ASSERT(found);
        row[x] = (float)nearest.distance;
    }
}

// A grid without a node inside the mesh has no surface.
static Status check_inside(const DistanceGrid *grid)
{
    for (size_t i = 0; i < node_count(grid); i++)
        if (grid->distance[i] < 0)
            return status_ok();
    return status_make(STATUS_INPUT,
                       "a distance grid with cells of %g m has no node inside its mesh; the cells must be smaller than its thin parts",
                       grid->cell);
}

Status distance_grid_create(const ColliderMesh *mesh, double cell, double border, int threads, DistanceGrid *out)
{
    DistanceGrid grid;
    MeshTree    *tree;
    Arena        arena = arena_init(0);
    *out = (DistanceGrid){0};
    TRY(collider_mesh_check(mesh));
    TRY(plan(mesh, cell, border, &grid));
    grid.distance = memory_alloc(node_count(&grid) * sizeof *grid.distance);
    Status status = grid.distance ? mesh_tree_create(mesh, &arena, &tree)
                                  : status_make(STATUS_MEMORY, "out of memory for a distance grid of %zu nodes", node_count(&grid));
    if (status.code != STATUS_OK) {
        free(grid.distance);
        arena_destroy(&arena);
        return status;
    }
    const int32_t rows = grid.count[1] * grid.count[2];
#pragma omp parallel for num_threads(threads) schedule(dynamic, 8)
    for (int32_t row = 0; row < rows; row++)
        sample_row(tree, &grid, row % grid.count[1], row / grid.count[1]);
    arena_destroy(&arena);
    *out = grid;
    status = check_inside(out);
    if (status.code != STATUS_OK)
        distance_grid_destroy(out);
    return status;
}

void distance_grid_destroy(DistanceGrid *grid)
{
    free(grid->distance);
    *grid = (DistanceGrid){0};
}

// ---- the file: header, distances, hash of both ----

// `version` is raised when the same mesh is sampled differently.
typedef struct Head {
    char    magic[16];
    int32_t version, count[3];
    double  origin[3], cell;
    char    name[HASH_TEXT + 7]; // name_of
} Head;

enum { VERSION = 1 };

static Head head_of(const DistanceGrid *grid, const char *name)
{
    Head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, "weft distances\n", 16);
    head.version = VERSION;
    head.cell = grid->cell;
    memcpy(head.count, grid->count, sizeof head.count);
    memcpy(head.origin, grid->origin, sizeof head.origin);
    memcpy(head.name, name, HASH_TEXT);
    return head;
}

static Status name_of(const ColliderMesh *mesh, double cell, double border, char name[HASH_TEXT])
{
    Hasher       *hasher = hasher_create();
    const int32_t sizes[3] = {VERSION, mesh->vertex_count, mesh->triangle_count};
    if (!hasher)
        return status_make(STATUS_MEMORY, "out of memory for the hash of a mesh");
    hasher_add(hasher, sizes, sizeof sizes);
    hasher_add(hasher, (const double[2]){cell, border}, 2 * sizeof(double));
    hasher_add(hasher, mesh->vertex, (size_t)mesh->vertex_count * sizeof *mesh->vertex);
    hasher_add(hasher, mesh->triangle, (size_t)mesh->triangle_count * sizeof *mesh->triangle);
    hasher_text(hasher, name);
    hasher_destroy(hasher);
    return status_ok();
}

static Status hash_of(const Head *head, const DistanceGrid *grid, char out[HASH_TEXT])
{
    Hasher *hasher = hasher_create();
    if (!hasher)
        return status_make(STATUS_MEMORY, "out of memory for the hash of a distance grid");
    hasher_add(hasher, head, sizeof *head);
    hasher_add(hasher, grid->distance, node_count(grid) * sizeof *grid->distance);
    hasher_text(hasher, out);
    hasher_destroy(hasher);
    return status_ok();
}

// Whether the file exists and is intact; if so, allocates and fills grid->distance.
static bool read_grid(const char *path, const char *name, DistanceGrid *grid)
{
    const size_t expected = sizeof(Head) + node_count(grid) * sizeof *grid->distance + HASH_TEXT;
    char        *bytes = NULL, hash[HASH_TEXT];
    size_t       size = 0;
    if (file_read(path, expected, &bytes, &size).code != STATUS_OK)
        return false;
    const Head head = head_of(grid, name);
    char       head_bytes[sizeof head];
    memcpy(head_bytes, &head, sizeof head);
    bool intact = size == expected && memcmp(bytes, head_bytes, sizeof head) == 0;
    grid->distance = intact ? memory_alloc(node_count(grid) * sizeof *grid->distance) : NULL;
    if (grid->distance) {
        memcpy(grid->distance, bytes + sizeof head, node_count(grid) * sizeof *grid->distance);
        intact = hash_of(&head, grid, hash).code == STATUS_OK && memcmp(hash, bytes + size - HASH_TEXT, HASH_TEXT) == 0;
        if (!intact)
            distance_grid_destroy(grid);
    }
    free(bytes);
    return intact && grid->distance;
}

static Status write_grid(const char *path, const char *name, const DistanceGrid *grid)
{
    FileDraft  draft;
    char       hash[HASH_TEXT];
    const Head head = head_of(grid, name);
    TRY(hash_of(&head, grid, hash));
    TRY(file_begin(path, &draft));
    fwrite(&head, sizeof head, 1, draft.stream);
    fwrite(grid->distance, sizeof *grid->distance, node_count(grid), draft.stream);
    fwrite(hash, sizeof hash, 1, draft.stream);
    return file_commit(&draft);
}

// Creates the folder and its parents.
static Status make_folder(const char *folder)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path)
        return status_make(STATUS_IO, "%.64s…: the name of this folder is too long", folder);
    for (char *at = path + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0777); // a failure shows up below
            *at = '/';
        }
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return status_make(STATUS_IO, "%s: %s; set WEFT_CACHE to a folder that can be written", path, strerror(errno));
    return status_ok();
}

const char *distance_grid_folder(char *out, size_t size)
{
    const char *own = getenv("WEFT_CACHE"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own)
        snprintf(out, size, "%s", own);
    else if (cache && *cache)
        snprintf(out, size, "%s/weft", cache);
    else
        snprintf(out, size, "%s/.cache/weft", home && *home ? home : ".");
    return out;
}

Status distance_grid_cached(const char *folder, const ColliderMesh *mesh, double cell, double border, int threads, DistanceGrid *out,
                            bool *was_cached)
{
    char name[HASH_TEXT], path[4096];
    *was_cached = false;
    *out = (DistanceGrid){0};
    TRY(collider_mesh_check(mesh));
    TRY(plan(mesh, cell, border, out));
    TRY(name_of(mesh, cell, border, name));
    if (snprintf(path, sizeof path, "%s/%s.grid", folder, name) >= (int)sizeof path)
        return status_make(STATUS_IO, "%.64s…: the name of this folder is too long", folder);
    *was_cached = read_grid(path, name, out);
    if (*was_cached)
        return status_ok();
    TRY(make_folder(folder));
    TRY(distance_grid_create(mesh, cell, border, threads, out));
    const Status status = write_grid(path, name, out);
    if (status.code == STATUS_OK)
        return status;
    const size_t bytes = node_count(out) * sizeof *out->distance;
    distance_grid_destroy(out);
    return status_make(status.code, "%s; set WEFT_CACHE to a folder that has room for %zu MiB", status.text, (bytes >> 20) + 1);
}

// ---- evaluation ----

bool distance_grid_at(const DistanceGrid *grid, double4 x, double *distance, double4 *gradient)
{
    const double at[3] = {(x.x - grid->origin[0]) / grid->cell, (x.y - grid->origin[1]) / grid->cell, (x.z - grid->origin[2]) / grid->cell};
    size_t       node[3];
    double       t[3];
    for (int k = 0; k < 3; k++) {
        if (!(at[k] >= 0) || !(at[k] <= grid->count[k] - 1))
            return false;
        const int32_t first = (int32_t)at[k] < grid->count[k] - 1 ? (int32_t)at[k] : grid->count[k] - 2;
        node[k] = (size_t)first;
        t[k] = at[k] - first;
    }
    const size_t row = (size_t)grid->count[0], slab = row * (size_t)grid->count[1];
    const float *d = grid->distance + node[2] * slab + node[1] * row + node[0];
    double       line[2][2], slope[2][2]; // along x, at the four edges [z][y]
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 2; y++) {
            const double a = (double)d[(size_t)z * slab + (size_t)y * row], b = (double)d[(size_t)z * slab + (size_t)y * row + 1];
            slope[z][y] = b - a;
            line[z][y] = a + t[0] * (b - a);
        }
    const double low = line[0][0] + t[1] * (line[0][1] - line[0][0]), high = line[1][0] + t[1] * (line[1][1] - line[1][0]);
    const double slope_low = slope[0][0] + t[1] * (slope[0][1] - slope[0][0]),
                 slope_high = slope[1][0] + t[1] * (slope[1][1] - slope[1][0]);
    *distance = low + t[2] * (high - low);
    gradient->x = (slope_low + t[2] * (slope_high - slope_low)) / grid->cell;
    gradient->y = ((1 - t[2]) * (line[0][1] - line[0][0]) + t[2] * (line[1][1] - line[1][0])) / grid->cell;
    gradient->z = (high - low) / grid->cell;
    gradient->w = 0;
    return true;
}
