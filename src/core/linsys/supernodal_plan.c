#include "linsys/private/supernodal_plan.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// TASK_BYTES_MIN: for a smaller task a barrier costs more than parallelism gains. TASK_ROWS_MAX: indices in a task's vector have 16 bits.
// TASK_COLUMNS_MAX: a task may end up with 1.5 times as many columns. WIDE_BYTES: minimum size of a task that a team shares with gain.
// SHARED_TASKS: a level with more tasks keeps a team busy without sharing.
enum { TASK_BYTES_MIN = 3 << 15, TASK_COLUMNS_MAX = 1 << 14, TASK_ROWS_MAX = 1 << 16, WIDE_BYTES = 1 << 18, SHARED_TASKS = 8 };

// Temporary data for forming tasks; all in the arena.
typedef struct Cut {
    const Supernodes *factor;
    int               group, grains;
    size_t            value_bytes;
    int32_t          *supernode; // [n] of a column
    int32_t          *parent;    // [count] of a supernode in the elimination tree; −1: none
    int32_t          *child;     // [count + 1] first child; the last entry: the first root
    int32_t          *sibling;   // [count] next child of the same parent, ascending
    int32_t          *task;      // [count] of a supernode
    int64_t          *bytes;     // [count] of a supernode in the plan's layout
    int64_t          *subtree;   // [count] of it and all its descendants
    int32_t          *columns;   // [count] of it and all its descendants, saturated at TASK_COLUMNS_MAX
    int64_t           grain;
    int32_t           task_count;
    // by column of L
    int32_t *position; // [n] index in the vector of its own task
    int32_t *stamp;    // [n] the last task that has it as a boundary row
    int32_t *where;    // [n] its index in the vector of the current task, if it is a boundary row there
    // by task
    int32_t *member_start, *member; // [task_count + 1], [count] supernodes, ascending
    int32_t *boundary_row;          // all boundary rows as rows of L, ascending within a task
} Cut;

static int32_t height_of(const Supernodes *f, int32_t b)
{
    return f->row_start[b + 1] - f->row_start[b];
}

static int32_t width_of(const Supernodes *f, int32_t b)
{
    return f->first[b + 1] - f->first[b];
}

static int64_t supernode_values(const Cut *cut, int32_t b)
{
    const int32_t width = width_of(cut->factor, b), height = height_of(cut->factor, b);
    int64_t       values = 0;
    for (int32_t c = 0; c < width; c += CHUNK_WIDTH) {
        const int32_t columns = width - c < CHUNK_WIDTH ? width - c : CHUNK_WIDTH;
        values += chunk_entries(columns, height - c, cut->group);
    }
    return values;
}

// ---- the elimination tree ----

static int32_t add_columns(int32_t some, int32_t more)
{
    return some + more < TASK_COLUMNS_MAX ? some + more : TASK_COLUMNS_MAX;
}

