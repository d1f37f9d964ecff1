// weft sim --forces: the forces at the end.
#ifndef WEFT_CLI_SIM_FORCES_H
#define WEFT_CLI_SIM_FORCES_H

#include <jansson.h>

#include "case/case.h"

// Forces of constraints by kind, what carries them, and iterations used.
void sim_forces_print(const Case *c, const json_t *rows);

#endif
