// The laws of condition_list.h on contact, and on scripted motion within a substep.
#include <stdio.h>

#include "constraint/group.h"
#include "contact/collider_near.h"
#include "solver/private/condition_law.h"

// Depth to which a mass is pressed in: at rest, and in the first step of an impact at the initial speed.
static double depth_of(const ConditionCase *c, int32_t i)
{
    const double mk = c->model->mass[i] / c->model->surface->rules.stiffness, h = c->substep, a = c->pull[i];
    return fmax(a * mk, h * (double4_norm(double4_from(c->state->velocity[i])) + h * a) / (1 + h * h / mk));
}

Status condition_contact_depth(const ConditionCase *c, Arena *scratch, Judged *f)
{
    const ContactSurface *surface = c->model->surface;
    double                deepest = 0;
    (void)scratch;
    for (int32_t p = 0; p < surface->point_count; p++)
        if (condition_is_free(c, surface->point[p]))
            deepest = fmax(deepest, depth_of(c, surface->point[p]));
    return condition_judge(
        f, deepest / surface->rules.thickness,
        "weight and speed press a particle %.2g m into contacts with a thickness of %.2g m: it may pass through; raise `stiffness` of the "
        "contact, or its `thickness` above %.2g m, or use more substeps",
        deepest, surface->rules.thickness, condition_at_least(deepest));
}

static double edge_length(const ContactSurface *surface, int32_t e)
{
    return double4_norm(double4_sub(surface->rest[surface->edge[e][0]], surface->rest[surface->edge[e][1]]));
}

Status condition_contact_elements(const ConditionCase *c, Arena *scratch, Judged *f)
{
    const ContactSurface *surface = c->model->surface;
    double                shortest = INFINITY;
    (void)scratch;
    for (int32_t e = 0; e < surface->edge_count; e++)
        shortest = fmin(shortest, edge_length(surface, e));
    return condition_judge(f, surface->rules.thickness / shortest,
                           "the contact thickness is %.2g m, but the shortest edge is %.2g m: neighbours keep their rest distance instead; "
                           "use a thickness below "
                           "%.2g m",
                           surface->rules.thickness, shortest, condition_at_most(shortest));
}

// The smallest radius of a ball that a collider does not fit into sideways. For a box, and for the bounding box of a mesh, it is the middle
// one of the half edges, since a plate lies flat. INFINITY: a plane.
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

Status condition_contact_past(const ConditionCase *c, Arena *scratch, Judged *f)
{
    const ContactSurface *surface = c->model->surface;
    const Collider       *list = c->model->colliders->list, *thinnest = list;
    double                longest = 0; // edge with a free end
    (void)scratch;
    for (int32_t e = 0; e < surface->edge_count; e++)
        if (condition_is_free(c, surface->edge[e][0]) || condition_is_free(c, surface->edge[e][1]))
            longest = fmax(longest, edge_length(surface, e));
    for (int32_t k = 1; k < c->colliders; k++)
        thinnest = girth(&list[k]) < girth(thinnest) ? &list[k] : thinnest;
    const double room = girth(thinnest) + surface->rules.thickness;
    return condition_judge(
        f, 0.5 * longest / room,
        "%s is %.2g m wide including the contact thickness, but the longest edge is %.2g m: only points touch it, so it may pass between "
        "them; use a surface with edges below its width",
        thinnest->name, 2 * room, longest);
}

enum { PART_POINT = 1, PART_EDGE = 2, PART_TRIANGLE = 4 };

// Elements present on the surface of each body. parts: [bodies].
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

// Pairs that never touch: two bodies of single points, and in space one of points and one of edges.
Status condition_contact_never(const ConditionCase *c, Arena *scratch, Judged *f)
{
    uint8_t *parts;
    int      points = 0, edges = 0;
    TRY(ARENA_NEW(scratch, c->model->body_count, &parts));
    find_parts(c->model, parts);
    for (int32_t b = 0; b < c->model->body_count; b++) {
        points += parts[b] == PART_POINT;
        edges += parts[b] == (PART_POINT | PART_EDGE) && !c->model->surface->rules.planar;
    }
    const double pairs = 0.5 * points * (points - 1.0) + (double)points * edges;
    const bool   planar = c->model->surface->rules.planar;
    char         open[64] = "";
    if (!planar)
        snprintf(open, sizeof open, ", and %d have edges but no triangles", edges);
    return condition_judge(f, pairs, "%.0f pairs of bodies never touch: %d bodies are single points%s; give one body of each pair %s",
                           pairs, points, open, planar ? "edges" : "triangles");
}

// The tangential pull on a particle that the friction of a collider holds, because it touches the collider at the start or moves onto a
// plane. 0: none.
static double sticking_pull(const ConditionCase *c, const Collider *collider, const ColliderIndex *index, int32_t i)
{
    const ContactRules *rules = &c->model->surface->rules;
    const ColliderPose  pose = collider_pose(c->model, collider, c->state->start);
    const double        mu = isnan(collider->friction) ? rules->friction : collider->friction;
    const double        touch = 1.001 * rules->thickness, reach = collider->shape == COLLIDER_PLANE ? INFINITY : touch;
    Nearest             at;
    if (!(mu > 0) || !collider_nearest(collider, index, &pose, c->x[i], reach, &at))
        return 0;
    const double4 f = model_force(c->model, i);
    const double  w = c->model->inverse_mass[i], *g = c->model->gravity;
    const double4 a = {g[0] + w * f.x, g[1] + w * f.y, g[2] + w * f.z, 0};
    const double  along = -double4_dot(at.normal, a), across = double4_norm(double4_along(a, along, at.normal));
    const bool pressed = along > 1e-6 * c->pull[i], holds = pressed ? across <= mu * along : at.distance <= touch; // by its pull; by jaws
    return holds && across > 1e-6 * c->pull[i] ? across : 0;
}

