// Separating axes: the coordinate axes and the line between the nearest points at the start. Relative to the first corner, all corners move
// in straight lines. Their order along an axis gives a gap that is smallest at the start or at the end.
#include "geometry/apart.h"

#include "math/wide.h"

_Static_assert(WIDE_LANES - 1 <= APART_PADDING, "whole groups of lanes are read");

// The computations here and in the narrow phase add less than 32 roundings. Each is of a quantity no larger than the root of the sum of all
// squares of positions: of the first corner, and of the others relative to it.
static const real   ROUNDING = 64 * REAL_EPSILON;
static const double UNDERFLOW = 0x1p-50;       // m: more than the root of the loss when squares underflow
static const real   SHORTEST = (real)0x1p-100; // m²: a shorter line has no direction
static const real   SMALLEST = (real)0x1p-100; // of a divisor

typedef struct Corners {
    wide at[3][4]; // x, y, z, relative to the first corner
    wide square;   // of the position of the first corner
} Corners;

static GNU_ALWAYS_INLINE wide square_of(wide x, wide y, wide z)
{
    return wide_fma(z, z, wide_fma(y, y, x * x));
}

static GNU_ALWAYS_INLINE void load(const real4 *position, int32_t *const corner[4], int at, int corners, Corners *out)
{
    const WideBlocks  zero = wide_load_blocks(position, corner[0] + at, 1);
    const WideColumns origin = wide_columns(&zero);
    for (int c = 0; c < 3; c++)
        out->at[c][0] = wide_all(0);
    out->square = square_of(origin.x, origin.y, origin.z);
    for (int j = 1; j < corners; j++) {
        const WideBlocks  block = wide_load_blocks(position, corner[j] + at, 1);
        const WideColumns x = wide_columns(&block);
        out->at[0][j] = x.x - origin.x;
        out->at[1][j] = x.y - origin.y;
        out->at[2][j] = x.z - origin.z;
    }
}

// The sum of all squares: NaN or infinite where any corner is.
static GNU_ALWAYS_INLINE wide squares(const Corners *from, const Corners *to, int corners)
{
    wide sum = from->square + to->square;
    for (int j = 1; j < corners; j++)
        for (int c = 0; c < 3; c++)
            sum = wide_fma(to->at[c][j], to->at[c][j], wide_fma(from->at[c][j], from->at[c][j], sum));
    return sum;
}

// The square of narrow_travel.
static GNU_ALWAYS_INLINE wide travel(const Corners *from, const Corners *to, int first, int corners)
{
    wide way[3][4], max = wide_all(0);
    for (int c = 0; c < 3; c++)
        for (int j = 0; j < corners; j++)
            way[c][j] = to->at[c][j] - from->at[c][j];
    for (int i = 0; i < first; i++)
        for (int j = first; j < corners; j++)
            max = wide_max(max, square_of(way[0][i] - way[0][j], way[1][i] - way[1][j], way[2][i] - way[2][j]));
    return max;
}

static GNU_ALWAYS_INLINE void range(const wide *at, int begin, int end, wide *low, wide *high)
{
    *low = *high = at[begin];
    for (int j = begin + 1; j < end; j++) {
        *low = wide_min(*low, at[j]);
        *high = wide_max(*high, at[j]);
    }
}

// The gap between the elements along an axis at both ends of the step, on the same side: the smaller one; negative: no gap.
static GNU_ALWAYS_INLINE wide gap_along(const wide *from, const wide *to, int first, int corners)
{
    wide low[2][2], high[2][2];
    for (int element = 0; element < 2; element++) {
        range(from, element ? first : 0, element ? corners : first, &low[0][element], &high[0][element]);
        range(to, element ? first : 0, element ? corners : first, &low[1][element], &high[1][element]);
    }
    return wide_max(wide_min(low[0][0] - high[0][1], low[1][0] - high[1][1]), wide_min(low[0][1] - high[0][0], low[1][1] - high[1][0]));
}

// ---- the line between the nearest points, approximately: any line is a valid axis ----

typedef struct Line {
    wide at[3];
} Line;

static GNU_ALWAYS_INLINE Line edge_of(const Corners *x, int from, int to)
{
    return (Line){{x->at[0][to] - x->at[0][from], x->at[1][to] - x->at[1][from], x->at[2][to] - x->at[2][from]}};
}

static GNU_ALWAYS_INLINE wide along(const Line *a, const Line *b)
{
    return wide_fma(a->at[2], b->at[2], wide_fma(a->at[1], b->at[1], a->at[0] * b->at[0]));
}

// a / b between 0 and `max`; b is not negative.
static GNU_ALWAYS_INLINE wide share(wide a, wide b, wide max)
{
    return wide_clamp(a / wide_max(b, wide_all(SMALLEST)), wide_all(0), max);
}

static GNU_ALWAYS_INLINE Line gap_of(const Line *between, wide s, const Line *d, wide t, const Line *e)
{
    Line gap;
    for (int c = 0; c < 3; c++)
        gap.at[c] = wide_fma(s, d->at[c], wide_fma(t, e->at[c], between->at[c]));
    return gap;
}

