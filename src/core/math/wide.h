// wide: a vector of reals with the length of a vector register of this machine, WIDE_LANES reals; and as many blocks of four. lanes4: one
// block.
//
// Every operation does the same in all lanes: the result in a lane depends only on the operands in that lane, never on its index or on
// other lanes. A kernel written with wide therefore gives the same bits wherever a range of work is cut, as long as full groups and the
// remainder go through the same operations, the remainder with fewer lanes loaded and stored. Another register width, or a machine without
// fused multiply-add, gives results that differ in rounding.
//
// -DWEFT_WIDE_SCALAR makes wide one real, for debugging and for comparison.
#ifndef WEFT_MATH_WIDE_H
#define WEFT_MATH_WIDE_H

#ifdef WEFT_WITHOUT_REAL
#error "how many lanes a register has depends on the precision"
#endif
#include <string.h>

#include "math/wide_machine.h" // wide, WIDE_LANES, WideMask, masks, fma, sqrt, min, max

static inline wide wide_all(real value)
{
    return value - (wide){0};
}

// low ≤ high; NaN becomes low.
static inline wide wide_clamp(wide value, wide low, wide high)
{
    return wide_min(wide_max(value, low), high);
}

// ---- columns: reals in a row, at any address ----
// The thread sanitizer ignores accesses of more than 16 bytes, so under it all of these go real by real.

// The first `count` lanes; the others are 0, and their memory is not touched.
static GNU_ALWAYS_INLINE wide wide_load(const real *from, int count)
{
#if !GNU_THREAD_SANITIZED
#if defined(WIDE_AVX512)
    return count == WIDE_LANES ? WIDE_X86(loadu)(from) : WIDE_X86(maskz_loadu)(wide_first(count), from);
#else
    if (count == WIDE_LANES) {
        wide value;
        memcpy(&value, from, sizeof value);
        return value;
    }
#endif
#endif
    wide value = {0};
    for (int k = 0; k < count; k++)
        value[k] = from[k];
    return value;
}

static GNU_ALWAYS_INLINE void wide_store(real *to, wide value, int count)
{
#if !GNU_THREAD_SANITIZED
#if defined(WIDE_AVX512)
    if (count == WIDE_LANES)
        WIDE_X86(storeu)(to, value);
    else
        WIDE_X86(mask_storeu)(to, wide_first(count), value);
    return;
#else
    if (count == WIDE_LANES) {
        memcpy(to, &value, sizeof value);
        return;
    }
#endif
#endif
    for (int k = 0; k < count; k++)
        to[k] = value[k];
}

// Where the first `count` bytes equal `byte`; false in the other lanes.
static GNU_ALWAYS_INLINE WideMask wide_bytes_equal(const int8_t *from, int count, int byte)
{
#if defined(WIDE_AVX512) && !GNU_THREAD_SANITIZED
    const __m128i bytes = _mm_maskz_loadu_epi8((__mmask16)wide_first(count), from);
    return (WideMask)_mm_mask_cmpeq_epi8_mask((__mmask16)wide_first(count), bytes, _mm_set1_epi8((char)byte));
#elif defined(WIDE_AVX512)
    WideMask mask = 0;
    for (int k = 0; k < count; k++)
        mask |= (WideMask)((from[k] == byte) << k);
    return mask;
#else
    WideMask mask = {0};
    for (int k = 0; k < count; k++)
        mask[k] = from[k] == byte ? -1 : 0;
    return mask;
#endif
}

// ---- 1/√a and 1/a ----
// The machine's estimate, refined by terms of the series of (1 − e)^−½ or (1 − e)^−1 until its error e is below half a unit in the last
// place (ulp); the first term is Newton's step. Both are within WIDE_ULP ulp of the exact value if that and a are normal. f(±0) = ±∞, f(∞)
// = 0; NaN for NaN, and for 1/√a also for a < 0. For a subnormal a they are equally accurate, or ∞; a subnormal 1/a may become 0.
//
// wide_rsqrt_normal and wide_reciprocal_normal save two operations each: the same bits if a and the result are normal and a > 0, and
// anything otherwise. For lanes whose result is masked in those cases.
#define WIDE_ULP 2

#if WIDE_BITS == 0
static inline wide wide_rsqrt(wide a)
{
    return 1 / wide_sqrt(a);
}

static inline wide wide_reciprocal(wide a)
{
    return 1 / a;
}

