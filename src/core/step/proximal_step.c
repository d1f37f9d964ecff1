#include "step/proximal_step.h"

#include <string.h>

#include "step/team.h"

enum { BLOCK = 32 }; // constraints whose rows are computed before their targets

// ---- set-up ----

bool proximal_step_missing(const ConstraintOps *ops)
{
    return !ops->local_step && !ops->energy->prox;
}

static const real4 ZERO = {0, 0, 0, 0};

// A set of groups whose members are numbered one after another.
static Status set_apart(const ConstraintSet *set, Arena *arena, ConstraintSet *alone, real4 **member)
{
    const int32_t members = constraint_members(set);
    *alone = *set;
    TRY(ARENA_NEW(arena, members, member));
    TRY(ARENA_NEW(arena, members, &alone->vertices));
    for (int32_t m = 0; m < members; m++)
        alone->vertices[m] = m;
    return status_ok();
}

Status proximal_step_init(const Model *model, double h, double kappa, bool reset, Arena *arena, ProximalStep *out)
{
    *out = (ProximalStep){.kappa = kappa, .reset = reset};
    TRY(local_step_init(model, sqrt(kappa) * h, true, arena, &out->local));
    TRY(ARENA_NEW(arena, out->local.incidence.offset[CONSTRAINT_KINDS], &out->u));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (model->sets[kind].groups && model->sets[kind].count > 0)
            TRY(set_apart(&model->sets[kind], arena, &out->alone[kind], &out->member[kind]));
    return status_ok();
}

// ---- the step ----

void proximal_step_begin(const ProximalStep *step)
{
    TEAM_EACH (r, step->local.incidence.offset[CONSTRAINT_KINDS])
        step->u[r] = (real4){0};
}

// Dx + u of one row. The coefficients of most kinds add up to 0: then only differences of positions matter.
static real4 row_of(const double *row, const int32_t *vertex, int vertices, const real4 *position, real4 u)
{
    const double4 origin = double4_from(position[vertex[0]]);
    double4       sum = {0};
    double        rest = row[0];
    for (int j = 1; j < vertices; j++) {
        double4_add_to(&sum, row[j], double4_sub(double4_from(position[vertex[j]]), origin));
        rest += row[j];
    }
    double4_add_to(&sum, rest, origin);
    return (real4){(real)(sum.x + (double)u.x), (real)(sum.y + (double)u.y), (real)(sum.z + (double)u.z), 0};
}

static void rows_of(const ProximalStep *step, const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, const real4 *u,
                    real4 *q)
{
    const int v = set->ops->vertices;
    double    rows[CONSTRAINT_ROWS_MAX * CONSTRAINT_VERTICES_MAX];
    for (int32_t i = begin; i < end; i++) {
        constraint_reduce(set, i, rows);
        for (int r = 0; r < set->ops->rows; r++, u++)
            *q++ = row_of(rows + (size_t)r * (size_t)v, set->vertices + (size_t)i * (size_t)v, v, position, step->reset ? ZERO : *u);
    }
}

// From q and its Π(q); the latter is replaced by z − u.
static void reflect(real kappa, real4 q, real4 *target, real4 *u)
{
    const real4 away = real4_sub(q, *target);
    const real  part = 1 / (kappa + 1), beyond = (kappa - 1) * part;
    *target = (real4){target->x + beyond * away.x, target->y + beyond * away.y, target->z + beyond * away.z, 0};
    *u = (real4){part * away.x, part * away.y, part * away.z, 0};
}

