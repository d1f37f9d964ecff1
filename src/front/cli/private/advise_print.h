// The output of weft advise: the candidates that reach the error, the dropped candidates with reasons, and the settings to use.
#ifndef WEFT_CLI_ADVISE_PRINT_H
#define WEFT_CLI_ADVISE_PRINT_H

#include "advise/advise.h"

void   advise_print(const AdviseSettings *settings, const Advice *advice); // in 80 columns
Status advise_print_json(const AdviseSettings *settings, const Advice *advice) GNU_MUST_CHECK;

#endif
