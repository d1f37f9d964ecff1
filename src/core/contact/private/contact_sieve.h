// What strikes out most pairs of boxes that overlap before they are stored: elements that share a particle, and elements that stay apart in
// the step (geometry/apart.h). The rules and the narrow phase strike out the same pairs and more, one by one.
#ifndef WEFT_CONTACT_CONTACT_SIEVE_H
#define WEFT_CONTACT_CONTACT_SIEVE_H

#include "contact/private/contact_elements.h"
#include "geometry/apart.h"
#include "geometry/broad.h"

typedef struct PairSieve {
    BroadSieve            base;
    const ContactSurface *surface;
    PairKind              kind;
    ApartWays             ways; // written between barriers only; from is NULL: every pair remains
} PairSieve;

void contact_sieve_init(const ContactSurface *surface, PairKind kind, PairSieve *out);

#endif
