// Nearest points after Ericson, Real-Time Collision Detection (2005), 5.1. The search in time is conservative advancement: within a time t
// the distance of a pair falls by at most t times the largest relative speed of two corners. So a pair cannot pass through itself between
// two evaluations.
#include "geometry/narrow.h"

#include <math.h>
#include <string.h>

#include "base/gnu.h"

typedef enum Elements { POINT_TRIANGLE, EDGE_EDGE, POINT_SEGMENT } Elements;

// The nearest points of two elements at one moment.
typedef struct NearestPoints {
    double4 gap;       // Σ w x: from the nearest point of the second to that of the first, m
    double  distance;  // of the two, m
    double  weight[4]; // Σ w = 0
    double4 normal;    // not unit: of the triangle, e1 × e2, or the left normal of the segment; 0 if undefined
    bool    inside;    // both nearest points lie inside their elements
} NearestPoints;

enum { EVALUATIONS_MAX = 24 };

static const double PARALLEL = 1e-14; // squared sine of the angle below which e1 × e2 counts as zero
static const double TOUCHING = 1e-9;  // of R: counts as distance zero
static const double FLOOR = 0.5;      // of R: a pair that stays farther apart has not passed through itself

static GNU_ALWAYS_INLINE double lesser(double a, double b)
{
    return a < b ? a : b;
}

static GNU_ALWAYS_INLINE double greater(double a, double b)
{
    return a > b ? a : b;
}

static GNU_ALWAYS_INLINE double4 weighted(const double weight[4], const double4 *x, int count)
{
    double4 sum = {0};
    for (int j = 0; j < count; j++)
        double4_add_to(&sum, weight[j], x[j]);
    return sum;
}

static GNU_ALWAYS_INLINE void note_gap(const double4 *x, NearestPoints *near)
{
    const double4 gap = weighted(near->weight, x, 4);
    near->gap = gap;
    near->distance = double4_norm(gap);
}

// ---- a point and a segment ----

// The parameter of the nearest point of the line through a and b.
static double along_segment(double4 p, double4 a, double4 b)
{
    const double4 e = double4_sub(b, a);
    const double  square = double4_dot(e, e);
    return square > 0 ? double4_dot(double4_sub(p, a), e) / square : 0;
}

static GNU_ALWAYS_INLINE void near_point_segment(const double4 *x, NearestPoints *near)
{
    const double  t = along_segment(x[0], x[1], x[2]), at = clamp01(t);
    const double4 e = double4_sub(x[2], x[1]), left = {-e.y, e.x, 0, 0};
    near->weight[0] = 1;
    near->weight[1] = at - 1;
    near->weight[2] = -at;
    near->weight[3] = 0;
    near->inside = t > 0 && t < 1;
    near->normal = left;
    const double4 gap = double4_sub(x[0], double4_sub(x[1], double4_scale(-at, e)));
    near->gap = gap;
    near->distance = double4_norm(gap);
}

// ---- a point and a triangle ----

// The nearest point on the edges of a triangle; that of the whole triangle if it has no area.
static GNU_NO_INLINE void nearest_of_border(const double4 *x, NearestPoints *near)
{
    double min = INFINITY;
    near->weight[1] = near->weight[2] = near->weight[3] = 0;
    for (int k = 0; k < 3; k++) {
        const int     a = 1 + k, b = 1 + (k + 1) % 3;
        const double  at = clamp01(along_segment(x[0], x[a], x[b]));
        const double4 q = double4_sub(x[a], double4_scale(-at, double4_sub(x[b], x[a]))), gap = double4_sub(x[0], q);
        const double  square = double4_dot(gap, gap);
        if (square < min) {
            min = square;
            near->weight[1] = near->weight[2] = near->weight[3] = 0;
            near->weight[a] = at - 1;
            near->weight[b] = -at;
        }
    }
    near->inside = false;
}

