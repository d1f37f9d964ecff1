#include "model/private/build_groups.h"

#include <math.h>
#include <string.h>

#include "base/sorted.h"
#include "constraint/group.h"
#include "mesh/mesh_sides.h"
#include "model/private/builder.h"

void build_groups_destroy(BuildGroups *g)
{
    free(g->start.data);
    free(g->member.data);
    free(g->position.data);
    free(g->ring_start.data);
    free(g->ring.data);
}

static int32_t *int_at(const List *list, size_t i)
{
    return list_at(list, i);
}

// ---- polygons and bodies ----

// sorted: [vertex_count] of the shape.
static Status check_vertices(const ModelBuilder *b, const ConstraintOps *ops, const GroupShape *shape, int32_t *sorted)
{
    const int32_t count = shape->vertex_count;
    for (int32_t i = 0; i < count; i++)
        TRY(builder_check_particle(b, shape->vertices[i]));
    memcpy(sorted, shape->vertices, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_int32);
    for (int32_t i = 1; i < count; i++)
        if (sorted[i] == sorted[i - 1])
            return status_make(STATUS_INPUT, "a %s constraint lists particle %d twice; list each particle once", ops->name, sorted[i]);
    return status_ok();
}

static Status add_vertices(BuildGroups *g, const ModelBuilder *b, const ConstraintOps *ops, const GroupShape *shape)
{
    const int32_t count = shape->vertex_count, min = ops->element == ELEMENT_POLYGON ? 3 : 2;
    if (count < min || !shape->vertices)
        return status_make(STATUS_INPUT, "a %s constraint has %d particle%s; it needs at least %d", ops->name, count, count == 1 ? "" : "s",
                           min);
    TRY(list_reserve(&g->member, (size_t)count, sizeof(int32_t)));
    int32_t *member = int_at(&g->member, g->member.count);
    TRY(check_vertices(b, ops, shape, member));
    if (ops->element == ELEMENT_POLYGON)
        memcpy(member, shape->vertices, (size_t)count * sizeof *member);
    g->member.count += (size_t)count;
    if (ops->element != ELEMENT_BODY)
        return status_ok();
    TRY(list_reserve(&g->position, (size_t)count, sizeof(double[3])));
    for (int32_t i = 0; i < count; i++)
        memcpy(list_at(&g->position, g->position.count++), builder_particle(b, member[i])->position, sizeof(double[3]));
    return status_ok();
}

// ---- surfaces ----

// Every edge of a closed surface is in two faces, which run along it in opposite directions.
static Status check_edges(const ConstraintOps *ops, const MeshSide *sides, int64_t count)
{
    for (int64_t i = 0, run = 0; i < count; i += run) {
        const int32_t low = sides[i].a, high = sides[i].b;
        run = mesh_side_run(sides, count, i);
        if (run == 1)
            return status_make(STATUS_INPUT,
                               "the surface of a %s constraint is open: the edge between particles %d and %d has one face; close the "
                               "surface or remove the constraint",
                               ops->name, low, high);
        if (run > 2)
            return status_make(STATUS_INPUT,
                               "the surface of a %s constraint is not a manifold: %d faces meet at the edge between particles %d and %d; "
                               "split the mesh there",
                               ops->name, (int)run, low, high);
        if (sides[i].forward == sides[i + 1].forward)
            return status_make(STATUS_INPUT,
                               "two faces of the surface of a %s constraint have opposite orientations at the edge between particles %d "
                               "and %d; flip one of them",
                               ops->name, low, high);
    }
    return status_ok();
}

