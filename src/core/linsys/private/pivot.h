// Checks that every system makes before and after a factorisation, with their messages.
#ifndef WEFT_LINSYS_PIVOT_H
#define WEFT_LINSYS_PIVOT_H

#include <stdbool.h>

#include "linsys/linsys.h"

// STATUS_NUMERIC, with row and column, for a value that is NaN or infinite. Checked first, because elimination spreads it to other rows.
Status matrix_check_finite(const Csc *a, const char *backend) GNU_MUST_CHECK;

// STATUS_NUMERIC for a matrix of n rows with a bad pivot in `row`; −1: unknown row.
Status pivot_failure(const char *backend, int32_t row, int32_t n) GNU_MUST_CHECK;

static inline bool pivot_is_good(double pivot) // false for NaN as well
{
    return pivot > 0 && isfinite(pivot);
}

#endif
