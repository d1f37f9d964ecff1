#include "model/collider.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/private/build_list.h"

const char *const COLLIDER_SHAPE_NAMES[] = {"plane", "sphere", "box", "capsule", "mesh", NULL};
_Static_assert(sizeof COLLIDER_SHAPE_NAMES / sizeof *COLLIDER_SHAPE_NAMES == COLLIDER_SHAPES + 1, "a name for each shape");

// ---- validity ----

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static bool is_size(double value)
{
    return isfinite(value) && value > 0;
}

static Status check_radius(const Collider *c)
{
    if (is_size(c->radius))
        return status_ok();
    return status_make(STATUS_INPUT, "its radius is %g m; it must be finite and above zero", c->radius);
}

static Status check_direction(const Collider *c, const char *what)
{
    if (double3_is_finite(c->direction) && length_of(c->direction) > 1e-12)
        return status_ok();
    return status_make(STATUS_INPUT, "%s (%g, %g, %g) has no direction; give a finite, nonzero vector", what, c->direction[0],
                       c->direction[1], c->direction[2]);
}

static Status check_box(const Collider *c)
{
    for (int k = 0; k < 3; k++)
        if (!is_size(c->half[k]))
            return status_make(STATUS_INPUT, "an edge is %g m long; it must be finite and above zero", 2 * c->half[k]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            const double *a = c->axes[i], *b = c->axes[j], dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            if (!(fabs(dot - (i == j ? 1 : 0)) < 1e-9))
                return status_make(STATUS_INPUT,
                                   "the product of its axes %d and %d is %g; the axes must have unit length and be perpendicular", j, i,
                                   dot);
        }
    return status_ok();
}

static Status check_shape(const Collider *c)
{
    if (!double3_is_finite(c->point))
        return status_make(STATUS_INPUT, "its position (%g, %g, %g) is not finite", c->point[0], c->point[1], c->point[2]);
    switch (c->shape) {
    case COLLIDER_PLANE:
        return check_direction(c, "the normal");
    case COLLIDER_SPHERE:
        return check_radius(c);
    case COLLIDER_BOX:
        return check_box(c);
    case COLLIDER_CAPSULE:
        TRY(check_direction(c, "the line from end to end"));
        return check_radius(c);
    case COLLIDER_MESH:
        return collider_mesh_check(c->mesh);
    default:
        return status_make(STATUS_INPUT, "there is no shape %d", (int)c->shape);
    }
}

// NaN is allowed: it means the scene's value.
static Status check_surface(const Collider *c)
{
    if (isinf(c->friction) || c->friction < 0)
        return status_make(STATUS_INPUT, "its friction is %g; it must be finite and not negative", c->friction);
    if (c->restitution < 0 || c->restitution > 1)
        return status_make(STATUS_INPUT, "its restitution is %g; it must lie between 0 and 1", c->restitution);
    return status_ok();
}

// ---- copies: a mesh in one allocation, its arrays behind it ----

static size_t mesh_bytes(const ColliderMesh *mesh)
{
    return sizeof *mesh + (size_t)mesh->vertex_count * sizeof *mesh->vertex + (size_t)mesh->triangle_count * sizeof *mesh->triangle;
}

static ColliderMesh *put_mesh(void *block, const ColliderMesh *mesh)
{
    ColliderMesh *out = block;
    *out = *mesh;
    out->vertex = (void *)(out + 1);
    out->triangle = (void *)(out->vertex + mesh->vertex_count);
    memcpy(out->vertex, mesh->vertex, (size_t)mesh->vertex_count * sizeof *mesh->vertex);
    memcpy(out->triangle, mesh->triangle, (size_t)mesh->triangle_count * sizeof *mesh->triangle);
    return out;
}

// ---- drafts ----

static void free_copies(Collider *c)
{
    free((void *)c->mesh);
}

// Replaces the mesh of *c by a copy.
static Status copy_mesh(Collider *c)
{
    void *mesh = c->mesh ? malloc(mesh_bytes(c->mesh)) : NULL;
    if (c->mesh && !mesh)
        return status_make(STATUS_MEMORY, "out of memory for the mesh of collider %s", c->name);
    c->mesh = mesh ? put_mesh(mesh, c->mesh) : NULL;
    return status_ok();
}

Status colliders_add(Colliders *draft, const Collider *collider)
{
    Status status = check_shape(collider);
    if (status.code == STATUS_OK)
        status = check_surface(collider);
    if (status.code != STATUS_OK)
        return status_prefix(status, "collider %s", collider->name);
    TRY(memory_grow((void **)&draft->list, draft->count, sizeof *draft->list));
    Collider copy = *collider;
    copy.mesh = collider->shape == COLLIDER_MESH ? collider->mesh : NULL;
    TRY(copy_mesh(&copy));
    const double length = length_of(copy.direction);
    for (int k = 0; k < 3 && copy.shape == COLLIDER_PLANE; k++)
        copy.direction[k] /= length;
    draft->list[draft->count++] = copy;
    return status_ok();
}

void colliders_destroy(Colliders *draft)
{
    for (int32_t i = 0; i < draft->count; i++)
        free_copies(&draft->list[i]);
    free(draft->list);
    *draft = (Colliders){0};
}

Status colliders_layout(const Colliders *draft, Arena *arena, Colliders **out)
{
    Colliders *c;
    *out = NULL;
    if (draft->count == 0)
        return status_ok();
    TRY(ARENA_NEW(arena, 1, &c));
    c->count = draft->count;
    TRY(ARENA_NEW(arena, c->count, &c->list));
    for (int32_t i = 0; i < c->count; i++) {
        char *block;
        c->list[i] = draft->list[i];
        if (c->list[i].mesh) {
            TRY(ARENA_NEW(arena, mesh_bytes(c->list[i].mesh), &block));
            c->list[i].mesh = put_mesh(block, c->list[i].mesh);
        }
    }
    *out = c;
    return status_ok();
}
