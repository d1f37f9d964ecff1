// Deviation: the particle with the largest distance from its position in a reference, and the median distance.
#ifndef WEFT_MEASURE_DEVIATION_H
#define WEFT_MEASURE_DEVIATION_H

#include "model/model.h"

typedef struct Deviation {
    int32_t particle;         // user's number; the lowest one of a tie
    double  distance, median; // m; the median over the free particles, or over all if none is free
} Deviation;

// x, reference: [particles], user's numbering; scratch: [particles].
Deviation deviation_measure(const Model *model, const double (*x)[3], const double (*reference)[3], double *scratch);

#endif