static GNU_ALWAYS_INLINE Line between_edges(const Corners *x)
{
    const Line d = edge_of(x, 0, 1), e = edge_of(x, 2, 3), r = edge_of(x, 2, 0);
    const wide dd = along(&d, &d), ee = along(&e, &e), de = along(&d, &e), dr = along(&d, &r), er = along(&e, &r), one = wide_all(1);
    wide       s = share(de * er - dr * ee, dd * ee - de * de, one);
    const wide t = share(wide_fma(s, de, er), ee, one);
    s = share(t * de - dr, dd, one);
    return gap_of(&r, s, &d, -t, &e);
}

// Both coordinates of the nearest point on the plane, brought into the triangle one after the other; beyond the third side, onto it.
static GNU_ALWAYS_INLINE Line between_point_and_triangle(const Corners *x)
{
    const Line     d = edge_of(x, 1, 2), e = edge_of(x, 1, 3), r = edge_of(x, 1, 0);
    const wide     dd = along(&d, &d), ee = along(&e, &e), de = along(&d, &e), dr = along(&d, &r), er = along(&e, &r), one = wide_all(1);
    const wide     first = ee * dr - de * er, second = dd * er - de * dr, square = dd * ee - de * de;
    const WideMask beyond = wide_less(square, first + second);
    wide           s = share(first, square, one), t = share(er - s * de, ee, one);
    const wide     third = share(er - dr - de + dd, ee - 2 * de + dd, one);
    s = wide_choose(beyond, one - third, share(dr - t * de, dd, one));
    t = wide_choose(beyond, third, t);
    return gap_of(&r, -s, &d, -t, &e);
}

static GNU_ALWAYS_INLINE Line between_point_and_segment(const Corners *x)
{
    const Line e = edge_of(x, 1, 2), r = edge_of(x, 1, 0);
    return gap_of(&r, -share(along(&e, &r), along(&e, &e), wide_all(1)), &e, wide_all(0), &e);
}

static GNU_ALWAYS_INLINE void corners_along(const Corners *x, const wide line[3], int corners, wide *out)
{
    for (int j = 0; j < corners; j++)
        out[j] = wide_fma(line[2], x->at[2][j], wide_fma(line[1], x->at[1][j], line[0] * x->at[0][j]));
}

static GNU_ALWAYS_INLINE WideMask apart_between_nearest(const Corners *from, const Corners *to, wide reach, int first, int corners)
{
    wide       begin[4], end[4];
    const Line line = corners == 3 ? between_point_and_segment(from) : first == 1 ? between_point_and_triangle(from) : between_edges(from);
    const wide square = along(&line, &line);
    corners_along(from, line.at, corners, begin);
    corners_along(to, line.at, corners, end);
    return wide_both(wide_less(wide_all(SHORTEST), square), wide_less(reach * wide_sqrt(square), gap_along(begin, end, first, corners)));
}

static GNU_ALWAYS_INLINE WideMask lanes_apart(const ApartWays *ways, int32_t *const corner[4], int at, int first, int corners)
{
    Corners from, to;
    load(ways->from, corner, at, corners, &from);
    load(ways->to, corner, at, corners, &to);
    const double more = 1 + (double)ROUNDING;
    const wide   share = wide_all((real)(ways->share * more)), min = wide_all((real)(more * (ways->reach + UNDERFLOW * (1 + ways->share))));
    const wide   reach = wide_fma(share, wide_sqrt(travel(&from, &to, first, corners)),
                                  wide_fma(wide_all(ROUNDING), wide_sqrt(squares(&from, &to, corners)), min));
    WideMask     mask = apart_between_nearest(&from, &to, reach, first, corners);
    for (int c = 0; c < 3; c++)
        mask = wide_either(mask, wide_less(reach, gap_along(from.at[c], to.at[c], first, corners)));
    return mask;
}

static GNU_ALWAYS_INLINE void all_apart(const ApartWays *ways, int32_t *const corner[4], int first, int corners, int count, uint8_t *apart)
{
    for (int j = 0; j < corners; j++)
        for (int k = count; k % WIDE_LANES != 0; k++)
            corner[j][k] = corner[j][0];
    for (int at = 0; at < count; at += WIDE_LANES) {
        const WideMask mask = lanes_apart(ways, corner, at, first, corners);
        for (int k = 0; k < WIDE_LANES && at + k < count; k++)
            apart[at + k] = wide_mask_at(mask, k) != 0;
    }
}

void apart_find(const ApartWays *ways, int32_t *const corner[4], int first, int corners, int count, uint8_t *apart)
{
    if (corners == 3)
        all_apart(ways, corner, 1, 3, count, apart);
    else if (first == 1)
        all_apart(ways, corner, 1, 4, count, apart);
    else
        all_apart(ways, corner, 2, 4, count, apart);
}
