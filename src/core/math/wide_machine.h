// The machine-dependent part of wide.h: the width of a vector register, masks, the few operations missing in the compiler's vector types,
// and the start values of Newton's method. Included by wide.h only.
//
//   AVX-512        64 bytes  masks in registers of their own, estimates of 14 bits in both precisions
//   AVX2 with FMA  32 bytes  estimates of 11 bits in float, none in double
//   SSE2           16 bytes  the same; no fused multiply-add
//   AArch64 NEON   16 bytes  estimates of 8 bits in float; double takes the root and the quotient, as three more steps would cost more
//   elsewhere, and with -DWEFT_WIDE_SCALAR, one real
#ifndef WEFT_MATH_WIDE_MACHINE_H
#define WEFT_MATH_WIDE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/gnu.h"
#include "math/real.h"

#if defined(WEFT_WIDE_SCALAR)
#define WIDE_SCALAR 1
#elif defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define WIDE_AVX512 1
#elif defined(__AVX2__) && defined(__FMA__)
#define WIDE_AVX2 1
#elif defined(__SSE2__)
#define WIDE_SSE 1
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define WIDE_NEON 1
#else
#define WIDE_SCALAR 1
#endif

#if defined(WIDE_AVX512) || defined(WIDE_AVX2) || defined(WIDE_SSE)
#include <immintrin.h>
#elif defined(WIDE_NEON)
#include <arm_neon.h>
#endif

#ifdef WEFT_REAL_F32
#define WIDE_REAL_BYTES 4
#else
#define WIDE_REAL_BYTES 8
#endif

// WIDE_BITS: accurate bits of the estimates below, 0: exact up to one or two roundings. WIDE_X86: an intrinsic that takes and returns a
// wide.
#if defined(WIDE_AVX512)
#define WIDE_NAME "avx512"
#define WIDE_BYTES 64
#define WIDE_BITS 14
#define WIDE_X86_(name, suffix) _mm512_##name##_##suffix
#elif defined(WIDE_AVX2)
#define WIDE_NAME "avx2"
#define WIDE_BYTES 32
#define WIDE_BITS (WIDE_REAL_BYTES == 4 ? 11 : 0)
#define WIDE_X86_(name, suffix) _mm256_##name##_##suffix
#elif defined(WIDE_SSE)
#define WIDE_NAME "sse"
#define WIDE_BYTES 16
#define WIDE_BITS (WIDE_REAL_BYTES == 4 ? 11 : 0)
#define WIDE_X86_(name, suffix) _mm_##name##_##suffix
#elif defined(WIDE_NEON)
#define WIDE_NAME "neon"
#define WIDE_BYTES 16
#define WIDE_BITS (WIDE_REAL_BYTES == 4 ? 8 : 0)
#else
#define WIDE_NAME "scalar"
#define WIDE_BYTES WIDE_REAL_BYTES
#define WIDE_BITS 0
#endif
#define WIDE_LANES (WIDE_BYTES / WIDE_REAL_BYTES) // reals in a vector
#ifdef WEFT_REAL_F32
#define WIDE_X86(name) WIDE_X86_(name, ps)
#else
#define WIDE_X86(name) WIDE_X86_(name, pd)
#endif

GNU_VECTOR(real, wide, WIDE_BYTES);
#ifdef WEFT_REAL_F32
GNU_VECTOR(int32_t, WideBits, WIDE_BYTES);
#else
GNU_VECTOR(int64_t, WideBits, WIDE_BYTES);
#endif

// ---- masks: a boolean per lane ----

#if defined(WIDE_AVX512)

#ifdef WEFT_REAL_F32
typedef __mmask16 WideMask;
#define WIDE_COMPARE(a, b, how) _mm512_cmp_ps_mask(a, b, how)
#else
typedef __mmask8 WideMask;
#define WIDE_COMPARE(a, b, how) _mm512_cmp_pd_mask(a, b, how)
#endif

static inline WideMask wide_less(wide a, wide b)
{
    return WIDE_COMPARE(a, b, _CMP_LT_OQ);
}

static inline WideMask wide_greater_equal(wide a, wide b)
{
    return WIDE_COMPARE(a, b, _CMP_GE_OQ);
}

static inline WideMask wide_differ(wide a, wide b)
{
    return WIDE_COMPARE(a, b, _CMP_NEQ_UQ);
}

static inline WideMask wide_both(WideMask m, WideMask n)
{
    return (WideMask)(m & n);
}

static inline WideMask wide_either(WideMask m, WideMask n)
{
    return (WideMask)(m | n);
}

static inline WideMask wide_first(int count)
{
    return (WideMask)((1u << count) - 1);
}

static inline bool wide_any(WideMask m)
{
    return m != 0;
}

static inline bool wide_all_of(WideMask m)
{
    return m == wide_first(WIDE_LANES);
}

static inline int wide_mask_at(WideMask m, int lane)
{
    return m >> lane & 1;
}

static inline wide wide_choose(WideMask m, wide a, wide b)
{
    return WIDE_X86(mask_blend)(m, b, a);
}

static inline wide wide_where(WideMask m, wide a)
{
    return WIDE_X86(maskz_mov)(m, a);
}

#else

typedef WideBits WideMask; // all bits of a lane, or none

static inline WideMask wide_less(wide a, wide b)
{
    return a < b;
}

static inline WideMask wide_greater_equal(wide a, wide b)
{
    return a >= b;
}

static inline WideMask wide_differ(wide a, wide b)
{
    return a != b;
}

static inline WideMask wide_both(WideMask m, WideMask n)
{
    return m & n;
}

static inline WideMask wide_either(WideMask m, WideMask n)
{
    return m | n;
}

