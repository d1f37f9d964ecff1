#include "measure/shape.h"

#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "base/sorted.h"
#include "measure/private/quantity.h"

enum { OF_VOLUME, OF_AREA, OF_SQUARES, SIZES }; // sums of deviations; after them, of the sizes that they are divided by

// ---- the elements ----

// Two constraints are on the same element if their keys are equal: the particles in ascending order; for a hinge, the edge before the
// corners.
enum { ELEMENT_VERTICES = 4 }; // an element with a size is at most a tetrahedron or a hinge

typedef struct Key {
    int32_t vertices[ELEMENT_VERTICES]; // unused ones −1; first, for sort_by_first
    int32_t element, index;             // index: in the order of kinds and constraints, without groups
} Key;

static Key key_of(const ConstraintSet *set, int32_t i, int32_t index)
{
    Key     key = {.element = (int32_t)set->ops->element, .index = index};
    int32_t vertices[CONSTRAINT_VERTICES_MAX];
    ASSERT(set->ops->vertices <= ELEMENT_VERTICES);
    constraint_element_key(set->ops, set->vertices + (size_t)i * (size_t)set->ops->vertices, vertices);
    memcpy(key.vertices, vertices, sizeof key.vertices);
    return key;
}

static int compare_elements(const Key *a, const Key *b)
{
    for (int k = 0; k < ELEMENT_VERTICES; k++)
        if (a->vertices[k] != b->vertices[k])
            return a->vertices[k] < b->vertices[k] ? -1 : 1;
    return (a->element > b->element) - (a->element < b->element);
}

static int compare_keys(const void *a, const void *b)
{
    const Key *p = a, *q = b;
    const int  elements = compare_elements(p, q);
    return elements ? elements : (p->index > q->index) - (p->index < q->index);
}

static bool has_size(const ConstraintSet *set)
{
    return set->ops->rest_size && set->count > 0;
}

// Keys of all constraints on elements with a size, except groups, which are unique.
static int32_t list_keys(const Model *model, Key *keys)
{
    int32_t count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < model->sets[kind].count && has_size(&model->sets[kind]) && !model->sets[kind].groups; i++, count++)
            if (keys)
                keys[count] = key_of(&model->sets[kind], i, count);
    return count;
}

static void add_element(Shape *shape, int kind, int32_t i)
{
    const ConstraintSet *set = &shape->model->sets[kind];
    shape->elements[shape->count++] = (ShapeElement){.kind = kind, .i = i, .rest = set->ops->rest_size(set, i)};
}

// Of several constraints on one element, the first.
static Status list_elements(const Model *model, Key *keys, int32_t count, bool *chosen, Arena *arena, Shape *out)
{
    int32_t groups = 0, index = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        groups += model->sets[kind].groups ? model->sets[kind].count : 0;
    TRY(sort_by_first(keys, (size_t)count, sizeof *keys, compare_keys));
    for (int32_t k = 0; k < count; k++)
        chosen[keys[k].index] = k == 0 || compare_elements(&keys[k - 1], &keys[k]) != 0;
    TRY(ARENA_NEW(arena, count + groups, &out->elements));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < model->sets[kind].count && has_size(&model->sets[kind]); i++)
            if (model->sets[kind].groups || chosen[index++])
                add_element(out, kind, i);
    return status_ok();
}

Status shape_init(const Model *model, Arena *arena, Shape *out)
{
    *out = (Shape){.model = model};
    const int32_t count = list_keys(model, NULL);
    OWNED(Key) *keys = malloc(((size_t)count + 1) * sizeof *keys);
    OWNED(bool) *chosen = malloc((size_t)count + 1);
    if (!keys || !chosen)
        // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): OWNED frees it
        return status_make(STATUS_MEMORY, "out of memory for the list of %d elements; take a smaller scene", count);
    list_keys(model, keys);
    TRY(list_elements(model, keys, count, chosen, arena, out));
    return team_sums_init(out->count, 2 * SIZES, arena, &out->sums);
}

// ---- their sizes ----

static double4 normal_of(double4 a, double4 b, double4 c)
{
    return double4_cross(double4_sub(b, a), double4_sub(c, a));
}

// The angle from the normal of (x0, x1, x2) to that of (x1, x0, x3) about the edge, 0 when flat.
static double angle_of(const double4 *x)
{
    const double4 n1 = normal_of(x[0], x[1], x[2]), n2 = normal_of(x[1], x[0], x[3]), e = double4_sub(x[1], x[0]);
    const double  length = double4_norm(e);
    return atan2(double4_dot(double4_cross(n1, n2), e), length * double4_dot(n1, n2));
}

// The deviation of an element's size from its size at rest, which is the value of a group.
static double difference(const ConstraintSet *set, const ShapeElement *e, const double4 *x)
{
    double value[CONSTRAINT_COMPONENTS_MAX];
    if (set->groups) {
        constraint_evaluate(set, e->i, e->i + 1, x, value, NULL);
        return value[0];
    }
    int32_t        v;
    const int32_t *vertices = constraint_vertices(set, e->i, &v);
    double4        corner[CONSTRAINT_VERTICES_MAX] = {{0}};
    for (int32_t j = 0; j < v; j++)
        corner[j] = x[vertices[j]];
    if (set->ops->element == ELEMENT_HINGE) {
        const double pi = 3.14159265358979323846, angle = angle_of(corner) - e->rest;
        return angle > pi ? angle - 2 * pi : angle < -pi ? angle + 2 * pi : angle;
    }
    const double4 normal = normal_of(corner[0], corner[1], corner[2]);
    if (set->ops->element == ELEMENT_TRIANGLE)
        return double4_norm(normal) / 2 - e->rest;
    return double4_dot(normal, double4_sub(corner[3], corner[0])) / 6 - e->rest;
}

static void add_element_error(const Shape *shape, const State *state, const ShapeElement *e, const double4 *x, double sums[2 * SIZES])
{
    const ConstraintSet *set = &shape->model->sets[e->kind];
    if (quantity_is_broken(shape->model, state, e->kind, e->i))
        return;
    const double d = difference(set, e, x);
    const bool   hinge = set->ops->element == ELEMENT_HINGE;
    const bool   flat = set->ops->element == ELEMENT_TRIANGLE || set->ops->element == ELEMENT_POLYGON;
    const int    of = hinge ? OF_SQUARES : flat ? OF_AREA : OF_VOLUME;
    sums[of] += hinge ? d * d : fabs(d);
    sums[SIZES + of] += hinge ? 1 : e->rest;
}

static double ratio(const double sums[2 * SIZES], int of)
{
    return sums[SIZES + of] > 0 ? sums[of] / sums[SIZES + of] : (double)NAN;
}

ShapeErrors shape_errors(const Shape *shape, const State *state, const double4 *x)
{
    double  total[2 * SIZES];
    int32_t chunk, end, from, to;
    for (team_sums_share(&shape->sums, &chunk, &end); chunk < end; chunk++) {
        double *sums = team_sums_begin(&shape->sums, chunk, &from, &to);
        for (int32_t k = from; k < to; k++)
            add_element_error(shape, state, &shape->elements[k], x, sums);
    }
    team_sums_total(&shape->sums, total);
    return (ShapeErrors){.volume = ratio(total, OF_VOLUME), .area = ratio(total, OF_AREA), .bending = sqrt(ratio(total, OF_SQUARES))};
}
