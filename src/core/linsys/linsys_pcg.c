// Preconditioned conjugate gradients (Hestenes and Stiefel 1952) on A x = b. Three right-hand sides share each product with the matrix and
// each application of the preconditioner. Each has its own step lengths, and stops changing once it reaches the tolerance. The reported
// residual is that of the recurrence.
#include "linsys/private/preconditioner.h"

extern const LinsysOps linsys_pcg;

typedef struct Pcg {
    Iterative             base;
    LinsysPreconditioner *preconditioner;
    bool                  by_size;
    Quad                 *r, *z, *p, *q; // [rows.n] b − A x, M r, the conjugate direction, A p
} Pcg;

static const Param PARAMS[] = {
    PARAM_CHOICE_ROW("preconditioner", LINSYS_PRECONDITIONER_NAMES, LINSYS_PRECONDITIONER_COUNT,
                     "preconditioner; by_size: amg for at least 4096 particles, else block_jacobi (also in constraint space); jacobi: "
                     "diagonal; block_jacobi: 3x3 diagonal blocks, or diagonal; ic0: incomplete Cholesky; mas: multilevel additive "
                     "Schwarz; amg: multigrid by smoothed aggregation; cached: factor of the first matrix; factor_f32: factor of each "
                     "matrix in single precision",
                     .key_default = "block_jacobi"), // the default before by_size
    ITERATIVE_PARAMS,
    PARAM_INT_ROW("domain", "", 32, 2, 64, "preconditioner mas: rows per domain"),
    PARAM_INT_ROW("smoothing", "", 1, 1, 16, "preconditioner amg: smoothing sweeps before and after each coarser level"),
    PARAM_CHOICE_ROW("direct", LINSYS_DIRECT_NAMES, 0, "preconditioner cached: linear system that makes the factor"),
    PARAM_END,
};

// ---- solution ----

enum { OF_R, OF_RZ };       // ‖r‖², r·z
enum { OF_PQ, OF_P, OF_Q }; // p·q, ‖p‖², ‖q‖²

// z = M r, with partial sums.
static void precondition(const Pcg *s, Quad *sums)
{
    int32_t chunk, end, from, to;
    s->preconditioner->ops->apply(s->preconditioner, s->r, s->z);
    for (team_sums_share(&s->base.sums, &chunk, &end); chunk < end; chunk++) {
        double *partial = team_sums_begin(&s->base.sums, chunk, &from, &to);
        Quad    rr = {0, 0, 0, 0}, rz = rr;
        for (int32_t i = from; i < to; i++) {
            rr += s->r[i] * s->r[i];
            rz += s->r[i] * s->z[i];
        }
        iterative_sum_put(partial, OF_R, &rr);
        iterative_sum_put(partial, OF_RZ, &rz);
    }
    iterative_sum_total(&s->base, &s->base.sums, sums);
}

// r = b − A x of this thread.
static void begin(const Pcg *s)
{
    int32_t from, to;
    iterative_share(&s->base, &from, &to);
    for (int32_t i = from; i < to; i++)
        s->r[i] = s->base.b[i] - symmetric_rows_times(&s->base.rows, i, s->base.x);
}

// p = z + beta p, complete after a barrier; q = A p, with partial sums.
static void turn(const Pcg *s, const Quad *beta, bool first, Quad *sums)
{
    int32_t chunk, end, from, to;
    iterative_share(&s->base, &from, &to);
    for (int32_t i = from; i < to; i++)
        s->p[i] = first ? s->z[i] : s->z[i] + *beta * s->p[i];
#pragma omp barrier
    for (team_sums_share(&s->base.next, &chunk, &end); chunk < end; chunk++) {
        double *partial = team_sums_begin(&s->base.next, chunk, &from, &to);
        Quad    pq = {0, 0, 0, 0}, pp = pq, qq = pq;
        for (int32_t i = from; i < to; i++) {
            const Quad p = s->p[i], q = s->q[i] = symmetric_rows_times(&s->base.rows, i, s->p);
            pq += p * q;
            pp += p * p;
            qq += q * q;
        }
        iterative_sum_put(partial, OF_PQ, &pq);
        iterative_sum_put(partial, OF_P, &pp);
        iterative_sum_put(partial, OF_Q, &qq);
    }
    iterative_sum_total(&s->base, &s->base.next, sums);
}

// x += alpha p, r −= alpha q, of this thread.
static void move(const Pcg *s, const Quad *alpha)
{
    int32_t from, to;
    iterative_share(&s->base, &from, &to);
    for (int32_t i = from; i < to; i++) {
        s->base.x[i] += *alpha * s->p[i];
        s->r[i] -= *alpha * s->q[i];
    }
}

typedef enum Way { WAY_ON, WAY_FLAT, WAY_DOWN } Way;

