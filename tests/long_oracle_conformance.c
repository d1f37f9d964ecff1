// Every two choices of the parameters of a solver together, where oracle_conformance has every choice: some eighty runs of the suite more.
#define WEFT_TIER_LONG
#include "oracle_conformance.c"
