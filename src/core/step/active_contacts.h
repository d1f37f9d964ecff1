// ActiveContacts: whether the contacts with C < 0 are others than at the iterate before, for what remembers iterates.
#ifndef WEFT_STEP_ACTIVE_CONTACTS_H
#define WEFT_STEP_ACTIVE_CONTACTS_H

#include "base/team_sums.h"
#include "step/step.h"

typedef struct ActiveContacts {
    const Contacts *contacts;              // NULL: none, and nothing ever changes
    uint8_t        *were[CONTACT_CLASSES]; // [room]
    TeamSums        changes[CONTACT_CLASSES];
} ActiveContacts;

Status active_contacts_init(const Contacts *contacts, Arena *arena, ActiveContacts *out) GNU_MUST_CHECK;

// Whether any has changed since the last call; in the first call of a step every contact has. All threads of a team, with x complete; the
// same for all. One barrier inside, none behind: the next call needs one before it.
bool active_contacts_changed(const ActiveContacts *active, bool first, const real4 *x);

#endif
