// Symmetric 3 × 3 blocks as three columns of four.
#ifndef WEFT_LINSYS_BLOCK3_H
#define WEFT_LINSYS_BLOCK3_H

#include "linsys/private/symmetric_rows.h"

// a⁻¹ by Gauss-Jordan elimination without pivoting; false, with `out` undefined, if a pivot is not above `min`.
static inline bool block3_invert(const Quad a[3], double min, Quad out[3])
{
    double m[3][6] = {{0}}; // rows of [a I]
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++)
            m[r][c] = a[c][r];
        m[r][3 + r] = 1;
    }
    for (int k = 0; k < 3; k++) {
        if (!(m[k][k] > min))
            return false;
        const double scale = 1 / m[k][k];
        for (int c = 0; c < 6; c++)
            m[k][c] *= scale;
        for (int r = 0; r < 3; r++) {
            const double factor = m[r][k];
            for (int c = 0; c < 6 && r != k; c++)
                m[r][c] -= factor * m[k][c];
        }
    }
    for (int c = 0; c < 3; c++)
        out[c] = (Quad){m[0][3 + c], m[1][3 + c], m[2][3 + c], 0};
    return true;
}

#endif
