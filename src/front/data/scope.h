// The scope of an experiment in one line: which scenes, sizes, stiffnesses, time steps, threads and processors its cases cover.
#ifndef WEFT_DATA_SCOPE_H
#define WEFT_DATA_SCOPE_H

#include "data/dataset.h"

enum { SCOPE_TEXT_MAX = 1000 };

// "scene cloth, heavy_payload; n 16, 24; stiffness 100 to 10000 N/m; dt 0.01667 s; threads 1; AMD EPYC, 2 cores", over the measured cases.
// Up to three values are listed, of more numbers the smallest and the largest.
void scope_text(const Dataset *dataset, char out[SCOPE_TEXT_MAX]);

#endif
