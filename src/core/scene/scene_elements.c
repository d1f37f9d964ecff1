// `elements:` of a body: a constraint of one kind on every edge, triangle, hinge, tetrahedron or other element.
// Stiffness and rest values are given or derived from the material and the rest shape.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "constraint/plate_patch.h"
#include "mesh/mesh_check.h"
#include "scene/private/scene_internal.h"

// One entry of the list.
typedef struct Entry {
    const YamlNode      *node;
    int                  kind;
    const ConstraintOps *ops;
    Strength             strength;                     // stiffness 0: the material's
    double               given[CONSTRAINT_PARAMS_MAX]; // rest values, NaN: measured
    bool                *selected;                     // [vertex_count]; NULL: all are
    SceneRoll            roll;                         // of the shape at which rest values are measured; radius 0: as it is
    int32_t              added;
} Entry;

// Names of elements in messages.
static const char *const ELEMENT_NAMES[] = {[ELEMENT_POINT] = "particle",    [ELEMENT_EDGE] = "edge",
                                            [ELEMENT_TRIANGLE] = "triangle", [ELEMENT_HINGE] = "pair of triangles with a common edge",
                                            [ELEMENT_PATCH] = "triangle",    [ELEMENT_TETRAHEDRON] = "tetrahedron",
                                            [ELEMENT_POLYGON] = "polygon",   [ELEMENT_SURFACE] = "closed surface",
                                            [ELEMENT_BODY] = "body"};

// ---- degenerate elements ----

void scene_advise_tets(const Body *body, char text[SCENE_ADVICE])
{
    const YamlNode *mesh = yaml_get(body->node, "mesh");
    if (mesh)
        snprintf(text, SCENE_ADVICE,
                 "fill the surface: `weft mesh %.60s --triangulate --drop-loose -o solid.ply`, `tetgen -pq1.4 solid.ply` (Debian package "
                 "tetgen), then set `mesh: solid.1.ele`",
                 mesh->text);
    else
        snprintf(text, SCENE_ADVICE, "use a `box` or a mesh of tetrahedra");
}

Status scene_check_tets(const Body *body, const YamlNode *node)
{
    const Mesh *mesh = &body->mesh;
    for (int32_t i = 0; i < mesh->tet_count; i++) {
        const int32_t *tet = mesh->tet[i];
        const int      sign = mesh_tet_sign(mesh, i);
        if (sign <= 0)
            return yaml_error(node, "tetrahedron %d (vertices %d, %d, %d, %d) %s; repair the mesh (weft mesh FILE -o FILE.vtk)", (int)i,
                              (int)tet[0], (int)tet[1], (int)tet[2], (int)tet[3], sign < 0 ? "is inverted" : "has no volume");
    }
    return status_ok();
}

static Status check_triangles(const Body *body, const YamlNode *node)
{
    const Mesh *mesh = &body->mesh;
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t *corner = mesh->face_vertex + mesh->face_start[face];
        const int32_t  corners = mesh->face_start[face + 1] - mesh->face_start[face];
        if (corners != 3)
            return yaml_error(node, "face %d has %d corners, but this kind needs triangles; %s", (int)face, (int)corners,
                              body->columns                  ? "set `triangles: alternate` for the grid"
                              : yaml_get(body->node, "mesh") ? "write a triangulated copy: `weft mesh FILE --triangulate -o FILE.vtk`"
                                                             : "set `rings` for the polygon");
        if (mesh_face_is_flat(mesh, face))
            return yaml_error(node, "triangle %d (vertices %d, %d, %d) has no area; repair the mesh (weft mesh FILE -o FILE.vtk)",
                              (int)face, (int)corner[0], (int)corner[1], (int)corner[2]);
    }
    return status_ok();
}

// ---- stiffness and rest values ----

// From the material, if any; values of the entry take precedence.
static Status decide(const Body *body, const Entry *entry, const double4 *x, int32_t count, double *rest, Strength *strength)
{
    double stiffness = 0;
    *strength = entry->strength;
    if (body->has_material && entry->ops->material)
        entry->ops->material(&body->material, x, count, rest, &stiffness);
    if (!(strength->stiffness > 0))
        strength->stiffness = stiffness;
    for (int i = 0; i < entry->ops->params; i++)
        rest[i] = isnan(entry->given[i]) ? rest[i] : entry->given[i];
    return strength->stiffness > 0
               ? status_ok()
               : yaml_error(entry->node, "the material gives a stiffness of %.15g, which must be above zero; set `stiffness` here",
                            strength->stiffness);
}

