#include "constraint/private/neo_hookean.h"

#include "math/svd3.h"
#include "math/symmetric3.h"

void neo_hookean_measure(const double4 *x, double rest[NEO_HOOKEAN_PARAMS])
{
    tetrahedron_measure(x, rest);
    rest[NEO_HOOKEAN_RATIO] = 0.4;
}

const char *neo_hookean_refuse(const double rest[NEO_HOOKEAN_PARAMS])
{
    const double ratio = rest[NEO_HOOKEAN_RATIO];
    const char  *shape = tetrahedron_refuse(rest);
    if (shape)
        return shape;
    return isfinite(ratio) && ratio > 0 ? NULL : "the ratio mu/lambda, 1 - 2 nu, must be above zero and finite";
}

static double square(const double f[9]) // tr(FᵀF)
{
    double sum = 0;
    for (int k = 0; k < 9; k++)
        sum += f[k] * f[k];
    return sum;
}

double neo_hookean_deviatoric(const double f[9], double *derivative)
{
    const double value = sqrt(square(f));
    for (int k = 0; k < 9; k++)
        derivative[k] = value > 0 ? f[k] / value : 0;
    return value;
}

double neo_hookean_hydrostatic(const double f[9], double ratio, double *derivative)
{
    return tetrahedron_cofactor(f, derivative) - 1 - ratio;
}

void neo_hookean_add_deviatoric(const double f[9], double scale, double *h)
{
    const double value = sqrt(square(f)), part = value > 0 ? scale / value : 0;
    for (int r = 0; r < 9; r++)
        for (int s = 0; s < 9; s++)
            h[9 * r + s] += part * ((r == s) - (value > 0 ? f[r] / value * (f[s] / value) : 0));
}

// The block of columns (c, d) of F is the matrix of ±f × δ, f the third column: ∂(f_d × f)/∂f_d δ = δ × f.
static void add_cross(double *h, int c, int d, double scale, const double f[3])
{
    const double matrix[3][3] = {{0, -f[2], f[1]}, {f[2], 0, -f[0]}, {-f[1], f[0], 0}};
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            h[9 * (3 * c + a) + 3 * d + b] += scale * matrix[a][b];
            h[9 * (3 * d + b) + 3 * c + a] += scale * matrix[a][b];
        }
}

void neo_hookean_add_hydrostatic(const double f[9], double scale, double *h)
{
    add_cross(h, 0, 1, -scale, f + 6);
    add_cross(h, 0, 2, scale, f + 3);
    add_cross(h, 1, 2, -scale, f);
}

// With F = I + G, and e = det F − 1: Ψ − Ψ(I) = ½ (|G|² + 2 tr G − 2 e) + e²/2ρ. e − tr G consists of the two higher invariants of G, so
// that no terms of order 1 cancel and a small strain has its energy to full precision.
double neo_hookean_density(const double f[9], double ratio, double *stress)
{
    double g[9], cofactor[9], minors[9];
    for (int k = 0; k < 9; k++)
        g[k] = f[k] - (k % 4 == 0);
    const double trace = g[0] + g[4] + g[8], third = tetrahedron_cofactor(g, minors);
    const double second = minors[0] + minors[4] + minors[8], growth = trace + second + third;
    tetrahedron_cofactor(f, cofactor);
    for (int k = 0; k < 9; k++)
        stress[k] = f[k] - cofactor[k] + growth / ratio * cofactor[k];
    return 0.5 * square(g) - second - third + growth * growth / (2 * ratio);
}

// ---- the negative part ----

// h += scale q qᵀ, q = U M Vᵀ of unit length.
static void add_mode(const Svd3 *s, const double m[3][3], double scale, double *h)
{
    double q[9] = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int e = 0; e < 9; e++)
                q[e] += s->u[e % 3][i] * m[i][j] * s->v[e / 3][j];
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++)
            h[9 * r + c] += scale * q[r] * q[c];
}

// In the plane of axes i and j: a twist, and a flip. pull: the pressure of C_H, times σ of the axis k at right angles to it.
static void lift_plane(const Svd3 *s, int k, double pull, EigenFilter filter, double *h)
{
    const int    i = (k + 1) % 3, j = (k + 2) % 3;
    const double half = sqrt(0.5), eigenvalue[2] = {1 + pull * s->sigma[k], 1 - pull * s->sigma[k]};
    for (int flip = 0; flip < 2; flip++) {
        double m[3][3] = {{0}};
        m[i][j] = flip ? half : -half;
        m[j][i] = half;
        if (eigenvalue[flip] < 0)
            add_mode(s, (const double(*)[3])m, eigen_filtered(eigenvalue[flip], filter) - eigenvalue[flip], h);
    }
}

static void lift_stretches(const Svd3 *s, double pull, double ratio, EigenFilter filter, double *h)
{
    const double *o = s->sigma, g[3] = {o[1] * o[2], o[2] * o[0], o[0] * o[1]};
    double        a[3][3], value[3];
    double4       vector[3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a[i][j] = (i == j ? 1 : pull * o[3 - i - j]) + g[i] * g[j] / ratio;
    symmetric3_eigen((const double(*)[3])a, value, vector);
    for (int k = 0; k < 3; k++)
        if (value[k] < 0)
            add_mode(s, (const double[3][3]){{vector[k].x, 0, 0}, {0, vector[k].y, 0}, {0, 0, vector[k].z}},
                     eigen_filtered(value[k], filter) - value[k], h);
}

void neo_hookean_second(const double f[9], double ratio, EigenFilter filter, double *h)
{
    double       cofactor[9];
    const double pull = neo_hookean_hydrostatic(f, ratio, cofactor) / ratio;
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++)
            h[9 * r + c] = (r == c) + cofactor[r] * cofactor[c] / ratio;
    neo_hookean_add_hydrostatic(f, pull, h);
    if (filter == EIGEN_EXACT)
        return;
    Svd3 s;
    svd3((const double[9]){f[0], f[3], f[6], f[1], f[4], f[7], f[2], f[5], f[8]}, &s);
    for (int k = 0; k < 3; k++)
        lift_plane(&s, k, pull, filter, h);
    lift_stretches(&s, pull, ratio, filter, h);
}