static Status make_tree(Cut *cut, Arena *arena)
{
    const Supernodes *f = cut->factor;
    TRY(ARENA_NEW(arena, f->n, &cut->supernode));
    TRY(ARENA_NEW(arena, f->count, &cut->parent));
    TRY(ARENA_NEW(arena, f->count + 1, &cut->child));
    TRY(ARENA_NEW(arena, f->count, &cut->sibling));
    TRY(ARENA_NEW(arena, f->count, &cut->task));
    TRY(ARENA_NEW(arena, f->count, &cut->bytes));
    TRY(ARENA_NEW(arena, f->count, &cut->subtree));
    TRY(ARENA_NEW(arena, f->count, &cut->columns));
    for (int32_t b = 0; b < f->count; b++)
        for (int32_t j = f->first[b]; j < f->first[b + 1]; j++)
            cut->supernode[j] = b;
    int64_t total = 0;
    for (int32_t b = 0; b <= f->count; b++)
        cut->child[b] = -1;
    for (int32_t b = 0; b < f->count; b++) {
        const int32_t width = width_of(f, b), height = height_of(f, b);
        cut->parent[b] = width < height ? cut->supernode[f->row[f->row_start[b] + width]] : -1;
        cut->bytes[b] = supernode_values(cut, b) * (int64_t)cut->value_bytes + height * (int64_t)sizeof(uint16_t) +
                        (width + CHUNK_WIDTH - 1) / CHUNK_WIDTH * (int64_t)sizeof(Chunk);
        cut->subtree[b] += cut->bytes[b];
        cut->columns[b] = add_columns(cut->columns[b], width);
        if (cut->parent[b] >= 0) {
            cut->subtree[cut->parent[b]] += cut->subtree[b];
            cut->columns[cut->parent[b]] = add_columns(cut->columns[cut->parent[b]], cut->columns[b]);
        }
        total += cut->bytes[b];
    }
    for (int32_t b = f->count - 1; b >= 0; b--) {
        int32_t *head = &cut->child[cut->parent[b] >= 0 ? cut->parent[b] : f->count];
        cut->sibling[b] = *head;
        *head = b;
    }
    cut->grain = total / cut->grains > TASK_BYTES_MIN ? total / cut->grains : TASK_BYTES_MIN;
    return status_ok();
}

static bool is_top(const Cut *cut, int32_t b)
{
    return cut->subtree[b] > cut->grain || cut->columns[b] > TASK_COLUMNS_MAX / 2;
}

// Whether a supernode is a wide task.
static bool is_wide(const Cut *cut, int32_t b)
{
    return is_top(cut, b) && cut->bytes[b] >= WIDE_BYTES;
}

// ---- supernodes to tasks ----

static void give(const Cut *cut, int32_t parent, int32_t from, int32_t to)
{
    for (int32_t c = cut->child[parent]; c >= 0; c = cut->sibling[c])
        if (!is_top(cut, c) && cut->task[c] == from)
            cut->task[c] = to;
}

// A task to which subtrees are added until it is large enough.
typedef struct Pack {
    int32_t task; // −1: none
    int64_t bytes;
    int32_t columns;
} Pack;

static void pack(Cut *cut, Pack *open, int32_t subtree)
{
    if (open->task < 0)
        *open = (Pack){.task = cut->task_count++};
    cut->task[subtree] = open->task;
    open->bytes += cut->subtree[subtree];
    open->columns += cut->columns[subtree];
}

// Packs the subtrees directly below `parent` (parent = number of supernodes: the roots) into tasks. The parent gets its own task. If that
// task would have only one child, the parent joins the child's task, unless one of them is wide.
static void form_tasks(Cut *cut, int32_t parent)
{
    const bool is_root = parent == cut->factor->count;
    Pack       open = {.task = -1};
    int32_t    children = 0, only = -1;
    const bool alone = !is_root && is_wide(cut, parent);
    bool       joinable = true;
    for (int32_t c = cut->child[parent]; c >= 0; c = cut->sibling[c]) {
        if (!is_top(cut, c))
            pack(cut, &open, c);
        if (!is_top(cut, c) && open.bytes < cut->grain / 2 && open.columns < TASK_COLUMNS_MAX / 2)
            continue;
        only = cut->task[c];
        children++;
        joinable &= !is_wide(cut, c);
        if (only == open.task)
            open.task = -1;
    }
    const bool absorbed = open.task >= 0 && !is_root && !alone && open.bytes < cut->grain / 16;
    if (open.task >= 0 && !absorbed) {
        only = open.task;
        children++;
    }
    if (is_root)
        return;
    const bool joins = children == 1 && joinable && !alone && cut->columns[parent] < TASK_COLUMNS_MAX;
    cut->task[parent] = joins ? only : absorbed ? open.task : cut->task_count++;
    if (absorbed && joins)
        give(cut, parent, open.task, only); // task `open` has no supernodes any more
}

