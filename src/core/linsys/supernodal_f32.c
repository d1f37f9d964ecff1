// The kernels of the parallel triangular solve for a factor in single precision.
#define VALUE float
#define KERNELS SUPERNODAL_F32
#define GROUP 4
#if defined(__AVX__)
#define COLUMNS 2
#else
#define COLUMNS 1
#endif
#include "linsys/private/supernodal_kernels_body.h"
