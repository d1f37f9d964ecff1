// The laws of condition_list.h that limit a method, and that of the wind.
#include <stdio.h>
#include <string.h>

#include "solver/private/condition_law.h"

// ---- block_step ----

// |∇F|² of a corner is the squared norm of its row of the inverse of the rest edge matrix.
static double steepest_corner(const ConditionCase *c, const ConstraintSet *set, int32_t i)
{
    double row[4][3] = {{0}}, max = 0;
    for (int j = 0; j < 9; j++) {
        row[j / 3 + 1][j % 3] = constraint_rest(set, j, i);
        row[0][j % 3] -= constraint_rest(set, j, i);
    }
    for (int j = 0; j < 4; j++)
        max = fmax(max, c->model->inverse_mass[set->vertices[4 * (size_t)i + (size_t)j]] *
                            (row[j][0] * row[j][0] + row[j][1] * row[j][1] + row[j][2] * row[j][2]));
    return max;
}

static const double ITERATIONS_MAX = 1e6; // of the setting

// For kinds whose components balance each other at rest and are projected as one block: k = μV; rest values start with the inverse.
Status condition_block_step(const ConditionCase *c, Arena *scratch, Judged *f)
{
    const double h = c->substep;
    double       max = 0;
    (void)scratch;
    for (ConditionEach e = {0}; condition_next(c, &e); e.i++)
        if (e.set->ops->balanced && e.set->ops->components > 1)
            max = fmax(max, h * h * constraint_stiffness(e.set, e.i) * steepest_corner(c, e.set, e.i));
    return condition_judge(f, max,
                           "the step is too long for the stiffest neo-Hookean tetrahedron: h² μ V |∇F|²/m is %.3g, and %s is accurate up "
                           "to about %g; use a dt of at most %.2g s, or more substeps",
                           max, c->solver->name, f->bound, condition_at_most(c->dt_setting * sqrt(f->bound / max)));
}

// ---- sweeps: in networks of constraints between two particles ----

// The compliance of a constraint relative to the masses that it joins, β = 2 α~/(∇C W ∇Cᵀ), which for equal masses is α~/w; NaN: it moves
// no particle. A solver with its own stiffness k removes the fraction k of an error per step: a spring of β = 2 (1 − k)/k (solver_pbd.c).
static double softness(const ConditionCase *c, const ConditionEach *e)
{
    double       value[CONSTRAINT_COMPONENTS_MAX], sum = 0;
    double4      gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX];
    const double h = c->substep, k = constraint_stiffness(e->set, e->i), own = param_of_role(c->params, PARAM_ROLE_STIFFNESS, 1);
    e->set->ops->energy->evaluate(e->set, e->i, e->i + 1, c->x, value, gradient);
    for (int j = 0; j < e->count; j++)
        sum += c->model->inverse_mass[e->vertices[j]] * double4_dot(gradient[j], gradient[j]);
    if (c->solver->aim == AIM_ERRORS)
        return sum > 0 ? 2 * (1 - own) / own : (double)NAN;
    return sum > 0 ? 2 * (isinf(k) ? 0 : 1 / (k * h * h)) / sum : (double)NAN;
}

enum { NOWHERE = INT32_MAX - 1 };

// Number of constraints from a particle to the nearest pin, along constraints that need more than one sweep, β < 1.
typedef struct Hanging {
    int32_t *depth;     // [particles]; NOWHERE: no path to a pin
    int32_t (*link)[2]; // [links] the ends of the constraints of two particles with β < 1
    int64_t links;
    double  mean;    // of β over all constraints with β < 1
    double  inverse; // mean of 1/m over the free hanging particles
} Hanging;

// Breadth first, from the particles of depth 0, then those of depth 1.
static Status spread(int32_t particles, Hanging *hanging, Arena *scratch)
{
    int64_t *first = NULL, queued = 0; // of the neighbours of each particle
    int32_t *neighbour = NULL, *queue = NULL;
    TRY(ARENA_NEW(scratch, particles + 2, &first));
    TRY(ARENA_NEW(scratch, 2 * hanging->links, &neighbour));
    TRY(ARENA_NEW(scratch, particles, &queue));
    for (int64_t k = 0; k < 2 * hanging->links; k++)
        first[hanging->link[k / 2][k % 2] + 2]++;
    for (int32_t i = 0; i < particles; i++)
        first[i + 2] += first[i + 1];
    for (int64_t k = 0; k < 2 * hanging->links; k++)
        neighbour[first[hanging->link[k / 2][k % 2] + 1]++] = hanging->link[k / 2][1 - k % 2];
    for (int32_t depth = 0; depth < 2; depth++)
        for (int32_t i = 0; i < particles; i++)
            if (hanging->depth[i] == depth)
                queue[queued++] = i;
    for (int64_t q = 0; q < queued; q++)
        for (int64_t k = first[queue[q]]; k < first[queue[q] + 1]; k++)
            if (hanging->depth[neighbour[k]] == NOWHERE) {
                hanging->depth[neighbour[k]] = hanging->depth[queue[q]] + 1;
                queue[queued++] = neighbour[k];
            }
    return status_ok();
}

