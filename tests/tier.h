// Tests of two tiers. oracle_NAME.c and unit_NAME.c run at every change; long_oracle_NAME.c and long_unit_NAME.c define WEFT_TIER_LONG,
// include them, and run what they leave out. No check runs in both.
#ifndef WEFT_TESTS_TIER_H
#define WEFT_TESTS_TIER_H

#ifdef WEFT_TIER_LONG
enum { TIER_LONG = 1 };
#else
enum { TIER_LONG = 0 };
#endif

#endif
