// SurfaceLoads: forces on triangles that follow the surface: wind, pressure, moments and follower forces. All are explicit: evaluated at
// the start of a step Δt and constant over its substeps. In equilibrium they are the forces on the surface in its current shape.
//
// Wind. A triangle has area vector N = ½ e1 × e2, area A = |N| and normal n oriented so that n·u ≥ 0. u is the velocity of the air relative
// to the mean velocity of its corners:
//   drag  ½ ρ C_D (N·u) u                      along the flow: ½ ρ C_D A |u|² when the triangle is perpendicular to it
//   lift  ½ ρ C_L (N·u) (|u| n − (n·u) u/|u|)  across the flow; 0 when the triangle is perpendicular or parallel to it
// Each corner takes a third. The winding of the triangles does not matter. Keckeisen et al. 2004, with both forces proportional to the area
// projected onto the flow. A free sheet across the flow gains a speed of ½ Δt ρ C_D |u|² / m_A in a step, m_A being its mass per
// area. It exceeds the speed of the air unless Δt ρ C_D |u| < 2 m_A.
//
// Pressure p: p N, a third at each corner; outwards where the winding is counter-clockwise from outside.
//
// Moment M: corner i at r_i from the centre of the triangle receives ω × r_i with Σ r_i × (ω × r_i) = M. The total force is 0. The axis of
// M is fixed in space and does not rotate with the triangle.
//
// Follower F: R F, a third at each corner. R is the rotation of the triangle from its rest shape: the rotation of its plane, and within the
// plane that of the polar decomposition of its deformation. A triangle without area has no follower force.
#ifndef WEFT_MODEL_SURFACE_LOADS_H
#define WEFT_MODEL_SURFACE_LOADS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "math/real.h"

typedef struct WindAir {
    double velocity[3];       // m/s
    double density;           // ρ, kg/m³, above 0
    double drag, lift;        // C_D, C_L, not negative
    double gust, gust_period; // the velocity is scaled by 1 + gust · sin(2π t / period); gust 0: steady
} WindAir;

// The load on one triangle; a triangle may be listed several times.
typedef struct TriangleLoad {
    bool   windy;
    double pressure;    // Pa
    double moment[3];   // N m
    double follower[3]; // N, as the triangle lies at rest
    double edge[2][3];  // m, from its first corner at rest; model_add_triangle_load sets them
} TriangleLoad;

typedef struct SurfaceLoads {
    WindAir air; // density 0: no wind
    int32_t triangle_count;
    int32_t (*triangle)[3]; // of a draft in the user's numbering, of a model in the model's
    TriangleLoad *load;     // [triangles]
    int32_t      *start;    // [particles + 1] of a model: where the corners at a particle begin
    int32_t      *at;       // [3 triangles] of a model: corners at each particle, 3 triangle + corner, ascending
} SurfaceLoads;

// Forces on the corners of triangles begin … end−1, corner[3 triangle + k], N, in double precision from positions and velocities of any.
void surface_loads_corners(const SurfaceLoads *loads, double time, const real4 *position, const real4 *velocity, int32_t begin, int32_t end,
                           double4 *corner);

// −∂f_a/∂x_b of the pressure on a triangle with corners a, b, c in order, row-major; only the symmetric part of the matrix: pressure/12
// times [2c − a − b]ₓ. Its transpose is the block of b and a; blocks of a corner with itself are 0. The omitted part cancels at an edge of
// two triangles under one pressure, and at pins. There the matrix is −pressure times the second derivative of a volume.
void surface_loads_pressure_block(double pressure, double4 a, double4 b, double4 c, double block[9]);

// The sum of the forces on a particle, in a fixed order.
double4 surface_loads_at(const SurfaceLoads *loads, const double4 *corner, int32_t particle);

// ---- drafts, of a builder ----

Status wind_check(const WindAir *air) GNU_MUST_CHECK; // STATUS_INPUT
void   surface_loads_destroy(SurfaceLoads *draft);

// The draft as a model's; NULL when it has no triangles.
Status surface_loads_layout(const SurfaceLoads *draft, int32_t particles, const int32_t *model_of, Arena *arena,
                            SurfaceLoads **out) GNU_MUST_CHECK;

#endif