static void run_block(const ProximalStep *step, const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target,
                      real4 *u)
{
    const int32_t count = (end - begin) * set->ops->rows;
    real4         q[BLOCK * CONSTRAINT_ROWS_MAX];
    rows_of(step, set, begin, end, position, u, q);
    if (set->ops->energy->prox) {
        set->ops->energy->prox(set, begin, end, step->kappa, q, target);
        for (int32_t r = 0; r < count; r++) {
            u[r] = real4_sub(q[r], target[r]);
            target[r] = real4_sub(target[r], u[r]);
        }
        return;
    }
    memcpy(target, q, (size_t)count * sizeof *q);
    set->ops->local_step->nearest(set, begin, end, target);
    for (int32_t r = 0; r < count; r++)
        reflect((real)step->kappa, q[r], &target[r], &u[r]);
}

// Meanwhile u contains q of the members. The same thread handles a member before and after.
static void run_groups(const ProximalStep *step, int kind, const real4 *position, real4 *target, real4 *u)
{
    const ConstraintSet *set = &step->local.model->sets[kind], *alone = &step->alone[kind];
    real4               *member = step->member[kind];
    int32_t              from, to;
    team_range(0, constraint_members(set), &from, &to);
    for (int32_t m = from; m < to; m++) {
        const int32_t i = set->vertices[m];
        double        row;
        set->ops->local_step->stencil(set, m, &row);
        u[m] = row_of(&row, &i, 1, position, step->reset ? ZERO : u[m]);
        member[m] = (real4){(real)((double)u[m].x / row), (real)((double)u[m].y / row), (real)((double)u[m].z / row), position[i].w};
    }
#pragma omp barrier
    for (int32_t i = 0; i < set->count; i++)
        alone->ops->local_step->team(alone, i, member, target + constraint_first(set, i), &step->local.work);
    for (int32_t m = from; m < to; m++)
        reflect((real)step->kappa, u[m], &target[m], &u[m]);
}

static void run_kind(const ProximalStep *step, int kind, const real4 *position)
{
    const ConstraintSet *set = &step->local.model->sets[kind];
    const int32_t        first = step->local.incidence.offset[kind];
    int32_t              from, to;
    if (set->groups) {
        run_groups(step, kind, position, step->local.target + first, step->u + first);
        return;
    }
    team_range(0, set->count, &from, &to);
    for (int32_t i = from; i < to; i += BLOCK) {
        const int32_t at = first + i * set->ops->rows;
        run_block(step, set, i, i + BLOCK < to ? i + BLOCK : to, position, step->local.target + at, step->u + at);
    }
}

static void copy_base(const ProximalStep *step, const real4 *base, real4 *rhs)
{
    TEAM_EACH (i, step->local.model->particle_count)
        rhs[i] = base[i];
}

void proximal_step_run(const ProximalStep *step, const real4 *position, const real4 *base, real4 *rhs, StepContext *context)
{
    TEAM_COUNT(context, local_steps, 1);
    team_phase(context, PHASE_LOCAL);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (step->local.way[kind] != LOCAL_NONE)
            run_kind(step, kind, position);
#pragma omp barrier
    team_phase(context, PHASE_RHS);
    if (step->local.has[LOCAL_PLAIN])
        local_step_gather(&step->local, position, base, rhs);
    else
        copy_base(step, base, rhs);
#pragma omp barrier
}

// ---- traffic ----

// Traffic of the plain local step, plus u of each row: read (unless treated as 0), added, and written with z − u.
void proximal_step_traffic(const ProximalStep *step, int64_t runs, Traffic *out)
{
    enum { ADD_FLOPS = 3, REFLECT_FLOPS = 12 };
    const LocalStep *local = &step->local;
    const double     rows = local->incidence.offset[CONSTRAINT_KINDS], bytes = rows * sizeof *step->u;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (local->way[kind] != LOCAL_NONE && (local->model->sets[kind].groups || local->model->sets[kind].ops->energy->prox))
            return;
    local_step_traffic(local, runs, out);
    PhaseTraffic *found = &out->phases[PHASE_LOCAL];
    found->bytes += (step->reset ? 1 : 2) * bytes;
    found->working_set += bytes;
    found->flops += rows * ((step->reset ? 0 : ADD_FLOPS) + REFLECT_FLOPS);
}
