// Constraints in a ModelBuilder: their rest values, strengths and traits, and their layout in a set.
#include <stdlib.h>
#include <string.h>

#include "model/private/builder.h"

void build_constraints_destroy(ModelBuilder *b)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        free(b->sets[kind].vertices.data);
        free(b->sets[kind].rest.data);
        free(b->sets[kind].strength.data);
        free(b->sets[kind].strengths.data);
        build_groups_destroy(&b->sets[kind].groups);
    }
}

static Status check_vertices(const ModelBuilder *b, const ConstraintOps *ops, const int32_t *vertices)
{
    for (int i = 0; i < ops->vertices; i++) {
        TRY(builder_check_particle(b, vertices[i]));
        for (int j = 0; j < i; j++)
            if (vertices[i] == vertices[j])
                return status_make(STATUS_INPUT, "a %s constraint lists particle %d twice; list each particle once", ops->name,
                                   vertices[i]);
    }
    return status_ok();
}

static bool same(double a, double b) // neither is NaN
{
    return a <= b && a >= b;
}

static bool same_strength(const BuildStrength *a, const BuildStrength *b)
{
    return same(a->stiffness, b->stiffness) && same(a->traits.damping, b->traits.damping) && same(a->traits.limit, b->traits.limit) &&
           a->traits.sense == b->traits.sense;
}

// Sets the strength of the last constraint; shares the previous strength if both are equal. Requires room for one more.
static void give_strength(BuildSet *set, const BuildStrength *strength)
{
    List    *list = &set->strengths;
    int32_t *last = list_at(&set->strength, set->strength.count - 1);
    list->count -= set->own;
    set->own = list->count == 0 || !same_strength(list_at(list, list->count - 1), strength);
    if (set->own)
        *(BuildStrength *)list_at(list, list->count++) = *strength;
    *last = (int32_t)list->count - 1;
}

static Status refuse_rest(const ConstraintOps *ops, const int32_t *vertices, const char *why)
{
    if (ops->vertices > 1)
        return status_make(STATUS_INPUT, "invalid %s constraint between particles %d and %d: %s", ops->name, vertices[0], vertices[1], why);
    return status_make(STATUS_INPUT, "invalid %s constraint of particle %d: %s", ops->name, vertices[0], why);
}

// The rest values of the next constraint: given, or measured.
static Status add_rest(ModelBuilder *b, const ConstraintOps *ops, BuildSet *set, const int32_t *vertices, const double *rest)
{
    double *to = list_at(&set->rest, set->rest.count);
    if (rest) {
        memcpy(to, rest, (size_t)ops->params * sizeof *rest);
    } else {
        double4 x[CONSTRAINT_VERTICES_MAX];
        for (int i = 0; i < ops->vertices; i++) {
            const double *p = builder_particle(b, vertices[i])->position;
            x[i] = double4_of(p);
        }
        ops->measure(x, to);
    }
    const char *refused = ops->refuse(to);
    return refused ? refuse_rest(ops, vertices, refused) : status_ok();
}

static Status check_stiffness(const ConstraintOps *ops, double stiffness)
{
    if (isinf(stiffness) && ops->balanced)
        return status_make(STATUS_INPUT,
                           "a %s constraint cannot be hard: its components balance at rest and are not zero; set a finite stiffness",
                           ops->name);
    if (stiffness > 0)
        return status_ok();
    return status_make(STATUS_INPUT, "a %s constraint has stiffness %g; set one above zero, or `hard`", ops->name, stiffness);
}

// Reserves room for one more constraint.
static Status reserve_constraint(const ConstraintOps *ops, BuildSet *set)
{
    TRY(list_reserve(&set->rest, 1, (size_t)ops->params * sizeof(double)));
    TRY(list_reserve(&set->strength, 1, sizeof(int32_t)));
    return list_reserve(&set->strengths, 1, sizeof(BuildStrength));
}

// Counts the constraint whose rest values were written, without traits.
static void count_constraint(ModelBuilder *b, int kind, double stiffness)
{
    BuildSet *set = &b->sets[kind];
    set->rest.count++;
    set->strength.count++;
    set->own = false;
    give_strength(set, &(BuildStrength){.stiffness = stiffness, .traits = {.limit = INFINITY}});
    b->last_kind = kind;
}

Status model_add_constraint(ModelBuilder *b, int kind, const int32_t *vertices, const double *rest, double stiffness)
{
    const ConstraintOps *ops = constraint_ops(kind);
    BuildSet            *set = &b->sets[kind];
    ASSERT(ops->vertices > 0);
    TRY(check_vertices(b, ops, vertices));
    TRY(check_stiffness(ops, stiffness));
    TRY(reserve_constraint(ops, set));
    TRY(list_reserve(&set->vertices, 1, (size_t)ops->vertices * sizeof *vertices));
    TRY(add_rest(b, ops, set, vertices, rest));
    memcpy(list_at(&set->vertices, set->vertices.count), vertices, (size_t)ops->vertices * sizeof *vertices);
    set->vertices.count++;
    count_constraint(b, kind, stiffness);
    return status_ok();
}

Status model_add_group(ModelBuilder *b, int kind, const GroupShape *shape, const double *rest, double stiffness)
{
    const ConstraintOps *ops = constraint_ops(kind);
    BuildSet            *set = &b->sets[kind];
    double               values[CONSTRAINT_PARAMS_MAX] = {0};
    ASSERT(ops->vertices == 0);
    TRY(check_stiffness(ops, stiffness));
    TRY(reserve_constraint(ops, set));
    TRY(build_groups_add(&set->groups, b, ops, shape, rest, values));
    memcpy(list_at(&set->rest, set->rest.count), values, (size_t)ops->params * sizeof *values);
    count_constraint(b, kind, stiffness);
    return status_ok();
}

