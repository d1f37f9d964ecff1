// The kernels of the parallel triangular solve for a factor in single precision.
#define VALUE float
#define KERNELS SUPERNODAL_F32
#if defined(__AVX512F__)
#define GROUP 4
#elif defined(__AVX__)
#define GROUP 2
#else
#define GROUP 1
#endif
#include "linsys/private/supernodal_kernels_body.h"
