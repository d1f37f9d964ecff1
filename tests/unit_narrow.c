// The narrow phase: distances in every region against a search, directions against differences, sides, motions, and degenerate elements.
#include "geometry/narrow.h"

#include "rig.h"

typedef bool (*NarrowOf)(const double4 *from, const double4 *to, double thickness, double reach, int8_t side, Narrow *out);
typedef double (*DistanceOf)(const double4 *x);
typedef struct Pair {
    const char *name;
    NarrowOf    narrow;
    DistanceOf  distance;
    int         corners, first; // particles; particles of the first element
} Pair;

static const Pair PAIRS[] = {
    {"point and triangle", narrow_point_triangle, narrow_distance_point_triangle, 4, 1},
    {"two edges", narrow_edge_edge, narrow_distance_edge_edge, 4, 2},
    {"point and segment", narrow_point_segment, narrow_distance_point_segment, 3, 1},
};
enum { PAIR_COUNT = sizeof PAIRS / sizeof PAIRS[0] };

static double4 at(double x, double y, double z)
{
    return (double4){x, y, z, 0};
}

static double4 plus(double4 a, double s, double4 b)
{
    double4_add_to(&a, s, b);
    return a;
}

static double4 anywhere(Random *random, double size, bool planar)
{
    const double x = size * rig_random(random), y = size * rig_random(random), z = size * rig_random(random);
    return at(x, y, planar ? 0.25 : z);
}

static double4 sum_of(const Narrow *n, const double4 *x, int corners)
{
    double4 sum = {0};
    for (int j = 0; j < corners; j++)
        double4_add_to(&sum, n->weight[j], x[j]);
    return sum;
}

static double value_of(const Narrow *n, const double4 *x, int corners)
{
    return double4_dot(n->normal, sum_of(n, x, corners));
}

// The point of an edge, a triangle or a point element at two parameters in 0 … 1.
static double4 point_of(const double4 *x, int corners, double u, double v)
{
    if (corners == 1)
        return x[0];
    if (corners == 2)
        return plus(x[0], u, double4_sub(x[1], x[0]));
    const double b = u * (1 - v), c = u * v;
    return plus(plus(x[0], b, double4_sub(x[1], x[0])), c, double4_sub(x[2], x[0]));
}

// Distance by search over a grid of points. It exceeds the true distance by at most the change that moving both points by one grid step
// makes. *step: a bound on the distance from any point to the next grid point, m.
static double distance_by_search(const Pair *pair, const double4 *x, double *step)
{
    enum { PARTS = 80 };
    const int second = pair->corners - pair->first;
    double    best = INFINITY, longest = 0;
    for (int i = 0; i <= (pair->first == 1 ? 0 : PARTS); i++)
        for (int j = 0; j <= PARTS; j++)
            for (int k = 0; k <= (second == 3 ? PARTS : 0); k++) {
                const double u = (double)i / PARTS, v = (double)j / PARTS, w = (double)k / PARTS;
                best = fmin(best, double4_norm(double4_sub(point_of(x, pair->first, u, 0), point_of(x + pair->first, second, v, w))));
            }
    for (int i = 0; i < pair->corners; i++)
        for (int j = 0; j < pair->corners; j++)
            longest = fmax(longest, double4_norm(double4_sub(x[i], x[j])));
    *step = 2 * longest / PARTS;
    return best;
}

