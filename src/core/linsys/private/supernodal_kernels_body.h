// The body of supernodal_kernels.h. Included once per precision, with VALUE (float or double), KERNELS (the table to define) and GROUP
// (1, 2 or 4 rows in one vector register) defined.
//
// A vector register holds GROUP blocks of four values: x, y, z and a zero, of GROUP rows. An entry of the factor is broadcast to the
// four lanes of its row, so that one multiply-add serves one column and GROUP rows.
#if GROUP == 4
#include <immintrin.h>
#endif

#include "base/gnu.h"
#include "linsys/private/supernodal_kernels.h"
#include "math/wide.h"

// A width known at compile time keeps a chunk's columns in registers.
#define EACH_WIDTH(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8)
_Static_assert(CHUNK_WIDTH == 8, "a case for each width");

GNU_VECTOR(VALUE, Block, 4 * sizeof(VALUE));
GNU_VECTOR(VALUE, Group, GROUP * 4 * sizeof(VALUE));

// The thread sanitizer does not see accesses of more than 16 bytes, so under it a block is copied value by value.
static GNU_ALWAYS_INLINE Block block_load(const Block *b)
{
#if GNU_THREAD_SANITIZED
    const VALUE *value = (const VALUE *)b;
    return (Block){value[0], value[1], value[2], value[3]};
#else
    return *b;
#endif
}

static GNU_ALWAYS_INLINE void block_store(Block *b, Block from)
{
#if GNU_THREAD_SANITIZED
    VALUE *value = (VALUE *)b;
    for (int i = 0; i < 4; i++)
        value[i] = from[i];
#else
    *b = from;
#endif
}

static GNU_ALWAYS_INLINE void block_add(Block *b, Block more)
{
    block_store(b, block_load(b) + more);
}

// ---- GROUP rows at once ----

#if GROUP == 4 // f32 on AVX-512
static GNU_ALWAYS_INLINE Group spread(const VALUE *entry)
{
    const __m512i lane = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0); // of the four equal parts of 128 bits
    return (Group)_mm512_permutevar_ps(_mm512_broadcast_f32x4(_mm_load_ps(entry)), lane);
}

static GNU_ALWAYS_INLINE Group repeat(const Block *b)
{
    return (Group)_mm512_broadcast_f32x4((__m128)block_load(b));
}

static GNU_ALWAYS_INLINE Group gather(const Block *v, const uint16_t *row)
{
    const __m128 a = (__m128)block_load(&v[row[0]]), b = (__m128)block_load(&v[row[1]]);
    const __m128 c = (__m128)block_load(&v[row[2]]), d = (__m128)block_load(&v[row[3]]);
    const __m512 two = _mm512_insertf32x4(_mm512_castps128_ps512(a), b, 1);
    return (Group)_mm512_insertf32x4(_mm512_insertf32x4(two, c, 2), d, 3);
}

static GNU_ALWAYS_INLINE void scatter_add(Group g, Block *v, const uint16_t *row)
{
    block_add(&v[row[0]], (Block)_mm512_castps512_ps128((__m512)g));
    block_add(&v[row[1]], (Block)_mm512_extractf32x4_ps((__m512)g, 1));
    block_add(&v[row[2]], (Block)_mm512_extractf32x4_ps((__m512)g, 2));
    block_add(&v[row[3]], (Block)_mm512_extractf32x4_ps((__m512)g, 3));
}

static GNU_ALWAYS_INLINE Block sum_of_rows(Group g)
{
    const Block even = (Block)_mm512_castps512_ps128((__m512)g) + (Block)_mm512_extractf32x4_ps((__m512)g, 2);
    return even + ((Block)_mm512_extractf32x4_ps((__m512)g, 1) + (Block)_mm512_extractf32x4_ps((__m512)g, 3));
}
#elif GROUP == 2
static GNU_ALWAYS_INLINE Group spread(const VALUE *entry)
{
    return (Group){entry[0], entry[0], entry[0], entry[0], entry[1], entry[1], entry[1], entry[1]};
}

static GNU_ALWAYS_INLINE Group repeat(const Block *b)
{
    const Block block = block_load(b);
    return GNU_SHUFFLE(block, block, 0, 1, 2, 3, 0, 1, 2, 3);
}

static GNU_ALWAYS_INLINE Group gather(const Block *v, const uint16_t *row)
{
    return GNU_SHUFFLE(block_load(&v[row[0]]), block_load(&v[row[1]]), 0, 1, 2, 3, 4, 5, 6, 7);
}

