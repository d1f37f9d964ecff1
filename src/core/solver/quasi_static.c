#include "solver/private/quasi_static.h"

#include "assembly/pattern.h"
#include "solver/pieces.h"
#include "step/team.h"

// A run to rest: its increments start with dt times `first`, and h grows by `growth`.
typedef struct Way {
    double first, growth;
} Way;

static const Way WAYS[] = {{1, 2}, {0.3, 1.6}};
enum { PARTS_MAX = 400, FEW = 6, MANY = 25 };

static Status refuse(const SolverSetup *setup)
{
    const Model *model = setup->model;
    const char  *what = setup->contacts                                                 ? "contact"
                        : model->surface_loads && model->surface_loads->air.density > 0 ? "wind"
                        : model->integrator != INTEGRATOR_EULER                         ? "integrators other than euler"
                                                                                        : NULL;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (model->sets[kind].limit)
            what = "breakable constraints";
    return what ? status_make(STATUS_UNSUPPORTED, "newton with `static` does not support %s; run steps of dt until the scene is at rest",
                              what)
                : status_ok();
}

// Σ f of each piece; w: Σ |f|.
static void add_forces(const Model *model, const int32_t *piece, double4 *sum)
{
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double m = model->mass[i];
        double4      f = model_force(model, i);
        double4_add_to(&f, m, (double4){model->gravity[0], model->gravity[1], model->gravity[2], 0});
        f.w = double4_norm(f);
        double4_add_to(&sum[piece[i]], 1, f);
    }
}

// A free piece accelerated by forces is never at rest; for loads that follow a surface only the search can detect this.
static Status check_anchored(const Model *model)
{
    GNU_CLEANUP(arena_destroy) Arena scratch = arena_init(0);
    int32_t                         *piece, count = 0;
    bool                            *anchored;
    double4                         *sum;
    TRY(ARENA_NEW(&scratch, model->particle_count, &piece));
    TRY(ARENA_NEW(&scratch, model->particle_count, &anchored));
    TRY(ARENA_NEW(&scratch, model->particle_count, &sum));
    pieces_find(model, piece, anchored);
    add_forces(model, piece, sum);
    for (int32_t i = 0; i < model->particle_count && !model->surface_loads; i++) {
        const double force = double4_norm((double4){sum[i].x, sum[i].y, sum[i].z, 0});
        if (piece[i] != i || anchored[i] || !(force > 1e-9 * sum[i].w))
            continue;
        for (int32_t k = 0; k < model->particle_count; k++)
            count += piece[k] == i;
        return status_make(
            STATUS_NUMERIC,
            "static: the piece of particle %d (%d particles) is not anchored, and a force of %.3g N acts on it, so it is never at rest; "
            "pin one of its particles (`pins`), join it to an anchored body, or remove the force (`gravity`)",
            (int)model->user_of[i], (int)count, force);
    }
    return status_ok();
}

// Pressure on the triangles with the edge a → b, minus that on triangles with b → a.
static double unbalanced(const SurfaceLoads *loads, int32_t a, int32_t b)
{
    double sum = 0;
    for (int32_t i = loads->start[a]; i < loads->start[a + 1]; i++) {
        const int32_t *triangle = loads->triangle[loads->at[i] / 3], k = loads->at[i] % 3;
        const double   pressure = loads->load[loads->at[i] / 3].pressure;
        sum += triangle[(k + 1) % 3] == b ? pressure : triangle[(k + 2) % 3] == b ? -pressure : 0;
    }
    return sum;
}

// Corners under pressure that no constraint joins have no block in the pattern. *open: true if a border under pressure is free.
static Status check_pressure(const NewtonSearch *s, bool *open)
{
    const SurfaceLoads *loads = s->model->surface_loads;
    for (int32_t i = 0; loads && i < loads->triangle_count; i++)
        for (int k = 0; k < 3 && fabs(loads->load[i].pressure) > 0; k++) {
            const int32_t a = loads->triangle[i][k], b = loads->triangle[i][(k + 1) % 3];
            if (!pattern_has(&s->hessian.blocks, a > b ? a : b, a > b ? b : a))
                return status_make(STATUS_UNSUPPORTED,
                                   "newton with `static`: pressure acts on particles %d and %d, which no constraint joins; add elements to "
                                   "the face",
                                   (int)s->model->user_of[a], (int)s->model->user_of[b]);
            const bool fixed = !exact_motion_is_free(&s->motion, a) && !exact_motion_is_free(&s->motion, b);
            *open = *open || (!fixed && fabs(unbalanced(loads, a, b)) > 0);
        }
    return status_ok();
}

