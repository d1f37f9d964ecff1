// Schedules: constraints in memory order get their colours and are sorted by colour, in memory order within a colour. Then the columns are
// permuted, and runs of equal colour become batches.
#include "colour/schedule.h"

#include <stdlib.h>

#include "base/memory.h"
#include "colour/private/clusters.h"
#include "colour/private/colouring.h"
#include "colour/private/layout.h"
#include "colour/private/sequence.h"

const char *const COLOURING_NAMES[] = {"greedy", "largest_first", "smallest_last", "clusters", NULL};

// Number of constraints by colour and kind.
typedef struct Sizes {
    int32_t of[SCHEDULE_COLOURS_MAX + 1][CONSTRAINT_KINDS];
} Sizes;

// ---- colours of constraints ----

static int32_t count_colours(const Sizes *sizes, bool *tail)
{
    int32_t colours = 0;
    for (int32_t colour = 0; colour <= SCHEDULE_COLOURS_MAX; colour++)
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
            if (colour < SCHEDULE_COLOURS_MAX && sizes->of[colour][kind])
                colours = colour + 1;
            else if (sizes->of[colour][kind])
                *tail = true;
    return colours + *tail;
}

static Status alloc_colours(Schedule *out, Arena *arena)
{
    TRY(ARENA_NEW(arena, out->colour_count + 1, &out->colour_start));
    TRY(ARENA_NEW(arena, out->colour_count, &out->colour_size));
    return ARENA_NEW(arena, out->colour_count, &out->segments);
}

// The batches of one colour, one per kind. next: [kinds] index where the next batch begins, advanced.
static int32_t add_batches(const Model *model, const int32_t *size, bool disjoint, int32_t *next, Schedule *out)
{
    int32_t count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        if (!size[kind])
            continue;
        out->batches[out->batch_count++] =
            (Batch){.set = &model->sets[kind], .kind = kind, .begin = next[kind], .end = next[kind] + size[kind], .disjoint = disjoint};
        next[kind] += size[kind];
        count += size[kind];
    }
    return count;
}

static Status cut_colours(const Model *model, const Sizes *sizes, Arena *arena, Schedule *out)
{
    int32_t next[CONSTRAINT_KINDS] = {0};
    TRY(alloc_colours(out, arena));
    TRY(ARENA_NEW(arena, out->colour_count * CONSTRAINT_KINDS, &out->batches));
    for (int32_t colour = 0; colour < out->colour_count; colour++) {
        const bool tail = out->serial_tail && colour == out->colour_count - 1;
        out->colour_size[colour] =
            add_batches(model, sizes->of[tail ? SCHEDULE_COLOURS_MAX : colour], out->kind == SCHEDULE_COLOUR && !tail, next, out);
        out->colour_start[colour + 1] = out->batch_count;
    }
    return status_ok();
}

static void sort_by_colour(const Hypergraph *h, const uint8_t *colour, const Sizes *sizes)
{
    Sizes   index = {0};
    int32_t next[CONSTRAINT_KINDS] = {0};
    for (int32_t c = 0; c <= SCHEDULE_COLOURS_MAX; c++)
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
            index.of[c][kind] = next[kind];
            next[kind] += sizes->of[c][kind];
        }
    for (int32_t i = 0; i < h->count; i++) {
        const int kind = hypergraph_kind(h, i);
        layout_put(h, i, kind, index.of[colour[i]][kind]++);
    }
}

static Status make_colours(const Hypergraph *h, const Model *model, const ScheduleWish *wish, Arena *arena, Schedule *out)
{
    Sizes    sizes = {0};
    uint8_t *colour = memory_alloc((size_t)h->count);
    Status   status = colour ? colouring_assign(h, wish->colouring, colour) : hypergraph_out_of_memory(h);
    if (status.code == STATUS_OK) {
        ASSERT(colour);
        for (int32_t i = 0; i < h->count; i++)
            sizes.of[colour[i]][hypergraph_kind(h, i)]++;
        out->colour_count = count_colours(&sizes, &out->serial_tail);
        sort_by_colour(h, colour, &sizes);
        status = cut_colours(model, &sizes, arena, out);
    }
    free(colour);
    return status;
}

// ---- colours of clusters ----

// State of the layout of clusters.
typedef struct ClusterLayout {
    const Hypergraph *graph;
    const Model      *model;
    Schedule         *out;
    int32_t           next[CONSTRAINT_KINDS]; // index of the next constraint in its set
} ClusterLayout;

// Indices of one cluster; each part of its sequence becomes a batch.
static void lay_out_cluster(ClusterLayout *w, const Clusters *c, int32_t cluster)
{
    const int32_t begin = c->start[cluster], end = c->start[cluster + 1];
    Schedule     *out = w->out;
    for (int32_t k = begin; k < end; k++) {
        const int kind = hypergraph_kind(w->graph, c->order[k]);
        if (c->flags[k] & SEQUENCE_PART)
            out->batches[out->batch_count++] = (Batch){.set = &w->model->sets[kind],
                                                       .kind = kind,
                                                       .begin = w->next[kind],
                                                       .end = w->next[kind],
                                                       .disjoint = !(c->flags[k] & SEQUENCE_SERIAL)};
        layout_put(w->graph, c->order[k], kind, w->next[kind]++);
        out->batches[out->batch_count - 1].end++;
    }
    out->cluster_count++;
    out->cluster_start[out->cluster_count] = out->batch_count;
    out->cluster_before[out->cluster_count] = out->cluster_before[out->cluster_count - 1] + end - begin;
}

