// Constraints of a body: springs of generators, edges of meshes, listed constraints, attachments.
//
// Springs are added in the order structural, shear, bend, each row by row: the order of serial sweeps.
#include <stdlib.h>

#include "scene/private/scene_internal.h"

// A constraint of a kind on edges between two particles of the body, at rest at `scale` times their distance.
static Status add_edge(Body *body, const YamlNode *node, int kind, int32_t a, int32_t b, double scale, const Strength *strength)
{
    const int32_t pair[CONSTRAINT_VERTICES_MAX] = {a, b};
    const double *p = body->mesh.position[a], *q = body->mesh.position[b];
    if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2])
        return yaml_error(
            node, "particles %d and %d have the same position, so a spring between them has length 0; move one or remove the spring",
            (int)a, (int)b);
    const double length = scale * sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2));
    return scene_add_constraint(body, node, kind, pair, scale < 1 || scale > 1 ? &length : NULL, strength);
}

// The strength of springs, and the ratio of their rest length to the distance of their ends (default 1).
static Status read_spring(const YamlNode *node, Strength *strength, double *scale)
{
    static const char *const KEYS[] = {SCENE_STRENGTH_KEYS, "rest_scale", NULL};
    *scale = 1;
    TRY(yaml_check_keys(node, KEYS));
    TRY(yaml_real(yaml_get(node, "rest_scale"), 1e-6, 1e6, scale));
    return scene_read_strength(node, strength);
}

// Springs of a grid from (column, row) to (column + dx, row + dy), wherever both ends are in the grid.
static Status add_family(Body *body, const YamlNode *node, int columns, int rows, const int step[2], double scale, const Strength *strength)
{
    const int dx = step[0], dy = step[1];
    for (int row = 0; row + dy < rows; row++)
        for (int column = dx < 0 ? -dx : 0; column < columns && column + dx < columns; column++) {
            const int32_t a = row * columns + column;
            TRY(add_edge(body, node, CONSTRAINT_distance, a, a + dy * columns + dx, scale, strength));
        }
    return status_ok();
}

// A chain is a grid of one row, without shear.
static Status add_grid_springs(Body *body, const YamlNode *map)
{
    static const char *const GRID_KEYS[] = {"structural", "shear", "bend", NULL}, *const CHAIN_KEYS[] = {"structural", "bend", NULL};
    static const int STEPS[][2][2] = {{{1, 0}, {0, 1}}, {{1, 1}, {-1, 1}}, {{2, 0}, {0, 2}}};
    const int        columns = body->is_chain ? body->mesh.vertex_count : body->columns, rows = body->is_chain ? 1 : body->rows;
    TRY(yaml_check_keys(map, body->is_chain ? CHAIN_KEYS : GRID_KEYS));
    for (int family = 0; family < 3; family++) {
        const YamlNode *node = yaml_get(map, GRID_KEYS[family]);
        Strength        strength;
        double          scale;
        if (!node)
            continue;
        TRY(read_spring(node, &strength, &scale));
        for (int i = 0; i < 2; i++)
            TRY(add_family(body, node, columns, rows, STEPS[family][i], scale, &strength));
    }
    return status_ok();
}

// Springs between the pairs of vertices that `pairs` lists for the mesh of the body.
static Status add_pairs(Body *body, const YamlNode *node, Status (*pairs)(const Mesh *, int32_t (**)[2], int32_t *))
{
    Strength strength;
    int32_t(*list)[2] = NULL;
    int32_t count = 0;
    double  scale;
    TRY(read_spring(node, &strength, &scale));
    TRY(pairs(&body->mesh, &list, &count));
    Status status = status_ok();
    for (int32_t i = 0; i < count && status.code == STATUS_OK; i++)
        status = add_edge(body, node, CONSTRAINT_distance, list[i][0], list[i][1], scale, &strength);
    free(list);
    return status;
}

static Status read_springs(Body *body)
{
    static const char *const MESH_KEYS[] = {"bend", NULL};
    const YamlNode          *map = yaml_get(body->node, "springs"), *bend = map ? yaml_get(map, "bend") : NULL;
    if (!map)
        return status_ok();
    if (body->columns || body->is_chain)
        return add_grid_springs(body, map);
    if (!body->is_mesh)
        return yaml_error(map, "applies to grids, chains and meshes; use `constraints` for listed particles");
    TRY(yaml_check_keys(map, MESH_KEYS));
    return bend ? add_pairs(body, bend, mesh_hinges) : status_ok();
}

static Status read_edges(Body *body)
{
    const YamlNode *map = yaml_get(body->node, "edges");
    if (!map)
        return status_ok();
    if (!body->is_mesh)
        return yaml_error(map, "applies to meshes only; use `springs` for grids and chains, `constraints` for listed particles");
    return add_pairs(body, map, mesh_edges);
}

