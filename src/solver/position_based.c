#include "solver/position_based.h"

#include "solver/team.h"

const char *const SWEEP_NAMES[] = {"coloured", "serial", "jacobi", NULL};

// Below this many constraints a colour is cheaper on one thread than a barrier is: it joins its neighbours in a serial segment.
enum { TINY_COLOUR = 128 };

ScheduleKind position_based_schedule(const ParamSet *params)
{
    switch ((SweepKind)param_choice(params, "sweep")) {
    case SWEEP_SERIAL:
        return SCHEDULE_FILE;
    case SWEEP_JACOBI:
        return SCHEDULE_MEMORY;
    case SWEEP_COLOURED:
        break;
    }
    return SCHEDULE_COLOUR;
}

static bool cannot_project(const ConstraintOps *ops)
{
    return !ops->project;
}

static Status cut_segments(PositionBased *s, Arena *arena)
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

// 1 / number of constraints at the busiest particle of each constraint: the scale of its Δλ, and so of all it moves (scaling x and λ
// alike keeps x − y = W ∇Cᵀ λ).
static Status jacobi_weights(PositionBased *s, Arena *arena)
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

Status position_based_init(PositionBased *s, const SolverSetup *setup, bool multipliers, double stiffness)
{
    TRY(solver_refuse(setup->model, s->base.ops, cannot_project));
    s->model = setup->model;
    s->schedule = setup->schedule;
    s->threads = setup->threads;
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    s->substeps = (int32_t)param_int(setup->params, "substeps");
    s->sweep = (SweepKind)param_choice(setup->params, "sweep");
    s->h = setup->dt / s->substeps;
    TRY(motion_init(&s->motion, setup, s->h));
    TRY(cut_segments(s, setup->arena));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        if (multipliers)
            TRY(ARENA_NEW(setup->arena, s->model->sets[kind].count, &s->lambda[kind]));
        s->per_set[kind] = (Sweep){.lambda = s->lambda[kind],
                                   .compliance = s->model->sets[kind].compliance,
                                   .inverse_h2 = (real)(1 / (s->h * s->h)),
                                   .relaxation = (real)(stiffness * param_real(setup->params, "omega"))};
    }
    return s->sweep == SWEEP_JACOBI ? jacobi_weights(s, setup->arena) : status_ok();
}

static void clear_multipliers(PositionBased *s)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        int32_t from, to;
        team_range(0, s->model->sets[kind].count, &from, &to);
        for (int32_t i = from; i < to && s->lambda[kind]; i++)
            s->lambda[kind][i] = 0;
    }
}

static void project_colour(const PositionBased *s, int32_t colour, bool parallel, real4 *position)
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
static void sweep_gauss_seidel(const PositionBased *s, real4 *position)
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
static void sweep_jacobi(const PositionBased *s, real4 *position)
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

static void substep(PositionBased *s, State *state, StepContext *context, int32_t index)
{
    Iterate iterate = {.substep = index, .iteration = -1, .position = state->position, .lambda = s->lambda[0] ? s->lambda : NULL};
    team_begin(context, &(Start){.position = state->position, .velocity = state->velocity, .h = s->h, .substep = index});
    team_phase(context, PHASE_PREDICT);
    motion_predict(&s->motion, state);
    clear_multipliers(s);
#pragma omp barrier
    team_iterate(context, &iterate);
    team_phase(context, PHASE_PROJECT);
    for (iterate.iteration = 0; iterate.iteration < s->iterations; iterate.iteration++) {
        if (s->sweep == SWEEP_JACOBI)
            sweep_jacobi(s, state->position);
        else
            sweep_gauss_seidel(s, state->position);
        team_iterate(context, &iterate);
    }
    team_phase(context, PHASE_VELOCITY);
    motion_update(&s->motion, state);
#pragma omp barrier
}

Status position_based_step(Solver *base, State *state, StepContext *context)
{
    PositionBased *s = (PositionBased *)base;
#pragma omp parallel num_threads(s->threads)
    {
        for (int32_t i = 0; i < s->substeps; i++)
            substep(s, state, context, i);
        team_phase(context, PHASE_NONE);
    }
    return status_ok();
}