TEST(distances_are_the_smallest)
{
    Random random = {3};
    for (int p = 0; p < PAIR_COUNT; p++)
        for (int trial = 0; trial < 400; trial++) {
            double4      x[4];
            const double stretch = trial % 3 == 0 ? 0.05 : 1;
            for (int j = 0; j < PAIRS[p].corners; j++) {
                x[j] = anywhere(&random, 1, p == 2);
                x[j].y *= stretch;
            }
            double       step;
            const double found = PAIRS[p].distance(x), searched = distance_by_search(&PAIRS[p], x, &step);
            if (found > searched + 1e-12 || searched > sqrt(found * found + step * step) + 0.1 * step)
                fail_msg("%s, trial %d: %.12g, and %.12g by search", PAIRS[p].name, trial, found, searched);
            Narrow n;
            assert_true(PAIRS[p].narrow(x, x, 0.1, INFINITY, 0, &n));
            assert_near(n.distance, found, 1e-12);
            assert_near(double4_norm(n.normal), 1, 1e-14);
            assert_near(n.weight[0] + n.weight[1] + n.weight[2] + (PAIRS[p].corners == 4 ? n.weight[3] : 0), 0, 1e-15);
            assert_near(value_of(&n, x, PAIRS[p].corners), found, 1e-12);
            for (int j = 0; j < PAIRS[p].corners; j++) // the weights of an element have one sign
                assert_true(j < PAIRS[p].first ? n.weight[j] >= 0 : n.weight[j] <= 0);
        }
}

// ∂ distance / ∂ x_j = w_j n, wherever the nearest points are unique.
TEST(directions_are_the_gradient)
{
    Random       random = {5};
    const double step = 1e-6;
    for (int p = 0; p < PAIR_COUNT; p++)
        for (int trial = 0; trial < 300; trial++) {
            double4 x[4];
            for (int j = 0; j < PAIRS[p].corners; j++)
                x[j] = anywhere(&random, 1, p == 2);
            Narrow n;
            assert_true(PAIRS[p].narrow(x, x, 0.1, INFINITY, 0, &n));
            if (n.distance < 0.02)
                continue;
            for (int j = 0; j < PAIRS[p].corners; j++)
                for (int axis = 0; axis < (p == 2 ? 2 : 3); axis++) {
                    const double4 e = at(axis == 0, axis == 1, axis == 2), kept = x[j];
                    x[j] = plus(kept, step, e);
                    const double more = PAIRS[p].distance(x);
                    x[j] = plus(kept, -step, e);
                    const double less = PAIRS[p].distance(x);
                    x[j] = kept;
                    assert_near((more - less) / (2 * step), n.weight[j] * double4_dot(n.normal, e), 2e-4);
                }
        }
}

// A common mistake: with an unnormalised n = e1 × e2 the distance would scale with the area. Triangles and edges of any size must give
// metres.
TEST(normals_are_unit_at_every_size)
{
    for (double size = 1e-4; size < 1e4; size *= 7) {
        const double  height = 0.3 * size;
        const double4 triangle[4] = {at(0.9 * size, 0.7 * size, height), at(0, 0, 0), at(3 * size, 0, 0), at(0, 2 * size, 0)};
        const double4 edges[4] = {at(-size, 0, height), at(2 * size, 0, height), at(0, -size, 0), at(0, 5 * size, 0)};
        Narrow        n;
        assert_true(narrow_point_triangle(triangle, triangle, 0.01, INFINITY, 0, &n));
        assert_near(n.distance / height, 1, 1e-12);
        assert_near(n.normal.z, 1, 1e-12);
        assert_int_equal(n.side, 1);
        assert_near(n.weight[1] + n.weight[2] + n.weight[3], -1, 1e-14);
        assert_near(n.weight[2], -0.3, 1e-12);
        assert_near(n.weight[3], -0.35, 1e-12);
        assert_true(narrow_edge_edge(edges, edges, 0.01, INFINITY, 0, &n));
        assert_near(n.distance / height, 1, 1e-12);
        assert_near(n.normal.z, 1, 1e-12);
        assert_near(n.weight[1], 1.0 / 3, 1e-12);
        assert_near(n.weight[3], -1.0 / 6, 1e-12);
    }
}

