#include "constraint/private/tetrahedron.h"

double tetrahedron_volume(const double4 *x)
{
    const double4 a = double4_sub(x[1], x[0]), b = double4_sub(x[2], x[0]), c = double4_sub(x[3], x[0]);
    return double4_dot(a, double4_cross(b, c)) / 6;
}

void tetrahedron_measure(const double4 *x, double inverse[9])
{
    static const double FLAT = 1e-12; // of the volume of the box of its edges: below it the sign is round-off
    const double4       a = double4_sub(x[1], x[0]), b = double4_sub(x[2], x[0]), c = double4_sub(x[3], x[0]);
    const double4       row[3] = {double4_cross(b, c), double4_cross(c, a), double4_cross(a, b)};
    const double        volume = double4_dot(a, row[0]);
    const bool          solid = volume > FLAT * double4_norm(a) * double4_norm(b) * double4_norm(c);
    for (int j = 0; j < 3; j++) {
        inverse[3 * j] = solid ? row[j].x / volume : INFINITY;
        inverse[3 * j + 1] = solid ? row[j].y / volume : INFINITY;
        inverse[3 * j + 2] = solid ? row[j].z / volume : INFINITY;
    }
}

const char *tetrahedron_refuse(const double inverse[9])
{
    static const double LARGEST = 1e18; // of a float's squares, which are of the order of 1/edge²
    double              cofactor[9];
    for (int k = 0; k < 9; k++)
        if (!(fabs(inverse[k]) <= LARGEST))
            return "a tetrahedron needs a volume above zero, its last three vertices counter-clockwise seen from the first";
    return tetrahedron_cofactor(inverse, cofactor) > 0 ? NULL : "the inverse of the rest edge matrix needs a determinant above zero";
}

void tetrahedron_deformation(const ConstraintSet *set, int32_t i, const double4 *x, double inverse[9], double f[9])
{
    const int32_t *v = set->vertices + 4 * (size_t)i;
    double4        edge[3];
    for (int j = 0; j < 3; j++)
        edge[j] = double4_sub(x[v[j + 1]], x[v[0]]);
    for (int k = 0; k < 9; k++)
        inverse[k] = constraint_rest(set, k, i);
    for (int c = 0; c < 3; c++) {
        f[3 * c] = edge[0].x * inverse[c] + edge[1].x * inverse[3 + c] + edge[2].x * inverse[6 + c];
        f[3 * c + 1] = edge[0].y * inverse[c] + edge[1].y * inverse[3 + c] + edge[2].y * inverse[6 + c];
        f[3 * c + 2] = edge[0].z * inverse[c] + edge[1].z * inverse[3 + c] + edge[2].z * inverse[6 + c];
    }
}

static void cross(const double a[3], const double b[3], double *out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

double tetrahedron_cofactor(const double f[9], double cofactor[9])
{
    cross(f + 3, f + 6, cofactor);
    cross(f + 6, f, cofactor + 3);
    cross(f, f + 3, cofactor + 6);
    return f[0] * cofactor[0] + f[1] * cofactor[1] + f[2] * cofactor[2];
}

void tetrahedron_gradient(const double inverse[9], const double p[9], double4 gradient[4])
{
    gradient[0] = (double4){0};
    for (int j = 0; j < 3; j++) {
        const double *row = inverse + 3 * (size_t)j;
        double4      *g = &gradient[j + 1];
        *g = (double4){p[0] * row[0] + p[3] * row[1] + p[6] * row[2], p[1] * row[0] + p[4] * row[1] + p[7] * row[2],
                       p[2] * row[0] + p[5] * row[1] + p[8] * row[2], 0};
        double4_add_to(&gradient[0], -1, *g);
    }
}

// corner[j][c]: derivative of column c of F by vertex j, 1/m; ∂F_ac/∂x_ja for every a.
static void corners(const double inverse[9], double corner[4][3])
{
    for (int c = 0; c < 3; c++) {
        for (int j = 0; j < 3; j++)
            corner[j + 1][c] = inverse[3 * j + c];
        corner[0][c] = -(inverse[c] + inverse[3 + c] + inverse[6 + c]);
    }
}

void tetrahedron_block(const double inverse[9], const double *h, double *block)
{
    double corner[4][3], half[9][12];
    corners(inverse, corner);
    for (int r = 0; r < 9; r++)
        for (int j = 0; j < 4; j++)
            for (int a = 0; a < 3; a++)
                half[r][3 * j + a] = h[9 * r + a] * corner[j][0] + h[9 * r + 3 + a] * corner[j][1] + h[9 * r + 6 + a] * corner[j][2];
    for (int j = 0; j < 4; j++)
        for (int a = 0; a < 3; a++)
            for (int s = 0; s < 12; s++)
                block[12 * (3 * j + a) + s] = corner[j][0] * half[a][s] + corner[j][1] * half[3 + a][s] + corner[j][2] * half[6 + a][s];
}