static bool is_selected(const Entry *entry, const int32_t *vertices, int32_t count)
{
    for (int32_t i = 0; entry->selected && i < count; i++)
        if (!entry->selected[vertices[i]])
            return false;
    return true;
}

static double4 measured_at(const Entry *entry, const double p[3])
{
    double at[3] = {p[0], p[1], p[2]};
    if (entry->roll.radius > 0)
        scene_roll(&entry->roll, p, at);
    return double4_of(at);
}

static Status add(Body *body, Entry *entry, const int32_t *vertices)
{
    const ConstraintOps *ops = entry->ops;
    double4              x[CONSTRAINT_VERTICES_MAX];
    double               rest[CONSTRAINT_PARAMS_MAX] = {0};
    Strength             strength;
    if (!is_selected(entry, vertices, ops->vertices))
        return status_ok();
    for (int i = 0; i < ops->vertices; i++)
        x[i] = measured_at(entry, body->mesh.position[vertices[i]]);
    ops->measure(x, rest);
    TRY(decide(body, entry, x, ops->vertices, rest, &strength));
    entry->added++;
    return scene_add_constraint(body, entry->node, entry->kind, vertices, rest, &strength);
}

// ---- elements of a body ----

static Status add_points(Body *body, Entry *entry)
{
    for (int32_t i = 0; i < body->mesh.vertex_count; i++)
        TRY(add(body, entry, &i));
    return status_ok();
}

static Status add_edges(Body *body, Entry *entry)
{
    int32_t(*edges)[2] = NULL, count = 0;
    TRY(mesh_edges(&body->mesh, &edges, &count));
    Status status = status_ok();
    for (int32_t i = 0; i < count && status.code == STATUS_OK; i++)
        status = add(body, entry, edges[i]);
    free(edges);
    return status;
}

static Status add_triangles(Body *body, Entry *entry)
{
    TRY(check_triangles(body, entry->node));
    for (int32_t i = 0; i < body->mesh.face_count; i++)
        TRY(add(body, entry, body->mesh.face_vertex + body->mesh.face_start[i]));
    return status_ok();
}

static Status add_hinges(Body *body, Entry *entry)
{
    int32_t(*hinges)[4] = NULL, count = 0;
    TRY(check_triangles(body, entry->node));
    TRY(mesh_hinge_quads(&body->mesh, &hinges, &count));
    Status status = status_ok();
    for (int32_t i = 0; i < count && status.code == STATUS_OK; i++)
        status = add(body, entry, hinges[i]);
    free(hinges);
    return status;
}

// Rest values of the rows. On a rolled body chords are shorter than arcs. Values measured on chords are scaled to the size of the flat
// triangle, so that the rolled body closes without stress.
static void curve_patch(const Body *body, const Entry *entry, const int32_t *vertices, const double rows[PLATE_ROWS][PLATE_PATCH],
                        double *curvature)
{
    double4 flat[PLATE_PATCH], x[PLATE_PATCH];
    for (int j = 0; j < PLATE_PATCH; j++) {
        flat[j] = double4_of(body->mesh.position[vertices[j]]);
        x[j] = measured_at(entry, body->mesh.position[vertices[j]]);
    }
    plate_patch_curvature(rows, x, curvature);
    for (int r = 0; r < PLATE_ROWS; r++)
        curvature[r] *= double4_triangle_area(flat) / double4_triangle_area(x);
}

