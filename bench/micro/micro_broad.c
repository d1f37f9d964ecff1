// Broad phases: finds overlapping boxes of a surface of `n` primitives: `points` against triangles (n counts both), or `edges`. An item is
// one primitive. `find` is the cost per step, with the tree refitted; `build` rebuilds the structure; `refit` adapts a tree to moved boxes.
// `cloth`: a wrinkled sheet; `pile`: spheres of 252 particles that nearly touch. Particles lie in memory along a Morton curve, boxes have a
// margin of a quarter of an edge, and pairs that share a particle are rejected.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "geometry/broad.h"
#include "mesh/mesh_make.h"
#include "micro.h"
#include "model/private/order.h"

enum { PAIRS_OF_EACH = 8 };

static const float REACH = (float)0.25; // m; edges are about 1 m long

typedef enum Part { PART_FIND, PART_BUILD, PART_REFIT } Part;

typedef struct Variant {
    Part part;
    bool pile, edges;
} Variant;

typedef struct Surface {
    int32_t point_count, triangle_count, edge_count;
    double (*x)[3];
    int32_t (*triangle)[3], (*edge)[2];
} Surface;

typedef struct Bench {
    Arena   arena;
    Surface surface;
    Box    *target, *query;
    int32_t targets, queries;
    Broad  *broad;
} Bench;

// ---- surfaces ----

static Status surface_make(const Mesh *mesh, int copies, Surface *out)
{
    int32_t(*edge)[2], edges;
    TRY(mesh_edges(mesh, &edge, &edges));
    *out = (Surface){.point_count = copies * mesh->vertex_count, .triangle_count = copies * mesh->face_count, .edge_count = copies * edges};
    out->x = calloc((size_t)out->point_count, sizeof *out->x);
    out->triangle = malloc((size_t)out->triangle_count * sizeof *out->triangle);
    out->edge = malloc((size_t)out->edge_count * sizeof *out->edge);
    const bool there = out->x && out->triangle && out->edge;
    for (int copy = 0; there && copy < copies; copy++) {
        const int32_t first = copy * mesh->vertex_count;
        memcpy(out->x + first, mesh->position, (size_t)mesh->vertex_count * sizeof *out->x);
        for (int32_t t = 0; t < mesh->face_count; t++)
            for (int c = 0; c < 3; c++)
                out->triangle[copy * mesh->face_count + t][c] = first + mesh->face_vertex[3 * t + c];
        for (int32_t e = 0; e < edges; e++)
            for (int c = 0; c < 2; c++)
                out->edge[copy * edges + e][c] = first + edge[e][c];
    }
    free(edge);
    return there ? status_ok() : status_make(STATUS_MEMORY, "out of memory for a surface of %d points", (int)out->point_count);
}

static void surface_free(Surface *surface)
{
    free(surface->x);
    free(surface->triangle);
    free(surface->edge);
}

static void wrinkle(Surface *s)
{
    Random random = {7};
    for (int32_t i = 0; i < s->point_count; i++) {
        double *x = s->x[i];
        x[2] = 3 * sin(0.3 * x[0]) + 2 * cos(0.21 * x[1]);
        for (int c = 0; c < 3; c++)
            x[c] += 0.3 * (random_unit(&random) - 0.5);
    }
}

// In the cells of a cube, slightly displaced.
static void pile_up(Surface *s, int32_t points, double pitch)
{
    Random    random = {7};
    const int bodies = s->point_count / points, side = (int)ceil(cbrt(bodies));
    for (int body = 0; body < bodies; body++) {
        const int at[3] = {body % side, body / side % side, body / side / side};
        for (int c = 0; c < 3; c++) {
            const double by = pitch * (at[c] + 0.05 * random_unit(&random));
            for (int32_t i = body * points; i < (body + 1) * points; i++)
                s->x[i][c] += by;
        }
    }
}