// Every region of a triangle: its inside, from both sides, its edges and its corners.
TEST(regions_of_a_triangle)
{
    static const struct {
        double x, y, z, weight[3], normal[3];
        int    side;
    } CASES[] = {
        {0.5, 0.5, 1, {0.625, 0.125, 0.25}, {0, 0, 1}, 1}, {0.5, 0.5, -1, {0.625, 0.125, 0.25}, {0, 0, -1}, -1},
        {1, -3, 4, {0.75, 0.25, 0}, {0, -0.6, 0.8}, 0},    {-3, 0.5, 4, {0.75, 0, 0.25}, {-0.6, 0, 0.8}, 0},
        {-3, -4, 0, {1, 0, 0}, {-0.6, -0.8, 0}, 0},        {7, -4, 0, {0, 1, 0}, {0.6, -0.8, 0}, 0},
        {-3, 6, 0, {0, 0, 1}, {-0.6, 0.8, 0}, 0},          {3 + 1, 0.75 + 2, 0, {0, 0.75 - 0.125, 0.25 + 0.125}, {0, 0, 0}, 0},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof CASES[0]; k++) {
        const double4 x[4] = {at(CASES[k].x, CASES[k].y, CASES[k].z), at(0, 0, 0), at(4, 0, 0), at(0, 2, 0)};
        Narrow        n;
        assert_true(narrow_point_triangle(x, x, 0.1, INFINITY, 0, &n));
        assert_int_equal(n.side, CASES[k].side);
        if (k == 7) { // next to the long edge: along (1, 2) from it
            assert_near(n.normal.x, 1 / sqrt(5), 1e-14);
            assert_near(n.normal.y, 2 / sqrt(5), 1e-14);
            assert_near(n.weight[1], 0, 0);
            continue;
        }
        for (int j = 0; j < 3; j++)
            assert_near(n.weight[1 + j], -CASES[k].weight[j], 1e-14);
        assert_near(n.normal.x, CASES[k].normal[0], 1e-14);
        assert_near(n.normal.y, CASES[k].normal[1], 1e-14);
        assert_near(n.normal.z, CASES[k].normal[2], 1e-14);
    }
}

TEST(regions_of_two_edges)
{
    // The second edge from (0,0,0) to (4,0,0); the first above it, next to its ends, end to end.
    static const struct {
        double from[3], to[3], s, t, distance;
        bool   side;
    } CASES[] = {
        {{1, -1, 2}, {1, 3, 2}, 0.25, 0.25, 2, true}, {{-3, -1, 4}, {-3, 3, 4}, 0.25, 0, 5, false},
        {{7, -1, 4}, {7, 3, 4}, 0.25, 1, 5, false},   {{1, 3, 4}, {1, 9, 4}, 0, 0.25, 5, false},
        {{1, 9, 4}, {1, 3, 4}, 1, 0.25, 5, false},    {{-3, 4, 0}, {-6, 9, 0}, 0, 0, 5, false},
        {{9, 9, 0}, {7, 4, 0}, 1, 1, 5, false},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof CASES[0]; k++) {
        const double4 x[4] = {at(CASES[k].from[0], CASES[k].from[1], CASES[k].from[2]), at(CASES[k].to[0], CASES[k].to[1], CASES[k].to[2]),
                              at(0, 0, 0), at(4, 0, 0)};
        Narrow        n;
        assert_true(narrow_edge_edge(x, x, 0.1, INFINITY, 0, &n));
        assert_near(n.distance, CASES[k].distance, 1e-13);
        assert_near(n.weight[1], CASES[k].s, 1e-14);
        assert_near(n.weight[3], -CASES[k].t, 1e-14);
        assert_int_equal(n.side != 0, CASES[k].side);
        // The order of the edges, and of their ends, changes signs only.
        const double4 swapped[4] = {x[3], x[2], x[0], x[1]};
        Narrow        other;
        assert_true(narrow_edge_edge(swapped, swapped, 0.1, INFINITY, 0, &other));
        assert_near(other.distance, n.distance, 1e-13);
        assert_near(double4_dot(other.normal, n.normal), -1, 1e-13);
        assert_near(other.weight[0], CASES[k].t, 1e-14);
    }
}