static inline WideMask wide_first(int count)
{
    WideMask m = {0};
    for (int k = 0; k < WIDE_LANES; k++)
        m[k] = k < count ? -1 : 0;
    return m;
}

static inline bool wide_any(WideMask m)
{
#ifdef WIDE_X86_
    return WIDE_X86(movemask)((wide)m) != 0;
#else
    bool any = false;
    for (int k = 0; k < WIDE_LANES; k++)
        any |= m[k] != 0;
    return any;
#endif
}

static inline bool wide_all_of(WideMask m)
{
    return !wide_any(~m);
}

static inline int wide_mask_at(WideMask m, int lane)
{
    return m[lane] != 0;
}

static inline wide wide_choose(WideMask m, wide a, wide b)
{
#if defined(WIDE_AVX2)
    return WIDE_X86(blendv)(b, a, (wide)m);
#else
    return (wide)(((WideBits)a & m) | ((WideBits)b & ~m));
#endif
}

static inline wide wide_where(WideMask m, wide a)
{
    return (wide)((WideBits)a & m);
}

#endif

// ---- arithmetic ----

// a·b + c, rounded once if the machine has such an instruction and twice otherwise; the same in every lane.
static inline wide wide_fma(wide a, wide b, wide c)
{
#if defined(WIDE_AVX512) || defined(WIDE_AVX2)
    return WIDE_X86(fmadd)(a, b, c);
#elif defined(WIDE_NEON) && defined(WEFT_REAL_F32)
    return vfmaq_f32(c, a, b);
#elif defined(WIDE_NEON)
    return vfmaq_f64(c, a, b);
#else
    return a * b + c;
#endif
}

// c − a·b, likewise.
static inline wide wide_minus_product(wide c, wide a, wide b)
{
#if defined(WIDE_AVX512) || defined(WIDE_AVX2)
    return WIDE_X86(fnmadd)(a, b, c);
#elif defined(WIDE_NEON) && defined(WEFT_REAL_F32)
    return vfmsq_f32(c, a, b);
#elif defined(WIDE_NEON)
    return vfmsq_f64(c, a, b);
#else
    return c - a * b;
#endif
}

static inline wide wide_sqrt(wide a)
{
#ifdef WIDE_X86_
    return WIDE_X86(sqrt)(a);
#else
    for (int k = 0; k < WIDE_LANES; k++)
        a[k] = real_sqrt(a[k]);
    return a;
#endif
}

// a < b ? a : b and a > b ? a : b, so b if either is NaN.
static inline wide wide_min(wide a, wide b)
{
#ifdef WIDE_X86_
    return WIDE_X86(min)(a, b);
#else
    return wide_choose(wide_less(a, b), a, b);
#endif
}

static inline wide wide_max(wide a, wide b)
{
#ifdef WIDE_X86_
    return WIDE_X86(max)(a, b);
#else
    return wide_choose(wide_less(b, a), a, b);
#endif
}

#if WIDE_BITS > 0
// WIDE_BITS bits of 1/√a and of 1/a.
static inline wide wide_rsqrt_estimate(wide a)
{
#if defined(WIDE_AVX512)
    return WIDE_X86(rsqrt14)(a);
#elif defined(WIDE_X86_)
    return WIDE_X86(rsqrt)(a);
#else
    return vrsqrteq_f32(a);
#endif
}

static inline wide wide_reciprocal_estimate(wide a)
{
#if defined(WIDE_AVX512)
    return WIDE_X86(rcp14)(a);
#elif defined(WIDE_X86_)
    return WIDE_X86(rcp)(a);
#else
    return vrecpeq_f32(a);
#endif
}
#endif

// ---- blocks: register j of a group of WIDE_LANES blocks of four reals holds blocks j, 4 + j, 8 + j, … ----

#if defined(WIDE_AVX512) && defined(WEFT_REAL_F32)
static inline wide wide_join_blocks(const real4 *a, const real4 *b, const real4 *c, const real4 *d)
{
    const __m512 ab = _mm512_insertf32x4(_mm512_castps128_ps512(_mm_load_ps(&a->x)), _mm_load_ps(&b->x), 1);
    return _mm512_insertf32x4(_mm512_insertf32x4(ab, _mm_load_ps(&c->x), 2), _mm_load_ps(&d->x), 3);
}

static inline void wide_split_blocks(wide r, real4 *a, real4 *b, real4 *c, real4 *d)
{
    _mm_store_ps(&a->x, _mm512_castps512_ps128(r));
    _mm_store_ps(&b->x, _mm512_extractf32x4_ps(r, 1));
    _mm_store_ps(&c->x, _mm512_extractf32x4_ps(r, 2));
    _mm_store_ps(&d->x, _mm512_extractf32x4_ps(r, 3));
}
#elif defined(WIDE_AVX512)
static inline wide wide_join_blocks(const real4 *a, const real4 *b)
{
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_load_pd(&a->x)), _mm256_load_pd(&b->x), 1);
}

static inline void wide_split_blocks(wide r, real4 *a, real4 *b)
{
    _mm256_store_pd(&a->x, _mm512_castpd512_pd256(r));
    _mm256_store_pd(&b->x, _mm512_extractf64x4_pd(r, 1));
}
#elif defined(WIDE_AVX2) && defined(WEFT_REAL_F32)
static inline wide wide_join_blocks(const real4 *a, const real4 *b)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(&a->x)), _mm_load_ps(&b->x), 1);
}

static inline void wide_split_blocks(wide r, real4 *a, real4 *b)
{
    _mm_store_ps(&a->x, _mm256_castps256_ps128(r));
    _mm_store_ps(&b->x, _mm256_extractf128_ps(r, 1));
}
#endif

#endif
