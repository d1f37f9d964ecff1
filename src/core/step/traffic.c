#include "step/traffic.h"

PhaseTraffic traffic_of_solve(const Linsys *system, int32_t n, int64_t runs)
{
    LinsysInfo info = {0};
    system->ops->info(system, &info);
    if (system->ops->iterative && !(info.solve_bytes > 0)) // its number of iterations is unknown
        return (PhaseTraffic){0};
    const double vectors = 2.0 * n * (double)sizeof(real4), columns = info.order == n ? 3 : 1; // a baseline of order 3n has one column
    return (PhaseTraffic){
        .runs = runs,
        .bytes = vectors + (info.solve_bytes > 0 ? info.solve_bytes : 2 * (double)info.factor_bytes),
        .working_set = vectors + (info.solve_set > 0 ? info.solve_set : (double)info.factor_bytes),
        .flops = info.solve_flops > 0 ? info.solve_flops : 4 * columns * (double)info.factor_nonzeros,
        .precision = info.solve_precision ? info.solve_precision : "f64",
    };
}
