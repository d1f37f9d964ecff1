// Overlap tests of BOX_LANES moving boxes with one: a mask with a bit for each that overlaps. All instruction sets agree.
//
// A column holds one bound of many boxes. NaN overlaps nothing; empty lanes hold NaN. Of boxes at rest only what belongs to the start is
// written and read.
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

typedef struct MovingBox { // at the start and at the end of the motion
    Box at[2];
    Box shift; // range
} MovingBox;

typedef struct BoxBlock {
    alignas(64) float low[2][3][BOX_LANES];
    float high[2][3][BOX_LANES];
    float shift_low[3][BOX_LANES], shift_high[3][BOX_LANES];
} BoxBlock;

static inline bool box_is_there(const Box *box)
{
    return box->low[0] <= box->high[0] && box->low[1] <= box->high[1] && box->low[2] <= box->high[2];
}

// A box that overlaps nothing.
static inline MovingBox box_none(void)
{
    static const Box NONE = {{NAN, NAN, NAN}, {NAN, NAN, NAN}};
    return (MovingBox){{NONE, NONE}, NONE};
}

static inline void box_block_set(BoxBlock *block, int lane, bool moving, const MovingBox *box)
{
    for (int end = 0; end < 1 + moving; end++)
        for (int c = 0; c < 3; c++) {
            block->low[end][c][lane] = box->at[end].low[c];
            block->high[end][c][lane] = box->at[end].high[c];
        }
    for (int c = 0; moving && c < 3; c++) {
        block->shift_low[c][lane] = box->shift.low[c];
        block->shift_high[c][lane] = box->shift.high[c];
    }
}

// ---- the box of one lane in all lanes ----

typedef struct BoxLanes {
#if defined(BOX_AVX512)
    __m512 low[2][3], high[2][3], shift_low[3], shift_high[3];
#elif defined(BOX_AVX2)
    __m256 low[2][3], high[2][3], shift_low[3], shift_high[3];
#else
    MovingBox box;
#endif
} BoxLanes;

static GNU_ALWAYS_INLINE BoxLanes box_lanes(const BoxBlock *block, int lane, bool moving)
{
    const int ends = 1 + moving;
    BoxLanes  out;
    for (int c = 0; c < 3; c++) {
#if defined(BOX_AVX512)
        for (int e = 0; e < ends; e++)
            out.low[e][c] = _mm512_set1_ps(block->low[e][c][lane]), out.high[e][c] = _mm512_set1_ps(block->high[e][c][lane]);
        if (moving)
            out.shift_low[c] = _mm512_set1_ps(block->shift_low[c][lane]), out.shift_high[c] = _mm512_set1_ps(block->shift_high[c][lane]);
#elif defined(BOX_AVX2)
        for (int e = 0; e < ends; e++)
            out.low[e][c] = _mm256_set1_ps(block->low[e][c][lane]), out.high[e][c] = _mm256_set1_ps(block->high[e][c][lane]);
        if (moving)
            out.shift_low[c] = _mm256_set1_ps(block->shift_low[c][lane]), out.shift_high[c] = _mm256_set1_ps(block->shift_high[c][lane]);
#else
        for (int e = 0; e < ends; e++)
            out.box.at[e].low[c] = block->low[e][c][lane], out.box.at[e].high[c] = block->high[e][c][lane];
        if (moving)
            out.box.shift.low[c] = block->shift_low[c][lane], out.box.shift.high[c] = block->shift_high[c][lane];
#endif
    }
    return out;
}

