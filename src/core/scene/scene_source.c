// The source of the particles of a body: a generator, a mesh file, or a list.
#include <stdlib.h>
#include <string.h>

#include "mesh/mesh_check.h"
#include "mesh/mesh_make.h"
#include "scene/private/scene_internal.h"

enum { COUNT_MAX = 1000000 };

static Status read_count(const YamlNode *map, const char *key, int min, int *out)
{
    const YamlNode *node = NULL;
    int64_t         count = 0;
    TRY(yaml_need(map, key, &node));
    TRY(yaml_int(node, min, COUNT_MAX, &count));
    *out = (int)count;
    return status_ok();
}

// As read_count, but `absent` when the key is not there.
static Status read_optional_count(const YamlNode *map, const char *key, int min, int absent, int *out)
{
    *out = absent;
    return yaml_get(map, key) ? read_count(map, key, min, out) : status_ok();
}

// ---- grids and chains ----

// `spacing: s`, `spacing: [sx, sy]` or `size: [width, height]`. cells: spacings along both; ratio: of the second of them to the first,
// where one is given.
static Status read_grid_spacing(const YamlNode *map, const double cells[2], double ratio, double spacing[2])
{
    static const char *const KEYS[] = {"spacing", "size", NULL};
    const YamlNode          *node = NULL;
    int                      which = 0;
    TRY(scene_need_one(map, KEYS, &node, &which));
    if (which == 0 && node->type == YAML_SCALAR) {
        TRY(scene_positive(node, &spacing[0]));
        spacing[1] = ratio * spacing[0];
        return status_ok();
    }
    TRY(yaml_reals(node, 2, spacing));
    for (int k = 0; k < 2; k++) {
        TRY(scene_positive(node->children[k], &spacing[k]));
        if (which == 1)
            spacing[k] /= cells[k];
    }
    return status_ok();
}

static Status read_grid(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"columns", "rows", "spacing", "size", "triangles", "seed", NULL};
    static const char *const SPLITS[] = {"forward", "alternate", "irregular", "equilateral", NULL};
    const YamlNode          *triangles = yaml_get(map, "triangles"), *seed_node = yaml_get(map, "seed");
    double                   spacing[2];
    int                      split = 0, seed = 1;
    TRY(yaml_check_keys(map, KEYS));
    TRY(read_count(map, "columns", 2, &body->columns));
    TRY(read_count(map, "rows", 2, &body->rows));
    TRY(yaml_choice(triangles, SPLITS, &split));
    const bool   equilateral = triangles && split == SHEET_EQUILATERAL;
    const double cells[2] = {body->columns - (equilateral ? 1.5 : 1), body->rows - 1};
    TRY(read_grid_spacing(map, cells, equilateral ? sqrt(0.75) : 1, spacing));
    TRY(read_optional_count(map, "seed", 0, 1, &seed));
    if (seed_node && split != SHEET_IRREGULAR)
        return yaml_error(seed_node, "applies to irregular triangles only; set `triangles: irregular` or remove it");
    if (triangles)
        return yaml_locate(
            map, mesh_make_sheet(body->columns, body->rows, spacing[0], spacing[1], (SheetSplit)split, (uint64_t)seed, &body->mesh));
    return yaml_locate(map, mesh_make_grid(body->columns, body->rows, spacing[0], spacing[1], &body->mesh));
}

static Status read_chain(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"count", "spacing", "length", NULL}, *const LENGTHS[] = {"spacing", "length", NULL};
    const YamlNode *length = NULL;
    int             particles = 0, which = 0;
    double          spacing = 0;
    TRY(yaml_check_keys(map, KEYS));
    TRY(read_count(map, "count", 2, &particles));
    TRY(scene_need_one(map, LENGTHS, &length, &which));
    TRY(scene_positive(length, &spacing));
    body->is_chain = true;
    return yaml_locate(map, mesh_make_chain(particles, which == 1 ? spacing / (particles - 1) : spacing, &body->mesh));
}

// ---- solids ----

