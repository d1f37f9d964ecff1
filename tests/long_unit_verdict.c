// How often chance alone gives an answer, of 200 simulated runs: the statistics of the pieces are in unit_interval.
#define WEFT_TIER_LONG
#include "unit_verdict.c"
