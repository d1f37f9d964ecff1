// The body of front.h. Included once per precision, with VALUE (float or double), SINGLE (1 for float) and FRONTS (the table to define)
// defined.
//
// A panel is factorised in blocks of BLOCK columns. First, every thread of the team factorises the square at the block's diagonal for
// itself. The rows below are then independent, and are processed in slices. A block consists of chunks of CHUNK_WIDTH columns. X is a chunk
// minus the products with the block's columns before it; D is the lower triangle at its diagonal, with D Dᵀ = X there. A chunk gives
//   L = X D⁻ᵀ  for the rest of the factorisation, and  P = −L D⁻¹  for the solves (supernodal_plan.h), written directly into their layout.
// Then −L Lᵀ is added to all columns right of the block. Rows are padded with zeros to whole vectors; results beyond the last row are zero.
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/gnu.h"
#include "linsys/private/front.h"

#if FRONT_LANES_BYTES == 64
#define TILE_VECTORS 4
#elif FRONT_LANES_BYTES == 32
#define TILE_VECTORS 3
#else
#define TILE_VECTORS 2
#endif

GNU_VECTOR(VALUE, Lanes, FRONT_LANES_BYTES);

// A width known at compile time keeps a chunk's columns in registers.
#define EACH_WIDTH(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8)
_Static_assert(CHUNK_WIDTH == 8, "a case for each width");

// TILE_COLUMNS × TILE_VECTORS sums fill the registers. SLICE_ROWS, AREA_ROWS × AREA_COLUMNS: pieces of parallel work that fit into a cache.
enum { LANES = FRONT_LANES_BYTES / sizeof(VALUE), TILE_COLUMNS = 4, BLOCK = 64, SLICE_ROWS = 64, AREA_ROWS = 192, AREA_COLUMNS = 32 };
enum { SQUARE_STRIDE = BLOCK + 2 * LANES, PRODUCT_STRIDE = BLOCK + LANES };

typedef struct FrontScratch {
    VALUE square[(BLOCK + LANES) * SQUARE_STRIDE]; // the square at the diagonal, column by column
    VALUE product[CHUNK_WIDTH * PRODUCT_STRIDE];   // P of a slice, column by column
#if SINGLE
    double written[CHUNK_WIDTH * PRODUCT_STRIDE]; // the same in double
#endif
    VALUE inverse[BLOCK / CHUNK_WIDTH][CHUNK_WIDTH][CHUNK_WIDTH]; // D⁻¹ of the block's chunks, row by row
} FrontScratch;

typedef struct Front {
    const FrontWork *work;
    int32_t          b, height, width, below; // rows, own columns, rows below them
    int64_t          stride, update_stride;
    VALUE           *panel, *update;
    FrontOwn        *own;
    FrontScratch    *scratch;
    int              rank, team; // of the threads that share the front
} Front;

