// What weft advise says: a table of what reaches the error, what was left out and why, and the settings to use.
#ifndef WEFT_CLI_ADVISE_PRINT_H
#define WEFT_CLI_ADVISE_PRINT_H

#include "advise/advise.h"

void   advise_print(const AdviseSettings *settings, const Advice *advice); // in 80 columns
Status advise_print_json(const AdviseSettings *settings, const Advice *advice) GNU_MUST_CHECK;

#endif
