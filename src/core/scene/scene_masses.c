// Masses and starting velocities of a body.
#include <stdlib.h>
#include <string.h>

#include "scene/private/scene_internal.h"

static void lump_triangle(Body *body, const int32_t corner[3], double density)
{
    const double4 at = double4_of(body->mesh.position[corner[0]]), ab = double4_sub(double4_of(body->mesh.position[corner[1]]), at);
    const double4 ac = double4_sub(double4_of(body->mesh.position[corner[2]]), at);
    const double  share = density * double4_norm(double4_cross(ab, ac)) / 6;
    for (int k = 0; k < 3; k++)
        body->mass[corner[k]] += share;
}

// Averaged over the fans from all corners, so that the result does not depend on the first corner.
static void lump_convex(Body *body, const int32_t *corner, int32_t sides, double density)
{
    const int32_t fans = sides == 3 ? 1 : sides;
    for (int32_t start = 0; start < fans; start++)
        for (int32_t i = 1; i + 1 < sides; i++)
            lump_triangle(body, (int32_t[3]){corner[start], corner[(start + i) % sides], corner[(start + i + 1) % sides]}, density / fans);
}

// A third of the area of each triangle goes to each corner.
static Status lump_areas(Body *body, const YamlNode *node, double density)
{
    const Mesh   *mesh = &body->mesh;
    MeshTriangles cut;
    TRY(yaml_locate(node, mesh_need_triangles(mesh, &cut)));
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t begin = mesh->face_start[face], end = mesh->face_start[face + 1];
        if (cut.convex[face])
            lump_convex(body, mesh->face_vertex + begin, end - begin, density);
        for (int32_t i = begin - 2 * face; i < end - 2 * (face + 1) && !cut.convex[face]; i++)
            lump_triangle(body, cut.corner[i], density);
    }
    mesh_triangles_destroy(&cut);
    return status_ok();
}

static void lump_lengths(Body *body, double density)
{
    const Mesh *mesh = &body->mesh;
    for (int32_t i = 0; i < mesh->line_count; i++) {
        const int32_t a = mesh->line[i][0], b = mesh->line[i][1];
        const double  length = double4_norm(double4_sub(double4_of(mesh->position[b]), double4_of(mesh->position[a])));
        body->mass[a] += density * length / 2;
        body->mass[b] += density * length / 2;
    }
}

// A quarter of the volume of each tetrahedron goes to each corner.
static void lump_volumes(Body *body, double density)
{
    const Mesh *mesh = &body->mesh;
    for (int32_t i = 0; i < mesh->tet_count; i++) {
        const int32_t *tet = mesh->tet[i];
        double4        edge[3];
        for (int j = 0; j < 3; j++)
            edge[j] = double4_sub(double4_of(mesh->position[tet[j + 1]]), double4_of(mesh->position[tet[0]]));
        const double4 normal = double4_cross(edge[1], edge[2]);
        const double  volume = edge[0].x * normal.x / 6 + edge[0].y * normal.y / 6 + edge[0].z * normal.z / 6;
        for (int j = 0; j < 4; j++)
            body->mass[tet[j]] += density * volume / 4;
    }
}

// density: kg/m³ if the body has tetrahedra, else kg/m² of faces, else kg/m of lines.
static Status lump(Body *body, const YamlNode *node, double density)
{
    if (body->mesh.tet_count)
        TRY(scene_check_tets(body, node));
    if (body->mesh.tet_count)
        lump_volumes(body, density);
    else if (body->mesh.face_count)
        TRY(lump_areas(body, node, density));
    else if (body->mesh.line_count)
        lump_lengths(body, density);
    else
        return yaml_error(node, "listed particles have no length or area, so a density gives no mass; set `mass` or `particle_mass`");
    int32_t count = 0, first = -1;
    for (int32_t i = 0; i < body->mesh.vertex_count; i++)
        first = !(body->mass[i] > 0) && count++ == 0 ? i : first;
    return count == 0 ? status_ok()
                      : yaml_error(node,
                                   "%d particles (first: %d) belong to no %s, so their mass is zero; remove them with `weft mesh FILE "
                                   "--drop-loose -o FILE.vtk`, or set `mass` or `particle_mass`",
                                   (int)count, (int)first,
                                   body->mesh.tet_count    ? "tetrahedron"
                                   : body->mesh.face_count ? "face with an area"
                                                           : "line with a length");
}

static Status read_density(Body *body, const YamlNode *node)
{
    double density = 0;
    TRY(scene_positive(node, &density));
    return lump(body, node, density);
}

static Status take_density_of_material(Body *body)
{
    const YamlNode *node = yaml_get(body->node, "material");
    const Material *material = &body->material;
    if (!(material->density > 0))
        return yaml_error(node, "has no density; add it to the material, or set `mass`, `particle_mass` or `density` for the body");
    if (body->mesh.tet_count)
        return lump(body, node, material->density);
    if (body->mesh.face_count && !(material->thickness > 0)) {
        char advice[SCENE_ADVICE];
        scene_advise_tets(body, advice);
        return yaml_error(node,
                          "has no thickness, so a shell has no mass; add `thickness`, or set `mass`, `particle_mass` or `density` for the "
                          "body. For a solid, %s",
                          advice);
    }
    if (!body->mesh.face_count)
        return yaml_error(node, "gives mass to tetrahedra and shells only; set `mass`, `particle_mass` or `density` for the body");
    return lump(body, node, material->density * material->thickness);
}