static inline wide wide_rsqrt_normal(wide a)
{
    return wide_rsqrt(a);
}

static inline wide wide_reciprocal_normal(wide a)
{
    return wide_reciprocal(a);
}
#else
enum { WIDE_TERMS = WIDE_BITS * 2 >= 8 * sizeof(real) - 6 ? 1 : WIDE_BITS * 3 >= 8 * sizeof(real) - 6 ? 2 : 3 };

// y refined, with e = 1 − a·y² or 1 − a·y.
static inline wide wide_rsqrt_refined(wide y, wide e)
{
    if (WIDE_TERMS == 1)
        return wide_fma((real)0.5 * y, e, y);
    if (WIDE_TERMS == 2)
        return wide_fma(y * e, wide_fma(e, wide_all((real)0.375), wide_all((real)0.5)), y);
    return wide_fma(y * e, wide_fma(wide_fma(e, wide_all((real)0.3125), wide_all((real)0.375)), e, wide_all((real)0.5)), y);
}

static inline wide wide_reciprocal_refined(wide y, wide e)
{
    wide series = e;
    for (int term = 1; term < WIDE_TERMS; term++)
        series = wide_fma(series, e, e);
    return wide_fma(y, series, y);
}

static inline wide wide_rsqrt_normal(wide a)
{
    const wide y = wide_rsqrt_estimate(a);
    return wide_rsqrt_refined(y, wide_minus_product(wide_all(1), a * y, y));
}

static inline wide wide_reciprocal_normal(wide a)
{
    const wide y = wide_reciprocal_estimate(a);
    return wide_reciprocal_refined(y, wide_minus_product(wide_all(1), a, y));
}

// Where e is NaN or −∞ the estimate is already the result.
static inline wide wide_rsqrt(wide a)
{
    const wide y = wide_rsqrt_estimate(a), e = wide_minus_product(wide_all(1), a * y, y);
    return wide_choose(wide_greater_equal(e, wide_all(-1)), wide_rsqrt_refined(y, e), y);
}

static inline wide wide_reciprocal(wide a)
{
    const wide y = wide_reciprocal_estimate(a), e = wide_minus_product(wide_all(1), a, y);
    return wide_choose(wide_greater_equal(e, wide_all(-1)), wide_reciprocal_refined(y, e), y);
}
#endif

// √a of a normal a from 1/√a of wide_rsqrt, in three operations: within WIDE_ROOT_ULP, and nearly always equal to wide_sqrt, so that a
// spring at its rest length has exactly C = 0. (Within 1 ulp if a is so small that the residual a − root² is subnormal.)
#define WIDE_ROOT_ULP 0.51

static inline wide wide_root(wide a, wide rsqrt)
{
#if WIDE_BITS > 0 && !defined(WIDE_SSE)
    const wide root = a * rsqrt;
    return wide_fma(wide_minus_product(a, root, root), (real)0.5 * rsqrt, root);
#else // without fused multiply-add the residual a − root² is lost, and the root is there already
    (void)rsqrt;
    return wide_sqrt(a);
#endif
}

// ---- blocks: WIDE_LANES particles ----

// Layout in registers. From four lanes on, register j holds blocks j, 4 + j, 8 + j, …; with two lanes, registers 2b and 2b + 1 hold block
// b; with one, register c holds component c.
typedef struct WideBlocks {
    wide r[4];
} WideBlocks;

// Block k in lane k.
typedef struct WideColumns {
    wide x, y, z, w;
} WideColumns;

// Lanes of two registers by number within each group of four: 0 … 3 of a, 4 … 7 of b.
#define WIDE_LANE_(i, group) ((i) < 4 ? (i) + 4 * (group) : WIDE_LANES + (i)-4 + 4 * (group))
#define WIDE_GROUP_(i, j, k, l, group) WIDE_LANE_(i, group), WIDE_LANE_(j, group), WIDE_LANE_(k, group), WIDE_LANE_(l, group)
#if WIDE_LANES == 16
#define WIDE_SHUFFLE(a, b, i, j, k, l) \
    GNU_SHUFFLE(a, b, WIDE_GROUP_(i, j, k, l, 0), WIDE_GROUP_(i, j, k, l, 1), WIDE_GROUP_(i, j, k, l, 2), WIDE_GROUP_(i, j, k, l, 3))
