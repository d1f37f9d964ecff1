// The laws of condition_list.h that limit a method, and that of the wind.
#include <stdlib.h>
#include <string.h>

#include "solver/private/condition_law.h"

static double iterations(const ConditionCase *c)
{
    return param_of_role(c->params, PARAM_ROLE_ITERATIONS, 1);
}

// ---- block_step ----

// |∇F|² of a corner is that of its row of the inverse of the rest edge matrix.
static double steepest_corner(const ConditionCase *c, const ConstraintSet *set, int32_t i)
{
    double row[4][3] = {{0}}, most = 0;
    for (int j = 0; j < 9; j++) {
        row[j / 3 + 1][j % 3] = constraint_rest(set, j, i);
        row[0][j % 3] -= constraint_rest(set, j, i);
    }
    for (int j = 0; j < 4; j++)
        most = fmax(most, c->model->inverse_mass[set->vertices[4 * (size_t)i + (size_t)j]] *
                              (row[j][0] * row[j][0] + row[j][1] * row[j][1] + row[j][2] * row[j][2]));
    return most;
}

// Of kinds whose components balance each other at rest and are projected as one block: k = μV, rest values from the inverse on.
Status condition_block_step(const ConditionCase *c, Judged *f)
{
    const double h = condition_substep(c);
    double       most = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS && c->solver->limits & LIMIT_CURVATURE; kind++) {
        const ConstraintSet *set = &c->model->sets[kind];
        for (int32_t i = 0; i < set->count && set->ops->balanced && set->ops->components > 1; i++)
            most = fmax(most, h * h * constraint_stiffness(set, i) * steepest_corner(c, set, i));
    }
    *f = (Judged){.value = most, .bound = 1};
    condition_say(
        f,
        "h² μ V |∇F|²/m of a neo-Hookean tetrahedron is %.3g, and %s converges to the material up to about 1; take %.0f times the substeps",
        most, c->solver->name, ceil(sqrt(most)));
    return status_ok();
}

// ---- sweeps: of networks of constraints between two particles ----

// The compliance of a constraint beside the masses that it joins, β = 2 α~/(∇C W ∇Cᵀ), which for equal masses is α~/w; NaN: it moves
// nothing. A solver with a stiffness k of its own takes the share k of an error in a step: a spring of β = 2 (1 − k)/k (solver_pbd.c).
static double softness(const ConditionCase *c, const ConstraintSet *set, int32_t i, const double4 *x)
{
    double       value[CONSTRAINT_COMPONENTS_MAX], sum = 0;
    double4      gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX];
    const double h = condition_substep(c), k = constraint_stiffness(set, i), own = param_of_role(c->params, PARAM_ROLE_STIFFNESS, 1);
    set->ops->energy->evaluate(set, i, i + 1, x, value, gradient);
    for (int j = 0; j < set->ops->vertices; j++)
        sum += c->model->inverse_mass[set->vertices[(size_t)set->ops->vertices * (size_t)i + (size_t)j]] *
               double4_dot(gradient[j], gradient[j]);
    if (c->solver->aim == AIM_ERRORS)
        return sum > 0 ? 2 * (1 - own) / own : (double)NAN;
    return sum > 0 ? 2 * (isinf(k) ? 0 : 1 / (k * h * h)) / sum : (double)NAN;
}

// Constraints in a row from a particle to the nearest pin, over those that take more than one sweep, β < 1; INT32_MAX: none leads to one.
typedef struct Hanging {
    int32_t *depth;   // [particles]
    float   *soft;    // [constraints of all kinds but groups] β
    double   mean;    // of β over those below 1
    double   inverse; // mean of 1/m over the free particles that hang
} Hanging;

static bool relax(const ConstraintSet *set, int32_t i, int32_t *depth)
{
    const int      v = set->ops->vertices;
    const int32_t *vertices = set->vertices + (size_t)v * (size_t)i;
    int32_t        least = v == 1 ? 0 : INT32_MAX - 1; // a constraint on one particle holds it
    bool           changed = false;
    for (int j = 0; j < v; j++)
        least = depth[vertices[j]] < least ? depth[vertices[j]] : least;
    for (int j = 0; j < v; j++)
        if (least < INT32_MAX - 1 && depth[vertices[j]] > least + 1) {
            depth[vertices[j]] = least + 1;
            changed = true;
        }
    return changed;
}

// Forwards and backwards until nothing changes.
static bool relax_all(const ConditionCase *c, Hanging *hanging, bool backwards)
{
    bool         changed = false;
    const float *soft = hanging->soft;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &c->model->sets[kind];
        for (int32_t k = 0; k < set->count && !set->groups; k++) {
            const int32_t i = backwards ? set->count - 1 - k : k;
            if (soft[i] < 1)
                changed = relax(set, i, hanging->depth) || changed;
        }
        soft += set->groups ? 0 : set->count;
    }
    return changed;
}

