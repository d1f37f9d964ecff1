// The kernels of the parallel triangular solve for a factor in double precision. They process one row at a time although two would fit into
// the widest registers, since the load of an entry then broadcasts it at no cost.
#define VALUE double
#define KERNELS SUPERNODAL_F64
#define GROUP 1
#define COLUMNS 1
#include "linsys/private/supernodal_kernels_body.h"
