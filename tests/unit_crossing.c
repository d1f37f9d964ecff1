// Continuous collision detection against brute force: small time steps, each with the exact test of a short straight motion.
#include "contact/private/contact_crossings.h"
#include "geometry/crossing.h"
#include "rig.h"

typedef struct Kind {
    const char *name;
    int8_t (*crossing)(const double4 *from, const double4 *to);
    int8_t (*side)(const double4 *x);
    int  corners;
    bool planar;
} Kind;

static const Kind KINDS[] = {{"point and triangle", crossing_point_triangle, crossing_side_point_triangle, 4, false},
                             {"two edges", crossing_edge_edge, crossing_side_edge_edge, 4, false},
                             {"point and segment", crossing_point_segment, crossing_side_point_segment, 3, true}};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static double4 anywhere(Random *random, double size, bool planar)
{
    return (double4){size * rig_random(random), size * rig_random(random), planar ? 0 : size * rig_random(random), 0};
}

static double4 between(double4 a, double4 b, double t)
{
    double4_add_to(&a, t, double4_sub(b, a));
    return a;
}

// The point where the elements meet, in their coordinates by Cramer's rule: its distance inside both borders; negative: outside.
static double inside_by(const double4 *x, int kind)
{
    if (kind == 2) {
        const double4 e = double4_sub(x[2], x[1]), r = double4_sub(x[0], x[1]);
        const double  s = double4_dot(e, r) / double4_dot(e, e);
        return fmin(s, 1 - s);
    }
    const double4 u = kind == 0 ? double4_sub(x[2], x[1]) : double4_sub(x[1], x[0]),
                  v = kind == 0 ? double4_sub(x[3], x[1]) : double4_sub(x[3], x[2]),
                  r = kind == 0 ? double4_sub(x[0], x[1]) : double4_sub(x[2], x[0]);
    const double4 n = double4_cross(u, v);
    const double  square = double4_dot(n, n);
    const double  s = double4_dot(double4_cross(r, v), n) / square,
                 t = double4_dot(double4_cross(kind == 0 ? u : r, kind == 0 ? r : u), n) / square;
    return kind == 0 ? fmin(fmin(s, t), 1 - s - t) : fmin(fmin(s, 1 - s), fmin(t, 1 - t));
}

// Counts sign changes in 4000 steps where the elements meet, and sums their directions. −1: undecided, since a border or a double root is
// too close.
static int passes(int kind, const double4 *from, const double4 *to, int *sum)
{
    enum { STEPS = 4000 };
    int    count = 0;
    int8_t last = KINDS[kind].side(from);
    *sum = 0;
    for (int k = 1; k <= STEPS; k++) {
        double4 x[4];
        for (int j = 0; j < KINDS[kind].corners; j++)
            x[j] = between(from[j], to[j], (double)k / STEPS);
        const int8_t side = KINDS[kind].side(x);
        if (side != last) {
            const double inside = inside_by(x, kind);
            if (fabs(inside) < 0.01)
                return -1;
            count += inside > 0;
            *sum += inside > 0 ? last : 0;
        }
        last = side;
    }
    return count;
}

TEST(it_agrees_with_brute_force)
{
    Random random = {21};
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        int through = 0, twice = 0, doubtful = 0;
        for (int trial = 0; trial < 3000; trial++) {
            double4 from[4], to[4];
            for (int j = 0; j < KINDS[kind].corners; j++) {
                from[j] = anywhere(&random, 1, KINDS[kind].planar);
                to[j] = anywhere(&random, 1, KINDS[kind].planar);
            }
            int          sum;
            const int    count = passes(kind, from, to, &sum);
            const int8_t crossing = KINDS[kind].crossing(from, to);
            doubtful += count < 0;
            if (count < 0)
                continue;
            if (crossing != sum)
                fail_msg("%s, trial %d: %d passes, sum %d, but %d", KINDS[kind].name, trial, count, sum, crossing);
            through += count % 2;
            twice += count > 1;
        }
        assert_true(through > 80);
        assert_true(twice > 3); // cases with several roots occur too
        assert_true(doubtful < 600);
    }
}

