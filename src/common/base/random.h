// Seeded random numbers (SplitMix64, Steele, Lea and Flood 2014): shuffling cases, perturbing test data. Same bits everywhere.
#ifndef WEFT_BASE_RANDOM_H
#define WEFT_BASE_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

static inline uint64_t random_bits(Random *random)
{
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double random_unit(Random *random) // uniform in [0, 1)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

static inline uint64_t random_below(Random *random, uint64_t bound) // uniform in 0 … bound−1 up to 2⁻⁶⁴·bound, bound > 0
{
    return random_bits(random) % bound;
}

#endif
