// Verifies a schedule independently of the code that made it.
#include <stdlib.h>

#include "colour/schedule.h"

// The last constraint seen at a particle.
typedef struct Visit {
    int32_t colour, cluster, batch; // from 1
    int32_t index;                  // in the set
} Visit;

typedef struct Check {
    const Schedule *schedule;
    Visit          *last; // [particles]
    int32_t         next[CONSTRAINT_KINDS];
} Check;

// Concurrent work must not share a particle: clusters of a colour; constraints of a batch (with clusters, within a window of it); without
// clusters, all constraints of a colour.
static Status visit_batch(Check *check, const Batch *batch, const Visit *now, bool together)
{
    const bool clusters = check->schedule->cluster_count > 0;
    const int  v = batch->set->ops->vertices;
    for (int32_t i = batch->begin; i < batch->end; i++)
        for (int k = 0; k < v; k++) {
            const int32_t particle = batch->set->vertices[(ptrdiff_t)i * v + k];
            Visit        *last = &check->last[particle];
            const bool    same_colour = last->colour == now->colour, same_batch = same_colour && last->batch == now->batch;
            if (together && same_colour && last->cluster != now->cluster)
                return status_make(STATUS_INTERNAL, "colour %d has two clusters at particle %d", now->colour - 1, particle);
            if (batch->disjoint && (clusters ? same_batch && i - last->index < BATCH_WINDOW : same_batch || (together && same_colour)))
                return status_make(STATUS_INTERNAL, "colour %d has two constraints at particle %d", now->colour - 1, particle);
            *last = *now;
            last->index = i;
        }
    return status_ok();
}

static Status check_batch(Check *check, const Visit *now, bool together)
{
    const Batch *batch = &check->schedule->batches[now->batch - 1];
    if (batch->begin != check->next[batch->kind] || batch->end <= batch->begin)
        return status_make(STATUS_INTERNAL, "batch %d does not begin at the end of the previous one", now->batch - 1);
    check->next[batch->kind] = batch->end;
    return visit_batch(check, batch, now, together);
}

// The clusters of a colour cover its batches exactly once.
static Status check_clusters(const Schedule *s, int32_t colour)
{
    const int32_t first = s->colour_cluster[colour], end = s->colour_cluster[colour + 1];
    bool whole = first <= end && s->cluster_start[first] == s->colour_start[colour] && s->cluster_start[end] == s->colour_start[colour + 1];
    for (int32_t k = first; k < end && whole; k++) {
        int64_t size = 0;
        for (int32_t b = s->cluster_start[k]; b < s->cluster_start[k + 1]; b++)
            size += s->batches[b].end - s->batches[b].begin;
        whole = s->cluster_start[k] <= s->cluster_start[k + 1] && s->cluster_before[k + 1] - s->cluster_before[k] == size;
    }
    return whole ? status_ok() : status_make(STATUS_INTERNAL, "the clusters of colour %d do not match its batches", colour);
}

static Status check_colour(Check *check, int32_t colour)
{
    const Schedule *s = check->schedule;
    const bool      together = s->kind == SCHEDULE_COLOUR && !(s->serial_tail && colour == s->colour_count - 1);
    int32_t         cluster = 0;
    if (s->cluster_count) {
        TRY(check_clusters(s, colour));
        cluster = s->colour_cluster[colour];
    }
    for (int32_t b = s->colour_start[colour]; b < s->colour_start[colour + 1]; b++) {
        while (s->cluster_count && b >= s->cluster_start[cluster + 1])
            cluster++;
        if (together && !s->cluster_count && !s->batches[b].disjoint)
            return status_make(STATUS_INTERNAL, "batch %d of colour %d is not marked as disjoint", b, colour);
        TRY(check_batch(check, &(Visit){.colour = colour + 1, .cluster = cluster + 1, .batch = b + 1}, together));
    }
    return status_ok();
}

// Every colour is in exactly one segment, and the serial tail is in no parallel segment.
static Status check_segments(const Schedule *s)
{
    int32_t next = 0;
    for (int32_t i = 0; i < s->segment_count; i++) {
        const Segment *segment = &s->segments[i];
        const bool     with_tail = s->serial_tail && segment->end_colour == s->colour_count;
        if (segment->first_colour != next || segment->end_colour <= next || (segment->parallel && (with_tail || s->kind == SCHEDULE_FILE)))
            return status_make(STATUS_INTERNAL, "segment %d is not the next run of colours", i);
        next = segment->end_colour;
    }
    return next == s->colour_count ? status_ok()
                                   : status_make(STATUS_INTERNAL, "the segments have %d of %d colours", next, s->colour_count);
}

Status schedule_check(const Model *model, const Schedule *schedule)
{
    Check check = {.schedule = schedule, .last = calloc((size_t)model->particle_count + 1, sizeof *check.last)};
    if (!check.last)
        return status_make(STATUS_MEMORY, "out of memory while checking a colouring");
    Status status = check_segments(schedule);
    for (int32_t colour = 0; colour < schedule->colour_count && status.code == STATUS_OK; colour++)
        status = check_colour(&check, colour);
    for (int kind = 0; kind < CONSTRAINT_KINDS && status.code == STATUS_OK; kind++)
        if (!model->sets[kind].groups && check.next[kind] != model->sets[kind].count)
            status = status_make(STATUS_INTERNAL, "the batches cover %d of %d constraints", check.next[kind], model->sets[kind].count);
    free(check.last);
    return status;
}
