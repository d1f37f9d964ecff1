// Material of a body, in SI units. The slot `material` of a constraint kind computes stiffness and rest values from it.
#ifndef WEFT_CONSTRAINT_MATERIAL_H
#define WEFT_CONSTRAINT_MATERIAL_H

typedef struct Material {
    double young;     // E, Pa
    double poisson;   // ν, −1 < ν < 0.5
    double density;   // kg/m³
    double thickness; // m, of shells; 0: not given, rejected by kinds on triangles and hinges
} Material;

// Lamé's μ, Pa.
static inline double material_mu(const Material *m)
{
    return m->young / (2 * (1 + m->poisson));
}

// D = E t³ / (12 (1 − ν²)), N m: the bending stiffness of a plate.
static inline double material_bending(const Material *m)
{
    return m->young * m->thickness * m->thickness * m->thickness / (12 * (1 - m->poisson * m->poisson));
}

#endif
