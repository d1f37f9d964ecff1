#include "linsys/private/supernode_merge.h"

#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"

// A column of L, of one vertex. The first five fields belong to the supernode that begins with it.
typedef struct Column {
    int32_t *row;     // rows below its last column so far, ascending
    int32_t  count;   // of them
    int32_t  last;    // its last column so far
    int32_t  sibling; // next supernode with the same parent; −1: none
    int32_t  place;   // among the supernodes in the new order
    int32_t  next;    // next column of the same supernode; −1: none
    int32_t  child;   // first supernode whose first row is this column; −1: none
} Column;

// Memory for rows: a part of the scratch memory, then blocks of its own.
typedef struct RowBlock RowBlock;
struct RowBlock {
    RowBlock *before;
    int32_t   row[];
};

typedef struct RowPool {
    int32_t  *at, *end;
    RowBlock *blocks;
} RowPool;

typedef struct Merge {
    const SupernodeQuestion *question;
    int32_t                  n;
    int32_t                 *position; // [n] of a vertex in the order
    Column                  *column;   // [n]
    int32_t                 *rows;     // the rest of the scratch memory, ROWS_A_VERTEX · n
} Merge;

// Data of one thread, and the columns that it adds.
typedef struct Own {
    int32_t *mark;   // [n] 1 + the last supernode that had it as a row
    int32_t *fresh;  // [n + 1] rows to be merged
    int32_t  marked; // the supernode whose rows were marked last
    int32_t  limit;  // supernodes with a parent from here on become roots
    int32_t  root;   // the last such supernode; −1: none
    RowPool  pool;
} Own;

enum { ROWS_A_VERTEX = 6, BLOCK_ROWS = 1 << 16 };

size_t supernode_merge_scratch(int32_t vertices, int threads)
{
    const size_t own = 2 * (size_t)vertices + 1; // mark and fresh of a thread
    return (size_t)vertices * (sizeof(Column) + (1 + ROWS_A_VERTEX) * sizeof(int32_t)) + (size_t)threads * own * sizeof(int32_t) + 64;
}

// ---- rows ----

// Room for `count` rows at the end of the pool; NULL: out of memory.
static int32_t *pool_room(RowPool *pool, int64_t count)
{
    if (pool->end - pool->at >= count)
        return pool->at;
    const size_t size = count > BLOCK_ROWS ? (size_t)count : BLOCK_ROWS;
    RowBlock    *block = malloc(sizeof *block + size * sizeof *block->row);
    if (!block)
        return NULL;
    block->before = pool->blocks;
    pool->blocks = block;
    pool->at = block->row;
    pool->end = block->row + size;
    return pool->at;
}

static void pool_free(RowPool *pool)
{
    while (pool->blocks) {
        RowBlock *before = pool->blocks->before;
        free(pool->blocks);
        pool->blocks = before;
    }
}

// Merges sorted rows into the sorted ones of a list with enough room.
static int32_t merge_rows(int32_t *list, int32_t count, const int32_t *fresh, int32_t fresh_count)
{
    int32_t at = count + fresh_count, i = count, k = fresh_count;
    while (k > 0)
        list[--at] = i > 0 && list[i - 1] > fresh[k - 1] ? list[--i] : fresh[--k];
    return count + fresh_count;
}

static void mark_rows(const Merge *m, Own *own, int32_t s)
{
    const Column *c = &m->column[s];
    for (int32_t k = 0; own->marked != s && k < c->count; k++)
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): an analysis without this memory has ended
        own->mark[c->row[k]] = s + 1;
    own->marked = s;
}

// The rows of `from` that are not yet rows of s, marked for s.
static int32_t take_fresh(Own *own, int32_t s, const int32_t *from, int32_t count)
{
    int32_t fresh = 0;
    for (int32_t k = 0; k < count; k++)
        if (own->mark[from[k]] != s + 1) {
            own->mark[from[k]] = s + 1;
            own->fresh[fresh++] = from[k];
        }
    return fresh;
}

// ---- columns ----

