// A race made on purpose, for the thread sanitizer to find: tsan_race none|reals|copy|argument|lanes. Two threads touch one block of four
// reals, one writing it, real by real, as a struct (that is copied, or handed to a function) or as a vector; with none, a barrier stands
// between them. Exit code 0 unless a race is reported.
#include <string.h>

#include "math/wide.h"

static const int32_t HERE[WIDE_LANES]; // one block for every lane

static void write_block(const char *access, real4 *block)
{
    const real4 value = {1, 2, 3, 4};
    if (strcmp(access, "copy") == 0 || strcmp(access, "argument") == 0)
        *block = value;
    else if (strcmp(access, "lanes") == 0)
        wide_store_blocks(block, HERE, 1, (WideBlocks){{wide_all(1), wide_all(1), wide_all(1), wide_all(1)}}, WIDE_LANES);
    else
        block->x = value.x;
}

static real last_of(real4 value)
{
    return value.w;
}

static real read_block(const char *access, const real4 *block)
{
    if (strcmp(access, "copy") == 0) {
        const real4 value = *block;
        return value.w;
    }
    if (strcmp(access, "argument") == 0)
        return last_of(*block);
    if (strcmp(access, "lanes") == 0) {
        const WideBlocks blocks = wide_load_blocks(block, HERE, 1);
        return wide_columns(&blocks).w[0];
    }
    return block->x;
}

int main(int argc, char **argv)
{
    const char *access = argc == 2 ? argv[1] : "none";
    real4       block = {0};
    real        sum = 0;
#pragma omp parallel num_threads(2) default(none) shared(access, block) reduction(+ : sum)
    {
#pragma omp master
        write_block(access, &block);
        if (strcmp(access, "none") == 0) {
#pragma omp barrier
        }
        sum += read_block(access, &block);
    }
    return sum < 0;
}
