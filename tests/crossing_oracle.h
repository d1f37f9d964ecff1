// Detects crossings from positions alone: an oracle for contact that shares no code with it (nothing of contact/ or geometry/). It receives
// the positions at the ends of all (sub)steps and takes the paths between them as straight. At the end of each step it counts everything
// that is on the wrong side and was not there at the end of the step before. So a crossing counts once; the way back does not count, and
// neither does a crossing that is undone within the step.
//
// Solids: a particle whose path meets the inside is active (`entered`), and its anchor (`home`) is the start of that path. Three conditions
// put it on the wrong side. It is outside. The straight line from the anchor to it meets the inside. The surface normal where this line
// enters and the normal at the particle make a right angle or more; with a smaller angle it has slid round or cut a corner. It is no longer
// active once that line is free. Inside, it is not on the wrong side but deep, which is noted; below a plane it can only be deep.
//
// Sheets (triangles) and rods (edges without triangles): four points become coplanar where the cubic det(b − a, c − a, d − a) of time has a
// root. At a root with a change of sign the point is in the triangle, or the edges meet, or neither. Each point in the triangle and each
// meeting of edges is an event with the sign of the change. The sum of signs over the run is the side; 0 is the side of the start. A
// crossing is a step that ends with a sum farther from 0 than before. It counts once, also for a fold of many layers. For a point of a
// body, its events with all triangles of the other body are summed. For two rods, the events of all their edges are summed together,
// because an edge may leave one segment of a rod for the next. A point of a sheet that went around its border counts as on its old side.
// Two edges of sheets have no such sum, since they can also separate around their ends. Their crossing is detected at the end of a step: an
// edge is through a triangle of the other sheet and was not before the step. So the number of crossed edges of sheets is unknown, but the
// oracle detects whether there is any.
#ifndef WEFT_TESTS_CROSSING_ORACLE_H
#define WEFT_TESTS_CROSSING_ORACLE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "math/real.h"

static inline double4 oracle_between(double4 a, double4 b, double t)
{
    if (t <= 0 || t >= 1)
        return t <= 0 ? a : b; // the bits of the ends
    return (double4){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z), 0};
}

// ---- solids ----

typedef struct HalfSpace {
    double4 normal; // outward
    double  offset; // inside: normal·x < offset
} HalfSpace;

typedef enum SolidKind { SOLID_CONVEX, SOLID_ROUND } SolidKind;
enum { SOLID_FACES_MAX = 32 };

typedef struct Solid {
    SolidKind kind;
    // convex: the intersection of half spaces
    int       face_count;
    HalfSpace face[SOLID_FACES_MAX];
    // round: all points nearer than the radius to a segment, or to a point
    double4 end[2];
    double  radius;
} Solid;

static inline bool solid_clips(const Solid *solid, double4 from, double4 to)
{
    double low = 0, high = 1; // the part of the path that is inside
    for (int k = 0; k < solid->face_count; k++) {
        const HalfSpace *face = &solid->face[k];
        const double     a = double4_dot(face->normal, from) - face->offset, b = double4_dot(face->normal, to) - face->offset;
        if (a >= 0 && b >= 0)
            return false;
        if (a >= 0)
            low = fmax(low, a / (a - b));
        else if (b >= 0)
            high = fmin(high, a / (a - b));
    }
    return low < high || (low == high && low < 1 && high > 0);
}

static inline double solid_axis_distance(const Solid *solid, double4 x)
{
    const double4 axis = double4_sub(solid->end[1], solid->end[0]), from = double4_sub(x, solid->end[0]);
    const double  length2 = double4_dot(axis, axis), t = length2 > 0 ? fmin(fmax(double4_dot(from, axis) / length2, 0), 1) : 0;
    return double4_norm(double4_sub(from, double4_scale(t, axis)));
}