#elif WIDE_LANES == 8
#define WIDE_SHUFFLE(a, b, i, j, k, l) GNU_SHUFFLE(a, b, WIDE_GROUP_(i, j, k, l, 0), WIDE_GROUP_(i, j, k, l, 1))
#elif WIDE_LANES == 4
#define WIDE_SHUFFLE(a, b, i, j, k, l) GNU_SHUFFLE(a, b, WIDE_GROUP_(i, j, k, l, 0))
#endif

static GNU_ALWAYS_INLINE wide wide_dot3(WideColumns a, WideColumns b)
{
    return wide_fma(a.z, b.z, wide_fma(a.y, b.y, a.x * b.x));
}

// x, y and z of a − b, s a, a × b and −(a + b + c); w is 0.
static GNU_ALWAYS_INLINE WideColumns wide_subtract(const WideColumns *a, const WideColumns *b)
{
    return (WideColumns){a->x - b->x, a->y - b->y, a->z - b->z, wide_all(0)};
}

static GNU_ALWAYS_INLINE WideColumns wide_scale(wide s, const WideColumns *a)
{
    return (WideColumns){s * a->x, s * a->y, s * a->z, wide_all(0)};
}

static GNU_ALWAYS_INLINE WideColumns wide_cross(const WideColumns *a, const WideColumns *b)
{
    return (WideColumns){wide_minus_product(a->y * b->z, a->z, b->y), wide_minus_product(a->z * b->x, a->x, b->z),
                         wide_minus_product(a->x * b->y, a->y, b->x), wide_all(0)};
}

static GNU_ALWAYS_INLINE WideColumns wide_minus_sum(const WideColumns *a, const WideColumns *b, const WideColumns *c)
{
    return (WideColumns){-(a->x + b->x + c->x), -(a->y + b->y + c->y), -(a->z + b->z + c->z), wide_all(0)};
}

// Component c of block k.
static inline real wide_block_at(const WideBlocks *blocks, int k, int c)
{
    if (WIDE_LANES == 1)
        return blocks->r[c][0];
    if (WIDE_LANES == 2)
        return blocks->r[2 * k + c / 2][c % 2];
    return blocks->r[k % 4][k / 4 * 4 + c];
}

static inline void wide_block_set(WideBlocks *blocks, int k, int c, real value)
{
    if (WIDE_LANES == 1)
        blocks->r[c][0] = value;
    else if (WIDE_LANES == 2)
        blocks->r[2 * k + c / 2][c % 2] = value;
    else
        blocks->r[k % 4][k / 4 * 4 + c] = value;
}

// One address per lane.
static GNU_ALWAYS_INLINE WideBlocks wide_load_all(const real4 *const *block)
{
    WideBlocks out;
#if GNU_THREAD_SANITIZED || WIDE_LANES == 1
    for (int k = 0; k < WIDE_LANES; k++) {
        wide_block_set(&out, k, 0, block[k]->x);
        wide_block_set(&out, k, 1, block[k]->y);
        wide_block_set(&out, k, 2, block[k]->z);
        wide_block_set(&out, k, 3, block[k]->w);
    }
#elif WIDE_LANES == 2
    for (int r = 0; r < 4; r++)
        out.r[r] = ((const wide *)(const void *)block[r / 2])[r % 2];
#else
    for (int r = 0; r < 4; r++) {
#if WIDE_LANES == 16
        out.r[r] = wide_join_blocks(block[r], block[4 + r], block[8 + r], block[12 + r]);
#elif WIDE_LANES == 8
        out.r[r] = wide_join_blocks(block[r], block[4 + r]);
#else
        out.r[r] = *(const wide *)(const void *)block[r];
#endif
    }
#endif
    return out;
}

static GNU_ALWAYS_INLINE void wide_store_all(real4 *const *block, const WideBlocks *in)
{
#if GNU_THREAD_SANITIZED || WIDE_LANES == 1
    for (int k = 0; k < WIDE_LANES; k++) {
        block[k]->x = wide_block_at(in, k, 0);
        block[k]->y = wide_block_at(in, k, 1);
        block[k]->z = wide_block_at(in, k, 2);
        block[k]->w = wide_block_at(in, k, 3);
    }
#elif WIDE_LANES == 2
    for (int r = 0; r < 4; r++)
        ((wide *)(void *)block[r / 2])[r % 2] = in->r[r];
#else
    for (int r = 0; r < 4; r++) {
#if WIDE_LANES == 16
        wide_split_blocks(in->r[r], block[r], block[4 + r], block[8 + r], block[12 + r]);
#elif WIDE_LANES == 8
        wide_split_blocks(in->r[r], block[r], block[4 + r]);
#else
        *(wide *)(void *)block[r] = in->r[r];
#endif
    }
#endif
}

