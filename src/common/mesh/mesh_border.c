// The border of a mesh: sides of faces that only one face has, or, without faces, its lines, as one closed walk.
#include <stdlib.h>

#include "mesh/mesh_sides.h"

typedef struct Step { // along a side of a face or a line
    int32_t from, to;
} Step;

// Sides of faces that occur once; without faces, the lines.
static Status list_steps(const Mesh *mesh, Step *steps, int64_t *kept)
{
    MeshSide *sides = NULL;
    int64_t   count = 0;
    for (; *kept < mesh->line_count && !mesh->face_count; ++*kept)
        steps[*kept] = (Step){mesh->line[*kept][0], mesh->line[*kept][1]};
    TRY(mesh_sides(mesh, &sides, &count));
    for (int64_t i = 0, run = 0; i < count; i += run) {
        run = mesh_side_run(sides, count, i);
        if (run == 1)
            steps[(*kept)++] = sides[i].forward ? (Step){sides[i].a, sides[i].b} : (Step){sides[i].b, sides[i].a};
    }
    free(sides);
    return status_ok();
}

// Both steps at each vertex: at[v][0] and at[v][1], −1 where there is none. Steps of faces have a direction, lines have none.
static Status join(const Step *steps, int64_t count, int32_t vertices, int32_t (*at)[2])
{
    for (int32_t v = 0; v < vertices; v++)
        at[v][0] = at[v][1] = -1;
    for (int64_t i = 0; i < count; i++)
        for (int end = 0; end < 2; end++) {
            const int32_t v = end ? steps[i].to : steps[i].from;
            if (at[v][1] >= 0)
                return status_make(STATUS_INPUT, "more than two sides of the border meet at vertex %d", (int)v);
            at[v][at[v][0] >= 0] = (int32_t)i;
        }
    return status_ok();
}

// From the first step on, until the walk closes.
static Status walk(const Step *steps, int64_t count, int32_t (*at)[2], int32_t *loop)
{
    int32_t vertex = steps[0].from, step = 0;
    for (int64_t i = 0; i < count; i++) {
        loop[i] = vertex;
        vertex = steps[step].from == vertex ? steps[step].to : steps[step].from;
        step = at[vertex][0] == step ? at[vertex][1] : at[vertex][0];
        if (step < 0)
            return status_make(STATUS_INPUT, "the border ends at vertex %d; it must be closed", (int)vertex);
        if (vertex == steps[0].from && i + 1 < count)
            return status_make(STATUS_INPUT, "the border is in several pieces, the first of %lld vertices; it must be one",
                               (long long)i + 1);
    }
    return status_ok();
}

Status mesh_border(const Mesh *mesh, int32_t **loop, int32_t *count)
{
    const int64_t corners = mesh->face_count ? mesh->face_start[mesh->face_count] : mesh->line_count;
    Step         *steps = calloc((size_t)corners + 1, sizeof *steps);
    int32_t(*at)[2] = calloc((size_t)mesh->vertex_count + 1, sizeof *at);
    *loop = malloc((size_t)(corners + 1) * sizeof **loop);
    *count = 0;
    Status status = status_make(STATUS_MEMORY, "out of memory for the border of a mesh of %d vertices", (int)mesh->vertex_count);
    if (steps && at && *loop) {
        int64_t found = 0;
        status = list_steps(mesh, steps, &found);
        if (status.code == STATUS_OK)
            status =
                found ? join(steps, found, mesh->vertex_count, at)
                      : status_make(
                            STATUS_INPUT,
                            "the mesh has no border (its surface is closed); use an open mesh, or remove the option that needs a border");
        if (status.code == STATUS_OK)
            status = walk(steps, found, at, *loop);
        *count = (int32_t)found;
    }
    free(steps);
    free(at);
    if (status.code != STATUS_OK) {
        free(*loop);
        *loop = NULL;
        *count = 0;
    }
    return status;
}
