// The filter before the narrow phase. A pair that it reports as apart is apart, by the narrow phase and by samples of the path. This holds
// at every size, far from the origin, with the smallest margins, and at exactly the margin. It reports most pairs that are apart.
#include "geometry/apart.h"

#include <float.h>

#include "geometry/narrow.h"
#include "rig.h"

enum { PAIRS = 333, CORNERS = 4 };

typedef bool (*NarrowOf)(const double4 *from, const double4 *to, double thickness, double reach, int8_t side, Narrow *out);
typedef struct Kind {
    NarrowOf narrow;
    double (*distance)(const double4 *x);
    int first, corners;
} Kind;

static const Kind KINDS[] = {
    {narrow_point_triangle, narrow_distance_point_triangle, 1, 4},
    {narrow_edge_edge, narrow_distance_edge_edge, 2, 4},
    {narrow_point_segment, narrow_distance_point_segment, 1, 3},
};
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

typedef struct Crowd { // of pairs, which share no particle
    real4   from[PAIRS * CORNERS], to[PAIRS * CORNERS];
    int32_t corner[CORNERS][PAIRS + APART_PADDING];
    uint8_t apart[PAIRS];
} Crowd;

static void find(Crowd *crowd, const Kind *kind, int begin, int count, double reach, double share)
{
    const ApartWays ways = {crowd->from, crowd->to, reach, share};
    for (int j = 0; j < CORNERS; j++)
        for (int k = 0; k < count; k++)
            crowd->corner[j][k] = CORNERS * (begin + k) + j;
    apart_find(&ways, (int32_t *[]){crowd->corner[0], crowd->corner[1], crowd->corner[2], crowd->corner[3]}, kind->first, kind->corners,
               count, crowd->apart);
}

static real4 near(Random *random, real4 middle, double size, bool planar)
{
    const double x = size * rig_random(random), y = size * rig_random(random), z = size * rig_random(random);
    return (real4){middle.x + (real)x, middle.y + (real)y, middle.z + (real)(planar ? 0 : z), 1};
}

// Elements of about `size` around a point at distance `away` from the origin; their distance and their motion are a few sizes.
static void scatter(Crowd *crowd, const Kind *kind, Random *random, double size, double away)
{
    const bool planar = kind->corners == 3;
    for (int k = 0; k < PAIRS; k++) {
        const real4 one = near(random, (real4){0}, away, planar), other = near(random, one, 4 * size, planar);
        const real4 shift = near(random, (real4){0}, 4 * size, planar);
        for (int j = 0; j < kind->corners; j++) {
            real4 *from = &crowd->from[CORNERS * k + j], *to = &crowd->to[CORNERS * k + j];
            *from = near(random, j < kind->first ? one : other, size, planar);
            *to = near(random, (real4){from->x + shift.x, from->y + shift.y, from->z + shift.z, 1}, size * random_unit(random), planar);
        }
    }
}

static void take(const Crowd *crowd, int k, double4 *from, double4 *to)
{
    for (int j = 0; j < CORNERS; j++) {
        from[j] = double4_from(crowd->from[CORNERS * k + j]);
        to[j] = double4_from(crowd->to[CORNERS * k + j]);
    }
}

static bool comes_near(const Kind *kind, const double4 *from, const double4 *to, double thickness, double reach)
{
    Narrow out;
    if (kind->narrow(from, to, thickness, reach, 0, &out))
        return true;
    for (int t = 0; t <= 8; t++) {
        double4 x[CORNERS];
        for (int j = 0; j < CORNERS; j++)
            x[j] = double4_along(from[j], 0.125 * t, double4_sub(to[j], from[j]));
        if (kind->distance(x) <= reach)
            return true;
    }
    return false;
}

TEST(pairs_that_approach_are_not_apart)
{
    static const double SIZES[] = {1, 1e-3, 1e-9, 1e-18, 1e-25, 1e-40, 1e6, 1e12, 1e18, 1e30};
    static const double AWAY[] = {0, 1, 1e3, 1e7, 1e15};
    static Crowd        crowd;
    Random              random = {5};
    int64_t             apart = 0, so = 0;
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (size_t s = 0; s < sizeof SIZES / sizeof SIZES[0]; s++)
            for (size_t a = 0; a < sizeof AWAY / sizeof AWAY[0]; a++)
                for (int margin = 0; margin < 4; margin++) {
                    const double size = SIZES[s], thickness = margin == 0 ? DBL_TRUE_MIN : margin == 1 ? 1e-40 : 0.2 * size * margin;
                    const double reach = 1.5 * thickness, share = 0.25 * margin;
                    scatter(&crowd, &KINDS[kind], &random, size, AWAY[a] * size);
                    find(&crowd, &KINDS[kind], 0, PAIRS, reach, share);
                    for (int k = 0; k < PAIRS; k++) {
                        double4 from[CORNERS], to[CORNERS];
                        take(&crowd, k, from, to);
                        const double travel = narrow_travel(from, to, KINDS[kind].first, KINDS[kind].corners);
                        const bool   near = comes_near(&KINDS[kind], from, to, thickness, reach + share * travel);
                        if (crowd.apart[k] && near)
                            fail_msg("kind %d size %g away %g margin %d pair %d is reported as apart", kind, size, AWAY[a], margin, k);
                        apart += size == 1 && a < 2 && crowd.apart[k];
                        so += size == 1 && a < 2 && !near;
                    }
                }
    assert_true(apart > 7 * so / 10); // most are
}

