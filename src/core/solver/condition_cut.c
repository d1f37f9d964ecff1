// The law of condition_list.h on particles at one position.
#include <stdlib.h>

#include "constraint/group.h"
#include "solver/private/condition_law.h"

typedef struct Place {
    int32_t body, particle;
    double  x[3];
} Place;

static int compare_positions(const Place *a, const Place *b)
{
    int order = (a->body > b->body) - (a->body < b->body);
    for (int k = 0; k < 3 && !order; k++)
        order = (a->x[k] > b->x[k]) - (a->x[k] < b->x[k]);
    return order;
}

static int compare_places(const void *left, const void *right)
{
    const Place *a = left, *b = right;
    const int    order = compare_positions(a, b);
    return order ? order : (a->particle > b->particle) - (a->particle < b->particle);
}

// first[p]: the lowest particle of its body at the position of p. places: [particles], scratch.
static void find_first(const ConditionCase *c, Place *places, int32_t *first)
{
    const int32_t n = c->model->particle_count;
    for (int32_t p = 0; p < n; p++) {
        const double4 x = state_position(c->state, p);
        places[p] = (Place){model_body(c->model, p), p, {x.x, x.y, x.z}};
    }
    qsort(places, (size_t)n, sizeof *places, compare_places);
    for (int32_t i = 0; i < n; i++) {
        const bool same = i > 0 && compare_positions(&places[i - 1], &places[i]) == 0;
        first[places[i].particle] = same ? first[places[i - 1].particle] : places[i].particle;
    }
}

// Whether a constraint has a particle, and two of those at the position of one. last: [particles], scratch, all 0.
static void find_joined(const ConditionCase *c, const int32_t *first, int64_t *last, bool *used, bool *joined)
{
    int64_t number = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < c->model->sets[kind].count; i++) {
            int32_t        vertices = 0;
            const int32_t *vertex = constraint_vertices(&c->model->sets[kind], i, &vertices);
            number++;
            for (int32_t j = 0; j < vertices; j++) {
                const int32_t at = first[vertex[j]];
                used[vertex[j]] = true;
                joined[at] = joined[at] || last[at] == number;
                last[at] = number;
            }
        }
}

// How many particles are at the position of another of their body, both with constraints, of which none joins the two, and not both pinned.
static int32_t count_cuts(const ConditionCase *c, const int32_t *first, const bool *used, const bool *joined, int32_t *worst)
{
    int32_t count = 0;
    for (int32_t p = c->model->particle_count - 1; p >= 0; p--)
        if (first[p] != p && used[p] && used[first[p]] && !joined[first[p]] &&
            (condition_is_free(c, p) || condition_is_free(c, first[p]))) {
            *worst = p;
            count++;
        }
    return count;
}

Status condition_cut(const ConditionCase *c, Judged *f)
{
    const size_t n = (size_t)c->model->particle_count + 1;
    int32_t      worst = 0;
    Place       *places = (Place *)malloc(n * sizeof *places);
    int32_t     *first = (int32_t *)calloc(n, sizeof *first);
    int64_t     *last = (int64_t *)calloc(n, sizeof *last);
    bool        *used = (bool *)calloc(2 * n, sizeof *used);
    const bool   enough = places && first && last && used;
    if (enough) {
        find_first(c, places, first);
        find_joined(c, first, last, used, used + n);
        *f = (Judged){.value = count_cuts(c, first, used, used + n, &worst), .bound = 0};
        condition_say(f,
                      "%.0f particles are at the position of another of the same body (%d at that of %d), and no constraint joins the two: "
                      "the body is cut there; use one vertex for both",
                      f->value, c->model->user_of[worst], c->model->user_of[first[worst]]);
    }
    free(places);
    free(first);
    free(last);
    free(used);
    return enough ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the positions of particles");
}
