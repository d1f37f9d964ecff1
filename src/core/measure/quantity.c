#include "measure/private/quantity.h"

bool quantity_is_outside(const Model *model, const ConstraintSet *set, int32_t i)
{
    int32_t        count;
    bool           outside = set->ops->element == ELEMENT_POINT;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    for (int32_t j = 0; j < count; j++)
        outside = outside || model->inverse_mass[vertices[j]] <= 0;
    return outside;
}

// In runs between broken constraints.
double quantity_elastic_of(const Model *model, const State *state, const TileRange *range, const double4 *x, double4 *gradient)
{
    const ConstraintSet *set = &model->sets[range->kind];
    double               sum = 0;
    for (int32_t begin = range->begin, end = 0; begin < range->end; begin = end + 1) {
        for (end = begin; end < range->end && !quantity_is_broken(model, state, range->kind, end);)
            end++;
        sum += set->ops->energy->total(set, begin, end, x, gradient);
    }
    return sum;
}

double quantity_elastic(const Model *model, const State *state, const double4 *x, double4 *gradient)
{
    double sum = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        sum += quantity_elastic_of(model, state, &(TileRange){kind, 0, model->sets[kind].count}, x, gradient);
    return sum;
}

double quantity_potential(const Model *model, const double4 *x)
{
    double sum = 0;
    for (int32_t i = 0; i < model->particle_count; i++)
        if (model->inverse_mass[i] > 0)
            sum += quantity_potential_of(model, i, x[i]);
    return sum;
}

ConstraintError quantity_constraint_error(const Model *model, const State *state, const double4 *x, const PartMemory *memory)
{
    const PartMemory values = {.value = memory->value};
    ErrorSum         sum = {0};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (Part part = {.set = &model->sets[kind]}; !part.set->ops->balanced && part_next(&part, &values, x);)
            for (int32_t i = part.begin; i < part.end; i++)
                if (!quantity_is_broken(model, state, kind, i))
                    quantity_add_error(part.set, i, part_value(&part, i), &sum);
    return (ConstraintError){sum.max, sum.count ? sqrt(sum.squares / sum.count) : 0};
}

static void add_scaled(double scale, double4 a, double out[3])
{
    out[0] += scale * a.x;
    out[1] += scale * a.y;
    out[2] += scale * a.z;
}

void quantity_add_motion(double mass, double4 x, double4 v, Motions *out)
{
    out->kinetic += 0.5 * mass * double4_dot(v, v);
    add_scaled(mass, v, out->momentum);
    add_scaled(mass, double4_cross(x, v), out->angular);
}

void quantity_forces(const Model *model, const State *state, int kind, const double4 *x, const PartMemory *memory, double *force)
{
    const PartMemory     values = {.value = memory->value};
    const ConstraintSet *set = &model->sets[kind];
    for (Part part = {.set = set}; part_next(&part, &values, x);)
        for (int32_t i = part.begin; i < part.end; i++)
            force[set->origin[i]] = quantity_is_broken(model, state, kind, i) ? 0 : constraint_force(set, i, part_value(&part, i));
}

void quantity_add_stiffness(const Model *model, const State *state, int kind, const double4 *x, const PartMemory *memory, double *stiffness)
{
    const ConstraintSet *set = &model->sets[kind];
    for (Part part = {.set = set}; part_next(&part, memory, x);)
        for (int32_t i = part.begin; i < part.end; i++) {
            int32_t        count;
            const int32_t *vertices = constraint_vertices(set, i, &count);
            const double4 *of = part_gradient(&part, i);
            if (isinf(constraint_stiffness(set, i)) || quantity_is_broken(model, state, kind, i))
                continue;
            for (int32_t j = 0; j < count * set->ops->components; j++)
                stiffness[vertices[j % count]] += constraint_stiffness(set, i) * double4_dot(of[j], of[j]);
        }
}
