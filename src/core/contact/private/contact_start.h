// Check of the initial state: finds errors that no solver could correct.
#ifndef WEFT_CONTACT_CONTACT_START_H
#define WEFT_CONTACT_CONTACT_START_H

#include "contact/private/contact_motion.h"

// STATUS_INPUT: a particle is inside a collider, surfaces intersect, or two bodies have a particle at the same position; the message names
// them. STATUS_MEMORY. Changes the poses of the colliders.
Status contact_start_check(ContactMotion *motion, const State *state, int threads) GNU_MUST_CHECK;

#endif
