// The linear systems. A new one: src/core/linsys/linsys_NAME.c with `const LinsysOps linsys_NAME`, and a line here.
LINSYS(cholmod_simplicial)
LINSYS(cholmod_supernodal)
LINSYS(supernodal_parallel)
LINSYS(auto)
LINSYS(dense)
LINSYS(dense_3n)
LINSYS(simplicial_3n)
