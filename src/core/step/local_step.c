#include "step/local_step.h"

#include <stdlib.h>

#include "base/sorted.h"
#include "math/wide.h"
#include "step/team.h"

// ---- set-up ----

static LocalWay way_of(const ConstraintSet *set, bool plain)
{
    if (set->count == 0)
        return LOCAL_NONE;
    if (plain)
        return LOCAL_PLAIN;
    if (set->ops->local_step->fixed_target && !set->sense)
        return LOCAL_FIXED;
    return set->ops->local_step->rhs ? LOCAL_FUSED : set->ops->local_step->pull ? LOCAL_PULLED : LOCAL_PLAIN;
}

// Adds factor · k Aᵀ p of one constraint to the sums of its particles.
static void add_pull(const ConstraintSet *set, int32_t i, double factor, const real4 *target, double4 *sum)
{
    const int      v = set->ops->vertices;
    const int32_t *vertex = set->vertices + (size_t)i * (size_t)v;
    const double   weight = factor * constraint_stiffness(set, i);
    double         rows[CONSTRAINT_ROWS_MAX * CONSTRAINT_VERTICES_MAX];
    set->ops->local_step->stencil(set, i, rows);
    for (int r = 0; r < set->ops->rows; r++)
        for (int j = 0; j < v; j++)
            double4_add_to(&sum[vertex[j]], weight * rows[r * v + j], double4_from(target[r]));
}

static bool add_pulls(const ConstraintSet *set, double factor, double4 *sum)
{
    const int rows = set->ops->rows;
    real4    *target = aligned_alloc(alignof(real4), ((size_t)set->count * (size_t)rows + 1) * sizeof *target);
    if (!target)
        return false;
    set->ops->local_step->targets(set, 0, set->count, NULL, target);
    for (int32_t i = 0; i < set->count; i++)
        add_pull(set, i, factor, target + (size_t)i * (size_t)rows, sum);
    free(target);
    return true;
}

static bool is_pulled(const Model *model, const double4 *sum, int32_t i)
{
    return model->inverse_mass[i] > 0 && (sum[i].x != 0 || sum[i].y != 0 || sum[i].z != 0);
}

// The particles with fixed targets.
static Status list_pulls(const Model *model, const double4 *sum, Arena *arena, LocalStep *step)
{
    int32_t count = 0;
    for (int32_t i = 0; i < model->particle_count; i++)
        count += is_pulled(model, sum, i);
    TRY(ARENA_NEW(arena, count, &step->fixed));
    for (int32_t i = 0; i < model->particle_count; i++)
        if (is_pulled(model, sum, i))
            step->fixed[step->fixed_count++] = (FixedPull){.particle = i, .sum = {(real)sum[i].x, (real)sum[i].y, (real)sum[i].z, 0}};
    return status_ok();
}

static Status make_fixed(double factor, Arena *arena, LocalStep *step)
{
    const Model *model = step->model;
    const size_t bytes = ((size_t)model->particle_count + 1) * sizeof(double4);
    double4     *sum = aligned_alloc(alignof(double4), bytes);
    bool         done = sum != NULL;
    for (int32_t i = 0; done && i < model->particle_count; i++)
        sum[i] = (double4){0};
    for (int kind = 0; done && kind < CONSTRAINT_KINDS; kind++)
        if (step->way[kind] == LOCAL_FIXED)
            done = add_pulls(&model->sets[kind], factor, sum);
    const Status status =
        done ? list_pulls(model, sum, arena, step)
             : status_make(STATUS_MEMORY, "out of memory while summing the fixed targets of %d particles", model->particle_count);
    free(sum);
    return status;
}

static Status make_pulled(double factor, const bool pulled[CONSTRAINT_KINDS], Arena *arena, LocalStep *step)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &step->model->sets[kind];
        if (!pulled[kind])
            continue;
        TRY(ARENA_NEW(arena, set->count, &step->weight[kind]));
        for (int32_t i = 0; i < set->count; i++)
            step->weight[kind][i] = (real)(factor * constraint_stiffness(set, i));
    }
    TRY(incidence_of_corners(step->model, pulled, arena, &step->corners));
    return ARENA_NEW(arena, step->corners.offset[CONSTRAINT_KINDS], &step->pull);
}

// The first or the last constraint that pulls a particle; 0 if there is none. With one pulled kind, whose slots ascend.
static int32_t first_pull(const LocalStep *step, int32_t particle)
{
    const Incidence *in = &step->corners;
    return in->start[particle] < in->start[particle + 1] ? in->slot[in->start[particle]] / step->early_vertices : 0;
}

