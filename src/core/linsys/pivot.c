#include "linsys/private/pivot.h"

#include <stdio.h>

Status matrix_check_finite(const Csc *a, const char *backend)
{
    for (int32_t j = 0; j < a->n; j++)
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++)
            if (!isfinite(a->value[k]))
                return status_make(STATUS_NUMERIC, "%s: entry (%d, %d) of a matrix of order %d is %g; check masses and stiffnesses",
                                   backend, a->row[k], j, a->n, a->value[k]);
    return status_ok();
}

Status pivot_failure(const char *backend, int32_t row, int32_t n)
{
    char place[32] = "";
    if (row >= 0)
        snprintf(place, sizeof place, " at row %d of %d", row, n);
    return status_make(STATUS_NUMERIC,
                       "%s: the matrix is not positive definite: elimination failed%s; make masses and stiffnesses "
                       "positive, and avoid ratios of many orders of magnitude",
                       backend, place);
}
