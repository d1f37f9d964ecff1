#include "model/wind.h"

#include <math.h>
#include <stdlib.h>

#include "model/private/build_list.h"

double4 wind_velocity(const WindAir *air, double time)
{
    static const double TURN = 6.28318530717958647692;
    const double        scale = air->gust > 0 ? 1 + air->gust * sin(TURN * time / air->gust_period) : 1;
    return (double4){scale * air->velocity[0], scale * air->velocity[1], scale * air->velocity[2], 0};
}

static double4 force_on(const WindAir *air, double4 velocity, const real4 *x, const real4 *v, const int32_t corner[3])
{
    const double4 a = double4_from(x[corner[0]]);
    const double4 n =
        double4_scale(0.5, double4_cross(double4_sub(double4_from(x[corner[1]]), a), double4_sub(double4_from(x[corner[2]]), a)));
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

void wind_triangles(const Wind *wind, double time, const real4 *position, const real4 *velocity, int32_t begin, int32_t end, double4 *force)
{
    const double4 air = wind_velocity(&wind->air, time);
    for (int32_t i = begin; i < end; i++)
        force[i] = force_on(&wind->air, air, position, velocity, wind->triangle[i]);
}

double4 wind_at(const Wind *wind, const double4 *force, int32_t particle)
{
    double4 sum = {0};
    for (int32_t k = wind->start[particle]; k < wind->start[particle + 1]; k++)
        double4_add_to(&sum, 1.0 / 3, force[wind->at[k]]);
    return sum;
}

// ---- drafts ----

Status wind_check(const WindAir *air)
{
    if (!isfinite(air->velocity[0]) || !isfinite(air->velocity[1]) || !isfinite(air->velocity[2]))
        return status_make(STATUS_INPUT, "the velocity of the wind is not finite");
    if (!isfinite(air->density) || !(air->density > 0))
        return status_make(STATUS_INPUT, "the air has a density of %g kg/m³; it must be above zero", air->density);
    if (!isfinite(air->drag) || !(air->drag >= 0) || !isfinite(air->lift) || !(air->lift >= 0))
        return status_make(STATUS_INPUT, "the wind has drag %g and lift %g; they must not be negative", air->drag, air->lift);
    if (!isfinite(air->gust) || !(air->gust >= 0) || (air->gust > 0 && !(isfinite(air->gust_period) && air->gust_period > 0)))
        return status_make(STATUS_INPUT, "gusts of %g with a period of %g s; the one must not be negative, the other be above zero",
                           air->gust, air->gust_period);
    return status_ok();
}

Status wind_add(Wind *draft, const int32_t corners[3])
{
    TRY(draft_reserve((void **)&draft->triangle, &draft->room, draft->triangle_count, 1, sizeof *draft->triangle,
                      "triangles that feel the wind"));
    for (int k = 0; k < 3; k++)
        draft->triangle[draft->triangle_count][k] = corners[k];
    draft->triangle_count++;
    return status_ok();
}

void wind_destroy(Wind *draft)
{
    free(draft->triangle);
    *draft = (Wind){0};
}

Status wind_layout(const Wind *draft, int32_t particles, const int32_t *model_of, Arena *arena, Wind **out)
{
    Wind *w;
    *out = NULL;
    if (draft->triangle_count == 0)
        return status_ok();
    TRY(ARENA_NEW(arena, 1, &w));
    *w = (Wind){.air = draft->air, .triangle_count = draft->triangle_count};
    TRY(ARENA_NEW(arena, w->triangle_count, &w->triangle));
    TRY(ARENA_NEW(arena, particles + 1, &w->start));
    TRY(ARENA_NEW(arena, 3 * (size_t)w->triangle_count, &w->at));
    for (int32_t i = 0; i < w->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            w->triangle[i][k] = model_of[draft->triangle[i][k]];
            w->start[w->triangle[i][k] + 1]++;
        }
    for (int32_t p = 0; p < particles; p++)
        w->start[p + 1] += w->start[p];
    for (int32_t i = w->triangle_count - 1; i >= 0; i--) // backwards, which leaves the beginning of each list in `start`
        for (int k = 0; k < 3; k++)
            w->at[--w->start[w->triangle[i][k] + 1]] = i;
    for (int32_t p = 0; p < particles; p++)
        w->start[p] = w->start[p + 1];
    w->start[particles] = 3 * w->triangle_count;
    *out = w;
    return status_ok();
}
