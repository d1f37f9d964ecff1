// Couplings by contact: the pairs of free particles in a contact that is not disabled, for the patterns of matrices with contacts. A
// contact of a particle with a collider adds no coupling.
#ifndef WEFT_ASSEMBLY_CONTACT_COUPLINGS_H
#define WEFT_ASSEMBLY_CONTACT_COUPLINGS_H

#include "contact/contacts.h"
#include "linsys/linsys.h"

// Writes the pairs of the contacts as linearised last (NULL: none) and returns their number, duplicates included; pairs may be NULL.
int64_t contact_couplings(const Contacts *contacts, int32_t (*pairs)[2]);

// True if a pattern over particles, a lower triangle, has an entry for each pair.
bool contact_couplings_are_in(const Contacts *contacts, const Csc *pattern);

#endif
