// The laws of condition_list.h that limit contact, and what a script may do in a substep.
#include <stdlib.h>

#include "constraint/group.h"
#include "contact/collider_near.h"
#include "solver/private/condition_law.h"

// How deep a mass is pressed in: at rest, and by the first step of a hit at the speed of the start.
static double depth_of(const ConditionCase *c, int32_t i)
{
    const double mk = c->model->mass[i] / c->model->surface->rules.stiffness, h = condition_substep(c),
                 a = condition_acceleration(c->model, i);
    return fmax(a * mk, h * (double4_norm(double4_from(c->state->velocity[i])) + h * a) / (1 + h * h / mk));
}

Status condition_contact_depth(const ConditionCase *c, Judged *f)
{
    double deepest = 0;
    if (!c->contact || c->solver->aim == AIM_ERRORS || isinf(c->model->surface->rules.stiffness) ||
        param_choice(c->params, "contact_bound") == CONTACT_BOUND_DISPLACEMENT)
        return status_ok();
    const ContactSurface *surface = c->model->surface;
    for (int32_t p = 0; p < surface->point_count; p++)
        if (condition_is_free(c, surface->point[p]))
            deepest = fmax(deepest, depth_of(c, surface->point[p]));
    *f = (Judged){.value = deepest / surface->rules.thickness, .bound = 1};
    condition_say(
        f,
        "weight and speed press a particle %.2g m into a contact that is %.2g m thick: it may pass; take a stiffer or thicker contact, or "
        "more substeps",
        deepest, surface->rules.thickness);
    return status_ok();
}

Status condition_contact_elements(const ConditionCase *c, Judged *f)
{
    double shortest = INFINITY;
    if (!c->contact || !c->model->surface->rules.self)
        return status_ok();
    const ContactSurface *surface = c->model->surface;
    for (int32_t e = 0; e < surface->edge_count; e++)
        shortest = fmin(shortest, double4_norm(double4_sub(surface->rest[surface->edge[e][0]], surface->rest[surface->edge[e][1]])));
    *f = (Judged){.value = surface->rules.thickness / shortest, .bound = 1};
    condition_say(
        f,
        "the thickness of contact is %.2g m and the shortest edge %.2g m: neighbours keep their distance at rest instead; take a thickness "
        "below it",
        surface->rules.thickness, shortest);
    return status_ok();
}

// The smallest radius of a ball that a collider does not fit into from the side: of a box, and of the box around a mesh, the middle one of
// its half edges, since a plate lies flat. INFINITY: a plane.
static double girth(const Collider *c)
{
    double half[3] = {c->half[0], c->half[1], c->half[2]}, low[3], high[3];
    if (c->shape == COLLIDER_PLANE)
        return INFINITY;
    if (c->shape == COLLIDER_SPHERE || c->shape == COLLIDER_CAPSULE)
        return c->radius;
    if (c->shape == COLLIDER_MESH) {
        collider_mesh_bounds(c->mesh, low, high);
        for (int k = 0; k < 3; k++)
            half[k] = 0.5 * (high[k] - low[k]);
    }
    return fmax(fmin(half[0], half[1]), fmin(fmax(half[0], half[1]), half[2]));
}

static double longest_edge(const ConditionCase *c)
{
    const ContactSurface *surface = c->model->surface;
    double                longest = 0;
    for (int32_t e = 0; e < surface->edge_count; e++) {
        const int32_t *end = surface->edge[e];
        if (condition_is_free(c, end[0]) || condition_is_free(c, end[1]))
            longest = fmax(longest, double4_norm(double4_sub(surface->rest[end[0]], surface->rest[end[1]])));
    }
    return longest;
}

Status condition_contact_past(const ConditionCase *c, Judged *f)
{
    const Colliders *colliders = c->model->colliders;
    if (!c->contact || !colliders || colliders->count == 0)
        return status_ok();
    const double    half = 0.5 * longest_edge(c), thickness = c->model->surface->rules.thickness;
    const Collider *least = &colliders->list[0];
    for (int32_t k = 1; k < colliders->count; k++)
        least = girth(&colliders->list[k]) < girth(least) ? &colliders->list[k] : least;
    *f = (Judged){.value = half / (girth(least) + thickness), .bound = 1};
    condition_say(
        f,
        "%s is %.2g m across with the thickness of contact, and the longest edge %.2g m: only points touch it, it may pass between them; "
        "take a finer surface",
        least->name, 2 * (girth(least) + thickness), 2 * half);
    return status_ok();
}

enum { PART_POINT = 1, PART_EDGE = 2, PART_TRIANGLE = 4 };

// What the surface of each body has. parts: [bodies].
static void find_parts(const Model *model, uint8_t *parts)
{
    const ContactSurface *surface = model->surface;
    for (int32_t i = 0; i < surface->point_count; i++)
        parts[model_body(model, surface->point[i])] |= PART_POINT;
    for (int32_t i = 0; i < surface->edge_count; i++)
        parts[model_body(model, surface->edge[i][0])] |= PART_EDGE;
    for (int32_t i = 0; i < surface->triangle_count; i++)
        parts[model_body(model, surface->triangle[i][0])] |= PART_TRIANGLE;
}

