#include "step/shares.h"

#include <sched.h>
#include <stdlib.h>

#include "base/gnu.h"
#include "base/memory.h"
#include "base/team_range.h"

// Work space for making shares: the first and the last thread that moves a particle in any parallel colour.
typedef struct Maker {
    const Schedule *schedule;
    int             threads;
    int32_t (*span)[2]; // [particles] first > last: none
    Shares *out;
    int32_t piece_count, turn_count;
} Maker;

// ---- parts of a thread ----

// This thread's part of a batch: like team_range, but cut at multiples of the grain, so that groups of vector lanes are full at cuts.
static void cut_batch(const Batch *batch, int thread, int threads, int32_t *from, int32_t *to)
{
    const int32_t low = batch->begin / TEAM_GRAIN * TEAM_GRAIN;
    const int64_t blocks = ((int64_t)batch->end - low + TEAM_GRAIN - 1) / TEAM_GRAIN;
    const int64_t first = low + blocks * thread / threads * TEAM_GRAIN, last = low + blocks * (thread + 1) / threads * TEAM_GRAIN;
    *from = first < batch->begin ? batch->begin : (int32_t)first;
    *to = last < batch->end ? (int32_t)last : batch->end;
}

// Splits the clusters first … end−1 by constraints: the first cluster after `part` of `parts` equal parts, rounded to the nearer end of a
// cluster.
static int32_t cluster_at(const Schedule *schedule, int32_t first, int32_t end, int part, int parts)
{
    const int64_t before = schedule->cluster_before[first], whole = schedule->cluster_before[end] - before;
    int32_t       low = first, high = end; // binary search: the result is in low … high
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        const int64_t centre = (int64_t)schedule->cluster_before[middle] + schedule->cluster_before[middle + 1] - 2 * before;
        if (centre * parts < 2 * whole * part)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The clusters of this thread in a colour: contiguous in memory, with about equally many constraints for each thread.
static void cut_clusters(const Maker *m, int32_t colour, int thread, int32_t *from, int32_t *to)
{
    const int32_t first = m->schedule->colour_cluster[colour], end = m->schedule->colour_cluster[colour + 1];
    *from = cluster_at(m->schedule, first, end, thread, m->threads);
    *to = cluster_at(m->schedule, first, end, thread + 1, m->threads);
}

// ---- common particles ----

static void mark(const Maker *m, const Batch *batch, int32_t from, int32_t to, int32_t thread)
{
    const int32_t v = batch->set->ops->vertices;
    for (int64_t k = (int64_t)from * v; k < (int64_t)to * v; k++) {
        int32_t *span = m->span[batch->set->vertices[k]];
        span[0] = thread < span[0] ? thread : span[0];
        span[1] = thread > span[1] ? thread : span[1];
    }
}

static void mark_colour(const Maker *m, int32_t colour, int thread)
{
    const Schedule *s = m->schedule;
    int32_t         from, to;
    if (s->cluster_count) {
        cut_clusters(m, colour, thread, &from, &to);
        for (int32_t b = s->cluster_start[from]; b < s->cluster_start[to]; b++)
            mark(m, &s->batches[b], s->batches[b].begin, s->batches[b].end, thread);
        return;
    }
    for (int32_t b = s->colour_start[colour]; b < s->colour_start[colour + 1]; b++) {
        cut_batch(&s->batches[b], thread, m->threads, &from, &to);
        mark(m, &s->batches[b], from, to, thread);
    }
}

// True if one of the constraints from … to−1 is at a common particle; then the other threads at that particle become near.
static bool has_common(const Maker *m, const Batch *batch, int32_t from, int32_t to, int thread)
{
    const int32_t v = batch->set->ops->vertices;
    int32_t      *near = m->out->near[thread];
    bool          common = false;
    for (int64_t k = (int64_t)from * v; k < (int64_t)to * v; k++) {
        const int32_t *span = m->span[batch->set->vertices[k]];
        common = common || span[0] < span[1];
        near[0] = span[0] < near[0] ? span[0] : near[0];
        near[1] = span[1] > near[1] ? span[1] : near[1];
    }
    return common;
}

// ---- pieces ----

static void add_piece(Maker *m, const Batch *batch, int32_t from, int32_t to)
{
    if (from >= to)
        return;
    ASSERT(m->out->pieces);
    Batch *piece = &m->out->pieces[m->piece_count++];
    *piece = *batch;
    piece->begin = from;
    piece->end = to;
}

// The longest run of blocks in from … to−1 without common particles; begin = end: none.
static void find_inner(const Maker *m, const Batch *batch, int32_t from, int32_t to, int thread, int32_t inner[2])
{
    inner[0] = inner[1] = from;
    for (int32_t i = from, start = from, next; i < to; i = next) {
        next = i / TEAM_GRAIN * TEAM_GRAIN + TEAM_GRAIN;
        next = next < to ? next : to;
        if (has_common(m, batch, i, next, thread))
            start = next;
        else if (next - start > inner[1] - inner[0])
            inner[0] = start, inner[1] = next;
    }
}

// For each batch of a colour: the parts before and after its inner run, and then these runs. A thread only meets itself: common particles
// away from the ends of its share make the inner run shorter and the edge longer.
static void add_batches(Maker *m, int32_t colour, int thread, ShareTurn *turn)
{
    const Batch  *batches = m->schedule->batches;
    const int32_t first = m->schedule->colour_start[colour], end = m->schedule->colour_start[colour + 1];
    int32_t       from, to, inner[2];
    for (int inside = 0; inside < 2; inside++) {
        for (int32_t b = first; b < end; b++) {
            cut_batch(&batches[b], thread, m->threads, &from, &to);
            find_inner(m, &batches[b], from, to, thread, inner);
            if (inside) {
                add_piece(m, &batches[b], inner[0], inner[1]);
            } else {
                add_piece(m, &batches[b], from, inner[0]);
                add_piece(m, &batches[b], inner[1], to);
            }
        }
        turn->inner = inside ? turn->inner : m->piece_count;
    }
}

// Clusters with common particles, and then those without.
static void add_clusters(Maker *m, int32_t colour, int thread, ShareTurn *turn)
{
    const Schedule *s = m->schedule;
    int32_t         from, to;
    cut_clusters(m, colour, thread, &from, &to);
    for (int inside = 0; inside < 2; inside++) {
        for (int32_t k = from; k < to; k++) {
            bool common = false;
            for (int32_t b = s->cluster_start[k]; b < s->cluster_start[k + 1]; b++)
                common = has_common(m, &s->batches[b], s->batches[b].begin, s->batches[b].end, thread) || common;
            for (int32_t b = s->cluster_start[k]; b < s->cluster_start[k + 1] && common == !inside; b++)
                add_piece(m, &s->batches[b], s->batches[b].begin, s->batches[b].end);
        }
        turn->inner = inside ? turn->inner : m->piece_count;
    }
}

// True if two of the constraints before and from `end` on, fewer than BATCH_WINDOW apart, share a particle.
static bool meet(const ConstraintSet *set, int32_t begin, int32_t middle, int32_t end)
{
    const int32_t v = set->ops->vertices;
    bool          shared = false;
    for (int32_t i = middle; i < end && i < middle + BATCH_WINDOW - 1; i++)
        for (int32_t j = i - BATCH_WINDOW + 1 > begin ? i - BATCH_WINDOW + 1 : begin; j < middle; j++)
            for (int32_t k = 0; k < v * v; k++)
                shared = shared || set->vertices[(ptrdiff_t)i * v + k / v] == set->vertices[(ptrdiff_t)j * v + k % v];
    return shared;
}

// The batches of colours that one thread projects alone.
static void add_alone(Maker *m, int32_t first_colour, int32_t end_colour, ShareTurn *turn)
{
    const Schedule *s = m->schedule;
    for (int32_t b = s->colour_start[first_colour]; b < s->colour_start[end_colour]; b++) {
        const Batch *batch = &s->batches[b];
        Batch       *last = m->piece_count > turn->first ? &m->out->pieces[m->piece_count - 1] : NULL;
        if (last && last->disjoint && batch->disjoint && last->kind == batch->kind && last->end == batch->begin &&
            !meet(batch->set, last->begin, batch->begin, batch->end))
            last->end = batch->end;
        else
            add_piece(m, batch, batch->begin, batch->end);
    }
    turn->inner = m->piece_count;
}

// ---- turns ----

static ShareTurn *begin_turn(Maker *m, int thread)
{
    ShareTurn *turn = &m->out->turns[(size_t)m->turn_count * (size_t)m->threads + (size_t)thread];
    *turn = (ShareTurn){.first = m->piece_count, .inner = m->piece_count, .end = m->piece_count};
    return turn;
}

static void add_alone_turn(Maker *m, int32_t first_colour, int32_t end_colour)
{
    for (int thread = 0; thread < m->threads; thread++) {
        ShareTurn *turn = begin_turn(m, thread);
        if (thread == 0)
            add_alone(m, first_colour, end_colour, turn);
        turn->end = m->piece_count;
    }
    m->turn_count++;
}

static void add_shared_turns(Maker *m, int32_t first_colour, int32_t end_colour)
{
    for (int32_t colour = first_colour; colour < end_colour; colour++, m->turn_count++)
        for (int thread = 0; thread < m->threads; thread++) {
            ShareTurn *turn = begin_turn(m, thread);
            if (m->schedule->cluster_count)
                add_clusters(m, colour, thread, turn);
            else
                add_batches(m, colour, thread, turn);
            turn->end = m->piece_count;
        }
}

static void make_stretches(Maker *m)
{
    const Schedule *s = m->schedule;
    for (int32_t i = 0; i < s->segment_count; i++)
        for (int32_t colour = s->segments[i].first_colour; s->segments[i].parallel && colour < s->segments[i].end_colour; colour++)
            for (int thread = 0; thread < m->threads; thread++)
                mark_colour(m, colour, thread);
    for (int32_t i = 0; i < s->segment_count; i++) {
        const Segment *segment = &s->segments[i];
        const int32_t  first = m->turn_count;
        if (segment->parallel)
            add_shared_turns(m, segment->first_colour, segment->end_colour);
        else
            add_alone_turn(m, segment->first_colour, segment->end_colour);
        m->out->stretches[m->out->stretch_count++] = (Stretch){.first_turn = first, .end_turn = m->turn_count};
    }
}

// A batch has at most three pieces for each thread.
static Status alloc(const Schedule *schedule, int threads, Arena *arena, Shares *out)
{
    const size_t team = (size_t)threads;
    TRY(ARENA_NEW(arena, 3 * (size_t)schedule->batch_count * team, &out->pieces));
    TRY(ARENA_NEW(arena, (size_t)schedule->colour_count * team, &out->turns));
    TRY(ARENA_NEW(arena, schedule->segment_count, &out->stretches));
    TRY(ARENA_NEW(arena, threads, &out->near));
    return ARENA_NEW(arena, threads, &out->done);
}

Status shares_init(const Schedule *schedule, const Model *model, int threads, Arena *arena, Shares *out)
{
    *out = (Shares){.threads = threads};
    TRY(alloc(schedule, threads, arena, out));
    Maker maker = {
        .schedule = schedule, .threads = threads, .span = memory_alloc((size_t)model->particle_count * sizeof *maker.span), .out = out};
    if (!maker.span)
        return status_make(STATUS_MEMORY, "out of memory while distributing %d particles to threads", model->particle_count);
    for (int32_t i = 0; i < model->particle_count; i++)
        maker.span[i][0] = threads, maker.span[i][1] = -1;
    for (int thread = 0; thread < threads; thread++)
        out->near[thread][0] = out->near[thread][1] = thread;
    if (threads == 1)
        out->stretches[out->stretch_count++] = (Stretch){.end_turn = 1}, add_alone_turn(&maker, 0, schedule->colour_count);
    else
        make_stretches(&maker);
    free(maker.span);
    return status_ok();
}

void shares_wait(const Shares *shares, int thread)
{
    enum { TURNS = 2000 }; // of busy waiting: some 20 to 50 µs
    const unsigned done = atomic_load_explicit(&shares->done[thread].edges, memory_order_relaxed);
    int            turns = 0;
    for (int32_t t = shares->near[thread][0]; t <= shares->near[thread][1]; t++)
        while (t != thread && (int)(atomic_load_explicit(&shares->done[t].edges, memory_order_acquire) - done) < 0) {
            GNU_RELAX();
            if (++turns > TURNS)
                (void)sched_yield();
        }
}
