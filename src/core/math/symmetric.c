#include "math/symmetric.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { TURNS_MAX = 60 }; // of QL for one eigenvalue; two or three suffice for any finite matrix

#define AT(a, r, c) (a)[(size_t)(r) * (size_t)n + (size_t)(c)]

// The reflection I − u uᵀ/h that zeroes row k left of its entry k − 1, applied from both sides. On return: u in row k, h in d[k], u/h in
// column k, and the remaining entry in e[k].
static void reflect_row(int n, int k, double *z, double *d, double *e)
{
    double scale = 0, h = 0;
    for (int j = 0; j < k; j++)
        scale += fabs(AT(z, k, j));
    d[k] = 0;
    if (k == 1 || scale == 0) {
        e[k] = AT(z, k, k - 1);
        return;
    }
    for (int j = 0; j < k; j++) {
        AT(z, k, j) /= scale;
        h += AT(z, k, j) * AT(z, k, j);
    }
    const double f = AT(z, k, k - 1), g = f >= 0 ? -sqrt(h) : sqrt(h);
    e[k] = scale * g;
    h -= f * g;
    AT(z, k, k - 1) = f - g;
    double along = 0;
    for (int j = 0; j < k; j++) { // e: p = A u / h
        double sum = 0;
        for (int i = 0; i <= j; i++)
            sum += AT(z, j, i) * AT(z, k, i);
        for (int i = j + 1; i < k; i++)
            sum += AT(z, i, j) * AT(z, k, i);
        AT(z, j, k) = AT(z, k, j) / h;
        e[j] = sum / h;
        along += e[j] * AT(z, k, j);
    }
    for (int j = 0; j < k; j++) { // A −= u qᵀ + q uᵀ, q = p − u (uᵀp / 2h)
        const double u = AT(z, k, j), q = e[j] - along / (2 * h) * u;
        e[j] = q;
        for (int i = 0; i <= j; i++)
            AT(z, j, i) -= u * e[i] + q * AT(z, k, i);
    }
    d[k] = h;
}

// z: on entry the lower triangle of a symmetric matrix, on return the orthogonal matrix that makes it tridiagonal; d: its diagonal; e[1 …]:
// its subdiagonal.
static void tridiagonalise(int n, double *z, double *d, double *e)
{
    for (int k = n - 1; k > 0; k--)
        reflect_row(n, k, z, d, e);
    d[0] = e[0] = 0;
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < k && d[k] != 0; j++) {
            double sum = 0;
            for (int i = 0; i < k; i++)
                sum += AT(z, k, i) * AT(z, i, j);
            for (int i = 0; i < k; i++)
                AT(z, i, j) -= sum * AT(z, i, k);
        }
        d[k] = AT(z, k, k);
        AT(z, k, k) = 1;
        for (int j = 0; j < k; j++)
            AT(z, j, k) = AT(z, k, j) = 0;
    }
}

// One turn of QL on rows l … m with Wilkinson's shift; e[i] is the entry between d[i] and d[i + 1].
static void turn(int n, int l, int m, double *z, double *d, double *e)
{
    const double half = (d[l + 1] - d[l]) / (2 * e[l]), root = hypot(half, 1);
    double       g = d[m] - d[l] + e[l] / (half + copysign(root, half)), s = 1, c = 1, p = 0;
    for (int i = m - 1; i >= l; i--) {
        const double f = s * e[i], b = c * e[i], r = hypot(f, g);
        e[i + 1] = r;
        if (r == 0) { // the matrix splits here
            d[i + 1] -= p;
            e[m] = 0;
            return;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        const double t = (d[i] - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        for (int k = 0; k < n; k++) {
            const double right = AT(z, k, i + 1), left = AT(z, k, i);
            AT(z, k, i + 1) = s * left + c * right;
            AT(z, k, i) = c * left - s * right;
        }
    }
    d[l] -= p;
    e[l] = g;
    e[m] = 0;
}

void symmetric_eigen(int n, const double *a, double *value, double *vectors)
{
    double off_diagonal[SYMMETRIC_MAX + 1];
    memcpy(vectors, a, (size_t)n * (size_t)n * sizeof *a);
    tridiagonalise(n, vectors, value, off_diagonal);
    for (int i = 1; i < n; i++)
        off_diagonal[i - 1] = off_diagonal[i];
    off_diagonal[n - 1] = 0;
    for (int l = 0; l < n; l++)
        for (int count = 0; count < TURNS_MAX; count++) {
            int m = l;
            while (m < n - 1 && fabs(off_diagonal[m]) > 0x1p-53 * (fabs(value[m]) + fabs(value[m + 1])))
                m++;
            if (m == l)
                break;
            turn(n, l, m, vectors, value, off_diagonal);
        }
}

// True if a + shift I has a Cholesky factor; reads the lower triangle.
static bool is_positive(int n, const double *a, double shift)
{
    double l[SYMMETRIC_MAX * SYMMETRIC_MAX];
    memset(l, 0, (size_t)n * (size_t)n * sizeof *l);
    for (int r = 0; r < n; r++)
        for (int c = 0; c <= r; c++) {
            double sum = AT(a, r, c) + (r == c ? shift : 0);
            for (int k = 0; k < c; k++)
                sum -= AT(l, r, k) * AT(l, c, k);
            if (r == c && !(sum > 0))
                return false;
            AT(l, r, c) = r == c ? sqrt(sum) : sum / AT(l, c, c);
        }
    return true;
}

void symmetric_filter(int n, double *a, EigenFilter filter)
{
    double value[SYMMETRIC_MAX], vectors[SYMMETRIC_MAX * SYMMETRIC_MAX], size = 0;
    for (int i = 0; i < n * n; i++)
        size = fmax(size, fabs(a[i]));
    if (filter == EIGEN_EXACT || size == 0 || is_positive(n, a, 0x1p-46 * size))
        return;
    symmetric_eigen(n, a, value, vectors);
    for (int i = 0; i < n; i++)
        for (int r = 0; r < n && value[i] < 0; r++)
            for (int c = 0; c < n; c++)
                AT(a, r, c) += (eigen_filtered(value[i], filter) - value[i]) * AT(vectors, r, i) * AT(vectors, c, i);
}