// The distance of a point of a line from a convex set is convex along the line: its minimum by sections.
static inline double solid_min_axis_distance(const Solid *solid, double4 from, double4 to)
{
    double low = 0, high = 1;
    for (int k = 0; k < 120; k++) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (solid_axis_distance(solid, oracle_between(from, to, a)) < solid_axis_distance(solid, oracle_between(from, to, b)))
            high = b;
        else
            low = a;
    }
    const double middle = solid_axis_distance(solid, oracle_between(from, to, (low + high) / 2));
    return fmin(middle, fmin(solid_axis_distance(solid, from), solid_axis_distance(solid, to)));
}

static inline bool solid_is_inside(const Solid *solid, double4 x)
{
    return solid->kind == SOLID_CONVEX ? solid_clips(solid, x, x) : solid_axis_distance(solid, x) < solid->radius;
}

// Whether the straight path meets the inside.
static inline bool solid_meets(const Solid *solid, double4 from, double4 to)
{
    return solid->kind == SOLID_CONVEX ? solid_clips(solid, from, to) : solid_min_axis_distance(solid, from, to) < solid->radius;
}

// The end of the part of a path, from outside, that is before the inside: a part meets it or not.
static inline double4 solid_entry(const Solid *solid, double4 from, double4 to)
{
    double low = 0, high = 1;
    for (int k = 0; k < 50; k++) {
        const double middle = (low + high) / 2;
        *(solid_meets(solid, from, oracle_between(from, to, middle)) ? &high : &low) = middle;
    }
    return oracle_between(from, to, low);
}

// Not normalised; outward, at the point of the surface nearest to x, which is outside.
static inline double4 solid_normal(const Solid *solid, double4 x)
{
    if (solid->kind == SOLID_ROUND) {
        const double4 axis = double4_sub(solid->end[1], solid->end[0]), from = double4_sub(x, solid->end[0]);
        const double  length2 = double4_dot(axis, axis), t = length2 > 0 ? fmin(fmax(double4_dot(from, axis) / length2, 0), 1) : 0;
        return double4_sub(from, double4_scale(t, axis));
    }
    double4 sum = {0}; // of a box: the faces that x is outside of
    for (int k = 0; k < solid->face_count; k++) {
        const double beyond = double4_dot(solid->face[k].normal, x) - solid->face[k].offset;
        double4_add_to(&sum, fmax(beyond, 1e-300), solid->face[k].normal);
    }
    return sum;
}

// Whether two directions make a right angle, but for round-off, or more.
static inline bool solid_turns(double4 a, double4 b)
{
    return double4_dot(a, b) <= 1e-9 * double4_norm(a) * double4_norm(b);
}

typedef struct SolidSide { // of one particle
    double4 home;
    bool    entered, wrong, was_wrong; // was: at the end of the step before
} SolidSide;

static inline void solid_follow(const Solid *solid, SolidSide *side, double4 from, double4 to)
{
    if (!side->entered && solid_meets(solid, from, to))
        *side = (SolidSide){.home = from, .entered = true, .was_wrong = side->was_wrong};
    const bool inside = solid_is_inside(solid, to);
    side->entered = side->entered && (inside || solid_meets(solid, side->home, to));
    side->wrong = side->entered && !inside && solid_turns(solid_normal(solid, solid_entry(solid, side->home, to)), solid_normal(solid, to));
    side->entered = inside || side->wrong;
}

// At the end of a step: whether it crossed in it.
static inline bool solid_count(SolidSide *side)
{
    const bool crossed = side->wrong && !side->was_wrong;
    side->was_wrong = side->wrong;
    return crossed;
}

// ---- sheets and rods ----

enum { BODY_TRIANGLES_MAX = 128, BODY_EDGES_MAX = 256, BODY_POINTS_MAX = 96 };

typedef struct Body {
    int32_t first, points; // particles first … first + points − 1
    int32_t triangles, edges;
    int32_t triangle[BODY_TRIANGLES_MAX][3];
    int32_t edge[BODY_EDGES_MAX][2];
} Body;

// Sums of events of a pair of bodies, now and at the end of the step before.
typedef struct Sides {
    int8_t point[2][BODY_POINTS_MAX][2];  // points of each with the triangles of the other
    int8_t rods[2];                       // of all edges of two rods
    int8_t pierces[2][BODY_EDGES_MAX][2]; // 1: an edge of a sheet is through the other
} Sides;

