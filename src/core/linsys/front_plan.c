#include "linsys/private/front_plan.h"

#include <stdbool.h>
#include <stdlib.h>

// A subtree has at most 1/SUBTREES of all operations, or 1/(SUBTREES_A_THREAD · threads) if that is less. More subtrees give a better load
// balance but leave more work to the top.
enum { SUBTREES = 24, SUBTREES_A_THREAD = 4 };

typedef struct Planning {
    FrontPlan *plan;
    int32_t   *where; // [n] index of a row among those of the current supernode
    double    *flops; // [count] of a supernode and all its descendants
    int32_t   *head;  // [count] first supernode of its subtree
} Planning;

static int32_t height_of(const FrontPlan *p, int32_t b)
{
    return p->row_start[b + 1] - p->row_start[b];
}

static int32_t width_of(const FrontPlan *p, int32_t b)
{
    return p->first[b + 1] - p->first[b];
}

static int64_t update_values(const Planning *g, int32_t b)
{
    const int32_t below = height_of(g->plan, b) - width_of(g->plan, b);
    return below * front_stride(below, g->plan->lanes);
}

// ---- the tree ----

static Status make_tree(Planning *g, Arena *arena)
{
    FrontPlan *p = g->plan;
    TRY(ARENA_NEW(arena, p->count, &p->parent));
    TRY(ARENA_NEW(arena, p->count, &p->child));
    TRY(ARENA_NEW(arena, p->count, &p->sibling));
    TRY(ARENA_NEW(arena, p->count, &g->flops));
    TRY(ARENA_NEW(arena, p->count, &g->head));
    for (int32_t b = 0; b < p->count; b++) {
        p->child[b] = p->sibling[b] = -1;
        g->head[b] = b;
        for (int32_t j = p->first[b]; j < p->first[b + 1]; j++)
            g->where[j] = b; // the supernode of a column, until the rows are placed
    }
    for (int32_t b = p->count - 1; b >= 0; b--) {
        p->parent[b] = width_of(p, b) < height_of(p, b) ? g->where[p->row[p->row_start[b] + width_of(p, b)]] : -1;
        if (p->parent[b] < 0)
            continue;
        p->sibling[b] = p->child[p->parent[b]];
        p->child[p->parent[b]] = b;
    }
    for (int32_t b = 0; b < p->count; b++) {
        for (int32_t j = 0; j < width_of(p, b); j++)
            g->flops[b] += (double)(height_of(p, b) - j) * (height_of(p, b) - j);
        p->flops += g->flops[b];
        for (int32_t c = p->child[b]; c >= 0; c = p->sibling[c]) {
            g->flops[b] += g->flops[c];
            g->head[b] = g->head[c] < g->head[b] ? g->head[c] : g->head[b];
        }
    }
    return status_ok();
}

// ---- rows ----

static Status place_rows(Planning *g, Arena *arena)
{
    FrontPlan *p = g->plan;
    TRY(ARENA_NEW(arena, p->row_start[p->count], &p->relative));
    for (int32_t b = 0; b < p->count; b++) {
        for (int32_t k = p->row_start[b]; k < p->row_start[b + 1]; k++)
            g->where[p->row[k]] = k - p->row_start[b];
        for (int32_t c = p->child[b]; c >= 0; c = p->sibling[c])
            for (int32_t k = p->row_start[c] + width_of(p, c); k < p->row_start[c + 1]; k++)
                p->relative[k] = g->where[p->row[k]];
    }
    return status_ok();
}

// Sorts the entries of A by column of L; their rows are rows of L until they are placed.
static Status sort_entries(Planning *g, const Csc *a, Arena *arena)
{
    FrontPlan    *p = g->plan;
    const int32_t nonzeros = a->column_start[a->n];
    int32_t      *position, *next;
    TRY(ARENA_NEW(arena, a->n, &position));
    TRY(ARENA_NEW(arena, a->n, &next));
    TRY(ARENA_NEW(arena, a->n + 1, &p->column_start));
    TRY(ARENA_NEW(arena, nonzeros, &p->entry_row));
    TRY(ARENA_NEW(arena, nonzeros, &p->entry_source));
    for (int32_t k = 0; k < a->n; k++)
        position[p->order[k]] = k;
    for (int32_t j = 0; j < a->n; j++)
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++) {
            const int32_t i = position[a->row[k]], column = position[j];
            p->column_start[(i < column ? i : column) + 1]++;
        }
    for (int32_t j = 0; j < a->n; j++) {
        p->column_start[j + 1] += p->column_start[j];
        next[j] = p->column_start[j] + 1; // behind the diagonal entry
    }
    for (int32_t j = 0; j < a->n; j++)
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++) {
            const int32_t i = position[a->row[k]], other = position[j], column = i < other ? i : other;
            const int32_t at = i == other ? p->column_start[column] : next[column]++;
            p->entry_row[at] = i < other ? other : i;
            p->entry_source[at] = k;
        }
    return status_ok();
}

