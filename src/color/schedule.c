// Greedy first-fit colouring in memory order, and the stable counting sorts that lay the sets out colour by colour. All linear.
#include "color/schedule.h"

#include <stdlib.h>
#include <string.h>

const char *const COLOURING_NAMES[] = {"greedy", NULL};

// Scratch of one call. Constraints of all sets are numbered 0 … total−1: set by set, then in the order they have now.
typedef struct Layout {
    const Model *model;
    int32_t      total;
    int32_t      offset[CONSTRAINT_KINDS + 1];
    int32_t     *order;  // [total] constraints by lowest vertex
    int32_t     *start;  // [max(particles, colours) + 1] counting sort
    uint64_t    *used;   // [particles] bit c: colour c is taken at this vertex
    uint8_t     *colour; // [total]
    int32_t     *place;  // [largest set] permutation of one set: new place -> old place
    void        *column; // one column while it is permuted
} Layout;

static void layout_free(Layout *w)
{
    free(w->order);
    free(w->start);
    free(w->used);
    free(w->colour);
    free(w->place);
    free(w->column);
}

static Status layout_alloc(Layout *w, const Model *model)
{
    const size_t n = (size_t)model->particle_count, total = (size_t)model->constraint_count;
    *w = (Layout){.model = model, .total = model->constraint_count};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        w->offset[kind + 1] = w->offset[kind] + model->sets[kind].count;
    w->order = calloc(total + 1, sizeof *w->order);
    w->start = malloc((n + SCHEDULE_COLOURS_MAX + 3) * sizeof *w->start);
    w->used = calloc(n + 1, sizeof *w->used);
    w->colour = calloc(total + 1, sizeof *w->colour);
    w->place = malloc((total + 1) * sizeof *w->place);
    w->column = malloc((total + 1) * CONSTRAINT_VERTICES_MAX * sizeof(double));
    if (w->order && w->start && w->used && w->colour && w->place && w->column)
        return status_ok();
    layout_free(w);
    return status_make(STATUS_MEMORY, "out of memory while %d constraints were ordered", model->constraint_count);
}

static int kind_of(const Layout *w, int32_t constraint)
{
    int kind = 0;
    while (constraint >= w->offset[kind + 1])
        kind++;
    return kind;
}

static const int32_t *vertices_of(const Layout *w, int32_t constraint)
{
    const int            kind = kind_of(w, constraint);
    const ConstraintSet *set = &w->model->sets[kind];
    return set->vertices + (size_t)(constraint - w->offset[kind]) * (size_t)set->ops->vertices;
}

static int32_t lowest_vertex(const Layout *w, int32_t constraint)
{
    const int32_t *v = vertices_of(w, constraint);
    int32_t        lowest = v[0];
    for (int i = 1; i < w->model->sets[kind_of(w, constraint)].ops->vertices; i++)
        lowest = v[i] < lowest ? v[i] : lowest;
    return lowest;
}

// order: all constraints by lowest vertex, ties as they were.
static void sort_by_vertex(Layout *w)
{
    const int32_t n = w->model->particle_count;
    memset(w->start, 0, ((size_t)n + 1) * sizeof *w->start);
    for (int32_t c = 0; c < w->total; c++)
        w->start[lowest_vertex(w, c) + 1]++;
    for (int32_t v = 0; v < n; v++)
        w->start[v + 1] += w->start[v];
    for (int32_t c = 0; c < w->total; c++)
        w->order[w->start[lowest_vertex(w, c)]++] = c;
}

// First-fit in memory order. Colour SCHEDULE_COLOURS_MAX is the serial tail. Returns the number of parallel colours.
static int32_t colour_greedily(Layout *w)
{
    int32_t colours = 0;
    for (int32_t i = 0; i < w->total; i++) {
        const int32_t  c = w->order[i];
        const int32_t *v = vertices_of(w, c);
        const int      count = w->model->sets[kind_of(w, c)].ops->vertices;
        uint64_t       taken = 0;
        for (int k = 0; k < count; k++)
            taken |= w->used[v[k]];
        int colour = 0;
        while (colour < SCHEDULE_COLOURS_MAX && (taken >> colour & 1))
            colour++;
        w->colour[c] = (uint8_t)colour;
        if (colour == SCHEDULE_COLOURS_MAX)
            continue;
        for (int k = 0; k < count; k++)
            w->used[v[k]] |= (uint64_t)1 << colour;
        if (colour >= colours)
            colours = colour + 1;
    }
    return colours;
}

static void permute(Layout *w, void *data, size_t size, int32_t count)
{
    const char *from = data;
    char       *to = w->column;
    for (int32_t i = 0; i < count; i++)
        memcpy(to + (size_t)i * size, from + (size_t)w->place[i] * size, size);
    memcpy(data, to, (size_t)count * size);
}

// place: the set's constraints by colour, within a colour in memory order.
static void place_set(Layout *w, int kind)
{
    memset(w->start, 0, (SCHEDULE_COLOURS_MAX + 2) * sizeof *w->start);
    for (int32_t c = w->offset[kind]; c < w->offset[kind + 1]; c++)
        w->start[w->colour[c] + 1]++;
    for (int colour = 0; colour <= SCHEDULE_COLOURS_MAX; colour++)
        w->start[colour + 1] += w->start[colour];
    for (int32_t i = 0; i < w->total; i++) {
        const int32_t c = w->order[i];
        if (c >= w->offset[kind] && c < w->offset[kind + 1])
            w->place[w->start[w->colour[c]]++] = c - w->offset[kind];
    }
}

