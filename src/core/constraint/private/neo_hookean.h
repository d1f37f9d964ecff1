// Neo-Hookean tetrahedra (Macklin and Müller 2021): shared by the kinds neo_hookean, neo_hookean_deviatoric and neo_hookean_hydrostatic,
// in double precision.
//
//   Ψ = ½ μ tr(FᵀF) + ½ λ (det F − 1 − μ/λ)²          per volume at rest
//   C_D = √tr(FᵀF)           of stiffness μV
//   C_H = det F − 1 − ρ      of stiffness λV, ρ = μ/λ
//
// The small-strain Lamé parameters of Ψ are μ and λ − μ, so λ = λ_Lamé + μ, and ρ = 1 − 2ν: 1 for ν = 0, towards 0 for an incompressible
// material. At rest neither value is 0: the forces of C_D = √3 and C_H = −ρ balance.
#ifndef WEFT_CONSTRAINT_NEO_HOOKEAN_H
#define WEFT_CONSTRAINT_NEO_HOOKEAN_H

#include "constraint/material.h"
#include "constraint/private/tetrahedron.h"

// Rest values of the kinds with C_H: those of a tetrahedron, then ρ, by default 0.4 (ν = 0.3) unless a material determines it.
enum { NEO_HOOKEAN_RATIO = 9, NEO_HOOKEAN_PARAMS };
#define NEO_HOOKEAN_PARAM_NAMES TETRAHEDRON_INVERSE, "ratio"

void        neo_hookean_measure(const double4 *x, double rest[NEO_HOOKEAN_PARAMS]);
const char *neo_hookean_refuse(const double rest[NEO_HOOKEAN_PARAMS]); // NULL: valid; otherwise the reason

static inline double neo_hookean_ratio(const Material *material)
{
    return 1 - 2 * material->poisson;
}

// The value of each part and its derivative with respect to F. For F = 0 the first has no derivative; it is set to 0.
double neo_hookean_deviatoric(const double f[9], double *derivative);
double neo_hookean_hydrostatic(const double f[9], double ratio, double *derivative);

// Adds scale times the second derivatives of C_D and of C_H to h, [9][9].
void neo_hookean_add_deviatoric(const double f[9], double scale, double *h);
void neo_hookean_add_hydrostatic(const double f[9], double scale, double *h);

// Ψ and ∂Ψ/∂F, [9], for μ = 1, with Ψ relative to the undeformed state.
double neo_hookean_density(const double f[9], double ratio, double *stress);

// ∂²Ψ/∂F², [9][9], for μ = 1. Its eigenvectors are known from the singular value decomposition of F (Smith,
// de Goes and Kim 2018, "Stable neo-Hookean flesh simulation", section 4.5): three twists, three flips, and three stretches from a 3 × 3
// matrix. Negative parts are subtracted from the exact matrix, which stays unchanged, bit for bit, if there are none.
void neo_hookean_second(const double f[9], double ratio, EigenFilter filter, double *h);

// The z, [9], that minimises Ψ(z) + ½ weight ‖z − q‖² for μ = 1 (neo_hookean_prox.c).
void neo_hookean_prox(const double q[9], double ratio, double weight, double z[9]);

// The weight of the rows of F in ADMM, for μ = 1: λ_Lamé + ⅔ μ, the bulk modulus (Overby et al. 2017), with 0 for a negative λ_Lamé.
static inline double neo_hookean_bulk(double ratio)
{
    return (ratio < 1 ? 1 / ratio - 1 : 0) + 2.0 / 3;
}

#endif
