// A step of a wide task (supernodal_plan.h), by one of the threads that share it. Part of supernodal_kernels_body.h, which includes it once
// per precision after the kernels of a chunk and of a task.

// One block of columns. Its square consists of whole chunks where rows exist, so it may extend below its own columns.
typedef struct Square {
    int32_t first, width, end; // columns, and the row behind the square
    Block   row[WIDE_COLUMNS + CHUNK_WIDTH];
} Square;

static Square square_of(const SupernodalTask *task, int32_t block)
{
    const int32_t first = block * WIDE_COLUMNS, width = wide_width(task, block);
    const int32_t end = first + whole_chunks(width), rows = task->own_count + task->boundary_count;
    return (Square){.first = first, .width = width, .end = end < rows ? end : rows};
}

static const Chunk *chunk_at(const SupernodalPlan *plan, const SupernodalTask *task, int32_t column)
{
    return &plan->chunk[task->chunk_begin + column / CHUNK_WIDTH];
}

// The entries of the chunk at this column; all columns before it are in whole chunks.
static const VALUE *entries_at(const SupernodalTask *task, const void *values, int32_t column)
{
    const VALUE  *value = (const VALUE *)values + task->value;
    const int32_t rows = task->own_count + task->boundary_count;
    for (int32_t c = 0; c < column; c += CHUNK_WIDTH)
        value += chunk_entries(CHUNK_WIDTH, rows - c, GROUP);
    return value;
}

// Bytes from an entry to that of the same row in the next chunk.
static int64_t to_next_chunk(const Chunk *chunk)
{
    return (chunk_entries(CHUNK_WIDTH, chunk->height, GROUP) - CHUNK_WIDTH * CHUNK_WIDTH) * (int64_t)sizeof(VALUE);
}

// Solves the square at s->row. x gets the value of each column before its chunk was solved. Rows of a wide task are numbered without gaps.
static void square_forward(const SupernodalPlan *plan, const SupernodalTask *task, const VALUE *value, Square *s, Block *x)
{
    const uint16_t *index = plan->row + chunk_at(plan, task, 0)->row;
    for (int32_t c = 0; c < s->width; c += CHUNK_WIDTH) {
        const Chunk *chunk = chunk_at(plan, task, s->first + c);
        memcpy(x + c, s->row + c, (size_t)chunk->width * sizeof *x);
#define FORWARD(width) chunk_forward(value, s->row + c, s->row + c, index, s->end - s->first - c, width)
        OF_WIDTH(chunk->width, FORWARD)
#undef FORWARD
        value += chunk_entries(chunk->width, chunk->height, GROUP);
    }
}

// Adds the product of the block's columns to rows `from` to `to`.
static void below_forward(const SupernodalPlan *plan, const SupernodalTask *task, const VALUE *value, const Square *s, const Block *x,
                          int32_t from, int32_t to, Block *v)
{
    for (int32_t c = 0; c < s->width; c += CHUNK_WIDTH) {
        const Chunk    *chunk = chunk_at(plan, task, s->first + c);
        const int32_t   begin = from - s->first - c;
        const uint16_t *row = plan->row + chunk->row + begin;
        const VALUE    *at = value + chunk_entries(chunk->width, begin, GROUP);
        Parts           own[CHUNK_WIDTH / COLUMNS];
#define FORWARD(width) \
    load_columns(x + c, own, width); \
    rows_forward(at, own, v, row, to - from, to_next_chunk(chunk), width)
        OF_WIDTH(chunk->width, FORWARD)
#undef FORWARD
        value += chunk_entries(chunk->width, chunk->height, GROUP);
    }
}

// The first of `count` pieces at this part, as the boundary between two threads.
static int32_t piece_of(double part, int32_t count)
{
    return (int32_t)(part * count);
}

static int32_t row_of(double part, int32_t from, int32_t to)
{
    const int32_t row = from + piece_of(part, (to - from + CHUNK_WIDTH - 1) / CHUNK_WIDTH) * CHUNK_WIDTH;
    return row < to ? row : to;
}

static void forward_step(const SupernodalPlan *plan, int32_t t, int32_t step, SolvePart part, const void *values, void *blocks,
                         const SolveEnds *ends)
{
    const SupernodalTask *task = &plan->task[t];
    const int32_t         rows = task->own_count + task->boundary_count;
    const bool            sole = part.from <= 0;
    Block                *v = (Block *)blocks + task->block, x[WIDE_COLUMNS];
    Square                s = square_of(task, step);
    const int32_t         own = s.first + s.width, from = row_of(part.from, s.end, rows), to = row_of(part.to, s.end, rows);
    const VALUE          *value = entries_at(task, values, s.first);
    if (step == 0) {
        gather(plan, task, blocks, ends, 0, sole ? s.end : own, s.row);
        gather(plan, task, blocks, ends, from, to, v + from);
        if (part.to >= 1)
            block_store(&v[rows], (Block){0}); // for padding
    } else
        memcpy(s.row, v + s.first, (size_t)((sole ? s.end : own) - s.first) * sizeof *v);
    square_forward(plan, task, value, &s, x);
    if (sole) {
        memcpy((Block *)blocks + task_solution(task) + s.first, s.row, (size_t)s.width * sizeof *v);
        memcpy(v + own, s.row + s.width, (size_t)(s.end - own) * sizeof *v);
    }
    below_forward(plan, task, value, &s, x, from, to, v);
}

