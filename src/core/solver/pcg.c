#include "solver/private/pcg.h"

#include "step/team.h"

Status pcg_init(Pcg *pcg, const PreconditionerOps *ops, const Hessian *hessian, LinsysSolver *solver, const SolverSetup *setup)
{
    const int32_t n = hessian->blocks.n;
    double4     **vectors[] = {&pcg->direction, &pcg->residual, &pcg->solved, &pcg->along, &pcg->product};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        TRY(ARENA_NEW(setup->arena, n, vectors[i]));
    TRY(team_sums_init(n, 1, setup->arena, &pcg->sums));
    TRY(block_rows_init(hessian, setup->arena, &pcg->rows));
    return preconditioner_init(&pcg->preconditioner, ops, &pcg->rows, solver, setup);
}

void pcg_read(Pcg *pcg, const double *mass)
{
    int32_t from, to;
    team_range(0, pcg->rows.n, &from, &to);
    block_rows_read(&pcg->rows, from, to);
#pragma omp barrier
    pcg->preconditioner.ops->update(&pcg->preconditioner, mass);
}

// One barrier, before it adds.
static double dot(const Pcg *pcg, const double4 *a, const double4 *b)
{
    int32_t chunk, end, from, to;
    double  sum;
    for (team_sums_share(&pcg->sums, &chunk, &end); chunk < end; chunk++) {
        double *partial = team_sums_begin(&pcg->sums, chunk, &from, &to);
        for (int32_t i = from; i < to; i++)
            *partial += double4_dot(a[i], b[i]);
    }
    team_sums_total(&pcg->sums, &sum);
    return sum;
}

// product = H·along; along·product.
static double curve(const Pcg *pcg)
{
    int32_t from, to;
    team_sums_range(&pcg->sums, &from, &to);
    for (int32_t i = from; i < to; i++)
        pcg->product[i] = block_rows_times(&pcg->rows, i, pcg->along);
    return dot(pcg, pcg->along, pcg->product);
}

static void begin(const Pcg *pcg, const double4 *gradient)
{
    int32_t from, to;
    team_sums_range(&pcg->sums, &from, &to);
    for (int32_t i = from; i < to; i++) {
        pcg->direction[i] = (double4){0, 0, 0, 0};
        pcg->residual[i] = double4_scale(-1, gradient[i]);
    }
#pragma omp barrier
}

// along = solved + beta along. All of it complete after a barrier.
static void turn(const Pcg *pcg, double beta)
{
    int32_t from, to;
    team_sums_range(&pcg->sums, &from, &to);
    for (int32_t i = from; i < to; i++) {
        pcg->along[i] = double4_scale(beta, pcg->along[i]);
        double4_add_to(&pcg->along[i], 1, pcg->solved[i]);
    }
#pragma omp barrier
}

static void move(const Pcg *pcg, double length)
{
    int32_t from, to;
    team_sums_range(&pcg->sums, &from, &to);
    for (int32_t i = from; i < to; i++) {
        double4_add_to(&pcg->direction[i], length, pcg->along[i]);
        double4_add_to(&pcg->residual[i], -length, pcg->product[i]);
    }
#pragma omp barrier
}

// r·P⁻¹r.
static double precondition(const Pcg *pcg)
{
    pcg->preconditioner.ops->apply(&pcg->preconditioner, pcg->residual, pcg->solved);
    return dot(pcg, pcg->residual, pcg->solved);
}

PcgEnd pcg_solve(const Pcg *pcg, const double4 *gradient, double eta, int32_t most)
{
    static const double ROUND_OFF = 0x1p-52; // below it the residual is not that of d any more
    PcgEnd              end = {0};
    begin(pcg, gradient);
    double       now = precondition(pcg), before = now;
    const double wanted = pow(fmax(eta, ROUND_OFF), 2) * now;
    while (end.iterations < most && now > wanted && !end.curved) {
        turn(pcg, end.iterations == 0 ? 0 : now / before);
        const double curvature = curve(pcg);
        end.products++;
        end.curved = !(curvature > 0);
        if (end.curved && end.iterations > 0)
            break;
        move(pcg, end.curved ? 1 : now / curvature); // curved at once: along is −P⁻¹g
        end.iterations++;
        before = now;
        now = precondition(pcg);
    }
#pragma omp barrier // the sums are read
    end.slope = dot(pcg, gradient, pcg->direction);
    return end;
}
