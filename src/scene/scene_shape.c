// Where the particles of a body come from, and where its transform puts them.
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "scene/scene_internal.h"

enum { COUNT_MAX = 1000000 };

static Status read_count(const YamlNode *node, int *out)
{
    int64_t count = 0;
    TRY(yaml_int(node, 2, COUNT_MAX, &count));
    *out = (int)count;
    return status_ok();
}

// `spacing: s`, `spacing: [sx, sy]` or `size: [width, height]`.
static Status read_grid_spacing(const YamlNode *map, const int cells[2], double spacing[2])
{
    static const char *const KEYS[] = {"spacing", "size", NULL};
    const YamlNode          *node = NULL;
    int                      which = 0;
    TRY(scene_need_one(map, KEYS, &node, &which));
    if (which == 0 && node->type == YAML_SCALAR) {
        TRY(scene_positive(node, &spacing[0]));
        spacing[1] = spacing[0];
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
    static const char *const KEYS[] = {"columns", "rows", "spacing", "size", NULL};
    const YamlNode          *columns = NULL, *rows = NULL;
    double                   spacing[2];
    TRY(yaml_check_keys(map, KEYS));
    TRY(yaml_need(map, "columns", &columns));
    TRY(yaml_need(map, "rows", &rows));
    TRY(read_count(columns, &body->columns));
    TRY(read_count(rows, &body->rows));
    const int cells[2] = {body->columns - 1, body->rows - 1};
    TRY(read_grid_spacing(map, cells, spacing));
    return scene_place(map, mesh_make_grid(body->columns, body->rows, spacing[0], spacing[1], &body->mesh));
}

static Status read_chain(Body *body, const YamlNode *map)
{
    static const char *const KEYS[] = {"count", "spacing", "length", NULL}, *const LENGTHS[] = {"spacing", "length", NULL};
    const YamlNode *count = NULL, *length = NULL;
    int             particles = 0, which = 0;
    double          spacing = 0;
    TRY(yaml_check_keys(map, KEYS));
    TRY(yaml_need(map, "count", &count));
    TRY(read_count(count, &particles));
    TRY(scene_need_one(map, LENGTHS, &length, &which));
    TRY(scene_positive(length, &spacing));
    body->is_chain = true;
    return scene_place(map, mesh_make_chain(particles, which == 1 ? spacing / (particles - 1) : spacing, &body->mesh));
}

static Status read_mesh(Body *body, const YamlNode *node)
{
    char path[512];
    TRY(scene_find_mesh(node, path, sizeof path));
    body->is_mesh = true;
    return mesh_read(path, &body->mesh);
}

static Status read_particles(Body *body, const YamlNode *node)
{
    TRY(yaml_list(node));
    if (node->count == 0)
        return yaml_error(node, "lists no particles; give at least one [x, y, z]");
    Mesh *mesh = &body->mesh;
    mesh->vertex_count = node->count;
    mesh->position = calloc((size_t)node->count, sizeof *mesh->position);
    mesh->face_start = calloc(1, sizeof *mesh->face_start);
    if (!mesh->position || !mesh->face_start)
        return status_make(STATUS_MEMORY, "out of memory for %d particles", node->count);
    for (int i = 0; i < node->count; i++)
        TRY(scene_vector(node->children[i], mesh->position[i]));
    return status_ok();
}

static Status read_source(Body *body)
{
    static const char *const KEYS[] = {"grid", "chain", "mesh", "particles", NULL};
    const YamlNode          *node = NULL;
    int                      which = 0;
    TRY(scene_need_one(body->node, KEYS, &node, &which));
    switch (which) {
    case 0:
        return read_grid(body, node);
    case 1:
        return read_chain(body, node);
    case 2:
        return read_mesh(body, node);
    default:
        return read_particles(body, node);
    }
}

static Status read_scale(const YamlNode *node, double matrix[3][3])
{
    double scale[3];
    if (node->type == YAML_LIST) {
        TRY(scene_vector(node, scale));
    } else {
        TRY(yaml_real(node, -1e12, 1e12, scale));
        scale[1] = scale[2] = scale[0];
    }
    for (int k = 0; k < 3; k++) {
        if (fabs(scale[k]) < 1e-12)
            return yaml_error(node, "a scale of %g flattens the body; it must not be zero", scale[k]);
        matrix[k][k] = scale[k];
    }
    return status_ok();
}

// Rodrigues' formula, applied to the columns of the matrix. Whole quarter turns are exact.
static Status read_rotation(const YamlNode *map, double matrix[3][3])
{
    static const char *const KEYS[] = {"axis", "degrees", NULL};
    const YamlNode          *axis_node = NULL, *degrees_node = NULL;
    double                   axis[3], degrees = 0;
    TRY(yaml_check_keys(map, KEYS));
    TRY(yaml_need(map, "axis", &axis_node));
    TRY(yaml_need(map, "degrees", &degrees_node));
    TRY(scene_vector(axis_node, axis));
    TRY(yaml_real(degrees_node, -36000, 36000, &degrees));
    const double norm = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (norm < 1e-12)
        return yaml_error(axis_node, "has no direction; give an axis that is not zero");
    const double pi = 3.14159265358979323846, turn = remainder(degrees, 360);
    double       s = sin(turn * pi / 180), c = cos(turn * pi / 180);
    if (fmod(turn, 90) == 0) {
        s = round(s);
        c = round(c);
    }
    const double x = axis[0] / norm, y = axis[1] / norm, z = axis[2] / norm, d = 1 - c;
    const double rotation[3][3] = {{c + x * x * d, x * y * d - z * s, x * z * d + y * s},
                                   {y * x * d + z * s, c + y * y * d, y * z * d - x * s},
                                   {z * x * d - y * s, z * y * d + x * s, c + z * z * d}};
    for (int j = 0; j < 3; j++) {
        const double column[3] = {matrix[0][j], matrix[1][j], matrix[2][j]};
        for (int i = 0; i < 3; i++)
            matrix[i][j] = rotation[i][0] * column[0] + rotation[i][1] * column[1] + rotation[i][2] * column[2];
    }
    return status_ok();
}

// x ← rotate · scale · x + translate
static Status apply_transform(Body *body)
{
    static const char *const KEYS[] = {"scale", "rotate", "translate", NULL};
    const YamlNode          *map = yaml_get(body->node, "transform");
    if (!map)
        return status_ok();
    TRY(yaml_check_keys(map, KEYS));
    double          matrix[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, shift[3] = {0};
    const YamlNode *scale = yaml_get(map, "scale"), *rotate = yaml_get(map, "rotate"), *translate = yaml_get(map, "translate");
    if (scale)
        TRY(read_scale(scale, matrix));
    if (rotate)
        TRY(read_rotation(rotate, matrix));
    if (translate)
        TRY(scene_vector(translate, shift));
    for (int32_t i = 0; i < body->mesh.vertex_count; i++) {
        double      *p = body->mesh.position[i];
        const double x = p[0], y = p[1], z = p[2];
        for (int k = 0; k < 3; k++)
            p[k] = matrix[k][0] * x + matrix[k][1] * y + matrix[k][2] * z + shift[k];
    }
    return status_ok();
}

Status scene_shape(Body *body)
{
    TRY(read_source(body));
    return apply_transform(body);
}