typedef struct Crossed {
    int64_t points, edges;
} Crossed;

static inline double oracle_volume(const double4 x[4])
{
    return double4_dot(double4_sub(x[3], x[0]), double4_cross(double4_sub(x[1], x[0]), double4_sub(x[2], x[0])));
}

static inline void oracle_places(const double4 from[4], const double4 to[4], double t, double4 x[4])
{
    for (int j = 0; j < 4; j++)
        x[j] = oracle_between(from[j], to[j], t);
}

static inline double oracle_volume_at(const double4 from[4], const double4 to[4], double t)
{
    double4 x[4];
    oracle_places(from, to, t, x);
    return oracle_volume(x);
}

// Whether x[3] is in the triangle x[0] x[1] x[2] of the same plane.
static inline bool oracle_in_triangle(const double4 x[4])
{
    const double4 normal = double4_cross(double4_sub(x[1], x[0]), double4_sub(x[2], x[0]));
    for (int k = 0; k < 3; k++) {
        const double4 a = x[k], b = x[(k + 1) % 3];
        if (double4_dot(normal, double4_cross(double4_sub(b, a), double4_sub(x[3], a))) < 0)
            return false;
    }
    return true;
}

// Whether the segments x[0] x[1] and x[2] x[3] of the same plane meet.
static inline bool oracle_edges_meet(const double4 x[4])
{
    const double4 d = double4_sub(x[1], x[0]), e = double4_sub(x[3], x[2]), r = double4_sub(x[2], x[0]), n = double4_cross(d, e);
    const double  n2 = double4_dot(n, n);
    if (n2 == 0)
        return false;
    const double s = double4_dot(double4_cross(r, e), n) / n2, t = double4_dot(double4_cross(r, d), n) / n2;
    return s >= 0 && s <= 1 && t >= 0 && t <= 1;
}

// Cuts 0 … 1 where the cubic through four values turns, so that it is monotone between: at most three parts. Returns how many.
static inline int oracle_parts(const double4 from[4], const double4 to[4], double cut[4])
{
    const double f0 = oracle_volume_at(from, to, 0), f1 = oracle_volume_at(from, to, 1.0 / 3), f2 = oracle_volume_at(from, to, 2.0 / 3),
                 f3 = oracle_volume_at(from, to, 1);
    const double c1 = (-11 * f0 + 18 * f1 - 9 * f2 + 2 * f3) / 2, c2 = (18 * f0 - 45 * f1 + 36 * f2 - 9 * f3) / 2,
                 c3 = (-9 * f0 + 27 * f1 - 27 * f2 + 9 * f3) / 2;
    const double a = 3 * c3, half = c2, root2 = half * half - a * c1; // a t² + 2 half t + c1 = 0
    int          parts = 0;
    cut[parts++] = 0;
    if (root2 > 0) {
        const double q = -(half + copysign(sqrt(root2), half));
        const double one = q / a, other = c1 / q, low = fmin(one, other), high = fmax(one, other);
        if (low > 0 && low < 1)
            cut[parts++] = low;
        if (high > 0 && high < 1 && high > low)
            cut[parts++] = high;
    }
    cut[parts] = 1;
    return parts;
}

// The sum of the events of four points in a step; `meets` decides at a root.
static inline int oracle_events(const double4 from[4], const double4 to[4], bool (*meets)(const double4 x[4]))
{
    double    cut[4];
    const int parts = oracle_parts(from, to, cut);
    int       sum = 0;
    for (int k = 0; k < parts; k++) {
        double     low = cut[k], high = cut[k + 1];
        const bool begin = oracle_volume_at(from, to, low) > 0, end = oracle_volume_at(from, to, high) > 0;
        double4    x[4];
        if (begin == end)
            continue;
        for (int step = 0; step < 100; step++) {
            const double middle = (low + high) / 2;
            if ((oracle_volume_at(from, to, middle) > 0) == begin)
                low = middle;
            else
                high = middle;
        }
        oracle_places(from, to, high, x);
        if (meets(x))
            sum += end ? 1 : -1;
    }
    return sum;
}

