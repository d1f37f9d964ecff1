#include "solver/private/precondition.h"

#include <string.h>

#include "math/symmetric3.h"
#include "step/team.h"

// ---- 3 × 3 matrices, row-major ----

// a⁻¹ of a symmetric a; eigenvalues below `least` count as this much.
static bool invert(const double a[9], double least, double out[9])
{
    double  value[3];
    double4 axis[3];
    bool    is_definite = true;
    symmetric3_eigen((const double(*)[3])a, value, axis);
    memset(out, 0, 9 * sizeof *out);
    for (int k = 0; k < 3; k++) {
        const double v[3] = {axis[k].x, axis[k].y, axis[k].z};
        is_definite = is_definite && value[k] > least;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                out[3 * r + c] += v[r] * v[c] / fmax(value[k], least);
    }
    return is_definite;
}

static double4 times(const double a[9], double4 x)
{
    return (double4){a[0] * x.x + a[1] * x.y + a[2] * x.z, a[3] * x.x + a[4] * x.y + a[5] * x.z, a[6] * x.x + a[7] * x.y + a[8] * x.z, 0};
}

// ---- block_jacobi ----

static Status create_jacobi(Preconditioner *p, LinsysSolver *solver, const SolverSetup *setup)
{
    (void)solver;
    return ARENA_NEW(setup->arena, p->rows->n, &p->block);
}

// An exact block that is not positive definite is raised to what the mass alone is.
static void update_jacobi(Preconditioner *p, const double *mass)
{
    int32_t from, to;
    team_range(0, p->rows->n, &from, &to);
    for (int32_t i = from; i < to; i++)
        (void)!invert(p->rows->value[p->rows->diagonal[i]], mass[i], p->block[i]);
#pragma omp barrier
}

static void apply_jacobi(const Preconditioner *p, const double4 *r, double4 *z)
{
    int32_t from, to;
    team_range(0, p->rows->n, &from, &to);
    for (int32_t i = from; i < to; i++)
        z[i] = times(p->block[i], r[i]);
#pragma omp barrier
}

// ---- pd_factor ----

static bool lacks_stencil(const ConstraintOps *ops)
{
    return !ops->stencil;
}

static Status create_pd(Preconditioner *p, LinsysSolver *solver, const SolverSetup *setup)
{
    if (setup->linsys->iterative)
        return status_make(STATUS_UNSUPPORTED,
                           "newton_pcg: a preconditioner is the same matrix in every application, and what linear system %s finds after "
                           "some iterations is none; take a direct one for precondition=pd_factor",
                           setup->linsys->name);
    TRY(ARENA_NEW(setup->arena, p->rows->n, &p->rhs));
    TRY(ARENA_NEW(setup->arena, p->rows->n, &p->solved));
    TRY(stencil_matrix_init(setup->model, NULL, setup->dt, setup->threads, setup->arena, &p->system));
    TRY(linsys_solver_init(solver, setup, &p->system.matrix, setup->positions, 1));
    p->linsys = solver->linsys;
    return status_ok();
}

static void update_pd(Preconditioner *p, const double *mass)
{
    (void)p, (void)mass; // its matrix does not depend on positions
}

static void apply_pd(const Preconditioner *p, const double4 *r, double4 *z)
{
    int32_t from, to;
    team_range(0, p->rows->n, &from, &to);
    for (int32_t i = from; i < to; i++)
        p->rhs[i] = (real4){(real)r[i].x, (real)r[i].y, (real)r[i].z, 0};
#pragma omp barrier
    p->linsys->ops->solve(p->linsys, p->rhs, p->solved);
    for (int32_t i = from; i < to; i++)
        z[i] = (double4){(double)p->solved[i].x, (double)p->solved[i].y, (double)p->solved[i].z, 0};
#pragma omp barrier
}

// ---- ic0 ----

static const double ROUND_OFF = 1e-12;

static Status create_ic0(Preconditioner *p, LinsysSolver *solver, const SolverSetup *setup)
{
    (void)solver;
    return ARENA_NEW(setup->arena, p->rows->start[p->rows->n], &p->block);
}

// a −= b d cᵀ, with the pivot d of b and c, which lie in its column.
static void subtract(double a[9], const double b[9], const double pivot[9], const double c[9])
{
    double bd[9] = {0};
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                bd[3 * r + k] += b[3 * r + l] * pivot[3 * l + k];
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                a[3 * r + k] -= bd[3 * r + l] * c[3 * k + l];
}

