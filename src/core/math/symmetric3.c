#include "math/symmetric3.h"

#include <stdbool.h>

enum { SWEEPS_MAX = 32 }; // five suffice for any finite matrix

// Rotates rows and columns p and q so that a[p][q] becomes 0; columns p and q of v follow. (Golub and Van Loan, symmetric Schur 2 × 2.)
static void rotate(double a[3][3], double v[3][3], int p, int q)
{
    const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    const double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 3; k++) {
        const double kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < 3; k++) {
        const double pk = a[p][k], qk = a[q][k], vp = v[k][p], vq = v[k][q];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
        v[k][p] = c * vp - s * vq;
        v[k][q] = s * vp + c * vq;
    }
    a[p][q] = a[q][p] = 0;
}

void symmetric3_eigen(const double matrix[3][3], double value[3], double4 vector[3])
{
    double a[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a[i][j] = i <= j ? matrix[i][j] : matrix[j][i];
    bool diagonal = false;
    for (int sweep = 0; sweep < SWEEPS_MAX && !diagonal; sweep++) {
        diagonal = true;
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++) {
                // An entry too small to change either diagonal element counts as 0; so does one whose rotation underflows.
                if (fabs(a[p][q]) <= 1e-17 * (fabs(a[p][p]) + fabs(a[q][q])) || fabs(a[p][q]) < 1e-300) {
                    a[p][q] = a[q][p] = 0;
                } else {
                    rotate(a, v, p, q);
                    diagonal = false;
                }
            }
    }
    for (int i = 0; i < 3; i++) {
        value[i] = a[i][i];
        vector[i] = (double4){v[0][i], v[1][i], v[2][i], 0};
    }
}

double4 symmetric3_pseudo_solve(const double a[3][3], double4 b)
{
    double  value[3];
    double4 vector[3], x = {0};
    symmetric3_eigen(a, value, vector);
    const double largest = fmax(value[0], fmax(value[1], value[2]));
    for (int i = 0; i < 3; i++)
        if (value[i] > 1e-12 * largest)
            double4_add_to(&x, double4_dot(vector[i], b) / value[i], vector[i]);
    return x;
}
