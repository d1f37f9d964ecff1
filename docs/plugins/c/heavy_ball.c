// heavy_ball: gradient descent on Φ with momentum (Polyak 1964) and a block-Jacobi preconditioner, as a plugin of weft: built against
// weft_solver.h alone.
//   x' = x − P⁻¹ ∇Φ(x) + β (x − o),   P_i = m_i I + h² Σ_c max(1, V/2) (∇²E_c)_ii,   o the iterate before x, V the vertices of c
// 2P − ∇²Φ is positive definite: near its minimum the iteration converges with every 0 ≤ β < 1, and with β = 0 Φ falls each time.
//
// Constraints write to slots of their own, particles add theirs up in a fixed order: any number of threads gives the same bits.
#include <math.h>
#include <string.h>

#include "weft_solver.h"

enum { VERTICES_MAX = 12, RANGE = 8 }; // constraints of a call: each call costs its way into weft and out
enum { PARAM_ITERATIONS, PARAM_MOMENTUM };

typedef struct HeavyBall {
    const WeftSetup *setup;
    const WeftModel *model;
    int32_t          iterations;
    double           momentum;
    int32_t         *start, *slot; // [particles + 1], [slots]: the slots of each particle
    WeftBlock       *slots;        // [slots][4] ∇E at the particle, and the three rows of its block of P
    size_t          *first_slot;   // [sets]
    WeftBlock       *x, *older;    // [particles]
    WeftStep        *step;         // that runs
} HeavyBall;

// ---- set-up ----

static size_t count_slots(HeavyBall *s)
{
    size_t count = 0;
    for (int32_t k = 0; k < s->model->set_count; k++) {
        s->first_slot[k] = count;
        count += (size_t)s->model->sets[k].count * (size_t)s->model->sets[k].vertices;
    }
    return count;
}

// A counting sort of the slots by particle.
static void sort_slots(HeavyBall *s)
{
    for (int32_t k = 0; k < s->model->set_count; k++)
        for (int32_t i = 0; i < s->model->sets[k].count * s->model->sets[k].vertices; i++)
            s->start[s->model->sets[k].vertex[i] + 1]++;
    for (int32_t i = 0; i < s->model->particle_count; i++)
        s->start[i + 1] += s->start[i];
    for (int32_t k = 0; k < s->model->set_count; k++)
        for (int32_t i = 0; i < s->model->sets[k].count * s->model->sets[k].vertices; i++)
            s->slot[s->start[s->model->sets[k].vertex[i]]++] = (int32_t)s->first_slot[k] + i;
    memmove(s->start + 1, s->start, (size_t)s->model->particle_count * sizeof *s->start);
    s->start[0] = 0;
}

static int32_t create(const WeftSetup *setup, void **solver, WeftFailure *failure)
{
    const WeftHost  *host = setup->host;
    const WeftModel *model = setup->model;
    const size_t     particles = (size_t)model->particle_count;
    HeavyBall       *s = host->alloc(setup, 1, sizeof *s);
    (void)failure;
    if (!s || !(s->first_slot = host->alloc(setup, (size_t)model->set_count + 1, sizeof *s->first_slot)))
        return WEFT_NO_MEMORY;
    s->setup = setup;
    s->model = model;
    s->iterations = (int32_t)setup->params[PARAM_ITERATIONS];
    s->momentum = setup->params[PARAM_MOMENTUM];
    const size_t slots = count_slots(s);
    s->start = host->alloc(setup, particles + 1, sizeof *s->start);
    s->slot = host->alloc(setup, slots, sizeof *s->slot);
    s->slots = host->alloc(setup, 4 * slots, sizeof *s->slots);
    s->x = host->alloc(setup, particles, sizeof *s->x);
    s->older = host->alloc(setup, particles, sizeof *s->older);
    if (!s->start || !s->slot || !s->slots || !s->x || !s->older)
        return WEFT_NO_MEMORY;
    sort_slots(s);
    *solver = s;
    return WEFT_OK;
}

// ---- an iteration ----

// The share of a thread of `count` things.
static void share(int32_t count, int32_t thread, int32_t threads, int32_t *from, int32_t *to)
{
    *from = (int32_t)((int64_t)count * thread / threads);
    *to = (int32_t)((int64_t)count * (thread + 1) / threads);
}

static void fill_slots(const HeavyBall *s, int32_t thread, int32_t threads)
{
    for (int32_t k = 0; k < s->model->set_count; k++) {
        const WeftSet *set = &s->model->sets[k];
        const int32_t  v = set->vertices;
        const double   majorise = fmax(1, 0.5 * v);
        int32_t        from, to;
        share(set->count, thread, threads, &from, &to);
        for (int32_t first = from; first < to; first += RANGE) {
            const int32_t          end = first + RANGE < to ? first + RANGE : to;
            double                 c[RANGE], block[9 * VERTICES_MAX * VERTICES_MAX * RANGE];
            _Alignas(32) WeftBlock gradient[VERTICES_MAX * RANGE];
            s->setup->host->evaluate(s->model, k, first, end, (WeftConstBlock *)s->x, c, gradient);
            s->setup->host->hessian(s->model, k, first, end, (WeftConstBlock *)s->x, 1, block);
            for (int32_t i = first; i < end; i++)
                for (int32_t j = 0; j < v; j++) {
                    WeftBlock    *slot = &s->slots[4 * (s->first_slot[k] + (size_t)(i * v + j))];
                    const double *row = &block[9 * v * v * (i - first) + 3 * j * 3 * v + 3 * j];
                    for (int a = 0; a < 3; a++) {
                        slot[0][a] = set->stiffness[i] * c[i - first] * gradient[(i - first) * v + j][a];
                        for (int b = 0; b < 3; b++)
                            slot[1 + a][b] = majorise * row[3 * v * a + b];
                    }
                }
        }
    }
}