// base[index[0]], base[index[stride]], base[index[2 stride]], …; loads all lanes, stores the first `count`; the indices of all lanes are
// read.
static GNU_ALWAYS_INLINE WideBlocks wide_load_blocks(const real4 *base, const int32_t *index, int stride)
{
    const real4 *block[WIDE_LANES];
    for (int k = 0; k < WIDE_LANES; k++)
        block[k] = &base[index[k * stride]];
    return wide_load_all(block);
}

static GNU_ALWAYS_INLINE void wide_store_blocks(real4 *base, const int32_t *index, int stride, WideBlocks in, int count)
{
    real4  waste = {0, 0, 0, 0}; // target of the other lanes
    real4 *block[WIDE_LANES];
    for (int k = 0; k < WIDE_LANES; k++)
        block[k] = k < count ? &base[index[k * stride]] : &waste;
    wide_store_all(block, &in);
}

// The same to base[0], base[stride], base[2 stride], ….
static GNU_ALWAYS_INLINE void wide_store_each(real4 *base, int stride, WideBlocks in, int count)
{
    real4  waste = {0, 0, 0, 0};
    real4 *block[WIDE_LANES];
    for (int k = 0; k < WIDE_LANES; k++)
        block[k] = k < count ? &base[k * stride] : &waste;
    wide_store_all(block, &in);
}

// Pads the indices of `count` tuples of v to WIDE_LANES tuples by repeating the first, so that every lane loads a valid block.
// padded: [v · WIDE_LANES].
static inline void wide_pad_index(const int32_t *index, int v, int count, int32_t *padded)
{
    for (int k = 0; k < WIDE_LANES; k++) {
        const int from = k < count ? k : 0;
        for (int j = 0; j < v; j++)
            padded[k * v + j] = index[from * v + j];
    }
}

// The transpose of blocks. The compiler removes unused columns.
static GNU_ALWAYS_INLINE WideColumns wide_columns(const WideBlocks *b)
{
#if WIDE_LANES == 1
    return (WideColumns){b->r[0], b->r[1], b->r[2], b->r[3]};
#elif WIDE_LANES == 2
    return (WideColumns){GNU_SHUFFLE(b->r[0], b->r[2], 0, 2), GNU_SHUFFLE(b->r[0], b->r[2], 1, 3), GNU_SHUFFLE(b->r[1], b->r[3], 0, 2),
                         GNU_SHUFFLE(b->r[1], b->r[3], 1, 3)};
#elif defined(WEFT_REAL_F32) // one instruction within 16 bytes
    const wide xy01 = WIDE_SHUFFLE(b->r[0], b->r[1], 0, 4, 1, 5), zw01 = WIDE_SHUFFLE(b->r[0], b->r[1], 2, 6, 3, 7);
    const wide xy23 = WIDE_SHUFFLE(b->r[2], b->r[3], 0, 4, 1, 5), zw23 = WIDE_SHUFFLE(b->r[2], b->r[3], 2, 6, 3, 7);
    return (WideColumns){WIDE_SHUFFLE(xy01, xy23, 0, 1, 4, 5), WIDE_SHUFFLE(xy01, xy23, 2, 3, 6, 7), WIDE_SHUFFLE(zw01, zw23, 0, 1, 4, 5),
                         WIDE_SHUFFLE(zw01, zw23, 2, 3, 6, 7)};
#else
    const wide xz01 = WIDE_SHUFFLE(b->r[0], b->r[1], 0, 4, 2, 6), yw01 = WIDE_SHUFFLE(b->r[0], b->r[1], 1, 5, 3, 7);
    const wide xz23 = WIDE_SHUFFLE(b->r[2], b->r[3], 0, 4, 2, 6), yw23 = WIDE_SHUFFLE(b->r[2], b->r[3], 1, 5, 3, 7);
    return (WideColumns){WIDE_SHUFFLE(xz01, xz23, 0, 1, 4, 5), WIDE_SHUFFLE(yw01, yw23, 0, 1, 4, 5), WIDE_SHUFFLE(xz01, xz23, 2, 3, 6, 7),
                         WIDE_SHUFFLE(yw01, yw23, 2, 3, 6, 7)};
#endif
}

