// The check of the start: what no solver could repair.
#ifndef WEFT_CONTACT_CONTACT_START_H
#define WEFT_CONTACT_CONTACT_START_H

#include "contact/private/contact_motion.h"

// STATUS_INPUT: a particle inside a collider, surfaces that intersect, two bodies with a particle at the same position; says which.
// STATUS_MEMORY. Changes the poses of the colliders.
Status contact_start_check(ContactMotion *motion, const State *state, int threads) GNU_MUST_CHECK;

#endif
