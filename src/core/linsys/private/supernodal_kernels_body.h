// The body of supernodal_kernels.h. Included once per precision, with VALUE (float or double), KERNELS (the table to define), GROUP and
// COLUMNS defined: 4 and 1 or 2 for float, 1 and 1 for double.
//
// A block is x, y, z and a zero of one row. A register holds four lanes of each of COLUMNS columns:
//
//   GROUP = 1   the lanes of a column are those of a block; an entry takes one multiply-add, and its load broadcasts it.
//   GROUP = 4   the lanes of a column are four rows, as the entries are in memory; x, y and z have separate registers (PARTS). Four entries
//               of each column take three multiply-adds, with no lane for the zero. Blocks are transposed once per four rows
//               or per chunk. (With blocks in the lanes every entry needed its own shuffle, and Intel processors up to Skylake
//               have one unit for shuffles: the solve in f32 was hardly faster than in f64.)
//
// Two columns in a register of 32 bytes are also best for AVX-512: Zen 4 halves its registers, and the sums of four columns would need
// further shuffles.
#include <string.h>

#include "base/gnu.h"
#include "linsys/private/supernodal_kernels.h"
#include "math/wide.h"

// DO(width) with a width known at compile time, which keeps a chunk's columns in registers.
#define CASE(width, DO) \
    case width: \
        DO(width); \
        break;
#define OF_WIDTH(columns, DO) \
    switch (columns) { \
        CASE(1, DO) CASE(2, DO) CASE(3, DO) CASE(4, DO) CASE(5, DO) CASE(6, DO) CASE(7, DO) CASE(8, DO) default : break; \
    }
_Static_assert(CHUNK_WIDTH == 8, "a case for each width");

GNU_VECTOR(VALUE, Block, 4 * sizeof(VALUE));
GNU_VECTOR(VALUE, Lanes, COLUMNS * 4 * sizeof(VALUE));

enum { PARTS = GROUP == 1 ? 1 : 3 };

// COLUMNS columns, or GROUP rows, or their product.
typedef struct Parts {
    Lanes part[PARTS];
} Parts;

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

// ---- GROUP rows, COLUMNS columns ----

#if GROUP == 1

static GNU_ALWAYS_INLINE Lanes entries_load(const VALUE *value, int columns)
{
    (void)columns;
    return (Lanes){*value, *value, *value, *value};
}

static GNU_ALWAYS_INLINE Parts columns_load(const Block *own, int columns)
{
    (void)columns;
    return (Parts){{block_load(own)}};
}

static GNU_ALWAYS_INLINE void columns_store(Block *own, const Parts *sum, int columns)
{
    (void)columns;
    block_store(own, sum->part[0]);
}

static GNU_ALWAYS_INLINE Parts rows_load(const Block *v, const uint16_t *row)
{
    return (Parts){{block_load(&v[row[0]])}};
}

static GNU_ALWAYS_INLINE void rows_add(Block *v, const uint16_t *row, const Parts *sum)
{
    block_add(&v[row[0]], sum->part[0]);
}

#else

#if COLUMNS == 2
GNU_VECTOR(double, Pairs, sizeof(Lanes)); // of floats
#define IN_COLUMN(i) (i) < 4 ? (i) : (i) + 4 // lanes of the second operand follow those of both columns of the first
#define IN_COLUMNS(a, b, i, j, k, l) \
    GNU_SHUFFLE(a, b, IN_COLUMN(i), IN_COLUMN(j), IN_COLUMN(k), IN_COLUMN(l), (IN_COLUMN(i)) + 4, (IN_COLUMN(j)) + 4, (IN_COLUMN(k)) + 4, \
                (IN_COLUMN(l)) + 4)
#define COLUMN(lanes, c) GNU_SHUFFLE(lanes, lanes, 4 * (c), 4 * (c) + 1, 4 * (c) + 2, 4 * (c) + 3)
#else
#define IN_COLUMNS GNU_SHUFFLE
#define COLUMN(lanes, c) (lanes)
#endif

// Four values of each of the first `columns` columns, at any address; 0 for the others, whose memory is not read. (Assembling a register in
// memory would stall: its load would wait for the stores of its parts.)
static GNU_ALWAYS_INLINE Lanes entries_load(const VALUE *from, int columns)
{
    Lanes lanes;
    (void)columns;
#if GNU_THREAD_SANITIZED
    for (int i = 0; i < 4 * COLUMNS; i++)
        lanes[i] = i < 4 * columns ? from[i] : 0;
#else
#if COLUMNS == 2
    if (columns == 1) {
        Block first;
        memcpy(&first, from, sizeof first);
        return GNU_SHUFFLE(first, (Block){0}, 0, 1, 2, 3, 4, 5, 6, 7);
    }
#endif
    memcpy(&lanes, from, sizeof lanes);
#endif
    return lanes;
}