static Status read_vertices(const Body *body, const YamlNode *node, const ConstraintOps *ops, int32_t *vertices)
{
    TRY(yaml_list(node));
    if (node->count != ops->vertices)
        return yaml_error(node, "a constraint of kind %s joins %d particle%s, not %d", ops->name, ops->vertices,
                          ops->vertices == 1 ? "" : "s", node->count);
    for (int i = 0; i < ops->vertices; i++)
        TRY(scene_index(body, node->children[i], &vertices[i]));
    return status_ok();
}

static Status read_constraint(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"kind", "vertices", "rest", SCENE_STRENGTH_KEYS, NULL};
    const YamlNode          *kind_node = NULL, *vertices_node = NULL, *rest_node = yaml_get(map, "rest");
    int                      kind = 0;
    int32_t                  vertices[CONSTRAINT_VERTICES_MAX] = {0};
    Strength                 strength;
    double                   rest[CONSTRAINT_PARAMS_MAX];
    TRY(yaml_check_keys(map, KEYS));
    TRY(yaml_need(map, "kind", &kind_node));
    TRY(yaml_choice(kind_node, constraint_names(), &kind));
    const ConstraintOps *ops = constraint_ops(kind);
    if (ops->vertices == 0)
        return yaml_error(kind_node, "kind %s acts on a whole body; put it under `elements`", ops->name);
    TRY(yaml_need(map, "vertices", &vertices_node));
    TRY(read_vertices(body, vertices_node, ops, vertices));
    TRY(scene_read_strength(map, &strength));
    TRY(yaml_reals(rest_node, ops->params, rest));
    if (ops->element == ELEMENT_EDGE) {
        TRY(yaml_locate(map, model_add_line(body->builder, body->first + vertices[0], body->first + vertices[1])));
        if (!rest_node && vertices[0] != vertices[1])
            return add_edge(body, map, kind, vertices[0], vertices[1], 1, &strength);
    }
    return scene_add_constraint(body, map, kind, vertices, rest_node ? rest : NULL, &strength);
}

// The directions in which an attachment acts: `axes: [x, z]`, or `normal`. *count 0: all directions.
static Status read_active_axes(const YamlNode *map, double active[3][3], int *count)
{
    static const char *const AXES[] = {"x", "y", "z", NULL};
    const YamlNode          *axes = yaml_get(map, "axes"), *normal = yaml_get(map, "normal");
    *count = 0;
    if (axes && normal)
        return yaml_error(normal, "conflicts with `axes`; remove one of them");
    if (normal) {
        TRY(scene_need_direction(map, "normal", active[0]));
        *count = 1;
    }
    TRY(yaml_list(axes));
    if (axes && (axes->count < 1 || axes->count > 3))
        return yaml_error(axes, "must list one, two or three of x, y, z");
    for (int i = 0; axes && i < axes->count; i++) {
        int axis = 0;
        TRY(yaml_choice(axes->children[i], AXES, &axis));
        for (int j = 0; j < i; j++)
            if (active[j][axis] > 0)
                return yaml_error(axes->children[i], "%s is listed twice; remove one", AXES[axis]);
        for (int k = 0; k < 3; k++)
            active[i][k] = k == axis;
        *count = i + 1;
    }
    return status_ok();
}

static Status attach_one(Body *body, const YamlNode *map, int32_t particle, const double *point, const double active[3][3], int count,
                         const Strength *strength)
{
    if (!count)
        return scene_add_constraint(body, map, CONSTRAINT_attachment, &particle, point, strength);
    for (int i = 0; i < count; i++) {
        const double *n = active[i], rest[] = {n[0], n[1], n[2], n[0] * point[0] + n[1] * point[1] + n[2] * point[2]};
        TRY(scene_add_constraint(body, map, CONSTRAINT_roller, &particle, rest, strength));
    }
    return status_ok();
}

static Status attach(Body *body, const YamlNode *map, const Selection *picked)
{
    const YamlNode *point_node = yaml_get(map, "point");
    Strength        strength;
    double          point[3], active[3][3] = {{0}};
    int             count;
    TRY(scene_read_strength(map, &strength));
    TRY(scene_vector(point_node, point));
    TRY(read_active_axes(map, active, &count));
    for (int32_t i = 0; i < picked->count; i++)
        TRY(attach_one(body, map, picked->index[i], point_node ? point : body->mesh.position[picked->index[i]], (const double(*)[3])active,
                       count, &strength));
    return status_ok();
}

Status scene_springs(Body *body)
{
    static const char *const ATTACHMENT_KEYS[] = {SCENE_SELECTOR_KEYS, "point", "axes", "normal", SCENE_STRENGTH_KEYS, NULL};
    body->keep_records = yaml_get(body->node, "constraints") || yaml_get(body->node, "attachments") || yaml_get(body->node, "elements");
    TRY(read_edges(body));
    TRY(read_springs(body));
    TRY(scene_elements(body));
    TRY(scene_each(body, "constraints", read_constraint));
    TRY(scene_each_picked(body, "attachments", ATTACHMENT_KEYS, attach));
    return scene_refuse_duplicates(body);
}