// Closed, a manifold, and oriented.
static Status check_surface(const ModelBuilder *b, const ConstraintOps *ops, const GroupShape *shape)
{
    MeshSide *sides = NULL;
    int64_t   count = 0;
    for (int32_t f = 0; f < shape->face_count; f++)
        for (int k = 0; k < 3; k++) {
            const int32_t from = shape->faces[f][k], to = shape->faces[f][(k + 1) % 3];
            TRY(builder_check_particle(b, from));
            if (from == to)
                return status_make(STATUS_INPUT, "face %d of a %s constraint lists particle %d twice; list each particle once", f,
                                   ops->name, from);
        }
    TRY(mesh_triangle_sides(shape->face_count, shape->faces, &sides, &count));
    const Status status = check_edges(ops, sides, count);
    free(sides);
    return status;
}

// The corners of all faces, ascending, each once.
static int32_t list_members(const GroupShape *shape, int32_t *out)
{
    int32_t count = 0;
    for (int32_t f = 0; f < shape->face_count; f++)
        for (int k = 0; k < 3; k++)
            out[count++] = shape->faces[f][k];
    qsort(out, (size_t)count, sizeof *out, compare_int32);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
        if (kept == 0 || out[kept - 1] != out[i])
            out[kept++] = out[i];
    return kept;
}

// The faces around each member, in the order of the faces.
static Status add_rings(BuildGroups *g, const GroupShape *shape, const int32_t *member, int32_t count)
{
    const size_t first = g->ring.count, entries = 3 * (size_t)shape->face_count;
    TRY(list_reserve(&g->ring, entries, sizeof(int32_t[2])));
    TRY(list_reserve(&g->ring_start, (size_t)count + 1, sizeof(int32_t))); // one more while they are counted
    int32_t *start = int_at(&g->ring_start, g->ring_start.count);
    memset(start, 0, ((size_t)count + 1) * sizeof *start);
    for (int32_t f = 0; f < shape->face_count; f++)
        for (int k = 0; k < 3; k++)
            start[group_place_of(member, count, shape->faces[f][k]) + 1]++;
    start[0] = (int32_t)first;
    for (int32_t m = 0; m < count; m++)
        start[m + 1] += start[m];
    for (int32_t f = 0; f < shape->face_count; f++) {
        int32_t corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = group_place_of(member, count, shape->faces[f][k]);
        for (int k = 0; k < 3; k++) { // start[m] runs to the end of m's faces
            int32_t *ring = list_at(&g->ring, (size_t)start[corner[k]]++);
            ring[0] = corner[(k + 1) % 3];
            ring[1] = corner[(k + 2) % 3];
        }
    }
    memmove(start + 1, start, (size_t)count * sizeof *start);
    start[0] = (int32_t)first;
    g->ring.count += entries;
    g->ring_start.count += (size_t)count;
    return status_ok();
}

static Status add_surface(BuildGroups *g, const ModelBuilder *b, const ConstraintOps *ops, const GroupShape *shape)
{
    if (shape->face_count < 4 || !shape->faces)
        return status_make(STATUS_INPUT, "a %s constraint has %d faces; a closed surface needs at least four", ops->name,
                           shape->face_count);
    TRY(check_surface(b, ops, shape));
    TRY(list_reserve(&g->member, 3 * (size_t)shape->face_count, sizeof(int32_t))); // of which most are repeats
    int32_t      *member = int_at(&g->member, g->member.count);
    const int32_t count = list_members(shape, member);
    TRY(add_rings(g, shape, member, count));
    g->member.count += (size_t)count;
    return status_ok();
}

// ---- rest values ----

const int32_t *build_groups_members(const BuildGroups *g, size_t i, int32_t *count)
{
    const int32_t first = *int_at(&g->start, i);
    const size_t  end = i + 1 < g->start.count ? (size_t)*int_at(&g->start, i + 1) : g->member.count;
    *count = (int32_t)end - first;
    return int_at(&g->member, (size_t)first);
}