static int32_t last_pull(const LocalStep *step, int32_t particle)
{
    const Incidence *in = &step->corners;
    return in->start[particle] < in->start[particle + 1] ? in->slot[in->start[particle + 1] - 1] / step->early_vertices : 0;
}

// The particles by the chunk that contains the last constraint of each.
static Status make_early(int kind, Arena *arena, LocalStep *step)
{
    const int32_t chunks = (step->model->sets[kind].count + PULL_CHUNK - 1) / PULL_CHUNK, n = step->model->particle_count;
    step->early_kind = kind;
    step->early_vertices = step->model->sets[kind].ops->vertices;
    TRY(ARENA_NEW(arena, chunks + 2, &step->early_start));
    TRY(ARENA_NEW(arena, n, &step->early));
    int32_t *start = step->early_start; // shifted by one more: filling advances every start to its end, the next start
    for (int32_t i = 0; i < n; i++)
        start[last_pull(step, i) / PULL_CHUNK + 2]++;
    for (int32_t c = 0; c < chunks; c++)
        start[c + 2] += start[c + 1];
    for (int32_t i = 0; i < n; i++)
        step->early[start[last_pull(step, i) / PULL_CHUNK + 1]++] = i;
    return status_ok();
}

Status local_step_init(const Model *model, double h, bool plain, Arena *arena, LocalStep *out)
{
    const double factor = h * h;
    bool         gathered[CONSTRAINT_KINDS], pulled[CONSTRAINT_KINDS];
    int          pulled_kinds = 0, last_pulled = 0;
    *out = (LocalStep){.model = model};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const LocalWay       way = way_of(set, plain);
        out->way[kind] = way;
        out->has[way] = true;
        gathered[kind] = way == LOCAL_PLAIN;
        pulled[kind] = way == LOCAL_PULLED;
        pulled_kinds += pulled[kind];
        last_pulled = pulled[kind] ? kind : last_pulled;
        if (way == LOCAL_FUSED)
            TRY(sliced_ell_init(set, model->particle_count, model->inverse_mass, factor, arena, &out->ell[kind]));
    }
    if (out->has[LOCAL_FIXED])
        TRY(make_fixed(factor, arena, out));
    if (out->has[LOCAL_PULLED])
        TRY(make_pulled(factor, pulled, arena, out));
    if (pulled_kinds == 1 && !out->has[LOCAL_PLAIN] && !out->has[LOCAL_FUSED])
        TRY(make_early(last_pulled, arena, out));
    if (!out->has[LOCAL_PLAIN])
        return status_ok();
    TRY(sweeps_group_work(model, arena, &out->work));
    TRY(incidence_of_rows(model, gathered, factor, arena, &out->incidence));
    return ARENA_NEW(arena, out->incidence.offset[CONSTRAINT_KINDS], &out->target);
}

// ---- the step ----

void local_step_add_fixed(const LocalStep *step, int32_t begin, int32_t end, real4 *sum)
{
    int32_t k = sorted_below(step->fixed, sizeof *step->fixed, step->fixed_count, begin);
    for (; k < step->fixed_count && step->fixed[k].particle < end; k++) {
        const FixedPull *pull = &step->fixed[k];
        real4           *at = &sum[pull->particle];
        at->x += pull->sum.x;
        at->y += pull->sum.y;
        at->z += pull->sum.z;
    }
}

// Each fused kind adds to the sum of the previous one; without any, rhs = base for the following variants.
static void run_fused(const LocalStep *step, const real4 *position, const real4 *base, real4 *rhs)
{
    int32_t from, to;
    team_range(0, step->model->particle_count, &from, &to);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (step->way[kind] == LOCAL_FUSED) {
            step->model->sets[kind].ops->local_step->rhs(&step->ell[kind], from, to, position, base, rhs);
            base = rhs;
        }
    if (base != rhs && !step->has[LOCAL_PLAIN] && !step->has[LOCAL_PULLED])
        for (int32_t i = from; i < to; i++)
            rhs[i] = base[i];
}

static void run_plain(const LocalStep *step, const real4 *position)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &step->model->sets[kind];
        int32_t              from, to;
        if (step->way[kind] != LOCAL_PLAIN)
            continue;
        real4 *target = step->target + step->incidence.offset[kind];
        for (int32_t i = 0; set->groups && i < set->count; i++)
            set->ops->local_step->team(set, i, position, target + constraint_first(set, i), &step->work);
        if (set->groups)
            continue;
        team_range(0, set->count, &from, &to);
        set->ops->local_step->targets(set, from, to, position, target);
    }
}

