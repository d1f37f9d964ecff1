#include "assembly/vertex_constraints.h"

#include <stdlib.h>

#include "assembly/contact_couplings.h"
#include "step/team.h"

// Counting sort. Each thread reads all constraints and keeps those of its own particles: the extra reads cost little compared with
// scattered writes, and nothing has to be merged.

// start[v + 1]: the number of constraints at particle v, of this thread's particles from … to−1.
static void count(const Model *model, int32_t *start, int32_t from, int32_t to)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const int64_t        slots = (int64_t)set->count * set->ops->vertices;
        for (int64_t k = 0; k < slots; k++) {
            const int32_t v = set->vertices[k];
            if (v >= from && v < to)
                start[v + 1]++;
        }
    }
}

// start[v] advances to the end of v's list.
static void fill(const Model *model, const VertexConstraints *of, int32_t from, int32_t to)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const int            vertices = set->ops->vertices;
        const int32_t       *vertex = set->vertices;
        for (int32_t i = 0; i < set->count; i++, vertex += vertices)
            for (int j = 0; j < vertices; j++)
                if (vertex[j] >= from && vertex[j] < to)
                    of->constraint[of->start[vertex[j]]++] = of->offset[kind] + i;
    }
}

static Status make(const Model *model, int threads, VertexConstraints *of)
{
    const int32_t n = model->particle_count;
    of->start = calloc((size_t)n + 1, sizeof *of->start);
    int64_t slots = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        slots += (int64_t)model->sets[kind].count * model->sets[kind].ops->vertices;
        of->offset[kind + 1] = of->offset[kind] + model->sets[kind].count;
    }
    if (slots < INT32_MAX)
        of->constraint = malloc(((size_t)slots + 1) * sizeof *of->constraint);
    if (!of->start || !of->constraint)
        return status_make(STATUS_MEMORY, "out of memory while listing the constraints of %d particles", n);
#pragma omp parallel num_threads(threads)
    {
        int32_t from, to;
        team_range(0, n, &from, &to);
        count(model, of->start, from, to);
#pragma omp barrier
#pragma omp          single
        for (int32_t v = 0; v < n; v++)
            of->start[v + 1] += of->start[v];
        fill(model, of, from, to);
    }
    for (int32_t v = n; v > 0; v--)
        of->start[v] = of->start[v - 1];
    of->start[0] = 0;
    return status_ok();
}

Status vertex_constraints_init(const Model *model, int threads, VertexConstraints *out)
{
    *out = (VertexConstraints){0};
    return make(model, threads, out);
}

// ---- couplings of groups and contacts ----

static int64_t count_group_couplings(const Model *model)
{
    int64_t sum = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        for (int32_t i = 0; set->groups && set->ops->group->couplings && i < set->count; i++)
            sum += set->ops->group->couplings(set, i, NULL);
    }
    return sum;
}

static void list_group_couplings(const Model *model, int32_t (*pairs)[2])
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        for (int32_t i = 0; set->groups && set->ops->group->couplings && i < set->count; i++)
            pairs += set->ops->group->couplings(set, i, pairs);
    }
}

static int32_t lower_of(const int32_t pair[2])
{
    return pair[0] < pair[1] ? pair[0] : pair[1];
}

// Counting sort by the lower particle.
static void sort_couplings(int32_t n, const int32_t (*pairs)[2], int32_t count, VertexConstraints *of)
{
    for (int32_t k = 0; k < count; k++)
        of->coupled_start[lower_of(pairs[k]) + 1]++;
    for (int32_t v = 0; v < n; v++)
        of->coupled_start[v + 1] += of->coupled_start[v];
    for (int32_t k = 0; k < count; k++) {
        const int32_t low = lower_of(pairs[k]);
        of->coupled[of->coupled_start[low]++] = pairs[k][0] + pairs[k][1] - low;
    }
    for (int32_t v = n; v > 0; v--)
        of->coupled_start[v] = of->coupled_start[v - 1];
    of->coupled_start[0] = 0;
}

Status vertex_constraints_couple(const Model *model, bool groups, const Contacts *contacts, VertexConstraints *of)
{
    const int64_t touching = contact_couplings(contacts, NULL), count = touching + (groups ? count_group_couplings(model) : 0);
    const int32_t n = model->particle_count;
    if (count == 0)
        return status_ok();
    int32_t(*pairs)[2] = count < INT32_MAX ? malloc((size_t)count * sizeof *pairs) : NULL;
    of->coupled_start = calloc((size_t)n + 1, sizeof *of->coupled_start);
    of->coupled = malloc((size_t)count * sizeof *of->coupled);
    const bool there = pairs && of->coupled_start && of->coupled;
    if (there) {
        contact_couplings(contacts, pairs);
        if (groups)
            list_group_couplings(model, pairs + touching);
        sort_couplings(n, (const int32_t(*)[2])pairs, (int32_t)count, of);
    }
    free(pairs);
    return there ? status_ok() : status_make(STATUS_MEMORY, "out of memory while listing the couplings of %d particles", n);
}

void vertex_constraints_destroy(VertexConstraints *of)
{
    free(of->coupled_start);
    free(of->coupled);
    free(of->start);
    free(of->constraint);
    *of = (VertexConstraints){0};
}