TEST(regions_of_a_segment)
{
    static const struct {
        double x, y, t, normal[2];
        int    side;
    } CASES[] = {{1, 2, 0.25, {0, 1}, 1}, {1, -2, 0.25, {0, -1}, -1}, {-3, 4, 0, {-0.6, 0.8}, 0}, {7, -4, 1, {0.6, -0.8}, 0}};
    for (size_t k = 0; k < sizeof CASES / sizeof CASES[0]; k++) {
        const double4 x[3] = {at(CASES[k].x, CASES[k].y, 3), at(0, 0, 3), at(4, 0, 3)};
        Narrow        n;
        assert_true(narrow_point_segment(x, x, 0.1, INFINITY, 0, &n));
        assert_int_equal(n.side, CASES[k].side);
        assert_near(n.weight[2], -CASES[k].t, 1e-15);
        assert_near(n.normal.x, CASES[k].normal[0], 1e-15);
        assert_near(n.normal.y, CASES[k].normal[1], 1e-15);
        assert_near(n.normal.z, 0, 0);
        assert_near(n.weight[3], 0, 0);
    }
}

// ---- sides ----

TEST(a_remembered_side_pushes_back)
{
    const double thickness = 0.1;
    for (int8_t side = -1; side <= 1; side = (int8_t)(side + 2)) {
        const double   z = -0.03 * side; // on the wrong side, not deep
        const double4  triangle[4] = {at(0.2, 0.3, z), at(0, 0, 0), at(1, 0, 0), at(0, 1, 0)};
        const double4  edges[4] = {at(-0.3, 0.1, z), at(0.7, 0.1, z), at(0, -1, 0), at(0, 1, 0)};
        const double4  segment[3] = {at(0.3, z, 1), at(0, 0, 1), at(1, 0, 1)};
        const double4 *x[PAIR_COUNT] = {triangle, edges, segment};
        for (int p = 0; p < PAIR_COUNT; p++) {
            Narrow n;
            assert_true(PAIRS[p].narrow(x[p], x[p], thickness, INFINITY, side, &n));
            assert_int_equal(n.side, side);
            assert_near(n.distance, -0.03, 1e-15);
            assert_near(value_of(&n, x[p], PAIRS[p].corners), -0.03, 1e-15);
            assert_near(p == 2 ? n.normal.y : n.normal.z, side, 1e-15);
            // Without a remembered side it is on the side of its position.
            assert_true(PAIRS[p].narrow(x[p], x[p], thickness, INFINITY, 0, &n));
            assert_int_equal(n.side, -side);
            assert_near(n.distance, 0.03, 1e-15);
        }
    }
}

// A point that has passed through is pushed back from any distance, also beyond a border.
TEST(a_remembered_side_is_kept_at_any_distance)
{
    Narrow        n;
    const double4 far[4] = {at(0.2, 0.3, -9), at(0, 0, 0), at(1, 0, 0), at(0, 1, 0)};
    assert_true(narrow_point_triangle(far, far, 0.1, INFINITY, 1, &n));
    assert_int_equal(n.side, 1);
    assert_near(n.normal.z, 1, 1e-15);
    assert_near(n.distance, -9, 1e-14);
    const double4 past_edge[4] = {at(-0.06, 0.5, -0.01), at(0, 0, 0), at(1, 0, 0), at(0, 1, 0)};
    assert_true(narrow_point_triangle(past_edge, past_edge, 0.1, INFINITY, 1, &n));
    assert_near(n.normal.z, 1, 1e-15);
    assert_near(n.distance, -0.01, 1e-15);
    assert_true(
        narrow_point_triangle(past_edge, past_edge, 0.1, INFINITY, 0, &n)); // not passed through: direction between the nearest points
    assert_int_equal(n.side, 0);
    assert_near(n.distance, hypot(0.06, 0.01), 1e-15);
}

// ---- motions ----

// A point that flies past an element at more than R is not stopped by the plane of its approach. Tested over the triangles of a sheet.
TEST(elements_that_pass_by_are_not_stopped)
{
    const double thickness = 0.002, way = 1.0 / 6;
    for (int k = 0; k < 6 * 5 * 5 * 50; k++) {
        const int     row = k / 5 % 5, moment = k / 25 % 50, level = k / 1250;
        const double  x = 0.1 * (k % 5), y = 0.1 * row, start = -0.3 + 0.01 * moment, height = thickness * (1.1 + 0.4 * level);
        const double4 from[4] = {at(start, 0.22, height), at(x, y, 0), at(x + 0.1, y, 0), at(x + 0.1, y + 0.1, 0)};
        const double4 to[4] = {at(start + way, 0.22, height), from[1], from[2], from[3]};
        Narrow        n;
        if (narrow_point_triangle(from, to, thickness, INFINITY, 0, &n))
            assert_true(value_of(&n, to, 4) >= thickness * (1 - 1e-12));
    }
}