// Treats the last added group as the only group of a set with its particles.
static Status measure_last(const BuildGroups *g, const ModelBuilder *b, const ConstraintOps *ops, double *rest)
{
    int32_t        count;
    const int32_t *member = build_groups_members(g, g->start.count - 1, &count);
    double4       *x = aligned_alloc(alignof(double4), ((size_t)count + 1) * sizeof *x);
    int32_t       *numbers = malloc(((size_t)count + 1) * sizeof *numbers), *ring_start = malloc(((size_t)count + 1) * sizeof *ring_start);
    const Status   failure = status_make(STATUS_MEMORY, "out of memory while measuring a %s constraint of %d particles", ops->name, count);
    const bool     done = x && numbers && ring_start;
    if (done) {
        const size_t first_ring =
            ops->element == ELEMENT_SURFACE ? (size_t)*int_at(&g->ring_start, g->ring_start.count - (size_t)count) : 0;
        for (int32_t m = 0; m < count; m++) {
            const double *p = model_builder_position(b, member[m]);
            x[m] = double4_of(p);
            numbers[m] = m;
            if (ops->element == ELEMENT_SURFACE)
                ring_start[m] = *int_at(&g->ring_start, g->ring_start.count - (size_t)(count - m)) - (int32_t)first_ring;
        }
        ring_start[count] = (int32_t)(g->ring.count - first_ring);
        int32_t             start[2] = {0, count};
        Groups              groups = {.start = start, .ring_start = ring_start};
        const ConstraintSet set = {.ops = ops, .count = 1, .vertices = numbers, .groups = &groups};
        if (ops->element == ELEMENT_SURFACE)
            groups.ring = list_at(&g->ring, first_ring);
        if (ops->group->measure)
            ops->group->measure(&set, 0, x, rest);
    }
    free(x);
    free(numbers);
    free(ring_start);
    return done ? status_ok() : failure;
}

// rest: given, or NULL; a value that is NaN is measured.
static Status set_rest(const BuildGroups *g, const ModelBuilder *b, const ConstraintOps *ops, const double *rest, double *values)
{
    TRY(measure_last(g, b, ops, values));
    for (int p = 0; rest && p < ops->params; p++)
        values[p] = isnan(rest[p]) ? values[p] : rest[p];
    const char *refused = ops->refuse(values);
    if (!refused)
        return status_ok();
    int32_t        count;
    const int32_t *member = build_groups_members(g, g->start.count - 1, &count);
    return status_make(STATUS_INPUT, "invalid %s constraint of %d particles, including particle %d: %s", ops->name, count, member[0],
                       refused);
}

Status build_groups_add(BuildGroups *g, const ModelBuilder *b, const ConstraintOps *ops, const GroupShape *shape, const double *rest,
                        double *values)
{
    const BuildGroups before = *g;
    TRY(list_reserve(&g->start, 1, sizeof(int32_t)));
    *int_at(&g->start, g->start.count++) = (int32_t)g->member.count;
    Status status = ops->element == ELEMENT_SURFACE ? add_surface(g, b, ops, shape) : add_vertices(g, b, ops, shape);
    if (status.code == STATUS_OK)
        status = set_rest(g, b, ops, rest, values);
    if (status.code != STATUS_OK) {
        g->start.count = before.start.count;
        g->member.count = before.member.count;
        g->position.count = before.position.count;
        g->ring_start.count = before.ring_start.count;
        g->ring.count = before.ring.count;
    }
    return status;
}

// ---- layout ----

// A member of a group: its particle in memory, and its index in the order in which members were added.
typedef struct Seat {
    int32_t particle, index;
} Seat;

// The members of a group in their final order, and the inverse: where[seat[m].index] = m.
static void seat_members(const BuildGroups *g, const Model *model, const ConstraintOps *ops, int32_t i, Seat *seat, int32_t *where)
{
    int32_t        count;
    const int32_t *member = build_groups_members(g, (size_t)i, &count);
    for (int32_t m = 0; m < count; m++)
        seat[m] = (Seat){.particle = model->model_of[member[m]], .index = m};
    if (ops->element != ELEMENT_POLYGON)
        qsort(seat, (size_t)count, sizeof *seat, compare_int32); // by particle, the first member, which is unique
    for (int32_t m = 0; m < count; m++)
        where[seat[m].index] = m;
}

