// The laws of condition_list.h on the precision of positions, lengths and gradients, on coincident particles, and on rest shapes.
#include <string.h>

#include "solver/private/condition_law.h"

// ---- rounding ----

// A solve moves a particle by h² a if it balances an external acceleration a.
Status condition_rounding(const ConditionCase *c, Arena *scratch, Judged *f)
{
    const double h = c->substep, half = c->farthest > 0 ? ldexp(0.5 * (double)REAL_EPSILON, ilogb(c->farthest)) : 0;
    double       a = 0;
    if (half > 0)
        TRY(condition_largest_acceleration(c, scratch, half, &a));
    const double value = a > 0 ? half / (h * h * a) : 0;
    return condition_judge(
        f, value,
        "forces move a particle by %.2g m in a step of %.2g s, less than half an ulp of its position (%.2g m), and are lost; use precision "
        "f64, or a dt of at least %.2g s",
        h * h * a, h, half, condition_at_least(c->dt_setting * sqrt(value / f->bound)));
}

// ---- resolution ----

// The shortest nonzero distance of two particles of a constraint, at the start or at rest.
static double shortest_length(const ConditionCase *c)
{
    double min = INFINITY;
    for (ConditionEach e = {0}; condition_next(c, &e); e.i++) {
        for (int k = 0; k < e.count * e.count && !e.set->groups; k++) {
            const double length = double4_norm(double4_sub(c->x[e.vertices[k / e.count]], c->x[e.vertices[k % e.count]]));
            min = length > 0 ? fmin(min, length) : min;
        }
        if (e.set->ops->element == ELEMENT_EDGE)
            min = fmin(min, constraint_rest(e.set, 0, e.i));
    }
    return min;
}

// Depth to which the heaviest particle's own weight presses it into a contact with force −k C; INFINITY: no contacts.
static double depth_under_weight(const ConditionCase *c)
{
    const ContactSurface *surface = c->model->surface;
    double                deepest = 0;
    for (int32_t p = 0; c->contact && p < surface->point_count; p++)
        deepest = fmax(deepest, c->model->mass[surface->point[p]] * c->pull[surface->point[p]] / surface->rules.stiffness);
    return deepest > 0 && !(c->solver->limits & LIMIT_SWEEPS) ? deepest : INFINITY;
}

// A length, and the fraction of it that an ulp may change.
typedef struct Resolved {
    double      length, part;
    const char *name, *effect;
} Resolved;

// A length between two positions that are each rounded to half an ulp. Measured on a block on a floor (2026-11): if an ulp is 0.1 % of h²
// a, the error of xpbd and pd after half a second is 0.5 % of the block's size; at 2 % it is 5 %. In vbd, avbd and pd the contact forces
// have the relative error of an ulp in their depth, and the positions are accurate.
Status condition_resolution(const ConditionCase *c, Arena *scratch, Judged *f)
{
    const double h = c->substep, ulp = c->farthest > 0 ? ldexp((double)REAL_EPSILON, ilogb(c->farthest)) : 0;
    double       a = 0;
    TRY(condition_largest_acceleration(c, scratch, 100 * ulp, &a));
    const Resolved lengths[] = {
        {shortest_length(c), 1, "the shortest length of a constraint", "stretches it"},
        {c->contact ? c->model->surface->rules.thickness : INFINITY, 1, "the contact thickness", "changes it"},
        {a > 0 ? h * h * a : INFINITY, 1, "the distance by which forces move a particle in a step", "changes it"},
        {depth_under_weight(c), 0.1, "the depth to which its weight presses a particle into a contact", "changes its force"}};
    const Resolved *worst = lengths;
    for (size_t i = 1; i < sizeof lengths / sizeof *lengths; i++)
        worst = lengths[i].part / lengths[i].length > worst->part / worst->length ? &lengths[i] : worst;
    return condition_judge(f, worst->part * ulp / worst->length,
                           "an ulp of the positions is %.2g m, and %s is %.2g m: rounding %s by up to %.15g %%; use precision f64", ulp,
                           worst->name, worst->length, worst->effect, condition_at_least(100 * ulp / worst->length));
}

// ---- no_gradient ----

// The largest |C| of a component without a gradient; 0: each has one, or is satisfied.
static double value_without_gradient(const ConditionCase *c, const ConstraintSet *set, int32_t i)
{
    const int v = set->ops->vertices;
    double    value[CONSTRAINT_COMPONENTS_MAX], max = 0;
    double4   gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX];
    set->ops->energy->evaluate(set, i, i + 1, c->x, value, gradient);
    for (int k = 0; k < set->ops->components; k++) {
        double steepest = 0;
        for (int j = 0; j < v; j++)
            steepest = fmax(steepest, double4_norm(gradient[k * v + j]));
        if (constraint_is_lost(value[k], steepest) && !(set->sense && sense_is_feasible(set->sense[i], value[k])))
            max = fmax(max, fabs(value[k]));
    }
    return max;
}