static GNU_ALWAYS_INLINE void near_point_triangle(const double4 *x, NearestPoints *near)
{
    const double4 e1 = double4_sub(x[2], x[1]), e2 = double4_sub(x[3], x[1]), r = double4_sub(x[0], x[1]);
    const double4 n = double4_cross(e1, e2);
    const double  square = double4_dot(n, n), longest = greater(double4_dot(e1, e1), double4_dot(e2, e2));
    // Barycentric coordinates times the squared normal: areas of the triangles that r spans with the edges.
    const double second = double4_dot(double4_cross(r, e2), n), third = double4_dot(double4_cross(e1, r), n);
    near->weight[0] = 1;
    near->normal = square > PARALLEL * longest * longest ? n : (double4){0};
    if (square > PARALLEL * longest * longest && second > 0 && third > 0 && second + third < square) {
        near->inside = true;
        near->weight[2] = -second / square;
        near->weight[3] = -third / square;
        near->weight[1] = -1 - near->weight[2] - near->weight[3];
    } else {
        nearest_of_border(x, near);
    }
    note_gap(x, near);
}

// ---- two edges ----

// Parallel edges: the middle of the interval where they overlap, so that neither end is preferred.
static void nearest_of_parallel(double4 d, double4 e, double4 r, double dd, double *s, double *t)
{
    const double ee = double4_dot(e, e);
    if (!(dd > 0)) {
        *s = 0;
        *t = ee > 0 ? clamp01(double4_dot(e, r) / ee) : 0;
        return;
    }
    const double a = -double4_dot(d, r) / dd, b = a + double4_dot(d, e) / dd; // the ends of the second edge, as parameters of the first
    const double low = fmax(0, fmin(a, b)), high = fmin(1, fmax(a, b));
    *s = low <= high ? 0.5 * (low + high) : clamp01(low > 1 ? 1 : fmax(a, b));
    *t = ee > 0 ? clamp01((double4_dot(e, r) + *s * double4_dot(d, e)) / ee) : 0;
}

static GNU_ALWAYS_INLINE void near_edge_edge(const double4 *x, NearestPoints *near)
{
    const double4 d = double4_sub(x[1], x[0]), e = double4_sub(x[3], x[2]), r = double4_sub(x[0], x[2]), n = double4_cross(d, e);
    const double  dd = double4_dot(d, d), ee = double4_dot(e, e), de = double4_dot(d, e), dr = double4_dot(d, r), er = double4_dot(e, r);
    const double  square = double4_dot(n, n); // dd ee − de² without its cancellation
    double        s, t;
    near->inside = false;
    if (square > PARALLEL * dd * ee) {
        const double across = (de * er - dr * ee) / square;
        s = clamp01(across);
        const double along = (er + s * de) / ee;
        t = clamp01(along);
        near->inside = across > 0 && across < 1 && along > 0 && along < 1;
        if (along != t)
            s = clamp01((t * de - dr) / dd);
    } else {
        nearest_of_parallel(d, e, r, dd, &s, &t);
    }
    near->weight[0] = 1 - s;
    near->weight[1] = s;
    near->weight[2] = t - 1;
    near->weight[3] = -t;
    near->normal = square > PARALLEL * dd * ee ? n : (double4){0};
    note_gap(x, near);
}

// ---- during the motion ----

static GNU_ALWAYS_INLINE int corners_of(Elements elements)
{
    return elements == POINT_SEGMENT ? 3 : 4;
}

static GNU_ALWAYS_INLINE void near_at(Elements elements, const double4 *x, NearestPoints *near)
{
    if (elements == POINT_TRIANGLE)
        near_point_triangle(x, near);
    else if (elements == EDGE_EDGE)
        near_edge_edge(x, near);
    else
        near_point_segment(x, near);
}

