// With edges u and v and the vector r between a corner of each element, all linear in time, the determinant is (u × v)·r.
#include "geometry/crossing.h"

#include <stdbool.h>

#include "geometry/narrow.h"

typedef struct Frame {
    double4 u, v, r;
} Frame;

typedef Frame (*FrameOf)(const double4 *x);
typedef double (*DistanceOf)(const double4 *x);

static Frame frame_of_triangle(const double4 *x)
{
    return (Frame){double4_sub(x[2], x[1]), double4_sub(x[3], x[1]), double4_sub(x[0], x[1])};
}

static Frame frame_of_edges(const double4 *x)
{
    return (Frame){double4_sub(x[1], x[0]), double4_sub(x[3], x[2]), double4_sub(x[0], x[2])};
}

static Frame frame_of_segment(const double4 *x)
{
    return (Frame){double4_sub(x[2], x[1]), (double4){0, 0, -1, 0}, double4_sub(x[0], x[1])};
}

static double determinant(double4 u, double4 v, double4 r)
{
    return double4_dot(double4_cross(u, v), r);
}

static double value_of(const Frame *f)
{
    return determinant(f->u, f->v, f->r);
}

static bool is_negative(double value)
{
    return value < 0;
}

// c[0] + c[1] t + c[2] t² + c[3] t³.
static void cubic(const Frame *a, const Frame *b, double c[4])
{
    const double4 u = double4_sub(b->u, a->u), v = double4_sub(b->v, a->v), r = double4_sub(b->r, a->r);
    c[0] = determinant(a->u, a->v, a->r);
    c[1] = determinant(u, a->v, a->r) + determinant(a->u, v, a->r) + determinant(a->u, a->v, r);
    c[2] = determinant(u, v, a->r) + determinant(u, a->v, r) + determinant(a->u, v, r);
    c[3] = determinant(u, v, r);
}

static double at(const double c[4], double t)
{
    return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

// The extrema of a cubic in (0, 1), ascending; returns how many.
static int extrema(const double c[4], double out[2])
{
    const double a = 3 * c[3], half = c[2], root = half * half - a * c[1];
    int          count = 0;
    if (!(root >= 0))
        return 0;
    const double q = -(half + copysign(sqrt(root), half)); // without cancellation
    const double roots[2] = {q / a, c[1] / q};
    for (int k = 0; k < 2; k++)
        if (roots[k] > 0 && roots[k] < 1)
            out[count++] = roots[k];
    if (count == 2 && out[0] > out[1]) {
        const double swapped = out[0];
        out[0] = out[1];
        out[1] = swapped;
    }
    return count;
}

// Bisection: the sign changes between low and high.
static double root_between(const double c[4], double low, double high, bool negative_at_low)
{
    for (double middle = 0.5 * (low + high); middle > low && middle < high; middle = 0.5 * (low + high))
        *(is_negative(at(c, middle)) == negative_at_low ? &low : &high) = middle;
    return high;
}

static bool touch(const double4 *from, const double4 *to, int corners, double t, DistanceOf distance)
{
    static const double TOLERANCE = 1e-9; // of the size of the pair
    double4             x[4];
    double              size = 0;
    for (int j = 0; j < corners; j++) {
        x[j] = double4_along(from[j], t, double4_sub(to[j], from[j]));
        size = fmax(size, double4_norm(double4_sub(x[j], x[0])));
    }
    return distance(x) <= TOLERANCE * size;
}

// Signs at the ends come from the positions, not from the polynomial, so that one motion begins with the sign that the last ended with.
static int8_t crossing(const double4 *from, const double4 *to, int corners, FrameOf frame, DistanceOf distance)
{
    const Frame begin = frame(from), end = frame(to);
    const bool  first = is_negative(value_of(&begin)), last = is_negative(value_of(&end));
    double      c[4], bound[4] = {0};
    bool        negative[4] = {first};
    int         sum = 0;
    cubic(&begin, &end, c);
    const int inner = extrema(c, bound + 1);
    for (int k = 1; k <= inner; k++)
        negative[k] = is_negative(at(c, bound[k]));
    bound[inner + 1] = 1;
    negative[inner + 1] = last;
    for (int k = 0; k <= inner; k++)
        if (negative[k] != negative[k + 1] && touch(from, to, corners, root_between(c, bound[k], bound[k + 1], negative[k]), distance))
            sum += negative[k] ? -1 : 1;
    return (int8_t)sum;
}

int8_t crossing_point_triangle(const double4 from[4], const double4 to[4])
{
    return crossing(from, to, 4, frame_of_triangle, narrow_distance_point_triangle);
}

int8_t crossing_edge_edge(const double4 from[4], const double4 to[4])
{
    return crossing(from, to, 4, frame_of_edges, narrow_distance_edge_edge);
}

int8_t crossing_point_segment(const double4 from[3], const double4 to[3])
{
    return crossing(from, to, 3, frame_of_segment, narrow_distance_point_segment);
}

static int8_t side(Frame f)
{
    return (int8_t)(is_negative(value_of(&f)) ? -1 : 1);
}

int8_t crossing_side_point_triangle(const double4 x[4])
{
    return side(frame_of_triangle(x));
}

int8_t crossing_side_edge_edge(const double4 x[4])
{
    return side(frame_of_edges(x));
}

int8_t crossing_side_point_segment(const double4 x[3])
{
    return side(frame_of_segment(x));
}
