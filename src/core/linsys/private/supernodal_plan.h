// The tasks of a supernodal factor for a parallel triangular solve, and the layout of its entries. The plan depends only on the pattern of
// the factor, not on the number of threads, so the bits of a solution do not depend on that number either.
//
// Tasks. A task is a connected piece of the supernodal elimination tree (or several pieces below the same parent, or several roots): whole
// subtrees of about the same size at the leaves, single supernodes and chains of them towards the root. Tasks form a tree, too; tasks
// of one level (height above the leaves) are independent.
// A task has its own vector: its columns, then its boundary (the rows of other tasks that its columns reach),
// then one block for the writes of the padding of the row lists. Every boundary row is a column or a boundary row of the task's
// parent. In the forward solve, the parent adds its children's boundaries to its own vector in a fixed order. In the backward solve, it
// passes values back to them.
//
// Chunks. A supernode is cut into chunks of at most CHUNK_WIDTH columns. A chunk's rows are its own columns and all of the supernode's rows
// after them. Its entries are those of P, with D the triangle of its own rows and B the rows below:
//   P = [ D⁻¹ ; −B D⁻¹ ]      forward: [x ; rows] = [0 ; rows] + P x      backward: x = Pᵀ [x ; rows]
// so that each pass is one product, without divisions or dependencies between columns. Rows are stored in groups of `group`, one group
// after another; within a group, column by column up to the last nonzero one. The last group is padded with zeros. Within a task, chunks
// follow each other in memory without gaps.
//
// Wide tasks. Towards the root a level has few tasks, each with a wide supernode. A wide task is one such supernode, and the whole team
// solves it, in blocks of WIDE_COLUMNS columns. Every thread solves the square at a block's diagonal for itself. The rows below it, and in
// the backward solve the chunks before it, are then independent and can be split anywhere: each entry is added to the same sum in the same
// order. After its vector, such a task has memory for the forward solution of its columns, which threads still read while the vector is
// overwritten, and for the unfinished sums of its chunks.
#ifndef WEFT_LINSYS_SUPERNODAL_PLAN_H
#define WEFT_LINSYS_SUPERNODAL_PLAN_H

#include "base/arena.h"
#include "linsys/private/supernodes.h"

enum { CHUNK_WIDTH = 8, WIDE_COLUMNS = 128 };

typedef struct Chunk {
    int32_t column, width; // its columns in the task's vector
    int32_t row, height;   // its rows: `height` task rows from `row` on, and the padding to a whole group
} Chunk;

// Columns of a chunk with entries in the group of rows that begins at `first`; entries above the diagonal are not stored.
static inline int32_t chunk_columns(int32_t width, int32_t first, int32_t group)
{
    return first + group < width ? first + group : width;
}

// Entries of a chunk, padding included.
static inline int64_t chunk_entries(int32_t width, int32_t height, int32_t group)
{
    int64_t entries = 0;
    int32_t first = 0;
    for (; first < width; first += group)
        entries += (int64_t)group * chunk_columns(width, first, group);
    return entries + (first < height ? (int64_t)(height - first + group - 1) / group * group * width : 0);
}

typedef struct SupernodalTask {
    int32_t chunk_begin, chunk_end;
    int32_t own, own_count;           // columns: own[...] of the plan's `order`
    int32_t boundary, boundary_count; // boundary rows: from `boundary` on in the plan's `to_parent`
    int32_t parent;                   // −1: none
    int32_t child, sibling;           // first child, next child of the same parent, both −1 at the end
    int32_t level;
    int32_t wide;             // column blocks of a wide task, else 0
    int64_t value, value_end; // begin and end of its entries
    int64_t block;            // begin of its vector, in blocks
    int64_t bytes;            // of entries and rows, read by each pass
} SupernodalTask;

static inline int32_t whole_chunks(int32_t columns)
{
    return (columns + CHUNK_WIDTH - 1) / CHUNK_WIDTH * CHUNK_WIDTH;
}

// Columns of a block of a wide task: WIDE_COLUMNS, fewer in the last one.
static inline int32_t wide_width(const SupernodalTask *task, int32_t block)
{
    const int32_t left = task->own_count - block * WIDE_COLUMNS;
    return left < WIDE_COLUMNS ? left : WIDE_COLUMNS;
}

// The block after a task's vector, where a wide task has its forward solution and sums.
static inline int64_t task_solution(const SupernodalTask *task)
{
    return task->block + (task->own_count + task->boundary_count + 4) / 4 * 4; // its vector and the block for padding, rounded up
}

static inline int64_t task_sums(const SupernodalTask *task)
{
    return task_solution(task) + (task->wide ? whole_chunks(task->own_count) : 0);
}

typedef struct SupernodalPlan {
    int32_t         n, task_count, level_count, chunk_count;
    SupernodalTask *task;            // by level, in each the larger ones first
    int32_t        *level;           // [level_count + 1] first task of a level
    int32_t        *wide;            // [level_count] maximum of column blocks of a task if the team shares the level, else 0
    Chunk          *chunk;           // by task, children before parents
    int64_t        *supernode_value; // [supernodes] start of the entries of its chunks
    uint16_t       *row;             // [row_count] index in the task's vector
    int32_t        *order;           // [n] permutation: the row of A at each position, task by task
    int32_t        *to_parent;       // [boundary rows] index in the parent's vector
    int64_t         row_count, value_count, block_count;
    int64_t         leaf_bytes, bytes; // of tasks of level 0, and of all
} SupernodalPlan;

// group: rows are padded to a multiple of it. value_bytes: of one entry. grains: a leaf task is a subtree of at most 1/grains of all bytes,
// or several smaller ones with together at least half of that. All arrays are in the arena, also temporary ones of the call.
Status supernodal_plan_init(const Supernodes *factor, int group, size_t value_bytes, int grains, Arena *arena,
                            SupernodalPlan *out) GNU_MUST_CHECK;

#endif
