#include "step/chebyshev.h"

#include <string.h>

#include "step/team.h"

const char *const CHEBYSHEV_SPECTRUM_NAMES[] = {"both_signs", "positive", NULL};
const char *const CHEBYSHEV_RHO_FROM_NAMES[] = {"given", "estimated", NULL};
const char *const CHEBYSHEV_RECURRENCE_NAMES[] = {"published", "unbracketed", NULL};

enum { PLAIN_MIN = 10, RATIOS = 3 }; // iterations of an estimate; ratios used for it
enum { OF_MOVE, OF_PLACE, MOVE_SUMS };

static const double RHO_MAX = 0.999999;

// ---- set-up ----

static Status check(const SolverSetup *setup, const Chebyshev *c, int32_t iterations, int base, const char *solver)
{
    if (c->positive && (base & BASE_OVERSHOOTS))
        return status_make(STATUS_INPUT, "spectrum=positive with rho: an iteration that overshoots, with omega above 1 or by moving all "
                                         "particles at once, has negative eigenvalues too; use spectrum=both_signs");
    if (c->estimates && param_real(setup->params, "rho") > 0)
        return status_make(STATUS_INPUT, "rho_from=estimated computes rho; leave rho at 0");
    if (c->estimates && iterations < PLAIN_MIN)
        return status_make(STATUS_INPUT, "rho_from=estimated needs at least %d iterations", PLAIN_MIN);
    if (c->estimates && (base & BASE_ONE_WAY) && c->look == 0)
        return status_make(STATUS_INPUT,
                           "rho_from=estimated with sweeps in one direction: their eigenvalues are complex, and the estimated rate would "
                           "amplify them; use look=10, or sweep=symmetric");
    if (c->look > 0 && model_has_damped(setup->model))
        return status_make(STATUS_UNSUPPORTED, "solver %s: look needs the objective, which damped constraints do not have; use look=0",
                           solver);
    return status_ok();
}

Status chebyshev_init(Chebyshev *c, const SolverSetup *setup, int32_t iterations, int base, const char *solver)
{
    const Model *model = setup->model;
    *c = (Chebyshev){.particle_count = model->particle_count,
                     .positive = param_choice(setup->params, "spectrum") == SPECTRUM_POSITIVE,
                     .estimates = param_choice(setup->params, "rho_from") == RHO_ESTIMATED,
                     .recurrence = (ChebyshevRecurrence)param_choice(setup->params, "recurrence"),
                     .look = (int32_t)param_int(setup->params, "look"),
                     .rho = param_real(setup->params, "rho"),
                     .model = model};
    if (!(c->rho > 0) && !c->estimates)
        return status_ok();
    TRY(check(setup, c, iterations, base, solver));
    TRY(ARENA_NEW(setup->arena, c->particle_count, &c->last));
    TRY(ARENA_NEW(setup->arena, c->particle_count, &c->older));
    if (c->estimates)
        TRY(team_sums_init(c->particle_count, MOVE_SUMS, setup->arena, &c->moves));
    if (c->look == 0)
        return status_ok();
    TRY(ARENA_NEW(setup->arena, c->particle_count, &c->best));
    return iterate_objective_init(model, setup->contacts, setup->dt, setup->arena, &c->objective);
}

// ---- the start of a step ----

static void take_rho(Chebyshev *c, double rho)
{
    const double bound = c->positive ? rho / (2 - rho) : rho;
    c->now = rho;
    c->rho2 = bound * bound;
    c->tau = c->positive ? 2 / (2 - rho) : 1;
}

void chebyshev_begin(const Chebyshev *c, const real4 *y)
{
    if (c->best)
        iterate_objective_begin(&c->objective, y);
}

static void copy_share(const Chebyshev *c, const real4 *x, real4 *out)
{
    TEAM_EACH (i, c->last ? c->particle_count : 0)
        out[i] = x[i];
}

void chebyshev_start(Chebyshev *c, const real4 *x)
{
    if (!c->last)
        return;
    copy_share(c, x, c->last);
    copy_share(c, x, c->older);
#pragma omp single nowait
    {
        c->iteration = c->since = c->rejected = 0;
        c->omega = 1;
        memset(c->move, 0, sizeof c->move);
        take_rho(c, c->rho);
    }
}

void chebyshev_keep(const Chebyshev *c, const real4 *x)
{
    copy_share(c, x, c->last);
}

// ---- the estimate ----

static double squared(real4 a)
{
    return (double)a.x * (double)a.x + (double)a.y * (double)a.y + (double)a.z * (double)a.z;
}

// By one thread. Moves at round-off give no rate.
static void take_move(Chebyshev *c)
{
    static const double NOISE = sizeof(real) == sizeof(double) ? 64 * 0x1p-52 : 64 * 0x1p-23;
    double              sums[MOVE_SUMS] = {0};
    team_sums_add(&c->moves, sums);
    if (!(sqrt(sums[OF_MOVE]) > NOISE * sqrt(sums[OF_PLACE])))
        return;
    memmove(c->move + 1, c->move, RATIOS * sizeof *c->move);
    c->move[0] = sqrt(sums[OF_MOVE]);
}