// `cells: [nx, ny, nz]`, or `layers: n`: n cells along the shortest side, and numbers along the others that make them closest to cubes.
static Status read_cells(const YamlNode *map, const double size[3], int cells[3])
{
    static const char *const KEYS[] = {"cells", "layers", NULL};
    const YamlNode          *node = NULL;
    int                      which = 0;
    int64_t                  count = 0;
    TRY(scene_need_one(map, KEYS, &node, &which));
    if (which == 0)
        TRY(yaml_list(node));
    if (which == 0 && node->count != 3)
        return yaml_error(node, "must list 3 whole numbers: cells along x, y and z");
    if (which == 1)
        TRY(yaml_int(node, 1, COUNT_MAX, &count));
    const double min = fmin(size[0], fmin(size[1], size[2]));
    for (int k = 0; k < 3; k++) {
        if (which == 0)
            TRY(yaml_int(node->children[k], 1, COUNT_MAX, &count));
        const double along = which == 0 ? (double)count : round((double)count * size[k] / min);
        if (!(along <= COUNT_MAX))
            return yaml_error(node, "gives %.15g cells along one side; the maximum is %d", along, COUNT_MAX);
        cells[k] = (int)along;
    }
    return status_ok();
}

static Status read_box(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"cells", "layers", "size", "split", NULL};
    const YamlNode          *size_node = NULL;
    double                   size[3];
    int64_t                  split = BOX_FIVE;
    int                      cells[3];
    TRY(yaml_check_keys(map, KEYS));
    TRY(yaml_need(map, "size", &size_node));
    TRY(yaml_reals(size_node, 3, size));
    for (int k = 0; k < 3; k++)
        TRY(scene_positive(size_node->children[k], &size[k]));
    TRY(read_cells(map, size, cells));
    TRY(yaml_int(yaml_get(map, "split"), BOX_FIVE, BOX_SIX, &split));
    for (int k = 0; k < 3; k++)
        body->box[k] = cells[k] + 1;
    body->is_mesh = true;
    return yaml_locate(map, mesh_make_box(cells, size, (BoxSplit)split, &body->mesh));
}

// ---- round shapes ----

static Status read_polygon(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"sides", "radius", "rings", "seed", NULL};
    int                      sides = 0, rings = 0, seed = 0;
    double                   radius = 0;
    TRY(yaml_check_keys(map, KEYS));
    TRY(read_count(map, "sides", 3, &sides));
    TRY(scene_need_positive(map, "radius", &radius));
    TRY(read_optional_count(map, "rings", 0, 0, &rings));
    TRY(read_optional_count(map, "seed", 0, 0, &seed));
    body->is_mesh = true;
    return yaml_locate(map, mesh_make_polygon(sides, rings, radius, seed > 0, (uint64_t)seed, &body->mesh));
}

static Status read_disc(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"rings", "radius", "seed", NULL};
    int                      rings = 0, seed = 0;
    double                   radius = 0;
    TRY(yaml_check_keys(map, KEYS));
    TRY(read_count(map, "rings", 1, &rings));
    TRY(scene_need_positive(map, "radius", &radius));
    TRY(read_optional_count(map, "seed", 0, 0, &seed));
    body->is_mesh = true;
    return yaml_locate(map, mesh_make_polygon(6 * rings, rings, radius, seed > 0, (uint64_t)seed, &body->mesh));
}

static Status read_ring(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"sides", "inner", "outer", "rings", NULL};
    int                      sides = 0, rings = 0;
    double                   inner = 0, outer = 0;
    TRY(yaml_check_keys(map, KEYS));
    TRY(read_count(map, "sides", 3, &sides));
    TRY(scene_need_positive(map, "inner", &inner));
    TRY(scene_need_positive(map, "outer", &outer));
    TRY(read_optional_count(map, "rings", 1, 1, &rings));
    body->is_mesh = true;
    return yaml_locate(map, mesh_make_ring(sides, rings, inner, outer, &body->mesh));
}

static Status read_cylinder(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"sides", "rows", "radius", "height", "closed", NULL};
    int                      sides = 0, rows = 0;
    double                   radius = 0, height = 0;
    bool                     closed = false;
    TRY(yaml_check_keys(map, KEYS));
    TRY(read_count(map, "sides", 3, &sides));
    TRY(read_count(map, "rows", 1, &rows));
    TRY(scene_need_positive(map, "radius", &radius));
    TRY(scene_need_positive(map, "height", &height));
    TRY(yaml_bool(yaml_get(map, "closed"), &closed));
    body->is_mesh = true;
    return yaml_locate(map, mesh_make_cylinder(sides, rows, radius, height, closed, &body->mesh));
}

