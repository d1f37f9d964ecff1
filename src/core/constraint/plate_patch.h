// plate_patch: the curvature of a triangle from the particles around it, for bending as an isotropic plate on any mesh.
//
// Morley's element (1968, doi:10.1017/S0001925900004546): the curvature of a triangle is ∮ ∇w ⊗ n / A, with one slope across each side,
// shared by both of its triangles. In Morley's element the slope is a separate unknown; here it is computed from the heights around the
// side. It is the mean of the slopes of its two triangles, with a correction. The correction is the smallest that makes it exact, in the
// middle of the side, for every quadratic function on the corners of these two triangles and of their neighbours. Both tests of a plate
// element then hold on any mesh. A bent quadratic is reproduced exactly, and since the slopes are shared, the forces of a uniform curvature
// cancel. On a lattice the mean alone is exact, and six particles suffice. Across a side of the border the slope is the one with the least
// energy: a free border. Heights may be coordinates: |∂²x|² is the squared curvature of an inextensible sheet (Bergou et al. 2006).
#ifndef WEFT_CONSTRAINT_PLATE_PATCH_H
#define WEFT_CONSTRAINT_PLATE_PATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "math/real.h"

// Particles of a patch: corners 0, 1, 2 of the triangle. 3 + k: across its side k, which runs from corner k + 1 to k + 2. Of that
// neighbour, 6 + 2k: across its side at corner k + 1; 7 + 2k: across that at corner k + 2. Some may be the same particle.
enum { PLATE_PATCH = 12, PLATE_ROWS = 3 };

// rows[r][j]: E = ½ D Σ_r |Σ_j rows[r][j] x_j|², D the bending stiffness. x: the rest shape, unfolded into the triangle's plane. has:
// existing particles; the first three always exist, 6 + 2k and 7 + 2k only with 3 + k. Missing ones have coefficients 0. The coefficients
// of a row sum to 0 up to round-off. A row without energy because of a free border is 0.
void plate_patch_rows(const double4 x[PLATE_PATCH], const bool has[PLATE_PATCH], double poisson, double rows[PLATE_ROWS][PLATE_PATCH]);

// The particles of a patch, each once, the corners first, with the sums of their coefficients. They are filled up to the kind's number of
// vertices with particles of nearby numbers and coefficients 0. particle: in the positions of a patch, −1 if missing; count: of all
// particles, PLATE_PATCH or more.
void plate_patch_gather(const int32_t particle[PLATE_PATCH], int32_t count, const double rows[PLATE_ROWS][PLATE_PATCH],
                        int32_t vertices[PLATE_PATCH], double sums[PLATE_ROWS][PLATE_PATCH]);

// curvature[r] = n·Σ_j rows[r][j] x_j, n the unit normal of the corners: for a curved rest shape.
void plate_patch_curvature(const double rows[PLATE_ROWS][PLATE_PATCH], const double4 x[PLATE_PATCH], double curvature[PLATE_ROWS]);

#endif
