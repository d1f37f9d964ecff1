// One frame of a sequence: the vertices of a mesh, a frame of weft's own, or a state.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "mesh/mesh.h"
#include "scene/private/trajectory_readers.h"
#include "scene/scene.h"

Status trajectory_frame_state(const char *path, TrajectoryFrame *out)
{
    return scene_read_particles(path, &out->count, &out->position, &out->velocity);
}

Status trajectory_frame_mesh(const char *path, TrajectoryFrame *out)
{
    Mesh mesh;
    TRY(mesh_read(path, &mesh));
    out->count = mesh.vertex_count;
    out->position = mesh.position;
    mesh.position = NULL; // taken over
    mesh_destroy(&mesh);
    return status_ok();
}

// Of a frame that weft wrote the particles come first, then what draws colliders.
static Status take_own(const char *path, const SceneFrame *frame, TrajectoryFrame *out)
{
    int32_t count = frame->point_count;
    for (int32_t i = frame->collider ? 0 : count; i < count; i++)
        if (frame->collider[i] > 0)
            count = i;
    out->count = count;
    out->position = malloc(((size_t)count + 1) * sizeof *out->position);
    out->velocity = malloc(((size_t)count + 1) * sizeof *out->velocity);
    if (!out->position || !out->velocity)
        return status_make(STATUS_MEMORY, "%s: out of memory while reading it", path);
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            out->position[i][k] = (double)frame->point[i][k];
            out->velocity[i][k] = (double)frame->velocity[i][k];
        }
    return status_ok();
}

static Status read_own(const char *path, TrajectoryFrame *out)
{
    SceneFrame frame;
    TRY(scene_read_frame(path, &frame));
    const Status status = take_own(path, &frame, out);
    scene_frame_destroy(&frame);
    return status;
}

Status trajectory_frame_vtp(const char *path, TrajectoryFrame *out)
{
    char  head[400];
    FILE *file = NULL;
    TRY(file_open(path, &file));
    head[fread(head, 1, sizeof head - 1, file)] = '\0';
    fclose(file);
    return scene_frame_is_own(head) ? read_own(path, out) : trajectory_frame_mesh(path, out);
}
