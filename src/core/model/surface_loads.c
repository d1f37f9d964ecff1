#include "model/surface_loads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/symmetric3.h"

static double4 velocity_of(const WindAir *air, double time)
{
    static const double TURN = 6.28318530717958647692;
    const double        scale = air->gust > 0 ? 1 + air->gust * sin(TURN * time / air->gust_period) : 1;
    return (double4){scale * air->velocity[0], scale * air->velocity[1], scale * air->velocity[2], 0};
}

static double4 area_of(const real4 *x, const int32_t corner[3])
{
    const double4 a = double4_from(x[corner[0]]);
    return double4_scale(0.5, double4_cross(double4_sub(double4_from(x[corner[1]]), a), double4_sub(double4_from(x[corner[2]]), a)));
}

static double4 force_of_wind(const WindAir *air, double4 velocity, double4 n, const real4 *v, const int32_t corner[3])
{
    double4 u = velocity;
    for (int k = 0; k < 3; k++)
        double4_add_to(&u, -1.0 / 3, double4_from(v[corner[k]]));
    const double through = double4_dot(n, u), speed = double4_norm(u), area = double4_norm(n), half = 0.5 * air->density * fabs(through);
    double4      force = double4_scale(half * air->drag, u);
    if (air->lift > 0 && speed > 0 && area > 0) {
        const double forward = through < 0 ? -1 : 1;
        double4_add_to(&force, half * air->lift * forward * speed / area, n);
        double4_add_to(&force, -half * air->lift * fabs(through) / (area * speed), u);
    }
    return force;
}

// Adds ω × r_i at each corner, where Σ (|r|² I − r rᵀ) ω = M.
static void add_moment(const double moment[3], const real4 *x, const int32_t corner[3], double4 *out)
{
    double4 r[3], middle = {0};
    double  inertia[3][3] = {{0}};
    for (int k = 0; k < 3; k++)
        double4_add_to(&middle, 1.0 / 3, double4_from(x[corner[k]]));
    for (int k = 0; k < 3; k++) {
        r[k] = double4_sub(double4_from(x[corner[k]]), middle);
        const double v[3] = {r[k].x, r[k].y, r[k].z};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                inertia[i][j] += (i == j) * double4_dot(r[k], r[k]) - v[i] * v[j];
    }
    const double4 turn = symmetric3_pseudo_solve((const double(*)[3])inertia, double4_of(moment));
    for (int k = 0; k < 3; k++)
        double4_add_to(&out[k], 1, double4_cross(turn, r[k]));
}

// The axes of a triangle with these edges: along the first edge, perpendicular to it in the plane, and the normal. Also its edges in the
// plane: the first (flat[0], 0), the second (flat[1], flat[2]). False without an area.
static bool find_axes(double4 first, double4 second, double4 axis[3], double flat[3])
{
    const double4 normal = double4_cross(first, second);
    const double  length = double4_norm(first), area = double4_norm(normal);
    if (!(area > 0))
        return false;
    axis[0] = double4_scale(1 / length, first);
    axis[2] = double4_scale(1 / area, normal);
    axis[1] = double4_cross(axis[2], axis[0]);
    flat[0] = length;
    flat[1] = double4_dot(second, axis[0]);
    flat[2] = double4_dot(second, axis[1]);
    return true;
}

static double4 follower_of(const TriangleLoad *load, const real4 *x, const int32_t corner[3])
{
    double4       rest[3], now[3], sum = {0};
    double        p[3], q[3];
    const double4 a = double4_from(x[corner[0]]), f = double4_of(load->follower);
    if (!find_axes(double4_of(load->edge[0]), double4_of(load->edge[1]), rest, p) ||
        !find_axes(double4_sub(double4_from(x[corner[1]]), a), double4_sub(double4_from(x[corner[2]]), a), now, q))
        return sum;
    const double shear = (q[1] - q[0] * p[1] / p[0]) / p[2], turn = atan2(-shear, q[0] / p[0] + q[2] / p[2]); // F is triangular
    const double along = double4_dot(f, rest[0]), across = double4_dot(f, rest[1]);
    double4_add_to(&sum, along * cos(turn) - across * sin(turn), now[0]);
    double4_add_to(&sum, along * sin(turn) + across * cos(turn), now[1]);
    double4_add_to(&sum, double4_dot(f, rest[2]), now[2]);
    return sum;
}

static bool is_any(const double v[3])
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2] > 0;
}