static void attach(const Merge *m, Own *own, int32_t s)
{
    Column *c = &m->column[s];
    if (c->count == 0)
        return;
    int32_t *head = c->row[0] < own->limit ? &m->column[c->row[0]].child : &own->root;
    c->sibling = *head;
    *head = s;
}

// Lists the later neighbours of column j that are not marked for supernode s; one may occur twice.
static int32_t list_later(const Merge *m, Own *own, int32_t j, int32_t s)
{
    const VertexGraph *g = m->question->graph;
    const int32_t      v = m->question->order[j];
    int32_t            count = 0;
    for (int32_t k = g->start[v]; k < g->start[v + 1]; k++) {
        const int32_t i = m->position[g->neighbour[k]];
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): an analysis without this memory has ended
        if (i > j && own->mark[i] != s + 1)
            own->fresh[count++] = i;
    }
    return count;
}

// Begins a supernode with column j, which has these later neighbours and the rows of its children.
static bool begin_supernode(const Merge *m, Own *own, int32_t j, int32_t later)
{
    Column *column = m->column, *own_column = &column[j];
    int32_t base = -1;
    int64_t most = later + 1; // never 0
    for (int32_t c = own_column->child; c >= 0; c = column[c].sibling) {
        most += column[c].count - 1;
        base = base < 0 || column[c].count > column[base].count ? c : base;
    }
    int32_t *row = pool_room(&own->pool, most), count = 0;
    if (!row)
        return false;
    if (base >= 0) {
        count = column[base].count - 1; // without j itself
        memcpy(row, column[base].row + 1, (size_t)count * sizeof *row);
    }
    for (int32_t k = 0; k < count; k++)
        own->mark[row[k]] = j + 1;
    own->marked = j;
    later = take_fresh(own, j, own->fresh, later);
    sort_int32(own->fresh, later);
    count = merge_rows(row, count, own->fresh, later);
    for (int32_t c = own_column->child; c >= 0; c = column[c].sibling)
        if (c != base)
            count = merge_rows(row, count, own->fresh, take_fresh(own, j, column[c].row + 1, column[c].count - 1));
    own->pool.at = row + count;
    own_column->row = row;
    own_column->count = count;
    own_column->last = j;
    return true;
}

static bool add_column(const Merge *m, Own *own, int32_t j)
{
    Column       *column = m->column;
    const int32_t only = column[j].child;
    const bool    chain = only >= 0 && column[only].sibling < 0;
    if (chain)
        mark_rows(m, own, only);
    const int32_t later = list_later(m, own, j, chain ? only : j);
    if (!chain || later > 0) {
        if (!begin_supernode(m, own, j, later))
            return false;
        attach(m, own, j);
        return true;
    }
    column[column[only].last].next = j;
    column[only].last = j;
    column[only].row++;
    column[only].count--;
    column[j].last = -1; // begins no supernode
    attach(m, own, only);
    return true;
}

// ---- all columns ----

// Ranges of the order that no edge joins, from the sets of the dissection: all sets without parts. Returns how many, ascending.
static int find_ranges(const DissectionSet *sets, DissectionSet *range)
{
    int count = 0, stack[DISSECTION_SETS], top = 0;
    if (!sets || sets[0].end == 0)
        return 0;
    stack[top++] = 0;
    while (top > 0) {
        const int k = stack[--top];
        if (2 * k + 2 < DISSECTION_SETS && sets[2 * k + 1].end > 0) {
            stack[top++] = 2 * k + 2;
            stack[top++] = 2 * k + 1;
        } else if (sets[k].end > sets[k].begin) {
            range[count++] = sets[k];
        }
    }
    return count;
}

// Adds columns; supernodes with a parent from `limit` on are listed as roots.
static bool add_columns(const Merge *m, Own *own, int32_t begin, int32_t end, int32_t limit)
{
    bool good = true;
    own->marked = own->root = -1;
    own->limit = limit;
    for (int32_t j = begin; j < end && good; j++)
        good = add_column(m, own, j);
    return good;
}

static void attach_roots(const Merge *m, Own *top, int32_t root)
{
    for (int32_t s = root, next; s >= 0; s = next) {
        next = m->column[s].sibling;
        attach(m, top, s);
    }
}

