// Overlap tests of BOX_LANES boxes with one box: a mask with a bit for each that overlaps. Float comparisons only, so that all instruction
// sets agree.
//
// A column holds one bound of many boxes. NaN overlaps nothing; empty lanes hold NaN.
#ifndef WEFT_GEOMETRY_BOX_LANES_H
#define WEFT_GEOMETRY_BOX_LANES_H

#include "geometry/broad.h"

#if !GNU_THREAD_SANITIZED && defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define BOX_AVX512 1
#include <immintrin.h>
#elif !GNU_THREAD_SANITIZED && defined(__AVX2__)
#define BOX_AVX2 1
#include <immintrin.h>
#endif

enum { BOX_LANES = 16 };

typedef struct BoxBlock {
    alignas(64) float low[3][BOX_LANES];
    float high[3][BOX_LANES];
} BoxBlock;

static inline bool box_is_there(const Box *box)
{
    return box->low[0] <= box->high[0] && box->low[1] <= box->high[1] && box->low[2] <= box->high[2];
}

// A box that overlaps nothing.
static inline Box box_none(void)
{
    return (Box){{NAN, NAN, NAN}, {NAN, NAN, NAN}};
}

static inline bool boxes_overlap(const Box *a, const Box *b)
{
    return a->low[0] <= b->high[0] && a->high[0] >= b->low[0] && a->low[1] <= b->high[1] && a->high[1] >= b->low[1] &&
           a->low[2] <= b->high[2] && a->high[2] >= b->low[2];
}

static inline void box_block_set(BoxBlock *block, int lane, const Box *box)
{
    for (int c = 0; c < 3; c++) {
        block->low[c][lane] = box->low[c];
        block->high[c][lane] = box->high[c];
    }
}

static inline Box box_block_at(const BoxBlock *block, int lane)
{
    return (Box){{block->low[0][lane], block->low[1][lane], block->low[2][lane]},
                 {block->high[0][lane], block->high[1][lane], block->high[2][lane]}};
}

// ---- one box in all lanes ----

typedef struct BoxLanes {
#if defined(BOX_AVX512)
    __m512 low[3], high[3];
#elif defined(BOX_AVX2)
    __m256 low[3], high[3];
#else
    Box box;
#endif
} BoxLanes;

static GNU_ALWAYS_INLINE BoxLanes box_lanes(const Box *box)
{
    BoxLanes out;
#if defined(BOX_AVX512)
    for (int c = 0; c < 3; c++)
        out.low[c] = _mm512_set1_ps(box->low[c]), out.high[c] = _mm512_set1_ps(box->high[c]);
#elif defined(BOX_AVX2)
    for (int c = 0; c < 3; c++)
        out.low[c] = _mm256_set1_ps(box->low[c]), out.high[c] = _mm256_set1_ps(box->high[c]);
#else
    out.box = *box;
#endif
    return out;
}

// Columns of any alignment. All lanes are read; the mask has the first `count`.
static GNU_ALWAYS_INLINE uint32_t box_columns_overlap(const float *const low[3], const float *const high[3], const BoxLanes *box, int count)
{
    const uint32_t first = count < BOX_LANES ? (1u << count) - 1 : 0xffffu;
#if defined(BOX_AVX512)
    __mmask16 mask = (__mmask16)first;
    for (int c = 0; c < 3; c++) {
        mask = _mm512_mask_cmp_ps_mask(mask, _mm512_loadu_ps(low[c]), box->high[c], _CMP_LE_OQ);
        mask = _mm512_mask_cmp_ps_mask(mask, _mm512_loadu_ps(high[c]), box->low[c], _CMP_GE_OQ);
    }
    return mask;
#elif defined(BOX_AVX2)
    uint32_t mask = 0;
    for (int half = 0; half < 2; half++) {
        __m256 all = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
        for (int c = 0; c < 3; c++) {
            all = _mm256_and_ps(all, _mm256_cmp_ps(_mm256_loadu_ps(low[c] + 8 * half), box->high[c], _CMP_LE_OQ));
            all = _mm256_and_ps(all, _mm256_cmp_ps(_mm256_loadu_ps(high[c] + 8 * half), box->low[c], _CMP_GE_OQ));
        }
        mask |= (uint32_t)_mm256_movemask_ps(all) << (8 * half);
    }
    return mask & first;
#else
    uint32_t mask = 0;
    for (int k = 0; k < BOX_LANES; k++) {
        const Box other = {{low[0][k], low[1][k], low[2][k]}, {high[0][k], high[1][k], high[2][k]}};
        mask |= (uint32_t)boxes_overlap(&other, &box->box) << k;
    }
    return mask & first;
#endif
}

static GNU_ALWAYS_INLINE uint32_t box_block_overlap(const BoxBlock *block, const BoxLanes *box)
{
    const float *const low[3] = {block->low[0], block->low[1], block->low[2]};
    const float *const high[3] = {block->high[0], block->high[1], block->high[2]};
    return box_columns_overlap(low, high, box, BOX_LANES);
}

// Packs the numbers whose bit is set; returns how many. `out` must have room for BOX_LANES for any mask.
static GNU_ALWAYS_INLINE int box_numbers_pick(const int32_t *numbers, uint32_t mask, int32_t *out)
{
#if defined(BOX_AVX512)
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32((__mmask16)mask, _mm512_loadu_si512(numbers)));
    return GNU_BITS_SET((uint64_t)mask);
#else
    int count = 0;
    for (; mask; mask &= mask - 1)
        out[count++] = numbers[GNU_TRAILING_ZEROS((uint64_t)mask)];
    return count;
#endif
}

#endif
