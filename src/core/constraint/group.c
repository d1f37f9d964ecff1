#include "constraint/group.h"

#include <string.h>

#include "base/sorted.h"
#include "constraint/private/group_projection.h"

void group_sum(const GroupWork *work, int32_t members, int first, int count, double *sum)
{
    for (int c = 0; c < count; c++)
        sum[c] = 0;
    for (int32_t block = 0; block < group_blocks(members); block++)
        for (int c = 0; c < count; c++)
            sum[c] += group_partial(work, block)[first + c];
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

// As in constraint/projection.h. The divisor is 0 if no particle can move, and infinite for a broken constraint.
double group_change(const ConstraintSet *set, int32_t i, const Sweep *s, double old, double value, double weight, double motion)
{
    const int    sense = constraint_sense(set, i);
    const double lowest = sense == SENSE_GREATER_EQUAL ? 0 : -INFINITY, highest = sense == SENSE_LESS_EQUAL ? 0 : INFINITY;
    const double alpha = s->lambda ? (double)s->compliance[i] * (double)s->inverse_h2 : 0, gamma = s->gamma ? (double)s->gamma[i] : 0;
    const double error = value + alpha * old + gamma * constraint_damped_motion(set, i, value, motion);
    const double divisor = (1 + gamma) * weight + alpha;
    if (!(divisor > 0 && divisor < INFINITY))
        return 0;
    const double share = s->correction ? (double)s->weight[i] : 1, change = -(double)s->relaxation * share * error / divisor;
    const double kept = clamp(change, lowest - old, highest - old);
    if (s->lambda && omp_get_thread_num() == 0)
        s->lambda[i] = (real)(old + kept);
    return kept;
}

// ---- second derivatives ----

void group_hessian_clear(const ConstraintSet *set, int32_t i, GroupHessian *out)
{
    const size_t members = (size_t)group_members(set, i);
    const size_t couplings = set->ops->group->couplings ? (size_t)set->ops->group->couplings(set, i, NULL) : 0;
    out->directions = 0;
    memset(out->own, 0, members * sizeof *out->own);
    memset(out->pair, 0, couplings * sizeof *out->pair);
}

void group_hessian_add(GroupHessian *out, int32_t coupling, int32_t first, int32_t second, double4 axis, double theta)
{
    const double size = double4_norm(axis), whole = 1 - 0.5 * theta, half = 0.5 * theta;
    const double v[3] = {axis.x, axis.y, axis.z};
    double      *pair = out->pair[coupling];
    pair[1] -= whole * v[2], pair[2] += whole * v[1], pair[5] -= whole * v[0];
    pair[3] += whole * v[2], pair[6] -= whole * v[1], pair[7] += whole * v[0];
    for (int r = 0; r < 3 && size > 0 && theta > 0; r++)
        for (int c = 0; c < 3; c++) {
            const double h = half * ((r == c ? size : 0) - v[r] * v[c] / size);
            out->own[first][3 * r + c] += h;
            out->own[second][3 * r + c] += h;
        }
}

int32_t group_place_of(const int32_t *ascending, int32_t count, int32_t particle)
{
    return sorted_below(ascending, sizeof *ascending, count - 1, particle);
}

int32_t group_member_of(const ConstraintSet *set, int32_t i, int32_t particle)
{
    return group_place_of(set->vertices + set->groups->start[i], group_members(set, i), particle);
}