static double nearest_on_way(const Pair *pair, const double4 *from, const double4 *to)
{
    enum { PARTS = 2000 };
    double min = INFINITY;
    for (int k = 0; k <= PARTS; k++) {
        double4 x[4];
        for (int j = 0; j < pair->corners; j++)
            x[j] = plus(from[j], (double)k / PARTS, double4_sub(to[j], from[j]));
        min = fmin(min, pair->distance(x));
    }
    return min;
}

// Elements that translate past each other have a plane between them during the whole motion. The plane that is found pushes neither the
// start nor the end farther away than the smallest distance of the elements.
TEST(elements_that_pass_by_are_not_pushed)
{
    const double thickness = 0.3;
    Random       random = {13};
    for (int p = 0; p < PAIR_COUNT; p++)
        for (int trial = 0, passed = 0; passed < 500; trial++) {
            double4       from[4], to[4];
            const double4 shift = anywhere(&random, 4, p == 2);
            for (int j = 0; j < PAIRS[p].corners; j++) {
                from[j] = anywhere(&random, 1, p == 2);
                to[j] = j < PAIRS[p].first ? plus(from[j], 1, at(shift.x, shift.y, p == 2 ? 0 : shift.z)) : from[j];
            }
            const double min = nearest_on_way(&PAIRS[p], from, to);
            Narrow       n;
            if (PAIRS[p].distance(from) <= thickness || min < 0.6 * thickness || min > 2 * thickness)
                continue;
            passed++;
            assert_true(PAIRS[p].narrow(from, to, thickness, INFINITY, 0, &n));
            const double begin = value_of(&n, from, PAIRS[p].corners), end = value_of(&n, to, PAIRS[p].corners);
            if (fmin(begin, end) < 0.98 * fmin(thickness, min))
                fail_msg("%s, trial %d: passes at %g, and its plane has C = %g at the start and %g at the end", PAIRS[p].name, trial, min,
                         begin, end);
        }
}

TEST(a_path_through_an_element_is_stopped_before_it)
{
    Random       random = {9};
    const double thickness = 0.05;
    for (int p = 0; p < PAIR_COUNT; p++)
        for (int trial = 0; trial < 500; trial++) {
            // The first element starts on one side, ends far on the other, and may miss the second.
            double4        from[4], to[4];
            const double4  shift = p == 2 ? at(0.3 * rig_random(&random), -2 * (0.1 + random_unit(&random)), 0)
                                          : at(0.3 * rig_random(&random), 0.3 * rig_random(&random), -2 * (0.1 + random_unit(&random)));
            const double4  triangle[4] = {at(0.3, 0.3, 0), at(-0.4, -0.3, 0), at(1.1, 0, 0), at(0, 1.2, 0)};
            const double4  edges[4] = {at(-0.3, 0.1, 0), at(0.7, -0.1, 0), at(0.1, -1, 0), at(0, 1, 0)};
            const double4  segment[3] = {at(0.3, 0, 1), at(-0.7, 0, 1), at(1, 0, 1)};
            const double4 *rest = p == 0 ? triangle : p == 1 ? edges : segment;
            const double   height = thickness * (1.01 + random_unit(&random));
            for (int j = 0; j < PAIRS[p].corners; j++) {
                from[j] = plus(rest[j], 0.02, anywhere(&random, 1, true));
                from[j].z = rest[j].z;
                if (j < PAIRS[p].first)
                    from[j] = plus(from[j], 1, p == 2 ? at(0, height + 0.02, 0) : at(0, 0, height));
                to[j] = j < PAIRS[p].first ? plus(from[j], 1, shift) : from[j];
            }
            Narrow start, n;
            assert_true(PAIRS[p].narrow(from, from, thickness, INFINITY, 0, &start));
            assert_true(PAIRS[p].narrow(from, to, thickness, INFINITY, 0, &n));
            // The inequality holds at the start, and is violated at an end behind the inside of the second element.
            assert_true(value_of(&n, from, PAIRS[p].corners) > 0);
            assert_true(n.distance > 0.2 * thickness);
            if (n.side != 0 && start.side != 0) {
                assert_int_equal(n.side, start.side);
                assert_true(value_of(&n, to, PAIRS[p].corners) < thickness);
            }
        }
}

