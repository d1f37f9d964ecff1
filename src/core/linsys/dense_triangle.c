// Blocked substitution. The forward and the backward solve each read L from memory once; for a matrix larger than the cache, this takes
// most of the time. BLAS is not used, since its dgemm packs (copies) L first and its threads would compete with the team.
//
// One thread solves with the triangle of a block of BLOCK columns. The team subtracts the block's product from the rows below afterwards
// (forward), or the product of the rows below from the block beforehand (backward). Columns are processed in fours, so that a value of y is
// loaded once for four products. All right-hand sides use a strip of L while it is in the first-level cache.
#include "linsys/private/dense_triangle.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 64, GROUP = 4, STRIP = 256 };

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

// y[begin, end) −= L[begin, end; j, j + GROUP) c
static void subtract_product(const double *restrict l, int64_t stride, int32_t begin, int32_t end, const double *restrict c,
                             double *restrict y)
{
    const double *l0 = l, *l1 = l + stride, *l2 = l + 2 * stride, *l3 = l + 3 * stride;
    const double  c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
#pragma omp simd
    for (int32_t i = begin; i < end; i++)
        y[i] -= (l0[i] * c0 + l1[i] * c1) + (l2[i] * c2 + l3[i] * c3);
}

// sum[k] += L[begin, end; j + k] · y[begin, end)
static void add_dots(const double *restrict l, int64_t stride, int32_t begin, int32_t end, const double *restrict y, double *restrict sum)
{
    const double *l0 = l, *l1 = l + stride, *l2 = l + 2 * stride, *l3 = l + 3 * stride;
    double        s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
    for (int32_t i = begin; i < end; i++) {
        s0 += l0[i] * y[i];
        s1 += l1[i] * y[i];
        s2 += l2[i] * y[i];
        s3 += l3[i] * y[i];
    }
    sum[0] += s0;
    sum[1] += s1;
    sum[2] += s2;
    sum[3] += s3;
}

static void block_forward(const double *l, int64_t stride, int32_t begin, int32_t end, double *y)
{
    for (int32_t j = begin; j < end; j++) {
        const double *column = l + j * stride;
        const double  value = y[j] /= column[j];
        for (int32_t i = j + 1; i < end; i++)
            y[i] -= column[i] * value;
    }
}

static void block_backward(const double *l, int64_t stride, int32_t begin, int32_t end, double *y)
{
    for (int32_t j = end - 1; j >= begin; j--) {
        const double *column = l + j * stride;
        double        sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int32_t i = j + 1; i < end; i++)
            sum += column[i] * y[i];
        y[j] = (y[j] - sum) / column[j];
    }
}

static void forward(const double *l, int32_t n, int64_t stride, double *y, int columns)
{
    for (int32_t block = 0; block < n; block += BLOCK) {
        const int32_t end = smaller(block + BLOCK, n);
#pragma omp single
        for (int r = 0; r < columns; r++)
            block_forward(l, stride, block, end, y + r * stride);
            // Only whole blocks have rows below them, so GROUP divides the width here.
#pragma omp for schedule(static)
        for (int32_t strip = end; strip < n; strip += STRIP)
            for (int32_t j = block; j < end; j += GROUP)
                for (int r = 0; r < columns; r++)
                    subtract_product(l + j * stride, stride, strip, smaller(strip + STRIP, n), y + r * stride + j, y + r * stride);
    }
}

static void backward(const double *l, int32_t n, int64_t stride, double *y, int columns)
{
    for (int32_t block = (n - 1) / BLOCK * BLOCK; block >= 0; block -= BLOCK) {
        const int32_t end = smaller(block + BLOCK, n);
        if (end < n) {
#pragma omp for schedule(static)
            for (int32_t j = block; j < block + BLOCK; j += GROUP) {
                double sum[3][GROUP] = {{0}};
                for (int32_t strip = end; strip < n; strip += STRIP)
                    for (int r = 0; r < columns; r++)
                        add_dots(l + j * stride, stride, strip, smaller(strip + STRIP, n), y + r * stride, sum[r]);
                for (int r = 0; r < columns; r++)
                    for (int k = 0; k < GROUP; k++)
                        y[r * stride + j + k] -= sum[r][k];
            }
        }
#pragma omp single
        for (int r = 0; r < columns; r++)
            block_backward(l, stride, block, end, y + r * stride);
    }
}

void dense_triangle_solve(const double *l, int32_t n, int64_t stride, double *y, int columns)
{
    forward(l, n, stride, y, columns);
    backward(l, n, stride, y, columns);
}

int32_t dense_triangle_factorise(double *a, int32_t n, int64_t stride)
{
    for (int32_t j = 0; j < n; j++) {
        double *restrict own = a + j * stride;
        for (int32_t k = 0; k < j; k++) {
            const double *restrict l = a + k * stride;
            const double factor = l[j];
#pragma omp simd
            for (int32_t i = j; i < n; i++)
                own[i] -= factor * l[i];
        }
        if (!(own[j] > 0 && isfinite(own[j])))
            return j;
        const double scale = 1 / sqrt(own[j]);
        for (int32_t i = j; i < n; i++)
            own[i] *= scale;
    }
    return -1;
}

void dense_triangle_inverse(const double *l, int32_t n, int32_t j, double *column)
{
    const int64_t order = n;
    memset(column, 0, (size_t)n * sizeof *column);
    column[j] = 1;
    for (int64_t k = j; k < order; k++) {
        column[k] /= l[k * order + k];
        for (int64_t i = k + 1; i < order; i++)
            column[i] -= l[k * order + i] * column[k];
    }
    for (int64_t k = order - 1; k >= j; k--) {
        double sum = column[k];
        for (int64_t i = k + 1; i < order; i++)
            sum -= l[k * order + i] * column[i];
        column[k] = sum / l[k * order + k];
    }
}
