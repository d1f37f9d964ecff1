// Deviation: the particle that is farthest from where a reference has it, and how far the median of the particles is.
#ifndef WEFT_MEASURE_DEVIATION_H
#define WEFT_MEASURE_DEVIATION_H

#include "model/model.h"

typedef struct Deviation {
    int32_t particle;         // user's number; the lowest of equal ones
    double  distance, median; // m; the median over the free particles, over all where none is free
} Deviation;

// x, reference: [particles], user's numbering; scratch: [particles].
Deviation deviation_measure(const Model *model, const double (*x)[3], const double (*reference)[3], double *scratch);

#endif