static Status read_particle_mass(Body *body, const YamlNode *node)
{
    const int32_t count = body->mesh.vertex_count;
    if (node->type == YAML_LIST && node->count != count)
        return yaml_error(node, "has %d masses, but the body has %d particles; give one mass for each", node->count, (int)count);
    for (int32_t i = 0; i < count; i++)
        TRY(scene_positive(node->type == YAML_LIST ? node->children[i] : node, &body->mass[i]));
    return status_ok();
}

// A vertex without an element that is pinned without a script is a fixed point. A particle needs a mass; this mass is below rounding.
static const double ANCHOR = 1e-15; // of the mass of the others

static Status mark_anchors(Body *body, const YamlNode *map, const Selection *picked)
{
    for (int32_t j = 0; j < picked->count && body->loose && !yaml_get(map, "script"); j++)
        body->mass[picked->index[j]] = body->loose[picked->index[j]] ? ANCHOR : 1;
    return status_ok();
}

// The same mass for all particles except the anchors.
static Status read_total_mass(Body *body, const YamlNode *node)
{
    double mass = 0, sum = 0;
    TRY(scene_positive(node, &mass));
    for (int32_t i = 0; i < body->mesh.vertex_count; i++)
        body->mass[i] = 1;
    TRY(scene_each_pinned(body, mark_anchors));
    for (int32_t i = 0; i < body->mesh.vertex_count; i++)
        sum += body->mass[i];
    for (int32_t i = 0; i < body->mesh.vertex_count; i++)
        body->mass[i] *= mass / sum;
    return status_ok();
}

// `masses:` replaces the mass of single particles, for example of a payload at the end of a chain.
static Status replace_mass(Body *body, const YamlNode *map, const Selection *picked)
{
    double mass = 0;
    TRY(scene_need_positive(map, "mass", &mass));
    for (int32_t j = 0; j < picked->count; j++)
        body->mass[picked->index[j]] = mass;
    return status_ok();
}

static Status find_loose(Body *body)
{
    if (!body->is_mesh)
        return status_ok();
    TRY(mesh_used_vertices(&body->mesh, &body->loose));
    for (int32_t i = 0; i < body->mesh.vertex_count; i++)
        body->loose[i] = !body->loose[i];
    return status_ok();
}

Status scene_masses(Body *body)
{
    static const char *const KEYS[] = {"mass", "particle_mass", "density", NULL}, *const SINGLE[] = {SCENE_SELECTOR_KEYS, "mass", NULL};
    static Status (*const READ[])(Body *, const YamlNode *) = {read_total_mass, read_particle_mass, read_density};
    const YamlNode *node = NULL;
    int             which = 0;
    body->mass = calloc((size_t)body->mesh.vertex_count, sizeof *body->mass);
    if (!body->mass)
        return status_make(STATUS_MEMORY, "out of memory for %d particles", (int)body->mesh.vertex_count);
    TRY(find_loose(body));
    const bool given = yaml_get(body->node, KEYS[0]) || yaml_get(body->node, KEYS[1]) || yaml_get(body->node, KEYS[2]);
    if (!given && body->has_material) {
        TRY(take_density_of_material(body));
    } else {
        TRY(scene_need_one(body->node, KEYS, &node, &which));
        TRY(READ[which](body, node));
    }
    return scene_each_picked(body, "masses", SINGLE, replace_mass);
}

// v += ω × (x − c), c the centre of mass.
static Status add_spin(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"axis", "radians_per_second", NULL};
    double                   axis[3], rate = 0, total = 0, centre[3] = {0};
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_need_vector(map, "axis", axis));
    TRY(scene_need_real(map, "radians_per_second", -1e6, 1e6, &rate));
    const double length = double4_norm(double4_of(axis));
    if (length < 1e-12)
        return yaml_error(yaml_get(map, "axis"), "is zero and has no direction; give a nonzero axis");
    for (int32_t i = 0; i < body->mesh.vertex_count; i++) {
        total += body->mass[i];
        for (int k = 0; k < 3; k++)
            centre[k] += body->mass[i] * body->mesh.position[i][k];
    }
    for (int k = 0; k < 3; k++) {
        centre[k] /= total;
        axis[k] *= rate / length;
    }
    for (int32_t i = 0; i < body->mesh.vertex_count; i++) {
        const double4 turn = double4_cross(double4_of(axis), double4_sub(double4_of(body->mesh.position[i]), double4_of(centre)));
        body->velocity[i][0] += turn.x;
        body->velocity[i][1] += turn.y;
        body->velocity[i][2] += turn.z;
    }
    return status_ok();
}

Status scene_motion(Body *body)
{
    body->velocity = calloc((size_t)body->mesh.vertex_count, sizeof *body->velocity);
    if (!body->velocity)
        return status_make(STATUS_MEMORY, "out of memory for %d particles", (int)body->mesh.vertex_count);
    const YamlNode *spin = yaml_get(body->node, "spin");
    double          v[3] = {0};
    TRY(scene_vector(yaml_get(body->node, "velocity"), v));
    for (int32_t i = 0; i < body->mesh.vertex_count; i++)
        memcpy(body->velocity[i], v, sizeof v);
    return spin ? add_spin(body, spin) : status_ok();
}