// Rotating edges, and triangles that move too: an end on the other side violates the inequality.
TEST(no_path_passes_through)
{
    Random       random = {11};
    const double thickness = 0.1;
    int          through = 0;
    for (int trial = 0; trial < 20000; trial++) {
        double4 from[4], to[4];
        for (int j = 0; j < 4; j++) {
            from[j] = anywhere(&random, 1, false);
            to[j] = plus(from[j], 0.5, anywhere(&random, 1, false));
        }
        // A point passes through a triangle at rest where the segment of its motion crosses it.
        for (int j = 1; j < 4; j++)
            to[j] = from[j];
        const double4 n = double4_cross(double4_sub(from[2], from[1]), double4_sub(from[3], from[1]));
        const double  before = double4_dot(n, double4_sub(from[0], from[1])), after = double4_dot(n, double4_sub(to[0], from[1]));
        if (!(before * after < 0) || narrow_distance_point_triangle(from) < 0.02)
            continue;
        const double4 hit[4] = {plus(from[0], before / (before - after), double4_sub(to[0], from[0])), from[1], from[2], from[3]};
        if (narrow_distance_point_triangle(hit) > 1e-9)
            continue;
        through++;
        Narrow found;
        assert_true(narrow_point_triangle(from, to, thickness, 0.01, 0, &found)); // for any reach, since the elements come near
        if (!(value_of(&found, to, 4) < thickness))
            fail_msg("trial %d passes through: C = %g at its end", trial, value_of(&found, to, 4) - thickness);
    }
    assert_true(through > 200);
}

TEST(reach_excludes_distant_elements)
{
    const double4 from[4] = {at(0.2, 0.3, 0.5), at(0, 0, 0), at(1, 0, 0), at(0, 1, 0)};
    double4       to[4] = {at(0.2, 0.3, 0.3), at(0, 0, 0), at(1, 0, 0), at(0, 1, 0)};
    Narrow        n;
    assert_false(narrow_point_triangle(from, to, 0.1, 0.2999, 0, &n));
    assert_true(narrow_point_triangle(from, to, 0.1, 0.3001, 0, &n));
    assert_near(n.distance, 0.3, 1e-15); // the end is the nearest
    to[0] = at(0.2, 0.3, 0.9);
    assert_true(narrow_point_triangle(from, to, 0.1, 0.5001, 0, &n));
    assert_near(n.distance, 0.5, 1e-15); // the start is the nearest
}

TEST(boxes_exclude_only_distant_elements)
{
    Random random = {17};
    int    far = 0;
    for (int p = 0; p < PAIR_COUNT; p++)
        for (int trial = 0; trial < 20000; trial++) {
            double4       from[4], to[4];
            const double  reach = 0.3 * random_unit(&random), share = random_unit(&random);
            const double4 together = anywhere(&random, 5, true);
            for (int j = 0; j < PAIRS[p].corners; j++) {
                from[j] = anywhere(&random, 1, p == 2);
                to[j] = plus(plus(from[j], 1, at(together.x, together.y, 0)), 0.1, anywhere(&random, 1, p == 2));
                to[j].z = p == 2 ? from[j].z : to[j].z;
            }
            const double way = narrow_travel(from, to, PAIRS[p].first, PAIRS[p].corners);
            if (!narrow_far(from, to, PAIRS[p].first, PAIRS[p].corners, reach, share))
                continue;
            far++;
            for (int k = 0; k <= 10; k++) {
                double4 x[4];
                for (int j = 0; j < PAIRS[p].corners; j++)
                    x[j] = plus(from[j], 0.1 * k, double4_sub(to[j], from[j]));
                assert_true(PAIRS[p].distance(x) > reach + share * way);
            }
        }
    assert_true(far > 5000);
}