// Ranges on all threads, then the columns between them on one. own: one for each thread; ranged: one for each range.
static bool add_all(const Merge *m, Own *own, Own *ranged, const DissectionSet *range, int ranges)
{
    Own *top = &own[0];
    bool good = true;
#pragma omp parallel for num_threads(m->question->threads) schedule(dynamic, 1) reduction(&& : good)
    for (int r = 0; r < ranges; r++) {
        ranged[r].mark = own[omp_get_thread_num()].mark;
        ranged[r].fresh = own[omp_get_thread_num()].fresh;
        good = add_columns(m, &ranged[r], range[r].begin, range[r].end, range[r].end) && good;
    }
    top->limit = m->n;
    for (int r = 0; r < ranges && good; r++)
        attach_roots(m, top, ranged[r].root);
    for (int r = 0; r <= ranges && good; r++)
        good = add_columns(m, top, r > 0 ? range[r - 1].end : 0, r < ranges ? range[r].begin : m->n, m->n);
    return good;
}

// ---- the tree ----

// A supernode in the new order, in which each is followed by its parent if it is the last child.
typedef struct Node {
    int32_t first;         // its first column in the given order
    int32_t width, height; // columns, and rows with them, of the matrix
    int32_t parent;        // −1: none
    int32_t merged;        // the supernode that it was merged into; −1: none
    double  zeros;         // entries of L that were added
} Node;

// Sorts the children of every supernode by the length of their last column.
static void sort_children(const Merge *m, const int32_t *ending, int32_t *head)
{
    Column *column = m->column;
    for (int32_t j = 0; j <= m->n; j++)
        head[j] = -1;
    for (int32_t j = 0; j < m->n; j++) {
        const int32_t s = ending[j];
        column[j].child = -1;
        if (s < 0 || column[s].count == 0)
            continue;
        column[s].sibling = head[column[s].count];
        head[column[s].count] = s;
    }
    for (int32_t length = m->n; length > 0; length--)
        for (int32_t s = head[length], next; s >= 0; s = next) {
            const int32_t parent = column[s].row[0];
            next = column[s].sibling;
            column[s].sibling = column[parent].child;
            column[parent].child = s;
        }
}

// Numbers a supernode's columns in the new order.
static void place_columns(const Merge *m, int32_t s, int32_t *column_count, Node *out)
{
    int32_t width = 0;
    for (int32_t j = s; j >= 0; j = m->column[j].next, width++)
        m->position[j] = (*column_count)++;
    const int block = m->question->block;
    *out = (Node){.first = s, .width = width * block, .height = (width + m->column[s].count) * block, .parent = -1, .merged = -1};
}

// Lists the supernodes, children before parents; from now on `position` is that of a given column in the new order.
static void walk(const Merge *m, const int32_t *ending, int32_t *stack, Node *node)
{
    Column *column = m->column;
    int32_t nodes = 0, columns = 0;
    for (int32_t j = 0; j < m->n; j++) {
        int32_t top = 0;
        if (ending[j] >= 0 && column[ending[j]].count == 0)
            stack[top++] = ending[j];
        while (top > 0) {
            const int32_t s = stack[top - 1], child = column[s].child;
            if (child >= 0) {
                column[s].child = column[child].sibling;
                stack[top++] = child;
                continue;
            }
            column[s].place = nodes;
            place_columns(m, s, &columns, &node[nodes++]);
            top--;
        }
    }
    for (int32_t b = 0; b < nodes; b++)
        if (column[node[b].first].count > 0)
            node[b].parent = column[column[node[b].first].row[0]].place;
}

static SupernodeCounts count(const Node *node, int32_t nodes)
{
    SupernodeCounts out = {0};
    for (int32_t b = 0; b < nodes; b++)
        for (int32_t height = node[b].height; height > node[b].height - node[b].width; height--) {
            out.nonzeros += height;
            out.flops += (double)height * height;
        }
    return out;
}

// ---- merging of supernodes ----