// The margin of a pair is Σ max(difference of shifts, either way). It is apart if its gap along an axis exceeds the margin at both ends, on
// the same side. A gap of infinite boxes may be NaN: they overlap.
#if defined(BOX_AVX512)
static GNU_ALWAYS_INLINE uint32_t box_block_overlap(const BoxBlock *block, const BoxLanes *box, bool moving)
{
    const __m512 first = _mm512_load_ps(block->low[0][0]);
    __m512       margin = _mm512_setzero_ps();
    for (int c = 0; moving && c < 3; c++) {
        const __m512 one = _mm512_sub_ps(_mm512_load_ps(block->shift_high[c]), box->shift_low[c]);
        const __m512 other = _mm512_sub_ps(box->shift_high[c], _mm512_load_ps(block->shift_low[c]));
        margin = _mm512_add_ps(margin, _mm512_max_ps(one, other));
    }
    __mmask16 apart = _mm512_cmp_ps_mask(first, box->low[0][0], _CMP_UNORD_Q);
    for (int c = 0; c < 3; c++) {
        __mmask16 before = (__mmask16)~apart, behind = before;
        for (int e = 0; e < 1 + moving; e++) {
            const __m512 low = _mm512_load_ps(block->low[e][c]), high = _mm512_load_ps(block->high[e][c]);
            before = _mm512_mask_cmp_ps_mask(before, _mm512_sub_ps(low, box->high[e][c]), margin, _CMP_GT_OQ);
            behind = _mm512_mask_cmp_ps_mask(behind, _mm512_sub_ps(box->low[e][c], high), margin, _CMP_GT_OQ);
        }
        apart |= before | behind;
    }
    return 0xffffu & ~(uint32_t)apart;
}
#elif defined(BOX_AVX2)
static GNU_ALWAYS_INLINE uint32_t box_half_overlap(const BoxBlock *block, const BoxLanes *box, bool moving, int half)
{
    __m256 margin = _mm256_setzero_ps();
    for (int c = 0; moving && c < 3; c++) {
        const __m256 one = _mm256_sub_ps(_mm256_load_ps(block->shift_high[c] + half), box->shift_low[c]);
        const __m256 other = _mm256_sub_ps(box->shift_high[c], _mm256_load_ps(block->shift_low[c] + half));
        margin = _mm256_add_ps(margin, _mm256_max_ps(one, other));
    }
    __m256 apart = _mm256_cmp_ps(_mm256_load_ps(block->low[0][0] + half), box->low[0][0], _CMP_UNORD_Q);
    for (int c = 0; c < 3; c++) {
        __m256 before = _mm256_castsi256_ps(_mm256_set1_epi32(-1)), behind = before;
        for (int e = 0; e < 1 + moving; e++) {
            const __m256 low = _mm256_load_ps(block->low[e][c] + half), high = _mm256_load_ps(block->high[e][c] + half);
            before = _mm256_and_ps(before, _mm256_cmp_ps(_mm256_sub_ps(low, box->high[e][c]), margin, _CMP_GT_OQ));
            behind = _mm256_and_ps(behind, _mm256_cmp_ps(_mm256_sub_ps(box->low[e][c], high), margin, _CMP_GT_OQ));
        }
        apart = _mm256_or_ps(apart, _mm256_or_ps(before, behind));
    }
    return 0xffu & ~(uint32_t)_mm256_movemask_ps(apart);
}

static GNU_ALWAYS_INLINE uint32_t box_block_overlap(const BoxBlock *block, const BoxLanes *box, bool moving)
{
    return box_half_overlap(block, box, moving, 0) | box_half_overlap(block, box, moving, 8) << 8;
}
#else
static inline bool box_lane_overlaps(const BoxBlock *block, int k, const MovingBox *box, bool moving)
{
    float margin = 0;
    bool apart = isnan(block->low[0][0][k]) || isnan(box->at[0].low[0]);
    for (int c = 0; moving && c < 3; c++) {
        const float one = block->shift_high[c][k] - box->shift.low[c], other = box->shift.high[c] - block->shift_low[c][k];
        margin += one > other ? one : other;
    }
    for (int c = 0; c < 3; c++) {
        bool before = true, behind = true;
        for (int e = 0; e < 1 + moving; e++) {
            before &= block->low[e][c][k] - box->at[e].high[c] > margin;
            behind &= box->at[e].low[c] - block->high[e][c][k] > margin;
        }
        apart |= before | behind;
    }
    return !apart;
}

static inline uint32_t box_block_overlap(const BoxBlock *block, const BoxLanes *box, bool moving)
{
    uint32_t mask = 0;
    for (int k = 0; k < BOX_LANES; k++)
        mask |= (uint32_t)box_lane_overlaps(block, k, &box->box, moving) << k;
    return mask;
}
#endif

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
