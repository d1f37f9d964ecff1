#include "linsys/private/supernodal_tasks.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/statistics.h"

enum { TIMINGS = 5 };

// What lies between two barriers, of one task: all of it, or a step of a wide task that the team shares.
typedef struct Piece {
    int32_t task, step, level; // level: as many barriers are before it
    bool    down, shared;
} Piece;

typedef struct Pieces {
    Piece  *piece; // in the order of the solve, which is that of the levels
    int32_t count, level;
} Pieces;

static void add_level(const SupernodalPlan *plan, int32_t level, bool down, Pieces *to)
{
    const int32_t steps = plan->wide[level] ? wide_steps(plan->wide[level], down) : 1;
    for (int32_t step = 0; step < steps; step++) {
        for (int32_t t = plan->level[level]; t < plan->level[level + 1]; t++) {
            const bool shared = plan->wide[level] && plan->task[t].wide;
            if (step < (shared ? wide_steps(plan->task[t].wide, down) : 1))
                to->piece[to->count++] = (Piece){.task = t, .step = step, .level = to->level, .down = down, .shared = shared};
        }
        to->level += down || plan->wide[level] || level < plan->level_count - 1;
    }
}

static void cut_solve(const SupernodalPlan *plan, Pieces *to)
{
    for (int32_t level = 0; level < plan->level_count; level++)
        add_level(plan, level, false, to);
    for (int32_t level = plan->level_count - 1; level >= 0; level--)
        add_level(plan, level, true, to);
}

// ns: [pieces][TIMINGS].
static void time_pieces(const SupernodalPlan *plan, const SupernodalKernels *kernels, const void *values, void *blocks,
                        const SolveEnds *ends, const Pieces *pieces, double *ns)
{
    for (int i = -1; i < TIMINGS; i++) { // the first warms up
        int64_t before = clock_ns();
        for (int32_t k = 0; k < pieces->count; k++) {
            const Piece *p = &pieces->piece[k];
            if (p->shared)
                (p->down ? kernels->backward_step : kernels->forward_step)(plan, p->task, p->step, (SolvePart){0, 1}, values, blocks, ends);
            else
                (p->down ? kernels->backward : kernels->forward)(plan, p->task, values, blocks, ends);
            const int64_t now = clock_ns();
            if (i >= 0)
                ns[k * TIMINGS + i] = (double)(now - before);
            before = now;
        }
    }
}

// Of a step: grains that can be shared out, and the part of its entries that every thread works through.
typedef struct Sharing {
    int64_t grains;
    double  each;
} Sharing;

static Sharing sharing_of(const SupernodalTask *task, const Piece *p)
{
    const int32_t block = !p->down ? p->step : task->wide - 1 - (p->step - WIDE_BACKWARD_STEPS),
                  rows = task->own_count + task->boundary_count;
    if (p->down && p->step == 0)
        return (Sharing){.grains = task->boundary_count};
    if (p->down && p->step < WIDE_BACKWARD_STEPS)
        return (Sharing){.grains = task->chunk_end - task->chunk_begin};
    const int32_t first = block * WIDE_COLUMNS, width = wide_width(task, block);
    const int32_t others = p->down ? first : rows - first - width;
    return (Sharing){.grains = (others + CHUNK_WIDTH - 1) / CHUNK_WIDTH, .each = width / (width + 2.0 * others)};
}

typedef struct Listing {
    const SupernodalPlan *plan;
    TaskList             *out;
    int32_t              *begin, *end; // [2][tasks] in `out`: where a task begins and ends on its way up, and down
} Listing;

// A task of the list, after the last one of the same task of the solve.
static Status list_task(const Listing *l, const Piece *p, int64_t grains, double cost)
{
    const int32_t at = (p->down ? l->plan->task_count : 0) + p->task, parent = l->plan->task[p->task].parent;
    TeamTask      task = {.phase = PHASE_SOLVE, .level = p->level, .parent = -1, .down = p->down, .grains = grains, .cost = cost};
    if (l->begin[at] < 0)
        l->begin[at] = l->out->count;
    if (p->down && l->end[at] >= 0)
        task.parent = l->end[at];
    else if (p->down && parent >= 0)
        task.parent = l->end[l->plan->task_count + parent] >= 0 ? l->end[l->plan->task_count + parent] : l->end[parent];
    if (!p->down && l->end[at] >= 0)
        l->out->tasks[l->end[at]].parent = l->out->count;
    l->end[at] = l->out->count;
    return task_list_add(l->out, task);
}

static Status list_piece(const Listing *l, const Piece *p, double ns)
{
    if (!p->shared)
        return list_task(l, p, 1, ns);
    const Sharing sharing = sharing_of(&l->plan->task[p->task], p);
    if (sharing.each > 0)
        TRY(list_task(l, p, 1, ns * sharing.each));
    return sharing.grains > 0 ? list_task(l, p, sharing.grains, ns * (1 - sharing.each)) : status_ok();
}

// Up the tree, and down again. A task of the highest level, unless the team shares it, goes down where it came up, with no barrier between.
static Status list_pieces(const Listing *l, const Pieces *pieces, double *ns)
{
    const int32_t top = l->plan->level_count - 1;
    for (int32_t k = 0; k < pieces->count; k++) {
        const Piece *p = &pieces->piece[k];
        const double median = statistics_median(ns + k * TIMINGS, TIMINGS);
        if (p->down && l->plan->task[p->task].level == top && !l->plan->wide[top])
            l->out->tasks[l->end[p->task]].cost += median;
        else
            TRY(list_piece(l, p, median));
    }
    for (int32_t t = 0; t < l->plan->task_count; t++)
        if (l->plan->task[t].parent >= 0)
            l->out->tasks[l->end[t]].parent = l->begin[l->plan->task[t].parent];
    return status_ok();
}

Status supernodal_tasks(const SupernodalPlan *plan, const SupernodalKernels *kernels, const void *values, void *blocks,
                        const SolveEnds *ends, TaskList *out)
{
    int64_t room = 1, ends_count = 2 * (int64_t)plan->task_count;
    for (int32_t t = 0; t < plan->task_count; t++)
        room += wide_steps(plan->task[t].wide, false) + wide_steps(plan->task[t].wide, true) + 2;
    Pieces   pieces = {.piece = calloc((size_t)room, sizeof *pieces.piece)};
    double  *ns = calloc((size_t)room * TIMINGS, sizeof *ns);
    int32_t *index = malloc(2 * (size_t)ends_count * sizeof *index);
    Status   status = status_make(STATUS_MEMORY, "supernodal_parallel: out of memory for the times of %d tasks", plan->task_count);
    if (pieces.piece && ns && index) {
        for (int64_t i = 0; i < 2 * ends_count; i++)
            index[i] = -1;
        cut_solve(plan, &pieces);
        time_pieces(plan, kernels, values, blocks, ends, &pieces, ns);
        status = list_pieces(&(Listing){.plan = plan, .out = out, .begin = index, .end = index + ends_count}, &pieces, ns);
    }
    free(pieces.piece);
    free(ns);
    free(index);
    return status;
}
