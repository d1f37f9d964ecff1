// Cost: what a step costs in counts, which say more of a method than the clock of one machine does. record/cost_list.h says what each is.
#ifndef WEFT_STEP_COST_H
#define WEFT_STEP_COST_H

#include <stdint.h>

typedef struct Cost {
#define COST(name, label, what) int64_t name;
#include "record/cost_list.h"
} Cost;

#endif