// Pairs at rest relative to each other, at exactly the distance of the narrow phase, and with a reach of a little less.
TEST(gaps_at_the_margin)
{
    static Crowd crowd, one;
    Random       random = {6};
    int64_t      apart = 0;
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int turn = 0; turn < 60; turn++) {
            const double away = turn % 3 == 0 ? 0 : turn % 3 == 1 ? 10 : 1e6;
            scatter(&crowd, &KINDS[kind], &random, 1, away);
            memcpy(crowd.to, crowd.from, sizeof crowd.to);
            for (int k = 0; k < PAIRS; k++) {
                double4 from[CORNERS], to[CORNERS];
                take(&crowd, k, from, to);
                const double distance = KINDS[kind].distance(from);
                memcpy(one.from, crowd.from + (ptrdiff_t)CORNERS * k, CORNERS * sizeof *one.from);
                memcpy(one.to, one.from, CORNERS * sizeof *one.from);
                find(&one, &KINDS[kind], 0, 1, distance, turn % 2);
                assert_false(one.apart[0]);
                find(&one, &KINDS[kind], 0, 1, 0.95 * distance, turn % 2);
                apart += one.apart[0];
            }
        }
    assert_true(apart > BOUND(57000, 38000)); // of 60000; far from the origin f32 has no room for the margin of rounding
}

// Along the axes and between nearest points, where the gap is the distance: the margin is met to rounding on both sides.
TEST(gaps_along_axes)
{
    static Crowd crowd;
    for (int axis = 0; axis < 3; axis++)
        for (int upward = 0; upward < 2; upward++) {
            const double reach = 0.125, sign = upward ? 1 : -1;
            for (int k = 0; k < 4; k++) {
                const double gap = (1 + (k - 2) * 1e-3) * reach; // 2: exactly
                for (int j = 0; j < 4; j++) {
                    double at[3] = {0};
                    at[(axis + 1) % 3] = j == 1 || j == 3 ? 1 : 0;
                    at[(axis + 2) % 3] = j == 1 ? 1 : j == 2 ? 1 : 0;
                    at[axis] = j < 2 ? sign * gap : 0;
                    crowd.from[CORNERS * k + j] = crowd.to[CORNERS * k + j] = (real4){(real)at[0], (real)at[1], (real)at[2], 1};
                }
            }
            find(&crowd, &KINDS[1], 0, 4, reach, 0);
            assert_true(!crowd.apart[0] && !crowd.apart[1] && !crowd.apart[2] && crowd.apart[3]);
        }
}

TEST(the_result_does_not_depend_on_the_lane)
{
    static Crowd all, one;
    Random       random = {7};
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        scatter(&all, &KINDS[kind], &random, 1, 3);
        one = all;
        find(&all, &KINDS[kind], 0, PAIRS, 0.1, 0.5);
        for (int begin = 0, count = 1; begin + count <= PAIRS; begin += count, count = count % 37 + 1) {
            find(&one, &KINDS[kind], begin, count, 0.1, 0.5);
            assert_memory_equal(one.apart, all.apart + begin, (size_t)count);
        }
    }
}

TEST(pairs_that_are_not_finite_are_not_apart)
{
    static const real WRONG[] = {(real)NAN, (real)INFINITY, (real)-INFINITY};
    static Crowd      crowd;
    Random            random = {8};
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int wrong = 0; wrong < 3; wrong++)
            for (int where = 0; where < 6 * KINDS[kind].corners; where++) {
                scatter(&crowd, &KINDS[kind], &random, 1, 3);
                for (int k = 0; k < PAIRS; k++) {
                    real4 *x = &(where % 2 ? crowd.to : crowd.from)[CORNERS * k + where / 6];
                    *(where / 2 % 3 == 0 ? &x->x : where / 2 % 3 == 1 ? &x->y : &x->z) = WRONG[wrong];
                }
                find(&crowd, &KINDS[kind], 0, PAIRS, 0.01, 0.1);
                for (int k = 0; k < PAIRS; k++)
                    assert_false(crowd.apart[k]);
            }
}