static void assign_tasks(Cut *cut)
{
    const int32_t count = cut->factor->count;
    for (int32_t b = 0; b < count; b++)
        if (is_top(cut, b))
            form_tasks(cut, b);
    form_tasks(cut, count);
    for (int32_t b = count - 1; b >= 0; b--)
        if (!is_top(cut, b) && cut->parent[b] >= 0 && !is_top(cut, cut->parent[b]))
            cut->task[b] = cut->task[cut->parent[b]];
}

// ---- tasks in order ----

static int by_level_then_size(const void *a, const void *b)
{
    const SupernodalTask *s = a, *t = b;
    if (s->level != t->level)
        return s->level < t->level ? -1 : 1;
    if (s->bytes != t->bytes)
        return s->bytes > t->bytes ? -1 : 1;
    return s->own < t->own ? -1 : s->own > t->own;
}

// Finds levels, bytes and parents of the tasks, sorts and renumbers them, and removes those without supernodes.
static Status order_tasks(Cut *cut, Arena *arena, SupernodalPlan *out)
{
    const int32_t count = cut->factor->count;
    TRY(ARENA_NEW(arena, cut->task_count, &out->task));
    int32_t *new_number;
    TRY(ARENA_NEW(arena, cut->task_count, &new_number));
    for (int32_t t = 0; t < cut->task_count; t++)
        out->task[t] = (SupernodalTask){.own = t, .parent = -1, .child = -1, .sibling = -1, .level = INT32_MAX};
    for (int32_t b = 0; b < count; b++) {
        SupernodalTask *t = &out->task[cut->task[b]];
        t->bytes += cut->bytes[b];
        if (t->level == INT32_MAX)
            t->level = 0;
        if (cut->parent[b] < 0 || cut->task[cut->parent[b]] == cut->task[b])
            continue;
        t->parent = cut->task[cut->parent[b]];
        SupernodalTask *parent = &out->task[t->parent];
        if (parent->level == INT32_MAX || parent->level <= t->level)
            parent->level = t->level + 1;
    }
    qsort(out->task, (size_t)cut->task_count, sizeof *out->task, by_level_then_size);
    for (int32_t t = 0; t < cut->task_count; t++) {
        new_number[out->task[t].own] = t;
        out->task_count += out->task[t].level < INT32_MAX;
    }
    for (int32_t b = 0; b < count; b++)
        cut->task[b] = new_number[cut->task[b]];
    for (int32_t t = out->task_count - 1; t >= 0; t--) {
        SupernodalTask *task = &out->task[t];
        if (task->parent < 0)
            continue;
        task->parent = new_number[task->parent];
        task->sibling = out->task[task->parent].child;
        out->task[task->parent].child = t;
    }
    cut->task_count = out->task_count;
    return status_ok();
}

static Status make_levels(Arena *arena, SupernodalPlan *out)
{
    out->level_count = out->task[out->task_count - 1].level + 1;
    TRY(ARENA_NEW(arena, out->level_count + 1, &out->level));
    TRY(ARENA_NEW(arena, out->level_count, &out->wide));
    for (int32_t t = 0; t < out->task_count; t++) {
        out->level[out->task[t].level + 1] = t + 1;
        out->bytes += out->task[t].bytes;
        out->leaf_bytes += out->task[t].level == 0 ? out->task[t].bytes : 0;
    }
    return status_ok();
}

static Status make_members(Cut *cut, Arena *arena)
{
    const int32_t count = cut->factor->count;
    int32_t      *next;
    TRY(ARENA_NEW(arena, cut->task_count + 1, &cut->member_start));
    TRY(ARENA_NEW(arena, count, &cut->member));
    TRY(ARENA_NEW(arena, cut->task_count, &next));
    for (int32_t b = 0; b < count; b++)
        cut->member_start[cut->task[b] + 1]++;
    for (int32_t t = 0; t < cut->task_count; t++) {
        cut->member_start[t + 1] += cut->member_start[t];
        next[t] = cut->member_start[t];
    }
    for (int32_t b = 0; b < count; b++)
        cut->member[next[cut->task[b]]++] = b;
    return status_ok();
}

// ---- columns and boundaries ----

