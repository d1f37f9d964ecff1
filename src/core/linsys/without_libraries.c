// Stubs for the functions of cholmod_system.c, cholmod_ordering.c, symbolic.c and dense_system.c, compiled into the command line in place
// of those files. The command line names, describes and checks linear systems without the libraries; only workers create them.
#include "linsys/private/cholmod_system.h"
#include "linsys/private/dense_system.h"
#include "linsys/private/symbolic.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define ABSENT(result, name, ...) \
    result name(__VA_ARGS__) \
    { \
        status_assert_failed(#name " may be called only in a worker", __FILE__, __LINE__); \
    }

ABSENT(Status, cholmod_system_create, const LinsysSetup *setup, const LinsysOps *ops, Linsys **out)
ABSENT(Status, cholmod_system_refactor, Linsys *sys, const Csc *same_pattern)
ABSENT(Status, cholmod_system_update, Linsys *sys, const LinsysColumns *columns, bool add)
ABSENT(void, cholmod_system_solve, Linsys *sys, const real4 *rhs, real4 *x)
ABSENT(void, cholmod_system_solve_scalar, Linsys *sys, const double *rhs, double *x)
ABSENT(double, cholmod_system_smallest_pivot, const Linsys *sys, const Csc *matrix)
ABSENT(Status, cholmod_system_failed, const Linsys *sys)
ABSENT(void, cholmod_system_info, const Linsys *sys, LinsysInfo *out)
ABSENT(void, cholmod_system_destroy, Linsys *sys)

ABSENT(Status, symbolic_analyse, const CholmodQuestion *question, CholmodOrdering ordering, Arena *arena, Symbolic *out)

ABSENT(Status, dense_system_create, const LinsysSetup *setup, const LinsysOps *ops, Linsys **out)
ABSENT(Status, dense_system_refactor, Linsys *sys, const Csc *same_pattern)
ABSENT(void, dense_system_solve, Linsys *sys, const real4 *rhs, real4 *x)
ABSENT(void, dense_system_solve_scalar, Linsys *sys, const double *rhs, double *x)
ABSENT(double, dense_system_smallest_pivot, const Linsys *sys, const Csc *matrix)
ABSENT(Status, dense_system_failed, const Linsys *sys)
ABSENT(void, dense_system_info, const Linsys *sys, LinsysInfo *out)
ABSENT(void, dense_system_destroy, Linsys *sys)
