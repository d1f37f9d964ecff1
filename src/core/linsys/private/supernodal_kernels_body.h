// The body of supernodal_kernels.h. Included once per precision, with VALUE (float or double), KERNELS (the table to define), GROUP and
// COLUMNS defined: 4 and 1 or 2 for float, 1 and 1 for double.
//
// A block is x, y, z and a zero of one row. A vector register holds the blocks of COLUMNS columns, and one multiply-add serves COLUMNS
// entries: each block is multiplied by the entry of its column in one row, and the blocks add up to the row's product. GROUP = 4 entries
// of a column are as wide as a block, so that one load gives those of COLUMNS columns, and a shuffle within the block spreads an entry
// over it. Blocks of several rows side by side would need entries that cross from block to block, which is slow on processors without
// AVX-512. Two columns are also right for AVX-512: on Zen 4, which halves its registers, four took 1.25 times as long. A load
// spreads a double at no further cost, one entry at a time.
#if COLUMNS == 2
#include <immintrin.h>
#endif

#include "base/gnu.h"
#include "linsys/private/supernodal_kernels.h"
#include "math/wide.h"

// A width known at compile time keeps a chunk's columns in registers.
#define EACH_WIDTH(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8)
_Static_assert(CHUNK_WIDTH == 8, "a case for each width");

GNU_VECTOR(VALUE, Block, 4 * sizeof(VALUE));
GNU_VECTOR(VALUE, Blocks, COLUMNS * 4 * sizeof(VALUE));

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

// ---- COLUMNS columns at once ----

// Four values of each of the first `columns` columns, at any address; 0 of the others, whose memory is not read.
static GNU_ALWAYS_INLINE Blocks blocks_load(const VALUE *from, int columns)
{
#if COLUMNS == 2 && !GNU_THREAD_SANITIZED
    return (Blocks)(columns > 1 ? _mm256_loadu_ps(from) : _mm256_zextps128_ps256(_mm_loadu_ps(from)));
#else
    Blocks blocks = {0};
    for (int i = 0; i < 4 * (columns < COLUMNS ? columns : COLUMNS); i++)
        blocks[i] = from[i];
    return blocks;
#endif
}

// One block for all columns.
static GNU_ALWAYS_INLINE Blocks repeat(const Block *b)
{
#if COLUMNS == 2 && !GNU_THREAD_SANITIZED
    return (Blocks)_mm256_broadcast_ps((const __m128 *)b);
#elif COLUMNS == 2
    const Block block = block_load(b);
    return GNU_SHUFFLE(block, block, 0, 1, 2, 3, 0, 1, 2, 3);
#else
    return block_load(b);
#endif
}

static GNU_ALWAYS_INLINE Block first_of(Blocks b)
{
#if COLUMNS == 2
    return (Block)_mm256_castps256_ps128((__m256)b);
#else
    return b;
#endif
}

#if COLUMNS == 2
static GNU_ALWAYS_INLINE Block second_of(Blocks b)
{
    return (Block)_mm256_extractf128_ps((__m256)b, 1);
}
#endif

static GNU_ALWAYS_INLINE Block sum_of(Blocks b)
{
#if COLUMNS == 2
    return first_of(b) + second_of(b);
#else
    return b;
#endif
}

// Entries of GROUP rows, column by column, and the entry of row i of each column in all lanes of the column's block.
#if GROUP == 1
static GNU_ALWAYS_INLINE Blocks entries_load(const VALUE *value, int columns)
{
    (void)columns;
    return (Blocks){*value, *value, *value, *value};
}
#define SPREAD(entries, i) (entries)
#define EACH_ROW(DO) DO(0)
#else
#define entries_load blocks_load
#if COLUMNS == 2
#define SPREAD(entries, i) GNU_SHUFFLE(entries, entries, i, i, i, i, 4 + (i), 4 + (i), 4 + (i), 4 + (i))
#else
#define SPREAD(entries, i) GNU_SHUFFLE(entries, entries, i, i, i, i)
#endif
#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3)
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

