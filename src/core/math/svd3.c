#include "math/svd3.h"

#include <math.h>
#include <stdbool.h>

enum { SWEEPS_MAX = 60 }; // seven suffice for any finite matrix

// The columns of B = F V and of V during the iteration; 3 or 2 of them.
typedef struct Columns {
    int    count;
    double b[3][3], v[3][3]; // [column][row]
} Columns;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int r = 0; r < 3; r++)
        out[r] = a[(r + 1) % 3] * b[(r + 2) % 3] - a[(r + 2) % 3] * b[(r + 1) % 3];
}

static void add_to(double a[3], double s, const double b[3])
{
    for (int r = 0; r < 3; r++)
        a[r] += s * b[r];
}

static void scale(double a[3], double s)
{
    for (int r = 0; r < 3; r++)
        a[r] *= s;
}

// (a, b) becomes (c a + s b, c b − s a).
static void turn(double a[3], double b[3], double c, double s)
{
    for (int r = 0; r < 3; r++) {
        const double ar = a[r], br = b[r];
        a[r] = c * ar + s * br;
        b[r] = c * br - s * ar;
    }
}

// Rotates columns p and q of B so that they become orthogonal; false if they already are. Relative to the lengths of both, so that a column
// far shorter than the others stays accurate.
static bool turn_pair(Columns *m, int p, int q)
{
    const double pp = dot(m->b[p], m->b[p]), qq = dot(m->b[q], m->b[q]), pq = dot(m->b[p], m->b[q]);
    if (!(fabs(pq) > 0x1p-52 * sqrt(pp) * sqrt(qq)))
        return false;
    const double zeta = (qq - pp) / (2 * pq), size = fabs(zeta), root = size < 0x1p500 ? sqrt(1 + zeta * zeta) : size;
    const double t = (zeta >= 0 ? -1 : 1) / (size + root), c = 1 / sqrt(1 + t * t);
    turn(m->b[p], m->b[q], c, c * t);
    turn(m->v[p], m->v[q], c, c * t);
    return true;
}

static void diagonalise(Columns *m)
{
    bool turned = true;
    for (int sweep = 0; sweep < SWEEPS_MAX && turned; sweep++) {
        turned = false;
        for (int p = 0; p < m->count - 1; p++)
            for (int q = p + 1; q < m->count; q++)
                turned |= turn_pair(m, p, q);
    }
}

// Sorts columns by length, the longest first. A swap is a rotation by a right angle, so that V remains a rotation.
static void sort(Columns *m)
{
    for (int last = m->count - 1; last > 0; last--)
        for (int p = 0; p < last; p++)
            if (dot(m->b[p], m->b[p]) < dot(m->b[p + 1], m->b[p + 1])) {
                turn(m->b[p], m->b[p + 1], 0, 1);
                turn(m->v[p], m->v[p + 1], 0, 1);
            }
}

// Columns shorter than this count as zero, for a matrix whose largest entry lies between ½ and 1.
static const double LEAST_LENGTH = 1e-150;

// u0 and u1 along the first two columns of B. A missing u1 is the image of v1 under the rotation of v0 into u0.
static void complete(const Columns *m, double u[3][3])
{
    const double *v0 = m->v[0], *v1 = m->v[1];
    for (int r = 0; r < 3; r++)
        u[0][r] = m->b[0][r], u[1][r] = m->b[1][r];
    const double length = sqrt(dot(u[0], u[0]));
    if (length > LEAST_LENGTH)
        scale(u[0], 1 / length);
    else
        for (int r = 0; r < 3; r++)
            u[0][r] = v0[r];
    const bool is_line = sqrt(dot(u[1], u[1])) <= LEAST_LENGTH;
    if (is_line) {
        const double along = dot(u[0], v0), part = dot(u[0], v1) / (1 + fabs(along));
        for (int r = 0; r < 3; r++)
            u[1][r] = v1[r] - part * (u[0][r] + (along < 0 ? -v0[r] : v0[r]));
    }
    scale(u[1], 1 / sqrt(dot(u[1], u[1])));
    add_to(u[1], -dot(u[0], u[1]), u[0]);
    scale(u[1], 1 / sqrt(dot(u[1], u[1])));
    cross(u[0], u[1], u[2]);
}

// Restores orthonormality, lost over many rotations: normalises v0 and v1, and completes v2.
static void straighten(double v[3][3])
{
    scale(v[0], 1 / sqrt(dot(v[0], v[0])));
    add_to(v[1], -dot(v[0], v[1]), v[0]);
    scale(v[1], 1 / sqrt(dot(v[1], v[1])));
    cross(v[0], v[1], v[2]);
}

// The power of two that scales the largest of `count` entries into ½ … 1; false: an entry is not finite.
static bool find_exponent(const double *entry, int count, int *exponent)
{
    double largest = 0;
    for (int i = 0; i < count; i++) {
        if (!isfinite(entry[i]))
            return false;
        largest = fmax(largest, fabs(entry[i]));
    }
    frexp(largest, exponent);
    return true;
}

static void fill_nan(double *entry, int count)
{
    for (int i = 0; i < count; i++)
        entry[i] = NAN;
}

// Columns of U in u and of V, not straightened yet, in m->v, of f[3][columns] scaled by 2^−exponent; false: an entry is not finite.
static bool decompose(const double *f, int columns, Columns *m, double u[3][3], int *exponent)
{
    *m = (Columns){.count = columns, .v = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (!find_exponent(f, 3 * columns, exponent))
        return false;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < columns; c++)
            m->b[c][r] = ldexp(f[columns * r + c], -*exponent);
    diagonalise(m);
    sort(m);
    complete(m, u);
    return true;
}

void svd3(const double f[9], Svd3 *out)
{
    Columns m;
    double  u[3][3];
    int     exponent;
    if (!decompose(f, 3, &m, u, &exponent)) {
        fill_nan(out->u[0], 9), fill_nan(out->sigma, 3), fill_nan(out->v[0], 9);
        return;
    }
    straighten(m.v);
    for (int c = 0; c < 3; c++) {
        out->sigma[c] = ldexp(dot(u[c], m.b[c]), exponent);
        for (int r = 0; r < 3; r++)
            out->u[r][c] = u[c][r], out->v[r][c] = m.v[c][r];
    }
}

void svd32(const double f[6], Svd32 *out)
{
    Columns m;
    double  u[3][3];
    int     exponent;
    if (!decompose(f, 2, &m, u, &exponent)) {
        fill_nan(out->u[0], 9), fill_nan(out->sigma, 2), fill_nan(out->v[0], 4);
        return;
    }
    straighten(m.v);
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++)
            out->u[r][c] = u[c][r];
    for (int c = 0; c < 2; c++) {
        out->sigma[c] = fmax(0, ldexp(dot(u[c], m.b[c]), exponent));
        for (int r = 0; r < 2; r++)
            out->v[r][c] = m.v[c][r];
    }
}

void svd3_compose(const Svd3 *svd, const double value[3], double out[3][3])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out[r][c] =
                svd->u[r][0] * value[0] * svd->v[c][0] + svd->u[r][1] * value[1] * svd->v[c][1] + svd->u[r][2] * value[2] * svd->v[c][2];
}
