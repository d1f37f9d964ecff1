// A pass over all contacts by a team, colour after colour (Gauss-Seidel).
#ifndef WEFT_STEP_CONTACT_RUN_H
#define WEFT_STEP_CONTACT_RUN_H

#include "contact/contacts.h"

// Contacts from … to−1 of a class; disjoint: no two of them share a particle.
typedef void ContactVisit(const void *user, ContactClass which, int32_t from, int32_t to, bool disjoint);

// All threads of a team. The result does not depend on their number; small colours run one after another on one thread. Ends with a
// barrier, unless there are no contacts.
void contact_run(const Contacts *contacts, ContactVisit *visit, const void *user);

// Barriers of a pass.
int32_t contact_run_barriers(const Contacts *contacts);

#endif