static void place_entries(const Planning *g)
{
    const FrontPlan *p = g->plan;
    for (int32_t b = 0; b < p->count; b++) {
        for (int32_t k = p->row_start[b]; k < p->row_start[b + 1]; k++)
            g->where[p->row[k]] = k - p->row_start[b];
        for (int32_t k = p->column_start[p->first[b]]; k < p->column_start[p->first[b + 1]]; k++)
            p->entry_row[k] = g->where[p->entry_row[k]];
    }
}

// ---- subtrees and the top ----

typedef struct Subtree {
    double  flops;
    int32_t root;
} Subtree;

static int costliest_first(const void *a, const void *b)
{
    const Subtree *s = a, *t = b;
    if (s->flops != t->flops)
        return s->flops > t->flops ? -1 : 1;
    return s->root < t->root ? -1 : s->root > t->root;
}

static Status cut_tree(Planning *g, int threads, Arena *arena)
{
    FrontPlan   *p = g->plan;
    Subtree     *found;
    const int    enough = SUBTREES_A_THREAD * threads;
    const double max = p->flops / (enough > SUBTREES ? enough : SUBTREES);
    TRY(ARENA_NEW(arena, p->count, &p->in_top));
    TRY(ARENA_NEW(arena, p->count, &found));
    TRY(ARENA_NEW(arena, p->count, &p->subtree));
    TRY(ARENA_NEW(arena, p->count, &p->subtree_first));
    TRY(ARENA_NEW(arena, p->count, &p->top));
    for (int32_t b = 0; b < p->count; b++) {
        p->in_top[b] = g->flops[b] > max;
        if (p->in_top[b])
            p->top[p->top_count++] = b;
    }
    for (int32_t b = 0; b < p->count; b++)
        if (!p->in_top[b] && (p->parent[b] < 0 || p->in_top[p->parent[b]]))
            found[p->subtree_count++] = (Subtree){g->flops[b], b};
    qsort(found, (size_t)p->subtree_count, sizeof *found, costliest_first);
    p->top_flops = p->flops;
    for (int32_t s = 0; s < p->subtree_count; s++) {
        p->subtree[s] = found[s].root;
        p->subtree_first[s] = g->head[found[s].root];
        p->top_flops -= found[s].flops;
    }
    return status_ok();
}

// ---- memory ----

static void grow(int64_t *size, int64_t to)
{
    *size = *size < to ? to : *size;
}

// Places the update matrix of b on the stack of its parity, after its children's are removed from the other stack.
static void push(Planning *g, int32_t b, bool odd, int64_t top[2])
{
    FrontPlan *p = g->plan;
    if (p->child[b] >= 0)
        top[!odd] = p->offset[p->child[b]]; // the first child's matrix is the lowest
    p->stack[b] = odd ? FRONT_ODD : FRONT_EVEN;
    p->offset[b] = top[odd];
    top[odd] += update_values(g, b);
    grow(&p->size[p->stack[b]], top[odd]);
}

static void keep(Planning *g, int32_t b)
{
    FrontPlan *p = g->plan;
    p->stack[b] = FRONT_KEPT;
    p->offset[b] = p->size[FRONT_KEPT];
    p->size[FRONT_KEPT] += update_values(g, b);
}

static Status place_updates(Planning *g, Arena *arena)
{
    FrontPlan *p = g->plan;
    bool      *odd;
    TRY(ARENA_NEW(arena, p->count, &p->stack));
    TRY(ARENA_NEW(arena, p->count, &p->offset));
    TRY(ARENA_NEW(arena, p->count, &odd));
    for (int32_t b = p->count - 1; b >= 0; b--)
        odd[b] = p->parent[b] >= 0 && !odd[p->parent[b]];
    for (int32_t s = 0; s < p->subtree_count; s++) {
        int64_t top[2] = {0};
        for (int32_t b = p->subtree_first[s]; b < p->subtree[s]; b++)
            push(g, b, odd[b], top);
        keep(g, p->subtree[s]);
    }
    for (int32_t k = 0; k < p->top_count; k++)
        keep(g, p->top[k]);
    for (int32_t b = 0; b < p->count; b++)
        grow(p->in_top[b] ? &p->top_panel : &p->panel, width_of(p, b) * front_stride(height_of(p, b), p->lanes));
    return status_ok();
}

Status front_plan_init(const Supernodes *factor, const Csc *matrix, size_t value_bytes, int threads, Arena *arena, FrontPlan *out)
{
    Planning g = {.plan = out};
    *out = (FrontPlan){.count = factor->count,
                       .first = factor->first,
                       .row_start = factor->row_start,
                       .row = factor->row,
                       .order = factor->order,
                       .lanes = (int)(FRONT_LANES_BYTES / value_bytes)};
    TRY(ARENA_NEW(arena, factor->n, &g.where));
    TRY(make_tree(&g, arena));
    TRY(place_rows(&g, arena));
    TRY(sort_entries(&g, matrix, arena));
    place_entries(&g);
    TRY(cut_tree(&g, threads, arena));
    return place_updates(&g, arena);
}