void surface_loads_corners(const SurfaceLoads *loads, double time, const real4 *position, const real4 *velocity, int32_t begin, int32_t end,
                           double4 *corner)
{
    const double4 air = velocity_of(&loads->air, time);
    for (int32_t i = begin; i < end; i++) {
        const int32_t      *v = loads->triangle[i];
        const TriangleLoad *load = &loads->load[i];
        const double4       n = area_of(position, v);
        double4            *out = corner + 3 * (size_t)i;
        double4             force = load->windy ? force_of_wind(&loads->air, air, n, velocity, v) : (double4){0};
        double4_add_to(&force, load->pressure, n);
        if (is_any(load->follower))
            double4_add_to(&force, 1, follower_of(load, position, v));
        out[0] = out[1] = out[2] = double4_scale(1.0 / 3, force);
        if (is_any(load->moment))
            add_moment(load->moment, position, v, out);
    }
}

void surface_loads_pressure_block(double pressure, double4 a, double4 b, double4 c, double block[9])
{
    double4 arm = double4_scale(pressure / 6, c);
    double4_add_to(&arm, -pressure / 12, a);
    double4_add_to(&arm, -pressure / 12, b);
    const double cross[9] = {0, -arm.z, arm.y, arm.z, 0, -arm.x, -arm.y, arm.x, 0};
    memcpy(block, cross, sizeof cross);
}

double4 surface_loads_at(const SurfaceLoads *loads, const double4 *corner, int32_t particle)
{
    double4 sum = {0};
    for (int32_t k = loads->start[particle]; k < loads->start[particle + 1]; k++)
        double4_add_to(&sum, 1, corner[loads->at[k]]);
    return sum;
}

// ---- drafts ----

Status wind_check(const WindAir *air)
{
    if (!isfinite(air->velocity[0]) || !isfinite(air->velocity[1]) || !isfinite(air->velocity[2]))
        return status_make(STATUS_INPUT, "the velocity of the wind is not finite");
    if (!isfinite(air->density) || !(air->density > 0))
        return status_make(STATUS_INPUT, "the density of the air is %g kg/m³; it must be finite and above zero", air->density);
    if (!isfinite(air->drag) || !(air->drag >= 0) || !isfinite(air->lift) || !(air->lift >= 0))
        return status_make(STATUS_INPUT, "the wind has drag %g and lift %g; both must be finite and not negative", air->drag, air->lift);
    if (!isfinite(air->gust) || !(air->gust >= 0) || (air->gust > 0 && !(isfinite(air->gust_period) && air->gust_period > 0)))
        return status_make(STATUS_INPUT,
                           "gusts have a strength of %g and a period of %g s; the strength must not be negative, the period above zero",
                           air->gust, air->gust_period);
    return status_ok();
}

void surface_loads_destroy(SurfaceLoads *draft)
{
    free(draft->triangle);
    free(draft->load);
    *draft = (SurfaceLoads){0};
}

Status surface_loads_layout(const SurfaceLoads *draft, int32_t particles, const int32_t *model_of, Arena *arena, SurfaceLoads **out)
{
    SurfaceLoads *s;
    *out = NULL;
    if (draft->triangle_count == 0)
        return status_ok();
    TRY(ARENA_NEW(arena, 1, &s));
    *s = (SurfaceLoads){.air = draft->air, .triangle_count = draft->triangle_count};
    TRY(ARENA_NEW(arena, s->triangle_count, &s->triangle));
    TRY(ARENA_NEW(arena, s->triangle_count, &s->load));
    TRY(ARENA_NEW(arena, particles + 1, &s->start));
    TRY(ARENA_NEW(arena, 3 * (size_t)s->triangle_count, &s->at));
    for (int32_t i = 0; i < s->triangle_count; i++) {
        s->load[i] = draft->load[i];
        for (int k = 0; k < 3; k++) {
            s->triangle[i][k] = model_of[draft->triangle[i][k]];
            s->start[s->triangle[i][k] + 1]++;
        }
    }
    for (int32_t p = 0; p < particles; p++)
        s->start[p + 1] += s->start[p];
    for (int32_t i = s->triangle_count - 1; i >= 0; i--) // backwards, which leaves the beginning of each list in `start`
        for (int k = 2; k >= 0; k--)
            s->at[--s->start[s->triangle[i][k] + 1]] = 3 * i + k;
    for (int32_t p = 0; p < particles; p++)
        s->start[p] = s->start[p + 1];
    s->start[particles] = 3 * s->triangle_count;
    *out = s;
    return status_ok();
}