static Status add_patch(Body *body, Entry *entry, const int32_t *roles)
{
    double4  x[PLATE_PATCH];
    bool     has[PLATE_PATCH];
    double   rows[PLATE_ROWS][PLATE_PATCH], sums[PLATE_ROWS][PLATE_PATCH], rest[CONSTRAINT_PARAMS_MAX];
    int32_t  vertices[PLATE_PATCH];
    Strength strength;
    if (!is_selected(entry, roles, 3))
        return status_ok();
    for (int j = 0; j < PLATE_PATCH; j++) {
        has[j] = roles[j] >= 0;
        x[j] = has[j] ? double4_of(body->mesh.position[roles[j]]) : (double4){0};
    }
    plate_patch_rows(x, has, body->has_material ? body->material.poisson : 0, rows);
    plate_patch_gather(roles, body->mesh.vertex_count, (const double(*)[PLATE_PATCH])rows, vertices, sums);
    for (int r = 0; r < PLATE_ROWS; r++)
        for (int j = 1; j < PLATE_PATCH; j++)
            rest[(PLATE_PATCH - 1) * r + j - 1] = sums[r][j];
    if (entry->ops->curved)
        curve_patch(body, entry, vertices, (const double(*)[PLATE_PATCH])sums, rest + PLATE_ROWS * (PLATE_PATCH - 1));
    TRY(decide(body, entry, x, PLATE_PATCH, rest, &strength));
    entry->added++;
    return scene_add_constraint(body, entry->node, entry->kind, vertices, rest, &strength);
}

static Status add_patches(Body *body, Entry *entry)
{
    _Static_assert((int)PLATE_PATCH == (int)MESH_PATCH, "the mesh and the plate must agree on the size of a patch");
    int32_t(*patches)[MESH_PATCH] = NULL;
    TRY(check_triangles(body, entry->node));
    if (body->mesh.vertex_count < PLATE_PATCH)
        return yaml_error(entry->node, "kind %s needs a body of %d particles or more", entry->ops->name, PLATE_PATCH);
    TRY(yaml_locate(entry->node, mesh_patches(&body->mesh, &patches)));
    Status status = status_ok();
    for (int32_t i = 0; i < body->mesh.face_count && status.code == STATUS_OK; i++)
        status = add_patch(body, entry, patches[i]);
    free(patches);
    return status;
}

static Status add_tets(Body *body, Entry *entry)
{
    TRY(scene_check_tets(body, entry->node));
    for (int32_t i = 0; i < body->mesh.tet_count; i++)
        TRY(add(body, entry, body->mesh.tet[i]));
    return status_ok();
}

// ---- groups ----

// vertices: of the body; faces: in the model's numbering. Rest values that are not given (NaN) are measured.
static Status add_group(Body *body, Entry *entry, int32_t *vertices, int32_t count, const int32_t (*faces)[3], int32_t face_count)
{
    double   rest[CONSTRAINT_PARAMS_MAX];
    Strength strength;
    double4 *x = aligned_alloc(alignof(double4), ((size_t)count + 1) * sizeof *x);
    if (!x)
        return status_make(STATUS_MEMORY, "out of memory for a constraint of %d particles", (int)count);
    for (int i = 0; i < CONSTRAINT_PARAMS_MAX; i++)
        rest[i] = NAN;
    for (int32_t i = 0; i < count; i++) {
        x[i] = double4_of(body->mesh.position[vertices[i]]);
        body_hold(body, vertices[i]);
        vertices[i] += body->first;
    }
    Status status = decide(body, entry, x, count, rest, &strength);
    free(x);
    TRY(status);
    const GroupShape shape = {.vertices = vertices, .vertex_count = count, .faces = faces, .face_count = face_count};
    TRY(yaml_locate(entry->node, model_add_group(body->builder, entry->kind, &shape, rest, strength.stiffness)));
    entry->added++;
    return yaml_locate(entry->node, model_set_traits(body->builder, &strength.traits));
}

static Status add_polygon(Body *body, Entry *entry)
{
    int32_t *loop = NULL, count = 0;
    if (entry->selected)
        return yaml_error(entry->node, "applies to the whole polygon; remove the selector");
    TRY(yaml_locate(entry->node, mesh_border(&body->mesh, &loop, &count)));
    if (mesh_signed_area(&body->mesh, loop, count) < 0)
        mesh_reverse(loop, count);
    const Status status = add_group(body, entry, loop, count, NULL, 0);
    free(loop);
    return status;
}