static void run_pulled(const LocalStep *step, const real4 *position)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &step->model->sets[kind];
        int32_t              from, to;
        if (step->way[kind] != LOCAL_PULLED)
            continue;
        team_range(0, set->count, &from, &to);
        set->ops->local_step->pull(set, from, to, position, step->weight[kind], step->pull + step->corners.offset[kind]);
    }
}

// Two sums side by side, since one would be limited by the latency of its additions.
static inline void gather_pulls_of(const LocalStep *step, int32_t i, const real4 *position, const real4 *base, real4 *rhs)
{
    const Incidence *corners = &step->corners;
    const int32_t   *slot = corners->slot + corners->start[i];
    const int32_t    count = position[i].w > 0 ? corners->start[i + 1] - corners->start[i] : 0; // pins do not move
    const real4     *pull = step->pull;
    lanes4           sum = lanes4_load(&base[i]), other = lanes4_all(0);
    for (int32_t k = 0; k + 1 < count; k += 2) {
        sum += lanes4_load(&pull[slot[k]]);
        other += lanes4_load(&pull[slot[k + 1]]);
    }
    if (count % 2)
        sum += lanes4_load(&pull[slot[count - 1]]);
    lanes4_store(&rhs[i], sum + other);
}

static void gather_pulls(const LocalStep *step, const real4 *position, const real4 *base, real4 *rhs)
{
    TEAM_EACH (i, step->model->particle_count)
        gather_pulls_of(step, i, position, base, rhs);
}

// This thread's constraints and particles.
typedef struct Part {
    int32_t from, to, first_particle, end_particle;
} Part;

// The particles of a chunk whose last constraint is in this part: those that wait for no other thread, neither for a constraint nor for
// their base, or the others.
static void gather_chunk(const LocalStep *step, int32_t chunk, const Part *part, bool own, const real4 *position, const real4 *base,
                         real4 *rhs)
{
    for (int32_t k = step->early_start[chunk]; k < step->early_start[chunk + 1]; k++) {
        const int32_t i = step->early[k], last = last_pull(step, i);
        const bool    mine = first_pull(step, i) >= part->from && i >= part->first_particle && i < part->end_particle;
        if (last >= part->from && last < part->to && mine == own)
            gather_pulls_of(step, i, position, base, rhs);
    }
}

// Chunk by chunk: a particle sums its blocks after the last of them is written, while most are still in the nearest caches.
static void run_early(const LocalStep *step, const real4 *position, const real4 *base, real4 *rhs, StepContext *context)
{
    const ConstraintSet *set = &step->model->sets[step->early_kind];
    Part                 part;
    team_range(0, set->count, &part.from, &part.to);
    team_range(0, step->model->particle_count, &part.first_particle, &part.end_particle);
    for (int32_t chunk = part.from / PULL_CHUNK, i = part.from; i < part.to; chunk++) {
        const int32_t end = (chunk + 1) * PULL_CHUNK < part.to ? (chunk + 1) * PULL_CHUNK : part.to;
        team_phase(context, PHASE_LOCAL);
        set->ops->local_step->pull(set, i, end, position, step->weight[step->early_kind], step->pull);
        team_phase(context, PHASE_RHS);
        gather_chunk(step, chunk, &part, true, position, base, rhs);
        i = end;
    }
#pragma omp barrier
    for (int32_t chunk = part.from / PULL_CHUNK; omp_get_num_threads() > 1 && chunk * PULL_CHUNK < part.to; chunk++)
        gather_chunk(step, chunk, &part, false, position, base, rhs);
#pragma omp barrier
}

void local_step_gather(const LocalStep *step, const real4 *position, const real4 *base, real4 *rhs)
{
    const Incidence *incidence = &step->incidence;
    TEAM_EACH (i, step->model->particle_count) {
        real4         sum = base[i];
        const int32_t end = position[i].w > 0 ? incidence->start[i + 1] : incidence->start[i]; // pins do not move
        for (int32_t k = incidence->start[i]; k < end; k++) {
            const real  weight = incidence->weight[k];
            const real4 p = step->target[incidence->slot[k]];
            sum.x += weight * p.x;
            sum.y += weight * p.y;
            sum.z += weight * p.z;
        }
        rhs[i] = sum;
    }
}

void local_step_run(const LocalStep *step, const real4 *position, const real4 *base, real4 *rhs, StepContext *context)
{
    team_phase(context, PHASE_LOCAL);
    TEAM_COUNT(context, local_steps, 1);
    if (step->early) {
        run_early(step, position, base, rhs, context);
        return;
    }
    run_fused(step, position, base, rhs);
    if (step->has[LOCAL_FUSED])
        base = rhs;
    if (step->has[LOCAL_PLAIN] || step->has[LOCAL_PULLED]) {
        run_pulled(step, position);
        run_plain(step, position);
#pragma omp barrier
        team_phase(context, PHASE_RHS);
    }
    if (step->has[LOCAL_PLAIN]) {
        local_step_gather(step, position, base, rhs);
        base = rhs;
    }
    if (step->has[LOCAL_PULLED])
        gather_pulls(step, position, base, rhs);
#pragma omp barrier
}