// x is T(x_k) and stays unchanged.
static void measure_move(Chebyshev *c, const real4 *x)
{
    int32_t chunk, end, from, to;
    for (team_sums_share(&c->moves, &chunk, &end); chunk < end; chunk++) {
        double *sums = team_sums_begin(&c->moves, chunk, &from, &to);
        for (int32_t i = from; i < to; i++) {
            const real4  a = c->last[i], b = x[i];
            const double m = a.w > 0 ? c->model->mass[i] : 0;
            sums[OF_MOVE] += m * squared((real4){b.x - a.x, b.y - a.y, b.z - a.z, 0});
            sums[OF_PLACE] += m * squared(b);
        }
    }
#pragma omp barrier
    copy_share(c, x, c->last);
#pragma omp single
    take_move(c);
}

// ---- the guard ----

// Sets x, x_k and x_{k−1} to the best iterate, and restarts the recurrence.
static void go_back(const Chebyshev *c, real4 *x)
{
    copy_share(c, c->best, x);
    copy_share(c, c->best, c->last);
    copy_share(c, c->best, c->older);
}

// By one thread.
static void reject(Chebyshev *c)
{
    enum { PATIENCE = 3 };
    c->since = 0;
    c->omega = 1;
    if (++c->rejected % PATIENCE == 0)
        take_rho(c, fmax(0, 1 - 2 * (1 - c->now)));
}

static void look_at(Chebyshev *c, real4 *x, StepContext *context)
{
    const double phi = iterate_objective_at(&c->objective, x);
    const bool   worse = objective_rises(c->best_phi, phi);
    TEAM_COUNT(context, objectives, 1);
    TEAM_COUNT(context, rejections, worse);
#pragma omp barrier
    if (worse)
        go_back(c, x);
    else
        copy_share(c, x, c->best);
#pragma omp single
    {
        if (worse)
            reject(c);
        else
            c->best_phi = phi;
    }
}

// Φ of the start, for the comparison at the first look.
static void look_at_start(Chebyshev *c, StepContext *context)
{
    TEAM_COUNT(context, objectives, 1);
    const double phi = iterate_objective_at(&c->objective, c->last);
    copy_share(c, c->last, c->best);
#pragma omp barrier
#pragma omp single
    c->best_phi = phi;
}

// ---- an iteration ----

static real along(real older, real last, real found, real tau, real omega)
{
    return older + omega * (last + tau * (found - last) - older);
}

static void combine(const Chebyshev *c, const uint8_t *left_out, real4 *x)
{
    const real tau = (real)c->tau, w = (real)c->omega;
    TEAM_EACH (i, c->particle_count) {
        const real4 a = c->older[i], b = c->last[i], t = x[i];
        c->older[i] = b;
        if (t.w > 0 && !(left_out && left_out[i]))
            x[i] = (real4){along(a.x, b.x, t.x, tau, w), along(a.y, b.y, t.y, tau, w), along(a.z, b.z, t.z, tau, w), t.w};
        c->last[i] = x[i];
    }
#pragma omp barrier
}

Status chebyshev_values_init(const Chebyshev *c, int32_t count, real *value, Arena *arena, ChebyshevValues *out)
{
    *out = (ChebyshevValues){.count = count, .value = value};
    if (!c->last)
        return status_ok();
    TRY(ARENA_NEW(arena, count, &out->last));
    return ARENA_NEW(arena, count, &out->older);
}

void chebyshev_values_start(const ChebyshevValues *v)
{
    TEAM_EACH (i, v->last ? v->count : 0)
        v->last[i] = v->older[i] = 0;
}

void chebyshev_values_apply(const Chebyshev *c, const ChebyshevValues *v)
{
    const real tau = (real)c->tau, w = (real)c->omega;
    int32_t    from, to;
    team_range(0, v->last && c->rho > 0 ? v->count : 0, &from, &to); // no acceleration in a step that estimates ρ
    for (int32_t i = from; i < to; i++) {
        const real next = along(v->older[i], v->last[i], v->value[i], tau, w);
        v->older[i] = v->last[i];
        v->last[i] = v->value[i] = next;
    }
}

// The next ω after one used for `since` iterations; by one thread.
static void go_on(Chebyshev *c)
{
    c->iteration++;
    if (c->since++ == 0)
        c->omega = 2 / (2 - c->rho2);
    else
        c->omega = c->recurrence == RECURRENCE_UNBRACKETED ? 1 - c->rho2 * c->omega : 4 / (4 - c->rho2 * c->omega);
}

void chebyshev_apply(Chebyshev *c, const uint8_t *left_out, real4 *x, StepContext *context)
{
    if (!c->last)
        return;
    if (!(c->rho > 0)) {
        measure_move(c, x);
        return;
    }
    if (c->best && c->iteration == 0)
        look_at_start(c, context);
    combine(c, left_out, x);
#pragma omp single
    go_on(c);
    if (c->best && c->iteration % c->look == 0)
        look_at(c, x, context);
}

void chebyshev_report(Chebyshev *c, StepContext *context)
{
    if (!c->last)
        return;
    if (!(c->rho > 0) && c->move[RATIOS] > 0)
        c->rho = fmin(RHO_MAX, cbrt(c->move[0] / c->move[RATIOS]));
    if (context)
        context->rho = c->rho;
}