static int32_t colours_of_clusters(const Clusters *c, bool *tail)
{
    int32_t colours = 0;
    for (int32_t k = 0; k < c->count; k++) {
        *tail = *tail || c->colour[k] == SCHEDULE_COLOURS_MAX;
        colours = c->colour[k] < SCHEDULE_COLOURS_MAX && c->colour[k] >= colours ? c->colour[k] + 1 : colours;
    }
    return colours + *tail;
}

static void lay_out_clusters(ClusterLayout *w, const Clusters *c)
{
    Schedule *out = w->out;
    for (int32_t colour = 0; colour < out->colour_count; colour++) {
        const bool tail = out->serial_tail && colour == out->colour_count - 1;
        for (int32_t k = 0; k < c->count; k++)
            if (c->colour[k] == (tail ? SCHEDULE_COLOURS_MAX : colour))
                lay_out_cluster(w, c, k);
        out->colour_start[colour + 1] = out->batch_count;
        out->colour_cluster[colour + 1] = out->cluster_count;
        out->colour_size[colour] = out->cluster_before[out->cluster_count] - out->cluster_before[out->colour_cluster[colour]];
    }
}

static Status alloc_clusters(const Clusters *c, Arena *arena, Schedule *out)
{
    out->colour_count = colours_of_clusters(c, &out->serial_tail);
    TRY(alloc_colours(out, arena));
    TRY(ARENA_NEW(arena, c->batches, &out->batches));
    TRY(ARENA_NEW(arena, out->colour_count + 1, &out->colour_cluster));
    TRY(ARENA_NEW(arena, c->count + 1, &out->cluster_start));
    return ARENA_NEW(arena, c->count + 1, &out->cluster_before);
}

static Status make_clusters(const Hypergraph *graph, const Model *model, const ScheduleWish *wish, Arena *arena, Schedule *out)
{
    Clusters      clusters = {0};
    ClusterLayout w = {.graph = graph, .model = model, .out = out};
    Status        status = clusters_create(graph, wish->cluster_size, &clusters);
    if (status.code == STATUS_OK)
        status = alloc_clusters(&clusters, arena, out);
    if (status.code == STATUS_OK)
        lay_out_clusters(&w, &clusters);
    ASSERT(status.code != STATUS_OK || out->batch_count == clusters.batches);
    clusters_destroy(&clusters);
    return status;
}

// ---- the schedule ----

// All constraints in one colour, in the order of the scene (h NULL) or in memory order.
static Status make_one(const Hypergraph *h, const Model *model, Arena *arena, Schedule *out)
{
    Sizes sizes = {0};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        sizes.of[0][kind] = model->sets[kind].groups ? 0 : model->sets[kind].count;
    for (int32_t i = 0, next[CONSTRAINT_KINDS] = {0}; h && i < h->count; i++) {
        const int kind = hypergraph_kind(h, i);
        layout_put(h, i, kind, next[kind]++);
    }
    return cut_colours(model, &sizes, arena, out);
}

static void cut_segments(Schedule *s)
{
    ASSERT(s->segments);
    for (int32_t colour = 0; colour < s->colour_count; colour++) {
        const bool tail = s->serial_tail && colour == s->colour_count - 1;
        const bool parallel = s->kind != SCHEDULE_FILE && !tail && s->colour_size[colour] >= SCHEDULE_PARALLEL_MIN;
        Segment   *last = s->segment_count ? &s->segments[s->segment_count - 1] : NULL;
        if (last && last->parallel == parallel)
            last->end_colour = colour + 1;
        else
            s->segments[s->segment_count++] = (Segment){.first_colour = colour, .end_colour = colour + 1, .parallel = parallel};
    }
}

Status schedule_init(Model *model, ScheduleWish wish, int threads, Arena *arena, Schedule *out)
{
    *out = (Schedule){.kind = wish.kind, .colour_count = 1};
    Status status;
    if (wish.kind == SCHEDULE_FILE) {
        status = make_one(NULL, model, arena, out);
    } else {
        Hypergraph graph;
        status = hypergraph_create(model, threads, &graph);
        if (status.code == STATUS_OK && wish.kind == SCHEDULE_MEMORY)
            status = make_one(&graph, model, arena, out);
        else if (status.code == STATUS_OK && wish.colouring == COLOURING_CLUSTERS)
            status = make_clusters(&graph, model, &wish, arena, out);
        else if (status.code == STATUS_OK)
            status = make_colours(&graph, model, &wish, arena, out);
        if (status.code == STATUS_OK)
            layout_apply(&graph, threads, model);
        hypergraph_destroy(&graph);
    }
    if (status.code == STATUS_OK)
        cut_segments(out);
    return status;
}

void schedule_info(const Schedule *schedule, ScheduleInfo *out)
{
    *out = (ScheduleInfo){.colours = schedule->colour_count, .clusters = schedule->cluster_count};
    int64_t total = 0;
    for (int32_t c = 0; c < schedule->colour_count; c++) {
        const int32_t size = schedule->colour_size[c];
        out->smallest = c == 0 || size < out->smallest ? size : out->smallest;
        out->largest = size > out->largest ? size : out->largest;
        total += size;
    }
    out->balance = out->largest > 0 ? (double)total / schedule->colour_count / out->largest : 1;
    for (int32_t i = 0; i < schedule->segment_count; i++) {
        const Segment *segment = &schedule->segments[i];
        out->barriers += segment->parallel ? segment->end_colour - segment->first_colour : 1;
    }
}
