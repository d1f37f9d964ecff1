// Fronts of a factorisation computed in single precision.
#define VALUE float
#define FRONTS FRONTS_F32
#include "linsys/private/front_body.h"