static Status hang(const ConditionCase *c, Hanging *hanging, Arena *scratch)
{
    int64_t stiff = 0, count = 0;
    for (int32_t i = 0; i < c->model->particle_count; i++)
        hanging->depth[i] = condition_is_free(c, i) ? NOWHERE : 0;
    for (ConditionEach e = {0}; condition_next(c, &e); e.i++) {
        const float beta = e.set->groups || e.count > 2 ? NAN : (float)softness(c, &e);
        if (!(beta < 1))
            continue;
        hanging->mean += (double)beta;
        stiff++;
        if (e.count == 2)
            memcpy(hanging->link[hanging->links++], e.vertices, sizeof *hanging->link);
        else if (hanging->depth[e.vertices[0]] > 1) // it supports its particle
            hanging->depth[e.vertices[0]] = 1;
    }
    TRY(spread(c->model->particle_count, hanging, scratch));
    hanging->mean /= fmax(1, (double)stiff);
    for (int32_t i = 0; i < c->model->particle_count; i++)
        if (condition_is_free(c, i) && hanging->depth[i] < NOWHERE) {
            hanging->inverse += c->model->inverse_mass[i];
            count++;
        }
    hanging->inverse /= fmax(1, (double)count);
    return status_ok();
}

// A chain of N constraints of compliance β between masses of 1/w, with a pin at one end and a particle of 1/w_N at the other. The smallest
// eigenvalue of its dual matrix over w is β + λ. By Dunkerley 1/λ is at most the sum of the value for equal masses, ((2N+1)/π)², and of
// that for the last mass alone, N (w/w_N − 1). The diagonal is 2 + β. A Gauss-Seidel sweep removes twice the fraction (β + λ)/(2 + β) of
// the error. Returns the number of sweeps until the error is 1/e of its initial value.
static double sweeps_of(double n, double beta, double ratio)
{
    const double q = (2 * n + 1) / 3.14159265358979323846, lambda = 1 / (q * q + n * fmax(ratio - 1, 0));
    return (2 + beta) / (2 * (beta + lambda));
}

Status condition_sweeps(const ConditionCase *c, Arena *scratch, Judged *f)
{
    int32_t deepest = 0;
    double  max = 0;
    Hanging hanging = {0};
    TRY(ARENA_NEW(scratch, c->model->particle_count, &hanging.depth));
    TRY(ARENA_NEW(scratch, c->model->constraint_count, &hanging.link));
    TRY(hang(c, &hanging, scratch));
    for (int32_t i = 0; i < c->model->particle_count; i++) {
        if (hanging.depth[i] == NOWHERE || !(c->pull[i] > 0))
            continue;
        const double sweeps = sweeps_of(hanging.depth[i], hanging.mean, hanging.inverse / c->model->inverse_mass[i]);
        deepest = sweeps > max ? i : deepest;
        max = fmax(max, sweeps);
    }
    return condition_judge(
        f, max,
        "particle %d is %d constraints away from its nearest support: its weight needs about %.0f iterations to get there (now %.0f); use "
        "%smore substeps, or a solver with a global solve (pd, newton)",
        c->model->user_of[deepest], hanging.depth[deepest], condition_at_least(ceil(max)), c->iterations,
        max <= ITERATIONS_MAX ? "that many, " : "");
}

// ---- global_step ----

// For particles joined by constraints: Σ m d over the free ones, with d the diagonal of h² L W and L as in the solver's matrix; their mass;
// the number of constraints.
typedef struct Turning {
    double  stiffness, mass;
    int32_t count;
} Turning;

static void add_stiffness(const ConditionCase *c, const ConditionEach *e, Turning *turning)
{
    double       rows[CONSTRAINT_ROWS_MAX * CONSTRAINT_VERTICES_MAX] = {0};
    const double k = constraint_reduce(e->set, e->i, rows) * param_of_role(c->params, PARAM_ROLE_MATRIX_WEIGHT, 1);
    for (int r = 0; r < e->set->ops->rows; r++)
        for (int j = 0; j < e->count; j++)
            if (condition_is_free(c, e->vertices[j]))
                turning[c->group[e->vertices[j]]].stiffness += c->dt * c->dt * k * rows[r * e->count + j] * rows[r * e->count + j];
    turning[c->group[e->vertices[0]]].count++;
}