static GNU_ALWAYS_INLINE void scatter_add(Group g, Block *v, const uint16_t *row)
{
    block_add(&v[row[0]], GNU_SHUFFLE(g, g, 0, 1, 2, 3));
    block_add(&v[row[1]], GNU_SHUFFLE(g, g, 4, 5, 6, 7));
}

static GNU_ALWAYS_INLINE Block sum_of_rows(Group g)
{
    return GNU_SHUFFLE(g, g, 0, 1, 2, 3) + GNU_SHUFFLE(g, g, 4, 5, 6, 7);
}
#else
static GNU_ALWAYS_INLINE Group spread(const VALUE *entry)
{
    return (Group){*entry, *entry, *entry, *entry};
}

static GNU_ALWAYS_INLINE Group repeat(const Block *b)
{
    return block_load(b);
}

static GNU_ALWAYS_INLINE Group gather(const Block *v, const uint16_t *row)
{
    return block_load(&v[*row]);
}

static GNU_ALWAYS_INLINE void scatter_add(Group g, Block *v, const uint16_t *row)
{
    block_add(&v[*row], g);
}

static GNU_ALWAYS_INLINE Block sum_of_rows(Group g)
{
    return g;
}
#endif

// ---- one chunk ----

// The entries are one stream, with ascending addresses in the forward solve and descending ones in the backward solve. The hardware
// prefetcher stops at the end of a page, so lines are prefetched this many bytes ahead. Measured on a 512×512 cloth in f64, two threads:
// 11.8 ms without, 8.4 with 512, 7.4 with 1024, 6.3 with 2048, 6.2 with 4096.
enum { AHEAD = 4096, LINE = 64 };

static GNU_ALWAYS_INLINE void prefetch(const VALUE *entries, int ahead, int count)
{
    const uintptr_t at = (uintptr_t)entries + (uintptr_t)ahead; // an address: it may lie outside of the array
    for (int line = 0; line < count * (int)sizeof(VALUE); line += LINE)
        GNU_PREFETCH((const void *)(at + (uintptr_t)line));
}

// GROUP rows of P times x.
static GNU_ALWAYS_INLINE Group times(const VALUE *value, const Group *x, int columns)
{
    Group sum = spread(value) * x[0];
    for (int k = 1; k < columns; k++)
        sum += spread(value + k * GROUP) * x[k];
    return sum;
}

// [x ; rows] = [0 ; rows] + P x. Both return the address after the last entry they used, in their direction.
static GNU_ALWAYS_INLINE const VALUE *chunk_forward(const Chunk *chunk, const VALUE *value, const uint16_t *row, Block *v, int width)
{
    Group   x[CHUNK_WIDTH];
    Block  *own = v + chunk->column;
    int32_t i = 0;
    for (int k = 0; k < width; k++)
        x[k] = repeat(&own[k]);
    for (int k = 0; k < width; k++)
        block_store(&own[k], (Block){0});
    for (; i < width; i += GROUP) {
        const int columns = chunk_columns(width, i, GROUP);
        scatter_add(times(value, x, columns), v, row + i);
        value += columns * GROUP;
    }
    for (; i < chunk->height; i += GROUP, value += width * GROUP) {
        prefetch(value, AHEAD, width * GROUP);
        scatter_add(times(value, x, width), v, row + i);
    }
    return value;
}

static GNU_ALWAYS_INLINE void add_product(const VALUE *value, Group x, Group *sum, int columns)
{
    for (int k = 0; k < columns; k++)
        sum[k] += spread(value + k * GROUP) * x;
}

// x = Pᵀ [x ; rows], from the last row to the first
static GNU_ALWAYS_INLINE const VALUE *chunk_backward(const Chunk *chunk, const VALUE *value, const uint16_t *row, Block *v, int width)
{
    const int32_t own = (width + GROUP - 1) / GROUP * GROUP;
    Group         sum[CHUNK_WIDTH];
    for (int k = 0; k < width; k++)
        sum[k] = (Group){0};
    for (int32_t i = (chunk->height - 1) / GROUP * GROUP; i >= own; i -= GROUP) {
        value -= width * GROUP;
        prefetch(value, -AHEAD, width * GROUP);
        add_product(value, gather(v, row + i), sum, width);
    }
    for (int32_t i = own - GROUP; i >= 0; i -= GROUP) {
        const int columns = chunk_columns(width, i, GROUP);
        value -= columns * GROUP;
        add_product(value, gather(v, row + i), sum, columns);
    }
    for (int k = 0; k < width; k++)
        block_store(&v[chunk->column + k], sum_of_rows(sum[k]));
    return value;
}