static GNU_ALWAYS_INLINE Lanes lanes_load(const VALUE *from)
{
    Lanes lanes;
    memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

static GNU_ALWAYS_INLINE void lanes_store(VALUE *to, Lanes lanes)
{
    memcpy(to, &lanes, sizeof lanes);
}

// ---- products ----

// C −= A Bᵀ, or C = −A Bᵀ, for `vectors` × LANES rows of C and A and `columns` rows of B; A and B have `depth` columns.
static GNU_ALWAYS_INLINE void tile(VALUE *c, int64_t c_stride, const VALUE *a, int64_t a_stride, const VALUE *b, int64_t b_stride,
                                   int depth, bool first, const int vectors, const int columns)
{
    Lanes sum[TILE_VECTORS][TILE_COLUMNS];
    for (int v = 0; v < vectors; v++)
        for (int j = 0; j < columns; j++)
            sum[v][j] = (Lanes){0};
    for (int k = 0; k < depth; k++, a += a_stride, b += b_stride) {
        Lanes row[TILE_VECTORS]; // loaded only once, since rows of A are seldom aligned to cache lines
        for (int v = 0; v < vectors; v++) {
            row[v] = lanes_load(a + v * LANES);
            GNU_KEEP_VECTOR(row[v]);
        }
        for (int j = 0; j < columns; j++)
            for (int v = 0; v < vectors; v++)
                sum[v][j] += row[v] * b[j];
    }
    for (int j = 0; j < columns; j++)
        for (int v = 0; v < vectors; v++) {
            VALUE *at = c + j * c_stride + v * LANES;
            lanes_store(at, first ? -sum[v][j] : lanes_load(at) - sum[v][j]);
        }
}

#define TILE_CASE(vectors, columns) \
    case (vectors)*8 + (columns): \
        tile(c, c_stride, a, a_stride, b, b_stride, depth, first, vectors, columns); \
        break;
#define TILE_ROW(vectors) TILE_CASE(vectors, 1) TILE_CASE(vectors, 2) TILE_CASE(vectors, 3) TILE_CASE(vectors, 4)

static void tile_of(VALUE *c, int64_t c_stride, const VALUE *a, int64_t a_stride, const VALUE *b, int64_t b_stride, int depth, bool first,
                    int vectors, int columns)
{
    switch (vectors * 8 + columns) {
        TILE_ROW(1)
        TILE_ROW(2)
#if TILE_VECTORS > 2
        TILE_ROW(3)
#endif
#if TILE_VECTORS > 3
        TILE_ROW(4)
#endif
    default:
        break;
    }
}

// The same for any number of rows and columns. lower: row 0 of C is on the diagonal of column 0, and entries above it are not needed.
static void multiply(VALUE *c, int64_t c_stride, int32_t rows, int32_t columns, bool lower, const VALUE *a, int64_t a_stride,
                     const VALUE *b, int64_t b_stride, int depth, bool first)
{
    for (int32_t j = 0; j < columns; j += TILE_COLUMNS) {
        const int few = columns - j < TILE_COLUMNS ? columns - j : TILE_COLUMNS;
        for (int32_t i = lower ? j / LANES * LANES : 0; i < rows; i += TILE_VECTORS * LANES) {
            const int32_t left = (rows - i + LANES - 1) / LANES;
            tile_of(c + j * c_stride + i, c_stride, a + i, a_stride, b + j, b_stride, depth, first,
                    left < TILE_VECTORS ? left : TILE_VECTORS, few);
        }
    }
}

// ---- assembly ----

static inline VALUE *update_of(const FrontWork *work, const FrontOwn *own, int32_t b)
{
    const int stack = work->plan->stack[b];
    return (VALUE *)(stack == FRONT_KEPT ? work->kept : own->stack[stack]) + work->plan->offset[b];
}

// Columns are distributed to threads in groups of eight.
static inline bool is_mine(const Front *f, int32_t column)
{
    return column / 8 % f->team == f->rank;
}

static void clear_panel(const Front *f)
{
    const FrontPlan *plan = f->work->plan;
    for (int32_t j = 0; j < f->width; j++) {
        if (!is_mine(f, j))
            continue;
        VALUE        *column = f->panel + j * f->stride;
        const int32_t above = j / LANES * LANES, begin = plan->column_start[plan->first[f->b] + j];
        memset(column + above, 0, (size_t)(f->stride - above) * sizeof *column);
        for (int32_t k = begin; k < plan->column_start[plan->first[f->b] + j + 1]; k++)
            column[plan->entry_row[k]] = (VALUE)f->work->entry[plan->entry_source[k]];
    }
}

static void add_column(VALUE *to, const VALUE *from, const int32_t *row, int32_t count)
{
    if (row[count - 1] - row[0] == count - 1) {
        for (int32_t i = 0; i < count; i++)
            to[row[0] + i] += from[i];
        return;
    }
    for (int32_t i = 0; i < count; i++)
        to[row[i]] += from[i];
}

// Adds the children's update matrices to the columns of the panel, or to the columns right of it.
static void add_children(const Front *f, bool panel)
{
    const FrontPlan *plan = f->work->plan;
    for (int32_t c = plan->child[f->b]; c >= 0; c = plan->sibling[c]) {
        const int32_t  width = plan->first[c + 1] - plan->first[c], count = plan->row_start[c + 1] - plan->row_start[c] - width;
        const int32_t *row = plan->relative + plan->row_start[c] + width;
        const int64_t  stride = front_stride(count, LANES);
        const VALUE   *from = update_of(f->work, f->own, c);
        int32_t        j = 0;
        while (!panel && j < count && row[j] < f->width)
            j++;
        for (; j < count && (!panel || row[j] < f->width); j++)
            if (is_mine(f, row[j]))
                add_column(panel ? f->panel + row[j] * f->stride : f->update + (row[j] - f->width) * f->update_stride - f->width,
                           from + j * stride + j, row + j, count - j);
    }
}

// ---- the square at the diagonal ----

// D Dᵀ = the lower triangle of `width` columns at `from`; inverse: D⁻¹ row by row. Returns the column with a bad pivot, or width.
static int invert_triangle(const VALUE *from, int width, VALUE inverse[CHUNK_WIDTH][CHUNK_WIDTH], double pivot[CHUNK_WIDTH])
{
    double d[CHUNK_WIDTH][CHUNK_WIDTH], exact[CHUNK_WIDTH][CHUNK_WIDTH]; // exact: D⁻¹ in double
    for (int j = 0; j < width; j++) {
        pivot[j] = (double)from[j * SQUARE_STRIDE + j];
        for (int k = 0; k < j; k++)
            pivot[j] -= d[j][k] * d[j][k];
        if (!(pivot[j] > 0 && pivot[j] <= DBL_MAX))
            return j;
        const double root = sqrt(pivot[j]), over = 1 / root;
        d[j][j] = root;
        for (int i = j + 1; i < width; i++) {
            double sum = (double)from[j * SQUARE_STRIDE + i];
            for (int k = 0; k < j; k++)
                sum -= d[i][k] * d[j][k];
            d[i][j] = sum * over;
        }
        exact[j][j] = over;
        for (int k = 0; k < j; k++) {
            double sum = 0;
            for (int i = k; i < j; i++)
                sum -= d[j][i] * exact[i][k];
            exact[j][k] = sum * over;
        }
        for (int k = 0; k <= j; k++)
            inverse[j][k] = (VALUE)exact[j][k];
    }
    return width;
}

// L = X D⁻ᵀ in place, and P = −L D⁻¹.
static GNU_ALWAYS_INLINE void finish_rows(VALUE *x, int64_t stride, int32_t rows, VALUE inverse[CHUNK_WIDTH][CHUNK_WIDTH], VALUE *product,
                                          const int width)
{
    for (int32_t i = 0; i < rows; i += LANES) {
        Lanes from[CHUNK_WIDTH], l[CHUNK_WIDTH];
        for (int k = 0; k < width; k++)
            from[k] = lanes_load(x + k * stride + i);
        for (int k = 0; k < width; k++) {
            l[k] = from[0] * inverse[k][0];
            for (int j = 1; j <= k; j++)
                l[k] += from[j] * inverse[k][j];
            lanes_store(x + k * stride + i, l[k]);
        }
        for (int k = 0; k < width; k++) {
            Lanes sum = l[k] * inverse[k][k];
            for (int j = k + 1; j < width; j++)
                sum += l[j] * inverse[j][k];
            lanes_store(product + k * PRODUCT_STRIDE + i, -sum);
        }
    }
}

static void finish(VALUE *x, int64_t stride, int32_t rows, VALUE inverse[CHUNK_WIDTH][CHUNK_WIDTH], VALUE *product, int width)
{
    switch (width) {
#define FINISH(columns) \
    case columns: \
        finish_rows(x, stride, rows, inverse, product, columns); \
        break;
        EACH_WIDTH(FINISH)
#undef FINISH
    default:
        break;
    }
}

typedef struct FrontBlock {
    int32_t first, width;               // columns of the panel
    int32_t square;                     // rows of the square: its own to a multiple of CHUNK_WIDTH
    int64_t chunk[BLOCK / CHUNK_WIDTH]; // entries of its chunks in the layout of the solves
} FrontBlock;

static inline int chunk_width(const FrontBlock *block, int32_t column)
{
    return block->width - column < CHUNK_WIDTH ? block->width - column : CHUNK_WIDTH;
}

// Copies the square from the panel. Only the first thread copies rows below the block's own, since it writes them back.
static void copy_square(const Front *f, const FrontBlock *block)
{
    const int32_t rows = f->rank > 0 ? block->width : f->height - block->first < block->square ? f->height - block->first : block->square;
    for (int32_t k = 0; k < block->width; k++) {
        VALUE *to = f->scratch->square + k * SQUARE_STRIDE;
        memcpy(to, f->panel + (block->first + k) * f->stride + block->first, (size_t)rows * sizeof *to);
        memset(to + rows, 0, (size_t)(SQUARE_STRIDE - rows) * sizeof *to);
    }
}

// Writes P into the layout of the solves, in single precision by way of doubles, with the zeros behind it to a whole group of rows.
static void write_product(const Front *f, int width, int32_t row, int32_t rows, int64_t chunk)
{
    const SupernodalKernels *kernels = f->work->kernels;
#if SINGLE
    const int32_t whole = (rows + kernels->group - 1) / kernels->group * kernels->group;
    for (int k = 0; k < width; k++)
        for (int32_t i = 0; i < whole; i++)
            f->scratch->written[k * PRODUCT_STRIDE + i] = (double)f->scratch->product[k * PRODUCT_STRIDE + i];
    kernels->write(f->scratch->written, PRODUCT_STRIDE, width, row, rows, f->work->values, chunk);
#else
    kernels->write(f->scratch->product, PRODUCT_STRIDE, width, row, rows, f->work->values, chunk);
#endif
}

static void write_square(const Front *f, const FrontBlock *block, int32_t column, int width)
{
    VALUE(*inverse)[CHUNK_WIDTH] = f->scratch->inverse[column / CHUNK_WIDTH];
    for (int k = 0; k < width; k++)
        for (int i = 0; i < width; i++)
            f->scratch->product[k * PRODUCT_STRIDE + i] = i < k ? 0 : inverse[i][k];
    const int32_t left = f->height - block->first, rows = left < block->square ? left : block->square;
    write_product(f, width, 0, rows - column, block->chunk[column / CHUNK_WIDTH]);
}

// Writes rows of L below the block's own from the square back to the panel.
static void return_rows(const Front *f, const FrontBlock *block)
{
    const int32_t left = f->height - block->first, rows = (left < block->square ? left : block->square) - block->width;
    for (int32_t k = 0; k < block->width && rows > 0; k++)
        memcpy(f->panel + (block->first + k) * f->stride + block->first + block->width,
               f->scratch->square + k * SQUARE_STRIDE + block->width, (size_t)rows * sizeof(VALUE));
}

static void note_pivots(const Front *f, int32_t column, int count, const double *pivot)
{
    const FrontPlan *plan = f->work->plan;
    double          *smallest = &f->work->smallest_pivot[f->b];
    for (int k = 0; k < count; k++) {
        const double relative = pivot[k] / f->work->entry[plan->entry_source[plan->column_start[plan->first[f->b] + column + k]]];
        *smallest = (column == 0 && k == 0) || relative < *smallest ? relative : *smallest;
    }
}

// False if a pivot is bad; the thread's `bad_column` is then its column of L.
static bool factorise_square(const Front *f, const FrontBlock *block)
{
    VALUE *square = f->scratch->square;
    copy_square(f, block);
    for (int32_t c = 0; c < block->width; c += CHUNK_WIDTH) {
        double    pivot[CHUNK_WIDTH];
        const int width = chunk_width(block, c), chunk = c / CHUNK_WIDTH;
        VALUE    *at = square + c * SQUARE_STRIDE + c;
        multiply(at, SQUARE_STRIDE, block->square - c, width, false, square + c, SQUARE_STRIDE, square + c, SQUARE_STRIDE, c, false);
        const int good = invert_triangle(at, width, f->scratch->inverse[chunk], pivot);
        if (good < width) {
            f->own->bad_column = f->work->plan->first[f->b] + block->first + c + good;
            return false;
        }
        finish(at + width, SQUARE_STRIDE, block->square - c - width, f->scratch->inverse[chunk], f->scratch->product + width, width);
        if (f->rank > 0)
            continue;
        note_pivots(f, block->first + c, width, pivot);
        write_square(f, block, c, width);
    }
    return true;
}

// ---- the rest of a block ----

static void factorise_slice(const Front *f, const FrontBlock *block, int32_t row, int32_t rows)
{
    VALUE *panel = f->panel + block->first * f->stride + row;
    for (int32_t c = 0; c < block->width; c += CHUNK_WIDTH) {
        const int width = chunk_width(block, c), chunk = c / CHUNK_WIDTH;
        multiply(panel + c * f->stride, f->stride, rows, width, false, panel, f->stride, f->scratch->square + c, SQUARE_STRIDE, c, false);
        finish(panel + c * f->stride, f->stride, rows, f->scratch->inverse[chunk], f->scratch->product, width);
        write_product(f, width, row - block->first - c, rows, block->chunk[chunk]);
    }
}

static void factorise_rows(const Front *f, const FrontBlock *block)
{
    int slice = 0;
    if (f->rank == 0)
        return_rows(f, block);
    for (int32_t row = block->first + block->square; row < f->height; row += SLICE_ROWS, slice++)
        if (slice % f->team == f->rank)
            factorise_slice(f, block, row, f->height - row < SLICE_ROWS ? f->height - row : SLICE_ROWS);
}

// Adds −L Lᵀ of the block's columns to the lower triangle of C, whose row 0 and column 0 belong to `row` of the panel.
static void subtract_products(const Front *f, const FrontBlock *block, VALUE *c, int64_t c_stride, int32_t row, int32_t columns, bool first)
{
    const VALUE  *l = f->panel + block->first * f->stride + row;
    const int32_t rows = f->height - row;
    int           area = 0;
    for (int32_t j = 0; j < columns; j += AREA_COLUMNS)
        for (int32_t i = j; i < rows; i += AREA_ROWS, area++)
            if (area % f->team == f->rank)
                multiply(c + j * c_stride + i, c_stride, rows - i < AREA_ROWS ? rows - i : AREA_ROWS,
                         columns - j < AREA_COLUMNS ? columns - j : AREA_COLUMNS, i == j, l + i, f->stride, l + j, f->stride, block->width,
                         first);
}

static void wait_for_team(const Front *f)
{
    if (f->team > 1) {
#pragma omp barrier
    }
}

static void place_chunks(const Front *f, FrontBlock *block, int64_t *entries)
{
    for (int32_t c = 0; c < block->width; c += CHUNK_WIDTH) {
        block->chunk[c / CHUNK_WIDTH] = *entries;
        *entries += chunk_entries(chunk_width(block, c), f->height - block->first - c, f->work->kernels->group);
    }
}

static bool factorise_panel(const Front *f)
{
    int64_t entries = f->work->solve->supernode_value[f->b];
    for (int32_t first = 0; first < f->width; first += BLOCK) {
        FrontBlock block = {.first = first, .width = f->width - first < BLOCK ? f->width - first : BLOCK};
        block.square = (block.width + CHUNK_WIDTH - 1) / CHUNK_WIDTH * CHUNK_WIDTH;
        place_chunks(f, &block, &entries);
        if (!factorise_square(f, &block))
            return false;
        factorise_rows(f, &block);
        wait_for_team(f);
        const int32_t next = first + block.width;
        subtract_products(f, &block, f->panel + next * f->stride + next, f->stride, next, f->width - next, false);
        subtract_products(f, &block, f->update, f->update_stride, f->width, f->below, first == 0);
        wait_for_team(f);
    }
    return true;
}

static bool factorise(const FrontWork *work, int32_t b, FrontOwn *own, int rank, int team)
{
    const FrontPlan *plan = work->plan;
    const int32_t    width = plan->first[b + 1] - plan->first[b], height = plan->row_start[b + 1] - plan->row_start[b];
    const Front      f = {.work = work,
                          .b = b,
                          .height = height,
                          .width = width,
                          .below = height - width,
                          .stride = front_stride(height, LANES),
                          .update_stride = front_stride(height - width, LANES),
                          .panel = plan->in_top[b] ? work->top_panel : own->panel,
                          .update = update_of(work, own, b),
                          .own = own,
                          .scratch = own->scratch,
                          .rank = rank,
                          .team = team};
    clear_panel(&f);
    add_children(&f, true);
    wait_for_team(&f);
    if (!factorise_panel(&f))
        return false;
    add_children(&f, false);
    wait_for_team(&f);
    return true;
}

const FrontKernels FRONTS = {.value_bytes = sizeof(VALUE), .scratch_bytes = sizeof(FrontScratch), .factorise = factorise};