// Step lengths; 0 for a right-hand side that is done. Flat: along the null space of a singular matrix, the curvature is round-off, and
// conjugate gradients cannot reduce the residual further.
static Way step_lengths(const Iterative *s, const Quad *scale, const Quad *at, const Quad *along, Quad *alpha)
{
    static const double CURVATURE_MIN = 1e-18; // far below round-off: a recurrence that continues ends in underflow
    static const double FLAT = 1e-14;
    const double        tolerance = fmax(s->tolerance, CURVATURE_MIN);
    Way                 way = WAY_ON;
    *alpha = quad_of(0);
    for (int k = 0; k < 3; k++) {
        const double curvature = along[OF_PQ][k], flat = FLAT * sqrt(along[OF_P][k] * along[OF_Q][k]);
        if (!(at[OF_R][k] > tolerance * tolerance * (*scale)[k]))
            continue;
        if (curvature > flat)
            (*alpha)[k] = at[OF_RZ][k] / curvature;
        else if (way != WAY_DOWN)
            way = curvature < -flat ? WAY_DOWN : WAY_FLAT;
    }
    return way;
}

static void quotient(const Quad *now, const Quad *before, Quad *out)
{
    for (int k = 0; k < 4; k++)
        (*out)[k] = (*before)[k] > 0 ? (*now)[k] / (*before)[k] : 0;
}

static void run(Iterative *base, const Quad *scale, IterativeEnd *end)
{
    const Pcg *s = (const Pcg *)base;
    Quad       at[ITERATIVE_SUMS], along[ITERATIVE_SUMS], before, alpha, beta;
    Way        way = WAY_ON;
    begin(s);
    precondition(s, at);
    before = beta = at[OF_RZ];
    while (!iterative_is_done(base, &at[OF_R], scale, end)) {
        quotient(&at[OF_RZ], &before, &beta);
        turn(s, &beta, end->iterations == 0, along);
        way = step_lengths(base, scale, at, along, &alpha);
        end->curved = way == WAY_DOWN;
        if (way != WAY_ON)
            break;
        before = at[OF_RZ];
        move(s, &alpha);
        precondition(s, at);
        end->iterations++;
    }
}

// ---- life ----

static Status update(Iterative *base, const Csc *matrix)
{
    LinsysPreconditioner *p = ((Pcg *)base)->preconditioner;
    return p->ops->update(p, matrix);
}

static void release(Iterative *base)
{
    LinsysPreconditioner *p = ((Pcg *)base)->preconditioner;
    if (p && p->ops->destroy)
        p->ops->destroy(p);
}

// Reports the bytes of the preconditioner as factor_bytes.
static void describe(const Iterative *base, LinsysInfo *out)
{
    const Pcg                  *s = (const Pcg *)(const void *)base;
    const LinsysPreconditioner *p = s->preconditioner;
    out->chosen = s->by_size ? p->ops->name : NULL;
    out->factor_bytes = p->stored_bytes ? p->stored_bytes : p->bytes;
    out->solve_set += (double)out->factor_bytes + 6 * (double)base->rows.n * sizeof(Quad);
    out->shifts = p->shifts;
}

static Status build(Pcg *s, const LinsysSetup *setup)
{
    Quad **vectors[] = {&s->r, &s->z, &s->p, &s->q};
    TRY(iterative_init(setup, &linsys_pcg, &s->base));
    const LinsysPreconditionerOps *ops = linsys_preconditioner_chosen(setup, &s->base.rows);
    s->by_size = param_choice(setup->params, "preconditioner") == LINSYS_PRECONDITIONER_COUNT;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        TRY(ARENA_NEW(setup->arena, s->base.rows.n, vectors[i]));
    symmetric_rows_fill(setup->matrix, &s->base.rows);
    TRY(ops->create(setup, &s->base.rows, &s->preconditioner));
    s->preconditioner->ops = ops;
    s->preconditioner->rows = &s->base.rows;
    s->preconditioner->scale = &s->base.scale;
    s->preconditioner->threads = setup->threads;
    s->base.update = update;
    s->base.run = run;
    s->base.describe = describe;
    s->base.release = release;
    s->base.barriers = 3 + s->preconditioner->barriers;
    // p, z read and p written; p and A read, q written; x, r, p, q read and x, r written; r, z once more
    s->base.iteration_bytes =
        (double)symmetric_rows_bytes(&s->base.rows) + (double)s->preconditioner->bytes + 13 * (double)s->base.rows.n * sizeof(Quad);
    return status_ok();
}

static Status create(const LinsysSetup *setup, Linsys **out)
{
    const size_t used = setup->arena->used_bytes;
    Pcg         *s;
    *out = NULL;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    return iterative_ready(setup, used, build(s, setup), &s->base, out);
}

const LinsysOps linsys_pcg = {
    .name = "pcg",
    .summary = "preconditioned conjugate gradients, on all threads; x, y and z together, or one right-hand side",
    .params = PARAMS,
    .create = create,
    ITERATIVE_SLOTS,
};