// A point that slides over a sheet at its distance is not stopped by the triangles that it reaches.
TEST(sliding_is_free)
{
    const double R = 0.005, cell = 0.01;
    for (double height = 0.8; height <= 1.2; height += 0.1)
        for (double slide = 0.1; slide < 2; slide += 0.1) {
            const double4 from[4] = {at(-0.4 * cell, 0.3 * cell, height * R), at(0, 0, 0), at(cell, 0, 0), at(0, cell, 0)};
            double4       to[4] = {from[0], from[1], from[2], from[3]};
            to[0].x += slide * R;
            Narrow n;
            assert_true(narrow_point_triangle(from, to, R, INFINITY, 0, &n));
            assert_true(value_of(&n, to, 4) - R > (fmin(height, 1) - 1.001) * R);
        }
}

// ---- elements without a direction, and invalid numbers ----

TEST(degenerate_elements)
{
    Narrow        n;
    const double4 needle[4] = {at(0.5, 0.3, 0.4), at(0, 0, 0), at(0.4, 0, 0), at(1, 0, 0)}; // a triangle degenerated to a line
    assert_true(narrow_point_triangle(needle, needle, 0.1, INFINITY, 0, &n));
    assert_near(n.distance, 0.5, 1e-15);
    assert_near(n.normal.y, 0.6, 1e-15);
    assert_int_equal(n.side, 0);
    const double4 dot[4] = {at(0, 0.3, 0.4), at(0, 0, 0), at(0, 0, 0), at(0, 0, 0)};
    assert_true(narrow_point_triangle(dot, dot, 0.1, INFINITY, 1, &n));
    assert_near(n.distance, 0.5, 1e-15);
    const double4 dots[4] = {at(0, 0.3, 0.4), at(0, 0.3, 0.4), at(0, 0, 0), at(0, 0, 0)};
    assert_true(narrow_edge_edge(dots, dots, 0.1, INFINITY, 1, &n));
    assert_near(n.distance, 0.5, 1e-15);
    const double4 one[4] = {at(0.3, 0.3, 0.4), at(0.3, 0.3, 0.4), at(0, 0.3, 0), at(1, 0.3, 0)}; // an edge of length 0
    assert_true(narrow_edge_edge(one, one, 0.1, INFINITY, 0, &n));
    assert_near(n.distance, 0.4, 1e-15);
    const double4 other[4] = {at(0, 0.3, 0), at(1, 0.3, 0), at(0.3, 0.3, 0.4), at(0.3, 0.3, 0.4)};
    assert_true(narrow_edge_edge(other, other, 0.1, INFINITY, 0, &n));
    assert_near(n.distance, 0.4, 1e-15);
    assert_near(n.weight[1], 0.3, 1e-15);
    const double4 nowhere[4] = {at(0, 0, 0), at(0, 0, 0), at(0, 0, 0), at(0, 0, 0)};
    assert_false(narrow_point_triangle(nowhere, nowhere, 0.1, INFINITY, 1, &n));
    assert_false(narrow_edge_edge(nowhere, nowhere, 0.1, INFINITY, 1, &n));
    assert_false(narrow_point_segment(nowhere, nowhere, 0.1, INFINITY, 1, &n));
}

