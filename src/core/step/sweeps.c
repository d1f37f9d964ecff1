#include "step/sweeps.h"

#include "step/team.h"

const char *const SWEEP_NAMES[] = {"coloured", "serial", "jacobi", NULL};
const char *const KERNEL_NAMES[] = {"wide", "plain", NULL};

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

static int32_t degree_of(const Incidence *incidence, int32_t particle)
{
    return incidence->start[particle + 1] - incidence->start[particle];
}

// 1 / (largest number of constraints at one of its particles), for each constraint; or 1.
static Status jacobi_weights(Sweeps *s, bool scaled, Arena *arena)
{
    const Model *model = s->model;
    TRY(incidence_of_vertices(model, arena, &s->incidence));
    TRY(ARENA_NEW(arena, s->incidence.offset[CONSTRAINT_KINDS], &s->correction));
    s->busiest = 1;
    for (int32_t i = 0; i < model->particle_count; i++)
        s->busiest = degree_of(&s->incidence, i) > s->busiest ? degree_of(&s->incidence, i) : s->busiest;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        real                *weight;
        TRY(ARENA_NEW(arena, set->count, &weight));
        for (int32_t i = 0; i < set->count; i++) {
            int32_t        v, busiest = 1;
            const int32_t *vertices = constraint_vertices(set, i, &v);
            for (int32_t j = 0; scaled && j < v; j++) {
                const int32_t degree = degree_of(&s->incidence, vertices[j]);
                busiest = degree > busiest ? degree : busiest;
            }
            weight[i] = (real)(1.0 / busiest);
        }
        s->per_set[kind].weight = weight;
        s->per_set[kind].correction = s->correction + s->incidence.offset[kind];
    }
    return status_ok();
}

Status sweeps_group_work(const Model *model, Arena *arena, GroupWork *out)
{
    int32_t largest = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; model->sets[kind].groups && i < model->sets[kind].count; i++) {
            int32_t count;
            (void)constraint_vertices(&model->sets[kind], i, &count);
            largest = count > largest ? count : largest;
        }
    *out = (GroupWork){0};
    if (!largest)
        return status_ok();
    TRY(ARENA_NEW(arena, largest, &out->move));
    return ARENA_NEW(arena, (size_t)(largest / GROUP_BLOCK + 1) * GROUP_SUMS, &out->partial);
}

static int32_t count_barriers(const Sweeps *s)
{
    ScheduleInfo info;
    int32_t      groups = 0;
    if (s->kind == SWEEP_JACOBI)
        return 2;
    schedule_info(s->schedule, &info);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        groups += s->model->sets[kind].groups ? s->model->sets[kind].count : 0;
    return info.barriers + groups;
}

Status sweeps_init(Sweeps *s, const SolverSetup *setup, SweepKind kind, Kernels kernels, bool scaled)
{
    *s = (Sweeps){.model = setup->model, .schedule = setup->schedule, .kind = kind, .kernels = kernels};
    s->barriers = count_barriers(s);
    TRY(sweeps_group_work(s->model, setup->arena, &s->work));
    return kind == SWEEP_JACOBI ? jacobi_weights(s, scaled, setup->arena)
                                : shares_init(s->schedule, s->model, setup->threads, setup->arena, &s->shares);
}

// The arguments of one thread: per_set, with the positions.
typedef struct Worker {
    const Schedule *schedule;
    const Shares   *shares;
    Kernels         kernels;
    Sweep           sweep[CONSTRAINT_KINDS];
} Worker;

// Constraints that may share a particle run one after another, except in a Jacobi sweep, which moves no particle.
static void project_batch(const Worker *w, const Batch *batch, int32_t from, int32_t to)
{
    const ConstraintOps *ops = batch->set->ops;
    const Sweep         *sweep = &w->sweep[batch->kind];
    if (w->kernels == KERNELS_WIDE && (batch->disjoint || sweep->correction))
        ops->projection->wide(batch, from, to, sweep);
    else
        ops->projection->plain(batch, from, to, sweep);
}

// Pieces, one after another, by this thread alone.
static void project_pieces(const Worker *w, int32_t begin, int32_t end)
{
    for (const Batch *piece = w->shares->pieces + begin; piece < w->shares->pieces + end; piece++)
        project_batch(w, piece, piece->begin, piece->end);
}

// Each ends with a barrier.
static void project_groups(const Worker *w, const Sweeps *s)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &s->model->sets[kind];
        for (int32_t i = 0; set->groups && i < set->count; i++)
            set->ops->projection->team(set, i, &w->sweep[kind], &s->work);
    }
}

// One Gauss-Seidel sweep in the order of the schedule. Ends with a barrier.
static void sweep_gauss_seidel(const Worker *w)
{
    const Shares *shares = w->shares;
    const int     thread = omp_get_thread_num();
    ASSERT(omp_get_num_threads() == shares->threads); // a thread would wait for a missing one
    for (const Stretch *stretch = shares->stretches; stretch < shares->stretches + shares->stretch_count; stretch++) {
        for (int32_t k = stretch->first_turn; k < stretch->end_turn; k++) {
            const ShareTurn *turn = &shares->turns[(ptrdiff_t)k * shares->threads + thread];
            shares_wait(shares, thread);
            project_pieces(w, turn->first, turn->inner);
            shares_signal(shares, thread);
            project_pieces(w, turn->inner, turn->end);
        }
#pragma omp barrier
    }
}

// This thread's share of all constraints.
static void share_batches(const Worker *w)
{
    for (int32_t b = 0; b < w->schedule->batch_count; b++) {
        int32_t from, to;
        team_range(w->schedule->batches[b].begin, w->schedule->batches[b].end, &from, &to);
        project_batch(w, &w->schedule->batches[b], from, to);
    }
}

// One Jacobi sweep: every constraint against the same positions, then each particle adds its corrections in a fixed order.
static void sweep_jacobi(const Worker *w, const Sweeps *s, real4 *position)
{
    const Incidence *incidence = &s->incidence;
    share_batches(w);
    project_groups(w, s);
#pragma omp barrier
    TEAM_EACH (i, s->model->particle_count) {
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
    Worker w = {.schedule = s->schedule, .shares = &s->shares, .kernels = s->kernels};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        w.sweep[kind] = s->per_set[kind];
        w.sweep[kind].position = position;
    }
    if (s->kind == SWEEP_JACOBI) {
        sweep_jacobi(&w, s, position);
    } else {
        sweep_gauss_seidel(&w);
        project_groups(&w, s);
    }
}