// x, y and z of each column for four rows.
static GNU_ALWAYS_INLINE Parts columns_load(const Block *own, int columns)
{
    const Lanes blocks = entries_load((const VALUE *)own, columns);
    return (Parts){
        {IN_COLUMNS(blocks, blocks, 0, 0, 0, 0), IN_COLUMNS(blocks, blocks, 1, 1, 1, 1), IN_COLUMNS(blocks, blocks, 2, 2, 2, 2)}};
}

// The block of each column from its sums over four rows.
static GNU_ALWAYS_INLINE void columns_store(Block *own, const Parts *sum, int columns)
{
    const Lanes x = sum->part[0], y = sum->part[1], z = sum->part[2], zero = {0};
    const Lanes xy = IN_COLUMNS(x, y, 0, 4, 1, 5) + IN_COLUMNS(x, y, 2, 6, 3, 7);
    const Lanes zw = IN_COLUMNS(z, zero, 0, 4, 1, 5) + IN_COLUMNS(z, zero, 2, 6, 3, 7);
    const Lanes blocks = IN_COLUMNS(xy, zw, 0, 1, 4, 5) + IN_COLUMNS(xy, zw, 2, 3, 6, 7);
    block_store(own, COLUMN(blocks, 0));
    if (columns > 1 && COLUMNS > 1)
        block_store(own + 1, COLUMN(blocks, COLUMNS - 1));
}

// x, y and z of four rows, the same for all columns. With two columns, each half of a register takes two rows until x, y and z are
// separated: this leaves enough registers of AVX2 for the sums.
static GNU_ALWAYS_INLINE Parts rows_load(const Block *v, const uint16_t *row)
{
    const Block a = block_load(&v[row[0]]), b = block_load(&v[row[1]]), c = block_load(&v[row[2]]), d = block_load(&v[row[3]]);
#if COLUMNS == 2
    const Lanes ac = GNU_SHUFFLE(a, c, 0, 1, 2, 3, 4, 5, 6, 7), bd = GNU_SHUFFLE(b, d, 0, 1, 2, 3, 4, 5, 6, 7);
    const Pairs xy = (Pairs)IN_COLUMNS(ac, bd, 0, 4, 1, 5), zw = (Pairs)IN_COLUMNS(ac, bd, 2, 6, 3, 7);
    return (Parts){
        {(Lanes)GNU_SHUFFLE(xy, xy, 0, 2, 0, 2), (Lanes)GNU_SHUFFLE(xy, xy, 1, 3, 1, 3), (Lanes)GNU_SHUFFLE(zw, zw, 0, 2, 0, 2)}};
#else
    const Lanes xy01 = GNU_SHUFFLE(a, b, 0, 4, 1, 5), xy23 = GNU_SHUFFLE(c, d, 0, 4, 1, 5);
    const Lanes zw01 = GNU_SHUFFLE(a, b, 2, 6, 3, 7), zw23 = GNU_SHUFFLE(c, d, 2, 6, 3, 7);
    return (Parts){{GNU_SHUFFLE(xy01, xy23, 0, 1, 4, 5), GNU_SHUFFLE(xy01, xy23, 2, 3, 6, 7), GNU_SHUFFLE(zw01, zw23, 0, 1, 4, 5)}};
#endif
}

static GNU_ALWAYS_INLINE Block over_columns(Lanes sum)
{
#if COLUMNS == 2
    return COLUMN(sum, 0) + COLUMN(sum, 1);
#else
    return sum;
#endif
}

// The value of w does not matter here; giving it z costs least.
static GNU_ALWAYS_INLINE void rows_add(Block *v, const uint16_t *row, const Parts *sum)
{
    const Block x = over_columns(sum->part[0]), y = over_columns(sum->part[1]), z = over_columns(sum->part[2]);
    const Block xy01 = GNU_SHUFFLE(x, y, 0, 4, 1, 5), xy23 = GNU_SHUFFLE(x, y, 2, 6, 3, 7);
    block_add(&v[row[0]], GNU_SHUFFLE(xy01, z, 0, 1, 4, 4));
    block_add(&v[row[1]], GNU_SHUFFLE(xy01, z, 2, 3, 5, 5));
    block_add(&v[row[2]], GNU_SHUFFLE(xy23, z, 0, 1, 6, 6));
    block_add(&v[row[3]], GNU_SHUFFLE(xy23, z, 2, 3, 7, 7));
}

#endif

// ---- one chunk ----

// For loops over the columns of a chunk: Parts stay in registers only if the loop is unrolled. (With GROUP = 1 the compiler unrolls by
// itself; with a pragma it would fuse other operations, which changes the bits.)
#if GROUP == 1
#define EACH_COLUMN
#else
#define EACH_COLUMN GNU_UNROLL(CHUNK_WIDTH)
#endif

