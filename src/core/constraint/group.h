// Shared by the kinds over any number of particles: traversal of the members of a group by a team, and second derivatives.
//
// A team divides a group into blocks of GROUP_BLOCK members. Sums are taken per block, in the order of the members. Every thread then adds
// them in the order of the blocks, so that the bits do not depend on the number of threads. All values are computed in double precision
// from differences of positions. A group has as many terms as a body has particles, and their round-off must not dominate its value.
#ifndef WEFT_CONSTRAINT_GROUP_H
#define WEFT_CONSTRAINT_GROUP_H

#include <omp.h>

#include "constraint/constraint.h"

static inline int32_t group_members(const ConstraintSet *set, int32_t i)
{
    return set->groups->start[i + 1] - set->groups->start[i];
}

static inline int32_t group_blocks(int32_t members)
{
    return (members + GROUP_BLOCK - 1) / GROUP_BLOCK;
}

// This thread's blocks from … to−1 of a group.
static inline void group_share(int32_t members, int32_t *from, int32_t *to)
{
    const int64_t blocks = group_blocks(members), threads = omp_get_num_threads(), thread = omp_get_thread_num();
    *from = (int32_t)(blocks * thread / threads);
    *to = (int32_t)(blocks * (thread + 1) / threads);
}

// The members of a block.
static inline int32_t group_block_end(int32_t members, int32_t block)
{
    return (block + 1) * GROUP_BLOCK < members ? (block + 1) * GROUP_BLOCK : members;
}

static inline double *group_partial(const GroupWork *work, int32_t block)
{
    return work->partial + (size_t)block * GROUP_SUMS;
}

// Sums of columns first … first+count−1 over all blocks. After a barrier.
void group_sum(const GroupWork *work, int32_t members, int first, int count, double *sum);

// ---- second derivatives ----

// Clears `out`: zero blocks, no directions.
void group_hessian_clear(const ConstraintSet *set, int32_t i, GroupHessian *out);

// Adds the block [axis]ₓ of a coupling and its transpose, between members `first` and `second`: (1 − theta) times it, plus theta times the
// positive semi-definite part of the two, ½ [|G|, G; Gᵀ, |G|] with |G| = |axis| I − axis axisᵀ / |axis|.
void group_hessian_add(GroupHessian *out, int32_t coupling, int32_t first, int32_t second, double4 axis, double theta);

// Index of a particle in a list that contains it.
int32_t group_place_of(const int32_t *ascending, int32_t count, int32_t particle);

// Member index of a particle; for groups whose members are sorted.
int32_t group_member_of(const ConstraintSet *set, int32_t i, int32_t particle);

#endif
