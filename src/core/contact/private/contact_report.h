// How deep elements penetrate at the end of a step, and whether the pair was found before the solve.
#ifndef WEFT_CONTACT_CONTACT_REPORT_H
#define WEFT_CONTACT_CONTACT_REPORT_H

#include "contact/private/contact_pairs.h"

enum { CROSSING_TEXT = 160 };

// Outside any team, after the pairs have followed to the state: missed, penetration_* and crossings of *report, which are right unless the
// pairs have overflown (contact_pairs_failed); text: what the first crossing is, if there is one. Crossings are those of pairs that were
// found, by the motion of every substep, and of all others by the straight motion of the step. Changes the boxes and poses of the motion
// and the pairs of boxes; kept pairs and candidates stay. STATUS_MEMORY.
Status contact_report_depths(ContactMotion *motion, ContactPairs *pairs, const State *state, int threads, ContactReport *report,
                             char text[CROSSING_TEXT]) GNU_MUST_CHECK;

#endif
