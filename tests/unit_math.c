// math: eigen-decompositions of symmetric matrices (3 × 3 and larger), the pseudo-inverse and the positive part, tested by their
// definitions.
#include "base/random.h"
#include "check.h"
#include "math/symmetric.h"
#include "math/symmetric3.h"

static double4 times(const double a[3][3], double4 x)
{
    return (double4){a[0][0] * x.x + a[0][1] * x.y + a[0][2] * x.z, a[1][0] * x.x + a[1][1] * x.y + a[1][2] * x.z,
                     a[2][0] * x.x + a[2][1] * x.y + a[2][2] * x.z, 0};
}

static double apart(double4 a, double4 b)
{
    return double4_norm(double4_sub(a, b));
}

// Eigenvectors are orthonormal and a v = λ v for every matrix: random, diagonal, with equal eigenvalues, singular, badly scaled.
static void check_eigen(const double a[3][3])
{
    double  value[3], size = 0;
    double4 vector[3];
    for (int i = 0; i < 9; i++)
        size = fmax(size, fabs(a[i / 3][i % 3]));
    symmetric3_eigen(a, value, vector);
    for (int i = 0; i < 3; i++) {
        assert_true(apart(times(a, vector[i]), double4_scale(value[i], vector[i])) <= 1e-14 * size);
        for (int j = 0; j < 3; j++)
            assert_true(fabs(double4_dot(vector[i], vector[j]) - (i == j)) <= 1e-14);
    }
    assert_true(fabs(value[0] + value[1] + value[2] - a[0][0] - a[1][1] - a[2][2]) <= 1e-14 * size);
}

TEST(test_eigen)
{
    static const double FIXED[][3][3] = {
        {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}},         {{3, 0, 0}, {0, -1, 0}, {0, 0, 2}},
        {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}},         {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
        {{0, 1, 0}, {1, 0, 0}, {0, 0, 0}},         {{1e-9, 1e-5, 0}, {1e-5, 1, 1e3}, {0, 1e3, 1e7}},
        {{1, 1e-12, 0}, {1e-12, 1, 0}, {0, 0, 1}}, {{1e140, 2e139, 0}, {2e139, 1, 0}, {0, 0, 1e70}},
        {{4, -2, -6}, {-2, 1, 3}, {-6, 3, 9}},     {{1e-200, 0, 2e-201}, {0, 1e-200, 0}, {2e-201, 0, 3e-200}},
    };
    for (size_t i = 0; i < sizeof FIXED / sizeof *FIXED; i++)
        check_eigen(FIXED[i]);
    Random random = {17};
    for (int round = 0; round < 500; round++) {
        double a[3][3];
        for (int r = 0; r < 3; r++)
            for (int c = r; c < 3; c++)
                a[r][c] = a[c][r] = 2 * random_unit(&random) - 1;
        check_eigen((const double(*)[3])a);
    }
}

// The inertia tensors of three masses and of a straight rod: regular, then rank 2. x = a⁺ b solves a x = P b with x in the range of a.
TEST(test_pseudo_solve)
{
    const double  regular[3][3] = {{4, 1, 0.5}, {1, 3, -1}, {0.5, -1, 5}};
    const double4 b = {1, -2, 0.7, 0};
    assert_true(apart(times(regular, symmetric3_pseudo_solve(regular, b)), b) < 1e-14);

    const double4 axis = {2.0 / 3, -1.0 / 3, 2.0 / 3, 0};
    const double  n[3] = {axis.x, axis.y, axis.z};
    double        rod[3][3]; // 7 (1 − n nᵀ)
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            rod[r][c] = 7 * ((r == c) - n[r] * n[c]);
    const double4 x = symmetric3_pseudo_solve((const double(*)[3])rod, b);
    double4       across = b;
    double4_add_to(&across, -double4_dot(axis, b), axis);
    assert_true(apart(x, double4_scale(1.0 / 7, across)) < 1e-14);

    const double zero[3][3] = {{0}};
    assert_true(double4_norm(symmetric3_pseudo_solve(zero, b)) == 0);
}

// ---- larger matrices ----

static void random_symmetric(Random *random, int n, int rank, double *a)
{
    for (int i = 0; i < n * n; i++)
        a[i] = 0;
    for (int r = 0; r < rank; r++) {
        double       v[SYMMETRIC_MAX];
        const double factor = 2 * random_unit(random) - 1;
        for (int i = 0; i < n; i++)
            v[i] = 2 * random_unit(random) - 1;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] += factor * v[i] * v[j];
    }
}

static double largest_entry(int n, const double *a)
{
    double size = 0;
    for (int i = 0; i < n * n; i++)
        size = fmax(size, fabs(a[i]));
    return size;
}

// a v = λ v, and the vectors are orthonormal.
static void check_larger(int n, const double *a)
{
    double       value[SYMMETRIC_MAX], v[SYMMETRIC_MAX * SYMMETRIC_MAX];
    const double size = largest_entry(n, a);
    symmetric_eigen(n, a, value, v);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double product = 0, square = 0;
            for (int k = 0; k < n; k++) {
                product += a[i * n + k] * v[k * n + j];
                square += v[k * n + i] * v[k * n + j];
            }
            assert_true(fabs(product - value[j] * v[i * n + j]) <= 1e-13 * size);
            assert_true(fabs(square - (i == j)) <= 1e-13);
        }
}

// The projection removes the negative part of a. The rest has no negative eigenvalue, the removed part has no positive one, and their
// product is zero. The rest is therefore the nearest such matrix.
static void check_projected(int n, const double *a)
{
    double       kept[SYMMETRIC_MAX * SYMMETRIC_MAX], taken[SYMMETRIC_MAX * SYMMETRIC_MAX] = {0}, value[SYMMETRIC_MAX];
    double       vectors[SYMMETRIC_MAX * SYMMETRIC_MAX];
    const double size = largest_entry(n, a);
    memcpy(kept, a, (size_t)(n * n) * sizeof *kept);
    symmetric_filter(n, kept, EIGEN_CLAMP);
    for (int i = 0; i < n * n; i++)
        taken[i] = a[i] - kept[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double product = 0;
            for (int k = 0; k < n; k++)
                product += kept[i * n + k] * taken[k * n + j];
            assert_true(fabs(product) <= 1e-12 * size * size);
        }
    symmetric_eigen(n, kept, value, vectors);
    for (int i = 0; i < n; i++)
        assert_true(value[i] >= -1e-13 * size);
    symmetric_eigen(n, taken, value, vectors);
    for (int i = 0; i < n; i++)
        assert_true(value[i] <= 1e-13 * size);
}

TEST(test_larger)
{
    Random random = {23};
    for (int round = 0; round < 300; round++)
        for (int n = 1; n <= SYMMETRIC_MAX; n++) {
            double a[SYMMETRIC_MAX * SYMMETRIC_MAX];
            random_symmetric(&random, n, round % (n + 2), a);
            for (int i = 0; round % 5 == 4 && i < n * n; i++) // far apart, with magnitudes as of stiffnesses
                a[i] *= pow(1e3, (i / n) % 3 + (i % n) % 3);
            check_larger(n, a);
            check_projected(n, a);
        }
}

// A matrix without negative eigenvalues is returned bit by bit.
TEST(test_positive_stays)
{
    double a[16] = {2, -1, 0, -1, -1, 2, -1, 0, 0, -1, 2, -1, -1, 0, -1, 2}, kept[16]; // singular: its rows add up to 0
    memcpy(kept, a, sizeof a);
    symmetric_filter(4, kept, EIGEN_CLAMP);
    assert_memory_equal(a, kept, sizeof a);
}