// The stencil of a contact is that of an attachment with the contact stiffness, since contacts have no weight. Contacts at one place turn
// each other, as constraints do.
static void add_contacts(const ConditionCase *c, Turning *turning)
{
    const ContactSurface *surface = c->model->surface;
    const int             touched = c->colliders + surface->rules.self + (surface->rules.bodies && c->model->body_count > 1);
    for (int32_t k = 0; k < surface->point_count; k++)
        if (condition_is_free(c, surface->point[k])) {
            turning[c->group[surface->point[k]]].stiffness += c->dt * c->dt * surface->rules.stiffness;
            turning[c->group[surface->point[k]]].count += touched < 2 ? touched : 2;
        }
}

static double slowest_turning(const ConditionCase *c, Turning *turning)
{
    double max = 0;
    for (ConditionEach e = {0}; condition_next(c, &e); e.i++)
        if ((e.set->ops->local_step || e.set->ops->energy->reduce) && e.set->ops->vertices > 1)
            add_stiffness(c, &e, turning);
    if (c->contact)
        add_contacts(c, turning);
    for (int32_t i = 0; i < c->model->particle_count; i++)
        if (condition_is_free(c, i))
            turning[c->group[i]].mass += c->model->mass[i];
    for (int32_t i = 0; i < c->model->particle_count; i++)
        if (turning[i].count > 1 && turning[i].mass > 0)
            max = fmax(max, turning[i].stiffness / turning[i].mass);
    return max;
}

// The solver's slow errors: those that rotate constraints without stretching them, for which ∇²Φ is the mass alone, and the effect of a
// load on one constraint on the others. y has none of them if nothing is loaded, or if a constraint or contact is isolated. Bound: position
// error after 30 steps relative to newton's displacement, on a cloth, by stiffness and by iterations: 0.1 % at 0.6, 1 % at 1.8, 4 % at 6,
// 15 % at 17, 40 % at 57; hanging_cloth, rope and cantilever_arap agree within a factor of 2. Unstable scenes deviate sooner: a chain
// standing on its end has an error of 5 % after 60 steps at 0.4 (2026-11).
Status condition_global_step(const ConditionCase *c, Arena *scratch, Judged *f)
{
    double   load = 0;
    Turning *turning;
    TRY(condition_largest_acceleration(c, scratch, 64 * (double)REAL_EPSILON * c->farthest, &load));
    if (!(load > 0) && !c->model->surface_loads && !c->model->scripts && !c->contact)
        return status_ok();
    TRY(ARENA_NEW(scratch, c->model->particle_count, &turning));
    const double n = c->iterations, slow = 1 + slowest_turning(c, turning);
    const double enough = condition_at_least(ceil(slow / f->bound));
    char         iterations[64] = "";
    if (enough <= ITERATIONS_MAX)
        snprintf(iterations, sizeof iterations, "about %.0f iterations, ", enough);
    return condition_judge(f, slow / n,
                           "h²k/m is %.3g, so each of the %.0f iterations removes about %.2g %% of a rotational error; use %sa dt of at "
                           "most %.2g s, or newton",
                           slow - 1, n, 100 / slow, iterations, condition_at_most(c->dt_setting * sqrt((f->bound * n - 1) / (slow - 1))));
}

// ---- wind ----

// The force ½ ρ C_D A |u|² accelerates a free particle to the speed of the air in one step if Δt ρ C_D |u| A/m is 2.
Status condition_wind(const ConditionCase *c, Arena *scratch, Judged *f)
{
    const SurfaceLoads *w = c->model->surface_loads;
    const double        gust = 1 + w->air.gust, *air = w->air.velocity;
    int32_t             worst = 0;
    double              max = 0, *area; // [particles]
    TRY(ARENA_NEW(scratch, c->model->particle_count, &area));
    for (int32_t t = 0; t < w->triangle_count; t++) {
        const int32_t *v = w->triangle[t];
        for (int k = 0; k < 3 && w->load[t].windy; k++)
            area[v[k]] += double4_triangle_area((double4[3]){c->x[v[0]], c->x[v[1]], c->x[v[2]]}) / 3;
    }
    for (int32_t i = 0; i < c->model->particle_count; i++) {
        const double4 v = double4_from(c->state->velocity[i]);
        const double  u = double4_norm((double4){gust * air[0] - v.x, gust * air[1] - v.y, gust * air[2] - v.z, 0});
        const double  value = c->dt * w->air.density * w->air.drag * u * area[i] * c->model->inverse_mass[i];
        worst = value > max ? i : worst;
        max = fmax(max, value);
    }
    return condition_judge(
        f, max,
        "the wind moves particle %d past the speed of the air within one step: dt ρ C_D |u| is %.2g times its mass per area, and must be "
        "below %g; use a dt of at most %.2g s",
        c->model->user_of[worst], max, f->bound, condition_at_most(c->dt_setting * f->bound / max));
}