TEST(parallel_edges)
{
    Narrow        n;
    const double4 over[4] = {at(0.2, 0, 0.1), at(1.2, 0, 0.1), at(0, 0, 0), at(1, 0, 0)}; // they share 0.2 … 1: met in the middle
    assert_true(narrow_edge_edge(over, over, 0.1, INFINITY, 0, &n));
    assert_near(n.distance, 0.1, 1e-15);
    assert_near(n.normal.z, 1, 1e-15);
    assert_near(n.weight[1], 0.4, 1e-14);
    assert_near(n.weight[3], -0.6, 1e-14);
    assert_int_equal(n.side, 0);
    const double4 against[4] = {over[1], over[0], over[2], over[3]}; // in the opposite direction
    assert_true(narrow_edge_edge(against, against, 0.1, INFINITY, 0, &n));
    assert_near(n.weight[1], 0.6, 1e-14);
    assert_near(n.weight[3], -0.6, 1e-14);
    const double4 behind[4] = {at(4, 0, 4), at(6, 0, 4), at(0, 0, 0), at(1, 0, 0)}; // one behind the other
    assert_true(narrow_edge_edge(behind, behind, 0.1, INFINITY, 0, &n));
    assert_near(n.distance, 5, 1e-14);
    assert_near(n.weight[0], 1, 1e-15);
    const double4 touching[4] = {at(0.2, 0, 0), at(1.2, 0, 0), at(0, 0, 0), at(1, 0, 0)}; // collinear: no direction
    assert_false(narrow_edge_edge(touching, touching, 0.1, INFINITY, 0, &n));
}

// Elements at distance zero use their normal, on the remembered side, or else on the side from which they come.
TEST(elements_that_touch)
{
    Narrow  n;
    double4 from[4] = {at(0.2, 0.3, 0), at(0, 0, 0), at(1, 0, 0), at(0, 1, 0)}, to[4];
    memcpy(to, from, sizeof to);
    assert_true(narrow_point_triangle(from, to, 0.1, INFINITY, -1, &n));
    assert_near(n.distance, 0, 0);
    to[0].z = 0.05; // it moves up, so it comes from below
    assert_true(narrow_point_triangle(from, to, 0.1, INFINITY, 0, &n));
    assert_near(n.normal.z, -1, 1e-15);
    to[0].z = -0.05;
    assert_true(narrow_point_triangle(from, to, 0.1, INFINITY, 0, &n));
    assert_near(n.normal.z, 1, 1e-15);
    const double4 corner[4] = {at(0, 0, 0), at(0, 0, 0), at(1, 0, 0), at(0, 1, 0)}; // at a corner
    assert_true(narrow_point_triangle(corner, corner, 0.1, INFINITY, -1, &n));
    assert_near(n.normal.z, -1, 1e-15);
    assert_near(n.weight[1], -1, 1e-15);
}

TEST(elements_that_are_not_finite_are_no_pair)
{
    Narrow n;
    for (int p = 0; p < PAIR_COUNT; p++)
        for (int j = 0; j < PAIRS[p].corners; j++)
            for (int k = 0; k < 2; k++) {
                double4 from[4] = {at(0.2, 0.3, 0.1), at(0, 0, 0), at(1, 0, 0), at(0, 1, 0)}, to[4];
                memcpy(to, from, sizeof to);
                (k ? from : to)[j].y = NAN;
                assert_false(PAIRS[p].narrow(from, to, 0.1, 1, 1, &n));
            }
}

// Positions far from the origin in single precision still give unit normals and weights with the sum 0.
TEST(single_precision_positions)
{
    Random random = {13};
    for (int p = 0; p < PAIR_COUNT; p++)
        for (int trial = 0; trial < 2000; trial++) {
            double4 from[4], to[4];
            for (int j = 0; j < PAIRS[p].corners; j++) {
                const double4 a = plus(at(100, -50, 20), 0.01, anywhere(&random, 1, p == 2)),
                              b = plus(a, 1e-3, anywhere(&random, 1, p == 2));
                from[j] = at((double)(float)a.x, (double)(float)a.y, p == 2 ? 0 : (double)(float)a.z);
                to[j] = at((double)(float)b.x, (double)(float)b.y, p == 2 ? 0 : (double)(float)b.z);
            }
            Narrow n;
            if (!PAIRS[p].narrow(from, to, 0.005, INFINITY, 0, &n))
                continue; // two that touch and have no direction
            assert_near(double4_norm(n.normal), 1, 1e-12);
            assert_near(n.weight[0] + n.weight[1] + n.weight[2] + n.weight[3], 0, 1e-12);
            assert_true(n.distance >= 0);
        }
}
