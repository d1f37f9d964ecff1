// Facts of a store as text: private/quote_fact_list.h.
#ifndef WEFT_REPORT_QUOTE_FACT_H
#define WEFT_REPORT_QUOTE_FACT_H

#include "report/private/published.h"

const char *const *quote_facts(void); // their names, ended by NULL
// fact: its index in quote_facts().
Status quote_fact_put(Published *published, int fact, FILE *out) GNU_MUST_CHECK;

#endif
