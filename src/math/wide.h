// wide: a block of four reals as one vector register, and four such blocks at once. Arithmetic is lane by lane with the operations of the
// plain code in the same order, so a lane has the bits that plain code would have.
#ifndef WEFT_MATH_WIDE_H
#define WEFT_MATH_WIDE_H

#include <stdint.h>

#include "base/gnu.h"
#include "math/real.h"

GNU_VECTOR(real, lanes4, 4 * sizeof(real));

// What a comparison of two lanes4 gives: all bits of a lane set where it holds, none where not.
#ifdef WEFT_REAL_F32
GNU_VECTOR(int32_t, mask4, 4 * sizeof(real));
#else
GNU_VECTOR(int64_t, mask4, 4 * sizeof(real));
#endif

// The thread sanitizer looks at no access of more than 16 bytes, so for it a block goes real by real.
static inline lanes4 lanes4_load(const real4 *block)
{
#if GNU_THREAD_SANITIZED
    return (lanes4){block->x, block->y, block->z, block->w};
#else
    return *(const lanes4 *)(const void *)block;
#endif
}

static inline void lanes4_store(real4 *block, lanes4 value)
{
#if GNU_THREAD_SANITIZED
    block->x = value[0], block->y = value[1], block->z = value[2], block->w = value[3];
#else
    *(lanes4 *)(void *)block = value;
#endif
}

// Four reals in a row at any address.
static inline lanes4 lanes4_load_reals(const real *four)
{
    return (lanes4){four[0], four[1], four[2], four[3]};
}

static inline void lanes4_store_reals(real *four, lanes4 value)
{
    for (int k = 0; k < 4; k++)
        four[k] = value[k];
}

static inline lanes4 lanes4_all(real value)
{
    return (lanes4){value, value, value, value};
}

static inline lanes4 lanes4_sqrt(lanes4 value)
{
    return (lanes4){real_sqrt(value[0]), real_sqrt(value[1]), real_sqrt(value[2]), real_sqrt(value[3])};
}

// value where the mask holds, else 0.
static inline lanes4 lanes4_where(mask4 mask, lanes4 value)
{
    return (lanes4)((mask4)value & mask);
}

// a where the mask holds, else b.
static inline lanes4 lanes4_choose(mask4 mask, lanes4 a, lanes4 b)
{
    return (lanes4)(((mask4)a & mask) | ((mask4)b & ~mask));
}

static inline real lanes4_dot3(lanes4 a, lanes4 b) // of x, y, z, summed in that order
{
    const lanes4 c = a * b;
    return c[0] + c[1] + c[2];
}

// Four blocks as one vector each of their x, y, z and w.
typedef struct Columns4 {
    lanes4 x, y, z, w;
} Columns4;

static inline Columns4 lanes4_transpose(const lanes4 block[4])
{
    const lanes4 xy01 = GNU_SHUFFLE(block[0], block[1], 0, 4, 1, 5), zw01 = GNU_SHUFFLE(block[0], block[1], 2, 6, 3, 7);
    const lanes4 xy23 = GNU_SHUFFLE(block[2], block[3], 0, 4, 1, 5), zw23 = GNU_SHUFFLE(block[2], block[3], 2, 6, 3, 7);
    return (Columns4){.x = GNU_SHUFFLE(xy01, xy23, 0, 1, 4, 5),
                      .y = GNU_SHUFFLE(xy01, xy23, 2, 3, 6, 7),
                      .z = GNU_SHUFFLE(zw01, zw23, 0, 1, 4, 5),
                      .w = GNU_SHUFFLE(zw01, zw23, 2, 3, 6, 7)};
}

#endif
