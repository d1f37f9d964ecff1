// The solvers. A new one: src/core/solver/solver_NAME.c with `const SolverOps solver_NAME`, and a line here.
SOLVER(pbd)
SOLVER(xpbd)
SOLVER(xpbd_direct)
SOLVER(pd)
SOLVER(newton)