// Adds rows `from` to `to` to the sums of chunks `begin` to `end`; row i is at v[i − at]. first: the sums start from 0.
static void chunks_add(const SupernodalPlan *plan, const SupernodalTask *task, const void *values, int32_t begin, int32_t end, int32_t from,
                       int32_t to, int32_t at, const Block *v, bool first, Parts *sums)
{
    const uint16_t *row = plan->row + chunk_at(plan, task, 0)->row + from - at;
    const VALUE    *value = entries_at(task, values, begin * CHUNK_WIDTH);
    for (int32_t c = begin; c < end; c++) {
        const Chunk *chunk = chunk_at(plan, task, c * CHUNK_WIDTH);
        const VALUE *last = value + chunk_entries(chunk->width, to - c * CHUNK_WIDTH, GROUP);
        Parts        sum[CHUNK_WIDTH / COLUMNS] = {0};
        if (!first)
            memcpy(sum, sums + (ptrdiff_t)c * CHUNK_WIDTH / COLUMNS, sizeof sum);
#define BACKWARD(width) rows_backward(last, v, row, to - from, to_next_chunk(chunk), sum, width)
        OF_WIDTH(chunk->width, BACKWARD)
#undef BACKWARD
        memcpy(sums + (ptrdiff_t)c * CHUNK_WIDTH / COLUMNS, sum, sizeof sum);
        value += chunk_entries(chunk->width, chunk->height, GROUP);
    }
}

static void square_backward(const SupernodalPlan *plan, const SupernodalTask *task, const void *values, Square *s, const Parts *sums)
{
    const uint16_t *index = plan->row + chunk_at(plan, task, 0)->row;
    for (int32_t c = (s->width - 1) / CHUNK_WIDTH * CHUNK_WIDTH; c >= 0; c -= CHUNK_WIDTH) {
        const Chunk  *chunk = chunk_at(plan, task, s->first + c);
        const int32_t rows = s->end - s->first - c;
        const VALUE  *last = entries_at(task, values, s->first + c) + chunk_entries(chunk->width, rows, GROUP);
        Parts         sum[CHUNK_WIDTH / COLUMNS];
        memcpy(sum, sums + (s->first + c) / COLUMNS, sizeof sum);
#define BACKWARD(width) chunk_backward(last, s->row + c, s->row + c, index, rows, sum, width)
        OF_WIDTH(chunk->width, BACKWARD)
#undef BACKWARD
    }
}

// Steps: the boundary from the parent, its product added to all chunks, then the blocks, the last one first.
static void backward_step(const SupernodalPlan *plan, int32_t t, int32_t step, SolvePart part, const void *values, void *blocks,
                          const SolveEnds *ends)
{
    const SupernodalTask *task = &plan->task[t];
    const int32_t         rows = task->own_count + task->boundary_count, chunks = task->chunk_end - task->chunk_begin;
    Block                *v = (Block *)blocks + task->block;
    Parts                *sums = (Parts *)((Block *)blocks + task_sums(task));
    if (step == 0) {
        take_boundary(plan, task, blocks, piece_of(part.from, task->boundary_count), piece_of(part.to, task->boundary_count));
        return;
    }
    Square s = square_of(task, step == 1 ? task->wide - 1 : task->wide - 1 - (step - WIDE_BACKWARD_STEPS));
    if (step == 1) {
        chunks_add(plan, task, values, piece_of(part.from, chunks), piece_of(part.to, chunks), s.end, rows, 0, v, true, sums);
        return;
    }
    const int32_t before = s.first / CHUNK_WIDTH, own = s.first + s.width;
    memcpy(s.row, (Block *)blocks + task_solution(task) + s.first, (size_t)s.width * sizeof *v);
    memcpy(s.row + s.width, v + own, (size_t)(s.end - own) * sizeof *v);
    square_backward(plan, task, values, &s, sums);
    if (part.from <= 0) {
        memcpy(v + s.first, s.row, (size_t)s.width * sizeof *v);
        hand_out(plan, task, s.row, s.first, own, ends);
    }
    chunks_add(plan, task, values, piece_of(part.from, before), piece_of(part.to, before), s.first, s.end, s.first, s.row, false, sums);
}