// Finds the levels that the team shares.
static void share_levels(SupernodalPlan *out)
{
    for (int32_t t = 0; t < out->task_count; t++) {
        const SupernodalTask *task = &out->task[t];
        int32_t              *max = &out->wide[task->level];
        if (out->level[task->level + 1] - out->level[task->level] <= SHARED_TASKS && *max < task->wide)
            *max = task->wide;
    }
}

static void place_columns(const Cut *cut, SupernodalPlan *out)
{
    int32_t at = 0;
    for (int32_t t = 0; t < cut->task_count; t++) {
        SupernodalTask *task = &out->task[t];
        task->own = at;
        for (int32_t m = cut->member_start[t]; m < cut->member_start[t + 1]; m++) {
            const int32_t b = cut->member[m];
            for (int32_t j = cut->factor->first[b]; j < cut->factor->first[b + 1]; j++) {
                cut->position[j] = at - task->own;
                out->order[at++] = cut->factor->order[j];
            }
        }
        task->own_count = at - task->own;
        if (is_wide(cut, cut->member[cut->member_start[t]]))
            task->wide = (task->own_count + WIDE_COLUMNS - 1) / WIDE_COLUMNS;
    }
}

static int ascending(const void *a, const void *b)
{
    const int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;
    return i < j ? -1 : i > j;
}

// Counts the boundary rows of task t, and writes them unless `row` is NULL.
static int32_t boundary_of(const Cut *cut, int32_t t, int32_t stamp, int32_t *row)
{
    const Supernodes *f = cut->factor;
    int32_t           count = 0;
    for (int32_t m = cut->member_start[t]; m < cut->member_start[t + 1]; m++) {
        const int32_t b = cut->member[m];
        for (int32_t k = f->row_start[b] + width_of(f, b); k < f->row_start[b + 1]; k++) {
            const int32_t i = f->row[k];
            if (cut->stamp[i] == stamp || cut->task[cut->supernode[i]] == t)
                continue;
            cut->stamp[i] = stamp;
            if (row)
                row[count] = i;
            count++;
        }
    }
    return count;
}

static Status place_boundaries(Cut *cut, Arena *arena, SupernodalPlan *out)
{
    int64_t total = 0;
    for (int32_t t = 0; t < cut->task_count; t++) {
        SupernodalTask *task = &out->task[t];
        task->boundary = (int32_t)total;
        task->boundary_count = boundary_of(cut, t, t + 1, NULL);
        if (task->own_count + task->boundary_count >= TASK_ROWS_MAX)
            return status_make(
                STATUS_UNSUPPORTED,
                "supernodal_parallel: the factor of a matrix of order %d has a task with %d rows, too many for 16-bit indices; "
                "take cholmod_simplicial",
                out->n, task->own_count + task->boundary_count);
        total += task->boundary_count;
        task->block = out->block_count;
        out->block_count = task_sums(task);
        if (task->wide)
            out->block_count += 3 * whole_chunks(task->own_count); // the sums of a column may be as wide as three blocks
    }
    TRY(ARENA_NEW(arena, total, &cut->boundary_row));
    TRY(ARENA_NEW(arena, total, &out->to_parent));
    for (int32_t t = 0; t < cut->task_count; t++) {
        int32_t *row = cut->boundary_row + out->task[t].boundary;
        boundary_of(cut, t, -t - 1, row);
        qsort(row, (size_t)out->task[t].boundary_count, sizeof *row, ascending);
    }
    return status_ok();
}

// Index of row i of L in the vector of task t, after fill_where for it.
static int32_t position_in(const Cut *cut, int32_t t, int32_t i)
{
    return cut->task[cut->supernode[i]] == t ? cut->position[i] : cut->where[i];
}

static void fill_where(const Cut *cut, const SupernodalTask *task)
{
    for (int32_t k = 0; k < task->boundary_count; k++)
        cut->where[cut->boundary_row[task->boundary + k]] = task->own_count + k;
}

