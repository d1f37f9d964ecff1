#include "machine/processor.h"

#include "base/gnu.h"

// The features that distinguish the levels; all other features come with a listed one.
bool processor_runs_level(int level)
{
#ifdef __x86_64__
    if (level == 4)
        return GNU_CPU_SUPPORTS("avx512f") && GNU_CPU_SUPPORTS("avx512bw") && GNU_CPU_SUPPORTS("avx512dq") &&
               GNU_CPU_SUPPORTS("avx512vl") && processor_runs_level(3);
    if (level == 3)
        return GNU_CPU_SUPPORTS("avx2") && GNU_CPU_SUPPORTS("fma") && GNU_CPU_SUPPORTS("bmi") && GNU_CPU_SUPPORTS("bmi2") &&
               processor_runs_level(2);
    return GNU_CPU_SUPPORTS("sse4.2") && GNU_CPU_SUPPORTS("popcnt");
#else
    return level < 0;
#endif
}