Status condition_no_gradient(const ConditionCase *c, Arena *scratch, Judged *f)
{
    ConditionEach first = {0};
    double        first_value = 0;
    int32_t       count = 0;
    (void)scratch;
    for (ConditionEach e = {0}; condition_next(c, &e); e.i++) {
        const double value = e.set->groups ? 0 : value_without_gradient(c, e.set, e.i);
        if (value > 0 && count++ == 0) {
            first = e;
            first_value = value;
        }
    }
    return count == 0 ? status_ok()
                      : condition_judge(f, count,
                                        "%s constraint %d has |C| = %.3g but no gradient at the start, like a spring of zero length "
                                        "(%d such constraints), so it moves no particle; move its particles apart",
                                        first.set->ops->name, first.set->origin[first.i], first_value, count);
}

// ---- cut ----

// Data of a particle for `cut`.
typedef struct Seam {
    int32_t first;        // the lowest particle of its body at its position
    bool    used, joined; // part of a constraint; of one with two particles at this position
    int64_t last;         // number of the last constraint at this position
} Seam;

static bool is_same_place(const ConditionCase *c, int32_t p, int32_t q)
{
    const double4 a = c->x[p], b = c->x[q];
    return model_body(c->model, p) == model_body(c->model, q) && a.x == b.x && a.y == b.y && a.z == b.z;
}

static int32_t bucket_of(double4 x, int32_t buckets)
{
    const double key[3] = {x.x + 0, x.y + 0, x.z + 0}; // −0 becomes 0
    uint64_t     hash = 0, bits;
    for (int k = 0; k < 3; k++) {
        memcpy(&bits, &key[k], sizeof bits);
        hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return (int32_t)(hash % (uint64_t)buckets);
}

// A hash table with chains; particles count from 1 in it.
static Status find_first(const ConditionCase *c, Arena *scratch, Seam *seams)
{
    const int32_t n = c->model->particle_count;
    int32_t      *newest, *older;
    TRY(ARENA_NEW(scratch, n, &newest)); // of a bucket
    TRY(ARENA_NEW(scratch, n, &older));  // of a particle
    for (int32_t p = 0; p < n; p++) {
        int32_t *bucket = &newest[bucket_of(c->x[p], n)], other = *bucket;
        while (other && !is_same_place(c, other - 1, p))
            other = older[other - 1];
        seams[p].first = other ? other - 1 : p;
        if (other)
            continue;
        older[p] = *bucket;
        *bucket = p + 1;
    }
    return status_ok();
}

// Counts the particles at the position of another of their body, both with constraints, with no constraint between them, and not both
// pinned.
Status condition_cut(const ConditionCase *c, Arena *scratch, Judged *f)
{
    int32_t worst = 0, count = 0;
    int64_t number = 0;
    Seam   *seams;
    TRY(ARENA_NEW(scratch, c->model->particle_count, &seams));
    TRY(find_first(c, scratch, seams));
    for (ConditionEach e = {0}; condition_next(c, &e); e.i++, number++)
        for (int32_t j = 0; j < e.count; j++) {
            Seam *at = &seams[seams[e.vertices[j]].first];
            seams[e.vertices[j]].used = true;
            at->joined |= at->last == number + 1;
            at->last = number + 1;
        }
    for (int32_t p = c->model->particle_count - 1; p >= 0; p--) {
        const Seam *first = &seams[seams[p].first];
        if (seams[p].first != p && seams[p].used && first->used && !first->joined &&
            (condition_is_free(c, p) || condition_is_free(c, seams[p].first))) {
            worst = p;
            count++;
        }
    }
    return count == 0
               ? status_ok()
               : condition_judge(f, count,
                                 "%d particles share a position with another of the same body (%d with %d), and no constraint joins them: "
                                 "the body is cut there; use one vertex for both",
                                 count, c->model->user_of[worst], c->model->user_of[seams[worst].first]);
}

// ---- meshes ----

Status condition_mesh_unread(const ConditionCase *c, Arena *scratch, Judged *f)
{
    (void)scratch;
    return condition_judge(
        f, (double)c->model->unread,
        "%lld entries of mesh files were not read, or may be incomplete because the last line has no line end; `weft mesh "
        "FILE` lists them",
        (long long)c->model->unread);
}

Status condition_flat_bending(const ConditionCase *c, Arena *scratch, Judged *f)
{
    const FlatBending flat = c->model->flat;
    (void)scratch;
    return condition_judge(f, flat.degrees,
                           "%s is flat at rest, but faces of the mesh are bent by up to %.0f degrees: the body unbends; use dihedral or "
                           "curved_plate, whose rest shape is the mesh",
                           constraint_ops(flat.kind)->name, flat.degrees);
}
