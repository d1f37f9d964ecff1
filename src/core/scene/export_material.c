#include "scene/private/export_material.h"

static const double SAME = 1e-7, AT_REST = 1e-6;

Status export_positions(const Export *e, double4 **x)
{
    TRY(ARENA_NEW(e->arena, e->model->particle_count, x));
    for (int32_t i = 0; i < e->model->particle_count; i++)
        (*x)[i] = state_position(e->state, i);
    return status_ok();
}

// The size at rest from D_m⁻¹, the first rest values of an element: 1 / (2 det) m² or 1 / (6 det) m³.
static double size_at_rest(const ConstraintSet *set, int32_t i)
{
    double r[9];
    for (int p = 0; p < (set->ops->element == ELEMENT_TRIANGLE ? 4 : 9); p++)
        r[p] = constraint_rest(set, p, i);
    if (set->ops->element == ELEMENT_TRIANGLE)
        return 1 / (2 * (r[0] * r[3] - r[1] * r[2]));
    return 1 / (6 * (r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6])));
}

static ExportMaterial material_of(int kind, const ConstraintSet *set, int32_t i)
{
    const double density = constraint_stiffness(set, i) / size_at_rest(set, i); // of energy
    if (kind != CONSTRAINT_neo_hookean)
        return (ExportMaterial){density, 0};
    const double poisson = (1 - constraint_rest(set, set->ops->params - 1, i)) / 2;
    return (ExportMaterial){2 * density * (1 + poisson), poisson};
}

// F is a rotation at the start: of neo_hookean C_D = √3 and C_H = −ρ there, of the others C = 0.
static bool is_at_rest(int kind, const ConstraintSet *set, int32_t i, const double4 *x)
{
    double value[CONSTRAINT_COMPONENTS_MAX];
    set->ops->evaluate(set, i, i + 1, x, value, NULL);
    if (kind != CONSTRAINT_neo_hookean)
        return fabs(value[0]) < AT_REST;
    return fabs(value[0] - sqrt(3)) < AT_REST && fabs(value[1] + constraint_rest(set, set->ops->params - 1, i)) < AT_REST;
}

static int find_material(ExportElements *out, ExportMaterial m)
{
    for (int k = 0; k < out->material_count; k++)
        if (fabs(out->materials[k].young - m.young) <= SAME * m.young && fabs(out->materials[k].poisson - m.poisson) <= SAME)
            return k;
    if (out->material_count == EXPORT_MATERIALS_MAX)
        return -1;
    out->materials[out->material_count] = m;
    return out->material_count++;
}

Status export_elements(const Export *e, int kind, ExportElements *out)
{
    double4 *x;
    *out = (ExportElements){.set = &e->model->sets[kind]};
    TRY(export_order(e, out->set, &out->at));
    TRY(ARENA_NEW(e->arena, out->set->count, &out->material));
    TRY(export_positions(e, &x));
    for (int32_t i = 0; i < out->set->count; i++) {
        const int32_t c = out->at[i];
        out->material[i] = isinf(constraint_stiffness(out->set, c)) ? -1 : find_material(out, material_of(kind, out->set, c));
        out->others += out->material[i] < 0;
        out->strained += !is_at_rest(kind, out->set, c, x);
    }
    return status_ok();
}

double export_bending(const ConstraintSet *set, int32_t i, const double4 *x)
{
    const double   k = constraint_stiffness(set, i);
    const int32_t *v = &set->vertices[constraint_first(set, i)];
    if (set->ops->element == ELEMENT_PATCH)
        return k;
    if (set->ops->params != 1) // isometric_bending has coefficients, dihedral an angle
        return 3 * k;
    const double4 edge = double4_sub(x[v[1]], x[v[0]]), a = double4_sub(x[v[2]], x[v[0]]), b = double4_sub(x[v[3]], x[v[0]]);
    return k * (double4_norm(double4_cross(edge, a)) + double4_norm(double4_cross(edge, b))) / 2 / double4_dot(edge, edge);
}
