// The border of a mesh: sides of faces that only one face has, or, without faces, its lines, as one closed walk.
#include <stdlib.h>

#include "mesh/mesh.h"

typedef struct Step { // along a side of a face or a line
    int32_t from, to;
} Step;

static int compare_sides(const void *a, const void *b)
{
    const Step   *p = a, *q = b;
    const int32_t p_low = p->from < p->to ? p->from : p->to, q_low = q->from < q->to ? q->from : q->to;
    const int32_t p_high = p->from < p->to ? p->to : p->from, q_high = q->from < q->to ? q->to : q->from;
    return p_low != q_low ? (p_low < q_low ? -1 : 1) : (p_high > q_high) - (p_high < q_high);
}

// Sides of faces that occur once, compacted to the front of `steps`; without faces, the lines.
static int64_t list_steps(const Mesh *mesh, Step *steps)
{
    int64_t count = 0, kept = 0;
    for (; kept < mesh->line_count && !mesh->face_count; kept++)
        steps[kept] = (Step){mesh->line[kept][0], mesh->line[kept][1]};
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t begin = mesh->face_start[face], end = mesh->face_start[face + 1];
        for (int32_t i = begin; i < end; i++)
            steps[count++] = (Step){mesh->face_vertex[i], mesh->face_vertex[i + 1 < end ? i + 1 : begin]};
    }
    qsort(steps, (size_t)count, sizeof *steps, compare_sides);
    for (int64_t i = 0; i < count;) {
        int64_t end = i + 1;
        while (end < count && compare_sides(&steps[i], &steps[end]) == 0)
            end++;
        if (end == i + 1)
            steps[kept++] = steps[i];
        i = end;
    }
    return kept;
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
        const int64_t found = list_steps(mesh, steps);
        status = found ? join(steps, found, mesh->vertex_count, at)
                       : status_make(STATUS_INPUT, "the mesh has no border; open its faces, or leave out what needs one");
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
