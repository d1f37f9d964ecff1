// Fronts of a factorisation computed in single precision.
#define VALUE float
#define SINGLE 1
#define FRONTS FRONTS_F32
#include "linsys/private/front_body.h"