// The volume of a part that is inside out would be subtracted from that of the others.
static Status check_outward(const Body *body, const YamlNode *node)
{
    MeshInward inward;
    TRY(mesh_find_inward(&body->mesh, &inward));
    free(inward.face);
    return inward.pieces == 0 ? status_ok()
                              : yaml_error(node,
                                           "%d closed parts of the surface (first: with face %d) are inside out; turn their faces with "
                                           "`weft mesh FILE -o FILE.vtk`",
                                           (int)inward.pieces, (int)inward.first);
}

static Status add_surface(Body *body, Entry *entry)
{
    const Mesh *mesh = &body->mesh;
    if (entry->selected)
        return yaml_error(entry->node, "applies to the whole surface; remove the selector");
    TRY(check_triangles(body, entry->node));
    TRY(check_outward(body, entry->node));
    int32_t *vertices = malloc(((size_t)mesh->vertex_count + 1) * sizeof *vertices), count = 0;
    bool    *used = calloc((size_t)mesh->vertex_count + 1, sizeof *used);
    int32_t(*faces)[3] = malloc(((size_t)mesh->face_count + 1) * sizeof *faces);
    Status status = status_make(STATUS_MEMORY, "out of memory for a surface of %d faces", (int)mesh->face_count);
    if (vertices && used && faces) {
        for (int32_t i = 0; i < 3 * mesh->face_count; i++) {
            faces[i / 3][i % 3] = body->first + mesh->face_vertex[i];
            used[mesh->face_vertex[i]] = true;
        }
        for (int32_t i = 0; i < mesh->vertex_count; i++)
            if (used[i])
                vertices[count++] = i;
        status = add_group(body, entry, vertices, count, (const int32_t(*)[3])faces, mesh->face_count);
    }
    free(vertices);
    free(used);
    free(faces);
    return status;
}

static Status add_body(Body *body, Entry *entry)
{
    int32_t *vertices = malloc(((size_t)body->mesh.vertex_count + 1) * sizeof *vertices), count = 0;
    if (!vertices)
        return status_make(STATUS_MEMORY, "out of memory for a body of %d particles", (int)body->mesh.vertex_count);
    for (int32_t i = 0; i < body->mesh.vertex_count; i++)
        if (is_selected(entry, &i, 1))
            vertices[count++] = i;
    const Status status = add_group(body, entry, vertices, count, NULL, 0);
    free(vertices);
    return status;
}

// ---- reading ----

static bool has_elements(const Body *body, ConstraintElement element)
{
    const Mesh *mesh = &body->mesh;
    switch (element) {
    case ELEMENT_EDGE:
        return mesh->face_count || mesh->line_count || mesh->tet_count;
    case ELEMENT_TRIANGLE:
    case ELEMENT_HINGE:
    case ELEMENT_PATCH:
    case ELEMENT_SURFACE:
        return mesh->face_count;
    case ELEMENT_TETRAHEDRON:
        return mesh->tet_count;
    case ELEMENT_POLYGON:
        return mesh->face_count || mesh->line_count;
    default:
        return true;
    }
}

static Status check_entry(const Body *body, const Entry *entry)
{
    const ConstraintOps *ops = entry->ops;
    const bool           shell = ops->element == ELEMENT_TRIANGLE || ops->element == ELEMENT_HINGE || ops->element == ELEMENT_PATCH;
    if (ops->element == ELEMENT_TETRAHEDRON && !body->mesh.tet_count) {
        char advice[SCENE_ADVICE];
        scene_advise_tets(body, advice);
        return yaml_error(entry->node, "kind %s needs tetrahedra, and the body has none; %s", ops->name, advice);
    }
    if (!has_elements(body, ops->element))
        return yaml_error(entry->node, "a constraint of kind %s needs %s %s, and the body has none", ops->name,
                          ops->element == ELEMENT_EDGE ? "an" : "a", ELEMENT_NAMES[ops->element]);
    if (entry->strength.stiffness > 0)
        return status_ok();
    if (!ops->material)
        return yaml_error(entry->node, "kind %s cannot take its stiffness from a material; set stiffness, compliance or hard", ops->name);
    if (!body->has_material)
        return yaml_error(entry->node, "has no stiffness; set stiffness, compliance or hard, or give the body a material");
    if (shell && !(body->material.thickness > 0))
        return yaml_error(entry->node, "kind %s needs a thickness, and the material has none; add `thickness` to the material", ops->name);
    return status_ok();
}