Status quasi_static_init(QuasiStatic *q, const SolverSetup *setup, const NewtonSearch *search, double tolerance)
{
    *q = (QuasiStatic){.tolerance = tolerance, .dt = setup->dt};
    if (!(tolerance > 0))
        return status_ok();
    TRY(refuse(setup));
    TRY(check_anchored(setup->model));
    TRY(check_pressure(search, &q->open));
    TRY(ARENA_NEW(setup->arena, setup->model->particle_count, &q->start));
    return ARENA_NEW(setup->arena, setup->model->particle_count, &q->end);
}

static void set_length(NewtonSearch *s, double h)
{
    s->h = s->motion.h = h;
    s->objective.h2 = h * h;
}

static void stop(State *state)
{
    for (int32_t i = 0; i < state->particle_count; i++)
        state->velocity[i] = (real4){0};
}

typedef struct Left {
    double  force; // N, the largest m |x − x_n|/h² of a free particle
    int32_t at;
} Left;

static Left force_left(const NewtonSearch *s)
{
    Left left = {0};
    for (int32_t i = 0; i < s->model->particle_count; i++) {
        const double force = s->model->mass[i] * double4_norm(double4_sub(s->motion.x[i], s->motion.previous[i])) / (s->h * s->h);
        if (exact_motion_is_free(&s->motion, i) && force > left.force)
            left = (Left){force, i};
    }
    return left;
}

// The largest extent of the particles along an axis.
static double extent(const double4 *x, int32_t n)
{
    double4 low = x[0], high = x[0];
    for (int32_t i = 1; i < n; i++) {
        low = (double4){fmin(low.x, x[i].x), fmin(low.y, x[i].y), fmin(low.z, x[i].z), 0};
        high = (double4){fmax(high.x, x[i].x), fmax(high.y, x[i].y), fmax(high.z, x[i].z), 0};
    }
    return fmax(fmax(high.x - low.x, high.y - low.y), high.z - low.z);
}

static Status run_part(const QuasiStatic *q, NewtonSearch *s, double h, State *state, StepContext *context)
{
    set_length(s, h);
    stop(state);
    TRY(q->begin(s->solver, state, context));
    return newton_search_run(s, state, context);
}

static Status never_rests(const NewtonSearch *s, Left left, const StepContext *context)
{
    if (context->end == STEP_UNCONVERGED)
        return status_make(STATUS_NUMERIC,
                           "static: an increment of %.3g s did not converge, its %s is %.3g; use more iterations or a smaller dt", s->h,
                           context->residual, context->residual_end);
    return status_make(STATUS_NUMERIC,
                       "static: not at rest after %d increments, the last of %.3g s: the residual force is %.3g N at particle %d; pin "
                       "pieces that can still move or turn, or balance the loads on them",
                       (int)PARTS_MAX, s->h, left.force, (int)s->model->user_of[left.at]);
}

// From the State to rest. The context counts the cost; the observer is not called.
static Status rest(const QuasiStatic *q, const Way *way, NewtonSearch *s, State *state, StepContext *context)
{
    double h = way->first * q->dt, longest = INFINITY;
    Left   left = {0};
    for (int part = 0; part < PARTS_MAX; part++) {
        const int32_t before = context->iteration_count;
        const Status  status = run_part(q, s, h, state, context);
        const int32_t took = context->iteration_count - before;
        if (status.code == STATUS_NUMERIC) { // too long for the masses to stabilise free pieces
            longest = h /= 2;
            continue;
        }
        TRY(status);
        left = force_left(s);
        if (context->end != STEP_UNCONVERGED && left.force <= q->tolerance * newton_search_largest_force(s))
            return status_ok();
        h = fmin(longest, h * (context->end == STEP_UNCONVERGED || took > MANY ? 0.5 : took <= FEW ? way->growth : 1));
        if (!(h > 1e-6 * q->dt))
            break;
    }
    return never_rests(s, left, context);
}

static void keep(const NewtonSearch *s, const State *state, double4 *out)
{
    for (int32_t i = 0; i < s->model->particle_count; i++)
        out[i] = state_position(state, i);
}