static GNU_ALWAYS_INLINE double travel_of(const double4 *from, const double4 *to, int first, int count)
{
    double max = 0;
    for (int i = 0; i < first; i++)
        for (int j = first; j < count; j++) {
            const double4 move = double4_sub(double4_sub(to[i], from[i]), double4_sub(to[j], from[j]));
            const double  square = double4_dot(move, move);
            if (square > max || isnan(square))
                max = square;
        }
    return sqrt(max);
}

GNU_VECTOR(double, Axes, 32);
GNU_VECTOR(int64_t, AxesMask, 32);

static GNU_ALWAYS_INLINE Axes axes_of(const double4 *a) // w is unused
{
    Axes axes;
    memcpy(&axes, a, sizeof axes);
    return axes;
}

static GNU_ALWAYS_INLINE Axes axes_min(Axes a, Axes b)
{
    const AxesMask mask = a < b;
    return (Axes)(((AxesMask)a & mask) | ((AxesMask)b & ~mask));
}

static GNU_ALWAYS_INLINE Axes axes_max(Axes a, Axes b)
{
    const AxesMask mask = a > b;
    return (Axes)(((AxesMask)a & mask) | ((AxesMask)b & ~mask));
}

// x·direction of all corners; the last of three is repeated.
static GNU_ALWAYS_INLINE Axes corners_along(const double4 *x, int count, double4 direction)
{
    const double4 *a = &x[0], *b = &x[1], *c = &x[2], *d = &x[count - 1];
    return direction.x * (Axes){a->x, b->x, c->x, d->x} + direction.y * (Axes){a->y, b->y, c->y, d->y} +
           direction.z * (Axes){a->z, b->z, c->z, d->z};
}

// The gap from the second element to the first along an axis.
static GNU_ALWAYS_INLINE double gap_along(Axes at, int first)
{
    const double end = lesser(at[0], first == 2 ? at[1] : at[0]), other = first == 2 ? at[2] : at[1];
    return end - greater(other, greater(at[2], at[3]));
}

// Separating axis: the line between the centres at the start. The gap of two corners along an axis is linear in time, so that the smallest
// is at the start or at the end.
static GNU_ALWAYS_INLINE bool far_between_centres(const double4 *from, const double4 *to, int first, int count, double reach)
{
    const double of_first = 1.0 / first, of_second = 1.0 / (count - first);
    double4      line = {0};
    for (int j = 0; j < count; j++)
        double4_add_to(&line, j < first ? of_first : -of_second, from[j]);
    const double begin = gap_along(corners_along(from, count, line), first), end = gap_along(corners_along(to, count, line), first);
    const double gap = lesser(begin, end);
    return gap > 0 && gap * gap > reach * reach * double4_dot(line, line);
}

// Relative to the first corner, the corners of each element stay in the box around their paths. The distance of the elements is at least
// that of the boxes along any axis. The relative displacement of two corners is bounded by the range of all displacements.
static GNU_ALWAYS_INLINE bool far(const double4 *from, const double4 *to, int first, int count, double reach, double share)
{
    const Axes carried = axes_of(&to[0]) - axes_of(&from[0]);
    Axes       low[2] = {axes_of(&from[0]), axes_of(&from[first])}, high[2] = {low[0], low[1]}, back = {0}, forth = {0};
    for (int j = 0; j < count; j++) {
        const int  of = j >= first;
        const Axes begin = axes_of(&from[j]), end = axes_of(&to[j]) - carried;
        low[of] = axes_min(low[of], axes_min(begin, end));
        high[of] = axes_max(high[of], axes_max(begin, end));
        back = axes_min(back, end - begin);
        forth = axes_max(forth, end - begin);
    }
    const Axes   way = forth - back, apart = axes_max(low[0] - high[1], low[1] - high[0]) - reach, square = way * way;
    const double wider = share * share * (square[0] + square[1] + square[2]), gap = greater(apart[0], greater(apart[1], apart[2]));
    return (gap > 0 && gap * gap > wider) || far_between_centres(from, to, first, count, reach + sqrt(wider));
}

