// The closed triangle mesh of a collider: read from a file, or made by the generators that bodies have.
#include "scene/private/scene_internal.h"

// Omits vertices without a face, such as the inner ones of a solid: number[i] is the new number of vertex i, or −1.
static int32_t number_corners(const Mesh *mesh, int32_t *number)
{
    int32_t count = 0;
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        number[i] = -1;
    for (int32_t i = 0; i < mesh->face_start[mesh->face_count]; i++)
        number[mesh->face_vertex[i]] = 0;
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        if (number[i] == 0)
            number[i] = count++;
    return count;
}

static Status convert(const Mesh *mesh, Arena *arena, ColliderMesh *out)
{
    int32_t *number = NULL;
    TRY(ARENA_NEW(arena, mesh->vertex_count, &number));
    out->vertex_count = number_corners(mesh, number);
    out->triangle_count = mesh->face_start[mesh->face_count] / 3;
    TRY(ARENA_NEW(arena, out->vertex_count, &out->vertex));
    TRY(ARENA_NEW(arena, out->triangle_count, &out->triangle));
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        for (int k = 0; k < 3 && number[i] >= 0; k++)
            out->vertex[number[i]][k] = mesh->position[i][k];
    for (int32_t i = 0; i < 3 * out->triangle_count; i++)
        out->triangle[i / 3][i % 3] = number[mesh->face_vertex[i]];
    return status_ok();
}

static Status read_shape(const YamlNode *node, const YamlNode *transform, Body *shape)
{
    static const char *const KEYS[] = {SCENE_SOURCE_KEYS, NULL};
    if (node->type == YAML_SCALAR) {
        char path[512];
        TRY(scene_find_mesh(node, path, sizeof path));
        TRY(yaml_locate(node, scene_files_mesh(shape->files, path, &shape->mesh)));
        TRY(scene_mesh_surface(&shape->mesh));
    } else {
        TRY(yaml_check_keys(node, KEYS));
        TRY(scene_source(shape));
    }
    if (shape->mesh.face_count == 0)
        return yaml_error(node, "has no faces; a collider needs a closed surface");
    TRY(yaml_locate(node, mesh_triangulate(&shape->mesh)));
    return transform ? scene_transform(transform, &shape->mesh) : status_ok();
}

Status scene_collider_mesh(SceneFiles *files, const YamlNode *node, const YamlNode *transform, Arena *arena, ColliderMesh *out)
{
    Body   shape = {.node = node, .files = files};
    Status status = read_shape(node, transform, &shape);
    if (status.code == STATUS_OK)
        status = convert(&shape.mesh, arena, out);
    mesh_destroy(&shape.mesh);
    return status;
}