static int32_t current_parent(Node *node, int32_t b)
{
    int32_t parent = node[b].parent, next;
    while (parent >= 0 && node[parent].merged >= 0)
        parent = node[parent].merged;
    for (int32_t p = node[b].parent; p >= 0 && node[p].merged >= 0; p = next) {
        next = node[p].merged;
        node[p].merged = parent;
    }
    return parent;
}

// Whether a supernode is merged with its parent; if so, *zeros are those of both.
static bool is_worth(const Node *child, const Node *parent, double *zeros)
{
    // They merge fewer than CHOLMOD's defaults, since fronts and solves handle narrow supernodes well. The defaults give a cloth of
    // 256 × 256 an eighth more entries, and neither factorisation nor solves are faster.
    static const int    COLUMNS[] = {2, 8, 32};
    static const double ZEROS[] = {0.5, 0.1, 0.05};
    const double width = child->width + parent->width, added = child->width * (double)(parent->height + child->width - child->height);
    const double size = width * (width + 1) / 2 + width * (parent->height - parent->width);
    *zeros = parent->zeros;
    if (width <= COLUMNS[0])
        return true;
    *zeros += added;
    const double part = *zeros / size;
    return !(added > 0) || (width <= COLUMNS[1] && part < ZEROS[0]) || (width <= COLUMNS[2] && part < ZEROS[1]) || part < ZEROS[2];
}

// From the root down, merges supernodes with the parents that directly follow them; returns how many are left.
static int32_t merge_nodes(Node *node, int32_t nodes)
{
    int32_t left = nodes;
    for (int32_t b = nodes - 2; b >= 0; b--) {
        double zeros;
        if (node[b].parent < 0 || current_parent(node, b) != b + 1 || !is_worth(&node[b], &node[b + 1], &zeros))
            continue;
        node[b].zeros = zeros;
        node[b + 1].merged = b;
        node[b].height = node[b].width + node[b + 1].height;
        node[b].width += node[b + 1].width;
        left--;
    }
    return left;
}

// ---- the result ----

typedef struct Layout {
    int32_t *first, *row_start, *row, *order;
} Layout;

// Rows of the last of the supernodes that were merged into b, and its own columns before them.
static void write_rows(const Merge *m, const Node *top, int32_t first, int32_t width, int32_t *row)
{
    const int     block = m->question->block;
    const Column *c = &m->column[top->first];
    for (int32_t k = 0; k < width; k++)
        *row++ = first + k;
    for (int32_t k = 0; k < c->count; k++)
        for (int r = 0; r < block; r++)
            *row++ = m->position[c->row[k]] * block + r;
}

static Status lay_out(const Merge *m, const Node *node, int32_t nodes, int32_t count, const char *name, Arena *arena, Supernodes *out)
{
    Layout  at;
    int64_t rows = 0;
    int32_t n = m->n * m->question->block, found = 0, columns = 0;
    for (int32_t b = 0; b < nodes; b++)
        rows += node[b].merged < 0 ? node[b].height : 0;
    if (rows > INT32_MAX)
        return status_make(STATUS_UNSUPPORTED,
                           "%s: the factor of a matrix of order %d has too many row indices for 32 bits; take a smaller scene", name, n);
    TRY(ARENA_NEW(arena, count + 1, &at.first));
    TRY(ARENA_NEW(arena, count + 1, &at.row_start));
    TRY(ARENA_NEW(arena, rows, &at.row));
    TRY(ARENA_NEW(arena, n, &at.order));
    for (int32_t j = 0; j < m->n; j++)
        for (int r = 0; r < m->question->block; r++)
            at.order[m->position[j] * m->question->block + r] = m->question->order[j] * m->question->block + r;
    for (int32_t b = 0; b < nodes; b++) {
        if (node[b].merged >= 0)
            continue;
        int32_t top = b;
        while (top + 1 < nodes && node[top + 1].merged >= 0)
            top++;
        write_rows(m, &node[top], columns, node[b].width, at.row + at.row_start[found]);
        at.first[found + 1] = columns += node[b].width;
        at.row_start[found + 1] = at.row_start[found] + node[b].height;
        found++;
    }
    *out = (Supernodes){.n = n, .count = count, .first = at.first, .row_start = at.row_start, .row = at.row, .order = at.order};
    return status_ok();
}

