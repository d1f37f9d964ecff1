// How deep elements penetrate at the end of a step, and whether the pair was found before the solve.
#ifndef WEFT_CONTACT_CONTACT_REPORT_H
#define WEFT_CONTACT_CONTACT_REPORT_H

#include "contact/private/contact_pairs.h"

// Outside any team: missed and penetration_* of *report, which are right unless the pairs have overflown (contact_pairs_failed). Changes
// the boxes and poses of the motion and the pairs of boxes; kept pairs and candidates stay. STATUS_MEMORY.
Status contact_report_depths(ContactMotion *motion, ContactPairs *pairs, const State *state, int threads,
                             ContactReport *report) GNU_MUST_CHECK;

#endif
