#include "measure/deviation.h"

#include <math.h>

#include "base/statistics.h"

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

Deviation deviation_measure(const Model *model, const double (*x)[3], const double (*reference)[3], double *scratch)
{
    Deviation worst = {.distance = -1};
    int       count = 0;
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double d = distance(x[i], reference[i]);
        if (d > worst.distance)
            worst = (Deviation){.particle = i, .distance = d};
        if (model->inverse_mass[model->model_of[i]] > 0)
            scratch[count++] = d;
    }
    for (int32_t i = 0; count == 0 && i < model->particle_count; i++)
        scratch[i] = distance(x[i], reference[i]);
    worst.median = statistics_median(scratch, count ? count : model->particle_count);
    return worst;
}
