// Cost: operation counts of a step, which characterise a method independently of the machine. record/cost_list.h describes each count.
#ifndef WEFT_STEP_COST_H
#define WEFT_STEP_COST_H

#include <stdint.h>

typedef struct Cost {
#define COST(name, label, what) int64_t name;
#include "record/cost_list.h"
} Cost;

#endif
