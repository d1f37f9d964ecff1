#include "constraint/private/rest_size.h"

double rest_size_given(const ConstraintSet *set, int32_t i)
{
    return constraint_rest(set, 0, i);
}

double rest_size_flat(const ConstraintSet *set, int32_t i)
{
    (void)set;
    (void)i;
    return 0;
}

double rest_size_triangle(const ConstraintSet *set, int32_t i)
{
    const double det = constraint_rest(set, 0, i) * constraint_rest(set, 3, i) - constraint_rest(set, 1, i) * constraint_rest(set, 2, i);
    return 0.5 / fabs(det);
}

double rest_size_tetrahedron(const ConstraintSet *set, int32_t i)
{
    double4 row[3];
    for (int j = 0; j < 3; j++)
        row[j] = (double4){constraint_rest(set, 3 * j, i), constraint_rest(set, 3 * j + 1, i), constraint_rest(set, 3 * j + 2, i), 0};
    return 1 / (6 * fabs(double4_dot(row[0], double4_cross(row[1], row[2]))));
}