// `rest:` of an entry: a map from names of rest values to numbers; the others are measured.
static Status read_given(const YamlNode *map, const ConstraintOps *ops, double *given)
{
    const char *names[CONSTRAINT_PARAMS_MAX + 1] = {NULL};
    for (int i = 0; i < CONSTRAINT_PARAMS_MAX; i++)
        given[i] = NAN;
    if (!map)
        return status_ok();
    for (int i = 0; i < ops->params; i++)
        names[i] = ops->param_names[i];
    TRY(yaml_check_keys(map, names));
    for (int i = 0; i < ops->params; i++)
        TRY(yaml_real(yaml_get(map, names[i]), -1e30, 1e30, &given[i]));
    return status_ok();
}

// `rolled:` of an entry: its rest values are those of the body rolled onto a cylinder, a curvature in one direction.
static Status read_rolled(Entry *entry)
{
    const YamlNode *map = yaml_get(entry->node, "rolled");
    if (!map)
        return status_ok();
    TRY(scene_read_roll(map, false, &entry->roll));
    return entry->ops->curved ? status_ok()
                              : yaml_error(map, "kind %s is always flat at rest; use `dihedral` or `curved_plate` for a curved rest shape",
                                           entry->ops->name);
}

static Status read_selected(const Body *body, Entry *entry)
{
    static const char *const KEYS[] = {SCENE_SELECTOR_KEYS, NULL};
    Selection                picked = {0};
    bool                     any = false;
    for (int i = 0; KEYS[i]; i++)
        any = any || yaml_get(entry->node, KEYS[i]);
    if (!any)
        return status_ok();
    TRY(scene_select(body, entry->node, &picked));
    const Status status = scene_flag(body, &picked, &entry->selected);
    free(picked.index);
    return status;
}

// Kinds of bending without a rest angle are flat at rest on any mesh.
static Status note_flat(const Body *body, const Entry *entry)
{
    FlatBending flat = {.kind = entry->kind};
    if (entry->ops->curved || (entry->ops->element != ELEMENT_HINGE && entry->ops->element != ELEMENT_PATCH))
        return status_ok();
    TRY(mesh_bend(&body->mesh, entry->selected, &flat.degrees));
    model_add_flat_bending(body->builder, flat);
    return status_ok();
}

static Status read_entry(Body *body, Entry *entry)
{
    static const char *const KEYS[] = {"kind", "rest", "rolled", SCENE_SELECTOR_KEYS, SCENE_STRENGTH_KEYS, NULL};
    static Status (*const ADD[])(Body *, Entry *) = {
        [ELEMENT_POINT] = add_points,    [ELEMENT_EDGE] = add_edges,      [ELEMENT_TRIANGLE] = add_triangles,
        [ELEMENT_HINGE] = add_hinges,    [ELEMENT_PATCH] = add_patches,   [ELEMENT_TETRAHEDRON] = add_tets,
        [ELEMENT_POLYGON] = add_polygon, [ELEMENT_SURFACE] = add_surface, [ELEMENT_BODY] = add_body};
    const YamlNode *kind = NULL;
    TRY(yaml_check_keys(entry->node, KEYS));
    TRY(yaml_need(entry->node, "kind", &kind));
    TRY(yaml_choice(kind, constraint_names(), &entry->kind));
    entry->ops = constraint_ops(entry->kind);
    TRY(scene_read_optional_strength(entry->node, &entry->strength));
    TRY(read_rolled(entry));
    TRY(read_given(yaml_get(entry->node, "rest"), entry->ops, entry->given));
    TRY(check_entry(body, entry));
    TRY(read_selected(body, entry));
    TRY(ADD[entry->ops->element](body, entry));
    TRY(note_flat(body, entry));
    return entry->added ? status_ok()
                        : yaml_error(entry->node, "selects no %s of the body; change the selector", ELEMENT_NAMES[entry->ops->element]);
}

static Status read_element(Body *body, const YamlNode *node)
{
    Entry        entry = {.node = node};
    const Status status = read_entry(body, &entry);
    free(entry.selected);
    return status;
}

Status scene_elements(Body *body)
{
    return scene_each(body, "elements", read_element);
}
