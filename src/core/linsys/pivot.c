#include "linsys/private/pivot.h"

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
    return status_make(STATUS_NUMERIC,
                       "%s: the matrix is not positive definite: elimination fails at row %d of %d; masses and stiffnesses must be "
                       "positive and not differ by many orders of magnitude",
                       backend, row, n);
}
