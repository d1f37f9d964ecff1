// The body of supernodal_kernels.h. Included once per precision, with VALUE (float or double), KERNELS (the table to define) and GROUP
// (1, 2 or 4 rows in one vector register) defined.
//
// A vector register holds GROUP blocks of four values: x, y, z and nothing of GROUP rows. An entry of the factor is spread over the
// four lanes of its row, so that one multiply-add serves one column and GROUP rows.
#include "base/gnu.h"
#include "linsys/supernodal_kernels.h"

GNU_VECTOR(VALUE, Block, 4 * sizeof(VALUE));
GNU_VECTOR(VALUE, Group, GROUP * 4 * sizeof(VALUE));

// ---- GROUP rows at once ----

#if GROUP == 4
GNU_VECTOR(VALUE, Entries, 4 * sizeof(VALUE));
GNU_VECTOR(VALUE, Pair, 8 * sizeof(VALUE));

static GNU_ALWAYS_INLINE Group spread(const VALUE *entry)
{
    const Entries e = *(const Entries *)(const void *)entry;
    return GNU_SHUFFLE(e, e, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
}

static GNU_ALWAYS_INLINE Group repeat(Block b)
{
    return GNU_SHUFFLE(b, b, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
}

static GNU_ALWAYS_INLINE Group gather(const Block *v, const int32_t *row)
{
    const Pair low = GNU_SHUFFLE(v[row[0]], v[row[1]], 0, 1, 2, 3, 4, 5, 6, 7);
    const Pair high = GNU_SHUFFLE(v[row[2]], v[row[3]], 0, 1, 2, 3, 4, 5, 6, 7);
    return GNU_SHUFFLE(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

static GNU_ALWAYS_INLINE void scatter_add(Group g, Block *v, const int32_t *row)
{
    v[row[0]] += GNU_SHUFFLE(g, g, 0, 1, 2, 3);
    v[row[1]] += GNU_SHUFFLE(g, g, 4, 5, 6, 7);
    v[row[2]] += GNU_SHUFFLE(g, g, 8, 9, 10, 11);
    v[row[3]] += GNU_SHUFFLE(g, g, 12, 13, 14, 15);
}

static GNU_ALWAYS_INLINE Block sum_of_rows(Group g)
{
    const Pair pair = GNU_SHUFFLE(g, g, 0, 1, 2, 3, 4, 5, 6, 7) + GNU_SHUFFLE(g, g, 8, 9, 10, 11, 12, 13, 14, 15);
    return GNU_SHUFFLE(pair, pair, 0, 1, 2, 3) + GNU_SHUFFLE(pair, pair, 4, 5, 6, 7);
}
#elif GROUP == 2
static GNU_ALWAYS_INLINE Group spread(const VALUE *entry)
{
    return (Group){entry[0], entry[0], entry[0], entry[0], entry[1], entry[1], entry[1], entry[1]};
}

static GNU_ALWAYS_INLINE Group repeat(Block b)
{
    return GNU_SHUFFLE(b, b, 0, 1, 2, 3, 0, 1, 2, 3);
}

static GNU_ALWAYS_INLINE Group gather(const Block *v, const int32_t *row)
{
    return GNU_SHUFFLE(v[row[0]], v[row[1]], 0, 1, 2, 3, 4, 5, 6, 7);
}

static GNU_ALWAYS_INLINE void scatter_add(Group g, Block *v, const int32_t *row)
{
    v[row[0]] += GNU_SHUFFLE(g, g, 0, 1, 2, 3);
    v[row[1]] += GNU_SHUFFLE(g, g, 4, 5, 6, 7);
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

static GNU_ALWAYS_INLINE Group repeat(Block b)
{
    return b;
}

static GNU_ALWAYS_INLINE Group gather(const Block *v, const int32_t *row)
{
    return v[*row];
}

static GNU_ALWAYS_INLINE void scatter_add(Group g, Block *v, const int32_t *row)
{
    v[*row] += g;
}

static GNU_ALWAYS_INLINE Block sum_of_rows(Group g)
{
    return g;
}
#endif

// ---- one chunk ----

// [x ; rows] = [0 ; rows] + P x
static GNU_ALWAYS_INLINE void chunk_up(const Chunk *chunk, const VALUE *value, const int32_t *row, Block *v, int width)
{
    Group  x[CHUNK_WIDTH];
    Block *own = v + chunk->column;
    for (int k = 0; k < width; k++)
        x[k] = repeat(own[k]);
    for (int k = 0; k < width; k++)
        own[k] = (Block){0};
    for (int32_t i = 0; i < chunk->height; i += GROUP, value += GROUP * width) {
        Group sum = spread(value) * x[0];
        for (int k = 1; k < width; k++)
            sum += spread(value + k * GROUP) * x[k];
        scatter_add(sum, v, row + i);
    }
}

// x = Pᵀ [x ; rows]
static GNU_ALWAYS_INLINE void chunk_down(const Chunk *chunk, const VALUE *value, const int32_t *row, Block *v, int width)
{
    Group sum[CHUNK_WIDTH];
    for (int k = 0; k < width; k++)
        sum[k] = (Group){0};
    for (int32_t i = 0; i < chunk->height; i += GROUP, value += GROUP * width) {
        const Group x = gather(v, row + i);
        for (int k = 0; k < width; k++)
            sum[k] += spread(value + k * GROUP) * x;
    }
    for (int k = 0; k < width; k++)
        v[chunk->column + k] = sum_of_rows(sum[k]);
}

// A constant width keeps x and the sums in registers.
#define EACH_WIDTH(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8)
_Static_assert(CHUNK_WIDTH == 8, "a case for each width");

static void chunks_up(const SupernodalPlan *plan, const SupernodalTask *task, const VALUE *values, Block *v)
{
    for (int32_t c = task->chunk_begin; c < task->chunk_end; c++) {
        const Chunk *chunk = &plan->chunk[c];
        switch (chunk->width) {
#define UP(width) \
    case width: \
        chunk_up(chunk, values + chunk->value, plan->row + chunk->row, v, width); \
        break;
            EACH_WIDTH(UP)
#undef UP
        default:
            break;
        }
    }
}

static void chunks_down(const SupernodalPlan *plan, const SupernodalTask *task, const VALUE *values, Block *v)
{
    for (int32_t c = task->chunk_end - 1; c >= task->chunk_begin; c--) {
        const Chunk *chunk = &plan->chunk[c];
        switch (chunk->width) {
#define DOWN(width) \
    case width: \
        chunk_down(chunk, values + chunk->value, plan->row + chunk->row, v, width); \
        break;
            EACH_WIDTH(DOWN)
#undef DOWN
        default:
            break;
        }
    }
}

// ---- one task ----

static void up(const SupernodalPlan *plan, int32_t t, const void *values, void *blocks, const real4 *rhs)
{
    const SupernodalTask *task = &plan->task[t];
    const int32_t        *order = plan->order + task->own;
    Block                *v = (Block *)blocks + task->block;
    for (int32_t i = 0; i < task->own_count; i++) {
        const real4 *b = &rhs[order[i]];
        v[i] = (Block){(VALUE)b->x, (VALUE)b->y, (VALUE)b->z, 0};
    }
    for (int32_t i = 0; i <= task->boundary_count; i++) // and the block for padding
        v[task->own_count + i] = (Block){0};
    for (int32_t c = task->child; c >= 0; c = plan->task[c].sibling) {
        const SupernodalTask *child = &plan->task[c];
        const Block          *from = (const Block *)blocks + child->block + child->own_count;
        for (int32_t i = 0; i < child->boundary_count; i++)
            v[plan->to_parent[child->boundary + i]] += from[i];
    }
    chunks_up(plan, task, values, v);
}

static void write_out(const SupernodalTask *task, const int32_t *order, const Block *v, bool add, real4 *x)
{
    for (int32_t i = 0; i < task->own_count; i++) {
        real4 *to = &x[order[i]];
        if (add) {
            to->x += (real)v[i][0];
            to->y += (real)v[i][1];
            to->z += (real)v[i][2];
        } else {
            to->x = (real)v[i][0];
            to->y = (real)v[i][1];
            to->z = (real)v[i][2];
        }
    }
}

static void down(const SupernodalPlan *plan, int32_t t, const void *values, void *blocks, bool add, real4 *x)
{
    const SupernodalTask *task = &plan->task[t];
    Block                *v = (Block *)blocks + task->block;
    if (task->parent >= 0) {
        const Block *from = (const Block *)blocks + plan->task[task->parent].block;
        for (int32_t i = 0; i < task->boundary_count; i++)
            v[task->own_count + i] = from[plan->to_parent[task->boundary + i]];
    }
    chunks_down(plan, task, values, v);
    write_out(task, plan->order + task->own, v, add, x);
}

// ---- the entries ----

// Columns of D⁻¹ for the lower triangle D of `width` columns at `from`, `stride` apart.
static void invert(const double *from, int32_t stride, int width, double inverse[CHUNK_WIDTH][CHUNK_WIDTH])
{
    for (int k = 0; k < width; k++)
        for (int i = 0; i < width; i++) {
            double sum = i == k ? 1 : 0;
            for (int j = k; j < i; j++)
                sum -= from[(int64_t)j * stride + i] * inverse[k][j];
            inverse[k][i] = i < k ? 0 : sum / from[(int64_t)i * stride + i];
        }
}

static void fill_chunk(const Chunk *chunk, const Supernodes *factor, VALUE *value)
{
    const int32_t b = chunk->supernode, stride = factor->row_start[b + 1] - factor->row_start[b];
    const double *from = factor->value + factor->value_start[b] + (int64_t)chunk->offset * stride + chunk->offset;
    double        inverse[CHUNK_WIDTH][CHUNK_WIDTH] = {{0}};
    invert(from, stride, chunk->width, inverse);
    for (int32_t first = 0; first < chunk->height; first += GROUP)
        for (int k = 0; k < chunk->width; k++)
            for (int32_t i = first; i < first + GROUP; i++) {
                double entry = 0; // of the padding
                if (i < chunk->width)
                    entry = inverse[k][i];
                else if (i < chunk->height)
                    for (int j = k; j < chunk->width; j++)
                        entry -= from[(int64_t)j * stride + i] * inverse[k][j];
                *value++ = (VALUE)entry;
            }
}

static void fill(const SupernodalPlan *plan, const Supernodes *factor, int32_t t, void *values)
{
    for (int32_t c = plan->task[t].chunk_begin; c < plan->task[t].chunk_end; c++)
        fill_chunk(&plan->chunk[c], factor, (VALUE *)values + plan->chunk[c].value);
}

const SupernodalKernels KERNELS = {.value_bytes = sizeof(VALUE), .group = GROUP, .fill = fill, .up = up, .down = down};