// ---- the whole ----

static Status finish(const Merge *m, Own *own, const char *name, Arena *arena, Supernodes *out, SupernodeCounts *counts)
{
    int32_t  nodes = 0;
    int32_t *ending = own->mark; // of the last column of a supernode: the supernode
    for (int32_t j = 0; j < m->n; j++)
        ending[j] = -1;
    for (int32_t s = 0; s < m->n; s++)
        if (m->column[s].last >= 0) {
            ending[m->column[s].last] = s;
            nodes++;
        }
    const size_t room = supernode_merge_scratch(m->n, m->question->threads), bytes = ((size_t)nodes + 1) * sizeof(Node);
    TRY(arena_check(arena, (double)(room + bytes), name));
    Node *node = calloc((size_t)nodes + 1, sizeof *node);
    if (!node)
        return status_make(STATUS_MEMORY, "%s: out of memory while analysing a matrix; raise `memory`, or take a smaller scene", name);
    sort_children(m, ending, own->fresh);
    walk(m, ending, own->fresh, node);
    *counts = count(node, nodes);
    const int32_t left = merge_nodes(node, nodes);
    const Status  status = lay_out(m, node, nodes, left, name, arena, out);
    free(node);
    return status;
}

static void begin(Merge *m)
{
    const SupernodeQuestion *q = m->question;
    char                    *room = q->room;
    m->n = q->graph->n;
    m->column = (Column *)(void *)room;
    m->position = (int32_t *)(void *)(room + (size_t)m->n * sizeof *m->column);
    m->rows = m->position + m->n;
#pragma omp parallel for num_threads(q->threads)
    for (int32_t j = 0; j < m->n; j++) {
        m->position[q->order[j]] = j;
        m->column[j] = (Column){.last = -1, .sibling = -1, .next = -1, .child = -1};
    }
}

// The threads' own part of the scratch memory, after the rows.
static void share_room(const Merge *m, Own *own)
{
    int32_t *room = m->rows + (int64_t)ROWS_A_VERTEX * m->n;
    for (int t = 0; t < m->question->threads; t++) {
        own[t] = (Own){.mark = room, .fresh = room + m->n};
        room += 2 * (size_t)m->n + 1;
    }
#pragma omp parallel for num_threads(m->question->threads)
    for (int t = 0; t < m->question->threads; t++)
        memset(own[t].mark, 0, (size_t)m->n * sizeof *own[t].mark);
}

// A range uses its part of the scratch memory first.
static void share_rows(const Merge *m, const DissectionSet *range, int ranges, Own *ranged, Own *top)
{
    for (int r = 0; r < ranges; r++)
        ranged[r].pool =
            (RowPool){.at = m->rows + (int64_t)ROWS_A_VERTEX * range[r].begin, .end = m->rows + (int64_t)ROWS_A_VERTEX * range[r].end};
    if (ranges == 0)
        top->pool = (RowPool){.at = m->rows, .end = m->rows + (int64_t)ROWS_A_VERTEX * m->n};
}

Status supernode_merge(const SupernodeQuestion *question, const char *name, Arena *arena, Supernodes *out, SupernodeCounts *counts)
{
    Merge         m = {.question = question};
    DissectionSet range[DISSECTION_SETS];
    Own           ranged[DISSECTION_SETS] = {0}, *own = calloc((size_t)question->threads, sizeof *own);
    const int     ranges = find_ranges(question->sets, range);
    Status status = status_make(STATUS_MEMORY, "%s: out of memory while analysing a matrix; raise `memory`, or take a smaller scene", name);
    begin(&m);
    if (own) {
        share_room(&m, own);
        share_rows(&m, range, ranges, ranged, &own[0]);
        if (add_all(&m, own, ranged, range, ranges))
            status = finish(&m, &own[0], name, arena, out, counts);
    }
    for (int t = 0; own && t < question->threads; t++)
        pool_free(&own[t].pool);
    for (int r = 0; r < ranges; r++)
        pool_free(&ranged[r].pool);
    free(own);
    return status;
}
