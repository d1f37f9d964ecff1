#include "solver/private/position_based_traffic.h"

#include <stdlib.h>

#include "solver/private/position_based.h"

// α h⁻², α~λ, its sum with C, that of the weights with α~, and λ + Δλ.
enum { COMPLIANT_FLOPS = 5, PREDICT_FLOPS = 12 + 3 * MOTION_CARRIES };

static const double BLOCK = sizeof(real4), REAL = sizeof(real), INDEX = sizeof(int32_t);

// Bytes of one constraint that a sweep reads, without particles.
static double constraint_bytes(const ConstraintSet *set, const Sweep *sweep)
{
    double bytes = set->ops->vertices * INDEX + set->ops->params * REAL;
    bytes += sweep->lambda ? (set->ops->components + 1) * REAL : 0; // λ and compliance
    bytes += sweep->gamma ? REAL : 0;
    bytes += sweep->weight ? REAL : 0;
    return bytes + (set->sense ? (double)sizeof *set->sense : 0);
}

// A group is traversed twice, or three times if a rest shape is fitted, with barriers between: its members, their blocks and their group
// data. The correction of each member is written and read again.
static void add_groups(const PositionBased *s, int kind, PhaseTraffic *out)
{
    const ConstraintSet *set = &s->model->sets[kind];
    const Groups        *groups = set->groups;
    const double         members = constraint_members(set), ring = groups->ring_start ? groups->ring_start[constraint_members(set)] : 0;
    const double         told =
        (groups->rest_position ? members * sizeof *groups->rest_position : 0) + ring * sizeof *groups->ring + members * INDEX;
    const double passes = groups->rest_position ? 2 : 1;
    out->bytes += passes * (told + members * BLOCK) + members * (INDEX + 4 * BLOCK);
    out->working_set += told + members * BLOCK;
    out->flops += members * set->ops->projection->flops;
}

static void add_set(const PositionBased *s, int kind, PhaseTraffic *out)
{
    const ConstraintSet *set = &s->model->sets[kind];
    const Sweep         *sweep = &s->sweeps.per_set[kind];
    if (set->groups) {
        add_groups(s, kind, out);
        return;
    }
    const double arrays = set->count * constraint_bytes(set, sweep);
    out->bytes += arrays + (sweep->lambda ? set->count * set->ops->components * REAL : 0); // λ is also written
    out->working_set += arrays;
    out->flops += (double)set->count * (set->ops->projection->flops + (sweep->lambda ? set->ops->components * COMPLIANT_FLOPS : 0));
}

// ---- blocks of particles that a sweep reads; also x_n if constraints are damped ----

// Number of distinct particles in the batches first … end−1. stamp: [particles], all below the mark.
static int64_t touched(const Schedule *schedule, int32_t first, int32_t end, int32_t mark, int32_t *stamp)
{
    int64_t count = 0;
    for (int32_t b = first; b < end; b++) {
        const Batch         *batch = &schedule->batches[b];
        const ConstraintSet *set = batch->set;
        const int            v = set->ops->vertices;
        for (int64_t k = (int64_t)batch->begin * v; k < (int64_t)batch->end * v; k++) {
            count += stamp[set->vertices[k]] != mark;
            stamp[set->vertices[k]] = mark;
        }
    }
    return count;
}

// A coloured sweep, summed over its colours: every block used by a batch of a colour, or by a cluster.
static int64_t blocks_of_colours(const Schedule *schedule, int32_t *stamp)
{
    int64_t        blocks = 0;
    const int32_t  count = schedule->cluster_count ? schedule->cluster_count : schedule->colour_count;
    const int32_t *start = schedule->cluster_count ? schedule->cluster_start : schedule->colour_start;
    for (int32_t i = 0; i < count; i++)
        blocks += touched(schedule, start[i], start[i + 1], i + 1, stamp);
    return blocks;
}

static Status count_blocks(const PositionBased *s, int64_t *swept, int64_t *different)
{
    const Schedule *schedule = s->sweeps.schedule;
    const int32_t   n = s->model->particle_count;
    int32_t        *stamp = calloc((size_t)n + 1, sizeof *stamp);
    if (!stamp)
        return status_make(STATUS_MEMORY, "out of memory while counting the memory traffic of %d particles", n);
    *swept = *different = touched(schedule, 0, schedule->batch_count, -1, stamp);
    if (s->sweeps.kind == SWEEP_COLOURED)
        *swept = blocks_of_colours(schedule, stamp);
    free(stamp);
    return status_ok();
}

// Jacobi: corrections are written, and after a barrier read again and added by the particles.
static void add_gather(const PositionBased *s, PhaseTraffic *out)
{
    const int32_t n = s->model->particle_count;
    const double  slots = s->sweeps.incidence.offset[CONSTRAINT_KINDS], lists = slots * INDEX + (n + 1) * INDEX;
    out->bytes += 2 * slots * BLOCK + lists + 2 * n * BLOCK;
    out->working_set += slots * BLOCK + lists;
    out->flops += 3 * slots;
}

static Status count_project(const PositionBased *s, PhaseTraffic *out)
{
    int64_t    swept = 0, different = 0;
    const bool jacobi = s->sweeps.kind == SWEEP_JACOBI;
    double     previous = 0; // 1: x_n is read too, since some constraints are damped
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        previous = s->sweeps.per_set[kind].gamma ? 1 : previous;
    TRY(count_blocks(s, &swept, &different));
    *out = (PhaseTraffic){.runs = (int64_t)s->substeps * s->iterations};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        add_set(s, kind, out);
    const double arrays = out->working_set, passes = s->sweeps.kind == SWEEP_COLOURED ? fmax(1, s->sweeps.schedule->colour_count) : 1;
    out->bytes += (double)swept * BLOCK * ((jacobi ? 1 : 2) + previous);
    out->working_set += (double)different * BLOCK * (1 + previous);
    out->updated = jacobi ? 0 : (double)swept * BLOCK * 2;
    out->updated_set = jacobi ? 0 : (double)different * BLOCK * (1 + previous) + arrays / passes;
    if (jacobi)
        add_gather(s, out);
    return status_ok();
}

// ---- the phases once a substep ----

static double multiplier_bytes(const PositionBased *s)
{
    double bytes = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        bytes += s->lambda[kind] ? s->model->sets[kind].count * s->model->sets[kind].ops->components * REAL : 0;
    return bytes;
}

Status position_based_traffic(const Solver *solver, Traffic *out)
{
    const PositionBased *s = (const PositionBased *)(const void *)solver;
    const double         n = s->model->particle_count, read = (s->motion.acceleration ? 1 : 0) + MOTION_CARRIES;
    *out = (Traffic){0};
    if (s->chebyshev.last)
        return status_ok();
    TRY(count_project(s, &out->phases[PHASE_PROJECT]));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (s->breaking.live[kind])
            return status_ok();
    if (!(s->damping.k > 0) && !s->motion.loads) // x, v, a and remainders are read, x_n and y written; λ becomes 0
        out->phases[PHASE_PREDICT] = (PhaseTraffic){.runs = s->substeps,
                                                    .bytes = (4 + read) * n * BLOCK + multiplier_bytes(s),
                                                    .working_set = (3 + read) * n * BLOCK + multiplier_bytes(s),
                                                    .flops = n * PREDICT_FLOPS};
    out->phases[PHASE_VELOCITY] = motion_update_traffic(&s->motion, s->substeps);
    return status_ok();
}