// The inverse.
static GNU_ALWAYS_INLINE WideBlocks wide_blocks(const WideColumns *c)
{
#if WIDE_LANES == 1
    return (WideBlocks){{c->x, c->y, c->z, c->w}};
#elif WIDE_LANES == 2
    return (WideBlocks){
        {GNU_SHUFFLE(c->x, c->y, 0, 2), GNU_SHUFFLE(c->z, c->w, 0, 2), GNU_SHUFFLE(c->x, c->y, 1, 3), GNU_SHUFFLE(c->z, c->w, 1, 3)}};
#else
    const WideBlocks  columns = {{c->x, c->y, c->z, c->w}}; // a transpose of groups of four is its own inverse
    const WideColumns blocks = wide_columns(&columns);
    return (WideBlocks){{blocks.x, blocks.y, blocks.z, blocks.w}};
#endif
}

// x, y and z of a, w of b.
static GNU_ALWAYS_INLINE wide wide_with_w(wide a, wide b, int j)
{
#if WIDE_LANES == 1
    return j == 3 ? b : a;
#elif WIDE_LANES == 2
    return j % 2 == 1 ? GNU_SHUFFLE(a, b, 0, 3) : a;
#else
    (void)j;
    return WIDE_SHUFFLE(a, b, 0, 1, 2, 7);
#endif
}

// The factors for register j of a group of blocks that scale block k by s[k].
static GNU_ALWAYS_INLINE wide wide_spread(wide s, int j)
{
#if WIDE_LANES == 1
    (void)j;
    return s;
#elif WIDE_LANES == 2
    return j < 2 ? GNU_SHUFFLE(s, s, 0, 0) : GNU_SHUFFLE(s, s, 1, 1);
#else
    return j == 0   ? WIDE_SHUFFLE(s, s, 0, 0, 0, 0)
           : j == 1 ? WIDE_SHUFFLE(s, s, 1, 1, 1, 1)
           : j == 2 ? WIDE_SHUFFLE(s, s, 2, 2, 2, 2)
                    : WIDE_SHUFFLE(s, s, 3, 3, 3, 3);
#endif
}

// x, y and z of p − q, w of p.
static GNU_ALWAYS_INLINE WideBlocks wide_offset(const WideBlocks *p, const WideBlocks *q)
{
    WideBlocks out;
    for (int j = 0; j < 4; j++) {
#if defined(WIDE_AVX512)
        out.r[j] = WIDE_X86(mask_sub)(p->r[j], (WideMask)0x7777, p->r[j], q->r[j]);
#else
        out.r[j] = wide_with_w(p->r[j] - q->r[j], p->r[j], j);
#endif
    }
    return out;
}

// x, y and z of p + s d and of p − s d, w of p.
static GNU_ALWAYS_INLINE WideBlocks wide_plus(const WideBlocks *p, wide s, const WideBlocks *d)
{
    WideBlocks out;
    for (int j = 0; j < 4; j++) {
#if defined(WIDE_AVX512)
        out.r[j] = WIDE_X86(mask3_fmadd)(wide_spread(s, j), d->r[j], p->r[j], (WideMask)0x7777);
#else
        out.r[j] = wide_with_w(wide_fma(wide_spread(s, j), d->r[j], p->r[j]), p->r[j], j);
#endif
    }
    return out;
}

static GNU_ALWAYS_INLINE WideBlocks wide_minus(const WideBlocks *p, wide s, const WideBlocks *d)
{
    WideBlocks out;
    for (int j = 0; j < 4; j++) {
#if defined(WIDE_AVX512)
        out.r[j] = WIDE_X86(mask3_fnmadd)(wide_spread(s, j), d->r[j], p->r[j], (WideMask)0x7777);
#else
        out.r[j] = wide_with_w(wide_minus_product(p->r[j], wide_spread(s, j), d->r[j]), p->r[j], j);
#endif
    }
    return out;
}

// ---- lanes4: one block as one vector ----

GNU_VECTOR(real, lanes4, 4 * sizeof(real));

// The thread sanitizer ignores accesses of more than 16 bytes, so under it a block goes real by real.
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

static inline lanes4 lanes4_all(real value)
{
    return (lanes4){value, value, value, value};
}

#endif