static Status read_sphere(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"parts", "radius", NULL};
    int                      parts = 0;
    double                   radius = 0;
    TRY(yaml_check_keys(map, KEYS));
    TRY(read_count(map, "parts", 1, &parts));
    TRY(scene_need_positive(map, "radius", &radius));
    body->is_mesh = true;
    return yaml_locate(map, mesh_make_sphere(parts, radius, &body->mesh));
}

static Status read_torus(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"sides", "parts", "radius", "tube", NULL};
    int                      sides = 0, parts = 0;
    double                   radius = 0, tube = 0;
    TRY(yaml_check_keys(map, KEYS));
    TRY(read_count(map, "sides", 3, &sides));
    TRY(read_count(map, "parts", 3, &parts));
    TRY(scene_need_positive(map, "radius", &radius));
    TRY(scene_need_positive(map, "tube", &tube));
    body->is_mesh = true;
    return yaml_locate(map, mesh_make_torus(sides, parts, radius, tube, &body->mesh));
}

// ---- mesh files and lists ----

static Status read_mesh(Body *body, const YamlNode *node)
{
    char    path[512];
    int32_t count = 0, vertex = 0;
    TRY(scene_find_mesh(node, path, sizeof path));
    body->is_mesh = true;
    TRY(scene_files_mesh(body->files, path, &body->mesh));
    TRY(mesh_repeated(&body->mesh, &count, &vertex));
    if (count)
        return yaml_error(node,
                          "%s has %d duplicate elements (first: at vertex %d), whose mass and wind load would count twice; remove them "
                          "with `weft mesh FILE -o FILE.vtk`",
                          path, count, vertex);
    return status_ok();
}

static Status read_particles(Body *body, const YamlNode *node)
{
    TRY(yaml_list(node));
    if (node->count == 0)
        return yaml_error(node, "has no particles; give at least one [x, y, z]");
    TRY(mesh_init(node->count, 0, 0, 0, 0, &body->mesh));
    for (int i = 0; i < node->count; i++)
        TRY(scene_vector(node->children[i], body->mesh.position[i]));
    return status_ok();
}

Status scene_mesh_surface(Mesh *mesh)
{
    Mesh skin = {0};
    int32_t(*triangles)[3] = NULL, count = 0;
    if (mesh->tet_count == 0)
        return status_ok();
    TRY(mesh_surface(mesh, &triangles, &count));
    const Status status = mesh_init(0, count, 3 * (int64_t)count, 0, 0, &skin);
    for (int32_t i = 0; i < skin.face_count; i++) {
        memcpy(skin.face_vertex + 3 * i, triangles[i], sizeof *triangles);
        skin.face_start[i + 1] = 3 * (i + 1);
    }
    free(triangles);
    TRY(status);
    const Mesh without = *mesh;
    mesh->face_count = skin.face_count;
    mesh->face_start = skin.face_start;
    mesh->face_vertex = skin.face_vertex;
    skin.face_start = without.face_start;
    skin.face_vertex = without.face_vertex;
    mesh_destroy(&skin);
    return status_ok();
}

Status scene_face_triangles(const Body *body, Status (*add)(void *user, const int32_t corners[3]), void *user)
{
    MeshTriangles cut;
    Status        status = mesh_need_triangles(&body->mesh, &cut);
    for (int32_t i = 0; i < cut.count && status.code == STATUS_OK; i++) {
        const int32_t *v = cut.corner[i], first = body->first;
        status = add(user, (int32_t[3]){first + v[0], first + v[1], first + v[2]});
    }
    mesh_triangles_destroy(&cut);
    return status;
}

Status scene_source(Body *body)
{
    static const char *const KEYS[] = {SCENE_SOURCE_KEYS, NULL};
    static Status (*const READ[])(Body *, const YamlNode *) = {read_grid,     read_chain,   read_mesh, read_particles,
                                                               read_box,      read_polygon, read_disc, read_ring,
                                                               read_cylinder, read_sphere,  read_torus};
    const YamlNode *node = NULL;
    int             which = 0;
    TRY(scene_need_one(body->node, KEYS, &node, &which));
    TRY(READ[which](body, node));
    return scene_mesh_surface(&body->mesh);
}