// ---- traffic ----

static const double BLOCK = sizeof(real4);

enum { GATHER_FLOPS = 6 }; // of one target, at one particle

// Reads positions and the constant part, writes the right-hand side; every spring is computed at both ends.
static void count_fused(const LocalStep *step, int kind, PhaseTraffic *out)
{
    const SlicedEll *ell = &step->ell[kind];
    const double     bytes = sliced_ell_bytes(ell) + 3 * BLOCK * step->model->particle_count;
    traffic_add(out, bytes, (double)ell->spring_count * (step->model->sets[kind].ops->local_step->flops + GATHER_FLOPS));
}

// The particles of groups and their rest positions are read twice, with a barrier between.
static void count_members(const ConstraintSet *set, double blocks, PhaseTraffic *out)
{
    const double members = constraint_members(set), arrays = members * (sizeof(int32_t) + sizeof *set->groups->rest_position);
    out->bytes += 2 * arrays + members * BLOCK + 2 * blocks;
    out->working_set += arrays + members * BLOCK + blocks;
    out->flops += members * set->ops->local_step->flops;
}

static void count_plain(const LocalStep *step, int kind, PhaseTraffic *out)
{
    const ConstraintSet *set = &step->model->sets[kind];
    const ConstraintOps *ops = set->ops;
    const double         constraint = (double)sizeof(int32_t) * ops->vertices + (double)sizeof(real) * ops->params + BLOCK * ops->rows;
    if (set->groups) {
        count_members(set, BLOCK * step->model->particle_count, out);
        return;
    }
    const double bytes = set->count * (constraint + (set->sense ? sizeof *set->sense : 0)) + BLOCK * step->model->particle_count;
    traffic_add(out, bytes, (double)set->count * ops->local_step->flops);
}

static void count_pulled(const LocalStep *step, int kind, PhaseTraffic *out)
{
    const ConstraintSet *set = &step->model->sets[kind];
    const ConstraintOps *ops = set->ops;
    const double constraint = (double)sizeof(int32_t) * ops->vertices + (double)sizeof(real) * (ops->params + 1) + BLOCK * ops->vertices;
    const double bytes = set->count * constraint + BLOCK * step->model->particle_count;
    traffic_add(out, bytes, (double)set->count * ops->local_step->flops);
}

// Every block is read once.
static void count_gather_pulls(const LocalStep *step, PhaseTraffic *out)
{
    enum { PULL_FLOPS = 3 };
    const Incidence *in = &step->corners;
    const double     n = step->model->particle_count, entries = in->start[step->model->particle_count];
    const double     bytes = entries * (sizeof *in->slot + BLOCK) + n * (3 * BLOCK + sizeof *in->start);
    traffic_add(out, bytes, entries * PULL_FLOPS);
}

// Every target is read at each of its particles, in the order of the particles: counted once for all of them.
static void count_gather(const LocalStep *step, PhaseTraffic *out)
{
    const Incidence *in = &step->incidence;
    const double     n = step->model->particle_count, entries = in->start[step->model->particle_count];
    const double     bytes =
        entries * (sizeof *in->slot + sizeof *in->weight) + in->offset[CONSTRAINT_KINDS] * BLOCK + n * (3 * BLOCK + sizeof *in->start);
    traffic_add(out, bytes, entries * GATHER_FLOPS);
}

void local_step_traffic(const LocalStep *step, int64_t runs, Traffic *out)
{
    PhaseTraffic *local = &out->phases[PHASE_LOCAL], *rhs = &out->phases[PHASE_RHS];
    *local = (PhaseTraffic){.runs = runs};
    *rhs = (PhaseTraffic){0};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        if (step->way[kind] == LOCAL_FUSED)
            count_fused(step, kind, local);
        if (step->way[kind] == LOCAL_PLAIN)
            count_plain(step, kind, local);
        if (step->way[kind] == LOCAL_PULLED)
            count_pulled(step, kind, local);
    }
    if (step->has[LOCAL_PLAIN] || step->has[LOCAL_PULLED])
        rhs->runs = runs;
    if (step->has[LOCAL_PLAIN])
        count_gather(step, rhs);
    if (step->has[LOCAL_PULLED])
        count_gather_pulls(step, rhs);
}
