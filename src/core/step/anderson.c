#include "step/anderson.h"

#include <string.h>

#include "math/wide.h"
#include "step/team.h"

const char *const ANDERSON_GUARD_NAMES[] = {"on", "off", NULL};

enum { PIECE = 64, REALS = 3 * PIECE, LANES = 8 }; // particles of a piece (a chunk of the sums), and their reals
_Static_assert(REALS % (4 * LANES) == 0 && REALS % WIDE_LANES == 0, "pieces are whole vectors");
GNU_VECTOR(double, Lanes, LANES * sizeof(double));
GNU_VECTOR(real, LanesOfReal, LANES * sizeof(real));

// ---- set-up ----

static Status refuse(const Anderson *a, const SolverSetup *setup, const char *solver)
{
    if (param_real(setup->params, "rho") > 0 || param_choice(setup->params, "rho_from") == RHO_ESTIMATED)
        return status_make(STATUS_INPUT, "window and rho are two accelerations of the same iteration; set one of them to 0");
    if (a->guard && model_has_damped(setup->model))
        return status_make(STATUS_UNSUPPORTED,
                           "solver %s: guard needs the objective, which damped constraints do not have; use guard=off or window=0", solver);
    return status_ok();
}

static Status alloc(Anderson *a, Arena *arena)
{
    const size_t one = (size_t)a->dots.chunks * REALS, all = one * (size_t)(a->window + 1);
    TRY(ARENA_NEW(arena, one, &a->root));
    TRY(ARENA_NEW(arena, one, &a->x));
    TRY(ARENA_NEW(arena, all, &a->residuals));
    TRY(ARENA_NEW(arena, all, &a->images));
    return status_ok();
}

Status anderson_init(Anderson *a, const SolverSetup *setup, const char *solver)
{
    const Model *model = setup->model;
    *a = (Anderson){.window = (int)param_int(setup->params, "window"), .guard = param_choice(setup->params, "guard") == ANDERSON_GUARD_ON};
    if (a->window == 0)
        return status_ok();
    TRY(refuse(a, setup, solver));
    TRY(team_sums_init_chunks(model->particle_count, PIECE, 1 + a->window, setup->arena, &a->dots));
    TRY(alloc(a, setup->arena));
    TRY(active_contacts_init(setup->contacts, setup->arena, &a->active));
    for (int32_t i = 0; i < model->particle_count; i++)
        for (int k = 0; k < 3; k++)
            a->root[3 * i + k] = model->inverse_mass[i] > 0 ? (real)sqrt(model->mass[i]) : 0;
    return a->guard ? iterate_objective_init(model, setup->contacts, setup->dt, setup->arena, &a->objective) : status_ok();
}

// ---- the start of a step ----

static int32_t end_of(const Anderson *a, int32_t piece)
{
    return (piece + 1) * PIECE < a->dots.count ? (piece + 1) * PIECE : a->dots.count;
}

static void store(real *to, const real4 *x, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        to[3 * i] = x[i].x;
        to[3 * i + 1] = x[i].y;
        to[3 * i + 2] = x[i].z;
    }
}

void anderson_begin(const Anderson *a, const real4 *y)
{
    if (a->window > 0 && a->guard)
        iterate_objective_begin(&a->objective, y);
}

void anderson_start(Anderson *a, const real4 *x)
{
    if (a->window == 0)
        return;
    int32_t from, to;
    team_sums_share(&a->dots, &from, &to);
#pragma omp barrier
    for (int32_t piece = from; piece < to; piece++)
        store(a->x + (size_t)piece * REALS, x + piece * PIECE, end_of(a, piece) - piece * PIECE);
#pragma omp single nowait
    {
        a->count = a->newest = 0;
        a->follows = a->began = a->cut = false;
        a->in_a_row = 0;
    }
}

// ---- the columns ----

// Index of the iteration `age` iterations before this one.
static int slot_before(const Anderson *a, int slot, int age)
{
    return (slot - age + a->window + 1) % (a->window + 1);
}

static real *part(const Anderson *a, real *vectors, int slot, int32_t piece)
{
    return vectors + ((size_t)slot * (size_t)a->dots.chunks + (size_t)piece) * REALS;
}

// T(x_k) and √m f of a piece.
static void write(const Anderson *a, int32_t piece, int slot, const real4 *x)
{
    const int   count = end_of(a, piece) - piece * PIECE;
    const real *root = a->root + (size_t)piece * REALS, *old = a->x + (size_t)piece * REALS;
    real       *image = part(a, a->images, slot, piece), *residual = part(a, a->residuals, slot, piece);
    store(image, x + piece * PIECE, count);
    for (int i = 0; i < 3 * count; i++)
        residual[i] = root[i] * (image[i] - old[i]);
}

