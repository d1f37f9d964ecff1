// The proximal map of a neo-Hookean tetrahedron. Ψ depends on the singular values of F alone, so the z that minimises
//   Ψ(z) + ½ weight ‖z − q‖²
// has the rotations of q (von Neumann's trace inequality): q = U diag(σ0) Vᵀ, z = U diag(σ) Vᵀ, with U and V rotations, so that σ0_2 has
// the sign of det q. This leaves a function of three unknowns,
//   φ(σ) = ½ Σ σ_i² + (J − 1 − ρ)² / 2ρ + ½ weight Σ (σ_i − σ0_i)²,   J = σ_0 σ_1 σ_2
// minimised by Newton's method with the eigenvalues of its Hessian made positive, and a line search (Overby, Brown, Li and Narain 2017,
// section 4, for other energies). φ has no barrier. It may have several minima if the weight is small relative to 1/ρ. For an inverted q
// the search starts on both sides of J = 0, and the result with the lower φ is used.
#include "constraint/private/neo_hookean.h"
#include "math/svd3.h"
#include "math/symmetric3.h"

enum { ITERATIONS_MAX = 100, HALVINGS_MAX = 40 };

typedef struct Prox {
    double ratio, weight, from[3];
} Prox;

static double value_of(const Prox *p, const double s[3])
{
    const double growth = s[0] * s[1] * s[2] - 1 - p->ratio;
    double       sum = growth * growth / p->ratio;
    for (int i = 0; i < 3; i++)
        sum += s[i] * s[i] + p->weight * (s[i] - p->from[i]) * (s[i] - p->from[i]);
    return 0.5 * sum;
}

// ∇φ, ∇²φ, and the size of the terms of ∇φ.
static double derivatives_of(const Prox *p, const double s[3], double g[3], double h[3][3])
{
    const double minor[3] = {s[1] * s[2], s[2] * s[0], s[0] * s[1]}, pull = (s[0] * minor[0] - 1 - p->ratio) / p->ratio;
    double       size = 0;
    for (int i = 0; i < 3; i++) {
        g[i] = s[i] + pull * minor[i] + p->weight * (s[i] - p->from[i]);
        size += fabs(s[i]) + fabs(pull * minor[i]) + p->weight * (fabs(s[i]) + fabs(p->from[i]));
        for (int j = 0; j < 3; j++)
            h[i][j] = minor[i] * minor[j] / p->ratio + (i == j ? 1 + p->weight : pull * s[3 - i - j]);
    }
    return size;
}

// −|H|⁻¹ g, by eigenvalues; the slope.
static double direction_of(const Prox *p, const double g[3], double h[3][3], double d[3])
{
    static const double CURVATURE_MIN = 1e-6; // of the curvature without J
    double              value[3], slope = 0;
    double4             axis[3];
    symmetric3_eigen((const double(*)[3])h, value, axis);
    d[0] = d[1] = d[2] = 0;
    for (int k = 0; k < 3; k++) {
        const double along = g[0] * axis[k].x + g[1] * axis[k].y + g[2] * axis[k].z;
        const double move = -along / fmax(fabs(value[k]), CURVATURE_MIN * (1 + p->weight));
        d[0] += move * axis[k].x, d[1] += move * axis[k].y, d[2] += move * axis[k].z;
        slope += move * along;
    }
    return slope;
}

// Moves s, where φ is `start`, along d until φ has decreased; false if it does not decrease any more.
static bool search(const Prox *p, const double d[3], double slope, double start, double s[3])
{
    static const double SHARE = 1e-4;
    double              t = 1;
    for (int halving = 0; halving <= HALVINGS_MAX; halving++, t *= 0.5) {
        const double trial[3] = {s[0] + t * d[0], s[1] + t * d[1], s[2] + t * d[2]};
        if (value_of(p, trial) <= start + SHARE * t * slope) {
            s[0] = trial[0], s[1] = trial[1], s[2] = trial[2];
            return true;
        }
    }
    return false;
}

// From s downhill; returns φ there. Below the round-off of φ the last step is taken in full, for the accuracy of s.
static double descend(const Prox *p, double s[3])
{
    for (int iteration = 0; iteration < ITERATIONS_MAX; iteration++) {
        double       g[3], h[3][3], d[3];
        const double size = derivatives_of(p, s, g, h), slope = direction_of(p, g, h, d);
        if (!(fabs(g[0]) + fabs(g[1]) + fabs(g[2]) > 0x1p-52 * size))
            break;
        const double start = value_of(p, s);
        if (-slope <= 0x1p-48 * start) {
            s[0] += d[0], s[1] += d[1], s[2] += d[2];
            break;
        }
        if (!search(p, d, slope, start, s))
            break;
    }
    return value_of(p, s);
}

// Flipping two of three signs leaves J and Σ σ² unchanged, and lowers φ if they were opposite to σ0: a long step can end there.
static bool turn_pair(const Prox *p, double s[3])
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        if (s[i] * p->from[i] + s[j] * p->from[j] < 0) {
            s[i] = -s[i], s[j] = -s[j];
            return true;
        }
    }
    return false;
}

static double descend_turned(const Prox *p, double s[3])
{
    double end = descend(p, s);
    while (turn_pair(p, s))
        end = descend(p, s);
    return end;
}

void neo_hookean_prox(const double q[9], double ratio, double weight, double z[9])
{
    Svd3 svd;
    svd3((const double[9]){q[0], q[3], q[6], q[1], q[4], q[7], q[2], q[5], q[8]}, &svd);
    const Prox p = {ratio, weight, {svd.sigma[0], svd.sigma[1], svd.sigma[2]}};
    double     s[3] = {svd.sigma[0], svd.sigma[1], svd.sigma[2]}, turned[3] = {s[0], s[1], -s[2]}, found[3][3];
    const bool inverted = s[2] < 0;
    const bool better = descend_turned(&p, s) > (inverted ? descend_turned(&p, turned) : INFINITY);
    svd3_compose(&svd, better ? turned : s, found);
    for (int k = 0; k < 9; k++)
        z[k] = found[k % 3][k / 3];
}