static void lay_out_rings(const BuildGroups *g, const Seat *seat, const int32_t *where, int32_t first, int32_t count, Groups *out)
{
    const int32_t *start = int_at(&g->ring_start, (size_t)first);
    for (int32_t m = 0; m < count; m++) {
        const size_t at = (size_t)first + (size_t)seat[m].index;
        int32_t      entry = out->ring_start[first + m];
        const size_t end = at + 1 < g->ring_start.count ? (size_t)*int_at(&g->ring_start, at + 1) : g->ring.count;
        for (size_t e = (size_t)start[seat[m].index]; e < end; e++, entry++) {
            const int32_t *ring = list_at(&g->ring, e);
            out->ring[entry][0] = seat[where[ring[0]]].particle;
            out->ring[entry][1] = seat[where[ring[1]]].particle;
        }
        out->ring_start[first + m + 1] = entry;
    }
}

// Rest positions from the centre of mass, and each member's fraction of the mass.
static void lay_out_rest(const BuildGroups *g, const Model *model, const Seat *seat, int32_t first, int32_t count, double4 *rest)
{
    double  mass = 0;
    double4 centre = {0};
    for (int32_t m = 0; m < count; m++) {
        const double *origin = list_at(&g->position, (size_t)first), *p = origin + 3 * (ptrdiff_t)seat[m].index;
        const double  own = model->mass[seat[m].particle];
        mass += own;
        rest[m] = (double4){p[0] - origin[0], p[1] - origin[1], p[2] - origin[2], own};
        double4_add_to(&centre, own, rest[m]);
    }
    for (int32_t m = 0; m < count; m++) {
        const double part = rest[m].w / mass;
        double4_add_to(&rest[m], -1 / mass, centre);
        rest[m].w = part;
    }
}

static Status alloc_groups(const BuildGroups *g, Arena *arena, ConstraintSet *set)
{
    Groups *out;
    TRY(ARENA_NEW(arena, 1, &set->groups));
    out = set->groups;
    TRY(ARENA_NEW(arena, g->member.count, &set->vertices));
    TRY(ARENA_NEW(arena, g->start.count + 1, &out->start));
    if (set->ops->element == ELEMENT_BODY)
        TRY(ARENA_NEW(arena, g->member.count, &out->rest_position));
    if (set->ops->element != ELEMENT_SURFACE)
        return status_ok();
    TRY(ARENA_NEW(arena, g->member.count + 1, &out->ring_start));
    return ARENA_NEW(arena, g->ring.count, &out->ring);
}

Status build_groups_layout(const BuildGroups *g, const Model *model, Arena *arena, ConstraintSet *set)
{
    const ConstraintOps *ops = set->ops;
    TRY(alloc_groups(g, arena, set));
    Seat    *seat = calloc(g->member.count + 1, sizeof *seat);
    int32_t *where = calloc(g->member.count + 1, sizeof *where);
    for (int32_t i = 0; i < (int32_t)g->start.count && seat && where; i++) {
        const int32_t first = *int_at(&g->start, (size_t)i);
        int32_t       count;
        build_groups_members(g, (size_t)i, &count);
        seat_members(g, model, ops, i, seat, where);
        for (int32_t m = 0; m < count; m++)
            set->vertices[first + m] = seat[m].particle;
        if (ops->element == ELEMENT_SURFACE)
            lay_out_rings(g, seat, where, first, count, set->groups);
        if (ops->element == ELEMENT_BODY)
            lay_out_rest(g, model, seat, first, count, set->groups->rest_position + first);
        set->groups->start[i + 1] = first + count;
    }
    const bool done = seat && where;
    free(seat);
    free(where);
    return done ? status_ok() : status_make(STATUS_MEMORY, "out of memory while laying out %zu groups", g->start.count);
}