bool narrow_far(const double4 *from, const double4 *to, int first, int count, double reach, double share)
{
    return count == 3   ? far(from, to, 1, 3, reach, share)
           : first == 1 ? far(from, to, 1, 4, reach, share)
                        : far(from, to, 2, 4, reach, share);
}

static GNU_ALWAYS_INLINE double4 between(double4 from, double4 to, double t)
{
    double4_add_to(&from, t, double4_sub(to, from));
    return from;
}

static GNU_ALWAYS_INLINE void near_during(Elements elements, const double4 *from, const double4 *to, double t, NearestPoints *near)
{
    double4 x[4];
    for (int j = 0; j < corners_of(elements); j++)
        x[j] = between(from[j], to[j], t);
    near_at(elements, x, near);
}

// The nearest points at the moment that defines n and w. If the pair stays apart this is the nearest approach among the evaluations;
// otherwise the first moment below `floor`, when the side is still certain. points[0]: at the start; returns one of the three.
static GNU_ALWAYS_INLINE const NearestPoints *nearest_approach(Elements elements, const double4 *from, const double4 *to, double thickness,
                                                               double motion, NearestPoints points[3])
{
    const double floor = FLOOR * lesser(thickness, points[0].distance);
    int          best = 0, last = 0;
    double       t = 0;
    for (int k = 0; k < EVALUATIONS_MAX && t < 1 && motion > 0; k++) {
        t = lesser(t + (points[last].distance - 0.9 * floor) / motion, 1);
        last = best == 1 ? 2 : 1;
        if (t < 1)
            near_during(elements, from, to, t, &points[last]);
        else
            near_at(elements, to, &points[last]); // exactly
        if (points[last].distance <= points[best].distance)
            best = last;
        if (!(points[last].distance > floor))
            return &points[last];
    }
    return &points[t < 1 ? last : best];
}

// The sign of the gap along the normal; at distance zero, the sign of the gap that was closed.
static GNU_ALWAYS_INLINE int8_t side_of(Elements elements, const NearestPoints *near, const double4 *from, const double4 *to)
{
    double along = double4_dot(near->normal, near->gap);
    if (along == 0) {
        const int count = corners_of(elements);
        along = double4_dot(near->normal, double4_sub(weighted(near->weight, from, count), weighted(near->weight, to, count)));
    }
    return along < 0 ? -1 : 1;
}

// The nearest approach of the whole path, by golden sections. The distance of two convex elements that do not rotate is convex in time. The
// plane of its minimum has both ends of the path in front of it.
static GNU_NO_INLINE void find_nearest(Elements elements, const double4 *from, const double4 *to, NearestPoints *out)
{
    enum { SECTIONS = 40 };
    static const double GOLDEN = 0.61803398874989485;
    double              low = 0, high = 1, t[2] = {1 - GOLDEN, GOLDEN};
    NearestPoints       near[2];
    near_during(elements, from, to, t[0], &near[0]);
    near_during(elements, from, to, t[1], &near[1]);
    for (int k = 0; k < SECTIONS; k++) {
        const int last = near[0].distance < near[1].distance; // the one of the two outside the next section
        if (last)
            high = t[1];
        else
            low = t[0];
        t[last] = t[1 - last];
        near[last] = near[1 - last];
        t[1 - last] = last ? high - GOLDEN * (high - low) : low + GOLDEN * (high - low);
        near_during(elements, from, to, t[1 - last], &near[1 - last]);
    }
    *out = near[near[1].distance < near[0].distance];
}

// True if an end of the path lies behind the plane of nearest points, by less than R and than the distance of the points. For a pair that
// starts and stays apart there is a better plane without such an end; this one would push the elements although they move past each other.
// 0.99: a search for a minimum finds its time only to the square root of rounding.
static GNU_ALWAYS_INLINE bool is_askew(Elements elements, const NearestPoints *near, const double4 *from, const double4 *to,
                                       double thickness)
{
    const int    count = corners_of(elements);
    const double begin = double4_dot(near->gap, weighted(near->weight, from, count));
    const double end = double4_dot(near->gap, weighted(near->weight, to, count));
    return lesser(begin, end) < 0.99 * lesser(thickness, near->distance) * near->distance;
}

