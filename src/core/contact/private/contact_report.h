// How deep elements penetrate at the end of a step, and whether the pair was found before the solve.
#ifndef WEFT_CONTACT_CONTACT_REPORT_H
#define WEFT_CONTACT_CONTACT_REPORT_H

#include "contact/private/contact_passings.h"

enum { CROSSING_TEXT = 240 };

// Outside any team, after pairs and passings have followed to the state: missed, penetration_* and crossings of *report, which are right
// unless there was no room (contact_pairs_failed); text: what the first crossing is, if there is one. Changes the boxes and poses of the
// motion and the pairs of boxes; kept pairs and candidates stay. STATUS_MEMORY.
Status contact_report_depths(const ContactPassings *passings, const State *state, int threads, ContactReport *report,
                             char text[CROSSING_TEXT]) GNU_MUST_CHECK;

#endif
