// The same bits with every two choices of the parameters of a solver together, where oracle_parallel has every choice: on one thread, two
// and four.
#define WEFT_TIER_LONG
#include "oracle_parallel.c"