static void cross(const double *a, const double *b, double *out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void roll(const HeavyBall *s, const double *y, int32_t i) // particle i
{
    const double m = s->model->mass[i], h2 = s->setup->h * s->setup->h;
    double *x = s->x[i], *o = s->older[i], g[4][3] = {{0}, {m, 0, 0}, {0, m, 0}, {0, 0, m}}, q[3][3], det = 0; // ∇Φ, P; P⁻¹ det P
    for (int a = 0; a < 3; a++)
        g[0][a] = m * (x[a] - y[a]);
    for (int32_t k = s->start[i]; k < s->start[i + 1]; k++)
        for (int r = 0; r < 4; r++)
            for (int a = 0; a < 3; a++)
                g[r][a] += h2 * s->slots[4 * (size_t)s->slot[k] + (size_t)r][a];
    for (int r = 0; r < 3; r++)
        cross(g[1 + (r + 1) % 3], g[1 + (r + 2) % 3], q[r]);
    for (int a = 0; a < 3; a++)
        det += g[1][a] * q[0][a];
    const double scale = y[3] > 0 ? -1 / det : 0; // w: inverse mass; a pin stays
    double       moved[3];
    for (int a = 0; a < 3; a++) {
        moved[a] = s->momentum * (x[a] - o[a]);
        for (int r = 0; r < 3; r++)
            moved[a] += scale * q[r][a] * g[0][r];
    }
    for (int a = 0; a < 3; a++) {
        o[a] = x[a];
        x[a] += moved[a];
    }
}

static void report(const HeavyBall *s, int32_t iteration)
{
    const WeftIterate iterate = {.iteration = iteration, .position = s->x};
    s->setup->host->iterate(s->step, &iterate);
}

// All threads of a team; y stays in the positions of the step until the end.
static void descend(void *argument, int32_t thread, int32_t threads)
{
    const HeavyBall *s = argument;
    const WeftHost  *host = s->setup->host;
    double          *y = s->step->position;
    int32_t          from, to;
    share(s->model->particle_count, thread, threads, &from, &to);
    memcpy(s->x[from], &y[4 * from], (size_t)(to - from) * sizeof *s->x);
    memcpy(s->older[from], &y[4 * from], (size_t)(to - from) * sizeof *s->older);
    host->barrier();
    if (thread == 0)
        report(s, -1);
    for (int32_t iteration = 0; iteration < s->iterations; iteration++) {
        if (thread == 0) {
            host->phase(s->step, WEFT_PHASE_RHS);
            host->count(s->step, WEFT_COUNT_GRADIENTS, 1);
            host->count(s->step, WEFT_COUNT_HESSIANS, 1);
        }
        fill_slots(s, thread, threads);
        host->barrier();
        if (thread == 0)
            host->phase(s->step, WEFT_PHASE_SOLVE);
        for (int32_t i = from; i < to; i++)
            roll(s, &y[4 * i], i);
        host->barrier();
        if (thread == 0)
            report(s, iteration);
        host->barrier();
    }
    memcpy(&y[4 * from], s->x[from], (size_t)(to - from) * sizeof *s->x);
}

static int32_t step(void *solver, WeftStep *now, WeftFailure *failure)
{
    HeavyBall *s = solver;
    (void)failure;
    s->step = now;
    s->setup->host->team(s->setup, descend, s);
    return WEFT_OK;
}

// ---- the table ----

static const WeftParam PARAMS[] = {
    [PARAM_ITERATIONS] = {"iterations", "", "moves of every particle in each step", WEFT_INTEGER, 100, 1, 1e6, NULL},
    [PARAM_MOMENTUM] = {"momentum", "", "part of its last move that a particle keeps; 0: gradient descent", WEFT_REAL, 0.8, 0, 0.9999,
                        NULL},
    {0}};

static const WeftSolver HEAVY_BALL = {.abi = WEFT_SOLVER_ABI,
                                      .size = sizeof(WeftSolver),
                                      .name = "heavy_ball",
                                      .summary = "preconditioned gradient descent with momentum (Polyak 1964), a plugin in C",
                                      .version = "1.0",
                                      .params = PARAMS,
                                      .precisions = WEFT_DOUBLE,
                                      .needs = WEFT_HAS_GRADIENT | WEFT_HAS_HESSIAN,
                                      .most_components = 1,
                                      .fixed = 1,
                                      .create = create,
                                      .step = step};

const WeftSolver *const *weft_solvers(void)
{
    static const WeftSolver *const SOLVERS[] = {&HEAVY_BALL, NULL};
    return SOLVERS;
}