// Adds GROUP rows of P times x to the blocks of these rows.
static GNU_ALWAYS_INLINE void add_rows(const VALUE *value, const Blocks *x, int columns, Block *v, const uint16_t *row)
{
    Blocks sum[GROUP];
    for (int k = 0; k < columns; k += COLUMNS) {
        const Blocks entries = entries_load(value + k * GROUP, columns - k), own = x[k / COLUMNS];
#define ADD(i) sum[i] = k ? sum[i] + SPREAD(entries, i) * own : SPREAD(entries, i) * own;
        EACH_ROW(ADD)
#undef ADD
    }
    for (int i = 0; i < GROUP; i++)
        block_add(&v[row[i]], sum_of(sum[i]));
}

// [x ; rows] = [0 ; rows] + P x. Both return the address after the last entry they used, in their direction.
static GNU_ALWAYS_INLINE const VALUE *chunk_forward(const Chunk *chunk, const VALUE *value, const uint16_t *row, Block *v, int width)
{
    Blocks  x[CHUNK_WIDTH / COLUMNS];
    Block  *own = v + chunk->column;
    int32_t i = 0;
    for (int k = 0; k < width; k += COLUMNS)
        x[k / COLUMNS] = blocks_load((const VALUE *)&own[k], width - k);
    for (int k = 0; k < width; k++)
        block_store(&own[k], (Block){0});
    for (; i < width; i += GROUP) {
        const int columns = chunk_columns(width, i, GROUP);
        add_rows(value, x, columns, v, row + i);
        value += columns * GROUP;
    }
    for (; i < chunk->height; i += GROUP, value += width * GROUP) {
        prefetch(value, AHEAD, width * GROUP);
        add_rows(value, x, width, v, row + i);
    }
    return value;
}

// Adds GROUP rows of P, transposed, times the blocks of these rows. Rows take turns with COLUMNS sums of each column, so that CHUNK_WIDTH
// multiply-adds need not wait for one another.
static GNU_ALWAYS_INLINE void add_columns(const VALUE *value, const Block *v, const uint16_t *row, Blocks *sum, int columns)
{
    for (int k = 0; k < columns; k += COLUMNS) {
        const Blocks entries = entries_load(value + k * GROUP, columns - k);
#define ADD(i) sum[k + (i) % COLUMNS] += SPREAD(entries, i) * repeat(&v[row[i]]);
        EACH_ROW(ADD)
#undef ADD
    }
}

// x = Pᵀ [x ; rows], from the last row to the first
static GNU_ALWAYS_INLINE const VALUE *chunk_backward(const Chunk *chunk, const VALUE *value, const uint16_t *row, Block *v, int width)
{
    const int32_t own = (width + GROUP - 1) / GROUP * GROUP;
    Blocks        sum[CHUNK_WIDTH];
    for (int k = 0; k < (width + COLUMNS - 1) / COLUMNS * COLUMNS; k++)
        sum[k] = (Blocks){0};
    for (int32_t i = (chunk->height - 1) / GROUP * GROUP; i >= own; i -= GROUP) {
        value -= width * GROUP;
        prefetch(value, -AHEAD, width * GROUP);
        add_columns(value, v, row + i, sum, width);
    }
    for (int32_t i = own - GROUP; i >= 0; i -= GROUP) {
        const int columns = chunk_columns(width, i, GROUP);
        value -= columns * GROUP;
        add_columns(value, v, row + i, sum, columns);
    }
    for (int k = 0; k < width; k += COLUMNS) {
#if COLUMNS == 2
        sum[k] += sum[k + 1];
        if (k + 1 < width)
            block_store(&v[chunk->column + k + 1], second_of(sum[k]));
#endif
        block_store(&v[chunk->column + k], first_of(sum[k]));
    }
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
