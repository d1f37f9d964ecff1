// ActiveContacts: detects changes of the active set (contacts with C < 0) between iterates. History-based accelerators then restart.
#ifndef WEFT_STEP_ACTIVE_CONTACTS_H
#define WEFT_STEP_ACTIVE_CONTACTS_H

#include "base/team_sums.h"
#include "step/step.h"

typedef struct ActiveContacts {
    const Contacts *contacts;              // NULL: no contacts, never a change
    uint8_t        *were[CONTACT_CLASSES]; // [room]
    TeamSums        changes[CONTACT_CLASSES];
} ActiveContacts;

Status active_contacts_init(const Contacts *contacts, Arena *arena, ActiveContacts *out) GNU_MUST_CHECK;

// True if the active set changed since the last call. In the first call of a step every contact counts as changed. All threads of a team,
// with x complete; all get the same result. One barrier inside, none at the end: a barrier must precede the next call.
bool active_contacts_changed(const ActiveContacts *active, bool first, const real4 *x);

#endif