static Status refuse_trait(const ConstraintOps *ops, const char *trait)
{
    return status_make(STATUS_INPUT, "a %s constraint cannot %s; remove the key (`weft list constraints %s` lists the supported ones)",
                       ops->name, trait, ops->name);
}

static Status refuse_traits(const ConstraintOps *ops, const ConstraintTraits *traits)
{
    if (traits->damping > 0 && !(ops->traits & TRAIT_DAMPING))
        return refuse_trait(ops, "have damping");
    if (traits->limit < INFINITY && !(ops->traits & TRAIT_LIMIT))
        return refuse_trait(ops, "have a breaking limit");
    if (traits->sense != SENSE_EQUAL && !(ops->traits & TRAIT_SENSE))
        return refuse_trait(ops, "be an inequality");
    return status_ok();
}

Status model_set_traits(ModelBuilder *b, const ConstraintTraits *traits)
{
    ASSERT(b->last_kind >= 0);
    if (!isfinite(traits->damping) || traits->damping < 0)
        return status_make(STATUS_INPUT, "a constraint has damping %g; it must be finite and not negative", traits->damping);
    if (!(traits->limit > 0))
        return status_make(STATUS_INPUT, "a constraint has a breaking limit of %g; it must be above zero", traits->limit);
    TRY(refuse_traits(constraint_ops(b->last_kind), traits));
    BuildSet *set = &b->sets[b->last_kind];
    TRY(list_reserve(&set->strengths, 1, sizeof(BuildStrength)));
    const BuildStrength strength = {.stiffness = builder_strength(b, b->last_kind, set->strength.count - 1)->stiffness, .traits = *traits};
    give_strength(set, &strength);
    return status_ok();
}

// ---- layout ----

// The columns of traits, each only if some constraint has it.
static Status layout_traits(const ModelBuilder *b, int kind, Arena *arena, ConstraintSet *set)
{
    const size_t n = builder_constraints(b, kind);
    const List  *strengths = &b->sets[kind].strengths;
    bool         damped = false, breaks = false, unequal = false;
    for (size_t i = 0; i < strengths->count; i++) {
        const ConstraintTraits *t = &((const BuildStrength *)list_at(strengths, i))->traits;
        damped = damped || t->damping > 0;
        breaks = breaks || t->limit < INFINITY;
        unequal = unequal || t->sense != SENSE_EQUAL;
    }
    if (damped)
        TRY(ARENA_NEW(arena, n, &set->damping));
    if (breaks)
        TRY(ARENA_NEW(arena, n, &set->limit));
    if (unequal)
        TRY(ARENA_NEW(arena, n, &set->sense));
    for (size_t i = 0; i < n && (damped || breaks || unequal); i++) {
        const ConstraintTraits *t = &builder_strength(b, kind, i)->traits;
        if (damped)
            set->damping[i] = t->damping;
        if (breaks)
            set->limit[i] = t->limit;
        if (unequal)
            set->sense[i] = (int8_t)t->sense;
    }
    return status_ok();
}

static bool has_one_stiffness(const ModelBuilder *b, int kind)
{
    const List          *strengths = &b->sets[kind].strengths;
    const BuildStrength *strength = (const void *)strengths->data;
    for (size_t i = 1; i < strengths->count; i++)
        if (strength[i].stiffness < strength[0].stiffness || strength[i].stiffness > strength[0].stiffness)
            return false;
    return true;
}

static void layout_strengths(const ModelBuilder *b, int kind, ConstraintSet *set)
{
    for (size_t i = 0; i < builder_constraints(b, kind); i++) {
        const double stiffness = builder_strength(b, kind, i)->stiffness;
        set->stiffness[set->one_stiffness ? 0 : i] = stiffness;
        set->compliance[i] = isinf(stiffness) ? 0 : (real)(1 / stiffness);
    }
}

Status build_constraints_layout(const ModelBuilder *b, int kind, const Model *model, Arena *arena, ConstraintSet *set)
{
    const ConstraintOps *ops = constraint_ops(kind);
    const size_t         n = builder_constraints(b, kind), v = (size_t)ops->vertices, params = (size_t)ops->params;
    *set = (ConstraintSet){.ops = ops, .count = (int32_t)n};
    if (v)
        TRY(ARENA_NEW(arena, n * v, &set->vertices));
    else
        TRY(build_groups_layout(&b->sets[kind].groups, model, arena, set));
    TRY(ARENA_NEW(arena, n * params, &set->rest));
    if (sizeof(real) < sizeof(double))
        TRY(ARENA_NEW(arena, n * params, &set->rest_low));
    TRY(ARENA_NEW(arena, n, &set->compliance));
    set->one_stiffness = has_one_stiffness(b, kind);
    TRY(ARENA_NEW(arena, set->one_stiffness ? 1 : n, &set->stiffness));
    TRY(ARENA_NEW(arena, n, &set->origin));
    const int32_t *vertices = (const void *)b->sets[kind].vertices.data;
    const double  *rest = (const void *)b->sets[kind].rest.data;
    for (size_t k = 0; k < n * v; k++)
        set->vertices[k] = model->model_of[vertices[k]];
    for (size_t i = 0; i < n; i++) {
        for (size_t p = 0; p < params; p++, rest++) {
            set->rest[p * n + i] = (real)*rest;
            if (set->rest_low)
                set->rest_low[p * n + i] = (float)(*rest - (double)set->rest[p * n + i]);
        }
        set->origin[i] = (int32_t)i;
    }
    layout_strengths(b, kind, set);
    return layout_traits(b, kind, arena, set);
}
