// The preconditioners. A new one: src/core/linsys/preconditioner_NAME.c with `const LinsysPreconditionerOps linsys_preconditioner_NAME`, a
// line here, and a description in the summary of the param in linsys_pcg.c. cached and factor_f32 share preconditioner_direct.c.
PRECONDITIONER(block_jacobi)
PRECONDITIONER(jacobi)
PRECONDITIONER(none)
PRECONDITIONER(ic0)
PRECONDITIONER(mas)
PRECONDITIONER(amg)
PRECONDITIONER(cached)
PRECONDITIONER(factor_f32)