static void chunks_forward(const SupernodalPlan *plan, const SupernodalTask *task, const VALUE *value, Block *v)
{
    for (int32_t c = task->chunk_begin; c < task->chunk_end; c++) {
        const Chunk *chunk = &plan->chunk[c];
        switch (chunk->width) {
#define FORWARD(width) \
    case width: \
        value = chunk_forward(chunk, value, plan->row + chunk->row, v, width); \
        break;
            EACH_WIDTH(FORWARD)
#undef FORWARD
        default:
            break;
        }
    }
}

static void chunks_backward(const SupernodalPlan *plan, const SupernodalTask *task, const VALUE *value, Block *v)
{
    for (int32_t c = task->chunk_end - 1; c >= task->chunk_begin; c--) {
        const Chunk *chunk = &plan->chunk[c];
        switch (chunk->width) {
#define BACKWARD(width) \
    case width: \
        value = chunk_backward(chunk, value, plan->row + chunk->row, v, width); \
        break;
            EACH_WIDTH(BACKWARD)
#undef BACKWARD
        default:
            break;
        }
    }
}

// ---- one task ----

// x, y and z of a right-hand side; w, which is unspecified, becomes 0.
static inline Block read_in(const real4 *b)
{
    const Block block = GNU_CONVERT(lanes4_load(b), Block), zero = {0};
    return GNU_SHUFFLE(block, zero, 0, 1, 2, 7);
}

static inline void write_out(Block v, bool add, real4 *x)
{
    const lanes4 old = lanes4_load(x), found = GNU_CONVERT(v, lanes4);
    lanes4_store(x, GNU_SHUFFLE(add ? old + found : found, old, 0, 1, 2, 7));
}

static void forward(const SupernodalPlan *plan, int32_t t, const void *values, void *blocks, const SolveEnds *ends)
{
    const SupernodalTask *task = &plan->task[t];
    const int32_t        *order = plan->order + task->own;
    Block                *v = (Block *)blocks + task->block;
    for (int32_t i = 0; i < task->own_count; i++)
        block_store(&v[i], ends->rhs ? read_in(&ends->rhs[order[i]]) : (Block){(VALUE)ends->scalar_rhs[order[i]]});
    for (int32_t i = 0; i <= task->boundary_count; i++) // including the block for padding
        block_store(&v[task->own_count + i], (Block){0});
    for (int32_t c = task->child; c >= 0; c = plan->task[c].sibling) {
        const SupernodalTask *child = &plan->task[c];
        const Block          *from = (const Block *)blocks + child->block + child->own_count;
        for (int32_t i = 0; i < child->boundary_count; i++)
            block_add(&v[plan->to_parent[child->boundary + i]], block_load(&from[i]));
    }
    chunks_forward(plan, task, (const VALUE *)values + task->value, v);
}

static void backward(const SupernodalPlan *plan, int32_t t, const void *values, void *blocks, const SolveEnds *ends)
{
    const SupernodalTask *task = &plan->task[t];
    Block                *v = (Block *)blocks + task->block;
    if (task->parent >= 0) {
        const Block *from = (const Block *)blocks + plan->task[task->parent].block;
        for (int32_t i = 0; i < task->boundary_count; i++)
            block_store(&v[task->own_count + i], block_load(&from[plan->to_parent[task->boundary + i]]));
    }
    chunks_backward(plan, task, (const VALUE *)values + task->value_end, v);
    const int32_t *order = plan->order + task->own;
    for (int32_t i = 0; i < task->own_count; i++)
        if (ends->rhs)
            write_out(block_load(&v[i]), ends->add, &ends->x[order[i]]);
        else
            ends->scalar_x[order[i]] = (double)v[i][0];
}

// ---- entries ----

static void write(const double *product, int64_t stride, int width, int32_t row, int32_t rows, void *values, int64_t chunk)
{
    VALUE *to = (VALUE *)values + chunk + (row > 0 ? chunk_entries(width, row, GROUP) : 0);
    for (int32_t i = 0; i < rows; i += GROUP) {
        const int columns = chunk_columns(width, row + i, GROUP);
        for (int k = 0; k < columns; k++, to += GROUP)
            for (int g = 0; g < GROUP; g++)
                to[g] = (VALUE)product[k * stride + i + g];
    }
}

const SupernodalKernels KERNELS = {.value_bytes = sizeof(VALUE), .group = GROUP, .write = write, .forward = forward, .backward = backward};