// Whether the boxes around two paths are apart.
static inline bool oracle_apart(const double4 *x, const int32_t *a, int a_count, const int32_t *b, int b_count, const double4 *y)
{
    for (int k = 0; k < 3; k++) {
        double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        for (int which = 0; which < 2; which++)
            for (int j = 0; j < (which ? b_count : a_count); j++)
                for (int end = 0; end < 2; end++) {
                    const double4 p = (end ? y : x)[which ? b[j] : a[j]];
                    const double  at = k == 0 ? p.x : k == 1 ? p.y : p.z;
                    low[which] = fmin(low[which], at);
                    high[which] = fmax(high[which], at);
                }
        if (low[0] > high[1] || low[1] > high[0])
            return true;
    }
    return false;
}

static inline int oracle_pair(const double4 *from, const double4 *to, const int32_t *a, int a_count, const int32_t *b, int b_count,
                              bool (*meets)(const double4 x[4]))
{
    double4 begin[4], end[4];
    if (oracle_apart(from, a, a_count, b, b_count, to))
        return 0;
    for (int j = 0; j < 4; j++) {
        const int32_t at = j < a_count ? a[j] : b[j - a_count];
        begin[j] = from[at];
        end[j] = to[at];
    }
    return oracle_events(begin, end, meets);
}

static inline void oracle_points(const Body *body, const Body *other, const double4 *from, const double4 *to, int8_t (*sum)[2])
{
    for (int32_t i = 0; i < body->points; i++) {
        const int32_t point = body->first + i;
        for (int32_t t = 0; t < other->triangles; t++)
            sum[i][0] = (int8_t)(sum[i][0] + oracle_pair(from, to, other->triangle[t], 3, &point, 1, oracle_in_triangle));
    }
}

// Two bodies on straight paths.
static inline void oracle_follow(const Body body[2], Sides *sides, const double4 *from, const double4 *to)
{
    oracle_points(&body[0], &body[1], from, to, sides->point[0]);
    oracle_points(&body[1], &body[0], from, to, sides->point[1]);
    if (body[0].triangles > 0 || body[1].triangles > 0)
        return;
    for (int32_t i = 0; i < body[0].edges; i++)
        for (int32_t j = 0; j < body[1].edges; j++)
            sides->rods[0] = (int8_t)(sides->rods[0] + oracle_pair(from, to, body[0].edge[i], 2, body[1].edge[j], 2, oracle_edges_meet));
}

// Whether an edge is through a triangle of the other, without motion.
static inline bool oracle_pierces(const int32_t edge[2], const Body *other, const double4 *x)
{
    const double4 p = x[edge[0]], q = x[edge[1]];
    for (int32_t t = 0; t < other->triangles; t++) {
        const double4 a = x[other->triangle[t][0]], b = x[other->triangle[t][1]], c = x[other->triangle[t][2]];
        if ((oracle_volume((double4[]){a, b, c, p}) > 0) == (oracle_volume((double4[]){a, b, c, q}) > 0))
            continue;
        const bool u = oracle_volume((double4[]){p, q, a, b}) > 0, v = oracle_volume((double4[]){p, q, b, c}) > 0,
                   w = oracle_volume((double4[]){p, q, c, a}) > 0;
        if (u == v && v == w)
            return true;
    }
    return false;
}

static inline bool oracle_leaves(int8_t sum[2])
{
    const bool crossed = abs(sum[0]) > abs(sum[1]);
    sum[1] = sum[0];
    return crossed;
}

// At the end of a step, at x: adds the crossings of this step.
static inline void oracle_count(const Body body[2], Sides *sides, const double4 *x, Crossed *crossed)
{
    crossed->edges += oracle_leaves(sides->rods);
    for (int k = 0; k < 2; k++) {
        for (int32_t i = 0; i < body[k].points; i++)
            crossed->points += oracle_leaves(sides->point[k][i]);
        for (int32_t i = 0; i < body[k].edges; i++) {
            sides->pierces[k][i][0] = oracle_pierces(body[k].edge[i], &body[!k], x);
            crossed->edges += oracle_leaves(sides->pierces[k][i]);
        }
    }
}

#endif