static GNU_ALWAYS_INLINE Lanes load(const real *from)
{
    LanesOfReal value;
    memcpy(&value, from, sizeof value);
    return GNU_CONVERT(value, Lanes);
}

static double lanes_sum(Lanes a)
{
    return ((a[0] + a[4]) + (a[1] + a[5])) + ((a[2] + a[6]) + (a[3] + a[7]));
}

// (newer − older)·f of a piece. Four sums side by side, since one would be limited by the latency of its additions.
static double dot(const real *newer, const real *older, const real *f)
{
    Lanes sum[4] = {{0}};
    for (int i = 0; i < REALS; i += 4 * LANES)
        for (int k = 0; k < 4; k++)
            sum[k] += (load(newer + i + k * LANES) - load(older + i + k * LANES)) * load(f + i + k * LANES);
    return lanes_sum((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

static double squared(const real *newer, const real *older)
{
    Lanes sum[2] = {{0}};
    for (int i = 0; i < REALS; i += 2 * LANES)
        for (int k = 0; k < 2; k++) {
            const Lanes d = load(newer + i + k * LANES) - load(older + i + k * LANES);
            sum[k] += d * d;
        }
    return lanes_sum(sum[0] + sum[1]);
}

// This thread's pieces of the iteration, and the sums of its columns.
static void add_iteration(const Anderson *a, int newest, int columns, const real4 *x)
{
    int32_t piece, end, from, to;
    for (team_sums_share(&a->dots, &piece, &end); piece < end; piece++) {
        double     *sums = team_sums_begin(&a->dots, piece, &from, &to);
        const real *f = part(a, a->residuals, newest, piece), *newer = f;
        write(a, piece, newest, x);
        for (int age = 0; age < columns; age++) {
            const real *older = part(a, a->residuals, slot_before(a, newest, age + 1), piece);
            if (age == 0)
                sums[0] = squared(newer, older);
            sums[1 + age] = dot(newer, older, f);
            newer = older;
        }
    }
}

// ---- the small system, by one thread ----

// The sums over all pieces: the row of the newest column in the Gram matrix, and all products with f.
static void sum_dots(Anderson *a)
{
    double sums[1 + ANDERSON_WINDOW_MAX] = {0};
    team_sums_add(&a->dots, sums);
    for (int age = 0; age < a->count; age++) {
        const int at = slot_before(a, a->newest, age);
        a->gram[at][a->newest] = a->gram[a->newest][at] = age == 0 ? sums[0] : sums[1 + age] - a->along[at];
        a->along[at] = sums[1 + age];
    }
}

// Solves for the youngest `count` columns, in their order; false if Cholesky fails.
static bool solve(const Anderson *a, int count, double *theta)
{
    static const double DIAGONAL = 1e-12;
    double              factor[ANDERSON_WINDOW_MAX][ANDERSON_WINDOW_MAX], scale[ANDERSON_WINDOW_MAX];
    for (int i = 0; i < count; i++) {
        const int at = slot_before(a, a->newest, i);
        scale[i] = 1 / sqrt(a->gram[at][at]);
        for (int j = 0; j <= i; j++) {
            double sum = scale[i] * scale[j] * a->gram[at][slot_before(a, a->newest, j)] + (i == j ? DIAGONAL : 0);
            for (int k = 0; k < j; k++)
                sum -= factor[i][k] * factor[j][k];
            if (i == j && !(sum > 0 && isfinite(sum)))
                return false;
            factor[i][j] = i == j ? sqrt(sum) : sum / factor[j][j];
        }
    }
    for (int i = 0; i < count; i++) {
        theta[i] = scale[i] * a->along[slot_before(a, a->newest, i)];
        for (int k = 0; k < i; k++)
            theta[i] -= factor[i][k] * theta[k];
        theta[i] /= factor[i][i];
    }
    for (int i = count - 1; i >= 0; i--) {
        for (int k = i + 1; k < count; k++)
            theta[i] -= factor[k][i] * theta[k];
        theta[i] /= factor[i][i];
    }
    for (int i = 0; i < count; i++)
        theta[i] *= scale[i];
    return true;
}

// θ of the current columns with the newest. Drops all if that one is 0 or NaN.
static void find_theta(Anderson *a, int newest, int columns)
{
    a->newest = newest;
    a->count = columns;
    a->follows = true;
    if (columns == 0)
        return;
    sum_dots(a);
    if (!(a->gram[newest][newest] > 0))
        a->count = 0;
    while (a->count > 0 && !solve(a, a->count, a->theta))
        a->count--;
}

// ---- an iteration ----

// x = T(x_k) − ΔT θ of a piece, or T(x_k) with no columns.
static void combine_piece(const Anderson *a, int columns, int32_t piece, real *x)
{
    const real *images[ANDERSON_WINDOW_MAX + 1];
    for (int age = 0; age <= columns; age++)
        images[age] = part(a, a->images, slot_before(a, a->newest, age), piece);
    for (int i = 0; i < REALS; i += WIDE_LANES) {
        wide newer = wide_load(images[0] + i, WIDE_LANES), sum = newer;
        for (int age = 0; age < columns; age++) {
            const wide older = wide_load(images[age + 1] + i, WIDE_LANES);
            sum -= (real)a->theta[age] * (newer - older);
            newer = older;
        }
        wide_store(x + i, sum, WIDE_LANES);
    }
}

// For this thread's free particles.
static void combine(const Anderson *a, int columns, real4 *x)
{
    int32_t piece, end;
    for (team_sums_share(&a->dots, &piece, &end); piece < end; piece++) {
        real *own = a->x + (size_t)piece * REALS;
        combine_piece(a, columns, piece, own);
        for (int32_t i = piece * PIECE; i < end_of(a, piece); i++, own += 3)
            if (x[i].w > 0)
                x[i] = (real4){own[0], own[1], own[2], x[i].w};
    }
#pragma omp barrier
}

// By one thread: Φ of the accepted iterate.
static void keep(Anderson *a, double phi, bool rejected)
{
    enum { PATIENCE = 5 };
    a->phi = phi;
    a->in_a_row = rejected ? a->in_a_row + 1 : 0;
    if (a->in_a_row == PATIENCE)
        a->count = a->in_a_row = 0;
}

// Returns to T(x_k) if Φ has grown by more than the round-off of its sum.
static void watch(Anderson *a, int columns, real4 *x, StepContext *context)
{
    double     phi = iterate_objective_at(&a->objective, x);
    const bool rejected = columns > 0 && objective_rises(a->phi, phi);
    if (rejected) {
        combine(a, 0, x);
        phi = iterate_objective_at(&a->objective, x);
    }
    TEAM_COUNT(context, objectives, 1 + rejected);
    TEAM_COUNT(context, rejections, rejected);
#pragma omp barrier
#pragma omp single
    keep(a, phi, rejected);
}

// With different contacts T is different: the history is dropped.
static void follow_contacts(Anderson *a, const real4 *x)
{
    const bool changed = active_contacts_changed(&a->active, !a->began, x);
#pragma omp barrier
#pragma omp single
    {
        a->began = true;
        a->follows = a->follows && !changed;
        a->count = changed ? 0 : a->count;
    }
}

// x_k was changed since the last call.
static void forget_cut(Anderson *a)
{
#pragma omp barrier
#pragma omp single
    if (a->cut) {
        a->cut = a->follows = false;
        a->count = 0;
        a->phi = INFINITY;
    }
}

void anderson_apply(Anderson *a, real4 *x, StepContext *context)
{
    if (a->window == 0)
        return;
    if (a->active.contacts)
        forget_cut(a);
    const int newest = (a->newest + 1) % (a->window + 1), columns = !a->follows ? 0 : a->count < a->window ? a->count + 1 : a->window;
    add_iteration(a, newest, columns, x);
#pragma omp barrier
#pragma omp single
    find_theta(a, newest, columns);
    const int used = a->count;
    combine(a, used, x);
    if (a->guard)
        watch(a, used, x, context);
    if (a->active.contacts)
        follow_contacts(a, x);
}

void anderson_keep(Anderson *a, const real4 *x)
{
    if (a->window == 0)
        return;
    int32_t piece, end, from, to;
    bool    cut = false;
    for (team_sums_share(&a->dots, &piece, &end); piece < end; piece++) {
        real  found[REALS] = {0};
        real *own = a->x + (size_t)piece * REALS;
        from = piece * PIECE, to = end_of(a, piece);
        store(found, x + from, to - from);
        cut = cut || memcmp(found, own, (size_t)(to - from) * 3 * sizeof *own) != 0;
        memcpy(own, found, (size_t)(to - from) * 3 * sizeof *own);
    }
    if (cut) {
#pragma omp atomic write
        a->cut = true;
    }
}
