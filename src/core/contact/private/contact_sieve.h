// Filter that rejects most overlapping pairs of boxes before they are stored: elements that share a particle, and elements that stay apart
// in the step (geometry/apart.h). The rules and the narrow phase reject the same pairs, and more, one by one.
#ifndef WEFT_CONTACT_CONTACT_SIEVE_H
#define WEFT_CONTACT_CONTACT_SIEVE_H

#include "contact/private/contact_elements.h"
#include "geometry/apart.h"
#include "geometry/broad.h"

typedef struct PairSieve {
    BroadSieve            base;
    const ContactSurface *surface;
    PairKind              kind;
    ApartWays             ways; // written between barriers only; from == NULL: no pair is rejected
} PairSieve;

void contact_sieve_init(const ContactSurface *surface, PairKind kind, PairSieve *out);

#endif
