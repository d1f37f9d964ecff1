#include "constraint/private/stretch.h"

#include <string.h>

#include "math/svd3.h"

enum { COLUMNS_MAX = 3, ENTRIES_MAX = 3 * COLUMNS_MAX };

const char *stretch_refuse(StretchBounds bounds)
{
    return bounds.low >= 0 && bounds.low <= bounds.high && isfinite(bounds.high)
               ? NULL
               : "strain limits need 0 <= low <= high; 1 is the stretch at rest";
}

void stretch_deformation(int n, const ConstraintSet *set, int32_t i, const double4 *x, double *inverse, double *f)
{
    const int32_t *v = set->vertices + (size_t)(n + 1) * (size_t)i;
    for (int k = 0; k < n * n; k++)
        inverse[k] = constraint_rest(set, k, i);
    memset(f, 0, 3 * (size_t)n * sizeof *f);
    for (int j = 0; j < n; j++) {
        const double4 edge = double4_sub(x[v[j + 1]], x[v[0]]);
        for (int c = 0; c < n; c++) {
            f[3 * c] += edge.x * inverse[n * j + c];
            f[3 * c + 1] += edge.y * inverse[n * j + c];
            f[3 * c + 2] += edge.z * inverse[n * j + c];
        }
    }
}

// ---- singular values ----

// F = U Σ Vᵀ; v[c][i]: entry c of the i-th right vector.
typedef struct Axes {
    double u[3][3], v[3][3], sigma[3];
} Axes;

static void axes_of(int n, const double *f, Axes *out)
{
    double rows[ENTRIES_MAX];
    for (int c = 0; c < n; c++)
        for (int a = 0; a < 3; a++)
            rows[n * a + c] = f[3 * c + a];
    if (n == 3) {
        Svd3 s;
        svd3(rows, &s);
        memcpy(out->u, s.u, sizeof out->u);
        memcpy(out->v, s.v, sizeof out->v);
        memcpy(out->sigma, s.sigma, sizeof out->sigma);
    } else {
        Svd32 s;
        svd32(rows, &s);
        memcpy(out->u, s.u, sizeof out->u);
        for (int i = 0; i < 2; i++) {
            out->sigma[i] = s.sigma[i];
            for (int c = 0; c < 2; c++)
                out->v[c][i] = s.v[c][i];
        }
    }
}

// Distance of a singular value from the bounds, signed: the derivative of half its square.
static double outside(double sigma, StretchBounds b)
{
    return sigma < b.low ? sigma - b.low : sigma > b.high ? sigma - b.high : 0 * sigma; // NaN stays NaN
}

static bool is_point(StretchBounds b)
{
    return b.low >= b.high;
}

double stretch_difference(int n, const double *f, StretchBounds bounds, double *difference)
{
    Axes   s;
    double square = 0;
    axes_of(n, f, &s);
    memset(difference, 0, 3 * (size_t)n * sizeof *difference);
    for (int i = 0; i < n; i++) {
        const double d = outside(s.sigma[i], bounds);
        square += d * d;
        for (int c = 0; c < n; c++)
            for (int a = 0; a < 3; a++)
                difference[3 * c + a] += d * s.u[a][i] * s.v[c][i];
    }
    return sqrt(square);
}

// ---- second derivative ----

// h is counted from `base` times the identity, so that modes that have this eigenvalue need not be added.
typedef struct Modes {
    const Axes *axes;
    int         n;
    double      base;
    EigenFilter filter;
    double     *h;
} Modes;

// The mode p u_i v_jᵀ + q u_k v_lᵀ, of unit length.
static void add_mode(const Modes *m, double eigenvalue, double p, int i, int j, double q, int k, int l)
{
    const Axes  *s = m->axes;
    const int    size = 3 * m->n;
    const double more = eigen_filtered(eigenvalue, m->filter) - m->base;
    double       mode[ENTRIES_MAX];
    if (fabs(more) <= 0)
        return;
    for (int c = 0; c < m->n; c++)
        for (int a = 0; a < 3; a++)
            mode[3 * c + a] = p * s->u[a][i] * s->v[c][j] + q * s->u[a][k] * s->v[c][l];
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++)
            m->h[size * r + c] += more * mode[r] * mode[c];
}

