#include "solver/sweeps.h"

#include "solver/team.h"

const char *const SWEEP_NAMES[] = {"coloured", "serial", "jacobi", NULL};

// Below this many constraints a colour is cheaper on one thread than a barrier is: it joins its neighbours in a serial segment.
enum { TINY_COLOUR = 128 };

ScheduleKind sweeps_schedule(SweepKind kind)
{
    switch (kind) {
    case SWEEP_SERIAL:
        return SCHEDULE_FILE;
    case SWEEP_JACOBI:
        return SCHEDULE_MEMORY;
    case SWEEP_COLOURED:
        break;
    }
    return SCHEDULE_COLOUR;
}

static Status cut_segments(Sweeps *s, Arena *arena)
{
    const Schedule *schedule = s->schedule;
    TRY(ARENA_NEW(arena, schedule->colour_count, &s->segments));
    for (int32_t colour = 0; colour < schedule->colour_count; colour++) {
        const bool tail = schedule->serial_tail && colour == schedule->colour_count - 1;
        const bool parallel = schedule->kind != SCHEDULE_FILE && !tail && schedule->colour_size[colour] >= TINY_COLOUR;
        Segment   *last = s->segment_count ? &s->segments[s->segment_count - 1] : NULL;
        if (last && last->parallel == parallel)
            last->end_colour = colour + 1;
        else
            s->segments[s->segment_count++] = (Segment){.first_colour = colour, .end_colour = colour + 1, .parallel = parallel};
    }
    return status_ok();
}

// 1 / number of constraints at the busiest particle of each constraint.
static Status jacobi_weights(Sweeps *s, Arena *arena)
{
    const Model *model = s->model;
    TRY(incidence_of_vertices(model, arena, &s->incidence));
    TRY(ARENA_NEW(arena, s->incidence.offset[CONSTRAINT_KINDS], &s->correction));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const int            v = set->ops->vertices;
        real                *weight;
        TRY(ARENA_NEW(arena, set->count, &weight));
        for (int32_t i = 0; i < set->count; i++) {
            int32_t busiest = 1;
            for (int j = 0; j < v; j++) {
                const int32_t vertex = set->vertices[i * v + j];
                const int32_t degree = s->incidence.start[vertex + 1] - s->incidence.start[vertex];
                busiest = degree > busiest ? degree : busiest;
            }
            weight[i] = (real)(1.0 / busiest);
        }
        s->per_set[kind].weight = weight;
        s->per_set[kind].correction = s->correction + s->incidence.offset[kind];
    }
    return status_ok();
}

Status sweeps_init(Sweeps *s, const SolverSetup *setup, SweepKind kind)
{
    *s = (Sweeps){.model = setup->model, .schedule = setup->schedule, .kind = kind};
    TRY(cut_segments(s, setup->arena));
    return kind == SWEEP_JACOBI ? jacobi_weights(s, setup->arena) : status_ok();
}

static void project_colour(const Sweeps *s, int32_t colour, bool parallel, real4 *position)
{
    for (int32_t b = s->schedule->colour_start[colour]; b < s->schedule->colour_start[colour + 1]; b++) {
        const Batch *batch = &s->schedule->batches[b];
        int32_t      from = batch->begin, to = batch->end;
        if (parallel)
            team_range(batch->begin, batch->end, &from, &to);
        Sweep sweep = s->per_set[batch->kind];
        sweep.position = position;
        batch->set->ops->project(batch, from, to, &sweep);
    }
}

// One Gauss-Seidel sweep in the order of the schedule. All threads; ends with a barrier.
static void sweep_gauss_seidel(const Sweeps *s, real4 *position)
{
    for (int32_t i = 0; i < s->segment_count; i++) {
        const Segment *segment = &s->segments[i];
        for (int32_t colour = segment->first_colour; colour < segment->end_colour; colour++) {
            if (segment->parallel) {
                project_colour(s, colour, true, position);
#pragma omp barrier
            } else if (omp_get_thread_num() == 0) {
                project_colour(s, colour, false, position);
            }
        }
        if (!segment->parallel) {
#pragma omp barrier
        }
    }
}

// One Jacobi sweep: every constraint against the same positions, then each particle adds up its corrections in a fixed order.
static void sweep_jacobi(const Sweeps *s, real4 *position)
{
    const Incidence *incidence = &s->incidence;
    project_colour(s, 0, true, position);
#pragma omp barrier
    int32_t from, to;
    team_range(0, s->model->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        real4 x = position[i];
        for (int32_t k = incidence->start[i]; k < incidence->start[i + 1]; k++) {
            const real4 move = s->correction[incidence->slot[k]];
            x.x += move.x;
            x.y += move.y;
            x.z += move.z;
        }
        position[i] = x;
    }
#pragma omp barrier
}

void sweeps_run(const Sweeps *s, real4 *position)
{
    if (s->kind == SWEEP_JACOBI)
        sweep_jacobi(s, position);
    else
        sweep_gauss_seidel(s, position);
}