static void place(const NewtonSearch *s, State *state, const double4 *x)
{
    for (int32_t i = 0; i < s->model->particle_count; i++)
        state_place(state, i, x[i]);
}

static Status agree(const QuasiStatic *q, const NewtonSearch *s, const State *state)
{
    const int32_t n = s->model->particle_count;
    const double  size = extent(q->end, n), within = fmax(1e4 * q->tolerance, 1e-6) * size;
    double        max = 0;
    int32_t       where = 0;
    for (int32_t i = 0; i < n; i++) {
        const double apart = double4_norm(double4_sub(q->end[i], state_position(state, i)));
        if (!(apart <= max)) {
            max = apart;
            where = i;
        }
    }
    return max <= within ? status_ok()
                         : status_make(STATUS_NUMERIC,
                                       "static: two runs to rest differ at particle %d by %.3g m, more than %.3g m: there are several "
                                       "rest states, or the scene "
                                       "is near a critical load; run steps without static until the scene is at rest (--state-out), and "
                                       "start there (--state)",
                                       (int)s->model->user_of[where], max, within);
}

// h at which M/h² is 1e-15 of the stiffest entry of ∇²E: it stabilises free pieces, and hides no softness above that.
static double longest_part(const NewtonSearch *s)
{
    static const double HIDDEN = 1e-15;
    const Csc          *matrix = &s->hessian.matrix;
    double              stiffest = 0, lightest = INFINITY;
    for (int32_t i = 0; i < s->model->particle_count; i++) {
        if (!exact_motion_is_free(&s->motion, i))
            continue;
        lightest = fmin(lightest, s->model->mass[i]);
        for (int32_t k = 3 * i; k < 3 * i + 3; k++)
            for (int32_t at = matrix->column_start[k]; at < matrix->column_start[k + 1]; at++)
                stiffest = fmax(stiffest, fabs(matrix->value[at]) / (s->h * s->h));
    }
    return sqrt(lightest / (HIDDEN * stiffest));
}

void quasi_static_add_pressure(NewtonSearch *s)
{
    const SurfaceLoads *loads = s->model->surface_loads;
    for (int32_t i = 0; loads && i < loads->triangle_count; i++)
        for (int k = 0; k < 3 && fabs(loads->load[i].pressure) > 0; k++) {
            const int32_t a = loads->triangle[i][k], b = loads->triangle[i][(k + 1) % 3], c = loads->triangle[i][(k + 2) % 3];
            double        block[9];
            surface_loads_pressure_block(loads->load[i].pressure, s->motion.x[a], s->motion.x[b], s->motion.x[c], block);
            hessian_add_block(&s->hessian, a, b, block, s->h * s->h);
        }
}

static Status check_stable(const QuasiStatic *q, NewtonSearch *s, StepContext *context)
{
    const double h = s->h;
    bool         is = false;
    set_length(s, fmax(h, longest_part(s)));
    const Status status = q->stable(s->solver, context, &is);
    set_length(s, h);
    TRY(status);
    return is ? status_ok()
              : status_make(STATUS_NUMERIC,
                            "static: this rest state is not a minimum of the energy: a small push moves it elsewhere, as a straight column "
                            "above its critical load; start the body slightly off it (key `perturb` of the scene), or lower the load%s",
                            q->open ? "; pressure on a surface with a free border has no energy, and the check, which takes the symmetric "
                                      "part of its change, may reject stable states: pin the border, or close the surface"
                                    : "");
}

Status quasi_static_step(const QuasiStatic *q, NewtonSearch *s, State *state, StepContext *context)
{
    StepContext hidden = {0};
    if (context)
        hidden = (StepContext){.phases = context->phases, .cost = context->cost};
    s->motion.lasts = q->dt;
    s->ends_settled = true;
    keep(s, state, q->start);
    TRY(rest(q, &WAYS[0], s, state, &hidden));
    keep(s, state, q->end);
    place(s, state, q->start);
    TRY(rest(q, &WAYS[1], s, state, &hidden));
    TRY(agree(q, s, state));
    TRY(check_stable(q, s, &hidden));
    if (context)
        context->cost = hidden.cost;
    s->ends_settled = false;
    TRY(run_part(q, s, q->dt, state, context));
    stop(state);
    return status_ok();
}
