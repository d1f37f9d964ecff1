// The transform of the particles of a body or the surface of a collider.

#include "scene/private/scene_internal.h"

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
            return yaml_error(node, "a scale of %.15g flattens the body; give a nonzero scale", scale[k]);
        matrix[k][k] = scale[k];
    }
    return status_ok();
}

// Rodrigues' formula, applied to the columns of the matrix. Multiples of 90° are exact.
Status scene_rotation(const YamlNode *map, double matrix[3][3])
{
    static const char *const KEYS[] = {"axis", "degrees", NULL};
    double                   axis[3], degrees = 0;
    TRY(yaml_check_keys(map, KEYS));
    TRY(scene_need_direction(map, "axis", axis));
    TRY(scene_need_real(map, "degrees", -36000, 36000, &degrees));
    const double pi = 3.14159265358979323846, turn = remainder(degrees, 360);
    double       s = sin(turn * pi / 180), c = cos(turn * pi / 180);
    if (fmod(turn, 90) == 0) {
        s = round(s);
        c = round(c);
    }
    const double x = axis[0], y = axis[1], z = axis[2], d = 1 - c;
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

// A reflection would turn the body inside out, so the corners of its faces and tetrahedra are reversed.
static void turn_over(Mesh *mesh)
{
    for (int32_t face = 0; face < mesh->face_count; face++)
        mesh_reverse(mesh->face_vertex + mesh->face_start[face], mesh->face_start[face + 1] - mesh->face_start[face]);
    for (int32_t i = 0; i < mesh->tet_count; i++)
        mesh_reverse(mesh->tet[i] + 2, 2);
}

static Status roll_all(const YamlNode *map, Mesh *mesh)
{
    SceneRoll roll;
    TRY(scene_read_roll(map, true, &roll));
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        const double p[3] = {mesh->position[i][0], mesh->position[i][1], mesh->position[i][2]};
        scene_roll(&roll, p, mesh->position[i]);
    }
    return status_ok();
}

Status scene_transform(const YamlNode *map, Mesh *mesh)
{
    static const char *const KEYS[] = {"roll", "scale", "rotate", "translate", NULL};
    TRY(yaml_check_keys(map, KEYS));
    double          matrix[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, shift[3] = {0};
    const YamlNode *roll = yaml_get(map, "roll"), *scale = yaml_get(map, "scale"), *rotate = yaml_get(map, "rotate");
    if (roll)
        TRY(roll_all(roll, mesh));
    if (scale)
        TRY(read_scale(scale, matrix));
    if (matrix[0][0] * matrix[1][1] * matrix[2][2] < 0)
        turn_over(mesh);
    if (rotate)
        TRY(scene_rotation(rotate, matrix));
    TRY(scene_vector(yaml_get(map, "translate"), shift));
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        double      *p = mesh->position[i];
        const double x = p[0], y = p[1], z = p[2];
        for (int k = 0; k < 3; k++)
            p[k] = matrix[k][0] * x + matrix[k][1] * y + matrix[k][2] * z + shift[k];
    }
    return status_ok();
}

Status scene_shape(Body *body)
{
    const YamlNode *transform = yaml_get(body->node, "transform");
    TRY(scene_source(body));
    return transform ? scene_transform(transform, &body->mesh) : status_ok();
}
