// The materials of a scene's elements, as other programs have them: Young's modulus and Poisson's ratio from the stiffness of each
// constraint and its size at rest. A Model keeps no material: this is what its numbers amount to, for small strains.
//
//   neo_hookean     k = μV, ρ = 1 − 2ν       E = 2 μ (1 + ν)
//   tet_arap        k = 2 μ V                E = 2 μ, ν = 0
//   triangle_arap   k = 2 μ A t              E t = 2 μ t, ν = 0; t is not known by itself
#ifndef WEFT_SCENE_EXPORT_MATERIAL_H
#define WEFT_SCENE_EXPORT_MATERIAL_H

#include "scene/private/scene_export.h"

typedef struct ExportMaterial {
    double young; // Pa; of a triangle N/m: times the thickness
    double poisson;
} ExportMaterial;

enum { EXPORT_MATERIALS_MAX = 64 };

// The elements of a kind by material.
typedef struct ExportElements {
    const ConstraintSet *set;
    int32_t             *at;       // [set->count] constraints in the order of the scene
    int32_t             *material; // [set->count] of the constraint with that number of the scene; −1: of no material
    int                  material_count;
    ExportMaterial       materials[EXPORT_MATERIALS_MAX];
    int32_t              others;   // hard, or more materials than there is room for
    int32_t              strained; // whose rest shape is not that at the start
} ExportElements;

// kind: neo_hookean, tet_arap or triangle_arap. Two materials are one when they differ in less than 1e-7 of themselves.
Status export_elements(const Export *e, int kind, ExportElements *out) GNU_MUST_CHECK;

// E t³ / (12 (1 − ν²)), N m, that the stiffness of a hinge amounts to in its rest shape, of the kinds dihedral (k = D |e|² / (A0 + A1)),
// isometric_bending (k = D/3) and plate_bending (k = D). x: [particles] at the start, in the model's numbering.
double export_bending(const ConstraintSet *set, int32_t i, const double4 *x);

// [particles] positions at the start, in the model's numbering.
Status export_positions(const Export *e, double4 **x) GNU_MUST_CHECK;

#endif
