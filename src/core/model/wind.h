// Wind: the force of moving air on triangles. Of a triangle with area vector N = ½ e1 × e2, area A = |N|, normal n turned so that n·u ≥ 0,
// and u the velocity of the air against the mean of its corners':
//   drag  ½ ρ C_D (N·u) u                      along the flow: ½ ρ C_D A |u|² when the triangle is perpendicular to it
//   lift  ½ ρ C_L (N·u) (|u| n − (n·u) u/|u|)  across the flow; 0 when the triangle is perpendicular or parallel to it
// Each corner takes a third. The winding of the triangles does not matter.
// Keckeisen et al. 2004, with both forces proportional to the area projected onto the flow.
//
// The force is explicit: evaluated at the start of a step Δt and constant over its substeps. A free sheet across the flow
// comes to half of Δt ρ C_D |u|² over its mass per area in a step: it overshoots the air unless Δt ρ C_D |u| stays below twice that mass.
#ifndef WEFT_MODEL_WIND_H
#define WEFT_MODEL_WIND_H

#include <stdint.h>

#include "base/arena.h"
#include "math/real.h"

typedef struct WindAir {
    double velocity[3];       // m/s
    double density;           // ρ, kg/m³, above 0
    double drag, lift;        // C_D, C_L, not negative
    double gust, gust_period; // the velocity is scaled by 1 + gust · sin(2π t / period); gust 0: steady
} WindAir;

typedef struct Wind {
    WindAir air;
    int32_t triangle_count, room; // room: of a draft
    int32_t (*triangle)[3];       // of a draft in the user's numbering, of a model in the model's
    int32_t *start;               // [particles + 1] of a model: where the triangles at a particle begin
    int32_t *at;                  // [3 triangles] of a model: triangles at each particle, ascending
} Wind;

double4 wind_velocity(const WindAir *air, double time);

// Force on triangles begin … end−1, N, in double precision from positions and velocities of any.
void wind_triangles(const Wind *wind, double time, const real4 *position, const real4 *velocity, int32_t begin, int32_t end,
                    double4 *force);

// What a particle has of the triangles' forces; the order of the sum is fixed.
double4 wind_at(const Wind *wind, const double4 *force, int32_t particle);

// ---- drafts, of a builder ----

Status wind_check(const WindAir *air) GNU_MUST_CHECK; // STATUS_INPUT
Status wind_add(Wind *draft, const int32_t corners[3]) GNU_MUST_CHECK;
void   wind_destroy(Wind *draft);

// The draft as a model's; NULL when it has no triangles.
Status wind_layout(const Wind *draft, int32_t particles, const int32_t *model_of, Arena *arena, Wind **out) GNU_MUST_CHECK;

#endif
