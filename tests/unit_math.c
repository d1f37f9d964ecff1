// math: the symmetric 3 × 3 eigen-decomposition and the pseudo-inverse, against what defines them.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
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

// Eigenvectors are orthonormal and a v = λ v, whatever the matrix: random, diagonal, with equal values, singular, badly scaled.
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

static void test_eigen(void **state)
{
    (void)state;
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

// The inertia of three masses, and of a straight rod: regular, then rank 2. x = a⁺ b solves a x = P b with x in the range of a.
static void test_pseudo_solve(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eigen),
        cmocka_unit_test(test_pseudo_solve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
