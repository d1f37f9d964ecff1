// Fronts of a factorisation computed in double precision.
#define VALUE double
#define SINGLE 0
#define FRONTS FRONTS_F64
#include "linsys/private/front_body.h"
