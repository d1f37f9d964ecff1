#include "geometry/private/broad_curve.h"

#include <math.h>
#include <string.h>

#include "base/team_range.h"
#include "geometry/private/box_lanes.h"

enum { BITS = 10, CELLS = 1 << BITS, DIGIT_BITS = 11, PASSES = 3 };

Status curve_sort_init(int32_t room, int threads, Arena *arena, CurveSort *out)
{
    TRY(ARENA_NEW(arena, room, &out->key));
    TRY(ARENA_NEW(arena, room, &out->other));
    return ARENA_NEW(arena, threads, &out->digits);
}

// ---- frame ----

static float centre(const Box *box, int axis)
{
    return (float)0.5 * box->low[axis] + (float)0.5 * box->high[axis];
}

static void sort_floats(float *value, int count)
{
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < count; i++) {
            const float moved = value[i];
            int         at = i;
            for (; at >= gap && value[at - gap] > moved; at -= gap)
                value[at] = value[at - gap];
            value[at] = moved;
        }
}

// The frame holds nearly all of a sample, with a border, so that a few boxes far away do not make the cells too large.
static CurveFrame frame_of(const Box *box, int32_t count)
{
    CurveFrame frame = {{0}, 0};
    float      sample[CURVE_SAMPLES], widest = 0;
    for (int axis = 0; axis < 3; axis++) {
        int samples = 0;
        for (int k = 0; k < CURVE_SAMPLES; k++) {
            const int32_t i = (int32_t)((int64_t)count * k / CURVE_SAMPLES);
            if (box_is_there(&box[i]) && fabsf(centre(&box[i], axis)) < INFINITY)
                sample[samples++] = centre(&box[i], axis);
        }
        if (samples == 0)
            continue;
        sort_floats(sample, samples);
        const float low = sample[samples / 64], width = sample[samples - 1 - samples / 64] - low;
        frame.origin[axis] = low - width / 16;
        widest = width > widest ? width : widest;
    }
    if (widest > 0 && widest < INFINITY)
        frame.scale = (float)CELLS / (widest * (float)1.125);
    return frame;
}

// ---- positions on the curve ----

static uint32_t cell_along(float at)
{
    return at > 0 ? at < CELLS - 1 ? (uint32_t)at : CELLS - 1 : 0; // NaN becomes 0
}

// Cell coordinates to the position on the curve, as three numbers whose bits remain to be interleaved.
static void to_curve(uint32_t x[3][BOX_LANES])
{
    for (uint32_t bit = CELLS >> 1; bit > 1; bit >>= 1)
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < BOX_LANES; k++) {
                const uint32_t flip = x[c][k] & bit ? bit - 1 : 0, swap = (x[0][k] ^ x[c][k]) & (bit - 1) & ~flip;
                x[0][k] ^= flip ^ swap;
                x[c][k] ^= swap;
            }
    for (int k = 0; k < BOX_LANES; k++) {
        uint32_t flip = 0;
        x[1][k] ^= x[0][k];
        x[2][k] ^= x[1][k];
        for (uint32_t bit = CELLS >> 1; bit > 1; bit >>= 1)
            flip ^= x[2][k] & bit ? bit - 1 : 0;
        for (int c = 0; c < 3; c++)
            x[c][k] ^= flip;
    }
}

static uint32_t spread(uint32_t x) // two zeros between the bits
{
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
}

static void keys_of(const CurveFrame *frame, const Box *box, int32_t first, int count, uint64_t *key)
{
    uint32_t x[3][BOX_LANES];
    for (int k = 0; k < BOX_LANES; k++)
        for (int c = 0; c < 3; c++)
            x[c][k] = cell_along((centre(&box[first + (k < count ? k : 0)], c) - frame->origin[c]) * frame->scale);
    to_curve(x);
    for (int k = 0; k < count; k++) {
        const uint32_t position = spread(x[0][k]) << 2 | spread(x[1][k]) << 1 | spread(x[2][k]);
        key[k] = (uint64_t)(box_is_there(&box[first + k]) ? position : 1u << (3 * BITS)) << 32 | (uint32_t)(first + k);
    }
}

// ---- radix sort: stable passes from the lowest digit ----

static void count_digits(CurveSort *s, int shift, int32_t from, int32_t to)
{
    int32_t *digits = s->digits[omp_get_thread_num()];
    memset(digits, 0, sizeof *s->digits);
    for (int32_t i = from; i < to; i++)
        digits[s->key[i] >> shift & (CURVE_DIGITS - 1)]++;
}

static void sum_digits(CurveSort *s, int threads)
{
    int32_t sum = 0;
    for (int d = 0; d < CURVE_DIGITS; d++)
        for (int t = 0; t < threads; t++) {
            const int32_t count = s->digits[t][d];
            s->digits[t][d] = sum;
            sum += count;
        }
}

static void sort_pass(CurveSort *s, int shift, int32_t from, int32_t to)
{
    count_digits(s, shift, from, to);
#pragma omp barrier
#pragma omp single
    sum_digits(s, omp_get_num_threads());
    int32_t *at = s->digits[omp_get_thread_num()];
    for (int32_t i = from; i < to; i++)
        s->other[at[s->key[i] >> shift & (CURVE_DIGITS - 1)]++] = s->key[i];
#pragma omp barrier
#pragma omp single
    {
        uint64_t *sorted = s->other;
        s->other = s->key;
        s->key = sorted;
    }
}

void curve_sort(CurveSort *s, const Box *box, int32_t count, int32_t *order)
{
    int32_t from, to;
    team_range(0, count, &from, &to);
#pragma omp single
    if (count > 0)
        s->frame = frame_of(box, count);
    for (int32_t i = from; i < to; i += BOX_LANES)
        keys_of(&s->frame, box, i, to - i < BOX_LANES ? to - i : BOX_LANES, s->key + i);
    for (int pass = 0; pass < PASSES; pass++)
        sort_pass(s, 32 + pass * DIGIT_BITS, from, to);
    for (int32_t i = from; i < to; i++)
        order[i] = (int32_t)(s->key[i] & INT32_MAX);
#pragma omp barrier
}