// Lower bound of a divisor: if the nearest T is not unique the eigenvalue is minus infinity.
static double least_sum(double sum)
{
    static const double DIVISOR_MIN = 1e-9;
    return sum > DIVISOR_MIN ? sum : DIVISOR_MIN;
}

static void add_plane(const Modes *m, const double *d, const double *slope, int i, int j)
{
    static const double SAME = 1e-9;
    const double       *sigma = m->axes->sigma, half = sqrt(0.5), apart = sigma[i] - sigma[j];
    const bool          same = fabs(apart) <= SAME * fabs(sigma[i]);
    add_mode(m, (d[i] + d[j]) / least_sum(sigma[i] + sigma[j]), half, i, j, -half, j, i);
    add_mode(m, same ? 0.5 * (slope[i] + slope[j]) : (d[i] - d[j]) / apart, half, i, j, half, j, i);
}

void stretch_second(int n, const double *f, StretchBounds bounds, EigenFilter filter, double *h)
{
    Axes        s;
    double      d[3] = {0}, slope[3] = {0};
    const Modes m = {.axes = &s, .n = n, .base = is_point(bounds), .filter = filter, .h = h};
    axes_of(n, f, &s);
    for (int r = 0; r < 3 * n; r++)
        for (int c = 0; c < 3 * n; c++)
            h[3 * n * r + c] = r == c ? m.base : 0;
    for (int i = 0; i < n; i++) {
        d[i] = outside(s.sigma[i], bounds);
        slope[i] = is_point(bounds) || fabs(d[i]) > 0;
        add_mode(&m, slope[i], 1, i, i, 0, i, i);
        if (n == 2)
            add_mode(&m, d[i] / least_sum(s.sigma[i]), 1, 2, i, 0, 2, i);
        for (int j = 0; j < i; j++)
            add_plane(&m, d, slope, i, j);
    }
}

// ---- corners ----

void stretch_gradient(int n, const double *inverse, const double *p, double4 *gradient)
{
    gradient[0] = (double4){0};
    for (int j = 0; j < n; j++) {
        gradient[j + 1] = (double4){0};
        for (int c = 0; c < n; c++)
            double4_add_to(&gradient[j + 1], inverse[n * j + c], (double4){p[3 * c], p[3 * c + 1], p[3 * c + 2], 0});
        double4_add_to(&gradient[0], -1, gradient[j + 1]);
    }
}

// corner[j][c]: derivative of column c of F by vertex j, 1/m; ∂F_ac/∂x_ja for every a.
static void corners(int n, const double *inverse, double corner[4][3])
{
    memset(corner[0], 0, sizeof corner[0]);
    for (int j = 0; j < n; j++)
        for (int c = 0; c < n; c++) {
            corner[j + 1][c] = inverse[n * j + c];
            corner[0][c] -= inverse[n * j + c];
        }
}

void stretch_block(int n, const double *inverse, const double *h, double *block)
{
    double    corner[4][3], half[ENTRIES_MAX][12] = {{0}};
    const int size = 3 * (n + 1);
    corners(n, inverse, corner);
    for (int r = 0; r < 3 * n; r++)
        for (int j = 0; j <= n; j++)
            for (int c = 0; c < n; c++)
                for (int a = 0; a < 3; a++)
                    half[r][3 * j + a] += h[3 * n * r + 3 * c + a] * corner[j][c];
    for (int j = 0; j <= n; j++)
        for (int a = 0; a < 3; a++)
            for (int s = 0; s < size; s++) {
                double sum = 0;
                for (int c = 0; c < n; c++)
                    sum += corner[j][c] * half[3 * c + a][s];
                block[size * (3 * j + a) + s] = sum;
            }
}
