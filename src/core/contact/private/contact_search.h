// The searches for pairs of elements of the surface, and their memory from one step to the next. The room's own.
#ifndef WEFT_CONTACT_CONTACT_SEARCH_H
#define WEFT_CONTACT_CONTACT_SEARCH_H

#include "contact/private/contacts_internal.h"
#include "geometry/narrow.h"

Status contact_search_make(const Contacts *contacts, int32_t room, Arena *arena) GNU_MUST_CHECK;

// The particles of a pair, in the order of geometry/narrow.h.
void contact_search_corners(const ContactSurface *surface, ContactSearch which, BroadPair pair, int32_t *corner);

// R of a pair: of one body no more than its distance at rest.
double contact_search_thickness(const Model *model, ContactSearch which, const int32_t *corner);

// geometry/narrow.h, by search.
bool contact_search_narrow(ContactSearch which, const double4 *from, const double4 *to, double thickness, double reach, int8_t side,
                           Narrow *out);

// The place of a pair, −1 when it is not there.
int32_t contact_search_find(const KeptPairs *kept, BroadPair pair);

// The drafts of all searches. By all threads, ends with a barrier. Enters PHASE_BROAD and PHASE_NARROW by turns.
void contact_draft_pairs(Contacts *contacts, const State *state, PhaseClock *phases);

#endif