// A = (D + L) D⁻¹ (D + L)ᵀ on the pattern, L strictly lower: block (i, j) of D + L is A_ij − Σ_{k<j} L_ik D_k⁻¹ L_jkᵀ. Stored are L and
// D⁻¹. False: a pivot is not positive definite, and its eigenvalues were raised to round-off of the block.
static bool factorise_row(Preconditioner *p, int32_t i, double shift)
{
    const BlockRows *rows = p->rows;
    double           largest = 0, pivot[9];
    for (int32_t at = rows->start[i]; at <= rows->diagonal[i]; at++) {
        const int32_t j = rows->column[at];
        double       *block = p->block[at];
        memcpy(block, rows->value[at], 9 * sizeof *block);
        for (int e = 0; e < 9 && j == i; e++)
            largest = fmax(largest, fabs(block[e]));
        for (int e = 0; e < 9 && j == i; e += 4)
            block[e] += shift * largest;
        for (int32_t a = rows->start[i], b = rows->start[j]; rows->column[a] < j && rows->column[b] < j;) {
            const int32_t left = rows->column[a], right = rows->column[b];
            if (left == right)
                subtract(block, p->block[a], p->block[rows->diagonal[left]], p->block[b]);
            a += left <= right;
            b += right <= left;
        }
    }
    double *own = p->block[rows->diagonal[i]];
    memcpy(pivot, own, sizeof pivot);
    return invert(pivot, ROUND_OFF * largest, own);
}

static bool factorise(Preconditioner *p, double shift)
{
    bool is_definite = true;
    for (int32_t i = 0; i < p->rows->n; i++)
        is_definite = factorise_row(p, i, shift) && is_definite;
    return is_definite;
}

// A diagonal without positive entries is no reason to give up: what is added is of the size of its entries.
static void update_ic0(Preconditioner *p, const double *mass)
{
    enum { SHIFTS_MAX = 8 };
    (void)mass;
#pragma omp single
    {
        p->shift = 0;
        for (p->shifts = 0; !factorise(p, p->shift) && p->shifts < SHIFTS_MAX; p->shifts++)
            p->shift = p->shifts == 0 ? 1e-3 : 10 * p->shift;
    }
}

// z = (D + L)⁻ᵀ D (D + L)⁻¹ r.
static void apply_ic0(const Preconditioner *p, const double4 *r, double4 *z)
{
    const BlockRows *rows = p->rows;
#pragma omp single
    {
        for (int32_t i = 0; i < rows->n; i++) {
            double4 sum = r[i];
            int32_t at = rows->start[i];
            for (; rows->column[at] < i; at++)
                double4_add_to(&sum, -1, times(p->block[at], z[rows->column[at]]));
            z[i] = times(p->block[at], sum);
        }
        for (int32_t i = rows->n - 1; i >= 0; i--) {
            const int32_t pivot = rows->diagonal[i];
            for (int32_t at = rows->start[i]; at < pivot; at++) {
                const double *l = p->block[at];
                const double  transposed[9] = {l[0], l[3], l[6], l[1], l[4], l[7], l[2], l[5], l[8]};
                const int32_t j = rows->column[at];
                double4_add_to(&z[j], -1, times(p->block[rows->diagonal[j]], times(transposed, z[i])));
            }
        }
    }
}

// ---- the table ----

static const PreconditionerOps TABLE[] = {
    {.name = "block_jacobi", .create = create_jacobi, .update = update_jacobi, .apply = apply_jacobi},
    {.name = "pd_factor", .cannot_do = lacks_stencil, .create = create_pd, .update = update_pd, .apply = apply_pd},
    {.name = "ic0", .create = create_ic0, .update = update_ic0, .apply = apply_ic0},
};
const char *const PRECONDITIONER_NAMES[] = {"block_jacobi", "pd_factor", "ic0", NULL};

const PreconditionerOps *preconditioner_at(int index)
{
    return &TABLE[index];
}

Status preconditioner_init(Preconditioner *p, const PreconditionerOps *ops, const BlockRows *rows, LinsysSolver *solver,
                           const SolverSetup *setup)
{
    *p = (Preconditioner){.ops = ops, .rows = rows};
    return ops->create(p, solver, setup);
}