static void reorder_set(Layout *w, ConstraintSet *set, int kind)
{
    place_set(w, kind);
    permute(w, set->vertices, (size_t)set->ops->vertices * sizeof(int32_t), set->count);
    for (int p = 0; p < set->ops->params; p++) {
        permute(w, set->rest + (size_t)p * (size_t)set->count, sizeof(real), set->count);
        if (set->rest_low)
            permute(w, set->rest_low + (size_t)p * (size_t)set->count, sizeof(float), set->count);
    }
    permute(w, set->compliance, sizeof(real), set->count);
    if (!set->uniform)
        permute(w, set->stiffness, sizeof(double), set->count);
    permute(w, set->origin, sizeof(int32_t), set->count);
    if (set->damping)
        permute(w, set->damping, sizeof(double), set->count);
    if (set->limit)
        permute(w, set->limit, sizeof(double), set->count);
    if (set->sense)
        permute(w, set->sense, sizeof *set->sense, set->count);
}

// Batches: for each colour, for each set, the run of constraints of that colour, which lie together now.
static Status cut_batches(Layout *w, Model *model, Arena *arena, Schedule *out)
{
    TRY(ARENA_NEW(arena, out->colour_count + 1, &out->colour_start));
    TRY(ARENA_NEW(arena, out->colour_count, &out->colour_size));
    TRY(ARENA_NEW(arena, out->colour_count * CONSTRAINT_KINDS, &out->batches));
    int32_t size[CONSTRAINT_KINDS][SCHEDULE_COLOURS_MAX + 1] = {0}, begin[CONSTRAINT_KINDS] = {0};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t c = w->offset[kind]; c < w->offset[kind + 1]; c++)
            size[kind][w->colour[c]]++;
    for (int32_t colour = 0; colour < out->colour_count; colour++) {
        const bool tail = out->serial_tail && colour == out->colour_count - 1;
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
            const int32_t count = size[kind][tail ? SCHEDULE_COLOURS_MAX : colour];
            if (!count)
                continue;
            out->batches[out->batch_count++] = (Batch){.set = &model->sets[kind],
                                                       .kind = kind,
                                                       .begin = begin[kind],
                                                       .end = begin[kind] + count,
                                                       .disjoint = out->kind == SCHEDULE_COLOUR && !tail};
            begin[kind] += count;
            out->colour_size[colour] += count;
        }
        out->colour_start[colour + 1] = out->batch_count;
    }
    return status_ok();
}

Status schedule_make(Model *model, ScheduleWish wish, int threads, Arena *arena, Schedule *out)
{
    const ScheduleKind kind = wish.kind;
    Layout             w;
    (void)threads;
    *out = (Schedule){.kind = kind, .colour_count = 1};
    TRY(layout_alloc(&w, model));
    if (kind != SCHEDULE_FILE) {
        sort_by_vertex(&w);
        if (kind == SCHEDULE_COLOUR) {
            const int32_t colours = colour_greedily(&w);
            for (int32_t c = 0; c < w.total && !out->serial_tail; c++)
                out->serial_tail = w.colour[c] == SCHEDULE_COLOURS_MAX;
            out->colour_count = colours + out->serial_tail;
        }
    }
    Status status = cut_batches(&w, model, arena, out);
    for (int k = 0; status.code == STATUS_OK && kind != SCHEDULE_FILE && k < CONSTRAINT_KINDS; k++)
        reorder_set(&w, &model->sets[k], k);
    layout_free(&w);
    return status;
}

void schedule_info(const Schedule *schedule, ScheduleInfo *out)
{
    *out = (ScheduleInfo){.colours = schedule->colour_count};
    int64_t total = 0;
    for (int32_t c = 0; c < schedule->colour_count; c++) {
        const int32_t size = schedule->colour_size[c];
        out->smallest = c == 0 || size < out->smallest ? size : out->smallest;
        out->largest = size > out->largest ? size : out->largest;
        total += size;
    }
    out->balance = out->largest > 0 ? (double)total / schedule->colour_count / out->largest : 1;
}

static Status check_batch(const Batch *batch, int32_t colour, int32_t *seen_at)
{
    const int v = batch->set->ops->vertices;
    for (int32_t i = batch->begin * v; i < batch->end * v; i++) {
        const int32_t vertex = batch->set->vertices[i];
        if (seen_at[vertex] == colour + 1)
            return status_make(STATUS_INTERNAL, "colour %d has two constraints at particle %d", colour, vertex);
        seen_at[vertex] = colour + 1;
    }
    return status_ok();
}

Status schedule_check(const Model *model, const Schedule *schedule)
{
    int32_t *seen_at = calloc((size_t)model->particle_count + 1, sizeof *seen_at);
    if (!seen_at)
        return status_make(STATUS_MEMORY, "out of memory while a colouring was checked");
    Status  status = status_ok();
    int32_t next[CONSTRAINT_KINDS] = {0};
    for (int32_t colour = 0; colour < schedule->colour_count && status.code == STATUS_OK; colour++) {
        for (int32_t b = schedule->colour_start[colour]; b < schedule->colour_start[colour + 1] && status.code == STATUS_OK; b++) {
            const Batch *batch = &schedule->batches[b];
            if (batch->begin != next[batch->kind])
                status = status_make(STATUS_INTERNAL, "batch %d does not begin where the one before it ended", b);
            else if (batch->disjoint)
                status = check_batch(batch, colour, seen_at);
            next[batch->kind] = batch->end;
        }
    }
    for (int kind = 0; kind < CONSTRAINT_KINDS && status.code == STATUS_OK; kind++)
        if (next[kind] != model->sets[kind].count)
            status = status_make(STATUS_INTERNAL, "the batches cover %d of %d constraints", next[kind], model->sets[kind].count);
    free(seen_at);
    return status;
}