static void hang(const ConditionCase *c, const double4 *x, Hanging *hanging)
{
    float  *soft = hanging->soft;
    int64_t stiff = 0, count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &c->model->sets[kind];
        for (int32_t i = 0; i < set->count && !set->groups; i++, soft++) {
            *soft = set->ops->vertices <= 2 ? (float)softness(c, set, i, x) : (float)NAN;
            if (*soft < 1) {
                hanging->mean += (double)*soft;
                stiff++;
            }
        }
    }
    for (int32_t i = 0; i < c->model->particle_count; i++)
        hanging->depth[i] = condition_is_free(c, i) ? INT32_MAX : 0;
    while (relax_all(c, hanging, false) && relax_all(c, hanging, true))
        ;
    hanging->mean /= fmax(1, (double)stiff);
    for (int32_t i = 0; i < c->model->particle_count; i++)
        if (condition_is_free(c, i) && hanging->depth[i] < INT32_MAX) {
            hanging->inverse += c->model->inverse_mass[i];
            count++;
        }
    hanging->inverse /= fmax(1, (double)count);
}

// A chain of N constraints of compliance β between masses of 1/w, at one end a pin, at the other a particle of 1/w_N. The least eigenvalue
// of its dual matrix over w is β + λ, where 1/λ is at most (Dunkerley) the sum of that for equal masses, ((2N+1)/π)², and of that for the
// last one alone, N (w/w_N − 1). The diagonal is 2 + β, and Gauss-Seidel loses, in a sweep, twice the share (β + λ)/(2 + β) of the error.
// Returns the sweeps until 1/e of it is left.
static double sweeps_of(double n, double beta, double ratio)
{
    const double q = (2 * n + 1) / 3.14159265358979323846, lambda = 1 / (q * q + n * fmax(ratio - 1, 0));
    return (2 + beta) / (2 * (beta + lambda));
}

static void judge_sweeps(const ConditionCase *c, const Hanging *hanging, Judged *f)
{
    int32_t deepest = 0;
    *f = (Judged){.bound = iterations(c)};
    for (int32_t i = 0; i < c->model->particle_count; i++) {
        const int32_t n = hanging->depth[i];
        if (!condition_is_free(c, i) || n == INT32_MAX || condition_acceleration(c->model, i) <= 0)
            continue;
        const double sweeps = sweeps_of(n, hanging->mean, hanging->inverse / c->model->inverse_mass[i]);
        if (sweeps > f->value) {
            f->value = sweeps;
            deepest = i;
        }
    }
    condition_say(
        f,
        "particle %d hangs on %d constraints in a row: about %.0f sweeps carry its weight to the pin, and %.0f are done; take more "
        "substeps, or a solver with a linear system",
        c->model->user_of[deepest], hanging->depth[deepest], f->value, f->bound);
}

Status condition_sweeps(const ConditionCase *c, Judged *f)
{
    double4 *x = NULL;
    Hanging  hanging = {.depth = (int32_t *)malloc(((size_t)c->model->particle_count + 1) * sizeof(int32_t)),
                        .soft = (float *)malloc(((size_t)c->model->constraint_count + 1) * sizeof(float))};
    Status   status = status_ok();
    if (c->solver->limits & LIMIT_SWEEPS && param_of_role(c->params, PARAM_ROLE_RELAXATION, 1) <= 1) {
        status = hanging.depth && hanging.soft ? condition_positions(c, &x)
                                               : status_make(STATUS_MEMORY, "out of memory for the depths of particles");
        if (status.code == STATUS_OK) {
            hang(c, x, &hanging);
            judge_sweeps(c, &hanging, f);
        }
    }
    free(x);
    free(hanging.depth);
    free(hanging.soft);
    return status;
}

// ---- global_step ----

// Of the particles that constraints join: Σ m d over the free ones, d the diagonal of h² L W, L as in the solver's matrix; their mass; the
// constraints.
typedef struct Turning {
    double  stiffness, mass;
    int32_t count;
} Turning;

static void add_stiffness(const ConditionCase *c, const ConstraintSet *set, int32_t i, const int32_t *group, Turning *turning)
{
    double         rows[CONSTRAINT_ROWS_MAX * CONSTRAINT_VERTICES_MAX] = {0};
    const int      v = set->ops->vertices;
    const int32_t *vertices = set->vertices + (size_t)v * (size_t)i;
    const double   k = constraint_reduce(set, i, rows) * param_of_role(c->params, PARAM_ROLE_MATRIX_WEIGHT, 1);
    for (int r = 0; r < set->ops->rows; r++)
        for (int j = 0; j < v; j++)
            if (condition_is_free(c, vertices[j]))
                turning[group[vertices[j]]].stiffness += c->dt * c->dt * k * rows[r * v + j] * rows[r * v + j];
    turning[group[vertices[0]]].count++;
}

// The stencil of a contact is that of an attachment, with the stiffness itself: contacts have no weight. Contacts at one place turn each
// other, as constraints do.
static void add_contacts(const ConditionCase *c, const int32_t *group, Turning *turning)
{
    if (!c->contact)
        return;
    const ContactSurface *surface = c->model->surface;
    const int             colliders = c->model->colliders ? c->model->colliders->count : 0;
    const int             touched = colliders + surface->rules.self + (surface->rules.bodies && c->model->body_count > 1);
    for (int32_t k = 0; k < surface->point_count; k++)
        if (condition_is_free(c, surface->point[k])) {
            turning[group[surface->point[k]]].stiffness += c->dt * c->dt * surface->rules.stiffness;
            turning[group[surface->point[k]]].count += touched < 2 ? touched : 2;
        }
}