// Two bodies of single points, and in space one of points and one of edges.
Status condition_contact_never(const ConditionCase *c, Judged *f)
{
    if (!c->contact || !c->model->surface->rules.bodies)
        return status_ok();
    uint8_t *parts = (uint8_t *)calloc((size_t)c->model->body_count + 1, 1);
    if (!parts)
        return status_make(STATUS_MEMORY, "out of memory for the surfaces of bodies");
    find_parts(c->model, parts);
    int points = 0, edges = 0;
    for (int32_t b = 0; b < c->model->body_count; b++) {
        points += parts[b] == PART_POINT;
        edges += parts[b] == (PART_POINT | PART_EDGE) && !c->model->surface->rules.planar;
    }
    free(parts);
    *f = (Judged){.value = 0.5 * points * (points - 1.0) + (double)points * edges, .bound = 0};
    condition_say(f, "%.0f pairs of bodies never touch each other: %d bodies have only single points, and %d of the others no triangles",
                  f->value, points, edges);
    return status_ok();
}

// What a script turns in a step h at the most, by one of its parts, in radians.
static double turn_of(const Scripts *scripts, int32_t script, double h)
{
    double most = 0;
    for (int32_t p = 0; p < scripts->scripts[script].count; p++) {
        const ScriptPart *part = &scripts->parts[scripts->scripts[script].first + p];
        const double      steepest = part->ease == SCRIPT_SMOOTH ? 1.5 : 1;
        if (part->act == SCRIPT_ROTATE)
            most = fmax(most, fabs(part->radians) * fmin(1, steepest * h / (part->to - part->from)));
    }
    return most;
}

// A ball that turns is where it was, and what moves along is seen on its whole way.
Status condition_collider_turn(const ConditionCase *c, Judged *f)
{
    const Colliders *colliders = c->model->colliders;
    const Collider  *fastest = NULL;
    for (int32_t k = 0; c->contact && colliders && k < colliders->count; k++) {
        const Collider *collider = &colliders->list[k];
        const double    turn =
            collider->script < 0 || collider->shape == COLLIDER_SPHERE ? 0 : turn_of(c->model->scripts, collider->script, c->dt);
        if (!fastest || turn > f->value) {
            fastest = collider;
            *f = (Judged){.value = turn, .bound = 0.5};
        }
    }
    if (fastest)
        condition_say(f, "%s turns by %.2g radians in a step of %.2g s: it may pass through what it should hit; take a shorter dt",
                      fastest->name, f->value, c->dt);
    return status_ok();
}

// ---- pin_turn ----

// Pins are where their script has them at the end of a substep; what they do in between is not seen.
Status condition_pin_turn(const ConditionCase *c, Judged *f)
{
    const Scripts *scripts = c->model->scripts;
    const double   h = condition_substep(c);
    for (int32_t k = 0; scripts && k < scripts->pin_count; k++) {
        const double turn = turn_of(scripts, scripts->pins[k].script, h);
        if (k > 0 && turn <= f->value)
            continue;
        *f = (Judged){.value = turn, .bound = 0.5 * 3.141592653589793};
        condition_say(f,
                      "a script turns particle %d by %.2g radians in a substep of %.2g s, and it is seen at its end only; take a shorter "
                      "dt, or more substeps",
                      c->model->user_of[scripts->pins[k].particle], turn, h);
    }
    return status_ok();
}

// ---- pin_release ----

// How deep the pins that a script releases are in a collider then, where their particles touch.
static double deepest_release(const ConditionCase *c, const Collider *collider, const ColliderIndex *index, int32_t *worst)
{
    const Scripts        *scripts = c->model->scripts;
    const ContactSurface *surface = c->model->surface;
    double                deepest = 0;
    for (int32_t k = 0; k < scripts->pin_count && surface->point_count > 0; k++) {
        const ScriptedPin *pin = &scripts->pins[k];
        const double       time = scripts->scripts[pin->script].release;
        Nearest            at;
        if (isinf(time) || surface->place[pin->particle] < 0)
            continue;
        const RigidMap     map = script_map(scripts, pin->script, time);
        const double4      x = rigid_map_apply(&map, (double4){pin->start[0], pin->start[1], pin->start[2], 0});
        const ColliderPose pose = collider_pose(c->model, collider, time);
        if (collider_nearest(collider, index, &pose, x, 0, &at) && -at.distance > deepest) {
            deepest = -at.distance;
            *worst = pin->particle;
        }
    }
    return deepest;
}

Status condition_pin_release(const ConditionCase *c, Judged *f)
{
    const Colliders *colliders = c->model->colliders;
    Arena            arena = arena_init(0);
    Status           status = status_ok();
    *f = (Judged){.bound = 0};
    for (int32_t k = 0; c->contact && colliders && c->model->scripts && k < colliders->count && status.code == STATUS_OK; k++) {
        ColliderIndex *index = NULL;
        int32_t        worst = 0;
        status = collider_index_create(&colliders->list[k], &arena, &index);
        const double deepest = status.code == STATUS_OK ? deepest_release(c, &colliders->list[k], index, &worst) : 0;
        if (!(deepest > f->value))
            continue;
        f->value = deepest;
        condition_say(f,
                      "a script releases particle %d while it is %.2g m inside collider %s, which throws it out in one step; release it "
                      "outside",
                      c->model->user_of[worst], deepest, colliders->list[k].name);
    }
    arena_destroy(&arena);
    return status;
}