// The entries are one stream, with ascending addresses in the forward solve and descending ones in the backward solve. The hardware
// prefetcher stops at the end of a page, so lines are prefetched this many bytes ahead. Measured on a 512×512 cloth in f64, two threads:
// 11.8 ms without, 8.4 with 512, 7.4 with 1024, 6.3 with 2048, 6.2 with 4096.
enum { AHEAD = 4096, LINE = 64 };

static GNU_ALWAYS_INLINE void prefetch(const VALUE *entries, int64_t ahead, int count)
{
    const uintptr_t at = (uintptr_t)entries + (uintptr_t)ahead; // an address: it may be outside the array
    for (int line = 0; line < count * (int)sizeof(VALUE); line += LINE)
        GNU_PREFETCH((const void *)(at + (uintptr_t)line));
}

// Adds GROUP rows of P times x to the blocks of these rows.
static GNU_ALWAYS_INLINE void add_rows(const VALUE *value, const Parts *x, int columns, Block *v, const uint16_t *row)
{
    Parts sum = {0};
    EACH_COLUMN
    for (int k = 0; k < columns; k += COLUMNS) {
        const Lanes entries = entries_load(value + k * GROUP, columns - k);
        for (int p = 0; p < PARTS; p++)
            sum.part[p] = k ? sum.part[p] + entries * x[k / COLUMNS].part[p] : entries * x[k / COLUMNS].part[p];
    }
    rows_add(v, row, &sum);
}

// The same for `count` rows below the chunk's own. ahead: bytes from an entry to the one to prefetch.
static GNU_ALWAYS_INLINE const VALUE *rows_forward(const VALUE *value, const Parts *x, Block *v, const uint16_t *row, int32_t count,
                                                   int64_t ahead, int width)
{
    for (int32_t i = 0; i < count; i += GROUP, value += width * GROUP) {
        prefetch(value, ahead, width * GROUP);
        add_rows(value, x, width, v, row + i);
    }
    return value;
}

static GNU_ALWAYS_INLINE void load_columns(const Block *own, Parts *x, int width)
{
    for (int k = 0; k < width; k += COLUMNS)
        x[k / COLUMNS] = columns_load(&own[k], width - k);
}

// [own ; rows] = [0 ; rows] + P own. This and the previous function return the address after the last entry they used.
static GNU_ALWAYS_INLINE const VALUE *chunk_forward(const VALUE *value, Block *own, Block *v, const uint16_t *row, int32_t height,
                                                    int width)
{
    Parts   x[CHUNK_WIDTH / COLUMNS];
    int32_t i = 0;
    load_columns(own, x, width);
    for (int k = 0; k < width; k++)
        block_store(&own[k], (Block){0});
    for (; i < width; i += GROUP) {
        const int columns = chunk_columns(width, i, GROUP);
        add_rows(value, x, columns, v, row + i);
        value += columns * GROUP;
    }
    return rows_forward(value, x, v, row + i, height - i, AHEAD, width);
}

// Adds GROUP rows of P, transposed, times the blocks of these rows.
static GNU_ALWAYS_INLINE void add_columns(const VALUE *value, const Block *v, const uint16_t *row, Parts *sum, int columns)
{
    const Parts rows = rows_load(v, row);
    EACH_COLUMN
    for (int k = 0; k < columns; k += COLUMNS) {
        const Lanes entries = entries_load(value + k * GROUP, columns - k);
        for (int p = 0; p < PARTS; p++)
            sum[k / COLUMNS].part[p] += entries * rows.part[p];
    }
}

// The same for `count` rows below the chunk's own, the last one first; `value` points behind its entries.
static GNU_ALWAYS_INLINE const VALUE *rows_backward(const VALUE *value, const Block *v, const uint16_t *row, int32_t count, int64_t ahead,
                                                    Parts *sum, int width)
{
    for (int32_t i = (count - 1) / GROUP * GROUP; count > 0 && i >= 0; i -= GROUP) {
        value -= width * GROUP;
        prefetch(value, ahead, width * GROUP);
        add_columns(value, v, row + i, sum, width);
    }
    return value;
}

// own = sum + Pᵀ [own ; rows], from the last row to the first
static GNU_ALWAYS_INLINE const VALUE *chunk_backward(const VALUE *value, Block *own, const Block *v, const uint16_t *row, int32_t height,
                                                     Parts *sum, int width)
{
    const int32_t triangle = (width + GROUP - 1) / GROUP * GROUP;
    value = rows_backward(value, v, row + triangle, height - triangle, -AHEAD, sum, width);
    for (int32_t i = triangle - GROUP; i >= 0; i -= GROUP) {
        const int columns = chunk_columns(width, i, GROUP);
        value -= columns * GROUP;
        add_columns(value, v, row + i, sum, columns);
    }
    EACH_COLUMN
    for (int k = 0; k < width; k += COLUMNS)
        columns_store(&own[k], &sum[k / COLUMNS], width - k);
    return value;
}