static GNU_ALWAYS_INLINE bool narrow(Elements elements, const double4 *from, const double4 *to, double thickness, double reach, int8_t side,
                                     Narrow *out)
{
    NearestPoints        points[3];
    const NearestPoints *near = points;
    const double         motion = travel_of(from, to, elements == EDGE_EDGE ? 2 : 1, corners_of(elements));
    near_at(elements, from, points);
    if (!(near->distance - motion <= reach))
        return false;
    bool by_normal = side != 0 && double4_dot(near->normal, near->normal) > 0; // the pair has passed through itself
    if (!by_normal) {
        near = nearest_approach(elements, from, to, thickness, motion, points);
        if (!(near->distance <= greater(reach, FLOOR * thickness)))
            return false;
        if (points[0].distance > thickness && near->distance > FLOOR * thickness && is_askew(elements, near, from, to, thickness)) {
            near = &points[1];
            find_nearest(elements, from, to, &points[1]);
            if (near->distance > thickness && is_askew(elements, near, from, to, thickness))
                return false; // they rotate too far for a plane between them over the whole path
        }
        by_normal = near->inside || near->distance <= TOUCHING * thickness;
        side = by_normal ? side_of(elements, near, from, to) : 0;
    }
    const double length = by_normal ? double4_norm(near->normal) : near->distance;
    if (!(length > 0))
        return false; // no direction
    const double4 normal = by_normal ? double4_scale(side / length, near->normal) : double4_scale(1 / length, near->gap);
    *out = (Narrow){.normal = normal, .distance = double4_dot(normal, near->gap), .side = side};
    for (int j = 0; j < corners_of(elements); j++)
        out->weight[j] = near->weight[j];
    return true;
}

bool narrow_point_triangle(const double4 from[4], const double4 to[4], double thickness, double reach, int8_t side, Narrow *out)
{
    return narrow(POINT_TRIANGLE, from, to, thickness, reach, side, out);
}

bool narrow_edge_edge(const double4 from[4], const double4 to[4], double thickness, double reach, int8_t side, Narrow *out)
{
    return narrow(EDGE_EDGE, from, to, thickness, reach, side, out);
}

bool narrow_point_segment(const double4 from[3], const double4 to[3], double thickness, double reach, int8_t side, Narrow *out)
{
    return narrow(POINT_SEGMENT, from, to, thickness, reach, side, out);
}

double narrow_travel(const double4 *from, const double4 *to, int first, int count)
{
    return travel_of(from, to, first, count);
}

double narrow_distance_point_triangle(const double4 x[4])
{
    NearestPoints near;
    near_point_triangle(x, &near);
    return near.distance;
}

double narrow_distance_edge_edge(const double4 x[4])
{
    NearestPoints near;
    near_edge_edge(x, &near);
    return near.distance;
}

double narrow_distance_point_segment(const double4 x[3])
{
    NearestPoints near;
    near_point_segment(x, &near);
    return near.distance;
}

static bool take_nearest(const NearestPoints *near, int corners, double *weight)
{
    for (int j = 0; j < corners; j++)
        weight[j] = near->weight[j];
    return isfinite(near->distance);
}

bool narrow_nearest_point_triangle(const double4 x[4], double weight[4])
{
    NearestPoints near;
    near_point_triangle(x, &near);
    return take_nearest(&near, 4, weight);
}

bool narrow_nearest_edge_edge(const double4 x[4], double weight[4])
{
    NearestPoints near;
    near_edge_edge(x, &near);
    return take_nearest(&near, 4, weight);
}
