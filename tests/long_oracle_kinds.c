// The pairs of a solver and a kind of constraint that oracle_kinds leaves out: two thirds of all.
#define WEFT_TIER_LONG
#include "oracle_kinds.c"