static Status make_cloth(int64_t primitives, Surface *out) // three edges for each point, and two triangles and a point
{
    Mesh      mesh;
    const int side = (int)sqrt((double)primitives / 3);
    TRY(mesh_make_sheet(side - 1, side - 1, 1, 1, SHEET_FORWARD, 0, &mesh));
    const Status status = surface_make(&mesh, 1, out);
    mesh_destroy(&mesh);
    if (status.code == STATUS_OK)
        wrinkle(out);
    return status;
}

static Status make_pile(int64_t primitives, Surface *out)
{
    Mesh         mesh;
    const double radius = 4.1; // edges of 1 m
    TRY(mesh_make_sphere(5, radius, &mesh));
    const Status status = surface_make(&mesh, (int)(primitives / (3 * (int64_t)mesh.vertex_count)) + 1, out);
    if (status.code == STATUS_OK)
        pile_up(out, mesh.vertex_count, 2.02 * radius);
    mesh_destroy(&mesh);
    return status;
}

// ---- order ----

static int compare(const int32_t *a, const int32_t *b, int count)
{
    for (int c = 0; c < count; c++)
        if (a[c] != b[c])
            return a[c] < b[c] ? -1 : 1;
    return 0;
}

static int compare_edges(const void *a, const void *b)
{
    return compare(a, b, 2);
}

static int compare_triangles(const void *a, const void *b)
{
    return compare(a, b, 3);
}

static void sort_corners(int32_t *corner, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && corner[k] < corner[k - 1]; k--) {
            const int32_t moved = corner[k];
            corner[k] = corner[k - 1];
            corner[k - 1] = moved;
        }
}

static void renumber(int32_t *element, int32_t count, int corners, const int32_t *number)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t *corner = element + (int64_t)i * corners;
        for (int c = 0; c < corners; c++)
            corner[c] = number[corner[c]];
        sort_corners(corner, corners);
    }
    qsort(element, (size_t)count, (size_t)corners * sizeof *element, corners == 2 ? compare_edges : compare_triangles);
}

// As in a model: particles along a curve, elements sorted by particle.
static Status put_in_order(Surface *s)
{
    int32_t *permutation = malloc((size_t)s->point_count * sizeof *permutation), *number = malloc((size_t)s->point_count * sizeof *number);
    double(*x)[3] = malloc((size_t)s->point_count * sizeof *x);
    Status status = permutation && number && x
                        ? order_morton(s->point_count, (const double(*)[3])s->x, permutation)
                        : status_make(STATUS_MEMORY, "out of memory for the order of %d points", (int)s->point_count);
    if (status.code == STATUS_OK) {
        for (int32_t i = 0; i < s->point_count; i++) {
            number[permutation[i]] = i;
            memcpy(x[i], s->x[permutation[i]], sizeof *x);
        }
        memcpy(s->x, x, (size_t)s->point_count * sizeof *x);
        renumber(s->triangle[0], s->triangle_count, 3, number);
        renumber(s->edge[0], s->edge_count, 2, number);
    }
    free(permutation);
    free(number);
    free(x);
    return status;
}

// ---- boxes ----

static Box box_around(const Surface *s, const int32_t *corner, int count)
{
    Box box;
    for (int c = 0; c < 3; c++) {
        double low = s->x[corner[0]][c], high = low;
        for (int k = 1; k < count; k++) {
            low = fmin(low, s->x[corner[k]][c]);
            high = fmax(high, s->x[corner[k]][c]);
        }
        box.low[c] = (float)low - REACH;
        box.high[c] = (float)high + REACH;
    }
    return box;
}

static bool wants_edges(const void *user, int32_t query, int32_t target)
{
    const Surface *s = user;
    const int32_t *a = s->edge[query], *b = s->edge[target];
    return a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1];
}

static bool wants_triangle(const void *user, int32_t query, int32_t target)
{
    const Surface *s = user;
    const int32_t *corner = s->triangle[target];
    return corner[0] != query && corner[1] != query && corner[2] != query;
}

