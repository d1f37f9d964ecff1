// Tests of two tiers. oracle_NAME.c runs at every change; long_oracle_NAME.c defines WEFT_TIER_LONG and includes it, and runs the
// combinations that it leaves out. No combination is in both.
#ifndef WEFT_TESTS_TIER_H
#define WEFT_TESTS_TIER_H

#ifdef WEFT_TIER_LONG
enum { TIER_LONG = 1 };
#else
enum { TIER_LONG = 0 };
#endif

#endif
