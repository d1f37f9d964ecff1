// What contacts couple: the pairs of free particles that a contact joins which is not idle, for the patterns of matrices that contain
// contacts. A particle and a collider couple nothing.
#ifndef WEFT_ASSEMBLY_CONTACT_COUPLINGS_H
#define WEFT_ASSEMBLY_CONTACT_COUPLINGS_H

#include "contact/contacts.h"
#include "linsys/linsys.h"

// Of the contacts as they were linearised last (NULL: none): how many pairs, some of them several times; pairs may be NULL.
int64_t contact_couplings(const Contacts *contacts, int32_t (*pairs)[2]);

// Whether a pattern over particles, a lower triangle, has an entry for each of them.
bool contact_couplings_are_in(const Contacts *contacts, const Csc *pattern);

#endif
