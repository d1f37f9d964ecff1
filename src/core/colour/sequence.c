#include "colour/private/sequence.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "colour/schedule.h"

Status sequencer_create(const Hypergraph *graph, int32_t size, Sequencer *out)
{
    const size_t particles = (size_t)graph->particle_count, bytes = (size_t)size * sizeof(int32_t);
    *out = (Sequencer){.graph = graph,
                       .last = memory_alloc(particles * sizeof *out->last),
                       .remaining = memory_alloc(particles * sizeof *out->remaining),
                       .left = {malloc(bytes), malloc(bytes)},
                       .key = malloc(bytes),
                       .start = malloc(((size_t)graph->width * SCHEDULE_COLOURS_MAX + 2) * sizeof *out->start)};
    if (!out->last || !out->remaining || !out->left[0] || !out->left[1] || !out->key || !out->start) {
        sequencer_destroy(out);
        return hypergraph_out_of_memory(graph);
    }
    memset(out->remaining, 0, particles * sizeof *out->remaining);
    return status_ok();
}

void sequencer_destroy(Sequencer *s)
{
    free(s->last);
    free(s->remaining);
    free(s->left[0]);
    free(s->left[1]);
    free(s->key);
    free(s->start);
}

// A sequence in the making.
typedef struct Making {
    const Sequencer *sequencer;
    int32_t         *order;
    uint8_t         *flags;
    int32_t          position, part; // of the next constraint, and where the current part began
    int32_t          parts;
} Making;

// Constraints without a position at the particles of a constraint.
static int32_t remaining_at(const Sequencer *s, int32_t constraint)
{
    const int32_t *p = hypergraph_at(s->graph, constraint);
    int32_t        sum = 0;
    for (int k = 0; k < s->graph->width; k++)
        sum += s->remaining[p[k]];
    return sum;
}

static bool is_full(const Sequencer *s, int32_t constraint)
{
    const int32_t *p = hypergraph_at(s->graph, constraint);
    bool           full = false;
    for (int k = 0; k < s->graph->width; k++)
        full = full || s->remaining[p[k]] == SCHEDULE_COLOURS_MAX;
    return full;
}

static bool is_free(const Making *m, int32_t constraint)
{
    const Hypergraph *h = m->sequencer->graph;
    const int32_t    *p = hypergraph_at(h, constraint);
    bool              rests = true;
    for (int k = 0; k < h->width; k++) {
        const int32_t last = m->sequencer->last[p[k]];
        rests = rests && (last < m->part || last <= m->position - BATCH_WINDOW);
    }
    return rests;
}

static void put(Making *m, int32_t constraint, uint8_t flag)
{
    const Hypergraph *h = m->sequencer->graph;
    const int32_t    *p = hypergraph_at(h, constraint);
    for (int k = 0; k < h->width; k++) {
        m->sequencer->last[p[k]] = m->position;
        m->sequencer->remaining[p[k]] -= flag != SEQUENCE_SERIAL && !hypergraph_is_repeat(p, k);
    }
    m->parts += m->position == m->part;
    m->flags[m->position] = (uint8_t)(flag | (m->position == m->part ? SEQUENCE_PART : 0));
    m->order[m->position++] = constraint;
}

// Sorts by the constraints that remain at the particles, most first, ties in memory order.
static void sort_left(const Sequencer *s, int32_t count)
{
    const int32_t keys = s->graph->width * SCHEDULE_COLOURS_MAX + 1;
    memset(s->start, 0, ((size_t)keys + 1) * sizeof *s->start);
    for (int32_t k = 0; k < count; k++) {
        s->key[k] = keys - 1 - remaining_at(s, s->left[0][k]);
        s->start[s->key[k] + 1]++;
    }
    for (int32_t key = 0; key < keys; key++)
        s->start[key + 1] += s->start[key];
    for (int32_t k = 0; k < count; k++)
        s->left[1][s->start[s->key[k]]++] = s->left[0][k];
}

// One pass over the constraints left. Returns how many are left after it.
static int32_t pass(const Sequencer *s, Making *m, int32_t count)
{
    int32_t left = 0;
    sort_left(s, count);
    for (int32_t k = 0; k < count; k++)
        if (is_free(m, s->left[1][k]))
            put(m, s->left[1][k], 0);
        else
            s->left[0][left++] = s->left[1][k];
    return left;
}

// The constraints of a kind without a position: in left[0] from the front, and from `size` backwards those at a particle that is full.
// Returns the number of the former.
static int32_t collect(const Sequencer *s, int kind, int32_t begin, int32_t end, int32_t *serial)
{
    const Hypergraph *h = s->graph;
    int32_t           count = 0;
    *serial = 0;
    for (int32_t i = begin; i < end; i++) {
        if (hypergraph_kind(h, i) != kind)
            continue;
        if (is_full(s, i)) {
            s->left[0][end - begin - ++*serial] = i;
            continue;
        }
        s->left[0][count++] = i;
        for (int k = 0; k < h->width; k++)
            s->remaining[hypergraph_at(h, i)[k]] += !hypergraph_is_repeat(hypergraph_at(h, i), k);
    }
    return count;
}

static void begin_part(Making *m)
{
    m->part = m->position;
}

int32_t sequencer_run(const Sequencer *s, int32_t begin, int32_t end, int32_t *order, uint8_t *flags)
{
    Making m = {.sequencer = s, .order = order, .flags = flags};
    for (size_t k = 0; k < (size_t)(end - begin) * (size_t)s->graph->width; k++)
        s->last[hypergraph_at(s->graph, begin)[k]] = -1;
    for (int kind = s->graph->first_kind; kind <= s->graph->last_kind; kind++) {
        int32_t serial, count = collect(s, kind, begin, end, &serial);
        begin_part(&m);
        while (count > 0) {
            const int32_t before = count;
            count = pass(s, &m, count);
            if (count == before)
                begin_part(&m);
        }
        begin_part(&m);
        for (int32_t k = 1; k <= serial; k++)
            put(&m, s->left[0][end - begin - k], SEQUENCE_SERIAL);
    }
    ASSERT(m.position == end - begin);
    return m.parts;
}