static Status make_boxes(Bench *b, bool edges)
{
    const Surface *s = &b->surface;
    b->targets = edges ? s->edge_count : s->triangle_count;
    b->queries = edges ? s->edge_count : s->point_count;
    TRY(ARENA_NEW(&b->arena, b->targets, &b->target));
    for (int32_t i = 0; i < b->targets; i++)
        b->target[i] = edges ? box_around(s, s->edge[i], 2) : box_around(s, s->triangle[i], 3);
    b->query = b->target;
    if (edges)
        return status_ok();
    TRY(ARENA_NEW(&b->arena, b->queries, &b->query));
    for (int32_t i = 0; i < b->queries; i++)
        b->query[i] = box_around(s, &i, 1);
    return status_ok();
}

// ---- runs ----

static Status make(const Variant *v, const MicroJob *job, Bench *b)
{
    TRY(v->pile ? make_pile(job->size, &b->surface) : make_cloth(job->size, &b->surface));
    TRY(put_in_order(&b->surface));
    TRY(make_boxes(b, v->edges));
    const BroadSetup setup = {.target_count = b->targets,
                              .query_count = b->queries,
                              .same = v->edges,
                              .pair_room = PAIRS_OF_EACH * ((int64_t)b->targets + b->queries),
                              .threads = job->threads,
                              .arena = &b->arena,
                              .accepts = v->edges ? wants_edges : wants_triangle,
                              .user = &b->surface};
    return broad_create(&setup, &b->broad);
}

static bool run_part(const Variant *v, const MicroJob *job, Bench *b, BroadFound *found)
{
    bool rebuilt = false;
#pragma omp parallel num_threads(job->threads) default(none) shared(v, b, found, rebuilt)
    if (v->part == PART_FIND)
        broad_find(b->broad, broad_at_rest(b->target), broad_at_rest(b->query), found);
    else {
        const bool built = broad_build(b->broad, broad_at_rest(b->target), broad_at_rest(b->query), v->part == PART_BUILD);
#pragma omp master
        rebuilt = built;
    }
    return rebuilt;
}

static void measure(MicroState *state, const Variant *v, const MicroJob *job, Bench *b)
{
    BroadFound found = {.count = 0};
    bool       rebuilt = run_part(v, job, b, &found); // a first refit is none
    if (v->part == PART_FIND)
        micro_output(state, &found.count, sizeof found.count);
    else
        micro_output(state, &rebuilt, sizeof rebuilt);
    while (micro_next(state)) {
        rebuilt = run_part(v, job, b, &found);
        micro_use(&found);
    }
    if (found.kept < found.count)
        micro_fail(state, "more pairs than there is room for");
    micro_items(state, v->edges ? b->targets : b->targets + b->queries);
}

static void run(MicroState *state, const MicroJob *job)
{
    Bench bench = {.arena = arena_init(0)};
    if (micro_ok(state, make(job->table, job, &bench)))
        measure(state, job->table, job, &bench);
    surface_free(&bench.surface);
    arena_destroy(&bench.arena);
}

// ---- names ----

static const char *const PART_NAMES[] = {"find", "build", "refit"};

enum { VARIANTS_MAX = 3 * 4 };

static void register_sizes(const Variant *v)
{
    for (int n = 10000; n <= 1000000; n *= 10) {
        char name[96];
        snprintf(name, sizeof name, "broad/%s/%s/%s/n:%d", PART_NAMES[v->part], v->pile ? "pile" : "cloth", v->edges ? "edges" : "points",
                 n);
        micro_register_threads(name, run, v, n);
    }
}

void micro_broad(void)
{
    static Variant variants[VARIANTS_MAX]; // jobs point to them for as long as the program runs
    int            count = 0;
    for (Part part = PART_FIND; part <= PART_REFIT; part++)
        for (int what = 0; what < 4; what++) {
            variants[count] = (Variant){part, what / 2, what % 2};
            register_sizes(&variants[count++]);
        }
}