// Common motion changes nothing, far from the origin too: only the relative motion counts.
TEST(a_common_motion_changes_nothing)
{
    Random random = {22};
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int trial = 0; trial < 500; trial++) {
            int           sum;
            double4       from[4], to[4], far_from[4], far_to[4];
            const double4 here = {64, -128, 0, 0}, along = {1024, 512, 0, 0};
            for (int j = 0; j < KINDS[kind].corners; j++) {
                from[j] = anywhere(&random, 1, KINDS[kind].planar);
                to[j] = anywhere(&random, 1, KINDS[kind].planar);
                double4 *all[2] = {&from[j], &to[j]};
                for (int k = 0; k < 2; k++) { // few bits, so that a shift is exact
                    all[k]->x = (double)(float)all[k]->x;
                    all[k]->y = (double)(float)all[k]->y;
                    all[k]->z = (double)(float)all[k]->z;
                }
                far_from[j] = far_to[j] = here;
                double4_add_to(&far_from[j], 1, from[j]);
                double4_add_to(&far_to[j], 1, to[j]);
                double4_add_to(&far_to[j], 1, along);
            }
            if (passes(kind, from, to, &sum) >= 0)
                assert_int_equal(KINDS[kind].crossing(from, to), KINDS[kind].crossing(far_from, far_to));
        }
}

// Through the common side of two triangles, and through the corner of a fan: at least one triangle counts the crossing.
TEST(no_path_passes_between_triangles)
{
    enum { FAN = 6 };
    Random  random = {23};
    double4 rim[FAN + 1];
    for (int k = 0; k <= FAN; k++)
        rim[k] = (double4){cos(6.283185307179586 * (k % FAN) / FAN), sin(6.283185307179586 * (k % FAN) / FAN), 0.1 * (k % FAN % 2), 0};
    for (int trial = 0; trial < 2000; trial++) {
        int           count = 0;
        const double4 corner = {0};
        const double4 aim = trial % 2 ? corner : between(corner, rim[trial % FAN], random_unit(&random)); // the corner, or a side
        const double4 way = anywhere(&random, 1, false), down = {way.x, way.y, -1, 0};
        for (int k = 0; k < FAN; k++) {
            double4 from[4] = {aim, {0, 0, 0, 0}, rim[k], rim[k + 1]}, to[4];
            memcpy(to, from, sizeof to);
            double4_add_to(&from[0], -random_unit(&(Random){(uint64_t)trial}) - 0.5, down);
            double4_add_to(&to[0], 0.7, down);
            count += crossing_point_triangle(from, to) != 0;
        }
        assert_true(count >= 1);
    }
}

// The side at the end of one motion is the side at the start of the next, zero included. A point that stops in a triangle has not crossed.
TEST(a_stop_inside_a_triangle_loses_no_crossing)
{
    const double4 above[4] = {{0.2, 0.3, 1, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}};
    double4       in[4], below[4];
    memcpy(in, above, sizeof in);
    memcpy(below, above, sizeof below);
    in[0].z = 0;
    below[0].z = -1;
    assert_int_equal(crossing_point_triangle(above, in), 0);
    assert_int_equal(crossing_point_triangle(in, below), 1);
    assert_int_equal(crossing_point_triangle(below, in), -1);
    assert_int_equal(crossing_point_triangle(in, above), 0);
    assert_int_equal(crossing_point_triangle(above, below), 1);
    in[0].z = NAN;
    assert_int_equal(crossing_point_triangle(above, in), 0);
    assert_int_equal(crossing_point_triangle(in, above), 0);
}

// Through a triangle and past it, either end first, for any order of its corners.
TEST(an_edge_goes_through_a_triangle_from_either_side)
{
    static const int ORDER[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
    const double4    corner[3] = {{0, 0, 0, 0}, {1, 0, 0.1, 0}, {0, 1, -0.1, 0}};
    for (int k = 0; k < 6; k++) {
        const double4 a = corner[ORDER[k][0]], b = corner[ORDER[k][1]], c = corner[ORDER[k][2]];
        for (int up = -1; up < 2; up += 2) {
            assert_true(crossings_edge_through_triangle((double4){0.3, 0.3, -up, 0}, (double4){0.2, 0.3, up, 0}, a, b, c));
            assert_false(crossings_edge_through_triangle((double4){0.3, 0.3, 2 * up, 0}, (double4){0.2, 0.3, up, 0}, a, b, c));
            assert_false(crossings_edge_through_triangle((double4){0.7, 0.6, -up, 0}, (double4){0.7, 0.6, up, 0}, a, b, c));
        }
    }
}
