// Distance queries to colliders. An item is one query: for points `near` the surface, as of a cloth that lies on it, with a reach of 2 cm;
// or for points `anywhere` in a box around it, most of them out of reach. The mesh is a torus of `size` triangles, the grid is sampled from
// it. Runs on one thread.
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "contact/collider_near.h"
#include "mesh/mesh_make.h"
#include "micro.h"

enum { POINTS = 4096 };

typedef struct Variant {
    const char   *name;
    ColliderShape shape;
    bool          near;
    int           triangles;
} Variant;

static const Variant VARIANTS[] = {
    {"collider_plane", COLLIDER_PLANE, true, 0},
    {"collider_sphere", COLLIDER_SPHERE, true, 0},
    {"collider_box", COLLIDER_BOX, true, 0},
    {"collider_capsule", COLLIDER_CAPSULE, true, 0},
    {"collider_mesh/near/size:1000", COLLIDER_MESH, true, 1000},
    {"collider_mesh/near/size:10000", COLLIDER_MESH, true, 10000},
    {"collider_mesh/near/size:100000", COLLIDER_MESH, true, 100000},
    {"collider_mesh/anywhere/size:1000", COLLIDER_MESH, false, 1000},
    {"collider_mesh/anywhere/size:100000", COLLIDER_MESH, false, 100000},
};

typedef struct Bench {
    Arena          arena;
    ColliderMesh   mesh;
    Collider       collider;
    ColliderIndex *index;
    double4        point[POINTS];
    double         distance[POINTS]; // 1 m: out of reach
} Bench;

static Status make_torus(int triangles, ColliderMesh *out)
{
    Mesh      mesh;
    const int sides = (int)sqrt(triangles / 4.0);
    TRY(mesh_make_torus(sides, 2 * sides, 0.7, 0.25, &mesh));
    *out = (ColliderMesh){.vertex_count = mesh.vertex_count, .triangle_count = mesh.face_count, .vertex = mesh.position};
    out->triangle = malloc((size_t)mesh.face_count * sizeof *out->triangle);
    if (out->triangle)
        memcpy(out->triangle, mesh.face_vertex, (size_t)mesh.face_count * sizeof *out->triangle);
    mesh.position = NULL;
    mesh_destroy(&mesh);
    return out->triangle ? status_ok() : status_make(STATUS_MEMORY, "out of memory for a torus");
}

static double between(Random *random, double low, double high)
{
    return low + (high - low) * random_unit(random);
}

// Anywhere, or put on the surface and then up to 2 cm off it.
static void fill_points(const Variant *variant, Bench *b)
{
    static const ColliderPose still = {0};
    Random                    random = {.state = 1};
    for (int i = 0; i < POINTS;) {
        Nearest       nearest;
        const double4 x = {between(&random, -1, 1), between(&random, -1, 1), between(&random, -0.3, 0.3), 0};
        if (!collider_nearest(&b->collider, b->index, &still, x, INFINITY, &nearest))
            continue;
        b->point[i] = variant->near ? nearest.point : x;
        if (variant->near)
            double4_add_to(&b->point[i], between(&random, -0.02, 0.02), nearest.normal);
        i++;
    }
}

static Status fill(const Variant *variant, Bench *b)
{
    b->collider = (Collider){.shape = variant->shape,
                             .point = {0.1, 0, 0.05},
                             .direction = {0.6, 0, 0.8},
                             .axes = {{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}},
                             .half = {0.3, 0.4, 0.2},
                             .radius = 0.4,
                             .mesh = &b->mesh,
                             .script = -1};
    if (variant->triangles > 0)
        TRY(make_torus(variant->triangles, &b->mesh));
    TRY(collider_index_create(&b->collider, &b->arena, &b->index));
    fill_points(variant, b);
    return status_ok();
}

static void run(MicroState *state, const MicroJob *job)
{
    static const ColliderPose still = {0};
    Bench                     b = {.arena = arena_init(0)};
    if (micro_ok(state, fill(job->table, &b))) {
        micro_output(state, b.distance, sizeof b.distance);
        while (micro_next(state)) {
            for (int i = 0; i < POINTS; i++) {
                Nearest    nearest;
                const bool found = collider_nearest(&b.collider, b.index, &still, b.point[i], 0.02, &nearest);
                b.distance[i] = found ? nearest.distance : 1;
            }
            micro_use(b.distance);
        }
        micro_items(state, POINTS);
    }
    free(b.mesh.vertex);
    free(b.mesh.triangle);
    arena_destroy(&b.arena);
}

void micro_collider(void)
{
    for (size_t v = 0; v < sizeof VARIANTS / sizeof *VARIANTS; v++)
        micro_register(VARIANTS[v].name, run, (MicroJob){.table = &VARIANTS[v], .size = POINTS, .threads = 1});
}