static void join_parents(const Cut *cut, SupernodalPlan *out)
{
    for (int32_t t = 0; t < cut->task_count; t++) {
        fill_where(cut, &out->task[t]);
        for (int32_t c = out->task[t].child; c >= 0; c = out->task[c].sibling) {
            const SupernodalTask *child = &out->task[c];
            for (int32_t k = child->boundary; k < child->boundary + child->boundary_count; k++)
                out->to_parent[k] = position_in(cut, t, cut->boundary_row[k]);
        }
    }
}

// ---- chunks ----

static void cut_supernode(const Cut *cut, int32_t b, SupernodalPlan *out)
{
    const Supernodes *f = cut->factor;
    const int32_t     width = width_of(f, b), height = height_of(f, b), t = cut->task[b];
    const int32_t     scratch = out->task[t].own_count + out->task[t].boundary_count;
    out->supernode_value[b] = out->value_count;
    for (int32_t c = 0; c < width; c += CHUNK_WIDTH) {
        out->chunk[out->chunk_count++] = (Chunk){
            .column = cut->position[f->first[b] + c],
            .width = width - c < CHUNK_WIDTH ? width - c : CHUNK_WIDTH,
            .row = (int32_t)out->row_count + c,
            .height = height - c,
        };
    }
    for (int32_t k = f->row_start[b]; k < f->row_start[b + 1]; k++)
        out->row[out->row_count++] = (uint16_t)position_in(cut, t, f->row[k]);
    for (int k = 0; k < cut->group - 1; k++)
        out->row[out->row_count++] = (uint16_t)scratch;
    out->value_count += supernode_values(cut, b);
}

static Status make_chunks(Cut *cut, Arena *arena, SupernodalPlan *out)
{
    const Supernodes *f = cut->factor;
    int32_t           chunks = 0;
    int64_t           rows = 0;
    for (int32_t b = 0; b < f->count; b++) {
        chunks += (width_of(f, b) + CHUNK_WIDTH - 1) / CHUNK_WIDTH;
        rows += height_of(f, b) + cut->group - 1;
    }
    if (rows > INT32_MAX)
        return status_make(
            STATUS_UNSUPPORTED,
            "supernodal_parallel: the factor of a matrix of order %d has too many row indices for 32 bits; take a smaller scene", f->n);
    TRY(ARENA_NEW(arena, chunks, &out->chunk));
    TRY(ARENA_NEW(arena, f->count, &out->supernode_value));
    TRY(ARENA_NEW(arena, rows, &out->row));
    for (int32_t t = 0; t < cut->task_count; t++) {
        SupernodalTask *task = &out->task[t];
        fill_where(cut, task);
        task->chunk_begin = out->chunk_count;
        task->value = out->value_count;
        for (int32_t m = cut->member_start[t]; m < cut->member_start[t + 1]; m++)
            cut_supernode(cut, cut->member[m], out);
        task->chunk_end = out->chunk_count;
        task->value_end = out->value_count;
        out->value_count = (out->value_count + 15) / 16 * 16; // each task begins on a cache line
    }
    return status_ok();
}

Status supernodal_plan_init(const Supernodes *factor, int group, size_t value_bytes, int grains, Arena *arena, SupernodalPlan *out)
{
    Cut cut = {.factor = factor, .group = group, .grains = grains, .value_bytes = value_bytes};
    *out = (SupernodalPlan){.n = factor->n};
    TRY(make_tree(&cut, arena));
    assign_tasks(&cut);
    TRY(order_tasks(&cut, arena, out));
    TRY(make_levels(arena, out));
    TRY(make_members(&cut, arena));
    TRY(ARENA_NEW(arena, factor->n, &cut.position));
    TRY(ARENA_NEW(arena, factor->n, &cut.stamp));
    TRY(ARENA_NEW(arena, factor->n, &cut.where));
    TRY(ARENA_NEW(arena, factor->n, &out->order));
    place_columns(&cut, out);
    share_levels(out);
    TRY(place_boundaries(&cut, arena, out));
    join_parents(&cut, out);
    return make_chunks(&cut, arena, out);
}
