// How a supernodal factor is split into tasks for a parallel triangular solve, and where its entries lie. Depends on the factor's pattern
// only, not on the number of threads; so the bits of a solution do not depend on it either.
//
// Tasks. A task is a connected piece of the supernodal elimination tree (or several pieces below the same parent, or several roots): whole
// subtrees of about the same size at the leaves, single supernodes and chains of them towards the root. Tasks form a tree as well; tasks
// of one level (height above the leaves) are independent.
// A task works on a vector of its own: its columns, then its boundary (the rows of other tasks that its columns reach),
// then one block that takes the writes of the padding of the row lists. Every boundary row is a column or a boundary row of the task's
// parent, which adds its children's boundaries to its own vector in a fixed order in the forward solve, and passes values back to them in
// the backward solve.
//
// Chunks. A supernode is cut into chunks of at most CHUNK_WIDTH columns. A chunk's rows are its own columns and all of the supernode's rows
// after them. Its entries are those of P, with D the triangle of its own rows and B what is below it:
//   P = [ D⁻¹ ; −B D⁻¹ ]      forward: [x ; rows] = [0 ; rows] + P x      backward: x = Pᵀ [x ; rows]
// so that each pass is one product, without divisions or dependencies between columns. `group` rows at a time: the
// entries of a group are stored column by column up to the last nonzero one, and group after group. The last group is padded
// with zeros. Chunks follow one another in memory without gaps within a task.
//
// Wide tasks. Towards the root a level has few tasks, each a wide supernode: a wide task is one supernode, and the team solves with it
// together, in blocks of WIDE_COLUMNS columns. The square at a block's diagonal is solved by every thread for itself; the rows below it,
// and in the backward solve the chunks before it, are then independent and can be cut anywhere: each entry is added to the same sum in the
// same order. Behind its vector such a task has room for the forward solution of its columns, which threads still read while the vector is
// overwritten, and for the unfinished sums of its chunks.
#ifndef WEFT_LINSYS_SUPERNODAL_PLAN_H
#define WEFT_LINSYS_SUPERNODAL_PLAN_H

#include "base/arena.h"
#include "linsys/private/supernodes.h"

enum { CHUNK_WIDTH = 8, WIDE_COLUMNS = 128 };

typedef struct Chunk {
    int32_t column, width; // its columns in the task's vector
    int32_t row, height;   // its rows: task rows from `row` on, `height` of them and the padding to a whole group
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

// Behind a task's vector, in blocks: the forward solution and the sums of a wide one.
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
    int32_t        *wide;            // [level_count] most column blocks of a task where the team shares the tasks of a level, else 0
    Chunk          *chunk;           // by task, children before parents
    int64_t        *supernode_value; // [supernodes] where the entries of its chunks begin
    uint16_t       *row;             // [row_count] index in the task's vector
    int32_t        *order;           // [n] permutation: the row of A at each position, task by task
    int32_t        *to_parent;       // [boundary rows] index in the parent's vector
    int64_t         row_count, value_count, block_count;
    int64_t         leaf_bytes, bytes; // of tasks of level 0, and of all
} SupernodalPlan;

// group: rows are padded to a multiple of it. value_bytes: of one entry. grains: a leaf task is a subtree of at most 1/grains of all bytes,
// or several smaller ones packed together to at least half of that. All arrays lie in the arena, also those needed during the call only.
Status supernodal_plan_init(const Supernodes *factor, int group, size_t value_bytes, int grains, Arena *arena,
                            SupernodalPlan *out) GNU_MUST_CHECK;

#endif