static void chunks_forward(const SupernodalPlan *plan, const SupernodalTask *task, const VALUE *value, Block *v)
{
    for (int32_t c = task->chunk_begin; c < task->chunk_end; c++) {
        const Chunk *chunk = &plan->chunk[c];
#define FORWARD(width) value = chunk_forward(value, v + chunk->column, v, plan->row + chunk->row, chunk->height, width)
        OF_WIDTH(chunk->width, FORWARD)
#undef FORWARD
    }
}

static void chunks_backward(const SupernodalPlan *plan, const SupernodalTask *task, const VALUE *value, Block *v)
{
    for (int32_t c = task->chunk_end - 1; c >= task->chunk_begin; c--) {
        const Chunk *chunk = &plan->chunk[c];
        Parts        sum[CHUNK_WIDTH / COLUMNS] = {0};
#define BACKWARD(width) value = chunk_backward(value, v + chunk->column, v, plan->row + chunk->row, chunk->height, sum, width)
        OF_WIDTH(chunk->width, BACKWARD)
#undef BACKWARD
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

// First of the child's boundary rows whose index in the parent's vector is at least i.
static int32_t boundary_from(const SupernodalPlan *plan, const SupernodalTask *child, int32_t i)
{
    int32_t low = child->boundary, high = low + child->boundary_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (plan->to_parent[middle] < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Writes rows `from` to `to` of the task's vector at the start of the forward solve to `at`.
static void gather(const SupernodalPlan *plan, const SupernodalTask *task, const void *blocks, const SolveEnds *ends, int32_t from,
                   int32_t to, Block *at)
{
    const int32_t *order = plan->order + task->own;
    int32_t        i = from;
    for (; i < task->own_count && i < to; i++)
        block_store(&at[i - from], ends->rhs ? read_in(&ends->rhs[order[i]]) : (Block){(VALUE)ends->scalar_rhs[order[i]]});
    for (; i < to; i++)
        block_store(&at[i - from], (Block){0});
    for (int32_t c = task->child; c >= 0; c = plan->task[c].sibling) {
        const SupernodalTask *child = &plan->task[c];
        const Block          *boundary = (const Block *)blocks + child->block + child->own_count;
        const int32_t         end = boundary_from(plan, child, to);
        for (int32_t k = boundary_from(plan, child, from); k < end; k++)
            block_add(&at[plan->to_parent[k] - from], block_load(&boundary[k - child->boundary]));
    }
}

static void forward(const SupernodalPlan *plan, int32_t t, const void *values, void *blocks, const SolveEnds *ends)
{
    const SupernodalTask *task = &plan->task[t];
    Block                *v = (Block *)blocks + task->block;
    gather(plan, task, blocks, ends, 0, task->own_count + task->boundary_count + 1, v); // including the block for padding
    chunks_forward(plan, task, (const VALUE *)values + task->value, v);
}

// Copies rows `from` to `to` of the boundary from the parent.
static void take_boundary(const SupernodalPlan *plan, const SupernodalTask *task, void *blocks, int32_t from, int32_t to)
{
    if (task->parent < 0)
        return;
    const Block *parent = (const Block *)blocks + plan->task[task->parent].block;
    Block       *v = (Block *)blocks + task->block + task->own_count;
    for (int32_t i = from; i < to; i++)
        block_store(&v[i], block_load(&parent[plan->to_parent[task->boundary + i]]));
}

// Writes the solution of columns `from` to `to`, which begins at v.
static void hand_out(const SupernodalPlan *plan, const SupernodalTask *task, const Block *v, int32_t from, int32_t to,
                     const SolveEnds *ends)
{
    const int32_t *order = plan->order + task->own;
    for (int32_t i = from; i < to; i++)
        if (ends->rhs)
            write_out(block_load(&v[i - from]), ends->add, &ends->x[order[i]]);
        else
            ends->scalar_x[order[i]] = (double)v[i - from][0];
}

static void backward(const SupernodalPlan *plan, int32_t t, const void *values, void *blocks, const SolveEnds *ends)
{
    const SupernodalTask *task = &plan->task[t];
    Block                *v = (Block *)blocks + task->block;
    take_boundary(plan, task, blocks, 0, task->boundary_count);
    chunks_backward(plan, task, (const VALUE *)values + task->value_end, v);
    hand_out(plan, task, v, 0, task->own_count, ends);
}

#include "linsys/private/supernodal_wide_body.h"

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

const SupernodalKernels KERNELS = {.value_bytes = sizeof(VALUE),
                                   .group = GROUP,
                                   .write = write,
                                   .forward = forward,
                                   .backward = backward,
                                   .forward_step = forward_step,
                                   .backward_step = backward_step};
