#include "run/scaling.h"

#include <math.h>

// Loss of the second thread: 0 if two threads take half the time of one, 1 if they take the same time.
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
