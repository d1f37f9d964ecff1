#include "run/scaling.h"

#include <math.h>

// What two threads take of the time of one, over the half of it: 0 for a perfect second thread, 1 for one that gains nothing.
static double loss(const ScalingTimes *t)
{
    return 2 * (t->two - t->barriers) / t->one - 1;
}

double scaling_shared(const ScalingTimes *t, int threads)
{
    const double p = threads;
    return t->one / p * (1 + 2 * fmax(loss(t), -0.5) * (1 - 1 / p)) + t->barriers * (p - 1);
}

double scaling_serial(const ScalingTimes *t, int threads)
{
    const double fraction = fmin(fmax(loss(t), 0), 1);
    return t->one * (fraction + (1 - fraction) / threads) + t->barriers * (threads - 1);
}