Status condition_friction_creep(const ConditionCase *c, Arena *scratch, Judged *f)
{
    const ContactSurface *surface = c->model->surface;
    const double          h = c->substep;
    double                pull = 0;
    const Collider       *worst = NULL;
    for (const Collider *k = c->model->colliders->list; k < c->model->colliders->list + c->colliders; k++) {
        ColliderIndex *index;
        TRY(collider_index_create(k, scratch, &index));
        for (int32_t p = 0; p < surface->point_count; p++) {
            const double sticking = condition_is_free(c, surface->point[p]) ? sticking_pull(c, k, index, surface->point[p]) : 0;
            worst = sticking > pull ? k : worst;
            pull = fmax(pull, sticking);
        }
    }
    const double value = h * h * pull / surface->rules.thickness;
    return condition_judge(
        f, value,
        "friction acts on velocities, so a body held by %s creeps at %.2g m/s or more, times its mass over its touching mass; set "
        "`friction_on: position` in the scene, or a dt of at most %.2g s",
        worst ? worst->name : "a collider", h * pull, condition_at_most(c->dt * sqrt(f->bound / value)));
}

// Largest rotation by one part of a script in a step h, in radians. *limit becomes at most the step in which each part turns by `bound`.
static double turn_of(const Scripts *scripts, int32_t script, double h, double bound, double *limit)
{
    double max = 0;
    for (int32_t p = 0; p < scripts->scripts[script].count; p++) {
        const ScriptPart *part = &scripts->parts[scripts->scripts[script].first + p];
        const double      steepest = part->ease == SCRIPT_SMOOTH ? 1.5 : 1, full = fabs(part->radians), length = part->to - part->from;
        if (part->act != SCRIPT_ROTATE)
            continue;
        max = fmax(max, full * fmin(1, steepest * h / length));
        *limit = full > bound ? fmin(*limit, bound * length / (steepest * full)) : *limit;
    }
    return max;
}

// A rotating ball keeps its place, and detection follows translations along the whole path.
Status condition_collider_turn(const ConditionCase *c, Arena *scratch, Judged *f)
{
    double          most = 0, limit = INFINITY;
    const Collider *worst = NULL;
    (void)scratch;
    for (const Collider *k = c->model->colliders->list; k < c->model->colliders->list + c->colliders; k++) {
        const bool   turns = k->script >= 0 && k->shape != COLLIDER_SPHERE;
        const double turn = turns ? turn_of(c->model->scripts, k->script, c->dt, f->bound, &limit) : 0;
        worst = turn > most ? k : worst;
        most = fmax(most, turn);
    }
    return !worst ? status_ok()
                  : condition_judge(f, most,
                                    "%s turns by %.2g radians in a step of %.2g s: bodies in its path may be missed; use a dt of at most "
                                    "%.2g s",
                                    worst->name, most, c->dt, condition_at_most(limit));
}

// Scripts place pins at the end of a substep only; the motion in between is ignored.
Status condition_pin_turn(const ConditionCase *c, Arena *scratch, Judged *f)
{
    const Scripts *scripts = c->model->scripts;
    double         most = 0, limit = INFINITY;
    int32_t        worst = 0;
    (void)scratch;
    for (int32_t k = 0; k < scripts->pin_count; k++) {
        const double turn = turn_of(scripts, scripts->pins[k].script, c->substep, f->bound, &limit);
        worst = turn > most ? scripts->pins[k].particle : worst;
        most = fmax(most, turn);
    }
    return condition_judge(
        f, most,
        "a script turns particle %d by %.2g radians in a substep of %.2g s, but only the end position is used; use a dt of at most %.2g s, "
        "or more substeps",
        c->model->user_of[worst], most, c->substep, condition_at_most(c->dt / c->substep * limit));
}

// Depth of the pins that a script releases inside a collider, where their particles touch.
static double deepest_release(const ConditionCase *c, const Collider *collider, const ColliderIndex *index, int32_t *worst)
{
    const Scripts *scripts = c->model->scripts;
    double         deepest = 0;
    for (int32_t k = 0; k < scripts->pin_count; k++) {
        const ScriptedPin *pin = &scripts->pins[k];
        const double       time = scripts->scripts[pin->script].release;
        Nearest            at;
        if (isinf(time) || c->model->surface->place[pin->particle] < 0)
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

Status condition_pin_release(const ConditionCase *c, Arena *scratch, Judged *f)
{
    for (const Collider *k = c->model->colliders->list; k < c->model->colliders->list + c->colliders; k++) {
        ColliderIndex *index;
        int32_t        worst = 0;
        TRY(collider_index_create(k, scratch, &index));
        const double deepest = deepest_release(c, k, index, &worst);
        if (deepest > f->value)
            TRY(condition_judge(f, deepest,
                                "a script releases particle %d at %.2g m inside collider %s, which ejects it in one step; move it outside "
                                "before its release",
                                c->model->user_of[worst], deepest, k->name));
    }
    return status_ok();
}