static double slowest_turning(const ConditionCase *c, int32_t *group, bool *held, Turning *turning)
{
    double most = 0;
    condition_find_groups(c, group, held);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &c->model->sets[kind];
        const bool           in_matrix = (set->ops->local_step || set->ops->energy->reduce) && set->ops->vertices > 1;
        for (int32_t i = 0; i < set->count && in_matrix; i++)
            add_stiffness(c, set, i, group, turning);
    }
    add_contacts(c, group, turning);
    for (int32_t i = 0; i < c->model->particle_count; i++)
        if (condition_is_free(c, i))
            turning[group[i]].mass += c->model->mass[i];
    for (int32_t i = 0; i < c->model->particle_count; i++)
        if (turning[i].count > 1 && turning[i].mass > 0)
            most = fmax(most, turning[i].stiffness / turning[i].mass);
    return most;
}

// Which of the solver's errors are slow: those along which constraints turn and do not stretch, where ∇²Φ is the mass alone and what a load
// on one constraint does to the others. y has none of them where nothing is loaded, and where a constraint or contact is alone.
// Bound: positions after 30 steps against newton's, of their way, on a cloth by stiffness and by iterations: 0.1 % at 0.6, 1 % at 1.8, 4 %
// at 6, 15 % at 17, 40 % at 57; hanging_cloth, rope and cantilever_arap are within a factor of 2 of that. What is unstable departs sooner:
// a chain that stands on its end is 5 % off after 60 steps at 0.4 (2026-11).
Status condition_global_step(const ConditionCase *c, Judged *f)
{
    double load = 0, most = 0;
    if (!(c->solver->limits & LIMIT_FIXED_MATRIX))
        return status_ok();
    TRY(condition_largest_acceleration(c, 64 * (double)REAL_EPSILON * condition_largest_coordinate(c), &load));
    if (!(load > 0) && !c->model->surface_loads && !c->model->scripts && !c->contact)
        return status_ok();
    const size_t n = (size_t)c->model->particle_count + 1;
    int32_t     *group = (int32_t *)malloc(n * sizeof *group);
    bool        *held = (bool *)calloc(n, sizeof *held);
    Turning     *turning = (Turning *)calloc(n, sizeof *turning);
    const bool   enough = group && held && turning;
    if (enough)
        most = slowest_turning(c, group, held, turning);
    free(turning);
    free(held);
    free(group);
    if (!enough)
        return status_make(STATUS_MEMORY, "out of memory for the diagonal of a matrix");
    *f = (Judged){.value = (1 + most) / iterations(c), .bound = 2};
    condition_say(f,
                  "h² k/m is %.3g in the matrix: of an error that only turns constraints, or contacts, an iteration takes %.2g and all "
                  "%.0f %.2g; take %.0f iterations, a shorter dt, or newton",
                  most, 1 / (1 + most), iterations(c), -expm1(iterations(c) * log1p(-1 / (1 + most))), ceil((1 + most) / f->bound));
    return status_ok();
}

// ---- wind ----

// The force ½ ρ C_D A |u|² of a step brings a free particle to the speed of the air where Δt ρ C_D |u| A/m is 2.
Status condition_wind(const ConditionCase *c, Judged *f)
{
    const SurfaceLoads *w = c->model->surface_loads;
    int32_t             worst = 0;
    if (!w)
        return status_ok();
    double *area = (double *)calloc((size_t)c->model->particle_count + 1, sizeof *area);
    if (!area)
        return status_make(STATUS_MEMORY, "out of memory for the areas at particles");
    for (int32_t t = 0; t < w->triangle_count; t++) {
        const int32_t *v = w->triangle[t];
        if (!w->load[t].windy)
            continue;
        const double4 x = state_position(c->state, v[0]), a = double4_sub(state_position(c->state, v[1]), x),
                      b = double4_sub(state_position(c->state, v[2]), x);
        for (int k = 0; k < 3; k++)
            area[v[k]] += double4_norm(double4_cross(a, b)) / 6;
    }
    *f = (Judged){.bound = 2};
    for (int32_t i = 0; i < c->model->particle_count; i++) {
        const double4 v = double4_from(c->state->velocity[i]);
        const double  gust = 1 + w->air.gust, *air = w->air.velocity;
        const double  u = double4_norm((double4){gust * air[0] - v.x, gust * air[1] - v.y, gust * air[2] - v.z, 0});
        const double  value = c->dt * w->air.density * w->air.drag * u * area[i] * c->model->inverse_mass[i];
        worst = value > f->value ? i : worst;
        f->value = fmax(f->value, value);
    }
    free(area);
    condition_say(
        f,
        "dt ρ C_D |u| is %.2g times the mass per area at particle %d, and the force of a step overshoots the air above 2; take a shorter "
        "dt",
        f->value, c->model->user_of[worst]);
    return status_ok();
}
